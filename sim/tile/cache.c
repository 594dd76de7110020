/* The caches of a core. */
#include "cache.h"

#include <stddef.h>

#include "clock.h"

/* Its line, or NULL. */
static struct tile_line *line_of(struct tile_cache *c, uint32_t address)
{
    for (struct tile_line *l = c->lines; l < c->lines + TILE_CACHE_LINES; l++) {
        if (l->filled && l->number == address / TILE_LINE_BYTES)
            return l;
    }
    return NULL;
}

bool tile_cache_has(const struct tile_cache *c, uint32_t address, uint64_t cycle)
{
    const struct tile_line *l = line_of((struct tile_cache *)c, address);

    return l && l->from <= cycle;
}

void tile_cache_fill(struct tile_cache *c, uint32_t address, uint64_t from)
{
    if (line_of(c, address))
        return;
    c->lines[c->oldest] = (struct tile_line){.filled = true, .number = address / TILE_LINE_BYTES, .from = from};
    c->oldest = (c->oldest + 1) % TILE_CACHE_LINES;
}

void tile_cache_drop(struct tile_cache *c, uint32_t address)
{
    struct tile_line *l = line_of(c, address);

    if (l)
        l->filled = false;
}

void tile_cache_flush(struct tile_cache *c)
{
    *c = (struct tile_cache){.oldest = 0};
}

/* ---- Instructions ---- */

static uint32_t number_of(uint32_t pc)
{
    return pc / TILE_LINE_BYTES;
}

struct tile_code_cache tile_code_cache(enum sfp_arch arch)
{
    return (struct tile_code_cache){.lines = tile_cached_instructions(arch) * RV_BYTES / TILE_LINE_BYTES,
                                    .warm = !tile_code_is_cold(arch)};
}

bool tile_code_has(const struct tile_code_cache *c, uint32_t pc)
{
    const uint32_t held = c->held[number_of(pc) % c->lines];

    return held ? held == number_of(pc) + 1 : c->warm;
}

void tile_code_fill(struct tile_code_cache *c, uint32_t pc)
{
    c->held[number_of(pc) % c->lines] = number_of(pc) + 1;
}
