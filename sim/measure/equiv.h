/* sfpsim equiv: checks whether two kernels turn equal inputs into equal bits. */
#ifndef SFP_EQUIV_H
#define SFP_EQUIV_H

#include <stdio.h>

#include "action/action.h"
#include "action/input_options.h"
#include "action/machine_options.h"
#include "action/probe.h"

struct equiv_report;

enum { EQUIV_KERNELS = 2 }; /* number of kernels: A and B */

struct equiv_options {
    struct action_options action;
    const char *kernel[EQUIV_KERNELS];
    struct sfp_machine_options machine[EQUIV_KERNELS]; /* B's settings begin with A's */
    bool inherits;        /* B has A's arch if B's file names none */
    struct input_options input; /* options about inputs; has_result: compare only the cells of results */
    bool has_rows;        /* the comparison covers only the rows in `row` */
    bool row[PROBE_ROWS];
    bool has_ulp, any_nan; /* also equal: results at most `ulp` apart; NaNs with different bits */
    uint64_t ulp;
    const char *html; /* path of a page, or NULL */
    bool (*print)(FILE *out, const struct equiv_report *report);
};

/* Compares the kernels and prints the report. Returns the exit status. */
int equiv_run(const struct equiv_options *options);

#endif
