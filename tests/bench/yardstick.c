#include "yardstick.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "fma_lane.h"
#include "words.h"
#include "yardstick_fma.h"

enum { REPETITIONS = 25 /* odd: the median is one of them */, TILE_BYTES = 32 * 32 * 4 };
static const double repetition_ns = 400e3; /* short beside a scheduler's time slice */

/* ---- The work ---- */

typedef void work(unsigned long passes);

#ifdef SFP_HAVE_X86_LEVELS
static struct yardstick_floats floats;

static void fill_floats(void)
{
    for (unsigned l = 0; l < YARDSTICK_LANES; l++) {
        floats.x[l] = 1 + (float)l / YARDSTICK_LANES;
        floats.y[l] = 2 - (float)l / YARDSTICK_LANES;
        floats.z[l] = (float)l;
    }
}

static void multiply_add_v4(unsigned long passes)
{
    yardstick_fma_v4(&floats, passes);
}

static void multiply_add_v3(unsigned long passes)
{
    yardstick_fma_v3(&floats, passes);
}
#endif

static void copy_tile(unsigned long passes)
{
    static _Alignas(64) uint8_t from[TILE_BYTES], to[TILE_BYTES];

    for (unsigned long p = 0; p < passes; p++) {
        memcpy(to, from, TILE_BYTES);
        __asm__ volatile("" : : "r"(from), "r"(to) : "memory"); /* each pass copies again */
    }
}

static volatile uint32_t result[YARDSTICK_LANES]; /* each result is stored */

static void multiply_add_integers(unsigned long passes)
{
    uint32_t x[YARDSTICK_LANES], y[YARDSTICK_LANES], z[YARDSTICK_LANES];
    uint64_t random = 1;

    for (unsigned l = 0; l < YARDSTICK_LANES; l++) {
        x[l] = random_float(&random);
        y[l] = random_float(&random);
        z[l] = random_float(&random);
    }
    for (unsigned long p = 0; p < passes; p++)
        for (unsigned l = 0; l < YARDSTICK_LANES; l++)
            result[l] = sfp_fma_lane(SFP_WH, x[l], y[l], z[l]);
}

/* ---- Its time ---- */

static double time_once(work *what, unsigned long passes)
{
    const double start = cpu_now();

    what(passes);
    return cpu_now() - start;
}

static double median_time(work *what)
{
    double ns[REPETITIONS];
    unsigned long passes = 1;

    while (time_once(what, passes) < repetition_ns)
        passes *= 2;
    for (unsigned i = 0; i < REPETITIONS; i++)
        ns[i] = time_once(what, passes) / (double)passes;
    return median_of(ns, REPETITIONS);
}

static double fma_ns(const char *level)
{
#ifdef SFP_HAVE_X86_LEVELS
    fill_floats();
    if (strcmp(level, "x86-64-v4") == 0 && __builtin_cpu_supports("avx512f"))
        return median_time(multiply_add_v4);
    if (strcmp(level, "x86-64-v3") == 0 && __builtin_cpu_supports("fma"))
        return median_time(multiply_add_v3);
#else
    (void)level;
#endif
    return 0;
}

double yardstick_ns(enum yardstick yardstick, const char *level)
{
    switch (yardstick) {
    case YARDSTICK_FMA: return fma_ns(level);
    case YARDSTICK_COPY: return median_time(copy_tile);
    case YARDSTICK_INTEGER: return median_time(multiply_add_integers);
    default: return 0;
    }
}

bool yardstick_judge(double ns, double yardstick, double mark)
{
    const double times = ns / yardstick;
    const int digits = mark < 1 ? 4 : mark < 1000 ? 2 : 0;

    printf("  %.*f of %.*f %s", digits, times, digits, mark, times <= mark ? "met" : "NOT MET");
    return times <= mark;
}

void yardstick_print(void)
{
    static const char *const levels[] = {"x86-64-v4", "x86-64-v3"};

    puts("yardsticks, ns");
    for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        const double ns = yardstick_ns(YARDSTICK_FMA, levels[i]);

        if (ns > 0)
            printf("  %-40s %8.2f\n", i == 0 ? "32 values, fused, x86-64-v4" : "32 values, fused, x86-64-v3", ns);
    }
    printf("  %-40s %8.2f\n", "a copy of a tile of 4 KiB", yardstick_ns(YARDSTICK_COPY, ""));
    printf("  %-40s %8.2f\n", "32 values, in integers", yardstick_ns(YARDSTICK_INTEGER, ""));
}
