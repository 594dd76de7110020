/*
 * x / y of tiles of uint32, in place of x.
 * See README.md.
 *
 * kernel: quotient, uint32
 * arch: wormhole blackhole
 * domain: y is not 0
 * cycles wormhole: 38
 * cycles blackhole: 31
 * sweep wormhole: --fn=quotient --in=uint32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=38.40625
 * sweep wormhole: --fn=quotient(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=38.40625
 * sweep blackhole: --fn=quotient --in=uint32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=31.40625
 * sweep blackhole: --fn=quotient(x,y)+0*y/y --in=uint16 --dst-format=uint32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=31.40625
 * long wormhole: --fn=quotient --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=38.40625
 * long blackhole: --fn=quotient --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=31.40625
 * data: in-uint32.npy uint32.npy
 * left: none
 */
#define TAIL \
    PREPARE_Y(2); \
    sfpmad L6, L6, TWO_11, LOW_PART, 0; /* the remainder */ \
    PREPARE_LOW(2); \
    SIGN_BIT(L6); \
    sfpiadd L6, L0, 0, SFPIADD_MINUS_NONE; /* where it is negative, the quotient is one less */ \
    sfpstore L6, 0, INT32, STEP
#include "core.h"
