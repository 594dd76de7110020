/*
 * What x / DIVISOR, towards 0, leaves of a tile of int32, in place; 7, or what -DDIVISOR says.
 * See README.md.
 *
 * kernel: remainder by 7, int32
 * arch: wormhole blackhole
 * domain: all; 3 <= DIVISOR < 4096
 * options: -Wno-flags-clash
 * cycles: 17
 * sweep: --fn=remainder(x,7) --in=int16 --dst-format=int32
 *     max_ulp=0 max_real_ulp=0 cycles=18.1875
 * long: --fn=remainder(x,7) --in=int32 --sample=5000000
 *     max_ulp=0 max_real_ulp=0 cycles=18.1875
 * twin: -DPLAIN --in=int32 --sample=3000000
 * left: none
 */
#include "../schedule.h"
#include "../divide/coefficients.h"
#include "../divide/constant.h"

    set_constant 12, 0x4B000000         // 2^23
    set_constant 13, RECIPROCAL
    set_constant 14, 0x45000000         // 2^11
    load_word L4, 0x000007FF
    load_word L5, MINUS_HALF
    load_word L6, DIVISOR_BITS
    sfploadi L7, MAGIC, SFPLOADI_FLOATB

#ifdef PLAIN
    ttreplay 0, 28, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, 0, INT32, STAY
    sfpabs L0, L0, SFPABS_INT
    sfpabs L1, L1, SFPABS_INT
    bit_and L1, L4
    sfpshft L0, L0, -11, SHIFT_BY
    sfpcast L0, L0, 0                   // x1: x = 2^11 x1 + x0
    sfpcast L1, L1, 0                   // x0
    sfpmad L2, L0, L13, L7, 0           // q1, the high digits, in the mantissa
    sfpadd L3, L10, L1, L5, 0           // x0 - (DIVISOR - 1) / 2
    sfpmad L2, L2, L11, L7, 0           // -q1
    sfpadd L1, L10, L1, L12, 0          // x0 + 2^23
    sfpmad L0, L2, L6, L0, 0            // x1 - q1 DIVISOR
    sfpnop
    sfpmad L2, L0, L14, L3, 0
    sfpmad L0, L0, L14, L1, 0
    sfpmad L2, L2, L13, L7, 0           // q2, the low digits
    sfpnop
    sfpmad L2, L2, L11, L7, 0           // -q2
    sfpnop
    sfpmad L0, L2, L6, L0, 0
    sfpnop
    sfpexman L0, L0, SFPEXMAN_PAD9
    sfpload L1, 0, INT32, STAY
    sfpsetcc L1, 0, SFPSETCC_LREG_LT0   // the sign of x
    sfpiadd L0, L9, 0, SFPIADD_MINUS_NONE
    sfpencc 0, 0
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 28, 0, 0
    .endr
#else
/* SFPSETCC works beside a multiply-add of the next row, which is of all lanes: it works under the flags that were before, and
 * those have all on. flags-clash says that, and is switched off. */
#ifdef ARCH_BLACKHOLE
#define AND(x, y) sfpand x, L0, y, SFPAND_VD
#else
#define AND(x, y) sfpand x, y
#endif
    .schedule by_constant_int32
    .period 17
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions, gapless
     t | Load                            | Simple                                  | MAD                            | Round | Store
     0 | [v0] sfpload L2, 0, INT32, STAY
     1 |                                 | sfpabs L3, L2, 0
     2 |                                 | [v0] sfpshft L2, L0, -11, SHIFT_BY b=L3
     3 |                                 | sfpcast L1, L2, 0
     5 |                                 |                                         | sfpmad L2, L1, L13, L7, 0
     8 |                                 | AND(L3, L4)                             | [v0] sfpmad L2, L11, L2, L7, 0
     9 |                                 | sfpcast L0, L3, 0
    10 |                                 |                                         | sfpmad L2, L2, L6, L1, 0
    11 |                                 |                                         | sfpadd L1, L5, L0, 0
    12 |                                 |                                         | sfpadd L3, L12, L0, 0
    13 |                                 |                                         | sfpmad L1, L2, L14, L1, 0
    14 | [v1] sfpload L0, 0, INT32, STAY
    15 |                                 |                                         | sfpmad L0, L1, L13, L7, 0
    16 |                                 |                                         | sfpmad L1, L2, L14, L3, 0
    17 | ...                             |                                         | [v1] sfpmad L0, L11, L0, L7, 0
    19 | ...                             |                                         | sfpmad L0, L6, L0, L1, 0
    21 | [v2] sfpload L2, 0, INT32, STEP | [v1] sfpexman L0, L0, 1
    22 | ...                             | [v2] sfpsetcc L2, 0, SFPSETCC_LREG_LT0
    23 | ...                             | sfpiadd L0, L9, 0, SFPIADD_MINUS_NONE
    24 | ...                             | sfpencc 0, 0
    25 | ...                             |                                         |                                |       | [v2] sfpstore L0, [v2], INT32
    .endschedule

    .schedule_setup by_constant_int32
    .schedule_loop by_constant_int32, VECTORS, FORM
#endif
