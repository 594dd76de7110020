/* Reports on runs, for programs: JUnit XML, TAP, and SARIF 2.1.0. */
#ifndef SFP_REPORT_RUNS_H
#define SFP_REPORT_RUNS_H

#include <stdio.h>

#include "verdict.h"

struct reported_case {
    const char *name, *kernel;
    const char *file;    /* the batch that it is a line of, or NULL */
    unsigned line;
    const struct verdict *verdict;
    const char *output;  /* what it said, in lines */
    size_t output_size;
    double seconds;
};

struct run_report {
    const char *name;    /* the batch, or the one kernel */
    const struct reported_case *cases;
    size_t count;
    double seconds;      /* of the whole */
};

/* Why a case failed or could not run: its length, and the text, which is the case's. */
int report_reason(const struct reported_case *c, const char **reason);

/* In order, after a plan for all. */
void report_tap_plan(FILE *out, size_t count);
void report_tap_case(FILE *out, size_t number, const struct reported_case *c);

/* Whether writing went well is the stream's to say. */
void report_junit(FILE *out, const struct run_report *report);

/* False: no memory. */
bool report_sarif(FILE *out, const struct run_report *report);

#endif
