/*
 * cosh(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: cosh, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 33
 * sweep: --fn=cosh --in=bf16
 *     max_ulp=0 max_real_ulp=0.499783868 cycles=33.46875
 * left: none
 * published: 0.5 ULP, 35 to 45 cycles
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define LOG2E L5
#define MINUS_LN2 L11
#define HALF L12
#define C4 L13
#define S3 L14

    set_constant 11, BF16_MINUS_LN2_WORD
    set_constant_float 12, 0.5
    set_constant 13, BF16_COSH_C4_WORD
    set_constant 14, BF16_COSH_S3_WORD
    load_word LOG2E, LOG2E_WORD

/* One vector, first part: what the replay buffer has room for. */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L6, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpmov L1, L6, 0
    sfploadi L2, 89.0, SFPLOADI_FLOATB  // for k: the next number overflows, as e^r does from there on
    sfpswap L1, L2, SWAP_MIN
    sfpnop
    sfploadi L2, 12582912.0, SFPLOADI_FLOATB // 1.5 * 2^23: the sum with it is rounded to an integer
    sfpmad L1, L1, LOG2E, L2, 0
    sfpnop
    sfpiadd L3, L1, 126, SFPIADD_IMM_NONE // low bits: k - 1 + 127
    sfpaddi L1, -12582912.0, 0          // k as a number
    sfpsetexp L3, L10, 0, 0             // 2^(k-1)
    sfpmad L0, L1, MINUS_LN2, L6, 0     // r
    sfpnop
    sfpmul L1, L0, L0, 0
    sfpmov L7, L0, SFPMOV_NEGATE
    sfpmad L2, L1, S3, L10, 0           // S
    sfpmad L4, L1, C4, HALF, 0          // C
    sfpnop
    sfpmad L1, L0, L4, L2, 0            // S + r C
    sfpmad L2, L7, L4, L2, 0            // S - r C
    sfpmad L1, L0, L1, L10, 0           // e^r
    sfpmad L2, L7, L2, L10, 0           // e^-r
    sfpmul L1, L1, L3, 0
    sfploadi L4, 0x7E00, SFPLOADI_FLOATB // of this less the bits of 2^(k-1): 2^(-k-1); from k = 126 on less than 0
    sfpiadd L3, L4, 0, SFPIADD_MINUS_GTE0
    sfpmad L1, L3, L2, L1, 0            // where that has an exponent, and r is finite
    sfpencc 0, 0
    sfploadi L4, 0x7F80, SFPLOADI_FLOATB
    sfpstochrnd L1, L1, L1, 0, TO_BF16, 0
    sfpiadd L6, L4, 0, SFPIADD_MINUS_GTE0 // where |x| <= infinity as integers: NaN stays in Dst
    sfpstore L1, 0, BF16, STEP

    sfpencc 0, 0
    .rept 31
    ttreplay 0, 32, 0, 0
    sfpencc 0, 0
    .endr
