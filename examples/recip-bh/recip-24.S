/*
 * 1/x of a tile of fp32, in place, on Blackhole. See README.md.
 *
 * kernel: recip, fp32, up to 2^102
 * arch: blackhole
 * domain: |x| <= 2^102; of a NaN it is zero
 * cycles: 5
 * sweep: --fn=reciprocal --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=0.501960784 cycles=5.6875 numbers=254
 *     except beyond-2^102 0x1.000002p102:inf
 *     except beyond-2^102 -inf:-0x1.000002p102
 * long: --fn=reciprocal --in=fp32
 *     max_ulp=1 max_real_ulp=0.742665862 cycles=5.6875 numbers=16777214
 *     except beyond-2^102 0x1.000002p102:inf
 *     except beyond-2^102 -inf:-0x1.000002p102
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * left: L6 L7 L11 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

#ifndef PLAIN
    .schedule recip_24
    .period 5
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate e = L0, L1
    .rotate y = L2
    .rotate p = L3
    .rotate q = L4
    .rotate z = L5
    .delays instructions
     t | Load                         | Simple                  | MAD                               | Round | Store
     0 | [e] sfpload e, 0, FP32, STAY
     1 |                              | sfparecip y, e, 0
     3 |                              |                         | [e] sfpmad e, y, e, L10, MINUS_VA
     5 | ...                          | [e] sfpand e, e, L12, 0
     7 |                              |                         | sfpmad p, e, e, e, 0
     8 | [z] sfpload z, 0, FP32, STEP
     9 |                              | [z] sfparecip z, z, 0   | sfpmad q, e, p, e, 0
    11 |                              |                         | [z] sfpmad L16, q, z, z, 0
    13 |                              |                         |                                   |       | [z] sfpstore L16, [z], FP32
    .endschedule

    .schedule_setup recip_24
#endif

    set_constant 12, 0xBFFFFFFF     // makes 1.5 of a NaN

#ifdef PLAIN
    ttreplay 0, 12, 1, 1
    sfpload L0, 0, FP32, STAY
    sfparecip L2, L0, 0
    sfpmad L0, L2, L0, L10, MINUS_VA
    sfpnop
    sfpand L0, L0, L12, 0
    sfpmad L3, L0, L0, L0, 0
    sfpnop
    sfpmad L4, L0, L3, L0, 0
    sfpnop
    sfpmad L2, L4, L2, L2, 0
    sfpnop
    sfpstore L2, 0, FP32, STEP

    .rept VECTORS - 1
    ttreplay 0, 12, 0, 0
    .endr
#else
    .schedule_loop recip_24, VECTORS, FORM
#endif
