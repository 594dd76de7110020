/*
 * ln(1 + e^x) of a tile of fp32, in place. See README.md.
 *
 * kernel: softplus, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 57
 * sweep: --fn=softplus --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.28195478 cycles=57.5625
 * long: --fn=softplus --in=fp32
 *     max_ulp=2 max_real_ulp=1.7115343 cycles=57.5625
 * left: none
 * published: 7757 ULP (wormhole), https://github.com/tenstorrent/tt-metal/pull/42115
 */
    .include "sfpu.inc"

#include "coefficients.h"

/* The immediate of SFPLOADI for an fp32 number that fp16 can hold exactly. */
#define FP16_OF(bits) ((((bits) >> 16) & 0x8000) + ((((bits) & 0x7FFFFFFF) >> 13) - (112 << 10)))

    set_constant 12, LN2
    set_constant 13, E0
    set_constant 14, E1
    load_word L4, P0
    load_word L5, P1
    load_word L6, P2
    load_word L7, P3

/* L0 = |x|, then r, then w; L3 = 2^-k, at last the larger of x and 0; L1 and L2 = polynomials, L2 = w - 1/2. */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpabs L0, L0, SFPABS_FLOAT     // leaves -NaN as it is, which SFPSWAP takes as the least number
    sfploadi L1, 87.5, SFPLOADI_FLOATB // e^-x of this is 0
    sfpswap L0, L1, SWAP_MIN
    sfpnop
    sfploadi L1, 12582912.0, SFPLOADI_FLOATB // 1.5 * 2^23: adding it rounds to an integer
    sfploadi L2, FP16_OF(MINUS_LOG2E), SFPLOADI_FLOATA
    sfpmad L1, L0, L2, L1, 0
    sfploadi L2, LN2_REST >> 16, SFPLOADI_FLOATB
    sfpiadd L3, L1, 127, SFPIADD_IMM_NONE
    sfpaddi L1, -12582912.0, 0      // -k
    sfpsetexp L3, L10, 0, SFPSETEXP_ARG_MANTISSA // 2^-k
    sfpmad L0, L1, L12, L0, 0
    sfpnop
    sfpmad L0, L1, L2, L0, 0        // r
    sfploadi L1, E3 >> 16, SFPLOADI_FLOATB
    sfploadi L2, E4 >> 16, SFPLOADI_FLOATB
    sfpmad L2, L2, L0, L1, 0
    sfploadi L1, E2 >> 16, SFPLOADI_FLOATB
    sfploadi L1, E2 & 0xFFFF, SFPLOADI_LOWER
    sfpmad L2, L2, L0, L1, 0
    sfpnop
    sfpmad L2, L2, L0, L14, 0
    sfpnop
    sfpmad L2, L2, L0, L13, 0
    sfploadi L1, -0.5, SFPLOADI_FLOATB
    sfpmad L2, L2, L0, L11, 0
    sfpnop
    sfpmad L2, L2, L0, L10, 0       // e^-r
    sfpnop
    sfpmad L0, L2, L3, L9, 0        // w
    sfpmad L2, L2, L3, L1, 0

/* ln(1 + w) = w + w^2 P(w - 1/2), plus the larger of x and 0. */
#define REST \
    sfploadi L1, P8 >> 16, SFPLOADI_FLOATB; \
    sfploadi L3, P7 >> 16, SFPLOADI_FLOATB; \
    sfpmad L1, L1, L2, L3, 0; \
    sfploadi L3, P6 >> 16, SFPLOADI_FLOATB; \
    sfpmad L1, L1, L2, L3, 0; \
    sfploadi L3, FP16_OF(P5), SFPLOADI_FLOATA; \
    sfpmad L1, L1, L2, L3, 0; \
    sfploadi L3, FP16_OF(P4), SFPLOADI_FLOATA; \
    sfpmad L1, L1, L2, L3, 0; \
    sfpload L3, 0, FP32, STAY; \
    sfpmad L1, L1, L2, L7, 0; \
    sfpswap L3, L9, SWAP_MAX; \
    sfpnop; \
    sfpmad L1, L1, L2, L6, 0; \
    sfpnop; \
    sfpmad L1, L1, L2, L5, 0; \
    sfpnop; \
    sfpmad L1, L1, L2, L4, 0; \
    sfpmad L2, L0, L0, L9, 0; \
    sfpnop; \
    sfpmad L0, L2, L1, L0, 0; \
    sfpnop; \
    sfpmad L0, L0, L10, L3, 0; \
    sfpnop; \
    sfpstore L0, 0, FP32, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
