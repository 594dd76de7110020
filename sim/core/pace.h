/* The core of a caller that words without one are pushed by: when each of them comes (sfpu-riscv(7), WORDS WITHOUT A
 * CORE). */
#ifndef SFP_TILE_PACE_H
#define SFP_TILE_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/arch.h"

enum tile_pusher {
#define PUSHER(id, ...) TILE_PUSHED_##id,
#include "tile.def"
#undef PUSHER
    TILE_PUSHERS,
};

extern const char *const tile_pusher_names[TILE_PUSHERS];

/* The pusher of that name. False with a message to free in *error, or NULL there without memory: there is none. */
bool tile_pusher_named(const char *name, enum tile_pusher *pusher, char **error);

/* A pass over the words. */
struct tile_pass {
    uint32_t *gaps;        /* by word: how many cycles it comes later than the cycle after the one before it */
    uint64_t instructions; /* that the core executes */
    uint64_t fetching;     /* cycles for which the instruction cache holds it */
};

/* All zero: of no program. */
struct tile_pace {
    struct tile_pass first, later; /* all passes behind the first are alike */
};

/*
 * How `count` words are pushed, at least one, in passes one behind the other, as long as the thread has room for them.
 * IDEAL pushes a word a cycle. False without memory, and then *pace is all zero; else the caller frees it.
 */
bool tile_pace(enum sfp_arch arch, enum tile_pusher pusher, const uint32_t *words, size_t count,
               struct tile_pace *pace);
void tile_pace_free(struct tile_pace *pace);

#endif
