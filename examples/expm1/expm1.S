/*
 * exp(x) - 1 of a tile of fp32, in place, on Wormhole and Blackhole. See README.md.
 *
 * kernel: expm1, fp32
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 30
 * sweep: --fn=expm1 --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.923445904 cycles=31.0625
 * long: --fn=expm1 --in=fp32
 *     max_ulp=1 max_real_ulp=1.44199567 cycles=31.0625
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved: wormhole found 30 floor 13 shorter open inputs drawn
 * solved: blackhole found 30 floor 13 shorter open inputs drawn
 * left: none
 * published: 52 cycles, 0.9974 ULP, https://github.com/tenstorrent/tt-metal/pull/45338
 * missed: 0.9974 ULP: where k is large r and exp(r) - 1 are rounded, 0.75 ULP, before the last sum is
 */
#include "../schedule.h"
#include "coefficients.h"

#define R_SCALE L4
#define R_BIAS L5
#define R_MINUS_LN2_LOW L6
#define R_C5 L7
#define R_C4 L12
#define R_C3 L13
#define R_INFINITY L14

#ifndef PLAIN
    .schedule expm1
    .period 30
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                | Simple                                        | MAD                                   | Round                                                   | Store
     0 | sfploadi L0, -20.0, SFPLOADI_FLOATB
     1 | [v0] sfpload L2, 0, FP32, STAY
     2 |                                                     | [v0] sfpswap L2, L0, SWAP_MAX
     4 |                                                     |                                               | sfpmad L3, R_SCALE, L2, R_BIAS, 0
     8 |                                                     |                                               |                                       | sfpstochrnd L3, L0, L3, 0, SFPSTOCHRND_FP32_TO_UINT8, 0
     9 |                                                     | sfpcast L0, L3, 0
    10 |                                                     |                                               | sfpaddi L0, -127.0, 0
    11 | sfploadi L1, -0.693359375, SFPLOADI_FLOATA
    12 |                                                     |                                               | sfpmad L2, L1, L0, L2, 0
    13 | sfploadi L1, 0.0013933181762695312, SFPLOADI_FLOATA
    14 |                                                     |                                               | sfpmad L2, R_MINUS_LN2_LOW, L0, L2, 0
    15 | sfploadi L0, C7 >> 16, SFPLOADI_FLOATB
    16 |                                                     |                                               | sfpmad L1, L2, L0, L1, 0
    18 |                                                     |                                               | sfpmad L1, L2, L1, R_C5, 0
    20 |                                                     |                                               | sfpmad L0, L2, L1, R_C4, 0
    22 |                                                     |                                               | sfpmad L0, L2, L0, R_C3, 0
    23 | sfploadi L1, C2 >> 16, SFPLOADI_FLOATB
    24 |                                                     |                                               | sfpmad L1, L2, L0, L1, 0
    25 |                                                     |                                               | sfpmul L0, L2, L2, 0
    26 |                                                     | sfpsetexp L3, L10, 0, 0
    27 |                                                     |                                               | sfpmad L2, L0, L1, L2, 0
    28 | [v1] sfpload L1, 0, FP32, STAY
    29 |                                                     |                                               | sfpadd L1, L11, L3, 0
    31 |                                                     |                                               | [v1] sfpmad L16, L3, L2, L1, 0
    32 | sfpload L1, 0, FP32, STEP
    34 |                                                     | [v1] sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM
    35 |                                                     | sfpiadd L1, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    36 |                                                     |                                               |                                       |                                                         | [v1] sfpstore L16, [v1], FP32
    37 |                                                     | sfpencc 0, 0
    .endschedule

    .schedule_setup expm1
#endif

    set_constant 12, C4
    set_constant 13, C3
    set_constant 14, 0x7F800000
    load_word R_SCALE, SCALE
    load_word R_BIAS, BIAS
    load_word R_MINUS_LN2_LOW, MINUS_LN2_LOW
    load_word R_C5, C5

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfploadi L2, -20.0, SFPLOADI_FLOATB // exp(-20) - 1 is -1, rounded
    sfpswap L0, L2, SWAP_MAX
    sfpmad L2, R_SCALE, L0, R_BIAS, 0
    sfploadi L1, MINUS_LN2_HIGH_FP16, SFPLOADI_FLOATA
    sfpstochrnd L2, L2, L2, 0, SFPSTOCHRND_FP32_TO_UINT8, 0 // k + 127, 255 at most
    sfpcast L3, L2, 0
    sfpsetexp L2, L10, 0, 0         // 2^k, or infinity
    sfpaddi L3, -127.0, 0
    sfpnop
    sfpmad L0, L3, L1, L0, 0
    sfpnop
    sfpmad L0, L3, R_MINUS_LN2_LOW, L0, 0 // r
    sfploadi L3, C7 >> 16, SFPLOADI_FLOATB
    sfploadi L1, C6_FP16, SFPLOADI_FLOATA
    sfpmad L3, L3, L0, L1, 0
    sfpnop
    sfpmad L3, L3, L0, R_C5, 0
    sfpnop
    sfpmad L3, L3, L0, R_C4, 0
    sfpnop
    sfpmad L3, L3, L0, R_C3, 0
    sfploadi L1, C2 >> 16, SFPLOADI_FLOATB
    sfpmad L3, L3, L0, L1, 0
    sfpmul L1, L0, L0, 0
    sfpnop
    sfpmad L3, L3, L1, L0, 0        // exp(r) - 1
    sfpadd L1, L10, L2, L11, 0      // 2^k - 1
    sfpload L0, 0, FP32, STAY
    sfpmad L3, L3, L2, L1, 0
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpiadd L0, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    sfpstore L3, 0, FP32, STEP      // a NaN stays as it is
    sfpencc 0, 0
    .endr
#else
    .schedule_loop expm1, VECTORS, FORM
#endif
