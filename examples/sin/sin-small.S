/*
 * sin(x) of a tile of fp32, in place, for |x| up to 2^15 pi. See README.md.
 */

    .include "sfpu.inc"

#include "coefficients.h"
#include "constants.h"

    set_constant 11, INV_PI
    set_constant 12, MINUS_Q0
    set_constant 13, MINUS_Q2
    set_constant 14, MINUS_Q3

/*
 * Two vectors, one a step behind the other: no result is read in the next cycle, and constants are loaded once for both.
 * L0 and L3: what is left of x; L1 and L4: k, then s = r^2; L2 and L5: k's bits, then the polynomial; L6, L7: constants.
 */
.macro two
    load_short L7, MAGIC
    sfpload L0, 0, FP32, STAY
    sfpload L3, 2, FP32, STAY
    sfpmad L2, L0, L11, L7, 0
    sfpmad L5, L3, L11, L7, 0
    load_short L6, MINUS(MAGIC)
    sfpmad L1, L2, L10, L6, 0
    sfpmad L4, L5, L10, L6, 0
    sfpmad L0, L1, L12, L0, 0
    sfpmad L3, L4, L12, L3, 0
    load_short L7, MINUS_Q1
    sfpmad L0, L1, L7, L0, 0
    sfpmad L3, L4, L7, L3, 0
    sfpmad L0, L1, L13, L0, 0
    sfpmad L3, L4, L13, L3, 0
    sfpmad L0, L1, L14, L0, 0
    sfpmad L3, L4, L14, L3, 0
    sfpshft L2, L0, 31, SHIFT_BY
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
    sfpshft L5, L0, 31, SHIFT_BY
    sfpxor L0, L2
    sfpxor L3, L5
    load_short L6, C9
    load_half L7, C7
    sfpmad L2, L1, L6, L7, 0
    sfpmad L5, L4, L6, L7, 0
    load_word L7, C5
    sfpmad L2, L1, L2, L7, 0
    sfpmad L5, L4, L5, L7, 0
    load_word L6, C3
    sfpmad L2, L1, L2, L6, 0
    sfpmad L5, L4, L5, L6, 0
    sfpmul L1, L1, L0, 0
    sfpmul L4, L4, L3, 0
    sfpmad L0, L1, L2, L0, 0
    sfpmad L3, L4, L5, L3, 0
    sfpstore L0, 0, FP32, STEP
    sfpstore L3, 0, FP32, STEP
.endm

    .rept 16
    two
    .endr
