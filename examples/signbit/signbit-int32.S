/*
 * 1 where x is negative, and 0 elsewhere, of a tile of int32, in place. See README.md.
 *
 * kernel: sign bit, int32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 1
 * sweep: --fn=lt(x,0) --in=int16 --dst-format=int32 --out-format=int32
 *     max_ulp=0 cycles=1.34375
 * twin: -DPLAIN --in=int32 --sample=200000
 * twin long: -DPLAIN --in=int32
 * solved: found 1 floor 1 shorter counting inputs drawn
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13
 */
#include "../schedule.h"

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, INT32, STAY
    sfpshft L0, L0, -31, SHIFT_BY
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    set_constant 14, 0xFFFFFFE1 // -31

    .schedule signbit
    .period 1
    .rows 2
    .addrmod STEP:+2
    .delays instructions
    t | Load                           | Simple | MAD | Round                                             | Store
    0 | [x] sfpload L0, 0, INT32, STEP
    1 |                                |        |     | [x] sfpshft2 L16, L14, 0, SFPSHFT2_SHFT_LREG b=L0
    2 |                                |        |     |                                                   | [x] sfpstore L16, [x], INT32
    .endschedule

    .schedule_setup signbit
    .schedule_loop signbit, VECTORS, FORM
#endif
