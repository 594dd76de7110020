/*
 * 1/x of a 32x32 fp32 tile, in place, on Wormhole. See README.md.
 * kernel: recip, fp32
 * arch: wormhole
 * domain: all
 * cycles: 20
 * sweep: --fn=reciprocal --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.656410256 cycles=20.3125
 * long: --fn=reciprocal --in=fp32
 *     max_ulp=1 max_real_ulp=0.891729571 cycles=20.3125
 * data: in.npy expected.npy --ulp=1
 * left: L11 L14
 */
    .arch wormhole

    .include "sfpu.inc"
#include "coefficients.h"
#define INFINITY L4
#define P2 L5
#define P1 L12
#define P0 L13

    set_constant 12, START_1
    set_constant 13, START_0
    load_word P2, START_2
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

    ttreplay 0, 20, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetexp L1, L0, 128, SFPSETEXP_ARG_IMM
    sfpsetsgn L1, L1, 1, SFPSETSGN_ARG_IMM // -a: Wormhole's multiply-add cannot negate
    sfpmad L2, L1, P2, P1, 0
    sfpexexp L3, L0, SFPEXEXP_NODEBIAS // E
    sfpmad L2, L2, L1, P0, 0        // y
    sfpnot L3, L3
    sfpmad L6, L1, L2, L10, 0       // 1 - a y
    sfpsetexp L3, L10, 0, 0         // 1.0 with L3's low bits as its exponent
    sfpmad L2, L2, L6, L2, 0
    sfpsetsgn L7, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpmad L6, L1, L2, L10, 0
    sfpnop
    sfpmad L2, L2, L6, L2, 0
    sfpnop
    sfpmul L2, L2, L3, 0
    sfpiadd L7, INFINITY, 0, SFPIADD_MINUS_GTE0 // x is no NaN
    sfpsetsgn L0, L2, 0, 0          // the magnitude of L2 with the sign of x; a NaN stays
    sfpencc 0, 0
    sfpstore L0, 0, FP32, STEP

    .rept 31
    ttreplay 0, 20, 0, 0
    .endr
