/*
 * What x / y leaves of x, of tiles of uint32, in place of x.
 * See README.md.
 *
 * kernel: remainder, uint32
 * arch: wormhole blackhole
 * domain: y is not 0
 * cycles wormhole: 46
 * cycles blackhole: 38
 * sweep wormhole: --fn=remainder --in=uint32 --sample=1000000
 *     max_ulp=0 max_real_ulp=0 cycles=46.3125
 * sweep wormhole: --fn=remainder(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=46.3125
 * sweep blackhole: --fn=remainder --in=uint32 --sample=1000000
 *     max_ulp=0 max_real_ulp=0 cycles=38.3125
 * sweep blackhole: --fn=remainder(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=38.3125
 * long wormhole: --fn=remainder --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=46.3125
 * long blackhole: --fn=remainder --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=38.3125
 * left: none
 */
#define REMAINDER
#define TAIL \
    sfpmad L0, L6, L10, MAGIC_HIGH, 0;  /* both floats to integers */ \
    sfpmad L6, L6, TWO_11, L7, 0;       /* the sign of both */ \
    sfpmad L7, L7, L10, L3, 0; \
    sfpload L1, Y, INT32, STAY; \
    sfpshft L0, L0, 11, SHIFT_BY; \
    sfpiadd L0, L7, 0, NO_FLAGS; \
    sfpsetcc L6, 0, SFPSETCC_LREG_LT0; \
    sfpiadd L0, L1, 0, NO_FLAGS; \
    sfpencc 0, 0; \
    sfpstore L0, 0, INT32, STEP
#include "../divide/core.h"
