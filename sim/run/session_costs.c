/* Limits on a run's cycles, and the harness cycles that a published figure contains besides its kernel. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/option_values.h"
#include "action/voice.h"
#include "session.h"
#include "session_parts.h"
#include "base/fail.h"
#include "base/terminal.h"
#include "cli/echo.h"

/* ---- Limits ---- */

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

/* ---- Harnesses ---- */

struct harness {
    int arch; /* an enum sfpu_arch */
    const char *name;
    unsigned hundredths; /* cycles of each pass, in hundredths */
    const char *text, *source;
};

static const struct harness harnesses[] = {
#define HARNESS(id, arch_, name_, hundredths_, text_, source_) \
    {.arch = SFPU_##arch_, .name = name_, .hundredths = hundredths_, .text = text_, .source = source_},
#include "harness.def"
#undef HARNESS
};
enum { HARNESSES = sizeof harnesses / sizeof harnesses[0] };

void harness_set_name(struct argp_state *state, char *arg, void *harness)
{
    static const char llk[] = "llk";
    const char **name = harness, *given = arg + strlen(llk);

    *name = "";
    if (strcmp(arg, llk) == 0)
        return;
    if (strncmp(arg, llk, strlen(llk)) != 0 || *given++ != ':') {
        option_error(state, "--harness: '%s' is neither llk nor llk:NAME", arg);
        return;
    }
    for (size_t i = 0; i < HARNESSES; i++)
        if (strcmp(given, harnesses[i].name) == 0)
            *name = given;
    if (!**name)
        option_error(state, "--harness: no harness '%s' was measured", given);
}

/* Returns the names of an arch's harnesses, "unary, binary", which the caller frees. NULL without memory. */
static char *list_harness_names(int arch)
{
    char *names = NULL;
    size_t size;
    FILE *stream = open_memstream(&names, &size);
    const char *before = "";

    if (!stream)
        return NULL;
    for (size_t i = 0; i < HARNESSES; i++) {
        if (harnesses[i].arch != arch)
            continue;
        fprintf(stream, "%s%s", before, harnesses[i].name);
        before = ", ";
    }
    if (fclose(stream) == 0)
        return names;
    free(names);
    return NULL;
}

static const struct harness *find_harness(int arch, const char *name)
{
    for (size_t i = 0; i < HARNESSES; i++)
        if (harnesses[i].arch == arch && (!*name || strcmp(name, harnesses[i].name) == 0))
            return &harnesses[i];
    return NULL;
}

int harness_choose(sfpu_machine *m, const char *name, const struct harness **harness)
{
    const int arch = sfpu_machine_arch(m);
    char *known;
    int status;

    *harness = name ? find_harness(arch, name) : NULL;
    if (*harness || !name)
        return 0;
    known = list_harness_names(arch);
    status = complain("--harness=llk:%s: %s has no such harness; it has %s", name, sfpu_arch_name(arch),
                      known ? known : sfpu_code_text(SFPU_NO_MEMORY));
    free(known);
    return status;
}

static double compute_harness_cycles(const struct harness *harness, unsigned long passes)
{
    enum { HUNDREDTHS = 100 };

    return (double)harness->hundredths * (double)passes / HUNDREDTHS;
}

void harness_print(const struct harness *harness, uint64_t cycles, unsigned long passes)
{
    const double own = compute_harness_cycles(harness, passes);

    fprintf(voice_out(), "  kernel %" PRIu64 ", harness %.2f, both %.2f cycles: %s, %s (measured: %s)\n", cycles, own,
            (double)cycles + own, harness->name, harness->text, harness->source);
}

void harness_json(struct sfp_json *j, const struct harness *harness, uint64_t cycles, unsigned long passes)
{
    if (!harness) {
        json_nothing(j, "harness");
        return;
    }
    json_begin(j, "harness");
    json_text(j, "name", harness->name);
    json_double(j, "cycles", compute_harness_cycles(harness, passes));
    json_double(j, "total", (double)cycles + compute_harness_cycles(harness, passes));
    json_text(j, "source", harness->source);
    json_end(j);
}
