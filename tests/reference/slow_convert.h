/*
 * The tables, SFPMUL24, SFPARECIP, conversions and random numbers of sfpu-semantics(7) and the Dst formats of
 * sfpu-dst(7), one lane at a time, for comparison only.
 *
 * Written from these pages by other means than the simulator uses: values as exact fractions instead of masks and
 * shifts, bit orders as lists of fields moved bit by bit, the approximation tables from integer arithmetic that proves
 * each entry instead of double precision.
 */
#ifndef SLOW_CONVERT_H
#define SLOW_CONVERT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"

/* What SFPSTORE puts into Dst: the low `width` (16 or 32) bits of `bits`; 0 for a mode that is none. */
struct slow_cell {
    unsigned width;
    uint32_t bits;
};

/* ---- PRNG (sfpu-semantics(7), Random numbers) ---- */

/* The state after `state`. A consumer uses the state before the step. */
uint32_t slow_prng_step(uint32_t state);

/* All lanes after a write of `seed` to the seed register. */
void slow_prng_seed(uint32_t seed, uint32_t lanes[SFP_LANES]);

/* ---- sfpu-semantics(7), SFPCAST ---- */

/* `prng` is the lane's state before the step; only the stochastic mode looks at it. */
uint32_t slow_cast(enum sfp_arch arch, unsigned mod1, uint32_t c, uint32_t prng);

/* Does that mode step the PRNG of an enabled lane? */
bool slow_cast_steps_prng(enum sfp_arch arch, unsigned mod1);

/* ---- sfpu-semantics(7), SFPSTOCHRND ---- */

/* The 23-bit threshold q of rounding mode `rnd` (the word's bits from 21 up), from the state before the step. */
uint32_t slow_round_threshold(enum sfp_arch arch, unsigned rnd, uint32_t prng);

/* `b` is L[VB]: the scale of modes 4 and 5, unless mod1 bit 3 selects `imm5`. */
uint32_t slow_stoch_rnd(unsigned mod1, uint32_t q, uint32_t c, uint32_t b, unsigned imm5);

/* ---- Dst formats (sfpu-dst(7)) ---- */

/* sfpu-dst(7), Format 0: the mode that mode 0 (FMT_SRCB) stands for. `srcb` is the data-format code in force. */
unsigned slow_srcb_mode(bool fp32_enabled, unsigned srcb);

/* sfpu-dst(7), Cell orders: LReg order to Dst order and back; the Integer 8 and 16 cells need none of these. */
uint16_t slow_shuffle_bf16(uint16_t x);
uint16_t slow_unshuffle_bf16(uint16_t cell);
uint16_t slow_shuffle_fp16(uint16_t x);
uint16_t slow_unshuffle_fp16(uint16_t cell);
uint32_t slow_shuffle_32(uint32_t x);
uint32_t slow_unshuffle_32(uint32_t cell);

/* sfpu-dst(7), Loads: the cell that a load of `mode` (1..15) reads, 16 or 32 bits; stores say it in their result. */
unsigned slow_load_width(unsigned mode);

/* sfpu-dst(7), Loads. `w16` and `w32` are what the lane's Dst16b and Dst32b cells hold, `old` is L[VD]; `mode` is
 * resolved. */
uint32_t slow_load(enum sfp_arch arch, unsigned mode, uint16_t w16, uint32_t w32, uint32_t old, bool enable_fp16a_inf);

/* sfpu-dst(7), Stores. `mode` is resolved. */
struct slow_cell slow_store(enum sfp_arch arch, unsigned mode, uint32_t x);

/* ---- Look-up tables and 24-bit multiply (sfpu-semantics(7), Tables and SFPMUL24) ---- */

uint32_t slow_lut8(uint32_t x);  /* looks at bits 7:0 */
uint32_t slow_lut16(uint32_t x); /* looks at bits 15:0 */
uint32_t slow_mul24(unsigned mod1, uint32_t a, uint32_t b, uint32_t c);

/* ---- sfpu-semantics(7), SFPARECIP ---- */

uint32_t slow_recip(uint32_t m);      /* R(m), m < 80000000 */
uint32_t slow_exp_approx(uint32_t m); /* X(m), m < 80000000 */
uint32_t slow_arecip(unsigned mod1, uint32_t x, uint32_t b);

#endif
