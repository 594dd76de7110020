/*
 * What references cost: ns of CPU time an input, for every function; of one number on stretches of consecutive fp32
 * numbers from all over them, of two on pairs of bf16, of integers on the same bits as int32; and a whole sweep of
 * bf16.
 */
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "numerics/reference.h"
#include "sfpu.h"

enum {
    STRETCH = 1 << 13, /* what a block of a sweep has */
    STRETCHES = 1 << 7,
    REPETITIONS = 3, /* odd: the median is one of them */
    NUMBERS_16 = 1 << 16,
    BITS_16 = 16,
};

static struct {
    uint32_t x[NUMBERS_16], y[NUMBERS_16], expected[NUMBERS_16];
    uint8_t expectation[NUMBERS_16];
} block;

/* CPU time of the first `count` of the block. */
static double fill(const struct function *f, const struct number_format *format, size_t count)
{
    const double start = cpu_now();
    size_t unproven;

    if (!reference_fill(f, format, format, block.x, f->operands == 2 ? block.y : NULL, count, block.expected,
                        block.expectation, &unproven)) {
        fprintf(stderr, "bench_references: %s: nothing proven\n", f->name);
        exit(EXIT_FAILURE);
    }
    return cpu_now() - start;
}

/* The inputs of a sweep from number `first` on. */
static void set_stretch(const struct function *f, const struct number_format *format, uint32_t first)
{
    for (uint32_t i = 0; i < STRETCH; i++) {
        const bool is_pair = f->operands == 2 && format->bits == BITS_16;

        block.x[i] = is_pair ? (first + i) >> BITS_16 : first + i;
        block.y[i] = is_pair ? (first + i) & (NUMBERS_16 - 1) : (first + i) * 0x9E3779B1u;
        block.expectation[i] = EXPECT_NUMBER;
    }
}

static double time_all(const struct function *f, const struct number_format *format)
{
    double total = 0;

    for (uint32_t i = 0; i < STRETCHES; i++) {
        set_stretch(f, format, i * (UINT32_MAX / STRETCHES));
        total += fill(f, format, STRETCH);
    }
    return total / ((double)STRETCHES * STRETCH);
}

static void measure(const struct function *f)
{
    const int format = f->integers ? SFPU_INT32 : f->operands == 2 ? SFPU_BF16 : SFPU_FP32;
    double times[REPETITIONS];

    for (int i = 0; i < REPETITIONS; i++)
        times[i] = time_all(f, number_format(format));
    printf("%-24s %-6s %8.2f ns\n", f->name, sfpu_format_name(format), median_of(times, REPETITIONS));
}

static void measure_sweep(void)
{
    double times[REPETITIONS];

    for (int i = 0; i < REPETITIONS; i++) {
        for (uint32_t bits = 0; bits < NUMBERS_16; bits++) {
            block.x[bits] = bits;
            block.expectation[bits] = EXPECT_NUMBER;
        }
        times[i] = fill(function_named("exp"), number_format(SFPU_BF16), NUMBERS_16);
    }
    printf("exp of all bf16 numbers %16.2f ms\n", median_of(times, REPETITIONS) / 1e6);
}

int main(void)
{
    puts("references, an input");
    for (size_t i = 0; function_at(i); i++)
        measure(function_at(i));
    measure_sweep();
    reference_thread_end();
    return 0;
}
