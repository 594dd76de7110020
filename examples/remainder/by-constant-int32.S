/*
 * The remainder of x / DIVISOR, towards 0, for a tile of int32, in place. DIVISOR is 7, or set by -DDIVISOR. See
 * README.md.
 *
 * kernel: remainder by 7, int32
 * arch: wormhole blackhole
 * domain: all; 3 <= DIVISOR < 4096
 * cycles: 17
 * sweep: --fn=remainder(x,7) --in=int16 --dst-format=int32
 *     max_ulp=0 max_real_ulp=0 cycles=18.03125
 * long: --fn=remainder(x,7) --in=int32
 *     max_ulp=0 max_real_ulp=0 cycles=18.03125
 * twin: -DPLAIN --in=int32 --sample=300000
 * twin long: -DPLAIN --in=int32
 * left: none
 */
#include "../schedule.h"
#include "../divide/coefficients.h"
#include "../divide/constant.h"

    set_constant 12, -MAGIC << 16 & 0xFFFFFFFF // added to integers that are the bits of a float
    set_constant 13, RECIPROCAL
    set_constant 14, 0x45000000         // 2^11
    load_word L4, 0x000007FF
    load_word L5, MINUS_HALF
    load_word L6, DIVISOR_BITS
    sfploadi L7, MAGIC, SFPLOADI_FLOATB

#ifdef PLAIN
    ttreplay 0, 27, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, 0, INT32, STAY
    sfpload L2, 0, INT32, STAY
    sfpmov L0, L0, SFPMOV_NEGATE        // x + 2^31, which is not negative
    sfpshft L0, L0, -11, SHIFT_BY
    sfpcast L0, L0, 0
    sfpaddi L0, -1048576.0, 0           // x1, of either sign: x = 2^11 x1 + x0
    bit_and L1, L4
    sfpcast L1, L1, 0                   // x0
    sfpsetsgn L2, L5, 0, SFPSETSGN_ARG_LREG
    sfpmad L3, L2, L11, L1, 0           // (DIVISOR - 1) / 2 nearer to 0
    sfpmad L2, L0, L13, L7, 0           // q1, the high digit, in the mantissa
    sfpadd L1, L10, L1, L7, 0           // x0 + 1.5 * 2^23
    sfpmad L2, L2, L11, L7, 0           // -q1
    sfpnop
    sfpmad L0, L2, L6, L0, 0            // x1 - q1 DIVISOR
    sfpnop
    sfpmad L2, L0, L14, L3, 0
    sfpmad L0, L0, L14, L1, 0
    sfpmad L2, L2, L13, L7, 0           // q2, the low digit
    sfpnop
    sfpmad L2, L2, L11, L7, 0           // -q2
    sfpnop
    sfpmad L0, L2, L6, L0, 0
    sfpnop
    sfpiadd L0, L12, 0, NO_FLAGS
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 27, 0, 0
    .endr
#else
#ifdef ARCH_BLACKHOLE
#define AND(x, y) sfpand x, L0, y, SFPAND_VD
#else
#define AND(x, y) sfpand x, y
#endif
    .schedule by_constant_int32
    .period 17
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                            | Simple                                       | MAD                           | Round | Store
     0 | [v0] sfpload L3, 0, INT32, STAY
     1 |                                 | sfpmov L2, L3, SFPMOV_NEGATE
     2 |                                 | sfpshft L2, L0, -11, SHIFT_BY
     3 |                                 | sfpcast L2, L2, 0
     4 |                                 |                                              | sfpaddi L2, -1048576.0, 0
     5 | [v1] sfpload L0, 0, INT32, STAY | [v0] sfpsetsgn L3, L5, 0, SFPSETSGN_ARG_LREG
     6 |                                 | [v1] AND(L0, L4)                             | sfpmad L1, L13, L2, L7, 0
     7 |                                 | sfpcast L0, L0, 0
     8 |                                 |                                              | sfpmad L1, L11, L1, L7, 0
     9 |                                 |                                              | sfpmad L3, L3, L11, L0, 0
    10 |                                 |                                              | sfpmad L2, L6, L1, L2, 0
    11 |                                 |                                              | sfpadd L1, L0, L7, 0
    12 |                                 |                                              | sfpmad L0, L2, L14, L3, 0
    13 |                                 |                                              | sfpmad L2, L2, L14, L1, 0
    14 |                                 |                                              | sfpmad L0, L13, L0, L7, 0
    15 | [v2] sfpload L1, 0, INT32, STEP
    16 |                                 |                                              | sfpmad L1, L11, L0, L7, 0
    18 | ...                             |                                              | [v2] sfpmad L1, L6, L1, L2, 0
    21 | ...                             | [v2] sfpiadd L16, L12, 0, NO_FLAGS b=L1
    22 | ...                             |                                              |                               |       | [v2] sfpstore L16, [v2], INT32
    .endschedule

    .schedule_setup by_constant_int32
    .schedule_loop by_constant_int32, VECTORS, FORM
#endif
