/* The memory map of a core, access to its memory, and its caches. */
#include "tile.h"

#include <stddef.h>
#include <string.h>

#include "dis/riscv.h"

static const struct {
    const char *text;
    uint32_t base;
    uint32_t bytes[SFP_ARCHES];
    uint8_t latency[SFP_ARCHES];
} regions[TILE_REGIONS] = {
#define REGION(id, base, bytes, latency, provenance, text, source) {text, base, bytes, latency},
#include "tile.def"
#undef REGION
};

enum tile_region tile_region_of(enum sfp_arch arch, uint32_t address, unsigned size, uint32_t *offset)
{
    for (unsigned i = 0; i < TILE_REGIONS; i++) {
        const uint32_t bytes = regions[i].bytes[sfp_nth(arch)];

        *offset = address - regions[i].base;
        if (*offset < bytes && size <= bytes - *offset)
            return (enum tile_region)i;
    }
    return TILE_NOWHERE;
}

uint32_t tile_region_base(enum tile_region region)
{
    return regions[region].base;
}

const char *tile_region_text(enum tile_region region)
{
    return region == TILE_NOWHERE ? "nothing" : regions[region].text;
}

uint32_t tile_region_bytes(enum sfp_arch arch, enum tile_region region)
{
    return regions[region].bytes[sfp_nth(arch)];
}

unsigned tile_load_latency(enum sfp_arch arch, enum tile_region region)
{
    return region == TILE_NOWHERE ? 0 : regions[region].latency[sfp_nth(arch)];
}

/* ---- Memory ---- */

const uint8_t *tile_memory(const struct sfp_tile *t, uint32_t address, size_t size)
{
    uint32_t offset;
    const enum tile_region region = size <= UINT32_MAX ? tile_region_of(t->core.arch, address, (unsigned)size, &offset)
                                                       : TILE_NOWHERE;

    if (region == TILE_L1)
        return t->l1 + offset;
    return region == TILE_LOCAL ? t->local + offset : NULL;
}

void tile_poke(struct sfp_tile *t, const struct tile_poke *poke)
{
    uint32_t offset;
    const enum tile_region region = tile_region_of(t->core.arch, poke->address, poke->size, &offset);

    memcpy((region == TILE_L1 ? t->l1 : t->local) + offset, poke->bytes, poke->size);
}

/* ---- The caches of a core ---- */

/* Returns the address's line, or NULL. */
static struct tile_line *cache_line_of(struct tile_cache *c, uint32_t address)
{
    for (struct tile_line *l = c->lines; l < c->lines + TILE_CACHE_LINES; l++) {
        if (l->filled && l->number == address / TILE_LINE_BYTES)
            return l;
    }
    return NULL;
}

bool tile_cache_has(const struct tile_cache *c, uint32_t address, uint64_t cycle)
{
    const struct tile_line *l = cache_line_of((struct tile_cache *)c, address);

    return l && l->from <= cycle;
}

void tile_cache_fill(struct tile_cache *c, uint32_t address, uint64_t from)
{
    if (cache_line_of(c, address))
        return;
    c->lines[c->oldest] = (struct tile_line){.filled = true, .number = address / TILE_LINE_BYTES, .from = from};
    c->oldest = (c->oldest + 1) % TILE_CACHE_LINES;
}

void tile_cache_drop(struct tile_cache *c, uint32_t address)
{
    struct tile_line *l = cache_line_of(c, address);

    if (l)
        l->filled = false;
}

void tile_cache_flush(struct tile_cache *c)
{
    *c = (struct tile_cache){.oldest = 0};
}

/* ---- Instruction cache ---- */

static uint32_t code_line_number(uint32_t pc)
{
    return pc / TILE_LINE_BYTES;
}

bool tile_code_has(const struct tile_code_cache *c, uint32_t pc)
{
    const uint32_t held = c->held[code_line_number(pc) % c->lines];

    return held ? held == code_line_number(pc) + 1 : c->warm;
}

void tile_code_fill(struct tile_code_cache *c, uint32_t pc)
{
    c->held[code_line_number(pc) % c->lines] = code_line_number(pc) + 1;
}
