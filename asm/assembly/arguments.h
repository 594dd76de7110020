/*
 * Reads operands of directives and macros as text, cut apart in the way of GNU as. A cursor moves over a statement's
 * text.
 */
#ifndef SFP_ARGUMENTS_H
#define SFP_ARGUMENTS_H

#include "base/text_buffer.h"

#include <stdint.h>

struct cursor {
    const char *at, *end;
};

static inline struct cursor cursor_of(const char *text, size_t length)
{
    return (struct cursor){text, length ? text + length : text};
}

static inline bool cursor_done(const struct cursor *c) { return c->at == c->end; }

/* Skips blanks and comments. */
void cursor_skip_blanks(struct cursor *c);

/* Skips blanks, an optional comma, and the blanks after it. Returns whether a comma was present. */
bool cursor_skip_comma(struct cursor *c);

/* Skips a name and sets *name to its start. Returns the name's length, or 0 without a name. */
size_t cursor_name(struct cursor *c, const char **name);

/* Skips the next character if it equals `wanted`. Returns whether it was skipped. */
bool cursor_take(struct cursor *c, char wanted);

/* Reads a decimal number. Returns false without digits, or if the number exceeds 32 bits. */
bool cursor_number(struct cursor *c, uint32_t *number);

/* Reads a string; *text is the text between the quotes. Returns false if the cursor is not at a complete string. */
bool cursor_string(struct cursor *c, const char **text, size_t *length);

/* Returns the start of a string without a closing quote, or NULL. */
const char *cursor_open_string(struct cursor c);

/* Returns the '=' that for GNU as ends the name of a macro's argument: the first '=' of this argument outside
 * brackets and quotes. Returns NULL without one. */
const char *argument_equals(struct cursor c);

/*
 * Appends the next argument to `out`. The argument ends at a comma, or at a blank outside brackets that separates names
 * or numbers, or a name and a string; other blanks are dropped. A string at the argument's start is the whole argument,
 * without its quotes. A character becomes its number.
 */
void argument_next(struct cursor *c, struct text *out);

/* Appends the rest of the operands. */
void argument_rest(struct cursor *c, struct text *out);

/* Can a name continue with this character? */
bool is_name_part(char c);

#endif
