/*
 * The logarithm to base 10 of a tile of bf16, in place, correctly rounded, on Wormhole. See README.md.
 *
 * kernel: log10, bf16
 * arch: wormhole
 * domain: all
 * cycles: 23
 * sweep: --fn=log10 --in=bf16
 *     max_ulp=0 max_real_ulp=0.499966995 cycles=23.84375
 * twin: -DPLAIN --in=bf16
 * left: none
 *
 * Made by sfpsched(1); names of constants, formats and modifiers replace the numbers that sfpsched prints.
 */
    .arch wormhole

#include "../schedule.h"
#include "coefficients.h"
#define LOG(name) LOG10_##name
#define FACTOR L4
#define IN_L4 LOG(OF_2)

#ifdef PLAIN
#include "constants-bf16.h"
#include "plain-bf16.h"
#else
    .schedule log10_bf16
    .period 23
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                        | Simple                                        | MAD                             | Round                                      | Store
     0 | [v0] sfpload L0, 0, BF16, STAY
     1 | sfpload L1, 0, BF16, STAY                   | [v0] sfpsetexp L0, L0, 127, SFPSETEXP_ARG_IMM
     2 | sfploadi L3, LOG(H3) >> 16, SFPLOADI_FLOATB |                                               | [v0] sfpmad L0, L11, L0, L10, 0
     3 | [v1] sfpload L2, 0, BF16, STEP
     4 |                                             |                                               | sfpmad L3, L0, L3, L7, 0        | [v1] sfpstochrnd L2, L0, L2, 0, TO_BF16, 0
     5 |                                             | sfpsetcc L2, 0, SFPSETCC_LREG_LT0
     6 | sfploadi L1, 0x7FC0, SFPLOADI_FLOATB
     7 |                                             | sfpencc 0, 0
     8 |                                             |                                               | sfpmad L3, L0, L3, L6, 0
     9 |                                             | sfpshft L2, L0, -8, SHIFT_BY
    10 |                                             | [v1] sfpiadd L2, L12, 0, SFPIADD_MINUS_NONE   | sfpmad L3, L0, L3, L5, 0
    11 |                                             |                                               | sfpmad L2, L13, L2, L14, 0
    12 |                                             |                                               | sfpmad L0, L0, L0, L0, 0
    13 |                                             | sfpsetcc L2, 0, SFPSETCC_LREG_LT0
    14 |                                             |                                               | sfpaddi L2, 128.0, 0
    16 |                                             |                                               | sfpmad L2, L2, L4, L9, 0
    18 |                                             |                                               | sfpmad L2, L3, L0, L2, 0
    20 |                                             |                                               |                                 | sfpstochrnd L1, L0, L2, 0, TO_BF16, 0
    21 |                                             | sfpencc 0, 0
    22 |                                             |                                               |                                 |                                            | sfpstore L1, 0, BF16, STAY
    .endschedule

    .schedule_setup log10_bf16
#include "constants-bf16.h"
    .schedule_loop log10_bf16, VECTORS, FORM
#endif
