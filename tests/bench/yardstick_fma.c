/* The host's fused multiply-add of 32 floats: compiled once for each SIMD level that has the instruction. */
#include "yardstick_fma.h"

#include <math.h>

void YARDSTICK_FMA_OF_LEVEL(struct yardstick_floats *f, unsigned long passes)
{
    for (unsigned long p = 0; p < passes; p++) {
        float *to = f->result[p % YARDSTICK_RESULTS];

        for (unsigned l = 0; l < YARDSTICK_LANES; l++)
            to[l] = fmaf(f->x[l], f->y[l], f->z[l]);
        __asm__ volatile("" ::: "memory"); /* each pass loads and stores again */
    }
}
