/*
 * Timelines of a run as text: the work of each sub-unit in each cycle, or the waits and cycles of each instruction.
 * Repeated rows are left out, and a line says so. Rows are kept in a temporary file, so memory does not grow with the
 * run.
 */
#ifndef SFP_TIMELINE_H
#define SFP_TIMELINE_H

#include <stdio.h>

#include "time/event.h"
#include "time/kernel.h"

/*
 * A form of timeline; one for each row of views.def:
 *   sfp_timeline_table     a row for each cycle: t | Load | Simple | MAD | Round | Store | Front end
 *   sfp_timeline_mca       a row for each instruction and a column for each cycle, as llvm-mca draws them
 *   sfp_timeline_schedule  the tables of its SFPLOADMACROs, as a source
 *   sfp_timeline_svg       a picture of the first cycles
 */
struct sfp_timeline_class;

#define VIEW_TIMELINE(enumerator, member, ...) extern const struct sfp_timeline_class sfp_timeline_##member;
#include "views.def"

struct sfp_timeline;

/* Returns a timeline that shows findings of severity `at_least` or more. `kernel` must outlive the timeline. Returns
 * NULL if memory or a temporary file is lacking. */
struct sfp_timeline *sfp_timeline_new(const struct sfp_timeline_class *class, const struct sfp_kernel *kernel,
                                      enum sfp_severity at_least);

/* Returns the observer to pass to sfp_run_timed(). */
struct sfp_observer *sfp_timeline_observer(struct sfp_timeline *t);

/*
 * Writes the timeline after the run, at most once. `cycles`: length of the run. Returns false if memory or room for the
 * temporary file ran out, so that rows are missing. Errors of `stream` are left to the caller.
 */
bool sfp_timeline_print(struct sfp_timeline *t, uint64_t cycles, FILE *stream);

void sfp_timeline_free(struct sfp_timeline *t);

#endif
