/*
 * sinh(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: sinh, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: 35
 * sweep: --fn=sinh --in=bf16
 *     max_ulp=0 max_real_ulp=0.499783868 cycles=35.46875
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
    set_constant 13, BF16_SINH_C4_WORD
    set_constant 14, BF16_SINH_S3_WORD
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
    sfpnot L4, L3                       // low bits: 2 - k + 127
    sfpmad L0, L1, MINUS_LN2, L6, 0     // r
    sfpsetexp L3, L10, 0, 0             // A = 2^(k-1)
    sfpmul L1, L0, L0, 0
    sfpsetexp L4, L10, 0, 0
    sfpmad L2, L1, S3, L10, 0           // S
    sfpmad L7, L1, C4, HALF, 0          // C
    sfpmul L0, L0, L2, 0                // sinh r
    sfpmul L1, L1, L7, 0                // cosh r - 1
    sfpmuli L4, -0.25, 0                // -2 B = -2^-k
    sfpnop
    sfpmad L3, L4, HALF, L3, 0          // A - B
    sfpmuli L4, -1.0, 0
    sfpmad L1, L3, L1, L3, 0            // (A - B) cosh r
    sfpadd L3, L10, L4, L3, 0           // A + B
    sfpnop
    sfpmad L1, L3, L0, L1, 0
    sfpload L0, 0, BF16, STAY
    sfpstochrnd L1, L1, L1, 0, TO_BF16, 0
    sfploadi L2, 0x7F80, SFPLOADI_FLOATB
    sfpsetsgn L0, L1, 0, 0

/* Second part: NaN, beyond infinity as an integer, stays in Dst. */
#define REST \
    sfpiadd L6, L2, 0, SFPIADD_MINUS_GTE0; \
    sfpstore L0, 0, BF16, STEP; \
    sfpencc 0, 0

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
