/*
 * min(max(x, 0), 6) of a tile of fp32, in place, with SFPLOADMACRO: the table that sfpsched makes from relu6.s.
 *
 * kernel: relu6, fp32
 * arch: wormhole blackhole
 * domain: all; of a NaN the limit on its side
 * cycles: 4
 * sweep: --fn=relu6 --in=bf16 --dst-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=4.3125 numbers=254
 * twin: relu6.s --in=bf16 --dst-format=fp32
 * twin: relu6.s --in=fp32 --sample=300000
 * twin long: relu6.s --in=fp32
 * solved: found 4 floor 4 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L13 L14
 */
#include "../schedule.h"

    sfploadi L0, 6.0, SFPLOADI_FLOATB
    sfpconfig 12, 0, 0

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, INT32, STAY
    sfpswap L9, L0, SWAP_MIN            // L9 is 0, and stays
    sfpnop
    sfpswap L0, L12, SWAP_MIN
    sfpnop
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    .schedule relu6
    .period 4
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1
    .delays instructions
    t | Load                          | Simple                       | MAD | Round | Store
    0 | [x] sfpload x, 0, INT32, STEP
    1 |                               | sfpswap L9, x, SWAP_MIN
    3 |                               | [x] sfpswap x, L12, SWAP_MIN
    5 |                               |                              |     |       | [x] sfpstore x, [x], INT32
    .endschedule

    .schedule_setup relu6
    .schedule_loop relu6, VECTORS, FORM
#endif
