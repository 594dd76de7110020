/*
 * The sum of each row of a 32x32 fp32 tile, on Wormhole and Blackhole. The 32 sums become column 0 of the tile; the
 * other columns stay. See README.md.
 *
 * kernel: row sum, fp32
 * arch: wormhole blackhole
 * domain: all; denormals count as 0
 * cycles wormhole: tile 107
 * cycles blackhole: tile 129
 * data: in.npy expected.npy --ulp=0
 * data: random.npy sums.npy
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11 L12 L13 L14
 * published wormhole: 214 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_reduce.h
 * published blackhole: 248 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_reduce.h
 */
#include "../sum-loads.h"

/*
 * Two groups of four rows; the sum of each alternates between two registers. L\a and L\b have the sums of four columns
 * in each lane.
 */
    .macro eight_rows a, b, row
    sfpload L0, \row, FP32, STAY
    sfpload L1, \row + 4, FP32, STAY
    load_add 2, 0, \row + ODD
    load_add 3, 1, \row + 4 + ODD
    load_add 0, 2, \row + RIGHT
    load_add 1, 3, \row + 4 + RIGHT
    load_add \a, 0, \row + RIGHT + ODD
    load_add \b, 1, \row + 4 + RIGHT + ODD
    .endm

/* Enables the lanes in whose number `bit` is 0. L15 is twice that number. */
    .macro lanes_without bit
    sfploadi L0, 2 * \bit, SFPLOADI_USHORT
    bit_and L0, L15
    sfpsetcc L0, 0, SFPSETCC_LREG_EQ0
    .endm

/*
 * For two registers in turn: each lane gets the value of its left neighbour, and lane 0 of a row gets that of lane 7.
 */
    .macro rotate_two a, from_a, b, from_b
    sfpshft2 \a, \from_a, 0, SFPSHFT2_SHFLROR1
    sfpshft2 \b, \from_b, 0, SFPSHFT2_SHFLROR1
    .endm

/*
 * One bit of the lane's number, for the register pairs a, b and c, d. b and d take the halves that a and c do not keep
 * to the lanes where they are added. After that a and c are sums over twice as many lanes, and half as many lanes
 * belong to each row.
 */
    .macro fold bit, a, b, c, d
    lanes_without \bit
    sfpswap \a, \b, SFPSWAP_SWAP
    sfpswap \c, \d, SFPSWAP_SWAP
    sfpencc 0, 0
    .rept \bit
    rotate_two \b, \b, \d, \d
    .endr
    sfpadd \a, L10, \a, \b, 0
    sfpadd \c, L10, \c, \d, 0
    .endm

    eight_rows 4, 5, 0
    eight_rows 6, 7, 8
    fold 1, L4, L5, L6, L7          // odd lanes of L4: rows 0 to 3; even lanes: rows 4 to 7
    eight_rows 5, 7, BELOW
    eight_rows 2, 3, BELOW + 8
    fold 1, L5, L7, L2, L3
    fold 2, L4, L6, L5, L2          // L4 is for the upper faces, L5 for the lower faces

/* Stores go to column 0 only: LaneConfig blocks them in all other lanes. */
#define BLOCK_DEST_WR 16
    sfploadi L0, BLOCK_DEST_WR, SFPLOADI_USHORT
    sfpiadd L1, L15, 14, SFPIADD_IMM_NONE // in row 0: 14 in lane 0, 16 to 28 in the other lanes
    bit_and L0, L1
    sfpconfig 15, 0, SFPCONFIG_REPLACE

/* The last bit needs no halves: both registers have their sums in all lanes. */
    rotate_two L0, L4, L1, L5
    rotate_two L0, L0, L1, L1
    rotate_two L0, L0, L1, L1
    rotate_two L0, L0, L1, L1
    sfpadd L0, L10, L4, L0, 0
    sfpadd L1, L10, L5, L1, 0

/* Lane 0 has the sums of the last four rows of a face, and gets those of the first, second and third four rows. */
    sfpstore L0, 12, FP32, STAY
    rotate_two L2, L0, L3, L1
    sfpstore L1, 12 + BELOW, FP32, STAY
    rotate_two L0, L2, L1, L3
    sfpstore L2, 0, FP32, STAY
    sfpstore L3, BELOW, FP32, STAY
    rotate_two L2, L0, L3, L1
    sfpstore L0, 4, FP32, STAY
    sfpstore L1, 4 + BELOW, FP32, STAY
    sfpstore L2, 8, FP32, STAY
    sfpstore L3, 8 + BELOW, FP32, STAY
    sfpconfig 15, 0, SFPCONFIG_REPLACE_IMM
