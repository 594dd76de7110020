/*
 * A second, slow interpreter of the rules of time for up to three threads that share the vector unit, written from
 * sfpu-timing(7) and the rules of arbitration alone. slow_vector.c has the vector unit, slow_front.c a thread's front
 * end. Only what one instruction does to a state is the simulator's own.
 */
#ifndef SLOW_THREADS_H
#define SLOW_THREADS_H

#include "slow_vector.h"
#include "time/pipeline.h"

struct slow_threads {
    struct slow_program thread[SFP_THREADS]; /* one pass; a thread without words does not run */
    const uint32_t *index[SFP_THREADS];      /* what each word of a thread is called in reports; NULL: its number */
    enum sfp_arbiter arbiter;
    uint64_t seed;
    bool alone; /* a run of one thread, as without threads: a deadlock drops the items that are still to come */
};

/* Runs the threads on the state of `m`. The log belongs to the result, which the caller frees with slow_free(). */
void slow_run_threads(struct sfp_machine *m, const struct slow_threads *threads, struct slow_result *result);

#endif
