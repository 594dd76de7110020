/* A sweep, said. */
#ifndef SFP_NUMERICS_REPORT_H
#define SFP_NUMERICS_REPORT_H

#include <stdio.h>

#include "measure.h"

struct sweep_finding {
    const char *name, *severity;
    unsigned long long times;
    bool possible; /* not with the data of the run that found it */
};

struct sweep_report {
    const char *kernel, *arch, *function, *domain, *in, *dst, *out; /* the last three: names of formats */
    const struct measures *measures;
    bool sampled;          /* not all inputs that the format has */
    uint64_t done, wanted; /* inputs gone through, of all that the sweep has: fewer if it was interrupted */
    double cycles_per_32_lanes, steady_cycles_per_32_lanes;
    bool is_steady; /* there is a steady state */
    const struct sweep_finding *findings;
    size_t finding_count;
};

/* False: memory ran out. What the stream says of errors is its owner's to ask. */
bool report_text(FILE *out, const struct sweep_report *report);
bool report_json(FILE *out, const struct sweep_report *report);
bool report_csv(FILE *out, const struct sweep_report *report);

/* The histogram of ULP, and the largest and mean ULP over x: as a file of SVG, and as text of 80 columns. */
bool report_svg(FILE *out, const struct sweep_report *report);
bool report_plot_text(FILE *out, const struct sweep_report *report);

#endif
