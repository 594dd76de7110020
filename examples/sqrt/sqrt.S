/*
 * sqrt(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: sqrt, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 21, blackhole 21
 * sweep: --fn=sqrt --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.751214066 cycles=21.4375
 * long: --fn=sqrt --in=fp32
 *     max_ulp=1 max_real_ulp=? cycles=?
 * left: L4
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define ORDINARY L7                 /* what makes y0 negative where x is not finite, or negative */
#define INFINITY L6
#define HALF L5

    set_constant 12, MAGIC + 0x80000000 // makes y0 negative
    set_constant 13, CENTRE
    set_constant 14, FLOOR
    load_word ORDINARY, 0x80000000 + (0x7F800000 >> 1) - MAGIC - 1
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    sfploadi HALF, 0.5, SFPLOADI_FLOATB

    ttreplay 0, 21, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpmad L1, L0, L10, L9, 0       // x; a denormal, and -0, is 0
    sfpmad L0, L0, L11, L9, 0       // -x
    sfpmad L2, L1, INFINITY, INFINITY, 0 // infinity, or NaN of what is negative
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L1, L9, 0        // x |y0|
    sfpnop
    sfpmad L3, L3, L1, L13, 0       // CENTRE - x y0^2
    sfpnop
    sfpmad L3, L3, L3, L14, 0       // p
    sfpnop
    sfpmad L3, L1, L3, L9, 0        // y = y0 p
    sfpiadd L1, ORDINARY, 0, SFPIADD_LREG_GTE0 // of zeros and finite numbers
    sfpmad L0, L0, L3, L9, 0        // s = -x y
    sfpdivp2 L3, L3, -1, SFPDIVP2_ADD
    sfpmad L3, L0, L3, HALF, 0      // half of what s lacks, relative to it
    sfpnop
    sfpmad L2, L0, L3, L0, 0
    sfpencc 0, 0
    sfpstore L2, 0, FP32, STEP

    .rept 31
    ttreplay 0, 21, 0, 0
    .endr
