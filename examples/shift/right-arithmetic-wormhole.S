/*
 * x >> y, with copies of the sign from above, of tiles of int32, in place of x; only copies of the sign where y is
 * below 0 or above 31. See README.md.
 *
 * kernel: shift right arithmetic, int32
 * arch: wormhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: 8
 * sweep: --fn=shift_right_arithmetic --in=int16 --dst-format=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=8.8125
 * long: --fn=shift_right_arithmetic --in=int16 --dst-format=int32 --sample=100000000
 *     max_ulp=0 max_real_ulp=0 cycles=8.8125
 * data: in.npy right-arithmetic.npy
 * twin: -DPLAIN --in=int32 --operands=2 --sample=300000
 * solved: wormhole found 8 floor 7 shorter open inputs drawn
 * left: L1 L11 L12
 */
    .arch wormhole
/* In the table SFPSETCC works in the same cycle as the shift of x by -31, which is for all lanes. The shift works under
 * the old flags, which enable all lanes. The finding flags-clash reports this, and is switched off. */
#include "../schedule.h"

#define Y 2 * VECTORS /* x, then y; a vector takes 2 rows */

#ifdef PLAIN
    ttreplay 0, 15, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, Y, INT32, STAY
    sfpload L2, Y, INT32, STAY
    sfpload L3, 0, INT32, STAY
    sfpshft L3, L0, -31, SHIFT_BY
    sfpiadd L3, L9, 0, SFPIADD_MINUS_NONE // all ones where x is negative, or 0
    sfpiadd L1, L9, 0, SFPIADD_MINUS_NONE // -y: down
    sfpshft L2, L0, -5, SHIFT_BY        // not 0 where y is out of range
    sfpsetcc L2, 0, SFPSETCC_LREG_NE0
    sfploadi L1, -31, SFPLOADI_SHORT
    sfpencc 0, 0
    sfpxor L0, L3                       // the shift then fills in 0
    sfpshft L0, L1, 0, SFPSHFT_LREG
    sfpxor L0, L3
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 15, 0, 0
    .endr
#else
    .schedule right_arithmetic_wormhole
    .period 8
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L6, L4, L2, L6
    .rotate b = L2, L3, L7, L3
    .delays instructions
     t | Load                            | Simple                                     | MAD | Round                                | Store
     0 | [v0] sfpload b, Y, INT32, STAY
     2 | [v1] sfpload a, Y, INT32, STAY
     3 | [v2] sfpload L5, 0, INT32, STAY | [v0] sfpiadd b, L9, 0, SFPIADD_MINUS_NONE  |     | [v1] sfpshft2 a, L0, -5, SHIFT2_BY
     4 |                                 | sfpsetcc a, 0, SFPSETCC_LREG_NE0           |     | [v2] sfpshft2 L5, L0, -31, SHIFT2_BY
     5 | sfploadi b, -31, SFPLOADI_SHORT
     6 |                                 | sfpencc 0, 0
     7 | [v3] sfpload a, 0, INT32, STEP  | [v2] sfpiadd L5, L9, 0, SFPIADD_MINUS_NONE
     8 | ...                             | [v3] sfpxor a, a b=L5
     9 | ...                             | sfpshft a, b, 0, SFPSHFT_LREG
    10 | ...                             | [v1] sfpxor L16, a b=L5
    11 | ...                             |                                            |     |                                      | [v2] sfpstore L16, [v2], INT32
    .endschedule

    .schedule_setup right_arithmetic_wormhole
    set_constant 14, 0xFFFFFFFB    // -5: down
    set_constant 13, 0xFFFFFFE1    // -31: down
    .schedule_loop right_arithmetic_wormhole, VECTORS, FORM
#endif
