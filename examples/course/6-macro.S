/*
 * x^2 of a tile of fp32, in place: one SFPLOADMACRO for each vector, which schedules a product and a store. See
 * ../README.md.
 *
 * kernel: step 6 of the course: the first macro
 * arch: wormhole blackhole
 * domain: all
 * cycles: 1
 * sweep: --fn=x^2 --in=bf16 --dst-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=1.53125
 * twin: -DPLAIN --in=bf16 --dst-format=fp32
 * solved: found 1 floor 1 shorter counting inputs drawn
 * left: L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
#include "../schedule.h"

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, FP32, STAY
    sfpmul L0, L0, L0, 0
    sfpnop
    sfpstore L0, 0, FP32, STEP
    .endr
#else
    .schedule square
    .period 1
    .rows 2
    .addrmod STEP:+2
    .rotate x = L0, L1, L2
    .delays instructions
    t | Load                         | Simple | MAD                    | Round | Store
    0 | [x] sfpload x, 0, FP32, STEP
    1 |                              |        | [x] sfpmul x, x, x, 0
    3 |                              |        |                        |       | [x] sfpstore x, [x], FP32
    .endschedule

    .schedule_setup square
    .schedule_loop square, VECTORS, FORM
#endif
