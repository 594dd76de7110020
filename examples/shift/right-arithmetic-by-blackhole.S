/*
 * x >> DISTANCE, with copies of the sign from above, of a tile of int32, in place. DISTANCE is 5, or set by -DDISTANCE.
 * See README.md.
 *
 * kernel: shift right arithmetic by 5, int32
 * arch: blackhole
 * domain: all; 0 < DISTANCE < 32
 * cycles: 1
 * sweep: --fn=shift_right_arithmetic(x,5) --in=int16 --dst-format=int32
 *     max_ulp=0 max_real_ulp=0 cycles=1.34375
 * long: --fn=shift_right_arithmetic(x,5) --in=int32
 *     max_ulp=0 max_real_ulp=0 cycles=1.34375
 * twin: -DPLAIN --in=int32 --sample=300000
 * twin long: -DPLAIN --in=int32
 * solved: blackhole found 1 floor 1 shorter counting inputs drawn
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

#ifndef DISTANCE
#define DISTANCE 5
#endif

#ifdef PLAIN
    ttreplay 0, 3, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpshft L0, L0, -DISTANCE, SFPSHFT_IMM_ARITHMETIC
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 3, 0, 0
    .endr
#else
    .schedule right_arithmetic_by_blackhole
    .period 1
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
    t | Load                            | Simple                                                       | MAD | Round | Store
    0 | [v0] sfpload L0, 0, INT32, STEP
    1 | ...                             | [v0] sfpshft L16, L0, -DISTANCE, SFPSHFT_IMM_ARITHMETIC b=L0
    2 | ...                             |                                                              |     |       | [v0] sfpstore L16, [v0], INT32
    .endschedule

    .schedule_setup right_arithmetic_by_blackhole
    .schedule_loop right_arithmetic_by_blackhole, VECTORS, FORM
#endif
