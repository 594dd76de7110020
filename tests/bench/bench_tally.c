/*
 * How long a tally takes for an input: fp32 results that are all as expected, that are half of them 1 ULP off, that are
 * all off, and bf16 pairs. CPU time; the fastest of several runs. Marks are copies of a tile (YARDSTICK_COPY) for 1024
 * inputs: 1 and 4 ns an input where a copy takes 35 ns.
 */
#include "numerics/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sfpu.h"
#include "yardstick.h"

enum { STRETCH = 1 << 13, STRETCHES = 1 << 8, RUNS = 15, TILE_INPUTS = 1024 };

struct stream {
    uint32_t x[STRETCH], y[STRETCH], got[STRETCH], expected[STRETCH];
    uint8_t expectation[STRETCH];
};

static const struct bench {
    const char *name;
    int format;
    unsigned off, of;  /* so many results of so many are 1 ULP off */
    bool mixed;        /* negative inputs overflow */
    unsigned operands;
    double mark;       /* copies of a tile for 1024 inputs; 0: none */
} benches[] = {
    {"fp32, all as expected", SFPU_FP32, 0, 1, false, 1, 29},
    {"fp32, half of them overflow", SFPU_FP32, 0, 1, true, 1, 29},
    {"fp32, 1 of 256 is 1 ULP off", SFPU_FP32, 1, 256, false, 1, 0},
    {"fp32, half are 1 ULP off", SFPU_FP32, 1, 2, false, 1, 117},
    {"fp32, all are 1 ULP off", SFPU_FP32, 1, 1, false, 1, 0},
    {"bf16 pairs, all as expected", SFPU_BF16, 0, 1, false, 2, 0},
    {"bf16 pairs, half are 1 ULP off", SFPU_BF16, 1, 2, false, 2, 0},
};

static void fill(struct stream *s, const struct bench *b)
{
    const bool wide = b->format == SFPU_FP32;
    const uint32_t one = wide ? 0x3F800000 : 0x3F80, sign = wide ? 1u << 31 : 1u << 15;
    uint32_t random = 1;

    for (unsigned i = 0; i < STRETCH; i++) {
        random = random * 1664525 + 1013904223;
        s->x[i] = (one + i / 2) | (i & 1 ? sign : 0);
        s->y[i] = one;
        s->expected[i] = s->x[i];
        s->got[i] = s->expected[i] + ((random >> 8) % b->of < b->off);
        s->expectation[i] = b->mixed && i & 1 ? EXPECT_OVERFLOW : EXPECT_NUMBER;
    }
}

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double nanoseconds(struct tally *t, const struct stream *s, const struct bench *b)
{
    const struct results r = {.x = s->x, .y = b->operands == 2 ? s->y : NULL, .got = s->got, .expected = s->expected,
                              .expectation = s->expectation, .count = STRETCH, .before = 0,
                              .stride = b->operands == 2 ? 0 : 2};
    const double start = cpu_seconds();

    for (int i = 0; i < STRETCHES; i++)
        tally_add(t, &r);
    return (cpu_seconds() - start) * 1e9 / ((double)STRETCH * STRETCHES);
}

int main(void)
{
    struct tally *t = malloc(sizeof *t);
    struct stream *s = malloc(sizeof *s);
    if (!t || !s)
        return EXIT_FAILURE;
    printf("a tally: %zu KiB\n", sizeof *t / 1024);
    for (size_t i = 0; i < sizeof benches / sizeof benches[0]; i++) {
        const struct number_format *format = number_format(benches[i].format);
        double fastest = HUGE_VAL;

        fill(s, &benches[i]);
        tally_start(t, format, format, benches[i].operands);
        for (int run = 0; run < RUNS; run++)
            fastest = fmin(fastest, nanoseconds(t, s, &benches[i]));
        printf("%-32s %5.2f ns an input", benches[i].name, fastest);
        if (benches[i].mark > 0)
            yardstick_judge(fastest * TILE_INPUTS, yardstick_ns(YARDSTICK_COPY, ""), benches[i].mark);
        putchar('\n');
    }
    free(t);
    free(s);
    return EXIT_SUCCESS;
}
