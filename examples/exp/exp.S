/*
 * exp(x) of a 32x32 fp32 tile, in place, on Wormhole and Blackhole.
 *
 * kernel: exp, fp32
 * arch: wormhole blackhole
 * domain: all; denormals are 0
 * cycles: 37
 * sweep: --fn=exp --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.79421802 cycles=37.5625
 * long: --fn=exp --in=fp32
 *     max_ulp=1 max_real_ulp=0.909105546 cycles=37.5625
 * left: L11
 * published: 40 cycles, 0.87 ULP, https://github.com/tenstorrent/tt-metal/pull/45642
 * missed: 0.87 ULP, by 0.04: r and what is before the last product are rounded, 0.18 ULP each
 *
 * x = k ln2 + r with k an integer and |r| <= ln2/2; exp(x) = 2^k exp(r).
 * exp(r) is a polynomial of degree 6 whose relative error is 2^-28.
 * 2^k is multiplied in as two halves, so that the multiply-add unit itself makes the infinities and the zeros at the
 * ends of the range.
 *
 * Expects predication on and address modifiers that stay and that step Dst by
 * 2, as the vendor's runtime leaves them (.init llk of sfpu.inc).
 */

    .include "sfpu.inc"

#include "coefficients.h"
#include "registers.h"

/*
 * One vector, first part, as much as the replay buffer holds.
 * Wormhole must not read a multiply-add's result in the next cycle, and needs an SFPNOP after an SFPSWAP. Other work
 * fills those slots where possible.
 * L0 = r, L3 = the polynomial, L1 and L2 = the halves of 2^k.
 */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfploadi L1, 89.0, SFPLOADI_FLOATB // exp of this overflows
    sfpswap L0, L1, SWAP_MIN
    sfpnop
    sfploadi L1, -89.0, SFPLOADI_FLOATB // exp of this underflows
    sfpswap L1, L0, SWAP_MIN
    sfpnop
    sfploadi L1, 12582912.0, SFPLOADI_FLOATB // 1.5 * 2^23: adding it rounds to an integer
    sfpmad L1, L0, R_LOG2E, L1, 0
    sfploadi L3, C6 >> 16, SFPLOADI_FLOATB
    sfpiadd L2, L1, 254, SFPIADD_IMM_NONE // low bits: k + 2 * 127, for two biased exponents
    sfpaddi L1, -12582912.0, 0      // k as a number
    sfpnop
    sfpmad L0, L1, R_MINUS_LN2_HIGH, L0, 0
    sfpnop
    sfpmad L0, L1, R_MINUS_LN2_LOW, L0, 0
    sfpiadd L1, L2, 1, SFPIADD_IMM_NONE
    sfpmad L3, L3, L0, R_C5, 0
    sfpshft L1, L0, -1, SHIFT_BY    // 127 + k/2, rounded up
    sfpmad L3, L3, L0, R_C4, 0
    sfpshft L2, L0, -1, SHIFT_BY    // 127 + k/2, rounded down
    sfpmad L3, L3, L0, R_C3, 0
    sfpsetexp L1, L10, 0, 0         // 1.0 with L1's low bits as its exponent
    sfpmad L3, L3, L0, R_C2, 0
    sfpsetexp L2, L10, 0, 0
    sfpmad L3, L3, L0, L10, 0
    sfpnop
    sfpmad L3, L3, L0, L10, 0
    sfpload L0, 0, FP32, STAY       // x once more
    sfpmul L3, L3, L1, 0
    sfpsetsgn L1, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpmul L3, L3, L2, 0

/* Second part. The limits have made a number of every NaN. Where |x| > infinity as integers, the result is x. */
#define REST \
    sfploadi L2, 0x7F80, SFPLOADI_FLOATB; \
    sfpiadd L1, L2, 0, SFPIADD_MINUS_LT0; \
    sfpmov L3, L0, 0; \
    sfpencc 0, 0; \
    sfpstore L3, 0, FP32, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
