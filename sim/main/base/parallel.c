/* Jobs on all processors. */
#include "parallel.h"

#ifdef _OPENMP
#include <omp.h>

unsigned parallel_workers(void)
{
    return (unsigned)omp_get_max_threads();
}

void parallel_each(void *context, size_t count, sfpu_job *job, void *jobs)
{
    (void)context;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < count; i++)
        job(jobs, i, (unsigned)omp_get_thread_num());
}

void parallel_in_order(size_t count, unsigned workers, sfpu_job *job, sfpu_job *finish, void *jobs)
{
#pragma omp parallel for ordered schedule(dynamic) num_threads(workers)
    for (size_t i = 0; i < count; i++) {
        job(jobs, i, (unsigned)omp_get_thread_num());
#pragma omp ordered
        finish(jobs, i, (unsigned)omp_get_thread_num());
    }
}

void parallel_end(unsigned workers, void (*end)(void))
{
#pragma omp parallel num_threads(workers)
    end();
}

#else /* a compiler without OpenMP */

unsigned parallel_workers(void)
{
    return 1;
}

void parallel_each(void *context, size_t count, sfpu_job *job, void *jobs)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        job(jobs, i, 0);
}

void parallel_in_order(size_t count, unsigned workers, sfpu_job *job, sfpu_job *finish, void *jobs)
{
    (void)workers;
    for (size_t i = 0; i < count; i++) {
        job(jobs, i, 0);
        finish(jobs, i, 0);
    }
}

void parallel_end(unsigned workers, void (*end)(void))
{
    (void)workers;
    end();
}

#endif
