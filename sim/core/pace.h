/* Pace of a caller's core: for words without compiled code, the cycles in which a core would push each word
 * (sfpu-riscv(7), WORDS WITHOUT A CORE). */
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

/* Sets *pusher to the pusher with this name. Returns false, with a message in *error, which the caller frees (NULL:
 * out of memory), if the name is unknown. */
bool tile_pusher_named(const char *name, enum tile_pusher *pusher, char **error);

/* A pass over the words. */
struct tile_pass {
    uint32_t *gaps;        /* by word: number of extra cycles between the word before and this word */
    uint64_t instructions; /* number of instructions that the core executes */
    uint64_t fetching;     /* number of cycles in which the core waits for its instruction cache */
};

/* All zero: no program. */
struct tile_pace {
    struct tile_pass first, later; /* pace of the first pass, and of every later pass */
};

/*
 * Computes the pace of `count` words (at least one), pushed in consecutive passes, while the thread has room. IDEAL
 * pushes one word in each cycle. With `gathers`, the core gathers the words that are in line. The caller frees *pace by tile_pace_free(). Returns false, with *pace all zero, if
 * memory ran out.
 */
bool tile_pace(enum sfp_arch arch, enum tile_pusher pusher, bool gathers, const uint32_t *words, size_t count,
               struct tile_pace *pace);
void tile_pace_free(struct tile_pace *pace);

#endif
