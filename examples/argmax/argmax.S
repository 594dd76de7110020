/*
 * The maximum of each column of a 32x32 fp32 tile, and the number of the row that has it, on Wormhole and Blackhole.
 * The maxima become row 0 of the tile. The row numbers, as integers, become row 0 of the next tile. See README.md.
 *
 * kernel: column maximum and its row, fp32
 * arch: wormhole blackhole
 * domain: all, in SFPSWAP's order of sign and magnitude; of equal maxima any one
 * cycles: tile 117
 * data: in.npy expected.npy
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11 L12 L13 L14
 */
    .include "sfpu.inc"

/*
 * Distances in Dst rows: to the face at the right, to the face below, from even to odd columns, and to the next tile.
 */
#define RIGHT 16
#define BELOW 32
#define ODD 2
#define TILE 64

/* Bits of LaneConfig: SFPSWAP swaps L4 to L7 together with L0 to L3; a mask of rows of lanes that do nothing. */
#define ENABLE_DEST_INDEX 4
#define ROWS_1_TO_3 0xe000

/*
 * `load_max kind, other, row, number`: L(kind) = the larger of L(kind) and the vector at row of Dst, which is loaded to
 * L(other). The row numbers are four registers further. SFPLOADMACRO's swap begins in the cycle after the load, and
 * takes two cycles.
 */
#ifdef PLAIN
    .hazards auto
    .macro load_max kind, other, row, number
    .if \other == 2
    sfploadi L6, \number, SFPLOADI_USHORT
    .else
    sfploadi L7, \number, SFPLOADI_USHORT
    .endif
    sfpload L\other, \row, INT32, STAY
    sfpswap L\other, L\kind, SWAP_MIN
    .endm
#else
    .irp i, 0, 1
    sfpswap T\i, L\i, SWAP_MIN
    sfpconfig 4 + \i, 0x84 + \i, SFPCONFIG_REPLACE_IMM
    .endr
    .macro load_max kind, other, row, number
    .if \other == 2
    sfploadi L6, \number, SFPLOADI_USHORT
    .else
    sfploadi L7, \number, SFPLOADI_USHORT
    .endif
    sfploadmacro \kind, L\other, \row, INT32, STAY
    .endm
#endif

    .macro smaller_if_equal value, number
    sfpxor \value, L0
    sfpsetcc \value, 0, SFPSETCC_LREG_EQ0
    sfpswap L4, \number, SWAP_MIN
    sfpencc 0, 0
    .endm

/* A face and the face below: even columns in L0, odd columns in L1. Row i of L4 and L5 has a row number minus i. */
    .macro two_kinds at
    sfpconfig 15, ENABLE_DEST_INDEX, SFPCONFIG_REPLACE_IMM
    sfpload L0, \at, INT32, STAY
    sfpload L1, \at + ODD, INT32, STAY
    sfploadi L4, 0, SFPLOADI_USHORT
    sfploadi L5, 0, SFPLOADI_USHORT
    .irp row, 4, 8, 12, 16, 20, 24, 28
    load_max 0, 2, (\at + \row % 16 + \row / 16 * BELOW), \row
    load_max 1, 3, (\at + \row % 16 + \row / 16 * BELOW + ODD), \row
    .endr
#ifndef PLAIN
    sfpnop                          // the last swap
    sfpnop
#endif

/*
 * Row i of either becomes row 0 or 1 of L(i). With ENABLE_DEST_INDEX, only loads, swaps and SFPTRANSP may write L4 to
 * L7.
 */
    sfptransp
    sfpconfig 15, 0, SFPCONFIG_REPLACE_IMM
    sfpnop
    sfpiadd L5, L5, 1, SFPIADD_IMM_NONE
    sfpiadd L6, L6, 2, SFPIADD_IMM_NONE
    sfpiadd L7, L7, 3, SFPIADD_IMM_NONE
    sfpconfig 15, ENABLE_DEST_INDEX, SFPCONFIG_REPLACE_IMM
    sfpnop
    sfpswap L1, L0, SWAP_MIN
    sfpswap L3, L2, SWAP_MIN
    sfpswap L2, L0, SWAP_MIN
#ifdef FIRST
/* The smallest row number among the values that are equal to the maximum. */
    sfpconfig 15, 0, SFPCONFIG_REPLACE_IMM
    sfpnop
    smaller_if_equal L1, L5
    smaller_if_equal L2, L6
    smaller_if_equal L3, L7
#endif
    sfptransp
    sfpconfig 15, ROWS_1_TO_3, SFPCONFIG_REPLACE_IMM
    sfpnop
    sfpstore L0, \at, INT32, STAY
    sfpstore L1, \at + ODD, INT32, STAY
    sfpstore L4, \at + TILE, INT32, STAY
    sfpstore L5, \at + ODD + TILE, INT32, STAY
    .endm

    two_kinds 0
    two_kinds RIGHT
    sfpconfig 15, 0, SFPCONFIG_REPLACE_IMM
