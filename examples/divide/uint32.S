/*
 * x / y of tiles of uint32, in place of x.
 * See README.md.
 *
 * kernel: quotient, uint32
 * arch: wormhole blackhole
 * domain: y is not 0
 * cycles wormhole: 42
 * cycles blackhole: 34
 * sweep wormhole: --fn=quotient --in=uint32 --sample=1000000
 *     max_ulp=0 max_real_ulp=0 cycles=42.3125
 * sweep wormhole: --fn=quotient(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=42.3125
 * sweep blackhole: --fn=quotient --in=uint32 --sample=1000000
 *     max_ulp=0 max_real_ulp=0 cycles=34.3125
 * sweep blackhole: --fn=quotient(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=34.3125
 * long wormhole: --fn=quotient --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=42.3125
 * long blackhole: --fn=quotient --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=34.3125
 * left: none
 */
#define TAIL \
    WAIT; \
    sfpmad L6, L6, TWO_11, L7, 0;       /* the remainder */ \
    WAIT; \
    SIGN_BIT(L6); \
    sfpiadd L6, L0, 0, SFPIADD_MINUS_NONE; /* a quotient less where it is negative */ \
    sfpstore L6, 0, INT32, STEP
#include "core.h"
