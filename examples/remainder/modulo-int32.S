/*
 * The remainder of x / y, towards minus infinity, for tiles of int32, in place of x, with the sign of y. See README.md.
 *
 * kernel: modulo, int32
 * arch: wormhole blackhole
 * domain: y is not 0
 * cycles wormhole: 51
 * cycles blackhole: 43
 * sweep wormhole: --fn=modulo --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=51.3125
 * sweep wormhole: --fn=modulo(x,y)+0*y/y --in=int16 --dst-format=int32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=51.3125
 * sweep blackhole: --fn=modulo --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=43.3125
 * sweep blackhole: --fn=modulo(x,y)+0*y/y --in=int16 --dst-format=int32 --sample=100000
 *     max_ulp=0 max_real_ulp=0 cycles=43.3125
 * long wormhole: --fn=modulo --in=int32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=51.3125
 * long blackhole: --fn=modulo --in=int32 --sample=200000000
 *     max_ulp=0 max_real_ulp=0 cycles=43.3125
 * data: in-int32.npy modulo-int32.npy
 * left: none
 * published wormhole: 107 cycles, https://github.com/tenstorrent/tt-metal/pull/55506 with 57051
 * published blackhole: 60 cycles, https://github.com/tenstorrent/tt-metal/pull/55506
 */
#define REMAINDER
#define SIGNED
#define ABS_Y sfpnop
#define TAIL \
    sfpmad L6, L6, L10, MAGIC_HIGH, 0;  /* both floats to integers */ \
    sfpmad L7, L7, L10, L3, 0; \
    sfpshft L6, L0, 11, SHIFT_BY; \
    sfpiadd L6, L7, 0, NO_FLAGS; \
    sfpsetcc L5, 0, SFPSETCC_LREG_LT0; \
    sfpiadd L6, L9, 0, SFPIADD_MINUS_NONE; /* with the sign of x, the remainder of a nearest quotient */ \
    sfpencc 0, 0; \
    sfpmov L1, L0, SFPMOV_MOVE; \
    sfpxor L1, L6; \
    sfpsetcc L1, 0, SFPSETCC_LREG_LT0;  /* where its sign differs from that of y, adds y */ \
    sfpsetcc L6, 0, SFPSETCC_LREG_NE0;  /* and is not 0 */ \
    sfpiadd L6, L0, 0, NO_FLAGS; \
    sfpencc 0, 0; \
    sfpstore L6, 0, INT32, STEP
#include "../divide/core.h"
