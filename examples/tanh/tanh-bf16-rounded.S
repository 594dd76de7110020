/*
 * tanh(x) of a tile of bf16, in place, correctly rounded. See README.md.
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define INFINITY L7
    set_constant 11, ROUNDED_C8
    set_constant 12, ROUNDED_C7
    set_constant 13, ROUNDED_C6
    set_constant 14, ROUNDED_C5
    load_word L4, ROUNDED_C4
    load_word L5, ROUNDED_C3
    load_word L6, ROUNDED_C2
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

#define ROW \
    sfpload L0, 0, BF16, STAY; \
    sfploadi L1, ROUNDED_C9 >> 16, SFPLOADI_FLOATB; \
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM; \
    sfpmad L1, L1, L0, L11, 0; sfpnop; \
    sfpmad L1, L1, L0, L12, 0; sfpnop; \
    sfpmad L1, L1, L0, L13, 0; sfpnop; \
    sfpmad L1, L1, L0, L14, 0; sfpnop; \
    sfpmad L1, L1, L0, L4, 0; sfpnop; \
    sfpmad L1, L1, L0, L5, 0; sfpnop; \
    sfpmad L1, L1, L0, L6, 0; sfpnop; \
    sfpmad L1, L1, L0, L10, 0; sfpnop; \
    sfpmul L1, L1, L0, 0; \
    sfpload L2, 0, BF16, STAY; \
    sfpswap L1, L10, SWAP_MIN; sfpnop; \
    sfpsetsgn L2, L1, 0, 0; \
    sfpstochrnd L2, L2, L2, 0, TO_BF16, 0; \
    sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_GTE0; \
    sfpstore L2, 0, BF16, STEP; \
    sfpencc 0, 0

    .rept 32
    ROW
    .endr
