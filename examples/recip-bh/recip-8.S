/*
 * 1/x of a tile of bf16, in place, on Blackhole, as SFPARECIP gives it. See README.md.
 *
 * 2^-126, the reciprocal of 2^126, is the least normal number. SFPARECIP makes a zero of it, as of all smaller results.
 *
 * kernel: recip, bf16, 7 bits
 * arch: blackhole
 * domain: but for 2^126; of a NaN it is zero
 * cycles: 1
 * sweep: --fn=reciprocal --in=bf16
 *     max_ulp=1 max_real_ulp=1.37593985 max_rel=0.00775193798 cycles=1.25 numbers=254
 *     except least-normal 0x1p126:0x1p126
 *     except least-normal -0x1p126:-0x1p126
 * data: in.npy expected.npy --dst-format=bf16 --ulp=1
 * twin: -DPLAIN --in=bf16
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .arch blackhole
#include "../schedule.h"

#ifdef PLAIN
    ttreplay 0, 3, 1, 1
    sfpload L0, 0, BF16, STAY
    sfparecip L0, L0, 0
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 3, 0, 0
    .endr
#else
    .schedule recip_8
    .period 1
    .rows 2
    .addrmod STEP:+2
    .delays cycles
    t | Load                          | Simple                   | MAD | Round | Store
    0 | [x] sfpload L0, 0, BF16, STEP
    1 | ...                           | [x] sfparecip L16, L0, 0
    2 | ...                           |                          |     |       | [x] sfpstore L16, [x], BF16
    .endschedule

    .schedule_setup recip_8
    .schedule_loop recip_8, VECTORS, FORM
#endif
