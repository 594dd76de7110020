/*
 * The partially fused multiply-add of sfpu-fma(7), one lane at a time, for comparison only.
 *
 * Written from the page's list of steps with exact integers, division and remainder; it shares no line and no
 * method with the simulator's vector code, so that a slip in one does not hide a slip in the other.
 */
#ifndef SLOW_FMA_H
#define SLOW_FMA_H

#include <stdint.h>

#include "isa/isa.h"

/* x * y + z on FP32 bit patterns as `arch` (SFP_WH or SFP_BH) computes it. The operand order matters. */
uint32_t slow_fma(enum sfp_arch arch, uint32_t x, uint32_t y, uint32_t z);

#endif
