/*
 * 1/sqrt(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: rsqrt, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 16, blackhole 15
 * sweep: --fn=rsqrt --in=bf16
 *     max_ulp=0 max_real_ulp=0.499318559 cycles=16.875
 * twin: -DPLAIN --in=bf16
 * solved long wormhole: found 16 floor 9 shorter open inputs all --period=16
 * solved long blackhole: found 15 floor 8 shorter open inputs all --period=15
 * published: 33.1 cycles (wormhole), 32.1 (blackhole), 0.499 ULP
 *     (the vendor's header, measured; its error over bf16 inputs), https://github.com/tenstorrent/tt-llk
 * left: L11
 */
#include "../schedule.h"

#include "../sqrt/coefficients.h"

#define INFINITY L7
#define ROUND L6                    /* half a unit in bf16's last place; the store drops the lower bits */
#define BELOW L5                    /* minus a number below all x y0, as an integer, and a shift by -10 */

#ifndef PLAIN
#if ARCH_WORMHOLE
    .schedule rsqrt_bf16
    .period 16
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L3, L0
    .rotate b = L1, L2
    .rotate c = L2, L1
    .rotate d = L0, L3
    .delays instructions
     t | Load                                 | Simple                                          | MAD                    | Round                                         | Store
     0 | [v0] sfpload a, 0, BF16, STAY
     1 |                                      | sfpsetsgn a, a, 0, SFPSETSGN_ARG_IMM
     2 |                                      |                                                 |                        | [v0] sfpshft2 a, L0, -1, SHIFT2_BY
     3 | [v1] sfpload b, 0, BF16, STEP        | [v0] sfpiadd a, L12, 0, SFPIADD_MINUS_NONE
     4 |                                      |                                                 | sfpmad c, b, a, L9, 0
     6 |                                      |                                                 | sfpmad d, c, a, L13, 0
     7 |                                      |                                                 |                        | sfpshft2 L4, BELOW, 2, SFPSHFT2_SHFT_LREG b=c
     8 |                                      | [v1] sfpiadd b, INFINITY, 0, SFPIADD_MINUS_NONE | sfpmad d, d, d, L14, 0
     9 |                                      | sfpor L4, INFINITY
    10 |                                      | sfpiadd c, BELOW, 0, SFPIADD_LREG_GTE0
    11 |                                      | sfpsetcc b, 0, SFPSETCC_LREG_GTE0
    12 |                                      |                                                 | sfpmad L4, a, d, L9, 0
    13 |                                      | sfpsetcc b, 0, SFPSETCC_LREG_EQ0
    14 | sfploadi L4, 0x0000, SFPLOADI_FLOATB
    15 |                                      | sfpencc 0, 0
    18 |                                      | sfpiadd L4, ROUND, 0, NO_FLAGS
    21 |                                      |                                                 |                        |                                               | sfpstore L4, 0, BF16, STAY
    .endschedule
#else
    .schedule rsqrt_bf16
    .period 15
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                 | Simple                                           | MAD                            | Round                                          | Store
     0 | [v0] sfpload L3, 0, BF16, STAY
     1 |                                      | [v0] sfpsetsgn L3, L3, 0, SFPSETSGN_ARG_IMM
     2 | [v1] sfpload L4, 0, BF16, STAY       |                                                  |                                | [v0] sfpshft2 L3, L0, -1, SHIFT2_BY
     3 |                                      | sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE
     4 |                                      |                                                  | sfpmad L2, L4, L3, L9, 0
     5 | [v2] sfpload L1, 0, BF16, STEP
     6 |                                      | [v1] sfpiadd L4, INFINITY, 0, SFPIADD_MINUS_NONE | sfpmad L1, L2, L3, L13, 0
     7 |                                      | [v2] sfpsetsgn L16, L1.old, 0, SFPSETSGN_ARG_IMM |                                | sfpshft2 L0, BELOW, 2, SFPSHFT2_SHFT_LREG b=L2
     8 |                                      | sfpor L0, L0, INFINITY, 0                        | [v2] sfpmad L1, L1, L1, L14, 0
     9 |                                      | sfpiadd L2, BELOW, 0, SFPIADD_LREG_GTE0
    10 |                                      |                                                  | sfpmad L0, L3, L1, L9, 0
    11 |                                      | sfpsetcc L4, 0, SFPSETCC_LREG_EQ0
    12 | sfploadi L0, 0x0000, SFPLOADI_FLOATB
    13 |                                      | sfpencc 0, 0
    14 |                                      | sfpiadd L0, ROUND, 0, NO_FLAGS
    16 |                                      |                                                  |                                |                                                | sfpstore L0, 0, BF16, STAY
    .endschedule
#endif

    .schedule_setup rsqrt_bf16
#endif /* table */

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR_RSQRT_BF16
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    load_word BELOW, 0xFF7FFFF6
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

/*
 * Blackhole's NaN keeps its upper bit when the store drops the lower half. Wormhole's NaN would not keep it, so its
 * lanes are not stored.
 */
#if ARCH_WORMHOLE
#define COUNT 18
#define NO_NAN sfpsetcc L0, 0, SFPSETCC_LREG_GTE0
#else
#define COUNT 17
#define NO_NAN
#endif

#ifdef PLAIN
    ttreplay 0, COUNT, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L2, L0, L1, L9, 0        // x y0; of a denormal, and -0, 0
    sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_NONE // 0 for infinity
    sfpmad L3, L2, L1, L13, 0       // x y0^2 - CENTRE
    sfpshft2 L4, BELOW, 2, SFPSHFT2_SHFT_LREG // the sign of x y0 is among the bits that make a NaN
    sfpmad L3, L3, L3, L14, 0       // p
    bit_or L4, INFINITY             // infinity for a zero, NaN for negative x and NaN
    sfpiadd L2, BELOW, 0, SFPIADD_LREG_GTE0 // where x is a positive number, or infinity
    NO_NAN
    sfpmad L4, L1, L3, L9, 0        // y0 p
    sfpsetcc L0, 0, SFPSETCC_LREG_EQ0
    sfploadi L4, 0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpiadd L4, ROUND, 0, NO_FLAGS
    sfpstore L4, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, COUNT, 0, 0
    .endr
#else
    .schedule_loop rsqrt_bf16, VECTORS, FORM
#endif
