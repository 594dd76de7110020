/*
 * int32 to bf16: rounded to nearest twice, as fp32 and, ties away from zero, as bf16. See README.md.
 *
 * kernel: typecast, int32 to bf16
 * arch: wormhole blackhole
 * domain: all, rounded twice, ties away from zero
 * cycles: 4
 * sweep: --fn=typecast --in=int16 --dst-format=int32 --out-format=bf16
 *     max_ulp=1 max_real_ulp=0.5 cycles=4.8125
 * long: --fn=typecast --in=int32 --out-format=bf16
 *     max_ulp=1 max_real_ulp=0.500007629 cycles=4.8125
 * twin: -DPLAIN --in=int32 --out=bf16 --sample=200000
 * twin long: -DPLAIN --in=int32 --out=bf16
 * solved: wormhole found 4 floor 2 shorter model inputs drawn
 * solved: blackhole found 4 floor 2 shorter model inputs drawn
 * left: L1 L6 L7 L11
 * published: 4 cycles, the vendor's _calculate_typecast_int32_to_fp16b_,
 *     https://github.com/tenstorrent/tt-llk
 */
#include "../schedule.h"

#ifndef PLAIN
    .schedule int32_to_bf16
    .period 4
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate h = L0
    .rotate l = L2, L3
    .rotate sum = L4
    .delays instructions
    t | Load                          | Simple                       | MAD                          | Round                                     | Store
    0 | [h] sfpload h, 0, INT32, STAY
    1 |                               | sfpshft h, L0, -23, SHIFT_BY
    2 | [l] sfpload l, 0, INT32, STEP | [h] sfpxor h, L5
    3 |                               |                              | sfpmad sum, L10, h, L13, 0
    4 | ...                           | [l] sfpsetman l, L12, 0, 0
    5 | ...                           |                              | [l] sfpmad l, L14, l, sum, 0
    7 | ...                           |                              |                              | [l] sfpstochrnd L16, L0, l, 0, TO_BF16, 0
    8 | ...                           |                              |                              |                                           | [l] sfpstore L16, [l], BF16
    .endschedule

    .schedule_setup int32_to_bf16
#endif

    set_constant 12, 0x56800000     // 2^46
    set_constant 13, 0xD6800101     // -2^46 - 2^31 - 2^23
    set_constant 14, 0x34000000     // 2^-23
    load_word L5, 0x56800100        // 2^46 + 2^31: turns the sign round

#ifdef PLAIN
    ttreplay 0, 11, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L2, 0, INT32, STAY
    sfpshft L0, L0, -23, SHIFT_BY
    sfpxor L0, L5
    sfpsetman L2, L12, 0, 0
    sfpmad L4, L10, L0, L13, 0
    sfpnop
    sfpmad L4, L14, L2, L4, 0
    sfpnop
    sfpstochrnd L4, L4, L4, 0, TO_BF16, 0
    sfpstore L4, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 11, 0, 0
    .endr
#else
    .schedule_loop int32_to_bf16, VECTORS, FORM
#endif
