/*
 * Operations on integers of some bits (include/functions.def). x and y are such integers, of either sign; y is 0 for
 * operations on x alone. Only so many low bits of a result matter.
 */
#ifndef SFP_NUMERICS_INTEGERS_H
#define SFP_NUMERICS_INTEGERS_H

#include <stdbool.h>
#include <stdint.h>

typedef int64_t integers_operation(int64_t x, int64_t y, unsigned bits);

integers_operation integers_invert, integers_and, integers_or, integers_xor, integers_shift_left, integers_shift_right,
    integers_shift_right_arithmetic, integers_wrapping_add, integers_wrapping_subtract, integers_wrapping_multiply,
    integers_wrapping_square;

/* The integer that so many low bits are, in two's complement if it is signed. */
int64_t integers_wrap(int64_t value, unsigned bits, bool is_signed);

#endif
