/* What sfpsim sweep compares with: numbers of formats, references; hand-worked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "numerics/functions.h"
#include "numerics/reference.h"
#include "sfpu.h"

#define LEAST_NORMAL 0x1p-126 /* of fp32 and bf16 */

static void check_number(int format, uint32_t bits, double number)
{
    const double got = number_of(number_format(format), bits);

    assert_true(got == number && !signbit(got) == !signbit(number));
}

static void test_numbers(void **state)
{
    (void)state;
    check_number(SFPU_BF16, 0x3F80, 1);
    check_number(SFPU_BF16, 0xC049, -3.140625);       /* -(1 + 0x49/128) * 2 */
    check_number(SFPU_BF16, 0x0080, LEAST_NORMAL);
    check_number(SFPU_BF16, 0x0001, 0x1p-133);        /* 2^-126 / 2^7 */
    check_number(SFPU_BF16, 0x8000, -0.0);
    check_number(SFPU_BF16, 0x7F80, (double)INFINITY);
    check_number(SFPU_FP16, 0x7BFF, 65504);
    check_number(SFPU_FP16, 0x0001, 0x1p-24);
    check_number(SFPU_FP16, 0x3C01, 1 + 0x1p-10);
    check_number(SFPU_FP32, 0x3F800001, 1 + 0x1p-23);
    check_number(SFPU_INT16, 0xFFFF, -1);
    check_number(SFPU_UINT16, 0xFFFF, 65535);
    check_number(SFPU_INT32, 0x80000000, -0x1p31);
    check_number(SFPU_UINT32, 0x80000000, 0x1p31);
    check_number(SFPU_INT8, 0x80, -128);
    assert_true(isnan(number_of(number_format(SFPU_BF16), 0xFF81)));
    assert_null(number_format(SFPU_RAW));
    assert_null(number_format(SFPU_INT8 + 1));
    assert_null(number_format(-1));
}

/* bf16 has 7 bits behind the point: its numbers from 1 to 2 are 1/128 apart, below 1 half of that. */
static void test_ulp(void **state)
{
    const struct number_format *bf16 = number_format(SFPU_BF16);

    (void)state;
    assert_true(number_ulp(bf16, 1) == 0x1p-7);
    assert_true(number_ulp(bf16, -1.9921875) == 0x1p-7);
    assert_true(number_ulp(bf16, 0.99609375) == 0x1p-8);
    assert_true(number_ulp(bf16, LEAST_NORMAL) == 0x1p-133);
    assert_true(number_ulp(bf16, 0) == 0x1p-133);
    assert_true(number_ulp(number_format(SFPU_UINT16), 40000) == 1);
}

struct reference {
    double value;
    enum expectation expectation;
};

/* Of a number of fp32. */
static struct reference reference(const char *function, int format, double x)
{
    const struct number_format *in = number_format(SFPU_FP32), *out = number_format(format);
    const uint32_t bits = number_bits(in, x);
    uint8_t expectation = EXPECT_NUMBER;
    uint32_t expected;
    size_t unproven;

    assert_true(number_of(in, bits) == x);
    assert_true(reference_fill(function_named(function), in, out, &bits, NULL, 1, &expected, &expectation, &unproven));
    return (struct reference){number_of(out, expected), (enum expectation)expectation};
}

static void check_reference(const char *function, int format, double x, double value)
{
    const struct reference e = reference(function, format, x);

    if (e.value != value || !signbit(e.value) != !signbit(value))
        fail_msg("%s of %a: %a, not %a", function, x, e.value, value);
}

static void test_exact_cases(void **state)
{
    (void)state;
    check_reference("exp", SFPU_FP32, 0, 1);
    check_reference("exp2", SFPU_BF16, -3, 0.125);
    check_reference("expm1", SFPU_BF16, -0.0, -0.0);
    check_reference("log", SFPU_FP32, 1, 0);
    check_reference("log2", SFPU_FP32, 8, 3);
    check_reference("log10", SFPU_FP32, 1000, 3);
    check_reference("sqrt", SFPU_FP32, 144, 12);
    check_reference("rsqrt", SFPU_FP32, 0.25, 2);
    check_reference("cbrt", SFPU_FP32, -27, -3);
    check_reference("reciprocal", SFPU_FP32, -8, -0.125);
    check_reference("cos", SFPU_FP32, 0, 1);
    check_reference("acos", SFPU_FP32, 1, 0);
    check_reference("acosh", SFPU_FP32, 1, 0);
    check_reference("atanh", SFPU_FP32, -0.0, -0.0);
    check_reference("erfc", SFPU_FP32, 0, 1);
    check_reference("sigmoid", SFPU_FP32, 0, 0.5);
    check_reference("silu", SFPU_FP32, 0, 0);
    check_reference("gelu", SFPU_FP32, -0.0, -0.0);
    check_reference("gelu_tanh", SFPU_FP32, 0, 0);
}

/*
 * From tables of these functions, in bf16: e = 2.71828 lies between 2.703125 and 2.71875 (steps of 1/64), nearer to the
 * latter; and so on.
 */
static void test_rounded_cases(void **state)
{
    (void)state;
    check_reference("exp", SFPU_BF16, 1, 2.71875);
    check_reference("log", SFPU_BF16, 2, 0.69140625);          /* 0.693147; steps of 1/256: 177.45 of them */
    check_reference("sin", SFPU_BF16, 1, 0.83984375);          /* 0.841471: 215.42 */
    check_reference("tanh", SFPU_BF16, 1, 0.76171875);         /* 0.761594: 194.97 */
    check_reference("sigmoid", SFPU_BF16, 1, 0.73046875);      /* 0.731059: 187.15 */
    check_reference("silu", SFPU_BF16, 1, 0.73046875);
    check_reference("silu", SFPU_BF16, -1, -0.26953125);       /* -0.268941; steps of 1/512: 137.70 */
    check_reference("gelu", SFPU_BF16, 1, 0.83984375);         /* 0.841345: 215.38 */
    check_reference("gelu", SFPU_BF16, -1, -0.158203125);      /* -0.158655; steps of 1/1024: 162.46 */
    check_reference("softplus", SFPU_BF16, 0, 0.69140625);     /* log 2 */
    check_reference("softplus", SFPU_BF16, 1, 1.3125);         /* 1.313262; steps of 1/128: 168.10 */
    check_reference("erf", SFPU_BF16, 1, 0.84375);             /* 0.842701: 215.73 */
}

/* The two gelus differ by 0.0001512 at 1: erf's is 0.8413447, tanh's 0.8411920; fp32 tells them apart. */
static void test_both_gelus(void **state)
{
    (void)state;
    assert_true(fabs(reference("gelu", SFPU_FP32, 1).value - 0.8413447461) < 1e-7);
    assert_true(fabs(reference("gelu_tanh", SFPU_FP32, 1).value - 0.8411919906) < 1e-7);
    assert_true(fabs(reference("gelu_tanh", SFPU_FP32, -1).value + 0.1588080094) < 1e-8);
}

/* Ties of uint16 to bf16, whose numbers are 2 apart from 256 to 512: to the even mantissa. */
static void test_ties(void **state)
{
    (void)state;
    check_reference("typecast", SFPU_BF16, 257, 256);
    check_reference("typecast", SFPU_BF16, 259, 260);
    check_reference("typecast", SFPU_UINT16, 2.5, 2);
    check_reference("typecast", SFPU_UINT16, 3.5, 4);
}

/* What is beside numbers: infinite ends, underflow and overflow, and integers' limits. */
static void test_ends(void **state)
{
    struct reference e;

    (void)state;
    check_reference("silu", SFPU_FP32, -(double)INFINITY, -0.0);
    check_reference("gelu", SFPU_FP32, -(double)INFINITY, -0.0);
    check_reference("gelu_tanh", SFPU_FP32, (double)INFINITY, (double)INFINITY);
    check_reference("softplus", SFPU_FP32, 0x1p127, 0x1p127);
    check_reference("sigmoid", SFPU_FP32, -0x1p127, 0);
    check_reference("reciprocal", SFPU_FP32, -0.0, -(double)INFINITY);
    assert_true(reference("sqrt", SFPU_FP32, -1).expectation == EXPECT_NAN);
    e = reference("exp", SFPU_FP32, -88); /* e^-88 = 6.05e-39, less than 1.18e-38 */
    assert_true(e.expectation == EXPECT_UNDERFLOW && e.value == 0);
    e = reference("exp", SFPU_FP32, 89); /* 4.49e38, more than 3.40e38 */
    assert_true(e.expectation == EXPECT_OVERFLOW && isinf(e.value));
    e = reference("typecast", SFPU_UINT16, -1);
    assert_true(e.expectation == EXPECT_OVERFLOW && e.value == 0);
    e = reference("typecast", SFPU_INT16, 40000);
    assert_true(e.expectation == EXPECT_OVERFLOW && e.value == 32767);
    e = reference("typecast", SFPU_UINT16, 0.25);
    assert_true(e.expectation == EXPECT_NUMBER && e.value == 0);
}

static void test_names(void **state)
{
    (void)state;
    for (size_t i = 0; function_at(i); i++)
        assert_ptr_equal(function_named(function_at(i)->name), function_at(i));
    assert_null(function_named("expo"));
}

static void no_bounds(struct bounds *b, mpfr_srcptr x)
{
    mpfr_set(b->low, x, MPFR_RNDD);
    mpfr_set(b->high, x, MPFR_RNDU);
    mpfr_nextabove(b->high);
}

/* 257 lies half-way between 256 and 258. Bounds that go on from there at any precision prove neither of them. */
static void test_unproven(void **state)
{
    const struct number_format *fp32 = number_format(SFPU_FP32), *bf16 = number_format(SFPU_BF16);
    const struct function f = {.name = "nearly", .operands = 1, .enclose = no_bounds};
    const uint32_t x[] = {0x43800000, 0x43808000}; /* 256, 257 */
    uint32_t expected[2];
    uint8_t expectation[2] = {0};
    size_t unproven = 0;

    (void)state;
    assert_true(reference_fill(&f, fp32, bf16, x, NULL, 1, expected, expectation, &unproven));
    assert_false(reference_fill(&f, fp32, bf16, x, NULL, 2, expected, expectation, &unproven));
    assert_int_equal(unproven, 1);
    assert_int_equal(expected[0], 0x4380);
    assert_false(reference_prove(&f, fp32, bf16, x, NULL, 2, expected, expectation, &unproven));
    assert_int_equal(unproven, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),       cmocka_unit_test(test_ulp),          cmocka_unit_test(test_exact_cases),
        cmocka_unit_test(test_rounded_cases), cmocka_unit_test(test_both_gelus),   cmocka_unit_test(test_ties),
        cmocka_unit_test(test_ends),          cmocka_unit_test(test_names), cmocka_unit_test(test_unproven),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
