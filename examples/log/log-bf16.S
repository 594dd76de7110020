/*
 * ln(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: log, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 27, blackhole 25
 * sweep wormhole: --fn=log --in=bf16
 *     max_ulp=0 max_real_ulp=0.499996114 cycles=27.5625
 * sweep blackhole: --fn=log --in=bf16
 *     max_ulp=0 max_real_ulp=0.499996114 cycles=25.5625
 * left: none
 * published: 27 cycles (wormhole), https://github.com/tenstorrent/tt-metal/pull/44419
 */
    .include "sfpu.inc"

#include "coefficients.h"
#define LOG(name) LN_##name
#define IN_L4 LOG(OF_2)
#include "constants-bf16.h"

/*
 * L0 = x, at last the result; L3 = -f, and then -f (1 - f); L1 = h; L2 = exponent + f.
 *
 * Infinity minus x, shifted down by 8, is 2^127 (385 - exponent - f) / 256: infinity for 0, and a number for all other
 * x. SFPMAD multiplies it by 2^-119. The 385 is 128 too small, so that the sign tells where x is below infinity.
 */
#ifdef ARCH_WORMHOLE
    ttreplay 0, 27, 1, 1
    sfpload L0, 0, BF16, STAY
    sfploadi L1, LOG(H3) >> 16, SFPLOADI_FLOATB
    sfpsetexp L2, L0, 127, SFPSETEXP_ARG_IMM // 1 + f
    sfpmad L3, L2, L11, L10, 0
    sfploadi L2, LOG(H4) >> 16, SFPLOADI_FLOATB
    sfpmad L1, L2, L3, L1, 0
    sfpstochrnd L2, L0, L0, 0, TO_BF16, 0 // x; +0 for denormals and -0
    sfpsetcc L2, 0, SFPSETCC_LREG_LT0
    sfploadi L0, 0x7FC0, SFPLOADI_FLOATB // a NaN that bf16 can hold; infinity and NaN have their results already
    sfpencc 0, 0
    sfpshft L2, L0, -8, SHIFT_BY
    sfpmad L1, L1, L3, L7, 0
    sfpiadd L2, L12, 0, SFPIADD_MINUS_NONE
    sfpmad L1, L1, L3, L6, 0
    sfpmad L2, L2, L13, L14, 0      // exponent + f - 128
    sfpmad L1, L1, L3, L5, 0
    sfpmad L3, L3, L3, L3, 0
    sfpsetcc L2, 0, SFPSETCC_LREG_LT0 // where 0 <= x < infinity
    sfpaddi L2, 128.0, 0
    sfpnop
    sfpmad L2, L2, L4, L9, 0
    sfpnop
    sfpmad L1, L3, L1, L2, 0
    sfpnop
    sfpstochrnd L0, L0, L1, 0, TO_BF16, 0
    sfpencc 0, 0
    sfpstore L0, 0, BF16, STEP

    .rept 31
    ttreplay 0, 27, 0, 0
    .endr
#else
/* L1 is the result where x is infinite, NaN, or below 0: on Blackhole SFPMAD's NaN is also a NaN of bf16. */
    ttreplay 0, 25, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetexp L1, L0, 127, SFPSETEXP_ARG_IMM // 1 + f
    sfpmad L3, L1, L11, L10, 0
    sfploadi L1, LOG(H3) >> 16, SFPLOADI_FLOATB
    sfploadi L2, LOG(H4) >> 16, SFPLOADI_FLOATB
    sfpmad L2, L2, L3, L1, 0
    sfpmad L1, L0, L12, L12, 0      // infinity for infinity, NaN for NaN and for x below 0
    sfpmad L2, L2, L3, L7, 0
    sfpstochrnd L0, L0, L0, 0, TO_BF16, 0 // x; +0 for denormals and -0
    sfpshft L0, L0, -8, SHIFT_BY
    sfpmad L2, L2, L3, L6, 0
    sfpiadd L0, L12, 0, SFPIADD_MINUS_NONE
    sfpmad L2, L2, L3, L5, 0
    sfpmad L0, L0, L13, L14, 0      // exponent + f - 128
    sfpmad L3, L3, L3, L3, 0
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0 // where 0 <= x < infinity
    sfpaddi L0, 128.0, 0
    sfpnop
    sfpmad L0, L0, L4, L9, 0
    sfpnop
    sfpmad L0, L3, L2, L0, 0
    sfpnop
    sfpstochrnd L1, L0, L0, 0, TO_BF16, 0
    sfpencc 0, 0
    sfpstore L1, 0, BF16, STEP

    .rept 31
    ttreplay 0, 25, 0, 0
    .endr
#endif
