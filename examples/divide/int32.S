/*
 * x / y of tiles of int32, towards 0, in place of x.
 * See README.md.
 *
 * kernel: quotient, int32
 * arch: wormhole blackhole
 * domain: y is not 0; -2^31 / -1 is -2^31
 * cycles wormhole: 46
 * cycles blackhole: 38
 * sweep wormhole: --fn=quotient --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=46.3125
 * sweep wormhole: --fn=quotient(x,y)+0*y/y --in=int16 --dst-format=int32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=46.3125
 * sweep blackhole: --fn=quotient --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=38.3125
 * sweep blackhole: --fn=quotient(x,y)+0*y/y --in=int16 --dst-format=int32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=38.3125
 * long wormhole: --fn=quotient --in=int32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=46.3125
 * long blackhole: --fn=quotient --in=int32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=38.3125
 * data: in-int32.npy int32.npy
 * left: none
 * published wormhole: 100 cycles, https://github.com/tenstorrent/tt-metal/pull/55506
 * published blackhole: 55 cycles, https://github.com/tenstorrent/tt-metal/pull/55506
 */
#define SIGNED
#define TAIL \
    sfpload L1, Y, INT32, STAY; \
    sfpmad L6, L6, TWO_11, L7, 0;       /* the remainder */ \
    sfpxor L5, L1; \
    SIGN_BIT(L6); \
    sfpiadd L6, L0, 0, SFPIADD_MINUS_NONE; /* where it is negative, the quotient is one less */ \
    sfpsetcc L5, 0, SFPSETCC_LREG_LT0;  /* signs differ */ \
    sfpiadd L6, L9, 0, SFPIADD_MINUS_NONE; \
    sfpencc 0, 0; \
    sfpstore L6, 0, INT32, STEP
#include "core.h"
