/*
 * tanh(x) of a tile of bf16, in place. See README.md.
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define INFINITY L5
    set_constant 11, BF16_C6
    set_constant 12, BF16_C5
    set_constant 13, BF16_C4
    set_constant 14, BF16_C3
    load_word L4, BF16_C2
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

    .macro row
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
    sfpmad L1, L11, L0, L12, 0
    sfpnop
    sfpmad L1, L1, L0, L13, 0
    sfpnop
    sfpmad L1, L1, L0, L14, 0
    sfpnop
    sfpmad L1, L1, L0, L4, 0
    sfpnop
    sfpmad L1, L1, L0, L10, 0
    sfpnop
    sfpmul L1, L1, L0, 0
    sfpload L2, 0, BF16, STAY
    sfpswap L1, L10, SWAP_MIN       // more than 1 is 1
    sfpnop
    sfpsetsgn L2, L1, 0, 0
    sfpstochrnd L2, L2, L2, 0, TO_BF16, 0
    sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpstore L2, 0, BF16, STEP
    sfpencc 0, 0
    .endm

    .rept 32
    row
    .endr
