/*
 * acos(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: acos, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 28
 * sweep: --fn=acos --in=bf16
 *     max_ulp=0 max_real_ulp=0.499843161 cycles=28.40625
 * left: none
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define MINUS_ONE L11
#define MAGIC_L L12
#define MINUS_CENTRE_L L13
#define FLOOR_L L14
#define PI_L L7

    set_constant 12, BF16_ACOS_MAGIC
    set_constant 13, BF16_ACOS_MINUS_CENTRE
    set_constant 14, BF16_ACOS_FLOOR
    load_word PI_L, PI
    sfpencc 0, 0

/* One vector. -p, whose last coefficient is -1, is between what the root waits for. */
    ttreplay 0, 28, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpadd L2, L10, L1, L10, 0          // w = 1 - |x|
    sfploadi L5, BF16_ACOS_R4, SFPLOADI_FLOATA
    sfploadi L6, BF16_ACOS_R3, SFPLOADI_FLOATA
    sfpshft2 L3, MAGIC_L, 2, SFPSHFT2_SHFT_LREG // w / 2, as a word
    sfpiadd L3, MAGIC_L, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L5, L2, L5, L6, 0
    sfpmul L4, L2, L3, 0
    sfploadi L6, BF16_ACOS_R2, SFPLOADI_FLOATA
    sfpmad L4, L4, L3, MINUS_CENTRE_L, 0 // c - CENTRE
    sfpmad L5, L2, L5, L6, 0
    sfpmad L4, L4, L4, FLOOR_L, 0       // p
    sfploadi L6, BF16_ACOS_R1, SFPLOADI_FLOATA
    sfpmul L3, L3, L4, 0                // y = y0 p, -sqrt(2/w)
    sfpmad L5, L2, L5, L6, 0
    sfpmul L3, L3, L2, 0                // -sqrt(2 w)
    sfpmad L5, L2, L5, MINUS_ONE, 0
    sfpnop
    sfpmul L3, L3, L5, 0                // acos(|x|)
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    sfpmad L3, L3, MINUS_ONE, PI_L, 0
    sfpencc 0, 0
    sfpstochrnd L3, L3, L3, 0, TO_BF16, 0
    sfpiadd L1, MINUS_ONE, 0, SFPIADD_MINUS_LT0 // where |x| > 1, or NaN
    sfploadi L3, 0x7FC0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L3, 0, BF16, STEP
    .rept 31
    ttreplay 0, 28, 0, 0
    .endr
