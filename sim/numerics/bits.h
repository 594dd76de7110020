/* Numbers from a format's bits, as in number.h, but inline: loops over millions of values use these functions. */
#ifndef SFP_NUMERICS_BITS_H
#define SFP_NUMERICS_BITS_H

#include <stdint.h>

#include "number.h"
#include "base/float_bits.h"

enum kind { KIND_FLOAT, KIND_SIGNED, KIND_UNSIGNED };

static inline enum kind kind_of_format(const struct number_format *f)
{
    if (f->mantissa_bits)
        return KIND_FLOAT;
    return f->is_signed ? KIND_SIGNED : KIND_UNSIGNED;
}

/* Returns the number of unused high bits in a 32-bit word that holds a value. */
static inline unsigned spare_bits(const struct number_format *f)
{
    return 32u - f->bits;
}

static inline bool bits_have_sign(const struct number_format *f, uint32_t bits)
{
    return kind_of_format(f) != KIND_UNSIGNED && bits >> (f->bits - 1) & 1;
}

/* Returns the magnitude's bits: a float without its sign bit, an integer's absolute value. */
static inline uint32_t magnitude_of(const struct number_format *f, uint32_t bits)
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);

    if (!bits_have_sign(f, bits))
        return bits;
    return f->mantissa_bits ? bits ^ sign : (~bits + 1) & (sign | (sign - 1));
}

/* Returns the value of a finite number's bits, as number_of() does, except that a denormal gives a zero. */
static inline double value_of_bits(const struct number_format *f, uint32_t bits)
{
    const unsigned spare = spare_bits(f);
    const uint32_t magnitude = bits & ((UINT32_C(1) << (f->bits - 1)) - 1), exponent = magnitude >> f->mantissa_bits;
    const uint64_t sign = (uint64_t)(bits >> (f->bits - 1)) << 63;

    if (!f->mantissa_bits)
        return f->is_signed ? (double)((int32_t)(bits << spare) >> spare) : (double)bits;
    if (exponent == 0)
        return double_of_bits(sign);
    return double_of_bits(sign | (((uint64_t)magnitude << (DOUBLE_MANTISSA - f->mantissa_bits))
                                  + ((uint64_t)(DOUBLE_BIAS - f->largest_exponent) << DOUBLE_MANTISSA)));
}

/* Returns 1 / number_ulp(), a power of 2. */
static inline double places_of(const struct number_format *f, uint32_t bits)
{
    const uint32_t exponent = (bits & ((UINT32_C(1) << (f->bits - 1)) - 1)) >> f->mantissa_bits;
    const int place = (int)(exponent ? exponent : 1) - f->largest_exponent - f->mantissa_bits;

    if (!f->mantissa_bits)
        return 1;
    return double_of_bits((uint64_t)(DOUBLE_BIAS - place) << DOUBLE_MANTISSA);
}

/* Returns whether a float is zero or denormal. */
static inline bool is_zero(const struct number_format *f, uint32_t bits)
{
    return (bits & ((UINT32_C(1) << (f->bits - 1)) - 1)) >> f->mantissa_bits == 0;
}

/* Returns whether a float is finite. */
static inline bool is_finite(const struct number_format *f, uint32_t bits)
{
    const uint32_t exponent = (bits & ((UINT32_C(1) << (f->bits - 1)) - 1)) >> f->mantissa_bits;

    return exponent <= (uint32_t)(2 * f->largest_exponent);
}

#endif
