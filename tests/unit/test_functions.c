/* The functions that kernels are measured against: what reference_fill makes of hand-worked operands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "numerics/reference.h"
#include "sfpu.h"

#define INF ((double)INFINITY)
#define QUIET ((double)NAN)
#define LEAST_NORMAL 0x1p-126 /* of fp32 and bf16 */

/* Formats of operands and results. */
static int in_format, out_format;

static uint32_t in_bits(double number)
{
    return number_bits(number_format(in_format), number);
}

static void check_bits(const char *name, uint32_t x, uint32_t y, enum expectation expectation, uint32_t bits)
{
    const struct function *f = function_named(name);
    uint8_t found = EXPECT_NUMBER;
    uint32_t expected = 0xDEADBEEF;
    size_t unproven;

    assert_non_null(f);
    assert_null(function_refuses(f, number_format(in_format)));
    assert_true(reference_fill(f, number_format(in_format), number_format(out_format), &x, f->operands == 2 ? &y : NULL,
                               1, &expected, &found, &unproven));
    if (expected != bits || found != expectation)
        fail_msg("%s of 0x%08X, 0x%08X: 0x%08X, %u, not 0x%08X, %u", name, x, y, expected, found, bits, expectation);
}

static void check(const char *name, double x, double y, enum expectation expectation, double value)
{
    check_bits(name, in_bits(x), in_bits(y), expectation, number_bits(number_format(out_format), value));
}

static void number(const char *name, double x, double y, double value)
{
    check(name, x, y, EXPECT_NUMBER, value);
}

static void from_to(int in, int out)
{
    in_format = in;
    out_format = out;
}

/* Numbers to bits, beside what test_numerics has of the way back. */
static void test_bits(void **state)
{
    static const struct {
        int format;
        double value;
        uint32_t bits;
    } rows[] = {
        {SFPU_FP32, 1 + 0x1p-23, 0x3F800001}, {SFPU_FP32, -LEAST_NORMAL, 0x80800000}, {SFPU_FP32, 0x1p-149, 1},
        {SFPU_BF16, -3.140625, 0xC049},       {SFPU_FP16, 65504, 0x7BFF},             {SFPU_FP16, -INF, 0xFC00},
        {SFPU_BF16, -0.0, 0x8000},            {SFPU_FP32, INF, 0x7F800000},           {SFPU_FP32, QUIET, 0x7FC00000},
        {SFPU_FP16, -QUIET, 0x7E00},          {SFPU_INT32, -1, 0xFFFFFFFF},           {SFPU_INT16, -1, 0xFFFF},
        {SFPU_INT8, -128, 0x80},              {SFPU_UINT32, 0x1p31, 0x80000000},      {SFPU_UINT16, 65535, 0xFFFF},
        {SFPU_SM32, -0.0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(number_bits(number_format(rows[i].format), rows[i].value), rows[i].bits);
}

/* What an expectation of nothing leaves alone, and denormal operands, which are zeros of their sign. */
static void test_fill(void **state)
{
    const struct number_format *bf16 = number_format(SFPU_BF16);
    const uint32_t x[] = {0x3F80, 0x3F80, 0x8001, 0x007F, 0x7F81}; /* 1, 1, -2^-133, 2^-126 - 2^-133, a NaN */
    uint32_t expected[] = {7, 7, 7, 7, 7};
    uint8_t expectation[] = {EXPECT_NUMBER, EXPECT_NOTHING, EXPECT_NAN, EXPECT_NUMBER, EXPECT_NUMBER};
    size_t unproven;

    (void)state;
    assert_true(reference_fill(function_named("reciprocal"), bf16, bf16, x, NULL, 5, expected, expectation, &unproven));
    assert_memory_equal(expected, ((const uint32_t[]){0x3F80, 7, 0xFF80, 0x7F80, 0x7FC0}), sizeof expected);
    assert_memory_equal(expectation, ((const uint8_t[]){EXPECT_NUMBER, EXPECT_NOTHING, EXPECT_OVERFLOW, EXPECT_OVERFLOW,
                                                        EXPECT_NAN}), sizeof expectation);
    reference_thread_end();
}

/* Sums and products that lie half-way between two numbers of bf16, whose steps are 2 from 256 to 512. */
static void test_arithmetic(void **state)
{
    (void)state;
    from_to(SFPU_BF16, SFPU_BF16);
    number("add", 256, 1, 256);             /* 257: to even, 128 steps, not 129 */
    number("add", 258, 1, 260);             /* 259: 130 steps */
    number("add", 256, 1.0078125, 258);     /* 257 and 2^-7: above half */
    number("add", 258, 0x1p-100, 258);
    number("sub", 258, 1, 256);
    number("rsub", 1, 258, 256);
    number("sub", 3, 3, 0);
    number("add", -0.0, 0, 0);
    number("add", -0.0, -0.0, -0.0);
    number("mul", 7, 37, 260);              /* 259 */
    number("mul", -9, 29, -260);            /* 261 = 130.5 steps */
    number("mul", 3, 85.5, 256);            /* 256.5 */
    number("mul", 5, 51.5, 258);            /* 257.5 */
    number("div", 1, 3, 0.333984375);       /* 1/3 = 170.67 / 512 */
    number("div", -2, 0x1p-126, -0x1p127);
    check("mul", 0x1p100, -0x1p100, EXPECT_OVERFLOW, -INF);
    check("mul", 0x1p-100, -0x1p-100, EXPECT_UNDERFLOW, -0.0);
    check("mul", 0x1p-127, 5, EXPECT_NUMBER, 0); /* a denormal operand */
    from_to(SFPU_FP32, SFPU_FP32);
    number("add", 0x1p24, 1, 0x1p24);       /* steps of 2 from 2^24: a tie, to even */
    number("add", 0x1p24, 1 + 0x1p-23, 0x1p24 + 2);
    number("sub", 1, 0x1p-25, 1);           /* half a step of 2^-24 below 1: a tie */
    number("sub", 1, 0x1p-25 + 0x1p-48, 1 - 0x1p-24);
    number("sub", 1, 0x1p-100, 1);
    check("add", 0x1.fffffep127, 0x1p103, EXPECT_OVERFLOW, INF);         /* half a step of 2^104: a tie, to 2^128 */
    number("add", 0x1.fffffep127, 0x1.fffffep102, 0x1.fffffep127);
    check("sub", 0x1.8p-126, 0x1p-126, EXPECT_UNDERFLOW, 0);             /* 2^-127 */
    number("mul", 1 + 0x1p-12, 1 + 0x1p-12, 1 + 0x1p-11);                /* and 2^-24: a tie */
    number("mul", 1 + 0x3p-12, 1 + 0x1p-12, 1 + 0x1p-10 + 0x1p-22);      /* and 3 2^-24: 1.5 steps, to even */
    number("mul", 0x1.fffffep-64, 0x1.000002p-63, LEAST_NORMAL);         /* (2 - u)(1 + u) = 2 + u - u^2, u = 2^-23 */
}

/* x y = 32536349 2^30 + 1: 1 more than half-way between two steps of 2^31, which a double of 53 bits has no room for. */
static void test_wide_product(void **state)
{
    (void)state;
    from_to(SFPU_INT32, SFPU_FP32);
    number("mul", 121889971, 286616187, 16268175 * 0x1p31);
}

static void test_power(void **state)
{
    (void)state;
    from_to(SFPU_BF16, SFPU_BF16);
    number("pow", 3, 5, 243);
    number("pow", 7, 3, 344);         /* 343 = 171.5 steps of 2 */
    number("pow", 5, 4, 624);         /* 625 = 156.25 steps of 4 */
    number("pow", 2, 0.5, 1.4140625); /* 1.414214 = 181.02 / 128 */
    number("pow", 2, -0.5, 0.70703125);
    number("pow", -2, 3, -8);
    number("pow", -0.5, -2, 4);
    check("pow", -2, 0.5, EXPECT_NAN, QUIET);
    check("pow", 0, -1, EXPECT_OVERFLOW, INF);
    check("pow", -0.0, -1, EXPECT_OVERFLOW, -INF);
    check("pow", -0.0, -2, EXPECT_OVERFLOW, INF);
    number("pow", -0.0, 3, -0.0);
    number("pow", -0.0, 0.5, 0);
    number("pow", 0, 0, 1);
    number("pow", QUIET, -0.0, 1);
    number("pow", 1, QUIET, 1);
    check("pow", QUIET, 1, EXPECT_NAN, QUIET);
    check("pow", 2, QUIET, EXPECT_NAN, QUIET);
    number("pow", -1, INF, 1);
    number("pow", -1, 0x1p100, 1);
    check("pow", 2, INF, EXPECT_OVERFLOW, INF);
    check("pow", -INF, 3, EXPECT_OVERFLOW, -INF);
    number("pow", 2, -INF, 0);
    number("pow", -INF, -3, -0.0);
    number("pow", 2, 127, 0x1p127);
    number("pow", 2, -126, LEAST_NORMAL);
    check("pow", 2, 128, EXPECT_OVERFLOW, INF);
    check("pow", -2, 129, EXPECT_OVERFLOW, -INF);
    check("pow", 2, -127, EXPECT_UNDERFLOW, 0);
    check("pow", -2, -127, EXPECT_UNDERFLOW, -0.0);
    check("pow", -3, -0x1p100, EXPECT_UNDERFLOW, 0);
    check("pow", 1.0078125, 0x1p100, EXPECT_OVERFLOW, INF);
    from_to(SFPU_FP16, SFPU_FP16);
    check_bits("pow", 0x7C01, 0, EXPECT_NUMBER, 0x3C00); /* 1 of a signalling NaN too */
}

/* Remainders of powers of two: 2^2 is 1 modulo 3, and 2^3 modulo 7. */
static void test_remainder(void **state)
{
    (void)state;
    from_to(SFPU_FP32, SFPU_FP32);
    number("fmod", 5.5, 2, 1.5);
    number("fmod", -5.5, 2, -1.5);
    number("fmod", 5.5, -2, 1.5);
    number("fmod", 6, 3, 0);
    number("fmod", -6, 3, -0.0);
    number("fmod", -0.0, 3, -0.0);
    number("fmod", 1, 3, 1);
    number("fmod", 0x1p127, 3, 2);
    number("fmod", 0x1p126, 3, 1);
    number("fmod", -0x1p127, 7, -2);
    number("fmod", 0x1p100, 0x3p-100, 0x1p-100); /* 2^200 modulo 3 */
    number("fmod", 7, INF, 7);
    check("fmod", INF, 2, EXPECT_NAN, QUIET);
    check("fmod", 2, -0.0, EXPECT_NAN, QUIET);
    check("fmod", QUIET, INF, EXPECT_NAN, QUIET);
    check("fmod", 0x1.8p-126, 0x1p-126, EXPECT_UNDERFLOW, 0); /* 2^-127 */
    from_to(SFPU_INT32, SFPU_INT32);
    number("fmod", -7, 3, -1);
    number("fmod", -0x1p31, 10, -8); /* 2147483648 */
    check("fmod", 7, 0, EXPECT_NAN, 0);
}

static void test_angles(void **state)
{
    (void)state;
    from_to(SFPU_BF16, SFPU_BF16);
    number("hypot", -3, 4, 5);
    number("hypot", 0, -3, 3);
    number("hypot", 0x3p100, 0x4p100, 0x5p100);
    number("hypot", 1, 1, 1.4140625);
    number("hypot", -0.0, 0, 0);
    check("hypot", -INF, QUIET, EXPECT_OVERFLOW, INF);
    check("hypot", QUIET, 1, EXPECT_NAN, QUIET);
    check("hypot", 0x1.8p127, 0x1.8p127, EXPECT_OVERFLOW, INF); /* 2.12 2^127 */
    number("atan2", 1, 1, 0.78515625);   /* pi/4 = 0.785398 = 201.06 / 256 */
    number("atan2", -1, -1, -2.359375);  /* -3/4 pi = -2.356194 = 150.80 / 64 */
    number("atan2", 0, -1, 3.140625);    /* pi */
    number("atan2", -0.0, -1, -3.140625);
    number("atan2", -0.0, 1, -0.0);
    number("atan2", 0, 0, 0);
    number("atan2", 1, -INF, 3.140625);
    number("atan2", INF, INF, 0.78515625);
    number("atan2", 1, 0, 1.5703125);    /* pi/2 */
    check("atan2", 1, QUIET, EXPECT_NAN, QUIET);
    check("atan2", 0x1p-100, 0x1p100, EXPECT_UNDERFLOW, 0);
    check("atan2", -0x1p-100, 0x1p100, EXPECT_UNDERFLOW, -0.0);
}

static void test_order(void **state)
{
    (void)state;
    from_to(SFPU_BF16, SFPU_BF16);
    number("max", -2, 1, 1);
    number("max", -0.0, 0, 0);
    number("max", 0, -0.0, 0);
    number("max", -0.0, -0.0, -0.0);
    number("max", -INF, -3, -3);
    check("max", 1, INF, EXPECT_OVERFLOW, INF);
    check("max", 1, QUIET, EXPECT_NAN, QUIET);
    check("max", QUIET, 1, EXPECT_NAN, QUIET);
    number("min", -2, 1, -2);
    number("min", -0.0, 0, -0.0);
    number("min", 0, -0.0, -0.0);
    check("min", QUIET, 1, EXPECT_NAN, QUIET);
    check("min", 1, QUIET, EXPECT_NAN, QUIET);
    from_to(SFPU_INT32, SFPU_INT32);
    number("max", -0x1p31, 0x7FFFFFFF, 0x7FFFFFFF);
    number("min", 5, 0x1p24 + 1, 5);
    number("max", 0x1p24, 0x1p24 + 1, 0x1p24 + 1); /* which fp32 does not have */
    from_to(SFPU_UINT32, SFPU_UINT32);
    number("max", 1, 0x1p31, 0x1p31);
}

/* A row for each order of operands: below, equal, above, and none. */
static void test_comparisons(void **state)
{
    static const struct {
        const char *name;
        double below, equal, above, none;
    } rows[] = {
        {"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 1}, {"lt", 1, 0, 0, 0},
        {"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        from_to(SFPU_BF16, SFPU_FP32);
        number(rows[i].name, -2, -1, rows[i].below);
        number(rows[i].name, -0.0, 0, rows[i].equal);
        number(rows[i].name, INF, INF, rows[i].equal);
        number(rows[i].name, INF, -INF, rows[i].above);
        number(rows[i].name, QUIET, QUIET, rows[i].none);
        number(rows[i].name, 1, QUIET, rows[i].none);
        from_to(SFPU_INT32, SFPU_INT32);
        number(rows[i].name, -1, 0x7FFFFFFF, rows[i].below);
        number(rows[i].name, 0x1p30 + 1, 0x1p30, rows[i].above);
        from_to(SFPU_UINT16, SFPU_UINT16);
        number(rows[i].name, 0x8000, 0x7FFF, rows[i].above);
    }
}

static void test_pieces(void **state)
{
    (void)state;
    from_to(SFPU_BF16, SFPU_BF16);
    number("abs", -0.0, 0, 0);
    number("abs", -3, 0, 3);
    number("neg", 0, 0, -0.0);
    check("neg", INF, 0, EXPECT_OVERFLOW, -INF);
    check("neg", QUIET, 0, EXPECT_NAN, QUIET);
    number("sign", -0x1p-126, 0, -1);
    number("sign", -0.0, 0, -0.0);
    number("sign", INF, 0, 1);
    check("sign", QUIET, 0, EXPECT_NAN, QUIET);
    number("relu", -3, 0, 0);
    number("relu", -INF, 0, 0);
    number("relu", 3, 0, 3);
    check("relu", QUIET, 0, EXPECT_NAN, QUIET);
    number("relu6", 5.96875, 0, 5.96875);
    number("relu6", 6.03125, 0, 6);
    number("relu6", INF, 0, 6);
    number("relu6", -1, 0, 0);
    check("relu6", QUIET, 0, EXPECT_NAN, QUIET);
    from_to(SFPU_INT32, SFPU_INT32);
    number("abs", -5, 0, 5);
    check("abs", -0x1p31, 0, EXPECT_OVERFLOW, 0x7FFFFFFF);
    check("neg", -0x1p31, 0, EXPECT_OVERFLOW, 0x7FFFFFFF);
    number("sign", -5, 0, -1);
    number("relu", -5, 0, 0);
    from_to(SFPU_UINT16, SFPU_UINT16);
    check("neg", 1, 0, EXPECT_OVERFLOW, 0);
    from_to(SFPU_UINT16, SFPU_BF16);
    number("typecast", 257, 0, 256);
    number("typecast", 259, 0, 260);
    from_to(SFPU_INT32, SFPU_FP32);
    number("typecast", 0x1p24 + 1, 0, 0x1p24);
    number("typecast", -0x1p24 - 3, 0, -0x1p24 - 4);
    from_to(SFPU_FP32, SFPU_INT32);
    number("typecast", -2.5, 0, -2);
    check("typecast", 0x1p31, 0, EXPECT_OVERFLOW, 0x7FFFFFFF);
    number("typecast", -0x1p31, 0, -0x1p31);
    check("typecast", -INF, 0, EXPECT_OVERFLOW, -0x1p31);
    check("typecast", QUIET, 0, EXPECT_NAN, 0);
}

static void integers(const char *name, uint32_t x, uint32_t y, uint32_t value)
{
    check_bits(name, x, y, EXPECT_NUMBER, value);
}

static void test_bitwise(void **state)
{
    (void)state;
    from_to(SFPU_INT32, SFPU_INT32);
    integers("bitwise_not", 0, 0, 0xFFFFFFFF);
    integers("bitwise_and", 0xF0F0F0F0, 0xFF00FF00, 0xF000F000);
    integers("bitwise_or", 0xF0F0F0F0, 0xFF00FF00, 0xFFF0FFF0);
    integers("bitwise_xor", 0xF0F0F0F0, 0xFF00FF00, 0x0FF00FF0);
    from_to(SFPU_UINT16, SFPU_UINT16);
    integers("bitwise_not", 0x00FF, 0, 0xFF00);
    integers("bitwise_xor", 0xFFFF, 0x0001, 0xFFFE);
    from_to(SFPU_UINT16, SFPU_UINT32);
    integers("bitwise_not", 0x00FF, 0, 0xFF00); /* of 16 bits */
    from_to(SFPU_INT16, SFPU_INT32);
    integers("bitwise_not", 0x00FF, 0, 0xFFFFFF00); /* -256 */
}

/* A count below 0 or not below the width shifts all bits out. */
static void test_shifts(void **state)
{
    (void)state;
    from_to(SFPU_INT32, SFPU_INT32);
    integers("shift_left", 0x40000001, 1, 0x80000002);
    integers("shift_left", 0xC0000001, 31, 0x80000000);
    integers("shift_left", 1, 32, 0);
    integers("shift_left", 1, 0xFFFFFFFF, 0);
    integers("shift_left", 1, (uint32_t)-63, 0); /* which a processor may take for 1 */
    integers("shift_right", 0x80000002, 1, 0x40000001);
    integers("shift_right", 0x80000002, 0, 0x80000002);
    integers("shift_right", 0x80000002, 31, 1);
    integers("shift_right", 0x80000002, 32, 0);
    integers("shift_right", 0x80000002, 0xFFFFFFFF, 0);
    integers("shift_right_arithmetic", 0x80000002, 1, 0xC0000001);
    integers("shift_right_arithmetic", 0x80000002, 31, 0xFFFFFFFF);
    integers("shift_right_arithmetic", 0x80000002, 32, 0xFFFFFFFF);
    integers("shift_right_arithmetic", 0x40000002, 0xFFFFFFFF, 0);
    from_to(SFPU_UINT32, SFPU_UINT32);
    integers("shift_right_arithmetic", 0x80000002, 1, 0xC0000001); /* the highest bit is a sign to it */
    from_to(SFPU_UINT16, SFPU_UINT16);
    integers("shift_left", 0x8001, 1, 2);
    integers("shift_left", 1, 16, 0);
    integers("shift_right", 0x8001, 15, 1);
    integers("shift_right_arithmetic", 0x8001, 20, 0xFFFF);
    from_to(SFPU_INT16, SFPU_INT16);
    integers("shift_right", 0x8001, 1, 0x4000);
    integers("shift_right_arithmetic", 0x8001, 1, 0xC000);
}

static void test_wrapping(void **state)
{
    (void)state;
    from_to(SFPU_INT32, SFPU_INT32);
    integers("wrapping_add", 0x7FFFFFFF, 1, 0x80000000);
    integers("wrapping_sub", 0x80000000, 1, 0x7FFFFFFF);
    integers("wrapping_mul", 0x10001, 0x10001, 0x00020001);          /* 2^32 + 2^17 + 1 */
    integers("wrapping_mul", 0xFFFFFFFF, 0xFFFFFFFF, 1);
    integers("wrapping_mul", 0x80000000, 0x80000000, 0);
    from_to(SFPU_UINT32, SFPU_UINT32);
    integers("wrapping_add", 0xFFFFFFFF, 2, 1);
    integers("wrapping_sub", 0, 1, 0xFFFFFFFF);
    integers("wrapping_mul", 0xFFFFFFFF, 0xFFFFFFFF, 1);
    from_to(SFPU_UINT16, SFPU_UINT16);
    integers("wrapping_mul", 0x0101, 0x0101, 0x0201);                /* 2^16 + 2^9 + 1 */
    integers("wrapping_square", 0x0101, 0, 0x0201);
    integers("wrapping_square", 0xFFFF, 0, 1);
    from_to(SFPU_UINT16, SFPU_UINT32);
    integers("wrapping_add", 0xFFFF, 1, 0);                          /* in 16 bits */
    from_to(SFPU_UINT32, SFPU_INT32);
    check_bits("wrapping_sub", 0, 1, EXPECT_OVERFLOW, 0x7FFFFFFF);   /* 2^32 - 1 */
    from_to(SFPU_INT16, SFPU_INT16);
    check_bits("wrapping_add", 0x7FFF, 1, EXPECT_OVERFLOW, 0x8001);  /* of sign and magnitude there is no -32768 */
}

static void test_division(void **state)
{
    (void)state;
    from_to(SFPU_INT32, SFPU_INT32);
    integers("quotient", 7, 2, 3);
    integers("quotient", (uint32_t)-7, 2, (uint32_t)-3);
    integers("remainder", (uint32_t)-7, 2, (uint32_t)-1);
    integers("remainder", 7, (uint32_t)-2, 1);
    integers("floor_quotient", (uint32_t)-7, 2, (uint32_t)-4);
    integers("floor_quotient", 7, (uint32_t)-2, (uint32_t)-4);
    integers("floor_quotient", (uint32_t)-6, 2, (uint32_t)-3);
    integers("modulo", (uint32_t)-7, 2, 1);
    integers("modulo", 7, (uint32_t)-2, (uint32_t)-1);
    integers("modulo", (uint32_t)-6, 2, 0);
    integers("quotient", 7, 0, (uint32_t)-1);
    integers("floor_quotient", (uint32_t)-7, 0, (uint32_t)-1);
    integers("remainder", (uint32_t)-7, 0, (uint32_t)-7);
    integers("modulo", (uint32_t)-7, 0, (uint32_t)-7);
    integers("quotient", 0x80000000, (uint32_t)-1, 0x80000000); /* 2^31 wraps */
    integers("remainder", 0x80000000, (uint32_t)-1, 0);
    from_to(SFPU_UINT32, SFPU_UINT32);
    integers("quotient", 0xFFFFFFFF, 2, 0x7FFFFFFF);
    integers("quotient", 7, 0, 0xFFFFFFFF);
    integers("modulo", 0xFFFFFFFF, 10, 5); /* 4294967295 */
}

static void test_counts(void **state)
{
    (void)state;
    from_to(SFPU_INT32, SFPU_INT32);
    integers("popcount", 0xFFFFFFFF, 0, 32);
    integers("popcount", 0x80010100, 0, 3);
    integers("leading_zeros", 0, 0, 32);
    integers("leading_zeros", 0xFFFFFFFF, 0, 0);
    integers("leading_zeros", 0x00010000, 0, 15);
    from_to(SFPU_INT16, SFPU_INT16);
    integers("popcount", 0x8001, 0, 2); /* -32767 */
    from_to(SFPU_UINT16, SFPU_UINT16);
    integers("popcount", 0xFFFF, 0, 16);
    integers("leading_zeros", 1, 0, 15);
}

/*
 * Where a function comes closer to x than any precision tells, its side still decides: 2^20 and half a step of bf16
 * less or more than 2^-1000000.
 */
static void test_tails(void **state)
{
    (void)state;
    from_to(SFPU_FP32, SFPU_BF16);
    number("silu", 0x1.03p20, 0, 0x1.02p20);      /* below the middle of 1.02 and 1.04 */
    number("gelu", 0x1.03p20, 0, 0x1.02p20);
    number("gelu_tanh", 0x1.03p20, 0, 0x1.02p20);
    number("softplus", 0x1.01p20, 0, 0x1.02p20);  /* above that of 1 and 1.02, which is even in 1 */
    number("sin", 0x1.03p-100, 0, 0x1.02p-100);   /* x - x^3/6 */
    number("sinh", 0x1.01p-100, 0, 0x1.02p-100);  /* x + x^3/6 */
    from_to(SFPU_FP32, SFPU_INT32);
    number("gelu", 15.5, 0, 15);                  /* less e^-120 */
    number("gelu_tanh", 55.5, 0, 55);             /* less e^-12286 */
    number("silu", 65.5, 0, 65);
    number("silu", 63.5, 0, 63);
    from_to(SFPU_FP32, SFPU_BF16);
    check("silu", -0x1p20, 0, EXPECT_UNDERFLOW, -0.0);
    check("softplus", -0x1p20, 0, EXPECT_UNDERFLOW, 0);
    check("softplus", 0x1.fep127, 0, EXPECT_NUMBER, 0x1.fep127);
    check("silu", INF, 0, EXPECT_OVERFLOW, INF);
    check("softplus", INF, 0, EXPECT_OVERFLOW, INF);
}

static void test_refusal(void **state)
{
    const struct number_format *bf16 = number_format(SFPU_BF16), *int16 = number_format(SFPU_INT16);

    (void)state;
    assert_null(function_refuses(function_named("exp"), bf16));
    assert_null(function_refuses(function_named("exp"), int16));
    assert_null(function_refuses(function_named("bitwise_and"), int16));
    assert_string_equal(function_refuses(function_named("bitwise_and"), bf16), "integers only");
    assert_int_equal(function_named("bitwise_not")->operands, 1);
    assert_int_equal(function_named("bitwise_and")->operands, 2);
    assert_int_equal(function_named("add")->operands, 2);
    assert_int_equal(function_named("exp")->operands, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits), cmocka_unit_test(test_fill), cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_wide_product), cmocka_unit_test(test_power), cmocka_unit_test(test_remainder),
        cmocka_unit_test(test_angles), cmocka_unit_test(test_order), cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_pieces), cmocka_unit_test(test_bitwise), cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_division),
        cmocka_unit_test(test_counts), cmocka_unit_test(test_tails), cmocka_unit_test(test_refusal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
