/*
 * exp(x) of a 32x32 fp32 tile, in place, on Wormhole and Blackhole.
 *
 * x = k ln2 + r with k an integer and |r| <= ln2/2; exp(x) = 2^k exp(r).
 * exp(r) is a polynomial of degree 6 whose relative error is 2^-28. 2^k is
 * multiplied on in two halves, so that the multiply-add unit itself makes the
 * infinities and the zeros at the ends of the range.
 *
 * Expects predication on and address modifiers that stay and that step Dst by
 * 2, as the vendor's runtime leaves them (sfpsim --init=llk).
 */

/* Address modifiers: both arches call the one that stays by the same name. */
#define STAY SFPLOAD_ADDR_MODE_NOINC
#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

#define FP32 3          /* format of loads and stores */
#define FLOATB 0        /* SFPLOADI: the upper half of an fp32 number */
#define LOWER 10        /* SFPLOADI: replace the lower half */
#define VD_MIN 1        /* SFPSWAP: VD gets the smaller, VC the larger */
#define IMM_NO_CC 5     /* SFPIADD: immediate, flags kept */
#define VC_MINUS_VD_LT0 2 /* SFPIADD: VC - VD, flags = negative */
#define BY 1            /* SFPSHFT: by an immediate; SFPSETSGN: to an immediate */

#define WHOLE(reg, bits) sfploadi reg, (bits) >> 16, FLOATB; sfploadi reg, (bits) & 0xFFFF, LOWER

/* What the loop keeps in registers. */
#define LOG2E L4
#define MINUS_LN2_HIGH L5   /* 15 bits: its product with k is exact */
#define MINUS_LN2_LOW L6
#define C5 L7
#define C4 L12
#define C3 L13
#define C2 L14

    WHOLE(L0, 0x3D2AAC91)
    sfpconfig 12, 0, 0              // C4 = 0.0416684768
    WHOLE(L0, 0x3E2AAA49)
    sfpconfig 13, 0, 0              // C3 = 0.166665205
    WHOLE(L0, 0x3EFFFFFE)
    sfpconfig 14, 0, 0              // C2 = 0.49999994
    WHOLE(LOG2E, 0x3FB8AA3B)
    WHOLE(MINUS_LN2_HIGH, 0xBF317200)
    WHOLE(MINUS_LN2_LOW, 0xB5BFBE8E)
    WHOLE(C5, 0x3C091D06)           // 0.00836873613

/*
 * One vector, first part: what the replay buffer has room for. Wormhole must
 * not read a multiply-add's result in the next cycle, and wants nothing but
 * SFPNOP after an SFPSWAP; other work fills those slots where there is some.
 * L0 = r, L3 = the polynomial, L1 and L2 = the halves of 2^k.
 */
    ttreplay 0, 32, 1, 1
    sfpload L0, 0, FP32, STAY
    sfploadi L1, 0x42B2, FLOATB     // 89, whose exp overflows
    sfpswap L0, L1, VD_MIN
    sfpnop
    sfploadi L1, 0xC2B2, FLOATB     // -89, whose exp underflows
    sfpswap L1, L0, VD_MIN
    sfpnop
    sfploadi L1, 0x4B40, FLOATB     // 1.5 * 2^23: the sum with it is rounded to an integer
    sfpmad L1, L0, LOG2E, L1, 0
    sfploadi L3, 0x3AB5, FLOATB     // C6 = 0.00138092
    sfpiadd L2, L1, 254, IMM_NO_CC  // low bits: k + 2 * 127, for two biased exponents
    sfpaddi L1, 0xCB40, 0           // k as a number
    sfpnop
    sfpmad L0, L1, MINUS_LN2_HIGH, L0, 0
    sfpnop
    sfpmad L0, L1, MINUS_LN2_LOW, L0, 0
    sfpiadd L1, L2, 1, IMM_NO_CC
    sfpmad L3, L3, L0, C5, 0
    sfpshft L1, L0, -1, BY          // 127 + k/2, rounded up
    sfpmad L3, L3, L0, C4, 0
    sfpshft L2, L0, -1, BY          // 127 + k/2, rounded down
    sfpmad L3, L3, L0, C3, 0
    sfpsetexp L1, L10, 0, 0         // 1.0 with L1's low bits as its exponent
    sfpmad L3, L3, L0, C2, 0
    sfpsetexp L2, L10, 0, 0
    sfpmad L3, L3, L0, L10, 0
    sfpnop
    sfpmad L3, L3, L0, L10, 0
    sfpload L0, 0, FP32, STAY       // x once more
    sfpmul L3, L3, L1, 0
    sfpsetsgn L1, L0, 0, BY         // |x|
    sfpmul L3, L3, L2, 0

/* Second part: the limits took every NaN for a number. Where |x| > infinity as integers, the result is x. */
#define REST \
    sfploadi L2, 0x7F80, FLOATB; \
    sfpiadd L1, L2, 0, VC_MINUS_VD_LT0; \
    sfpmov L3, L0, 0; \
    sfpencc 0, 0; \
    sfpstore L3, 0, FP32, STEP

    REST
    .rept 31
    ttreplay 0, 32, 0, 0
    REST
    .endr
