/*
 * gelu(x w) of a tile of bf16 in Dst, in place, with a tile w from SrcA. See README.md.
 *
 * kernel: product + gelu, bf16
 * arch: wormhole blackhole
 * domain: where the product is in the domain of gelu-bf16.S
 * cycles wormhole: tile 1125
 * cycles blackhole: tile 1028
 * feeds: a w.npy:bf16, b zeros.npy:bf16
 * sweep: --fn=gelu(1.3125*x) --in=bf16 --range=-4:100
 *     max_ulp=26 max_real_ulp=25.9220947 cycles=35.15625
 *     except tiny -0x1p-124:0x1p-124
 * sweep: --define=PHASES=2 --fn=gelu(1.3125*x) --in=bf16 --range=-4:100
 *     max_ulp=37 max_real_ulp=37.2984744 cycles=34.65625
 *     except tiny -0x1p-124:0x1p-124
 * left: none
 */
#include "matrix.h"

#ifndef PHASES
#define PHASES 4
#endif

    begin_matrix
    begin_product
#ifdef X_TO_SRCA           /* then SrcB is fed with w */
    move_tile ttmovd2a, A_VALID
#else
    move_tile ttmovd2b, B_VALID
#endif
    clear_tile 0
    product PHASES

    begin_vector
#include "../gelu/gelu-bf16.S"
