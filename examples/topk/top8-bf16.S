/*
 * The largest eight of each column of a 32x32 bf16 tile, on Wormhole and Blackhole: they become rows 0 to 7 of the
 * tile, the largest first. Their original row numbers become rows 0 to 7 of the next tile, which has cells of 16 bits.
 * The other rows stay. Rows 256 to 383 of 16 bits, which are 128 to 191 of 32 bits, are temporary storage. See
 * README.md.
 *
 * kernel: top 8 of columns with rows, bf16
 * arch: wormhole blackhole
 * domain: all, in SFPSWAP's order of sign and magnitude; denormals become 0
 * cycles: tile 428
 * data: bf16.npy bf16_top8.npy --dst-format=bf16
 * left: L11 L13 L14
 */
    .include "sfpu.inc"

/* Distances in Dst rows: from a tile of 16 bits to its row numbers, and to the temporary storage of 32 bits. */
#define NUMBERS 64
#define MEANWHILE 128

/*
 * The place in temporary storage of the vector of row s, with all 32 columns. SFPTRANSP made it from the vectors that
 * were there, of four rows of the even or odd columns of a face.
 */
#define AT(s) ((s) / 16 * 32 + (s) % 16 / 4 * 4 + (s) % 4 / 2 * 16 + (s) % 2 * 2)

    .macro larger_first a, b
    sfpswap L\b, L\a, SWAP_MIN
    .endm

/*
 * A value is the upper half of a register, and 31 minus its row number is the lower half. So among equal positive
 * values the first row comes first.
 */
    set_constant 12, 31

/* Eight rows sorted: 19 comparisons, as merges of 1 and 1, 2 and 2, 4 and 4 (Batcher, odd-even). */
    .macro sorted_rows first
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sfpload L\i, AT(\first + \i), BF16, STAY
    .endr
    sfptransp
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sfploadi L\i, 31 - \first - \i, SFPLOADI_LOWER
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
    .endm

/* The temporary storage: the largest eight so far, and two registers that are saved to free them. */
    .macro meanwhile what, reg, s
    \what L\reg, AT(\s) + MEANWHILE, INT32, STAY
    .endm
    .macro keep
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    meanwhile sfpstore, \i, \i
    .endr
    .endm
#define ROOM 8
#define MORE_ROOM 9

/*
 * The largest eight of two sorted groups of eight. Each value is compared with the value as far from the other end, and
 * the larger one stays. The eight larger values fall and then rise, or rise and then fall. Comparisons at distances 4,
 * 2 and 1 sort them.
 */
    .macro with_largest_so_far
    meanwhile sfpstore, 7, ROOM
    .irp i, 0, 1, 2, 3, 4, 5, 6
    meanwhile sfpload, 7, 7 - \i
    larger_first \i, 7
    .endr
    meanwhile sfpstore, 6, MORE_ROOM
    meanwhile sfpload, 6, ROOM
    meanwhile sfpload, 7, 0
    larger_first 7, 6
    meanwhile sfpload, 6, MORE_ROOM
    larger_first 0, 4
    larger_first 1, 5
    larger_first 2, 6
    larger_first 3, 7
    larger_first 0, 2
    larger_first 1, 3
    larger_first 4, 6
    larger_first 5, 7
    larger_first 0, 1
    larger_first 2, 3
    larger_first 4, 5
    larger_first 6, 7
    .endm

    sorted_rows 0
    keep
    sorted_rows 8
    with_largest_so_far
    keep
    sorted_rows 16
    with_largest_so_far
    keep
    sorted_rows 24
    with_largest_so_far

    sfptransp
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sfpstore L\i, AT(\i), BF16, STAY
    sfpxor L\i, L12
    sfpstore L\i, AT(\i) + NUMBERS, UINT16, STAY
    .endr
