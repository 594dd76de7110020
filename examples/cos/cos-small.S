/*
 * cos(x) of a tile of fp32, in place, for |x| up to 2^14 pi. See README.md.
 *
 * kernel: cos where |x| <= 2^14 pi, fp32
 * arch: wormhole blackhole
 * domain: |x| <= 51471, which is 2^14 pi; beyond it results mean nothing, and those of infinities are NaN
 * cycles: 19.5
 * sweep: --fn=cos --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=1.56530791 cycles=20.5
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * long: --fn=cos --in=fp32
 *     max_ulp=2 max_real_ulp=2.40466073 cycles=20.5
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 31 cycles and 2.3986 ULP where |x| <= 51471 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 * missed: 2.3986 ULP, by 0.0061; rounding what is left of x twice, and the result, makes up to 2.5: cos-small-close.S
 *     has less, in 24 cycles
 */
#include "../schedule.h"
#include "../sin/coefficients.h"
#include "../sin/constants.h"
#include "../sin/two.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, with macros. v and w load x again, for k and the bits of the sign. y and z make the results and
 * store them.
 */
    .schedule sine
    .period 39
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                             | Simple                   | MAD                           | Round                              | Store
     0 | sfpload L0, 0, FP32, STAY
     1 | sfpload L3, 2, FP32, STAY
     2 | sfploadi L4, SHORT(MAGIC_PARTS), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, FP32, STAY
     4 | [w] sfpload L5, 2, FP32, STAY                    |                          | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L1, 0xFF80, SFPLOADI_SHORT              |                          | [w] sfpmad L5, L11, L5, L4, 0
#ifdef ARCH_WORMHOLE
     6 | sfploadi L4, SHORT(HALF_MINUS), SFPLOADI_FLOATB  | [v] sfpand L2, L2 b=L1
     7 | sfploadi L4, LOW(HALF_MINUS), SFPLOADI_LOWER     | [w] sfpand L5, L5 b=L1
#else
     6 | sfploadi L4, SHORT(HALF_MINUS), SFPLOADI_FLOATB  | [v] sfpand L2, L2, L1, 0
     7 | sfploadi L4, LOW(HALF_MINUS), SFPLOADI_LOWER     | [w] sfpand L5, L5, L1, 0
#endif
     8 |                                                  |                          | sfpmad L1, L2, L10, L4, 0
     9 |                                                  |                          | sfpmad L4, L5, L10, L4, 0     | [v] sfpshft2 L2, L2, 24, SHIFT2_BY
    10 |                                                  |                          | sfpmad L0, L1, L12, L0, 0     | [w] sfpshft2 L5, L5, 24, SHIFT2_BY
    11 |                                                  |                          | sfpmad L3, L4, L12, L3, 0
    12 | sfploadi L7, SHORT(Q1), SFPLOADI_FLOATB
    13 |                                                  |                          | sfpmad L0, L1, L7, L0, 0
    14 |                                                  |                          | sfpmad L3, L4, L7, L3, 0
    15 | sfploadi L6, HALF(Q2), SFPLOADI_FLOATA
    16 |                                                  |                          | sfpmad L0, L1, L6, L0, 0
    17 |                                                  |                          | sfpmad L3, L4, L6, L3, 0
    18 |                                                  |                          | sfpmad L0, L1, L13, L0, 0
    19 |                                                  |                          | sfpmad L3, L4, L13, L3, 0
    20 |                                                  |                          | sfpmad L1, L0, L0, L9, 0
    21 |                                                  |                          | sfpmad L4, L3, L3, L9, 0
    22 |                                                  | sfpxor L0, L2
    23 |                                                  | sfpxor L3, L5
    24 | sfploadi L6, SHORT(C9), SFPLOADI_FLOATB
    25 | sfploadi L7, HALF(C7), SFPLOADI_FLOATA
    26 |                                                  |                          | sfpmad L2, L1, L6, L7, 0
    27 |                                                  |                          | sfpmad L5, L4, L6, L7, 0
    28 | sfploadi L7, SHORT(C5), SFPLOADI_FLOATB
    29 | sfploadi L7, LOW(C5), SFPLOADI_LOWER
    30 |                                                  |                          | sfpmad L2, L1, L2, L7, 0
    31 |                                                  |                          | sfpmad L5, L4, L5, L7, 0
    32 | [z] sfpload L7, 2, FP32, STEP
    33 | [y] sfpload L6, 0, FP32, STEP
    34 |                                                  |                          | sfpmad L7, L4, L5, L14, 0
    35 |                                                  |                          | sfpmad L6, L1, L2, L14, 0
    36 |                                                  |                          | sfpmul L4, L4, L3, 0
    37 |                                                  |                          | sfpmul L1, L1, L0, 0
    38 |                                                  |                          | sfpmad L7, L4, L7, L3, 0
    39 |                                                  |                          | [y] sfpmad L6, L1, L6, L0, 0
    40 |                                                  |                          |                               |                                    | [z] sfpstore L7, [z], FP32
    41 |                                                  |                          |                               |                                    | [y] sfpstore L6, [y], FP32
    .endschedule

    .schedule_setup sine
#endif

    set_constant 11, MINUS_J_OF_X
    set_constant 12, Q0
    set_constant 13, Q3
    set_constant 14, C3

#ifdef PLAIN
.macro two
    find_small_k_and_half FP32
    subtract_small_k Q1
    subtract_third_part Q2
    subtract_last_part 24
    store_sine
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
