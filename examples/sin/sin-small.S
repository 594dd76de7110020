/*
 * sin(x) of a tile of fp32, in place, for |x| up to 2^15 pi. See README.md.
 *
 * kernel: sin where |x| <= 2^15 pi, fp32
 * arch: wormhole blackhole
 * domain: |x| <= 102943, which is 2^15 pi; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 18, blackhole 17.5
 * sweep wormhole: --fn=sin --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.08200319 cycles=18.96875
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * sweep blackhole: --fn=sin --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.08200319 cycles=18.46875
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * long wormhole: --fn=sin --in=fp32
 *     max_ulp=2 max_real_ulp=2.41138778 cycles=18.96875
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * long blackhole: --fn=sin --in=fp32
 *     max_ulp=2 max_real_ulp=2.41138778 cycles=18.46875
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 27 cycles and 2.4739 ULP where |x| <= 102943 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 */
#include "../schedule.h"
#include "coefficients.h"
#include "constants.h"
#include "two.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, with macros. v and w load x again, for k and the bits of the sign. y and z make the results and
 * store them.
 */
#ifdef ARCH_WORMHOLE
    .schedule sine
    .period 36
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                | Simple        | MAD                           | Round                              | Store
     0 | sfpload L0, 0, FP32, STAY
     1 | sfpload L3, 2, FP32, STAY
     2 | sfploadi L4, SHORT(MAGIC_J), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, FP32, STAY
     4 | [w] sfpload L5, 2, FP32, STAY                       |               | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L4, SHORT(MINUS(MAGIC_J)), SFPLOADI_FLOATB |               | [w] sfpmad L5, L11, L5, L4, 0
     6 |                                                     |               | sfpmad L1, L2, L10, L4, 0
     7 |                                                     |               | sfpmad L4, L5, L10, L4, 0
     8 |                                                     |               | sfpmad L0, L1, L12, L0, 0     | [v] sfpshft2 L2, L2, 31, SHIFT2_BY
     9 |                                                     |               | sfpmad L3, L4, L12, L3, 0     | [w] sfpshft2 L5, L5, 31, SHIFT2_BY
    10 | sfploadi L7, SHORT(MINUS_Q1), SFPLOADI_FLOATB
    11 |                                                     |               | sfpmad L0, L1, L7, L0, 0
    12 |                                                     |               | sfpmad L3, L4, L7, L3, 0
    13 | sfploadi L6, HALF(MINUS_Q2), SFPLOADI_FLOATA
    14 |                                                     |               | sfpmad L0, L1, L6, L0, 0
    15 |                                                     |               | sfpmad L3, L4, L6, L3, 0
    16 |                                                     |               | sfpmad L0, L1, L13, L0, 0
    17 |                                                     |               | sfpmad L3, L4, L13, L3, 0
    18 |                                                     |               | sfpmad L1, L0, L0, L9, 0
    19 |                                                     |               | sfpmad L4, L3, L3, L9, 0
    20 |                                                     | sfpxor L0, L2
    21 |                                                     | sfpxor L3, L5
    22 | sfploadi L6, SHORT(C9), SFPLOADI_FLOATB
    23 | sfploadi L7, HALF(C7), SFPLOADI_FLOATA
    24 |                                                     |               | sfpmad L2, L1, L6, L7, 0
    25 |                                                     |               | sfpmad L5, L4, L6, L7, 0
    26 | sfploadi L7, SHORT(C5), SFPLOADI_FLOATB
    27 | sfploadi L7, LOW(C5), SFPLOADI_LOWER
    28 |                                                     |               | sfpmad L2, L1, L2, L7, 0
    29 |                                                     |               | sfpmad L5, L4, L5, L7, 0
    30 | [y] sfpload L6, 0, FP32, STEP
    31 | [z] sfpload L7, 2, FP32, STEP
    32 |                                                     |               | sfpmad L6, L1, L2, L14, 0
    33 |                                                     |               | sfpmad L7, L4, L5, L14, 0
    34 |                                                     |               | sfpmul L1, L1, L0, 0
    35 |                                                     |               | sfpmul L4, L4, L3, 0
    36 |                                                     |               | [y] sfpmad L6, L1, L6, L0, 0
    37 |                                                     |               | [z] sfpmad L7, L4, L7, L3, 0
    38 |                                                     |               |                               |                                    | [y] sfpstore L6, [y], FP32
    39 |                                                     |               |                               |                                    | [z] sfpstore L7, [z], FP32
    .endschedule
#else
    .schedule sine
    .period 35
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                          | Simple        | MAD                                      | Round                              | Store
     0 | sfpload L0, 0, FP32, STAY
     1 | sfpload L3, 2, FP32, STAY
     2 | sfploadi L4, SHORT(MAGIC_J), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, FP32, STAY
     4 | [w] sfpload L5, 2, FP32, STAY                 |               | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L7, SHORT(MINUS_Q1), SFPLOADI_FLOATB |               | [w] sfpmad L5, L11, L5, L4, 0
     6 |                                               |               | sfpmad L1, L2, L10, L4, SFPMAD_NEGATE_VC
     7 |                                               |               | sfpmad L4, L5, L10, L4, SFPMAD_NEGATE_VC
     8 |                                               |               | sfpmad L0, L1, L12, L0, 0                | [v] sfpshft2 L2, L2, 31, SHIFT2_BY
     9 |                                               |               | sfpmad L3, L4, L12, L3, 0                | [w] sfpshft2 L5, L5, 31, SHIFT2_BY
    10 |                                               |               | sfpmad L0, L1, L7, L0, 0
    11 |                                               |               | sfpmad L3, L4, L7, L3, 0
    12 | sfploadi L6, HALF(MINUS_Q2), SFPLOADI_FLOATA
    13 |                                               |               | sfpmad L0, L1, L6, L0, 0
    14 |                                               |               | sfpmad L3, L4, L6, L3, 0
    15 |                                               |               | sfpmad L0, L1, L13, L0, 0
    16 |                                               |               | sfpmad L3, L4, L13, L3, 0
    17 |                                               |               | sfpmad L1, L0, L0, L9, 0
    18 |                                               |               | sfpmad L4, L3, L3, L9, 0
    19 |                                               | sfpxor L0, L2
    20 |                                               | sfpxor L3, L5
    21 | sfploadi L6, SHORT(C9), SFPLOADI_FLOATB
    22 | sfploadi L7, HALF(C7), SFPLOADI_FLOATA
    23 |                                               |               | sfpmad L2, L1, L6, L7, 0
    24 |                                               |               | sfpmad L5, L4, L6, L7, 0
    25 | sfploadi L7, SHORT(C5), SFPLOADI_FLOATB
    26 | sfploadi L7, LOW(C5), SFPLOADI_LOWER
    27 |                                               |               | sfpmad L2, L1, L2, L7, 0
    28 |                                               |               | sfpmad L5, L4, L5, L7, 0
    29 | [y] sfpload L6, 0, FP32, STEP
    30 | [z] sfpload L7, 2, FP32, STEP
    31 |                                               |               | sfpmad L6, L1, L2, L14, 0
    32 |                                               |               | sfpmad L7, L4, L5, L14, 0
    33 |                                               |               | sfpmul L1, L1, L0, 0
    34 |                                               |               | sfpmul L4, L4, L3, 0
    35 |                                               |               | [y] sfpmad L6, L1, L6, L0, 0
    36 |                                               |               | [z] sfpmad L7, L4, L7, L3, 0
    37 |                                               |               |                                          |                                    | [y] sfpstore L6, [y], FP32
    38 |                                               |               |                                          |                                    | [z] sfpstore L7, [z], FP32
    .endschedule
#endif

    .schedule_setup sine
#endif

    set_constant 11, J_OF_X
    set_constant 12, MINUS_Q0
    set_constant 13, MINUS_Q3
    set_constant 14, C3

#ifdef PLAIN
.macro two
    find_small_k FP32
    subtract_small_k MINUS_Q1
    subtract_third_part MINUS_Q2
    subtract_last_part 31
    store_sine
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
