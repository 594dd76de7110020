/* 1/x of a tile of bf16, in place, on Blackhole, as SFPARECIP has it. See README.md. */
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
