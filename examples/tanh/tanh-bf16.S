/*
 * tanh(x) of a tile of bf16, in place. See README.md.
 *
 * sfpsched(1) made the tables from the rows of -DPLAIN, for given periods. Names of constants, formats and modifiers
 * replace the numbers. Wormhole's table ends predication in the cycle in which Store stores under it. Store still sees
 * the old flags. That is intended, so flags-clash is off. The same holds for the cycle in which the flags are set:
 * Round may or may not round a NaN, because NaNs are not stored.
 *
 * kernel: tanh, bf16
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: wormhole 12, blackhole 10
 * sweep: --fn=tanh --in=bf16
 *     max_ulp=1 max_real_ulp=0.738395546 cycles=13.09375
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 12 floor 6 shorter open inputs all --period=12
 * solved: blackhole found 10 floor 6 shorter open inputs all --period=10
 * left: none
 * published: 14.75 instructions, https://github.com/tenstorrent/tt-metal/pull/52732
 */
#include "../schedule.h"
#include "coefficients.h"

#ifdef PLAIN
#ifdef ARCH_BLACKHOLE
    set_constant 12, BF16_C6
    set_constant 13, BF16_C5
    set_constant 14, BF16_C4
    load_word L4, BF16_C3
    load_word L5, BF16_C2
    load_word L6, 0x8000

    .macro row
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
    sfpmad L1, L12, L0, L13, 0
    sfpmad L1, L1, L0, L14, 0
    sfpmad L1, L1, L0, L4, 0
    sfpmad L1, L1, L0, L5, 0
    sfpmad L1, L1, L0, L10, 0
    sfpmul L1, L1, L0, MINUS_VA     // below 0, except +NaN for NaN
    sfpload L2, 0, BF16, STAY
    sfpswap L11, L1, SWAP_MIN       // the larger one: numbers below -1 become -1
    sfpnop
    sfpiadd L1, L6, 0, SFPIADD_LREG_NONE // rounds: the store truncates
    sfpsetsgn L2, L1, 0, 0
    sfpstore L2, 0, BF16, STEP
    .endm
#else
#define INFINITY L5
    set_constant 11, BF16_C6
    set_constant 12, BF16_C5
    set_constant 13, BF16_C4
    set_constant 14, BF16_C3
    load_word L4, BF16_C2
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

    .macro row
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
    sfpmad L1, L11, L0, L12, 0
    sfpnop
    sfpmad L1, L1, L0, L13, 0
    sfpnop
    sfpmad L1, L1, L0, L14, 0
    sfpnop
    sfpmad L1, L1, L0, L4, 0
    sfpnop
    sfpmad L1, L1, L0, L10, 0
    sfpnop
    sfpmul L1, L1, L0, 0
    sfpload L2, 0, BF16, STAY
    sfpswap L1, L10, SWAP_MIN       // more than 1 is 1
    sfpnop
    sfpsetsgn L2, L1, 0, 0
    sfpstochrnd L2, L2, L2, 0, TO_BF16, 0
    sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpstore L2, 0, BF16, STEP
    sfpencc 0, 0
    .endm
#endif

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule tanh_bf16
    .period 12
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L2, L1
    .rotate b = L3, L6
    .rotate c = L3, L0
    .rotate d = L6, L3
    .delays instructions
     t | Load                          | Simple                                    | MAD                       | Round                                       | Store
     0 | [v0] sfpload a, 0, BF16, STAY
     1 |                               | [v0] sfpsetsgn a, a, 0, SFPSETSGN_ARG_IMM
     2 |                               |                                           | sfpmad L0, L11, a, L12, 0
     5 |                               |                                           | sfpmad L0, a, L0, L13, 0
     7 |                               |                                           | sfpmad c, a, L0, L14, 0
    11 |                               |                                           | sfpmad L0, a, c, L4, 0
    13 |                               |                                           | sfpmad d, a, L0, L10, 0
    15 | [v1] sfpload b, 0, BF16, STAY
    16 |                               |                                           | sfpmul b, a, d, 0
    18 | sfpload L7, 0, BF16, STEP     | [v1] sfpswap b, L10, SWAP_MIN
    20 |                               | sfpsetsgn L7, b, 0, 0
    21 |                               | sfpiadd a, L5, 0, SFPIADD_MINUS_GTE0      |                           | [v1] sfpstochrnd L16, L0, L7, 0, TO_BF16, 0
    22 |                               | sfpencc 0, 0                              |                           |                                             | [v1] sfpstore L16, [v1], BF16
    .endschedule

    .schedule_setup tanh_bf16
    set_constant 11, BF16_C6
    set_constant 12, BF16_C5
    set_constant 13, BF16_C4
    set_constant 14, BF16_C3
    load_word L4, BF16_C2
    sfploadi L5, 0x7F80, SFPLOADI_FLOATB
    .schedule_loop tanh_bf16, VECTORS, FORM
#else
    .schedule tanh_bf16
    .period 10
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L1, L0
    .rotate b = L7, L3
    .rotate c = L3, L7
    .delays instructions
     t | Load                           | Simple                                    | MAD                        | Round | Store
     0 | [v0] sfpload a, 0, BF16, STAY
     1 |                                | [v0] sfpsetsgn a, a, 0, SFPSETSGN_ARG_IMM
     2 |                                |                                           | sfpmad L3, L12, a, L13, 0
     4 |                                |                                           | sfpmad b, L3, a, L14, 0
     6 |                                |                                           | sfpmad b, a, b, L4, 0
     8 |                                |                                           | sfpmad c, b, a, L5, 0
     9 | [v1] sfpload L2, 0, BF16, STAY
    11 |                                |                                           | sfpmad L7, c, a, L10, 0
    13 |                                |                                           | sfpmul L2, L7, a, MINUS_VA
    15 | [v2] sfpload b, 0, BF16, STEP  | [v1] sfpswap L11, L2, SWAP_MIN b=L11
    17 |                                | sfpiadd L2, L6, 0, SFPIADD_LREG_NONE
    18 |                                | [v2] sfpsetsgn L16, L2, 0, 0 b=b
    19 |                                |                                           |                            |       | [v2] sfpstore L16, [v2], BF16
    .endschedule

    .schedule_setup tanh_bf16
    set_constant 12, BF16_C6
    set_constant 13, BF16_C5
    set_constant 14, BF16_C4
    load_word L4, BF16_C3
    load_word L5, BF16_C2
    load_word L6, 0x00008000
    .schedule_loop tanh_bf16, VECTORS, FORM
#endif
