/*
 * 1/x of a tile of bf16, in place, correctly rounded, on Wormhole. See README.md.
 *
 * kernel: recip, bf16
 * arch: wormhole
 * domain: all
 * cycles: 11
 * sweep: --fn=reciprocal --in=bf16
 *     max_ulp=0 max_real_ulp=0.498039216 cycles=12.03125
 * twin: -DPLAIN --in=bf16
 * solved wormhole: found 11 floor 5 shorter open inputs all --period=11
 * published: 18.1 cycles, 0.512 ULP
 *     (the vendor's header, measured; its error over bf16 inputs), https://github.com/tenstorrent/tt-llk
 * left: L2 L4 L11
 */
    .arch wormhole

#include "../schedule.h"

#include "coefficients.h"

#define INFINITY L6
#define ROUND L7                    /* half a unit in bf16's last place; the store drops the lower bits */

#ifndef PLAIN
    .schedule recip_bf16
    .period 11
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                           | Simple                                           | MAD                            | Round                                   | Store
     0 | [v0] sfpload L0, 0, BF16, STAY
     6 | [v1] sfpload L1, 0, BF16, STAY | [v0] sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_NONE
     7 |                                |                                                  | sfpmad L1, L0, L1, L9, 0
     9 |                                |                                                  | sfpmad L3, L14, L1, L13, 0
    10 | [v2] sfpload L5, 0, BF16, STEP
    11 |                                |                                                  | [v1] sfpmad L1, L3, L1, L12, 0 | [v2] sfpshft2 L5, L0, 0, SHIFT2_BY b=L0
    12 |                                | sfpexexp L3, L3, 2
    13 |                                |                                                  | sfpmad L5, L1, L5, L9, 0
    15 |                                |                                                  | sfpmuli L5, 16176, 0
    16 |                                | sfpencc 0, 0
    18 |                                | [v2] sfpiadd L5, L5, 0, NO_FLAGS b=ROUND
    19 |                                |                                                  |                                |                                         | sfpstore L5, 0, BF16, STAY
    .endschedule

    .schedule_setup recip_bf16
#endif /* table */

    set_constant 12, BF16_C0
    set_constant 13, BF16_C1
    set_constant 14, BF16_C2
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

#ifdef PLAIN
    ttreplay 0, 15, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpload L1, 0, BF16, STAY
    sfpiadd L1, INFINITY, 0, SFPIADD_MINUS_NONE // y0, with the sign of x: infinity for zeros, 0 for infinities; NaN for NaN
    sfpmad L0, L0, L1, L9, 0        // c; NaN for zeros, infinities and NaNs
    sfpnop
    sfpmad L2, L0, L14, L13, 0
    sfpnop
    sfpmad L0, L0, L2, L12, 0       // p / LAST
    sfpexexp L2, L2, SFPEXEXP_DEBIAS_LT0 // where that is below 1, and so not NaN
    sfpmad L1, L1, L0, L9, 0        // y0 p / LAST
    sfpnop
    sfpmuli L1, LAST >> 16, 0
    sfpencc 0, 0
    sfpiadd L1, ROUND, 0, NO_FLAGS
    sfpstore L1, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 15, 0, 0
    .endr
#else
    .schedule_loop recip_bf16, VECTORS, FORM
#endif
