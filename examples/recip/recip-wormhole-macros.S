/*
 * 1/x of a 32x32 fp32 tile, in place, on Wormhole: the row of recip-wormhole.S with macros. See README.md.
 *
 * kernel: recip, fp32
 * arch: wormhole
 * domain: all
 * cycles: 16
 * sweep: --fn=reciprocal --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.656410256 cycles=16.78125
 * long: --fn=reciprocal --in=fp32
 *     max_ulp=1 max_real_ulp=? cycles=?
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved: found 16 floor 9 shorter open inputs drawn --period=16
 * left: L11 L14
 */
    .arch wormhole

#ifdef PLAIN
#include "recip-wormhole.S"
#else
#include "../schedule.h"
#include "coefficients.h"

#define INFINITY L4
#define P2 L5
#define P1 L12
#define P0 L13

    .schedule recip_wormhole_macros
    .period 16
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                           | Simple                                        | MAD                           | Round | Store
     0 | [v0] sfpload L1, 0, FP32, STAY
     1 |                                | [v0] sfpsetexp L1, L1, 128, SFPSETEXP_ARG_IMM
     2 |                                | sfpsetsgn L3, L1, 1, SFPSETSGN_ARG_IMM
     3 |                                |                                               | sfpmad L1, P2, L3, P1, 0
     7 |                                |                                               | [v0] sfpmad L1, L3, L1, P0, 0
     8 | [v1] sfpload L0, 0, FP32, STAY
     9 |                                |                                               | sfpmad L0, L1, L3, L10, 0
    10 | sfpload L6, 0, FP32, STEP
    11 |                                | sfpexexp L7, L6, SFPEXEXP_NODEBIAS            | [v1] sfpmad L0, L1, L0, L1, 0
    12 |                                | sfpnot L7, L7
    13 |                                |                                               | sfpmad L1, L0, L3, L10, 0
    14 |                                | sfpsetexp L7, L10, 0, 0
    15 |                                |                                               | sfpmad L3, L1, L0, L0, 0
    16 |                                | [v1] sfpsetsgn L0, L6, 0, SFPSETSGN_ARG_IMM
    17 |                                |                                               | sfpmul L2, L7, L3, 0
    20 |                                | sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_GTE0
    21 |                                | sfpsetsgn L6, L2, 0, 0
    22 |                                | sfpencc 0, 0
    23 |                                |                                               |                               |       | sfpstore L6, 0, FP32, STAY
    .endschedule

    .schedule_setup recip_wormhole_macros

    set_constant 12, START_1
    set_constant 13, START_0
    load_word P2, START_2
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

    .schedule_loop recip_wormhole_macros, VECTORS, FORM
#endif
