/* Jobs on all processors. */
#ifndef SFP_PARALLEL_H
#define SFP_PARALLEL_H

#include "sfpu.h"

/* How many jobs may be under way at once; OMP_NUM_THREADS says otherwise. */
unsigned parallel_workers(void);

/* An sfpu_each. */
void parallel_each(void *context, size_t count, sfpu_job *job, void *jobs);

#endif
