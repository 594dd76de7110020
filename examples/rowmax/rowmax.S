/*
 * The maximum of each row of a 32x32 fp32 tile, on Wormhole and Blackhole. The 32 maxima become row 0 of the tile, with
 * the maximum of row r in column r; the other rows stay.
 *
 * A vector register holds 4 rows x 8 columns. SFPSWAPs reduce the four vectors of 4 rows of the tile to one. Rotations
 * of this vector by 1, 2 and 4 columns (SFPSHFT2), each followed by a maximum, leave a row's maximum in all 8 columns.
 * After 16 rows, L0..L3 hold:
 *
 *     L0 = rows 0..3    L1 = rows 4..7    L2 = rows 8..11   L3 = rows 12..15
 *
 * SFPTRANSP makes row i of register j from row j of register i. Then row 0 of
 * L0, L1, L2, L3 holds the maxima of rows 0, 1, 2, 3, row 1 those of 4, 5, 6, 7,
 * and SFPSHFT2's chained copy, which moves each register to the one before and
 * L0 to L3, one row up, brings one maximum after the other to row 0 of L0.
 *
 * Expects predication on and address modifiers that stay and that step Dst by
 * 2, as the vendor's runtime leaves them (.init llk of sfpu.inc).
 *
 * kernel: row maximum, fp32
 * arch: wormhole blackhole
 * domain: all; NaNs are beyond the infinities of their sign
 * cycles: tile 373
 * data: in.npy expected.npy
 * left: L11 L12 L13 L14
 */
    .include "sfpu.inc"

/* The face to the right is 16 Dst rows further. */
#define RIGHT 16

#define MAX(result, other) sfpswap other, result, SWAP_MIN; sfpnop
#define ROTATED(result, from) sfpshft2 result, from, 0, SFPSHFT2_SHFLROR1; sfpnop

/*
 * L7 = maxima of 4 rows, in all columns; the Dst address steps by 4. SFPSWAP and SFPSHFT2's rotation take two cycles
 * each, and need an SFPNOP after them.
 */
#define FOUR_ROWS 30
    ttreplay 0, FOUR_ROWS, 0, 1
    sfpload L7, 0, INT32, STAY
    sfpload L6, 2, INT32, STAY
    MAX(L7, L6)
    sfpload L6, RIGHT, INT32, STEP
    MAX(L7, L6)
    sfpload L6, RIGHT + 2 - 2, INT32, STEP // the step before has moved Dst by 2
    MAX(L7, L6)
    ROTATED(L6, L7)
    MAX(L7, L6)
    ROTATED(L6, L7)
    ROTATED(L6, L6)
    MAX(L7, L6)
    ROTATED(L6, L7)
    ROTATED(L6, L6)
    ROTATED(L6, L6)
    ROTATED(L6, L6)
    MAX(L7, L6)

/*
 * L4 and L5 = maxima of 16 rows in row 0: L4 those of even tile rows, for the even columns; L5 those of odd tile rows,
 * for the odd columns.
 */
#define SIXTEEN_ROWS \
    ttreplay 0, FOUR_ROWS, 0, 0; sfpmov L0, L7, 0; \
    ttreplay 0, FOUR_ROWS, 0, 0; sfpmov L1, L7, 0; \
    ttreplay 0, FOUR_ROWS, 0, 0; sfpmov L2, L7, 0; \
    ttreplay 0, FOUR_ROWS, 0, 0; sfpmov L3, L7, 0; \
    sfptransp; \
    FROM_COLUMN(0); FROM_COLUMN(1); FROM_COLUMN(2); FROM_COLUMN(3); \
    FROM_COLUMN(4); FROM_COLUMN(5); FROM_COLUMN(6); FROM_COLUMN(7); \
    sfpencc 0, 0

/*
 * L15 holds twice the lane's number. In row 0 lanes are columns. The lanes from `column` on get the next two maxima;
 * later maxima overwrite those in the lanes further right.
 */
#define FROM_COLUMN(column) \
    sfpiadd L6, L15, -2 * column, SFPIADD_IMM_GTE0; \
    sfpmov L4, L0, 0; \
    sfpshft2 L0, L0, 0, SFPSHFT2_CHAINED_COPY4; \
    sfpmov L5, L0, 0; \
    sfpshft2 L0, L0, 0, SFPSHFT2_CHAINED_COPY4

/* Stores row 0 of L4 and L5 to the even and odd columns of Dst row `row`, relative to the current Dst address. */
#define STORE_ROW_0(row, dst) \
    sfpiadd L6, L15, -16, SFPIADD_IMM_LT0; \
    sfpstore L4, (1024 + row - dst) % 1024, INT32, STAY; \
    sfpstore L5, (1024 + row - dst) % 1024 + 2, INT32, STAY; \
    sfpencc 0, 0

    SIXTEEN_ROWS
    STORE_ROW_0(0, 16)
    ttincrwc 0, 8, 0, 0             // over the face to the right
    ttincrwc 0, 8, 0, 0
    SIXTEEN_ROWS
    STORE_ROW_0(16, 48)
