/*
 * sinh(x) of a tile of bf16, in place, correctly rounded, on Wormhole and Blackhole. See README.md.
 *
 * kernel: sinh, bf16
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 30
 * sweep: --fn=sinh --in=bf16
 *     max_ulp=0 max_real_ulp=0.499783868 cycles=30.4375
 * left: L11
 * published: wormhole 45 cycles, 0.5 ULP; blackhole 45, 0.5, https://github.com/tenstorrent/tt-metal/pull/45552
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define R_A2 L12
#define R_A1 L13
#define R_B1 L14
#define R_LOG2E L6
#define R_MINUS_LN2 L7

    set_constant 12, BF16_SINH_A2
    set_constant 13, BF16_SINH_A1
    set_constant 14, BF16_SINH_B1
    load_word R_LOG2E, LOG2E
    load_word R_MINUS_LN2, MINUS_LN2

/*
 * One vector. Other work, if possible, stands between a multiply-add and the instruction that reads its result. The
 * instructions of cosh(r) - 1 and sinh(r) alternate.
 */
    ttreplay 0, 30, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfploadi L1, BF16_BIAS_FP16, SFPLOADI_FLOATA
    sfpmad L1, R_LOG2E, L0, L1, 0
    sfploadi L5, 0.125, SFPLOADI_FLOATB
    sfpstochrnd L1, L0, L1, 0, SFPSTOCHRND_FP32_TO_UINT8, 0 // k + 126, 255 at most
    sfpcast L3, L1, 0
    sfpaddi L3, -126.0, 0           // k
    sfpnot L4, L1                   // 129 - k
    sfpmad L0, L3, R_MINUS_LN2, L0, 0 // r
    sfpsetexp L1, L10, 0, 0         // s = 2^(k-1), or infinity
    sfpmul L2, L0, L0, 0            // w
    sfpsetexp L4, L10, 0, 0         // 2^(2-k), or 0; t = 2^(-k-1) is an eighth of it
    sfpmad L3, R_B1, L2, L10, 0
    sfpmad L5, L4, L5, L1, 0        // s + t
    sfpmul L3, L3, L0, 0            // sinh(r)
    sfpmad L0, R_A2, L2, R_A1, 0
    sfpmul L3, L3, L5, 0
    sfpmad L0, L0, L2, L10, 0       // cosh(r)
    sfploadi L2, -0.125, SFPLOADI_FLOATB
    sfpmad L2, L4, L2, L1, 0        // s - t
    sfpload L1, 0, BF16, STAY
    sfpmad L0, L0, L2, L3, 0
    sfploadi L4, 0x7F80, SFPLOADI_FLOATB // infinity
    sfpstochrnd L0, L0, L0, 0, TO_BF16, 0
    sfpsetsgn L2, L1, 0, SFPSETSGN_ARG_IMM
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_LREG // with the sign of x
    sfpiadd L2, L4, 0, SFPIADD_MINUS_GTE0
    sfpstore L1, 0, BF16, STEP      // a NaN stays as it is
    sfpencc 0, 0

    .rept 31
    ttreplay 0, 30, 0, 0
    .endr
