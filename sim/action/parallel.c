/* Parallel loops over jobs. A worker's output goes to the streams of the thread that started the loop. */
#include "parallel.h"

#include "voice.h"

#ifdef _OPENMP
#include <omp.h>

unsigned parallel_workers(void)
{
    return (unsigned)omp_get_max_threads();
}

void parallel_each(void *context, size_t count, sfpu_job *job, void *jobs)
{
    const struct voice_streams streams = voice_now();

    (void)context;
#pragma omp parallel
    {
        const struct voice_streams before = voice_to(streams);

#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < count; i++)
            job(jobs, i, (unsigned)omp_get_thread_num());
        voice_to(before);
    }
}

/* OpenMP loops cannot end early. On a busy machine a worker waits for its turn much longer than an idle job takes,
 * so the loop runs in blocks, and stops between two blocks. */
void parallel_in_order(size_t count, unsigned workers, sfpu_job *job, parallel_finish *finish, void *jobs)
{
    enum { BETWEEN_LOOKS = 512 };
    const struct voice_streams streams = voice_now();
    bool further = true;

    for (size_t end, first = 0; further && first < count; first = end) {
        end = count - first < BETWEEN_LOOKS ? count : first + BETWEEN_LOOKS;
#pragma omp parallel num_threads(workers)
        {
            const struct voice_streams before = voice_to(streams);

#pragma omp for ordered schedule(dynamic)
            for (size_t i = first; i < end; i++) {
                job(jobs, i, (unsigned)omp_get_thread_num());
#pragma omp ordered
                further = finish(jobs, i, (unsigned)omp_get_thread_num());
            }
            voice_to(before);
        }
    }
}

void parallel_end(unsigned workers, void (*end)(void))
{
#pragma omp parallel num_threads(workers)
    end();
}

#else /* compiled without OpenMP */

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

void parallel_in_order(size_t count, unsigned workers, sfpu_job *job, parallel_finish *finish, void *jobs)
{
    bool further = true;

    (void)workers;
    for (size_t i = 0; further && i < count; i++) {
        job(jobs, i, 0);
        further = finish(jobs, i, 0);
    }
}

void parallel_end(unsigned workers, void (*end)(void))
{
    (void)workers;
    end();
}

#endif
