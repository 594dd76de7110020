/* Cuts text operands apart as GNU as does. */
#include "arguments.h"

#include "base/literal.h"

#include <stdio.h>
#include <string.h>

/* Can a name start with this character? */
static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' || (c & 0x80) != 0;
}

bool is_name_part(char c)
{
    return is_name_start(c) || (c >= '0' && c <= '9');
}

static bool is_operand_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

void cursor_skip_blanks(struct cursor *c)
{
    for (;;) {
        const char *close;

        while (c->at < c->end && is_operand_blank(*c->at))
            c->at++;
        if (c->end - c->at < 4 || c->at[0] != '/' || c->at[1] != '*')
            return;
        close = memmem(c->at + 2, (size_t)(c->end - c->at) - 2, "*/", 2);
        if (!close)
            return;
        c->at = close + 2;
    }
}

bool cursor_take(struct cursor *c, char wanted)
{
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

bool cursor_skip_comma(struct cursor *c)
{
    cursor_skip_blanks(c);
    if (!cursor_take(c, ','))
        return false;
    cursor_skip_blanks(c);
    return true;
}

size_t cursor_name(struct cursor *c, const char **name)
{
    *name = c->at;
    if (c->at < c->end && is_name_start(*c->at))
        while (c->at < c->end && is_name_part(*c->at))
            c->at++;
    return (size_t)(c->at - *name);
}

bool cursor_number(struct cursor *c, uint32_t *number)
{
    const char *begin = c->at;
    uint64_t value = 0;

    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
        if (value <= UINT32_MAX)
            value = value * 10 + (uint64_t)(*c->at - '0');
    *number = (uint32_t)value;
    return c->at > begin && value <= UINT32_MAX;
}

/* Skips a string with its quotes. Returns false if the closing quote is missing. */
static bool skip_quoted_string(struct cursor *c)
{
    c->at++;
    while (c->at < c->end && *c->at != '"')
        c->at += *c->at == '\\' && c->at + 1 < c->end ? 2 : 1;
    return cursor_take(c, '"');
}

bool cursor_string(struct cursor *c, const char **text, size_t *length)
{
    const char *begin = c->at;

    if (c->at == c->end || *c->at != '"' || !skip_quoted_string(c))
        return false;
    *text = begin + 1;
    *length = (size_t)(c->at - begin) - 2;
    return true;
}

/* Skips a character literal, whose closing quote may be missing. */
static void skip_character(struct cursor *c)
{
    c->at++;
    if (c->at < c->end)
        c->at += *c->at == '\\' ? literal_escape(c->at, c->end) : 1;
    cursor_take(c, '\'');
}

/* Appends a character's number, since GNU as replaces the character before it reads arguments. */
static void add_character(struct cursor *c, struct text *out)
{
    const char *begin = c->at;
    char number[4]; /* the digits of a byte and a NUL */

    skip_character(c);
    if (c->at - begin < 2) {
        text_add(out, begin, (size_t)(c->at - begin));
        return;
    }
    snprintf(number, sizeof number, "%u", (unsigned)literal_character(begin, (size_t)(c->at - begin)) & UINT8_MAX);
    text_add(out, number, strlen(number));
}

/* Appends a string's contents: a doubled quote gives one quote; a quote after a backslash stays. */
static void append_string_argument(struct cursor *c, struct text *out)
{
    while (cursor_take(c, '"')) {
        const char *begin = c->at;

        while (c->at < c->end && *c->at != '"')
            c->at += *c->at == '\\' && c->at + 1 < c->end ? 2 : 1;
        text_add(out, begin, (size_t)(c->at - begin));
        if (!cursor_take(c, '"'))
            return;
        if (c->at < c->end && *c->at == '"')
            text_add_char(out, '"');
    }
}

/* Does a blank before this text separate a name or number from another name, number or string? */
static bool blank_separates(const struct text *out, size_t begin, const struct cursor *c)
{
    return out->size > begin && c->at < c->end && is_name_part(out->data[out->size - 1]) &&
           (is_name_part(*c->at) || *c->at == '"');
}

/* The end of an argument's text: a comma or a separating blank, or the end of the operands. */
enum extent { TO_BLANK, TO_END };

static void append_text_argument(struct cursor *c, struct text *out, enum extent extent)
{
    const size_t begin = out->size;
    size_t brackets = 0;

    while (c->at < c->end && !out->failed && (extent == TO_END || *c->at != ',')) {
        const struct cursor before = *c;

        cursor_skip_blanks(c);
        if (c->at > before.at) {
            if (blank_separates(out, begin, c)) {
                if (extent == TO_BLANK && brackets == 0)
                    return;
                text_add_char(out, ' ');
            }
            continue;
        }
        if (*c->at == '(' || *c->at == '[')
            brackets++;
        else if (brackets > 0 && (*c->at == ')' || *c->at == ']'))
            brackets--;
        if (*c->at == '\'') {
            add_character(c, out);
            continue;
        }
        if (*c->at == '"')
            skip_quoted_string(c);
        else
            do
                c->at++;
            while (c->at < c->end && is_name_part(*c->at));
        text_add(out, before.at, (size_t)(c->at - before.at));
    }
}

static bool cursor_holds(const struct cursor *c, char wanted)
{
    return !cursor_done(c) && memchr(c->at, wanted, (size_t)(c->end - c->at));
}

const char *cursor_open_string(struct cursor c)
{
    if (!cursor_holds(&c, '"'))
        return NULL;
    for (cursor_skip_blanks(&c); c.at < c.end; cursor_skip_blanks(&c)) {
        const char *begin = c.at;

        if (*begin == '\'')
            skip_character(&c);
        else if (*begin != '"')
            c.at++;
        else if (!skip_quoted_string(&c))
            return begin;
    }
    return NULL;
}

const char *argument_equals(struct cursor c)
{
    if (!cursor_holds(&c, '='))
        return NULL;
    for (const char *before = c.at; c.at < c.end && !strchr(",\"'();", *c.at); before = c.at++) {
        const char *blanks = c.at;

        cursor_skip_blanks(&c);
        if (c.at < c.end && *c.at == '=')
            return c.at;
        if (c.at == c.end || (c.at > blanks && is_name_part(*before) && is_name_part(*c.at)))
            return NULL;
    }
    return NULL;
}

void argument_next(struct cursor *c, struct text *out)
{
    cursor_skip_blanks(c);
    if (c->at < c->end && *c->at == '"')
        append_string_argument(c, out);
    else
        append_text_argument(c, out, TO_BLANK);
}

void argument_rest(struct cursor *c, struct text *out)
{
    cursor_skip_blanks(c);
    append_text_argument(c, out, TO_END);
}
