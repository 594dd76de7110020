/*
 * |x| where x is negative, x / 2 elsewhere, of a tile of fp32, in place: predication. See ../README.md.
 *
 * kernel: step 2 of the course: predication
 * arch: wormhole blackhole
 * domain: all
 * cycles: 6
 * sweep: --fn=max(x,0)/2-min(x,0) --in=bf16 --dst-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=6.03125
 * left: L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .include "sfpu.inc"

    sfploadi L1, 0.5, SFPLOADI_FLOATB
    .rept 32
    sfpload L0, 0, FP32, STAY
    sfpmul L2, L0, L1, 0                // all lanes: x / 2
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0   // from here on lanes alone in which x < 0
    sfpabs L2, L0, SFPABS_FLOAT
    sfpencc 0, 0                        // all lanes again
    sfpstore L2, 0, FP32, STEP
    .endr
