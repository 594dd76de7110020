/* Bounds of expressions in double precision, for a block of operands. */
#ifndef SFP_NUMERICS_DOUBLES_EXPRESSIONS_H
#define SFP_NUMERICS_DOUBLES_EXPRESSIONS_H

#include <stdbool.h>

#include "kernels.h"
#include "base/float_bits.h"

/*
 * Bounds of values. A value equals both bounds, or lies strictly between two different bounds, or is NaN with both
 * bounds NaN. NaN and infinity: the value is unknown. A value between zero and another double is not 0; a value below
 * infinity may be any large number.
 */
struct ends {
    double low[DOUBLES_MOST], high[DOUBLES_MOST];
};

/* Doubles as integers, for comparisons of bits. */
static inline int64_t signed_bits_of(double x)
{
    return (int64_t)bits_of_double(x);
}

static inline double double_of_signed_bits(int64_t bits)
{
    return double_of_bits((uint64_t)bits);
}

/* Computes the bounds of e for a block of operands, which are numbers of Dst's formats with quiet NaNs. y is unused
 * if e has one operand. Returns false, without bounds, if e needs a deeper stack than this function has. */
bool LEVELLED(expression_ends)(const struct expression *e, const double *x, const double *y, struct ends *result);

#endif
