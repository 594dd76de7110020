/*
 * sqrt(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: sqrt, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 18, blackhole 18
 * sweep: --fn=sqrt --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.751214066 cycles=19.0625
 * long: --fn=sqrt --in=fp32
 *     max_ulp=1 max_real_ulp=? cycles=?
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved wormhole: found 18 floor 10 shorter open inputs drawn --period=18
 * solved blackhole: found 18 floor 10 shorter open inputs drawn --period=18
 * left: none
 */
#include "../schedule.h"

#include "coefficients.h"

#define ORDINARY L7                 /* what makes y0 negative where x is not finite, or negative */
#define INFINITY L6
#define HALF L5

#ifndef PLAIN
#if ARCH_WORMHOLE
    .schedule sqrt
    .period 18
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                           | Simple                                     | MAD                                  | Round | Store
     0 | sfpload L1, 0, FP32, STAY
     1 |                                |                                            | sfpmad L1, L10, L1, L9, 0
    10 | [v0] sfpload L4, 0, FP32, STAY
    11 |                                |                                            | sfpmad L3, L11, L4, L9, 0
    12 |                                | [v0] sfpshft L4, L0, -1, SHIFT_BY b=L1
    13 |                                | sfpiadd L4, L12, 0, SFPIADD_MINUS_NONE
    14 |                                |                                            | sfpmad L0, L4, L3, L9, 0
    15 | [v1] sfpload L2, 0, FP32, STEP
    16 |                                |                                            | sfpmad L2, L4, L0, L13, 0
    17 |                                |                                            | sfpmad L0, INFINITY, L1, INFINITY, 0
    18 |                                |                                            | [v1] sfpmad L2, L2, L2, L14, 0
    20 |                                |                                            | sfpmad L2, L4, L2, L9, 0
    21 |                                | sfpiadd L4, ORDINARY, 0, SFPIADD_LREG_GTE0
    22 |                                |                                            | sfpmad L4, L3, L2, L9, 0
    23 |                                | sfpdivp2 L3, L2, -1, SFPDIVP2_ADD
    24 |                                |                                            | sfpmad L3, L3, L4, HALF, 0
    26 |                                |                                            | sfpmad L0, L3, L4, L4, 0
    27 |                                | sfpencc 0, 0
    30 |                                |                                            |                                      |       | sfpstore L0, 0, FP32, STAY
    .endschedule
#else
    .schedule sqrt
    .period 18
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                           | Simple                                     | MAD                                  | Round | Store
     0 | sfpload L3, 0, FP32, STAY
     1 |                                |                                            | sfpmad L3, L10, L3, L9, 0
    10 | [v0] sfpload L2, 0, FP32, STAY
    11 |                                |                                            | sfpmad L1, L11, L2, L9, 0
    12 |                                | [v0] sfpshft L2, L0, -1, SHIFT_BY b=L3
    13 |                                | sfpiadd L2, L12, 0, SFPIADD_MINUS_NONE
    14 |                                |                                            | sfpmad L0, L2, L1, L9, 0
    15 | [v1] sfpload L4, 0, FP32, STEP
    16 |                                |                                            | sfpmad L4, L2, L0, L13, 0
    17 |                                |                                            | sfpmad L0, INFINITY, L3, INFINITY, 0
    18 |                                |                                            | [v1] sfpmad L4, L4, L4, L14, 0
    20 |                                |                                            | sfpmad L4, L2, L4, L9, 0
    21 |                                | sfpiadd L2, ORDINARY, 0, SFPIADD_LREG_GTE0
    22 |                                |                                            | sfpmad L2, L4, L1, L9, 0
    23 |                                | sfpdivp2 L4, L4, -1, SFPDIVP2_ADD
    24 |                                |                                            | sfpmad L4, L4, L2, HALF, 0
    26 |                                |                                            | sfpmad L0, L2, L4, L2, 0
    27 |                                | sfpencc 0, 0
    30 |                                |                                            |                                      |       | sfpstore L0, 0, FP32, STAY
    .endschedule
#endif

    .schedule_setup sqrt
#endif /* table */

    set_constant 12, MAGIC + 0x80000000 // makes y0 negative
    set_constant 13, CENTRE
    set_constant 14, FLOOR
    load_word ORDINARY, 0x80000000 + (0x7F800000 >> 1) - MAGIC - 1
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    sfploadi HALF, 0.5, SFPLOADI_FLOATB

#ifdef PLAIN
    ttreplay 0, 21, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpmad L1, L0, L10, L9, 0       // x; a denormal, and -0, is 0
    sfpmad L0, L0, L11, L9, 0       // -x
    sfpmad L2, L1, INFINITY, INFINITY, 0 // infinity, or NaN of what is negative
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L1, L9, 0        // x |y0|
    sfpnop
    sfpmad L3, L3, L1, L13, 0       // CENTRE - x y0^2
    sfpnop
    sfpmad L3, L3, L3, L14, 0       // p
    sfpnop
    sfpmad L3, L1, L3, L9, 0        // y = y0 p
    sfpiadd L1, ORDINARY, 0, SFPIADD_LREG_GTE0 // of zeros and finite numbers
    sfpmad L0, L0, L3, L9, 0        // s = -x y
    sfpdivp2 L3, L3, -1, SFPDIVP2_ADD
    sfpmad L3, L0, L3, HALF, 0      // half of what s lacks, relative to it
    sfpnop
    sfpmad L2, L0, L3, L0, 0
    sfpencc 0, 0
    sfpstore L2, 0, FP32, STEP

    .rept VECTORS - 1
    ttreplay 0, 21, 0, 0
    .endr
#else
    .schedule_loop sqrt, VECTORS, FORM
#endif
