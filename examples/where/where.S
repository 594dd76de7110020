/*
 * where(c, a, b), that is c ? a : b, of tiles of 16-bit values, in place of c. See README.md.
 *
 * kernel: where, 16 bits
 * arch: wormhole blackhole
 * domain: all
 * cycles: 3
 * data: in.npy expected.npy
 * twin: -DPLAIN --in=uint16 --operands=2 --sample=300000
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
#ifndef UNROLL
#define SOLID /* a gap within an iteration would change the flags too early */
#endif
#include "../schedule.h"

/* c, a and b follow each other in Dst; a vector takes 2 rows. */
#define A 2 * VECTORS
#define B 4 * VECTORS

#ifdef PLAIN
    ttreplay 0, 6, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpload L1, A, UINT16, STAY
    sfpsetcc L0, 0, SFPSETCC_LREG_EQ0
    sfpload L1, B, UINT16, STAY     // where c is 0
    sfpencc 0, 0
    sfpstore L1, 0, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 6, 0, 0
    .endr
#else
    .schedule where
    .period 3
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions, gapless
    t | Load                            | Simple                                | MAD | Round | Store
    0 | [c] sfpload L0, 0, UINT16, STAY
    1 | [a] sfpload L0, A, UINT16, STAY | [c] sfpsetcc L0, 0, SFPSETCC_LREG_EQ0
    2 | sfpload L0, B, UINT16, STEP     | [a] sfpencc 0, 0
    3 | ...                             |                                       |     |       | [c] sfpstore L0, [c], UINT16
    .endschedule

    .schedule_setup where
    .schedule_loop where, VECTORS, FORM
#endif
