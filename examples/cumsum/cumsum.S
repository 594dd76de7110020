/*
 * The cumulative sum down each column of an fp32 tile of 32x32, or of -DTILES=n tiles one above the other, in place, on
 * Wormhole and Blackhole. See README.md.
 *
 * kernel: cumulative sum by columns, fp32
 * arch: wormhole blackhole
 * domain: all; denormals count as 0, and -0 at the top as +0
 * cycles: tile 110
 * data: in.npy expected.npy
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11 L12 L13 L14
 * published wormhole: 165 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_cumsum.h
 * published blackhole: 165 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_cumsum.h
 */
    .include "sfpu.inc"

#ifndef TILES
#define TILES 1
#endif

#define BANDS (8 * TILES) /* of four rows */

/* The Dst row of band b, and the distances to its other kinds of columns: even and odd columns of two faces. */
#define ROW(b) ((b) / 8 * 64 + (b) % 8 / 4 * 32 + (b) % 4 * 4)
#define ODD 2
#define RIGHT 16

/*
 * A band is four rows. It is in four registers, one for each kind of columns; SFPTRANSP makes a register for each row,
 * with all 32 columns. Then each row is added to the previous row, and SFPTRANSP turns the sums back. Bands alternate
 * between L4 to L7 and L0 to L3, and one SFPTRANSP turns a band back and the next band over. The next band begins with
 * the last row of sums. That row goes through Dst, at the place of this band's last vector.
 *
 * Loads schedule the first additions, after the next seven instructions, and the SFPTRANSP. In the cycle of the
 * SFPTRANSP, the last row is stored, still with its old value.
 */
#define ADD_L0 0
#define ADD_L4 1
#define ADD_L5_AND_TURN 2
#define TURN 3

#ifndef PLAIN
    sfpadd T0, L10, L0, L0, 0
    sfpadd T1, L10, L4, L0, 0
    sfpadd T2, L10, L5, L0, 0
    sfptransp T3
    sfpconfig 8, 0x300, SFPCONFIG_REPLACE_IMM // delays count instructions
    sfpconfig 4 + ADD_L0, 0x3c00, SFPCONFIG_REPLACE_IMM
    sfpconfig 4 + ADD_L4, 0x3d00, SFPCONFIG_REPLACE_IMM
    sfpconfig 4 + ADD_L5_AND_TURN, 0x3e07, SFPCONFIG_REPLACE_IMM
    sfpconfig 4 + TURN, 0x0007, SFPCONFIG_REPLACE_IMM
#endif

/* A load that schedules. With -DPLAIN, the work of macro `macro` and the operand of its addition are written out. */
    .macro load_for macro, reg, row
#ifdef PLAIN
    sfpload L\reg, \row, FP32, STAY
#else
    sfploadmacro \macro, L\reg, (\row) | (\reg >> 2), FP32, STAY // bit 0 is one of the register's
#endif
    .endm

    .macro add to, from
    sfpadd L\to, L10, L\from, L\to, 0
    .endm

    .macro add_plain to, from
#ifdef PLAIN
    add \to, \from
    sfpnop
#endif
    .endm

/* SFPTRANSP comes after this, or by macro in the same cycle. */
    .macro turn_and_store reg, row
    sfpstore L\reg, \row, FP32, STAY
#ifdef PLAIN
    sfptransp
#endif
    .endm

/*
 * Band b is in L4 to L7, turned. The sums of the previous band are in L0 to L3, turned, and the next band is loaded
 * there. The first addition is in the cycle of the third store; the other additions follow at distances of two cycles.
 */
    .macro even_band band
    .if \band
    turn_and_store 3, ROW(\band - 1) + RIGHT + ODD
    sfpstore L0, ROW(\band - 1), FP32, STAY
    sfpload L0, ROW(\band - 1) + RIGHT + ODD, FP32, STAY
    sfpstore L1, ROW(\band - 1) + ODD, FP32, STAY
    sfpstore L2, ROW(\band - 1) + RIGHT, FP32, STAY
    sfpstore L3, ROW(\band - 1) + RIGHT + ODD, FP32, STAY
    .else
#ifdef PLAIN
    sfptransp
#endif
    sfpnop
    sfpnop
    sfploadi L0, 0, SFPLOADI_USHORT // nothing is above it
    sfpnop
    sfpnop
    sfpnop
    .endif
    add_plain 4, 0
    add_plain 5, 4
    add_plain 6, 5
    load_for ADD_L4, 0, ROW(\band + 1)
    sfpload L3, ROW(\band + 1) + RIGHT + ODD, FP32, STAY
    load_for ADD_L0, 1, ROW(\band + 1) + ODD
    add 7, 6
    load_for TURN, 2, ROW(\band + 1) + RIGHT
    .endm

/* The same with the registers exchanged. The third addition has no macro. */
    .macro odd_band band
    turn_and_store 7, ROW(\band - 1) + RIGHT + ODD
    sfpstore L4, ROW(\band - 1), FP32, STAY
    sfpload L4, ROW(\band - 1) + RIGHT + ODD, FP32, STAY
    sfpstore L5, ROW(\band - 1) + ODD, FP32, STAY
    sfpstore L6, ROW(\band - 1) + RIGHT, FP32, STAY
    sfpstore L7, ROW(\band - 1) + RIGHT + ODD, FP32, STAY
    add_plain 0, 4
    add_plain 1, 0
    .if \band + 1 < BANDS
    sfpload L7, ROW(\band + 1) + RIGHT + ODD, FP32, STAY
    load_for ADD_L0, 4, ROW(\band + 1)
    add 2, 1
    load_for ADD_L4, 5, ROW(\band + 1) + ODD
    add 3, 2
    load_for ADD_L5_AND_TURN, 6, ROW(\band + 1) + RIGHT
    .else
    sfpnop
    add 2, 1
    sfpnop
    add 3, 2
    sfpnop
    .endif
    .endm

    load_for ADD_L0, 4, ROW(0)
    sfpload L7, ROW(0) + RIGHT + ODD, FP32, STAY
    load_for ADD_L4, 5, ROW(0) + ODD
    sfpnop
    load_for ADD_L5_AND_TURN, 6, ROW(0) + RIGHT

    .rept BANDS / 2
    even_band 2 * \+
    odd_band (2 * \+ + 1)
    .endr

    sfptransp
    sfpstore L0, ROW(BANDS - 1), FP32, STAY
    sfpstore L1, ROW(BANDS - 1) + ODD, FP32, STAY
    sfpstore L2, ROW(BANDS - 1) + RIGHT, FP32, STAY
    sfpstore L3, ROW(BANDS - 1) + RIGHT + ODD, FP32, STAY
