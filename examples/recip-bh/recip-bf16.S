/*
 * 1/x of a tile of bf16, in place, correctly rounded, on Blackhole. See README.md.
 *
 * 2^-126, the reciprocal of 2^126, is the least normal number. SFPARECIP makes a zero of it, as of all smaller results.
 *
 * kernel: recip, bf16
 * arch: blackhole
 * domain: but for 2^126; of a NaN it is zero
 * cycles: 3
 * sweep: --fn=reciprocal --in=bf16
 *     max_ulp=0 max_real_ulp=0.498039216 cycles=3.59375 numbers=254
 *     except least-normal 0x1p126:0x1p126
 *     except least-normal -0x1p126:-0x1p126
 * data: in.npy expected.npy --dst-format=bf16
 * twin: -DPLAIN --in=bf16
 * left: L4 L5 L6 L7 L12 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

#ifdef PLAIN
    ttreplay 0, 8, 1, 1
    sfpload L0, 0, BF16, STAY
    sfparecip L1, L0, 0             // q
    sfploadi L1, 0x8000, SFPLOADI_LOWER      // q + 1/2
    sfpmad L0, L0, L1, L11, 0       // e
    sfpnop                          // Blackhole does not see that SFPSHFT reads L0
    sfpshft L0, L0, -16, SHIFT_BY
    sfpiadd L0, L1, 0, NO_FLAGS
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 8, 0, 0
    .endr
#else
    .schedule recip_bf16
    .period 3
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1
    .rotate q = L2, L3
    .delays instructions
    t | Load                         | Simple                              | MAD                        | Round                              | Store
    0 | [x] sfpload x, 0, BF16, STEP
    1 |                              | sfparecip q, x, 0
    2 | sfploadi q, 0x8000, SFPLOADI_LOWER
    3 | ...                          |                                     | [x] sfpmad x, x, q, L11, 0
    5 | ...                          |                                     |                            | [x] sfpshft2 x, L0, -16, SHIFT2_BY
    6 | ...                          | [x] sfpiadd L16, q, 0, NO_FLAGS b=x
    7 | ...                          |                                     |                            |                                    | [x] sfpstore L16, [x], BF16
    .endschedule

    .schedule_setup recip_bf16
    .schedule_loop recip_bf16, VECTORS, FORM
#endif
