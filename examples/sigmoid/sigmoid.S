/*
 * 1 / (1 + e^-x) of a tile of fp32, in place. See README.md.
 *
 * sfpsched(1) made the tables from the rows of -DPLAIN, for given periods. Names of constants, formats and modifiers
 * replace the numbers. Wormhole's table ends predication in the cycle in which Store stores under it. Store still sees
 * the old flags. That is intended, so flags-clash is off.
 *
 * kernel: sigmoid, fp32
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: wormhole 40, blackhole 31
 * sweep: --fn=sigmoid --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.20022496 cycles=41.28125
 * long: --fn=sigmoid --in=fp32
 *     max_ulp=3 max_real_ulp=2.90114849 cycles=41.28125
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=300000
 * twin long: -DPLAIN --in=fp32
 * solved: wormhole found 40 floor 17 shorter open inputs drawn
 * solved: blackhole found 31 floor 18 shorter open inputs drawn
 * left: none
 * published: 0.62 values a cycle, 52 cycles a vector (wormhole), https://github.com/tenstorrent/tt-metal/issues/26946
 */
#include "../schedule.h"
#include "coefficients.h"

/* The bits, in fp16, of an fp32 number that fp16 can hold exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) + (((bits) >> 16) & 0x8000))

#ifdef PLAIN
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, MINUS_LN2_LOW
    load_word L4, C4
    load_word L5, C3

    .macro row
    sfpload L0, 0, FP32, STAY
#ifdef ARCH_BLACKHOLE
    sfploadi L1, -32.0, SFPLOADI_FLOATB
    sfpmul L0, L0, L10, MINUS_VA    // a NaN becomes +NaN, the largest number in this order
    sfploadi L2, -88.0, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // the larger one of -x and -32
    sfpnop
    sfpmul L0, L0, L10, MINUS_VA
    sfpnop
    sfpswap L2, L0, SWAP_MIN        // the larger one of x and -88
    sfpnop
#else
    sfploadi L1, -88.0, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfploadi L1, 32.0, SFPLOADI_FLOATB // 1 + e^-x of this is 1
    sfpswap L0, L1, SWAP_MIN        // L0 = the smaller one
    sfpnop
#endif
    sfpmad L1, L13, L0, L12, 0      // low bits: k + 127 - 40
    sfploadi L3, MINUS_LN2_HIGH >> 16, SFPLOADI_FLOATB
    sfpmad L2, L1, L11, L12, 0      // -k
    sfpsetexp L1, L10, 0, 0         // 2^(k - 40)
    sfpmad L0, L2, L3, L0, 0
    sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L0, L2, L14, L0, 0       // f
    sfploadi L2, AS_FP16(C5), SFPLOADI_FLOATA
    sfpmad L3, L3, L0, L2, 0
    sfpnop
    sfpmad L3, L3, L0, L4, 0
    sfploadi L2, 0.5, SFPLOADI_FLOATB
    sfpmad L3, L3, L0, L5, 0
    sfpnop
    sfpmad L3, L3, L0, L2, 0
    sfpnop
    sfpmad L3, L3, L0, L11, 0
    sfploadi L2, SCALE >> 16, SFPLOADI_FLOATB
    sfpmad L3, L3, L0, L10, 0       // e^-f
    sfpnop
    sfpmad L3, L3, L1, L2, 0        // d = 2^-40 (1 + e^-x)

#ifdef ARCH_BLACKHOLE
    sfparecip L1, L3, 0             // y
    sfpmad L2, L3, L1, L10, MINUS_VA // 1 - d y
    sfpmad L1, L1, L2, L1, 0
    sfpmad L2, L3, L1, L10, MINUS_VA
    sfpmad L1, L1, L2, L1, 0
    sfploadi L3, SCALE >> 16, SFPLOADI_FLOATB
#else
    sfploadi L2, MINUS_RECIPROCAL >> 16, SFPLOADI_FLOATB
    sfpmov L1, L3, 0
    sfpiadd L1, L2, 0, SFPIADD_MINUS_NONE // -y, 5 % off
    sfpmad L2, L3, L1, L10, 0        // 1 - d y
    sfpnop
    sfpmad L2, L2, L2, L2, 0
    sfpnop
    sfpmad L1, L1, L2, L1, 0
    sfpnop
    sfpmad L2, L3, L1, L10, 0
    sfploadi L3, MINUS_SCALE >> 16, SFPLOADI_FLOATB
    sfpmad L1, L1, L2, L1, 0
    sfpnop
#endif
    sfpmul L1, L1, L3, 0
#ifdef ARCH_BLACKHOLE
    sfpnop
    sfpstore L1, 0, FP32, STEP
#else
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L0, L0, 0, SFPSETSGN_ARG_IMM
    sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    sfpiadd L0, L3, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpstore L1, 0, FP32, STEP
    sfpencc 0, 0
#endif
    .endm

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule sigmoid
    .period 40
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                 | Simple                                          | MAD                        | Round | Store
     0 | sfploadi L0, -88.0, SFPLOADI_FLOATB
     2 | sfpload L7, 0, FP32, STAY
     4 |                                                      | sfpswap L0, L7, SWAP_MIN
     6 | sfploadi L0, 32.0, SFPLOADI_FLOATB
     7 |                                                      | sfpswap L7, L0, SWAP_MIN
    10 |                                                      |                                                 | sfpmad L1, L13, L7, L12, 0
    16 |                                                      |                                                 | sfpmad L0, L11, L1, L12, 0
    17 | sfploadi L3, MINUS_LN2_HIGH >> 16, SFPLOADI_FLOATB
    18 |                                                      |                                                 | sfpmad L7, L0, L3, L7, 0
    19 | sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    20 |                                                      |                                                 | sfpmad L0, L0, L14, L7, 0
    21 | sfploadi L7, AS_FP16(C5), SFPLOADI_FLOATA
    22 |                                                      |                                                 | sfpmad L7, L0, L3, L7, 0
    23 |                                                      | sfpsetexp L1, L10, 0, 0
    24 |                                                      |                                                 | sfpmad L7, L0, L7, L4, 0
    26 |                                                      |                                                 | sfpmad L3, L0, L7, L5, 0
    27 | sfploadi L7, 0.5, SFPLOADI_FLOATB
    28 |                                                      |                                                 | sfpmad L3, L0, L3, L7, 0
    29 | [v0] sfpload L7, 0, FP32, STAY
    30 |                                                      |                                                 | sfpmad L3, L0, L3, L11, 0
    31 |                                                      | sfpsetsgn L7, L7, 0, SFPSETSGN_ARG_IMM
    32 |                                                      |                                                 | sfpmad L0, L0, L3, L10, 0
    33 | sfploadi L3, SCALE >> 16, SFPLOADI_FLOATB
    34 |                                                      |                                                 | sfpmad L3, L1, L0, L3, 0
    35 | sfploadi L7, MINUS_RECIPROCAL >> 16, SFPLOADI_FLOATB
    36 |                                                      | [v0] sfpiadd L7, L7, 0, SFPIADD_MINUS_NONE b=L3
    37 |                                                      |                                                 | sfpmad L0, L3, L7, L10, 0
    38 |                                                      | sfpmov L3, L3, 0
    39 |                                                      |                                                 | sfpmad L1, L0, L0, L0, 0
    41 |                                                      |                                                 | sfpmad L1, L1, L7, L7, 0
    43 |                                                      |                                                 | sfpmad L3, L1, L3, L10, 0
    49 |                                                      |                                                 | sfpmad L0, L1, L3, L1, 0
    51 | [v1] sfpload L3, 0, FP32, STEP
    52 |                                                      |                                                 | sfpmul L0, L2, L0, 0
    53 |                                                      | sfpsetsgn L3, L3, 0, SFPSETSGN_ARG_IMM
    54 |                                                      | sfpiadd L3, L6, 0, SFPIADD_MINUS_GTE0
    55 |                                                      | sfpencc 0, 0                                    |                            |       | [v1] sfpstore L0, [v1], FP32
    .endschedule

    .schedule_setup sigmoid
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, MINUS_LN2_LOW
    load_word L4, C4
    load_word L5, C3
    sfploadi L6, 0x7F80, SFPLOADI_FLOATB
    sfploadi L2, MINUS_SCALE >> 16, SFPLOADI_FLOATB
    .schedule_loop sigmoid, VECTORS, FORM
#else
    .schedule sigmoid
    .period 31
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                               | Simple                        | MAD                              | Round | Store
     0 | [v0] sfpload L0, 0, FP32, STAY
     2 |                                                    |                               | sfpmul L0, L0, L10, MINUS_VA
     3 | sfploadi L3, -32.0, SFPLOADI_FLOATB
     4 |                                                    | [v0] sfpswap L0, L3, SWAP_MAX
     9 |                                                    |                               | sfpmul L0, L0, L10, MINUS_VA
    11 | sfploadi L1, -88.0, SFPLOADI_FLOATB
    13 |                                                    | sfpswap L1, L0, SWAP_MIN
    15 |                                                    |                               | sfpmad L7, L13, L0, L12, 0
    17 |                                                    |                               | sfpmad L1, L7, L11, L12, 0
    19 | sfploadi L3, MINUS_LN2_HIGH >> 16, SFPLOADI_FLOATB
    20 |                                                    |                               | sfpmad L3, L1, L3, L0, 0
    21 | sfploadi L0, C6 >> 16, SFPLOADI_FLOATB
    22 |                                                    |                               | sfpmad L3, L1, L14, L3, 0
    23 | sfploadi L1, AS_FP16(C5), SFPLOADI_FLOATA
    24 |                                                    |                               | sfpmad L0, L0, L3, L1, 0
    25 |                                                    | sfpsetexp L7, L10, 0, 0
    26 |                                                    |                               | sfpmad L0, L0, L3, L4, 0
    27 | [v1] sfpload L1, 0, FP32, STAY
    28 |                                                    |                               | sfpmad L0, L0, L3, L5, 0
    30 |                                                    |                               | sfpmad L1, L0, L3, L2, 0
    32 |                                                    |                               | sfpmad L1, L1, L3, L11, 0
    34 |                                                    |                               | [v1] sfpmad L1, L3, L1, L10, 0
    36 |                                                    |                               | sfpmad L7, L7, L1, L6, 0
    37 | [v2] sfpload L3, 0, FP32, STEP
    38 |                                                    | sfparecip L3, L7, 0
    39 |                                                    |                               | sfpmad L1, L7, L3, L10, MINUS_VA
    41 |                                                    |                               | sfpmad L3, L3, L1, L3, 0
    43 |                                                    |                               | sfpmad L7, L7, L3, L10, MINUS_VA
    45 |                                                    |                               | [v2] sfpmad L3, L3, L7, L3, 0
    47 |                                                    |                               | sfpmul L3, L6, L3, 0
    49 |                                                    |                               |                                  |       | sfpstore L3, 0, FP32, STAY
    .endschedule

    .schedule_setup sigmoid
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, MINUS_LN2_LOW
    load_word L4, C4
    load_word L5, C3
    sfploadi L6, SCALE >> 16, SFPLOADI_FLOATB
    sfploadi L2, 0.5, SFPLOADI_FLOATB
    .schedule_loop sigmoid, VECTORS, FORM
#endif
