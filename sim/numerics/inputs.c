/* Inputs by their numbers. */
#include "inputs.h"

#include <math.h>

static uint32_t mask_of(const struct number_format *f)
{
    return f->bits == 32 ? UINT32_MAX : (UINT32_C(1) << f->bits) - 1;
}

static bool has_sign(const struct number_format *f)
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
    return has_sign(inputs->format) ? 2 : 1;
}

/* S. Vigna's splitmix64, whose n-th number needs none of those before it. */
static uint64_t random_bits(uint64_t seed, uint64_t n)
{
    uint64_t z = seed + (n + 1) * UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static void take_sample(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y)
{
    const uint32_t mask = mask_of(inputs->format);

    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = random_bits(inputs->seed, first + i);

        x[i] = (uint32_t)bits & mask;
        if (inputs->operands > 1)
            y[i] = (uint32_t)(bits >> 32) & mask;
    }
}

static void take_pairs(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y)
{
    const uint32_t mask = mask_of(inputs->format);

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

/* Two's complement: the negative of m, and for m = 0, of which there is none, the lowest number. */
static void take_integers(uint64_t first, size_t count, const struct number_format *f, uint32_t *x)
{
    const uint32_t mask = mask_of(f), lowest = UINT32_C(1) << (f->bits - 1);

    for (size_t i = 0; i < count; i++) {
        const uint32_t number = (uint32_t)(first + i), m = number >> 1;

        x[i] = number & 1 ? (m ? (0 - m) & mask : lowest) : m;
    }
}

void inputs_take(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y)
{
    const struct number_format *f = inputs->format;

    if (inputs->sample)
        take_sample(inputs, first, count, x, y);
    else if (inputs->operands > 1)
        take_pairs(inputs, first, count, x, y);
    else if (f->mantissa_bits)
        take_floats(first, count, f->bits, x);
    else if (f->is_signed)
        take_integers(first, count, f, x);
    else
        for (size_t i = 0; i < count; i++)
            x[i] = (uint32_t)(first + i);
}

/* |x| of an input of one operand; NaNs are above all. */
static double magnitude(const struct inputs *inputs, uint64_t number)
{
    uint32_t x;
    double value;

    if (has_sign(inputs->format))
        number &= ~UINT64_C(1);
    inputs_take(inputs, number, 1, &x, NULL);
    value = fabs(number_of(inputs->format, x));
    return isnan(value) ? (double)INFINITY : value;
}

/* The first number whose |x| is at least `limit`, or beyond it. */
static uint64_t find(const struct inputs *inputs, double limit, bool beyond)
{
    uint64_t low = 0, high = inputs->count;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const double m = magnitude(inputs, middle);

        if (beyond ? m > limit : m >= limit)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void inputs_between(const struct inputs *inputs, double low, double high, uint64_t *first, uint64_t *end)
{
    *first = 0;
    *end = inputs->count;
    if (inputs_stride(inputs) == 0)
        return;
    *first = find(inputs, low, false);
    *end = find(inputs, high, true);
}

bool input_is_special(const struct number_format *f, uint32_t bits)
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1), magnitude = bits & (sign - 1);
    const uint32_t least = UINT32_C(1) << f->mantissa_bits, infinity = (sign - 1) & ~(least - 1);

    if (!f->mantissa_bits) {
        const double value = number_of(f, bits);

        return value == 0 || value == f->lowest || value == f->largest;
    }
    if (magnitude > infinity)
        return bits == (infinity | least >> 1); /* the quiet one without a payload */
    return magnitude == 0 || magnitude == least || magnitude == infinity - 1 || magnitude == infinity;
}
