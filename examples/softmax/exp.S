/*
 * exp(x) of a tile of fp32, in place, for x of 0 or less: the second pass of softmax.S. See README.md.
 *
 * k is a rounded integer of sign and magnitude; 2^k is made from it and the last byte of C5. x is limited to -88 or
 * more; exp(-88) counts as 0.
 *
 * The schedule was made by: sfpsched --arch=wormhole -DPLAIN softmax/exp.S. --arch=blackhole gives the same schedule.
 *
 * kernel: exp of x up to 0, fp32
 * arch: wormhole blackhole
 * domain: -inf to 0
 * cycles: 16
 * sweep: --fn=exp --in=bf16 --dst-format=fp32 --range=-inf:0
 *     max_ulp=12 max_real_ulp=11.5484579 cycles=17.15625
 * twin: -DPLAIN --in=bf16 --dst-format=fp32 --range=-inf:0
 * left: L11
 */
    .include "sfpu.inc"
#include "coefficients.h"

#ifdef PLAIN
    .hazards auto
#else
    .set TO_INT8, SFPSTOCHRND_FP32_TO_INT8
    .set MINUS, SFPIADD_MINUS_NONE
    .schedule exp
    .period 16
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions, gapless
     t | Load                           | Simple                         | MAD                                | Round                                 | Store
     0 | [v0] sfpload L1, 0, FP32, STAY |                                |                                    |
     2 |                                | [v0] sfpswap L1, L12, SWAP_MAX |                                    |
     4 |                                |                                | sfpmul L0, L4, L1, 0               |
     7 |                                |                                |                                    | sfpstochrnd L2, L0, L0, 0, TO_INT8, 0
     8 |                                | sfpcast L3, L2, 0              |                                    |
     9 |                                |                                | sfpmad L0, L5, L3, L1, 0           |
    10 | sfploadi L1, C6 >> 16, 0       |                                |                                    |
    11 |                                |                                | sfpmad L1, L0, L1, L6, 0           |
    12 |                                | sfpiadd L2, L6, 0, MINUS       |                                    |
    13 |                                |                                | sfpmad L1, L0, L1, L7, 0           |
    14 | [v1] sfpload L3, 0, FP32, STAY |                                |                                    |
    15 |                                |                                | sfpmad L3, L1, L0, L13, 0          |
    17 |                                |                                | sfpmad L3, L0, L3, L14, 0          |
    19 |                                |                                | sfpmad L3, L0, L3, L10, 0          |
    21 | [v2] sfpload L3, 0, FP32, STEP |                                | [v1] sfpmad L3, L0.old, L3, L10, 0 |
    22 |                                | sfpsetexp L2, L10, 0, 0        |                                    |
    23 |                                |                                | [v2] sfpmul L16, L2, L3, 0         |
    25 |                                |                                |                                    |                                       | [v2] sfpstore L16, [v2], FP32
    .endschedule
    .schedule_setup exp
#endif
    set_constant_float 12, -88.0
    set_constant 13, C3
    set_constant 14, C2
    load_word L4, LOG2E
    load_word L5, MINUS_LN2
    load_word L6, C5
    load_word L7, C4
#ifndef PLAIN
    .schedule_loop exp, 32, replay=0
#else
    .rept 32
    sfpload L0, 0, FP32, STAY
    sfpswap L0, L12, SWAP_MAX
    sfpmul L1, L0, L4, 0
    sfpstochrnd L1, L1, L1, 0, SFPSTOCHRND_FP32_TO_INT8, 0
    sfpcast L2, L1, SFPCAST_SM32_TO_FP32_RNE
    sfpmad L0, L2, L5, L0, 0
    sfpiadd L1, L6, 0, SFPIADD_MINUS_NONE
    sfpsetexp L1, L10, 0, SFPSETEXP_ARG_MANTISSA
    sfploadi L2, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L2, L2, L0, L6, 0
    sfpmad L2, L2, L0, L7, 0
    sfpmad L2, L2, L0, L13, 0
    sfpmad L2, L2, L0, L14, 0
    sfpmad L2, L2, L0, L10, 0
    sfpmad L2, L2, L0, L10, 0
    sfpmul L2, L2, L1, 0
    sfpstore L2, 0, FP32, STEP
    .endr
#endif

