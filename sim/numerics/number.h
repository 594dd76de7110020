/* Values of Dst's formats (sfpsim-files(5), Image formats) as numbers. */
#ifndef SFP_NUMERICS_NUMBER_H
#define SFP_NUMERICS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include <mpfr.h>

/* A format of numbers. Every number is a double without rounding. */
struct number_format {
    uint8_t bits;           /* width of a value */
    uint8_t mantissa_bits;  /* number of mantissa bits of a float with IEEE's layout; 0: an integer */
    bool is_signed;         /* the format is an integer in two's complement */
    int16_t least_exponent, largest_exponent; /* exponents of a float's normal numbers */
    double lowest, largest; /* lowest and largest finite number */
};

/* Returns the number format of an enum sfpu_format, or NULL if the format's values are not numbers. */
const struct number_format *number_format(int format);

/* Returns the largest number of significant bits of a value, which tells callers how long exact products get. */
unsigned number_significant_bits(const struct number_format *f);

/* Returns the number with these bits. Denormals keep their value. */
double number_of(const struct number_format *f, uint32_t bits);

/* Returns whether `bits` is a zero, or a denormal, which counts as zero. */
bool number_is_zero(const struct number_format *f, uint32_t bits);

/* Returns the bits of `value`: a number of the format, a zero or an infinity of either sign, or NaN. NaN gives the
 * quiet NaN without payload. */
uint32_t number_bits(const struct number_format *f, double value);

/* Returns whether a float is below the normal numbers and not zero. */
bool number_is_denormal(const struct number_format *f, double value);

/* Rounds `value` to the nearest number of the format, ties to even. Floats may round to denormals. A value that is
 * too large gives an infinity, for integers too. */
double number_round(const struct number_format *f, mpfr_srcptr value);

/* Returns the distance from a finite number to its neighbour away from zero. Below the normal numbers, the distance
 * is that of the least normal number. */
double number_ulp(const struct number_format *f, double value);

/* Returns the integer in the low `bits` bits of `value`, in two's complement if is_signed is set. */
static inline int64_t integers_wrap(int64_t value, unsigned bits, bool is_signed)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1), low = (uint64_t)value & (2 * sign - 1);

    return is_signed ? (int64_t)((low ^ sign) - sign) : (int64_t)low;
}

#endif
