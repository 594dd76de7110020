/*
 * The logarithm to base 2 of a tile of bf16, in place, correctly rounded, on Blackhole. See README.md.
 *
 * kernel: log2, bf16
 * arch: blackhole
 * domain: all
 * cycles: 18
 * sweep: --fn=log2 --in=bf16
 *     max_ulp=0 max_real_ulp=0.499842275 cycles=18.84375
 * twin: -DPLAIN --in=bf16
 * left: none
 *
 * Made by sfpsched(1), and moved down by hand from the row of SFPSETCC on, so that flags change where nothing else
 * works; names of constants, formats and modifiers replace the numbers that sfpsched prints.
 */
    .arch blackhole

#include "../schedule.h"
#include "coefficients.h"
#define LOG(name) LOG2_##name
#define IN_L4 LOG(H3)

#ifdef PLAIN
#include "constants-bf16.h"
#include "plain-bf16.h"
#else
    .schedule log2_bf16
    .period 18
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
    .rotate a = L0, L3
     t | Load                           | Simple                                      | MAD                              | Round                                       | Store
     0 | [v0] sfpload L1, 0, BF16, STAY
     1 |                                | sfpsetexp a, L1, 127, SFPSETEXP_ARG_IMM
     2 |                                |                                             | sfpmad L0, L11, a, L10, 0        | [v0] sfpstochrnd L1, L0, L1, 0, TO_BF16, 0
     3 |                                | sfpshft L1, L0, -8, SHIFT_BY
     4 |                                | [v0] sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE | sfpmad L3, L0, L4, L7, 0
     5 |                                |                                             | sfpmad L2, L13, L1, L14, 0
     6 |                                |                                             | sfpmad L1, L0, L3, L6, 0
     7 |                                |                                             | sfpmad L3, L0, L0, L0, 0
     8 | [v1] sfpload L0, 0, BF16, STEP |                                             | [v0] sfpmad L1, L0, L1, L5, 0
     9 |                                |                                             | [v1] sfpmad L0, L12, L0, L12, 0 
    10 |                                | sfpsetcc L2, 0, SFPSETCC_LREG_LT0
    11 |                                |                                             | sfpaddi L2, 128.0, 0
    13 |                                |                                             | sfpmad L1, L1, L3, L2, 0
    15 |                                |                                             |                                  | sfpstochrnd L0, L0, L1, 0, TO_BF16, 0
    16 |                                | sfpencc 0, 0
    17 |                                |                                             |                                  |                                             | sfpstore L0, 0, BF16, STAY
    .endschedule

    .schedule_setup log2_bf16
#include "constants-bf16.h"
    .schedule_loop log2_bf16, VECTORS, FORM
#endif
