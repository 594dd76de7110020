/* What a run may cost, and what it did. */
#include "limits.h"

#include <inttypes.h>

#include "base/said.h"
#include "util/terminal.h"

static bool exceeds(const char *kernel, uint64_t cycles, uint64_t allowed)
{
    if (cycles <= allowed)
        return false;
    sfp_print_shown(said_err(), "%s: error: takes %" PRIu64 " cycles, and %" PRIu64 " are allowed [max-cycles]", kernel,
                    cycles, allowed);
    return true;
}

static bool exceeds_per_vector(const char *kernel, double cycles, double allowed)
{
    enum { DIGITS = 9 };

    if (cycles > 0 && cycles <= allowed)
        return false;
    if (cycles > 0)
        sfp_print_shown(said_err(), "%s: error: takes %.*g cycles a vector, and %.*g are allowed "
                        "[max-cycles-per-vector]", kernel, DIGITS, cycles, DIGITS, allowed);
    else
        sfp_print_shown(said_err(), "%s: error: stores no vector that could take cycles [max-cycles-per-vector]", kernel);
    return true;
}

bool limits_kept(const struct cycle_limits *limits, const char *kernel, sfpu_machine *m)
{
    struct sfpu_result result = {.size = sizeof result};
    bool kept;

    sfpu_get_result(m, &result);
    kept = !limits->has_cycles || !exceeds(kernel, result.cycles, limits->cycles);
    if (limits->has_per_vector && exceeds_per_vector(kernel, result.steady_cycles_per_32_lanes, limits->per_vector))
        kept = false;
    return kept;
}
