/*
 * The maximum of each column of a 32x32 fp32 tile, on Wormhole and Blackhole. The 32 maxima become row 0 of the tile;
 * the other rows stay. See README.md.
 *
 * kernel: column maximum, fp32
 * arch: wormhole blackhole
 * domain: all, in SFPSWAP's order of sign and magnitude
 * cycles: tile 80
 * data: in.npy expected.npy
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11 L12 L13 L14
 * published wormhole: 103 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_reduce.h
 * published blackhole: 113 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_reduce.h
 */
    .include "sfpu.inc"

/* Distances in Dst rows: to the face at the right, to the face below, and from even columns to odd columns. */
#define RIGHT 16
#define BELOW 32
#define ODD 2

/*
 * `load_max kind, other, row`: L(kind) = the larger of L(kind) and the vector at row of Dst, which is loaded to
 * L(other). SFPLOADMACRO's swap begins in the cycle after the load and takes two cycles, so the next load uses another
 * register.
 */
#ifdef PLAIN
    .hazards auto
    .macro load_max kind, other, row
    sfpload L\other, \row, INT32, STAY
    sfpswap L\other, L\kind, SWAP_MIN
    .endm
#define NEXT
#else
    .irp i, 0, 1, 2, 3
    sfpswap T\i, L\i, SWAP_MIN
    sfpconfig 4 + \i, 0x84 + \i, SFPCONFIG_REPLACE_IMM
    .endr
    .macro load_max kind, other, row
    sfploadmacro \kind, L\other, (\row) | 1, INT32, STAY // bit 0 is one of L4's and L5's
    .endm
#define NEXT sfpnop
#endif

/*
 * A register for each kind of columns: even and odd columns of two faces. The first loads fit into the cycles of swaps.
 */
    sfpload L0, 0, INT32, STAY
    load_max 0, 4, 4
    sfpload L1, ODD, INT32, STAY
    load_max 1, 5, 4 + ODD
    sfpload L2, RIGHT, INT32, STAY
    load_max 2, 4, 4 + RIGHT
    sfpload L3, RIGHT + ODD, INT32, STAY
    load_max 3, 5, 4 + RIGHT + ODD
    .irp row, 8, 12, BELOW, BELOW + 4, BELOW + 8, BELOW + 12
    NEXT
    load_max 0, 4, \row
    NEXT
    load_max 1, 5, \row + ODD
    NEXT
    load_max 2, 4, \row + RIGHT
    NEXT
    load_max 3, 5, \row + RIGHT + ODD
    .endr
    NEXT
    NEXT

/*
 * SFPTRANSP turns a register for each kind of columns into a row for each kind, so that four registers can be compared.
 */
    sfptransp
    sfpswap L1, L0, SWAP_MIN
    sfpswap L3, L2, SWAP_MIN
    sfpswap L2, L0, SWAP_MIN
    sfpiadd L4, L15, -16, SFPIADD_IMM_LT0 // L15 is twice the lane's number: only row 0 works from here on
    sfptransp
    sfpstore L0, 0, INT32, STAY
    sfpstore L1, ODD, INT32, STAY
    sfpstore L2, RIGHT, INT32, STAY
    sfpstore L3, RIGHT + ODD, INT32, STAY
    sfpencc 0, 0
