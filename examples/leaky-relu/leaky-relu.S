/*
 * x where x >= 0, and FACTOR times x elsewhere, of a tile of fp32, in place: two vectors in three cycles. See README.md.
 *
 * kernel: leaky ReLU, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 1.5
 * sweep: --fn=max(x,0)+min(x,0)*0.00999999977648258209228515625 --in=bf16 --dst-format=fp32
 *     max_ulp=0 max_real_ulp=0.5 cycles=2.46875
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * solved long: found 3 floor 2 shorter model inputs drawn --rows-per-iteration=2
 * left: L6 L11 L12 L13
 * published: 2
 */
#include "../schedule.h"

#ifndef FACTOR
#define FACTOR 0x3C23D70A /* 0.01 */
#endif

/* After the set-up of the macros, because the set-up uses L0. */
#define FACTORS \
    load_float L0, 1.0; \
    load_word L1, FACTOR

#ifdef PLAIN
    FACTORS
    .rept VECTORS
    sfpload L7, 0, FP32, STAY
    sfpload L2, 0, FP32, STAY
    sfpshft L7, L0, -31, SHIFT_BY       // the number of the factor's register, L0 or L1, from the sign
    sfpmad L2, L0, L2, L9, VA_L7
    sfpnop
    sfpstore L2, 0, FP32, STEP
    .endr
#else
    set_constant 14, 0xFFFFFFE1 // -31

    .schedule leaky_relu
    .period 3
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .rotate a = L2, L3
    .rotate b = L4, L5
    .delays instructions
    t | Load                         | Simple                               | MAD                               | Round                             | Store
    0 | [a] sfpload a, 0, FP32, STAY
    1 | [s] sfpload L7, 2, FP32, STEP
    2 | [b] sfpload b, 2, FP32, STEP |                                      |                                   | [s] sfpshft2 L7, L14, 0, SFPSHFT2_SHFT_LREG b=L7
    3 |                              | [s] sfpshft L7, L0, -31, SHIFT_BY b=a | [b] sfpmad L16, L0, b, L9, VA_L7
    4 |                              |                                      | [a] sfpmad a, L0, a, L9, VA_L7
    5 |                              |                                      |                                   |                                   | [s] sfpstore L16, [s], FP32
    6 |                              |                                      |                                   |                                   | [a] sfpstore a, [a], FP32
    .endschedule

    .schedule_setup leaky_relu
    FACTORS
    .schedule_loop leaky_relu, VECTORS / 2, FORM
#endif
