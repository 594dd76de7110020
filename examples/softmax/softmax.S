/*
 * Softmax of each row of a 32x32 fp32 tile, in place, on Wormhole and Blackhole. See README.md.
 *
 * kernel: softmax of rows, fp32
 * arch: wormhole blackhole
 * domain: all; a NaN with its sign set counts as -infinity on Wormhole
 * cycles wormhole: tile 974
 * cycles blackhole: tile 1086
 * data: in.npy expected.npy --ulp=71
 * data: logits.npy probabilities.npy --ulp=9
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11
 */
    .include "sfpu.inc"

/* Distances in Dst rows: to the face at the right, to the face below, and from even columns to odd columns. */
#define RIGHT 16
#define BELOW 32
#define ODD 2

/* The Dst row of the first four of eight rows, for the group number 0 to 3. */
#define ROWS(number) ((number) / 2 * BELOW + (number) % 2 * 8)

/* A vector of four rows: vectors 0 and 1 are in a face, 2 and 3 in the face at its right. */
#define OF_FOUR(i) ((i) % 2 * ODD + (i) / 2 * RIGHT)

#ifdef PLAIN
    .hazards auto
#endif

/*
 * For two registers in turn: each lane gets the value of its left neighbour, and lane 0 of a row gets that of lane 7.
 */
    .macro rotate_two a, from_a, b, from_b
    sfpshft2 \a, \from_a, 0, SFPSHFT2_SHFLROR1
    sfpshft2 \b, \from_b, 0, SFPSHFT2_SHFLROR1
    .endm
    .macro rotate_two_by count, a, from_a, b, from_b
    rotate_two \a, \from_a, \b, \from_b
    .rept \count - 1
    rotate_two \a, \a, \b, \b
    .endr
    .endm

/*
 * First pass: x minus the maximum of its row. L0 and L1 collect the maxima of four rows each, first in each lane, then
 * over lanes. Between these loads come the loads of the previous rows, whose negated maxima are in L4 and L5.
 */
#ifdef PLAIN
    .macro load_max kind, other, row
    sfpload L\other, \row, FP32, STAY
    sfpswap L\other, L\kind, SWAP_MIN
    .endm
    .macro less_max kind, reg, row
    sfpload L\reg, \row, FP32, STAY
    .if \kind
    sfpmad L\reg, L10, L\reg, L5, 0
    .else
    sfpmad L\reg, L10, L\reg, L4, 0
    .endif
    sfpstore L\reg, \row, FP32, STAY
    .endm
#define NEXT
#else
/*
 * A swap begins in the cycle after its load, and takes two cycles. In the second cycle, the sum of the next load
 * begins.
 */
    sfpswap T0, L0, SWAP_MIN
    sfpswap T1, L1, SWAP_MIN
    sfpmad T2, L10, L0, L4, 0
    sfpmad T3, L10, L0, L5, 0
    sfpconfig 4, 0x84, SFPCONFIG_REPLACE_IMM
    sfpconfig 5, 0x85, SFPCONFIG_REPLACE_IMM
    load_word L0, 0x13008600
    sfpconfig 6, 0, SFPCONFIG_REPLACE
    load_word L0, 0x13008700
    sfpconfig 7, 0, SFPCONFIG_REPLACE
    sfpconfig 8, FP32, SFPCONFIG_REPLACE_IMM
    .macro load_max kind, other, row
    sfploadmacro \kind, L\other, \row, FP32, STAY
    .endm
    .macro less_max kind, reg, row
    sfploadmacro (2 + \kind), L\reg, (\row) | (\reg >> 2), FP32, STAY // bit 0 is one of the register's
    .endm
#define NEXT sfpnop
#endif

    .macro less_max_of number, kind, i, reg
    .if \number >= 0
    less_max \kind, \reg, ROWS(\number) + 4 * \kind + OF_FOUR(\i)
    .elseif \i
    NEXT
    .endif
    .endm

    .macro maxima number
    sfpload L0, ROWS(\number), FP32, STAY
    less_max_of (\number - 1), 0, 0, 6
    sfpload L1, ROWS(\number) + 4, FP32, STAY
    less_max_of (\number - 1), 1, 0, 7
    .irp i, 1, 2, 3
    load_max 0, 2, ROWS(\number) + OF_FOUR(\i)
    less_max_of (\number - 1), 0, \i, 6
    load_max 1, 3, ROWS(\number) + 4 + OF_FOUR(\i)
    less_max_of (\number - 1), 1, \i, 7
    .endr
    NEXT
    .irp count, 1, 2, 4
    rotate_two_by \count, L2, L0, L3, L1
    sfpswap L2, L0, SWAP_MIN
    sfpswap L3, L1, SWAP_MIN
    .endr
    sfpmov L4, L0, SFPMOV_NEGATE
    sfpmov L5, L1, SFPMOV_NEGATE
    .endm

    maxima 0
    maxima 1
    maxima 2
    maxima 3
    .irp i, 0, 1, 2, 3
    .if \i % 2
    less_max_of 3, 0, \i, 2
    less_max_of 3, 1, \i, 3
    .else
    less_max_of 3, 0, \i, 0
    less_max_of 3, 1, \i, 1
    .endif
    .endr

/* Second pass: exp of all values. */
#include "exp.S"

/*
 * Third pass: each value is divided by the sum of its row. L2 and L3 collect the sums of four rows each. In between,
 * the previous eight rows are multiplied by the reciprocals of their sums, in L4 and L5. The Dst address is at the end
 * of the tile.
 */
#define BACK 960

#ifdef PLAIN
    .macro load_add to, from, row
    sfpload L\to, (\row + BACK) % 1024, FP32, STAY
    sfpadd L\to, L10, L\from, L\to, 0
    .endm
    .macro times kind, reg, row
    sfpload L\reg, (\row + BACK) % 1024, FP32, STAY
    .if \kind
    sfpmul L\reg, L5, L\reg, 0
    .else
    sfpmul L\reg, L4, L\reg, 0
    .endif
    sfpstore L\reg, (\row + BACK) % 1024, FP32, STAY
    .endm
#else
    sfpadd T0, L10, L0, L0, 0
    sfpadd T1, L10, L1, L0, 0
    sfpmul T2, L4, L0, 0
    sfpmul T3, L5, L0, 0
    sfpconfig 4, 0x0400, SFPCONFIG_REPLACE_IMM
    sfpconfig 5, 0x0500, SFPCONFIG_REPLACE_IMM
    load_word L0, 0x13008600
    sfpconfig 6, 0, SFPCONFIG_REPLACE
    load_word L0, 0x13008700
    sfpconfig 7, 0, SFPCONFIG_REPLACE
    sfpconfig 8, FP32, SFPCONFIG_REPLACE_IMM
    .macro load_add to, from, row
    sfploadmacro \from, L\to, (\row + BACK) % 1024, FP32, STAY
    .endm
    .macro times kind, reg, row
    sfploadmacro (2 + \kind), L\reg, (\row + BACK) % 1024 | (\reg >> 2), FP32, STAY
    .endm
#endif
    set_constant 12, RECIPROCAL

    .macro times_of number, kind, i, reg
    .if \number >= 0
    times \kind, \reg, ROWS(\number) + 4 * \kind + OF_FOUR(\i)
    .else
    NEXT
    .endif
    .endm

    .macro sum_of_four to, row, before, kind
    sfpload L0, (\row + BACK) % 1024, FP32, STAY
    times_of \before, \kind, 0, 6
    load_add 1, 0, \row + OF_FOUR(1)
    times_of \before, \kind, 1, 7
    load_add 0, 1, \row + OF_FOUR(2)
    times_of \before, \kind, 2, 6
    load_add \to, 0, \row + OF_FOUR(3)
    times_of \before, \kind, 3, 7
    .endm

    .macro sums number
    sum_of_four 2, ROWS(\number), (\number - 1), 0
    sum_of_four 3, ROWS(\number) + 4, (\number - 1), 1
    .irp count, 1, 2, 4
    rotate_two_by \count, L0, L2, L1, L3
    sfpadd L2, L10, L2, L0, 0
    sfpadd L3, L10, L3, L1, 0
    .endr

/*
 * y = 1 / sum. The start is a constant minus the bits of the sum. Then e = 1 - sum y and y += y (e + e^2), and again
 * with y += y e.
 */
    sfpmov L0, L2, SFPMOV_NEGATE
    sfpmov L1, L3, SFPMOV_NEGATE
    sfpiadd L2, L12, 0, SFPIADD_MINUS_NONE
    sfpiadd L3, L12, 0, SFPIADD_MINUS_NONE
    sfpmad L6, L0, L2, L10, 0
    sfpmad L7, L1, L3, L10, 0
    sfpmad L6, L6, L6, L6, 0
    sfpmad L7, L7, L7, L7, 0
    sfpmad L2, L6, L2, L2, 0
    sfpmad L3, L7, L3, L3, 0
    sfpmad L6, L0, L2, L10, 0
    sfpmad L7, L1, L3, L10, 0
    sfpmad L4, L6, L2, L2, 0
    sfpmad L5, L7, L3, L3, 0
    .endm

    sums 0
    sums 1
    sums 2
    sums 3
    .irp i, 0, 1, 2, 3
    .if \i % 2
    times_of 3, 0, \i, 2
    times_of 3, 1, \i, 3
    .else
    times_of 3, 0, \i, 0
    times_of 3, 1, \i, 1
    .endif
    .endr
#ifndef PLAIN
    .rept 3
    sfpnop                          // the last store
    .endr
#endif
