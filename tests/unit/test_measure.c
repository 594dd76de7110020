/* What sfpsim sweep says of results, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/measure.h"
#include "sfpu.h"

enum { MOST = 2048 };

struct stream {
    size_t count, stride;
    uint32_t x[MOST], y[MOST], got[MOST], expected[MOST];
    uint8_t expectation[MOST];
    bool pairs;
};

static void put(struct stream *s, uint32_t x, uint32_t got, enum expectation expectation, uint32_t expected)
{
    const size_t i = s->count++;

    assert_true(i < MOST);
    s->x[i] = x;
    s->got[i] = got;
    s->expected[i] = expected;
    s->expectation[i] = (uint8_t)expectation;
}

static struct measures measures_of(const struct stream *s, int in, int out)
{
    struct tally *t = malloc(sizeof *t);
    struct measures m;

    assert_non_null(t);
    tally_start(t, number_format(in), number_format(out), s->pairs ? 2 : 1);
    tally_add(t, &(struct results){.x = s->x, .y = s->pairs ? s->y : NULL, .got = s->got, .expected = s->expected,
                                   .expectation = s->expectation, .count = s->count, .stride = s->stride});
    tally_measures(t, &m);
    free(t);
    return m;
}

static void check_verdict(const struct measures *m, bool sampled, const char *verdict)
{
    char got[VERDICT_SIZE];

    verdict_of(m, sampled, got);
    assert_string_equal(got, verdict);
}

/*
 * x = 0..10 with x expected, 0 special, and errors of 0 but for 1 at 3, 4 at 5, -4 at 6: 1 2 4 4 9 2 7 8 9 10. They
 * fall once, from 9 to 2, where the reference rises; from 4 to 4 they stay.
 */
static void test_integers(void **state)
{
    struct stream s = {.stride = 1};
    struct measures m;

    (void)state;
    put(&s, 0, 77, EXPECT_SPECIAL_NAN, 0);
    for (uint32_t x = 1; x <= 10; x++)
        put(&s, x, x + (x == 3 ? 1u : x == 5 ? 4u : 0u) - (x == 6 ? 4u : 0u), EXPECT_NUMBER, x);
    m = measures_of(&s, SFPU_INT32, SFPU_INT32);
    assert_true(m.inputs == 11 && m.scored == 10 && m.outcomes[OUTCOME_EXACT] == 7);
    assert_true(m.max_ulp == 4 && m.has_worst && m.worst.x == 5 && m.worst.got == 9 && m.worst.expected == 5);
    assert_true(m.mean_ulp == 3);                   /* (1 + 4 + 4) / 3 */
    assert_true(m.p50_ulp == 0);                    /* sorted: seven 0, 1, 4, 4; the 5th, and twice the 10th */
    assert_true(m.p95_ulp == 4 && m.p99_ulp == 4);
    assert_true(m.exact_frac == 0.7);
    assert_true(m.max_abs == 4 && m.worst_abs.x == 5);
    assert_true(m.max_rel == 0.8 && m.worst_rel.x == 5); /* 4 / 5; 4 / 6 and 1 / 3 are less */
    /* The second of 1/3, 2/3, 4/5: 2/3 = 341.33 / 512, of which there are buckets up to each of 257..512. */
    assert_true(m.median_rel == 342.0 / 512);
    assert_true(fabs(m.bits_worst - 0.3219280949) < 1e-10); /* log2 1.25 */
    assert_true(fabs(m.bits_median - (9 - log2(342))) < 1e-10);
    assert_true(m.usable_to == 4);
    assert_true(m.breaks == 1 && m.has_break && m.break_at.x == 6);
    assert_true(m.special_count == 1 && m.specials[0].got == 77);
    assert_true(m.ulp_classes[0] == 7 && m.ulp_classes[2] == 1 && m.ulp_classes[4] == 2); /* 0; 1; above 2 up to 4 */
    check_verdict(&m, false, "within 2 ulp for |x| up to 4, beyond that up to 4 ulp off");
}

/* 200 integers, the n-th of them n ULP off, from 0. */
static void test_percentiles(void **state)
{
    struct stream s = {.stride = 1};
    struct measures m;

    (void)state;
    for (uint32_t x = 0; x < 200; x++)
        put(&s, x + 1, x + 1 + x, EXPECT_NUMBER, x + 1); /* 0..199 ULP */
    m = measures_of(&s, SFPU_UINT16, SFPU_UINT16);
    assert_true(m.p50_ulp == 99 && m.p95_ulp == 189 && m.p99_ulp == 197); /* the 100th, 190th, 198th */
    assert_true(m.max_ulp == 199 && m.mean_ulp == 100); /* 1..199 */
    s = (struct stream){.stride = 1};
    put(&s, 1, 1, EXPECT_NUMBER, 1);
    put(&s, 2, 3, EXPECT_NUMBER, 2);
    put(&s, 3, 5, EXPECT_NUMBER, 3);
    m = measures_of(&s, SFPU_UINT16, SFPU_UINT16);
    assert_true(m.p50_ulp == 1 && m.p95_ulp == 2); /* 1.5 of 3 is the second */
    check_verdict(&m, false, "nowhere more than 2 ulp off");
    check_verdict(&m, true, "nowhere more than 2 ulp off in this sample");
}

/* Half a unit: 0.99609375 where 1 is expected; and 999.5 and 1001 of them. */
static void test_halves(void **state)
{
    struct stream s = {.stride = 1};
    struct measures m;

    (void)state;
    put(&s, 0x3F800000, 0x3F7FFFFF, EXPECT_NUMBER, 0x3F800000);
    put(&s, 0x3F800001, 0x3F7FF831, EXPECT_NUMBER, 0x3F800000); /* 0x7CF = 1999 halves less */
    put(&s, 0x3F800002, 0x3F8003E9, EXPECT_NUMBER, 0x3F800000); /* 0x3E9 = 1001 */
    m = measures_of(&s, SFPU_FP32, SFPU_FP32);
    assert_true(m.p50_ulp == 999.5 && m.p95_ulp == 1001 && m.max_ulp == 1001);
    assert_true(m.mean_ulp == 667);
    assert_true(m.ulp_clipped == 1);
    assert_true(m.ulp_classes[1] == 1 && m.ulp_classes[12] == 2); /* above 512 up to 1024 */
    assert_true(m.median_rel <= m.max_rel && m.max_rel == 1001 * 0x1p-23);
}

/* 4095 ULP is told from 4096 only as the maximum: beyond 1024 an octave has 256 buckets. */
static void test_coarse(void **state)
{
    struct stream s = {.stride = 1};
    struct measures m;

    (void)state;
    put(&s, 0x3F800000, 0x3F800801, EXPECT_NUMBER, 0x3F800000); /* 2049: 2056, the next end 8 apart */
    put(&s, 0x3F800001, 0x3F800FFF, EXPECT_NUMBER, 0x3F800000);
    m = measures_of(&s, SFPU_FP32, SFPU_FP32);
    assert_true(m.p50_ulp == 2056 && m.p99_ulp == 4095 && m.max_ulp == 4095);
    assert_true(m.mean_ulp == 3072 && m.ulp_clipped == 2 && m.ulp_classes[ULP_CLASSES - 1] == 2);
}

static void test_nothing_usable(void **state)
{
    struct stream s = {.stride = 1};
    struct measures m;

    (void)state;
    put(&s, 1, 9, EXPECT_NUMBER, 1);
    m = measures_of(&s, SFPU_INT32, SFPU_INT32);
    assert_true(isnan(m.usable_to));
    assert_true(m.p50_ulp == 8 && m.p99_ulp == 8);
    check_verdict(&m, false, "more than 2 ulp off from the smallest |x| on: 8 in the mean, at most 8");
}

static struct measures one(enum expectation expectation, uint32_t expected, uint32_t got, size_t stride)
{
    struct stream s = {.stride = stride};

    put(&s, 0x3F80, got, expectation, expected);
    put(&s, 0x3F80, 0x3F80, EXPECT_SPECIAL, 0x3F80);
    return measures_of(&s, SFPU_BF16, SFPU_BF16);
}

static void test_verdicts(void **state)
{
    struct measures m = one(EXPECT_NUMBER, 0x3F80, 0, 1);

    (void)state;
    assert_true(m.defects == 1 && !m.has_worst && isnan(m.bits_worst) && isnan(m.usable_to));
    check_verdict(&m, false, "wrong about zero, infinity or NaN: 1 of 2 inputs");
    m = one(EXPECT_OVERFLOW, 0x7F80, 0x3F80, 1);
    check_verdict(&m, false, "wrong about zero, infinity or NaN: 1 of 2 inputs");
    m = one(EXPECT_UNDERFLOW, 0, 0x3F80, 1);
    check_verdict(&m, false, "not zero where it should be: 1 of 2 inputs");
    m = one(EXPECT_NAN, 0, 0x7FC0, 1);
    check_verdict(&m, false, "no result has an ulp");
    m = one(EXPECT_NAN, 0, 0x3F80, 1);
    check_verdict(&m, false, "no result has an ulp; 1 undefined, 1 gave a number");
    m = one(EXPECT_NUMBER, 0x3F80, 0x3F80, 1);
    check_verdict(&m, false, "exact");
    check_verdict(&m, true, "exact in this sample");
    m = one(EXPECT_NUMBER, 0x3F80, 0x3F83, 0);
    check_verdict(&m, false, "up to 3 ulp off, 3 in the mean");
    check_verdict(&m, true, "up to 3 ulp off in this sample, 3 in the mean");
}

/* Specials of bf16, what is expected of f(x) = x there, and bits that are none of these, up to 2 ULP. */
static const struct {
    uint32_t x;
    bool is_nan;
} specials[] = {{0, false},      {0x8000, false}, {0x0080, false}, {0x8080, false}, {0x7F7F, false}, {0xFF7F, false},
                {0x7F80, false}, {0xFF80, false}, {0x7FC0, true},  {0xFFC0, true},  {0x7F81, true},  {0xFFFF, true}};
enum { SPECIALS = sizeof specials / sizeof specials[0] };

/* Ordinary inputs that are right, and all specials, of which one is wrong by `got`; none if `wrong` is SPECIALS. */
static struct measures with_wrong_special(size_t wrong, uint32_t got)
{
    struct stream s = {.stride = 1};

    for (size_t i = 0; i < SPECIALS; i++)
        put(&s, specials[i].x, i == wrong ? got : specials[i].x, specials[i].is_nan ? EXPECT_SPECIAL_NAN : EXPECT_SPECIAL,
            specials[i].x);
    for (uint32_t x = 0x3F80; x < 0x4000; x++)
        put(&s, x, x, EXPECT_NUMBER, x);
    return measures_of(&s, SFPU_BF16, SFPU_BF16);
}

/* One wrong result at any special: never "exact", and no mark is passed that is below its error. */
static void test_wrong_specials(void **state)
{
    struct measures m = with_wrong_special(SPECIALS, 0);
    char verdict[VERDICT_SIZE], why[MARK_SIZE];

    (void)state;
    check_verdict(&m, false, "exact");
    assert_true(measures_pass(&m, 0, why) && m.special_counts.wrong == 0);
    for (size_t i = 0; i < SPECIALS; i++) {
        m = with_wrong_special(i, 0x40A0); /* 5 */
        verdict_of(&m, false, verdict);
        assert_true(strncmp(verdict, "exact", strlen("exact")) != 0);
        assert_true(m.special_counts.wrong == 1 && m.special_counts.far == !specials[i].is_nan);
        assert_false(measures_pass(&m, 0, why));
        assert_true(measured_wrong_special(&m)->got == 5);
    }
    m = with_wrong_special(4, 0x7F7E); /* the largest number, 1 ULP off */
    check_verdict(&m, false, "ordinary inputs are exact; 1 of 12 special inputs wrong");
    assert_true(!measures_pass(&m, 0, why) && measures_pass(&m, 1, why));
    m = with_wrong_special(0, 0x0001); /* a denormal counts as zero */
    check_verdict(&m, false, "exact");
}

/* usable_to reaches the largest number, as a special, and ends below a special that is wrong. */
static void test_usable_specials(void **state)
{
    static const struct {
        uint32_t wrong; /* x; 0x7FC0: none */
        double usable;  /* NaN: nothing */
    } cases[] = {{0x7FC0, 0x1.fep127}, {0x7F7F, 0x1.fcp127}, {0x7F80, 0x1.fep127}, {0x0080, 0}, {0, (double)NAN}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct stream s = {.stride = 1};
        struct measures m;
        static const uint32_t x[] = {0, 0x0080, 0x3F80, 0x4000, 0x7F7E, 0x7F7F, 0x7F80};

        for (size_t k = 0; k < sizeof x / sizeof x[0]; k++)
            put(&s, x[k], x[k] == cases[i].wrong ? 0x40A0 : x[k],
                x[k] >= 0x3F80 && x[k] < 0x7F7F ? EXPECT_NUMBER : EXPECT_SPECIAL, x[k]);
        m = measures_of(&s, SFPU_BF16, SFPU_BF16);
        assert_true(isnan(cases[i].usable) ? isnan(m.usable_to) : m.usable_to == cases[i].usable);
    }
}

/* Of two operands, by x and then by y; -0 before 0, NaN behind all. */
static void test_pairs(void **state)
{
    struct stream s = {.pairs = true};
    struct measures m;

    (void)state;
    s.y[0] = 0x7FC0;
    put(&s, 0, 0, EXPECT_SPECIAL, 0);
    s.y[1] = 0x3F80;
    put(&s, 0, 0, EXPECT_SPECIAL, 0);
    s.y[2] = 0x3F80;
    put(&s, 0x8000, 0, EXPECT_SPECIAL, 0);
    s.y[3] = 0x4000;
    put(&s, 0x4040, 0x40C1, EXPECT_NUMBER, 0x40C0);
    m = measures_of(&s, SFPU_BF16, SFPU_BF16);
    assert_true(m.operands == 2 && !m.ordered && isnan(m.usable_to));
    assert_true(m.worst.x == 3 && m.worst.y == 2 && m.worst.got == 6.03125 && m.worst.expected == 6);
    assert_true(signbit(m.specials[0].x) && m.specials[1].y == 1 && isnan(m.specials[2].y));
}

/* 32 bins from -3.39e38 to 3.39e38; 1 and 2 are in the first above 0, -1 in the last below, 200 and 201 in the next. */
static void test_bins(void **state)
{
    struct stream s = {.stride = 1};
    struct measures m;

    (void)state;
    put(&s, 0x3F80, 0x3F81, EXPECT_NUMBER, 0x3F80);
    put(&s, 0xBF80, 0x3F80, EXPECT_NUMBER, 0x3F80);
    put(&s, 0x4000, 0x4003, EXPECT_NUMBER, 0x4000);
    put(&s, 0x4348, 0x0000, EXPECT_NUMBER, 0x3F80);
    put(&s, 0x4349, 0x4351, EXPECT_NUMBER, 0x4349);
    m = measures_of(&s, SFPU_BF16, SFPU_BF16);
    assert_true(m.bins[0].low == -0x1.fep127 && m.bins[31].high == 0x1.fep127);
    assert_true(m.bins[15].high == 0 && m.bins[16].low == 0);
    assert_true(m.bins[16].inputs == 2 && m.bins[16].inexact == 2);
    assert_true(m.bins[16].max_ulp == 3 && m.bins[16].mean_ulp == 2); /* 1 and 3 */
    assert_true(m.bins[15].inputs == 1 && m.bins[15].scored == 1);
    assert_true(m.bins[15].max_ulp == 0 && m.bins[15].mean_ulp == 0);
    assert_true(m.bins[17].inputs == 2 && m.bins[17].scored == 1 && m.bins[17].defects == 1);
    assert_true(m.bins[17].mean_ulp == 8 && m.mean_ulp == 4); /* 8; 1, 3 and 8 */
    assert_true(fabs(m.bins[16].high - 133.6) < 0.1); /* sinh 5.588 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers), cmocka_unit_test(test_percentiles),    cmocka_unit_test(test_halves),
        cmocka_unit_test(test_coarse),   cmocka_unit_test(test_nothing_usable), cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_pairs),    cmocka_unit_test(test_bins),
        cmocka_unit_test(test_wrong_specials), cmocka_unit_test(test_usable_specials),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
