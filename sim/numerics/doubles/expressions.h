/* Expressions in double precision, a block of operands at a time, between bounds. */
#ifndef SFP_NUMERICS_DOUBLES_EXPRESSIONS_H
#define SFP_NUMERICS_DOUBLES_EXPRESSIONS_H

#include <stdbool.h>

#include "kernels.h"
#include "base/float_bits.h"

/*
 * Each value lies between two doubles, or is both of them; or it is NaN, and so are both. NaN and infinity: nothing is
 * known of it. One that lies between a zero and another double is not 0, and one below infinity may be any large
 * number.
 */
struct ends {
    double low[DOUBLES_MOST], high[DOUBLES_MOST];
};

/* Doubles as integers, which they are compared as. */
static inline int64_t bits_of(double x)
{
    return (int64_t)bits_of_double(x);
}

static inline double of_bits(int64_t bits)
{
    return double_of_bits((uint64_t)bits);
}

/* The bounds of e of numbers of Dst's formats (NaNs are quiet ones); y is of use if e has two operands. False: e wants
 * more room than there is here, and nothing is known. */
bool LEVELLED(expression_ends)(const struct expression *e, const double *x, const double *y, struct ends *result);

#endif
