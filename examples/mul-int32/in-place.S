/*
 * a * b of tiles of int32, in place of a, on Blackhole; the lower 32 bits. See README.md.
 *
 * The table was found by
 *   sfpsched --arch=blackhole --conflicts=0 --period=6 -DPLAIN -I examples examples/mul-int32/in-place.S
 * in a minute; sfpsched finds it again in seconds with --pin=examples/mul-int32/in-place.S. Names replace the numbers
 * that sfpsched prints.
 *
 * kernel: multiply, int32, in place
 * arch: blackhole
 * domain: all
 * cycles: 6
 * sweep: --fn=wrapping_mul --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=6.8125
 * long: --fn=wrapping_mul --in=int32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=6.8125
 * twin: -DPLAIN --in=int32 --operands=2 --sample=300000
 * solved: blackhole found 6 floor 4 shorter open inputs drawn
 * left: L3 L11 L12 L14
 * published: 8 cycles, to any tile, https://github.com/tenstorrent/tt-metal/pull/32634
 */
    .arch blackhole
#include "../schedule.h"

#define B 2 * VECTORS   /* a, then b; a vector takes 2 rows */

#ifdef PLAIN
#define TO 0
#include "plain.h"
#else
    .schedule in_place
    .period 6
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L0, L5, L7
    .rotate b = L7, L6, L5
    .delays instructions, gapless
     t | Load                            | Simple                                         | MAD                                    | Round                                             | Store
     0 | [v0] sfpload L1, B, INT32, STAY
     1 | [v1] sfpload a, 0, INT32, STAY
     3 |                                 |                                                | sfpmul24 L4, a, L1, SFPMUL24_UPPER
     4 |                                 |                                                | sfpmul24 L2, a, L1, SFPMUL24_LOWER     | [v1] sfpshft2 a, L13, 0, SFPSHFT2_SHFT_LREG b=a
     5 | [v2] sfpload b, 0, INT32, STEP  |                                                | [v1] sfpmul24 a, L1, a, SFPMUL24_LOWER | [v0] sfpshft2 L1, L13, 0, SFPSHFT2_SHFT_LREG b=L1
     6 |                                 |                                                | [v2] sfpmul24 b, L1, b, SFPMUL24_LOWER
     7 |                                 | [v1] sfpiadd a, a, 0, SFPIADD_LREG_NONE b=L4
     8 |                                 | sfpiadd b, a, 0, SFPIADD_LREG_NONE
     9 |                                 |                                                |                                        | [v2] sfpshft2 b, L0, 23, SHIFT2_BY
    10 |                                 | [v2] sfpiadd L16, L2, 0, SFPIADD_LREG_NONE b=b
    11 |                                 |                                                |                                        |                                                   | [v2] sfpstore L16, [v2], INT32
    .endschedule

    .schedule_setup in_place
    set_constant 13, 0xFFFFFFE9      // -23: down
    .schedule_loop in_place, VECTORS, FORM
#endif
