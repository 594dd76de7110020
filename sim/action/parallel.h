/* Parallel loops over jobs, on as many processors as available. */
#ifndef SFP_PARALLEL_H
#define SFP_PARALLEL_H

#include <stdbool.h>

#include "sfpu.h"

/* Returns the largest number of jobs that run at once; the environment's OMP_NUM_THREADS overrides it. */
unsigned parallel_workers(void);

/* Runs job(jobs, i, worker) for each i below `count`. An sfpu_each. */
void parallel_each(void *context, size_t count, sfpu_job *job, void *jobs);

/* Handles the result of job `i`. Returns whether later jobs are still needed. */
typedef bool parallel_finish(void *jobs, size_t i, unsigned worker);

/*
 * Runs the jobs in at most `workers` threads, and calls finish(jobs, i, worker) in order of i, one call at a time, in
 * the thread that ran job i, before that thread takes another job. Jobs run in blocks of some hundreds: the loop ends
 * after a block whose last finish() returned false.
 */
void parallel_in_order(size_t count, unsigned workers, sfpu_job *job, parallel_finish *finish, void *jobs);

/* Calls end() once in each worker, after the last job. */
void parallel_end(unsigned workers, void (*end)(void));

#endif
