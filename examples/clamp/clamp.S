/*
 * min(max(x, LOW), HIGH) of a tile of fp32, in place. See README.md.
 *
 * kernel: clamp, fp32
 * arch: wormhole blackhole
 * domain: all numbers; NaN is beyond the infinity of its sign
 * cycles: 4
 * sweep: --fn=min(max(x,-1.5),2.5) --in=bf16 --dst-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=4.4375 numbers=254
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * solved: found 4 floor 4 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12
 */
#include "../schedule.h"

#ifndef LOW
#define LOW 0xBFC00000 /* -1.5 */
#define HIGH 0x40200000 /* 2.5 */
#endif

    set_constant 13, LOW
    set_constant 14, HIGH

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, INT32, STAY          // the bits, denormals as well
    sfpswap L0, L13, SWAP_MAX
    sfpnop
    sfpswap L0, L14, SWAP_MIN
    sfpnop
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    .schedule clamp
    .period 4
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1
    .delays instructions
    t | Load                          | Simple                       | MAD | Round | Store
    0 | [x] sfpload x, 0, INT32, STEP
    1 |                               | sfpswap x, L13, SWAP_MAX
    3 |                               | [x] sfpswap x, L14, SWAP_MIN
    5 |                               |                              |     |       | [x] sfpstore x, [x], INT32
    .endschedule

    .schedule_setup clamp
    .schedule_loop clamp, VECTORS, FORM
#endif
