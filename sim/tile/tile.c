/* The core, its memory and its devices. */
#include "tile.h"

#include <stdlib.h>
#include <string.h>

#include "ports.h"

struct sfp_tile *sfp_tile_new(struct sfp_machine *m)
{
    const enum sfp_arch arch = m->s.arch;
    struct sfp_tile *t = calloc(1, sizeof *t);
    const uint32_t l1 = tile_region_bytes(arch, TILE_L1), local = tile_region_bytes(arch, TILE_LOCAL);

    if (!t)
        return NULL;
    tile_ports_connect(t, arch);
    t->devices.m = m;
    t->devices.now = &t->now;
    t->devices.thread = &t->thread;
    t->devices.tracked = &t->tracked;
    t->l1 = calloc(1, l1);
    t->local = calloc(1, local);
    if (!t->l1 || !t->local) {
        sfp_tile_free(t);
        return NULL;
    }
    rv_core_add_span(&t->core, &(struct rv_span){tile_region_base(TILE_L1), l1, t->l1, true});
    rv_core_add_span(&t->core, &(struct rv_span){tile_region_base(TILE_LOCAL), local, t->local, false});
    for (uint32_t at = 0; at < tile_region_bytes(arch, TILE_SLOW_LOCAL); at += local)
        rv_core_add_span(&t->core, &(struct rv_span){tile_region_base(TILE_SLOW_LOCAL) + at, local, t->local, false});
    return t;
}

void sfp_tile_free(struct sfp_tile *t)
{
    if (!t)
        return;
    rv_core_free(&t->core);
    free(t->l1);
    free(t->local);
    free(t->log);
    free(t->mop_stores);
    free(t->slots);
    free(t);
}

bool sfp_tile_code(struct sfp_tile *t, uint32_t *words)
{
    const size_t count = t->core.code.size / RV_BYTES;

    t->words = words;
    t->slots = calloc(count, sizeof *t->slots);
    if (!t->slots)
        return false;
    tile_feed_init(t, count);
    return true;
}

const uint8_t *sfp_tile_memory(const struct sfp_tile *t, uint32_t address, size_t size)
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
