/*
 * x / (1 + e^-x) of a tile of bf16, in place. See README.md.
 *
 * sfpsched(1) made the tables from the rows of -DPLAIN, for given periods. Names of constants, formats and modifiers
 * replace the numbers.
 *
 * kernel: silu, bf16
 * arch: wormhole blackhole
 * domain: all; one number next to where results underflow is on the wrong side
 * cycles: wormhole 39, blackhole 35
 * sweep: --fn=silu --in=bf16
 *     max_ulp=1 max_real_ulp=0.500228265 cycles=40.34375
 *     except half-below-2^-126 0x1.fep-126:0x1.fep-126
 * twin: -DPLAIN --in=bf16
 * solved: wormhole found 39 floor 16 shorter open inputs all
 * solved: blackhole found 35 floor 15 shorter open inputs all
 * left: none
 * missed: on Wormhole 4 of all results are the neighbours of the right ones; a closer reciprocal takes over 2 cycles
 * published: wormhole 1387 cycles a tile, https://github.com/tenstorrent/tt-metal/pull/48925
 */
#include "../schedule.h"
#include "../sigmoid/coefficients.h"

/* The bits, in fp16, of an fp32 number that fp16 can hold exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) + (((bits) >> 16) & 0x8000))

#ifdef ARCH_BLACKHOLE
#define OWN(name) SILU_BLACKHOLE_##name
#define ONE L10
#define ADDEND SCALE
#else
#define OWN(name) SILU_WORMHOLE_##name
#define ONE L11                     // -1.0: d is negative, because Wormhole's SFPMAD cannot negate
#define ADDEND MINUS_SCALE
#endif

#ifdef PLAIN
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
    sfploadi L1, 32.0, SFPLOADI_FLOATB // 1 + e^-x of this is 1
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
    sfpmul L0, L0, L10, 0           // a NaN becomes +NaN, the largest number in this order
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

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule silu_bf16
    .period 39
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                      | Simple                                       | MAD                            | Round                                       | Store
     0 | [v0] sfpload L1, 0, BF16, STAY
     2 | sfploadi L3, -94.0, SFPLOADI_FLOATB
     3 |                                                           | [v0] sfpswap L1, L3, SWAP_MAX
     4 | sfploadi L0, 32.0, SFPLOADI_FLOATB
     5 |                                                           | sfpswap L1, L0, SWAP_MIN
     7 |                                                           |                                              | sfpmad L0, L1, L13, L12, 0
    12 |                                                           |                                              | sfpmad L3, L11, L0, L12, 0
    14 |                                                           |                                              | sfpmad L2, L1, L13, L3, 0
    15 | sfploadi L3, AS_FP16(OWN(C4)), SFPLOADI_FLOATA
    16 |                                                           |                                              | sfpmad L3, L2, L3, L14, 0
    18 |                                                           |                                              | sfpmad L3, L2, L3, L4, 0
    20 |                                                           |                                              | sfpmad L3, L2, L3, L5, 0
    21 |                                                           | sfpsetexp L0, L11, 0, 0
    22 |                                                           |                                              | sfpmad L2, L2, L3, L10, 0
    23 | sfploadi L3, MINUS_SCALE >> 16, SFPLOADI_FLOATB
    24 |                                                           |                                              | sfpmad L3, L0, L2, L3, 0
    25 | sfploadi L2, OWN(MINUS_RECIPROCAL) >> 16, SFPLOADI_FLOATB
    26 |                                                           | sfpmov L0, L3, 0
    27 |                                                           | sfpiadd L0, L2, 0, SFPIADD_MINUS_NONE
    28 |                                                           |                                              | sfpmad L3, L0, L3, L10, 0
    30 |                                                           |                                              | sfpadd L2, L7, L3, 0
    32 |                                                           |                                              | sfpmad L2, L3, L2, L10, 0
    34 |                                                           |                                              | sfpmad L3, L3, L2, L10, 0
    35 | sfploadi L2, SCALE >> 16, SFPLOADI_FLOATB
    36 |                                                           |                                              | sfpmul L0, L3, L0, 0
    37 | [v1] sfpload L3, 0, BF16, STAY
    38 |                                                           |                                              | sfpmul L0, L1, L0, 0
    39 |                                                           | [v1] sfpsetsgn L16, L3, 0, SFPSETSGN_ARG_IMM
    40 |                                                           |                                              | sfpmul L2, L2, L0, 0
    42 | [v2] sfpload L2, 0, BF16, STEP                            |                                              |                                | [v1] sfpstochrnd L16, L0, L2, 0, TO_BF16, 0
    45 |                                                           |                                              | [v1] sfpaddi L3, 49664, 0 c=L2
    46 |                                                           | [v2] sfpsetsgn L2, L2, 0, SFPSETSGN_ARG_IMM
    47 |                                                           | sfpiadd L2, L6, 0, SFPIADD_MINUS_GTE0
    48 |                                                           | sfpsetcc L3, 0, 0
    49 |                                                           |                                              |                                |                                             | [v2] sfpstore L16, [v2], BF16
    50 |                                                           | sfpencc 0, 0
    .endschedule

    .schedule_setup silu_bf16
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
    load_word L7, OWN(E2)
    sfploadi L6, 0x7F80, SFPLOADI_FLOATB
    .schedule_loop silu_bf16, VECTORS, FORM
#else
    .schedule silu_bf16
    .period 35
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                | Simple                        | MAD                              | Round                                       | Store
     0 | [v0] sfpload L3, 0, BF16, STAY
     1 | sfploadi L0, -94.0, SFPLOADI_FLOATB
     2 |                                     | sfpswap L3, L0, SWAP_MAX
     4 | sfploadi L7, 32.0, SFPLOADI_FLOATB
     5 |                                     | [v0] sfpswap L3, L7, SWAP_MIN
     7 |                                     |                               | sfpmad L7, L13, L3, L12, 0
    11 |                                     |                               | sfpmad L1, L11, L7, L12, 0
    13 |                                     |                               | sfpmad L0, L3, L13, L1, 0
    15 |                                     |                               | sfpmad L1, L2, L0, L14, 0
    16 |                                     | sfpsetexp L7, L10, 0, 0
    17 |                                     |                               | sfpmad L1, L0, L1, L4, 0
    19 |                                     |                               | sfpmad L1, L0, L1, L5, 0
    21 |                                     |                               | sfpmad L1, L0, L1, L10, 0
    23 |                                     |                               | sfpmad L7, L7, L1, L6, 0
    25 |                                     | sfparecip L1, L7, 0
    26 |                                     |                               | sfpmad L7, L7, L1, L10, MINUS_VA
    28 |                                     |                               | sfpadd L0, L10, L7, 0
    30 |                                     |                               | sfpmad L0, L7, L0, L10, 0
    31 | [v1] sfpload L7, 0, BF16, STAY
    32 |                                     |                               | sfpmul L0, L1, L0, 0
    33 | sfploadi L1, 32.0, SFPLOADI_FLOATB
    34 |                                     |                               | sfpmul L7, L3, L0, 0
    36 |                                     |                               | [v1] sfpmul L7, L6, L7, 0
    38 |                                     |                               |                                  | [v1] sfpstochrnd L16, L0, L7, 0, TO_BF16, 0
    40 | [v2] sfpload L0, 0, BF16, STEP
    41 |                                     |                               | sfpmul L0, L10, L0, 0
    43 |                                     | [v2] sfple L0, L1, 0, 1
    44 |                                     |                               |                                  |                                             | [v2] sfpstore L16, [v2], BF16
    45 |                                     | sfpencc 0, 0
    .endschedule

    .schedule_setup silu_bf16
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, OWN(C3)
    load_word L4, OWN(C2)
    load_word L5, OWN(C1)
    sfploadi L6, SCALE >> 16, SFPLOADI_FLOATB
    load_word L2, OWN(C4)
    .schedule_loop silu_bf16, VECTORS, FORM
#endif
