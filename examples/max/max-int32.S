/*
 * The larger of x and BOUND, below 0, of a tile of int32, in place; with -DMIN the smaller. See README.md.
 *
 * kernel: maximum with a constant, int32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 4
 * sweep: --fn=max(x,-1000) --in=int16 --dst-format=int32 --out-format=int32
 *     max_ulp=0 cycles=4.34375
 * twin: -DPLAIN --in=int32 --sample=200000
 * twin long: -DPLAIN --in=int32
 * solved: found 4 floor 4 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13
 * published: 4
 */
#include "../schedule.h"

#ifndef BOUND
#define BOUND 0xFFFFFC18 /* -1000 */
#endif
    .if BOUND >> 31 == 0
    .error "with a bound from 0 up it takes no SFPNOT, and 2 cycles, as max.S does it"
    .endif

#ifdef MIN
#define OF_BOTH SWAP_MAX
#else
#define OF_BOTH SWAP_MIN
#endif

    set_constant 14, ~(BOUND) & 0xFFFFFFFF

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, INT32, STAY
    sfpnot L0, L0
    sfpswap L0, L14, OF_BOTH
    sfpnop
    sfpnot L0, L0
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    .schedule bounded
    .period 4
    .rows 2
    .addrmod STEP:+2
    .delays instructions
    t | Load                           | Simple                      | MAD | Round | Store
    0 | [x] sfpload L0, 0, INT32, STEP
    1 |                                | sfpnot L1, L0
    2 |                                | sfpswap L1, L14, OF_BOTH
    4 |                                | [x] sfpnot L16, L1
    5 |                                |                             |     |       | [x] sfpstore L16, [x], INT32
    .endschedule

    .schedule_setup bounded
    .schedule_loop bounded, VECTORS, FORM
#endif
