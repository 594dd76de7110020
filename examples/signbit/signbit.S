/*
 * 1.0 where x has its sign bit set, including -0, and 0.0 elsewhere, of a tile of fp32, in place. See README.md.
 *
 * kernel: sign bit, fp32
 * arch: wormhole blackhole
 * domain: all; unflushed are -0 and what is below it and denormal, which fn takes for a zero
 * cycles: 1
 * sweep: --fn=lt(x,0) --in=bf16 --dst-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=1.40625 unflushed=251 specials=4
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * solved: found 1 floor 1 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13
 * published: 1
 */
#include "../schedule.h"

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, INT32, STAY
    sfpshft L0, L0, -31, SHIFT_BY
    sfpcast L0, L0, 0
    sfpstore L0, 0, FP32, STEP
    .endr
#else
    set_constant 14, 0xFFFFFFE1 // -31

    .schedule signbit
    .period 1
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1
    .delays instructions
    t | Load                          | Simple                 | MAD | Round                                   | Store
    0 | [x] sfpload x, 0, INT32, STEP
    1 |                               |                        |     | [x] sfpshft2 x, L14, 0, SFPSHFT2_SHFT_LREG b=x
    2 |                               | [x] sfpcast L16, x, 0
    3 |                               |                        |     |                                         | [x] sfpstore L16, [x], FP32
    .endschedule

    .schedule_setup signbit
    .schedule_loop signbit, VECTORS, FORM
#endif
