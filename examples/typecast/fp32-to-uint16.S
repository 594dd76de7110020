/*
 * fp32 to uint16: rounded to nearest, ties away from zero, kept between 0 and 65535. See README.md.
 *
 * kernel: typecast, fp32 to uint16
 * arch: wormhole blackhole
 * domain: all, ties away from zero; NaNs of either sign are limits
 * cycles: 2
 * sweep: --fn=typecast --in=bf16 --dst-format=fp32 --out-format=uint16
 *     max_ulp=1 max_real_ulp=0.5 cycles=2.3125
 * long: --fn=typecast --in=fp32 --out-format=uint16
 *     max_ulp=1 max_real_ulp=0.5 cycles=2.3125
 * twin: -DPLAIN --in=fp32 --out=uint16 --sample=200000
 * twin long: -DPLAIN --in=fp32 --out=uint16
 * solved: wormhole found 2 floor 2 shorter counting inputs drawn
 * solved: blackhole found 2 floor 2 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 * published: 2 cycles, the vendor's _calculate_typecast_fp32_to_uint16_,
 *     https://github.com/tenstorrent/tt-llk
 */
#include "../schedule.h"

#ifdef PLAIN
    ttreplay 0, 5, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpswap L0, L9, SWAP_MAX
    sfpnop
    sfpstochrnd L0, L0, L0, 0, TO_UINT16, 0
    sfpstore L0, 0, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 5, 0, 0
    .endr
#else
    .schedule fp32_to_uint16
    .period 2
    .rows 2
    .addrmod STEP:+2
    .rotate v = L0, L1
    .delays cycles
    t | Load                         | Simple                      | MAD  | Round                                       | Store
    0 | [v] sfpload v, 0, FP32, STEP
    1 |                              | [v] sfpswap v, L9, SWAP_MAX | idle
    2 | ...                          | idle                        |      | idle
    3 |                              |                             |      | [v] sfpstochrnd L16, L0, v, 0, TO_UINT16, 0
    4 | ...                          |                             |      |                                             | [v] sfpstore L16, [v], UINT16
    .endschedule

    .schedule_setup fp32_to_uint16
    .schedule_loop fp32_to_uint16, VECTORS, FORM
#endif
