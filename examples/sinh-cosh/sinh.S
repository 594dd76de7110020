/*
 * sinh(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: sinh, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 43
 * sweep: --fn=sinh --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=1.63093111 cycles=43.59375
 * long: --fn=sinh --in=fp32
 *     max_ulp=? max_real_ulp=? cycles=?
 * left: none
 * published: 2.2 ULP, 46 to 59 cycles
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define LOG2E L5
#define MINUS_LN2_HIGH L6
#define MINUS_LN2_LOW L7
#define C6 L11
#define C4 L12
#define S5 L13
#define S3 L14

    set_constant 11, SINH_C6_WORD
    set_constant 12, SINH_C4_WORD
    set_constant 13, SINH_S5_WORD
    set_constant 14, SINH_S3_WORD
    load_word LOG2E, LOG2E_WORD
    load_word MINUS_LN2_HIGH, MINUS_LN2_HIGH_WORD
    load_word MINUS_LN2_LOW, MINUS_LN2_LOW_WORD

/* One vector, first part: what the replay buffer has room for. */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpmov L1, L0, 0
    sfploadi L2, 89.0, SFPLOADI_FLOATB  // for k: from there on k stays 128, and r grows
    sfpswap L1, L2, SWAP_MIN
    sfpnop
    sfploadi L2, -0.5, SFPLOADI_FLOATB  // rounds down what is rounded to nearest then
    sfpmad L1, L1, LOG2E, L2, 0
    sfploadi L2, SINH_S7_WORD >> 16, SFPLOADI_FLOATB
    sfpaddi L1, 12582912.0, 0           // 1.5 * 2^23: the sum with it is rounded to an integer
    sfploadi L4, SINH_C8_WORD >> 16, SFPLOADI_FLOATB
    sfpiadd L3, L1, 126, SFPIADD_IMM_NONE // low bits: k - 1 + 127
    sfpaddi L1, -12582912.0, 0          // k as a number
    sfpnop
    sfpmad L0, L1, MINUS_LN2_HIGH, L0, 0
    sfpnop
    sfpmad L0, L1, MINUS_LN2_LOW, L0, 0 // r
    sfpnop
    sfpmul L1, L0, L0, 0
    sfpnop
    sfpmad L2, L1, L2, S5, 0
    sfpmad L4, L1, L4, C6, 0
    sfpmad L2, L1, L2, S3, 0
    sfpmad L4, L1, L4, C4, 0
    sfpmad L2, L1, L2, L10, 0
    sfpmul L4, L1, L4, 0
    sfpmul L0, L0, L2, 0                // sinh r
    sfpaddi L4, 0.5, 0
    sfpnot L2, L3                       // low bits: 2 - k + 127
    sfpmul L1, L1, L4, 0                // cosh r - 1
    sfpsetexp L3, L10, 0, 0             // A = 2^(k-1)
    sfpsetexp L2, L10, 0, 0

/* Second part. */
#define REST \
    sfpmuli L2, -0.125, 0;              /* -B = -2^(-k-1) */ \
    sfpnop; \
    sfpadd L3, L10, L2, L3, 0;          /* A - B */ \
    sfpmuli L2, -2.0, 0; \
    sfpmad L1, L3, L1, L3, 0;           /* (A - B) cosh r */ \
    sfpadd L2, L10, L2, L3, 0;          /* A + B */ \
    sfpnop; \
    sfpmad L1, L2, L0, L1, 0; \
    sfpload L0, 0, FP32, STAY; \
    sfpsetsgn L0, L1, 0, 0; \
    sfpstore L0, 0, FP32, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
