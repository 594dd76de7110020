/*
 * sqrt(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: sqrt, fp32
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash -Wno-schedule
 * cycles: wormhole 15, blackhole 15
 * sweep: --fn=sqrt --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.751214066 cycles=16
 * long: --fn=sqrt --in=fp32
 *     max_ulp=1 max_real_ulp=? cycles=?
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved: wormhole found 15 floor 9 shorter model inputs drawn --period=15
 * solved: blackhole found 15 floor 9 shorter model inputs drawn --period=15
 * left: none
 */
#include "../schedule.h"
#include "coefficients.h"

/*
 * What y0 is of a number that is not finite, or negative, is below all that it is of others: the sum with this has a sign
 * that tells them apart. As a shift it is one by -1.
 */
#define ORDINARY L7
#define INFINITY L6
#define HALF L5

/* Wormhole cannot shift one register into another by an immediate, nor negate a factor. */
#if ARCH_WORMHOLE
#define ADDED_HALF -0.5
#define HALF_OF(to, from) sfpshft2 to, ORDINARY, 0, SFPSHFT2_SHFT_LREG
#define STEP_OF_NEWTON \
    sfpsetsgn L4, L0, 1, SFPSETSGN_ARG_IMM; \
    sfpmad L3, L0, L3, HALF, 0; \
    sfpmad L2, L4, L3, L0, 0
#else
#define ADDED_HALF 0.5
#define HALF_OF(to, from) sfpshft to, from, -1, SFPSHFT_IMM_LREGC
#define STEP_OF_NEWTON \
    sfpmad L3, L0, L3, HALF, MINUS_VA; \
    sfpmad L2, L0, L3, L0, 0
#endif

#ifndef PLAIN
/*
 * Made by: sfpsched --period=15 -DPLAIN. Flags are set in row 17, where the first product of the next vector, row 2, still
 * finds all lanes on; and all lanes are on again in row 22, where the last product starts under the flags from before. Both
 * is what the old flags are meant for, and what -Wno-flags-clash and -Wno-schedule are about.
 */
#if ARCH_WORMHOLE
    .schedule sqrt
    .period 15
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L1, L4
    .rotate b = L4, L1
    .delays instructions
     t | Load                           | Simple                                     | MAD                                 | Round                                            | Store
     0 | [v0] sfpload a, 0, FP32, STAY
     2 |                                |                                            | [v0] sfpmad a, L10, a, L9, 0
     8 |                                |                                            |                                     | sfpshft2 L3, ORDINARY, 0, SFPSHFT2_SHFT_LREG b=a
     9 |                                | sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE
    10 |                                |                                            | sfpmad b, L3, a, L9, 0
    11 | [v1] sfpload L2, 0, FP32, STAY
    12 |                                |                                            | sfpmad b, b, L3, L13, 0
    13 |                                |                                            | sfpmad L0, INFINITY, a, INFINITY, 0
    14 |                                |                                            | sfpmad L2, b, b, L14, 0
    16 | [v2] sfpload L0, 0, FP32, STEP |                                            | [v1] sfpmad L2, L3, L2, L9, 0       | [v1] sfpshft2 L16, L0, 0, SHIFT2_BY b=L0
    17 |                                | sfpiadd L3, ORDINARY, 0, SFPIADD_LREG_GTE0
    18 |                                |                                            | sfpmad L0, L2, a, L9, 0
    19 |                                | sfpdivp2 L3, L2, -1, SFPDIVP2_ADD
    20 |                                |                                            | sfpmad L2, L3, L0, HALF, 0
    21 |                                | sfpsetsgn L3, L0, 1, SFPSETSGN_ARG_IMM
    22 |                                | sfpencc 0, 0                               | [v2] sfpmad L16, L3, L2, L0, 0
    24 |                                |                                            |                                     |                                                  | [v2] sfpstore L16, [v2], FP32
    .endschedule
#else
    .schedule sqrt
    .period 15
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L3, L1
    .rotate b = L1, L3
    .rotate c = L3, L4
    .delays instructions
     t | Load                           | Simple                                     | MAD                                 | Round                                    | Store
     0 | [v0] sfpload a, 0, FP32, STAY
     2 |                                |                                            | [v0] sfpmad a, L10, a, L9, 0
     8 |                                | sfpshft L2, a, -1, SFPSHFT_IMM_LREGC
     9 |                                | sfpiadd L2, L12, 0, SFPIADD_MINUS_NONE
    10 |                                |                                            | sfpmad b, a, L2, L9, 0
    11 | [v1] sfpload L4, 0, FP32, STAY
    12 |                                |                                            | sfpmad b, L2, b, L13, 0
    13 |                                |                                            | sfpmad L0, INFINITY, a, INFINITY, 0
    14 |                                |                                            | sfpmad L4, b, b, L14, 0
    16 | [v2] sfpload L0, 0, FP32, STEP |                                            | [v1] sfpmad L4, L2, L4, L9, 0       | [v1] sfpshft2 L16, L0, 0, SHIFT2_BY b=L0
    17 |                                | sfpiadd L2, ORDINARY, 0, SFPIADD_LREG_GTE0
    18 |                                |                                            | sfpmad L0, L4, a, L9, 0
    19 |                                | sfpdivp2 c, L4, -1, SFPDIVP2_ADD
    20 |                                |                                            | sfpmad L2, L0, c, HALF, MINUS_VA
    22 |                                | sfpencc 0, 0                               | [v2] sfpmad L16, L2, L0, L0, 0
    24 |                                |                                            |                                     |                                          | [v2] sfpstore L16, [v2], FP32
    .endschedule
#endif

    .schedule_setup sqrt
#endif

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR
    load_word ORDINARY, 0xFFFFFFFF - MAGIC + (0x7F800000 >> 1)
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    sfploadi HALF, ADDED_HALF, SFPLOADI_FLOATB

#ifdef PLAIN
    .hazards auto
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfpmad L0, L0, L10, L9, 0       // x; a denormal, and -0, is 0
    sfpmad L2, L0, INFINITY, INFINITY, 0 // infinity, or NaN of what is negative
    HALF_OF(L1, L0)
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L1, L9, 0        // x y0
    sfpmad L3, L3, L1, L13, 0       // x y0^2 - CENTRE
    sfpmad L3, L3, L3, L14, 0       // p
    sfpmad L3, L1, L3, L9, 0        // y = y0 p
    sfpiadd L1, ORDINARY, 0, SFPIADD_LREG_GTE0 // of zeros and finite numbers alone
    sfpmad L0, L0, L3, L9, 0        // s = x y
    sfpdivp2 L3, L3, -1, SFPDIVP2_ADD
    STEP_OF_NEWTON
    sfpencc 0, 0
    sfpstore L2, 0, FP32, STEP
    .endr
#else
    .schedule_loop sqrt, VECTORS, FORM
#endif
