/* Errors as one line of text. */
#ifndef SFP_FAIL_H
#define SFP_FAIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* The message for lack of memory: a macro, so that formats can contain it. */
#define NO_MEMORY "not enough memory"

/* Returns the text that printf would print, which the caller frees. Returns NULL without memory. */
__attribute__((format(printf, 1, 0))) static inline char *format_text(const char *format, va_list arguments)
{
    char *text;

    return vasprintf(&text, format, arguments) < 0 ? NULL : text;
}

/* Sets *error to the message, which the caller frees (NULL without memory), and returns false, so that a check can
 * `return fail_with(...)`. */
__attribute__((format(printf, 2, 3))) static inline bool fail_with(char **error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    *error = format_text(format, arguments);
    va_end(arguments);
    return false;
}

#endif
