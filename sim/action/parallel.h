/* Jobs on all processors. */
#ifndef SFP_PARALLEL_H
#define SFP_PARALLEL_H

#include <stdbool.h>

#include "sfpu.h"

/* How many jobs may be under way at once; OMP_NUM_THREADS says otherwise. */
unsigned parallel_workers(void);

/* An sfpu_each. */
void parallel_each(void *context, size_t count, sfpu_job *job, void *jobs);

/* Is there any need of further jobs? */
typedef bool parallel_finish(void *jobs, size_t i, unsigned worker);

/*
 * The same by so many workers at most, and then finish(jobs, i, worker) in order of i: one at a time, all below i done
 * before, each by the worker of its job before that has another. Some hundreds are done behind that which needs no
 * further ones.
 */
void parallel_in_order(size_t count, unsigned workers, sfpu_job *job, parallel_finish *finish, void *jobs);

/* In each worker once, behind all else. */
void parallel_end(unsigned workers, void (*end)(void));

#endif
