/*
 * 1/x of a 32x32 fp32 tile, in place, on Wormhole, with macros. See README.md.
 *
 * kernel: recip, fp32
 * arch: wormhole
 * domain: all
 * cycles: 13
 * sweep: --fn=reciprocal --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.656410256 cycles=13.875
 * long: --fn=reciprocal --in=fp32
 *     max_ulp=1 max_real_ulp=0.891729571 cycles=13.875
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved long: found 13 floor 7 shorter open inputs drawn --period=13
 * published: 21.1 cycles, 0.658 ULP
 *     (the vendor's header, measured; its error over bf16 inputs), https://github.com/tenstorrent/tt-llk
 * left: L11 L14
 */
    .arch wormhole
#include "../schedule.h"
#include "coefficients.h"

#define INFINITY L4

#ifndef PLAIN
    .schedule recip
    .period 13
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L6, L2
    .rotate b = L2, L6
    .delays instructions
     t | Load                           | Simple                                      | MAD                           | Round | Store
     0 | [v0] sfpload a, 0, FP32, STAY
     1 |                                | [v0] sfpsetsgn a, a, 0, SFPSETSGN_ARG_IMM
     3 |                                | sfpsetexp L3, a, 128, SFPSETEXP_ARG_IMM
     4 |                                |                                             | sfpmad a, L5, L3, L12, 0
     8 | [v1] sfpload L0, 0, FP32, STAY |                                             | [v0] sfpmad a, L3, a, L13, 0
     9 |                                | sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    10 |                                | [v1] sfpnot L0, L0                          | sfpmad b, L3, a, L10, 0
    11 |                                | sfpsetman L7, L0, 0, SFPSETMAN_ARG_IMM
    12 |                                |                                             | sfpmad L0, a, b, a, 0
    14 |                                |                                             | sfpmad L3, L0, L3, L10, 0
    15 | [v2] sfpload a, 0, FP32, STEP
    16 |                                |                                             | [v1] sfpmad L0, L3, L0, L0, 0
    18 |                                | sfpiadd L1, INFINITY, 0, SFPIADD_MINUS_GTE0
    19 |                                |                                             | sfpmad a, L7, L0, L9, 0
    20 |                                | sfpencc 0, 0
    21 |                                |                                             |                               |       | [v2] sfpstore a, [v2], FP32
    .endschedule

    .schedule_setup recip
#endif

    set_constant 12, START_1
    set_constant 13, START_0 + 0x80000000
    load_word L5, START_2 + 0x80000000 // both negative
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

#ifdef PLAIN
    .hazards auto
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L7, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpsetexp L1, L7, 128, SFPSETEXP_ARG_IMM // a
    sfpmad L2, L1, L5, L12, 0
    sfpnot L3, L0
    sfpmad L2, L2, L1, L13, 0        // y, -1/a
    sfpsetman L3, L3, 0, SFPSETMAN_ARG_IMM // 2^(128-E), with the other sign
    sfpmad L6, L1, L2, L10, 0
    sfpmad L2, L2, L6, L2, 0
    sfpmad L6, L1, L2, L10, 0
    sfpmad L2, L2, L6, L2, 0
    sfpiadd L7, INFINITY, 0, SFPIADD_MINUS_GTE0
    sfpmad L0, L2, L3, L9, 0
    sfpencc 0, 0
    sfpstore L0, 0, FP32, STEP
    .endr
#else
    .schedule_loop recip, VECTORS, FORM
#endif
