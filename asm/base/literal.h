/* Number and character literals. */
#ifndef SFP_LITERAL_H
#define SFP_LITERAL_H

#include "text_buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads an integer: decimal, 0x, 0b or leading-0 octal, with C's suffixes and digit separators. *c_only: it uses a
 * separator, or a suffix that GNU as does not take. Returns NULL, or what is wrong with it.
 */
const char *literal_integer(const char *text, size_t length, int64_t *value, bool *c_only);

/* As strtod in the C locale, whichever locale the program is in that this is a part of. */
double literal_float(const char *text, char **end);

/* Reads a character literal, from its opening quote on. */
int64_t literal_character(const char *text, size_t length);

/* Is this character literal an escape of C that GNU as does not know? It takes the character behind the backslash. */
bool literal_is_c_only(const char *text, size_t length);

/* The length of the escape sequence at `text`, which starts with a backslash. */
size_t literal_escape(const char *text, const char *end);

/* Appends what a string literal, quotes and all, stands for. */
void literal_string(const char *text, size_t length, struct text *out);

#endif
