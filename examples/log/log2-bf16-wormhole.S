/*
 * The logarithm to base 2 of a tile of bf16, in place, correctly rounded, on Wormhole. See README.md.
 *
 * kernel: log2, bf16
 * arch: wormhole
 * domain: all
 * cycles: 20
 * sweep: --fn=log2 --in=bf16
 *     max_ulp=0 max_real_ulp=0.499842275 cycles=20.90625
 * twin: -DPLAIN --in=bf16
 * solved: found 20 floor 8 shorter open inputs all
 * left: none
 *
 * Made by sfpsched(1); names of constants, formats and modifiers replace the numbers that sfpsched prints.
 */
    .arch wormhole

#include "../schedule.h"
#include "coefficients.h"
#define LOG(name) LOG2_##name
#define IN_L4 LOG(H3)

#ifdef PLAIN
#include "constants-bf16.h"
#include "plain-bf16.h"
#else
    .schedule log2_bf16
    .period 20
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                        | MAD                             | Round                                       | Store
     0 | [v0] sfpload L3, 0, BF16, STAY
     1 | [v1] sfpload L0, 0, BF16, STAY       | [v0] sfpsetexp L3, L3, 127, SFPSETEXP_ARG_IMM |                                 | [v0] sfpstochrnd L16, L0, L3, 0, TO_BF16, 0
     2 | sfpload L2, 0, BF16, STEP            |                                               | [v0] sfpmad L3, L11, L3, L10, 0 | [v1] sfpstochrnd L0, L0, L0, 0, TO_BF16, 0
     3 |                                      | sfpsetcc L0, 0, SFPSETCC_LREG_LT0
     4 | sfploadi L2, 0x7FC0, SFPLOADI_FLOATB
     5 |                                      | sfpencc 0, 0
     6 |                                      |                                               | sfpmad L1, L3, L4, L7, 0
     7 |                                      | sfpshft L0, L0, -8, SHIFT_BY
     8 |                                      | [v1] sfpiadd L0, L12, 0, SFPIADD_MINUS_NONE   | sfpmad L1, L3, L1, L6, 0
     9 |                                      |                                               | sfpmad L0, L13, L0, L14, 0
    10 |                                      |                                               | sfpmad L1, L3, L1, L5, 0
    11 |                                      |                                               | sfpmad L3, L3, L3, L3, 0
    12 |                                      | sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    13 |                                      |                                               | sfpaddi L0, 128.0, 0
    15 |                                      |                                               | sfpmad L0, L1, L3, L0, 0
    17 |                                      |                                               |                                 | sfpstochrnd L2, L0, L0, 0, TO_BF16, 0
    18 |                                      | sfpencc 0, 0
    19 |                                      |                                               |                                 |                                             | sfpstore L2, 0, BF16, STAY
    .endschedule

    .schedule_setup log2_bf16
#include "constants-bf16.h"
    .schedule_loop log2_bf16, VECTORS, FORM
#endif
