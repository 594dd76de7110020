/*
 * 1/x of a 32x32 fp32 tile, in place, on Blackhole: the row of recip-blackhole.S with macros. See README.md.
 *
 * kernel: recip, fp32
 * arch: blackhole
 * domain: all
 * cycles: 13
 * sweep: --fn=reciprocal --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.587878788 cycles=13.59375
 * long: --fn=reciprocal --in=fp32
 *     max_ulp=1 max_real_ulp=? cycles=?
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved: found 13 floor 9 shorter open inputs drawn --period=13
 * left: L11 L12 L13 L14
 */
    .arch blackhole

#ifdef PLAIN
#include "recip-blackhole.S"
#else
#include "../schedule.h"

#define INFINITY L4

    .schedule recip_blackhole_macros
    .period 13
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L3, L0
    .rotate b = L0, L1
    .rotate c = L5, L3
    .rotate d = L1, L7
    .delays instructions
     t | Load                           | Simple                                      | MAD                              | Round | Store
     0 | [v0] sfpload L6, 0, FP32, STAY
     1 |                                | sfpsetexp L7, L6, 128, SFPSETEXP_ARG_IMM
     2 |                                | [v0] sfparecip L6, L7, 0
     6 |                                |                                             | sfpmad L2, L7, L6, L10, MINUS_VA
     7 | [v1] sfpload a, 0, FP32, STAY
     8 |                                | sfpexexp c, a, SFPEXEXP_NODEBIAS            | [v0] sfpmad L6, L6, L2, L6, 0
     9 |                                | sfpsetsgn L2, a, 0, SFPSETSGN_ARG_IMM
    10 |                                |                                             | sfpmad d, L7, L6, L10, MINUS_VA
    11 |                                | sfpnot a, c
    12 |                                | [v1] sfpsetexp a, L10, 0, 0                 | sfpmad L5, L6, d, L6, 0
    15 | [v2] sfpload b, 0, FP32, STEP  |                                             | [v1] sfpmul a, L5, a, 0
    16 |                                | sfpiadd L2, INFINITY, 0, SFPIADD_MINUS_GTE0
    17 |                                | sfpsetsgn b, a, 0, 0
    18 |                                | sfpencc 0, 0
    19 |                                |                                             |                                  |       | [v2] sfpstore b, [v2], FP32
    .endschedule

    .schedule_setup recip_blackhole_macros

    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

    .schedule_loop recip_blackhole_macros, VECTORS, FORM
#endif
