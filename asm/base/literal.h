/* Number and character literals. */
#ifndef SFP_LITERAL_H
#define SFP_LITERAL_H

#include "text_buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads an integer: decimal, 0x, 0b or leading-0 octal, with C's suffixes and digit separators. Sets *c_only if the
 * integer has a separator, or a suffix that GNU as does not take. Returns NULL, or an error message.
 */
const char *literal_integer(const char *text, size_t length, int64_t *value, bool *c_only);

/* Like strtod() in the C locale, whatever the program's locale. */
double literal_float(const char *text, char **end);

/* Reads a character literal, from its opening quote on. */
int64_t literal_character(const char *text, size_t length);

/* Is the character literal a C escape that GNU as does not know? GNU as takes the character after the backslash. */
bool literal_is_c_only(const char *text, size_t length);

/* Returns the length of the escape sequence at `text`, which starts with a backslash. */
size_t literal_escape(const char *text, const char *end);

/* Appends the bytes that a string literal, quotes included, denotes. */
void literal_string(const char *text, size_t length, struct text *out);

#endif
