/*
 * x / sqrt(the mean of x^2 in its row + eps) * gamma, tiles of bf16. See README.md.
 *
 * kernel: RMS norm, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles wormhole: tile 843
 * cycles blackhole: tile 808
 * feeds: a x.npy:bf16, b x.npy:bf16, b eps.npy:bf16, b zeros.npy:bf16, a means.npy:bf16, b zeros.npy:bf16, a x.npy:bf16,
 *     b gamma.npy:bf16, a zeros.npy:bf16
 * data: - norm.npy:bf16 --ulp=3
 * data: - norm_bits.npy:bf16
 * left: L11
 */
#include "matrix.h"

#define PHASES 4

/* x^2 to tile 1. */
    begin_matrix
    use_tile 1
    begin_product
    product PHASES

/* The mean of each row + eps, in all columns of tile 0: x^2 times a matrix of 1/32, which has no lower bits. */
    begin_matmul
    use_tile 0
    rows_to_tile
    move_tile ttmovd2b, B_VALID, 64
    matmul 3

    begin_vector
#include "../rsqrt/rsqrt-bf16.S"

/* Times x, to tile 1. */
    begin_matrix
    begin_product
    move_tile ttmovd2b, B_VALID
    clear_tile 1
    use_tile 1
    product PHASES

/* Times gamma, to tile 0. */
    use_tile 0
    ttstallwait STALL_CFG, MATH
    begin_product_by_row
    move_tile ttmovd2a, A_VALID, 64
    clear_tile 0
    product_by_row PHASES
