/* How a sweep is told. */
#ifndef SFP_SWEEP_REPORT_H
#define SFP_SWEEP_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "numerics/measure.h"
#include "action/report.h"

/* How a report is spelled. */
struct report_form {
    bool (*print)(FILE *out, const struct sweep_report *report);
};

extern const struct report_form report_forms[]; /* the first is text */

/* Where a report goes. */
struct report_outputs {
    bool quiet; /* nothing is printed */
    const struct report_form *form;
    const char *svg, *html; /* files, or NULL */
    bool plot;
    bool has_mark;
    double max_ulp; /* the mark that all results are held to */
};

/* Of a struct report_outputs with a form. */
extern const struct option_table report_table;

/* Prints it, and holds its results to the mark, which `verdict` is told of. Returns an exit status. */
int report_print(const struct sweep_report *report, const struct report_outputs *outputs, struct verdict *verdict);

#endif
