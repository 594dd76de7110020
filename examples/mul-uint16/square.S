/*
 * a * a of a tile of uint16, in place, on Blackhole; the lower 16 bits. See README.md.
 *
 * kernel: square, uint16
 * arch: blackhole
 * domain: all
 * cycles: 1
 * sweep: --fn=wrapping_square --in=uint16
 *     max_ulp=0 max_real_ulp=0 cycles=1.28125
 * twin: -DPLAIN --in=uint16
 * solved: blackhole found 1 floor 1 shorter counting inputs all
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

#ifdef PLAIN
    ttreplay 0, 4, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpmul24 L0, L0, L0, 0
    sfpnop
    sfpstore L0, 0, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 4, 0, 0
    .endr
#else
    .schedule square
    .period 1
    .rows 2
    .addrmod STEP:+2
    .delays cycles
    t | Load                            | Simple | MAD                         | Round | Store
    0 | [a] sfpload L0, 0, UINT16, STEP
    1 | ...                             |        | [a] sfpmul24 L16, L0, L0, 0
    3 | ...                             |        |                             |       | [a] sfpstore L16.old, [a], UINT16
    .endschedule

    .schedule_setup square
    .schedule_loop square, VECTORS, FORM
#endif
