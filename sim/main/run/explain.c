/* sfpsim --explain: a finding, and what shows it. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#include "base/machine.h"
#include "base/said.h"
#include "util/nearest.h"

static void refuse(const struct argp_state *state, const char *name)
{
    struct sfpu_finding_kind kind = {.size = sizeof kind};
    struct nearest search;
    uint64_t spent = 0;

    nearest_init(&search, &spent, name, strlen(name));
    for (size_t i = 0; sfpu_get_finding_kind(i, &kind) == SFPU_OK; i++)
        nearest_offer(&search, kind.name);
    if (search.best)
        option_error(state, "--explain: '%s' is no finding; did you mean '%s'?", name, search.best);
    else
        option_error(state, "--explain: '%s' is no finding: sfpu-findings(7) lists them", name);
}

struct sfpu_finding_kind explain_named(const struct argp_state *state, const char *name)
{
    struct sfpu_finding_kind kind = {.size = sizeof kind};
    const char *today = sfpu_finding_named(name);

    if (!today)
        refuse(state, name);
    for (size_t i = 0; today && sfpu_get_finding_kind(i, &kind) == SFPU_OK; i++)
        if (strcmp(kind.name, today) == 0)
            break;
    return kind;
}

static void print_kernel(FILE *out, const char *heading, const char *options, const char *source)
{
    fprintf(out, "\n%s: sfpsim%s%s k.s\n\n", heading, *options ? " " : "", options);
    while (*source) {
        const int length = (int)strcspn(source, "\n");

        fprintf(out, "    %.*s\n", length, source);
        source += length + (source[length] == '\n');
    }
}

void explain_print(const struct sfpu_finding_kind *kind)
{
    static const char *const severities[] = {
        [SFPU_NOTE] = "info", [SFPU_ADVICE] = "advice", [SFPU_WARNING] = "warning", [SFPU_ERROR] = "error"};
    FILE *out = said_out();

    fprintf(out, "%s, %s\n\n    %s.\n    (%s)\n", kind->name, severities[kind->severity], kind->text, kind->source);
    if (!kind->shown)
        return;
    print_kernel(out, "a kernel that has it", kind->options, kind->shown);
    print_kernel(out, "mended", kind->mended_options, kind->mended);
}
