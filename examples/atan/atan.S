/*
 * atan(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: atan, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 38, blackhole 38
 * sweep: --fn=atan --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.15610365 cycles=38.59375
 * long: --fn=atan --in=fp32
 *     max_ulp=2 max_real_ulp=1.73263785 cycles=38.59375
 * published: 44 cycles, 2.34 ULP (wormhole), 41 cycles, 2.34 ULP (blackhole),
 *     https://github.com/tenstorrent/tt-metal/pull/50112
 * left: L11
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define TURN L7
#define BELOW_2 L6                  /* a mask that makes a number of a NaN */
#define COEFFICIENT3 L5

    set_constant 12, Q0
    set_constant 13, Q1
    set_constant 14, Q2
    load_word COEFFICIENT3, Q3
    load_word BELOW_2, 0xBFFFFFFF
    load_word TURN, Q_TURN

/* The state at the start of a vector: x for y0 in L2, minus infinity in L3, and a coefficient of p in L4. */
    sfpload L2, 0, FP32, STAY
    sfploadi L3, 0xFF80, SFPLOADI_FLOATB
    sfploadi L4, P2, SFPLOADI_FLOATA

/* A vector, as much as the replay buffer holds. */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpiadd L2, L3, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L2, L9, 0        // c = x y0
    sfploadi L1, P1, SFPLOADI_FLOATA
    sfpsetexp L3, L3, 128, SFPSETEXP_ARG_IMM // for infinity, makes a number of the NaN
    sfpmad L4, L3, L4, L1, 0
    sfploadi L1, P0, SFPLOADI_FLOATA
    sfpmad L4, L3, L4, L1, 0        // p
    sfpload L1, 0, FP32, STAY       // t, unless |x| >= 1
    sfpmad L2, L2, L4, L9, 0        // y = y0 p, almost -1/x
    sfpexexp L4, L0, SFPEXEXP_DEBIAS_GTE0 // from here on where |x| >= 1
    sfpmad L3, L0, L2, L10, 0       // the relative error of y
    sfpsetsgn L0, TURN, 0, 0
    bit_and L3, BELOW_2             // makes a number for infinity
    sfpmad L1, L2, L3, L2, 0        // t = -1/x
    sfpnop
    sfpmad L0, L0, COEFFICIENT3, L1, 0 // t and a quarter turn
    sfpencc 0, 0
    sfpmad L2, L1, L1, L9, 0        // z
    sfploadi L3, Q7, SFPLOADI_FLOATA
    sfploadi L4, Q6, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfploadi L4, Q5, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfploadi L4, Q4, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfpmad L1, L1, L2, L9, 0        // t z
    sfpmad L3, L2, L3, COEFFICIENT3, 0
    sfploadi L4, P2, SFPLOADI_FLOATA // for the next vector
    sfpmad L3, L2, L3, L14, 0
    sfpnop
    sfpmad L3, L2, L3, L13, 0

/* The rest of the vector, and the start of the next one. */
#define REST(next) \
    sfpnop; \
    sfpmad L3, L2, L3, L12, 0; \
    next; \
    sfpmad L0, L1, L3, L0, 0; \
    sfploadi L3, 0xFF80, SFPLOADI_FLOATB; \
    sfpstore L0, 0, FP32, STEP

#define LOAD_NEXT sfpload L2, 2, FP32, STAY

    REST(LOAD_NEXT)
    .rept 30
    ttreplay 0, 32, 0, 0
    REST(LOAD_NEXT)
    .endr
    ttreplay 0, 32, 0, 0
    REST(sfpnop)
