/*
 * min(max(x, LOW), HIGH) of a tile of int32, in place, with LOW below 0 and HIGH of 0 or more. See README.md.
 *
 * kernel: clamp, int32
 * arch: wormhole blackhole
 * domain: all
 * cycles: 6
 * sweep: --fn=min(max(x,-1000),20000) --in=int16 --dst-format=int32 --out-format=int32
 *     max_ulp=0 cycles=6.4375
 * long: --fn=min(max(x,-1000),20000) --in=int32
 *     max_ulp=0 cycles=6.4375
 * twin: -DPLAIN --in=int32 --sample=200000
 * twin long: -DPLAIN --in=int32
 * solved: found 6 floor 6 shorter counting inputs drawn
 * left: L2 L3 L4 L5 L6 L7 L11 L12
 */
#include "../schedule.h"

#ifndef LOW
#define LOW 0xFFFFFC18 /* -1000 */
#define HIGH 20000
#endif
    .if LOW >> 31 == 0 || HIGH >> 31
    .error "bounds of one sign: from 0 up clamp.S does it"
    .endif

    set_constant 13, ~(LOW) & 0xFFFFFFFF
    set_constant 14, HIGH

/* Negative numbers are below HIGH in either order. The comparison with LOW inverts all numbers; ~LOW is 0 or more. */
#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, INT32, STAY
    sfpswap L0, L14, SWAP_MIN
    sfpnop
    sfpnot L0, L0
    sfpswap L0, L13, SWAP_MIN
    sfpnop
    sfpnot L0, L0
    sfpstore L0, 0, INT32, STEP
    .endr
#else
    .schedule clamp
    .period 6
    .rows 2
    .addrmod STEP:+2
    .delays instructions
    t | Load                           | Simple                   | MAD | Round | Store
    0 | [x] sfpload L0, 0, INT32, STEP
    1 |                                | sfpswap L0, L14, SWAP_MIN
    3 |                                | sfpnot L1, L0
    4 |                                | sfpswap L1, L13, SWAP_MIN
    6 |                                | [x] sfpnot L16, L1
    7 |                                |                          |     |       | [x] sfpstore L16, [x], INT32
    .endschedule

    .schedule_setup clamp
    .schedule_loop clamp, VECTORS, FORM
#endif
