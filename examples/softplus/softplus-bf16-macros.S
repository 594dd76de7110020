/*
 * ln(1 + e^x) of a tile of bf16, in place, correctly rounded: softplus-bf16.S with macros. See README.md.
 *
 * kernel: softplus, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 36
 * sweep: --fn=softplus --in=bf16
 *     max_ulp=0 max_real_ulp=0.499996268 cycles=37.0625
 * twin: -DPLAIN --in=bf16
 * left: none
 * published: 45.3 cycles, 1 ULP from -5 to 10, 0 below that (wormhole),
 *     https://github.com/tenstorrent/tt-metal/pull/54938, https://github.com/tenstorrent/tt-metal/pull/55813
 *
 * Made by sfpsched(1), with --period=36, from a plain loop that loads x two more times, and so needs only four LRegs
 * for its variables; names of constants, formats and modifiers replace the numbers that sfpsched prints. It is not
 * known whether a shorter table exists.
 */
    .include "sfpu.inc"

#ifdef PLAIN
#include "softplus-bf16.S"
#else
#ifndef VECTORS
#define VECTORS 32
#endif
#include "coefficients.h"

/* The immediate of SFPLOADI for an fp32 number that fp16 can hold exactly. */
#define FP16_OF(bits) ((((bits) >> 16) & 0x8000) + ((((bits) & 0x7FFFFFFF) >> 13) - (112 << 10)))

    .schedule softplus_bf16
    .period 36
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                               | Simple                                       | MAD                                  | Round                                 | Store
     0 | [v0] sfpload L2, 0, BF16, STAY
     1 |                                                    | sfpsetsgn L1, L2, 0, SFPSETSGN_ARG_IMM
     2 | sfploadi L2, 87.5, SFPLOADI_FLOATB
     3 | sfploadi L0, 12582912.0, SFPLOADI_FLOATB           | [v0] sfpswap L2, L1, SWAP_MAX
     4 | sfploadi L3, FP16_OF(MINUS_LOG2E), SFPLOADI_FLOATA
     5 |                                                    |                                              | sfpmad L0, L1, L3, L0, 0
     7 |                                                    |                                              | [v0] sfpaddi L2, -12582912.0, 0 c=L0
     9 |                                                    |                                              | sfpmad L3, L1, L11, L2, 0
    10 | sfploadi L2, C4 >> 16, SFPLOADI_FLOATB
    11 |                                                    |                                              | sfpmad L2, L2, L3, L4, 0
    13 |                                                    |                                              | sfpmad L1, L2, L3, L12, 0
    14 | sfploadi L2, FP16_OF(Q5), SFPLOADI_FLOATA
    15 |                                                    |                                              | sfpmad L1, L1, L3, L13, 0
    16 |                                                    | sfpiadd L0, L0, 127, SFPIADD_IMM_NONE
    17 |                                                    |                                              | sfpmad L3, L1, L3, L10, 0
    18 |                                                    | sfpsetexp L0, L10, 0, SFPSETEXP_ARG_MANTISSA
    19 |                                                    |                                              | sfpmad L3, L3, L0, L9, 0
    20 | sfploadi L1, FP16_OF(Q4), SFPLOADI_FLOATA
    21 |                                                    |                                              | sfpmad L1, L2, L3, L1, 0
    23 |                                                    |                                              | sfpmad L0, L1, L3, L14, 0
    24 | [v1] sfpload L2, 0, BF16, STAY
    25 |                                                    |                                              | sfpmad L1, L0, L3, L5, 0
    26 |                                                    | sfpsetsgn L0, L2, 0, SFPSETSGN_ARG_IMM
    27 |                                                    |                                              | sfpmad L1, L3, L1, L6, 0
    28 |                                                    | [v1] sfpswap L2, L9, SWAP_MAX
    29 |                                                    |                                              | sfpmad L1, L3, L1, L7, 0
    31 | [v2] sfpload L1, 0, BF16, STEP                     |                                              | [v1] sfpmad L2, L3, L1, L2, 0
    32 | sfploadi L3, 0x007F, SFPLOADI_FLOATB
    33 |                                                    | sfpiadd L0, L3, 0, SFPIADD_LREG_GTE0
    34 |                                                    |                                              |                                      | sfpstochrnd L1, L0, L2, 0, TO_BF16, 0
    35 |                                                    | sfpencc 0, 0
    36 |                                                    |                                              |                                      |                                       | [v2] sfpstore L1, [v2], BF16
    .endschedule

    .schedule_setup softplus_bf16
    set_constant 11, LOG2E
    set_constant 12, C2
    set_constant 13, C1
    set_constant 14, Q3
    load_word L4, C3
    load_word L5, Q2
    load_word L6, Q1
    load_word L7, Q0
    .schedule_loop softplus_bf16, VECTORS, replay=0
#endif
