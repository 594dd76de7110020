/* Converts values of a swept format to the format of Dst. */
#include "dst_values.h"

#include <string.h>

#include "sfpu.h"
#include "base/float_bits.h"

enum {
    FP16_MAGNITUDE = 0x7FFF, FP16_INFINITY = 0x7C00, FP16_TO_FP32 = 13, /* additional mantissa bits of fp32 */
    SIGN16 = 0x8000,
    HALF_BITS = 16,
};

#define SIGN32 0x80000000u
#define FP32_EXPONENTS 0x1p112f /* scale between the exponent biases of fp16 and fp32 */

enum {
#define DST_FORMAT(name, id, ...) FORMAT_##name = SFPU_##id,
#include "formats.def"
};

/* Formats of Dst that hold every value of a swept format: bit i for format i. */
static const unsigned held[] = {
#define H(name) 1u << FORMAT_##name
#define DST_SWEPT(name, wider) [FORMAT_##name] = H(name) | (wider),
#include "formats.def"
#undef H
};

bool values_known(int in)
{
    return in >= 0 && (size_t)in < sizeof held / sizeof held[0] && held[in];
}

bool values_fit(int in, int dst)
{
    return values_known(in) && held[in] >> dst & 1;
}

/* Returns the fp32 bits of an fp16 value. The multiplication corrects the exponent's bias, and makes fp16's
 * denormals normal. */
static uint32_t fp32_of_fp16(uint32_t x)
{
    const uint32_t magnitude = (x & FP16_MAGNITUDE) << FP16_TO_FP32;

    if ((x & FP16_MAGNITUDE) >= FP16_INFINITY)
        return (x & SIGN16) << HALF_BITS | 0x7F800000 | magnitude;
    return (x & SIGN16) << HALF_BITS | bits_of_float(float_of_bits(magnitude) * FP32_EXPONENTS);
}

static void widen_values(int in, const uint32_t *values, size_t count, uint32_t *converted)
{
    if (in == SFPU_BF16)
        for (size_t i = 0; i < count; i++)
            converted[i] = values[i] << HALF_BITS;
    else if (in == SFPU_FP16)
        for (size_t i = 0; i < count; i++)
            converted[i] = fp32_of_fp16(values[i]);
    else if (in == SFPU_INT16)
        for (size_t i = 0; i < count; i++)
            converted[i] = (values[i] ^ SIGN16) - SIGN16;
    else
        memmove(converted, values, count * sizeof *values);
}

bool values_lack(int in, int dst)
{
    return dst == SFPU_FP16 || dst == SFPU_INT16 || (dst == SFPU_SM32 && in != SFPU_INT16 && in != SFPU_UINT16);
}

void values_none(int dst, const uint32_t *values, size_t count, bool *none)
{
    const uint32_t lowest = dst == SFPU_INT16 ? SIGN16 : SIGN32;

    for (size_t i = 0; i < count; i++)
        none[i] = dst == SFPU_FP16 ? (values[i] & FP16_INFINITY) == FP16_INFINITY : values[i] == lowest;
}

void values_convert(int in, int dst, const uint32_t *values, size_t count, uint32_t *converted)
{
    if (in == dst)
        memmove(converted, values, count * sizeof *values);
    else
        widen_values(in, values, count, converted);
}
