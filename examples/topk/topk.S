/*
 * Sorts each column of a 32x32 fp32 tile, in place, the largest first, on Wormhole and Blackhole. The next tile becomes
 * the original row numbers of the values, as integers. See README.md.
 *
 * kernel: top 32 of columns with rows, fp32
 * arch: wormhole blackhole
 * domain: all, in SFPSWAP's order of sign and magnitude; equal ones in any order
 * cycles: tile 1219
 * data: in.npy expected.npy
 * twin: -DPLAIN --in=fp32 --sample=300000
 * left: L11 L12 L13 L14
 * published wormhole: 1448 cycles a tile in a local sort of two tiles,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_topk.h
 * published blackhole: 1448 cycles a tile in a local sort of two tiles,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_topk.h
 */
    .include "sfpu.inc"

/* The distance in Dst rows from a vector to the vector of its row numbers. */
#define NUMBERS 64

/*
 * The place, during the sort, of the vector of row s, with all 32 columns. SFPTRANSP made it from the vectors that were
 * there, of four rows of the even or odd columns of a face.
 */
#define AT(s) ((s) / 16 * 32 + (s) % 16 / 4 * 4 + (s) % 4 / 2 * 16 + (s) % 2 * 2)

/*
 * Bit of LaneConfig: SFPSWAP swaps L4 to L7 together with L0 to L3. Apart from that, only loads and SFPTRANSP may write
 * L4 to L7.
 */
#define ENABLE_DEST_INDEX 4

#ifdef PLAIN
    .hazards auto
#endif

    .macro larger_first a, b
    sfpswap L\b, L\a, SWAP_MIN
    .endm

    .macro store_with_number reg, number, s
    sfpstore L\reg, AT(\s), INT32, STAY
    sfpstore L\number, AT(\s) + NUMBERS, INT32, STAY
    .endm

    sfpconfig 15, ENABLE_DEST_INDEX, SFPCONFIG_REPLACE_IMM

/* Four rows sorted: five comparisons. */
    .irp band, 0, 4, 8, 12, 16, 20, 24, 28
    sfpload L0, AT(\band), INT32, STAY
    sfpload L1, AT(\band + 1), INT32, STAY
    sfpload L2, AT(\band + 2), INT32, STAY
    sfpload L3, AT(\band + 3), INT32, STAY
    sfptransp
    sfploadi L4, \band, SFPLOADI_USHORT
    sfploadi L5, \band + 1, SFPLOADI_USHORT
    sfploadi L6, \band + 2, SFPLOADI_USHORT
    sfploadi L7, \band + 3, SFPLOADI_USHORT
    larger_first 0, 1
    larger_first 2, 3
    larger_first 0, 2
    larger_first 1, 3
    larger_first 1, 2
    store_with_number 0, 4, \band
    store_with_number 1, 5, \band + 1
    store_with_number 2, 6, \band + 2
    store_with_number 3, 7, \band + 3
    .endr

/*
 * Merges of 4 with 4, 8 with 8 and 16 with 16 rows, both sorted: each row is compared with the row as far from the
 * other end of both groups. Then, in each half, each row is compared with the row half a half further, and so on. The
 * kernel does two such steps at a time, on four rows a, b, c, d: a with c, b with d; then a with b, c with d. The
 * larger value goes to the upper row.
 *
 * Loads schedule the comparisons by macro, from the fifth instruction on; each comparison takes two cycles. The load of
 * v(a) schedules the comparison of a and c, v(d) that of b and d, v(b) that of a and b, and v(c) that of c and d.
 */
#ifdef PLAIN
    .macro directions b_d, c_d
    .set swap_b_d, \b_d
    .set swap_c_d, \c_d
    .endm
    .macro rows a, b, c, d
    sfpload L4, AT(\a) + NUMBERS, INT32, STAY
    sfpload L5, AT(\b) + NUMBERS, INT32, STAY
    sfpload L6, AT(\c) + NUMBERS, INT32, STAY
    sfpload L7, AT(\d) + NUMBERS, INT32, STAY
    sfpload L0, AT(\a), INT32, STAY
    sfpload L1, AT(\b), INT32, STAY
    sfpload L2, AT(\c), INT32, STAY
    sfpload L3, AT(\d), INT32, STAY
    sfpswap L0, L2, SWAP_MAX
    sfpswap L3, L1, swap_b_d
    sfpswap L1, L0, SWAP_MIN
    sfpswap L2, L3, swap_c_d
    .endm
#else
/* The loaded value is the first operand. SWAP_MIN makes it the smaller of both, SWAP_MAX the larger. */
    sfpswap T0, L2, SWAP_MAX
    sfpswap T2, L0, SWAP_MIN
    sfpconfig 4, 0x84 + (1 << 3), SFPCONFIG_REPLACE_IMM
    sfpconfig 5, 0x85, SFPCONFIG_REPLACE_IMM
    sfpconfig 6, 0x86 + (3 << 3), SFPCONFIG_REPLACE_IMM
    sfpconfig 7, 0x87 + (7 << 3), SFPCONFIG_REPLACE_IMM
    sfpconfig 8, 0x100, SFPCONFIG_REPLACE_IMM // delays count instructions
    .macro directions b_d, c_d
    sfpswap T1, L1, \b_d
    sfpswap T3, L3, \c_d
    .endm
    .macro rows a, b, c, d
    sfpload L4, AT(\a) + NUMBERS, INT32, STAY
    sfpload L6, AT(\c) + NUMBERS, INT32, STAY
    sfpload L5, AT(\b) + NUMBERS, INT32, STAY
    sfploadmacro 0, L0, AT(\a), INT32, STAY
    sfploadmacro 3, L2, AT(\c), INT32, STAY
    sfpload L7, AT(\d) + NUMBERS, INT32, STAY
    sfploadmacro 2, L1, AT(\b), INT32, STAY
    sfploadmacro 1, L3, AT(\d), INT32, STAY
    .rept 4
    sfpnop
    .endr
    .endm
#endif
    .macro two_steps a, b, c, d
    rows \a, \b, \c, \d
    store_with_number 0, 4, \a
    store_with_number 1, 5, \b
    store_with_number 2, 6, \c
    store_with_number 3, 7, \d
    .endm

/* 4 and 4: row i with 7 - i, then with i + 2. */
    directions SWAP_MIN, SWAP_MIN
    .irp block, 0, 8, 16, 24
    two_steps \block, \block + 2, \block + 7, \block + 5
    two_steps \block + 1, \block + 3, \block + 6, \block + 4
    .endr

/* Row i with i + 1; 8 and 8: row i with 15 - i. */
    directions SWAP_MAX, SWAP_MAX
    .irp block, 0, 16
    .irp i, 0, 2, 4, 6
    two_steps \block + \i, \block + 15 - \i, \block + \i + 1, \block + 14 - \i
    .endr
    .endr

/* Row i with i + 4, then with i + 2. */
    directions SWAP_MIN, SWAP_MAX
    .irp block, 0, 8, 16, 24
    two_steps \block, \block + 2, \block + 4, \block + 6
    two_steps \block + 1, \block + 3, \block + 5, \block + 7
    .endr

/* Row i with i + 1; 16 and 16: row i with 31 - i. */
    directions SWAP_MAX, SWAP_MAX
    .irp i, 0, 2, 4, 6, 8, 10, 12, 14
    two_steps \i, 31 - \i, \i + 1, 30 - \i
    .endr

/* Row i with i + 8, then with i + 4. */
    directions SWAP_MIN, SWAP_MAX
    .irp block, 0, 16
    .irp i, 0, 1, 2, 3
    two_steps \block + \i, \block + \i + 4, \block + \i + 8, \block + \i + 12
    .endr
    .endr

/* Row i with i + 2, then with i + 1; and vectors of rows become vectors of columns again. */
    .irp band, 0, 4, 8, 12, 16, 20, 24, 28
    rows \band, \band + 1, \band + 2, \band + 3
#ifndef PLAIN
    sfpnop
    sfpnop
#endif
    sfptransp
    store_with_number 0, 4, \band
    store_with_number 1, 5, \band + 1
    store_with_number 2, 6, \band + 2
    store_with_number 3, 7, \band + 3
    .endr
    sfpconfig 15, 0, SFPCONFIG_REPLACE_IMM
