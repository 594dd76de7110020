/*
 * sin(x) of a tile of fp32, in place. See README.md.
 *
 * kernel: sin, fp32
 * arch: wormhole blackhole
 * domain: |x| < 2^31; beyond it results mean nothing, and those of infinities are NaN
 * cycles: 33
 * sweep: --fn=sin --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.15493517 cycles=33.375
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * long: --fn=sin --in=fp32
 *     max_ulp=3 max_real_ulp=3.31454179 cycles=33.375
 *     except beyond 2147483648:inf
 *     except below -inf:-2147483648
 * left: none
 * published: 27 cycles and 2.4739 ULP where |x| <= 102943 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 * missed: 2 ULP, from 3e4 up; what is left of x is rounded three or four times, as both multiples have parts below its
 *     last bit
 */

    .include "sfpu.inc"

#include "coefficients.h"
#include "constants.h"

    set_constant 11, N_OF_X
    set_constant 12, K_OF_X
    set_constant 13, MINUS_P4
    set_constant 14, D2

/*
 * Two vectors, one a step behind the other: no result is read in the next cycle, and constants are loaded once for
 * both.
 * L0 and L3: what is left of x; L1 and L4: n, then s = r^2; L2 and L5: k, then the polynomial; L6 and L7:
 * constants.
 */
.macro two
    load_short L6, MAGIC_N
    sfpload L0, 0, FP32, STAY
    sfpload L3, 2, FP32, STAY
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
    load_half L7, MINUS_P2
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    load_half L6, D1
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    load_half L7, MINUS_P3
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    sfpmad L0, L1, L14, L0, 0
    sfpmad L3, L4, L14, L3, 0
    sfpmad L0, L2, L13, L0, 0
    sfpmad L3, L5, L13, L3, 0
    ADD(L2, MAGIC_K)
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
    ADD(L5, MAGIC_K)
    sfpshft L2, L0, 31, SHIFT_BY
    load_short L6, C9
    sfpshft L5, L0, 31, SHIFT_BY
    sfpxor L0, L2
    load_half L7, C7
    sfpxor L3, L5
    sfpmad L2, L1, L6, L7, 0
    sfpmad L5, L4, L6, L7, 0
    load_word L7, C5
    sfpmad L2, L1, L2, L7, 0
    sfpmad L5, L4, L5, L7, 0
    load_word L6, C3
    sfpmad L2, L1, L2, L6, 0
    sfpmad L5, L4, L5, L6, 0
    sfpmul L1, L1, L0, 0
    sfpmul L4, L4, L3, 0
    sfpmad L0, L1, L2, L0, 0
    sfpmad L3, L4, L5, L3, 0
    sfpstore L0, 0, FP32, STEP
    sfpstore L3, 0, FP32, STEP
.endm

    .rept 16
    two
    .endr
