/*
 * ln(1 + x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: log1p, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 30
 * sweep: --fn=log1p --in=bf16
 *     max_ulp=0 max_real_ulp=0.499914367 cycles=30.53125
 * left: none
 * published: 30 cycles, correctly rounded (wormhole), https://github.com/tenstorrent/tt-metal/pull/41186
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define SPLIT 0x80400000 /* as in log1p.S */
    set_constant 11, SPLIT
    set_constant 12, MINUS_LN2
    set_constant 13, Q0
    set_constant 14, Q1
    load_word L5, Q2
    load_word L6, Q3

/*
 * L0 = 1 + x, L1 = x, at last the result, L3 = -k, L7 = 4 r, L4 = the polynomial. No cycle waits: other work stands
 * between the steps of the polynomial.
 */
    ttreplay 0, 30, 1, 1
    sfpload L1, 0, BF16, STAY
    sfpmad L2, L1, L10, L10, 0
    sfpmad L0, L1, L10, L10, 0
    sfpiadd L2, L11, 0, SFPIADD_MINUS_NONE // SPLIT - (1 + x)
    sfpexexp L3, L2, SFPEXEXP_NODEBIAS
    sfpsetexp L2, L10, 0, SFPSETEXP_ARG_EXPONENT // s = 2^(2 - k)
    sfpmov L7, L2, 0
    sfpaddi L7, -4.0, 0
    sfploadi L4, Q5 >> 16, SFPLOADI_FLOATB
    sfpmad L7, L1, L2, L7, 0        // 4 r = x s + (s - 4)
    sfploadi L2, Q4 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L7, L2, 0
    sfpcast L3, L3, SFPCAST_SM32_TO_FP32_RNE
    sfpmad L4, L4, L7, L6, 0
    sfpaddi L3, -129.0, 0
    sfpmad L4, L4, L7, L5, 0
    sfpmad L3, L3, L12, L9, 0       // k ln2
    sfpmad L4, L4, L7, L14, 0
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    sfploadi L1, 0x7FC0, SFPLOADI_FLOATB // a NaN that bf16 can hold; infinity and NaN have their results already
    sfpcompc
    sfpmad L4, L4, L7, L13, 0
    sfploadi L2, 0x0080, SFPLOADI_FLOATB
    sfpmad L4, L4, L7, L3, 0
    sfpiadd L2, L0, 0, SFPIADD_LREG_GTE0 // of integers: 2^31 or more from infinity on
    sfpstochrnd L1, L0, L4, 0, TO_BF16, 0 // where 0 <= 1 + x < infinity
    sfpsetcc L0, 0, SFPSETCC_LREG_EQ0
    sfploadi L1, 0xFF80, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpstore L1, 0, BF16, STEP

    .rept 31
    ttreplay 0, 30, 0, 0
    .endr
