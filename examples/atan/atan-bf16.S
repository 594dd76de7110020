/*
 * atan(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: atan, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 0, blackhole 0
 * sweep: --fn=atan --in=bf16
 *     max_ulp=0 max_real_ulp=? cycles=?
 * left: none
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define TURN L7
#define BELOW_2 L6                  /* a mask that makes of a NaN a number */
#define ROUND L5

    set_constant 12, BF16_Q0
    set_constant 13, BF16_Q1
    load_word TURN, BF16_Q_TURN
    load_word BELOW_2, 0xBFFFFFFF
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT
    .hazards auto

    .rept 32
    sfpload L2, 0, BF16, STAY
    sfpload L0, 0, BF16, STAY
    sfploadi L3, 0xFF80, SFPLOADI_FLOATB // minus infinity
    sfpiadd L2, L3, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L3, L0, L2, L9, 0        // c = x y0
    sfploadi L4, P2, SFPLOADI_FLOATA
    sfpsetexp L3, L3, 128, SFPSETEXP_ARG_IMM // of infinity a number, where it was NaN
    sfploadi L1, P1, SFPLOADI_FLOATA
    sfpmad L4, L3, L4, L1, 0
    sfploadi L1, P0, SFPLOADI_FLOATA
    sfpmad L4, L3, L4, L1, 0        // p
    sfpload L1, 0, BF16, STAY       // t, so far
    sfpmad L2, L2, L4, L9, 0        // y = y0 p, almost -1/x
    sfpexexp L4, L0, SFPEXEXP_DEBIAS_GTE0 // from here on where |x| >= 1
    sfpmad L3, L0, L2, L10, 0       // what y lacks, relative to it
    sfpsetsgn L0, TURN, 0, 0
    bit_and L3, BELOW_2             // of infinity a number
    sfpmad L1, L2, L3, L2, 0        // t = -1/x
    sfpmad L0, L0, L13, L1, 0       // t and a quarter turn
    sfpencc 0, 0
    sfpmad L2, L1, L1, L9, 0        // z
    sfploadi L3, BF16_Q5, SFPLOADI_FLOATA
    sfploadi L4, BF16_Q4, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfploadi L4, BF16_Q3, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfploadi L4, BF16_Q2, SFPLOADI_FLOATA
    sfpmad L3, L2, L3, L4, 0
    sfpmad L1, L1, L2, L9, 0        // t z
    sfpmad L3, L2, L3, L13, 0
    sfpmad L3, L2, L3, L12, 0       // q
    sfpmad L0, L1, L3, L0, 0
    sfpiadd L0, ROUND, 0, NO_FLAGS
    sfpstore L0, 0, BF16, STEP
    .endr
