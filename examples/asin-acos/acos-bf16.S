/*
 * acos(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: acos, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 22
 * sweep: --fn=acos --in=bf16
 *     max_ulp=0 max_real_ulp=0.499843161 cycles=23.03125
 * twin: -DPLAIN --in=bf16
 * solved wormhole: found 22 floor 12 shorter open inputs all --period=22
 * solved blackhole: found 22 floor 12 shorter open inputs all --period=22
 * left: none
 */
#include "../schedule.h"

#include "coefficients.h"

#define MINUS_ONE L11
#define MAGIC_L L12
#define MINUS_CENTRE_L L13
#define FLOOR_L L14
#define PI_L L7

#ifndef PLAIN
#if ARCH_WORMHOLE
    .schedule acos_bf16
    .period 22
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                       | Simple                                      | MAD                        | Round                                        | Store
     0 | [v0] sfpload L3, 0, BF16, STAY
     1 |                                            | [v0] sfpsetsgn L3, L3, 1, SFPSETSGN_ARG_IMM
     2 | sfploadi L2, BF16_ACOS_R4, SFPLOADI_FLOATA |                                             | [v0] sfpadd L3, L10, L3, 0
     6 |                                            |                                             |                            | sfpshft2 L1, L12, 2, SFPSHFT2_SHFT_LREG b=L3
     7 |                                            | sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE
     8 |                                            |                                             | sfpmul L0, L3, L1, 0
     9 |                                            |                                             | sfpmad L2, L3, L2, L4, 0
    10 |                                            |                                             | sfpmad L0, L1, L0, L13, 0
    11 |                                            |                                             | sfpmad L2, L3, L2, L5, 0
    12 |                                            |                                             | sfpmad L0, L0, L0, L14, 0
    13 |                                            |                                             | sfpmad L2, L3, L2, L6, 0
    14 |                                            |                                             | sfpmul L0, L1, L0, 0
    15 |                                            |                                             | sfpmad L1, L3, L2, L11, 0
    16 |                                            |                                             | sfpmul L3, L3, L0, 0
    17 | [v1] sfpload L0, 0, BF16, STAY
    18 |                                            |                                             | sfpmul L3, L1, L3, 0
    19 |                                            | sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    20 |                                            |                                             | sfpmad L3, L11, L3, L7, 0
    21 |                                            | sfpencc 0, 0
    22 |                                            |                                             |                            | [v1] sfpstochrnd L0, L0, L3, 0, TO_BF16, 0
    23 | [v2] sfpload L1, 0, BF16, STEP
    24 |                                            | [v2] sfpsetsgn L1, L1, 1, SFPSETSGN_ARG_IMM
    25 |                                            | sfpiadd L1, L11, 0, SFPIADD_MINUS_LT0
    26 | sfploadi L0, 0x7FC0, SFPLOADI_FLOATB
    27 |                                            | sfpencc 0, 0
    28 |                                            |                                             |                            |                                              | [v2] sfpstore L0, [v2], BF16
    .endschedule
#else
    .schedule acos_bf16
    .period 22
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                       | Simple                                      | MAD                        | Round                                        | Store
     0 | [v0] sfpload L2, 0, BF16, STAY
     1 |                                            | [v0] sfpsetsgn L2, L2, 1, SFPSETSGN_ARG_IMM
     2 | sfploadi L3, BF16_ACOS_R4, SFPLOADI_FLOATA |                                             | [v0] sfpadd L2, L10, L2, 0
     6 |                                            |                                             |                            | sfpshft2 L0, L12, 2, SFPSHFT2_SHFT_LREG b=L2
     7 |                                            | sfpiadd L0, L12, 0, SFPIADD_MINUS_NONE
     8 |                                            |                                             | sfpmul L1, L0, L2, 0
     9 |                                            |                                             | sfpmad L3, L3, L2, L4, 0
    10 |                                            |                                             | sfpmad L1, L0, L1, L13, 0
    11 |                                            |                                             | sfpmad L3, L2, L3, L5, 0
    12 |                                            |                                             | sfpmad L1, L1, L1, L14, 0
    13 |                                            |                                             | sfpmad L3, L3, L2, L6, 0
    14 |                                            |                                             | sfpmul L0, L1, L0, 0
    15 |                                            |                                             | sfpmad L1, L2, L3, L11, 0
    16 |                                            |                                             | sfpmul L3, L2, L0, 0
    17 | [v1] sfpload L0, 0, BF16, STAY
    18 |                                            |                                             | sfpmul L1, L1, L3, 0
    19 |                                            | sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    20 |                                            |                                             | sfpmad L1, L11, L1, L7, 0
    21 |                                            | sfpencc 0, 0
    22 |                                            |                                             |                            | [v1] sfpstochrnd L0, L0, L1, 0, TO_BF16, 0
    23 | [v2] sfpload L1, 0, BF16, STEP
    24 |                                            | [v2] sfpsetsgn L1, L1, 1, SFPSETSGN_ARG_IMM
    25 |                                            | sfpiadd L1, L11, 0, SFPIADD_MINUS_LT0
    26 | sfploadi L0, 0x7FC0, SFPLOADI_FLOATB
    27 |                                            | sfpencc 0, 0
    28 |                                            |                                             |                            |                                              | [v2] sfpstore L0, [v2], BF16
    .endschedule
#endif

    .schedule_setup acos_bf16
#endif /* table */

    set_constant 12, BF16_ACOS_MAGIC
    set_constant 13, BF16_ACOS_MINUS_CENTRE
    set_constant 14, BF16_ACOS_FLOOR
    load_word PI_L, PI

#ifdef PLAIN
/* One vector. The steps of -p, whose last coefficient is -1, fill the cycles in which the root waits. */
    ttreplay 0, 28, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpadd L2, L10, L1, L10, 0          // w = 1 - |x|
    sfploadi L5, BF16_ACOS_R4, SFPLOADI_FLOATA
    sfploadi L6, BF16_ACOS_R3, SFPLOADI_FLOATA
    sfpshft2 L3, MAGIC_L, 2, SFPSHFT2_SHFT_LREG // w / 2, as a word
    sfpiadd L3, MAGIC_L, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L5, L2, L5, L6, 0
    sfpmul L4, L2, L3, 0
    sfploadi L6, BF16_ACOS_R2, SFPLOADI_FLOATA
    sfpmad L4, L4, L3, MINUS_CENTRE_L, 0 // c - CENTRE
    sfpmad L5, L2, L5, L6, 0
    sfpmad L4, L4, L4, FLOOR_L, 0       // p
    sfploadi L6, BF16_ACOS_R1, SFPLOADI_FLOATA
    sfpmul L3, L3, L4, 0                // y = y0 p, -sqrt(2/w)
    sfpmad L5, L2, L5, L6, 0
    sfpmul L3, L3, L2, 0                // -sqrt(2 w)
    sfpmad L5, L2, L5, MINUS_ONE, 0
    sfpnop
    sfpmul L3, L3, L5, 0                // acos(|x|)
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    sfpmad L3, L3, MINUS_ONE, PI_L, 0
    sfpencc 0, 0
    sfpstochrnd L3, L3, L3, 0, TO_BF16, 0
    sfpiadd L1, MINUS_ONE, 0, SFPIADD_MINUS_LT0 // where |x| > 1, or NaN
    sfploadi L3, 0x7FC0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L3, 0, BF16, STEP
    .rept VECTORS - 1
    ttreplay 0, 28, 0, 0
    .endr
#else
/* The table leaves three LRegs free, which hold coefficients. */
    sfploadi L4, BF16_ACOS_R3, SFPLOADI_FLOATA
    sfploadi L5, BF16_ACOS_R2, SFPLOADI_FLOATA
    sfploadi L6, BF16_ACOS_R1, SFPLOADI_FLOATA
    .schedule_loop acos_bf16, VECTORS, FORM
#endif
