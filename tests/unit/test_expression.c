/* References that users write: the same as the functions of the table that they spell out, and what is wrong with some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/functions.h"
#include "numerics/reference.h"
#include "sfpu.h"

enum { COUNT = 300 };

static uint64_t random_state = 29;

static uint32_t random_bits(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 32);
}

static struct expression *parsed(const char *text, int in)
{
    char *error;
    struct expression *e = expression_parse(text, &error);

    if (!e)
        fail_msg("'%s': %s", text, error ? error : "no memory");
    e->format = number_format(in);
    return e;
}

/* Of numbers near 1 half of the time, and of any bits. */
static uint32_t operand(const struct number_format *f)
{
    const uint32_t bits = random_bits();

    if (!f->mantissa_bits || bits & 1)
        return random_bits() >> (32 - f->bits);
    return number_bits(f, (double)((int32_t)(bits >> 16) - (1 << 15)) * 0x1p-12);
}

/* The table's function, and its text, of the same operands. */
static void check_same(const char *name, const char *text, int in, int out)
{
    const struct function *f = function_named(name);
    struct expression *e = parsed(text, in);
    uint32_t x[COUNT], y[COUNT], expected[COUNT], found[COUNT];
    uint8_t expectation[COUNT] = {0}, kind[COUNT] = {0};
    size_t unproven;

    assert_int_equal(e->function.operands, f->operands);
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = operand(number_format(in));
        y[i] = operand(number_format(in));
    }
    assert_true(reference_fill(f, number_format(in), number_format(out), x, y, COUNT, expected, expectation, &unproven));
    if (!reference_fill(&e->function, number_format(in), number_format(out), x, y, COUNT, found, kind, &unproven))
        fail_msg("%s of 0x%08X, 0x%08X is not proven", text, x[unproven], y[unproven]);
    for (size_t i = 0; i < COUNT; i++)
        if (expected[i] << 1 != found[i] << 1 || expectation[i] != kind[i]) /* zeros may have the other sign */
            fail_msg("%s of 0x%08X, 0x%08X: 0x%08X (%u), not 0x%08X (%u)", text, x[i], y[i], found[i], kind[i],
                     expected[i], expectation[i]);
    free(e);
}

static void test_functions_spelt_out(void **state)
{
    (void)state;
    check_same("exp", "exp(x)", SFPU_BF16, SFPU_FP32);
    check_same("sigmoid", "1/(1 + exp(-x))", SFPU_BF16, SFPU_FP32);
    check_same("silu", "x / (1+exp(-x))", SFPU_FP16, SFPU_BF16);
    check_same("softplus", "log1p(exp(x))", SFPU_FP16, SFPU_FP32);
    check_same("relu6", "min(relu(x),6.0)", SFPU_FP32, SFPU_FP32);
    check_same("rsqrt", "1/sqrt(x)", SFPU_FP16, SFPU_FP32);
    check_same("tan", "sin(x)/cos(x)", SFPU_FP16, SFPU_FP32);
    check_same("log10", "log(x)/log(1e1)", SFPU_FP32, SFPU_BF16);
    check_same("add", "x--y", SFPU_FP32, SFPU_FP32);
    check_same("rsub", "(y)-x", SFPU_FP32, SFPU_FP32);
    check_same("mul", "x*y", SFPU_FP32, SFPU_FP32);
    check_same("div", "x/y", SFPU_FP32, SFPU_BF16);
    check_same("hypot", "hypot(abs(y), x)", SFPU_FP32, SFPU_FP32);
    check_same("lt", "gt(y, x)", SFPU_BF16, SFPU_FP32);
    check_same("eq", "1-ne(x,y)", SFPU_BF16, SFPU_FP32);
    check_same("bitwise_and", "bitwise_and(x, y)", SFPU_INT32, SFPU_INT32);
    check_same("bitwise_not", "-x - 1", SFPU_INT32, SFPU_INT32);
    check_same("wrapping_sub", "wrapping_add(x, wrapping_mul(y, -1))", SFPU_INT32, SFPU_INT32);
    check_same("max", "x + relu(y-x)", SFPU_INT32, SFPU_INT32);
    check_same("acos", "pi/2 - asin(x)", SFPU_FP16, SFPU_BF16);
}

/* A value in fp32 that a text has at an x. */
static void check_value(const char *text, double x, double wanted)
{
    const struct number_format *fp32 = number_format(SFPU_FP32);
    struct expression *e = parsed(text, SFPU_FP32);
    uint32_t bits = number_bits(fp32, x), y = 0, expected = 0;
    uint8_t expectation = EXPECT_NUMBER;
    size_t unproven;

    if (!reference_fill(&e->function, fp32, fp32, &bits, &y, 1, &expected, &expectation, &unproven))
        fail_msg("'%s' is not proven", text);
    if (number_of(fp32, expected) != wanted && !(isnan(wanted) && expectation == EXPECT_NAN))
        fail_msg("'%s' of %g is %.9g, not %.9g", text, x, number_of(fp32, expected), wanted);
    free(e);
}

static void test_precedence(void **state)
{
    (void)state;
    check_value("2+3*4", 0, 14);
    check_value("(2+3)*4", 0, 20);
    check_value("10-4-3", 0, 3);
    check_value("24/4/2", 0, 3);
    check_value("-2^2", 0, -4);
    check_value("2^3^2", 0, 512);
    check_value("2^-1", 0, 0.5);
    check_value("2*-3", 0, -6);
    check_value(".5e1 + 1.", 0, 6);
    check_value(" x\t* x ", -3, 9);
    check_value("pow(x, 2) / max(x, 1)", 4, 4);
}

/* What lies between bounds, and meets what turns, breaks or has poles there. */
static void test_between_bounds(void **state)
{
    (void)state;
    check_value("(1/3) * 3", 0, 1);
    check_value("sin(pi)", 0, 0);              /* between two zeros: it underflows */
    check_value("cos(1/3*x)", 0, 1);
    check_value("abs(1/3 - 1/3*x)", 1, 0);
    check_value("tan(pi/4*x)", 1, 1);
    check_value("fmod(x, 1/3)", 0.5, 0x1.555556p-3); /* 1/6 = 0.0010101...; to nearest */
    check_value("lt(1/3, x)", 0.5, 1);
    check_value("eq(1/3, x)", 0.5, 0);
    check_value("sqrt(1/3 - 1)", 0, (double)NAN);
    check_value("sign(x/3)", -1, -1);
    check_value("x / 0", 1, (double)INFINITY);
    check_value("log(-1/3)", 0, (double)NAN);
    check_value("max(x, 1/3)", (double)NAN, (double)NAN);
    check_value("exp(exp(exp(exp(x))))", 100, (double)INFINITY);
    check_value("1 + exp(-exp(exp(x)))", 20, 1);
}

/* Exact fractions: no bounds around them decide whether an exponent is an integer, or whether two values are equal. */
static void test_fractions(void **state)
{
    (void)state;
    check_value("(-1/3)^(1/3*3)", 1, (double)(-1.0F / 3));
    check_value("fmod(x, 1/3)", 1, 0);
    check_value("eq(1/3*3, x)", 1, 1);
    check_value("eq(1/3*3, x)", 2, 0);
}

/* pow of what is below 0 between integers; a step where the operand is exactly there; sine of what nobody can tell. */
static void test_not_proven(void **state)
{
    static const char *const texts[] = {"(-1/3)^(pi/pi)", "fmod(x, pi/(3*pi))", "sin(exp(exp(exp(x))))", "eq(pi/pi, x)"};
    const struct number_format *fp32 = number_format(SFPU_FP32);

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct expression *e = parsed(texts[i], SFPU_FP32);
        uint32_t one = 0x3F800000, expected = 0;
        uint8_t expectation = EXPECT_NUMBER;
        size_t unproven = 1;

        assert_false(reference_fill(&e->function, fp32, fp32, i == 2 ? &(uint32_t){0x40A00000} : &one, NULL, 1,
                                    &expected, &expectation, &unproven));
        assert_int_equal(unproven, 0);
        free(e);
    }
}

static void check_error(const char *text, const char *wanted)
{
    char *error = NULL;

    assert_null(expression_parse(text, &error));
    assert_non_null(error);
    assert_string_equal(error, wanted);
    free(error);
}

static void test_errors(void **state)
{
    (void)state;
    check_error("", "column 1: the expression ends where a number, x, y or a function should be");
    check_error("x +", "column 4: the expression ends where a number, x, y or a function should be");
    check_error("(x", "column 3: the expression ends where an operator or ')' should be");
    check_error("x)", "column 2: ')' where an operator or the end should be");
    check_error("x y", "column 3: 'y' where an operator or the end should be");
    check_error("3x", "column 2: 'x' where an operator should be");
    check_error("1.2.3", "column 4: '.' where an operator should be");
    check_error(".", "column 1: '.' where a number, x, y or a function should be");
    check_error("x \001", "column 3: the byte 0x01 where an operator or the end should be");
    check_error("1+ \xFF", "column 4: the byte 0xFF where a number, x, y or a function should be");
    check_error("exp x", "column 5: 'x' where '(' and the function's operands should be");
    check_error("exp(x", "column 6: the expression ends where an operator, ',' or ')' should be");
    check_error("exp(x, y)", "column 1: exp takes 1 operand, and has 2");
    check_error("1+max(x)", "column 3: max takes 2 operands, and has 1");
    check_error("max(x,y,x)", "column 1: max takes 2 operands, and has 3");
    check_error("x*abz(x)", "column 3: 'abz' is not a function with a reference; did you mean 'abs'?");
    check_error("z", "column 1: 'z' is not a function with a reference (sfpsim-functions(7) lists them)");
    check_error("1e-10000", "column 1: a number with more than 47 characters, or with more than 6 in its exponent");
}

/* So many of one character, and what the last error of it is. */
static void check_many(const char *begin, const char *piece, size_t times, const char *wanted)
{
    char text[2 * EXPRESSION_MOST_BYTES] = "", *error = NULL;
    struct expression *e;

    strcpy(text, begin);
    for (size_t i = 0; i < times; i++)
        strcat(text, piece);
    e = expression_parse(text, &error);
    assert_int_equal(e == NULL, wanted != NULL);
    if (wanted)
        assert_string_equal(error, wanted);
    free(error);
    free(e);
}

static void test_limits(void **state)
{
    (void)state;
    check_many("", "(", 65, "column 65: more than 64 nested operations");
    check_many("", "-", 65, "column 65: more than 64 nested operations");
    check_many("x", "^x", 63, NULL);
    check_many("x", "^x", 64, "column 129: more than 64 nested operations");
    check_many("x", "+x", 127, NULL); /* 128 operands and 127 operations */
    check_many("x", "+x", 128, "column 256: more than 256 operands and operations");
    check_many("x", " ", 1022, NULL);
    check_many("x", " ", 1023, "an expression of more than 1023 characters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_spelt_out), cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_between_bounds), cmocka_unit_test(test_fractions),
        cmocka_unit_test(test_not_proven), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
