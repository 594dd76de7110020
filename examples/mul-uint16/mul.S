/*
 * a * b of tiles of uint16, to a third tile, on Blackhole; the lower 16 bits. See README.md.
 *
 * kernel: multiply, uint16
 * arch: blackhole
 * domain: all
 * cycles: 3
 * sweep: --fn=wrapping_mul --in=uint16 --result=128 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=3.28125
 * long: --fn=wrapping_mul --in=uint16 --result=128
 *     max_ulp=0 max_real_ulp=0 cycles=3.28125
 * twin: -DPLAIN --in=uint16 --operands=2 --result=128 --sample=300000
 * twin long: -DPLAIN --in=uint16 --operands=2 --result=128
 * solved: blackhole found 3 floor 2 shorter model inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

/* a, b and the result follow each other in Dst; a vector takes 2 rows. */
#define B 2 * VECTORS
#define RESULT 4 * VECTORS

#ifdef PLAIN
    ttreplay 0, 5, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpload L1, B, UINT16, STAY
    sfpmul24 L0, L0, L1, 0
    sfpnop
    sfpstore L0, RESULT, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 5, 0, 0
    .endr
#else
    .schedule mul
    .period 3
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
    t | Load                                 | Simple | MAD                         | Round | Store
    0 | sfpload L0, 0, UINT16, STAY
    1 | [r] sfpload L1, RESULT, UINT16, STAY
    2 | sfpload L1, B, UINT16, STEP
    3 | ...                                  |        | [r] sfpmul24 L16, L0, L1, 0
    5 | ...                                  |        |                             |       | [r] sfpstore L16, [r], UINT16
    .endschedule

    .schedule_setup mul
    .schedule_loop mul, VECTORS, FORM
#endif
