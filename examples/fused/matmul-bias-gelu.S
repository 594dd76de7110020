/*
 * gelu(in0 in1 + bias), tiles of bf16. See README.md.
 *
 * kernel: matmul + bias + gelu, bf16
 * arch: wormhole blackhole
 * domain: all
 * cycles wormhole: tile 1155
 * cycles blackhole: tile 1058
 * feeds: a in1.npy:bf16, b bias.npy:bf16, b in0.npy:bf16
 * data: - gelu.npy:bf16 --atol=0.015625
 * data: - gelu_bits.npy:bf16
 * left: none
 */
#include "matrix.h"

#ifndef PHASES
#define PHASES 4           /* 1 is called LoFi, 2 HiFi2, 3 HiFi3, 4 HiFi4 */
#endif

    begin_matrix
    begin_matmul
    rows_to_tile           // the bias
    matmul PHASES

    begin_vector
#include "../gelu/gelu-bf16.S"
