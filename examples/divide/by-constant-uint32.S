/*
 * x / DIVISOR of a tile of uint32, in place. DIVISOR is 7, or set by -DDIVISOR. See README.md.
 *
 * kernel: quotient by 7, uint32
 * arch: wormhole blackhole
 * domain: all; 3 <= DIVISOR < 4096
 * cycles: 10
 * sweep: --fn=quotient(x,7) --in=uint16 --dst-format=uint32
 *     max_ulp=0 max_real_ulp=0 cycles=11.0625
 * long: --fn=quotient(x,7) --in=uint32
 *     max_ulp=0 max_real_ulp=0 cycles=11.0625
 * twin: -DPLAIN --in=uint32 --sample=300000
 * twin long: -DPLAIN --in=uint32
 * solved: blackhole found 10 floor 6 shorter open inputs drawn
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
    ttreplay 0, 18, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, 0, INT32, STAY
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
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 18, 0, 0
    .endr
#else
#ifdef ARCH_BLACKHOLE
#define AND(x, y) sfpand x, L0, y, SFPAND_VD
#else
#define AND(x, y) sfpand x, y
#endif
    .schedule by_constant_uint32
    .period 10
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                            | Simple                                | MAD                            | Round | Store
     0 | [v0] sfpload L1, 0, INT32, STAY
     1 |                                 | sfpshft L1, L0, -11, SHIFT_BY
     2 | [v1] sfpload L3, 0, INT32, STAY | [v0] sfpcast L1, L1, 0
     3 |                                 |                                       | sfpmad L0, L13, L1, L12, 0
     4 |                                 | AND(L3, L4)
     5 |                                 | [v1] sfpcast L3, L3, 0                | sfpmad L2, L11, L0, L12, 0
     6 |                                 |                                       | sfpadd L3, L5, L3, 0
     7 | [v2] sfpload L2, 0, INT32, STEP |                                       | [v0] sfpmad L1, L6, L2, L1, 0
     8 |                                 | sfpshft L0, L0, 11, SHIFT_BY
     9 |                                 |                                       | sfpmad L2, L14, L1, L3, 0
    11 | ...                             |                                       | [v2] sfpmad L2, L13, L2, L7, 0
    13 | ...                             | [v2] sfpiadd L2, L2, 0, NO_FLAGS b=L0
    14 | ...                             |                                       |                                |       | [v2] sfpstore L2, [v2], INT32
    .endschedule

    .schedule_setup by_constant_uint32
    .schedule_loop by_constant_uint32, VECTORS, FORM
#endif
