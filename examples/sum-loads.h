/*
 * Shared by the examples that add up a tile: loads that add, one in each cycle, with SFPLOADMACRO. `load_add to, from,
 * row` is L(to) = L(from) + the vector at row of Dst, for register numbers from 0 to 3. L(from) has to be there in the
 * next cycle; the sum is there one cycle later. With -DPLAIN it is a load and an addition, with the same bits.
 */
    .include "sfpu.inc"

/* Distances in Dst rows: to the face at the right, to the face below, and from even columns to odd columns. */
#define RIGHT 16
#define BELOW 32
#define ODD 2

#ifdef PLAIN
    .hazards auto
    .macro load_add to, from, row
    sfpload L\to, \row, FP32, STAY
    sfpadd L\to, L10, L\from, L\to, 0
    .endm
#else
/* Macro i adds L(i) to its loaded vector, on MAD, in the cycle after the load. */
    .irp i, 0, 1, 2, 3
    sfpadd T\i, L10, L\i, L0, 0
    sfpconfig 4 + \i, (4 + \i) << 8, SFPCONFIG_REPLACE_IMM
    .endr
    .macro load_add to, from, row
    sfploadmacro \from, L\to, (\row) | (\to >> 2), FP32, STAY // bit 0 is one of the register's
    .endm
#endif
