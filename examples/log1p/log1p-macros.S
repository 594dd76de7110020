/*
 * ln(1 + x) of a tile of fp32, in place: log1p.S with macros, the same bits. See README.md.
 *
 * kernel: log1p, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 36
 * sweep: --fn=log1p --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.826881769 cycles=37.96875
 * long: --fn=log1p --in=fp32
 *     max_ulp=1 max_real_ulp=0.934575974 cycles=37.96875
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 42 cycles, faithfully rounded (wormhole), https://github.com/tenstorrent/tt-metal/pull/41186
 *
 * Made by sfpsched(1), from a plain loop that loads x again at its end, and so needs only four LRegs for its variables;
 * names of constants, formats and modifiers replace the numbers that sfpsched prints.
 */
    .include "sfpu.inc"

#ifdef PLAIN
#include "log1p.S"
#else
#ifndef VECTORS
#define VECTORS 32
#endif
#include "coefficients.h"
#define SPLIT 0x80400000 /* as in log1p.S */

/*
 * L11 = SPLIT, L12 = -ln2, L13, L14, L5, L6, L4 = C0 to C4, L7 = infinity. From row 31 on, L3 is the sign and exponent
 * of 1 + x, as an integer, minus 255. L3 is below 0 where 0 <= 1 + x < infinity, and L3 + 254 is below 0 where 1 + x is
 * 0.
 */
    .schedule log1p_fp32
    .period 36
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                   | Simple                                       | MAD                           | Round                                | Store
     0 | [v0] sfpload L3, 0, FP32, STAY
     1 |                                        |                                              | sfpmad L2, L10, L3, L10, 0
     2 | sfpload L1, 0, FP32, STAY
     3 |                                        | sfpiadd L2, L11, 0, SFPIADD_MINUS_NONE
     4 |                                        | sfpexexp L0, L2, SFPEXEXP_NODEBIAS
     5 |                                        | sfpsetexp L2, L10, 0, SFPSETEXP_ARG_EXPONENT
     6 |                                        | [v0] sfpmov L3, L2, 0                        | sfpaddi L2, -4.0, 0
     8 | sfploadi L1, C7 >> 16, SFPLOADI_FLOATB |                                              | [v0] sfpmad L3, L1, L3, L2, 0
     9 | sfploadi L2, C8 >> 16, SFPLOADI_FLOATB
    10 |                                        |                                              | sfpmad L1, L3, L2, L1, 0
    11 | sfploadi L2, C6 >> 16, SFPLOADI_FLOATB
    12 |                                        |                                              | sfpmad L2, L3, L1, L2, 0
    13 | sfploadi L1, C5 >> 16, SFPLOADI_FLOATB
    14 |                                        |                                              | sfpmad L2, L3, L2, L1, 0
    15 |                                        | sfpcast L1, L0, SFPCAST_SM32_TO_FP32_RNE
    16 |                                        |                                              | sfpmad L0, L3, L2, L4, 0
    18 |                                        |                                              | sfpmad L0, L3, L0, L6, 0
    20 |                                        |                                              | sfpmad L0, L3, L0, L5, 0
    22 |                                        |                                              | sfpmad L0, L3, L0, L14, 0
    23 |                                        |                                              | sfpmad L2, L3, L3, L9, 0
    24 |                                        |                                              | sfpmad L0, L3, L0, L13, 0
    25 |                                        |                                              | sfpmuli L3, 0.25, 0
    27 |                                        |                                              | sfpmad L2, L0, L2, L3, 0
    28 | [v1] sfpload L3, 0, FP32, STEP
    29 |                                        |                                              | sfpmad L3, L10, L3, L10, 0
    30 |                                        |                                              | sfpaddi L1, -129.0, 0
    31 |                                        |                                              | sfpmad L0, L7, L3, L7, 0      | [v1] sfpshft2 L3, L0, -23, SHIFT2_BY
    32 |                                        | sfpiadd L3, L3, -255, SFPIADD_IMM_LT0
    33 |                                        |                                              | sfpmad L0, L12, L1, L2, 0
    34 |                                        | sfpiadd L2, L3, 254, SFPIADD_IMM_LT0
    35 | sfploadi L0, 0xFF80, SFPLOADI_FLOATB   | [v1] sfpencc 0, 0
    36 |                                        |                                              |                               |                                      | [v1] sfpstore L0, [v1], FP32
    .endschedule

    .schedule_setup log1p_fp32
    set_constant 11, SPLIT
    set_constant 12, MINUS_LN2
    set_constant 13, C0
    set_constant 14, C1
    load_word L5, C2
    load_word L6, C3
    load_word L4, C4
    load_word L7, 0x7F800000
    .schedule_loop log1p_fp32, VECTORS, replay=0
#endif
