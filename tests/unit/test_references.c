/*
 * References in double precision are what MPFR proves: of every function, from every format to every other, at each
 * SIMD level. On a 64th part of all numbers of 16 bits, another one for each format of results, and on numbers and
 * pairs at the ends of formats, around them, half-way between results, and random; if SFP_LONG is set, on all of the
 * former and a hundred times as many of the latter. And what is worked out for a stretch of inputs is what it is of each.
 */
#include <math.h>
#include <pthread.h>

#include "reference_cases.h"
#include "sfpu.h"

enum {
    PART = 64, /* of the numbers of 16 bits */
    RANDOM_FLOATS = 20000,
    RANDOM_OTHERS = 100,
    LONG_TIMES = 200,
    LEFT_PERCENT = 2, /* at most, of random fp32 */
};

static const int all_formats[] = {SFPU_FP32, SFPU_BF16, SFPU_FP16, SFPU_INT32, SFPU_UINT32,
                                  SFPU_UINT16, SFPU_SM32, SFPU_INT16, SFPU_INT8};
enum { FORMATS = sizeof all_formats / sizeof all_formats[0] };

/* ---- Tests ---- */

static bool takes(const struct function *f, int in) { return !function_refuses(f, number_format(in)); }

static void compare_all(unsigned operands, void (*list)(const struct function *f, int in, int out))
{
    for (size_t i = 0; function_at(i); i++)
        for (unsigned pair = 0; pair < FORMATS * FORMATS; pair++) {
            const int in = all_formats[pair / FORMATS], out = all_formats[pair % FORMATS];

            if (function_at(i)->operands != operands || !takes(function_at(i), in))
                continue;
            case_count = 0;
            list(function_at(i), in, out);
            compare(function_at(i), in, out, case_count);
        }
}

static void list_all_numbers(const struct function *f, int in, int out)
{
    const struct number_format *format = number_format(in);
    const uint32_t step = is_long() || format->bits < 16 ? 1 : PART;

    (void)f;
    if (format->bits <= 16)
        for (uint32_t bits = (uint32_t)out % step; bits <= all_bits(format); bits += step)
            add(bits, 0);
}

static void test_numbers_of_16_bits(void **state)
{
    (void)state;
    compare_all(1, list_all_numbers);
}

/* A number and its neighbours, of both signs. */
static void add_around(uint32_t magnitude)
{
    const int neighbours = is_long() ? 3 : 1;

    for (int i = -neighbours; i <= neighbours; i++) {
        add((magnitude + (uint32_t)i) & INT32_MAX, 0);
        add((magnitude + (uint32_t)i) | ~(uint32_t)INT32_MAX, 0);
    }
}

static void add_around_value(double value) { add_around(number_bits(number_format(SFPU_FP32), (float)value)); }

/*
 * Every power of two, and half-way between it and the next number of fp16 and of bf16. Half-integers, which lie between
 * two integers. Quadrants. Where results leave formats: logarithms of the ends of fp32, bf16 and fp16, and where the
 * functions reach them.
 */
static void list_ends(const struct function *f, int in, int out)
{
    static const double ends[] = {88.722839, 87.336548, 89.415985, 103.97208, 128, 126, 149, 11.0903549, 9.7040605,
                                  9.1947, 10.054, 13.1, 14.2, 3.92, 5.4, 0.8413, 1e-4, 16777216, 65504, 2147483648.0};

    (void)f;
    if (in != SFPU_FP32 || (!is_long() && !number_format(out)->mantissa_bits && out != SFPU_INT32))
        return;
    for (uint32_t exponent = 0; exponent < 256; exponent++) {
        add_around(exponent << 23);
        add_around(exponent << 23 | 0x8000);
        add_around(exponent << 23 | 0x1000);
    }
    for (unsigned i = 0; i < 100; i++) {
        add_around_value(i + 0.5);
        add_around_value(i * M_PI_2);
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        add_around_value(ends[i]);
}

static void test_ends(void **state)
{
    (void)state;
    compare_all(1, list_ends);
}

static void list_random(const struct function *f, int in, int out)
{
    (void)f;
    for (int i = 0; i < (in == SFPU_FP32 && out == in ? RANDOM_FLOATS : RANDOM_OTHERS); i++)
        add(random_number(number_format(in)), random_number(number_format(in)));
}

static void test_random(void **state)
{
    (void)state;
    for (int i = 0; i < (is_long() ? LONG_TIMES : 1); i++) {
        compare_all(1, list_random);
        compare_all(2, list_random);
    }
}

/* Each of them with each: zeros, least and largest numbers, infinities, NaN, and some between. */
static void list_special_pairs(const struct function *f, int in, int out)
{
    static const double values[] = {0, 0x1p-130, 0x1p-126, 0x1p-14, 0.5, 1, 1.5, 2, 3, 255, 256, 65504,
                                    0x1p127, (double)INFINITY, (double)NAN};
    enum { VALUES = sizeof values / sizeof values[0] };
    const struct number_format *format = number_format(in);

    (void)f, (void)out;
    for (int i = 0; i < 4 * VALUES * VALUES; i++) {
        const double x = values[i / 4 % VALUES], y = values[i / 4 / VALUES];

        if (format->mantissa_bits && ((isfinite(x) && x > format->largest) || (isfinite(y) && y > format->largest)))
            continue;
        if (format->mantissa_bits)
            add(number_bits(format, i & 1 ? -x : x), number_bits(format, i & 2 ? -y : y));
        else if (x < 0x1p31 && y < 0x1p31)
            add((uint32_t)(int64_t)(i & 1 ? -x : x) & all_bits(format),
                (uint32_t)(int64_t)(i & 2 ? -y : y) & all_bits(format));
    }
}

static void test_special_pairs(void **state)
{
    (void)state;
    compare_all(2, list_special_pairs);
}

/* Few are left to MPFR: it takes a hundred times as long. */
static void test_what_is_left(void **state)
{
    (void)state;
    for (size_t i = 0; function_at(i); i++) {
        const struct function *f = function_at(i);
        const int format = f->integers ? SFPU_INT32 : SFPU_FP32;

        case_count = 0;
        for (int k = 0; k < RANDOM_FLOATS / 10; k++)
            add((uint32_t)random_bits(), (uint32_t)random_bits());
        if (compare(f, format, format, case_count) * 100 > case_count * LEFT_PERCENT)
            fail_msg("%s leaves more than %d %%", f->name, LEFT_PERCENT);
    }
}

static void test_offsets(void **state)
{
    static const int formats[][2] = {{SFPU_FP32, SFPU_FP32}, {SFPU_FP32, SFPU_BF16}, {SFPU_BF16, SFPU_FP16},
                                     {SFPU_FP32, SFPU_INT32}, {SFPU_INT32, SFPU_FP32}, {SFPU_UINT16, SFPU_UINT16}};
    enum { EVERY = 100 };

    (void)state;
    for (size_t i = 0; function_at(i); i++)
        for (size_t pair = 0; pair < sizeof formats / sizeof formats[0]; pair++) {
            const int in = formats[pair][0], out = formats[pair][1];

            if (!takes(function_at(i), in))
                continue;
            case_count = 0;
            add(number_bits(number_format(in), 1), number_bits(number_format(in), 1)); /* where some domains end */
            for (int k = 0; k < EVERY; k++)
                add(random_number(number_format(in)), random_number(number_format(in)));
            compare(function_at(i), in, out, case_count);
            compare_offsets(function_at(i), in, out, case_count);
        }
}

/* The whole: what is to be left alone, zeros in a row, and blocks that are not full. */
static void test_fill(void **state)
{
    static const uint32_t numbers[] = {0, 0x80000000, 1, 0x80000001, 0x7FFFFF, 0x807FFFFF, 0x7F800000, 0xFF800000,
                                       0x7FC00000, 0x3F800000, 0xBF800000, 0x42F00000};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0], COUNT = 1000 };
    const struct number_format *fp32 = number_format(SFPU_FP32);

    (void)state;
    for (size_t i = 0; function_at(i); i++) {
        const struct function *f = function_at(i);
        size_t unproven;

        if (!takes(f, SFPU_FP32))
            continue;
        case_count = 0;
        for (unsigned k = 0; k < COUNT; k++)
            add(numbers[random_bits() % NUMBERS], numbers[random_bits() % NUMBERS]);
        for (unsigned k = 0; k < COUNT; k++) {
            cases.expectation[k] = cases.proven_expectation[k] = k % 7 ? EXPECT_NUMBER : EXPECT_NOTHING;
            cases.found[k] = cases.proven[k] = k;
        }
        assert_true(reference_fill(f, fp32, fp32, cases.x, cases.y, COUNT, cases.found, cases.expectation, &unproven));
        assert_true(reference_prove(f, fp32, fp32, cases.x, cases.y, COUNT, cases.proven, cases.proven_expectation,
                                    &unproven));
        for (unsigned k = 0; k < COUNT; k++)
            if (cases.found[k] != cases.proven[k] || cases.expectation[k] != cases.proven_expectation[k])
                fail_at(f, SFPU_FP32, SFPU_FP32, k);
        assert_int_equal(cases.found[7], 7);
    }
    reference_thread_end();
}

/* A thread's own results of the cases. */
struct share {
    uint32_t found[MOST];
    uint8_t expectation[MOST];
    uint64_t sum; /* of all functions' */
    bool proven;
};

static void *fill_share(void *share)
{
    const struct number_format *fp32 = number_format(SFPU_FP32);
    struct share *s = share;
    size_t unproven;

    s->proven = true;
    for (size_t i = 0; function_at(i); i++) {
        memset(s->expectation, EXPECT_NUMBER, case_count);
        s->proven &= !takes(function_at(i), SFPU_FP32)
            || reference_fill(function_at(i), fp32, fp32, cases.x, cases.y, case_count, s->found, s->expectation,
                              &unproven);
        for (size_t k = 0; k < case_count; k++)
            s->sum = 31 * s->sum + s->found[k] + s->expectation[k];
    }
    reference_thread_end();
    return NULL;
}

/* Threads that do the same at a time get the same. */
static void test_threads(void **state)
{
    enum { THREADS = 4, COUNT = 500 };
    static struct share shares[THREADS];
    pthread_t threads[THREADS];

    (void)state;
    case_count = 0;
    for (int i = 0; i < COUNT; i++)
        add(random_number(number_format(SFPU_FP32)), random_number(number_format(SFPU_FP32)));
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fill_share, &shares[i]), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_true(shares[i].proven);
        assert_int_equal(shares[i].sum, shares[0].sum);
    }
}

/* ---- Stretches ---- */

/* Of inputs of one sign, from zero on: those that are called monotone never turn, and their domain has no gap. */
static void check_course(const struct function *f, bool negative)
{
    enum { STEP = 40009, FIRST_INFINITE = 0x7F800000 };
    const struct number_format *fp32 = number_format(SFPU_FP32);
    double before = (double)NAN;
    bool rises = false, falls = false;
    unsigned domains = 0;
    size_t unproven;

    case_count = 0;
    for (uint32_t magnitude = 0; magnitude < FIRST_INFINITE; magnitude += STEP)
        add(magnitude | (uint32_t)negative << 31, 0);
    add(FIRST_INFINITE | (uint32_t)negative << 31, 0);
    memset(cases.expectation, EXPECT_NUMBER, case_count);
    assert_true(reference_fill(f, fp32, fp32, cases.x, NULL, case_count, cases.found, cases.expectation, &unproven));
    for (size_t i = 0; i < case_count; i++) {
        const double value = cases.expectation[i] == EXPECT_NAN ? (double)NAN : number_of(fp32, cases.found[i]);

        rises |= value > before;
        falls |= value < before;
        domains += isnan(before) && !isnan(value);
        before = value;
    }
    if ((rises && falls) || domains > 1)
        fail_msg("%s turns among %s x", f->name, negative ? "negative" : "positive");
}

static void test_courses(void **state)
{
    (void)state;
    for (size_t i = 0; function_at(i); i++)
        for (int sign = 0; sign < 2 && function_at(i)->operands == 1 && function_at(i)->course == COURSE_MONOTONE; sign++)
            check_course(function_at(i), sign);
}

/* Blocks of many lengths give what the whole gives at once; some inputs of every third block are left alone. */
static void check_stretches(const struct function *f, int out)
{
    enum { LENGTHS = 97, LEFT = 5 };
    const struct number_format *in = number_format(SFPU_BF16);
    struct stretches known = {0};
    size_t unproven;

    memset(cases.proven_expectation, EXPECT_NUMBER, case_count);
    assert_true(reference_fill(f, in, number_format(out), cases.x, NULL, case_count, cases.proven,
                               cases.proven_expectation, &unproven));
    for (size_t at = 0, block = 0, count; at < case_count; at += count, block++) {
        count = block % LENGTHS + 1;
        count = case_count - at < count ? case_count - at : count;
        for (size_t i = at; i < at + count; i++) {
            const bool is_left = block % 3 == 0 && i % LEFT == 0;

            cases.expectation[i] = is_left ? EXPECT_NOTHING : EXPECT_NUMBER;
            cases.found[i] = (uint32_t)i;
            if (is_left) {
                cases.proven_expectation[i] = EXPECT_NOTHING;
                cases.proven[i] = (uint32_t)i;
            }
        }
        assert_true(stretch_fill(&known, f, in, number_format(out), &cases.x[at], count, &cases.found[at],
                                 &cases.expectation[at], &unproven));
    }
    for (size_t i = 0; i < case_count; i++)
        if (cases.found[i] != cases.proven[i] || cases.expectation[i] != cases.proven_expectation[i])
            fail_at(f, SFPU_BF16, out, i);
}

/* In the two orders that sweeps have: sizes with either sign in turn, and one sign behind the other. */
static void test_stretches(void **state)
{
    static const int outs[] = {SFPU_FP32, SFPU_BF16, SFPU_INT8, SFPU_UINT16};

    (void)state;
    for (size_t i = 0; function_at(i); i++) {
        if (function_at(i)->operands != 1 || function_at(i)->integers)
            continue;
        for (unsigned order = 0; order < 2; order++) {
            case_count = 0;
            for (uint32_t k = 0; k < MOST; k++)
                add(order ? k : k >> 1 | (k & 1) << 15, 0);
            for (size_t out = 0; out < sizeof outs / sizeof outs[0]; out++)
                check_stretches(function_at(i), outs[out]);
        }
    }
    reference_thread_end();
}

/*
 * Where e^x is 1 in fp32. Above: up to half a last place, 2^-24, at which it is 1 + 2^-24 + 2^-49, more than half-way to
 * 1 + 2^-23. Below, where places are half as large: at -2^-25 it is 1 - 2^-25 + 2^-51, less than half-way to 1 - 2^-24,
 * and at the next number, 2^-48 further, it is more.
 */
static void test_ends_of_stretches(void **state)
{
    enum { COUNT = 1024 };
    const struct number_format *fp32 = number_format(SFPU_FP32);
    const uint32_t ends[2] = {0x33800000, 0xB3000001};

    (void)state;
    for (int sign = 0; sign < 2; sign++) {
        struct stretches known = {0};
        size_t unproven;

        for (uint32_t i = 0; i < COUNT; i++)
            cases.x[i] = ends[sign] - COUNT * COUNT + i;
        memset(cases.expectation, EXPECT_NUMBER, COUNT);
        assert_true(stretch_fill(&known, function_named("exp"), fp32, fp32, cases.x, COUNT, cases.found,
                                 cases.expectation, &unproven));
        assert_int_equal(known.of_sign[sign].low, ends[sign] - COUNT * COUNT);
        assert_int_equal(known.of_sign[sign].end, ends[sign] - COUNT * COUNT + 257 * COUNT);
        assert_int_equal(known.of_sign[!sign].end, 0);
        for (uint32_t i = 0; i < COUNT; i++)
            cases.x[i] = ends[sign] - COUNT + i;
        assert_true(stretch_fill(&known, function_named("exp"), fp32, fp32, cases.x, COUNT, cases.found,
                                 cases.expectation, &unproven));
        assert_int_equal(known.of_sign[sign].end, ends[sign]);
        assert_int_equal(known.of_sign[sign].expected, 0x3F800000);
        assert_int_equal(known.of_sign[sign].expectation, EXPECT_NUMBER);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_16_bits), cmocka_unit_test(test_ends), cmocka_unit_test(test_random),
        cmocka_unit_test(test_special_pairs), cmocka_unit_test(test_what_is_left),
        cmocka_unit_test(test_offsets), cmocka_unit_test(test_fill),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_courses), cmocka_unit_test(test_stretches),
        cmocka_unit_test(test_ends_of_stretches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
