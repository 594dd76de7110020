/*
 * What marks are multiples of: work that any processor does, measured in the same run. So a mark says the same on a
 * slow machine as on a fast one, and a row that misses its mark has become slower, not the machine.
 */
#ifndef SFP_BENCH_YARDSTICK_H
#define SFP_BENCH_YARDSTICK_H

#include <stdbool.h>

enum yardstick {
    YARDSTICK_NONE,    /* no mark */
    YARDSTICK_FMA,     /* the host's fused multiply-add of 32 floats, with the vectors of a SIMD level, from and to memory */
    YARDSTICK_COPY,    /* a copy of a tile: memcpy of 4 KiB */
    YARDSTICK_INTEGER, /* fma_lane.c over 32 lanes: branches and integers, for what does not use vectors */
    YARDSTICKS,
};

/* ns of one, a median. Of YARDSTICK_FMA with the level's vectors; 0 if there is no such level (x86-64-v4, x86-64-v3). */
double yardstick_ns(enum yardstick yardstick, const char *level);

/* Prints how many yardsticks something takes, beside its mark: " 1.70 of 1.81 met". Returns whether it is met. */
bool yardstick_judge(double ns, double yardstick, double mark);

/* Prints the yardsticks, each with its ns; of YARDSTICK_FMA those of the processor's levels. */
void yardstick_print(void);

#endif
