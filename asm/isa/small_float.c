/* Floats of 16 bits: patterns for numbers. */
#include "small_float.h"

#include <math.h>
#include <string.h>

enum {
    SIGN = 0x8000,
    BF16_INFINITY = 0x7F80,
    BF16_BITS = 16,   /* of a float that bf16 lacks */
    FP16_MANTISSA = 10,
    FP16_BIAS = 15,
    FP16_EXPONENT = 0x1F,
};

/* The value of a pattern without its sign. */
static double value_of_pattern(enum float_format format, unsigned bits)
{
    const uint32_t wide = (uint32_t)bits << BF16_BITS;
    float value;

    if (format == FLOAT_FP16)
        return ldexp(1 + (bits & ((1u << FP16_MANTISSA) - 1)) / (double)(1u << FP16_MANTISSA),
                     (int)(bits >> FP16_MANTISSA & FP16_EXPONENT) - FP16_BIAS);
    memcpy(&value, &wide, sizeof value);
    return value;
}

/* Values grow with their patterns, but for the sign: the largest pattern that is not above `number`. */
static unsigned not_above(enum float_format format, double number)
{
    unsigned low = 0;
    unsigned high = format == FLOAT_FP16 ? SIGN : BF16_INFINITY;

    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;

        if (value_of_pattern(format, middle) <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct float_pattern float_nearest(enum float_format format, double number)
{
    const double size = fabs(number);
    const unsigned last = (format == FLOAT_FP16 ? SIGN : BF16_INFINITY) - 1;
    unsigned bits = not_above(format, size);
    double value = value_of_pattern(format, bits);

    if (bits < last && value_of_pattern(format, bits + 1) - size < size - value)
        value = value_of_pattern(format, ++bits);
    return (struct float_pattern){
        .bits = (uint16_t)(bits | (signbit(number) ? SIGN : 0)),
        .exact = value == size,
        .value = signbit(number) ? -value : value,
    };
}

const char *float_name(enum float_format format)
{
    return format == FLOAT_FP16 ? "fp16" : "bf16";
}

uint32_t float_bits(double number)
{
    const float value = (float)number;
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}
