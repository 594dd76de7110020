/*
 * The number of bits that are set, for a tile of int32 or uint32, in place. See README.md.
 *
 * kernel: popcount, int32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 14
 * sweep: --fn=popcount --in=uint16 --dst-format=uint32
 *     max_ulp=0 max_real_ulp=0 cycles=14.90625
 * sweep: --fn=popcount --in=uint32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=14.90625
 * long: --fn=popcount --in=uint32
 *     max_ulp=0 max_real_ulp=0 cycles=14.90625
 * twin: -DPLAIN --in=uint32 --sample=300000
 * twin long: -DPLAIN --in=uint32
 * left: L11
 */
#include "../schedule.h"

    sfploadi L3, -1, SFPLOADI_SHORT
    sfploadi L4, -2, SFPLOADI_SHORT
    sfploadi L5, -4, SFPLOADI_SHORT
    sfploadi L6, 8, SFPLOADI_SHORT
    sfploadi L7, 16, SFPLOADI_SHORT
    set_constant 12, 0x55555555
    set_constant 13, 0x33333333
    set_constant 14, 0x0F0F0F0F

#ifdef PLAIN
    ttreplay 0, 17, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpshft2 L1, L3, 0, SFPSHFT2_SHFT_LREG
    bit_and L1, L12
    sfpiadd L1, L0, 0, SFPIADD_MINUS_NONE // x - (x >> 1 & 5...): pairs of bits, each 0 to 2
    sfpshft2 L2, L4, 1, SFPSHFT2_SHFT_LREG
    bit_and L1, L13
    bit_and L2, L13
    sfpiadd L1, L2, 0, NO_FLAGS         // fours, of 0 to 4
    sfpshft2 L2, L5, 1, SFPSHFT2_SHFT_LREG
    sfpiadd L1, L2, 0, NO_FLAGS
    bit_and L1, L14                     // bytes, of 0 to 8
    sfpshft2 L2, L6, 1, SFPSHFT2_SHFT_LREG
    sfpiadd L1, L2, 0, NO_FLAGS
    sfpshft2 L2, L7, 1, SFPSHFT2_SHFT_LREG
    sfpiadd L1, L2, 0, NO_FLAGS         // the highest byte has the sum of all
    sfpshft L1, L0, -24, SHIFT_BY
    sfpstore L1, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 17, 0, 0
    .endr
#else
#ifdef ARCH_BLACKHOLE
#define AND(x, y) sfpand x, L0, y, SFPAND_VD
#else
#define AND(x, y) sfpand x, y
#endif
    .schedule popcount
    .period 14
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                            | Simple                                | MAD | Round                                       | Store
     0 | [v0] sfpload L1, 0, INT32, STAY
     1 |                                 |                                       |     | sfpshft2 L0, L3, 0, SFPSHFT2_SHFT_LREG b=L1
     2 |                                 | AND(L0, L12)
     3 |                                 | sfpiadd L0, L1, 0, SFPIADD_MINUS_NONE
     4 |                                 |                                       |     | sfpshft2 L1, L4, 1, SFPSHFT2_SHFT_LREG b=L0
     5 |                                 | AND(L0, L13)
     6 |                                 | AND(L1, L13)
     7 | [v1] sfpload L0, 0, INT32, STAY | [v0] sfpiadd L1, L0, 0, NO_FLAGS
     8 |                                 |                                       |     | sfpshft2 L0, L5, 1, SFPSHFT2_SHFT_LREG b=L1
     9 | [v2] sfpload L2, 0, INT32, STEP | [v1] sfpiadd L0, L0, 0, NO_FLAGS b=L1
    10 |                                 | AND(L0, L14)
    11 |                                 |                                       |     | sfpshft2 L2, L6, 1, SFPSHFT2_SHFT_LREG b=L0
    12 |                                 | sfpiadd L0, L2, 0, NO_FLAGS
    13 |                                 |                                       |     | sfpshft2 L2, L7, 1, SFPSHFT2_SHFT_LREG b=L0
    14 | ...                             | [v2] sfpiadd L2, L0, 0, NO_FLAGS
    16 | ...                             |                                       |     | [v2] sfpshft2 L16, L0, -24, SHIFT2_BY b=L2
    17 | ...                             |                                       |     |                                             | [v2] sfpstore L16, [v2], INT32
    .endschedule

    .schedule_setup popcount
    .schedule_loop popcount, VECTORS, FORM
#endif
