/* One run of sfpsim: what the options ask for, and doing it. */
#ifndef SFP_SESSION_H
#define SFP_SESSION_H

#include "images/compare.h"
#include "model/findings.h"
#include "images/image.h"
#include "outputs.h"
#include "pipeline/run.h"
#include "model/setup.h"

enum { SFP_CANNOT_RUN = 2 }; /* exit status */

enum sfp_hazards { SFP_HAZARDS_WARN, SFP_HAZARDS_ERROR, SFP_HAZARDS_OFF };

struct sfp_session_options {
    enum sfp_arch arch; /* 0: not given */
    const char *kernel, *dst, *dst_out, *expect, *state_in, *state_out, *gaps; /* NULL: not given */
    enum sfp_format dst_format, dst_out_format;
    enum sfp_layout layout;
    enum sfp_hazards hazards;
    struct sfp_setup setup;
    struct sfp_tolerance tolerance;
    struct sfp_run_options run;
    struct sfp_findings_policy policy;
    struct sfp_output_options output;
    bool untimed;
    bool quiet, verbose;
};

/* Does it all, printing to standard output and standard error; returns the exit status. */
int sfp_session(const struct sfp_session_options *options);

#endif
