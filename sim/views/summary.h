/* The readable summary of a run: the work done, and the state changed. */
#ifndef SFP_SUMMARY_H
#define SFP_SUMMARY_H

#include <stdio.h>

#include "time/kernel.h"
#include "time/pipeline.h"

/*
 * Prints to `stream` the outcome `result` of running `kernel` `passes` times, and the differences between `before` and
 * `after`. `timing` is NULL for a run without time.
 */
void sfp_summary_print(FILE *stream, const struct sfp_kernel *kernel, unsigned long passes,
                       const struct sfp_run_result *result, const struct sfp_timing_result *timing,
                       const struct sfp_state *before, const struct sfp_state *after);

#endif
