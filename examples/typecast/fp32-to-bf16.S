/* fp32 to bf16: rounded to nearest, ties to even. See README.md. */
#include "../schedule.h"

#ifndef PLAIN
    .schedule fp32_to_bf16
    .period 3
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L0, L1
    .delays instructions
    t | Load                          | Simple                               | MAD | Round                              | Store
    0 | [a] sfpload a, 0, FP32, STAY
    1 | [b] sfpload L2, 0, FP32, STEP |                                      |     | [a] sfpshft2 a, L0, -16, SHIFT2_BY
    2 |                               | TTI_SFPAND(0, 12, a, 0)
    3 | ...                           | [b] sfpiadd L2, L13, 0, NO_FLAGS
    4 | ...                           | [a] sfpiadd L16, L2, 0, NO_FLAGS b=a
    5 | ...                           |                                      |     |                                    | [b] sfpstore L16, [b], BF16
    .endschedule

    .schedule_setup fp32_to_bf16
#endif

    set_constant 12, 1
    set_constant 13, 0x7FFF

#ifdef PLAIN
    ttreplay 0, 7, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpload L1, 0, FP32, STAY
    sfpshft L0, L0, -16, SHIFT_BY
    TTI_SFPAND(0, 12, 0, 0)
    sfpiadd L1, L13, 0, NO_FLAGS
    sfpiadd L1, L0, 0, NO_FLAGS
    sfpstore L1, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 7, 0, 0
    .endr
#else
    .schedule_loop fp32_to_bf16, VECTORS, FORM
#endif
