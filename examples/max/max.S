/*
 * The larger of x and BOUND, of a tile of fp32, in place; with -DMIN the smaller. See README.md.
 *
 * kernel: maximum with a constant, fp32
 * arch: wormhole blackhole
 * domain: all numbers; NaN is beyond the infinity of its sign
 * cycles: 2
 * sweep: --fn=max(x,-1.5) --in=bf16 --dst-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=2.34375 numbers=127
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=fp32 --sample=200000
 * twin long: -DPLAIN --in=fp32
 * solved: found 2 floor 2 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12 L13
 * published: 2
 */
#include "../schedule.h"

#ifndef BOUND
#define BOUND 0xBFC00000 /* -1.5 */
#endif

/* The first operand of SFPSWAP is a register, which is written. The second is a constant register, which stays. */
#ifdef MIN
#define OF_BOTH SWAP_MIN
#else
#define OF_BOTH SWAP_MAX
#endif

    set_constant 14, BOUND

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, INT32, STAY          // the bits, denormals as well
    sfpswap L0, L14, OF_BOTH
    sfpnop
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    .schedule bounded
    .period 2
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1
    .delays instructions
    t | Load                          | Simple                       | MAD | Round | Store
    0 | [x] sfpload x, 0, INT32, STEP
    1 |                               | [x] sfpswap x, L14, OF_BOTH
    3 |                               |                              |     |       | [x] sfpstore x, [x], INT32
    .endschedule

    .schedule_setup bounded
    .schedule_loop bounded, VECTORS, FORM
#endif
