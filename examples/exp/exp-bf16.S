/*
 * exp(x) of a tile of bf16, in place, correctly rounded, on Wormhole and Blackhole. See README.md.
 *
 * kernel: exp, bf16
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 19
 * sweep: --fn=exp --in=bf16
 *     max_ulp=0 max_real_ulp=0.499988042 cycles=20.3125
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 19 floor 8 shorter open inputs all
 * solved: blackhole found 19 floor 8 shorter open inputs all
 * left: L11
 */
#include "../schedule.h"
#include "coefficients.h"

#define R_LOG2E L4
#define R_MINUS_LN2 L5
#define R_BIAS L6
#define R_C4 L7
#define R_C3 L12
#define R_C2 L13
#define R_INFINITY L14

#ifndef PLAIN
    .schedule exp_bf16
    .period 19
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                | Simple                                        | MAD                               | Round                                                   | Store
     0 | [v0] sfpload L0, 0, BF16, STAY
     1 | sfploadi L1, -88.0, SFPLOADI_FLOATB
     2 |                                     | [v0] sfpswap L0, L1, SWAP_MAX
     4 |                                     |                                               | sfpmad L1, R_LOG2E, L0, R_BIAS, 0
     6 |                                     |                                               |                                   | sfpstochrnd L3, L0, L1, 0, SFPSTOCHRND_FP32_TO_UINT8, 0
     7 |                                     | sfpcast L1, L3, 0
     8 |                                     |                                               | sfpaddi L1, -127.0, 0
    12 |                                     |                                               | sfpmad L1, R_MINUS_LN2, L1, L0, 0
    14 |                                     |                                               | sfpmad L2, L1, R_C4, R_C3, 0
    15 |                                     | sfpsetexp L3, L10, 0, 0
    16 |                                     |                                               | sfpmad L0, L1, L2, R_C2, 0
    17 | [v1] sfpload L2, 0, BF16, STAY
    18 |                                     |                                               | sfpmad L2, L1, L0, L10, 0
    20 |                                     |                                               | [v1] sfpmad L2, L1, L2, L10, 0
    22 |                                     |                                               | sfpmul L3, L3, L2, 0
    24 | [v2] sfpload L2, 0, BF16, STEP      |                                               |                                   | [v1] sfpstochrnd L16, L0, L3, 0, TO_BF16, 0
    27 |                                     | [v2] sfpsetsgn L2, L2, 0, SFPSETSGN_ARG_IMM
    28 |                                     | sfpiadd L2, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    29 |                                     |                                               |                                   |                                                         | [v2] sfpstore L16, [v2], BF16
    30 |                                     | sfpencc 0, 0
    .endschedule

    .schedule_setup exp_bf16
#endif

    set_constant 12, BF16_C3
    set_constant 13, BF16_C2
    set_constant 14, 0x7F800000
    load_word R_LOG2E, LOG2E
    load_word R_MINUS_LN2, MINUS_LN2
    load_word R_BIAS, BF16_BIAS
    load_word R_C4, BF16_C4

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfploadi L2, -88.0, SFPLOADI_FLOATB // exp of this underflows
    sfpswap L0, L2, SWAP_MAX
    sfpmad L2, R_LOG2E, L0, R_BIAS, 0
    sfpnop
    sfpstochrnd L2, L2, L2, 0, SFPSTOCHRND_FP32_TO_UINT8, 0 // k + 127, 255 at most
    sfpcast L3, L2, 0
    sfpsetexp L2, L10, 0, 0         // 2^k, or infinity, or 0
    sfpaddi L3, -127.0, 0
    sfpnop
    sfpmad L0, L3, R_MINUS_LN2, L0, 0 // r
    sfpnop
    sfpmad L3, R_C4, L0, R_C3, 0
    sfpnop
    sfpmad L3, L3, L0, R_C2, 0
    sfpnop
    sfpmad L3, L3, L0, L10, 0
    sfpnop
    sfpmad L3, L3, L0, L10, 0
    sfpnop
    sfpmul L3, L3, L2, 0
    sfpnop
    sfpstochrnd L3, L3, L3, 0, TO_BF16, 0
    sfpiadd L1, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    sfpstore L3, 0, BF16, STEP      // a NaN stays as it is
    sfpencc 0, 0
    .endr
#else
    .schedule_loop exp_bf16, VECTORS, FORM
#endif
