/*
 * ln(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: log, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 33
 * sweep: --fn=log --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.826881769 cycles=33.53125
 * long: --fn=log --in=fp32
 *     max_ulp=1 max_real_ulp=0.945769271 cycles=33.53125
 * left: none
 * published: 38 cycles, 0.96 ULP (wormhole), https://github.com/tenstorrent/tt-metal/pull/44419
 */
    .include "sfpu.inc"

#include "coefficients.h"

/*
 * The exponent is that of x for a significand up to 2^0.5, and one more for a larger significand. SPLIT - x has
 * -(exponent) in its exponent field. SPLIT minus that difference, with the exponent field of 1, is the significand.
 */
#define SPLIT 0x7FB504F3 /* 255, and the significand of 2^0.5 */
    set_constant 11, SPLIT
    set_constant 12, MINUS_LN2
    set_constant 13, C0
    set_constant 14, C1
    load_word L5, C2
    load_word L6, C3

/*
 * L0 = x, L2 = -(exponent), L3 = r, L4 = the polynomial. Its steps have to wait for each other; other work stands
 * between them.
 */
    ttreplay 0, 32, 1, 1
    sfpload L1, 0, FP32, STAY
    sfpmad L0, L1, L10, L9, 0       // x + 0, which makes +0 of denormals and of -0
    sfpiadd L1, L11, 0, SFPIADD_MINUS_NONE // SPLIT - x
    sfpsetexp L3, L1, 128, SFPSETEXP_ARG_IMM
    sfpiadd L3, L11, 0, SFPIADD_MINUS_NONE // from 1/2^0.5 to 2^0.5
    sfploadi L4, C8 >> 16, SFPLOADI_FLOATB
    sfpaddi L3, -1.0, 0             // r
    sfploadi L7, C7 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L3, L7, 0
    sfploadi L7, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L3, L7, 0
    sfploadi L7, C5 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L3, L7, 0
    sfploadi L7, C4 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L3, L7, 0
    sfpexexp L2, L1, SFPEXEXP_NODEBIAS
    sfpmad L4, L4, L3, L6, 0
    sfpcast L2, L2, SFPCAST_SM32_TO_FP32_RNE
    sfpmad L4, L4, L3, L5, 0
    sfpaddi L2, -128.0, 0           // as a number
    sfpmad L4, L4, L3, L14, 0
    sfpmad L7, L3, L3, L9, 0
    sfpmad L4, L4, L3, L13, 0
    sfploadi L1, 0x7F80, SFPLOADI_FLOATB
    sfpmad L4, L7, L4, L3, 0        // ln(1 + r)
    sfpmad L3, L0, L1, L1, 0        // infinity for infinity, NaN for NaN and for x below 0
    sfpsetcc L0, 0, SFPSETCC_LREG_GTE0
    sfpiadd L1, L0, 0, SFPIADD_MINUS_LT0
    sfpmad L3, L2, L12, L4, 0       // where 0 <= x < infinity
    sfpsetcc L0, 0, SFPSETCC_LREG_EQ0
    sfploadi L3, 0xFF80, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L3, 0, FP32, STEP

    .rept 31
    ttreplay 0, 32, 0, 0
    sfpstore L3, 0, FP32, STEP
    .endr
