/*
 * Dropout of a 32x32 fp32 tile, in place, on Wormhole and Blackhole: each value becomes 0 with a probability, or else
 * is multiplied by SCALE. 31 bits of the random number generator are compared. See README.md.
 *
 * kernel: dropout, fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles wormhole: 8
 * cycles blackhole: 7
 * data: in.npy expected.npy --prng-seed=35
 * left: L2 L4 L5 L6 L7 L11 L13 L14
 * published wormhole: 9.1 cycles a vector with the loop around it,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_dropout.h
 * published blackhole: 9.1 cycles a vector with the loop around it,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_dropout.h
 */
    .include "sfpu.inc"

#ifndef DROPPED
#define DROPPED 214748365 /* of 2^31: a tenth */
#define SCALE 0x3f8e38e4 /* 1 / (1 - DROPPED / 2^31), of fp32 */
#endif
#ifndef VECTORS
#define VECTORS 32
#endif

    set_constant 12, DROPPED - 1
    load_word L3, SCALE

    .macro vector
    sfpload L0, 0, FP32, STAY
    sfpmov L1, L9, SFPMOV_FROM_SPECIAL // a random number
    sfpmul L0, L0, L3, 0
    sfpsetsgn L1, L1, 0, SFPSETSGN_ARG_IMM
#ifdef ARCH_BLACKHOLE
    sfpgt L1, L12, 0, SFPGT_SET_VD  // all bits, or none
    sfpand L0, L0, L1, SFPAND_VD
#else
    sfpiadd L1, L12, 0, SFPIADD_MINUS_GTE0 // L12 - L1: is it below DROPPED?
    sfploadi L0, 0, SFPLOADI_USHORT
    sfpencc 0, 0
#endif
    sfpstore L0, 0, FP32, STEP
    .endm

#ifdef ARCH_BLACKHOLE
#define LENGTH 7
#else
#define LENGTH 8
#endif

    ttreplay 0, LENGTH, 1, 1
    vector
    .rept VECTORS - 1
    ttreplay 0, LENGTH, 0, 0
    .endr
