/*
 * x times FACTOR, which is 1 / scale, plus ZERO_POINT, as int8: rounded to nearest and at most 127 on both sides; of a
 * tile of fp32, in place, as integers of sign and magnitude. See README.md.
 *
 * kernel: quantise, fp32 to int8
 * arch: wormhole blackhole
 * domain: all numbers; of infinities and NaN 127 or -127
 * cycles: 1
 * sweep: --fn=min(max(x*8-3,-127),127) --in=bf16 --dst-format=fp32 --out-format=sm32
 *     max_ulp=1 max_real_ulp=0.5 cycles=1.53125
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * solved: found 1 floor 1 shorter counting inputs drawn
 * left: L3 L4 L5 L6 L7 L11 L12
 */
#include "../schedule.h"

#ifndef FACTOR
#define FACTOR 0x41000000 /* 8 */
#define ZERO_POINT 0xC0400000 /* -3 */
#endif

    set_constant 13, FACTOR
    set_constant 14, ZERO_POINT

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfpmad L0, L0, L13, L14, 0
    sfpnop
    sfpstochrnd L0, L0, L0, 0, SFPSTOCHRND_FP32_TO_INT8, 0
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    .schedule quantise
    .period 1
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1, L2
    .delays instructions
    t | Load                         | Simple | MAD                           | Round                                                        | Store
    0 | [x] sfpload x, 0, FP32, STEP
    1 |                              |        | [x] sfpmad x, L13, x, L14, 0
    3 |                              |        |                               | [x] sfpstochrnd L16, L0, x, 0, SFPSTOCHRND_FP32_TO_INT8, 0
    4 |                              |        |                               |                                                              | [x] sfpstore L16, [x], INT32
    .endschedule

    .schedule_setup quantise
    .schedule_loop quantise, VECTORS, FORM
#endif
