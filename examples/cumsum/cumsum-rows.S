/*
 * The cumulative sum along each row of a 32x32 fp32 tile, from the left, in place, on Wormhole and Blackhole. See
 * README.md.
 *
 * kernel: cumulative sum by rows, fp32
 * arch: wormhole blackhole
 * domain: all; denormals count as 0
 * cycles wormhole: tile 307
 * cycles blackhole: tile 435
 * data: in.npy rows.npy
 * left: L11 L13 L14
 */
    .include "sfpu.inc"

/* Distances in Dst rows: to the face at the right, to the face below, and from even columns to odd columns. */
#define RIGHT 16
#define BELOW 32
#define ODD 2

/* 0 in lane 0 of each row, and only there. */
    sfploadi L0, 14, SFPLOADI_USHORT
    bit_and L0, L15
    sfpconfig 12, 0, SFPCONFIG_REPLACE

/* For L6 and L7: each lane gets the value of its left neighbour, and lane 0 of a row gets 0. */
    .macro shifted from, from_other
    sfpshft2 L6, \from, 0, SFPSHFT2_SHFLSHR1
    sfpshft2 L7, \from_other, 0, SFPSHFT2_SHFLSHR1
    .endm

/*
 * Wormhole's shift does not fill in 0, but the value that was in lane 7 at the last rotation, for each row. This macro
 * rotates zeros, which makes that value 0.
 */
    .macro fill_in_0
#ifdef ARCH_WORMHOLE
    sfpshft2 L9, L9, 0, SFPSHFT2_SHFLROR1
#endif
    .endm

/* Four rows of a face, and four more: even columns in L0 and L1, odd columns in L2 and L3. */
    .macro load_both row
    sfpload L0, \row, FP32, STAY
    sfpload L1, \row + 4, FP32, STAY
    sfpload L2, \row + ODD, FP32, STAY
    sfpload L3, \row + 4 + ODD, FP32, STAY
    .endm

/*
 * L4 and L5: sums of a lane's two columns, then of all lanes up to this one. The sum before an even column is the sum
 * up to the odd column of the previous lane.
 */
    .macro sums_of_both row
    sfpadd L4, L10, L0, L2, 0
    sfpadd L5, L10, L1, L3, 0
    .irp lanes, 1, 2, 4
    shifted L4, L5
    .rept \lanes - 1
    shifted L6, L7
    .endr
    sfpadd L4, L10, L4, L6, 0
    sfpadd L5, L10, L5, L7, 0
    .endr
    shifted L4, L5
    sfpadd L0, L10, L0, L6, 0
    sfpadd L1, L10, L1, L7, 0
    sfpstore L4, \row + ODD, FP32, STAY
    sfpstore L5, \row + 4 + ODD, FP32, STAY
    sfpstore L0, \row, FP32, STAY
    sfpstore L1, \row + 4, FP32, STAY
    .endm

    .irp row, 0, 8, BELOW, BELOW + 8
    fill_in_0
    load_both \row
    sums_of_both \row
    sfpshft2 L6, L4, 0, SFPSHFT2_SHFLROR1 // lane 7's go to lane 0
    sfpshft2 L7, L5, 0, SFPSHFT2_SHFLROR1
    fill_in_0
    load_both \row + RIGHT
    sfpsetcc L12, 0, SFPSETCC_LREG_EQ0
    sfpadd L0, L10, L0, L6, 0
    sfpadd L1, L10, L1, L7, 0
    sfpencc 0, 0
    sums_of_both \row + RIGHT
    .endr
