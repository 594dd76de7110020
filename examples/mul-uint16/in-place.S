/*
 * a * b of tiles of uint16, in place of a, on Blackhole; the lower 16 bits. See README.md.
 *
 * kernel: multiply, uint16, in place
 * arch: blackhole
 * domain: all
 * cycles: 2
 * sweep: --fn=wrapping_mul --in=uint16 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=2.28125
 * long: --fn=wrapping_mul --in=uint16
 *     max_ulp=0 max_real_ulp=0 cycles=2.28125
 * twin: -DPLAIN --in=uint16 --operands=2 --sample=300000
 * twin long: -DPLAIN --in=uint16 --operands=2
 * solved: blackhole found 2 floor 2 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

#define B 2 * VECTORS   /* a, then b; a vector takes 2 rows */

#ifdef PLAIN
    ttreplay 0, 5, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpload L1, B, UINT16, STAY
    sfpmul24 L0, L0, L1, 0
    sfpnop
    sfpstore L0, 0, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 5, 0, 0
    .endr
#else
    .schedule in_place
    .period 2
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
    t | Load                            | Simple | MAD                         | Round | Store
    0 | sfpload L1, B, UINT16, STAY
    1 | [a] sfpload L0, 0, UINT16, STEP
    2 | ...                             |        | [a] sfpmul24 L16, L1, L0, 0
    4 | ...                             |        |                             |       | [a] sfpstore L16, [a], UINT16
    .endschedule

    .schedule_setup in_place
    .schedule_loop in_place, VECTORS, FORM
#endif
