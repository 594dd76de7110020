/* Limits on a run's cycles. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "action/voice.h"
#include "session.h"
#include "session_parts.h"
#include "base/fail.h"
#include "base/terminal.h"
#include "cli/echo.h"

/* A finished run whose cycles are checked. */
struct costs {
    const struct cycle_limits *limits;
    const char *kernel;
    sfpu_machine *m;
    struct verdict *verdict;
};

/* Prints the error, and which words the program was selected from, and adds a remark to the verdict. Always returns
 * false. */
__attribute__((format(printf, 3, 4))) static bool refuse_costs(const struct costs *c, enum check check,
                                                               const char *format, ...)
{
    char selected[SELECTED_TEXT], *text;
    const char *why;
    va_list arguments;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    why = text ? text : NO_MEMORY;
    selected_text(selected, "; words ", sfpu_selected(c->m, 0, SIZE_MAX));
    echo_print(voice_err(), "%s: error: %s%s [%s]", c->kernel, why, selected, check_name(check));
    verdict_check(c->verdict, check, "%s%s", why, selected);
    free(text);
    return false;
}

static bool check_per_vector(const struct costs *c, const struct sfpu_result *result)
{
    enum { DIGITS = 9 };
    const double cycles = result->steady_cycles_per_32_lanes, allowed = c->limits->per_vector;

    if (!c->limits->has_per_vector || (cycles > 0 && cycles <= allowed))
        return true;
    if (cycles > 0)
        return refuse_costs(c, CHECK_MAX_PER_VECTOR, "takes %.*g cycles per 32 lanes%s, and %.*g are allowed", DIGITS,
                            cycles, result->is_steady ? " in the steady state" : "", DIGITS, allowed);
    return refuse_costs(c, CHECK_MAX_PER_VECTOR, "stores no vector, so it has no cycles per vector");
}

bool limits_kept(const struct cycle_limits *limits, const char *kernel, sfpu_machine *m, struct verdict *verdict)
{
    const struct costs c = {limits, kernel, m, verdict};
    struct sfpu_result result = {.size = sizeof result};
    bool kept = true;

    sfpu_get_result(m, &result);
    if (limits->has_cycles && result.cycles > limits->cycles)
        kept = refuse_costs(&c, CHECK_MAX_CYCLES, "takes %" PRIu64 " cycles, and %" PRIu64 " are allowed",
                            result.cycles, limits->cycles);
    return check_per_vector(&c, &result) && kept;
}
