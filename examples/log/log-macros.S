/*
 * ln(x) of a tile of fp32, in place: log.S with macros, the same bits. See README.md.
 *
 * kernel: log, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 30
 * sweep: --fn=log --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.826881769 cycles=31.96875
 * long: --fn=log --in=fp32
 *     max_ulp=1 max_real_ulp=0.945769271 cycles=31.96875
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * left: none
 * published: 38 cycles, 0.96 ULP (wormhole), https://github.com/tenstorrent/tt-metal/pull/44419
 *
 * Made by sfpsched(1), from a plain loop that loads x again at its end, and so needs only four LRegs for its variables;
 * names of constants, formats and modifiers replace the numbers that sfpsched prints. In sfpsched's model, no table of
 * that loop's instructions is shorter. Row 29 loads under the flags that it ends, so no word may be late: the loop is
 * solid.
 */
    .include "sfpu.inc"

#ifdef PLAIN
#include "log.S"
#else
#ifndef VECTORS
#define VECTORS 32
#endif
#include "coefficients.h"
#define SPLIT 0x7FB504F3 /* as in log.S */

/*
 * L11 = SPLIT, L12 = -ln2, L13, L14, L5, L6, L2 = C0 to C4, L4 = infinity. From row 25 on, L1 is the sign and exponent
 * of x, as an integer, minus 255. L1 is below 0 where 0 <= x < infinity, and L1 + 254 is below 0 where x is 0.
 */
    .schedule log_fp32
    .period 30
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                   | Simple                                      | MAD                           | Round                                | Store
     0 | [v0] sfpload L1, 0, FP32, STAY
     1 | sfploadi L3, C8 >> 16, SFPLOADI_FLOATB | [v0] sfpiadd L1, L11, 0, SFPIADD_MINUS_NONE
     2 |                                        | sfpsetexp L0, L1, 128, SFPSETEXP_ARG_IMM
     3 |                                        | sfpiadd L0, L11, 0, SFPIADD_MINUS_NONE
     4 |                                        |                                             | sfpaddi L0, -1.0, 0
     5 | sfploadi L7, C7 >> 16, SFPLOADI_FLOATB
     6 |                                        |                                             | sfpmad L3, L3, L0, L7, 0
     7 | sfploadi L7, C6 >> 16, SFPLOADI_FLOATB
     8 |                                        |                                             | sfpmad L3, L0, L3, L7, 0
     9 | sfploadi L7, C5 >> 16, SFPLOADI_FLOATB
    10 |                                        |                                             | sfpmad L3, L3, L0, L7, 0
    11 |                                        | sfpexexp L1, L1, SFPEXEXP_NODEBIAS
    12 |                                        |                                             | sfpmad L3, L3, L0, L2, 0
    13 |                                        | sfpcast L7, L1, SFPCAST_SM32_TO_FP32_RNE
    14 |                                        |                                             | sfpmad L1, L3, L0, L6, 0
    15 | [v1] sfpload L3, 0, FP32, STAY
    16 |                                        |                                             | sfpmad L1, L1, L0, L5, 0
    17 |                                        |                                             | sfpaddi L7, -128.0, 0
    18 |                                        |                                             | sfpmad L3, L1, L0, L14, 0
    19 |                                        |                                             | sfpmad L1, L0, L0, L9, 0
    20 |                                        |                                             | sfpmad L3, L3, L0, L13, 0
    22 | [v2] sfpload L1, 0, FP32, STEP         |                                             | [v1] sfpmad L3, L1, L3, L0, 0
    23 |                                        |                                             | sfpmad L1, L10, L1, L9, 0
    25 |                                        |                                             | sfpmad L0, L4, L1, L4, 0      | [v2] sfpshft2 L1, L0, -23, SHIFT2_BY
    26 |                                        | sfpiadd L1, L1, -255, SFPIADD_IMM_LT0
    27 |                                        |                                             | sfpmad L0, L12, L7, L3, 0
    28 |                                        | sfpiadd L7, L1, 254, SFPIADD_IMM_LT0
    29 | sfploadi L0, 0xFF80, SFPLOADI_FLOATB   | [v2] sfpencc 0, 0
    30 |                                        |                                             |                               |                                      | [v2] sfpstore L0, [v2], FP32
    .endschedule

    .schedule_setup log_fp32
    set_constant 11, SPLIT
    set_constant 12, MINUS_LN2
    set_constant 13, C0
    set_constant 14, C1
    load_word L5, C2
    load_word L6, C3
    load_word L2, C4
    load_word L4, 0x7F800000
    .schedule_loop log_fp32, VECTORS, solid=0
#endif
