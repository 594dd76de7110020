/* A kernel's inputs, by number. */
#include "inputs.h"

#include <math.h>
#include <stdlib.h>

#include "base/random_bits.h"

static uint32_t format_mask(const struct number_format *f)
{
    return f->bits == 32 ? UINT32_MAX : (UINT32_C(1) << f->bits) - 1;
}

static bool format_has_sign(const struct number_format *f)
{
    return f->mantissa_bits || f->is_signed;
}

bool inputs_make(struct inputs *inputs, const struct number_format *format, unsigned operands, uint64_t sample,
                 uint64_t seed)
{
    const unsigned bits = operands * format->bits;

    *inputs = (struct inputs){.format = format, .operands = operands, .sample = sample, .seed = seed, .count = sample};
    if (!sample && bits <= INPUTS_MOST_BITS)
        inputs->count = UINT64_C(1) << bits;
    return inputs->count > 0;
}

unsigned inputs_stride(const struct inputs *inputs)
{
    if (inputs->operands > 1 || inputs->sample)
        return 0;
    return format_has_sign(inputs->format) && inputs->signs == INPUTS_BOTH ? 2 : 1;
}

static void take_sample(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y)
{
    const uint32_t mask = format_mask(inputs->format);

    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = random_bits(inputs->seed + (first + i) * RANDOM_STEP); /* needs no earlier numbers */

        x[i] = (uint32_t)bits & mask;
        if (inputs->operands > 1)
            y[i] = (uint32_t)(bits >> 32) & mask;
    }
}

static void take_pairs(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y)
{
    const uint32_t mask = format_mask(inputs->format);

    for (size_t i = 0; i < count; i++) {
        x[i] = (uint32_t)((first + i) >> inputs->format->bits);
        y[i] = (uint32_t)(first + i) & mask;
    }
}

static void take_floats(uint64_t first, size_t count, unsigned bits, uint32_t *x)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t number = (uint32_t)(first + i);

        x[i] = number >> 1 | (number & 1) << (bits - 1);
    }
}

/* Stores signed integers in two's complement: m, then -m. The lowest integer takes the place of -0. */
static void take_integers(uint64_t first, size_t count, const struct number_format *f, uint32_t *x)
{
    const uint32_t mask = format_mask(f), lowest = UINT32_C(1) << (f->bits - 1);

    for (size_t i = 0; i < count; i++) {
        const uint32_t number = (uint32_t)(first + i), m = number >> 1;

        x[i] = number & 1 ? (m ? (0 - m) & mask : lowest) : m;
    }
}

/* Stores inputs of one sign. */
static void take_magnitudes(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x)
{
    const struct number_format *f = inputs->format;
    const uint32_t mask = format_mask(f), sign = UINT32_C(1) << (f->bits - 1);
    const uint32_t of_all = inputs->signs == INPUTS_NEGATIVE ? sign : 0;

    for (size_t i = 0; i < count; i++) {
        const uint32_t m = (uint32_t)(first + i) - inputs->other_zero;

        if (inputs->other_zero && first + i == 0)
            x[i] = of_all ^ sign;
        else
            x[i] = f->mantissa_bits ? m | of_all : inputs->signs == INPUTS_NEGATIVE ? (0 - m) & mask : m;
    }
}

void inputs_take(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y)
{
    const struct number_format *f = inputs->format;

    if (inputs->sample)
        take_sample(inputs, first, count, x, y);
    else if (inputs->operands > 1)
        take_pairs(inputs, first, count, x, y);
    else if (inputs->signs != INPUTS_BOTH)
        take_magnitudes(inputs, first, count, x);
    else if (f->mantissa_bits)
        take_floats(first, count, f->bits, x);
    else if (f->is_signed)
        take_integers(first, count, f, x);
    else
        for (size_t i = 0; i < count; i++)
            x[i] = (uint32_t)(first + i);
}

/* ---- Ranges ---- */

static uint64_t magnitudes_of(const struct number_format *f)
{
    return UINT64_C(1) << (f->bits - format_has_sign(f));
}

/* Returns |x| of the m-th magnitude. NaNs give infinity. Two's complement has one more magnitude, of the lowest
 * integer. */
static double magnitude_value(const struct number_format *f, uint64_t m)
{
    const double value = f->mantissa_bits ? number_of(f, (uint32_t)m) : (double)m;

    return isnan(value) ? (double)INFINITY : value;
}

/* Returns the first magnitude that is at least `limit`, or, if `beyond` is set, above `limit`. */
static uint64_t find_magnitude(const struct number_format *f, double limit, bool beyond)
{
    uint64_t low = 0, high = magnitudes_of(f) + (f->is_signed && !f->mantissa_bits);

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const double m = magnitude_value(f, middle);

        if (beyond ? m > limit : m >= limit)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void inputs_range_of(const struct number_format *f, double low, double high, struct inputs_range *range)
{
    const bool all = isinf(low) && isinf(high) && low < high;
    const uint32_t infinity = f->mantissa_bits ? (uint32_t)(magnitudes_of(f) - (UINT64_C(1) << f->mantissa_bits)) : 0;

    for (unsigned sign = 0; sign < 2; sign++) {
        const double from = sign ? -high : low, to = sign ? -low : high;

        range->first[sign] = from > 0 ? find_magnitude(f, from, false) : 0;
        range->end[sign] = to >= 0 ? find_magnitude(f, to, true) : 0;
        if (f->mantissa_bits && !all && range->end[sign] > infinity)
            range->end[sign] = (uint64_t)infinity + 1;
    }
}

void inputs_keep(const struct number_format *f, const struct inputs_range *range, const uint32_t *x, size_t count,
                 bool *in)
{
    const uint32_t sign = format_has_sign(f) ? UINT32_C(1) << (f->bits - 1) : 0, mask = format_mask(f);

    for (size_t i = 0; i < count; i++) {
        const bool negative = x[i] & sign;
        const uint32_t m = !negative ? x[i] : f->mantissa_bits ? x[i] ^ sign : (0 - x[i]) & mask;

        in[i] = in[i] && m >= range->first[negative] && m < range->end[negative];
    }
}

void inputs_narrow(struct inputs *inputs, double low, double high)
{
    struct inputs_range range;

    if (inputs->sample || inputs->operands > 1 || !format_has_sign(inputs->format))
        return;
    inputs_range_of(inputs->format, low, high, &range);
    for (unsigned sign = 0; sign < 2 && inputs->signs == INPUTS_BOTH; sign++)
        if (range.end[!sign] <= 1) {
            inputs->signs = sign ? INPUTS_NEGATIVE : INPUTS_POSITIVE;
            inputs->other_zero = inputs->format->mantissa_bits && range.first[!sign] < range.end[!sign];
        }
}

/* inputs_between() for inputs of one sign. */
static void magnitudes_between(const struct inputs *inputs, double low, double high, uint64_t *first, uint64_t *end)
{
    const unsigned sign = inputs->signs == INPUTS_NEGATIVE;
    struct inputs_range range;

    inputs_range_of(inputs->format, low, high, &range);
    *first = inputs->other_zero ? 0 : range.first[sign];
    *end = range.end[sign] + inputs->other_zero;
    if (!sign && *end > magnitudes_of(inputs->format) + inputs->other_zero)
        *end = magnitudes_of(inputs->format); /* only negative integers have the lowest integer's magnitude */
}

void inputs_between(const struct inputs *inputs, double low, double high, uint64_t *first, uint64_t *end)
{
    const struct number_format *f = inputs->format;
    const double least = low <= 0 && high >= 0 ? 0 : fmin(fabs(low), fabs(high)), most = fmax(fabs(low), fabs(high));
    uint64_t last;

    *first = 0;
    *end = inputs->count;
    if (inputs->sample || (inputs->operands > 1 && low < 0))
        return;
    if (inputs->signs != INPUTS_BOTH) {
        magnitudes_between(inputs, low, high, first, end);
        return;
    }
    *first = find_magnitude(f, least, false);
    last = find_magnitude(f, most, true);
    last = last < magnitudes_of(f) ? last : magnitudes_of(f);
    *end = inputs->operands > 1 ? last << f->bits : format_has_sign(f) ? 2 * last : last;
    *first = inputs->operands > 1 ? *first << f->bits : format_has_sign(f) ? 2 * *first : *first;
    if (f->is_signed && !f->mantissa_bits && low <= f->lowest)
        *first = 0; /* the lowest integer's place */
}

/* ---- Special values, which reports list one by one ---- */

enum { MOST_OF_A_FORMAT = 14 };
_Static_assert(MOST_OF_A_FORMAT * MOST_OF_A_FORMAT == INPUTS_MOST_SPECIALS, "pairs of them");
#define INPUTS_NONE UINT64_MAX

static size_t special_floats(const struct number_format *f, uint32_t values[MOST_OF_A_FORMAT])
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1), least = UINT32_C(1) << f->mantissa_bits;
    const uint32_t infinity = (sign - 1) & ~(least - 1);
    const uint32_t magnitudes[] = {
        0, least, infinity - 1, infinity, infinity + 1, infinity | least >> 1, sign - 1,
    };
    size_t count = 0;

    for (size_t i = 0; i < sizeof magnitudes / sizeof magnitudes[0]; i++) {
        values[count++] = magnitudes[i];
        values[count++] = magnitudes[i] | sign;
    }
    return count;
}

static size_t special_values(const struct number_format *f, uint32_t values[MOST_OF_A_FORMAT])
{
    size_t count = 0;

    if (f->mantissa_bits)
        return special_floats(f, values);
    values[count++] = 0;
    values[count++] = (uint32_t)(int64_t)f->largest & format_mask(f);
    if (f->is_signed)
        values[count++] = (uint32_t)(int64_t)f->lowest & format_mask(f);
    return count;
}

/* Returns the number of an input, if the inputs have one sign; INPUTS_NONE if the inputs leave x out. */
static uint64_t number_of_magnitude(const struct inputs *inputs, uint32_t x)
{
    const struct number_format *f = inputs->format;
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);
    const uint32_t m = f->mantissa_bits || !(x & sign) ? x & ~sign : (0 - x) & format_mask(f);

    if (!(x & sign) == (inputs->signs == INPUTS_POSITIVE) || (!f->mantissa_bits && x == 0))
        return (uint64_t)m + inputs->other_zero;
    return m == 0 && inputs->other_zero ? 0 : INPUTS_NONE;
}

/* Returns the number of an input with one operand, or INPUTS_NONE if the inputs leave x out. */
static uint64_t number_with(const struct inputs *inputs, uint32_t x)
{
    const struct number_format *f = inputs->format;
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);

    if (inputs->signs != INPUTS_BOTH)
        return number_of_magnitude(inputs, x);
    if (!format_has_sign(f))
        return x;
    if (f->mantissa_bits)
        return (uint64_t)(x & (sign - 1)) << 1 | !!(x & sign);
    if (!(x & sign))
        return (uint64_t)x << 1;
    return x == sign ? 1 : (uint64_t)((0 - x) & format_mask(f)) << 1 | 1;
}

static int by_input_number(const void *a, const void *b)
{
    const uint64_t m = *(const uint64_t *)a, n = *(const uint64_t *)b;

    return (m > n) - (m < n);
}

size_t inputs_specials(const struct inputs *inputs, uint64_t numbers[INPUTS_MOST_SPECIALS])
{
    uint32_t values[MOST_OF_A_FORMAT];
    const size_t count = special_values(inputs->format, values);
    size_t found = 0;

    if (inputs->sample)
        return 0;
    for (size_t x = 0; x < count; x++) {
        if (inputs->operands == 1 && number_with(inputs, values[x]) != INPUTS_NONE)
            numbers[found++] = number_with(inputs, values[x]);
        for (size_t y = 0; inputs->operands > 1 && y < count; y++)
            numbers[found++] = (uint64_t)values[x] << inputs->format->bits | values[y];
    }
    qsort(numbers, found, sizeof *numbers, by_input_number);
    return found;
}

static bool is_among(uint32_t value, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] == value)
            return true;
    return false;
}

bool inputs_is_special(const struct inputs *inputs, uint32_t x, uint32_t y)
{
    uint32_t values[MOST_OF_A_FORMAT];
    const size_t count = special_values(inputs->format, values);

    return is_among(x, values, count) && (inputs->operands == 1 || is_among(y, values, count));
}
