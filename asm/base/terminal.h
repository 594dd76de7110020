/*
 * What a terminal is shown of text that comes from a file: nothing that it, or who looks at it, would be misled by.
 * Shown are tabs and the characters of valid UTF-8, but no control characters (U+0000 to U+001F, U+007F to U+009F), none
 * that turn the direction of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), and neither of the
 * separators of lines (U+2028, U+2029). Each byte of anything else is a question mark, so that text keeps its length.
 */
#ifndef SFP_TERMINAL_H
#define SFP_TERMINAL_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The bytes of the UTF-8 character that `text`, of `length` bytes and at least one, begins with, which is left in
 * *character; 0 if it is malformed. */
size_t utf8_character(const char *text, size_t length, uint32_t *character);

/* The bytes of the character that `text`, of `length` bytes and at least one, begins with, if it is shown as it is; 0 if
 * its first byte is not. */
size_t shown_size(const char *text, size_t length);

/* Replaces what is not shown. */
void shown_make(char *text, size_t length);

/* Prints text with what is not shown replaced. */
void shown_put(FILE *stream, const char *text, size_t length);

/*
 * The text that printf would print: in `room`, of `size` bytes, if it fits there. Otherwise it is allocated, and the
 * caller frees what is not `room`; without memory for it, the text in `room` is cut.
 */
__attribute__((format(printf, 3, 0))) char *line_format(char *room, size_t size, const char *format,
                                                        va_list arguments);

/* As fprintf, a line: what is not shown is replaced in it, newlines too, and one added to its end. */
__attribute__((format(printf, 2, 3))) void shown_print(FILE *stream, const char *format, ...);

/* ---- What every report says of words that instruction selection chose, beside the cycles that they take ---- */

enum { SELECTED_TEXT = 80 };

/* "selected by sfpasm (sfpi 7.38)" behind `before`, cut to the room there is; nothing without a profile, which may come
 * from a file: what is not shown of it is replaced. Returns the text. */
static inline const char *selected_text(char text[SELECTED_TEXT], const char *before, const char *profile)
{
    text[0] = '\0';
    if (profile)
        snprintf(text, SELECTED_TEXT, "%sselected by sfpasm (sfpi %s)", before, profile);
    shown_make(text, strlen(text));
    return text;
}

#endif
