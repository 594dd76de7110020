/*
 * sqrt(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: sqrt, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles: wormhole 16, blackhole 16
 * sweep: --fn=sqrt --in=bf16
 *     max_ulp=0 max_real_ulp=0.499510763 cycles=16.40625
 * left: L4 L5 L11
 */
    .include "sfpu.inc"

#include "coefficients.h"

#define ROUND L7                    /* half a unit in bf16's last place; the store drops what is below */
#define LEAST_NAN L6

    set_constant 12, MAGIC
    set_constant 13, MINUS_CENTRE
    set_constant 14, FLOOR_SQRT_BF16
    load_word LEAST_NAN, 0x7F800001
    sfploadi ROUND, 0x8000, SFPLOADI_USHORT

    ttreplay 0, 16, 1, 1
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM
    sfpshft L1, L1, -1, SHIFT_BY
    sfpiadd L1, L12, 0, SFPIADD_MINUS_NONE // y0
    sfpmad L0, L0, L1, L9, 0        // x y0; of a denormal, and -0, 0
    sfploadi L2, 0x7FC0, SFPLOADI_FLOATB // NaN, which is to stay
    sfpmad L1, L0, L1, L13, 0       // x y0^2 - CENTRE
    sfpmov L3, LEAST_NAN, 0
    sfpmad L1, L1, L1, L14, 0       // p
    sfpiadd L3, L0, 0, SFPIADD_MINUS_LT0 // where x y0 is neither negative nor NaN, but for -NaN
    sfpmad L0, L0, L1, L9, 0        // x y0 p
    sfpnop
    sfpiadd L0, ROUND, 0, SFPIADD_LREG_GTE0 // and not -NaN
    sfpmov L2, L0, 0
    sfpencc 0, 0
    sfpstore L2, 0, BF16, STEP

    .rept 31
    ttreplay 0, 16, 0, 0
    .endr
