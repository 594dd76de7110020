/*
 * uint16 to bf16: rounded to nearest, ties away from zero. See README.md.
 *
 * kernel: typecast, uint16 to bf16
 * arch: wormhole blackhole
 * domain: all, ties away from zero
 * cycles: 1
 * sweep: --fn=typecast --in=uint16 --out-format=bf16
 *     max_ulp=1 max_real_ulp=0.5 cycles=1.3125
 * data: in.npy expected.npy --dst-out-format=bf16
 * twin: -DPLAIN --in=uint16 --out=bf16
 * solved: wormhole found 1 floor 1 shorter counting inputs all
 * solved: blackhole found 1 floor 1 shorter counting inputs all
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 * published: 1 cycle, the vendor's _calculate_typecast_uint16_to_fp16b_,
 *     https://github.com/tenstorrent/tt-llk
 */
#include "../schedule.h"

#ifdef PLAIN
    ttreplay 0, 4, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpcast L0, L0, 0
    sfpstochrnd L0, L0, L0, 0, TO_BF16, 0
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 4, 0, 0
    .endr
#else
    .schedule uint16_to_bf16
    .period 1
    .rows 2
    .addrmod STEP:+2
    .rotate v = L0, L1
    .delays cycles
    t | Load                           | Simple              | MAD | Round                                     | Store
    0 | [v] sfpload v, 0, UINT16, STEP
    1 | ...                            | [v] sfpcast v, v, 0
    2 | ...                            |                     |     | [v] sfpstochrnd L16, L0, v, 0, TO_BF16, 0
    3 | ...                            |                     |     |                                           | [v] sfpstore L16, [v], BF16
    .endschedule

    .schedule_setup uint16_to_bf16
    .schedule_loop uint16_to_bf16, VECTORS, FORM
#endif
