/*
 * cosh(x) of a tile of fp32, in place, on Wormhole and Blackhole. See README.md.
 *
 * kernel: cosh, fp32
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 37
 * sweep: --fn=cosh --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.971191808 cycles=37.4375
 * long: --fn=cosh --in=fp32
 *     max_ulp=1 max_real_ulp=1.32519651 cycles=37.4375
 * left: none
 * published: wormhole 51 cycles, 1.35 ULP; blackhole 46, 1.35, https://github.com/tenstorrent/tt-metal/pull/45552
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define R_A2 L12
#define R_B1 L13
#define R_HALF L14
#define R_LOG2E L6
#define R_MINUS_LN2_LOW L7

    set_constant 12, COSH_A2
    set_constant 13, COSH_B1
    set_constant 14, 0x3F000000
    load_word R_LOG2E, LOG2E
    load_word R_MINUS_LN2_LOW, MINUS_LN2_LOW

/*
 * One vector. Other work, if possible, stands between a multiply-add and the instruction that reads its result. The
 * instructions of cosh(r) - 1 and sinh(r) alternate.
 */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM // |x|, and no NaN is negative
    sfploadi L1, 126.0, SFPLOADI_FLOATB
    sfpmad L1, R_LOG2E, L0, L1, 0
    sfploadi L2, MINUS_LN2_HIGH_FP16, SFPLOADI_FLOATA
    sfpstochrnd L1, L0, L1, 0, SFPSTOCHRND_FP32_TO_UINT8, 0 // k + 126, 255 at most
    sfpcast L3, L1, 0
    sfpaddi L3, -126.0, 0           // k
    sfpiadd L1, L1, -1, SFPIADD_IMM_NONE
    sfpmad L0, L3, L2, L0, 0
    sfpsetexp L1, L10, 0, 0         // s = 2^(k-2), 2^127 at most: r continues to grow, and the results overflow
    sfpmad L0, L3, R_MINUS_LN2_LOW, L0, 0 // r
    sfploadi L3, COSH_B2_FP16, SFPLOADI_FLOATA
    sfpmul L2, L0, L0, 0            // w
    sfploadi L4, COSH_A3_FP16, SFPLOADI_FLOATA
    sfpmad L3, L3, L2, R_B1, 0
    sfpmad L4, L4, L2, R_A2, 0
    sfpmul L3, L3, L2, 0
    sfpmad L4, L4, L2, R_HALF, 0
    sfpmad L3, L3, L0, L0, 0        // sinh(r)
    sfpmul L4, L4, L2, 0            // cosh(r) - 1
    sfpnot L0, L1                   // the exponent of 2^(3-k)
    sfpsetexp L0, L10, 0, SFPSETEXP_ARG_EXPONENT
    sfploadi L2, 0.03125, SFPLOADI_FLOATB
    sfpmul L0, L0, L2, 0            // t = 2^(-k-2), or 0
    sfpnop
    sfpadd L5, L10, L0, L1, 0       // s + t
    sfpmad L2, L0, L11, L1, 0       // s - t
    sfpmad L4, L4, L5, L0, 0
    sfpnop
    sfpmad L3, L3, L2, L4, 0
    sfpnop

/* The replay buffer is full here; the thread pushes these instructions after each playback. */
#define REST \
    sfpadd L3, L10, L3, L1, 0; \
    sfpnop; \
    sfpadd L3, L10, L3, L3, 0; \
    sfpnop; \
    sfpstore L3, 0, FP32, STEP

    REST

    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
