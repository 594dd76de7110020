/*
 * a * b of tiles of uint16, to a third tile, on Wormhole; the lower 16 bits. See README.md.
 *
 * kernel: multiply, uint16
 * arch: wormhole
 * domain: all
 * cycles: 11
 * sweep: --fn=wrapping_mul --in=uint16 --result=128 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=11.71875
 * long: --fn=wrapping_mul --in=uint16 --result=128
 *     max_ulp=0 max_real_ulp=0 cycles=11.71875
 * twin: -DPLAIN --in=uint16 --operands=2 --result=128 --sample=300000
 * twin long: -DPLAIN --in=uint16 --operands=2 --result=128
 * solved: wormhole found 11 floor 7 shorter open inputs drawn
 * left: L11 L14
 * published: 12 cycles, tt-llk's ckernel_sfpu_mul_int.h
 */
    .arch wormhole
#include "../schedule.h"

/* a, b and the result follow each other in Dst; a vector takes 2 rows. */
#define B 2 * VECTORS
#define RESULT 4 * VECTORS

#ifndef PLAIN
    .schedule mul
    .period 11
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate al = L4, L2
    .rotate ah = L2, L4
    .rotate bl = L7, L3
    .rotate low = L0, L2            // al * bl
    .rotate middle = L6, L0         // al * bh + ah * bl
    .rotate other = L6, L2          // of the two, the one that is not in L0
    .delays instructions
     t | Load                                 | Simple                   | MAD                              | Round                           | Store
     0 | [al] sfpload al, 0, UINT16, STAY
     1 | [bh] sfpload L1, B, UINT16, STAY     | [al] sfpand al, al b=L12
     2 |                                      | sfpcast L5, al, 0        |                                  | [bh] sfpshft2 L1, L0, -8, SHIFT2_BY
     3 | [bl] sfpload L0, B, UINT16, STAY     | [bh] sfpcast L1, L1, 0
     4 | [ah] sfpload ah, 0, UINT16, STAY     | [bl] sfpand L0, L0 b=L12
     5 |                                      | sfpcast bl, L0, 0        | [bh] sfpmad L1, L5, L1, L13, 0   | [ah] sfpshft2 ah, L0, -8, SHIFT2_BY
     6 |                                      | [ah] sfpcast ah, ah, 0   | sfpmad low, bl, L5, L13, 0
     7 |                                      |                          | sfpmad middle, bl, ah, L1, 0
     8 | [r] sfpload L1, RESULT, UINT16, STEP
     9 |                                      | sfpshft middle, L0, 8, SHIFT_BY
    10 |                                      | sfpiadd L0, other, 0, 4
    11 |                                      |                          |                                  |                                 | [r] sfpstore L0, [r], UINT16
    .endschedule

    .schedule_setup mul
#endif

    set_constant 12, 0x000000FF
    set_constant 13, 0x4B000000     // 2^23: the mantissa of the sum is the integer

#ifdef PLAIN
    ttreplay 0, 19, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpload L1, B, UINT16, STAY
    sfpmov L2, L0, 0
    sfpmov L3, L1, 0
    sfpand L0, L12
    sfpand L1, L12
    sfpshft L2, L2, -8, SHIFT_BY
    sfpshft L3, L3, -8, SHIFT_BY
    sfpcast L0, L0, 0
    sfpcast L1, L1, 0
    sfpcast L2, L2, 0
    sfpcast L3, L3, 0
    sfpmad L4, L0, L3, L13, 0
    sfpmad L0, L0, L1, L13, 0
    sfpmad L4, L2, L1, L4, 0
    sfpnop
    sfpshft L4, L4, 8, SHIFT_BY
    sfpiadd L0, L4, 0, 4
    sfpstore L0, RESULT, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 19, 0, 0
    .endr
#else
    .schedule_loop mul, VECTORS, FORM
#endif
