/* Converts between floating-point numbers and their bits. */
#ifndef SFP_FLOAT_BITS_H
#define SFP_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

enum { FP32_MANTISSA = 23, DOUBLE_MANTISSA = 52, DOUBLE_BIAS = 1023 }; /* fraction bits; a double's exponent bias */

static inline float float_of_bits(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t bits_of_float(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double double_of_bits(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t bits_of_double(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
