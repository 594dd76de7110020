/*
 * asin(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: asin, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 28
 * sweep: --fn=asin --in=bf16
 *     max_ulp=0 max_real_ulp=? cycles=?
 * left: none
 * published: 0.5 ULP, 41 to 61 cycles of fp32
 */
    .include "sfpu.inc"

#include "coefficients.h"

    set_constant_float 11, 0.5
    set_constant 12, BF16_MAGIC
    set_constant 13, BF16_MINUS_CENTRE
    set_constant 14, BF16_FLOOR
    load_word L5, HALF_PI
    load_word L6, BF16_R1
    load_word L7, BF16_R2
    sfpencc 0, 0
    .hazards auto

    .rept 32
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpmad L2, L1, L11, L11, 0          // (1 - |x|) / 2
    sfpmul L3, L0, L0, 0
    sfpswap L2, L3, SWAP_MIN            // w
    sfpnop
    sfpshft2 L3, L12, 2, SFPSHFT2_SHFT_LREG
    sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L4, L2, L3, L9, 0
    sfpmad L4, L4, L3, L13, 0           // c - CENTRE
    sfpmad L4, L4, L4, L14, 0           // p
    sfpmad L3, L3, L4, L9, 0            // y = y0 p, -2/sqrt(w)
    sfpmad L4, L2, L7, L6, 0
    sfpmul L4, L4, L2, 0                // q
    sfpmul L3, L3, L2, 0                // -s
    sfpmov L2, L0, 0                    // x; and where |x| > 1/2
    sfpiadd L1, L11, 0, SFPIADD_MINUS_GTE0
    sfpmov L0, L3, 0
    sfpmad L2, L10, L5, L3, 0           // pi/2 - s
    sfpencc 0, 0
    sfpmad L2, L0, L4, L2, 0
    sfpload L1, 0, BF16, STAY
    sfpstochrnd L2, L2, L2, 0, TO_BF16, 0
    sfpsetsgn L0, L1, 0, SFPSETSGN_ARG_IMM
    sfpsetsgn L1, L2, 0, 0              // the sign of x
    sfpiadd L0, L10, 0, SFPIADD_MINUS_LT0 // where |x| > 1
    sfploadi L1, 0x7FC0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L1, 0, BF16, STEP
    .endr
