/* What a run may cost. */
#ifndef SFP_LIMITS_H
#define SFP_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "action/report.h"

struct cycle_limits {
    bool has_cycles, has_per_vector;
    uint64_t cycles;   /* of the whole run */
    double per_vector; /* in the steady state: of what sfpu_get_result has, and SFPU_STATS gathers */
};

/* Were they kept by the run of `kernel` that `m` has just done? Says it if they were not. */
bool limits_kept(const struct cycle_limits *limits, const char *kernel, sfpu_machine *m, struct verdict *verdict);

#endif
