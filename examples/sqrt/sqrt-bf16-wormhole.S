/*
 * sqrt(x) of a tile of bf16, in place, correctly rounded, on Wormhole. See README.md.
 *
 * kernel: sqrt, bf16
 * arch: wormhole
 * domain: all
 * options: -Wno-flags-clash -Wno-schedule
 * cycles: 13
 * sweep: --fn=sqrt --in=bf16
 *     max_ulp=0 max_real_ulp=0.499510763 cycles=14.125
 * twin: -DPLAIN --in=bf16
 * solved: found 13 floor 5 shorter open inputs all --period=13
 * published: 29.2 cycles, 0.5 ULP
 *     (the vendor's header, measured; its error over bf16 inputs), https://github.com/tenstorrent/tt-llk
 * left: L11
 */
    .arch wormhole
#include "../schedule.h"

#include "coefficients.h"

#define ROUND L7                    /* half a unit in bf16's last place; the store drops the lower bits */
#define LEAST_NAN L6

#ifndef PLAIN
/*
 * Made by: sfpsched --period=13 -DPLAIN. Row 21 turns all lanes on again, while the last move still works under the old
 * flags. That is intended, so -Wno-flags-clash and -Wno-schedule switch the findings off.
 */
    .schedule sqrt_bf16
    .period 13
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                  | MAD                            | Round                                    | Store
     0 | sfpload L1, 0, BF16, STAY
     2 |                                      | sfpsetsgn L2, L1, 0, SFPSETSGN_ARG_IMM
     9 | [v0] sfpload L5, 0, BF16, STAY
    10 | sfploadi L0, 0x7FC0, SFPLOADI_FLOATB | [v0] sfpshft L5, L0, -1, SHIFT_BY b=L2
    11 |                                      | sfpiadd L5, L12, 0, SFPIADD_MINUS_NONE
    12 |                                      |                                         | sfpmad L3, L5, L1, L9, 0
    14 | [v1] sfpload L4, 0, BF16, STEP       |                                         | [v0] sfpmad L5, L3, L5, L13, 0
    16 |                                      | [v1] sfpmov L4, LEAST_NAN, 0            | sfpmad L5, L5, L5, L14, 0      | [v0] sfpshft2 L16, L0, 0, SHIFT2_BY b=L0
    17 |                                      | sfpiadd L4, L3, 0, SFPIADD_MINUS_LT0
    18 |                                      |                                         | sfpmad L0, L3, L5, L9, 0
    20 |                                      | sfpiadd L0, ROUND, 0, SFPIADD_LREG_GTE0
    21 |                                      | sfpencc 0, 0                            |                                | [v1] sfpshft2 L16, L0, 0, SHIFT2_BY b=L0
    22 |                                      |                                         |                                |                                          | [v1] sfpstore L16, [v1], BF16
    .endschedule

    .schedule_setup sqrt_bf16
#endif /* table */

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR_SQRT_BF16
    load_word LEAST_NAN, 0x7F800001
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

#ifdef PLAIN
    ttreplay 0, 16, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L0, L0, L1, L9, 0        // x y0; of a denormal, and -0, 0
    sfploadi L2, 0x7FC0, SFPLOADI_FLOATB // NaN, which is to stay
    sfpmad L1, L0, L1, L13, 0       // x y0^2 - CENTRE
    sfpmov L3, LEAST_NAN, 0
    sfpmad L1, L1, L1, L14, 0       // p
    sfpiadd L3, L0, 0, SFPIADD_MINUS_LT0 // where x y0 is not negative and not NaN (-NaN passes)
    sfpmad L0, L0, L1, L9, 0        // x y0 p
    sfpnop
    sfpiadd L0, ROUND, 0, SFPIADD_LREG_GTE0 // and not -NaN
    sfpmov L2, L0, 0
    sfpencc 0, 0
    sfpstore L2, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 16, 0, 0
    .endr
#else
    .schedule_loop sqrt_bf16, VECTORS, FORM
#endif
