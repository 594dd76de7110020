/*
 * ln(x) of a tile of bf16, in place, correctly rounded, on Blackhole: log-bf16.S with macros. See README.md.
 *
 * kernel: log, bf16
 * arch: blackhole
 * domain: all
 * cycles: 21
 * sweep: --fn=log --in=bf16
 *     max_ulp=0 max_real_ulp=0.499996114 cycles=22.5625
 * twin: -DPLAIN --in=bf16
 * solved: found 21 floor 11 shorter open inputs all
 * left: none
 * published: 27 cycles (wormhole), https://github.com/tenstorrent/tt-metal/pull/44419
 *
 * Made by sfpsched(1); names of constants, formats and modifiers replace the numbers that sfpsched prints. Row 13 was
 * moved by hand to where no flags change. Row 6 reads L3 before Round writes it, so no word may be late: the loop is
 * solid.
 */
    .arch blackhole

#ifdef PLAIN
#include "log-bf16.S"
#else
#include "../schedule.h"
#include "coefficients.h"
#define LOG(name) LN_##name
#define IN_L4 LOG(OF_2)

    .schedule log_bf16
    .period 21
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                   | Simple                                        | MAD                           | Round                                       | Store
     0 | [v0] sfpload L3, 0, BF16, STAY
     1 | sfploadi L0, LOG(H4) >> 16, SFPLOADI_FLOATB | [v0] sfpsetexp L3, L3, 127, SFPSETEXP_ARG_IMM
     2 |                                        |                                               | sfpmad L1, L11, L3, L10, 0
     3 | sfploadi L3, LOG(H3) >> 16, SFPLOADI_FLOATB
     4 | [v1] sfpload L2, 0, BF16, STEP         |                                               | [v0] sfpmad L3, L1, L0, L3, 0
     5 |                                        |                                               | sfpmad L0, L12, L2, L12, 0    | [v1] sfpstochrnd L16, L0, L2, 0, TO_BF16, 0
     6 |                                        |                                               | sfpmad L2, L1, L3, L7, 0      | [v0] sfpstochrnd L3, L0, L2, 0, TO_BF16, 0
     7 |                                        | sfpshft L3, L0, -8, SHIFT_BY
     8 |                                        | sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE        | [v1] sfpmad L2, L1, L2, L6, 0
     9 |                                        |                                               | sfpmad L3, L3, L13, L14, 0
    10 |                                        |                                               | sfpmad L2, L1, L2, L5, 0
    11 |                                        | [v1] sfpsetcc L3, 0, SFPSETCC_LREG_LT0
    12 |                                        |                                               | sfpaddi L3, 128.0, 0
    13 |                                        |                                               | sfpmad L1, L1, L1, L1, 0
    14 |                                        |                                               | sfpmad L3, L3, L4, L9, 0
    16 |                                        |                                               | sfpmad L1, L2, L1, L3, 0
    18 |                                        |                                               |                               | sfpstochrnd L0, L0, L1, 0, TO_BF16, 0
    19 |                                        | sfpencc 0, 0
    20 |                                        |                                               |                               |                                             | sfpstore L0, 0, BF16, STAY
    .endschedule

    .schedule_setup log_bf16
#include "constants-bf16.h"
    .schedule_loop log_bf16, VECTORS, solid=0
#endif
