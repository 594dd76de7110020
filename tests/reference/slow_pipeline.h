/* One thread of the slow interpreter (slow_threads.h); and a run of the pipeline itself, told as text. */
#ifndef SLOW_PIPELINE_H
#define SLOW_PIPELINE_H

#include "time/pipeline.h"
#include "slow_threads.h"

/* Runs `program` on the state of `m`, as its selected thread. The caller frees the result with slow_free(). */
void slow_run(struct sfp_machine *m, const struct slow_program *program, struct slow_result *result);

/*
 * A run of the pipeline itself, told as text. In `log` one entry an event:
 *   0:mad 1       word 1 of the program executes on the MAD sub-unit in cycle 0 ("other": outside the vector unit)
 *   3:simple m1   an item of the SFPLOADMACRO that is word 1 executes on simple
 *   1:stall 2 mad, 1:bubble gap 2 (for want of word 2; mop 2, replay 2: for what it made an expander do), 4:discard simple 3, 4:forget round m1
 * In `findings` the name, the instruction, the other one, and the register with lanes and lanes that differ, or "possible".
 */
struct watched {
    struct sfp_machine *m;
    struct sfp_timing_options options;
    struct sfp_timing_result result;
    char log[8192], findings[8192];
};

/* A machine at reset, but Li = i + 1.0 for i < 8, and row r of Dst holds r everywhere. One pass, no gaps. */
void watched_start(struct watched *w, enum sfp_arch arch);

/* Assembles `source` and runs it as w->options say. */
void watched_run(struct watched *w, const char *source);

/* The same without an observer: no log, and passes may reuse a schedule. */
void watched_run_unwatched(struct watched *w, const char *source);
void watched_end(struct watched *w);

#endif
