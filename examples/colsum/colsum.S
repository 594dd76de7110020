/*
 * The sum of each column of a 32x32 fp32 tile, on Wormhole and Blackhole. The 32 sums become row 0 of the tile; the
 * other rows stay. See README.md.
 *
 * kernel: column sum, fp32
 * arch: wormhole blackhole
 * domain: all; denormals count as 0
 * cycles: tile 54
 * data: in.npy expected.npy --ulp=0
 * data: random.npy sums.npy
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11 L12 L13 L14
 * published wormhole: 162 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_reduce.h
 * published blackhole: 116 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_reduce.h
 */
#include "../sum-loads.h"

/*
 * Two kinds of columns (there are even and odd columns of two faces). The sum of each kind alternates between two
 * registers, so that it is there when the next addition needs it. Row i of L\a and L\b has the sums of rows i, i + 4,
 * and so on.
 */
    .macro two_kinds a, b, at
    sfpload L0, \at, FP32, STAY
    sfpload L1, \at + ODD, FP32, STAY
    .irp row, 4, 12, BELOW + 4
    load_add 2, 0, \at + \row
    load_add 3, 1, \at + \row + ODD
    .if \row == 12
    load_add 0, 2, \at + BELOW
    load_add 1, 3, \at + BELOW + ODD
    .else
    load_add 0, 2, \at + \row + 4
    load_add 1, 3, \at + \row + 4 + ODD
    .endif
    .endr
    load_add \a, 0, \at + BELOW + 12
    load_add \b, 1, \at + BELOW + 12 + ODD
    .endm

    two_kinds 4, 5, 0
    two_kinds 6, 7, RIGHT
    sfpnop                          // the last sum lands
    sfpnop

/* SFPTRANSP turns a register for each kind of columns into a row for each kind, so that four registers can be added. */
    sfptransp
    sfpadd L4, L10, L4, L5, 0
    sfpadd L6, L10, L6, L7, 0
    sfpnop
    sfpadd L4, L10, L4, L6, 0
    sfpiadd L5, L15, -16, SFPIADD_IMM_LT0 // L15 is twice the lane's number: only row 0 works from here on
    sfptransp
    sfpstore L4, 0, FP32, STAY
    sfpstore L5, ODD, FP32, STAY
    sfpstore L6, RIGHT, FP32, STAY
    sfpstore L7, RIGHT + ODD, FP32, STAY
    sfpencc 0, 0
