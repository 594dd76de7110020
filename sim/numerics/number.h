/* Values of Dst's formats (sfpsim-files(5), Image formats) as numbers. */
#ifndef SFP_NUMERICS_NUMBER_H
#define SFP_NUMERICS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include <mpfr.h>

/* A format of numbers; every one of them is a double too. */
struct number_format {
    uint8_t bits;           /* of a value */
    uint8_t mantissa_bits;  /* of a float, which has IEEE's layout; 0: an integer */
    bool is_signed;         /* an integer: two's complement */
    int16_t least_exponent, largest_exponent; /* of a float's normal numbers */
    double lowest, largest; /* finite ones */
};

/* That of an enum sfpu_format; NULL: these are no numbers. */
const struct number_format *number_format(int format);

/* As many as the operands of exact products and the like may have. */
unsigned number_significant_bits(const struct number_format *f);

double number_of(const struct number_format *f, uint32_t bits);

/* Is it a zero, or a denormal, which counts as one? */
bool number_is_zero(const struct number_format *f, uint32_t bits);

/* Those of one of its numbers, zeros and infinities of either sign, or the quiet NaN without payload. */
uint32_t number_bits(const struct number_format *f, double value);

/* A float below the normal numbers, and not zero. */
bool number_is_denormal(const struct number_format *f, double value);

/* `value` to the nearest number, ties to even, floats with denormals; infinite if that is too large, integers too. */
double number_round(const struct number_format *f, mpfr_srcptr value);

/* The distance from a finite number to the next one away from zero; below the normal numbers that of the least of
 * them. */
double number_ulp(const struct number_format *f, double value);

/* The integer that so many low bits are, in two's complement if it is signed. */
static inline int64_t integers_wrap(int64_t value, unsigned bits, bool is_signed)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1), low = (uint64_t)value & (2 * sign - 1);

    return is_signed ? (int64_t)((low ^ sign) - sign) : (int64_t)low;
}

#endif
