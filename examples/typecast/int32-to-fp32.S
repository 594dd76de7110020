/*
 * int32 to fp32: rounded to nearest, ties to even. See README.md.
 *
 * kernel: typecast, int32 to fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 3
 * sweep: --fn=typecast --in=int16 --dst-format=int32 --out-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=3.90625
 * long: --fn=typecast --in=int32 --out-format=fp32
 *     max_ulp=0 max_real_ulp=0.5 cycles=3.90625
 * twin: -DPLAIN --in=int32 --out=fp32 --sample=200000
 * twin long: -DPLAIN --in=int32 --out=fp32
 * solved: wormhole found 3 floor 2 shorter model inputs drawn
 * solved: blackhole found 3 floor 2 shorter model inputs drawn
 * left: L6 L7 L11
 * published: 4 cycles, the vendor's _calculate_typecast_int32_to_fp32_,
 *     https://github.com/tenstorrent/tt-llk
 */
#include "../schedule.h"

#ifndef PLAIN
    .schedule int32_to_fp32
    .period 3
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate h = L0, L1
    .rotate l = L2, L3
    .rotate sum = L4
    .delays instructions
    t | Load                          | Simple                     | MAD                            | Round                              | Store
    0 | [h] sfpload h, 0, INT32, STAY
    1 |                               |                            |                                | [h] sfpshft2 h, L0, -23, SHIFT2_BY
    2 | [l] sfpload l, 0, INT32, STEP | [h] sfpxor h, L5
    3 | ...                           | [l] sfpsetman l, L12, 0, 0
    4 |                               |                            | sfpmad sum, L10, h, L13, 0
    6 | ...                           |                            | [l] sfpmad L16, L14, l, sum, 0
    8 | ...                           |                            |                                |                                    | [l] sfpstore L16, [l], FP32
    .endschedule

    .schedule_setup int32_to_fp32
#endif

    set_constant 12, 0x56800000     // 2^46
    set_constant 13, 0xD6800101     // -2^46 - 2^31 - 2^23
    set_constant 14, 0x34000000     // 2^-23
    load_word L5, 0x56800100        // 2^46 + 2^31: turns the sign round

#ifdef PLAIN
    ttreplay 0, 10, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L2, 0, INT32, STAY
    sfpshft L0, L0, -23, SHIFT_BY
    sfpxor L0, L5
    sfpsetman L2, L12, 0, 0
    sfpmad L4, L10, L0, L13, 0
    sfpnop
    sfpmad L4, L14, L2, L4, 0
    sfpnop
    sfpstore L4, 0, FP32, STEP

    .rept VECTORS - 1
    ttreplay 0, 10, 0, 0
    .endr
#else
    .schedule_loop int32_to_fp32, VECTORS, FORM
#endif
