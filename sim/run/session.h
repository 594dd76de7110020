/* A session is one run of sfpsim: options, preparation, run, outputs, checks. */
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

/* Limits on a run's cycles. */
struct cycle_limits {
    bool has_cycles, has_per_vector;
    uint64_t cycles;   /* most cycles of the whole run */
    double per_vector; /* most cycles per 32 lanes in the steady state, from sfpu_get_result() with SFPU_STATS
                        * gathered */
};

/* Checks the limits against the run of `kernel` that `m` has just finished. Returns false, after a message and a
 * remark in `verdict`, if a limit is exceeded. */
bool limits_kept(const struct cycle_limits *limits, const char *kernel, sfpu_machine *m, struct verdict *verdict);

struct sfp_session_options {
    struct action_options action;
    struct sfp_machine_options machine;
    const char *kernel, *dst_out, *state_in, *state_out; /* paths given by options, or NULL */
    const char *gaps[SFPU_THREADS], *all_gaps; /* paths of --gaps for each thread, and for all threads; or NULL */
    struct file_list dst;
    struct expect_options expect;
    int dst_out_format, layout; /* format and layout of --dst-out, as enums of sfpu.h */
    enum sfp_hazards hazards;
    size_t most_findings;  /* most groups of findings to print; 0: no limit */
    struct cycle_limits limits;
    struct compiled_options compiled;
    unsigned long passes;
    struct sfp_output_options output;
    struct stops_options stops;
    bool untimed;
    bool only_findings; /* the run prints only findings, without a summary */
    const char *gdb;     /* channel to which gdb connects; NULL: run without gdb */
    const char *against; /* a second kernel, shown beside the first on the page; or NULL */
    const char *harness; /* harness to add to the cycles, "" for the usual harness; NULL: no comparison */
};

/* Runs a kernel as the options say, and prints to the streams of action/voice.h. Returns the exit status. */
int session_run(struct sfp_session_options *options);

/* Sets the options to a run's defaults. Their arrays have room for `arguments` elements, and session_options_free()
 * frees them, also after false, which means that memory ran out. */
bool session_defaults(void *options, size_t arguments);
void session_options_free(void *options);

/* Option rows, of a struct sfp_session_options, for actions that run kernels one after another. */
extern const struct option_table running_table;

#endif
