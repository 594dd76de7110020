/*
 * sqrt(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: sqrt, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 14, blackhole 13
 * sweep: --fn=sqrt --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.739221255 cycles=15.0625
 * long: --fn=sqrt --in=fp32
 *     max_ulp=1 max_real_ulp=0.874824453 cycles=15.0625
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved long: wormhole found 14 floor 7 shorter open inputs drawn
 * solved long: blackhole found 13 floor 7 shorter model inputs drawn
 * published: 28.2 cycles (wormhole), 27.2 (blackhole), 0.751 ULP
 *     (the vendor's header, measured; its error over bf16 inputs), https://github.com/tenstorrent/tt-llk
 * left: L11
 */
#include "../schedule.h"
#include "coefficients.h"

#define HALF L7 /* -0.5 */

/* All ones where this is negative; SFPOR then makes a NaN. */
#if ARCH_WORMHOLE
#define NAN_IF_NEGATIVE(of, scratch) \
    sfpmov scratch, of, 0; \
    sfpshft scratch, scratch, -31, SHIFT_BY; \
    sfpiadd scratch, L9, 0, SFPIADD_MINUS_NONE; \
    sfpor of, scratch
#else
#define NAN_IF_NEGATIVE(of, scratch) \
    sfpshft scratch, of, -31, SFPSHFT_IMM_LREGC_ARITHMETIC; \
    sfpor of, L0, scratch, SFPOR_VD
#endif

#ifndef PLAIN
#if ARCH_WORMHOLE
    .schedule sqrt
    .period 14
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                           | Simple                                      | MAD                             | Round                                     | Store
     0 | sfpload L3, 0, FP32, STAY
     1 |                                | sfpsetsgn L2, L3, 0, SFPSETSGN_ARG_IMM
     2 |                                | sfpshft L2, L0, -1, SHIFT_BY
     3 |                                | sfpiadd L2, L12, 0, SFPIADD_MINUS_NONE
     4 |                                |                                             | sfpmad L6, L2, L3, L9, 0
     6 |                                |                                             | sfpmad L5, L2, L6, L13, 0
     8 |                                |                                             | sfpmad L6, L5, L5, L14, 0
    10 |                                |                                             | sfpmad L4, L6, L2, L9, 0
    11 | [v0] sfpload L1, 0, FP32, STAY
    12 |                                |                                             | sfpmad L5, L1, L4, L9, 0
    13 |                                | sfpdivp2 L1, L4, -1, SFPDIVP2_ADD
    16 |                                |                                             | [v0] sfpmad L1, L5, L1, HALF, 0
    18 |                                | [v0] sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM
    19 |                                |                                             | sfpmad L1, L5, L1, L5, 0
    21 | [v1] sfpload L3, 0, FP32, STEP
    22 |                                |                                             |                                 | [v1] sfpshft2 L3, L0, -31, SHIFT2_BY b=L1
    23 |                                | sfpiadd L3, L9, 0, SFPIADD_MINUS_NONE
    24 |                                | [v1] sfpor L16, L3 b=L1
    25 |                                |                                             |                                 |                                           | [v1] sfpstore L16, [v1], FP32
    .endschedule
#else
    .schedule sqrt
    .period 13
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                           | Simple                                      | MAD                             | Round | Store
     0 | sfpload L2, 0, FP32, STAY
     1 |                                | sfpsetsgn L6, L2, 0, SFPSETSGN_ARG_IMM
     2 |                                | sfpshft L6, L0, -1, SHIFT_BY
     3 |                                | sfpiadd L6, L12, 0, SFPIADD_MINUS_NONE
     4 |                                |                                             | sfpmad L0, L2, L6, L9, 0
     6 |                                |                                             | sfpmad L3, L6, L0, L13, 0
     7 | [v0] sfpload L4, 0, FP32, STAY
     8 |                                |                                             | sfpmad L5, L3, L3, L14, 0
    10 |                                |                                             | sfpmad L3, L5, L6, L9, 0
    12 |                                | [v0] sfpdivp2 L4, L3, -1, SFPDIVP2_ADD      | sfpmad L5, L2, L3, L9, 0
    15 |                                |                                             | [v0] sfpmad L4, L5, L4, HALF, 0
    18 | [v1] sfpload L1, 0, FP32, STEP
    19 |                                | [v1] sfpsetsgn L1, L4, 0, SFPSETSGN_ARG_IMM
    20 |                                |                                             | [v1] sfpmad L1, L5, L1, L5, 0
    22 |                                | sfpshft L0, L1, -31, SFPSHFT_IMM_LREGC_ARITHMETIC
    24 |                                | sfpor L0, L0, L1, 0
    25 |                                |                                             |                                 |       | [v1] sfpstore L0, [v1], FP32
    .endschedule
#endif

    .schedule_setup sqrt
#endif

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR_BELOW
    sfploadi HALF, -0.5, SFPLOADI_FLOATB

#ifdef PLAIN
    .hazards auto
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L2, L0, L1, L9, 0        // x y0
    sfpmad L2, L2, L1, L13, 0       // c - CENTRE
    sfpmad L2, L2, L2, L14, 0       // p
    sfpmad L1, L1, L2, L9, 0        // y = y0 p, not above 1/sqrt(x)
    sfpmad L0, L0, L1, L9, 0        // s = x y
    sfpdivp2 L1, L1, -1, SFPDIVP2_ADD
    sfpmad L1, L0, L1, HALF, 0      // minus half of the relative error of s; infinity if x is infinite
    sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM
    sfpmad L0, L0, L1, L0, 0
    NAN_IF_NEGATIVE(L0, L1)
    sfpstore L0, 0, FP32, STEP
    .endr
#else
    .schedule_loop sqrt, VECTORS, FORM
#endif
