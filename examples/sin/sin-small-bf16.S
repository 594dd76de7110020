/*
 * sin(x) of a tile of bf16, in place, for |x| up to 2^15 pi, correctly rounded. See README.md.
 *
 * kernel: sin where |x| <= 2^15 pi, bf16
 * arch: wormhole blackhole
 * domain: |x| <= 102943, which is 2^15 pi; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 17, blackhole 15.5
 * sweep wormhole: --fn=sin --in=bf16
 *     max_ulp=0 max_real_ulp=0.499931906 cycles=17.96875
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * sweep blackhole: --fn=sin --in=bf16
 *     max_ulp=0 max_real_ulp=0.499931906 cycles=16.375
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * twin: -DPLAIN --in=bf16
 * left: none
 * published: 25.75 cycles and 0.5001 ULP where |x| <= 102943 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 */
#include "../schedule.h"
#include "coefficients.h"
#include "constants.h"
#include "two.h"
#define THIRD_IN_L14
#include "sine-bf16.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, with macros. v and w load x again, for k and the bits of the sign. y and z make the results and
 * store them.
 */
#ifdef ARCH_WORMHOLE
    .schedule sine
    .period 34
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                | Simple                               | MAD                            | Round                              | Store
     0 | sfpload L0, 0, BF16, STAY
     1 | sfpload L3, 2, BF16, STAY
     2 | sfploadi L4, SHORT(MAGIC_J), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, BF16, STAY
     4 | [w] sfpload L5, 2, BF16, STAY                       |                                      | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L4, SHORT(MINUS(MAGIC_J)), SFPLOADI_FLOATB |                                      | [w] sfpmad L5, L11, L5, L4, 0
     6 |                                                     |                                      | sfpmad L1, L2, L10, L4, 0
     7 |                                                     |                                      | sfpmad L4, L5, L10, L4, 0
     8 |                                                     |                                      | sfpmad L0, L1, L12, L0, 0      | [v] sfpshft2 L2, L2, 31, SHIFT2_BY
     9 |                                                     |                                      | sfpmad L3, L4, L12, L3, 0      | [w] sfpshft2 L5, L5, 31, SHIFT2_BY
    10 | sfploadi L7, SHORT(MINUS_SHORT_Q1), SFPLOADI_FLOATB
    11 |                                                     |                                      | sfpmad L0, L1, L7, L0, 0
    12 |                                                     |                                      | sfpmad L3, L4, L7, L3, 0
    13 |                                                     |                                      | sfpmad L0, L1, L13, L0, 0
    14 |                                                     |                                      | sfpmad L3, L4, L13, L3, 0
    15 |                                                     |                                      | sfpmad L1, L0, L0, L9, 0
    16 |                                                     |                                      | sfpmad L4, L3, L3, L9, 0
    17 |                                                     | sfpxor L0, L2
    18 |                                                     | sfpxor L3, L5
    19 | sfploadi L6, SHORT(S7), SFPLOADI_FLOATB
    20 | sfploadi L7, HALF(S5), SFPLOADI_FLOATA
    21 |                                                     |                                      | sfpmad L2, L1, L6, L7, 0
    22 |                                                     |                                      | sfpmad L5, L4, L6, L7, 0
    23 |                                                     |                                      | sfpmad L2, L1, L2, L14, 0
    24 |                                                     |                                      | sfpmad L5, L4, L5, L14, 0
    25 | sfploadi L7, SHORT(S1), SFPLOADI_FLOATB
    26 | sfploadi L7, LOW(S1), SFPLOADI_LOWER
    27 |                                                     |                                      | sfpmad L2, L1, L2, L7, 0
    28 |                                                     |                                      | sfpmad L5, L4, L5, L7, 0
    29 | sfploadi L1, 0x8000, SFPLOADI_USHORT
    30 | [y] sfpload L6, 0, BF16, STEP
    31 | [z] sfpload L7, 2, BF16, STEP
    32 |                                                     |                                      | sfpmul L6, L0, L2, 0
    33 |                                                     |                                      | sfpmul L7, L3, L5, 0
    34 |                                                     |                                      | [y] sfpmuli L6, SHORT(LAST), 0
    35 |                                                     |                                      | [z] sfpmuli L7, SHORT(LAST), 0
    36 |                                                     | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L1
    37 |                                                     | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L1 |                                |                                    | [y] sfpstore L6, [y], BF16
    38 |                                                     |                                      |                                |                                    | [z] sfpstore L7, [z], BF16
    .endschedule
#else
    .schedule sine
    .period 31
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                | Simple                               | MAD                                      | Round                              | Store
     0 | sfpload L0, 0, BF16, STAY
     1 | sfpload L3, 2, BF16, STAY
     2 | sfploadi L4, SHORT(MAGIC_J), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, BF16, STAY
     4 | [w] sfpload L5, 2, BF16, STAY                       |                                      | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L7, SHORT(MINUS_SHORT_Q1), SFPLOADI_FLOATB |                                      | [w] sfpmad L5, L11, L5, L4, 0
     6 |                                                     |                                      | sfpmad L1, L2, L10, L4, SFPMAD_NEGATE_VC
     7 |                                                     |                                      | sfpmad L4, L5, L10, L4, SFPMAD_NEGATE_VC
     8 |                                                     |                                      | sfpmad L0, L1, L12, L0, 0                | [v] sfpshft2 L2, L2, 31, SHIFT2_BY
     9 |                                                     |                                      | sfpmad L3, L4, L12, L3, 0                | [w] sfpshft2 L5, L5, 31, SHIFT2_BY
    10 |                                                     |                                      | sfpmad L0, L1, L7, L0, 0
    11 |                                                     |                                      | sfpmad L3, L4, L7, L3, 0
    12 |                                                     |                                      | sfpmad L0, L1, L13, L0, 0
    13 |                                                     |                                      | sfpmad L3, L4, L13, L3, 0
    14 |                                                     |                                      | sfpmad L1, L0, L0, L9, 0
    15 |                                                     |                                      | sfpmad L4, L3, L3, L9, 0
    16 |                                                     | sfpxor L0, L2
    17 |                                                     | sfpxor L3, L5
    18 | sfploadi L6, SHORT(B7), SFPLOADI_FLOATB
    19 | sfploadi L7, HALF(B5), SFPLOADI_FLOATA
    20 |                                                     |                                      | sfpmad L2, L1, L6, L7, 0
    21 |                                                     |                                      | sfpmad L5, L4, L6, L7, 0
    22 |                                                     |                                      | sfpmad L2, L1, L2, L14, 0
    23 |                                                     |                                      | sfpmad L5, L4, L5, L14, 0
    24 |                                                     |                                      | sfpmad L2, L1, L2, L10, 0
    25 |                                                     |                                      | sfpmad L5, L4, L5, L10, 0
    26 | sfploadi L1, 0x8000, SFPLOADI_USHORT
    27 | [y] sfpload L6, 0, BF16, STEP
    28 | [z] sfpload L7, 2, BF16, STEP
    29 |                                                     |                                      | sfpmul L6, L0, L2, 0
    30 |                                                     |                                      | sfpmul L7, L3, L5, 0
    31 |                                                     | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L1
    32 |                                                     | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L1 |                                          |                                    | [y] sfpstore L6, [y], BF16
    33 |                                                     |                                      |                                          |                                    | [z] sfpstore L7, [z], BF16
    .endschedule
#endif

    .schedule_setup sine
#endif

    set_constant 11, J_OF_X
    set_constant 12, MINUS_SHORT_Q0
    set_constant 13, MINUS_SHORT_Q2
    set_constant 14, C_OF_CUBE

#ifdef PLAIN
.macro two
    find_small_k BF16
    subtract_small_k MINUS_SHORT_Q1
    subtract_last_part 31
    store_sine_bf16
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
