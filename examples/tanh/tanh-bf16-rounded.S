/*
 * tanh(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * sfpsched(1) made the tables from the row of -DPLAIN, for given periods. Names of constants, formats and modifiers
 * replace the numbers. They end predication in the cycle in which Store stores under it. Store still sees the old
 * flags. That is intended, so flags-clash is off. The same holds for the cycle in which the flags are set: Round may or
 * may not round a NaN, because NaNs are not stored.
 *
 * kernel: tanh, bf16, correctly rounded
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: 17
 * sweep: --fn=tanh --in=bf16
 *     max_ulp=0 max_real_ulp=0.498444643 cycles=18.375
 * twin: -DPLAIN --in=bf16
 * solved: found 17 floor 9 shorter open inputs all
 * left: none
 */
#include "../schedule.h"
#include "coefficients.h"

#ifdef PLAIN
#define INFINITY L7
    set_constant 11, ROUNDED_C8
    set_constant 12, ROUNDED_C7
    set_constant 13, ROUNDED_C6
    set_constant 14, ROUNDED_C5
    load_word L4, ROUNDED_C4
    load_word L5, ROUNDED_C3
    load_word L6, ROUNDED_C2
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB


    .macro row
    sfpload L0, 0, BF16, STAY
    sfploadi L1, ROUNDED_C9 >> 16, SFPLOADI_FLOATB
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
    sfpmad L1, L1, L0, L11, 0
    sfpnop
    sfpmad L1, L1, L0, L12, 0
    sfpnop
    sfpmad L1, L1, L0, L13, 0
    sfpnop
    sfpmad L1, L1, L0, L14, 0
    sfpnop
    sfpmad L1, L1, L0, L4, 0
    sfpnop
    sfpmad L1, L1, L0, L5, 0
    sfpnop
    sfpmad L1, L1, L0, L6, 0
    sfpnop
    sfpmad L1, L1, L0, L10, 0
    sfpnop
    sfpmul L1, L1, L0, 0
    sfpload L2, 0, BF16, STAY
    sfpswap L1, L10, SWAP_MIN
    sfpnop
    sfpsetsgn L2, L1, 0, 0
    sfpstochrnd L2, L2, L2, 0, TO_BF16, 0
    sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_GTE0
    sfpstore L2, 0, BF16, STEP
    sfpencc 0, 0
    .endm

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule tanh_bf16
    .period 17
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                           | Simple                                      | MAD                            | Round                                       | Store
     0 | sfploadi L3, ROUNDED_C9 >> 16, SFPLOADI_FLOATB
     2 | [v0] sfpload L0, 0, BF16, STAY
     3 |                                                | [v0] sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
     4 |                                                |                                             | sfpmad L3, L3, L0, L11, 0
     6 |                                                |                                             | sfpmad L3, L0, L3, L12, 0
     8 |                                                |                                             | sfpmad L3, L0, L3, L13, 0
    10 |                                                |                                             | [v0] sfpmad L0, L3, L0, L14, 0
    12 | sfpload L2, 0, BF16, STAY
    15 |                                                | sfpsetsgn L1, L2, 0, SFPSETSGN_ARG_IMM
    16 |                                                |                                             | sfpmad L0, L1, L0, L4, 0
    18 |                                                |                                             | sfpmad L2, L1, L0, L5, 0
    20 |                                                |                                             | sfpmad L2, L1, L2, L6, 0
    22 |                                                |                                             | sfpmad L2, L2, L1, L10, 0
    24 |                                                |                                             | sfpmul L2, L1, L2, 0
    26 |                                                | sfpswap L2, L10, SWAP_MIN
    28 | [v1] sfpload L3, 0, BF16, STEP
    29 |                                                | [v1] sfpsetsgn L3, L2, 0, 0
    30 |                                                | sfpiadd L1, L7, 0, SFPIADD_MINUS_GTE0       |                                | [v1] sfpstochrnd L16, L0, L3, 0, TO_BF16, 0
    31 |                                                | sfpencc 0, 0                                |                                |                                             | [v1] sfpstore L16, [v1], BF16
    .endschedule

    .schedule_setup tanh_bf16
    set_constant 11, ROUNDED_C8
    set_constant 12, ROUNDED_C7
    set_constant 13, ROUNDED_C6
    set_constant 14, ROUNDED_C5
    load_word L4, ROUNDED_C4
    load_word L5, ROUNDED_C3
    load_word L6, ROUNDED_C2
    sfploadi L7, 0x7F80, SFPLOADI_FLOATB
    .schedule_loop tanh_bf16, VECTORS, FORM
#else
    .schedule tanh_bf16
    .period 17
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                           | Simple                                      | MAD                            | Round                                       | Store
     0 | sfploadi L0, ROUNDED_C9 >> 16, SFPLOADI_FLOATB
     2 | [v0] sfpload L3, 0, BF16, STAY
     3 |                                                | [v0] sfpsetsgn L3, L3, 0, SFPSETSGN_ARG_IMM
     4 |                                                |                                             | sfpmad L0, L3, L0, L11, 0
     6 |                                                |                                             | sfpmad L0, L3, L0, L12, 0
     8 |                                                |                                             | sfpmad L0, L3, L0, L13, 0
    10 |                                                |                                             | [v0] sfpmad L3, L0, L3, L14, 0
    12 | sfpload L2, 0, BF16, STAY
    15 |                                                | sfpsetsgn L1, L2, 0, SFPSETSGN_ARG_IMM
    16 |                                                |                                             | sfpmad L3, L1, L3, L4, 0
    18 |                                                |                                             | sfpmad L2, L1, L3, L5, 0
    20 |                                                |                                             | sfpmad L2, L1, L2, L6, 0
    22 |                                                |                                             | sfpmad L2, L1, L2, L10, 0
    24 |                                                |                                             | sfpmul L2, L1, L2, 0
    26 |                                                | sfpswap L2, L10, SWAP_MIN
    28 | [v1] sfpload L0, 0, BF16, STEP
    29 |                                                | [v1] sfpsetsgn L0, L2, 0, 0
    30 |                                                | sfpiadd L1, L7, 0, SFPIADD_MINUS_GTE0       |                                | [v1] sfpstochrnd L16, L0, L0, 0, TO_BF16, 0
    31 |                                                | sfpencc 0, 0                                |                                |                                             | [v1] sfpstore L16, [v1], BF16
    .endschedule

    .schedule_setup tanh_bf16
    set_constant 11, ROUNDED_C8
    set_constant 12, ROUNDED_C7
    set_constant 13, ROUNDED_C6
    set_constant 14, ROUNDED_C5
    load_word L4, ROUNDED_C4
    load_word L5, ROUNDED_C3
    load_word L6, ROUNDED_C2
    sfploadi L7, 0x7F80, SFPLOADI_FLOATB
    .schedule_loop tanh_bf16, VECTORS, FORM
#endif
