/*
 * x >> DISTANCE, with zeros from above, of a tile of int32, in place. DISTANCE is 5, or set by -DDISTANCE. See
 * README.md.
 *
 * kernel: shift right by 5, int32
 * arch: wormhole blackhole
 * domain: all; 0 < DISTANCE < 32
 * cycles: 1
 * sweep: --fn=shift_right(x,5) --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=1.25
 * long: --fn=shift_right(x,5) --in=int32
 *     max_ulp=0 max_real_ulp=0 cycles=1.25
 * twin: -DPLAIN --in=int32 --sample=300000
 * twin long: -DPLAIN --in=int32
 * solved: wormhole found 1 floor 1 shorter counting inputs drawn
 * solved: blackhole found 1 floor 1 shorter counting inputs drawn
 * left: L1 L2 L3 L4 L5 L6 L11 L12 L13 L14
 */
#include "../schedule.h"

#ifndef DISTANCE
#define DISTANCE 5
#endif

#ifdef PLAIN
    ttreplay 0, 3, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpshft L0, L0, -DISTANCE, SHIFT_BY
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 3, 0, 0
    .endr
#else
    .schedule right_by
    .period 1
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
    t | Load                            | Simple | MAD | Round                                            | Store
    0 | [v0] sfpload L7, 0, INT32, STEP
    1 | ...                             |        |     | [v0] sfpshft2 L16, L0, -DISTANCE, SHIFT2_BY b=L7
    2 | ...                             |        |     |                                                  | [v0] sfpstore L16, [v0], INT32
    .endschedule

    .schedule_setup right_by
    .schedule_loop right_by, VECTORS, FORM
#endif
