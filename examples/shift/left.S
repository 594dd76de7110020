/*
 * x << y, of tiles of int32, in place of x; 0 where y is below 0, or above 31. See README.md.
 *
 * kernel: shift left, int32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 4
 * sweep: --fn=shift_left --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=5.1875
 * long: --fn=shift_left --in=int32 --sample=100000000
 *     max_ulp=0 max_real_ulp=0 cycles=5.1875
 * data: in.npy left.npy
 * twin: -DPLAIN --in=int32 --operands=2 --sample=300000
 * solved: wormhole found 4 floor 3 shorter model inputs drawn
 * solved: blackhole found 4 floor 3 shorter model inputs drawn
 * left: L2 L3 L4 L6 L7 L11 L12 L13
 */
#define SOLID /* a late word would spoil the table */
#include "../schedule.h"

#define Y 2 * VECTORS /* x, then y; a vector takes 2 rows */

#ifdef PLAIN
    ttreplay 0, 9, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, Y, INT32, STAY
    sfpload L2, Y, INT32, STAY
    sfpshft L0, L1, 0, SFPSHFT_LREG     // by y modulo 32; right where y is below 0
    sfpshft L2, L0, -5, SHIFT_BY        // not 0 where y is out of range
    sfpsetcc L2, 0, SFPSETCC_LREG_NE0
    sfploadi L0, 0, SFPLOADI_SHORT
    sfpencc 0, 0
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 9, 0, 0
    .endr
#else
    .schedule left
    .period 4
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L5, L0
    .delays instructions
    t | Load                            | Simple                                 | MAD | Round                                             | Store
    0 | [v0] sfpload a, 0, INT32, STAY
    1 | [v1] sfpload L1, Y, INT32, STEP
    3 |                                 | sfpshft a, L1, 0, SFPSHFT_LREG
    4 | ...                             |                                        |     | [v1] sfpshft2 L1, L14, 0, SFPSHFT2_SHFT_LREG b=L1
    5 | ...                             | [v0] sfpsetcc L1, 0, SFPSETCC_LREG_NE0
    6 | sfploadi a, 0, SFPLOADI_SHORT   | [v1] sfpencc 0, 0
    7 | ...                             |                                        |     |                                                   | [v0] sfpstore a, [v0], INT32
    .endschedule

    .schedule_setup left
    set_constant 14, 0xFFFFFFFB    // -5: down
    .schedule_loop left, VECTORS, FORM
#endif
