/* The table that gen-quadrants.c prints: of which exponents of m 2^e, an integer m of 24 bits. */
#ifndef SFP_NUMERICS_QUADRANTS_H
#define SFP_NUMERICS_QUADRANTS_H

enum {
    QUADRANTS_MANTISSA = 23,                       /* m is from 2^23 to 2^24 */
    QUADRANTS_LEAST = -126 - QUADRANTS_MANTISSA,   /* of the least normal number of fp32 */
    QUADRANTS_LARGEST = 127 - QUADRANTS_MANTISSA,
};

#endif
