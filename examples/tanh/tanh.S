/*
 * tanh(x) of a tile of fp32, in place. See README.md.
 *
 * sfpsched(1) made the tables from the rows of -DPLAIN, for given periods. Names of constants, formats and modifiers
 * replace the numbers.
 *
 * kernel: tanh, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 40, blackhole 39
 * sweep: --fn=tanh --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=1.68204671 cycles=41.1875
 * long: --fn=tanh --in=fp32
 *     max_ulp=2 max_real_ulp=2.08618513 cycles=41.1875
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=300000
 * twin long: -DPLAIN --in=fp32
 * solved: wormhole found 40 floor 20 shorter open inputs drawn
 * solved: blackhole found 39 floor 21 shorter open inputs drawn
 * left: none
 * published: wormhole 45 cycles, 2.8 ULP, blackhole 42 cycles, 2.6 ULP,
 *     https://github.com/tenstorrent/tt-metal/pull/48299
 */
#include "../schedule.h"
#include "coefficients.h"

/* The bits, in fp16, of an fp32 number that fp16 can hold exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) + (((bits) >> 16) & 0x8000))

#ifdef PLAIN
    set_constant 12, MAGIC
    set_constant 13, TWO_LOG2E
    set_constant 14, HALF_LN2
    load_word L4, C4
    load_word L5, C3

    .macro row
    sfpload L0, 0, FP32, STAY
    sfploadi L2, -9.0625, SFPLOADI_FLOATB
    sfpsetsgn L0, L0, 1, SFPSETSGN_ARG_IMM // -|x|
#ifdef ARCH_BLACKHOLE
    sfpmul L0, L0, L10, 0           // a NaN becomes +NaN, the largest number in this order
    sfpnop
#endif
    sfpswap L2, L0, SWAP_MIN        // the larger one: w
    sfpnop
    sfpmad L1, L13, L0, L12, 0      // low bits: k + 127
    sfploadi L2, C6 >> 16, SFPLOADI_FLOATB
    sfpmad L3, L1, L11, L12, 0      // -k
    sfpsetexp L1, L11, 0, 0         // S = -2^k
    sfpmad L0, L3, L14, L0, 0       // v
    sfploadi L3, AS_FP16(C5), SFPLOADI_FLOATA
    sfpmad L2, L2, L0, L3, 0
    sfploadi L3, 0.5, SFPLOADI_FLOATB
    sfpmad L2, L2, L0, L4, 0
    sfpmad L3, L1, L3, L3, 0        // (1 - 2^k) / 2
    sfpmad L2, L2, L0, L5, 0
    sfpnop
    sfpmad L2, L2, L0, L10, 0
    sfpnop
    sfpmul L2, L2, L0, 0
    sfpnop
    sfpmad L2, L2, L0, L0, 0        // (e^2v - 1) / 2
    sfpnop
    sfpmad L0, L2, L1, L3, 0        // m = (1 - e^-2|x|) / 2
    sfploadi L1, R2 >> 16, SFPLOADI_FLOATB
    sfploadi L2, R1 >> 16, SFPLOADI_FLOATB
    sfpmad L2, L1, L0, L2, 0
    sfpmad L3, L0, L10, L11, 0      // m - 1
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
#ifdef ARCH_BLACKHOLE
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L0, L1, 0, 0
    sfpstore L0, 0, FP32, STEP
#else
    sfpload L0, 0, FP32, STAY
    sfpsetsgn L2, L0, 0, SFPSETSGN_ARG_IMM
    sfploadi L3, 0x7F80, SFPLOADI_FLOATB
    sfpsetsgn L0, L1, 0, 0
    sfpiadd L2, L3, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpstore L0, 0, FP32, STEP
    sfpencc 0, 0
#endif
    .endm

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule tanh
    .period 40
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                      | Simple                                      | MAD                            | Round | Store
     0 | [v0] sfpload L7, 0, FP32, STAY
     1 | sfploadi L0, -9.0625, SFPLOADI_FLOATB     | [v0] sfpsetsgn L7, L7, 1, SFPSETSGN_ARG_IMM
     2 |                                           | sfpswap L7, L0, SWAP_MAX
     4 |                                           |                                             | sfpmad L0, L13, L7, L12, 0
     6 |                                           |                                             | sfpmad L1, L11, L0, L12, 0
     8 | sfploadi L1, AS_FP16(C5), SFPLOADI_FLOATA |                                             | [v0] sfpmad L7, L14, L1, L7, 0
    12 | sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    13 |                                           |                                             | sfpmad L3, L7, L3, L1, 0
    14 |                                           | sfpsetexp L0, L11, 0, 0
    15 |                                           |                                             | sfpmad L3, L7, L3, L4, 0
    17 |                                           |                                             | sfpmad L1, L7, L3, L5, 0
    18 | sfploadi L3, 0.5, SFPLOADI_FLOATB
    19 |                                           |                                             | sfpmad L1, L7, L1, L10, 0
    20 |                                           |                                             | sfpmad L3, L3, L0, L3, 0
    21 |                                           |                                             | sfpmul L1, L7, L1, 0
    23 |                                           |                                             | sfpmad L1, L7, L1, L7, 0
    25 |                                           |                                             | sfpmad L7, L0, L1, L3, 0
    26 | sfploadi L0, R2 >> 16, SFPLOADI_FLOATB
    27 |                                           |                                             | sfpmad L1, L7, L0, L2, 0
    28 |                                           |                                             | sfpmad L3, L10, L7, L11, 0
    29 |                                           |                                             | sfpmad L0, L7, L1, L10, 0
    31 |                                           |                                             | sfpmad L1, L3, L0, L10, 0
    33 |                                           |                                             | sfpmad L3, L1, L0, L0, 0
    34 | [v1] sfpload L1, 0, FP32, STAY
    35 |                                           |                                             | sfpmul L1, L3, L7, 0
    37 |                                           |                                             | sfpmad L0, L11, L1, L7, 0
    39 |                                           |                                             | sfpmad L0, L1, L7, L0, 0
    41 |                                           |                                             | [v1] sfpmad L1, L3, L0, L1, 0
    45 | [v2] sfpload L3, 0, FP32, STEP
    46 |                                           | [v2] sfpsetsgn L16, L1, 0, 0 b=L3
    47 |                                           | sfpsetsgn L3, L3, 0, SFPSETSGN_ARG_IMM
    49 |                                           | sfpiadd L3, L6, 0, SFPIADD_MINUS_GTE0
    50 |                                           |                                             |                                |       | [v2] sfpstore L16, [v2], FP32
    51 |                                           | sfpencc 0, 0
    .endschedule

    .schedule_setup tanh
    set_constant 12, MAGIC
    set_constant 13, TWO_LOG2E
    set_constant 14, HALF_LN2
    load_word L4, C4
    load_word L5, C3
    sfploadi L6, 0x7F80, SFPLOADI_FLOATB
    sfploadi L2, R1 >> 16, SFPLOADI_FLOATB
    .schedule_loop tanh, VECTORS, FORM
#else
    .schedule tanh
    .period 39
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                      | Simple                                      | MAD                        | Round | Store
     0 | [v0] sfpload L1, 0, FP32, STAY
     1 |                                           | [v0] sfpsetsgn L1, L1, 1, SFPSETSGN_ARG_IMM
     2 |                                           |                                             | [v0] sfpmul L1, L10, L1, 0
     3 | sfploadi L3, -9.0625, SFPLOADI_FLOATB
     4 |                                           | sfpswap L1, L3, SWAP_MAX
     6 |                                           |                                             | sfpmad L3, L1, L13, L12, 0
     8 |                                           |                                             | sfpmad L0, L11, L3, L12, 0
     9 | sfploadi L7, C6 >> 16, SFPLOADI_FLOATB
    10 |                                           |                                             | sfpmad L0, L14, L0, L1, 0
    11 | sfploadi L1, AS_FP16(C5), SFPLOADI_FLOATA
    12 |                                           |                                             | sfpmad L1, L0, L7, L1, 0
    13 | sfploadi L7, 0.5, SFPLOADI_FLOATB
    14 |                                           |                                             | sfpmad L1, L0, L1, L4, 0
    15 |                                           | sfpsetexp L3, L11, 0, 0
    16 |                                           |                                             | sfpmad L1, L0, L1, L5, 0
    17 |                                           |                                             | sfpmad L7, L7, L3, L7, 0
    18 |                                           |                                             | sfpmad L1, L0, L1, L10, 0
    20 |                                           |                                             | sfpmul L1, L0, L1, 0
    22 |                                           |                                             | sfpmad L1, L0, L1, L0, 0
    24 |                                           |                                             | sfpmad L0, L3, L1, L7, 0
    25 | sfpload L7, 0, FP32, STAY
    26 |                                           |                                             | sfpmad L1, L0, L2, L6, 0
    27 |                                           |                                             | sfpmad L3, L10, L0, L11, 0
    28 |                                           |                                             | sfpmad L1, L0, L1, L10, 0
    29 |                                           | sfpsetsgn L7, L7, 1, SFPSETSGN_ARG_IMM
    30 |                                           |                                             | sfpmad L3, L3, L1, L10, 0
    32 |                                           |                                             | sfpmad L7, L3, L1, L1, 0
    34 |                                           |                                             | sfpmul L3, L0, L7, 0
    36 |                                           |                                             | sfpmad L1, L11, L3, L0, 0
    38 |                                           |                                             | sfpmad L0, L0, L3, L1, 0
    40 |                                           |                                             | sfpmad L7, L7, L0, L3, 0
    41 | [v1] sfpload L0, 0, FP32, STEP
    46 |                                           | sfpsetsgn L0, L7, 0, 0
    47 |                                           |                                             |                            |       | [v1] sfpstore L0, [v1], FP32
    .endschedule

    .schedule_setup tanh
    set_constant 12, MAGIC
    set_constant 13, TWO_LOG2E
    set_constant 14, HALF_LN2
    load_word L4, C4
    load_word L5, C3
    sfploadi L6, R1 >> 16, SFPLOADI_FLOATB
    sfploadi L2, R2 >> 16, SFPLOADI_FLOATB
    .schedule_loop tanh, VECTORS, FORM
#endif
