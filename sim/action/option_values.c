/* Values of options, and the names of formats in messages and in help. */
#include "option_values.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/echo.h"
#include "sfpu.h"

/* Notes an error of a placed parser: the first one, with where the argument comes from. */
static void note(const struct argp_state *state, const char *text)
{
    const struct placed_parser *parser = (const struct placed_parser *)state->root_argp;
    const char *place = parser->place ? parser->place[state->next ? state->next - 1 : 0] : state->argv[0];

    if (!parser->failure->failed && asprintf(&parser->failure->text, "%s: %s", place, text) < 0)
        parser->failure->text = NULL;
    parser->failure->failed = true;
}

void option_error(const struct argp_state *state, const char *format, ...)
{
    static const char no_memory[] = "not enough memory";
    va_list arguments;
    char *text;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    if (text)
        echo_cut_of(text, state->argv);
    if (state->flags & ARGP_NO_ERRS)
        note(state, text ? text : no_memory);
    else
        argp_error(state, "%s", text ? text : no_memory);
    free(text);
}

long long option_number(struct argp_state *state, const char *option, const char *text, long long low, long long high)
{
    char *after;
    long long value;

    errno = 0;
    value = strtoll(text, &after, 0);
    if (after == text || *after)
        option_error(state, "%s: '%s' is not a number", option, text);
    else if (errno || value < low || value > high)
        option_error(state, "%s: '%s' is not in %lld..%lld", option, text, low, high);
    else
        return value;
    return low;
}

double option_real(struct argp_state *state, const char *option, const char *text)
{
    char *after;
    const double value = strtod(text, &after);

    if (after != text && !*after && isfinite(value) && value >= 0)
        return value;
    option_error(state, "%s: '%s' is not a number from 0 up", option, text);
    return 0;
}

unsigned option_choice(struct argp_state *state, const char *option, const char *text, const char *const *names,
                       unsigned count)
{
    char known[64] = "";
    size_t length = 0;

    for (unsigned i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0)
            return i;
        length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "", names[i]);
    }
    option_error(state, "%s: '%s' is not among its values: %s", option, text, known);
    return 0;
}

int option_arch(struct argp_state *state, const char *option, const char *text)
{
    enum { NAMES_SIZE = 256 };
    const int arch = sfpu_arch_named(text);
    char names[NAMES_SIZE];

    sfpu_arch_names(names, sizeof names);
    if (arch == SFPU_ANY_ARCH)
        option_error(state, "%s: unknown arch '%s': it is %s", option, text, names);
    return arch;
}

int option_format(struct argp_state *state, const char *option, const char *text)
{
    const int format = sfpu_format_named(text);

    if (format >= 0)
        return format;
    option_error(state, "%s: '%s' is none of%s", option, text, format_names);
    return SFPU_ANY_FORMAT;
}

/* ---- Names of formats ---- */

const char format_names[] =
#define DST_FORMAT(name, ...) " " #name
#include "formats.def"
    ;

const char swept_format_names[] =
#define DST_SWEPT(name, wider) " " #name
#include "formats.def"
    ;

#define COMMA_NARROW(name) ""
#define COMMA_WIDE(name) ", " name

const char wide_format_names[] =
#define DST_FORMAT(name, id, bytes, cells, ...) COMMA_##cells(#name)
#include "formats.def"
    ;

const char format_help[] =
#define DST_CELLS(name, ...) #name " (default)"
#define DST_FORMAT(name, ...) ", " #name
#define DST_FORMAT_LAST(name, ...) " or " #name
#include "formats.def"
    ;

const char swept_format_help[] = "every value of"
#define DST_SWEPT_FIRST(name, wider) " " #name
#define DST_SWEPT(name, wider) ", " #name
#define DST_SWEPT_LAST(name, wider) " or " #name
#include "formats.def"
    ;
