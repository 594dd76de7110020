/*
 * exp(x) of a tile of bf16 as in exp.S, one cycle a vector faster, for x of -87.3 or more. See README.md.
 *
 * kernel: exp within 3.5 %, bf16
 * arch: wormhole blackhole
 * domain: -87.3 to 88.5
 * cycles: 1
 * sweep: --fn=exp --in=bf16
 *     max_ulp=6 max_real_ulp=5.92286367 max_rel=0.0346820809 cycles=1.59375
 *     except overflow 89:inf
 *     except underflow -inf:-87.3
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 1 floor 1 shorter counting inputs all
 * solved: blackhole found 1 floor 1 shorter counting inputs all
 * left: L4 L5 L6 L7 L11 L14
 */
#include "../schedule.h"
#include "coefficients.h"

#ifndef PLAIN
    .schedule exp_in_range
    .period 1
    .rows 2
    .addrmod STEP:+2
    .rotate v = L0, L1, L2, L3
    .delays cycles
    t | Load                         | Simple                                | MAD                          | Round                                    | Store
    0 | [v] sfpload v, 0, BF16, STEP
    1 | ...                          |                                       | [v] sfpmad v, L12, v, L13, 0
    3 | ...                          |                                       |                              | [v] sfpstochrnd v, L0, v, 0, TO_INT16, 0
    4 | ...                          | [v] sfpshft L16, L0, 16, SHIFT_BY b=v
    5 | ...                          |                                       |                              |                                          | [v] sfpstore L16, [v], BF16
    .endschedule

    .schedule_setup exp_in_range
#endif

    set_constant 12, SLOPE
    set_constant 13, OFFSET

#ifdef PLAIN
    ttreplay 0, 6, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpmad L0, L12, L0, L13, 0
    sfpnop
    sfpstochrnd L0, L0, L0, 0, TO_INT16, 0
    sfpshft L0, L0, 16, SHIFT_BY
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 6, 0, 0
    .endr
#else
    .schedule_loop exp_in_range, VECTORS, FORM
#endif
