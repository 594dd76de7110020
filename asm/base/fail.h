/* Errors as one line of text. */
#ifndef SFP_FAIL_H
#define SFP_FAIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* Sets *error to the message, which the caller frees (NULL: no memory even for that), and returns false, so that a check
 * can `return fail_with(...)`. */
__attribute__((format(printf, 2, 3))) static inline bool fail_with(char **error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (vasprintf(error, format, arguments) < 0)
        *error = NULL;
    va_end(arguments);
    return false;
}

#endif
