/*
 * ln(1 + e^x) of a tile of fp32, in place: softplus.S with macros, the same bits. See README.md.
 *
 * kernel: softplus, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 48
 * sweep: --fn=softplus --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.28195478 cycles=49
 * long: --fn=softplus --in=fp32
 *     max_ulp=2 max_real_ulp=1.7115343 cycles=49
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 7757 ULP (wormhole), https://github.com/tenstorrent/tt-metal/pull/42115
 *
 * Made by sfpsched(1), with --period=48, from the same plain loop without REPLAY. Names of constants, formats and
 * modifiers replace the numbers that sfpsched prints. It is not known whether a shorter table exists.
 */
    .include "sfpu.inc"

#ifdef PLAIN
#include "softplus.S"
#else
#ifndef VECTORS
#define VECTORS 32
#endif
#include "coefficients.h"

/* The immediate of SFPLOADI for an fp32 number that fp16 can hold exactly. */
#define FP16_OF(bits) ((((bits) >> 16) & 0x8000) + ((((bits) & 0x7FFFFFFF) >> 13) - (112 << 10)))

    .schedule softplus_fp32
    .period 48
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                               | Simple                                       | MAD                                  | Round | Store
     0 | [v0] sfpload L1, 0, FP32, STAY
     1 |                                                    | sfpabs L3, L1, SFPABS_FLOAT
     2 | sfploadi L1, 87.5, SFPLOADI_FLOATB
     3 | sfploadi L0, 12582912.0, SFPLOADI_FLOATB           | [v0] sfpswap L1, L3, SWAP_MAX
     4 | sfploadi L2, FP16_OF(MINUS_LOG2E), SFPLOADI_FLOATA
     5 |                                                    |                                              | sfpmad L2, L2, L3, L0, 0
     7 | [v1] sfpload L0, 0, FP32, STAY                     |                                              | [v0] sfpaddi L1, -12582912.0, 0 c=L2
     9 |                                                    |                                              | sfpmad L3, L12, L1, L3, 0
    10 | sfploadi L0, LN2_REST >> 16, SFPLOADI_FLOATB
    11 |                                                    |                                              | sfpmad L3, L0, L1, L3, 0
    12 | sfploadi L1, E3 >> 16, SFPLOADI_FLOATB
    13 | sfploadi L0, E4 >> 16, SFPLOADI_FLOATB
    14 | sfploadi L1, E2 >> 16, SFPLOADI_FLOATB             |                                              | [v1] sfpmad L0, L3, L0, L1, 0
    15 | sfploadi L1, E2 & 0xFFFF, SFPLOADI_LOWER
    16 |                                                    |                                              | sfpmad L0, L3, L0, L1, 0
    17 |                                                    | sfpiadd L1, L2, 127, SFPIADD_IMM_NONE
    18 |                                                    |                                              | sfpmad L2, L3, L0, L14, 0
    19 |                                                    | sfpsetexp L1, L10, 0, SFPSETEXP_ARG_MANTISSA
    20 |                                                    |                                              | sfpmad L2, L3, L2, L13, 0
    22 |                                                    |                                              | sfpmad L0, L3, L2, L11, 0
    23 | sfploadi L2, P8 >> 16, SFPLOADI_FLOATB
    24 |                                                    |                                              | sfpmad L0, L3, L0, L10, 0
    25 | sfploadi L3, -0.5, SFPLOADI_FLOATB
    26 |                                                    |                                              | sfpmad L3, L0, L1, L3, 0
    27 |                                                    |                                              | sfpmad L0, L1, L0, L9, 0
    28 | sfploadi L1, P7 >> 16, SFPLOADI_FLOATB
    29 |                                                    |                                              | sfpmad L1, L3, L2, L1, 0
    30 | sfploadi L2, P6 >> 16, SFPLOADI_FLOATB
    31 |                                                    |                                              | sfpmad L1, L3, L1, L2, 0
    32 | sfploadi L2, FP16_OF(P5), SFPLOADI_FLOATA
    33 |                                                    |                                              | sfpmad L2, L3, L1, L2, 0
    34 | sfploadi L1, FP16_OF(P4), SFPLOADI_FLOATA
    35 |                                                    |                                              | sfpmad L1, L3, L2, L1, 0
    37 |                                                    |                                              | sfpmad L1, L3, L1, L7, 0
    39 |                                                    |                                              | sfpmad L1, L3, L1, L6, 0
    41 |                                                    |                                              | sfpmad L1, L3, L1, L5, 0
    42 |                                                    |                                              | sfpmad L2, L0, L0, L9, 0
    43 |                                                    |                                              | sfpmad L3, L3, L1, L4, 0
    44 | [v2] sfpload L1, 0, FP32, STEP
    45 |                                                    |                                              | sfpmad L3, L3, L2, L0, 0
    46 |                                                    | sfpswap L1, L9, SWAP_MAX
    48 |                                                    |                                              | [v2] sfpmad L16, L3, L10, L1, 0
    50 |                                                    |                                              |                                      |       | [v2] sfpstore L16, [v2], FP32
    .endschedule

    .schedule_setup softplus_fp32
    set_constant 12, LN2
    set_constant 13, E0
    set_constant 14, E1
    load_word L4, P0
    load_word L5, P1
    load_word L6, P2
    load_word L7, P3
    .schedule_loop softplus_fp32, VECTORS, replay=0
#endif
