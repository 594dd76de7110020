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

/* Dst rows from a face of a tile to the one at its right, to the one below, and from even columns to odd ones. */
#define RIGHT 16
#define BELOW 32
#define ODD 2

/* Not 0 but in lane 0 of each row. */
    sfploadi L0, 14, SFPLOADI_USHORT
    bit_and L0, L15
    sfpconfig 12, 0, SFPCONFIG_REPLACE

/* A lane gets what its left neighbour has, lane 0 of a row 0, of L6 and L7. */
    .macro shifted from, from_other
    sfpshft2 L6, \from, 0, SFPSHFT2_SHFLSHR1
    sfpshft2 L7, \from_other, 0, SFPSHFT2_SHFLSHR1
    .endm

/*
 * Wormhole does not fill in 0, but what was in lane 7 when something was rotated last, and keeps that for each row:
 * here it is told that that was 0.
 */
    .macro fill_in_0
#ifdef ARCH_WORMHOLE
    sfpshft2 L9, L9, 0, SFPSHFT2_SHFLROR1
#endif
    .endm

/* Four rows of a face, and four more: even columns in L0 and L1, odd ones in L2 and L3. */
    .macro load_both row
    sfpload L0, \row, FP32, STAY
    sfpload L1, \row + 4, FP32, STAY
    sfpload L2, \row + ODD, FP32, STAY
    sfpload L3, \row + 4 + ODD, FP32, STAY
    .endm

/*
 * L4 and L5: sums of a lane's two columns, then of all lanes up to this one. What is before an even column is the sum
 * up to the odd one of the lane before.
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
