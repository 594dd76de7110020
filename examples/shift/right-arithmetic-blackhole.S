/*
 * x >> y, with copies of the sign from above, of tiles of int32, in place of x; only copies of the sign where y is
 * below 0 or above 31. See README.md.
 *
 * kernel: shift right arithmetic, int32
 * arch: blackhole
 * domain: all
 * cycles: 5
 * sweep: --fn=shift_right_arithmetic --in=int16 --dst-format=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=5.78125
 * long: --fn=shift_right_arithmetic --in=int16 --dst-format=int32 --sample=100000000
 *     max_ulp=0 max_real_ulp=0 cycles=5.78125
 * data: in.npy right-arithmetic.npy
 * twin: -DPLAIN --in=int32 --operands=2 --sample=300000
 * solved long: blackhole found 5 floor 4 shorter model inputs drawn
 * left: L1 L2 L5 L6 L11 L12 L13
 */
    .arch blackhole
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
    sfploadi L1, -31, SFPLOADI_SHORT
    sfpencc 0, 0
    sfpshft L0, L1, 0, SFPSHFT_LREG_ARITHMETIC
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 10, 0, 0
    .endr
#else
    .schedule right_arithmetic_blackhole
    .period 5
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
    t | Load                             | Simple                                                | MAD | Round                                             | Store
    0 | [v0] sfpload L3, Y, INT32, STAY
    1 | [v1] sfpload L7, Y, INT32, STAY  | [v0] sfpiadd L3, L9, 0, SFPIADD_MINUS_NONE
    2 | [v2] sfpload L4, 0, INT32, STEP  |                                                       |     | [v1] sfpshft2 L7, L14, 0, SFPSHFT2_SHFT_LREG b=L7
    3 |                                  | sfpsetcc L7, 0, SFPSETCC_LREG_NE0
    4 | sfploadi L3, -31, SFPLOADI_SHORT | [v1] sfpencc 0, 0
    5 | ...                              | [v2] sfpshft L16, L3, 0, SFPSHFT_LREG_ARITHMETIC b=L4
    6 | ...                              |                                                       |     |                                                   | [v2] sfpstore L16, [v2], INT32
    .endschedule

    .schedule_setup right_arithmetic_blackhole
    set_constant 14, 0xFFFFFFFB    // -5: down
    .schedule_loop right_arithmetic_blackhole, VECTORS, FORM
#endif
