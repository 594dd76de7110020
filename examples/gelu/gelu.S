/*
 * gelu(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: gelu, fp32
 * arch: wormhole blackhole
 * domain: all; one number, the largest one below 2^-125 or its negative, gives 0 for 2^-126 or 2^-126 for 0
 * cycles: wormhole 79, blackhole 67
 * sweep wormhole: --fn=gelu --in=bf16 --dst-format=fp32
 *     max_ulp=3 max_real_ulp=3.13074913 cycles=79.46875
 * sweep blackhole: --fn=gelu --in=bf16 --dst-format=fp32
 *     max_ulp=3 max_real_ulp=3.13074913 cycles=67.5625
 * long wormhole: --fn=gelu --in=fp32
 *     max_ulp=7 max_real_ulp=6.72869721 cycles=79.46875
 *     except least-normal 0x1.FFFFFEp-126:0x1.FFFFFEp-126
 * long blackhole: --fn=gelu --in=fp32
 *     max_ulp=7 max_real_ulp=6.72869721 cycles=67.5625
 *     except least-normal -0x1.FFFFFEp-126:-0x1.FFFFFEp-126
 * left: none
 * published: 4 times too large between -5.5 and -5, 0 below; 89 cycles (blackhole, bf16),
 *     https://github.com/tenstorrent/tt-metal/pull/45920, https://github.com/tenstorrent/tt-metal/issues/52407
 */
    .include "sfpu.inc"
#include "coefficients.h"

/* The bits of a number in fp16, for whose exponent SFPLOADI accepts any value. */
#define FP16_OF(word) \
    (((word) >> 16) & 0x8000) | (((((word) >> 23) & 0xFF) - 112) << 10) | (((word) >> 13) & 0x3FF), SFPLOADI_FLOATA
#define BF16_OF(word) (word) >> 16, SFPLOADI_FLOATB

#define C_N1 L12
#define C_N2 L13
#define C_N3 L14
#define C_N4 L6
#define C_D1 L7

#ifdef ARCH_BLACKHOLE
#define ROUND L11 /* 1.5 * 2^23 + 127: adding it rounds to an integer */

    set_constant_float 11, 12583039.0
#endif
    set_constant 12, N1
    set_constant 13, N2
    set_constant 14, N3
    load_word C_N4, N4
    load_word C_D1, D1

    sfploadi L1, -13.25, SFPLOADI_FLOATB
    sfploadi L4, -0.72119140625, SFPLOADI_FLOATA    // -1 / (2 ln2), roughly
    .rept 32
    /* L0 = s = -|x|, -13.25 or more, because the result is 0 below; s^2 = L1 + L2 L3 */
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L0, L0, 1, SFPSETSGN_ARG_IMM
    sfpswap L0, L1, SWAP_MAX
#ifdef ARCH_BLACKHOLE
    sfpstochrnd L5, L5, L0, 0, SFPSTOCHRND_FP32_TO_FP16A, 0
    sfpmul L1, L5, L5, 0                    // exact
    sfpadd L3, L10, L5, L0, 0
    sfpmad L4, L1, L4, ROUND, 0             // its last bits: 127 + k, where k = -s^2 / (2 ln2), rounded
    sfpadd L2, L10, L0, L5, SFPMAD_NEGATE_VC
    sfpadd L0, L10, L4, ROUND, SFPMAD_NEGATE_VC
    sfploadi L5, FP16_OF(TWICE_LN2_HIGH)
    sfpmad L1, L0, L5, L1, 0                // exact
    sfpshft L4, L0, 23, SHIFT_BY            // 2^k, or 0 for -127
    load_word L5, TWICE_LN2_LOW
    sfpmad L1, L0, L5, L1, 0
    sfploadi L5, BF16_OF(E6)
    sfpmad L1, L2, L3, L1, 0                // r = s^2 + 2 k ln2
#else
    sfpstochrnd L1, L1, L0, 0, SFPSTOCHRND_FP32_TO_FP16A, 0
    sfpmad L2, L1, L11, L0, 0
    sfpadd L3, L10, L1, L0, 0
    sfpmul L1, L1, L1, 0                    // exact
    sfploadi L5, 12582912.0, SFPLOADI_FLOATB // 1.5 * 2^23
    sfpmad L4, L1, L4, L5, 0                // its last bits: k = -s^2 / (2 ln2), rounded
    sfploadi L5, -12582912.0, SFPLOADI_FLOATB
    sfpadd L5, L10, L4, L5, 0
    sfpshft L4, L0, 23, SHIFT_BY
    sfploadi L0, FP16_OF(TWICE_LN2_HIGH)
    sfpmad L1, L5, L0, L1, 0                // exact
    load_word L0, TWICE_LN2_LOW
    sfpmad L1, L5, L0, L1, 0
    sfpiadd L4, L10, 0, SFPIADD_LREG_NONE   // 2^k, or 0 for -127
    sfpmad L1, L2, L3, L1, 0                // r = s^2 + 2 k ln2

    sfploadi L5, BF16_OF(E6)
#endif

    sfploadi L3, FP16_OF(E5)
    sfpmad L5, L5, L1, L3, 0
    load_word L3, E4
    sfpmad L5, L5, L1, L3, 0
    load_word L3, E3
    sfpmad L5, L5, L1, L3, 0
    sfploadi L3, BF16_OF(E2)
    sfpmad L5, L5, L1, L3, 0
    sfploadi L3, BF16_OF(E1)
    sfpmad L5, L5, L1, L3, 0
    sfpload L0, 0, FP32, STAY
    sfpmad L5, L5, L1, L10, 0               // e^(-r / 2)
    sfpsetsgn L0, L0, 1, SFPSETSGN_ARG_IMM
    sfploadi L1, -13.25, SFPLOADI_FLOATB
    sfpswap L0, L1, SWAP_MAX

    /* L1 = N, L2 = -D, L4 = e^(-s^2 / 2) */
    sfploadi L3, FP16_OF(D5)
    sfploadi L2, FP16_OF(D4)
    sfpmad L2, L3, L0, L2, 0
    sfpmad L1, L0, C_N4, C_N3, 0
    sfploadi L3, FP16_OF(D3)
    sfpmad L2, L2, L0, L3, 0
    sfpmad L1, L1, L0, C_N2, 0
    load_word L3, D2
    sfpmad L2, L2, L0, L3, 0
    sfpmad L1, L1, L0, C_N1, 0
    sfploadi L3, 0.5, SFPLOADI_FLOATB       // N0
    sfpmad L2, L2, L0, C_D1, 0
    sfpmad L1, L1, L0, L3, 0
#ifdef ARCH_BLACKHOLE
    sfpmad L2, L2, L0, L10, SFPMAD_NEGATE_VC
#else
    sfpmad L2, L2, L0, L11, 0
#endif
    sfpmul L4, L4, L5, 0

#ifdef ARCH_BLACKHOLE
    /* L3 = -1 / D, to 7 bits, then 14; L5 = -N / D, which the remainder corrects; L4 is multiplied by s */
    sfparecip L3, L2, SFPARECIP_RECIP
    sfpmad L5, L2, L3, L10, SFPMAD_NEGATE_VA
    sfpmul L4, L4, L0, 0
    sfpmad L3, L3, L5, L3, 0
    sfpload L0, 0, FP32, STAY
    sfpmul L5, L1, L3, 0
    sfpmul L0, L0, L10, 0                   // NaN becomes 7FC00000, which SFPSWAP takes as greater than 0
    sfpmad L1, L2, L5, L1, SFPMAD_NEGATE_VA
    sfpswap L0, L9, SWAP_MAX
    sfpmad L5, L1, L3, L5, 0
    sfploadi L1, -13.25, SFPLOADI_FLOATB
    sfpmad L0, L5, L4, L0, SFPMAD_NEGATE_VA
    sfploadi L4, -0.72119140625, SFPLOADI_FLOATA
    sfpstore L0, 0, FP32, STEP
#else
    /* L3 = 1 / D, to 4 bits, then 16; L5 = N / D, which the remainder corrects; L4 is multiplied by s */
    sfpnot L3, L2
    sfploadi L5, 0xFEF3, SFPLOADI_FLOATB
    sfpiadd L3, L5, 0, SFPIADD_LREG_NONE
    sfpmad L5, L2, L3, L10, 0
    sfpmul L4, L4, L0, 0
    sfpmad L3, L3, L5, L3, 0
    sfpmul L5, L5, L5, 0
    sfpload L0, 0, FP32, STAY
    sfpmad L3, L3, L5, L3, 0
    sfpswap L0, L9, SWAP_MAX
    sfpmul L5, L1, L3, 0
    sfpnop
    sfpmad L1, L2, L5, L1, 0
    sfploadi L2, 0xFF80, SFPLOADI_FLOATB
    sfpmad L5, L1, L3, L5, 0
    sfpload L1, 0, FP32, STAY
    sfpmad L0, L5, L4, L0, 0
    sfpsetsgn L1, L1, 1, SFPSETSGN_ARG_IMM
    sfploadi L4, -0.72119140625, SFPLOADI_FLOATA
    sfpiadd L1, L2, 0, SFPIADD_MINUS_GTE0   // not where x is NaN: x stays in its cell
    sfpstore L0, 0, FP32, STEP
    sfpencc 0, 0
    sfploadi L1, -13.25, SFPLOADI_FLOATB
#endif
    .endr
