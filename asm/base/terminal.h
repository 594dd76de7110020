/*
 * Filters text from files for terminals, so that the text misleads neither the terminal nor its reader. Tabs and
 * characters of valid UTF-8 are shown, except control characters (U+0000 to U+001F, U+007F to U+009F), characters that
 * change the text's direction (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), and line separators
 * (U+2028, U+2029). Every byte of the rest becomes a question mark, so that text keeps its length.
 */
#ifndef SFP_TERMINAL_H
#define SFP_TERMINAL_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Decodes the UTF-8 character at the start of `text`, which has `length` bytes, one at least. Returns the
 * character's bytes and sets *character; returns 0 if the character is malformed. */
size_t utf8_character(const char *text, size_t length, uint32_t *character);

/* Returns the bytes of the character at the start of `text` (`length` bytes, one at least) if a terminal may show
 * it, or 0 if its first byte has to be replaced. */
size_t shown_size(const char *text, size_t length);

/* Replaces bytes that are not shown. */
void shown_make(char *text, size_t length);

/* Prints text, with bytes that are not shown replaced. */
void shown_put(FILE *stream, const char *text, size_t length);

/*
 * Formats a text like printf: into `room`, of `size` bytes, if it fits. Otherwise allocates memory, and the caller
 * frees a result other than `room`; without memory, returns the text in `room`, cut.
 */
__attribute__((format(printf, 3, 0))) char *line_format(char *room, size_t size, const char *format,
                                                        va_list arguments);

/* Prints a line like fprintf, and adds a newline. Bytes that are not shown, newlines included, are replaced. */
__attribute__((format(printf, 2, 3))) void shown_print(FILE *stream, const char *format, ...);

/* ---- The text in every report about words that instruction selection chose, next to their cycles ---- */

enum { SELECTED_TEXT = 80 };

/* Writes "selected by sfpasm (sfpi 7.38)" after `before`, cut to the room, or nothing if `profile` is NULL. The
 * profile may come from a file: bytes that are not shown are replaced. Returns the text. */
static inline const char *selected_text(char text[SELECTED_TEXT], const char *before, const char *profile)
{
    text[0] = '\0';
    if (profile)
        snprintf(text, SELECTED_TEXT, "%sselected by sfpasm (sfpi %s)", before, profile);
    shown_make(text, strlen(text));
    return text;
}

#endif
