/*
 * 1/sqrt(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: rsqrt, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 20, blackhole 20
 * sweep: --fn=rsqrt --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.8 cycles=20.90625
 * long: --fn=rsqrt --in=fp32
 *     max_ulp=1 max_real_ulp=1.10619439 cycles=20.90625
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * solved long wormhole: found 20 floor 9 shorter open inputs drawn --period=20
 * solved long blackhole: found 20 floor 9 shorter open inputs drawn --period=20
 * published: 32.1 cycles (wormhole), 31.1 (blackhole), 0.859 ULP
 *     (the vendor's header, measured; its error over bf16 inputs), https://github.com/tenstorrent/tt-llk
 * left: none
 * missed: 1 real ULP, by 0.11: half of what rounding x y loses goes into the result; 2 more multiply-adds would not
 */
#include "../schedule.h"

#include "../sqrt/coefficients.h"

#define INFINITY L6
#define HALF L7

#ifndef PLAIN
#if ARCH_WORMHOLE
    .schedule rsqrt
    .period 20
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                 | MAD                             | Round | Store
     0 | [v0] sfpload L0, 0, FP32, STAY
     6 |                                      |                                        | sfpmad L4, L10, L0, L9, 0
     7 |                                      |                                        | sfpmad L1, L11, L0, L9, 0
     8 |                                      | [v0] sfpshft L0, L0, -1, SHIFT_BY b=L4
     9 |                                      | sfpiadd L0, L12, 0, SFPIADD_MINUS_NONE
    10 |                                      |                                        | sfpmad L4, L0, L1, L9, 0
    11 | sfploadi L5, 0x0080, SFPLOADI_FLOATB
    12 |                                      |                                        | sfpmad L2, L0, L4, L13, 0
    13 | [v1] sfpload L4, 0, FP32, STEP
    14 |                                      |                                        | sfpmad L3, L2, L2, L14, 0
    15 |                                      | sfpexexp L2, L1, SFPEXEXP_NODEBIAS
    16 |                                      |                                        | sfpmad L3, L0, L3, L9, 0
    17 |                                      | sfpor L2, INFINITY
    18 |                                      | [v1] sfpdivp2 L4, L3, -1, SFPDIVP2_ADD | sfpmad L0, L3, L1, L9, 0
    19 |                                      | sfpiadd L5, L1, 0, NO_FLAGS
    20 |                                      |                                        | [v1] sfpmad L4, L0, L4, HALF, 0
    21 |                                      | sfpsetcc L1, 0, SFPSETCC_LREG_LT0
    22 |                                      |                                        | sfpmad L2, L3, L4, L3, 0
    23 |                                      | sfpsetcc L5, 0, SFPSETCC_LREG_EQ0
    24 | sfploadi L2, 0x0000, SFPLOADI_FLOATB
    25 |                                      | sfpencc 0, 0
    28 |                                      |                                        |                                 |       | sfpstore L2, 0, FP32, STAY
    .endschedule
#else
    .schedule rsqrt
    .period 20
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                 | MAD                             | Round                               | Store
     0 | [v0] sfpload L5, 0, FP32, STAY
     6 |                                      |                                        | [v0] sfpmad L5, L10, L5, L9, 0
     7 | sfpload L3, 0, FP32, STAY
     8 |                                      |                                        | sfpmad L3, L11, L3, L9, 0       | [v0] sfpshft2 L5, L0, -1, SHIFT2_BY
     9 |                                      | sfpiadd L5, L12, 0, SFPIADD_MINUS_NONE
    10 |                                      |                                        | sfpmad L1, L3, L5, L9, 0
    11 |                                      | sfpexexp L2, L3, SFPEXEXP_NODEBIAS
    12 |                                      |                                        | sfpmad L1, L5, L1, L13, 0
    13 | [v1] sfpload L4, 0, FP32, STEP
    14 |                                      |                                        | sfpmad L1, L1, L1, L14, 0
    15 |                                      | sfpor L2, L0, INFINITY, 0
    16 |                                      |                                        | sfpmad L0, L1, L5, L9, 0
    17 | sfploadi L1, 0x0080, SFPLOADI_FLOATB
    18 |                                      | [v1] sfpdivp2 L4, L0, -1, SFPDIVP2_ADD | sfpmad L5, L0, L3, L9, 0
    19 |                                      | sfpiadd L1, L3, 0, NO_FLAGS
    20 |                                      |                                        | [v1] sfpmad L4, L5, L4, HALF, 0
    21 |                                      | sfpsetcc L3, 0, SFPSETCC_LREG_LT0
    22 |                                      |                                        | sfpmad L2, L4, L0, L0, 0
    23 |                                      | sfpsetcc L1, 0, SFPSETCC_LREG_EQ0
    24 | sfploadi L2, 0x0000, SFPLOADI_FLOATB
    25 |                                      | sfpencc 0, 0
    26 |                                      |                                        |                                 |                                     | sfpstore L2, 0, FP32, STAY
    .endschedule
#endif

    .schedule_setup rsqrt
#endif /* table */

    set_constant 12, MAGIC
    set_constant 13, CENTRE
    set_constant 14, FLOOR
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    sfploadi HALF, 0.5, SFPLOADI_FLOATB

#ifdef PLAIN
    ttreplay 0, 22, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpmad L1, L0, L10, L9, 0       // x; a denormal, and -0, is 0
    sfpmad L0, L0, L11, L9, 0       // -x
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L1, L9, 0        // -x y0
    sfpexexp L2, L0, SFPEXEXP_NODEBIAS
    sfpmad L3, L3, L1, L13, 0       // CENTRE - x y0^2
    bit_or L2, INFINITY             // infinity for a zero, NaN for the other x
    sfpmad L3, L3, L3, L14, 0       // p
    sfploadi L4, 0x0080, SFPLOADI_FLOATB
    sfpmad L1, L1, L3, L9, 0        // y = y0 p
    sfpiadd L4, L0, 0, NO_FLAGS     // 0 for infinity
    sfpmad L3, L0, L1, L9, 0        // -x y
    sfpdivp2 L5, L1, -1, SFPDIVP2_ADD
    sfpmad L3, L3, L5, HALF, 0      // half of the relative error of y
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0 // x > 0
    sfpmad L2, L1, L3, L1, 0
    sfpsetcc L4, 0, SFPSETCC_LREG_EQ0
    sfploadi L2, 0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L2, 0, FP32, STEP

    .rept VECTORS - 1
    ttreplay 0, 22, 0, 0
    .endr
#else
    .schedule_loop rsqrt, VECTORS, FORM
#endif
