/*
 * cos(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: cos, bf16
 * arch: wormhole blackhole
 * domain: |x| < 2^31; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 31, blackhole 30
 * sweep wormhole: --fn=cos --in=bf16
 *     max_ulp=0 max_real_ulp=0.499897543 cycles=31.78125
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * sweep blackhole: --fn=cos --in=bf16
 *     max_ulp=0 max_real_ulp=0.499897543 cycles=30.75
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * twin: -DPLAIN --in=bf16
 * left: none
 * published: 30.2 cycles (wormhole), https://github.com/tenstorrent/tt-metal/pull/48925, and 0.5 ULP where |x| <= 51471
 *     by a sweep of that header
 * missed: 30.2 cycles; those that are right to 2^31 need more multiples of pi than the published range
 */
#include "../schedule.h"
#include "../sin/coefficients.h"
#include "../sin/constants.h"
#include "../sin/two.h"
#include "../sin/sine-bf16.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, except that the macros of y and z, loads whose values nobody reads, make the results and store
 * them.
 */
    .schedule sine
#ifdef ARCH_WORMHOLE
    .period 62
#else
    .period 60
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
    14 | sfploadi L7, SHORT(MINUS(HALF_K)), SFPLOADI_FLOATB
    15 |                                                     |                                      | sfpmad L2, L2, L12, L7, 0
    16 |                                                     |                                      | sfpmad L5, L5, L12, L7, 0
    17 |                                                     |                                      | sfpaddi L2, SHORT(MAGIC_K), 0
    18 |                                                     |                                      | sfpaddi L5, SHORT(MAGIC_K), 0
    19 |                                                     |                                      | sfpaddi L2, SHORT(MINUS(MAGIC_K)), 0
    20 |                                                     |                                      | sfpaddi L5, SHORT(MINUS(MAGIC_K)), 0
    21 |                                                     |                                      | sfpaddi L2, SHORT(HALF_K), 0
    22 |                                                     |                                      | sfpaddi L5, SHORT(HALF_K), 0
    23 | sfploadi L7, SHORT(MINUS_SHORT_P0), SFPLOADI_FLOATB
    24 |                                                     |                                      | sfpmad L0, L2, L7, L0, 0
    25 |                                                     |                                      | sfpmad L3, L5, L7, L3, 0
    26 | sfploadi L7, HALF(MINUS_SHORT_P1), SFPLOADI_FLOATA
    27 |                                                     |                                      | sfpmad L0, L2, L7, L0, 0
    28 |                                                     |                                      | sfpmad L3, L5, L7, L3, 0
    29 |                                                     |                                      | sfpmad L0, L1, L6, L0, 0
    30 |                                                     |                                      | sfpmad L3, L4, L6, L3, 0
    31 |                                                     |                                      | sfpmad L0, L2, L13, L0, 0
    32 |                                                     |                                      | sfpmad L3, L5, L13, L3, 0
    33 |                                                     |                                      | sfpmad L0, L1, L14, L0, 0
    34 |                                                     |                                      | sfpmad L3, L4, L14, L3, 0
    35 |                                                     |                                      | sfpaddi L2, SHORT(MAGIC_HALVES), 0
    36 |                                                     |                                      | sfpmad L1, L0, L0, L9, 0
    37 |                                                     |                                      | sfpmad L4, L3, L3, L9, 0
    38 |                                                     |                                      | sfpaddi L5, SHORT(MAGIC_HALVES), 0
    39 |                                                     | sfpiadd L2, L2, 1, SFPIADD_IMM_NONE
    40 |                                                     | sfpshft L2, L0, 30, SHIFT_BY
    41 |                                                     | sfpiadd L5, L5, 1, SFPIADD_IMM_NONE
    42 |                                                     | sfpshft L5, L0, 30, SHIFT_BY
    43 |                                                     | sfpxor L0, L2
    44 |                                                     | sfpxor L3, L5
#ifdef ARCH_WORMHOLE
    45 | sfploadi L6, SHORT(S7), SFPLOADI_FLOATB
    46 | sfploadi L7, HALF(S5), SFPLOADI_FLOATA
    47 |                                                     |                                      | sfpmad L2, L1, L6, L7, 0
    48 |                                                     |                                      | sfpmad L5, L4, L6, L7, 0
    49 | sfploadi L7, SHORT(S3), SFPLOADI_FLOATB
    50 | sfploadi L7, LOW(S3), SFPLOADI_LOWER
    51 |                                                     |                                      | sfpmad L2, L1, L2, L7, 0
    52 |                                                     |                                      | sfpmad L5, L4, L5, L7, 0
    53 | sfploadi L7, SHORT(S1), SFPLOADI_FLOATB
    54 | sfploadi L7, LOW(S1), SFPLOADI_LOWER
    55 |                                                     |                                      | sfpmad L2, L1, L2, L7, 0
    56 |                                                     |                                      | sfpmad L5, L4, L5, L7, 0
    57 | [y] sfpload L6, 0, BF16, STEP
    58 | [z] sfpload L7, 2, BF16, STEP
    59 |                                                     |                                      | sfpmul L6, L0, L2, 0
    60 |                                                     |                                      | sfpmul L7, L3, L5, 0
    61 | sfploadi L2, 0x8000, SFPLOADI_USHORT                |                                      | [y] sfpmuli L6, SHORT(LAST), 0
    62 |                                                     |                                      | [z] sfpmuli L7, SHORT(LAST), 0
    63 |                                                     | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L2
    64 |                                                     | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L2 |                                      |       | [y] sfpstore L6, [y], BF16
    65 |                                                     |                                      |                                      |       | [z] sfpstore L7, [z], BF16
#else
    45 | sfploadi L6, SHORT(B7), SFPLOADI_FLOATB
    46 | sfploadi L7, HALF(B5), SFPLOADI_FLOATA
    47 |                                                     |                                      | sfpmad L2, L1, L6, L7, 0
    48 |                                                     |                                      | sfpmad L5, L4, L6, L7, 0
    49 | sfploadi L7, SHORT(B3), SFPLOADI_FLOATB
    50 | sfploadi L7, LOW(B3), SFPLOADI_LOWER
    51 |                                                     |                                      | sfpmad L2, L1, L2, L7, 0
    52 |                                                     |                                      | sfpmad L5, L4, L5, L7, 0
    53 |                                                     |                                      | sfpmad L2, L1, L2, L10, 0
    54 |                                                     |                                      | sfpmad L5, L4, L5, L10, 0
    55 | sfploadi L1, 0x8000, SFPLOADI_USHORT
    56 | [y] sfpload L6, 0, BF16, STEP
    57 | [z] sfpload L7, 2, BF16, STEP
    58 |                                                     |                                      | sfpmul L6, L0, L2, 0
    59 |                                                     |                                      | sfpmul L7, L3, L5, 0
    60 |                                                     | [y] sfpiadd L6, L6, 0, NO_FLAGS b=L1
    61 |                                                     | [z] sfpiadd L7, L7, 0, NO_FLAGS b=L1 |                                      |       | [y] sfpstore L6, [y], BF16
    62 |                                                     |                                      |                                      |       | [z] sfpstore L7, [z], BF16
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
    find_k_and_half
    subtract_k_bf16
    square_half
    turn 30
    store_sine_bf16
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
