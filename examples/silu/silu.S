/*
 * x / (1 + e^-x) of a tile of fp32, in place. See README.md.
 */
    .include "sfpu.inc"

#include "../sigmoid/coefficients.h"

/* The bits of an fp32 number as fp16, which it is exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) | (((bits) >> 16) & 0x8000))

    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, MINUS_LN2_LOW
    load_word L4, C4
    load_word L5, C3

    .macro row
    sfpload L0, 0, FP32, STAY
    sfploadi L1, -94.0, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfploadi L1, 32.0, SFPLOADI_FLOATB // of which 1 + e^-x is 1
    sfpswap L0, L1, SWAP_MIN        // L0 = the smaller one
    sfpnop
    sfpmad L2, L13, L0, L12, 0      // low bits: k + 127 - 40
    sfploadi L3, MINUS_LN2_HIGH >> 16, SFPLOADI_FLOATB
    sfpmad L7, L2, L11, L12, 0      // -k
    sfpsetexp L2, L10, 0, 0         // 2^(k - 40)
    sfpmad L6, L7, L3, L0, 0
    sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L6, L7, L14, L6, 0       // f
    sfploadi L7, AS_FP16(C5), SFPLOADI_FLOATA
    sfpmad L3, L3, L6, L7, 0
    sfpnop
    sfpmad L3, L3, L6, L4, 0
    sfploadi L7, 0.5, SFPLOADI_FLOATB
    sfpmad L3, L3, L6, L5, 0
    sfpnop
    sfpmad L3, L3, L6, L7, 0
    sfpnop
    sfpmad L3, L3, L6, L11, 0
    sfploadi L7, SCALE >> 16, SFPLOADI_FLOATB
    sfpmad L3, L3, L6, L10, 0       // e^-f
    sfpnop
    sfpmad L3, L3, L2, L7, 0        // d = 2^-40 (1 + e^-x)
#ifdef ARCH_BLACKHOLE
    sfpnop
    sfparecip L2, L3, 0             // y
    sfpmad L6, L3, L2, L10, MINUS_VA // 1 - d y
    sfpnop
    sfpmad L2, L2, L6, L2, 0
    sfpnop
    sfpmad L6, L3, L2, L10, MINUS_VA
    sfploadi L3, SCALE >> 16, SFPLOADI_FLOATB
    sfpmad L2, L2, L6, L2, 0
    sfpnop
#else
    sfploadi L6, MINUS_RECIPROCAL >> 16, SFPLOADI_FLOATB
    sfpmov L2, L3, 0
    sfpiadd L2, L6, 0, SFPIADD_MINUS_NONE // -y, 5 % off
    sfpmad L6, L3, L2, L10, 0       // 1 - d y
    sfpnop
    sfpmad L6, L6, L6, L6, 0
    sfpnop
    sfpmad L2, L2, L6, L2, 0
    sfpnop
    sfpmad L6, L3, L2, L10, 0
    sfploadi L3, MINUS_SCALE >> 16, SFPLOADI_FLOATB
    sfpmad L2, L2, L6, L2, 0
    sfpnop
#endif
    sfpmul L2, L2, L0, 0
    sfpnop
    sfpmul L1, L2, L3, 0
    sfpload L0, 0, FP32, STAY
#ifdef ARCH_BLACKHOLE
    sfpmul L0, L0, L10, 0           // a NaN becomes +NaN, the largest there is
    sfploadi L3, 32.0, SFPLOADI_FLOATB
    sfple L0, L3, 0, SFPLE_SET_CC  // of all others silu is x
#else
    sfpsetsgn L2, L0, 0, SFPSETSGN_ARG_IMM
    sfpaddi L0, -32.0, 0
    sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    sfpiadd L2, L3, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0 // below 32: of all others silu is x
#endif
    sfpstore L1, 0, FP32, STEP
    sfpencc 0, 0
    .endm

    .rept 32
    row
    .endr
