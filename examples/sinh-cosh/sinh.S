/*
 * sinh(x) of a tile of fp32, in place, on Wormhole and Blackhole. See README.md.
 *
 * kernel: sinh, fp32
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 38
 * sweep: --fn=sinh --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.22853238 cycles=38.4375
 * long: --fn=sinh --in=fp32
 *     max_ulp=2 max_real_ulp=1.72863615 cycles=38.4375
 * left: L11
 * published: wormhole 59 cycles, 2.2 ULP; blackhole 54, 2.2, https://github.com/tenstorrent/tt-metal/pull/45552
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define R_A2 L12
#define R_B1 L13
#define R_B2 L14
#define R_SCALE L6
#define R_MINUS_LN2_LOW L7

    set_constant 12, A2
    set_constant 13, B1
    set_constant 14, B2
    load_word R_SCALE, SCALE
    load_word R_MINUS_LN2_LOW, MINUS_LN2_LOW

/*
 * One vector. Other work, if possible, stands between a multiply-add and the instruction that reads its result. The
 * instructions of cosh(r) - 1 and sinh(r) alternate.
 */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM // |x|, and no NaN is negative
    sfploadi L1, BIAS_FP16, SFPLOADI_FLOATA
    sfpmad L1, R_SCALE, L0, L1, 0
    sfploadi L2, MINUS_LN2_HIGH_FP16, SFPLOADI_FLOATA
    sfpstochrnd L1, L0, L1, 0, SFPSTOCHRND_FP32_TO_UINT8, 0 // k + 126, 255 at most
    sfpcast L3, L1, 0
    sfpaddi L3, -126.0, 0           // k
    sfpsetexp L1, L10, 0, 0         // s = 2^(k-1), or infinity
    sfpmad L0, L3, L2, L0, 0
    sfploadi L4, A4 >> 16, SFPLOADI_FLOATB
    sfpmad L0, L3, R_MINUS_LN2_LOW, L0, 0 // r
    sfploadi L3, B3 >> 16, SFPLOADI_FLOATB
    sfpmul L2, L0, L0, 0            // w
    sfploadi L5, A3_FP16, SFPLOADI_FLOATA
    sfpmad L3, L3, L2, R_B2, 0
    sfpmad L4, L4, L2, L5, 0
    sfpmad L3, L3, L2, R_B1, 0
    sfpmad L4, L4, L2, R_A2, 0
    sfpmul L3, L3, L2, 0
    sfploadi L5, 0.5, SFPLOADI_FLOATB
    sfpmad L3, L3, L0, L0, 0        // sinh(r)
    sfpmad L4, L4, L2, L5, 0
    sfpnot L0, L1                   // the exponent of 2^(2-k)
    sfpmul L4, L4, L2, 0            // cosh(r) - 1
    sfpsetexp L0, L10, 0, SFPSETEXP_ARG_EXPONENT
    sfploadi L5, 0.125, SFPLOADI_FLOATB // t = 2^(-k-1) is that of it
    sfploadi L2, -0.125, SFPLOADI_FLOATB
    sfpmad L5, L0, L5, L1, 0        // s + t
    sfpmad L2, L0, L2, L1, 0        // s - t
    sfpmul L3, L3, L5, 0
    sfpload L0, 0, FP32, STAY

/* The replay buffer is full here; the thread pushes these instructions after each playback. */
#define REST \
    sfpmad L3, L4, L2, L3, 0; \
    sfpnop; \
    sfpadd L3, L10, L3, L2, 0; \
    sfpnop; \
    sfpsetsgn L0, L3, 0, SFPSETSGN_ARG_LREG; \
    sfpstore L0, 0, FP32, STEP

    REST

    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
