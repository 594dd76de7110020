/* uint16 to fp32: exact. See README.md. */
#include "../schedule.h"

#ifdef PLAIN
    ttreplay 0, 3, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpcast L0, L0, 0
    sfpstore L0, 0, FP32, STEP

    .rept VECTORS - 1
    ttreplay 0, 3, 0, 0
    .endr
#else
    .schedule uint16_to_fp32
    .period 1
    .rows 2
    .addrmod STEP:+2
    .delays cycles
    t | Load                            | Simple                 | MAD | Round | Store
    0 | [v] sfpload L0, 0, UINT16, STEP
    1 | ...                             | [v] sfpcast L16, L0, 0
    2 | ...                             |                        |     |       | [v] sfpstore L16, [v], FP32
    .endschedule

    .schedule_setup uint16_to_fp32
    .schedule_loop uint16_to_fp32, VECTORS, FORM
#endif
