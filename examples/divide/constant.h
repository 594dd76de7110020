/* Constants, as bits of fp32, for kernels with a constant DIVISOR from 3 to 4095. */
#ifndef DIVISOR
#define DIVISOR 7
#endif

/*
 * The number of bits above the lowest bit of x, for x below 2^12; and the bits of x / 2^down. A true comparison is -1.
 */
#define BITS_ABOVE(x) (0 - (((x) >= 2) + ((x) >= 4) + ((x) >= 8) + ((x) >= 16) + ((x) >= 32) + ((x) >= 64) \
    + ((x) >= 128) + ((x) >= 256) + ((x) >= 512) + ((x) >= 1024) + ((x) >= 2048)))
#define FLOAT_BITS(x, down) (((126 + BITS_ABOVE(x) - (down)) << 23) + ((x) << (23 - BITS_ABOVE(x))))

/* 1 / DIVISOR to the nearest; and (DIVISOR - 1) / 2: after subtracting it, the nearest quotient is that towards 0 */
    .set RECIPROCAL, ((125 - BITS_ABOVE(DIVISOR)) << 23) + (((1 << (25 + BITS_ABOVE(DIVISOR))) / DIVISOR + 1) / 2)
    .set MINUS_HALF, 0x80000000 + FLOAT_BITS(DIVISOR - 1, 1)
    .set DIVISOR_BITS, FLOAT_BITS(DIVISOR, 0)
