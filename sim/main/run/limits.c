/* What a run may cost, and what it did. */
#include "limits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/said.h"
#include "util/terminal.h"

/* Says what is wrong; false. */
__attribute__((format(printf, 4, 5))) static bool refuse(struct verdict *verdict, enum check check, const char *kernel,
                                                         const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    sfp_print_shown(said_err(), "%s: error: %s [%s]", kernel, text ? text : "not enough memory", check_name(check));
    verdict_check(verdict, check, "%s", text ? text : "not enough memory");
    free(text);
    return false;
}

static bool kept_per_vector(const struct cycle_limits *limits, const char *kernel, double cycles, bool is_steady,
                            struct verdict *verdict)
{
    enum { DIGITS = 9 };

    if (!limits->has_per_vector || (cycles > 0 && cycles <= limits->per_vector))
        return true;
    if (cycles > 0)
        return refuse(verdict, CHECK_MAX_PER_VECTOR, kernel, "takes %.*g cycles per 32 lanes%s, and %.*g are allowed",
                      DIGITS, cycles, is_steady ? " in the steady state" : "", DIGITS, limits->per_vector);
    return refuse(verdict, CHECK_MAX_PER_VECTOR, kernel, "stores no vector that could take cycles");
}

bool limits_kept(const struct cycle_limits *limits, const char *kernel, sfpu_machine *m, struct verdict *verdict)
{
    struct sfpu_result result = {.size = sizeof result};
    bool kept = true;

    sfpu_get_result(m, &result);
    if (limits->has_cycles && result.cycles > limits->cycles)
        kept = refuse(verdict, CHECK_MAX_CYCLES, kernel, "takes %" PRIu64 " cycles, and %" PRIu64 " are allowed",
                      result.cycles, limits->cycles);
    return kept_per_vector(limits, kernel, result.steady_cycles_per_32_lanes, result.is_steady != 0, verdict) && kept;
}
