/*
 * ln(1 + x) of a tile of fp32, in place. See README.md.
 *
 * kernel: log1p, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 38
 * sweep: --fn=log1p --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.826881769 cycles=38.53125
 * long: --fn=log1p --in=fp32
 *     max_ulp=1 max_real_ulp=0.934575974 cycles=38.53125
 * left: none
 * published: 42 cycles, faithfully rounded (wormhole), https://github.com/tenstorrent/tt-metal/pull/41186
 */
    .include "sfpu.inc"

#include "coefficients.h"

/* SPLIT - (1 + x), as integers, has 129 - k in its exponent field. So the word with only that field is 2^(2 - k). */
#define SPLIT 0x80400000 /* 256, and the significand 1.5 */
    set_constant 11, SPLIT
    set_constant 12, MINUS_LN2
    set_constant 13, C0
    set_constant 14, C1
    load_word L5, C2
    load_word L6, C3

/*
 * L0 = 1 + x, L3 = -k, L1 = 4 r, L4 = the polynomial. Its steps have to wait for each other; other work stands between
 * them.
 */
    ttreplay 0, 32, 1, 1
    sfpload L1, 0, FP32, STAY
    sfpmad L2, L1, L10, L10, 0
    sfpmad L0, L1, L10, L10, 0
    sfpiadd L2, L11, 0, SFPIADD_MINUS_NONE // SPLIT - (1 + x)
    sfpexexp L3, L2, SFPEXEXP_NODEBIAS
    sfpsetexp L2, L10, 0, SFPSETEXP_ARG_EXPONENT // s = 2^(2 - k)
    sfpmov L7, L2, 0
    sfpaddi L7, -4.0, 0
    sfploadi L4, C8 >> 16, SFPLOADI_FLOATB
    sfpmad L1, L1, L2, L7, 0        // 4 r = x s + (s - 4)
    sfploadi L2, C7 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L1, L2, 0
    sfploadi L2, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L1, L2, 0
    sfploadi L2, C5 >> 16, SFPLOADI_FLOATB
    sfpmad L4, L4, L1, L2, 0
    sfploadi L2, C4 >> 16, SFPLOADI_FLOATB
    sfploadi L2, C4 & 0xFFFF, SFPLOADI_LOWER
    sfpmad L4, L4, L1, L2, 0
    sfpcast L3, L3, SFPCAST_SM32_TO_FP32_RNE
    sfpmad L4, L4, L1, L6, 0
    sfpaddi L3, -129.0, 0           // as a number
    sfpmad L4, L4, L1, L5, 0
    sfpmad L7, L1, L1, L9, 0
    sfpmad L4, L4, L1, L14, 0
    sfploadi L2, 0x7F80, SFPLOADI_FLOATB
    sfpmad L4, L4, L1, L13, 0
    sfpmuli L1, 0.25, 0             // r
    sfpnop
    sfpmad L4, L7, L4, L1, 0        // ln(1 + r)
    sfpmad L1, L0, L2, L2, 0        // infinity for infinity, NaN for NaN and for x below -1
    sfpsetcc L0, 0, SFPSETCC_LREG_GTE0
/* The result where 0 <= 1 + x < infinity. */
#define REST \
    sfpiadd L2, L0, 0, SFPIADD_MINUS_LT0; \
    sfpmad L1, L3, L12, L4, 0; \
    sfpsetcc L0, 0, SFPSETCC_LREG_EQ0; \
    sfploadi L1, 0xFF80, SFPLOADI_FLOATB; \
    sfpencc 0, 0; \
    sfpstore L1, 0, FP32, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
