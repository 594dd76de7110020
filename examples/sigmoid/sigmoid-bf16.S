/*
 * 1 / (1 + e^-x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * sfpsched(1) made the tables from the rows of -DPLAIN, for given periods. Names of constants, formats and modifiers
 * replace the numbers. Wormhole's table ends predication in the cycle in which Store stores under it. Store still sees
 * the old flags. That is intended, so flags-clash is off.
 *
 * kernel: sigmoid, bf16
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: wormhole 31, blackhole 24
 * sweep: --fn=sigmoid --in=bf16
 *     max_ulp=0 max_real_ulp=0.499997457 cycles=32.28125
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 31 floor 13 shorter open inputs all
 * solved: blackhole found 24 floor 14 shorter open inputs all
 * left: none
 * published: 0.86 ULP on wormhole, 0.87 on blackhole, https://github.com/tenstorrent/tt-metal/pull/57076
 */
#include "../schedule.h"
#include "coefficients.h"

/* The bits, in fp16, of an fp32 number that fp16 can hold exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) + (((bits) >> 16) & 0x8000))

#ifdef ARCH_BLACKHOLE
#define OWN(name) SIGMOID_BLACKHOLE_##name
#define ONE L10
#else
#define OWN(name) SIGMOID_WORMHOLE_##name
#define ONE L11                     // -1.0: d is negative, because Wormhole's SFPMAD cannot negate
#endif

#ifdef PLAIN
    set_constant 12, BF16_MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
#ifdef ARCH_WORMHOLE
    load_word L6, OWN(E2)
#else
    load_word L6, 0x8000
#endif

    .macro row
    sfpload L0, 0, BF16, STAY
#ifdef ARCH_BLACKHOLE
    sfploadi L1, -32.0, SFPLOADI_FLOATB
    sfpmul L0, L0, L10, MINUS_VA    // a NaN becomes +NaN, the largest number in this order
    sfploadi L2, -87.5, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // the larger one of -x and -32
    sfpnop
    sfpmul L0, L0, L10, MINUS_VA
    sfpnop
    sfpswap L2, L0, SWAP_MIN        // the larger one of x and -87.5
    sfpnop
#else
    sfploadi L1, -87.5, SFPLOADI_FLOATB // e^x of this is 0
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfploadi L1, 32.0, SFPLOADI_FLOATB // 1 + e^-x of this is 1
    sfpswap L0, L1, SWAP_MIN        // L0 = the smaller one
    sfpnop
#endif
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
#ifdef ARCH_BLACKHOLE
    sfpnop
    sfpiadd L1, L6, 0, SFPIADD_LREG_NONE // rounds, since the store truncates and SFPSTOCHRND makes NaN infinite
    sfpstore L1, 0, BF16, STEP
#else
    sfpload L0, 0, BF16, STAY
    sfpstochrnd L1, L1, L1, 0, TO_BF16, 0
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
    sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    sfpiadd L0, L3, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpstore L1, 0, BF16, STEP
    sfpencc 0, 0
#endif
    .endm

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule sigmoid_bf16
    .period 31
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                      | Simple                                      | MAD                        | Round                                       | Store
     0 | [v0] sfpload L1, 0, BF16, STAY
     2 | sfploadi L0, -87.5, SFPLOADI_FLOATB
     3 |                                                           | [v0] sfpswap L1, L0, SWAP_MAX
     4 | sfploadi L3, 32.0, SFPLOADI_FLOATB
     5 |                                                           | sfpswap L1, L3, SWAP_MIN
     7 |                                                           |                                             | sfpmad L0, L1, L13, L12, 0
     9 |                                                           |                                             | sfpmad L3, L11, L0, L12, 0
    12 |                                                           |                                             | sfpmad L1, L13, L1, L3, 0
    13 | sfploadi L7, AS_FP16(OWN(C4)), SFPLOADI_FLOATA
    14 |                                                           |                                             | sfpmad L7, L1, L7, L14, 0
    16 |                                                           |                                             | sfpmad L7, L1, L7, L4, 0
    18 |                                                           |                                             | sfpmad L7, L1, L7, L5, 0
    20 |                                                           |                                             | sfpmad L3, L1, L7, L10, 0
    21 |                                                           | sfpsetexp L0, L11, 0, 0
    22 |                                                           |                                             | sfpmad L0, L0, L3, L11, 0
    23 | sfploadi L1, OWN(MINUS_RECIPROCAL) >> 16, SFPLOADI_FLOATB
    24 |                                                           |                                             |                            | sfpshft2 L3, L0, 0, 6
    25 |                                                           | sfpiadd L3, L1, 0, SFPIADD_MINUS_NONE
    26 |                                                           |                                             | sfpmad L0, L3, L0, L10, 0
    28 |                                                           |                                             | sfpadd L1, L0, L6, 0
    29 | [v1] sfpload L7, 0, BF16, STAY
    30 |                                                           |                                             | sfpmad L7, L0, L1, L10, 0
    32 |                                                           |                                             | sfpmad L7, L0, L7, L10, 0
    35 |                                                           |                                             | [v1] sfpmul L7, L3, L7, 0
    37 |                                                           |                                             |                            | [v1] sfpstochrnd L16, L0, L7, 0, TO_BF16, 0
    39 | [v2] sfpload L7, 0, BF16, STEP
    40 |                                                           | [v2] sfpsetsgn L7, L7, 0, SFPSETSGN_ARG_IMM
    41 |                                                           | sfpiadd L7, L2, 0, SFPIADD_MINUS_GTE0
    42 |                                                           | sfpencc 0, 0                                |                            |                                             | [v2] sfpstore L16, [v2], BF16
    .endschedule

    .schedule_setup sigmoid_bf16
    set_constant 12, BF16_MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
    load_word L6, OWN(E2)
    sfploadi L2, 0x7F80, SFPLOADI_FLOATB
    .schedule_loop sigmoid_bf16, VECTORS, FORM
#else
    .schedule sigmoid_bf16
    .period 24
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                | Simple                               | MAD                              | Round | Store
     0 | [v0] sfpload L3, 0, BF16, STAY
     1 |                                     |                                      | sfpmul L3, L3, L10, MINUS_VA
     2 | sfploadi L1, -32.0, SFPLOADI_FLOATB
     3 |                                     | [v0] sfpswap L3, L1, SWAP_MAX
     5 | sfploadi L1, -87.5, SFPLOADI_FLOATB
     6 |                                     |                                      | sfpmul L3, L3, L10, MINUS_VA
     8 |                                     | sfpswap L3, L1, SWAP_MAX
    13 |                                     |                                      | sfpmad L7, L3, L13, L12, 0
    15 |                                     |                                      | sfpmad L1, L11, L7, L12, 0
    17 |                                     |                                      | sfpmad L1, L3, L13, L1, 0
    19 |                                     |                                      | sfpmad L3, L1, L2, L14, 0
    20 |                                     | sfpsetexp L7, L10, 0, 0
    21 |                                     |                                      | sfpmad L3, L1, L3, L4, 0
    22 | [v1] sfpload L0, 0, BF16, STEP
    23 |                                     |                                      | sfpmad L0, L1, L3, L5, 0
    26 |                                     |                                      | [v1] sfpmad L0, L1, L0, L10, 0
    28 |                                     |                                      | sfpmad L7, L0, L7, L10, 0
    30 |                                     | [v1] sfparecip L0, L7, 0
    31 |                                     |                                      | sfpmad L7, L7, L0, L10, MINUS_VA
    34 |                                     |                                      | sfpadd L1, L10, L7, 0
    36 |                                     |                                      | sfpmad L1, L7, L1, L10, 0
    38 |                                     |                                      | sfpmul L0, L0, L1, 0
    40 |                                     | sfpiadd L0, L6, 0, SFPIADD_LREG_NONE
    42 |                                     |                                      |                                  |       | sfpstore L0, 0, BF16, STAY
    .endschedule

    .schedule_setup sigmoid_bf16
    set_constant 12, BF16_MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
    load_word L6, 0x00008000
    load_word L2, OWN(C4)
    .schedule_loop sigmoid_bf16, VECTORS, FORM
#endif
