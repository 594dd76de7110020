/*
 * exp(x) of a 32x32 fp32 tile, in place, on Wormhole: the row of exp.S with macros. See README.md.
 *
 * kernel: exp, fp32
 * arch: wormhole
 * domain: all; denormals are 0
 * cycles: 33
 * sweep: --fn=exp --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.79421802 cycles=33.9375
 * long: --fn=exp --in=fp32
 *     max_ulp=1 max_real_ulp=0.909105546 cycles=33.9375
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved: wormhole found 33 floor 11 shorter open inputs drawn
 * left: L11
 * published: 40 cycles, 0.87 ULP, https://github.com/tenstorrent/tt-metal/pull/45642
 * missed: 0.87 ULP, by 0.04: r and what is before the last product are rounded, 0.18 ULP each
 *
 * Made by: sfpsched --arch=wormhole --period=33 -I examples examples/exp/exp.S Names of constants, formats and
 * modifiers replace the numbers that sfpsched prints.
 */
    .arch wormhole

#ifdef PLAIN
#include "exp.S"
#else
#include "../schedule.h"
#include "coefficients.h"
#include "registers.h"

    .schedule exp_macros
    .period 33
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                         | Simple                                         | MAD                                  | Round                         | Store
     0 | sfploadi L0, 89.0, SFPLOADI_FLOATB
     1 | [v0] sfpload L3, 0, FP32, STAY
     2 | sfploadi L1, 12582912.0, SFPLOADI_FLOATB     | [v0] sfpswap L3, L0, SWAP_MIN
     3 | sfploadi L2, -89.0, SFPLOADI_FLOATB
     4 |                                              | sfpswap L3, L2, SWAP_MAX
     6 |                                              |                                                | sfpmad L0, R_LOG2E, L3, L1, 0
     7 | [v1] sfpload L1, 0, FP32, STAY
     8 |                                              |                                                | sfpaddi L0, -12582912.0, 0
     9 |                                              | [v1] sfpiadd L1, L0.old, 254, SFPIADD_IMM_NONE
    10 |                                              |                                                | sfpmad L3, R_MINUS_LN2_HIGH, L0, L3, 0
    11 | sfploadi L2, C6 >> 16, SFPLOADI_FLOATB
    12 |                                              |                                                | sfpmad L0, R_MINUS_LN2_LOW, L0, L3, 0
    14 |                                              |                                                | sfpmad L3, L0, L2, R_C5, 0
    15 |                                              | sfpiadd L2, L1, 1, SFPIADD_IMM_NONE
    16 |                                              |                                                | sfpmad L3, L0, L3, R_C4, 0
    17 |                                              | sfpshft L2, L0, -1, SHIFT_BY
    18 |                                              |                                                | sfpmad L3, L0, L3, R_C3, 0
    19 |                                              | sfpsetexp L2, L10, 0, 0
    20 |                                              |                                                | sfpmad L3, L0, L3, R_C2, 0
    21 |                                              | sfpshft L1, L0, -1, SHIFT_BY
    22 |                                              |                                                | sfpmad L3, L0, L3, L10, 0
    23 |                                              | sfpsetexp L1, L10, 0, 0
    24 |                                              |                                                | sfpmad L0, L0, L3, L10, 0
    25 | sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    26 |                                              |                                                | sfpmul L2, L2, L0, 0
    27 | [v2] sfpload L0, 0, FP32, STEP
    28 |                                              |                                                | sfpmul L1, L2, L1, 0
    29 |                                              | sfpsetsgn L2, L0, 0, SFPSETSGN_ARG_IMM
    30 |                                              | sfpiadd L2, L3, 0, SFPIADD_MINUS_LT0
    31 |                                              |                                                |                                      | sfpshft2 L1, L0, 0, SHIFT2_BY
    32 |                                              | sfpencc 0, 0
    33 |                                              |                                                |                                      |                               | [v2] sfpstore L1, [v2], FP32
    .endschedule

    .schedule_setup exp_macros
    .schedule_loop exp_macros, VECTORS, FORM
#endif
