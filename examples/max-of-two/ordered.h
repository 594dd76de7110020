/*
 * The larger or the smaller of two numbers in formats that SFPSWAP orders correctly: floats, and integers of sign and
 * magnitude. MODE is SFPSWAP's: b becomes the smaller and a the larger with SWAP_MIN, and the other way round with
 * SWAP_MAX. FORMAT is Dst's; INT32 for fp32, so that bits are moved; a store of FP32 would flush subnormal numbers.
 *
 * sfpsched(1) found the table. Two loads take 2 cycles, and so does SFPSWAP: no table of these instructions is shorter.
 */
#include "../schedule.h"

#define B 2 * VECTORS /* a, then b; a vector takes 2 rows */

#ifdef PLAIN
    ttreplay 0, 5, 1, 1
    sfpload L0, 0, FORMAT, STAY
    sfpload L1, B, FORMAT, STAY
    sfpswap L1, L0, MODE
    sfpnop                              // the swap takes two cycles
    sfpstore L0, 0, FORMAT, STEP

    .rept VECTORS - 1
    ttreplay 0, 5, 0, 0
    .endr
#else
    .schedule ordered
    .period 2
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .rotate a = L1, L2
    .rotate b = L0, L4
    .delays instructions
    t | Load                           | Simple                  | MAD | Round | Store
    0 | sfpload b, B, FORMAT, STAY
    1 | [a] sfpload a, 0, FORMAT, STEP
    2 | ...                            | [a] sfpswap a, b, OTHER
    4 | ...                            |                         |     |       | [a] sfpstore a, [a], FORMAT
    .endschedule

    .schedule_setup ordered
    .schedule_loop ordered, VECTORS, FORM
#endif
