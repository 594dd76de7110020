/*
 * Stores the number of the lane, 0 to 31, in each cell of a tile, which shows the row and column of each lane. See
 * ../README.md.
 *
 * kernel: step 1 of the course: lanes and Dst
 * arch: wormhole blackhole
 * domain: all
 * cycles: 1
 * left: L1 L2 L3 L4 L5 L6 L7 L11 L12 L13 L14
 */
    .include "sfpu.inc"

    sfpmov L0, L15, 0                   // L15 is a constant: twice the number of the lane
    sfpshft L0, L0, -1, SHIFT_BY

    .rept 32
    sfpstore L0, 0, INT32, STEP         // 4 rows of 8 lanes; STEP moves Dst on by 2
    .endr
