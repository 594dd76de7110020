/*
 * The remainder of x / y, towards 0, for tiles of int32, in place of x, with the sign of x, as in C. See README.md.
 *
 * kernel: remainder, int32
 * arch: wormhole blackhole
 * domain: y is not 0
 * cycles wormhole: 47
 * cycles blackhole: 39
 * sweep wormhole: --fn=remainder --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=47.3125
 * sweep wormhole: --fn=remainder(x,y)+0*y/y --in=int16 --dst-format=int32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=47.3125
 * sweep blackhole: --fn=remainder --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=39.3125
 * sweep blackhole: --fn=remainder(x,y)+0*y/y --in=int16 --dst-format=int32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=39.3125
 * long wormhole: --fn=remainder --in=int32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=47.3125
 * long blackhole: --fn=remainder --in=int32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=39.3125
 * data: in-int32.npy int32.npy
 * left: none
 * published wormhole: 100 cycles, https://github.com/tenstorrent/tt-metal/pull/55506 with 57051
 * published blackhole: 54 cycles, https://github.com/tenstorrent/tt-metal/pull/55506
 */
#define REMAINDER
#define SIGNED
#define ABS_Y sfpabs L0, L0, SFPABS_INT
#define TAIL \
    sfpmad L6, L6, L10, MAGIC_HIGH, 0;  /* both floats to integers */ \
    sfpmad L7, L7, L10, L3, 0; \
    sfpshft L6, L0, 11, SHIFT_BY; \
    sfpiadd L6, L7, 0, SFPIADD_LREG_LT0; \
    sfpiadd L6, L0, 0, NO_FLAGS;        /* where it is negative, adds |y| */ \
    sfpencc 0, 0; \
    sfpsetcc L5, 0, SFPSETCC_LREG_LT0; \
    sfpiadd L6, L9, 0, SFPIADD_MINUS_NONE; /* with the sign of x */ \
    sfpencc 0, 0; \
    sfpstore L6, 0, INT32, STEP
#include "../divide/core.h"
