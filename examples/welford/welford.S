/*
 * Mean and variance of each column of an fp32 tile of 32x32, or of -DTILES=n tiles one above the other (6 at most), on
 * Wormhole and Blackhole. Rows 0 to 3 of the next tile become the means, and rows 0 to 3 of the tile after that become
 * the variances, four times the same. See README.md.
 *
 * kernel: column mean and variance, fp32
 * arch: wormhole blackhole
 * domain: finite; denormals count as 0
 * cycles: tile 191
 * data: in.npy expected.npy --ulp=0
 * data: random.npy moments.npy --ulp=198
 * left: L11 L12 L13 L14
 * published wormhole: 422 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_wormhole_b0/common/inc/sfpu/ckernel_sfpu_welfords.h
 * published blackhole: 414 cycles a tile with its set-up,
 *     https://github.com/tenstorrent/tt-llk/blob/main/tt_llk_blackhole/common/inc/sfpu/ckernel_sfpu_welfords.h
 */
    .include "sfpu.inc"

#ifndef TILES
#define TILES 1
#endif

/*
 * Distances in Dst rows: to the face at the right, to the face below, from even to odd columns, and to the next tile.
 */
#define RIGHT 16
#define BELOW 32
#define ODD 2
#define TILE 64
#define MEANS (TILES * TILE)
#define VARIANCES (MEANS + TILE)

/*
 * For n values, S is the sum, and Q is n times the sum of the squared distances from the mean. For two groups of n:
 *
 *     S = Sa + Sb, Q = 2 (Qa + Qb) + (Sa - Sb)^2
 *
 * so no division is needed in between. Two values have Q = (a - b)^2. For two pairs, S goes to s1 and s2, and Q to a
 * and c.
 */
    .macro difference to, a, b
    sfpmad L\to, L\b, L11, L\a, 0   // L11 is -1
    .endm

    .macro pairs a, b, c, d, s1, s2
    sfpadd L\s1, L10, L\a, L\b, 0
    difference \a, \a, \b
    sfpadd L\s2, L10, L\c, L\d, 0
    difference \c, \c, \d
    sfpmul L\a, L\a, L\a, 0
    sfpmul L\c, L\c, L\c, 0
    .endm

/* S of both goes to sa, and Q to qa. `free` is a temporary register. merge_end finishes Q after another operation. */
    .macro merge sa, qa, sb, qb, free
    difference \free, \sa, \sb
    sfpadd L\qa, L10, L\qa, L\qb, 0
    sfpadd L\sa, L10, L\sa, L\sb, 0
    sfpmad L\free, L\free, L\free, L\qa, 0
    .endm
    .macro merge_end qa, free
    sfpadd L\qa, L10, L\free, L\qa, 0
    .endm

/*
 * One kind of columns (even or odd columns of two faces) at Dst row `at`: S in L3 and Q in L7, where row i covers rows
 * i, i + 4, and so on. Q of the previous kind goes to `q`, and S of this kind to `s`.
 */
    .macro kind at, q, s
    sfpload L1, \at + 8, FP32, STAY
    .ifnb \q
    merge_end 7, 0
    .endif
    sfpload L0, \at + 4, FP32, STAY
    .ifnb \q
    sfpstore L7, \q, FP32, STAY
    .endif
    sfpload L7, \at, FP32, STAY
    sfpload L2, \at + 12, FP32, STAY
    pairs 7, 0, 1, 2, 3, 4
    merge 3, 7, 4, 1, 0
    sfpload L5, \at + BELOW, FP32, STAY
    merge_end 7, 0
    sfpload L6, \at + BELOW + 4, FP32, STAY
    sfpload L2, \at + BELOW + 8, FP32, STAY
    sfpload L1, \at + BELOW + 12, FP32, STAY
    pairs 5, 6, 2, 1, 4, 0
    merge 4, 5, 0, 2, 6
    sfpnop
    merge_end 5, 6
    merge 3, 7, 4, 5, 0
    .ifnb \s
    sfpstore L3, \s, FP32, STAY
    .endif
    .endm

    .macro load_at a, b, c, row
    sfpload L\a, \row, FP32, STAY
    sfpload L\b, \row + ODD, FP32, STAY
    sfpload L\c, \row + RIGHT, FP32, STAY
    .endm

/* All columns of a tile: the mean in L0 and 32 times the variance in L4. Row i has the columns of kind i. */
    .macro tile at
    kind \at, , MEANS
    kind (\at + ODD), VARIANCES, MEANS + ODD
    kind (\at + RIGHT), VARIANCES + ODD, MEANS + RIGHT
    kind (\at + RIGHT + ODD), VARIANCES + RIGHT
    sfpload L1, MEANS + ODD, FP32, STAY
    merge_end 7, 0
    sfpload L2, MEANS + RIGHT, FP32, STAY
    sfpload L0, MEANS, FP32, STAY
    load_at 4, 5, 6, VARIANCES

/*
 * SFPTRANSP turns a register for each kind of columns into a row for each kind, so that four pairs of registers can be
 * merged.
 */
    sfptransp
    sfpadd L4, L10, L4, L5, 0
    sfpadd L6, L10, L6, L7, 0
    difference 5, 0, 1
    difference 7, 2, 3
    sfpadd L0, L10, L0, L1, 0
    sfpadd L2, L10, L2, L3, 0
    sfpmad L5, L5, L5, L4, 0
    sfpmad L7, L7, L7, L6, 0
    sfpadd L4, L10, L4, L5, 0
    sfpadd L6, L10, L6, L7, 0
    merge 0, 4, 2, 6, 5
    sfpmuli L0, 0.03125, 0
    merge_end 4, 5
    sfpnop
    sfpmuli L4, 0.03125, 0          // Q is 32 times that
    .endm

/* Merges with the n tiles before: share is 1 / (n + 1), weight is 32 n / (n + 1). The share stays in L7. */
#define BEFORE (RIGHT + ODD)
    .macro with_tiles_before share, weight
    sfpload L1, MEANS + BEFORE, FP32, STAY
    sfpload L5, VARIANCES + BEFORE, FP32, STAY
    difference 2, 0, 1
    load_float L7, \share
    sfpadd L4, L10, L4, L5, 0
    sfpmad L0, L2, L7, L1, 0
    sfpmul L2, L2, L2, 0
    load_float L3, \weight
    sfpmad L4, L2, L3, L4, 0
    .endm
    .macro for_tiles_behind
    sfpstore L0, MEANS + BEFORE, FP32, STAY
    sfpnop
    sfpstore L4, VARIANCES + BEFORE, FP32, STAY
    .endm

    tile 0
#if TILES > 1
    for_tiles_behind
    tile TILE
    with_tiles_before 0.5, 16.0
#endif
#if TILES > 2
    for_tiles_behind
    tile 2 * TILE
    with_tiles_before 0.3333333333333333, 21.333333333333332
#endif
#if TILES > 3
    for_tiles_behind
    tile 3 * TILE
    with_tiles_before 0.25, 24.0
#endif
#if TILES > 4
    for_tiles_behind
    tile 4 * TILE
    with_tiles_before 0.2, 25.6
#endif
#if TILES > 5
    for_tiles_behind
    tile 5 * TILE
    with_tiles_before 0.16666666666666666, 26.666666666666668
#endif
#if TILES > 6
#error "6 tiles and two for results are all that there is room for"
#endif

/* The row of each kind goes to a register, all rows of which become the same. */
    sfpmov L1, L0, SFPMOV_MOVE
    sfpmuli L4, 0.03125, 0          // of 32 rows
    sfpmov L2, L0, SFPMOV_MOVE
#if TILES > 1
    sfpmul L4, L4, L7, 0            // of all tiles
#endif
    sfpmov L3, L0, SFPMOV_MOVE
    sfpmov L5, L4, SFPMOV_MOVE
    sfpmov L6, L4, SFPMOV_MOVE
    sfpmov L7, L4, SFPMOV_MOVE
    sfptransp
    .macro store_at a, b, c, d, row
    sfpstore L\a, \row, FP32, STAY
    sfpstore L\b, \row + ODD, FP32, STAY
    sfpstore L\c, \row + RIGHT, FP32, STAY
    sfpstore L\d, \row + RIGHT + ODD, FP32, STAY
    .endm
    store_at 0, 1, 2, 3, MEANS
    store_at 4, 5, 6, 7, VARIANCES
