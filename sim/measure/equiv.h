/* sfpsim equiv: do two kernels make the same bits of the same inputs? */
#ifndef SFP_EQUIV_H
#define SFP_EQUIV_H

#include <stdio.h>

#include "action/action.h"
#include "action/input_options.h"
#include "action/machine_options.h"
#include "action/probe.h"

struct equiv_report;

enum { EQUIV_KERNELS = 2 }; /* A and B */

struct equiv_options {
    struct action_options action;
    const char *kernel[EQUIV_KERNELS];
    struct sfp_machine_options machine[EQUIV_KERNELS]; /* B's settings begin with those of A */
    bool inherits;        /* B has the arch of A where its file names none */
    struct input_options input; /* has_result: results are in these cells alone */
    bool has_rows;        /* they are in these rows alone */
    bool row[PROBE_ROWS];
    bool has_ulp, any_nan; /* count as equal: what is at most `ulp` apart; NaNs of any bits */
    uint64_t ulp;
    const char *html; /* a page's file, or NULL */
    bool (*print)(FILE *out, const struct equiv_report *report);
};

/* Does it all, and returns the exit status. */
int equiv_run(const struct equiv_options *options);

#endif
