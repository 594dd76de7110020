/*
 * a * b of tiles of int32, to a third tile, on Blackhole; the lower 32 bits. See README.md.
 *
 * The table was found by
 *   sfpsched --arch=blackhole --conflicts=0 --period=7 -DPLAIN -I examples examples/mul-int32/mul.S
 * in a minute, and is there again in seconds with --pin=examples/mul-int32/mul.S. Names are put for numbers.
 */
    .arch blackhole
#include "../schedule.h"

/* a, b and the result follow each other in Dst; a vector takes 2 rows. */
#define B 2 * VECTORS
#define RESULT 4 * VECTORS

#ifdef PLAIN
    ttreplay 0, 13, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, B, INT32, STAY
    sfpshft L2, L0, -23, SFPSHFT_IMM_LREGC    // a1
    sfpshft L3, L1, -23, SFPSHFT_IMM_LREGC    // b1
    sfpmul24 L4, L0, L1, SFPMUL24_UPPER      // h
    sfpmul24 L2, L2, L1, SFPMUL24_LOWER
    sfpmul24 L3, L0, L3, SFPMUL24_LOWER
    sfpmul24 L5, L0, L1, SFPMUL24_LOWER      // l
    sfpiadd L2, L4, 0, SFPIADD_LREG_NONE
    sfpiadd L2, L3, 0, SFPIADD_LREG_NONE
    sfpshft L2, L0, 23, SHIFT_BY
    sfpiadd L2, L5, 0, SFPIADD_LREG_NONE
    sfpstore L2, RESULT, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 13, 0, 0
    .endr
#else
    .schedule mul
    .period 7
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L3, L0
    .rotate b = L5, L4
    .delays instructions, gapless
     t | Load                                | Simple                                         | MAD                                      | Round                                             | Store
     0 | [v0] sfpload L2, B, INT32, STAY
     2 | [v1] sfpload L6, 0, INT32, STAY
     3 |                                     |                                                | sfpmul24 a, L2, L6, SFPMUL24_UPPER
     4 | [v2] sfpload L1, 0, INT32, STAY     |                                                |                                          | [v1] sfpshft2 L6, L13, 0, SFPSHFT2_SHFT_LREG b=L6
     5 | [v3] sfpload b, RESULT, INT32, STEP |                                                | [v1] sfpmul24 L6, L2, L6, SFPMUL24_LOWER
     6 |                                     |                                                | sfpmul24 b, L2, L1, SFPMUL24_LOWER       | [v0] sfpshft2 L2, L13, 0, SFPSHFT2_SHFT_LREG b=L2
     7 |                                     |                                                | [v2] sfpmul24 L1, L2, L1, SFPMUL24_LOWER
     8 |                                     | sfpiadd L6, a, 0, SFPIADD_LREG_NONE
     9 |                                     | [v2] sfpiadd L1, L1, 0, SFPIADD_LREG_NONE b=L6
    10 |                                     |                                                |                                          | [v2] sfpshft2 L1, L0, 23, SHIFT2_BY
    11 |                                     | [v3] sfpiadd L16, L1, 0, SFPIADD_LREG_NONE b=b
    13 |                                     |                                                |                                          |                                                   | [v3] sfpstore L16, [v3], INT32
    .endschedule

    .schedule_setup mul
    set_constant 13, 0xFFFFFFE9      // -23: down
    .schedule_loop mul, VECTORS, FORM
#endif
