/* Reads words that were written as text. */
#include "hex_words.h"

#include "util/terminal.h"
#include "util/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 8,
    WORD_LENGTH = 2 + DIGITS, /* 0x........ */
    MOST_SHOWN = 40,          /* of a line that is wrong */
};

static int value_of(char digit)
{
    return isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
}

/* Is this line, without its end, one word? */
static bool parse_line(const char *line, size_t length, uint32_t *word)
{
    if (length != WORD_LENGTH || line[0] != '0' || (line[1] != 'x' && line[1] != 'X'))
        return false;
    *word = 0;
    for (size_t i = 2; i < WORD_LENGTH; i++) {
        if (!isxdigit((unsigned char)line[i]))
            return false;
        *word = *word << 4 | (uint32_t)value_of(line[i]);
    }
    return true;
}

/* The length of the line at `text`, without its end; *next is where the next one begins. */
static size_t line_length(const char *text, const char *end, const char **next)
{
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    size_t length = (size_t)((newline ? newline : end) - text);

    *next = newline ? newline + 1 : end;
    return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

bool hex_words_is(const struct sfp_buffer *file)
{
    enum { LINE_END = 2 };
    const size_t looked_at = file->size < WORD_LENGTH + LINE_END ? file->size : WORD_LENGTH + LINE_END;
    const char *next;
    uint32_t word;

    if (file->size == 0)
        return false;
    return parse_line(file->data, line_length(file->data, file->data + looked_at, &next), &word) &&
           (next[-1] == '\n' || looked_at == file->size);
}

static bool fail_line(const char *name, size_t number, const char *line, size_t length, char **error)
{
    char shown[MOST_SHOWN];

    length = length < MOST_SHOWN ? length : MOST_SHOWN;
    memcpy(shown, line, length);
    sfp_make_shown(shown, length);
    if (asprintf(error, "'%s', line %zu: '%.*s', where its first line says that each is 0x and %d hexadecimal digits",
                 name, number, (int)length, shown, DIGITS) < 0)
        *error = NULL;
    return false;
}

bool hex_words_read(const struct sfp_buffer *file, const char *name, struct sfp_buffer *words, char **error)
{
    const char *end = file->data + file->size;
    const char *next = file->data;

    /* A line is longer than its word, so there is room for all. */
    *words = (struct sfp_buffer){.data = calloc(file->size / WORD_LENGTH + 1, SFP_WORD_BYTES)};
    if (!words->data)
        return false;
    for (size_t number = 1; next < end; number++) {
        const char *line = next;
        const size_t length = line_length(line, end, &next);
        uint32_t word;

        if (length == 0)
            continue;
        if (!parse_line(line, length, &word)) {
            sfp_buffer_free(words);
            return fail_line(name, number, line, length, error);
        }
        for (unsigned i = 0; i < SFP_WORD_BYTES; i++)
            words->data[words->size++] = (char)(word >> 8 * i);
    }
    return true;
}
