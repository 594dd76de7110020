/*
 * (x + 1)^2 as in 3-shadow.S, from the replay buffer, two vectors at a time: each vector's work fills the shadow of the
 * other's. See ../README.md.
 *
 * kernel: step 4 of the course: REPLAY
 * arch: wormhole blackhole
 * domain: all
 * cycles: 4
 * sweep: --fn=(x+1)^2 --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.41406253 cycles=4.03125
 * twin: 3-shadow.S --in=bf16 --dst-format=fp32
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .include "sfpu.inc"

    ttreplay 0, 8, 1, 1                 // the next 8 are kept, from slot 0, and executed
    sfpload L0, 0, FP32, STAY
    sfpload L1, 2, FP32, STAY
    sfpadd L0, L10, L0, L10, 0
    sfpadd L1, L10, L1, L10, 0
    sfpmul L0, L0, L0, 0
    sfpmul L1, L1, L1, 0
    sfpstore L0, 0, FP32, STEP
    sfpstore L1, 0, FP32, STEP          // Dst has moved on by 2

    .rept 15
    ttreplay 0, 8, 0, 0                 // plays them: one word to push for 8 instructions
    .endr
