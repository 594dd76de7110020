/*
 * 1 / (1 + e^-x) of a tile of bf16, in place. See README.md.
 */
    .include "sfpu.inc"

#include "coefficients.h"

/* The bits of an fp32 number as fp16, which it is exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) | (((bits) >> 16) & 0x8000))

#ifdef ARCH_BLACKHOLE
#define OWN(name) SIGMOID_BLACKHOLE_##name
#define ONE L10
#else
#define OWN(name) SIGMOID_WORMHOLE_##name
#define ONE L11                     // -1.0: d is negative, as Wormhole's SFPMAD cannot negate
#endif

    set_constant 12, BF16_MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
#ifdef ARCH_WORMHOLE
    load_word L6, OWN(E2)
#endif

    .macro row
    sfpload L0, 0, BF16, STAY
    sfploadi L1, -87.5, SFPLOADI_FLOATB // of which e^x is 0
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfploadi L1, 32.0, SFPLOADI_FLOATB // of which 1 + e^-x is 1
    sfpswap L0, L1, SWAP_MIN        // L0 = the smaller one
    sfpnop
    sfpmad L1, L13, L0, L12, 0      // low bits: k + 127
    sfploadi L3, AS_FP16(OWN(C4)), SFPLOADI_FLOATA
    sfpmad L2, L1, L11, L12, 0      // -k
    sfpsetexp L1, ONE, 0, 0         // 2^k
    sfpmad L0, L13, L0, L2, 0       // f
    sfpnop
    sfpmad L2, L3, L0, L14, 0
    sfpnop
    sfpmad L2, L2, L0, L4, 0
    sfpnop
    sfpmad L2, L2, L0, L5, 0
    sfpnop
    sfpmad L2, L2, L0, L10, 0       // 2^f
    sfpnop
    sfpmad L2, L2, L1, ONE, 0       // d = 1 + e^-x
#ifdef ARCH_BLACKHOLE
    sfparecip L0, L2, 0             // y
    sfpmad L1, L2, L0, L10, MINUS_VA // e = 1 - d y
    sfpadd L3, L10, L1, L10, 0
    sfpmad L1, L3, L1, L10, 0       // 1 + e + e^2
#else
    sfploadi L3, OWN(MINUS_RECIPROCAL) >> 16, SFPLOADI_FLOATB
    sfpmov L0, L2, 0
    sfpiadd L0, L3, 0, SFPIADD_MINUS_NONE // y, 5 % off
    sfpmad L1, L2, L0, L10, 0       // e = 1 - d y
    sfpnop
    sfpadd L3, L10, L1, L6, 0
    sfpnop
    sfpmad L3, L3, L1, L10, 0
    sfpnop
    sfpmad L1, L3, L1, L10, 0       // 1 + e + E2 e^2 + e^3
    sfpnop
#endif
    sfpmul L1, L1, L0, 0
    sfpload L0, 0, BF16, STAY
    sfpstochrnd L1, L1, L1, 0, TO_BF16, 0
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
    sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    sfpiadd L0, L3, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpstore L1, 0, BF16, STEP
    sfpencc 0, 0
    .endm

    .rept 32
    row
    .endr
