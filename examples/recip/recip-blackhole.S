/*
 * 1/x of a 32x32 fp32 tile, in place, on Blackhole. See README.md.
 * kernel: recip, fp32
 * arch: blackhole
 * domain: all
 * cycles: 16
 * sweep: --fn=reciprocal --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.587878788 cycles=16.0625
 * long: --fn=reciprocal --in=fp32
 *     max_ulp=1 max_real_ulp=0.747880101 cycles=16.0625
 * data: in.npy expected.npy --ulp=1
 * left: L5 L11 L12 L13 L14
 */
    .arch blackhole

    .include "sfpu.inc"

#define INFINITY L4

    sfploadi INFINITY, 0x7F80, SFPLOADI_FLOATB

    ttreplay 0, 16, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetexp L1, L0, 128, SFPSETEXP_ARG_IMM // a
    sfparecip L2, L1, 0             // y
    sfpmad L6, L1, L2, L10, MINUS_VA // 1 - a y
    sfpexexp L3, L0, SFPEXEXP_NODEBIAS // E
    sfpmad L2, L2, L6, L2, 0
    sfpnot L3, L3
    sfpmad L6, L1, L2, L10, MINUS_VA
    sfpsetexp L3, L10, 0, 0         // 1.0 with L3's low bits as its exponent
    sfpmad L2, L2, L6, L2, 0
    sfpsetsgn L7, L0, 0, SFPSETSGN_ARG_IMM // |x|
    sfpmul L2, L2, L3, 0
    sfpiadd L7, INFINITY, 0, SFPIADD_MINUS_GTE0 // x is no NaN
    sfpsetsgn L0, L2, 0, 0          // the magnitude of L2 with the sign of x; a NaN stays
    sfpencc 0, 0
    sfpstore L0, 0, FP32, STEP

    .rept 31
    ttreplay 0, 16, 0, 0
    .endr
