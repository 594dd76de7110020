/*
 * a * b of tiles of int32, to a third tile, on Blackhole; the lower 32 bits. See README.md.
 *
 * The table was found by
 *   sfpsched --arch=blackhole --conflicts=0 --period=7 -DPLAIN -I examples examples/mul-int32/mul.S
 * in a minute or two; sfpsched finds it again in seconds with --pin=examples/mul-int32/mul.S. Names replace the numbers
 * that sfpsched prints.
 *
 * kernel: multiply, int32
 * arch: blackhole
 * domain: all
 * cycles: 7
 * sweep: --fn=wrapping_mul --in=int32 --result=128 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=7.625
 * long: --fn=wrapping_mul --in=int32 --result=128 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=7.625
 * twin: -DPLAIN --in=int32 --operands=2 --result=128 --sample=300000
 * solved: blackhole found 7 floor 4 shorter open inputs drawn
 * left: L1 L11 L12 L13 L14
 * published: 8 cycles, https://github.com/tenstorrent/tt-metal/pull/32634
 */
    .arch blackhole
#include "../schedule.h"

/* a, b and the result follow each other in Dst; a vector takes 2 rows. */
#define B 2 * VECTORS
#define RESULT 4 * VECTORS

#ifdef PLAIN
#define TO RESULT
#include "plain.h"
#else
    .schedule mul
    .period 7
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L5, L6, L5
    .rotate b = L0, L5, L4
    .rotate c = L0, L6, L4
    .rotate d = L4, L4, L6
    .delays instructions
     t | Load                                | Simple                                         | MAD                                      | Round                                   | Store
     0 | [v0] sfpload L2, B, INT32, STAY
     2 | [v1] sfpload a, B, INT32, STAY
     3 | [v2] sfpload L7, 0, INT32, STAY
     4 |                                     |                                                | sfpmul24 b, L7, L2, SFPMUL24_UPPER
     5 |                                     | [v1] sfpshft a, L7, -23, SFPSHFT_IMM_LREGC     | sfpmul24 L3, L7, L2, SFPMUL24_LOWER
     6 | [v3] sfpload d, RESULT, INT32, STEP | [v0] sfpshft L2, L2, -23, SFPSHFT_IMM_LREGC    | [v1] sfpmul24 a, L2, a, SFPMUL24_LOWER
     7 |                                     |                                                | [v2] sfpmul24 L7, L2, L7, SFPMUL24_LOWER
     8 |                                     | sfpiadd L5, c, 0, SFPIADD_LREG_NONE
     9 |                                     | [v2] sfpiadd L7, L7, 0, SFPIADD_LREG_NONE b=L5
    10 |                                     |                                                |                                          | [v3] sfpshft2 d, L0, 23, SHIFT2_BY b=L7
    11 |                                     | [v3] sfpiadd L16, L3, 0, SFPIADD_LREG_NONE b=d
    12 |                                     |                                                |                                          |                                         | [v3] sfpstore L16, [v3], INT32
    .endschedule

    .schedule_setup mul
    .schedule_loop mul, VECTORS, FORM
#endif
