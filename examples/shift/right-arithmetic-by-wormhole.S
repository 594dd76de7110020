/*
 * x >> DISTANCE, with copies of the sign from above, of a tile of int32, in place. DISTANCE is 5, or set by -DDISTANCE.
 * See README.md.
 *
 * kernel: shift right arithmetic by 5, int32
 * arch: wormhole
 * domain: all; 0 < DISTANCE < 32
 * cycles: 2
 * sweep: --fn=shift_right_arithmetic(x,5) --in=int16 --dst-format=int32
 *     max_ulp=0 max_real_ulp=0 cycles=2.53125
 * long: --fn=shift_right_arithmetic(x,5) --in=int32
 *     max_ulp=0 max_real_ulp=0 cycles=2.53125
 * twin: -DPLAIN --in=int32 --sample=300000
 * twin long: -DPLAIN --in=int32
 * solved: wormhole found 2 floor 2 shorter counting inputs drawn
 * left: L1 L2 L3 L5 L6 L7 L11 L14
 */
    .arch wormhole
#include "../schedule.h"

#ifndef DISTANCE
#define DISTANCE 5
#endif

/*
 * x + 2^31 is not negative. It is shifted, and 2^(31 - DISTANCE) is subtracted. The sum is computed as an exclusive or.
 */
    set_constant 12, 0x80000000
    set_constant 13, -(0x80000000 >> DISTANCE) & 0xFFFFFFFF

#ifdef PLAIN
    ttreplay 0, 5, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpxor L0, L12
    sfpshft L0, L0, -DISTANCE, SHIFT_BY
    sfpiadd L0, L13, 0, NO_FLAGS
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 5, 0, 0
    .endr
#else
    .schedule right_arithmetic_by_wormhole
    .period 2
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L0, L4
    .delays instructions
    t | Load                           | Simple                                 | MAD | Round                                         | Store
    0 | [v0] sfpload a, 0, INT32, STEP
    1 |                                | sfpxor a, L12
    3 | ...                            |                                        |     | [v0] sfpshft2 a, L0, -DISTANCE, SHIFT2_BY b=a
    4 | ...                            | [v0] sfpiadd L16, L13, 0, NO_FLAGS b=a
    5 | ...                            |                                        |     |                                               | [v0] sfpstore L16, [v0], INT32
    .endschedule

    .schedule_setup right_arithmetic_by_wormhole
    .schedule_loop right_arithmetic_by_wormhole, VECTORS, FORM
#endif
