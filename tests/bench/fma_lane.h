/* The multiply-add of one lane, r = x*y + z (sfpu-fma(7)), step by step in plain C. */
#ifndef SFP_BENCH_FMA_LANE_H
#define SFP_BENCH_FMA_LANE_H

#include "isa/isa.h"

/* Exact for all operands. Not commutative: keep the operand order of sfpu-fma(7). */
uint32_t sfp_fma_lane(enum sfp_arch arch, uint32_t x, uint32_t y, uint32_t z);

#endif
