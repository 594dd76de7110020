/*
 * 2^x of a tile of fp32, in place, on Wormhole and Blackhole. See README.md.
 *
 * kernel: exp2, fp32
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 22
 * sweep: --fn=exp2 --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.712805931 cycles=23.46875
 * long: --fn=exp2 --in=fp32
 *     max_ulp=1 max_real_ulp=0.821635977 cycles=23.46875
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved: wormhole found 22 floor 9 shorter open inputs drawn
 * solved: blackhole found 22 floor 9 shorter open inputs drawn
 * left: none
 * published: 28 cycles, 0.97 ULP, https://github.com/tenstorrent/tt-metal/pull/46024
 */
#include "../schedule.h"
#include "coefficients.h"

#define R_C5 L4
#define R_C4 L5
#define R_C3 L6
#define R_C2 L7
#define R_C1 L12
#define R_HIGHEST L13
#define R_INFINITY L14

#ifndef PLAIN
    .schedule exp2
    .period 22
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                      | Simple                                          | MAD                            | Round | Store
     0 | [v0] sfpload L3, 0, FP32, STAY
     2 |                                           | [v0] sfpswap L3, R_HIGHEST, SWAP_MIN
     3 | sfploadi L2, -127.0, SFPLOADI_FLOATB
     4 |                                           | sfpswap L3, L2, SWAP_MAX
     6 | sfploadi L1, 12582912.0, SFPLOADI_FLOATB
     7 |                                           |                                                 | sfpadd L1, L1, L3, 0
     8 | sfploadi L0, -12582912.0, SFPLOADI_FLOATB
     9 |                                           |                                                 | sfpadd L2, L0, L1, 0
    10 | sfploadi L0, C6 >> 16, SFPLOADI_FLOATB
    11 |                                           |                                                 | sfpmad L2, L11, L2, L3, 0
    13 |                                           |                                                 | sfpmad L0, L2, L0, R_C5, 0
    17 |                                           |                                                 | sfpmad L3, L2, L0, R_C4, 0
    18 |                                           | sfpshft L1, L0, 23, SHIFT_BY
    19 |                                           |                                                 | sfpmad L3, L2, L3, R_C3, 0
    20 | [v1] sfpload L0, 0, FP32, STAY
    21 |                                           |                                                 | sfpmad L0, L2, L3, R_C2, 0
    23 |                                           |                                                 | sfpmad L0, L2, L0, R_C1, 0
    25 |                                           |                                                 | [v1] sfpmad L0, L2, L0, L10, 0
    28 |                                           | [v1] sfpiadd L16, L0, 0, SFPIADD_LREG_NONE b=L1
    34 | [v2] sfpload L3, 0, FP32, STEP
    35 |                                           | [v2] sfpsetsgn L3, L3, 0, SFPSETSGN_ARG_IMM
    36 |                                           | sfpiadd L3, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    37 |                                           |                                                 |                                |       | [v2] sfpstore L16, [v2], FP32
    38 |                                           | sfpencc 0, 0
    .endschedule

    .schedule_setup exp2
#endif

    set_constant 12, C1
    set_constant 13, 0x43000000     // 128.0: 2^128 is infinity, k = 128 and r = 0
    set_constant 14, 0x7F800000
    load_word R_C5, C5
    load_word R_C4, C4
    load_word R_C3, C3
    load_word R_C2, C2

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpswap L0, R_HIGHEST, SWAP_MIN
    sfploadi L2, -127.0, SFPLOADI_FLOATB // 2^x of it has the exponent 0, and is stored as 0
    sfpswap L0, L2, SWAP_MAX
    sfploadi L2, 12582912.0, SFPLOADI_FLOATB // 1.5 * 2^23: adding it rounds to an integer, k, in the low bits
    sfpadd L2, L10, L0, L2, 0
    sfploadi L3, -12582912.0, SFPLOADI_FLOATB
    sfpadd L3, L10, L2, L3, 0       // k as a number
    sfpshft L2, L0, 23, SHIFT_BY    // and where exponents are
    sfpmad L0, L3, L11, L0, 0       // r = x - k
    sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L3, L3, L0, R_C5, 0
    sfpnop
    sfpmad L3, L3, L0, R_C4, 0
    sfpnop
    sfpmad L3, L3, L0, R_C3, 0
    sfpnop
    sfpmad L3, L3, L0, R_C2, 0
    sfpnop
    sfpmad L3, L3, L0, R_C1, 0
    sfpnop
    sfpmad L3, L3, L0, L10, 0
    sfpnop
    sfpiadd L3, L2, 0, SFPIADD_LREG_NONE
    sfpiadd L1, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    sfpstore L3, 0, FP32, STEP      // a NaN stays as it is
    sfpencc 0, 0
    .endr
#else
    .schedule_loop exp2, VECTORS, FORM
#endif
