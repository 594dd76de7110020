/* uint16 to uint32: exact. See README.md. */
#include "../schedule.h"

#ifdef PLAIN
    ttreplay 0, 2, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpstore L0, 0, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 2, 0, 0
    .endr
#else
    .schedule uint16_to_uint32
    .period 1
    .rows 2
    .addrmod STEP:+2
    .delays cycles
    t | Load                            | Simple | MAD | Round | Store
    0 | [v] sfpload L0, 0, UINT16, STEP
    1 | ...                             |        |     |       | [v] sfpstore L0, [v], INT32
    .endschedule

    .schedule_setup uint16_to_uint32
    .schedule_loop uint16_to_uint32, VECTORS, FORM
#endif
