/*
 * exp(x) of a tile of bf16, within 3.5 %, by writing x / ln 2 into the exponent field. See README.md.
 *
 * kernel: exp within 3.5 %, bf16
 * arch: wormhole blackhole
 * domain: up to 88.5; denormals are 0
 * cycles: 2
 * sweep: --fn=exp --in=bf16
 *     max_ulp=6 max_real_ulp=5.92286367 max_rel=0.0346820809 cycles=2.78125 numbers=254
 *     except overflow 89:inf
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 2 floor 2 shorter counting inputs all
 * solved: blackhole found 2 floor 2 shorter counting inputs all
 * left: L4 L5 L6 L7 L11
 */
#include "../schedule.h"
#include "coefficients.h"

#ifndef PLAIN
    .schedule exp
    .period 2
    .rows 2
    .addrmod STEP:+2
    .rotate v = L0, L1, L2
    .delays instructions
    t | Load                         | Simple                 | MAD                          | Round                                      | Store
    0 | [v] sfpload v, 0, BF16, STEP
    1 |                              |                        | [v] sfpmad v, L12, v, L13, 0
    4 | ...                          |                        |                              | [v] sfpstochrnd v, v, v, 0, TO_INT16, 0
    5 |                              |                        |                              | sfpshft2 v, L14, 0, SFPSHFT2_SHFT_LREG b=v
    6 | ...                          | [v] sfpxor L16, L3 b=v
    7 |                              |                        |                              |                                            | [v] sfpstore L16, [v], BF16
    .endschedule

    .schedule_setup exp
#endif

    set_constant 12, MINUS_SLOPE
    set_constant 13, REST
    set_constant 14, 16
    load_word L3, 0x7FFF0000

#ifdef PLAIN
    ttreplay 0, 7, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpmad L0, L12, L0, L13, 0
    sfpnop
    sfpstochrnd L0, L0, L0, 0, TO_INT16, 0
    sfpshft L0, L0, 16, SHIFT_BY
    sfpxor L0, L3
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 7, 0, 0
    .endr
#else
    .schedule_loop exp, VECTORS, FORM
#endif
