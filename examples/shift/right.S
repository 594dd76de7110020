/*
 * x >> y, with zeros from above, of tiles of int32, in place of x; 0 where y is below 0, or above 31. See README.md.
 *
 * kernel: shift right, int32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 5
 * sweep: --fn=shift_right --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=5.78125
 * long: --fn=shift_right --in=int32 --sample=100000000
 *     max_ulp=0 max_real_ulp=0 cycles=5.78125
 * data: in.npy right.npy
 * twin: -DPLAIN --in=int32 --operands=2 --sample=300000
 * solved long: wormhole found 5 floor 4 shorter model inputs drawn
 * solved long: blackhole found 5 floor 4 shorter model inputs drawn
 * left: L1 L2 L3 L5 L11 L12 L13
 */
#define SOLID /* a late word would spoil the table */
#include "../schedule.h"

#define Y 2 * VECTORS /* x, then y; a vector takes 2 rows */

#ifdef PLAIN
    ttreplay 0, 10, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, Y, INT32, STAY
    sfpload L2, Y, INT32, STAY
    sfpiadd L1, L9, 0, SFPIADD_MINUS_NONE // -y: down
    sfpshft L2, L0, -5, SHIFT_BY        // not 0 where y is out of range
    sfpsetcc L2, 0, SFPSETCC_LREG_NE0
    sfploadi L0, 0, SFPLOADI_SHORT
    sfpencc 0, 0
    sfpshft L0, L1, 0, SFPSHFT_LREG
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 10, 0, 0
    .endr
#else
    .schedule right
    .period 5
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
    t | Load                            | Simple                                     | MAD | Round                               | Store
    0 | [v0] sfpload L6, Y, INT32, STAY
    1 | [v1] sfpload L4, 0, INT32, STAY |                                            |     | [v0] sfpshft2 L6, L0, -5, SHIFT2_BY
    2 | [v2] sfpload L7, Y, INT32, STEP | [v0] sfpsetcc L6, 0, SFPSETCC_LREG_NE0
    3 | sfploadi L4, 0, SFPLOADI_SHORT  | [v2] sfpencc 0, 0
    4 |                                 | sfpiadd L7, L9, 0, SFPIADD_MINUS_NONE
    5 | ...                             | [v1] sfpshft L16, L7, 0, SFPSHFT_LREG b=L4
    6 | ...                             |                                            |     |                                     | [v1] sfpstore L16, [v1], INT32
    .endschedule

    .schedule_setup right
    set_constant 14, 0xFFFFFFFB    // -5: down
    .schedule_loop right, VECTORS, FORM
#endif
