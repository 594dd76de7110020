/*
 * (x + 1)^2 of a tile of fp32, in place: the next instruction needs the result. See ../README.md.
 *
 * kernel: step 3 of the course: the shadow
 * arch: wormhole blackhole
 * domain: all
 * cycles: 6
 * sweep: --fn=(x+1)^2 --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.41406253 cycles=6
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .include "sfpu.inc"

    .rept 32
    sfpload L0, 0, FP32, STAY
    sfpadd L0, L10, L0, L10, 0          // 1.0 * x + 1.0: L10 is the constant 1.0
#ifndef NO_NOP
    sfpnop                              // otherwise Wormhole would square the old value of L0
#endif
    sfpmul L0, L0, L0, 0
    sfpnop
    sfpstore L0, 0, FP32, STEP
    .endr
