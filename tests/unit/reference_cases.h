/* Cases for references: operands, what double precision makes of them, and what MPFR proves. */
#ifndef SFP_TESTS_REFERENCE_CASES_H
#define SFP_TESTS_REFERENCE_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/doubles/doubles.h"
#include "numerics/reference.h"
#include "sfpu.h"

enum { MOST = 1 << 16 };

static bool is_long(void) { return getenv("SFP_LONG") != NULL; }

static uint64_t random_bits(void)
{
    static uint64_t state = 20261122;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x2545F4914F6CDD1D) >> 16;
}

/* Operands, what doubles make of them at a level, and what MPFR does. */
static struct {
    uint32_t x[MOST], y[MOST], found[MOST], proven[MOST];
    uint8_t expectation[MOST], proven_expectation[MOST];
} cases;

static void fail_at(const struct function *f, int in, int out, size_t i)
{
    fail_msg("%s of %s 0x%08X, 0x%08X as %s: 0x%08X (%u), not 0x%08X (%u)", f->name, sfpu_format_name(in), cases.x[i],
             cases.y[i], sfpu_format_name(out), cases.found[i], cases.expectation[i], cases.proven[i],
             cases.proven_expectation[i]);
}

/* Returns how many were left to MPFR. */
static size_t compare_level(doubles_fill *fill, const struct function *f, int in, int out, size_t count)
{
    const size_t most = DOUBLES_MOST;
    size_t left = 0;

    for (size_t i = 0; i < count; i += most)
        fill(f, number_format(in), number_format(out), &cases.x[i], &cases.y[i], count - i < most ? count - i : most,
             &cases.found[i], &cases.expectation[i]);
    for (size_t i = 0; i < count; i++) {
        if (cases.expectation[i] == EXPECT_NOTHING)
            left++;
        else if (cases.found[i] != cases.proven[i] || cases.expectation[i] != cases.proven_expectation[i])
            fail_at(f, in, out, i);
    }
    return left;
}

/* The first so many of the cases. */
static size_t compare(const struct function *f, int in, int out, size_t count)
{
    struct doubles levels[DOUBLES_LEVELS];
    const size_t level_count = doubles_list(levels);
    size_t unproven, left = 0;

    memset(cases.proven_expectation, EXPECT_NUMBER, count);
    if (!reference_prove(f, number_format(in), number_format(out), cases.x, f->operands == 2 ? cases.y : NULL, count,
                         cases.proven, cases.proven_expectation, &unproven))
        fail_msg("%s of %s 0x%08X, 0x%08X is not proven", f->name, sfpu_format_name(in), cases.x[unproven],
                 cases.y[unproven]);
    for (size_t i = 0; i < level_count; i++)
        left = compare_level(levels[i].fill, f, in, out, count);
    return left;
}

/* How far f is from its reference: double precision is as far off from that as its margins have it (reference.h). */
static void compare_offsets(const struct function *f, int in, int out, size_t count)
{
    static double offset[MOST];
    const uint32_t *const y = f->operands == 2 ? cases.y : NULL;
    const double margin = number_format(out)->mantissa_bits ? 0x1p-16 : 0x1p-8;

    reference_offsets(f, number_format(in), number_format(out), cases.x, y, cases.proven, count, offset);
    for (size_t i = 0; i < count; i++) {
        double exact;

        if (cases.proven_expectation[i] != EXPECT_NUMBER)
            continue;
        exact = reference_offset(f, number_format(in), number_format(out), cases.x[i], cases.y[i], cases.proven[i]);
        if (!(fabs(exact) <= 0.5) || !(fabs(offset[i] - exact) <= margin))
            fail_msg("%s of %s 0x%08X, 0x%08X: %.17g off its %s, not %.17g", f->name, sfpu_format_name(in), cases.x[i],
                     cases.y[i], offset[i], sfpu_format_name(out), exact);
    }
}

/* ---- Cases ---- */

static size_t case_count;

static void add(uint32_t x, uint32_t y)
{
    assert_true(case_count < MOST);
    cases.x[case_count] = x;
    cases.y[case_count] = y;
    case_count++;
}

static uint32_t sign_of(const struct number_format *f) { return UINT32_C(1) << (f->bits - 1); }
static uint32_t all_bits(const struct number_format *f) { return sign_of(f) | (sign_of(f) - 1); }

/* Of floats half have exponents near 0; of integers lengths are as likely. */
static uint32_t random_number(const struct number_format *f)
{
    const uint64_t random = random_bits();
    const uint32_t bits = (uint32_t)random & all_bits(f);
    const unsigned of_exponent = random >> 40 & 15;

    if (!f->mantissa_bits)
        return (random >> 32 & 1 ? ~bits : bits) >> (random >> 40) % f->bits & all_bits(f);
    if (random >> 32 & 1)
        return bits;
    return (bits & (sign_of(f) | ((UINT32_C(1) << f->mantissa_bits) - 1)))
        | (uint32_t)(f->largest_exponent - 8 + (int)of_exponent) << f->mantissa_bits;
}

#endif
