/*
 * Transposes a 32x32 tile of 32-bit cells in place, on Wormhole and Blackhole. See README.md.
 *
 * kernel: transpose, 32 bits
 * arch: wormhole blackhole
 * domain: all bits
 * cycles wormhole: tile 529
 * cycles blackhole: tile 641
 * data: in.npy expected.npy
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11
 */
    .include "sfpu.inc"

/*
 * Ten bits give the place of a cell. Five are in its Dst address: BELOW and RIGHT for the face, GROUP_1 and GROUP_0 for
 * a group of four rows, ODD for the columns. Two bits are the row in a register, and three bits are the lane in that
 * row. Transposition exchanges these bits. First, SFPTRANSP exchanges the two bits of the row with BELOW and RIGHT.
 * Then the three bits of the lane are exchanged with GROUP_1, GROUP_0 and RIGHT. Last, RIGHT and ODD are exchanged with
 * the row, and the remaining address bits with each other.
 */
#define BELOW 32
#define RIGHT 16
#define GROUP_1 8
#define GROUP_0 4
#define ODD 2

/* A bit of the lane's number in each of three constants. L15 is twice that number. */
    .macro lane_bit constant, bit
    sfploadi L0, 2 * \bit, SFPLOADI_USHORT
    bit_and L0, L15
    sfpconfig \constant, 0, SFPCONFIG_REPLACE
    .endm

/* First step. Two sets of four registers take turns. Each load schedules its store, after the SFPTRANSP. */
#ifndef PLAIN
    load_word L0, 0x23000000
    sfpconfig 4, 0, SFPCONFIG_REPLACE
    sfpconfig 8, 0x800 + INT32, SFPCONFIG_REPLACE_IMM // delays of stores count instructions, four here
#endif
    lane_bit 12, 1 // one of them is here, because SFPCONFIG takes up to two cycles

    .macro turn_four a, b, c, d, at
#ifdef PLAIN
    sfpload L\a, \at, INT32, STAY
    sfpload L\b, \at + BELOW, INT32, STAY
    sfpload L\c, \at + RIGHT, INT32, STAY
    sfpload L\d, \at + RIGHT + BELOW, INT32, STAY
    sfptransp
    sfpstore L\a, \at, INT32, STAY
    sfpstore L\b, \at + BELOW, INT32, STAY
    sfpstore L\c, \at + RIGHT, INT32, STAY
    sfpstore L\d, \at + RIGHT + BELOW, INT32, STAY
#else
    sfploadmacro 0, L\a, (\at) | (\a >> 2), INT32, STAY // bit 0 is one of the register's
    sfploadmacro 0, L\b, (\at + BELOW) | (\b >> 2), INT32, STAY
    sfploadmacro 0, L\c, (\at + RIGHT) | (\c >> 2), INT32, STAY
    sfploadmacro 0, L\d, (\at + RIGHT + BELOW) | (\d >> 2), INT32, STAY
    sfptransp
#endif
    .endm

    .irp group, 0, GROUP_0, GROUP_1, GROUP_1 + GROUP_0
    turn_four 0, 1, 2, 3, \group
    turn_four 4, 5, 6, 7, \group + ODD
    .endr

/* While the last set is stored: the other constants. */
    lane_bit 13, 2
    lane_bit 14, 4

/*
 * Second step, eight vectors v, one for each number g of GROUP_1, GROUP_0 and RIGHT: v(g) in lane k has to become v(k)
 * in lane g, so the cell moves g - k lanes. First the registers are permuted in each lane, by k, so that register d has
 * all cells that move d lanes: v(d + k). Then register d is rotated by d. Now register d has, in lane g, the cell for
 * v(g - d). Another permutation by the lane's number puts the cells in place: register m + g goes to register m, that
 * is, to v(-m).
 *
 * A permutation consists of permutations by 1, 2 and 4, each in the lanes whose number has that bit. Loads and stores do
 * the permutation by 2.
 */
    .macro in_lanes_with constant
    sfpsetcc \constant, 0, SFPSETCC_LREG_NE0
    .endm
    .macro in_all_lanes
    sfpencc 0, 0
    .endm

/* By 1: register 0 goes through Dst, whose old content is no longer needed. */
    .macro permute_by_1 free
    in_lanes_with L12
    sfpstore L0, \free, INT32, STAY
    sfpshft2 L0, L0, 0, SFPSHFT2_COPY4 // L1 to L3 to L0 to L2
    sfpmov L3, L4, SFPMOV_MOVE
    sfpmov L4, L5, SFPMOV_MOVE
    sfpmov L5, L6, SFPMOV_MOVE
    sfpmov L6, L7, SFPMOV_MOVE
    sfpload L7, \free, INT32, STAY
    in_all_lanes
    .endm

    .macro permute_by_4
    in_lanes_with L14
    sfpswap L0, L4, SFPSWAP_SWAP
    sfpswap L1, L5, SFPSWAP_SWAP
    sfpswap L2, L6, SFPSWAP_SWAP
    sfpswap L3, L7, SFPSWAP_SWAP
    in_all_lanes
    .endm

#define AT(g) ((g) / 4 % 2 * GROUP_1 + (g) / 2 % 2 * GROUP_0 + (g) % 2 * RIGHT)

    .macro lanes_to_vectors at
    .irp d, 0, 1, 2, 3, 4, 5, 6, 7
    sfpload L\d, \at + AT(\d), INT32, STAY
    .endr
    in_lanes_with L13
    .irp d, 0, 1, 2, 3, 4, 5, 6, 7
    sfpload L\d, \at + AT(\d + 2), INT32, STAY
    .endr
    in_all_lanes
    permute_by_1 \at
    permute_by_4
/* From the highest register down, so that no register is rotated twice in two cycles. */
    .irp first, 1, 2, 3, 4, 5, 6, 7
    .irp d, 7, 6, 5, 4, 3, 2, 1
    .if \d >= \first
    sfpshft2 L\d, L\d, 0, SFPSHFT2_SHFLROR1
    .endif
    .endr
    .endr
    permute_by_1 \at
    permute_by_4
    .irp m, 0, 1, 2, 3, 4, 5, 6, 7
    sfpstore L\m, \at + AT(8 - \m), INT32, STAY
    .endr
    in_lanes_with L13
    .irp m, 0, 1, 2, 3, 4, 5, 6, 7
    sfpstore L\m, \at + AT(10 - \m), INT32, STAY // L(m) as register m - 2
    .endr
    in_all_lanes
    .endm

    lanes_to_vectors 0
    lanes_to_vectors ODD
    lanes_to_vectors BELOW
    lanes_to_vectors BELOW + ODD

/* Last step. The bit of the row that was in BELOW is now a bit of the column, ODD. */
    .irp group, 0, GROUP_0, GROUP_1, GROUP_1 + GROUP_0
    sfpload L0, \group, INT32, STAY
    sfpload L1, \group + ODD, INT32, STAY
    sfpload L2, \group + RIGHT, INT32, STAY
    sfpload L3, \group + RIGHT + ODD, INT32, STAY
    sfpload L4, \group + BELOW, INT32, STAY
    sfpload L5, \group + BELOW + ODD, INT32, STAY
    sfpload L6, \group + BELOW + RIGHT, INT32, STAY
    sfpload L7, \group + BELOW + RIGHT + ODD, INT32, STAY
    sfptransp
    sfpstore L0, \group, INT32, STAY
    sfpstore L1, \group + RIGHT, INT32, STAY
    sfpstore L2, \group + BELOW, INT32, STAY
    sfpstore L3, \group + BELOW + RIGHT, INT32, STAY
    sfpstore L4, \group + ODD, INT32, STAY
    sfpstore L5, \group + ODD + RIGHT, INT32, STAY
    sfpstore L6, \group + ODD + BELOW, INT32, STAY
    sfpstore L7, \group + ODD + BELOW + RIGHT, INT32, STAY
    .endr
