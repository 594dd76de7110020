/* One run of sfpsim: what the options ask for, and doing it. */
#ifndef SFP_SESSION_H
#define SFP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "action/action.h"
#include "action/machine_options.h"
#include "action/report.h"
#include "compiled_options.h"
#include "expectations.h"
#include "stops.h"
#include "view_outputs.h"

enum sfp_hazards { SFP_HAZARDS_WARN, SFP_HAZARDS_ERROR, SFP_HAZARDS_OFF };

/* What a run may cost. */
struct cycle_limits {
    bool has_cycles, has_per_vector;
    uint64_t cycles;   /* of the whole run */
    double per_vector; /* in the steady state: of what sfpu_get_result has, and SFPU_STATS gathers */
};

/* Were they kept by the run of `kernel` that `m` has just done? Says it if they were not. */
bool limits_kept(const struct cycle_limits *limits, const char *kernel, sfpu_machine *m, struct verdict *verdict);

struct sfp_session_options {
    struct action_options action;
    struct sfp_machine_options machine;
    const char *kernel, *dst_out, *state_in, *state_out, *gaps; /* NULL: not given */
    struct file_list dst;
    struct expect_options expect;
    int dst_out_format, layout; /* as sfpu.h has them */
    enum sfp_hazards hazards;
    size_t most_findings;  /* groups that are printed; 0: all */
    struct cycle_limits limits;
    struct compiled_options compiled;
    unsigned long passes;
    struct sfp_output_options output;
    struct stops_options stops;
    bool untimed;
    bool only_findings; /* are printed: no summary */
    const char *gdb;     /* where gdb connects; NULL: it runs without */
    const char *against; /* another kernel, whose run the page has beside the kernel's; NULL: none */
    const char *harness; /* of the figure that a run is compared with, "" for the usual one; NULL: none */
};

/* Does it all, and says it where base/voice.h has it; returns the exit status. */
int session_run(struct sfp_session_options *options);

/* What a run is without options. The arrays that grow with them have room for as many as there are arguments, and are
 * to be freed; false without memory. */
bool session_defaults(void *options, size_t arguments);
void session_options_free(void *options);

/* Options that all have that run kernels one after the other, of a struct sfp_session_options. */
extern const struct option_table running_table;

#endif
