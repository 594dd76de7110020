/* What sfpsim sweep gathers of results: streams worked out by hand, cut in every way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/functions.h"
#include "numerics/measure.h"
#include "numerics/tally_parts.h"
#include "sfpu.h"
#include "base/json_writer.h"

enum { MOST = 1 << 16 };

/* A sweep's results, of which stretches are taken. */
struct stream {
    size_t count, stride;
    uint32_t x[MOST], y[MOST], got[MOST], expected[MOST];
    uint8_t expectation[MOST];
    bool pairs;
};

static struct stream *new_stream(size_t stride)
{
    struct stream *s = calloc(1, sizeof *s);

    assert_non_null(s);
    s->stride = stride;
    return s;
}

static void put(struct stream *s, uint32_t x, uint32_t got, enum expectation expectation, uint32_t expected)
{
    const size_t i = s->count++;

    assert_true(i < MOST);
    s->x[i] = x;
    s->got[i] = got;
    s->expected[i] = expected;
    s->expectation[i] = (uint8_t)expectation;
}

static struct tally *new_tally(int in, int out, unsigned operands)
{
    struct tally *t = malloc(sizeof *t);

    assert_non_null(t);
    tally_start(t, number_format(in), number_format(out), operands);
    return t;
}

/* Adds those from `first` up to `end`, with the neighbours before them. */
static void add(struct tally *t, const struct stream *s, size_t first, size_t end)
{
    const size_t before = first >= s->stride ? s->stride : 0, start = first - before;

    tally_add(t, &(struct results){.x = s->x + start, .y = s->pairs ? s->y + start : NULL, .got = s->got + start,
                                   .expected = s->expected + start, .expectation = s->expectation + start,
                                   .count = end - start, .before = before, .stride = s->stride});
}

static struct tally *tally_all(const struct stream *s, int in, int out)
{
    struct tally *t = new_tally(in, out, s->pairs ? 2 : 1);

    add(t, s, 0, s->count);
    return t;
}

static void check_same(const struct tally *a, const struct tally *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

static json_t *tree_of(const struct tally *t)
{
    struct sfp_json json = {0};

    tally_write(&json, NULL, t);
    return json_tree_of(&json);
}

/* Written and read again, it is the same; and the same is written. */
static void check_json(const struct tally *t)
{
    struct tally *again = malloc(sizeof *again);
    json_t *json = tree_of(t), *second;
    char *error = NULL;

    assert_non_null(again);
    assert_non_null(json);
    tally_start(again, t->in, t->out, t->operands);
    if (!tally_from_json(again, json, &error))
        fail_msg("refused: %s", error);
    check_same(again, t);
    second = tree_of(again);
    assert_true(json_equal(json, second));
    json_decref(json);
    json_decref(second);
    free(again);
}

/* The same comes of two stretches, and of two parts that are merged, and of three, wherever they are cut. */
static void check_cuts(const struct stream *s, int in, int out, size_t step)
{
    struct tally *all = tally_all(s, in, out), *t = new_tally(in, out, 1), *later = new_tally(in, out, 1);
    struct tally *last = new_tally(in, out, 1);

    for (size_t cut = s->stride; cut + s->stride <= s->count; cut += step) {
        const size_t second = cut + (s->count - cut) / 2;

        tally_start(t, all->in, all->out, all->operands);
        add(t, s, 0, cut);
        add(t, s, cut, s->count);
        check_same(t, all);
        tally_start(t, all->in, all->out, all->operands);
        tally_start(later, all->in, all->out, all->operands);
        tally_start(last, all->in, all->out, all->operands);
        add(t, s, 0, cut);
        add(later, s, cut, second);
        add(last, s, second, s->count);
        tally_merge(later, last);
        tally_merge(t, later);
        check_same(t, all);
    }
    check_json(all);
    check_json(later);
    free(all);
    free(t);
    free(later);
    free(last);
}

/* ---- Values ---- */

static void test_values(void **state)
{
    static const int formats[] = {SFPU_BF16, SFPU_FP16, SFPU_UINT16, SFPU_INT16, SFPU_INT8};

    (void)state;
    for (size_t n = 0; n < sizeof formats / sizeof formats[0]; n++) {
        const struct number_format *f = number_format(formats[n]);

        for (uint32_t bits = 0; bits < UINT32_C(1) << f->bits; bits++) {
            const double value = number_of(f, bits);

            if (!isfinite(value))
                continue;
            assert_true(value_of_bits(f, bits) == (number_is_denormal(f, value) ? 0 : value));
            assert_true(places_of(f, bits) * number_ulp(f, value) == 1);
        }
    }
    assert_true(value_of_bits(number_format(SFPU_FP32), 0xC0490FDB) == -0x1.921fb6p1);
    assert_true(value_of_bits(number_format(SFPU_INT32), 0x80000000) == -0x1p31);
    assert_true(value_of_bits(number_format(SFPU_UINT32), 0x80000000) == 0x1p31);
}

static double ulp_rounded(double ulp)
{
    return ulp_bucket_end(ulp_bucket(ulp));
}

/* Each half up to 1024 is its own bucket; what lies between two counts as the upper one. Beyond, an octave has 256. */
static void test_ulp_buckets(void **state)
{
    (void)state;
    for (unsigned halves = 0; halves <= 2048; halves++)
        assert_true(ulp_rounded(halves / 2.0) == halves / 2.0);
    assert_true(ulp_rounded(0.75) == 1 && ulp_rounded(1023.75) == 1024);
    assert_true(ulp_rounded(1024.5) == 1028); /* 1024 / 256 = 4 */
    assert_true(ulp_rounded(1028) == 1028 && ulp_rounded(1028.5) == 1032);
    assert_true(ulp_rounded(2047) == 2048 && ulp_rounded(2049) == 2056);
    assert_true(ulp_bucket(0x1.fffffep277) < TALLY_ULP_BUCKETS);
}

static double rel_rounded(double rel)
{
    return rel_bucket_end(rel_bucket(rel));
}

static void test_rel_buckets(void **state)
{
    (void)state;
    assert_true(rel_rounded(0x1p-24) == 0x1p-24);
    assert_true(rel_rounded(0x1.000002p-24) == 0x1.01p-24);  /* the next of 256 */
    assert_true(rel_rounded(0x1.0000008p-24) == 0x1p-24);    /* as fp32 the same */
    assert_true(rel_rounded(0x1.01p-24) == 0x1.01p-24);
    assert_true(rel_rounded(0x1p-32) == 0x1p-32);
    assert_true(rel_rounded(1.9999) == 2);
    assert_true(rel_bucket(0x1p257) < TALLY_REL_BUCKETS);
}

/* Bins of bf16: asinh of the largest, 3.39e38, is 89.41; a bin is 5.588 wide. sinh 5.588 is 133.6, of 11.176 35,700. */
static void test_bins(void **state)
{
    struct tally *t = new_tally(SFPU_BF16, SFPU_BF16, 1);

    (void)state;
    assert_int_equal(tally_bin_of(t, 0x0000), 16);
    assert_int_equal(tally_bin_of(t, 0x8000), 16);
    assert_int_equal(tally_bin_of(t, 0x0001), 16);
    assert_int_equal(tally_bin_of(t, 0x8001), 15);
    assert_int_equal(tally_bin_of(t, 0x4305), 16); /* 133 */
    assert_int_equal(tally_bin_of(t, 0x4306), 17); /* 134 */
    assert_int_equal(tally_bin_of(t, 0xC305), 15);
    assert_int_equal(tally_bin_of(t, 0xC306), 14);
    assert_int_equal(tally_bin_of(t, 0x470B), 17); /* 35584 */
    assert_int_equal(tally_bin_of(t, 0x470C), 18); /* 35840 */
    assert_int_equal(tally_bin_of(t, 0x7F7F), 31);
    assert_int_equal(tally_bin_of(t, 0xFF7F), 0);
    assert_int_equal(tally_bin_of(t, 0x7F80), 32);
    assert_int_equal(tally_bin_of(t, 0xFF80), 32);
    assert_int_equal(tally_bin_of(t, 0x7FC0), 32);
    free(t);
}

/* asinh 65535 is 11.7835; a bin is 0.36823 wide, and sinh of it 0.3766: 0 is in the first; 1, of 0.881, the third. */
static void test_integer_bins(void **state)
{
    struct tally *t = new_tally(SFPU_UINT16, SFPU_UINT16, 1);

    (void)state;
    assert_int_equal(tally_bin_of(t, 0), 0);
    assert_int_equal(tally_bin_of(t, 1), 2);
    assert_int_equal(tally_bin_of(t, 65535), 31);
    tally_start(t, number_format(SFPU_INT8), number_format(SFPU_INT8), 1);
    assert_int_equal(tally_bin_of(t, 0x80), 0);
    assert_int_equal(tally_bin_of(t, 0x7F), 31);
    assert_int_equal(tally_bin_of(t, 0), 16); /* asinh -128 + 16/32 (asinh 127 + asinh 128) = -0.004 */
    free(t);
}

/* ---- Streams ---- */

/* One of each: 1 is 0x3F80 in bf16, infinity 0x7F80, NaN 0x7FC0, 0x0001 denormal. */
static void test_outcomes(void **state)
{
    static const struct {
        enum expectation expectation;
        uint32_t expected, got;
        enum outcome outcome;
    } cases[] = {
        {EXPECT_NUMBER, 0x3F80, 0x3F80, OUTCOME_EXACT},      {EXPECT_NUMBER, 0x3F80, 0x3F81, OUTCOME_INEXACT},
        {EXPECT_NUMBER, 0x3F80, 0x8000, OUTCOME_ZEROED},     {EXPECT_NUMBER, 0x3F80, 0x0001, OUTCOME_ZEROED},
        {EXPECT_NUMBER, 0x3F80, 0x7F80, OUTCOME_MISMATCH},   {EXPECT_NUMBER, 0x3F80, 0xFFC0, OUTCOME_MISMATCH},
        {EXPECT_NUMBER, 0x0000, 0x8000, OUTCOME_EXACT},      {EXPECT_NUMBER, 0x0000, 0x8001, OUTCOME_EXACT},
        {EXPECT_NUMBER, 0x0000, 0x3F80, OUTCOME_UNFLUSHED},  {EXPECT_UNDERFLOW, 0x8000, 0x0001, OUTCOME_FLUSHED},
        {EXPECT_UNDERFLOW, 0, 0x0080, OUTCOME_UNFLUSHED},    {EXPECT_UNDERFLOW, 0, 0x7F80, OUTCOME_MISMATCH},
        {EXPECT_OVERFLOW, 0x7F80, 0x7F80, OUTCOME_OVERFLOW}, {EXPECT_OVERFLOW, 0x7F80, 0xFF80, OUTCOME_MISMATCH},
        {EXPECT_OVERFLOW, 0x7F80, 0x7F7F, OUTCOME_MISMATCH}, {EXPECT_NAN, 0x7FC0, 0x3F80, OUTCOME_UNDEFINED},
        {EXPECT_SPECIAL, 0x3F80, 0x3F80, OUTCOME_SPECIAL},
    };
    struct tally *t = new_tally(SFPU_BF16, SFPU_BF16, 1);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct stream *s = new_stream(0);

        put(s, 0x3F80, cases[i].got, cases[i].expectation, cases[i].expected);
        tally_start(t, number_format(SFPU_BF16), number_format(SFPU_BF16), 1);
        add(t, s, 0, 1);
        if (t->outcomes[cases[i].outcome] != 1)
            fail_msg("case %zu is not %s", i, outcome_name(cases[i].outcome));
        assert_int_equal(tally_inputs(t), 1);
        assert_int_equal(outcome_of(number_format(SFPU_BF16), cases[i].expectation, cases[i].expected, cases[i].got),
                         cases[i].outcome);
        free(s);
    }
    free(t);
}

/* Neither counted nor looked at. */
static void test_nothing(void **state)
{
    struct stream *s = new_stream(1);
    struct tally *t;

    (void)state;
    put(s, 1, 1, EXPECT_NUMBER, 1);
    put(s, 2, 0, EXPECT_NOTHING, 2);
    put(s, 3, 3, EXPECT_NUMBER, 3);
    t = tally_all(s, SFPU_INT32, SFPU_INT32);
    assert_int_equal(tally_inputs(t), 2);
    assert_int_equal(t->breaks, 0);
    check_cuts(s, SFPU_INT32, SFPU_INT32, 1);
    free(s);
    free(t);
}

/*
 * x = 0..10 with x expected, 0 special, and errors of 0 but for 1 at 3, 4 at 5, -4 at 6: 1 2 4 4 9 2 7 8 9 10. They
 * fall once, from 9 to 2, where the reference rises; from 4 to 4 they stay. Largest relative error: 4 of 5.
 */
static struct stream *eleven_integers(void)
{
    struct stream *s = new_stream(1);

    put(s, 0, 77, EXPECT_SPECIAL_NAN, 0);
    for (uint32_t x = 1; x <= 10; x++)
        put(s, x, x + (x == 3 ? 1u : x == 5 ? 4u : 0u) - (x == 6 ? 4u : 0u), EXPECT_NUMBER, x);
    return s;
}

static void test_integers(void **state)
{
    struct stream *s = eleven_integers();
    struct tally *t = tally_all(s, SFPU_UINT16, SFPU_UINT16);

    (void)state;
    assert_int_equal(tally_inputs(t), 11);
    assert_int_equal(tally_scored(t), 10);
    assert_int_equal(t->outcomes[OUTCOME_EXACT], 7);
    assert_int_equal(t->outcomes[OUTCOME_INEXACT], 3);
    assert_int_equal(t->outcomes[OUTCOME_SPECIAL], 1);
    assert_true(t->ulp[0] == 7 && t->ulp[2] == 1 && t->ulp[8] == 2);
    assert_true(t->max_ulp.value == 4 && t->max_ulp.at.x == 5); /* the first of two */
    assert_true(t->max_abs.value == 4 && t->max_abs.at.x == 5);
    assert_true(t->max_rel.value == 0.8 && t->max_rel.at.x == 5);
    assert_int_equal(t->breaks, 1);
    assert_true(t->first_break.x == 6 && t->first_break.got == 2 && t->first_break.expected == 6);
    assert_true(t->unusable == 5 && t->usable[0] == 4 && t->usable[1] == 3);
    assert_true(t->specials[0].x == 0 && t->specials[0].got == 77);
    check_cuts(s, SFPU_UINT16, SFPU_UINT16, 1);
    free(s);
    free(t);
}

/*
 * bf16 from 1 on, with both signs in turn and x expected; every 7th result is one step too large, every 31st two. +m
 * and -m are no neighbours: signs in turn break nothing. What is expected rises by a step from one neighbour to the
 * next; a result falls only from two steps too large to exact.
 */
static struct stream *signs_in_turn(size_t count)
{
    struct stream *s = new_stream(2);

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t x = (0x3F80 + i / 2) | (i & 1) << 15;

        put(s, x, x + (i % 31 == 30 ? 2u : i % 7 == 6), EXPECT_NUMBER, x);
    }
    return s;
}

static void test_neighbours_of_a_sign(void **state)
{
    struct stream *s = signs_in_turn(1000);
    struct tally *t = tally_all(s, SFPU_BF16, SFPU_BF16);
    uint64_t breaks = 0;
    uint32_t first = 0;

    (void)state;
    for (uint32_t i = 30; i + 2 < 1000; i += 31) { /* of i + 2: 2 bits too large falls to exact */
        const bool exact = (i + 2) % 7 != 6;

        if (exact && breaks++ == 0)
            first = i + 2;
    }
    assert_int_equal(t->breaks, breaks);
    assert_int_equal(t->first_break.x, s->x[first]);
    check_cuts(s, SFPU_BF16, SFPU_BF16, 1);
    free(s);
    free(t);
}

/* Of +5 and -5 one is of no use: 4 is the last |x| that is usable; and of a first one nothing is. */
static void test_usable(void **state)
{
    struct stream *s = new_stream(2);
    struct tally *t;

    (void)state;
    for (uint32_t x = 3; x <= 6; x++) {
        put(s, x, x, EXPECT_NUMBER, x);
        put(s, -x, x == 5 ? 5 : -x, EXPECT_NUMBER, -x);
    }
    t = tally_all(s, SFPU_INT32, SFPU_INT32);
    assert_true(t->unusable == 5 && t->usable[0] == 5 && t->usable[1] == 4);
    check_cuts(s, SFPU_INT32, SFPU_INT32, 1);
    free(t);
    s->stride = 0;
    t = tally_all(s, SFPU_INT32, SFPU_INT32);
    assert_true(t->unordered && t->unusable == -1);
    free(t);
    free(s);
}

/* 1 in bf16, and below: 0.99609375 is half a unit of 1's away, 0.498046875 is 64.25: 0.501953125 / 2^-7. */
static void test_below_a_binade(void **state)
{
    struct stream *s = new_stream(1);
    struct tally *t;

    (void)state;
    put(s, 0x3F80, 0x3F7F, EXPECT_NUMBER, 0x3F80);
    put(s, 0x3F81, 0x3EFF, EXPECT_NUMBER, 0x3F80);
    t = tally_all(s, SFPU_BF16, SFPU_BF16);
    assert_true(t->ulp[1] == 1 && t->ulp[129] == 1); /* in halves, rounded up */
    assert_true(t->max_ulp.value == 64.25);
    assert_true(t->bins[16].max_ulp == 64.25 && t->bins[16].inexact == 2);
    assert_true(t->bins[16].sums[0] == 1u << TALLY_SUM_BITS);     /* 0.5 */
    assert_true(t->bins[16].sums[7] == 0x101u << (TALLY_SUM_BITS - 8)); /* 64.25 = 64 (1 + 1/256) */
    free(s);
    free(t);
}

/* All bf16 numbers x, of which the kernel makes x, one bit too large if the mantissa's last two bits are 1 1. */
static struct stream *all_bf16(void)
{
    struct stream *s = new_stream(2);

    for (uint32_t i = 0; i < MOST; i++) {
        const uint32_t magnitude = i / 2, x = magnitude | (i & 1) << 15;
        const bool denormal = magnitude < 0x80, special = magnitude == 0 || magnitude == 0x7F80;
        const uint32_t expected = denormal ? x & 0x8000 : x;

        if (magnitude > 0x7F80)
            put(s, x, x, EXPECT_NAN, 0x7FC0);
        else
            put(s, x, denormal ? x & 0x8000 : x + ((x & 3) == 3), special ? EXPECT_SPECIAL : EXPECT_NUMBER, expected);
    }
    return s;
}

/*
 * Numbers: 2 * (0x7F80 - 1) without zero, of which 2 * 127 denormals; of the 2 * 254 * 128 normal ones a quarter is too
 * large by 1 ULP, which is 1/2 to 1 of 2^-7, and two of them become infinite. Specials: zeros and infinities. NaN: 254.
 */
static void test_all_bf16(void **state)
{
    struct stream *s = all_bf16();
    struct tally *t = tally_all(s, SFPU_BF16, SFPU_BF16);
    uint64_t inputs = 0, scored = 0, inexact = 0, sum = 0;

    (void)state;
    assert_int_equal(tally_inputs(t), 65536);
    assert_int_equal(t->outcomes[OUTCOME_INEXACT], 2 * 254 * 128 / 4 - 2);
    assert_int_equal(t->outcomes[OUTCOME_MISMATCH], 2);
    assert_int_equal(t->outcomes[OUTCOME_SPECIAL], 4);
    assert_int_equal(t->outcomes[OUTCOME_UNDEFINED], 254);
    assert_int_equal(t->outcomes[OUTCOME_EXACT], 2 * 127 + 2 * 254 * 128 / 4 * 3);
    assert_int_equal(t->ulp[2], t->outcomes[OUTCOME_INEXACT]);
    assert_true(t->max_ulp.value == 1 && t->max_ulp.at.x == 0x0083);
    assert_true(t->max_abs.value == 0x1p120 && t->max_abs.at.x == 0x7F03);
    assert_true(t->max_rel.value == 0x1p-7 / (1 + 3 * 0x1p-7) && t->max_rel.at.x == 0x0083);
    assert_true(t->unusable == 0x7F7F && t->usable[0] == 0x7F7E); /* 0x7F7F becomes infinite */
    assert_int_equal(t->breaks, 0);
    for (unsigned i = 0; i < TALLY_BINS; i++) {
        inputs += t->bins[i].inputs;
        scored += t->bins[i].scored;
        inexact += t->bins[i].inexact;
        sum += t->bins[i].sums[1]; /* octave of 1 */
    }
    assert_int_equal(inputs, 65536 - 4 - 254);
    assert_int_equal(scored, tally_scored(t));
    assert_int_equal(inexact, t->outcomes[OUTCOME_INEXACT]);
    assert_true(sum == inexact << TALLY_SUM_BITS);
    assert_int_equal(t->bins[31].defects, 1);
    assert_int_equal(t->bins[TALLY_BEYOND - 1].inputs, 254);
    check_cuts(s, SFPU_BF16, SFPU_BF16, 4093);
    free(s);
    free(t);
}

/* ---- Any stream, against a plain count of it in doubles ---- */

static uint32_t random_word(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* What a result may be: as it should, a few steps off, another number, zero, denormal, infinite, negative. */
static uint32_t wrong(const struct number_format *f, uint32_t expected, uint32_t *state)
{
    const uint32_t all = UINT32_MAX >> spare_bits(f), least = UINT32_C(1) << f->mantissa_bits;

    switch (random_word(state) % 16) {
    case 0:
        return random_word(state) & all;
    case 1:
        return expected ^ (UINT32_C(1) << (f->bits - 1));
    case 2:
        return random_word(state) & (least - 1);
    case 3:
        return f->mantissa_bits ? (uint32_t)(2 * f->largest_exponent + 1) << f->mantissa_bits : 0;
    case 4:
    case 5:
        return (expected + random_word(state) % 9 - 4) & all;
    case 6:
        return (expected + 1) & all;
    default:
        return expected;
    }
}

/* x rises in small steps, in its own format; it is also what is expected, but for a few. */
static struct stream *random_stream(const struct number_format *f, size_t stride, size_t count, uint32_t seed)
{
    struct stream *s = new_stream(stride);
    uint32_t state = seed, magnitude = f->mantissa_bits ? (uint32_t)f->largest_exponent << f->mantissa_bits : 1;

    for (size_t i = 0; i < count; i++) {
        const uint32_t negative = stride == 2 && i & 1;
        const uint32_t sign = UINT32_C(1) << (f->bits - 1), all = UINT32_MAX >> spare_bits(f);
        const uint32_t x = !negative ? magnitude : f->mantissa_bits ? magnitude | sign : (0 - magnitude) & all;
        const uint32_t dice = random_word(&state) % 64;

        if (dice == 0)
            put(s, x, x, EXPECT_SPECIAL, x);
        else if (dice == 1)
            put(s, x, x, EXPECT_NAN, 0);
        else if (dice == 2)
            put(s, x, wrong(f, 0, &state), f->mantissa_bits ? EXPECT_UNDERFLOW : EXPECT_NUMBER, 0);
        else if (dice == 4)
            put(s, x, f->mantissa_bits ? wrong(f, 0, &state) & ((UINT32_C(1) << f->mantissa_bits) - 1) : 0,
                EXPECT_NUMBER, 0);
        else if (dice == 3)
            put(s, x, x, EXPECT_NOTHING, 0);
        else
            put(s, x, i % 500 < 250 ? wrong(f, x, &state) : x, EXPECT_NUMBER, x);
        if (stride == 1 || negative)
            magnitude += f->bits == 32 ? 1 + random_word(&state) % 9999 : 1;
    }
    return s;
}

static double plain_number(const struct number_format *f, uint32_t bits)
{
    const double value = number_of(f, bits);

    return number_is_denormal(f, value) ? 0 : value;
}

struct plain {
    uint64_t inexact, breaks, scored, ulp[64]; /* in halves, rounded up */
    double bins[TALLY_BEYOND];                 /* the largest ULP of each */
    double max_ulp, max_abs, max_rel;
    size_t ulp_at, abs_at, rel_at, break_at;
};

static bool plain_scored(const struct stream *s, const struct number_format *f, size_t i)
{
    const double expected = plain_number(f, s->expected[i]), got = plain_number(f, s->got[i]);

    return s->expectation[i] == EXPECT_NUMBER && isfinite(got)
        && (!f->mantissa_bits || (expected == 0) == (got == 0));
}

static void plain_add(struct plain *p, const struct tally *t, const struct stream *s, const struct number_format *f, size_t i)
{
    const double expected = plain_number(f, s->expected[i]), got = plain_number(f, s->got[i]);
    const double error = fabs(got - expected), ulp = error / number_ulp(f, expected);

    p->scored++;
    if (ulp < 32)
        p->ulp[(size_t)ceil(2 * ulp)]++;
    p->inexact += error != 0;
    p->bins[tally_bin_of(t, s->x[i])] = fmax(p->bins[tally_bin_of(t, s->x[i])], ulp);
    if (ulp > p->max_ulp)
        p->max_ulp = ulp, p->ulp_at = i;
    if (error > p->max_abs)
        p->max_abs = error, p->abs_at = i;
    if (expected != 0 && error / fabs(expected) > p->max_rel)
        p->max_rel = error / fabs(expected), p->rel_at = i;
    if (i >= s->stride && s->stride && plain_scored(s, f, i - s->stride)
        && (expected - plain_number(f, s->expected[i - s->stride])) * (got - plain_number(f, s->got[i - s->stride])) < 0
        && p->breaks++ == 0)
        p->break_at = i;
}

/* The first result that should be no zero and no infinity and is one, and the first that should be a zero and is a
 * number; `count` if there is none. */
static void plain_firsts(const struct stream *s, const struct number_format *f, size_t *defect, size_t *unflushed)
{
    *defect = *unflushed = s->count;
    for (size_t i = s->count; f->mantissa_bits && i-- > 0;) {
        const double expected = plain_number(f, s->expected[i]), got = plain_number(f, s->got[i]);

        if (s->expectation[i] != EXPECT_NUMBER && s->expectation[i] != EXPECT_UNDERFLOW)
            continue;
        if (!isfinite(got) || (expected != 0 && got == 0))
            *defect = i;
        else if (expected == 0 && got != 0)
            *unflushed = i;
    }
}

static void check_random(int format, size_t stride, uint32_t seed)
{
    const struct number_format *f = number_format(format);
    struct stream *s = random_stream(f, stride, 3000, seed);
    struct tally *t = tally_all(s, format, format);
    struct plain p = {0};
    size_t defect, unflushed;

    plain_firsts(s, f, &defect, &unflushed);
    assert_int_equal(tally_defects(t) != 0, defect < s->count);
    assert_true(defect == s->count || t->first_defect.x == s->x[defect]);
    assert_true(unflushed == s->count || t->first_unflushed.x == s->x[unflushed]);
    for (size_t i = 0; i < s->count; i++)
        if (plain_scored(s, f, i))
            plain_add(&p, t, s, f, i);
    for (unsigned i = 0; i < TALLY_BEYOND; i++)
        assert_true(t->bins[i].max_ulp == p.bins[i]);
    assert_int_equal(tally_scored(t), p.scored);
    assert_int_equal(t->outcomes[OUTCOME_INEXACT], p.inexact);
    assert_memory_equal(t->ulp, p.ulp, sizeof p.ulp);
    assert_true(t->max_ulp.value == p.max_ulp && t->max_ulp.at.x == s->x[p.ulp_at]);
    assert_true(t->max_abs.value == p.max_abs && t->max_abs.at.x == s->x[p.abs_at]);
    assert_true(t->max_rel.value == p.max_rel && t->max_rel.at.x == s->x[p.rel_at]);
    assert_int_equal(t->breaks, p.breaks);
    assert_true(!p.breaks || t->first_break.x == s->x[p.break_at]);
    check_cuts(s, format, format, 397);
    free(s);
    free(t);
}

static void test_random_streams(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        check_random(SFPU_FP32, 2, seed);
        check_random(SFPU_BF16, 1, seed);
        check_random(SFPU_FP16, 2, seed);
        check_random(SFPU_INT32, 2, seed);
        check_random(SFPU_UINT16, 1, seed);
        check_random(SFPU_UINT32, 0, seed);
    }
}

/* The last |x| of use is among the first 64 inputs; what is of no use is the one behind these. */
static void test_usable_before_the_end(void **state)
{
    struct stream *s = new_stream(1);
    struct tally *t;

    (void)state;
    for (uint32_t x = 1; x <= 64; x++)
        put(s, x, x, EXPECT_NUMBER, x);
    put(s, 65, 74, EXPECT_NUMBER, 65);
    t = tally_all(s, SFPU_UINT16, SFPU_UINT16);
    assert_true(t->unusable == 65 && t->usable[0] == 64 && t->usable[1] == 63);
    check_cuts(s, SFPU_UINT16, SFPU_UINT16, 1);
    free(s);
    free(t);
}

/* x from 1 on, 3 ULP off, and from 200 on, 2: the latter's bin has its own maximum, though no error is the largest. */
static void test_bins_have_maxima(void **state)
{
    struct stream *s = new_stream(1);
    struct tally *t;

    (void)state;
    for (uint32_t i = 0; i < 128; i++)
        put(s, i < 64 ? 0x3F800000 + i : 0x43480000 + i, i < 64 ? 0x3F800003 : 0x3F800002, EXPECT_NUMBER, 0x3F800000);
    t = tally_all(s, SFPU_FP32, SFPU_FP32);
    assert_true(t->bins[16].max_ulp == 3 && t->bins[17].max_ulp == 2);
    free(s);
    free(t);
}

/* 1 / (2^24 - 1) and 1 / (2^24 - 2) are the same fp32 number, and the latter is larger. */
static void test_close_relative_errors(void **state)
{
    struct stream *s = new_stream(1);
    struct tally *t;

    (void)state;
    for (uint32_t i = 0; i < 128; i++)
        put(s, 0x3F800000 + i, i < 64 ? 0x3FFFFFFE : 0x3FFFFFFD, EXPECT_NUMBER, i < 64 ? 0x3FFFFFFF : 0x3FFFFFFE);
    t = tally_all(s, SFPU_FP32, SFPU_FP32);
    assert_true(t->max_rel.value == 1.0 / 0xFFFFFE && t->max_rel.at.x == 0x3F800000 + 64);
    free(s);
    free(t);
}

/* Pairs: two zeros and one 3 ULP off, at the second pair of all; x's bins, and no order. */
static void test_pairs(void **state)
{
    struct stream *s = new_stream(0);
    struct tally *t;

    (void)state;
    s->pairs = true;
    for (uint32_t i = 0; i < 300; i++) {
        s->y[i] = i;
        put(s, 0x3F80, i == 1 || i == 200 ? 0x4003 : 0x4000, EXPECT_NUMBER, 0x4000);
    }
    t = tally_all(s, SFPU_BF16, SFPU_BF16);
    assert_true(t->max_ulp.value == 3 && t->max_ulp.at.y == 1);
    assert_int_equal(t->bins[16].inputs, 300);
    assert_int_equal(t->breaks, 0);
    assert_true(t->unordered);
    free(s);
    free(t);
}

/* The first 128 are listed; all are counted. */
static void test_many_specials(void **state)
{
    struct stream *s = new_stream(1);
    struct tally *t;

    (void)state;
    for (uint32_t i = 0; i < 200; i++)
        put(s, i, i, EXPECT_SPECIAL, i);
    t = tally_all(s, SFPU_UINT16, SFPU_UINT16);
    assert_int_equal(t->outcomes[OUTCOME_SPECIAL], 200);
    assert_int_equal(t->specials[127].x, 127);
    assert_int_equal(t->bins[0].inputs, 0);
    check_cuts(s, SFPU_UINT16, SFPU_UINT16, 1);
    free(s);
    free(t);
}

/* ---- JSON ---- */

static json_t *json_of_integers(void)
{
    struct stream *s = eleven_integers();
    struct tally *t = tally_all(s, SFPU_UINT16, SFPU_UINT16);
    json_t *json = tree_of(t);

    assert_non_null(json);
    free(s);
    free(t);
    return json;
}

/* Names and indices, with dots between: what is there becomes `value`, text of JSON, or is removed if that is empty. */
static void put_at(json_t *root, const char *path, const char *value)
{
    char *copy = strdup(path), *rest = copy, *name;
    json_t *parent = NULL, *at = root, *new = *value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;
    char *last = NULL;

    while ((name = strsep(&rest, "."))) {
        parent = at;
        last = name;
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(name)) : json_object_get(at, name);
    }
    assert_non_null(at);
    if (json_is_array(parent))
        assert_int_equal(json_array_set_new(parent, (size_t)atoi(last), new), 0);
    else if (new)
        json_object_set_new(parent, last, new);
    else
        json_object_del(parent, last);
    free(copy);
}

static void check_refused(const json_t *json, const char *message)
{
    struct tally *t = new_tally(SFPU_UINT16, SFPU_UINT16, 1), *empty = new_tally(SFPU_UINT16, SFPU_UINT16, 1);
    char *error = NULL;

    assert_false(tally_from_json(t, json, &error));
    assert_non_null(error);
    assert_string_equal(error, message);
    check_same(t, empty);
    free(error);
    free(t);
    free(empty);
}

static void test_bad_json(void **state)
{
    static const struct {
        const char *path, *value, *message;
    } cases[] = {
        {"schema", "\"sfpsim-sweep\"", "is not a tally of a sweep: its 'schema' is not \"sfpsim-tally\""},
        {"schema", "", "is not a tally of a sweep: its 'schema' is not \"sfpsim-tally\""},
        {"version", "1", "'version' is not 3"},
        {"in.0", "32", "has other formats or operands"},
        {"out.2", "\"-0x1p+31\"", "has other formats or operands"},
        {"operands", "2", "has other formats or operands"},
        {"ordered", "1", "'ordered' is neither true nor false"},
        {"outcomes", "[]", "'outcomes' is not an object"},
        {"outcomes.exact", "6", "'ulp' does not add up to 'outcomes'"},
        {"outcomes.exact", "7.0", "'exact' is not an integer from 0 to 4294967296"},
        {"outcomes.exact", "-1", "'exact' is not an integer from 0 to 4294967296"},
        {"outcomes.flushed", "4294967296", "'outcomes' are more than 4294967296"},
        {"outcomes.undefined", "1", "'bins' do not add up to 'outcomes'"},
        {"outcomes.special", "2", "'specials' is not an array of 2"},
        {"outcomes.zeroed", "", "'zeroed' is not an integer from 0 to 4294967296"},
        {"ulp", "{}", "'ulp' is not an array"},
        {"ulp.1", "[2]", "'ulp' is not an array of 2"},
        {"ulp.1.0", "0", "'ulp' is not an integer from 1 to 71168"},
        {"ulp.1.0", "71169", "'ulp' is not an integer from 1 to 71168"},
        {"ulp.1.1", "0", "'ulp' has a count of 0"},
        {"ulp.1.1", "2", "'ulp' does not add up to 'outcomes'"},
        {"ulp.2.0", "9", "'max_ulp' is not the largest in 'ulp'"},
        {"rel.0.1", "2", "'rel' does not add up to 'outcomes'"},
        {"rel.2.0", "74751", "'max_rel' is not the largest in 'rel'"},
        {"max_ulp", "null", "'max_ulp' is not the largest in 'ulp'"},
        {"max_ulp", "[1, 2, 3]", "'max_ulp' is not an array of 4"},
        {"max_ulp.0", "65536", "'max_ulp' is not an integer from 0 to 65535"},
        {"max_ulp.1", "1", "'max_ulp' is not an integer from 0 to 0"},
        {"max_ulp.2", "5", "'max_ulp' is not an inexact result"},
        {"max_abs", "null", "'max_abs' does not match 'outcomes'"},
        {"real", "[]", "'real' is not an object"},
        {"real.exact", "[\"0x1p+0\"]", "'exact' is not an array of 2"},
        {"real.exact", "[\"0x1p-2\", [1, 0, 2, 1]]", "'exact' is not an exact result"},
        {"real.exact", "[\"0x1p+1\", [1, 0, 1, 1]]", "'exact' is not the ULP of its result"},
        {"real.exact", "[\"0x0p+0\", [1, 0, 1, 1]]", "'exact' is not the ULP of its result"},
        {"real.offenders", "{}", "'offenders' is not an array, or has too many results"},
        {"real.offenders", "[1, 2, 3, 4]", "'offenders' is not an array, or has too many results"},
        {"real.offenders", "[[\"0x1p+2\", [5, 0, 5, 5]]]", "'offenders' is not an inexact result"},
        {"real.offenders", "[[\"0x1.8p+2\", [5, 0, 9, 5]]]", "'offenders' is not the ULP of its result"},
        {"real.offenders", "[[\"0x1p+0\", [3, 0, 4, 3]], [\"0x1p+2\", [5, 0, 9, 5]]]", "'offenders' are not in order"},
        {"real.faithful", "4", "'faithful' or 'rounded' exceeds the number of inexact results"},
        {"real.rounded", "4", "'faithful' or 'rounded' exceeds the number of inexact results"},
        {"real.below", "[[282, 4]]", "'below' is not an integer from 0 to 281"},
        {"real.below", "[[0, 4]]", "'below' and 'above' do not add up to 'outcomes'"},
        {"real.exact", "", "'exact' is not an array of 2"},
        {"of_nan", "1", "'of_nan' is not an object"},
        {"of_nan.inputs", "1", "'of_nan' has more inputs than are undefined"},
        {"of_numbers.numbers", "1", "'first' is not an array of 4"},
        {"breaks", "11", "'breaks' exceeds the number of neighbours"},
        {"breaks", "0", "'first_break' is not null, although its count is 0"},
        {"first_defect", "[0, 0, 0, 0]", "'first_defect' is not null, although its count is 0"},
        {"first_unflushed", "[0, 0, 0, 0]", "'first_unflushed' is not null, although its count is 0"},
        {"first_break", "null", "'first_break' is not an array of 4"},
        {"unusable", "-2", "'unusable' is not an integer from -1 to 65535"},
        {"unusable", "3", "'usable' is not an |x| of this sweep"},
        {"usable.1", "4", "'usable' is not an |x| of this sweep"},
        {"usable", "4", "'usable' is not an array of 2"},
        {"specials.0", "7", "'specials' is not an array of 4"},
        {"bins", "[]", "'bins' is not an array of 33"},
        {"bins.2.inputs", "0", "a bin's counts do not add up"},
        {"bins.2.inputs", "2", "'bins' do not add up to 'outcomes'"},
        {"bins.2.max_ulp", "\"0x1p+0\"", "a bin's ULP do not match its counts"},
        {"bins.6.max_ulp", "\"0x1p+1\"", "'bins' do not add up to 'outcomes'"}, /* 4 in 'max_ulp' */
        {"bins.6.max_ulp", "\"0x1p+3\"", "a bin's ULP do not match its counts"},
        {"bins.2.max_ulp", "\"1\"", "'max_ulp' is not a hexadecimal number"},
        {"bins.1.max_ulp", "\"\"", "'max_ulp' is not a hexadecimal number"},
        {"bins.1.max_ulp", "\"-0x1p+0\"", "'max_ulp' is not a hexadecimal number"},
        {"bins.2.max_ulp", "0", "'max_ulp' is not a hexadecimal number"},
        {"bins.2.sums", "[[1, 4]]", "a bin's ULP do not match its counts"},
        {"bins.2.sums", "[[280, 4]]", "'sums' is not an integer from 0 to 279"},
        {"bins.3", "null", "'inputs' is not an integer from 0 to 4294967296"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *json = json_of_integers();

        put_at(json, cases[i].path, cases[i].value);
        check_refused(json, cases[i].message);
        json_decref(json);
    }
    check_refused(NULL, "is not an object");
}

/* ---- Real ULP ---- */

static struct tally *real_of(const struct stream *s, int in, int out, const char *name)
{
    const struct function *f = name ? function_named(name) : NULL;
    struct tally *t = tally_all(s, in, out);

    tally_add_real(t, &(struct results){.x = s->x, .got = s->got, .expected = s->expected,
                                        .expectation = s->expectation, .count = s->count}, f);
    tally_settle_real(t, f);
    return t;
}

static bool is_near(double a, double b) { return fabs(a - b) < 1e-12; }

/*
 * 1/3 is 512/3 = 170 2/3 of 2^-9, an ULP of bf16 from 2^-2 on: 171 is nearest, and 1/3 of an ULP above it. 170 is 2/3 of
 * one below, 172 4/3 above. 0x3EAB is 171 2^-9.
 */
static void test_real_thirds(void **state)
{
    struct stream *s = new_stream(0);
    struct tally *t;
    struct measures m;

    (void)state;
    put(s, 0x4040, 0x3EAB, EXPECT_NUMBER, 0x3EAB);
    put(s, 0x7FC0, 0x3F80, EXPECT_NAN, 0x7FC0);
    t = real_of(s, SFPU_BF16, SFPU_BF16, "reciprocal");
    assert_true(is_near(tally_max_real(t)->value, 1 / 3.0) && tally_max_real(t)->at.x == 0x4040);
    check_json(t);
    free(t);
    put(s, 0x4040, 0x3EAA, EXPECT_NUMBER, 0x3EAB);
    put(s, 0x4040, 0x3EAC, EXPECT_NUMBER, 0x3EAB);
    put(s, 0x4040, 0x8000, EXPECT_NUMBER, 0x3EAB); /* zeroed, which has no ULP */
    t = real_of(s, SFPU_BF16, SFPU_BF16, "reciprocal");
    tally_measures(t, &m);
    assert_true(is_near(m.max_real_ulp, 4 / 3.0) && m.real_worst.got == 172 * 0x1p-9);
    assert_true(m.offender_count == 2 && is_near(m.offenders[1].ulp, 2 / 3.0) && m.offenders[1].at.got == 170 * 0x1p-9);
    assert_true(m.mean_real_ulp == 1 && m.bias_ulp == -0.333333); /* of 2/3 and 4/3, below and above */
    assert_true(m.faithful == 1 && m.rounded_frac == 1 / 3.0);
    assert_true(t->real.exact.value == 0);
    assert_true(m.of_nan.inputs == 1 && m.of_nan.numbers == 1 && m.of_nan.first.got == 1 && m.of_numbers.inputs == 0);
    check_json(t);
    free(t);
    free(s);
}

/* Half-way between two integers both are within half an ULP, and what is even is the reference; 1 and 4 are further. */
static void test_real_ties(void **state)
{
    struct stream *s = new_stream(0);
    struct tally *t;

    (void)state;
    put(s, 0x4020, 3, EXPECT_NUMBER, 2); /* 2.5 */
    put(s, 0x4020, 1, EXPECT_NUMBER, 2);
    put(s, 0x4000, 3, EXPECT_NUMBER, 2); /* 2 itself: nothing lies between */
    t = real_of(s, SFPU_BF16, SFPU_UINT16, "typecast");
    assert_true(t->real.offenders[0].value == 1.5 && t->real.offenders[1].value == 1 && t->real.offenders[2].value == 0.5);
    assert_true(t->real.faithful == 1 && t->real.rounded == 1);
    free(t);
    free(s);
}

/* Below a power of two numbers lie half as far apart: 1 - 3/2048 is next to 1, and 5/2048 from 1 - 1/256, of 2^-7. */
static void test_real_below_a_binade(void **state)
{
    struct stream *s = new_stream(0);
    struct tally *t;

    (void)state;
    put(s, 0x3F7FA000, 0x3F7F, EXPECT_NUMBER, 0x3F80);
    t = real_of(s, SFPU_FP32, SFPU_BF16, "typecast");
    assert_true(t->real.offenders[0].value == 0.3125 && t->real.faithful == 1 && t->real.rounded == 1);
    free(t);
    /* A file's references are f themselves. */
    t = real_of(s, SFPU_FP32, SFPU_BF16, NULL);
    assert_true(t->real.offenders[0].value == 0.5 && t->real.faithful == 0);
    free(t);
    free(s);
}

/* Double precision says nothing of the ends of domains, and MPFR does. */
static void test_real_at_the_end_of_a_domain(void **state)
{
    struct stream *s = new_stream(0);
    struct tally *t;

    (void)state;
    put(s, 0x3F80, 0x3FC9, EXPECT_NUMBER, 0x3FC9); /* asin 1 = pi/2 = 201.0619298 2^-7 */
    t = real_of(s, SFPU_BF16, SFPU_BF16, "asin");
    assert_true(fabs(t->real.exact.value - 0.0619298297) < 1e-9);
    free(t);
    free(s);
}

/* More offenders than are kept, of two parts: the largest, and of those that are alike the earlier. */
static void test_real_parts(void **state)
{
    struct stream *s = new_stream(0), *second = new_stream(0);
    struct tally *t, *later;

    (void)state;
    for (uint32_t x = 1; x <= 8; x++)
        put(s, 100 + x, 100 + x + x, EXPECT_NUMBER, 100 + x); /* 1 to 8 ULP */
    for (uint32_t x = 1; x <= 8; x++)
        put(second, 200 + x, 200, EXPECT_NUMBER, 200 + x);
    t = real_of(s, SFPU_UINT16, SFPU_UINT16, "typecast");
    later = real_of(second, SFPU_UINT16, SFPU_UINT16, "typecast");
    tally_merge(t, later);
    for (size_t i = 0; i < TALLY_OFFENDERS; i++) {
        assert_true(t->real.offenders[i].value == 8 - (double)(i / 2));
        assert_int_equal(t->real.offenders[i].at.x, (i % 2 ? 200u : 100u) + 8u - (uint32_t)i / 2);
    }
    check_json(t);
    free(t);
    free(later);
    free(s);
    free(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),         cmocka_unit_test(test_ulp_buckets),
        cmocka_unit_test(test_rel_buckets),    cmocka_unit_test(test_bins),
        cmocka_unit_test(test_integer_bins),   cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_nothing),        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_neighbours_of_a_sign), cmocka_unit_test(test_usable),
        cmocka_unit_test(test_below_a_binade), cmocka_unit_test(test_all_bf16),
        cmocka_unit_test(test_random_streams), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_usable_before_the_end), cmocka_unit_test(test_close_relative_errors),
        cmocka_unit_test(test_bins_have_maxima),
        cmocka_unit_test(test_many_specials),
        cmocka_unit_test(test_real_thirds),    cmocka_unit_test(test_real_ties),
        cmocka_unit_test(test_real_below_a_binade), cmocka_unit_test(test_real_at_the_end_of_a_domain),
        cmocka_unit_test(test_real_parts),
        cmocka_unit_test(test_bad_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
