/*
 * ln(x) of a tile of bf16, in place, correctly rounded, on Wormhole: log-bf16.S with macros. See README.md.
 *
 * kernel: log, bf16
 * arch: wormhole
 * domain: all
 * cycles: 25
 * sweep: --fn=log --in=bf16
 *     max_ulp=0 max_real_ulp=0.499996114 cycles=25.90625
 * twin: -DPLAIN --in=bf16
 * solved: found 25 floor 10 shorter open inputs all
 * left: none
 * published: 27 cycles (wormhole), https://github.com/tenstorrent/tt-metal/pull/44419
 *
 * Made by sfpsched(1); names of constants, formats and modifiers replace the numbers that sfpsched prints.
 */
    .arch wormhole

#ifdef PLAIN
#include "log-bf16.S"
#else
#include "../schedule.h"
#include "coefficients.h"
#define LOG(name) LN_##name
#define IN_L4 LOG(OF_2)

    .schedule log_bf16
    .period 25
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                   | Simple                                        | MAD                           | Round                                       | Store
     0 | [v0] sfpload L0, 0, BF16, STAY
     1 | sfploadi L2, LOG(H3) >> 16, SFPLOADI_FLOATB | [v0] sfpsetexp L0, L0, 127, SFPSETEXP_ARG_IMM |                               | [v0] sfpstochrnd L16, L0, L0, 0, TO_BF16, 0
     2 |                                        |                                               | sfpmad L3, L11, L0, L10, 0
     3 | [v1] sfpload L1, 0, BF16, STAY
     4 | sfploadi L0, LOG(H4) >> 16, SFPLOADI_FLOATB
     5 | sfpload L2, 0, BF16, STEP              |                                               | [v0] sfpmad L0, L3, L0, L2, 0 | [v1] sfpstochrnd L1, L0, L1, 0, TO_BF16, 0
     6 |                                        | sfpsetcc L1, 0, SFPSETCC_LREG_LT0
     7 | sfploadi L2, 0x7FC0, SFPLOADI_FLOATB
     8 |                                        | sfpencc 0, 0
     9 |                                        |                                               | sfpmad L0, L3, L0, L7, 0
    10 |                                        | sfpshft L1, L0, -8, SHIFT_BY
    11 |                                        | [v1] sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE   | sfpmad L0, L0, L3, L6, 0
    12 |                                        |                                               | sfpmad L1, L1, L13, L14, 0
    13 |                                        |                                               | sfpmad L0, L3, L0, L5, 0
    14 |                                        |                                               | sfpmad L3, L3, L3, L3, 0
    15 |                                        | sfpsetcc L1, 0, SFPSETCC_LREG_LT0
    16 |                                        |                                               | sfpaddi L1, 128.0, 0
    18 |                                        |                                               | sfpmad L1, L4, L1, L9, 0
    20 |                                        |                                               | sfpmad L3, L0, L3, L1, 0
    22 |                                        |                                               |                               | sfpstochrnd L2, L0, L3, 0, TO_BF16, 0
    23 |                                        | sfpencc 0, 0
    24 |                                        |                                               |                               |                                             | sfpstore L2, 0, BF16, STAY
    .endschedule

    .schedule_setup log_bf16
#include "constants-bf16.h"
    .schedule_loop log_bf16, VECTORS, FORM
#endif
