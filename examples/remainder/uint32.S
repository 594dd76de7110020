/*
 * The remainder of x / y, for tiles of uint32, in place of x. See README.md.
 *
 * kernel: remainder, uint32
 * arch: wormhole blackhole
 * domain: y is not 0
 * cycles wormhole: 43
 * cycles blackhole: 36
 * sweep wormhole: --fn=remainder --in=uint32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=43.40625
 * sweep wormhole: --fn=remainder(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=43.40625
 * sweep blackhole: --fn=remainder --in=uint32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=36.40625
 * sweep blackhole: --fn=remainder(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=36.40625
 * long wormhole: --fn=remainder --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=43.40625
 * long blackhole: --fn=remainder --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=36.40625
 * data: in-uint32.npy uint32.npy
 * left: none
 */
#define REMAINDER
#define TAIL \
    sfpmad L1, L6, L10, MAGIC_HIGH, 0;  /* both floats to integers */ \
    sfpmad L3, LOW_PART, L10, L3, 0; \
    sfpmad L6, L6, TWO_11, LOW_PART, 0; /* the sign of both */ \
    sfpshft L1, L0, 11, SHIFT_BY; \
    sfpiadd L3, L1, 0, NO_FLAGS; \
    sfpsetcc L6, 0, SFPSETCC_LREG_LT0; \
    sfpiadd L3, L0, 0, NO_FLAGS;        /* where it is negative, adds y */ \
    sfpencc 0, 0; \
    PREPARE_Y(2); \
    PREPARE_LOW(2); \
    sfpstore L3, 0, INT32, STEP
#include "../divide/core.h"
