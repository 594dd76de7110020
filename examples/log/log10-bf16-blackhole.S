/*
 * The logarithm to base 10 of a tile of bf16, in place, correctly rounded, on Blackhole. See README.md.
 *
 * kernel: log10, bf16
 * arch: blackhole
 * domain: all
 * cycles: 21
 * sweep: --fn=log10 --in=bf16
 *     max_ulp=0 max_real_ulp=0.499966995 cycles=21.84375
 * twin: -DPLAIN --in=bf16
 * left: none
 *
 * Made by sfpsched(1), and moved down by hand from the row of SFPSETCC on, so that flags change where nothing else
 * works; names of constants, formats and modifiers replace the numbers that sfpsched prints.
 */
    .arch blackhole

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
    .period 21
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                        | Simple                                      | MAD                             | Round                                      | Store
     0 | sfploadi L3, LOG(H3) >> 16, SFPLOADI_FLOATB
     1 | [v0] sfpload L0, 0, BF16, STAY
     2 |                                             | sfpsetexp L1, L0, 127, SFPSETEXP_ARG_IMM
     3 |                                             |                                             | sfpmad L2, L11, L1, L10, 0      | [v0] sfpstochrnd L0, L0, L0, 0, TO_BF16, 0
     4 |                                             | sfpshft L0, L0, -8, SHIFT_BY
     5 |                                             | [v0] sfpiadd L0, L12, 0, SFPIADD_MINUS_NONE | sfpmad L3, L2, L3, L7, 0
     6 |                                             |                                             | sfpmad L1, L13, L0, L14, 0
     7 |                                             |                                             | sfpmad L0, L3, L2, L6, 0
     8 |                                             |                                             | sfpmad L3, L2, L2, L2, 0
     9 | [v1] sfpload L2, 0, BF16, STEP              |                                             | [v0] sfpmad L0, L2, L0, L5, 0
    10 |                                             |                                             | [v1] sfpmad L2, L12, L2, L12, 0
    11 |                                             | sfpsetcc L1, 0, SFPSETCC_LREG_LT0
    12 |                                             |                                             | sfpaddi L1, 128.0, 0
    14 |                                             |                                             | sfpmad L1, L4, L1, L9, 0
    16 |                                             |                                             | sfpmad L1, L0, L3, L1, 0
    18 |                                             |                                             |                                 | sfpstochrnd L2, L0, L1, 0, TO_BF16, 0
    19 |                                             | sfpencc 0, 0
    20 |                                             |                                             |                                 |                                            | sfpstore L2, 0, BF16, STAY
    .endschedule

    .schedule_setup log10_bf16
#include "constants-bf16.h"
    .schedule_loop log10_bf16, VECTORS, FORM
#endif
