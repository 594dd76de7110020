/*
 * acos(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: acos, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 28
 * sweep: --fn=acos --in=bf16
 *     max_ulp=0 max_real_ulp=? cycles=?
 * left: none
 */
    .include "sfpu.inc"

#include "coefficients.h"

    set_constant 12, BF16_ACOS_MAGIC
    set_constant 13, BF16_ACOS_MINUS_CENTRE
    set_constant 14, BF16_ACOS_FLOOR
    load_word L6, BF16_ACOS_R0
    load_word L7, PI
    sfpencc 0, 0
    .hazards auto

    .rept 32
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpmad L2, L1, L10, L10, 0          // w = 1 - |x|
    sfploadi L5, BF16_ACOS_R4, SFPLOADI_FLOATA
    sfpshft2 L3, L12, 2, SFPSHFT2_SHFT_LREG
    sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE // y0
    sfploadi L4, BF16_ACOS_R3, SFPLOADI_FLOATA
    sfpmad L5, L2, L5, L4, 0
    sfploadi L4, BF16_ACOS_R2, SFPLOADI_FLOATA
    sfpmad L5, L2, L5, L4, 0
    sfploadi L4, BF16_ACOS_R1, SFPLOADI_FLOATA
    sfpmad L5, L2, L5, L4, 0
    sfpmad L5, L2, L5, L6, 0
    sfpmad L4, L2, L3, L9, 0
    sfpmad L4, L4, L3, L13, 0           // c - CENTRE
    sfpmad L4, L4, L4, L14, 0           // p
    sfpmad L3, L3, L4, L9, 0            // y = y0 p, -1/sqrt(w)
    sfpmul L3, L3, L2, 0                // -sqrt(w)
    sfpmul L3, L3, L5, 0                // acos(|x|)
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    sfpmad L3, L3, L11, L7, 0
    sfpencc 0, 0
    sfpstochrnd L3, L3, L3, 0, TO_BF16, 0
    sfpiadd L1, L11, 0, SFPIADD_MINUS_LT0 // where |x| > 1
    sfploadi L3, 0x7FC0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L3, 0, BF16, STEP
    .endr
