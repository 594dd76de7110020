/*
 * a * b of tiles of int32, to a third tile, on Wormhole; the lower 32 bits. See README.md.
 *
 * kernel: multiply, int32
 * arch: wormhole
 * domain: all
 * cycles: 22
 * sweep: --fn=wrapping_mul --in=int32 --result=128 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=23.09375
 * long: --fn=wrapping_mul --in=int32 --result=128 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=23.09375
 * twin: -DPLAIN --in=int32 --operands=2 --result=128 --sample=300000
 * left: L11
 * published: 31 cycles, https://github.com/tenstorrent/tt-metal/pull/32938
 */
    .arch wormhole
#include "../schedule.h"

/* a, b and the result follow each other in Dst; a vector takes 2 rows. */
#define B 2 * VECTORS
#define RESULT 4 * VECTORS

    set_constant 12, 0x000007FF
    set_constant 13, 0x4B000000         // 2^23: the mantissa of the sum is the integer
    set_constant 14, 0x4B0002D4         // 2^23 + 724: times 2^22, 724 removes the exponent of the lowest sum
#ifdef PLAIN
    sfploadi L6, -11, SFPLOADI_SHORT
    sfploadi L7, -22, SFPLOADI_SHORT

    ttreplay 0, 27, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpshft2 L1, L6, 0, SFPSHFT2_SHFT_LREG
    sfpshft2 L2, L7, 0, SFPSHFT2_SHFT_LREG
    sfpand L0, L12
    sfpand L1, L12
    sfpcast L0, L0, 0                   // a0: a = 2^22 a2 + 2^11 a1 + a0
    sfpcast L1, L1, 0                   // a1
    sfpcast L2, L2, 0                   // a2
    sfpload L3, B, INT32, STAY
    sfpshft2 L4, L6, 3, SFPSHFT2_SHFT_LREG
    sfpshft2 L5, L7, 3, SFPSHFT2_SHFT_LREG
    sfpand L3, L12
    sfpand L4, L12
    sfpcast L3, L3, 0                   // b0
    sfpmad L2, L2, L3, L14, 0           // high: a2 b0
    sfpcast L4, L4, 0                   // b1
    sfpmad L2, L1, L4, L2, 0            // + a1 b1
    sfpcast L5, L5, 0                   // b2
    sfpmad L2, L0, L5, L2, 0            // + a0 b2
    sfpmad L1, L1, L3, L13, 0           // middle: a1 b0
    sfpmad L3, L0, L3, L13, 0           // low: a0 b0
    sfpmad L1, L0, L4, L1, 0            // + a0 b1
    sfpshft L2, L0, 22, SHIFT_BY
    sfpiadd L2, L3, 0, NO_FLAGS
    sfpshft L1, L0, 11, SHIFT_BY
    sfpiadd L2, L1, 0, NO_FLAGS
    sfpstore L2, RESULT, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 27, 0, 0
    .endr
#else
    .schedule mul
    .period 22
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions, gapless
     t | Load                                 | Simple                       | MAD                       | Round                                | Store
     0 | [v0] sfpload L5, B, INT32, STAY
     2 |                                      | sfpand L5, L12
     5 |                                      | sfpcast L2, L5, 0
     6 | [v1] sfpload L5, RESULT, INT32, STAY
     7 | sfpload L5, 0, INT32, STAY
     8 | [v2] sfpload L1, 0, INT32, STAY      | [v0] sfpand L5, L12
     9 |                                      | sfpcast L7, L5, 0            |                           | [v2] sfpshft2 L1, L0, -11, SHIFT2_BY
    10 | [v3] sfpload L5, 0, INT32, STAY
    11 |                                      | [v2] sfpand L1, L12          |                           | [v1] sfpshft2 L5, L0, -22, SHIFT2_BY
    12 | [v4] sfpload L4, B, INT32, STAY      | [v1] sfpcast L5, L5, 0
    13 | [v5] sfpload L6, B, INT32, STEP      |                              |                           | [v4] sfpshft2 L4, L0, -11, SHIFT2_BY
    14 |                                      |                              | sfpmad L0, L7, L2, L13, 0
    15 |                                      | [v4] sfpand L4, L12          | sfpmad L3, L5, L2, L14, 0
    16 |                                      | sfpcast L1, L1, 0
    17 |                                      | [v3] sfpcast L5, L4, 0       | sfpmad L4, L2, L1, L13, 0
    18 |                                      |                              | sfpmad L2, L1, L5, L3, 0  | [v5] sfpshft2 L6, L0, -22, SHIFT2_BY
    19 |                                      | [v5] sfpcast L6, L6, 0       | sfpmad L1, L7, L5, L4, 0
    20 |                                      |                              | sfpmad L6, L6, L7, L2, 0
    21 |                                      | sfpshft L1, L0, 11, SHIFT_BY
    23 | ...                                  |                              |                           | sfpshft2 L4, L0, 22, SHIFT2_BY
    25 | ...                                  | sfpiadd L4, L0, 0, NO_FLAGS
    26 | ...                                  | sfpiadd L4, L1, 0, NO_FLAGS
    33 | ...                                  |                              |                           |                                      | sfpstore L4, RESULT, INT32, STAY
    .endschedule

    .schedule_setup mul
    .schedule_loop mul, VECTORS, FORM
#endif
