/*
 * cos(x) of a tile of fp32, in place, for |x| up to 2^14 pi, with the remainder of x rounded once. See README.md.
 *
 * kernel: cos where |x| <= 2^14 pi, closer, fp32
 * arch: wormhole blackhole
 * domain: |x| <= 51471, which is 2^14 pi; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 24, blackhole 23.5
 * sweep wormhole: --fn=cos --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=1.68144764 cycles=25
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * sweep blackhole: --fn=cos --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=1.68144764 cycles=24.4375
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * long wormhole: --fn=cos --in=fp32
 *     max_ulp=2 max_real_ulp=2.21951282 cycles=25
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * long blackhole: --fn=cos --in=fp32
 *     max_ulp=2 max_real_ulp=2.21951282 cycles=24.4375
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 31 cycles and 2.3986 ULP where |x| <= 51471 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
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
#ifdef ARCH_WORMHOLE
    .schedule sine
    .period 48
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                 | Simple                 | MAD                           | Round                              | Store
     0 | sfpload L0, 0, FP32, STAY
     1 | sfpload L3, 2, FP32, STAY
     2 | sfploadi L4, SHORT(MAGIC_PARTS), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, FP32, STAY
     4 | [w] sfpload L5, 2, FP32, STAY                        |                        | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L1, 0xFF80, SFPLOADI_SHORT                  |                        | [w] sfpmad L5, L11, L5, L4, 0
     6 | sfploadi L4, SHORT(HALF_MINUS), SFPLOADI_FLOATB      | [v] sfpand L2, L2 b=L1
     7 | sfploadi L4, LOW(HALF_MINUS), SFPLOADI_LOWER         | [w] sfpand L5, L5 b=L1
     8 |                                                      |                        | sfpmad L1, L2, L10, L4, 0
     9 |                                                      |                        | sfpmad L4, L5, L10, L4, 0     | [v] sfpshft2 L2, L2, 24, SHIFT2_BY
    10 |                                                      |                        | sfpmad L0, L1, L12, L0, 0     | [w] sfpshft2 L5, L5, 24, SHIFT2_BY
    11 |                                                      |                        | sfpmad L3, L4, L12, L3, 0
    12 | sfploadi L7, SHORT(MINUS(MINUS_Q1)), SFPLOADI_FLOATB
    13 |                                                      |                        | sfpmad L0, L1, L7, L0, 0
    14 |                                                      |                        | sfpmad L3, L4, L7, L3, 0
    15 | sfploadi L6, HALF(MINUS(MINUS_Q2)), SFPLOADI_FLOATA
    16 |                                                      | sfpxor L0, L2
    17 |                                                      | sfpxor L1, L2
    18 |                                                      | sfpxor L3, L5
    19 |                                                      | sfpxor L4, L5
    20 |                                                      |                        | sfpmad L2, L1, L6, L0, 0
    21 |                                                      |                        | sfpmad L5, L4, L6, L3, 0
    22 | sfploadi L7, SHORT(MINUS_ONE), SFPLOADI_FLOATB
    23 |                                                      |                        | sfpmad L0, L2, L7, L0, 0
    24 |                                                      |                        | sfpmad L3, L5, L7, L3, 0
    25 |                                                      |                        | sfpmad L0, L1, L6, L0, 0
    26 |                                                      |                        | sfpmad L3, L4, L6, L3, 0
    27 |                                                      |                        | sfpmad L0, L1, L13, L0, 0
    28 |                                                      |                        | sfpmad L3, L4, L13, L3, 0
    29 |                                                      |                        | sfpmad L0, L2, L10, L0, 0
    30 |                                                      |                        | sfpmad L3, L5, L10, L3, 0
    31 |                                                      |                        | sfpmad L1, L0, L0, L9, 0
    32 |                                                      |                        | sfpmad L4, L3, L3, L9, 0
    33 | sfploadi L6, SHORT(C9), SFPLOADI_FLOATB
    34 | sfploadi L7, HALF(C7), SFPLOADI_FLOATA
    35 |                                                      |                        | sfpmad L2, L1, L6, L7, 0
    36 |                                                      |                        | sfpmad L5, L4, L6, L7, 0
    37 | sfploadi L7, SHORT(C5), SFPLOADI_FLOATB
    38 | sfploadi L7, LOW(C5), SFPLOADI_LOWER
    39 |                                                      |                        | sfpmad L2, L1, L2, L7, 0
    40 |                                                      |                        | sfpmad L5, L4, L5, L7, 0
    41 | [z] sfpload L7, 2, FP32, STEP
    42 | [y] sfpload L6, 0, FP32, STEP
    43 |                                                      |                        | sfpmad L7, L4, L5, L14, 0
    44 |                                                      |                        | sfpmad L6, L1, L2, L14, 0
    45 |                                                      |                        | sfpmul L4, L4, L3, 0
    46 |                                                      |                        | sfpmul L1, L1, L0, 0
    47 |                                                      |                        | sfpmad L7, L4, L7, L3, 0
    48 |                                                      |                        | [y] sfpmad L6, L1, L6, L0, 0
    49 |                                                      |                        |                               |                                    | [z] sfpstore L7, [z], FP32
    50 |                                                      |                        |                               |                                    | [y] sfpstore L6, [y], FP32
    .endschedule
#else
    .schedule sine
    .period 47
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                 | Simple                   | MAD                                      | Round                              | Store
     0 | sfpload L0, 0, FP32, STAY
     1 | sfpload L3, 2, FP32, STAY
     2 | sfploadi L4, SHORT(MAGIC_PARTS), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, FP32, STAY
     4 | [w] sfpload L5, 2, FP32, STAY                        |                          | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L1, 0xFF80, SFPLOADI_SHORT                  |                          | [w] sfpmad L5, L11, L5, L4, 0
     6 | sfploadi L4, SHORT(HALF_MINUS), SFPLOADI_FLOATB      | [v] sfpand L2, L2, L1, 0
     7 | sfploadi L4, LOW(HALF_MINUS), SFPLOADI_LOWER         | [w] sfpand L5, L5, L1, 0
     8 |                                                      |                          | sfpmad L1, L2, L10, L4, 0
     9 |                                                      |                          | sfpmad L4, L5, L10, L4, 0                | [v] sfpshft2 L2, L2, 24, SHIFT2_BY
    10 |                                                      |                          | sfpmad L0, L1, L12, L0, 0                | [w] sfpshft2 L5, L5, 24, SHIFT2_BY
    11 |                                                      |                          | sfpmad L3, L4, L12, L3, 0
    12 | sfploadi L7, SHORT(MINUS(MINUS_Q1)), SFPLOADI_FLOATB
    13 |                                                      |                          | sfpmad L0, L1, L7, L0, 0
    14 |                                                      |                          | sfpmad L3, L4, L7, L3, 0
    15 | sfploadi L6, HALF(MINUS(MINUS_Q2)), SFPLOADI_FLOATA
    16 |                                                      | sfpxor L0, L2
    17 |                                                      | sfpxor L1, L2
    18 |                                                      | sfpxor L3, L5
    19 |                                                      | sfpxor L4, L5
    20 |                                                      |                          | sfpmad L2, L1, L6, L0, 0
    21 |                                                      |                          | sfpmad L5, L4, L6, L3, 0
    22 |                                                      |                          | sfpmad L0, L2, L10, L0, SFPMAD_NEGATE_VA
    23 |                                                      |                          | sfpmad L3, L5, L10, L3, SFPMAD_NEGATE_VA
    24 |                                                      |                          | sfpmad L0, L1, L6, L0, 0
    25 |                                                      |                          | sfpmad L3, L4, L6, L3, 0
    26 |                                                      |                          | sfpmad L0, L1, L13, L0, 0
    27 |                                                      |                          | sfpmad L3, L4, L13, L3, 0
    28 |                                                      |                          | sfpmad L0, L2, L10, L0, 0
    29 |                                                      |                          | sfpmad L3, L5, L10, L3, 0
    30 |                                                      |                          | sfpmad L1, L0, L0, L9, 0
    31 |                                                      |                          | sfpmad L4, L3, L3, L9, 0
    32 | sfploadi L6, SHORT(C9), SFPLOADI_FLOATB
    33 | sfploadi L7, HALF(C7), SFPLOADI_FLOATA
    34 |                                                      |                          | sfpmad L2, L1, L6, L7, 0
    35 |                                                      |                          | sfpmad L5, L4, L6, L7, 0
    36 | sfploadi L7, SHORT(C5), SFPLOADI_FLOATB
    37 | sfploadi L7, LOW(C5), SFPLOADI_LOWER
    38 |                                                      |                          | sfpmad L2, L1, L2, L7, 0
    39 |                                                      |                          | sfpmad L5, L4, L5, L7, 0
    40 | [z] sfpload L7, 2, FP32, STEP
    41 | [y] sfpload L6, 0, FP32, STEP
    42 |                                                      |                          | sfpmad L7, L4, L5, L14, 0
    43 |                                                      |                          | sfpmad L6, L1, L2, L14, 0
    44 |                                                      |                          | sfpmul L4, L4, L3, 0
    45 |                                                      |                          | sfpmul L1, L1, L0, 0
    46 |                                                      |                          | sfpmad L7, L4, L7, L3, 0
    47 |                                                      |                          | [y] sfpmad L6, L1, L6, L0, 0
    48 |                                                      |                          |                                          |                                    | [z] sfpstore L7, [z], FP32
    49 |                                                      |                          |                                          |                                    | [y] sfpstore L6, [y], FP32
    .endschedule
#endif

    .schedule_setup sine
#endif

    set_constant 11, MINUS_J_OF_X
    set_constant 12, MINUS(MINUS_Q0)
    set_constant 13, MINUS(MINUS_Q3)
    set_constant 14, C3

#ifdef PLAIN
.macro two
    find_small_k_and_half FP32
    subtract_small_k MINUS(MINUS_Q1)
    subtract_close MINUS(MINUS_Q2), 24
    store_sine
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
