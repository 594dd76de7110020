/* Filters text for terminals. */
#include "terminal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"

enum { MOST_LINES = 1024 }; /* bytes of a line on the stack; longer lines are allocated, or cut without memory */

size_t utf8_character(const char *text, size_t length, uint32_t *character)
{
    /* For characters of 1 to 4 bytes: the mask and value of the first byte's leading bits, and the smallest
     * character. */
    static const struct { uint8_t mask, lead; uint32_t least; } forms[] = {
        {0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000},
    };
    enum { SURROGATES = 0xD800, SURROGATES_END = 0xE000, CHARACTERS = 0x110000 };
    const uint8_t *bytes = (const uint8_t *)text;
    size_t size = 1;

    while (size <= 4 && (bytes[0] & forms[size - 1].mask) != forms[size - 1].lead)
        size++;
    if (size > 4 || size > length)
        return 0;
    *character = bytes[0] & (uint8_t)~forms[size - 1].mask;
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        *character = *character << 6 | (bytes[i] & 0x3F);
    }
    if (*character < forms[size - 1].least || *character >= CHARACTERS ||
        (*character >= SURROGATES && *character < SURROGATES_END))
        return 0;
    return size;
}

static bool is_shown_character(uint32_t character)
{
    static const struct { uint32_t first, last; } hidden[] = {
        {0x00, 0x08}, {0x0A, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069},
    };

    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (character >= hidden[i].first && character <= hidden[i].last)
            return false;
    return true;
}

size_t shown_size(const char *text, size_t length)
{
    uint32_t character;
    size_t size;

    if (*text >= ' ' && *text < 0x7F)
        return 1;
    size = utf8_character(text, length, &character);
    return size && is_shown_character(character) ? size : 0;
}

void shown_make(char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const size_t size = shown_size(text + i, length - i);

        if (!size)
            text[i] = '?';
        i += size ? size : 1;
    }
}

void shown_put(FILE *stream, const char *text, size_t length)
{
    size_t written = 0;
    size_t i = 0;

    while (i < length) {
        const size_t size = shown_size(text + i, length - i);

        if (!size) {
            fwrite(text + written, 1, i - written, stream);
            fputc('?', stream);
            written = i + 1;
        }
        i += size ? size : 1;
    }
    fwrite(text + written, 1, length - written, stream);
}

char *line_format(char *room, size_t size, const char *format, va_list arguments)
{
    char *line = NULL;
    va_list again;

    va_copy(again, arguments);
    if ((size_t)vsnprintf(room, size, format, arguments) >= size)
        line = format_text(format, again);
    va_end(again);
    return line ? line : room;
}

void shown_print(FILE *stream, const char *format, ...)
{
    char most[MOST_LINES]; /* keeps short lines independent of memory */
    char *line;
    va_list arguments;

    va_start(arguments, format);
    line = line_format(most, sizeof most, format, arguments);
    va_end(arguments);
    shown_put(stream, line, strlen(line));
    fputc('\n', stream);
    if (line != most)
        free(line);
}
