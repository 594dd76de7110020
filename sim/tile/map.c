/* The memory map of the core T1. */
#include "map.h"

#include "riscv/riscv.h"

static const struct {
    uint32_t base;
    uint32_t bytes[SFP_ARCHES];
    uint8_t latency[SFP_ARCHES];
} regions[TILE_REGIONS] = {
#define REGION(id, base, bytes, latency, provenance, text, source) {base, bytes, latency},
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

uint32_t tile_region_bytes(enum sfp_arch arch, enum tile_region region)
{
    return regions[region].bytes[sfp_nth(arch)];
}

unsigned tile_load_latency(enum sfp_arch arch, enum tile_region region)
{
    return region == TILE_NOWHERE ? 0 : regions[region].latency[sfp_nth(arch)];
}
