/*
 * 1/sqrt(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: rsqrt, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 18, blackhole 17
 * sweep: --fn=rsqrt --in=bf16
 *     max_ulp=0 max_real_ulp=0.499318559 cycles=18.4375
 * left: L11
 */
    .include "sfpu.inc"

#include "../sqrt/coefficients.h"

#define INFINITY L7
#define ROUND L6                    /* half a unit in bf16's last place; the store drops what is below */
#define BELOW L5                    /* minus what is below all x y0, as an integer, and a shift by -10 */

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR_RSQRT_BF16
    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB
    load_word BELOW, 0xFF7FFFF6
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

/* Blackhole's NaN keeps its upper bit when the store drops the lower half. Wormhole's does not, and is not to come through. */
#if ARCH_WORMHOLE
#define COUNT 18
#define NO_NAN sfpsetcc L0, 0, SFPSETCC_LREG_GTE0
#else
#define COUNT 17
#define NO_NAN
#endif

    ttreplay 0, COUNT, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L2, L0, L1, L9, 0        // x y0; of a denormal, and -0, 0
    sfpiadd L0, INFINITY, 0, SFPIADD_MINUS_NONE // 0 of infinity
    sfpmad L3, L2, L1, L13, 0       // x y0^2 - CENTRE
    sfpshft2 L4, BELOW, 2, SFPSHFT2_SHFT_LREG // the sign of x y0 among what makes a NaN
    sfpmad L3, L3, L3, L14, 0       // p
    bit_or L4, INFINITY             // infinity of a zero, NaN of what is negative or NaN
    sfpiadd L2, BELOW, 0, SFPIADD_LREG_GTE0 // where x is a positive number, or infinity
    NO_NAN
    sfpmad L4, L1, L3, L9, 0        // y0 p
    sfpsetcc L0, 0, SFPSETCC_LREG_EQ0
    sfploadi L4, 0, SFPLOADI_FLOATB
    sfpencc 0, 0
    sfpiadd L4, ROUND, 0, NO_FLAGS
    sfpstore L4, 0, BF16, STEP

    .rept 31
    ttreplay 0, COUNT, 0, 0
    .endr
