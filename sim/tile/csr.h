/* Control and status registers of Blackhole's cores (sfpu-riscv(7), CSRs). */
#ifndef SFP_TILE_CSR_H
#define SFP_TILE_CSR_H

#include "tile.h"

uint32_t tile_csr_read(const struct sfp_tile *t, unsigned number);
void tile_csr_write(struct sfp_tile *t, unsigned number, uint32_t value);

/* Bits of cfg0, each of which switches something off. */
enum tile_chicken {
    TILE_NO_PREDICTION = 1 << 1,
    TILE_NO_DATA_CACHE = 1 << 3,
    TILE_NO_MERGING = 1 << 12, /* of stores */
    TILE_NO_FUSION = 1 << 18,
};

static inline bool tile_csr_lacks(const struct sfp_tile *t, enum tile_chicken bit)
{
    return t->csr_cfg0 & bit;
}

/* As the vendor's firmware leaves them. */
void tile_csr_reset(struct sfp_tile *t);

#endif
