/*
 * acos(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: acos, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 40
 * sweep: --fn=acos --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.00769799 cycles=40.53125
 * long: --fn=acos --in=fp32
 *     max_ulp=1 max_real_ulp=1.46545508 cycles=40.53125
 * left: none
 * published: wormhole 61 cycles, 1.55 ULP; blackhole 60, 1.55, https://github.com/tenstorrent/tt-metal/pull/50112
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define HALF L11
#define MAGIC_L L12
#define TURN_L L13
#define Q0_L L14
#define FLOOR_L L7

    set_constant_float 11, 0.5
    set_constant 12, ACOS_MAGIC
    set_constant 13, ACOS_TURN
    set_constant 14, ACOS_Q0
    load_word FLOOR_L, ACOS_FLOOR
    sfpload L0, 0, FP32, STAY
    sfploadi L5, ACOS_Q4, SFPLOADI_FLOATA

/*
 * One vector, first part, as much as the replay buffer holds. The steps of q fill the cycles in which the root waits.
 */
    ttreplay 0, 32, 1, 1
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpmad L2, L1, HALF, HALF, 0        // (1 - |x|) / 2
    sfpmul L3, L0, L0, 0
    sfploadi L6, ACOS_Q3, SFPLOADI_FLOATA
    sfpswap L2, L3, SWAP_MIN            // w, the smaller one of these
    sfpmad L6, L5, L2, L6, 0
    sfpshft2 L3, MAGIC_L, 2, SFPSHFT2_SHFT_LREG // w / 2, as a word
    sfpiadd L3, MAGIC_L, 0, SFPIADD_MINUS_NONE // y0
    sfpmul L4, L2, L3, 0
    sfploadi L5, ACOS_MINUS_CENTRE, SFPLOADI_FLOATA
    sfpmad L4, L4, L3, L5, 0            // c - CENTRE
    sfploadi L5, ACOS_Q2, SFPLOADI_FLOATA
    sfpmad L4, L4, L4, FLOOR_L, 0       // p
    sfpmad L6, L6, L2, L5, 0
    sfpmul L3, L3, L4, 0                // y = y0 p, -2/sqrt(w)
    sfploadi L5, ACOS_Q1, SFPLOADI_FLOATA
    sfpmul L4, L2, L3, 0                // s0 = w y
    sfpmad L6, L6, L2, L5, 0
    sfpmuli L3, -0.125, 0
    sfpmad L6, L6, L2, Q0_L, 0
    sfpmad L3, L4, L3, HALF, 0          // half of the relative error of s0
    sfpmul L6, L6, L2, 0                // w q(w)
    sfpmad L3, L4, L3, L4, 0            // -s
    sfploadi L4, MINUS_QUARTER, SFPLOADI_FLOATA // to x comes -pi/2
    sfpsetcc L2, 0, SFPSETCC_LREG_LT0   // but where |x| > 1, NaN
    sfploadi L0, 0x7FC0, SFPLOADI_FLOATB
    sfpcompc                            // and where else |x| > 1/2,
    sfpiadd L1, HALF, 0, SFPIADD_MINUS_GTE0
    sfpsetsgn L0, L3, 0, 0              // to s, which has the sign of x,
    sfploadi L4, 0, SFPLOADI_FLOATB     // nothing
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0   // or, if that is negative,
    sfploadi L4, TWO_QUARTERS, SFPLOADI_FLOATA // pi

/* Second part. The next vector's load and first constant fill the cycles in which this vector's sums wait. */
#define REST(...) \
    sfpencc 0, 0; \
    sfpmad L4, TURN_L, L4, L0, 0; \
    sfploadi L5, ACOS_Q4, SFPLOADI_FLOATA; \
    sfpmad L2, L0, L6, L4, 0; \
    __VA_ARGS__; \
    sfpsetsgn L2, L2, 0, SFPSETSGN_ARG_IMM; \
    sfpstore L2, 0, FP32, STEP

    REST(sfpload L0, 2, FP32, STAY)
    .rept 30
    ttreplay 0, 32, 0, 0
    REST(sfpload L0, 2, FP32, STAY)
    .endr
    ttreplay 0, 32, 0, 0
    REST(sfpnop)
