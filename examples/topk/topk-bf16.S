/*
 * Sorts each column of a 32x32 bf16 tile, in place, the largest first, on Wormhole and Blackhole. The next tile, which
 * has cells of 16 bits, becomes the original row numbers of the values. Rows 256 to 383 of 16 bits, which are 128 to
 * 191 of 32 bits, are temporary storage. See README.md.
 *
 * kernel: top 32 of columns with rows, bf16
 * arch: wormhole blackhole
 * domain: all, in SFPSWAP's order of sign and magnitude; denormals become 0
 * cycles: tile 742
 * data: bf16.npy bf16_sorted.npy --dst-format=bf16
 * twin: -DPLAIN --in=bf16 --dst-format=bf16
 * left: L11 L13 L14
 * published wormhole: 1448 cycles a tile in a local sort of two tiles,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_topk.h
 * published blackhole: 1448 cycles a tile in a local sort of two tiles,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_topk.h
 */
    .include "sfpu.inc"

/* Distances in Dst rows: from a tile of 16 bits to its row numbers, and to the temporary storage of 32 bits. */
#define NUMBERS 64
#define MEANWHILE 128

/*
 * The place, during the sort, of the vector of row s, with all 32 columns. SFPTRANSP made it from the vectors that were
 * there, of four rows of the even or odd columns of a face.
 */
#define AT(s) ((s) / 16 * 32 + (s) % 16 / 4 * 4 + (s) % 4 / 2 * 16 + (s) % 2 * 2)

#ifdef PLAIN
    .hazards auto
#endif

    .macro larger_first a, b
    sfpswap L\b, L\a, SWAP_MIN
    .endm

/*
 * A value is the upper half of a register, and 31 minus its row number is the lower half. So among equal positive
 * values the first row comes first.
 */
    set_constant 12, 31

/* Eight rows sorted: 19 comparisons, as merges of 1 and 1, 2 and 2, 4 and 4 (Batcher, odd-even). */
    .irp block, 0, 8, 16, 24
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sfpload L\i, AT(\block + \i), BF16, STAY
    .endr
    sfptransp
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sfploadi L\i, 31 - \block - \i, SFPLOADI_LOWER
    .endr
    larger_first 0, 1
    larger_first 2, 3
    larger_first 4, 5
    larger_first 6, 7
    larger_first 0, 2
    larger_first 1, 3
    larger_first 4, 6
    larger_first 5, 7
    larger_first 1, 2
    larger_first 5, 6
    larger_first 0, 4
    larger_first 1, 5
    larger_first 2, 6
    larger_first 3, 7
    larger_first 2, 4
    larger_first 3, 5
    larger_first 1, 2
    larger_first 3, 4
    larger_first 5, 6
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sfpstore L\i, AT(\block + \i) + MEANWHILE, INT32, STAY
    .endr
    .endr

/*
 * Merges of 8 and 8, and of 16 and 16 rows, both sorted: each row is compared with the row as far from the other end of
 * both groups. Then, in each half, each row is compared with the row half a half further, and so on. The kernel does
 * three such steps at a time, on eight rows. The first step compares a with b, c with d, e with f, g with h; the load
 * of the second row of each pair schedules the comparison by macro.
 */
#ifndef PLAIN
    .irp i, 0, 1, 2, 3
    .if \i == 0
    sfpswap T\i, L0, SWAP_MIN
    .elseif \i == 1
    sfpswap T\i, L2, SWAP_MIN
    .elseif \i == 2
    sfpswap T\i, L4, SWAP_MIN
    .else
    sfpswap T\i, L6, SWAP_MIN
    .endif
    sfpconfig 4 + \i, 0x84 + \i, SFPCONFIG_REPLACE_IMM
    .endr
#endif
    .macro load_two number, x, y, a, b
    sfpload L\x, AT(\a) + MEANWHILE, INT32, STAY
#ifdef PLAIN
    sfpload L\y, AT(\b) + MEANWHILE, INT32, STAY
    larger_first \x, \y
#else
    sfploadmacro \number, L\y, (AT(\b) + MEANWHILE) | (\y >> 2), INT32, STAY // bit 0 is one of the register's
#endif
    .endm
    .macro eight a, b, c, d, e, f, g, h
    load_two 0, 0, 1, \a, \b
    load_two 1, 2, 3, \c, \d
    load_two 2, 4, 5, \e, \f
    load_two 3, 6, 7, \g, \h
#ifndef PLAIN
    sfpnop                          // the last comparison takes two cycles
    sfpnop
#endif
    .endm
    .macro four_comparisons a, b, c, d, e, f, g, h
    larger_first \a, \b
    larger_first \c, \d
    larger_first \e, \f
    larger_first \g, \h
    .endm
    .macro store_eight a, b, c, d, e, f, g, h
    sfpstore L0, AT(\a) + MEANWHILE, INT32, STAY
    sfpstore L1, AT(\b) + MEANWHILE, INT32, STAY
    sfpstore L2, AT(\c) + MEANWHILE, INT32, STAY
    sfpstore L3, AT(\d) + MEANWHILE, INT32, STAY
    sfpstore L4, AT(\e) + MEANWHILE, INT32, STAY
    sfpstore L5, AT(\f) + MEANWHILE, INT32, STAY
    sfpstore L6, AT(\g) + MEANWHILE, INT32, STAY
    sfpstore L7, AT(\h) + MEANWHILE, INT32, STAY
    .endm

/* 8 and 8: row i with 15 - i, then i + 4, then i + 2. */
    .irp i, 0, 1, 16, 17
    .set last, \i / 16 * 32 + 15 - \i
    eight \i, last, \i + 2, last - 2, \i + 4, last - 4, \i + 6, last - 6
    four_comparisons 0, 4, 2, 6, 5, 1, 7, 3
    four_comparisons 0, 2, 4, 6, 7, 5, 3, 1
    store_eight \i, last, \i + 2, last - 2, \i + 4, last - 4, \i + 6, last - 6
    .endr

/* Row i with i + 1; 16 and 16: row i with 31 - i; row i with i + 8. */
    .irp i, 0, 2, 4, 6
    eight \i, \i + 1, \i + 8, \i + 9, 22 - \i, 23 - \i, 30 - \i, 31 - \i
    four_comparisons 0, 7, 1, 6, 2, 5, 3, 4
    four_comparisons 0, 2, 1, 3, 4, 6, 5, 7
    store_eight \i, \i + 1, \i + 8, \i + 9, 22 - \i, 23 - \i, 30 - \i, 31 - \i
    .endr

/*
 * Row i with i + 4, then i + 2, then i + 1; and vectors of rows become vectors of columns again. The registers are now
 * those that SFPTRANSP needs, by the loads of rows 0 and 4, 1 and 5, 2 and 6, 3 and 7.
 */
#ifndef PLAIN
    sfpswap T1, L1, SWAP_MIN
    sfpswap T2, L2, SWAP_MIN
    sfpswap T3, L3, SWAP_MIN
#endif
    .irp block, 0, 8, 16, 24
    load_two 0, 0, 4, \block, \block + 4
    load_two 1, 1, 5, \block + 1, \block + 5
    load_two 2, 2, 6, \block + 2, \block + 6
    load_two 3, 3, 7, \block + 3, \block + 7
#ifndef PLAIN
    sfpnop
    sfpnop
#endif
    four_comparisons 0, 2, 1, 3, 4, 6, 5, 7
    four_comparisons 0, 1, 2, 3, 4, 5, 6, 7
    sfptransp
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sfpstore L\i, AT(\block + \i), BF16, STAY
    sfpxor L\i, L12
    sfpstore L\i, AT(\block + \i) + NUMBERS, UINT16, STAY
    .endr
    .endr
