/*
 * sin(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: sin, bf16
 * arch: wormhole blackhole
 * domain: |x| < 2^31; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 28, blackhole 27
 * sweep wormhole: --fn=sin --in=bf16
 *     max_ulp=0 max_real_ulp=0.499931906 cycles=28.78125
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * sweep blackhole: --fn=sin --in=bf16
 *     max_ulp=0 max_real_ulp=0.499931906 cycles=27.75
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * twin: -DPLAIN --in=bf16
 * left: none
 * published: 25.75 cycles and 0.5001 ULP where |x| <= 102943 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 * missed: 25.75 cycles; those that are right to 2^31 need more multiples of pi than the published range
 */
#include "../schedule.h"
#include "coefficients.h"
#include "constants.h"
#include "two.h"
#include "sine-bf16.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, except that the macros of y and z, loads whose values nobody reads, make the results and store
 * them.
 */
    .schedule sine
#ifdef ARCH_WORMHOLE
    .period 56
#else
    .period 54
#endif
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                | Simple                               | MAD                                  | Round | Store
     0 | sfpload L0, 0, BF16, STAY
     1 | sfpload L3, 2, BF16, STAY
     2 | sfploadi L4, SHORT(MAGIC_N), SFPLOADI_FLOATB
     3 |                                                     |                                      | sfpmad L1, L0, L11, L4, 0
     4 |                                                     |                                      | sfpmad L4, L3, L11, L4, 0
     5 |                                                     |                                      | sfpaddi L1, SHORT(MINUS(MAGIC_N)), 0
     6 |                                                     |                                      | sfpaddi L4, SHORT(MINUS(MAGIC_N)), 0
     7 | sfploadi L7, SHORT(MINUS_A), SFPLOADI_FLOATB
     8 | sfploadi L7, LOW(MINUS_A), SFPLOADI_LOWER
     9 |                                                     |                                      | sfpmad L0, L1, L7, L0, 0
    10 |                                                     |                                      | sfpmad L3, L4, L7, L3, 0
    11 | sfploadi L6, HALF(D0), SFPLOADI_FLOATA
    12 |                                                     |                                      | sfpmad L2, L1, L6, L0, 0
    13 |                                                     |                                      | sfpmad L5, L4, L6, L3, 0
    14 | sfploadi L7, SHORT(MAGIC_K), SFPLOADI_FLOATB
    15 |                                                     |                                      | sfpmad L2, L2, L12, L7, 0
    16 |                                                     |                                      | sfpmad L5, L5, L12, L7, 0
    17 |                                                     |                                      | sfpaddi L2, SHORT(MINUS(MAGIC_K)), 0
    18 |                                                     |                                      | sfpaddi L5, SHORT(MINUS(MAGIC_K)), 0
    19 | sfploadi L7, SHORT(MINUS_SHORT_P0), SFPLOADI_FLOATB
    20 |                                                     |                                      | sfpmad L0, L2, L7, L0, 0
    21 |                                                     |                                      | sfpmad L3, L5, L7, L3, 0
    22 | sfploadi L7, HALF(MINUS_SHORT_P1), SFPLOADI_FLOATA
    23 |                                                     |                                      | sfpmad L0, L2, L7, L0, 0
    24 |                                                     |                                      | sfpmad L3, L5, L7, L3, 0
    25 |                                                     |                                      | sfpmad L0, L1, L6, L0, 0
    26 |                                                     |                                      | sfpmad L3, L4, L6, L3, 0
    27 |                                                     |                                      | sfpmad L0, L2, L13, L0, 0
    28 |                                                     |                                      | sfpmad L3, L5, L13, L3, 0
    29 |                                                     |                                      | sfpmad L0, L1, L14, L0, 0
    30 |                                                     |                                      | sfpmad L3, L4, L14, L3, 0
    31 |                                                     |                                      | sfpaddi L2, SHORT(MAGIC_K), 0
    32 |                                                     |                                      | sfpmad L1, L0, L0, L9, 0
    33 |                                                     |                                      | sfpmad L4, L3, L3, L9, 0
    34 |                                                     |                                      | sfpaddi L5, SHORT(MAGIC_K), 0
    35 |                                                     | sfpshft L2, L0, 31, SHIFT_BY
    36 |                                                     | sfpxor L0, L2
    37 |                                                     | sfpshft L5, L0, 31, SHIFT_BY
    38 |                                                     | sfpxor L3, L5
#ifdef ARCH_WORMHOLE
    39 | sfploadi L6, SHORT(S7), SFPLOADI_FLOATB
    40 | sfploadi L7, HALF(S5), SFPLOADI_FLOATA
    41 |                                                     |                                      | sfpmad L2, L1, L6, L7, 0
    42 |                                                     |                                      | sfpmad L5, L4, L6, L7, 0
    43 | sfploadi L7, SHORT(S3), SFPLOADI_FLOATB
    44 | sfploadi L7, LOW(S3), SFPLOADI_LOWER
    45 |                                                     |                                      | sfpmad L2, L1, L2, L7, 0
    46 |                                                     |                                      | sfpmad L5, L4, L5, L7, 0
    47 | sfploadi L7, SHORT(S1), SFPLOADI_FLOATB
    48 | sfploadi L7, LOW(S1), SFPLOADI_LOWER
    49 |                                                     |                                      | sfpmad L2, L1, L2, L7, 0
    50 |                                                     |                                      | sfpmad L5, L4, L5, L7, 0
    51 | [y] sfpload L6, 0, BF16, STEP
    52 | [z] sfpload L7, 2, BF16, STEP
    53 |                                                     |                                      | sfpmul L6, L0, L2, 0
    54 |                                                     |                                      | sfpmul L7, L3, L5, 0
    55 | sfploadi L2, 0x8000, SFPLOADI_USHORT                |                                      | [y] sfpmuli L6, SHORT(LAST), 0
    56 |                                                     |                                      | [z] sfpmuli L7, SHORT(LAST), 0
    57 |                                                     | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L2
    58 |                                                     | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L2 |                                      |       | [y] sfpstore L6, [y], BF16
    59 |                                                     |                                      |                                      |       | [z] sfpstore L7, [z], BF16
#else
    39 | sfploadi L6, SHORT(B7), SFPLOADI_FLOATB
    40 | sfploadi L7, HALF(B5), SFPLOADI_FLOATA
    41 |                                                     |                                      | sfpmad L2, L1, L6, L7, 0
    42 |                                                     |                                      | sfpmad L5, L4, L6, L7, 0
    43 | sfploadi L7, SHORT(B3), SFPLOADI_FLOATB
    44 | sfploadi L7, LOW(B3), SFPLOADI_LOWER
    45 |                                                     |                                      | sfpmad L2, L1, L2, L7, 0
    46 |                                                     |                                      | sfpmad L5, L4, L5, L7, 0
    47 |                                                     |                                      | sfpmad L2, L1, L2, L10, 0
    48 |                                                     |                                      | sfpmad L5, L4, L5, L10, 0
    49 | sfploadi L1, 0x8000, SFPLOADI_USHORT
    50 | [y] sfpload L6, 0, BF16, STEP
    51 | [z] sfpload L7, 2, BF16, STEP
    52 |                                                     |                                      | sfpmul L6, L0, L2, 0
    53 |                                                     |                                      | sfpmul L7, L3, L5, 0
    54 |                                                     | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L1
    55 |                                                     | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L1 |                                      |       | [y] sfpstore L6, [y], BF16
    56 |                                                     |                                      |                                      |       | [z] sfpstore L7, [z], BF16
#endif
    .endschedule

    .schedule_setup sine
#endif

    set_constant 11, N_OF_X
    set_constant 12, K_OF_X
    set_constant 13, MINUS_SHORT_P2
    set_constant 14, SHORT_D1

#ifdef PLAIN
.macro two
    subtract_n BF16
    find_k
    subtract_k_bf16
    square
    turn 31
    store_sine_bf16
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
