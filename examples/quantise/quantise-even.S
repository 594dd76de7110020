/*
 * x times FACTOR, which is 1 / scale, rounded to nearest, ties to even, plus ZERO_POINT, as int8: at most 127 on both
 * sides; of a tile of fp32, in place, as integers of sign and magnitude. See README.md.
 *
 * kernel: quantise with ties to even, fp32 to int8
 * arch: wormhole blackhole
 * domain: all numbers; of infinities and NaN 127 or -127
 * cycles: 2
 * sweep: --fn=min(max(x*8-10,-127),127) --in=bf16 --dst-format=fp32 --out-format=sm32
 *     max_ulp=0 max_real_ulp=0.5 cycles=2.6875
 * long: --fn=min(max(x*8-10,-127),127) --in=fp32 --out-format=sm32
 *     max_ulp=0 max_real_ulp=0.5 cycles=2.6875
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * solved: found 2 floor 2 shorter counting inputs drawn
 * left: L3 L4 L5 L6 L7 L11
 */
#include "../schedule.h"

#ifndef FACTOR
#define FACTOR 0x41000000 /* 8 */
#define ZERO_POINT -10
#endif

#define MAGIC 0x4B400000 /* 1.5 * 2^23: adding it rounds to an integer, which is in the low bits */

    set_constant 12, FACTOR
    set_constant 13, MAGIC
    set_constant 14, (MAGIC | 0x80000000) - (ZERO_POINT) // ZERO_POINT - 1.5 * 2^23, which is exact

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfpmad L0, L0, L12, L13, 0
    sfpnop
    sfpmad L0, L0, L10, L14, 0
    sfpnop
    sfpstochrnd L0, L0, L0, 0, SFPSTOCHRND_FP32_TO_INT8, 0
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    .schedule quantise
    .period 2
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1, L2
    .delays instructions
    t | Load                         | Simple | MAD                           | Round                                                        | Store
    0 | [x] sfpload x, 0, FP32, STEP
    1 |                              |        | sfpmad x, L12, x, L13, 0
    4 |                              |        | [x] sfpmad x, L10, x, L14, 0
    6 |                              |        |                               | [x] sfpstochrnd L16, L0, x, 0, SFPSTOCHRND_FP32_TO_INT8, 0
    7 |                              |        |                               |                                                              | [x] sfpstore L16, [x], INT32
    .endschedule

    .schedule_setup quantise
    .schedule_loop quantise, VECTORS, FORM
#endif
