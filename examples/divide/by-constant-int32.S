/*
 * x / DIVISOR of a tile of int32, towards 0, in place; 7, or what -DDIVISOR says.
 * See README.md.
 *
 * kernel: quotient by 7, int32
 * arch: wormhole blackhole
 * domain: all; 3 <= DIVISOR < 4096
 * cycles: 16
 * sweep: --fn=quotient(x,7) --in=int16 --dst-format=int32
 *     max_ulp=0 max_real_ulp=0 cycles=17.1875
 * long: --fn=quotient(x,7) --in=int32 --sample=5000000
 *     max_ulp=0 max_real_ulp=0 cycles=17.1875
 * twin: -DPLAIN --in=int32 --sample=1000000
 * left: none
 */
#include "../schedule.h"
#include "coefficients.h"
#include "constant.h"

    set_constant 12, MAGIC_HIGH_BITS
    set_constant 13, RECIPROCAL
    set_constant 14, 0x45000000         // 2^11
    load_word L4, 0x000007FF
    load_word L5, MINUS_HALF
    load_word L6, DIVISOR_BITS
    sfploadi L7, MAGIC, SFPLOADI_FLOATB

#ifdef PLAIN
    ttreplay 0, 24, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, 0, INT32, STAY
    sfpabs L0, L0, SFPABS_INT
    sfpabs L1, L1, SFPABS_INT
    bit_and L1, L4
    sfpshft L0, L0, -11, SHIFT_BY
    sfpcast L0, L0, 0                   // x1: x = 2^11 x1 + x0
    sfpcast L1, L1, 0                   // x0
    sfpmad L2, L0, L13, L12, 0          // q1, the high digits, in the mantissa
    sfpadd L1, L10, L1, L5, 0           // x0 - (DIVISOR - 1) / 2
    sfpmad L3, L2, L11, L12, 0          // -q1
    sfpshft L2, L0, 11, SHIFT_BY
    sfpmad L0, L3, L6, L0, 0            // x1 - q1 DIVISOR
    sfpnop
    sfpmad L0, L0, L14, L1, 0
    sfpnop
    sfpmad L0, L0, L13, L7, 0           // q2, the low digits
    sfpnop
    sfpiadd L0, L2, 0, NO_FLAGS
    sfpload L1, 0, INT32, STAY
    sfpsetcc L1, 0, SFPSETCC_LREG_LT0   // the sign of x
    sfpiadd L0, L9, 0, SFPIADD_MINUS_NONE
    sfpencc 0, 0
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 24, 0, 0
    .endr
#else
#ifdef ARCH_BLACKHOLE
#define AND(x, y) sfpand x, L0, y, SFPAND_VD
#else
#define AND(x, y) sfpand x, y
#endif
    .schedule by_constant_int32
    .period 16
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                            | Simple                                | MAD                            | Round                                | Store
     0 | [v0] sfpload L2, 0, INT32, STAY
     1 |                                 | sfpabs L2, L2, 0
     3 |                                 |                                       |                                | [v0] sfpshft2 L2, L0, -11, SHIFT2_BY
     8 | [v1] sfpload L0, 0, INT32, STAY | [v0] sfpcast L2, L2, 0
     9 |                                 | [v1] sfpabs L0, L0, 0                 | sfpmad L3, L13, L2, L12, 0
    10 |                                 | AND(L0, L4)
    11 |                                 |                                       | sfpmad L1, L11, L3, L12, 0
    12 |                                 | sfpcast L0, L0, 0
    13 |                                 |                                       | sfpmad L2, L6, L1, L2, 0
    14 |                                 |                                       | sfpadd L0, L5, L0, 0
    15 |                                 | sfpshft L3, L0, 11, SHIFT_BY
    16 | ...                             |                                       | [v1] sfpmad L0, L14, L2, L0, 0
    18 | ...                             |                                       | sfpmad L0, L13, L0, L7, 0
    19 | [v2] sfpload L1, 0, INT32, STEP
    20 | ...                             | sfpiadd L0, L3, 0, NO_FLAGS
    21 | ...                             | sfpsetcc L1, 0, SFPSETCC_LREG_LT0
    22 | ...                             | sfpiadd L0, L9, 0, SFPIADD_MINUS_NONE
    23 | ...                             | sfpencc 0, 0
    24 | ...                             |                                       |                                |                                      | [v2] sfpstore L0, [v2], INT32
    .endschedule

    .schedule_setup by_constant_int32
    .schedule_loop by_constant_int32, VECTORS, FORM
#endif
