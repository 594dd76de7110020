/*
 * sin(x) of a tile of fp32, in place, for |x| up to 2^15 pi. See README.md.
 *
 * kernel: sin where |x| <= 2^15 pi, fp32
 * arch: wormhole blackhole
 * domain: |x| <= 102943, which is 2^15 pi; beyond it results mean nothing, and those of infinities are NaN
 * cycles: wormhole 20, blackhole 19.5
 * sweep wormhole: --fn=sin --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.08200319 cycles=20.375
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * sweep blackhole: --fn=sin --in=bf16 --dst-format=fp32
 *     max_ulp=2 max_real_ulp=2.08200319 cycles=19.875
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * long wormhole: --fn=sin --in=fp32
 *     max_ulp=2 max_real_ulp=2.41138778 cycles=20.375
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * long blackhole: --fn=sin --in=fp32
 *     max_ulp=2 max_real_ulp=2.41138778 cycles=19.875
 *     except beyond 102944:inf
 *     except below -inf:-102944
 * left: none
 * published: 27 cycles and 2.4739 ULP where |x| <= 102943 (wormhole; ULP by a sweep of that header),
 *     https://github.com/tenstorrent/tt-metal/pull/37714
 */

    .include "sfpu.inc"

#include "coefficients.h"
#include "constants.h"

    set_constant 11, J_OF_X
    set_constant 12, MINUS_Q0
    set_constant 13, MINUS_Q3
    set_constant 14, C3

/*
 * Two vectors, one a step behind the other: no result is read in the next cycle, and constants are loaded once for
 * both.
 * L0 and L3: what is left of x; L1 and L4: k, then s = r^2; L2 and L5: k's bits, then the polynomial; L6 and L7:
 * constants.
 */
.macro two
    load_short L7, MAGIC_J
    sfpload L0, 0, FP32, STAY
    sfpload L3, 2, FP32, STAY
    sfpmad L2, L0, L11, L7, 0
    sfpmad L5, L3, L11, L7, 0
    K_OF_BITS
    sfpmad L0, L1, L12, L0, 0
    sfpmad L3, L4, L12, L3, 0
    load_short L7, MINUS_Q1
    sfpmad L0, L1, L7, L0, 0
    sfpmad L3, L4, L7, L3, 0
    load_half L6, MINUS_Q2
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    sfpmad L0, L1, L13, L0, 0
    sfpmad L3, L4, L13, L3, 0
    sfpshft L2, L0, 31, SHIFT_BY
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
    sfpshft L5, L0, 31, SHIFT_BY
    sfpxor L0, L2
    sfpxor L3, L5
    load_short L6, C9
    load_half L7, C7
    sfpmad L2, L1, L6, L7, 0
    sfpmad L5, L4, L6, L7, 0
    load_word L7, C5
    sfpmad L2, L1, L2, L7, 0
    sfpmad L5, L4, L5, L7, 0
    sfpmad L2, L1, L2, L14, 0
    sfpmad L5, L4, L5, L14, 0
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
