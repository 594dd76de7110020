/*
 * The common steps of all quotients and remainders of 32 bits. See README.md.
 *
 * a and b are |x| and |y|, from 0 to 2^32 - 1; with SIGNED the first steps compute them. After the steps, L6 and
 * LOW_PART are the remainder of a for the nearest quotient, as two floats: the first counts 2^11, the second 1. L0 is
 * the quotient, or y with REMAINDER; L3 is then MAGIC. With SIGNED, L5 is x. A kernel defines TAIL, which continues
 * from there.
 */
#include "../schedule.h"
#include "../divide/coefficients.h"

#define Y 2 * VECTORS /* x, then y; a vector takes 2 rows */

/*
 * Work in the shadow of multiply-adds. A quotient puts its digits together there. A remainder needs no digits, and
 * loads y to L0 instead. For signed numbers, L5 gets x for its sign. Q is the register for -q2.
 */
#ifdef REMAINDER
#define HIGH_DIGIT sfpload L0, Y, INT32, STAY
#ifdef SIGNED
#define LOW_DIGIT ABS_Y
#else
#define LOW_DIGIT sfpnop
#endif
#define Q L4
#else
#define HIGH_DIGIT sfpshft L0, L0, 11, SHIFT_BY
#define LOW_DIGIT sfpiadd L0, L4, 0, NO_FLAGS
#define Q L3
#endif
#ifdef SIGNED
#define SIGN_OF_X sfpload L5, 0, INT32, STAY
#endif

/*
 * Blackhole waits for a multiply-add, but its scoreboard does not see that a shift in place reads the register it
 * writes.
 */
#ifdef ARCH_WORMHOLE
#define SIGN_BIT(x) sfpshft x, L0, -31, SHIFT_BY
#else
#define SIGN_BIT(x) sfpshft x, x, -31, SFPSHFT_IMM_LREGC
#endif

#define MAGIC_HIGH L12
#define TWO_11 L14
    set_constant 12, MAGIC_HIGH_BITS
    set_constant 14, 0x45000000

#ifdef ARCH_WORMHOLE
/* SFPSHFT2 with an immediate shifts the LReg that the immediate's lower 4 bits name: -11 & 15 is 5. */
#ifndef SIGNED
#define LOW_PART L5
#define MASK L13
    set_constant 13, 0x000007FF

/* Work for the next row for which this row has room: y, twice, and -h. */
#define PREPARE_Y(offset) sfpload L1, Y + offset, INT32, STAY
#define PREPARE_LOW(offset) sfpload L2, Y + offset, INT32, STAY
#define PREPARE_H sfploadi L7, MINUS_CENTRE, SFPLOADI_FLOATB
    PREPARE_Y(0)
    PREPARE_LOW(0)
    PREPARE_H

#define HEAD \
    sfpand L2, MASK; \
    sfpshft L1, L0, -11, SHIFT_BY; \
    sfpcast L1, L1, 0;                  /* b1: b = 2^11 b1 + b0 */ \
    sfpcast L2, L2, 0;                  /* b0 */ \
    sfpmad L3, L1, TWO_11, L2, 0;       /* b, rounded where it has more than 24 bits */ \
    sfploadi L4, START, SFPLOADI_FLOATB; \
    sfpnot L5, L3; \
    sfpiadd L4, L5, 0, NO_FLAGS;        /* about 1/b: a constant minus the bits of b */ \
    sfpmad L6, L3, L4, L7, 0; \
    sfploadi L7, FLOOR, SFPLOADI_FLOATB; \
    sfpmad L6, L6, L6, L7, 0; \
    sfpmov L0, L3, SFPMOV_NEGATE; \
    sfpmul L4, L4, L6, 0;               /* to 2^-13 */ \
    sfpload L5, 0, INT32, STAY; \
    sfpmad L0, L0, L4, L10, 0; \
    sfpshft2 L6, L0, -11, SHIFT2_BY; \
    sfpmad L4, L4, L0, L4, 0;           /* r: 1/b to 2^-23 */ \
    sfpcast L6, L6, 0;                  /* a1: a = 2^11 a1 + a0 */ \
    sfpmad L0, L6, L4, MAGIC_HIGH, 0;   /* q1, the high digit, in the mantissa */ \
    sfpand L5, MASK; \
    sfpmad L7, L0, L11, MAGIC_HIGH, 0;  /* -q1 */ \
    sfpcast L5, L5, 0;                  /* a0 */ \
    sfpmad L6, L7, L3, L6, 0;           /* a1 - q1 b */ \
    sfploadi L3, MAGIC, SFPLOADI_FLOATB; \
    sfpmad L7, L6, TWO_11, L5, 0; \
    HIGH_DIGIT; \
    sfpmad L4, L7, L4, L3, 0;           /* q2, the low digit */ \
    PREPARE_H; \
    sfpmad Q, L4, L11, L3, 0;           /* -q2 */ \
    LOW_DIGIT; \
    sfpmad L6, Q, L1, L6, 0; \
    sfpmad L5, Q, L2, L5, 0
#define WORDS 32
#define REST
#else
#define LOW_PART L7
#define MINUS_H L13
    set_constant 13, (MINUS_CENTRE) << 16

#define HEAD \
    sfpload L1, Y, INT32, STAY; \
    sfpabs L1, L1, SFPABS_INT; \
    sfploadi L2, 0x7FF, SFPLOADI_USHORT; \
    sfpand L2, L1; \
    sfpshft L1, L0, -11, SHIFT_BY; \
    sfpcast L1, L1, 0;                  /* b1: b = 2^11 b1 + b0 */ \
    sfpcast L2, L2, 0;                  /* b0 */ \
    sfpmad L3, L1, TWO_11, L2, 0;       /* b, rounded where it has more than 24 bits */ \
    sfploadi L4, START, SFPLOADI_FLOATB; \
    sfpnot L5, L3; \
    sfpiadd L4, L5, 0, NO_FLAGS;        /* about 1/b: a constant minus the bits of b */ \
    sfpmad L6, L3, L4, MINUS_H, 0; \
    sfploadi L7, FLOOR, SFPLOADI_FLOATB; \
    sfpmad L6, L6, L6, L7, 0; \
    sfpmov L0, L3, SFPMOV_NEGATE; \
    sfpmul L4, L4, L6, 0;               /* to 2^-13 */ \
    sfpload L5, 0, INT32, STAY; \
    sfpmad L0, L0, L4, L10, 0; \
    sfpabs L5, L5, SFPABS_INT; \
    sfpmad L4, L4, L0, L4, 0;           /* r: 1/b to 2^-23 */ \
    sfploadi L7, 0x7FF, SFPLOADI_USHORT; \
    sfpshft2 L6, L0, -11, SHIFT2_BY; \
    sfpcast L6, L6, 0;                  /* a1: a = 2^11 a1 + a0 */ \
    sfpmad L0, L6, L4, MAGIC_HIGH, 0;   /* q1, the high digit, in the mantissa */ \
    sfpand L7, L5; \
    sfpmad L5, L0, L11, MAGIC_HIGH, 0;  /* -q1 */ \
    sfpcast L7, L7, 0;                  /* a0 */ \
    sfpmad L6, L5, L3, L6, 0;           /* a1 - q1 b */ \
    sfploadi L3, MAGIC, SFPLOADI_FLOATB; \
    sfpmad L5, L6, TWO_11, L7, 0; \
    HIGH_DIGIT; \
    sfpmad L4, L5, L4, L3, 0            /* q2, the low digit */
#define WORDS 32

#define REST \
    SIGN_OF_X; \
    sfpmad Q, L4, L11, L3, 0;           /* -q2 */ \
    LOW_DIGIT; \
    sfpmad L6, Q, L1, L6, 0; \
    sfpmad L7, Q, L2, L7, 0
#endif
#else
#define LOW_PART L7
#define MASK L13
    set_constant 13, 0x000007FF
#ifndef SIGNED
/* Work for the next row for which this row has room: y in L5, and both parts of y. */
#define PREPARE_L5(offset) sfpload L5, Y + offset, INT32, STAY
#define PREPARE_Y(offset) sfpshft L1, L5, -11, SFPSHFT_IMM_LREGC
#define PREPARE_LOW(offset) sfpand L2, MASK, L5, SFPAND_VB
    PREPARE_L5(0)
    PREPARE_Y(0)
    PREPARE_LOW(0)

#define HEAD \
    sfpcast L1, L1, 0;                  /* b1: b = 2^11 b1 + b0 */ \
    sfpcast L2, L2, 0;                  /* b0 */ \
    sfpmad L3, L1, TWO_11, L2, 0;       /* b, rounded where it has more than 24 bits */ \
    sfpload L5, 0, INT32, STAY; \
    sfparecip L4, L3, SFPARECIP_RECIP;  /* to 2^-8 */ \
    sfpmad L0, L3, L4, L10, MINUS_VA;   /* e = 1 - b r */ \
    sfpshft L6, L5, -11, SFPSHFT_IMM_LREGC; \
    sfpmad L0, L0, L0, L0, 0; \
    sfpcast L6, L6, 0;                  /* a1: a = 2^11 a1 + a0 */ \
    sfpmad L4, L4, L0, L4, 0;           /* r (1 + e + e^2): 1/b to 2^-23 */ \
    sfpand L7, MASK, L5, SFPAND_VB; \
    sfpmad L0, L6, L4, MAGIC_HIGH, 0;   /* q1, the high digit, in the mantissa */ \
    sfpcast L7, L7, 0;                  /* a0 */ \
    sfpmad L5, L0, L11, MAGIC_HIGH, 0;  /* -q1 */ \
    HIGH_DIGIT; \
    sfpmad L6, L5, L3, L6, 0;           /* a1 - q1 b */ \
    sfploadi L3, MAGIC, SFPLOADI_FLOATB; \
    sfpmad L5, L6, TWO_11, L7, 0; \
    sfpmad L4, L5, L4, L3, 0;           /* q2, the low digit */ \
    PREPARE_L5(2); \
    sfpmad Q, L4, L11, L3, 0;           /* -q2 */ \
    LOW_DIGIT; \
    sfpmad L6, Q, L1, L6, 0; \
    sfpmad L7, Q, L2, L7, 0
#define WORDS 24
#define REST
#else
#define HEAD \
    sfpload L1, Y, INT32, STAY; \
    sfpabs L1, L1, SFPABS_INT; \
    sfpand L2, MASK, L1, SFPAND_VB; \
    sfpshft L1, L0, -11, SHIFT_BY; \
    sfpcast L1, L1, 0;                  /* b1: b = 2^11 b1 + b0 */ \
    sfpcast L2, L2, 0;                  /* b0 */ \
    sfpmad L3, L1, TWO_11, L2, 0;       /* b, rounded where it has more than 24 bits */ \
    sfpload L5, 0, INT32, STAY; \
    sfparecip L4, L3, SFPARECIP_RECIP;  /* to 2^-8 */ \
    sfpmad L0, L3, L4, L10, MINUS_VA;   /* e = 1 - b r */ \
    sfpabs L5, L5, SFPABS_INT; \
    sfpmad L0, L0, L0, L0, 0; \
    sfpshft L6, L5, -11, SFPSHFT_IMM_LREGC; \
    sfpmad L4, L4, L0, L4, 0;           /* r (1 + e + e^2): 1/b to 2^-23 */ \
    sfpcast L6, L6, 0;                  /* a1: a = 2^11 a1 + a0 */ \
    sfpmad L0, L6, L4, MAGIC_HIGH, 0;   /* q1, the high digit, in the mantissa */ \
    sfpand L7, MASK, L5, SFPAND_VB; \
    sfpmad L5, L0, L11, MAGIC_HIGH, 0;  /* -q1 */ \
    sfpcast L7, L7, 0;                  /* a0 */ \
    sfpmad L6, L5, L3, L6, 0;           /* a1 - q1 b */ \
    sfploadi L3, MAGIC, SFPLOADI_FLOATB; \
    sfpmad L5, L6, TWO_11, L7, 0; \
    HIGH_DIGIT; \
    sfpmad L4, L5, L4, L3, 0;           /* q2, the low digit */ \
    SIGN_OF_X; \
    sfpmad Q, L4, L11, L3, 0;           /* -q2 */ \
    LOW_DIGIT; \
    sfpmad L6, Q, L1, L6, 0; \
    sfpmad L7, Q, L2, L7, 0
#define WORDS 29
#define REST
#endif
#endif

/* The replay buffer holds the first part of a vector. */
    ttreplay 0, WORDS, 1, 1
    HEAD
    REST
    TAIL

    .rept VECTORS - 1
    ttreplay 0, WORDS, 0, 0
    REST
    TAIL
    .endr
