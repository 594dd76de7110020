/* Cuts repeats of arguments in messages. */
#include "echo.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/terminal.h"

static const char dots[] = "...";
enum { MOST_LINES = 4096 /* bytes; most messages are shorter */ };
enum { LEAST_CUT = ECHO_MOST + sizeof dots }; /* bytes of a repeat worth cutting: cutting a shorter repeat saves
                                               * nothing */

static char *const *own_arguments;

void echo_begin(char *const *arguments)
{
    own_arguments = arguments;
}

/* Returns the number of bytes at `text` that repeat a part of the argument; 0 if they are too few to cut. */
static size_t count_repeated(const char *text, const char *argument)
{
    const size_t length = strlen(argument);
    const char *found = length < LEAST_CUT ? NULL : memmem(argument, length, text, LEAST_CUT);
    size_t count = LEAST_CUT;

    if (!found)
        return 0;
    while (found[count] && text[count] == found[count])
        count++;
    return count;
}

static size_t find_repeated(const char *text, char *const *arguments)
{
    size_t count = 0;

    if (strnlen(text, LEAST_CUT) < LEAST_CUT)
        return 0;
    for (; *arguments && !count; arguments++)
        count = count_repeated(text, *arguments);
    return count;
}

/* Returns the length of the kept part, in whole characters. */
static size_t count_kept(const char *text)
{
    size_t kept = ECHO_MOST;

    while (kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80)
        kept--;
    return kept;
}

void echo_cut_of(char *message, char *const *arguments)
{
    char *to = message;

    for (const char *from = message; *from;) {
        const size_t repeated = find_repeated(from, arguments);
        const size_t kept = repeated ? count_kept(from) : 1;

        memmove(to, from, kept);
        to += kept;
        from += repeated ? repeated : 1;
        if (repeated) {
            memcpy(to, dots, sizeof dots - 1);
            to += sizeof dots - 1;
        }
    }
    *to = '\0';
}

void echo_cut(char *message)
{
    if (own_arguments)
        echo_cut_of(message, own_arguments);
}

void echo_print(FILE *stream, const char *format, ...)
{
    char most[MOST_LINES]; /* on the stack, so that short messages need no allocation */
    char *line;
    va_list arguments;

    va_start(arguments, format);
    line = line_format(most, sizeof most, format, arguments);
    va_end(arguments);
    echo_cut(line);
    shown_print(stream, "%s", line);
    if (line != most)
        free(line);
}

void echo_put(FILE *stream, const char *message)
{
    char *text = strlen(message) < LEAST_CUT ? NULL : strdup(message);

    if (text)
        echo_cut(text);
    fputs(text ? text : message, stream);
    free(text);
}
