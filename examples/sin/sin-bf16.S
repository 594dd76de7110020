/*
 * sin(x) of a tile of bf16, in place, correctly rounded. See README.md.
 *
 * kernel: sin, bf16
 * arch: wormhole blackhole
 * domain: |x| < 2^31; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 30.5, blackhole 28.5
 * sweep wormhole: --fn=sin --in=bf16
 *     max_ulp=0 max_real_ulp=0.499931906 cycles=30.875
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * sweep blackhole: --fn=sin --in=bf16
 *     max_ulp=0 max_real_ulp=0.499931906 cycles=28.875
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * left: none
 * published: 25.75 cycles and 0.5001 ULP where |x| <= 102943 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 */

    .include "sfpu.inc"

#include "coefficients.h"
#include "constants.h"
#include "sine-bf16.h"

    set_constant 11, N_OF_X
    set_constant 12, K_OF_X
    set_constant 13, MINUS_SHORT_P2
    set_constant 14, SHORT_D1

/* L0, L3: what is left of x; L1, L4: n, then s = r^2; L2, L5: k, then the polynomial; L6, L7: constants. */
.macro two
    load_short L6, MAGIC_N
    sfpload L0, 0, BF16, STAY
    sfpload L3, 2, BF16, STAY
    sfpmad L1, L0, L11, L6, 0
    sfpmad L4, L3, L11, L6, 0
    ADD(L1, MINUS(MAGIC_N))
    ADD(L4, MINUS(MAGIC_N))
    load_word L7, MINUS_A
    sfpmad L0, L1, L7, L0, 0
    sfpmad L3, L4, L7, L3, 0
    load_half L6, D0
    sfpmad L2, L1, L6, L0, 0        // x about, for k
    sfpmad L5, L4, L6, L3, 0
    load_short L7, MAGIC_K
    sfpmad L2, L2, L12, L7, 0
    sfpmad L5, L5, L12, L7, 0
    ADD(L2, MINUS(MAGIC_K))
    ADD(L5, MINUS(MAGIC_K))
    load_short L7, MINUS_P0
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    load_half L7, MINUS_P1
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    sfpmad L0, L2, L13, L0, 0
    sfpmad L3, L5, L13, L3, 0
    sfpmad L0, L1, L14, L0, 0
    sfpmad L3, L4, L14, L3, 0
    ADD(L2, MAGIC_K)
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
    ADD(L5, MAGIC_K)
    sfpshft L2, L0, 31, SHIFT_BY
    sfpshft L5, L0, 31, SHIFT_BY
    sfpxor L0, L2
    sfpxor L3, L5
    SINE
    sfpiadd L0, L6, 0, NO_FLAGS
    sfpiadd L3, L6, 0, NO_FLAGS
    sfpstore L0, 0, BF16, STEP
    sfpstore L3, 0, BF16, STEP
.endm

    .rept 16
    two
    .endr
