/*
 * sin(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: sin, fp32
 * arch: wormhole blackhole
 * domain: |x| < 2^31; beyond it results mean nothing, and those of infinities are NaN
 * cycles: 32
 * sweep: --fn=sin --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.15493517 cycles=32.8125
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * long: --fn=sin --in=fp32
 *     max_ulp=3 max_real_ulp=3.31454179 cycles=32.8125
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 27 cycles and 2.4739 ULP where |x| <= 102943 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 * missed: 2 ULP, and 27 cycles; what is left of x is rounded three or four times, as both multiples have parts below
 *     its last bit, and that it is right to 2^31 takes more of them than the published range
 */
#include "../schedule.h"
#include "coefficients.h"
#include "constants.h"
#include "two.h"

#ifndef PLAIN
/*
 * The same as -DPLAIN, except that the macros of y and z, loads whose values nobody reads, make the results and store
 * them.
 */
    .schedule sine
    .period 64
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                          | Simple                       | MAD                                  | Round | Store
     0 | sfpload L0, 0, FP32, STAY
     1 | sfpload L3, 2, FP32, STAY
     2 | sfploadi L4, SHORT(MAGIC_N), SFPLOADI_FLOATB
     3 |                                               |                              | sfpmad L1, L0, L11, L4, 0
     4 |                                               |                              | sfpmad L4, L3, L11, L4, 0
     5 |                                               |                              | sfpaddi L1, SHORT(MINUS(MAGIC_N)), 0
     6 |                                               |                              | sfpaddi L4, SHORT(MINUS(MAGIC_N)), 0
     7 | sfploadi L7, SHORT(MINUS_A), SFPLOADI_FLOATB
     8 | sfploadi L7, LOW(MINUS_A), SFPLOADI_LOWER
     9 |                                               |                              | sfpmad L0, L1, L7, L0, 0
    10 |                                               |                              | sfpmad L3, L4, L7, L3, 0
    11 | sfploadi L6, HALF(D0), SFPLOADI_FLOATA
    12 |                                               |                              | sfpmad L2, L1, L6, L0, 0
    13 |                                               |                              | sfpmad L5, L4, L6, L3, 0
    14 | sfploadi L7, SHORT(MAGIC_K), SFPLOADI_FLOATB
    15 |                                               |                              | sfpmad L2, L2, L12, L7, 0
    16 |                                               |                              | sfpmad L5, L5, L12, L7, 0
    17 |                                               |                              | sfpaddi L2, SHORT(MINUS(MAGIC_K)), 0
    18 |                                               |                              | sfpaddi L5, SHORT(MINUS(MAGIC_K)), 0
    19 | sfploadi L7, SHORT(MINUS_P0), SFPLOADI_FLOATB
    20 |                                               |                              | sfpmad L0, L2, L7, L0, 0
    21 |                                               |                              | sfpmad L3, L5, L7, L3, 0
    22 | sfploadi L7, HALF(MINUS_P1), SFPLOADI_FLOATA
    23 |                                               |                              | sfpmad L0, L2, L7, L0, 0
    24 |                                               |                              | sfpmad L3, L5, L7, L3, 0
    25 | sfploadi L7, HALF(MINUS_P2), SFPLOADI_FLOATA
    26 |                                               |                              | sfpmad L0, L1, L6, L0, 0
    27 |                                               |                              | sfpmad L3, L4, L6, L3, 0
    28 | sfploadi L6, HALF(D1), SFPLOADI_FLOATA
    29 |                                               |                              | sfpmad L0, L2, L7, L0, 0
    30 |                                               |                              | sfpmad L3, L5, L7, L3, 0
    31 | sfploadi L7, HALF(MINUS_P3), SFPLOADI_FLOATA
    32 |                                               |                              | sfpmad L0, L1, L6, L0, 0
    33 |                                               |                              | sfpmad L3, L4, L6, L3, 0
    34 |                                               |                              | sfpmad L0, L2, L7, L0, 0
    35 |                                               |                              | sfpmad L3, L5, L7, L3, 0
    36 | sfploadi L6, SHORT(D2), SFPLOADI_FLOATB
    37 | sfploadi L6, LOW(D2), SFPLOADI_LOWER
    38 |                                               |                              | sfpmad L0, L1, L6, L0, 0
    39 |                                               |                              | sfpmad L3, L4, L6, L3, 0
    40 |                                               |                              | sfpmad L0, L2, L13, L0, 0
    41 |                                               |                              | sfpmad L3, L5, L13, L3, 0
    42 |                                               |                              | sfpaddi L2, SHORT(MAGIC_K), 0
    43 |                                               |                              | sfpmad L1, L0, L0, L9, 0
    44 |                                               |                              | sfpmad L4, L3, L3, L9, 0
    45 |                                               |                              | sfpaddi L5, SHORT(MAGIC_K), 0
    46 |                                               | sfpshft L2, L0, 31, SHIFT_BY
    47 |                                               | sfpxor L0, L2
    48 |                                               | sfpshft L5, L0, 31, SHIFT_BY
    49 |                                               | sfpxor L3, L5
    50 | sfploadi L6, SHORT(C9), SFPLOADI_FLOATB
    51 | sfploadi L7, HALF(C7), SFPLOADI_FLOATA
    52 |                                               |                              | sfpmad L2, L1, L6, L7, 0
    53 |                                               |                              | sfpmad L5, L4, L6, L7, 0
    54 | sfploadi L7, SHORT(C5), SFPLOADI_FLOATB
    55 | sfploadi L7, LOW(C5), SFPLOADI_LOWER
    56 |                                               |                              | sfpmad L2, L1, L2, L7, 0
    57 |                                               |                              | sfpmad L5, L4, L5, L7, 0
    58 | [y] sfpload L6, 0, FP32, STEP
    59 | [z] sfpload L7, 2, FP32, STEP
    60 |                                               |                              | sfpmad L6, L1, L2, L14, 0
    61 |                                               |                              | sfpmad L7, L4, L5, L14, 0
    62 |                                               |                              | sfpmul L1, L1, L0, 0
    63 |                                               |                              | sfpmul L4, L4, L3, 0
    64 |                                               |                              | [y] sfpmad L6, L1, L6, L0, 0
    65 |                                               |                              | [z] sfpmad L7, L4, L7, L3, 0
    66 |                                               |                              |                                      |       | [y] sfpstore L6, [y], FP32
    67 |                                               |                              |                                      |       | [z] sfpstore L7, [z], FP32
    .endschedule

    .schedule_setup sine
#endif

    set_constant 11, N_OF_X
    set_constant 12, K_OF_X
    set_constant 13, MINUS_P4
    set_constant 14, C3

#ifdef PLAIN
.macro two
    subtract_n FP32
    find_k
    subtract_k MINUS_P0, MINUS_P1, MINUS_P2, MINUS_P3
    square
    turn_and_store_sine 31
.endm

    .rept VECTORS / 2
    two
    .endr
#else
    .schedule_loop sine, VECTORS / 2, FORM
#endif
