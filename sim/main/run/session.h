/* One run of sfpsim: what the options ask for, and doing it. */
#ifndef SFP_SESSION_H
#define SFP_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/machine.h"
#include "compiled.h"
#include "expectations.h"
#include "limits.h"
#include "outputs.h"
#include "stops.h"

enum sfp_hazards { SFP_HAZARDS_WARN, SFP_HAZARDS_ERROR, SFP_HAZARDS_OFF };

struct sfp_session_options {
    struct sfp_machine_options machine;
    const char *kernel, *dst_out, *state_in, *state_out, *gaps; /* NULL: not given */
    struct file_list dst;
    struct expect_options expect;
    int dst_format, dst_out_format, layout; /* as sfpu.h has them */
    enum sfp_hazards hazards;
    size_t most_findings;  /* groups that are printed; 0: all */
    struct cycle_limits limits;
    struct compiled_options compiled;
    unsigned long passes;
    struct sfp_output_options output;
    struct stops_options stops;
    bool untimed, ignore_waits;
    bool quiet, verbose;
};

/* Does it all, and says it where base/said.h has it; returns the exit status. */
int sfp_session(const struct sfp_session_options *options);

/* `sfpsim KERNEL ...`: the same from the command line. */
int session_main(int argc, char **argv);

#endif
