/* Time as the benchmarks measure it: of the processor, since what else the machine does counts as little as it can. */
#ifndef SFP_BENCH_CLOCK_H
#define SFP_BENCH_CLOCK_H

#include <stdlib.h>
#include <time.h>

/* ns of CPU time this thread has had. */
static inline double cpu_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Of an odd number of values, which it puts in order. */
static inline double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

#endif
