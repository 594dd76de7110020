/*
 * 2^x of a tile of bf16, in place, correctly rounded, on Wormhole and Blackhole. See README.md.
 *
 * kernel: exp2, bf16
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 18
 * sweep: --fn=exp2 --in=bf16
 *     max_ulp=0 max_real_ulp=0.499632189 cycles=19.21875
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 18 floor 8 shorter open inputs all
 * solved: blackhole found 18 floor 8 shorter open inputs all
 * left: none
 */
#include "../schedule.h"
#include "coefficients.h"

#define R_BIAS L6
#define R_C4 L7
#define R_C3 L12
#define R_C2 L13
#define R_C1 L4
#define R_INFINITY L14

#ifndef PLAIN
    .schedule exp2_bf16
    .period 18
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                        | MAD                             | Round                                                   | Store
     0 | sfploadi L3, -127.0, SFPLOADI_FLOATB
     1 | [v0] sfpload L2, 0, BF16, STAY
     2 |                                      | [v0] sfpswap L2, L3, SWAP_MAX
     4 |                                      |                                               | sfpadd L3, R_BIAS, L2, 0
     6 |                                      |                                               |                                 | sfpstochrnd L0, L0, L3, 0, SFPSTOCHRND_FP32_TO_UINT8, 0
     8 |                                      | sfpcast L3, L0, 0
     9 |                                      |                                               | sfpaddi L3, -127.0, 0
    13 |                                      |                                               | sfpmad L5, L11, L3, L2, 0
    14 | [v1] sfpload L1, 0, BF16, STAY
    15 |                                      |                                               | sfpmad L1, L5, R_C4, R_C3, 0
    16 |                                      | sfpsetexp L0, L10, 0, 0
    17 |                                      |                                               | sfpmad L1, L5, L1, R_C2, 0
    19 |                                      |                                               | [v1] sfpmad L1, L5, L1, R_C1, 0
    21 |                                      |                                               | sfpmad L1, L5, L1, L10, 0
    23 |                                      |                                               | sfpmul L5, L0, L1, 0
    25 | [v2] sfpload L1, 0, BF16, STEP
    27 |                                      | [v2] sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM   |                                 | [v2] sfpstochrnd L16, L0, L5, 0, TO_BF16, 0
    28 |                                      | sfpiadd L1, R_INFINITY, 0, SFPIADD_MINUS_GTE0
    29 |                                      |                                               |                                 |                                                         | [v2] sfpstore L16, [v2], BF16
    30 |                                      | sfpencc 0, 0
    .endschedule

    .schedule_setup exp2_bf16
#endif

    set_constant 12, BF16_C3
    set_constant 13, BF16_C2
    set_constant 14, 0x7F800000
    load_word R_BIAS, BF16_BIAS
    load_word R_C4, BF16_C4
    load_word R_C1, BF16_C1

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfploadi L2, -127.0, SFPLOADI_FLOATB // 2^x of this underflows
    sfpswap L0, L2, SWAP_MAX
    sfpadd L2, L10, L0, R_BIAS, 0
    sfpnop
    sfpstochrnd L2, L2, L2, 0, SFPSTOCHRND_FP32_TO_UINT8, 0 // k + 127, 255 at most
    sfpcast L3, L2, 0
    sfpsetexp L2, L10, 0, 0         // 2^k, or infinity, or 0
    sfpaddi L3, -127.0, 0
    sfpnop
    sfpmad L0, L3, L11, L0, 0       // r = x - k
    sfpnop
    sfpmad L3, R_C4, L0, R_C3, 0
    sfpnop
    sfpmad L3, L3, L0, R_C2, 0
    sfpnop
    sfpmad L3, L3, L0, R_C1, 0
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
    .schedule_loop exp2_bf16, VECTORS, FORM
#endif
