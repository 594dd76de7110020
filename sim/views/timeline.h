/*
 * Timelines of a run as text: what executes where in each cycle, or when each
 * instruction waits and executes. Rows that repeat are left out with a line
 * that says so. They gather in a temporary file, so memory does not grow with
 * the run.
 */
#ifndef SFP_TIMELINE_H
#define SFP_TIMELINE_H

#include <stdio.h>

#include "time/event.h"
#include "time/kernel.h"

/*
 * What makes a form, a row of views.def each:
 *   sfp_timeline_table     a row a cycle: t | Load | Simple | MAD | Round | Store | Front end
 *   sfp_timeline_mca       a row an instruction, a column a cycle, as llvm-mca draws them
 *   sfp_timeline_schedule  the tables of its SFPLOADMACROs, as a source
 */
struct sfp_timeline_class;

#define VIEW_TIMELINE(enumerator, member, ...) extern const struct sfp_timeline_class sfp_timeline_##member;
#include "views.def"

struct sfp_timeline;

/* Shows findings of severity `at_least`. `kernel` must outlive it. NULL without memory or a temporary file. */
struct sfp_timeline *sfp_timeline_new(const struct sfp_timeline_class *class, const struct sfp_kernel *kernel,
                                      enum sfp_severity at_least);

/* For the observers of sfp_run_timed(). */
struct sfp_observer *sfp_timeline_observer(struct sfp_timeline *t);

/*
 * Writes the timeline of the run that is over, of which `cycles` took part; at most once. False if memory or room for
 * the temporary file ran out on the way, so that rows are missing. Errors of `stream` are the caller's.
 */
bool sfp_timeline_print(struct sfp_timeline *t, uint64_t cycles, FILE *stream);

void sfp_timeline_free(struct sfp_timeline *t);

#endif
