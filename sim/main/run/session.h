/* One run of sfpsim: what the options ask for, and doing it. */
#ifndef SFP_SESSION_H
#define SFP_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/machine.h"
#include "compiled.h"
#include "expectations.h"
#include "limits.h"
#include "report/report_files.h"
#include "stops.h"
#include "view_outputs.h"

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
    bool only_findings; /* are printed: no summary */
    const char *name; /* in reports; NULL: the kernel's */
    const char *harness; /* of the figure that a run is compared with, "" for the usual one; NULL: none */
    struct report_options reports;
    struct verdict *verdict; /* is told what comes of it, unless it is NULL */
    bool unwatched;   /* a signal that ends the program says nothing of this run */
    struct sfpu_finding_kind explained; /* with a name: nothing else is wanted */
};

/* Does it all, and says it where base/said.h has it; returns the exit status. */
int sfp_session(const struct sfp_session_options *options);

/* Does it with the reports that its options ask for. */
int session_reported(struct sfp_session_options *options);

/* What a run is without options. The arrays that grow with them have room for as many as there are arguments, and are
 * to be freed; false without memory. */
bool session_defaults(struct sfp_session_options *options, size_t arguments);
void session_options_free(struct sfp_session_options *options);

/* Its input is a struct sfp_session_options. */
extern const struct argp session_argp;

/* `sfpsim KERNEL ...`: the same from the command line. */
int session_main(int argc, char **argv);

#endif
