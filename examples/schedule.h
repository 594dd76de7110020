/*
 * What the examples with a schedule share: how many vectors, in which form, and
 * the names of what the vendor's runtime leaves (sfpsim --init=llk): predication
 * on, L11 = -1.0, address modifiers that stay and that step Dst by 2.
 */
#ifndef VECTORS
#define VECTORS 32 /* of 32 values; 32 for a tile, any number up to what Dst holds */
#endif

/* Of the loop; -DUNROLL or -DSOLID choose another one. */
#if defined FORM
#elif defined UNROLL
#define FORM unroll
#elif defined SOLID
#define FORM solid=0
#else
#define FORM replay=0
#endif

#define STAY SFPLOAD_ADDR_MODE_NOINC
#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

/* Formats of loads and stores. */
#define BF16 2
#define FP32 3
#define INT32 4
#define UINT16 6

/* Modes. */
#define FLOATB 0        /* SFPLOADI: the upper half of a word */
#define LOWER 10        /* SFPLOADI: the lower half */
#define NO_CC 4         /* SFPIADD: flags kept */
#define BY 1            /* SFPSHFT: by an immediate */
#define IMM 6           /* SFPSHFT2: by an immediate */
#define VA_L7 4         /* SFPMAD: VA is the register that L7 names */
#define MINUS_VA 1      /* SFPMAD, on Blackhole */
#define MAX 9           /* SFPSWAP: the first operand becomes the larger, the second the smaller */
#define MIN 1           /* SFPSWAP: the other way round */
#define TO_BF16 1       /* SFPSTOCHRND, here and below from fp32; with rounding 0 to nearest, ties away from zero */
#define TO_UINT16 6     /* without the sign, up to 65535 */
#define TO_INT16 7      /* sign and magnitude, up to 32767 */

/* 32 bits to a register, and to one of L12 to L14. */
#define WHOLE(reg, bits) sfploadi reg, (bits) >> 16, FLOATB; sfploadi reg, (bits) & 0xFFFF, LOWER
#define CONSTANT(number, bits) WHOLE(L0, bits); sfpconfig number, 0, 0
