/*
 * The operands of directives and macros that are taken as text: cut apart as
 * GNU as cuts them. A cursor goes over the text of one statement.
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

/* Goes over blanks and comments. */
void cursor_skip_blanks(struct cursor *c);

/* Goes over blanks and, if there is one, a comma and the blanks after it. True if there was a comma. */
bool cursor_skip_comma(struct cursor *c);

/* The length of the name here: 0 if there is none. Goes over it. */
size_t cursor_name(struct cursor *c, const char **name);

/* Goes over this character if it is the next one. */
bool cursor_take(struct cursor *c, char wanted);

/* A number in digits. False if there is none, or it is too large. */
bool cursor_number(struct cursor *c, uint32_t *number);

/* The text between quotes; false if there is no string. */
bool cursor_string(struct cursor *c, const char **text, size_t *length);

/* Where a string begins that does not end; NULL if there is none. */
const char *cursor_open_string(struct cursor c);

/* The '=' in the argument here that to GNU as ends the name of a macro's argument: the first outside of brackets and
 * quotes. NULL if there is none. */
const char *argument_equals(struct cursor c);

/*
 * Appends the next argument to `out`. A comma ends it, and so does a blank outside brackets if names or numbers stand
 * on both sides of it, or a name and a string; other blanks go. A string at its start is the whole
 * argument, without its quotes. A character becomes its number.
 */
void argument_next(struct cursor *c, struct text *out);

/* Appends all that is left. */
void argument_rest(struct cursor *c, struct text *out);

/* Can a name go on with this? */
bool is_name_part(char c);

#endif
