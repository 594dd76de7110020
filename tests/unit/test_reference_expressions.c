/*
 * Expressions in double precision are what MPFR proves, at each SIMD level: of numbers at random, and of those at the
 * ends of formats, and around them; and few of them are left to MPFR.
 */
#include "reference_cases.h"

enum { RANDOM = 3000, LONG_TIMES = 100, LEFT_PERCENT = 2 };

/*
 * Those that kernels compute; exact ones, with ties among their results; those whose bounds must grow with their
 * operands', a function of each course among them, powers, and poles; those that leave the range of a double on the
 * way; those that MPFR is left with. 0.00000005... and 0.0000000009... are 2^-24 and 2^-30: of 1 the quotients are
 * 2^-54 more than 1 + 2^-24, half-way between two of fp32, and the square is 2^-60 more than what is subtracted from
 * it, where doubles have neither.
 */
static const char *const expressions[] = {
    "x", "-x", "x*8-10", "min(max(x*8-10,-127),127)", "x*sigmoid(x)", "(exp(x)-exp(-x))/2", "x*(1+erf(x/2^0.5))/2",
    "0.1", "pi*x", "x/3", "1/(x-1)", "0.5*x", "x-x", "x*x*x*x", "(x+0.5)-0.5", "0.25*x+0.125", "abs(x-1)",
    "sqrt(relu(x))", "log(x)*2", "log(x+1)-log1p(x)", "sin(x*2)", "cos(x+pi)", "tan(x/2)", "silu(x)*gelu(x)",
    "asin(x/2)", "acos(x*x)", "atanh(x*0.999)", "sqrt(x*x+1)", "rsqrt(x*x)", "reciprocal(exp(x))", "softplus(x)-x",
    "exp(sin(x)*200)", "exp(min(abs(x),9)*100)*exp(-min(abs(x),9)*100)", "1e-300*x*3", "1e300*x/3", "x*1e-3000",
    "x*1e3000", "exp(log(x)*0.9)", "abs(x)^0.3", "x^3", "x^-2", "(-x)^(x*2)", "x^x", "fmod(x,3)", "lt(x,0.3)*2",
    "eq(x,1)+1", "ne(x*3,x+x+x)", "relu6(x+3)/6", "x*min(max(x+3,0),6)/6", "sign(x-1)", "cbrt(x*7)", "typecast(x)/7",
    "hypot(x,1)", "atan2(x,2)", "erfc(x)*(x*x+1)", "exp(x)*1e120", "exp(x)/1e120", "hypot(x*1e200,1)/1e200",
    "log(x*1e-100)", "fmod(x*x,7)", "pi-7074237752028440/2251799813685248", "(1.7e308+1.7e308)/1e308",
    "(x+0.000000059604644775390625-0.000000000931322574615478515625)/(x-0.000000000931322574615478515625)",
    "(x+0.000000059604644775390625-0.000000000931322574615478515625)/(0.000000000931322574615478515625-x)",
    "(x+0.000000000931322574615478515625)^2-x*x-0.00000000186264514923095703125*x",
    "(x+0.000000000931322574615478515625)*(x+0.000000000931322574615478515625)-x*x-0.00000000186264514923095703125*x",
    "((((((((((((x+1)+1)+1)+1)+1)+1)+1)+1)+1)+1)+1)+1)", "x-(x-(x-(x-(x-(x-(x-(x-(x-(x-(x-(x-(x-(x-1)))))))))))))",
};

static const char *const of_two[] = {
    "x+y", "x-y", "x*y", "x/y", "x*y+x", "x/y/7", "abs(x-y)", "max(x,y)*2", "min(x*3,y*3)", "x*2^min(max(y,-99),99)",
    "(x*y)^2", "x^y", "abs(x+0.7)^(y/3)", "(x+1)^y", "atan2(x*3,y)", "hypot(x,y*2)", "fmod(x,y)", "fmod(x*3,y)",
    "gt(x,y)*x+(1-gt(x,y))*y", "lt(x/3,y/7)", "ge(x,y)-le(x,y)", "eq(x+y,y+x)", "rsub(x,y)", "y", "erf(x)*atan(y)",
    "softplus(x)*erf(y)",
};

static const char *const of_integers[] = {
    "min(max(x,-1000),20000)", "shift_right(x,5)", "popcount(x)*2", "remainder(x,7)+1", "quotient(x,7)",
    "leading_zeros(x)/3", "shift_left(x,3)+0.5",
};

static const int floats[] = {SFPU_FP32, SFPU_BF16, SFPU_FP16, SFPU_INT32, SFPU_UINT16};

static struct expression *parse(const char *text, int in)
{
    char *error = NULL;
    struct expression *e = expression_parse(text, &error);

    if (!e)
        fail_msg("%s: %s", text, error);
    e->format = number_format(in);
    return e;
}

static void add_specials(int in)
{
    static const double values[] = {0, 0x1p-130, 0x1p-126, 0x1.8p-126, 0x1p-24, 0.5, 1, 1.5, 2, 3, 7, 88.72, 104,
                                    0x1p24, 0x1p31, 0x1p100, 0x1p127, 0x1.fffffep127, (double)INFINITY, (double)NAN};
    enum { VALUES = sizeof values / sizeof values[0], SIGNS = 4 };
    const struct number_format *format = number_format(in);

    for (int i = 0; i < SIGNS * VALUES * VALUES; i++) {
        const double x = values[i / SIGNS % VALUES], y = values[i / SIGNS / VALUES];

        if (format->mantissa_bits)
            add(number_bits(format, i & 1 ? -x : x), number_bits(format, i & 2 ? -y : y));
        else if (x < 0x1p31 && y < 0x1p31)
            add((uint32_t)(int64_t)(i & 1 ? -x : x), (uint32_t)(int64_t)(i & 2 ? -y : y));
    }
}

static void add_random(int in, int count)
{
    for (int i = 0; i < count; i++)
        add(random_number(number_format(in)), random_number(number_format(in)));
}

static void check(const char *text, int in, int out, int count)
{
    struct expression *e = parse(text, in);

    case_count = 0;
    add_specials(in);
    add_random(in, count);
    compare(&e->function, in, out, case_count);
    free(e);
}

static int random_count(int of_short)
{
    const int of_long = of_short * LONG_TIMES;

    if (!is_long())
        return of_short;
    return of_long > MOST / 2 ? MOST / 2 : of_long;
}

static void check_all(const char *const *list, size_t count, int in, const int *outs, size_t out_count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < out_count; k++)
            check(list[i], in, outs[k], random_count(k ? RANDOM / 10 : RANDOM));
}

#define LIST(list) list, sizeof list / sizeof list[0]

static void test_of_one(void **state)
{
    (void)state;
    check_all(LIST(expressions), SFPU_FP32, LIST(floats));
}

static void test_of_two(void **state)
{
    (void)state;
    check_all(LIST(of_two), SFPU_FP32, LIST(floats));
}

static void test_of_integers(void **state)
{
    static const int formats[] = {SFPU_INT32, SFPU_FP32};

    (void)state;
    check_all(LIST(of_integers), SFPU_INT32, LIST(formats));
}

/*
 * What is met only by certain numbers: gelu's kernel where it limits one of its factors, zeros of either sign between
 * bounds, powers of -0, and results that are 0, or look like it: of FFFFFD (hexadecimal) products with 8191 have more
 * bits than a double.
 */
static void test_certain_numbers(void **state)
{
    static const struct {
        const char *text;
        double x, y;
    } of[] = {
        {"gelu(x)*1.8e98", -25, 0}, {"gt(gelu(x),-0.7e-136)", -25, 0}, {"gelu(x)*1e200", -28.5, 0},
        {"x^sqrt(9)", -0.0, 0}, {"x^(x^x)", -0.0, 0}, {"1/x^sqrt(9)", -0.0, 0}, {"x^0.3", -0.0, 0}, {"x^0.3", -2, 0}, {"x^-0.3", -0.0, 0},
        {"pow(-relu(x),sqrt(9))", -1, 0}, {"max(x-1e-30-x,-0)", 1, 0}, {"1/max(x-y-x,-0)", 1, 0x1p-60},
        {"1e-50*max(x*x*8191-8191*x*x,0)", 0xFFFFFD, 0}, {"1e-50*lt(x*x*8191,8191*x*x)", 0xFFFFFD, 0},
        {"1e-50*(1-min(x*x*8191-x*8191*x+1,1))", 0xFFFFFD, 0}, {"1e-50*(1-sign(exp(x)))", -1e5, 0},
        {"1e-50*atan2(exp(x),y)", 1e5, (double)INFINITY}, {"1e-50*y^((1+x)-1)", 0x1p-60, 0},
        {"1e-50*(6-relu6(x*x*8191-8191*x*x+6))", 0xFFFFFD, 0},
    };
    const struct number_format *fp32 = number_format(SFPU_FP32);

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        struct expression *e = parse(of[i].text, SFPU_FP32);

        case_count = 0;
        add(number_bits(fp32, of[i].x), number_bits(fp32, of[i].y));
        compare(&e->function, SFPU_FP32, SFPU_FP32, case_count);
        free(e);
    }
}

/* MPFR's bounds with a zero at an end, or both zeros: 1e-30 makes what is subtracted negative, and so +0 of its
 * negative and 0; of -0 a power is +0 unless the exponent is an odd integer, as 0.1 * 30 is as a fraction, and may be between bounds. */
static void test_zeros_of_bounds(void **state)
{
    static const struct {
        const char *text;
        double x;
        bool proven;
        uint32_t expected;
    } of[] = {
        {"1/min(-(x-1e-30-x),0)", 1, true, 0x7F800000},       {"atan2(min(-(x-1e-30-x),0),-1)", 1, true, 0x40490FDB},
        {"1/x^exp2(1e-30)", -0.0, true, 0x7F800000},          {"x^(0.1*30)", -0.0, true, 0},
        {"x^(0.1*30)", -(double)INFINITY, false, 0},
    };
    const struct number_format *fp32 = number_format(SFPU_FP32);

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        struct expression *e = parse(of[i].text, SFPU_FP32);
        const uint32_t x = number_bits(fp32, of[i].x);
        uint8_t expectation = EXPECT_NUMBER;
        uint32_t expected;
        size_t unproven;

        assert_int_equal(reference_prove(&e->function, fp32, fp32, &x, NULL, 1, &expected, &expectation, &unproven),
                         of[i].proven);
        if (of[i].proven)
            assert_int_equal(expected, of[i].expected);
        free(e);
    }
}

/* 1/3 has no exact digits, and so there is no telling what is made of three of it where 1 is met. */
static void test_nothing_is_known(void **state)
{
    static const char *const unknown[] = {
        "1e-50*abs(x/3*3-x)", "eq(x/3*3,x)", "lt(x/3*3,x)", "fmod(x/3*3,x)", "(-2)^(x/3*3)", "tan(x/3*3-x+pi/2)",
        "popcount(x+1e-30)",
    };
    static const uint32_t one = 0x3F800000;

    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        struct expression *e = parse(unknown[i], SFPU_FP32);
        struct doubles levels[DOUBLES_LEVELS];

        case_count = 0;
        add(one, 0);
        cases.proven_expectation[0] = EXPECT_SPECIAL; /* is none of those that are found */
        for (size_t k = 0; k < doubles_list(levels); k++)
            assert_int_equal(compare_level(levels[k].fill, &e->function, SFPU_FP32, SFPU_FP32, 1), 1);
        free(e);
    }
}

/* Few are left to MPFR, which takes much longer. */
static void test_what_is_left(void **state)
{
    static const char *const fast[] = {
        "x*8-10", "min(max(x*8-10,-127),127)", "x*sigmoid(x)", "(exp(x)+exp(-x))/2", "abs(x-y)", "x*y+x",
        "1/(1+exp(-x))", "sqrt(x*x+1)", "sqrt(relu(x))", "x*min(max(x+3,0),6)/6", "gt(x,y)*x+(1-gt(x,y))*y",
        "log(x)*2", "sin(x*2)",
    };

    (void)state;
    for (size_t i = 0; i < sizeof fast / sizeof fast[0]; i++) {
        struct expression *e = parse(fast[i], SFPU_FP32);

        case_count = 0;
        add_random(SFPU_FP32, RANDOM);
        if (compare(&e->function, SFPU_FP32, SFPU_FP32, case_count) * 100 > case_count * LEFT_PERCENT)
            fail_msg("%s leaves more than %d %%", fast[i], LEFT_PERCENT);
        free(e);
    }
}

static void test_offsets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expressions / sizeof expressions[0]; i++) {
        struct expression *e = parse(expressions[i], SFPU_FP32);

        case_count = 0;
        add_random(SFPU_FP32, 100);
        compare(&e->function, SFPU_FP32, SFPU_FP32, case_count);
        compare_offsets(&e->function, SFPU_FP32, SFPU_FP32, case_count);
        free(e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_of_one), cmocka_unit_test(test_of_two), cmocka_unit_test(test_of_integers),
        cmocka_unit_test(test_certain_numbers), cmocka_unit_test(test_zeros_of_bounds),
        cmocka_unit_test(test_nothing_is_known), cmocka_unit_test(test_what_is_left), cmocka_unit_test(test_offsets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
