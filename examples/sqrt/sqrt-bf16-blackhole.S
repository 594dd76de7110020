/*
 * sqrt(x) of a tile of bf16, in place, correctly rounded, on Blackhole. See README.md.
 *
 * kernel: sqrt, bf16
 * arch: blackhole
 * domain: all
 * cycles: 9
 * sweep: --fn=sqrt --in=bf16
 *     max_ulp=0 max_real_ulp=0.499510763 cycles=9.875
 * twin: -DPLAIN --in=bf16
 * solved: found 9 floor 5 shorter open inputs all
 * published: 28.2 cycles, 0.5 ULP
 *     (the vendor's header, measured; its error over bf16 inputs), https://github.com/tenstorrent/tt-llk
 * left: L3 L4 L11
 */
    .arch blackhole
#include "../schedule.h"

#include "coefficients.h"

#define ROUND L7                    /* half a unit in bf16's last place; the store drops the lower bits */

#ifndef PLAIN
    .schedule sqrt_bf16
    .period 9
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                           | Simple                                      | MAD                            | Round                               | Store
     0 | [v0] sfpload L1, 0, BF16, STAY
     1 |                                | [v0] sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM
     2 | [v1] sfpload L2, 0, BF16, STEP |                                             |                                | [v0] sfpshft2 L1, L0, -1, SHIFT2_BY
     3 |                                | sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE
     4 |                                |                                             | [v1] sfpmad L2, L1, L2, L9, 0
     6 |                                |                                             | [v0] sfpmad L1, L2, L1, L13, 0
     8 |                                |                                             | sfpmad L0, L1, L1, L14, 0
    10 |                                |                                             | sfpmad L5, L0, L2, L9, 0
    13 |                                | sfpiadd L5, ROUND, 0, NO_FLAGS
    14 |                                | sfpshft L6, L5, -31, SFPSHFT_IMM_LREGC_ARITHMETIC
    15 |                                | sfpor L5, L0, L6, 0
    16 |                                |                                             |                                |                                     | sfpstore L5, 0, BF16, STAY
    .endschedule

    .schedule_setup sqrt_bf16
#endif /* table */

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR_SQRT_BF16
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

#ifdef PLAIN
    ttreplay 0, 16, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L0, L0, L1, L9, 0        // x y0; of a denormal, and -0, 0
    sfpnop
    sfpmad L1, L0, L1, L13, 0       // c - CENTRE
    sfpnop
    sfpmad L1, L1, L1, L14, 0       // p
    sfpnop
    sfpmad L0, L0, L1, L9, 0        // x y0 p
    sfpnop
    sfpiadd L0, ROUND, 0, NO_FLAGS
    sfpshft L1, L0, -31, SFPSHFT_IMM_LREGC_ARITHMETIC // all ones where that is negative: NaN
    sfpor L0, L0, L1, SFPOR_VD
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 16, 0, 0
    .endr
#else
    .schedule_loop sqrt_bf16, VECTORS, FORM
#endif
