/*
 * 1/x of a 32x32 fp32 tile, in place, on Wormhole, which has no instruction
 * that starts a reciprocal.
 *
 * a = |x| with exponent 1 lies in [2, 4). A quadratic gives 1/a to 1%, and two
 * Newton steps y += y (1 - a y) square that error twice. The exponent is put
 * right by one multiplication with 2^(128-E), E being the exponent field of x:
 * its field is 255 - E, that is ~E, which is infinity for a zero and zero for an
 * infinity.
 *
 * Expects predication on and address modifiers that stay and that step Dst by
 * 2, as the vendor's runtime leaves them (sfpsim --init=llk).
 */
    .arch wormhole

#define STAY SFPLOAD_ADDR_MODE_NOINC
#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

#define FP32 3          /* format of loads and stores */
#define FLOATB 0        /* SFPLOADI: the upper half of an fp32 number */
#define LOWER 10        /* SFPLOADI: replace the lower half */
#define TO 1            /* SFPSETEXP, SFPSETSGN: to an immediate; SFPEXEXP: keep the bias */
#define VC_MINUS_VD_GE0 10 /* SFPIADD: VC - VD, flags = not negative */

#define WHOLE(reg, bits) sfploadi reg, (bits) >> 16, FLOATB; sfploadi reg, (bits) & 0xFFFF, LOWER

#define INFINITY L4
#define P2 L5
#define P1 L12
#define P0 L13

    WHOLE(L0, 0x3EBA2E8C)
    sfpconfig 12, 0, 0              // P1 = 36/99
    WHOLE(L0, 0x3F87C1F0)
    sfpconfig 13, 0, 0              // P0 = 105/99
    WHOLE(P2, 0x3D257EB5)           // 4/99
    sfploadi INFINITY, 0x7F80, FLOATB

    ttreplay 0, 20, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpsetexp L1, L0, 128, TO
    sfpsetsgn L1, L1, 1, TO         // -a: Wormhole's multiply-add cannot negate
    sfpmad L2, L1, P2, P1, 0
    sfpexexp L3, L0, TO             // E
    sfpmad L2, L2, L1, P0, 0        // y
    sfpnot L3, L3
    sfpmad L6, L1, L2, L10, 0       // 1 - a y
    sfpsetexp L3, L10, 0, 0         // 1.0 with L3's low bits as its exponent
    sfpmad L2, L2, L6, L2, 0
    sfpsetsgn L7, L0, 0, TO         // |x|
    sfpmad L6, L1, L2, L10, 0
    sfpnop
    sfpmad L2, L2, L6, L2, 0
    sfpnop
    sfpmul L2, L2, L3, 0
    sfpiadd L7, INFINITY, 0, VC_MINUS_VD_GE0 // x is no NaN
    sfpsetsgn L0, L2, 0, 0          // the magnitude of L2 with the sign of x; a NaN stays
    sfpencc 0, 0
    sfpstore L0, 0, FP32, STEP

    .rept 31
    ttreplay 0, 20, 0, 0
    .endr
