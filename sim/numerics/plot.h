/* Scales that plots of a sweep have in common. */
#ifndef SFP_NUMERICS_PLOT_H
#define SFP_NUMERICS_PLOT_H

#include "report.h"

/* How high counts and ULP are, of 1 for the most there is: logarithmic, but for 0, which is 0. */
double plot_count(uint64_t count, uint64_t most);
double plot_ulp(double ulp, double most);

/* The most of them. */
uint64_t plot_most_inputs(const struct measures *m);

enum { PLOT_LABEL_SIZE = 16 };
/* "0", "1/2", "1" to "1024" and "more". */
void plot_class_label(unsigned class, char label[PLOT_LABEL_SIZE]);

#endif
