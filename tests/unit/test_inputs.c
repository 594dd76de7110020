/* What sfpsim sweep puts into kernels: inputs by number, and values on their way into wider formats; hand-worked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "action/dst_values.h"
#include "numerics/inputs.h"
#include "sfpu.h"

static struct inputs all_of(int format, unsigned operands)
{
    struct inputs inputs;

    assert_true(inputs_make(&inputs, number_format(format), operands, 0, 0));
    return inputs;
}

static void check_inputs(const struct inputs *inputs, uint64_t first, size_t count, const uint32_t *expected)
{
    uint32_t x[8], y[8];

    inputs_take(inputs, first, count, x, y);
    assert_memory_equal(x, expected, count * sizeof *x);
}

static void test_order(void **state)
{
    const struct inputs bf16 = all_of(SFPU_BF16, 1), fp32 = all_of(SFPU_FP32, 1), int16 = all_of(SFPU_INT16, 1);
    const struct inputs uint32 = all_of(SFPU_UINT32, 1), int32 = all_of(SFPU_INT32, 1);

    (void)state;
    assert_int_equal(bf16.count, 65536);
    assert_true(uint32.count == UINT64_C(1) << 32);
    /* +0, -0, the least denormals; 1 is number 2 * 0x3F80; the last is the largest NaN of sign -. */
    check_inputs(&bf16, 0, 4, (const uint32_t[]){0x0000, 0x8000, 0x0001, 0x8001});
    check_inputs(&bf16, 0x7F00, 2, (const uint32_t[]){0x3F80, 0xBF80});
    check_inputs(&bf16, 65535, 1, (const uint32_t[]){0xFFFF});
    check_inputs(&fp32, 0xFF000000, 2, (const uint32_t[]){0x7F800000, 0xFF800000});
    /* 0, -32768 in the place of -0, 1, -1, 2, -2; at the end 32767, -32767. */
    check_inputs(&int16, 0, 6, (const uint32_t[]){0, 0x8000, 1, 0xFFFF, 2, 0xFFFE});
    check_inputs(&int16, 65534, 2, (const uint32_t[]){0x7FFF, 0x8001});
    check_inputs(&int32, 0, 4, (const uint32_t[]){0, 0x80000000, 1, 0xFFFFFFFF});
    check_inputs(&uint32, 0xFFFFFFFE, 2, (const uint32_t[]){0xFFFFFFFE, 0xFFFFFFFF});
    assert_int_equal(inputs_stride(&bf16), 2);
    assert_int_equal(inputs_stride(&int32), 2);
    assert_int_equal(inputs_stride(&uint32), 1);
}

/* Each of the 2^16 values once. */
static void test_all_are_there(void **state)
{
    static const int formats[] = {SFPU_BF16, SFPU_FP16, SFPU_INT16, SFPU_UINT16};
    static uint32_t x[65536];
    static bool seen[65536];

    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        const struct inputs inputs = all_of(formats[f], 1);

        memset(seen, 0, sizeof seen);
        inputs_take(&inputs, 0, 65536, x, NULL);
        for (size_t i = 0; i < 65536; i++) {
            assert_true(x[i] < 65536 && !seen[x[i]]);
            seen[x[i]] = true;
        }
    }
}

static void test_pairs(void **state)
{
    const struct inputs pairs = all_of(SFPU_BF16, 2);
    uint32_t x[2], y[2];

    (void)state;
    assert_true(pairs.count == UINT64_C(1) << 32);
    assert_int_equal(inputs_stride(&pairs), 0);
    inputs_take(&pairs, 0x3F80FFFF, 2, x, y);
    assert_int_equal(x[0], 0x3F80);
    assert_int_equal(y[0], 0xFFFF);
    assert_int_equal(x[1], 0x3F81);
    assert_int_equal(y[1], 0x0000);
}

/* splitmix64 of seed 0 begins with E220A8397B1DCDAF, 6E789E6AA1B965F4 (its author's test values). */
static void test_sample(void **state)
{
    struct inputs sample;
    uint32_t x[2], y[2];

    (void)state;
    assert_false(inputs_make(&sample, number_format(SFPU_FP32), 2, 0, 0));
    assert_true(inputs_make(&sample, number_format(SFPU_FP32), 2, 1000, 0));
    assert_int_equal(sample.count, 1000);
    assert_int_equal(inputs_stride(&sample), 0);
    inputs_take(&sample, 0, 2, x, y);
    assert_int_equal(x[0], 0x7B1DCDAF);
    assert_int_equal(y[0], 0xE220A839);
    assert_int_equal(x[1], 0xA1B965F4);
    assert_int_equal(y[1], 0x6E789E6A);
    assert_true(inputs_make(&sample, number_format(SFPU_BF16), 1, 1000, 0));
    inputs_take(&sample, 1, 1, x, NULL);
    assert_int_equal(x[0], 0x65F4);
}

static void check_between(int format, double low, double high, uint64_t first, uint64_t end)
{
    const struct inputs inputs = all_of(format, 1);
    uint64_t from, to;

    inputs_between(&inputs, low, high, &from, &to);
    assert_true(from == first && to == end);
}

/* bf16: 1 is 0x3F80, 2 is 0x4000, infinity 0x7F80; two inputs have each magnitude. */
static void test_between(void **state)
{
    const struct inputs pairs = all_of(SFPU_BF16, 2);
    uint64_t first, end;

    (void)state;
    inputs_between(&pairs, 1, 2, &first, &end);
    assert_true(first == 0x3F800000 && end == 0x40010000);
    inputs_between(&pairs, -1, 2, &first, &end);
    assert_true(first == 0 && end == UINT64_C(1) << 32);
    check_between(SFPU_BF16, -2, -1, 2 * 0x3F80, 2 * 0x4001);
    check_between(SFPU_BF16, -1, 2, 0, 2 * 0x4001);
    check_between(SFPU_INT16, -40000, 40000, 0, 65536);
    check_between(SFPU_BF16, 1, 2, 2 * 0x3F80, 2 * 0x4001);
    check_between(SFPU_BF16, 1.5, 1.501, 2 * 0x3FC0, 2 * 0x3FC1);
    check_between(SFPU_BF16, 1.501, 1.502, 2 * 0x3FC1, 2 * 0x3FC1);
    check_between(SFPU_BF16, 0, 0, 0, 2);
    check_between(SFPU_BF16, 0, (double)INFINITY, 0, 65536);
    check_between(SFPU_BF16, 0x1p127, 0x1.fep127, 2 * 0x7F00, 2 * 0x7F80);
    check_between(SFPU_UINT16, 10, 12, 10, 13);
    check_between(SFPU_INT32, 10, 12, 20, 26);
}

/* Which of all the values are from `low` to `high`: as their numbers say. */
static void check_range(int format, double low, double high, size_t expected)
{
    const struct number_format *f = number_format(format);
    static uint32_t x[65536];
    static bool in[65536];
    struct inputs_range range;
    size_t count = 0;

    for (uint32_t i = 0; i < 65536; i++) {
        x[i] = i;
        in[i] = true;
    }
    inputs_range_of(f, low, high, &range);
    inputs_keep(f, &range, x, 65536, in);
    for (uint32_t i = 0; i < 65536; i++) {
        const double value = number_of(f, i);
        const bool all = isinf(low) && isinf(high) && low < high;

        assert_int_equal(in[i], isnan(value) ? all : value >= low && value <= high);
        count += in[i];
    }
    assert_int_equal(count, expected);
}

/* bf16 has 128 numbers in an octave, and 127 NaNs of each sign. */
static void test_range(void **state)
{
    const double infinite = (double)INFINITY;

    (void)state;
    check_range(SFPU_BF16, 1, 2, 129);
    check_range(SFPU_BF16, -2, -1, 129);
    check_range(SFPU_BF16, -2, 1, 0x4001 + 0x3F81);
    check_range(SFPU_BF16, 0, 0, 2);
    check_range(SFPU_BF16, -infinite, infinite, 65536);
    check_range(SFPU_BF16, 0, infinite, 0x7F81 + 1);
    check_range(SFPU_BF16, infinite, infinite, 1);
    check_range(SFPU_INT16, -32768, -32767, 2);
    check_range(SFPU_INT16, -5, 3, 9);
    check_range(SFPU_INT16, 1e9, 2e9, 0);
    check_range(SFPU_UINT16, -5, 3, 4);
    check_range(SFPU_UINT16, 65535, 1e9, 1);
    check_range(SFPU_UINT16, -5, -3, 0);
}

static bool is_listed(const uint64_t *numbers, size_t count, uint64_t number)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

/* The inputs of a range, whose neighbours of the same sign are `stride` apart: each value of it once, in the order of |x|,
 * and `others` that are not in it. */
static void check_narrow(int format, double low, double high, unsigned stride, uint64_t count, uint64_t others)
{
    struct inputs inputs = all_of(format, 1);
    uint64_t first, end, numbers[INPUTS_MOST_SPECIALS], outside = 0;
    static bool seen[65536];
    double before = -1;
    size_t specials;

    inputs_narrow(&inputs, low, high);
    inputs_between(&inputs, low, high, &first, &end);
    specials = inputs_specials(&inputs, numbers);
    assert_int_equal(inputs_stride(&inputs), stride);
    assert_int_equal(end - first, count + others);
    memset(seen, false, sizeof seen);
    for (uint64_t n = first; n < end; n++) {
        uint32_t x;
        double value;

        inputs_take(&inputs, n, 1, &x, NULL);
        value = number_of(number_format(format), x);
        assert_false(seen[x]);
        seen[x] = true;
        assert_true(fabs(value) >= before);
        before = fabs(value);
        outside += !(value >= low && value <= high);
        assert_int_equal(is_listed(numbers, specials, n), inputs_is_special(&inputs, x, 0));
    }
    assert_int_equal(outside, others);
}

/* Of one sign: nothing else, but for the other zero of floats, which is as much from 0 up. Of both: also what is as large
 * with the other sign. */
static void test_narrow(void **state)
{
    (void)state;
    check_narrow(SFPU_BF16, 1, 2, 1, 129, 0);
    check_narrow(SFPU_BF16, -2, -1, 1, 129, 0);
    check_narrow(SFPU_BF16, 0, 1, 1, 0x3F81 + 1, 0);
    check_narrow(SFPU_BF16, -1, 0, 1, 0x3F81 + 1, 0);
    check_narrow(SFPU_BF16, 0, 0, 1, 2, 0);
    check_narrow(SFPU_BF16, 1, (double)INFINITY, 1, 0x7F81 - 0x3F80, 0);
    check_narrow(SFPU_BF16, -(double)INFINITY, -1, 1, 0x7F81 - 0x3F80, 0);
    check_narrow(SFPU_BF16, 1.501, 1.502, 1, 0, 0);
    check_narrow(SFPU_BF16, -1, 2, 2, 0x3F81 + 0x4001, 0x80);
    check_narrow(SFPU_INT16, 0, 100, 1, 101, 0);
    check_narrow(SFPU_INT16, 32767, 1e9, 1, 1, 0);
    check_narrow(SFPU_INT16, -5, 0, 1, 6, 0);
    check_narrow(SFPU_INT16, -5, -1, 1, 5, 0);
    check_narrow(SFPU_INT16, -40000, -32767, 1, 2, 0);
    check_narrow(SFPU_UINT16, 10, 12, 1, 3, 0);
}

/* The numbers listed are those of the inputs that are special, in order. */
static void check_specials(int format, const uint32_t *values, size_t count)
{
    const struct inputs inputs = all_of(format, 1);
    uint64_t numbers[INPUTS_MOST_SPECIALS];
    uint32_t x;

    assert_int_equal(inputs_specials(&inputs, numbers), count);
    for (size_t i = 1; i < count; i++)
        assert_true(numbers[i] > numbers[i - 1]);
    for (size_t i = 0; i < count; i++) {
        inputs_take(&inputs, numbers[i], 1, &x, NULL);
        assert_int_equal(x, values[i]);
        assert_true(inputs_is_special(&inputs, x, 0));
    }
    for (uint64_t n = 0; n < 65536; n++) {
        inputs_take(&inputs, n, 1, &x, NULL);
        assert_int_equal(inputs_is_special(&inputs, x, 0), is_listed(numbers, count, n));
    }
}

static void test_special(void **state)
{
    static const uint32_t bf16[] = {0x0000, 0x8000, 0x0080, 0x8080, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80,
                                    0x7F81, 0xFF81, 0x7FC0, 0xFFC0, 0x7FFF, 0xFFFF};
    static const uint32_t fp32[] = {0x00000000, 0x80000000, 0x00800000, 0x80800000, 0x7F7FFFFF, 0xFF7FFFFF,
                                    0x7F800000, 0xFF800000, 0x7F800001, 0xFF800001, 0x7FC00000, 0xFFC00000,
                                    0x7FFFFFFF, 0xFFFFFFFF};
    static const uint32_t int32[] = {0, 0x80000000, 0x7FFFFFFF}, int16[] = {0, 0x7FFF, 0x8001}, uint16[] = {0, 0xFFFF};
    const struct inputs pairs = all_of(SFPU_BF16, 2);
    uint64_t numbers[INPUTS_MOST_SPECIALS];

    (void)state;
    check_specials(SFPU_BF16, bf16, 14);
    check_specials(SFPU_FP32, fp32, 14);
    check_specials(SFPU_INT32, int32, 3);
    check_specials(SFPU_INT16, int16, 3);
    check_specials(SFPU_UINT16, uint16, 2);
    assert_int_equal(inputs_specials(&pairs, numbers), 196);
    assert_true(is_listed(numbers, 196, 0x7F800080));
    assert_true(inputs_is_special(&pairs, 0x7F80, 0x0080));
    assert_false(inputs_is_special(&pairs, 0x7F80, 0x3F80));
    assert_false(inputs_is_special(&pairs, 0x3F80, 0x7F80));
}

static void check_value(int in, int dst, uint32_t value, uint32_t expected, bool none)
{
    uint32_t converted;
    bool without = false;

    assert_true(values_fit(in, dst));
    values_convert(in, dst, &value, 1, &converted);
    if (values_lack(in, dst))
        values_none(dst, &value, 1, &without);
    assert_int_equal(without, none);
    if (!none)
        assert_int_equal(converted, expected);
}

static void test_values(void **state)
{
    (void)state;
    check_value(SFPU_BF16, SFPU_FP32, 0xC049, 0xC0490000, false);
    check_value(SFPU_BF16, SFPU_BF16, 0xC049, 0xC049, false);
    check_value(SFPU_FP16, SFPU_FP32, 0x3C01, 0x3F802000, false); /* 1 + 2^-10 */
    check_value(SFPU_FP16, SFPU_FP32, 0x8001, 0xB3800000, false); /* -2^-24: 127 - 24 = 0x67 */
    check_value(SFPU_FP16, SFPU_FP32, 0x0000, 0x00000000, false);
    check_value(SFPU_FP16, SFPU_FP32, 0xFC00, 0xFF800000, false);
    check_value(SFPU_FP16, SFPU_FP32, 0x7E00, 0x7FC00000, false);
    check_value(SFPU_FP16, SFPU_FP16, 0x7C00, 0, true);
    check_value(SFPU_FP16, SFPU_FP16, 0xFBFF, 0xFBFF, false);
    check_value(SFPU_INT16, SFPU_INT16, 0x8000, 0, true);
    check_value(SFPU_INT16, SFPU_INT32, 0x8000, 0xFFFF8000, false);
    check_value(SFPU_INT16, SFPU_SM32, 0xFFFF, 0xFFFFFFFF, false);
    check_value(SFPU_UINT16, SFPU_INT32, 0x8000, 0x00008000, false);
    check_value(SFPU_INT32, SFPU_SM32, 0x80000000, 0, true);
    check_value(SFPU_INT32, SFPU_INT32, 0x80000000, 0x80000000, false);
    assert_false(values_fit(SFPU_FP32, SFPU_BF16));
    assert_false(values_fit(SFPU_INT8, SFPU_INT8));
    assert_false(values_fit(SFPU_RAW, SFPU_RAW));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_all_are_there),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_between),
        cmocka_unit_test(test_range),
        cmocka_unit_test(test_narrow),
        cmocka_unit_test(test_special),
        cmocka_unit_test(test_values),
    };

    return cmocka_run_group_tests_name("inputs", tests, NULL, NULL);
}
