/*
 * The larger or the smaller of two integers. SFPSWAP compares as sign and magnitude. For two's complement that is the
 * right order, except where bit 31 is 1 in both. For unsigned numbers that is the reverse order, except where bit 31 is
 * 0 in both.
 *
 * MODE is SFPSWAP's, b, a: with SWAP_MIN b becomes the smaller and a the larger one, by sign and magnitude. a is
 * stored. Where TEST holds for a, b is stored over it.
 *
 * sfpsched(1) found the table. SFPSWAP, of two cycles, SFPSETCC and SFPENCC take 4 cycles of Simple: no table of these
 * instructions is shorter. Each store works in a cycle in which the flags change, under the old flags, by the order
 * within a cycle (sfpu-timing(7): measured for Store on Blackhole, derived for Wormhole). The finding flags-clash
 * reports this, and is switched off. Another load of a is there so that its macro can store a. The order of loads and
 * stores allows no late word within the loop, so the loop is solid.
 */
#ifndef UNROLL
#define SOLID
#endif
#include "../schedule.h"

#define B 2 * VECTORS /* a, then b; a vector takes 2 rows */

#ifdef PLAIN
    ttreplay 0, 8, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, B, INT32, STAY
    sfpswap L1, L0, MODE
    sfpnop                              // the swap takes two cycles
    sfpstore L0, 0, INT32, STAY
    sfpsetcc L0, 0, TEST
    sfpstore L1, 0, INT32, STEP
    sfpencc 0, 0

    .rept VECTORS - 1
    ttreplay 0, 8, 0, 0
    .endr
#else
    .schedule integers
    .period 4
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate b = L5, L3
    .delays instructions, gapless
    t | Load                          | Simple                    | MAD | Round | Store
    0 | [b] sfpload b, 0, INT32, STAY
    1 | sfpload b, B, INT32, STAY
    2 | [a] sfpload L2, 0, INT32, STEP
    4 | ...                           | [b] sfpswap b, L2, MODE
    6 | ...                           | [a] sfpsetcc L2, 0, TEST  |     |       | [a] sfpstore L2, [a], INT32
    7 | ...                           | sfpencc 0, 0              |     |       | [b] sfpstore b, [b], INT32
    .endschedule

    .schedule_setup integers
    .schedule_loop integers, VECTORS, FORM
#endif
