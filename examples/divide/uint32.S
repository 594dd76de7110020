/*
 * x / y of tiles of uint32, in place of x.
 * See README.md.
 *
 * kernel: quotient, uint32
 * arch: wormhole blackhole
 * domain: y is not 0
 * cycles wormhole: 0
 * cycles blackhole: 0
 * sweep: --fn=quotient --in=uint32 --sample=3000000
 *     max_ulp=0 max_real_ulp=0 cycles=?
 * sweep: --fn=quotient --in=uint16 --dst-format=uint32 --sample=3000000
 *     max_ulp=0 max_real_ulp=0 cycles=?
 * long: --fn=quotient --in=uint32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=?
 * left: ?
 */
#define TAIL \
    WAIT; \
    sfpmad L6, L6, TWO_11, L7, 0;       /* the remainder */ \
    WAIT; \
    SIGN_BIT(L6); \
    sfpiadd L6, L0, 0, SFPIADD_MINUS_NONE; /* a quotient less where it is negative */ \
    sfpstore L6, 0, INT32, STEP
#include "core.h"
