/* Values of Dst's formats as numbers. */
#include "number.h"

#include <math.h>
#include <stddef.h>

#include "sfpu.h"

/* Exponents of normal numbers in IEEE's layout: half the exponents are below 0. */
#define LARGEST_EXPONENT(bytes, mantissa) ((1 << (8 * (bytes) - 2 - (mantissa))) - 1)
#define FLOAT_NUMBERS(bytes, mantissa) \
    .mantissa_bits = mantissa, .least_exponent = 1 - LARGEST_EXPONENT(bytes, mantissa), \
    .largest_exponent = LARGEST_EXPONENT(bytes, mantissa)
#define SIGNED_NUMBERS(bytes, mantissa) .is_signed = true
#define UNSIGNED_NUMBERS(bytes, mantissa) .is_signed = false

static const struct number_format formats[] = {
#define DST_CELLS(...)
#define DST_FORMAT(name, id, bytes, cells, numbers, mantissa, from, to, ...) \
    [SFPU_##id] = {.bits = 8 * (bytes), numbers##_NUMBERS(bytes, mantissa), .lowest = from, .largest = to},
#include "formats.def"
};

const struct number_format *number_format(int format)
{
    const bool known = format >= 0 && (size_t)format < sizeof formats / sizeof formats[0];

    return known && formats[format].bits ? &formats[format] : NULL;
}

unsigned number_significant_bits(const struct number_format *f)
{
    return f->mantissa_bits ? f->mantissa_bits + 1u : f->bits;
}

static double float_from_magnitude(const struct number_format *f, uint32_t magnitude)
{
    const uint32_t hidden = UINT32_C(1) << f->mantissa_bits, mantissa = magnitude & (hidden - 1);
    const int exponent = (int)(magnitude >> f->mantissa_bits) - f->largest_exponent;

    if (exponent > f->largest_exponent)
        return mantissa ? (double)NAN : (double)INFINITY;
    if (exponent < f->least_exponent)
        return ldexp(mantissa, f->least_exponent - f->mantissa_bits);
    return ldexp(hidden | mantissa, exponent - f->mantissa_bits);
}

double number_of(const struct number_format *f, uint32_t bits)
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);

    if (f->mantissa_bits)
        return bits & sign ? -float_from_magnitude(f, bits ^ sign) : float_from_magnitude(f, bits);
    return f->is_signed && bits & sign ? (double)bits - 2.0 * sign : (double)bits;
}

bool number_is_zero(const struct number_format *f, uint32_t bits)
{
    const uint32_t sign = f->mantissa_bits ? UINT32_C(1) << (f->bits - 1) : 0;

    return (bits & ~sign) < UINT32_C(1) << f->mantissa_bits;
}

static uint32_t sfp_float_bits(const struct number_format *f, double magnitude)
{
    const uint32_t hidden = UINT32_C(1) << f->mantissa_bits;
    const uint32_t infinity = (uint32_t)(2 * f->largest_exponent + 1) << f->mantissa_bits;
    int exponent;

    if (isnan(magnitude))
        return infinity | hidden >> 1;
    if (isinf(magnitude))
        return infinity;
    if (magnitude < ldexp(1, f->least_exponent))
        return (uint32_t)ldexp(magnitude, f->mantissa_bits - f->least_exponent);
    exponent = ilogb(magnitude);
    return (uint32_t)ldexp(magnitude, f->mantissa_bits - exponent) - hidden
        + ((uint32_t)(exponent + f->largest_exponent) << f->mantissa_bits);
}

uint32_t number_bits(const struct number_format *f, double value)
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);

    if (!f->mantissa_bits)
        return (uint32_t)(int64_t)value & (sign | (sign - 1));
    return sfp_float_bits(f, fabs(value)) | (signbit(value) && !isnan(value) ? sign : 0);
}

bool number_is_denormal(const struct number_format *f, double value)
{
    return f->mantissa_bits && value != 0 && fabs(value) < ldexp(1, f->least_exponent);
}

/* Returns the exponent of the last place of a number in [2^exponent, 2^(exponent + 1)). */
static int last_place(const struct number_format *f, long exponent)
{
    if (!f->mantissa_bits)
        return 0;
    return (int)(exponent < f->least_exponent ? f->least_exponent : exponent) - f->mantissa_bits;
}

double number_round(const struct number_format *f, mpfr_srcptr value)
{
    mpfr_t scaled;
    double rounded;
    int place;

    if (!mpfr_regular_p(value))
        return mpfr_get_d(value, MPFR_RNDN);
    if (mpfr_get_exp(value) - 1 > f->largest_exponent && f->mantissa_bits)
        return mpfr_signbit(value) ? -(double)INFINITY : (double)INFINITY;
    place = last_place(f, mpfr_get_exp(value) - 1);
    mpfr_init2(scaled, mpfr_get_prec(value));
    mpfr_mul_2si(scaled, value, -place, MPFR_RNDN);
    mpfr_roundeven(scaled, scaled); /* exact: the result is an integer without more bits */
    mpfr_mul_2si(scaled, scaled, place, MPFR_RNDN);
    rounded = mpfr_get_d(scaled, MPFR_RNDN);
    mpfr_clear(scaled);
    if (rounded > f->largest || rounded < f->lowest)
        return copysign(INFINITY, rounded);
    return rounded;
}

double number_ulp(const struct number_format *f, double value)
{
    return ldexp(1, last_place(f, value == 0 ? f->least_exponent : ilogb(value)));
}
