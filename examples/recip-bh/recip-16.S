/*
 * 1/x of a tile of fp32, in place, to 15 bits, on Blackhole. See README.md.
 *
 * 2^-126, the reciprocal of 2^126, is the least normal number. SFPARECIP makes a zero of it, as of all smaller results.
 *
 * kernel: recip, fp32, 15 bits
 * arch: blackhole
 * domain: but for 2^126; of a NaN it is zero
 * cycles: 3
 * sweep: --fn=reciprocal --in=bf16 --dst-format=fp32
 *     max_ulp=504 max_real_ulp=503.593985 max_rel=3.12142066e-05 cycles=3.6875 numbers=254
 *     except least-normal 0x1p126:0x1p126
 *     except least-normal -0x1p126:-0x1p126
 * long: --fn=reciprocal --in=fp32
 *     max_ulp=504 max_real_ulp=504.331737 max_rel=3.12600041e-05 cycles=3.6875 numbers=16777214
 *     except least-normal 0x1p126:0x1p126
 *     except least-normal -0x1p126:-0x1p126
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin long: -DPLAIN --in=fp32
 * left: L6 L7 L11 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

#ifndef PLAIN
    .schedule recip_16
    .period 3
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate y = L0, L1, L2, L5
    .rotate e = L3, L4
    .delays instructions
     t | Load                         | Simple                       | MAD                           | Round | Store
     0 | [y] sfpload y, 0, FP32, STAY
     2 | [e] sfpload e, 0, FP32, STEP | [y] sfparecip y, y, 0
     4 |                              |                              | sfpmad e, e, y, L12, MINUS_VA
     6 | ...                          | [e] sfpswap e, L12, SWAP_MIN
     8 | ...                          |                              | [y] sfpmad L16, e, y, L9, 0
    10 | ...                          |                              |                               |       | [e] sfpstore L16, [e], FP32
    .endschedule

    .schedule_setup recip_16
#endif

    set_constant 12, 0x40000000     // 2.0

#ifdef PLAIN
    ttreplay 0, 9, 1, 1
    sfpload L0, 0, FP32, STAY
    sfparecip L1, L0, 0
    sfpmad L0, L0, L1, L12, MINUS_VA
    sfpnop
    sfpswap L0, L12, SWAP_MIN
    sfpnop
    sfpmad L0, L0, L1, L9, 0
    sfpnop
    sfpstore L0, 0, FP32, STEP

    .rept VECTORS - 1
    ttreplay 0, 9, 0, 0
    .endr
#else
    .schedule_loop recip_16, VECTORS, FORM
#endif
