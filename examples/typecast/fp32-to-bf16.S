/*
 * fp32 to bf16: rounded to nearest, ties to even. See README.md.
 *
 * kernel: typecast, fp32 to bf16
 * arch: wormhole blackhole
 * domain: all but NaNs with most payload bits set, which become zeros
 * cycles: 3
 * sweep: --fn=typecast --in=bf16 --dst-format=fp32 --out-format=bf16
 *     max_ulp=0 max_real_ulp=0 cycles=3.59375
 * long: --fn=typecast --in=fp32 --out-format=bf16
 *     max_ulp=0 max_real_ulp=0.5 cycles=3.59375
 *     except denormals-rounded-up 0x1.FEp-127:0x1.FFFFFCp-127
 *     except denormals-rounded-up -0x1.FFFFFCp-127:-0x1.FEp-127
 * twin: -DPLAIN --in=fp32 --out=bf16 --sample=200000
 * twin long: -DPLAIN --in=fp32 --out=bf16
 * solved: wormhole found 3 floor 3 shorter counting inputs drawn
 * solved: blackhole found 3 floor 3 shorter counting inputs drawn
 * left: L3 L4 L5 L6 L7 L11 L14
 * published: 3 cycles, the vendor's _calculate_typecast_fp32_to_fp16b_,
 *     https://github.com/tenstorrent/tt-llk
 */
#include "../schedule.h"

#ifndef PLAIN
    .schedule fp32_to_bf16
    .period 3
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L0, L1
    .delays instructions
    t | Load                          | Simple                               | MAD | Round                              | Store
    0 | [a] sfpload a, 0, FP32, STAY
    1 | [b] sfpload L2, 0, FP32, STEP |                                      |     | [a] sfpshft2 a, L0, -16, SHIFT2_BY
    2 |                               | TTI_SFPAND(0, 12, a, 0)
    3 | ...                           | [b] sfpiadd L2, L13, 0, NO_FLAGS
    4 | ...                           | [a] sfpiadd L16, L2, 0, NO_FLAGS b=a
    5 | ...                           |                                      |     |                                    | [b] sfpstore L16, [b], BF16
    .endschedule

    .schedule_setup fp32_to_bf16
#endif

    set_constant 12, 1
    set_constant 13, 0x7FFF

#ifdef PLAIN
    ttreplay 0, 7, 1, 1
    sfpload L0, 0, FP32, STAY
    sfpload L1, 0, FP32, STAY
    sfpshft L0, L0, -16, SHIFT_BY
    TTI_SFPAND(0, 12, 0, 0)
    sfpiadd L1, L13, 0, NO_FLAGS
    sfpiadd L1, L0, 0, NO_FLAGS
    sfpstore L1, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 7, 0, 0
    .endr
#else
    .schedule_loop fp32_to_bf16, VECTORS, FORM
#endif
