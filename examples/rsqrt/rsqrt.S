/*
 * 1/sqrt(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: rsqrt, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 22, blackhole 22
 * sweep: --fn=rsqrt --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.8 cycles=22.375
 * long: --fn=rsqrt --in=fp32
 *     max_ulp=1 max_real_ulp=? cycles=?
 * left: none
 */
    .include "sfpu.inc"

#include "../sqrt/coefficients.h"

#define INFINITY L6
#define HALF L7

    set_constant 12, MAGIC
    set_constant 13, CENTRE
    set_constant 14, FLOOR
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    sfploadi HALF, 0.5, SFPLOADI_FLOATB

    ttreplay 0, 22, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpmad L1, L0, L10, L9, 0       // x; a denormal, and -0, is 0
    sfpmad L0, L0, L11, L9, 0       // -x
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L1, L9, 0        // -x y0
    sfpexexp L2, L0, SFPEXEXP_NODEBIAS
    sfpmad L3, L3, L1, L13, 0       // CENTRE - x y0^2
    bit_or L2, INFINITY             // infinity of a zero, NaN of anything else
    sfpmad L3, L3, L3, L14, 0       // p
    sfploadi L4, 0x0080, SFPLOADI_FLOATB
    sfpmad L1, L1, L3, L9, 0        // y = y0 p
    sfpiadd L4, L0, 0, NO_FLAGS     // 0 of infinity
    sfpmad L3, L0, L1, L9, 0        // -x y
    sfpdivp2 L5, L1, -1, SFPDIVP2_ADD
    sfpmad L3, L3, L5, HALF, 0      // half of what y lacks, relative to it
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0 // x > 0
    sfpmad L2, L1, L3, L1, 0
    sfpsetcc L4, 0, SFPSETCC_LREG_EQ0
    sfploadi L2, 0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L2, 0, FP32, STEP

    .rept 31
    ttreplay 0, 22, 0, 0
    .endr
