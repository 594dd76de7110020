/*
 * x / DIVISOR of a tile of int32, towards 0, in place. DIVISOR is 7, or set by -DDIVISOR. See README.md.
 *
 * kernel: quotient by 7, int32
 * arch: wormhole blackhole
 * domain: all; 3 <= DIVISOR < 4096
 * cycles: 14
 * sweep: --fn=quotient(x,7) --in=int16 --dst-format=int32
 *     max_ulp=0 max_real_ulp=0 cycles=15.125
 * long: --fn=quotient(x,7) --in=int32
 *     max_ulp=0 max_real_ulp=0 cycles=15.125
 * twin: -DPLAIN --in=int32 --sample=300000
 * twin long: -DPLAIN --in=int32
 * solved: blackhole found 14 floor 7 shorter open inputs drawn
 * left: none
 */
#include "../schedule.h"
#include "coefficients.h"
#include "constant.h"

    set_constant 12, MAGIC_HIGH_BITS
    set_constant 13, RECIPROCAL
    set_constant 14, 0x45000000         // 2^11
    load_word L4, 0x000007FF
    load_word L5, MINUS_HALF            // gets the sign of x; its own sign does not matter
    load_word L6, DIVISOR_BITS
    sfploadi L7, MAGIC, SFPLOADI_FLOATB

#ifdef PLAIN
    ttreplay 0, 23, 1, 1
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
    sfpmad L1, L2, L11, L1, 0           // (DIVISOR - 1) / 2 nearer to 0
    sfpmad L2, L0, L13, L12, 0          // q1, the high digit, in the mantissa
    sfpnop
    sfpmad L3, L2, L11, L12, 0          // -q1
    sfpshft L2, L0, 11, SHIFT_BY
    sfpmad L0, L3, L6, L0, 0            // x1 - q1 DIVISOR
    sfpnop
    sfpmad L0, L0, L14, L1, 0
    sfpnop
    sfpmad L0, L0, L13, L7, 0           // q2, the low digit
    sfpnop
    sfpiadd L0, L2, 0, NO_FLAGS
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 23, 0, 0
    .endr
#else
#ifdef ARCH_BLACKHOLE
#define AND(x, y) sfpand x, L0, y, SFPAND_VD
#else
#define AND(x, y) sfpand x, y
#endif
    .schedule by_constant_int32
    .period 14
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L2, L0
    .rotate b = L0, L1
    .rotate c = L0, L2
    .rotate d = L1, L2
    .delays instructions
     t | Load                           | Simple                                  | MAD                              | Round | Store
     0 | sfpload L3, 0, INT32, STAY
     1 |                                | sfpmov c, L3, SFPMOV_NEGATE
     2 |                                | sfpshft c, L0, -11, SHIFT_BY
     3 | [v0] sfpload a, 0, INT32, STAY
     4 |                                | sfpcast b, c, 0
     5 |                                |                                         | sfpaddi b, -1048576.0, 0
     6 |                                | AND(a, L4)
     7 |                                |                                         | sfpmad d, L13, b, L12, 0
     8 |                                | sfpsetsgn L3, L5, 0, SFPSETSGN_ARG_LREG
     9 |                                | [v0] sfpcast a, a, 0                    | sfpmad L3, L11, d, L12, 0
    10 |                                | sfpshft d, L0, 11, SHIFT_BY             | [v0] sfpmad a, L11, L3.old, a, 0
    11 |                                |                                         | sfpmad L3, L3, L6, b, 0
    12 | [v1] sfpload b, 0, INT32, STEP
    13 |                                |                                         | sfpmad b, L14, L3, a, 0
    15 | ...                            |                                         | [v1] sfpmad b, L13, b, L7, 0
    17 | ...                            | [v1] sfpiadd L16, d, 0, NO_FLAGS b=b
    18 | ...                            |                                         |                                  |       | [v1] sfpstore L16, [v1], INT32
    .endschedule

    .schedule_setup by_constant_int32
    .schedule_loop by_constant_int32, VECTORS, FORM
#endif
