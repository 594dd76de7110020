/* The memory map of the core T1 (sfpu-riscv(7), Memory), as include/tile.def has it. */
#ifndef SFP_TILE_MAP_H
#define SFP_TILE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/arch.h"

enum tile_region {
#define REGION(id, ...) TILE_##id,
#include "tile.def"
#undef REGION
    TILE_REGIONS,
    TILE_NOWHERE = TILE_REGIONS, /* no region */
};

/* The region of a whole access of `size` bytes, and the offset in it. */
enum tile_region tile_region_of(enum sfp_arch arch, uint32_t address, unsigned size, uint32_t *offset);

uint32_t tile_region_base(enum tile_region region);
uint32_t tile_region_bytes(enum sfp_arch arch, enum tile_region region);
unsigned tile_load_latency(enum sfp_arch arch, enum tile_region region); /* 0 of NOWHERE, where a load fails */

#endif
