/*
 * exp(x) - 1 of a tile of bf16, in place, correctly rounded, on Wormhole and Blackhole. See README.md.
 *
 * kernel: expm1, bf16
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 21
 * sweep: --fn=expm1 --in=bf16
 *     max_ulp=0 max_real_ulp=0.499783868 cycles=22.125
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 21 floor 9 shorter open inputs all
 * solved: blackhole found 21 floor 9 shorter open inputs all
 * left: none
 * published: 34 cycles, 0.4997 ULP, https://github.com/tenstorrent/tt-metal/pull/45338
 */
#include "../schedule.h"
#include "coefficients.h"

#define R_LOG2E L4
#define R_BIAS L5
#define R_MINUS_LN2 L6
#define R_C4 L7
#define R_C3 L12
#define R_C2 L13
#define R_INFINITY L14

#ifndef PLAIN
    .schedule expm1_bf16
    .period 21
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                | Simple                                        | MAD                               | Round                                                   | Store
     0 | [v0] sfpload L2, 0, BF16, STAY
     1 | sfploadi L3, -20.0, SFPLOADI_FLOATB
     2 |                                     | [v0] sfpswap L2, L3, SWAP_MAX
     4 |                                     |                                               | sfpmad L0, R_LOG2E, L2, R_BIAS, 0
     8 |                                     |                                               |                                   | sfpstochrnd L1, L0, L0, 0, SFPSTOCHRND_FP32_TO_UINT8, 0
     9 |                                     | sfpcast L0, L1, 0
    10 |                                     |                                               | sfpaddi L0, -127.0, 0
    12 |                                     |                                               | sfpmad L2, R_MINUS_LN2, L0, L2, 0
    14 |                                     |                                               | sfpmad L3, L2, R_C4, R_C3, 0
    15 | [v1] sfpload L0, 0, BF16, STAY
    16 |                                     |                                               | sfpmad L3, L2, L3, R_C2, 0
    17 |                                     | sfpsetexp L1, L10, 0, 0
    18 |                                     | [v1] sfpsetsgn L16, L0, 0, SFPSETSGN_ARG_IMM  | sfpmad L0, L2, L3, L10, 0
    19 |                                     |                                               | sfpadd L3, L11, L1, 0
    20 |                                     |                                               | sfpmul L0, L2, L0, 0
    22 |                                     |                                               | [v1] sfpmad L0, L1, L0, L3, 0
    23 | [v2] sfpload L1, 0, BF16, STEP
    25 |                                     | [v2] sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM   |                                   | [v2] sfpstochrnd L16, L0, L0, 0, TO_BF16, 0
    26 |                                     | sfpiadd L1, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    27 |                                     |                                               |                                   |                                                         | [v2] sfpstore L16, [v2], BF16
    28 |                                     | sfpencc 0, 0
    .endschedule

    .schedule_setup expm1_bf16
#endif

    set_constant 12, BF16_C3
    set_constant 13, BF16_C2
    set_constant 14, 0x7F800000
    load_word R_LOG2E, LOG2E
    load_word R_BIAS, BF16_BIAS
    load_word R_MINUS_LN2, MINUS_LN2
    load_word R_C4, BF16_C4

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, BF16, STAY
    sfploadi L2, -20.0, SFPLOADI_FLOATB // exp(-20) - 1 is -1, rounded
    sfpswap L0, L2, SWAP_MAX
    sfpmad L2, R_LOG2E, L0, R_BIAS, 0
    sfpnop
    sfpstochrnd L2, L2, L2, 0, SFPSTOCHRND_FP32_TO_UINT8, 0 // k + 127, 255 at most
    sfpcast L3, L2, 0
    sfpsetexp L2, L10, 0, 0         // 2^k, or infinity
    sfpaddi L3, -127.0, 0
    sfpnop
    sfpmad L0, L3, R_MINUS_LN2, L0, 0 // r
    sfpadd L1, L10, L2, L11, 0      // 2^k - 1
    sfpmad L3, R_C4, L0, R_C3, 0
    sfpnop
    sfpmad L3, L3, L0, R_C2, 0
    sfpnop
    sfpmad L3, L3, L0, L10, 0
    sfpnop
    sfpmul L3, L3, L0, 0            // exp(r) - 1
    sfpload L0, 0, BF16, STAY
    sfpmad L3, L3, L2, L1, 0
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpstochrnd L3, L3, L3, 0, TO_BF16, 0
    sfpiadd L0, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    sfpstore L3, 0, BF16, STEP      // a NaN stays as it is
    sfpencc 0, 0
    .endr
#else
    .schedule_loop expm1_bf16, VECTORS, FORM
#endif
