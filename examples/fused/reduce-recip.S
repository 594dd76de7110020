/*
 * 1 / (the sum of each row) of a tile of bf16, in column 0: softmax's denominator. See README.md.
 *
 * kernel: row sum + reciprocal, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles wormhole: tile 219
 * cycles blackhole: tile 225
 * feeds: a exp.npy:bf16:16, b ones.npy:bf16, b ones.npy:bf16
 * data: - denominators.npy:bf16 --ulp=2
 * data: - denominators_bits.npy:bf16
 * left: L3 L4 L5 L11
 */
#include "matrix.h"
#include "../recip/coefficients.h"

    begin_matrix
    modifier 0, 0, NEXT_PHASE
    modifier 2, 0, FIRST_PHASE
    modifier 3, 0, 0

/*
 * SrcA has a face, transposed, and row 0 of SrcB ones: row 0 of the block of Dst becomes the sums of the face's rows. Two
 * phases have all bits of a bf16. The second face is added. The sums then go through rows 16 to 31 of SrcB, where they
 * become a column.
 */
    .macro sum_rows dst:req
    .rept 2
    ttgapool 0, 1, MODIFIER(0), 0, \dst
    ttgapool 1, 1, MODIFIER(2), 0, \dst
    .endr
    ttmovd2b 0, 16, MODIFIER(3), 0, \dst
    tttrnspsrcb
    .irp four, 0, 4, 8, 12
    ttmovb2d 0, 16 + \four, MODIFIER(3), 4, \dst + \four
    .endr
    ttsetrwc 2, 0, 0, 0, 0, 7
    .endm

    sum_rows 0
    sum_rows 32

/* The reciprocals, of the 8 vectors that have column 0. */
    begin_vector 4
    .include "sfpu.inc"
    .hazards auto
    set_constant 12, BF16_C0
    set_constant 13, BF16_C1
    set_constant 14, BF16_C2
    sfploadi L6, 0x7F80, SFPLOADI_FLOATB
    sfploadi L7, 0x8000, SFPLOADI_USHORT
    .macro reciprocal
    sfpload L0, 0, BF16, STAY
    sfpload L1, 0, BF16, STAY
    sfpiadd L1, L6, 0, SFPIADD_MINUS_NONE // as in recip-bf16.S
    sfpmad L0, L0, L1, L9, 0
    sfpmad L2, L0, L14, L13, 0
    sfpmad L0, L0, L2, L12, 0
    sfpexexp L2, L2, SFPEXEXP_DEBIAS_LT0
    sfpmad L1, L1, L0, L9, 0
    sfpmuli L1, LAST >> 16, 0
    sfpencc 0, 0
    sfpiadd L1, L7, 0, NO_FLAGS
    sfpstore L1, 0, BF16, STEP
    .endm
    .rept 4
    reciprocal
    .endr
    ttincrwc 0, 8, 0, 0
    ttincrwc 0, 8, 0, 0
    .rept 4
    reciprocal
    .endr
