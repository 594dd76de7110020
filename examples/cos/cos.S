/*
 * cos(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: cos, fp32
 * arch: wormhole blackhole
 * domain: |x| < 2^31; beyond it results mean nothing, and those of infinities are NaN
 * cycles: 35
 * sweep: --fn=cos --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.02146913 cycles=35.8125
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * long: --fn=cos --in=fp32
 *     max_ulp=4 max_real_ulp=4.00872395 cycles=35.8125
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 31 cycles and 2.3986 ULP where |x| <= 51471 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 * missed: 2 ULP, and 31 cycles; what is left of x is rounded three or four times, as both multiples have parts below
 *     its last bit, and that it is right to 2^31 takes more of them than the published range
 */
#include "../schedule.h"
#include "../sin/coefficients.h"
#include "../sin/constants.h"
#include "../sin/two.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, except that the macros of y and z, loads whose values nobody reads, make the results and store
 * them.
 */
    .schedule sine
    .period 70
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                               | Simple                              | MAD                                  | Round | Store
     0 | sfpload L0, 0, FP32, STAY
     1 | sfpload L3, 2, FP32, STAY
     2 | sfploadi L4, SHORT(MAGIC_N), SFPLOADI_FLOATB
     3 |                                                    |                                     | sfpmad L1, L0, L11, L4, 0
     4 |                                                    |                                     | sfpmad L4, L3, L11, L4, 0
     5 |                                                    |                                     | sfpaddi L1, SHORT(MINUS(MAGIC_N)), 0
     6 |                                                    |                                     | sfpaddi L4, SHORT(MINUS(MAGIC_N)), 0
     7 | sfploadi L7, SHORT(MINUS_A), SFPLOADI_FLOATB
     8 | sfploadi L7, LOW(MINUS_A), SFPLOADI_LOWER
     9 |                                                    |                                     | sfpmad L0, L1, L7, L0, 0
    10 |                                                    |                                     | sfpmad L3, L4, L7, L3, 0
    11 | sfploadi L6, HALF(D0), SFPLOADI_FLOATA
    12 |                                                    |                                     | sfpmad L2, L1, L6, L0, 0
    13 |                                                    |                                     | sfpmad L5, L4, L6, L3, 0
    14 | sfploadi L7, SHORT(MINUS(HALF_K)), SFPLOADI_FLOATB
    15 |                                                    |                                     | sfpmad L2, L2, L12, L7, 0
    16 |                                                    |                                     | sfpmad L5, L5, L12, L7, 0
    17 |                                                    |                                     | sfpaddi L2, SHORT(MAGIC_K), 0
    18 |                                                    |                                     | sfpaddi L5, SHORT(MAGIC_K), 0
    19 |                                                    |                                     | sfpaddi L2, SHORT(MINUS(MAGIC_K)), 0
    20 |                                                    |                                     | sfpaddi L5, SHORT(MINUS(MAGIC_K)), 0
    21 |                                                    |                                     | sfpaddi L2, SHORT(HALF_K), 0
    22 |                                                    |                                     | sfpaddi L5, SHORT(HALF_K), 0
    23 | sfploadi L7, SHORT(MINUS_R0), SFPLOADI_FLOATB
    24 |                                                    |                                     | sfpmad L0, L2, L7, L0, 0
    25 |                                                    |                                     | sfpmad L3, L5, L7, L3, 0
    26 | sfploadi L7, HALF(MINUS_R1), SFPLOADI_FLOATA
    27 |                                                    |                                     | sfpmad L0, L2, L7, L0, 0
    28 |                                                    |                                     | sfpmad L3, L5, L7, L3, 0
    29 | sfploadi L7, HALF(MINUS_R2), SFPLOADI_FLOATA
    30 |                                                    |                                     | sfpmad L0, L1, L6, L0, 0
    31 |                                                    |                                     | sfpmad L3, L4, L6, L3, 0
    32 | sfploadi L6, HALF(D1), SFPLOADI_FLOATA
    33 |                                                    |                                     | sfpmad L0, L2, L7, L0, 0
    34 |                                                    |                                     | sfpmad L3, L5, L7, L3, 0
    35 | sfploadi L7, HALF(MINUS_R3), SFPLOADI_FLOATA
    36 |                                                    |                                     | sfpmad L0, L1, L6, L0, 0
    37 |                                                    |                                     | sfpmad L3, L4, L6, L3, 0
    38 |                                                    |                                     | sfpmad L0, L2, L7, L0, 0
    39 |                                                    |                                     | sfpmad L3, L5, L7, L3, 0
    40 | sfploadi L6, SHORT(D2), SFPLOADI_FLOATB
    41 | sfploadi L6, LOW(D2), SFPLOADI_LOWER
    42 |                                                    |                                     | sfpmad L0, L1, L6, L0, 0
    43 |                                                    |                                     | sfpmad L3, L4, L6, L3, 0
    44 |                                                    |                                     | sfpmad L0, L2, L13, L0, 0
    45 |                                                    |                                     | sfpmad L3, L5, L13, L3, 0
    46 |                                                    |                                     | sfpaddi L2, SHORT(MAGIC_HALVES), 0
    47 |                                                    |                                     | sfpmad L1, L0, L0, L9, 0
    48 |                                                    |                                     | sfpmad L4, L3, L3, L9, 0
    49 |                                                    |                                     | sfpaddi L5, SHORT(MAGIC_HALVES), 0
    50 |                                                    | sfpiadd L2, L2, 1, SFPIADD_IMM_NONE
    51 |                                                    | sfpshft L2, L0, 30, SHIFT_BY
    52 |                                                    | sfpiadd L5, L5, 1, SFPIADD_IMM_NONE
    53 |                                                    | sfpshft L5, L0, 30, SHIFT_BY
    54 |                                                    | sfpxor L0, L2
    55 |                                                    | sfpxor L3, L5
    56 | sfploadi L6, SHORT(C9), SFPLOADI_FLOATB
    57 | sfploadi L7, HALF(C7), SFPLOADI_FLOATA
    58 |                                                    |                                     | sfpmad L2, L1, L6, L7, 0
    59 |                                                    |                                     | sfpmad L5, L4, L6, L7, 0
    60 | sfploadi L7, SHORT(C5), SFPLOADI_FLOATB
    61 | sfploadi L7, LOW(C5), SFPLOADI_LOWER
    62 |                                                    |                                     | sfpmad L2, L1, L2, L7, 0
    63 |                                                    |                                     | sfpmad L5, L4, L5, L7, 0
    64 | [y] sfpload L6, 0, FP32, STEP
    65 | [z] sfpload L7, 2, FP32, STEP
    66 |                                                    |                                     | sfpmad L6, L1, L2, L14, 0
    67 |                                                    |                                     | sfpmad L7, L4, L5, L14, 0
    68 |                                                    |                                     | sfpmul L1, L1, L0, 0
    69 |                                                    |                                     | sfpmul L4, L4, L3, 0
    70 |                                                    |                                     | [y] sfpmad L6, L1, L6, L0, 0
    71 |                                                    |                                     | [z] sfpmad L7, L4, L7, L3, 0
    72 |                                                    |                                     |                                      |       | [y] sfpstore L6, [y], FP32
    73 |                                                    |                                     |                                      |       | [z] sfpstore L7, [z], FP32
    .endschedule

    .schedule_setup sine
#endif

    set_constant 11, N_OF_X
    set_constant 12, K_OF_X
    set_constant 13, MINUS_R4
    set_constant 14, C3

#ifdef PLAIN
.macro two
    subtract_n FP32
    find_k_and_half
    subtract_k MINUS_R0, MINUS_R1, MINUS_R2, MINUS_R3
    square_half
    turn_and_store_sine 30
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
