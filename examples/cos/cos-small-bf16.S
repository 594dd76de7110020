/*
 * cos(x) of a tile of bf16, in place, for |x| up to 2^14 pi, correctly rounded. See README.md.
 *
 * kernel: cos where |x| <= 2^14 pi, bf16
 * arch: wormhole blackhole
 * domain: |x| <= 51471, which is 2^14 pi; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 19, blackhole 17
 * sweep wormhole: --fn=cos --in=bf16
 *     max_ulp=0 max_real_ulp=0.499736392 cycles=19.96875
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * sweep blackhole: --fn=cos --in=bf16
 *     max_ulp=0 max_real_ulp=0.499736392 cycles=17.90625
 *     except beyond 51472:inf
 *     except below -inf:-51472
 * twin: -DPLAIN --in=bf16
 * left: none
 * published: 30.2 cycles (wormhole), https://github.com/tenstorrent/tt-metal/pull/48925, and 0.5 ULP where |x| <= 51471
 *     by a sweep of that header
 */
#include "../schedule.h"
#include "../sin/coefficients.h"
#include "../sin/constants.h"
#include "../sin/two.h"
#define THIRD_IN_L14
#include "../sin/sine-bf16.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, with macros. v and w load x again, for k and the bits of the sign. y and z make the results and
 * store them.
 */
#ifdef ARCH_WORMHOLE
    .schedule sine
    .period 38
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                             | Simple                               | MAD                            | Round | Store
     0 | sfpload L0, 0, BF16, STAY
     1 | sfpload L3, 2, BF16, STAY
     2 | sfploadi L4, SHORT(MAGIC_PARTS), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, BF16, STAY
     4 | [w] sfpload L5, 2, BF16, STAY                    |                                      | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L1, 0xFF80, SFPLOADI_SHORT              |                                      | [w] sfpmad L5, L11, L5, L4, 0
     6 | sfploadi L4, SHORT(HALF_MINUS), SFPLOADI_FLOATB  | [v] sfpand L2, L2 b=L1
     7 | sfploadi L4, LOW(HALF_MINUS), SFPLOADI_LOWER     | [w] sfpand L5, L5 b=L1
     8 |                                                  |                                      | sfpmad L1, L2, L10, L4, 0
     9 |                                                  |                                      | sfpmad L4, L5, L10, L4, 0
    10 |                                                  |                                      | sfpmad L0, L1, L12, L0, 0
    11 |                                                  |                                      | sfpmad L3, L4, L12, L3, 0
    12 | sfploadi L7, SHORT(SHORT_Q1), SFPLOADI_FLOATB
    13 |                                                  |                                      | sfpmad L0, L1, L7, L0, 0
    14 |                                                  |                                      | sfpmad L3, L4, L7, L3, 0
    15 |                                                  |                                      | sfpmad L0, L1, L13, L0, 0
    16 |                                                  |                                      | sfpmad L3, L4, L13, L3, 0
    17 |                                                  | sfpshft L2, L0, 24, SHIFT_BY
    18 |                                                  |                                      | sfpmad L1, L0, L0, L9, 0
    19 |                                                  |                                      | sfpmad L4, L3, L3, L9, 0
    20 |                                                  | sfpshft L5, L0, 24, SHIFT_BY
    21 |                                                  | sfpxor L0, L2
    22 |                                                  | sfpxor L3, L5
    23 | sfploadi L6, SHORT(S7), SFPLOADI_FLOATB
    24 | sfploadi L7, HALF(S5), SFPLOADI_FLOATA
    25 |                                                  |                                      | sfpmad L2, L1, L6, L7, 0
    26 |                                                  |                                      | sfpmad L5, L4, L6, L7, 0
    27 |                                                  |                                      | sfpmad L2, L1, L2, L14, 0
    28 |                                                  |                                      | sfpmad L5, L4, L5, L14, 0
    29 | sfploadi L7, SHORT(S1), SFPLOADI_FLOATB
    30 | sfploadi L7, LOW(S1), SFPLOADI_LOWER
    31 |                                                  |                                      | sfpmad L2, L1, L2, L7, 0
    32 |                                                  |                                      | sfpmad L5, L4, L5, L7, 0
    33 | sfploadi L1, 0x8000, SFPLOADI_USHORT
    34 | [y] sfpload L6, 0, BF16, STEP
    35 | [z] sfpload L7, 2, BF16, STEP
    36 |                                                  |                                      | sfpmul L6, L0, L2, 0
    37 |                                                  |                                      | sfpmul L7, L3, L5, 0
    38 |                                                  |                                      | [y] sfpmuli L6, SHORT(LAST), 0
    39 |                                                  |                                      | [z] sfpmuli L7, SHORT(LAST), 0
    40 |                                                  | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L1
    41 |                                                  | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L1 |                                |       | [y] sfpstore L6, [y], BF16
    42 |                                                  |                                      |                                |       | [z] sfpstore L7, [z], BF16
    .endschedule
#else
    .schedule sine
    .period 34
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                             | Simple                               | MAD                           | Round                              | Store
     0 | sfpload L0, 0, BF16, STAY
     1 | sfpload L3, 2, BF16, STAY
     2 | sfploadi L4, SHORT(MAGIC_PARTS), SFPLOADI_FLOATB
     3 | [v] sfpload L2, 0, BF16, STAY
     4 | [w] sfpload L5, 2, BF16, STAY                    |                                      | [v] sfpmad L2, L11, L2, L4, 0
     5 | sfploadi L1, 0xFF80, SFPLOADI_SHORT              |                                      | [w] sfpmad L5, L11, L5, L4, 0
     6 | sfploadi L4, SHORT(HALF_MINUS), SFPLOADI_FLOATB  | [v] sfpand L2, L2, L1, 0
     7 | sfploadi L4, LOW(HALF_MINUS), SFPLOADI_LOWER     | [w] sfpand L5, L5, L1, 0
     8 |                                                  |                                      | sfpmad L1, L2, L10, L4, 0
     9 |                                                  |                                      | sfpmad L4, L5, L10, L4, 0     | [v] sfpshft2 L2, L2, 24, SHIFT2_BY
    10 |                                                  |                                      | sfpmad L0, L1, L12, L0, 0     | [w] sfpshft2 L5, L5, 24, SHIFT2_BY
    11 |                                                  |                                      | sfpmad L3, L4, L12, L3, 0
    12 | sfploadi L7, SHORT(SHORT_Q1), SFPLOADI_FLOATB
    13 |                                                  |                                      | sfpmad L0, L1, L7, L0, 0
    14 |                                                  |                                      | sfpmad L3, L4, L7, L3, 0
    15 |                                                  |                                      | sfpmad L0, L1, L13, L0, 0
    16 |                                                  |                                      | sfpmad L3, L4, L13, L3, 0
    17 |                                                  |                                      | sfpmad L1, L0, L0, L9, 0
    18 |                                                  |                                      | sfpmad L4, L3, L3, L9, 0
    19 |                                                  | sfpxor L0, L2
    20 |                                                  | sfpxor L3, L5
    21 | sfploadi L6, SHORT(B7), SFPLOADI_FLOATB
    22 | sfploadi L7, HALF(B5), SFPLOADI_FLOATA
    23 |                                                  |                                      | sfpmad L2, L1, L6, L7, 0
    24 |                                                  |                                      | sfpmad L5, L4, L6, L7, 0
    25 |                                                  |                                      | sfpmad L2, L1, L2, L14, 0
    26 |                                                  |                                      | sfpmad L5, L4, L5, L14, 0
    27 |                                                  |                                      | sfpmad L2, L1, L2, L10, 0
    28 |                                                  |                                      | sfpmad L5, L4, L5, L10, 0
    29 | sfploadi L1, 0x8000, SFPLOADI_USHORT
    30 | [y] sfpload L6, 0, BF16, STEP
    31 | [z] sfpload L7, 2, BF16, STEP
    32 |                                                  |                                      | sfpmul L6, L0, L2, 0
    33 |                                                  |                                      | sfpmul L7, L3, L5, 0
    34 |                                                  | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L1
    35 |                                                  | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L1 |                               |                                    | [y] sfpstore L6, [y], BF16
    36 |                                                  |                                      |                               |                                    | [z] sfpstore L7, [z], BF16
    .endschedule
#endif

    .schedule_setup sine
#endif

    set_constant 11, MINUS_J_OF_X
    set_constant 12, SHORT_Q0
    set_constant 13, SHORT_Q2
    set_constant 14, C_OF_CUBE

#ifdef PLAIN
.macro two
    find_small_k_and_half BF16
    subtract_small_k SHORT_Q1
    subtract_last_part 24
    store_sine_bf16
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
