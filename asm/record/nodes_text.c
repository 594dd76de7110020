/* Splits lines of recorded sfpi code. */
#include "nodes_read.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words between blanks ---- */

/* Takes the next word from the rest of the line. Returns false at the end. */
static bool take_line_word(struct text_line *line, const char **word, size_t *length)
{
    const char *blank = line->rest_length ? memchr(line->rest, ' ', line->rest_length) : NULL;

    *word = line->rest;
    *length = blank ? (size_t)(blank - line->rest) : line->rest_length;
    line->rest += *length + (blank != NULL);
    line->rest_length -= *length + (blank != NULL);
    return *length > 0;
}

static unsigned parse_text_digit(char c)
{
    enum { NONE = 16 };

    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : NONE;
}

/* Reads a number of the base that takes up the whole text. Returns false for other text, or a number above `most`. */
static bool parse_digits(const char *text, size_t length, unsigned base, uint64_t most, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = parse_text_digit(text[i]);

        if (digit >= base || *number > (most - digit) / base)
            return false;
        *number = *number * base + digit;
    }
    return length > 0;
}

static bool parse_text_number(const char *text, size_t length, uint32_t *number)
{
    const bool is_hexadecimal = length > 2 && text[0] == '0' && text[1] == 'x';
    uint64_t read;
    const bool done = is_hexadecimal ? parse_digits(text + 2, length - 2, 16, UINT32_MAX, &read)
                                     : parse_digits(text, length, 10, UINT32_MAX, &read);

    *number = (uint32_t)read;
    return done;
}

/* Reads v0 or c0. */
static bool read_named_argument(const char *text, size_t length, struct text_argument *argument)
{
    if (length < 2 || (text[0] != 'v' && text[0] != 'c') || !parse_text_number(text + 1, length - 1, &argument->number))
        return false;
    argument->kind = text[0] == 'v' ? TEXT_VALUE : TEXT_CONDITION;
    return argument->number <= INT32_MAX;
}

/* ---- Lines ---- */

static bool add_line_result(struct text_line *line, const struct text_argument *result)
{
    if (line->results == 0) {
        line->result_kind = result->kind;
        line->first = result->number;
    }
    return result->kind == line->result_kind && result->number == line->first + line->results++;
}

bool text_line_begin(const char *text, size_t length, struct text_line *line)
{
    struct text_argument result;

    *line = (struct text_line){.rest = text, .rest_length = length};
    while (take_line_word(line, &line->name, &line->name_length) &&
           read_named_argument(line->name, line->name_length, &result))
        if (!add_line_result(line, &result))
            return false;
    if (line->results > 0 && (!text_line_is(line, "=") || !take_line_word(line, &line->name, &line->name_length)))
        return false;
    return line->name_length > 0;
}

bool text_line_is(const struct text_line *line, const char *name)
{
    return strncmp(line->name, name, line->name_length) == 0 && !name[line->name_length];
}

static bool read_argument(const char *word, size_t length, struct text_argument *argument)
{
    if (length == 1 && *word == '-') {
        argument->kind = TEXT_UNSET;
        return true;
    }
    argument->kind = TEXT_NUMBER;
    return read_named_argument(word, length, argument) || parse_text_number(word, length, &argument->number);
}

/* Reads FILE:LINE, after the #. */
static bool read_file_place(struct text_line *line, const char *text, size_t length)
{
    const char *colon = length ? memchr(text, ':', length) : NULL;

    line->has_file = colon && parse_text_number(text, (size_t)(colon - text), &line->file) &&
                     parse_text_number(colon + 1, length - (size_t)(colon - text) - 1, &line->line);
    return line->has_file;
}

/* Reads ADDRESS,ADDRESS..., after the @. */
static bool read_frames(struct text_line *line, const char *text, size_t length)
{
    for (const char *end = text + length, *next; text <= end; text = next + 1) {
        const char *comma = text < end ? memchr(text, ',', (size_t)(end - text)) : NULL;

        next = comma ? comma : end;
        if (line->frame_count == TEXT_FRAMES ||
            !parse_digits(text, (size_t)(next - text), 16, UINT64_MAX, &line->frames[line->frame_count++]))
            return false;
    }
    return true;
}

bool text_line_finish(struct text_line *line)
{
    const char *word;
    size_t length;

    while (take_line_word(line, &word, &length)) {
        if (*word == '#' || *word == '@')
            return line->rest_length == 0 &&
                   (*word == '#' ? read_file_place : read_frames)(line, word + 1, length - 1);
        if (line->argument_count == TEXT_ARGUMENTS ||
            !read_argument(word, length, &line->arguments[line->argument_count++]))
            return false;
    }
    return line->rest_length == 0;
}

bool text_take_number(struct text_line *line, uint32_t *number)
{
    const char *word;
    size_t length;

    return take_line_word(line, &word, &length) && parse_text_number(word, length, number);
}

char *text_take_string(const struct text_line *line)
{
    json_t *string = json_loadb(line->rest, line->rest_length, JSON_DECODE_ANY, NULL);
    char *copy = json_is_string(string) ? strdup(json_string_value(string)) : NULL;

    json_decref(string);
    return copy;
}
