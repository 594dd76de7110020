/* The patterns of small floats in immediates. */
#include "small_float.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/float_bits.h"

enum {
    SIGN = 0x8000,
    BF16_INFINITY = 0x7F80,
    BF16_BITS = 16,   /* bits of a float that bf16 lacks */
    FP16_MANTISSA = 10,
    FP16_BIAS = 15,
    FP16_EXPONENT = 0x1F,
};

/* Returns the value of a pattern without its sign. */
static double value_of_pattern(enum float_format format, unsigned bits)
{
    const uint32_t wide = (uint32_t)bits << BF16_BITS;

    if (format == FLOAT_FP16)
        return ldexp(1 + (bits & ((1u << FP16_MANTISSA) - 1)) / (double)(1u << FP16_MANTISSA),
                     (int)(bits >> FP16_MANTISSA & FP16_EXPONENT) - FP16_BIAS);
    return (double)float_of_bits(wide);
}

/* Returns the largest pattern whose value is not above `number`, by binary search: without the sign, values grow
 * with patterns. */
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

/* Can the number be rounded? A number beyond the largest value must be less than half a step away from it. A number
 * below fp16's smallest value, which is not 0, cannot be rounded. */
static bool is_within(enum float_format format, double size, double value, double step)
{
    return size < value + step / 2 && (format == FLOAT_BF16 || size >= value_of_pattern(format, 0));
}

struct float_pattern sfp_float_nearest(enum float_format format, double number)
{
    const double size = fabs(number);
    const unsigned last = (format == FLOAT_FP16 ? SIGN : BF16_INFINITY) - 1;
    unsigned bits = not_above(format, size);
    double value = value_of_pattern(format, bits);
    const double step = bits < last ? value_of_pattern(format, bits + 1) - value
                                    : value - value_of_pattern(format, bits - 1);
    const bool within = is_within(format, size, value, bits < last ? INFINITY : step);

    if (bits < last && (size - value > step / 2 || (size - value == step / 2 && bits % 2 == 1)))
        value = value_of_pattern(format, ++bits);
    return (struct float_pattern){
        .bits = (uint16_t)(bits | (signbit(number) ? SIGN : 0)),
        .exact = value == size,
        .within = within,
        .value = signbit(number) ? -value : value,
    };
}

static const struct {
    const char *name, *suffix;
} formats[] = {
    [FLOAT_BF16] = {"bf16", "bf16"},
    [FLOAT_FP16] = {"fp16", "f16"},
    [FLOAT_FP32] = {"fp32", "f32"},
};

const char *sfp_float_name(enum float_format format)
{
    return formats[format].name;
}

const char *sfp_float_suffix_of(enum float_format format)
{
    return formats[format].suffix;
}

enum float_format sfp_float_suffix(const char *suffix)
{
    for (enum float_format format = FLOAT_BF16; format <= FLOAT_FP32; format++)
        if (strcasecmp(suffix, formats[format].suffix) == 0)
            return format;
    return FLOAT_NONE;
}

uint32_t sfp_float_bits(double number)
{
    return bits_of_float((float)number);
}

uint32_t sfp_float_of_fp16(uint16_t bits)
{
    enum { MANTISSA_BITS = 10, EXPONENT = 0x1F, REBIAS = 127 - 15 };
    const uint32_t exponent = (bits >> MANTISSA_BITS & EXPONENT) + REBIAS;
    const uint32_t mantissa = bits & ((1u << MANTISSA_BITS) - 1);

    return (uint32_t)(bits & SIGN) << 16 | exponent << 23 | mantissa << (23 - MANTISSA_BITS);
}
