/*
 * 1 / (1 + e^-x) of a tile of bf16, in place. See README.md.
 *
 * The tables are those of sfpsched(1) for the rows with -DPLAIN, of which the periods were asked for; constants, formats
 * and modifiers have names here. FLAGS
 *
 * kernel: sigmoid, bf16
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: wormhole 30, blackhole 27
 * sweep: --fn=sigmoid --in=bf16
 *     max_ulp=? max_real_ulp=? cycles=?
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 30 floor 13 shorter open inputs all
 * solved: blackhole found 27 floor 12 shorter open inputs all
 * left: none
 * published: PUB
 */
#include "../schedule.h"
#include "coefficients.h"

/* The bits of an fp32 number as fp16, which it is exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) + (((bits) >> 16) & 0x8000))

#ifdef ARCH_BLACKHOLE
#define OWN(name) SIGMOID_BLACKHOLE_##name
#define ONE L10
#else
#define OWN(name) SIGMOID_WORMHOLE_##name
#define ONE L11                     // -1.0: d is negative, as Wormhole's SFPMAD cannot negate
#endif

#ifdef PLAIN
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

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule sigmoid_bf16
    .period 30
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions, gapless
     t | Load                                                      | Simple                                     | MAD                        | Round                                       | Store
     0 | [v0] sfpload L7, 0, BF16, STAY
     2 | sfploadi L1, -87.5, SFPLOADI_FLOATB
     3 |                                                           | [v0] sfpswap L7, L1, SWAP_MAX
     4 | sfploadi L0, 32.0, SFPLOADI_FLOATB
     5 |                                                           | sfpswap L0, L7, SWAP_MAX
     7 |                                                           |                                            | sfpmad L0, L7, L13, L12, 0
     9 |                                                           |                                            | sfpmad L3, L11, L0, L12, 0
    11 |                                                           |                                            | sfpmad L3, L7, L13, L3, 0
    12 | sfploadi L7, AS_FP16(OWN(C4)), SFPLOADI_FLOATA
    13 |                                                           |                                            | sfpmad L7, L3, L7, L14, 0
    15 |                                                           |                                            | sfpmad L1, L3, L7, L4, 0
    16 |                                                           | sfpsetexp L0, L11, 0, 0
    17 |                                                           |                                            | sfpmad L7, L3, L1, L5, 0
    19 |                                                           |                                            | sfpmad L7, L3, L7, L10, 0
    21 |                                                           |                                            | sfpmad L0, L0, L7, L11, 0
    22 | sfploadi L1, OWN(MINUS_RECIPROCAL) >> 16, SFPLOADI_FLOATB
    23 |                                                           | sfpmov L7, L0, 0
    24 |                                                           | sfpiadd L0, L1, 0, SFPIADD_MINUS_NONE
    25 |                                                           |                                            | sfpmad L1, L0, L7, L10, 0
    26 | [v1] sfpload L3, 0, BF16, STAY
    27 |                                                           |                                            | sfpadd L7, L6, L1, 0
    28 |                                                           | sfpsetsgn L3, L3, 0, SFPSETSGN_ARG_IMM
    29 |                                                           |                                            | sfpmad L3, L1, L7, L10, 0
    31 |                                                           |                                            | sfpmad L3, L1, L3, L10, 0
    34 |                                                           |                                            | [v1] sfpmul L3, L0, L3, 0
    38 | [v2] sfpload L1, 0, BF16, STEP
    39 |                                                           |                                            |                            | [v2] sfpstochrnd L16, L0, L3, 0, TO_BF16, 0
    40 |                                                           | sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM
    43 |                                                           | [v2] sfpiadd L1, L2, 0, SFPIADD_MINUS_GTE0
    44 |                                                           | sfpencc 0, 0                               |                            |                                             | [v2] sfpstore L16, [v2], BF16
    .endschedule

    .schedule_setup sigmoid_bf16
    set_constant 12, BF16_MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
    load_word L6, OWN(E2)
    sfploadi L2, 0x7F80, SFPLOADI_FLOATB
    .schedule_loop sigmoid_bf16, 32, unroll
#else
    .schedule sigmoid_bf16
    .period 27
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions, gapless
     t | Load                                | Simple                                     | MAD                              | Round                                       | Store
     0 | sfploadi L0, -87.5, SFPLOADI_FLOATB
     2 | [v0] sfpload L7, 0, BF16, STAY
     3 |                                     | [v0] sfpswap L7, L0, SWAP_MAX
     4 | sfploadi L3, 32.0, SFPLOADI_FLOATB
     5 |                                     | sfpswap L7, L3, SWAP_MIN
     7 |                                     |                                            | sfpmad L0, L7, L13, L12, 0
     9 |                                     |                                            | sfpmad L1, L11, L0, L12, 0
    11 |                                     |                                            | sfpmad L7, L7, L13, L1, 0
    13 |                                     |                                            | sfpmad L3, L7, L2, L14, 0
    15 |                                     |                                            | sfpmad L3, L7, L3, L4, 0
    16 |                                     | sfpsetexp L0, L10, 0, 0
    17 |                                     |                                            | sfpmad L3, L7, L3, L5, 0
    19 |                                     |                                            | sfpmad L3, L7, L3, L10, 0
    21 |                                     |                                            | sfpmad L1, L0, L3, L10, 0
    23 |                                     | sfparecip L3, L1, 0
    24 |                                     |                                            | sfpmad L7, L1, L3, L10, MINUS_VA
    25 | [v1] sfpload L1, 0, BF16, STAY
    26 |                                     |                                            | sfpadd L1, L10, L7, 0
    28 |                                     |                                            | sfpmad L1, L7, L1, L10, 0
    31 |                                     |                                            | [v1] sfpmul L1, L3, L1, 0
    35 | [v2] sfpload L3, 0, BF16, STEP
    36 |                                     |                                            |                                  | [v2] sfpstochrnd L16, L0, L1, 0, TO_BF16, 0
    37 |                                     | sfpsetsgn L3, L3, 0, SFPSETSGN_ARG_IMM
    38 |                                     | [v2] sfpiadd L3, L6, 0, SFPIADD_MINUS_GTE0
    39 |                                     | sfpencc 0, 0                               |                                  |                                             | [v2] sfpstore L16, [v2], BF16
    .endschedule

    .schedule_setup sigmoid_bf16
    set_constant 12, BF16_MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
    sfploadi L6, 0x7F80, SFPLOADI_FLOATB
    load_word L2, OWN(C4)
    .schedule_loop sigmoid_bf16, 32, unroll
#endif
