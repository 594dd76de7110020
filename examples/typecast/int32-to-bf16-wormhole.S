/*
 * int32 to bf16 as in int32-to-bf16.S, one cycle a vector faster on Wormhole, whose loads convert. See README.md.
 *
 * kernel: typecast, int32 to bf16, of loads that convert
 * arch: wormhole
 * domain: all, rounded twice, ties away from zero
 * cycles: 3
 * sweep: --fn=typecast --in=int16 --dst-format=int32 --out-format=bf16
 *     max_ulp=1 max_real_ulp=0.5 cycles=3.625
 * long: --fn=typecast --in=int32 --out-format=bf16
 *     max_ulp=1 max_real_ulp=0.500007629 cycles=3.625
 * twin: -DPLAIN --in=int32 --out=bf16 --sample=200000
 * twin long: -DPLAIN --in=int32 --out=bf16
 * solved: wormhole found 3 floor 2 shorter model inputs drawn
 * left: L5 L6 L11 L12 L13 L14
 * published: 4 cycles, the vendor's _calculate_typecast_int32_to_fp16b_,
 *     https://github.com/tenstorrent/tt-llk
 */
    .arch wormhole
#include "../schedule.h"

#ifndef PLAIN
    .schedule int32_to_bf16
    .period 3
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate v = L2, L3, L4
    .delays instructions
    t | Load                             | Simple              | MAD                             | Round                                     | Store
    0 | [v] sfpload v, 0, INT32_SM, STAY
    1 | [s] sfpload L7, 0, INT32, STEP   | [v] sfpcast v, v, 0
    2 |                                  | sfpabs L7, L7, 0
    3 | ...                              |                     |                                 | [s] sfpshft2 L7, L0, -31, SHIFT2_BY
    4 | ...                              |                     | [v] sfpmad v, L0, L10, v, VA_L7
    7 | ...                              |                     |                                 | [v] sfpstochrnd L16, L0, v, 0, TO_BF16, 0
    8 |                                  |                     |                                 |                                           | [v] sfpstore L16, [v], BF16
    .endschedule

    .schedule_setup int32_to_bf16
#endif

    /* L7, which is 1 for -2^31 only, chooses one of these as the addend. */
    sfploadi L0, 0, SFPLOADI_FLOATB          // 0.0
    sfploadi L1, 0xCF00, SFPLOADI_FLOATB     // -2^31

#ifdef PLAIN
    ttreplay 0, 9, 1, 1
    sfpload L2, 0, INT32_SM, STAY
    sfpload L7, 0, INT32, STAY
    sfpcast L2, L2, 0
    sfpabs L7, L7, 0
    sfpshft L7, L0, -31, SHIFT_BY
    sfpmad L2, L0, L10, L2, VA_L7
    sfpnop
    sfpstochrnd L2, L2, L2, 0, TO_BF16, 0
    sfpstore L2, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 9, 0, 0
    .endr
#else
    .schedule_loop int32_to_bf16, VECTORS, FORM
#endif
