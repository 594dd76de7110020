/* The yardstick of vectors, by SIMD level (yardstick.h). */
#ifndef SFP_BENCH_YARDSTICK_FMA_H
#define SFP_BENCH_YARDSTICK_FMA_H

enum { YARDSTICK_LANES = 32, YARDSTICK_RESULTS = 4 };

struct yardstick_floats {
    _Alignas(64) float x[YARDSTICK_LANES];
    _Alignas(64) float y[YARDSTICK_LANES];
    _Alignas(64) float z[YARDSTICK_LANES];
    _Alignas(64) float result[YARDSTICK_RESULTS][YARDSTICK_LANES]; /* written in turn, as no pass waits for another */
};

void yardstick_fma_v4(struct yardstick_floats *f, unsigned long passes);
void yardstick_fma_v3(struct yardstick_floats *f, unsigned long passes);

#endif
