/* What a compiled kernel's devices are given before a run: values that others send, and registers that others set. */
#ifndef SFP_TILE_GIVEN_H
#define SFP_TILE_GIVEN_H

#include "tile.h"

enum tile_given {
#define GIVEN(id, ...) TILE_GIVEN_##id,
#include "tile.def"
#undef GIVEN
    TILE_GIVENS,
};

/* All zero: nothing is given. */
struct tile_gifts {
    struct tile_gift {
        uint32_t *values; /* in order; of the clock its halves, the low one first */
        size_t count;
    } of[TILE_GIVENS];
};

/* Gives `name`'s device these values, in place of those before. False with a message to free in *error, or NULL there
 * without memory: there is no such device, or not on this arch, or it takes other values. */
bool tile_give(struct tile_gifts *gifts, enum sfp_arch arch, const char *name, const uint64_t *values, size_t count,
               char **error);
void tile_gifts_free(struct tile_gifts *gifts);

/* They are there when the tile, which is started, begins; they must outlive it. */
void tile_gifts_begin(const struct tile_gifts *gifts, struct sfp_tile *tile);

#endif
