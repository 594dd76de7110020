/*
 * ln(1 + e^x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: softplus, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 42
 * sweep: --fn=softplus --in=bf16
 *     max_ulp=0 max_real_ulp=0.499996268 cycles=42.59375
 * left: none
 * published: 45.3 cycles, 1 ULP from -5 to 10, 0 below that (wormhole),
 *     https://github.com/tenstorrent/tt-metal/pull/54938, https://github.com/tenstorrent/tt-metal/pull/55813
 */
    .include "sfpu.inc"

#include "coefficients.h"

/* The immediate of SFPLOADI for an fp32 number that fp16 can hold exactly. */
#define FP16_OF(bits) ((((bits) >> 16) & 0x8000) + ((((bits) & 0x7FFFFFFF) >> 13) - (112 << 10)))

    set_constant 11, LOG2E
    set_constant 12, C2
    set_constant 13, C1
    set_constant 14, Q3
    load_word L5, Q2
    load_word L6, Q1
    load_word L7, Q0

/*
 * L3 = x, at last the result, L0 = |x|, then f, then w; L2 = -k, then the larger of x and 0; L4 = 2^-k; L1 =
 * polynomials. From the tenth instruction on, NaN takes no part in it, because rounding would make it infinity.
 */
    ttreplay 0, 32, 1, 1
    sfpload L3, 0, BF16, STAY
    sfploadi L1, 87.5, SFPLOADI_FLOATB // e^-x of this is 0
    sfpsetsgn L0, L3, 0, SFPSETSGN_ARG_IMM
    sfpswap L0, L1, SWAP_MIN
    sfpnop
    sfploadi L2, 12582912.0, SFPLOADI_FLOATB // 1.5 * 2^23: adding it rounds to an integer
    sfploadi L4, FP16_OF(MINUS_LOG2E), SFPLOADI_FLOATA
    sfpmad L2, L0, L4, L2, 0
    sfploadi L4, 0x007F, SFPLOADI_FLOATB
    sfpiadd L4, L1, 0, SFPIADD_LREG_GTE0 // of integers: 2^31 or more for NaN, which stays as it is
    sfpiadd L4, L2, 127, SFPIADD_IMM_NONE
    sfpaddi L2, -12582912.0, 0      // -k
    sfploadi L1, C4 >> 16, SFPLOADI_FLOATB
    sfpmad L0, L0, L11, L2, 0       // f
    sfploadi L2, FP16_OF(C3), SFPLOADI_FLOATA
    sfpmad L1, L1, L0, L2, 0
    sfpsetexp L4, L10, 0, SFPSETEXP_ARG_MANTISSA // 2^-k
    sfpmad L1, L1, L0, L12, 0
    sfpload L2, 0, BF16, STAY
    sfpmad L1, L1, L0, L13, 0
    sfpswap L2, L9, SWAP_MAX        // x or 0
    sfpnop
    sfpmad L1, L1, L0, L10, 0
    sfpnop
    sfpmad L0, L1, L4, L9, 0        // w
    sfploadi L1, FP16_OF(Q5), SFPLOADI_FLOATA
    sfploadi L4, FP16_OF(Q4), SFPLOADI_FLOATA
    sfpmad L1, L1, L0, L4, 0
    sfpnop
    sfpmad L1, L1, L0, L14, 0
    sfpnop
    sfpmad L1, L1, L0, L5, 0
#define REST \
    sfpnop; \
    sfpmad L1, L1, L0, L6, 0; \
    sfpnop; \
    sfpmad L1, L1, L0, L7, 0; \
    sfpnop; \
    sfpmad L1, L1, L0, L2, 0; \
    sfpnop; \
    sfpstochrnd L3, L0, L1, 0, TO_BF16, 0; \
    sfpencc 0, 0; \
    sfpstore L3, 0, BF16, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
