/*
 * asin(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: asin, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 29
 * sweep: --fn=asin --in=bf16
 *     max_ulp=0 max_real_ulp=0.499427172 cycles=29.5
 * left: none
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define HALF L11
#define MAGIC_L L12
#define HALF_PI_L L13
#define FLOOR_L L14
#define R1_L L7

    set_constant_float 11, 0.5
    set_constant 12, BF16_MAGIC
    set_constant 13, HALF_PI
    set_constant 14, BF16_FLOOR
    load_word R1_L, BF16_R1
    sfpencc 0, 0

/* One vector. The steps of q and of the result for |x| <= 1/2 fill the cycles in which the root waits. */
    ttreplay 0, 28, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpmul L3, L0, L0, 0
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpmad L2, L1, HALF, HALF, 0        // (1 - |x|) / 2
    sfploadi L5, BF16_R2, SFPLOADI_FLOATA
    sfpswap L2, L3, SWAP_MIN            // w, the smaller one of these
    sfpshft2 L3, MAGIC_L, 2, SFPSHFT2_SHFT_LREG // w / 2, as a word
    sfpiadd L3, MAGIC_L, 0, SFPIADD_MINUS_NONE // y0
    sfpmul L4, L2, L3, 0
    sfploadi L6, BF16_MINUS_CENTRE, SFPLOADI_FLOATA
    sfpmad L4, L4, L3, L6, 0            // c - CENTRE
    sfpmad L5, L5, L2, R1_L, 0
    sfpmad L4, L4, L4, FLOOR_L, 0       // p
    sfpmul L5, L5, L2, 0                // w q(w)
    sfpmul L3, L3, L4, 0                // y = y0 p, -2/sqrt(w)
    sfpmad L6, L0, L5, L0, 0            // where |x| <= 1/2
    sfpmul L3, L3, L2, 0                // -s
    sfpstochrnd L6, L6, L6, 0, TO_BF16, 0
    sfpadd L4, L10, HALF_PI_L, L3, 0    // pi/2 - s
    sfpiadd L1, HALF, 0, SFPIADD_MINUS_GTE0 // where |x| > 1/2; |x| = 1 leaves infinity, a larger |x| less
    sfpmad L6, L3, L5, L4, 0
    sfploadi L2, 0x7F7F, SFPLOADI_FLOATB
    sfpstochrnd L6, L6, L6, 0, TO_BF16, 0
    sfpiadd L1, L2, 0, SFPIADD_MINUS_GTE0 // where |x| > 1, or NaN
    sfploadi L6, 0x7FC0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpsetsgn L0, L6, 0, 0              // the sign of x
    sfpstore L0, 0, BF16, STEP
    .rept 31
    ttreplay 0, 28, 0, 0
    .endr
