/*
 * atan(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: atan, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 33, blackhole 30
 * sweep: --fn=atan --in=bf16
 *     max_ulp=0 max_real_ulp=0.49978478 cycles=33.5625
 * published: 57 cycles (wormhole), 52 cycles (blackhole), https://github.com/tenstorrent/tt-metal/pull/50112
 * left: L11
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define TURN L7
#define ROUND L6                    /* half a unit in bf16's last place; the store drops the lower bits */
#define COEFFICIENT1 L5

    set_constant 12, BF16_Q0
    set_constant 13, BF16_Q1
    set_constant 14, BF16_P0
    load_word COEFFICIENT1, BF16_P1
    load_word TURN, BF16_Q_TURN
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

/* The state at the start of a vector: x for y0 in L2, minus infinity in L3, and a coefficient of p in L4. */
    sfpload L2, 0, BF16, STAY
    sfploadi L3, 0xFF80, SFPLOADI_FLOATB
    sfploadi L4, BF16_P3, SFPLOADI_FLOATA

/* A vector except its end. */
    ttreplay 0, 24, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpiadd L2, L3, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L2, L9, 0        // c = x y0
    sfploadi L1, BF16_P2, SFPLOADI_FLOATA
    sfpsetexp L3, L3, 128, SFPSETEXP_ARG_IMM // for infinity, makes a number of the NaN
    sfpmad L4, L3, L4, L1, 0
    sfpload L1, 0, BF16, STAY       // t, unless |x| >= 1
    sfpmad L4, L3, L4, COEFFICIENT1, 0
    sfpnop
    sfpmad L4, L3, L4, L14, 0       // p
    sfpexexp L3, L0, SFPEXEXP_DEBIAS_GTE0 // from here on where |x| >= 1
    sfpmad L1, L2, L4, L9, 0        // t = y0 p, -1/x
    sfpsetsgn L0, TURN, 0, 0
    sfpmad L0, L0, L13, L1, 0       // t and a quarter turn
    sfpencc 0, 0
    sfpmad L2, L1, L1, L9, 0        // z
    sfploadi L3, BF16_Q4, SFPLOADI_FLOATA
    sfploadi L4, BF16_Q3, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfploadi L4, BF16_Q2, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfpmad L1, L1, L2, L9, 0        // t z
    sfpmad L3, L2, L3, L13, 0
    sfploadi L4, BF16_P3, SFPLOADI_FLOATA // for the next vector

/*
 * Blackhole's NaN keeps its upper bit when the store drops the lower half. Wormhole's NaN would not, so the kernel
 * loads another one.
 */
#if ARCH_WORMHOLE
#define NAN \
    sfpexexp L1, L3, SFPEXEXP_DEBIAS_GTE0; \
    sfploadi L0, 0x7FC0, SFPLOADI_FLOATB; \
    sfpencc 0, 0
#else
#define NAN
#endif

/* The rest of the vector, and the start of the next one. */
#define REST(next) \
    sfpmad L3, L2, L3, L12, 0; \
    next; \
    sfpmad L0, L1, L3, L0, 0; \
    NAN; \
    sfploadi L3, 0xFF80, SFPLOADI_FLOATB; \
    sfpiadd L0, ROUND, 0, NO_FLAGS; \
    sfpstore L0, 0, BF16, STEP

#define LOAD_NEXT sfpload L2, 2, BF16, STAY

    REST(LOAD_NEXT)
    .rept 30
    ttreplay 0, 24, 0, 0
    REST(LOAD_NEXT)
    .endr
    ttreplay 0, 24, 0, 0
    REST(sfpnop)
