/*
 * asin(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: asin, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 38
 * sweep: --fn=asin --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.42624639 cycles=38.46875
 * long: --fn=asin --in=fp32
 *     max_ulp=2 max_real_ulp=1.64310917 cycles=38.46875
 * left: none
 * published: wormhole 55 cycles, 1.77 ULP; blackhole 54, 1.77, https://github.com/tenstorrent/tt-metal/pull/50112
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define FLOOR_L L7

    set_constant_float 11, 0.5
    set_constant 12, MAGIC
    set_constant 13, TURN
    set_constant 14, Q0
    load_word FLOOR_L, FLOOR

/*
 * One vector, first part, as much as the replay buffer holds. The steps of q fill the cycles in which the root waits.
 */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpmad L2, L1, L11, L11, 0          // (1 - |x|) / 2
    sfpmul L3, L0, L0, 0
    sfploadi L6, Q4, SFPLOADI_FLOATA
    sfpswap L2, L3, SWAP_MIN            // w, the smaller one of these
    sfpshft2 L3, L12, 2, SFPSHFT2_SHFT_LREG // w / 2, as a word
    sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L4, L2, L3, L9, 0
    sfploadi L5, MINUS_CENTRE, SFPLOADI_FLOATA
    sfpmad L4, L4, L3, L5, 0            // c - CENTRE
    sfploadi L5, Q3, SFPLOADI_FLOATA
    sfpmad L4, L4, L4, FLOOR_L, 0       // p
    sfpmad L6, L6, L2, L5, 0
    sfpmul L3, L3, L4, 0                // y = y0 p, -1/sqrt(w)
    sfploadi L5, Q2, SFPLOADI_FLOATA
    sfpmul L4, L2, L3, 0                // s0 = w y
    sfpmad L6, L6, L2, L5, 0
    sfploadi L5, Q1, SFPLOADI_FLOATA
    sfpmad L6, L6, L2, L5, 0
    sfpsetsgn L5, L4, 0, SFPSETSGN_ARG_IMM
    sfpmad L5, L4, L5, L2, 0            // w - s0^2
    sfpmad L6, L6, L2, L14, 0
    sfpdivp2 L4, L4, 1, SFPDIVP2_ADD    // 2 s0
    sfpmul L6, L6, L2, 0                // w q(w)
    sfpmov L2, L0, 0                    // x; and where |x| > 1/2:
    sfpiadd L1, L11, 0, SFPIADD_MINUS_GTE0
    sfpmad L0, L5, L3, L4, 0            // -s
    sfpnop
    sfpmad L2, L12, L13, L0, 0          // pi/2 - s
    sfpsetcc L6, 0, SFPSETCC_LREG_LT0   // and where |x| > 1, NaN
    sfploadi L0, 0x7FC0, SFPLOADI_FLOATB

/* Second part. */
#define REST \
    sfpencc 0, 0; \
    sfpmad L2, L0, L6, L2, 0; \
    sfpload L1, 0, FP32, STAY; \
    sfpsetsgn L1, L2, 0, 0; \
    sfpstore L1, 0, FP32, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
