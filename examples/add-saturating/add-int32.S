/*
 * a + b of tiles of int32, in place of a, with saturation to the limits of int32. See README.md.
 *
 * kernel: add saturating, int32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 8
 * sweep: --fn=add --in=int32 --sample=300000
 *     max_ulp=0 cycles=8.9375
 * long: --fn=add --in=int32 --sample=100000000
 *     max_ulp=0 cycles=8.9375
 * twin: -DPLAIN --in=int32 --operands=2 --sample=300000
 * solved long: wormhole found 8 floor 8 shorter counting inputs drawn
 * solved long: blackhole found 8 floor 8 shorter counting inputs drawn
 * left: L3 L4 L5 L6 L11 L13 L14
 */
#include "../schedule.h"

#define B 2 * VECTORS /* a, then b; a vector takes 2 rows */

    set_constant 12, 0x80000000

#ifdef PLAIN
    ttreplay 0, 12, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, B, INT32, STAY
    sfpload L2, 0, INT32, STAY
    sfpiadd L2, L1, 0, NO_FLAGS
    sfpxor L0, L2
    sfpxor L1, L2
    bit_and L0, L1                      // negative where the sum's sign differs from the signs of a and b
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    sfpshft L2, L0, -31, SHIFT_BY       // 1 where the sum is negative: there the result is the largest number
    sfpiadd L2, L12, 0, SFPIADD_MINUS_NONE // 2^31 - that
    sfpencc 0, 0
    sfpstore L2, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 12, 0, 0
    .endr
#else
#ifdef ARCH_BLACKHOLE
#define AND_L2 sfpand L2, L0, L2, SFPAND_VD
#else
#define AND_L2 sfpand L2, L2
#endif
    .schedule add_int32
    .period 8
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L7, L0
    .delays instructions, gapless
     t | Load                            | Simple                                 | MAD | Round | Store
     0 | [v0] sfpload a, 0, INT32, STAY
     1 | [v1] sfpload L1, B, INT32, STAY
     5 | [v2] sfpload L2, 0, INT32, STEP | [v0] sfpiadd a, a, 0, NO_FLAGS b=L1
     6 |                                 | sfpxor L1, a
     7 |                                 | sfpxor L2, a
     8 | ...                             | [v2] AND_L2 b=L1
     9 | ...                             | [v1] sfpsetcc L2, 0, SFPSETCC_LREG_LT0
    10 | ...                             | sfpshft a, L0, -31, SHIFT_BY
    11 | ...                             | sfpiadd a, L12, 0, SFPIADD_MINUS_NONE
    12 | ...                             | sfpencc 0, 0
    13 | ...                             |                                        |     |       | [v2] sfpstore a, [v2], INT32
    .endschedule

    .schedule_setup add_int32
    .schedule_loop add_int32, VECTORS, FORM
#endif
