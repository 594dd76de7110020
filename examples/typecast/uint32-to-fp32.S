/*
 * uint32 to fp32: rounded to nearest, ties to even. See README.md.
 *
 * kernel: typecast, uint32 to fp32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 3
 * sweep: --fn=typecast --in=uint16 --dst-format=uint32 --out-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=3.8125
 * long: --fn=typecast --in=uint32 --out-format=fp32
 *     max_ulp=0 max_real_ulp=0.5 cycles=3.8125
 * twin: -DPLAIN --in=uint32 --out=fp32 --sample=200000
 * twin long: -DPLAIN --in=uint32 --out=fp32
 * solved: wormhole found 3 floor 2 shorter model inputs drawn
 * solved: blackhole found 3 floor 2 shorter model inputs drawn
 * left: L5 L6 L7 L11
 * published: 3 cycles, the vendor's _calculate_typecast_uint32_to_fp32_,
 *     https://github.com/tenstorrent/tt-llk
 */
#include "../schedule.h"

#if defined PAIRS && !defined PLAIN // of vectors, on Wormhole
    .schedule uint32_to_fp32
    .period 5
    .rows 4
    .addrmod STAY:+0, STEP:+2
    .rotate h0 = L3, L1
    .rotate l0 = L5
    .rotate h1 = L7
    .rotate l1 = L1, L0
    .delays instructions
    t | Load                            | Simple                       | MAD                             | Round                                | Store
    0 | [h1] sfpload h1, 2, INT32, STAY
    1 | [h0] sfpload h0, 0, INT32, STAY |                              |                                 | [h1] sfpshft2 h1, L0, -23, SHIFT2_BY
    2 | [l0] sfpload l0, 0, INT32, STEP | [h1] sfpsetman h1, L12, 0, 0 |                                 | [h0] sfpshft2 h0, L0, -23, SHIFT2_BY
    3 | [l1] sfpload l1, 2, INT32, STEP | [h0] sfpsetman h0, L12, 0, 0 | [h1] sfpmad h1, L10, h1, L13, 0
    4 |                                 | [l1] sfpsetman l1, L12, 0, 0 | sfpmad h0, L10, h0, L13, 0
    5 |                                 | [l0] sfpsetman l0, L12, 0, 0 | [l1] sfpmad L16, L14, l1, h1, 0
    6 |                                 |                              | [h0] sfpmad h0, L14, l0, h0, 0
    7 |                                 |                              |                                 |                                      | [h1] sfpstore L16, [h1], FP32
    8 |                                 |                              |                                 |                                      | [h0] sfpstore h0, [h0], FP32
    .endschedule

    .schedule_setup uint32_to_fp32
#elif !defined PLAIN
    .schedule uint32_to_fp32
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
    2 | [l] sfpload l, 0, INT32, STEP | [h] sfpsetman h, L12, 0, 0
    3 | ...                           | [l] sfpsetman l, L12, 0, 0
    4 |                               |                            | sfpmad sum, L10, h, L13, 0
    6 | ...                           |                            | [l] sfpmad L16, L14, l, sum, 0
    8 | ...                           |                            |                                |                                    | [l] sfpstore L16, [l], FP32
    .endschedule

    .schedule_setup uint32_to_fp32
#endif

    set_constant 12, 0x56800000     // 2^46
    set_constant 13, 0xD6800001     // -2^46 - 2^23
    set_constant 14, 0x34000000     // 2^-23

#ifdef PLAIN
    ttreplay 0, 10, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L2, 0, INT32, STAY
    sfpshft L0, L0, -23, SHIFT_BY
    sfpsetman L0, L12, 0, 0
    sfpsetman L2, L12, 0, 0
    sfpmad L4, L10, L0, L13, 0
    sfpnop
    sfpmad L4, L14, L2, L4, 0
    sfpnop
    sfpstore L4, 0, FP32, STEP

    .rept VECTORS - 1
    ttreplay 0, 10, 0, 0
    .endr
#elif defined PAIRS
    .schedule_loop uint32_to_fp32, VECTORS / 2, FORM
#else
    .schedule_loop uint32_to_fp32, VECTORS, FORM
#endif
