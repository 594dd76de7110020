/*
 * (x + 1)^2 as in 3-shadow.S, with SFPLOADMACRO: the table that sfpsched makes from that kernel. A vector is loaded
 * every second cycle, while the previous vectors are added, squared and stored. See ../README.md.
 *
 * kernel: step 7 of the course: the pipelined loop
 * arch: wormhole blackhole
 * domain: all
 * cycles: 2
 * sweep: --fn=(x+1)^2 --in=bf16 --dst-format=fp32
 *     max_ulp=1 max_real_ulp=1.41406253 cycles=2.40625
 * twin: 3-shadow.S --in=bf16 --dst-format=fp32
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * solved: found 2 floor 2 shorter counting inputs drawn
 * left: L4 L5 L6 L7 L11 L12 L13 L14
 */
#ifdef PLAIN
#include "3-shadow.S"
#else
#include "../schedule.h"

    .schedule pipeline
    .period 2
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate x = L1, L3, L2
    .delays instructions
    t | Load                         | Simple | MAD                        | Round | Store
    0 | [x] sfpload x, 0, FP32, STEP
    2 |                              |        | [x] sfpadd x, x, L10, 0
    5 |                              |        | sfpmul L0, x, x, 0
    7 |                              |        |                            |       | [x] sfpstore L0, [x], FP32
    .endschedule

    .schedule_setup pipeline
    .schedule_loop pipeline, VECTORS, FORM
#endif
