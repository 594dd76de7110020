/*
 * cosh(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: cosh, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 37
 * sweep: --fn=cosh --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.966300807 cycles=37.53125
 * long: --fn=cosh --in=fp32
 *     max_ulp=? max_real_ulp=? cycles=?
 * left: none
 * published: 1.35 ULP, 46 to 59 cycles
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define LOG2E L5
#define MINUS_LN2_HIGH L6
#define MINUS_LN2_LOW L11
#define HALF L12
#define C4 L13
#define S3 L14

    set_constant 11, MINUS_LN2_LOW_WORD
    set_constant_float 12, 0.5
    set_constant 13, COSH_C4_WORD
    set_constant 14, COSH_S3_WORD
    load_word LOG2E, LOG2E_WORD
    load_word MINUS_LN2_HIGH, MINUS_LN2_HIGH_WORD

/* One vector, first part: what the replay buffer has room for. */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpmov L1, L0, 0
    sfploadi L2, 89.5, SFPLOADI_FLOATB  // for k: from there on all overflows, as e^r does then
    sfpswap L1, L2, SWAP_MIN
    sfpnop
    sfploadi L2, 12582912.0, SFPLOADI_FLOATB // 1.5 * 2^23: the sum with it is rounded to an integer
    sfpmad L1, L1, LOG2E, L2, 0
    sfploadi L2, COSH_S5_WORD >> 16, SFPLOADI_FLOATB
    sfpiadd L3, L1, 125, SFPIADD_IMM_NONE // low bits: k - 2 + 127
    sfpaddi L1, -12582912.0, 0          // k as a number
    sfploadi L2, COSH_S5_WORD & 0xFFFF, SFPLOADI_LOWER
    sfpmad L0, L1, MINUS_LN2_HIGH, L0, 0
    sfploadi L4, COSH_C6_WORD >> 16, SFPLOADI_FLOATB
    sfpmad L0, L1, MINUS_LN2_LOW, L0, 0 // r
    sfpsetexp L3, L10, 0, 0             // 2^(k-2)
    sfpmul L1, L0, L0, 0
    sfpmov L7, L0, SFPMOV_NEGATE
    sfpmad L2, L1, L2, S3, 0            // S
    sfpmad L4, L1, L4, C4, 0
    sfpnop
    sfpmad L4, L1, L4, HALF, 0          // C
    sfpnop
    sfpmad L1, L0, L2, L4, 0            // C + r S
    sfpmad L2, L7, L2, L4, 0            // C - r S
    sfpmad L1, L0, L1, L10, 0
    sfpmad L2, L7, L2, L10, 0
    sfpmad L1, L0, L1, L10, 0           // e^r
    sfpmad L2, L7, L2, L10, 0           // e^-r
    sfpmul L1, L1, L3, 0
    sfploadi L4, 0x7D00, SFPLOADI_FLOATB // of this less the bits of 2^(k-2): 2^(-k-2); from k = 126 on less than 0
    sfpiadd L3, L4, 0, SFPIADD_MINUS_GTE0

/* Second part. What is so small that it has no exponent, of an r that may be infinite, is not added. */
#define REST \
    sfpmad L1, L3, L2, L1, 0; \
    sfpencc 0, 0; \
    sfpmuli L1, 2.0, 0; \
    sfpnop; \
    sfpstore L1, 0, FP32, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
