/*
 * Dropout of a 32x32 fp32 tile, in place, on Wormhole and Blackhole, by stochastic rounding: each value is multiplied
 * by SCALE with the probability KEPT / 2^16, or else becomes 0. See README.md.
 *
 * kernel: dropout in steps of 2^-16, fp32
 * arch: wormhole blackhole
 * domain: finite; infinities that are dropped become NaN
 * cycles: 2
 * data: in.npy rounded.npy --prng-seed=35
 * left: L6 L7 L11
 * published wormhole: 9.1 cycles a vector with the loop around it,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_dropout.h
 * published blackhole: 9.1 cycles a vector with the loop around it,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_dropout.h
 */
    .include "sfpu.inc"

#ifndef KEPT
#define KEPT 58982 /* of 2^16: nine tenths */
#define SCALE 0x3f8e3920 /* 2^16 / KEPT, of fp32; of 20 bits, for products of 28 to be exact */
#endif
#ifndef VECTORS
#define VECTORS 32 /* a multiple of 4 */
#endif

/*
 * 1 + (KEPT - 1) / 2^23 is rounded to 1 + 2^-7 if the last 16 bits are not below 16 random ones, else to 1. From there
 * a multiply-add, exact, makes the factor: K (1 + 2^-7) - K = K / 2^7, or 0.
 */
    set_constant 12, 0x3f800000 + KEPT - 1
    set_constant 13, SCALE + (7 << 23)
    set_constant 14, 0x80000000 + SCALE + (7 << 23)

#define FACTOR_0 L1
#define FACTOR_1 L5
    .macro rounded reg
    sfpstochrnd \reg, L0, L12, 0, TO_BF16, 1
    .endm
    .macro factor reg, from
    sfpmad \reg, \from, L13, L14, 0
    .endm

/*
 * A load of x schedules work, which counts the instructions after the load. After the first: x times the factor, to
 * L16, and a step of the random number generator, which overwrites x's register. After the second: the rounding, to the
 * same register. After the third: the store. This leaves time for the factor of the third next vector, which uses two
 * registers in turn.
 */
    sfpmov T0, L9, SFPMOV_FROM_SPECIAL
    rounded T1
    sfpmul T2, FACTOR_0, L0, 0
    sfpmul T3, FACTOR_1, L0, 0
    load_word L0, 0x5b95ce8c
    sfpconfig 4, 0, SFPCONFIG_REPLACE
    load_word L0, 0x5b95cf8c
    sfpconfig 5, 0, SFPCONFIG_REPLACE
    sfpconfig 8, 0xf00 + FP32, SFPCONFIG_REPLACE_IMM // delays count instructions

    .irp reg, L2, L3, L4
    sfpmov \reg, L9, SFPMOV_FROM_SPECIAL
    rounded \reg
    .endr
    factor FACTOR_0, L2

    .macro four
    sfploadmacro 0, L0, 0, FP32, STEP
    factor FACTOR_1, L3
    sfploadmacro 1, L2, 0, FP32, STEP
    factor FACTOR_0, L4
    sfploadmacro 0, L3, 0, FP32, STEP
    factor FACTOR_1, L0
    sfploadmacro 1, L4, 1, FP32, STEP // L4's bit is one of the address
    factor FACTOR_0, L2
    .endm

    ttreplay 0, 8, 1, 1
    four
    .rept VECTORS / 4 - 1
    ttreplay 0, 8, 0, 0
    .endr
    sfpnop                          // lets the scheduled work finish
    sfpnop
