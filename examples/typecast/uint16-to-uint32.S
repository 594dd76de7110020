/*
 * uint16 to uint32: exact. See README.md.
 *
 * kernel: typecast, uint16 to uint32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 1
 * options: --dst-16bit-view
 * sweep: --fn=typecast --in=uint16 --out-format=uint32
 *     max_ulp=0 max_real_ulp=0 cycles=1.21875
 * twin: -DPLAIN --in=uint16 --out=uint32
 * solved: wormhole found 1 floor 1 shorter counting inputs all
 * solved: blackhole found 1 floor 1 shorter counting inputs all
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 * published: 1 cycle, the vendor's _calculate_typecast_uint16_to_uint32_,
 *     https://github.com/tenstorrent/tt-llk
 */
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
