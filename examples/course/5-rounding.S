/*
 * x / 3 of a tile of bf16, in place: results that have to be rounded to bf16. See ../README.md.
 *
 * kernel: step 5 of the course: rounding
 * arch: wormhole blackhole
 * domain: all
 * cycles: 5
 * sweep: --fn=x/3 --in=bf16
 *     max_ulp=0 max_real_ulp=0.333333333 cycles=5.0625 numbers=254
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .include "sfpu.inc"

    load_word L1, 0x3EAAAAAB            // 1/3, rounded to fp32

    .rept 32
    sfpload L0, 0, BF16, STAY
    sfpmul L0, L0, L1, 0
    sfpnop
#ifndef TRUNCATE
    sfpstochrnd L0, L0, L0, 0, TO_BF16, 0 // to the nearest that bf16 has
#endif
    sfpstore L0, 0, BF16, STEP          // keeps the upper 16 bits
    .endr
