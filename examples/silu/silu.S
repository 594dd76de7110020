/*
 * x / (1 + e^-x) of a tile of fp32, in place. See README.md.
 *
 * sfpsched(1) made the tables from the rows of -DPLAIN, for given periods. Names of constants, formats and modifiers
 * replace the numbers. They end predication in the cycle in which Store stores under it. Store still sees the old
 * flags. That is intended, so flags-clash is off. In the lanes where Wormhole finds NaNs, the last product of the row
 * may or may not be computed: it is not stored there.
 *
 * kernel: silu, fp32
 * arch: wormhole blackhole
 * domain: all; one number next to where results underflow is on the wrong side
 * options: -Wno-flags-clash
 * cycles: wormhole 44, blackhole 41
 * sweep: --fn=silu --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.24630163 cycles=44.9375
 * long wormhole: --fn=silu --in=fp32
 *     max_ulp=3 max_real_ulp=3.0830175 cycles=44.9375
 *     except least-normal 0x1.FFFFFEp-126:0x1.FFFFFEp-126
 * long blackhole: --fn=silu --in=fp32
 *     max_ulp=3 max_real_ulp=2.96796035 cycles=41.96875
 *     except least-normal -0x1.FFFFFEp-126:-0x1.FFFFFEp-126
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=300000
 * twin long: -DPLAIN --in=fp32
 * solved: wormhole found 44 floor 19 shorter open inputs drawn
 * solved: blackhole found 41 floor 18 shorter open inputs drawn
 * left: none
 * published: wormhole 1387 cycles a tile, https://github.com/tenstorrent/tt-metal/pull/48925
 * missed: the published 43 cycles on Wormhole; registers bind, as the rows of 53 cycles have to overlap
 */
#include "../schedule.h"
#include "../sigmoid/coefficients.h"

/* The bits, in fp16, of an fp32 number that fp16 can hold exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) + (((bits) >> 16) & 0x8000))

#ifdef PLAIN
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, MINUS_LN2_LOW
    load_word L4, C4
    load_word L5, C3

#ifdef ARCH_BLACKHOLE
    .macro row
    sfpload L0, 0, FP32, STAY
    sfploadi L1, -94.0, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfploadi L1, 32.0, SFPLOADI_FLOATB // 1 + e^-x of this is 1
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
    sfpload L0, 0, FP32, STAY
    sfploadi L1, -94.0, SFPLOADI_FLOATB
    sfpmul L0, L0, L10, 0           // a NaN becomes +NaN, the largest number in this order
    sfpnop
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfpmul L2, L2, L0, 0
    sfpnop
    sfpmul L1, L2, L3, 0
    sfploadi L3, 32.0, SFPLOADI_FLOATB
    sfple L0, L3, 0, SFPLE_SET_CC   // of all others silu is x
    sfpstore L1, 0, FP32, STEP
    sfpencc 0, 0
    .endm
#else
    .macro row
    sfpload L0, 0, FP32, STAY
    sfploadi L1, -94.0, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfploadi L1, 32.0, SFPLOADI_FLOATB // 1 + e^-x of this is 1
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
    sfpload L0, 0, FP32, STAY
    sfploadi L1, -94.0, SFPLOADI_FLOATB
    sfpswap L1, L0, SWAP_MIN        // L0 = the larger one
    sfpnop
    sfpmul L2, L2, L0, 0
    sfploadi L6, 0xFF80, SFPLOADI_FLOATB
    sfpmul L2, L2, L3, 0
    sfpaddi L0, -32.0, 0
    sfpiadd L1, L6, 0, SFPIADD_MINUS_GTE0 // no -NaN
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0 // below 32, and no +NaN
    sfpstore L2, 0, FP32, STEP
    sfpencc 0, 0
    .endm
#endif

    .rept VECTORS
    row
    .endr
#elif defined ARCH_WORMHOLE
    .schedule silu
    .period 44
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                                 | Simple                                | MAD                        | Round | Store
     0 | sfploadi L0, -94.0, SFPLOADI_FLOATB
     4 | [v0] sfpload L7, 0, FP32, STAY
     5 | sfploadi L1, 32.0, SFPLOADI_FLOATB                   | [v0] sfpswap L7, L0, SWAP_MAX
     7 |                                                      | sfpswap L7, L1, SWAP_MIN
     9 |                                                      |                                       | sfpmad L0, L13, L7, L12, 0
    10 | sfploadi L3, MINUS_LN2_HIGH >> 16, SFPLOADI_FLOATB
    11 |                                                      |                                       | sfpmad L1, L11, L0, L12, 0
    12 |                                                      | sfpsetexp L0, L10, 0, 0
    13 |                                                      |                                       | sfpmad L7, L3, L1, L7, 0
    14 | sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    15 |                                                      |                                       | sfpmad L1, L14, L1, L7, 0
    16 | sfploadi L7, AS_FP16(C5), SFPLOADI_FLOATA
    17 |                                                      |                                       | sfpmad L3, L1, L3, L7, 0
    18 | sfploadi L7, 0.5, SFPLOADI_FLOATB
    19 |                                                      |                                       | sfpmad L3, L1, L3, L4, 0
    21 |                                                      |                                       | sfpmad L3, L1, L3, L5, 0
    23 |                                                      |                                       | sfpmad L3, L1, L3, L7, 0
    25 |                                                      |                                       | sfpmad L7, L1, L3, L11, 0
    26 | sfploadi L3, SCALE >> 16, SFPLOADI_FLOATB
    27 |                                                      |                                       | sfpmad L1, L1, L7, L10, 0
    29 |                                                      |                                       | sfpmad L1, L0, L1, L3, 0
    30 | sfploadi L3, MINUS_RECIPROCAL >> 16, SFPLOADI_FLOATB
    31 |                                                      | sfpmov L0, L1, 0
    32 |                                                      | sfpiadd L1, L3, 0, SFPIADD_MINUS_NONE
    33 |                                                      |                                       | sfpmad L3, L0, L1, L10, 0
    35 |                                                      |                                       | sfpmad L3, L3, L3, L3, 0
    36 | [v1] sfpload L7, 0, FP32, STAY
    37 |                                                      |                                       | sfpmad L3, L1, L3, L1, 0
    38 | sfploadi L1, -94.0, SFPLOADI_FLOATB
    39 |                                                      |                                       | sfpmad L0, L3, L0, L10, 0
    40 |                                                      | [v1] sfpswap L7, L1, SWAP_MAX
    41 |                                                      |                                       | sfpmad L0, L3, L0, L3, 0
    42 | [v2] sfpload L3, 0, FP32, STEP
    43 |                                                      |                                       | sfpmul L3, L0, L7, 0
    44 |                                                      |                                       | [v1] sfpaddi L7, 49664, 0
    45 |                                                      | sfpiadd L1, L6, 0, SFPIADD_MINUS_GTE0 | [v2] sfpmul L3, L2, L3, 0
    46 |                                                      | sfpsetcc L7, 0, 0
    47 |                                                      | sfpencc 0, 0                          |                            |       | [v2] sfpstore L3, [v2], FP32
    .endschedule

    .schedule_setup silu
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, MINUS_LN2_LOW
    load_word L4, C4
    load_word L5, C3
    sfploadi L6, 0xFF80, SFPLOADI_FLOATB
    sfploadi L2, MINUS_SCALE >> 16, SFPLOADI_FLOATB
    .schedule_loop silu, VECTORS, FORM
#else
    .schedule silu
    .period 41
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                               | Simple                        | MAD                              | Round | Store
     0 | [v0] sfpload L0, 0, FP32, STAY
     4 | sfploadi L7, -94.0, SFPLOADI_FLOATB
     5 |                                                    | [v0] sfpswap L0, L7, SWAP_MAX
     6 | sfploadi L3, 32.0, SFPLOADI_FLOATB
     7 |                                                    | sfpswap L0, L3, SWAP_MIN
     9 |                                                    |                               | sfpmad L1, L13, L0, L12, 0
    10 | sfploadi L3, MINUS_LN2_HIGH >> 16, SFPLOADI_FLOATB
    11 |                                                    |                               | sfpmad L7, L11, L1, L12, 0
    12 |                                                    | sfpsetexp L1, L10, 0, 0
    13 |                                                    |                               | sfpmad L0, L7, L3, L0, 0
    14 | sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    15 |                                                    |                               | sfpmad L7, L7, L14, L0, 0
    16 | sfploadi L0, AS_FP16(C5), SFPLOADI_FLOATA
    17 |                                                    |                               | sfpmad L0, L7, L3, L0, 0
    19 |                                                    |                               | sfpmad L0, L7, L0, L4, 0
    21 |                                                    |                               | sfpmad L0, L7, L0, L5, 0
    23 |                                                    |                               | sfpmad L0, L7, L0, L2, 0
    25 |                                                    |                               | sfpmad L0, L7, L0, L11, 0
    27 |                                                    |                               | sfpmad L7, L7, L0, L10, 0
    29 |                                                    |                               | sfpmad L0, L1, L7, L6, 0
    30 | [v1] sfpload L1, 0, FP32, STAY
    31 |                                                    | sfparecip L7, L0, 0
    32 |                                                    |                               | sfpmad L3, L0, L7, L10, MINUS_VA
    33 |                                                    |                               | sfpmul L1, L10, L1, 0
    34 |                                                    |                               | sfpmad L3, L7, L3, L7, 0
    35 | sfploadi L7, -94.0, SFPLOADI_FLOATB
    36 |                                                    |                               | sfpmad L0, L0, L3, L10, MINUS_VA
    37 |                                                    | [v1] sfpswap L1, L7, SWAP_MAX
    38 |                                                    |                               | sfpmad L0, L3, L0, L3, 0
    39 | [v2] sfpload L7, 0, FP32, STEP
    40 |                                                    |                               | sfpmul L7, L1, L0, 0
    42 | sfploadi L7, 32.0, SFPLOADI_FLOATB                 |                               | [v2] sfpmul L16, L6, L7, 0
    43 |                                                    | [v2] sfple L1, L7, 0, 1 b=L1
    44 |                                                    | sfpencc 0, 0                  |                                  |       | [v2] sfpstore L16, [v2], FP32
    .endschedule

    .schedule_setup silu
    set_constant 12, MAGIC
    set_constant 13, MINUS_LOG2E
    set_constant 14, MINUS_LN2_LOW
    load_word L4, C4
    load_word L5, C3
    sfploadi L6, SCALE >> 16, SFPLOADI_FLOATB
    sfploadi L2, 0.5, SFPLOADI_FLOATB
    .schedule_loop silu, VECTORS, FORM
#endif
