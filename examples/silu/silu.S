/*
 * x / (1 + e^-x) of a tile of fp32, in place. See README.md.
 *
 * The table, for Blackhole, is that of sfpsched(1) for the row with -DPLAIN, of which the period was asked for;
 * constants, formats and modifiers have names here. It ends predication in the cycle in which Store stores under it,
 * which sees the flags from before: that is what is meant, so flags-clash is off. For Wormhole no table was found.
 *
 * kernel: silu, fp32
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: wormhole 48, blackhole 41
 * sweep: --fn=silu --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.24630163 cycles=48.40625
 * long: --fn=silu --in=fp32
 *     max_ulp=? max_real_ulp=? cycles=?
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=3000000
 * twin long: -DPLAIN --in=fp32
 * solved: blackhole found 41 floor 18 shorter open inputs drawn
 * left: none
 * published: wormhole 1387 cycles a tile, https://github.com/tenstorrent/tt-metal/pull/48925
 * missed: on Wormhole the 43 cycles of that tile; the chain of 45 cycles from load to store binds, as tables of rows
 *     that overlap have not enough registers beside x
 */
#include "../schedule.h"
#include "../sigmoid/coefficients.h"

/* The bits of an fp32 number as fp16, which it is exactly. */
#define AS_FP16(bits) (((((bits) >> 13) - (112 << 10)) & 0x7FFF) + (((bits) >> 16) & 0x8000))

#if defined PLAIN || defined ARCH_WORMHOLE
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
    sfpmul L0, L0, L10, 0           // a NaN becomes +NaN, the largest there is
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
    sfploadi L1, 32.0, SFPLOADI_FLOATB // of which 1 + e^-x is 1
    sfpswap L0, L1, SWAP_MIN        // L0 = the smaller one, L1 the larger one
    sfpnop
    sfpmad L2, L13, L0, L12, 0      // low bits: k + 127 - 40
    sfploadi L3, MINUS_LN2_HIGH >> 16, SFPLOADI_FLOATB
    sfpaddi L1, -32.0, 0            // what x exceeds 32 by
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
    sfpload L7, 0, FP32, STAY
    sfpmad L6, L6, L6, L6, 0
    sfpsetsgn L7, L7, 0, SFPSETSGN_ARG_IMM // |x|
    sfpmad L2, L2, L6, L2, 0
    sfpnop
    sfpmad L6, L3, L2, L10, 0
    sfploadi L3, MINUS_SCALE >> 16, SFPLOADI_FLOATB
    sfpmad L2, L2, L6, L2, 0
    sfploadi L6, 0x7F80, SFPLOADI_FLOATB
    sfpmul L2, L2, L0, 0
    sfpiadd L7, L6, 0, SFPIADD_MINUS_GTE0 // no NaN
    sfpmad L1, L2, L3, L1, 0
    sfpnop
    sfpstore L1, 0, FP32, STEP
    sfpencc 0, 0
    .endm
#endif

    .rept VECTORS
    row
    .endr
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
