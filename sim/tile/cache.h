/* The caches of a core: which lines of L1 they have (sfpu-riscv(7), Time). What is in them is what is in L1. */
#ifndef SFP_TILE_CACHE_H
#define SFP_TILE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/arch.h"

enum { TILE_CACHE_LINES = 4, TILE_LINE_BYTES = 16 };

/* Of data. All zero: empty. */
struct tile_cache {
    struct tile_line {
        bool filled;
        uint32_t number; /* address / TILE_LINE_BYTES */
        uint64_t from;   /* the cycle from which on it is there */
    } lines[TILE_CACHE_LINES];
    unsigned oldest;
};

/* Is the address in a line that is there in `cycle`? */
bool tile_cache_has(const struct tile_cache *c, uint32_t address, uint64_t cycle);

/* Its line is there from `from` on, unless it was on its way; the line that was filled first makes room. */
void tile_cache_fill(struct tile_cache *c, uint32_t address, uint64_t from);

/* Its line is dropped; all are. */
void tile_cache_drop(struct tile_cache *c, uint32_t address);
void tile_cache_flush(struct tile_cache *c);

/* Of instructions: each line has one place. All zero but for `lines` and `warm`: empty. */
enum { TILE_CODE_LINES = 256 }; /* no core's has more */
struct tile_code_cache {
    uint32_t lines;                 /* that it has */
    bool warm;                      /* a place that nothing was put into has what is looked for there */
    uint32_t held[TILE_CODE_LINES]; /* their numbers, and 1 */
};

/* Empty, as big as an arch's, with what earlier runs have left there. */
struct tile_code_cache tile_code_cache(enum sfp_arch arch);

bool tile_code_has(const struct tile_code_cache *c, uint32_t pc);
void tile_code_fill(struct tile_code_cache *c, uint32_t pc);

#endif
