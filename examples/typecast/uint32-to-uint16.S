/*
 * uint32 to uint16: 65535 at most. See README.md.
 *
 * kernel: typecast, uint32 to uint16
 * arch: wormhole blackhole
 * domain: all, 65535 at most
 * cycles: 2
 * sweep: --fn=typecast --in=uint16 --dst-format=uint32 --out-format=uint16
 *     max_ulp=0 max_real_ulp=0 cycles=2.59375
 * long: --fn=typecast --in=uint32 --out-format=uint16
 *     max_ulp=0 max_real_ulp=0 cycles=2.59375
 * twin: -DPLAIN --in=uint32 --out=uint16 --sample=200000
 * twin long: -DPLAIN --in=uint32 --out=uint16
 * solved: wormhole found 2 floor 2 shorter counting inputs drawn
 * solved: blackhole found 2 floor 2 shorter counting inputs drawn
 * left: L5 L6 L11 L12 L13 L14
 * published: 2 cycles, the vendor's _calculate_typecast_uint32_to_uint16_,
 *     https://github.com/tenstorrent/tt-llk
 */
#include "../schedule.h"

#ifndef PLAIN
    .schedule uint32_to_uint16
    .period 2
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate v = L2, L3, L4
    .delays instructions
    t | Load                           | Simple              | MAD                             | Round                                       | Store
    0 | [v] sfpload v, 0, INT32, STAY
    1 | [s] sfpload L7, 0, INT32, STEP | [v] sfpcast v, v, 0
    2 | ...                            |                     |                                 | [s] sfpshft2 L7, L0, -31, SHIFT2_BY
    3 | ...                            |                     | [v] sfpmad v, L0, L10, v, VA_L7
    5 | ...                            |                     |                                 | [v] sfpstochrnd L16, L0, v, 0, TO_UINT16, 0
    6 | ...                            |                     |                                 |                                             | [v] sfpstore L16, [v], UINT16
    .endschedule

    .schedule_setup uint32_to_uint16
#endif

    /* L7, the upper bit, chooses one of these as the addend. */
    sfploadi L0, 0, SFPLOADI_FLOATB          // 0.0
    sfploadi L1, 0xCF00, SFPLOADI_FLOATB     // -2^31: SFPCAST takes that bit for a sign

#ifdef PLAIN
    ttreplay 0, 8, 1, 1
    sfpload L2, 0, INT32, STAY
    sfpload L7, 0, INT32, STAY
    sfpcast L2, L2, 0
    sfpshft L7, L0, -31, SHIFT_BY
    sfpmad L2, L0, L10, L2, VA_L7
    sfpnop
    sfpstochrnd L2, L2, L2, 0, TO_UINT16, 0
    sfpstore L2, 0, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 8, 0, 0
    .endr
#else
    .schedule_loop uint32_to_uint16, VECTORS, FORM
#endif
