/*
 * The remainder of x / DIVISOR, for a tile of uint32, in place. DIVISOR is 7, or set by -DDIVISOR. See README.md.
 *
 * kernel: remainder by 7, uint32
 * arch: wormhole blackhole
 * domain: all; 3 <= DIVISOR < 4096
 * cycles: 12
 * sweep: --fn=remainder(x,7) --in=uint16 --dst-format=uint32
 *     max_ulp=0 max_real_ulp=0 cycles=13.21875
 * long: --fn=remainder(x,7) --in=uint32
 *     max_ulp=0 max_real_ulp=0 cycles=13.21875
 * twin: -DPLAIN --in=uint32 --sample=300000
 * twin long: -DPLAIN --in=uint32
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
    ttreplay 0, 22, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, 0, INT32, STAY
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
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 22, 0, 0
    .endr
#else
#ifdef ARCH_BLACKHOLE
#define AND(x, y) sfpand x, L0, y, SFPAND_VD
#else
#define AND(x, y) sfpand x, y
#endif
    .schedule by_constant_uint32
    .period 12
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                            | Simple                 | MAD                               | Round                                | Store
     0 | [v0] sfpload L2, 0, INT32, STAY
     1 |                                 |                        |                                   | [v0] sfpshft2 L2, L0, -11, SHIFT2_BY
     2 |                                 | [v0] sfpcast L2, L2, 0
     3 |                                 |                        | sfpmad L0, L2, L13, L7, 0
     4 | [v1] sfpload L1, 0, INT32, STAY
     5 |                                 | AND(L1, L4)
     6 |                                 | [v1] sfpcast L1, L1, 0 | sfpmad L0, L0, L11, L7, 0
     7 |                                 |                        | sfpadd L0, L5, L1, 0
     8 |                                 |                        | [v0] sfpmad L2, L6, L0.old, L2, 0
     9 |                                 |                        | sfpadd L3, L12, L1, 0
    10 |                                 |                        | sfpmad L1, L14, L2, L0, 0
    11 |                                 |                        | sfpmad L0, L14, L2, L3, 0
    12 | ...                             |                        | [v1] sfpmad L1, L13, L1, L7, 0
    13 | [v2] sfpload L3, 0, INT32, STEP
    14 | ...                             |                        | sfpmad L3, L1, L11, L7, 0
    16 | ...                             |                        | [v2] sfpmad L3, L6, L3, L0.old, 0
    20 | ...                             | sfpexman L3, L3, 1
    21 | ...                             |                        |                                   |                                      | [v2] sfpstore L3, [v2], INT32
    .endschedule

    .schedule_setup by_constant_uint32
    .schedule_loop by_constant_uint32, VECTORS, FORM
#endif
