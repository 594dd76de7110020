/*
 * x / (1 + e^-x) of a tile of bf16, in place. See README.md.
 */
    .include "sfpu.inc"

#include "../sigmoid/coefficients.h"

/* The bits of an fp32 number as fp16, which it is exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) | (((bits) >> 16) & 0x8000))

#ifdef ARCH_BLACKHOLE
#define OWN(name) SILU_BLACKHOLE_##name
#define ONE L10
#define ADDEND SCALE
#else
#define OWN(name) SILU_WORMHOLE_##name
#define ONE L11                     // -1.0: d is negative, as Wormhole's SFPMAD cannot negate
#define ADDEND MINUS_SCALE
#endif

    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
#ifdef ARCH_WORMHOLE
    load_word L7, OWN(E2)
#endif

    .macro row
    sfpload L0, 0, BF16, STAY
    sfploadi L1, -94.0, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfploadi L1, 32.0, SFPLOADI_FLOATB // of which 1 + e^-x is 1
    sfpswap L0, L1, SWAP_MIN        // L0 = the smaller one
    sfpnop
    sfpmad L2, L13, L0, L12, 0      // low bits: k + 127 - 40
    sfpnop
    sfpmad L3, L2, L11, L12, 0      // -k
    sfpsetexp L2, ONE, 0, 0         // 2^(k - 40)
    sfpmad L3, L13, L0, L3, 0       // f
    sfploadi L6, AS_FP16(OWN(C4)), SFPLOADI_FLOATA
    sfpmad L6, L6, L3, L14, 0
    sfpnop
    sfpmad L6, L6, L3, L4, 0
    sfpnop
    sfpmad L6, L6, L3, L5, 0
    sfpnop
    sfpmad L6, L6, L3, L10, 0       // 2^f
    sfploadi L3, ADDEND >> 16, SFPLOADI_FLOATB
    sfpmad L6, L6, L2, L3, 0        // d = 2^-40 (1 + e^-x)
#ifdef ARCH_BLACKHOLE
    sfpnop
    sfparecip L2, L6, 0             // y
    sfpmad L3, L6, L2, L10, MINUS_VA // e = 1 - d y
    sfpnop
    sfpadd L6, L10, L3, L10, 0
    sfpnop
    sfpmad L3, L6, L3, L10, 0       // 1 + e + e^2
    sfpnop
#else
    sfploadi L3, OWN(MINUS_RECIPROCAL) >> 16, SFPLOADI_FLOATB
    sfpmov L2, L6, 0
    sfpiadd L2, L3, 0, SFPIADD_MINUS_NONE // y, 5 % off
    sfpmad L3, L6, L2, L10, 0       // e = 1 - d y
    sfpnop
    sfpadd L6, L10, L3, L7, 0
    sfpnop
    sfpmad L6, L6, L3, L10, 0
    sfpnop
    sfpmad L3, L6, L3, L10, 0       // 1 + e + E2 e^2 + e^3
    sfpnop
#endif
    sfpmul L2, L2, L3, 0
    sfploadi L6, SCALE >> 16, SFPLOADI_FLOATB
    sfpmul L2, L2, L0, 0
    sfpnop
    sfpmul L1, L2, L6, 0
    sfpload L0, 0, BF16, STAY
#ifdef ARCH_BLACKHOLE
    sfpmul L0, L0, L10, 0           // a NaN becomes +NaN, the largest there is
    sfpstochrnd L1, L1, L1, 0, TO_BF16, 0
    sfploadi L3, 32.0, SFPLOADI_FLOATB
    sfple L0, L3, 0, SFPLE_SET_CC  // of all others silu is x
#else
    sfpsetsgn L2, L0, 0, SFPSETSGN_ARG_IMM
    sfpaddi L0, -32.0, 0
    sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    sfpstochrnd L1, L1, L1, 0, TO_BF16, 0
    sfpiadd L2, L3, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0 // below 32: of all others silu is x
#endif
    sfpstore L1, 0, BF16, STEP
    sfpencc 0, 0
    .endm

    .rept 32
    row
    .endr
