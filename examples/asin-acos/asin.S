/*
 * asin(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: asin, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 38
 * sweep: --fn=asin --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=? cycles=?
 * long: --fn=asin --in=fp32
 *     max_ulp=2 max_real_ulp=? cycles=?
 * left: none
 * published: 1.77 ULP, 41 to 61 cycles
 */
    .include "sfpu.inc"

#include "coefficients.h"

    set_constant_float 11, 0.5
    set_constant 12, MAGIC
    set_constant 13, TURN
    set_constant 14, Q0
    load_word L7, Q1
    sfpencc 0, 0
    .hazards auto

    .rept 32
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpmad L2, L1, L11, L11, 0          // (1 - |x|) / 2
    sfpmul L3, L0, L0, 0
    sfpswap L2, L3, SWAP_MIN            // w
    sfpnop
    sfpshft2 L3, L12, 2, SFPSHFT2_SHFT_LREG
    sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE // y0
    sfploadi L5, Q4, SFPLOADI_FLOATA
    sfploadi L6, Q3, SFPLOADI_FLOATA
    sfpmad L6, L5, L2, L6, 0
    sfploadi L5, Q2, SFPLOADI_FLOATA
    sfpmad L6, L6, L2, L5, 0
    sfpmad L6, L6, L2, L7, 0
    sfpmad L6, L6, L2, L14, 0
    sfpmul L6, L6, L2, 0                // q
    sfpmad L4, L2, L3, L9, 0
    sfploadi L5, MINUS_CENTRE, SFPLOADI_FLOATA
    sfpmad L4, L4, L3, L5, 0            // c - CENTRE
    sfploadi L5, FLOOR, SFPLOADI_FLOATA
    sfpmad L4, L4, L4, L5, 0            // p
    sfpmad L3, L3, L4, L9, 0            // y = y0 p, -1/sqrt(w)
    sfpmad L4, L2, L3, L9, 0            // s0 = w y
    sfpsetsgn L5, L4, 0, SFPSETSGN_ARG_IMM
    sfpmad L5, L4, L5, L2, 0            // w - s0^2
    sfpdivp2 L4, L4, 1, SFPDIVP2_ADD    // 2 s0
    sfpmov L2, L0, 0                    // x; and where |x| > 1/2
    sfpiadd L1, L11, 0, SFPIADD_MINUS_GTE0
    sfpmad L0, L5, L3, L4, 0            // -s
    sfpmad L2, L12, L13, L0, 0          // pi/2 - s
    sfpsetcc L6, 0, SFPSETCC_LREG_LT0   // and |x| > 1
    sfploadi L0, 0x7FC0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpload L1, 0, FP32, STAY
    sfpmad L2, L0, L6, L2, 0
    sfpsetsgn L1, L2, 0, 0              // the sign of x
    sfpstore L1, 0, FP32, STEP
    .endr
