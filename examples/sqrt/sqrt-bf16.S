/*
 * sqrt(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: sqrt, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 14, blackhole 14
 * sweep: --fn=sqrt --in=bf16
 *     max_ulp=0 max_real_ulp=0.499510763 cycles=14.90625
 * twin: -DPLAIN --in=bf16
 * solved wormhole: found 14 floor 5 shorter open inputs all --period=14
 * solved blackhole: found 14 floor 5 shorter open inputs all --period=14
 * left: L11
 */
#include "../schedule.h"

#include "coefficients.h"

#define ROUND L7                    /* half a unit in bf16's last place; the store drops what is below */
#define LEAST_NAN L6

#ifndef PLAIN
#if ARCH_WORMHOLE
    .schedule sqrt_bf16
    .period 14
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                      | MAD                            | Round                               | Store
     0 | [v0] sfpload L1, 0, BF16, STAY
     7 |                                      | [v0] sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM
     8 | [v1] sfpload L3, 0, BF16, STEP       |                                             |                                | [v0] sfpshft2 L1, L0, -1, SHIFT2_BY
     9 |                                      | sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE
    10 |                                      |                                             | sfpmad L4, L3, L1, L9, 0
    11 | sfploadi L0, 0x7FC0, SFPLOADI_FLOATB
    12 |                                      |                                             | sfpmad L3, L4, L1, L13, 0
    13 |                                      | sfpmov L2, LEAST_NAN, 0
    14 |                                      |                                             | [v1] sfpmad L3, L3, L3, L14, 0
    15 |                                      | sfpiadd L2, L4, 0, SFPIADD_MINUS_LT0
    16 |                                      |                                             | sfpmad L5, L4, L3, L9, 0
    18 |                                      | sfpiadd L5, ROUND, 0, SFPIADD_LREG_GTE0
    19 |                                      | sfpmov L0, L5, 0
    20 |                                      | sfpencc 0, 0
    21 |                                      |                                             |                                |                                     | sfpstore L0, 0, BF16, STAY
    .endschedule
#else
    .schedule sqrt_bf16
    .period 14
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                       | MAD                            | Round                               | Store
     0 | [v0] sfpload L4, 0, BF16, STAY
     7 |                                      | [v0] sfpsetsgn L4, L4, 0, SFPSETSGN_ARG_IMM
     8 | [v1] sfpload L2, 0, BF16, STEP       |                                              |                                | [v0] sfpshft2 L4, L0, -1, SHIFT2_BY
     9 |                                      | sfpiadd L4, L12, 0, SFPIADD_MINUS_NONE
    10 |                                      |                                              | sfpmad L1, L2, L4, L9, 0
    11 | sfploadi L5, 0x7FC0, SFPLOADI_FLOATB | [v1] sfpsetsgn L16, L2, 0, SFPSETSGN_ARG_IMM
    12 |                                      |                                              | sfpmad L2, L4, L1, L13, 0
    13 |                                      | sfpmov L3, LEAST_NAN, 0
    14 |                                      |                                              | [v1] sfpmad L2, L2, L2, L14, 0
    15 |                                      | sfpiadd L3, L1, 0, SFPIADD_MINUS_LT0
    16 |                                      |                                              | sfpmad L1, L2, L1, L9, 0
    18 |                                      | sfpiadd L1, ROUND, 0, SFPIADD_LREG_GTE0
    19 |                                      | sfpmov L5, L1, 0
    20 |                                      | sfpencc 0, 0
    21 |                                      |                                              |                                |                                     | sfpstore L5, 0, BF16, STAY
    .endschedule
#endif

    .schedule_setup sqrt_bf16
#endif /* table */

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR_SQRT_BF16
    load_word LEAST_NAN, 0x7F800001
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

#ifdef PLAIN
    ttreplay 0, 16, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L0, L0, L1, L9, 0        // x y0; of a denormal, and -0, 0
    sfploadi L2, 0x7FC0, SFPLOADI_FLOATB // NaN, which is to stay
    sfpmad L1, L0, L1, L13, 0       // x y0^2 - CENTRE
    sfpmov L3, LEAST_NAN, 0
    sfpmad L1, L1, L1, L14, 0       // p
    sfpiadd L3, L0, 0, SFPIADD_MINUS_LT0 // where x y0 is neither negative nor NaN, but for -NaN
    sfpmad L0, L0, L1, L9, 0        // x y0 p
    sfpnop
    sfpiadd L0, ROUND, 0, SFPIADD_LREG_GTE0 // and not -NaN
    sfpmov L2, L0, 0
    sfpencc 0, 0
    sfpstore L2, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 16, 0, 0
    .endr
#else
    .schedule_loop sqrt_bf16, VECTORS, FORM
#endif
