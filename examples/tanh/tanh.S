/*
 * tanh(x) of a tile of fp32, in place. See README.md.
 */
    .include "sfpu.inc"

#include "coefficients.h"

    set_constant 12, MAGIC
    set_constant 13, TWO_LOG2E
    set_constant 14, HALF_LN2
    load_word L4, C5
    load_word L5, C4
    load_word L6, C3
    load_word L7, R1

    .macro row
    sfpload L0, 0, FP32, STAY
    sfploadi L2, -9.0625, SFPLOADI_FLOATB
    sfpsetsgn L0, L0, 1, SFPSETSGN_ARG_IMM // -|x|
    sfpswap L2, L0, SWAP_MIN        // the larger one: w
    sfpnop
    sfpmad L1, L13, L0, L12, 0      // low bits: k + 127
    sfploadi L2, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L3, L1, L11, L12, 0      // -k
    sfpsetexp L1, L11, 0, 0         // S = -2^k
    sfpmad L0, L3, L14, L0, 0       // v
    sfploadi L3, 0.5, SFPLOADI_FLOATB
    sfpmad L2, L2, L0, L4, 0
    sfpmad L3, L1, L3, L3, 0        // (1 - 2^k) / 2
    sfpmad L2, L2, L0, L5, 0
    sfpnop
    sfpmad L2, L2, L0, L6, 0
    sfpnop
    sfpmad L2, L2, L0, L10, 0
    sfpnop
    sfpmul L2, L2, L0, 0
    sfpnop
    sfpmad L2, L2, L0, L0, 0        // (e^2v - 1) / 2
    sfpnop
    sfpmad L0, L2, L1, L3, 0        // m = (1 - e^-2|x|) / 2
    sfploadi L1, R2 >> 16, SFPLOADI_FLOATB
    sfpmad L2, L1, L0, L7, 0
    sfpmad L3, L0, L10, L11, 0          // m - 1
    sfpmad L2, L2, L0, L10, 0       // y
    sfpnop
    sfpmad L1, L2, L3, L10, 0       // 1 - (1 - m) y
    sfpnop
    sfpmad L2, L2, L1, L2, 0
    sfpnop
    sfpmul L1, L2, L0, 0            // q
    sfpnop
    sfpmad L3, L1, L11, L0, 0       // m - q
    sfpnop
    sfpmad L0, L1, L0, L3, 0        // m - (1 - m) q
    sfpnop
    sfpmad L1, L0, L2, L1, 0
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L2, L0, 0, SFPSETSGN_ARG_IMM
    sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    sfpsetsgn L0, L1, 0, 0
    sfpiadd L2, L3, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpstore L0, 0, FP32, STEP
    sfpencc 0, 0
    .endm

    .rept 32
    row
    .endr
