/* Control and status registers of Blackhole's cores (sfpu-riscv(7), CSRs). */
#ifndef SFP_TILE_CSR_H
#define SFP_TILE_CSR_H

#include "tile.h"

uint32_t tile_csr_read(const struct sfp_tile *t, unsigned number);
void tile_csr_write(struct sfp_tile *t, unsigned number, uint32_t value);

/* May adjacent words be pushed in one cycle? */
bool tile_csr_fuses(const struct sfp_tile *t);

/* As the vendor's firmware leaves them. */
void tile_csr_reset(struct sfp_tile *t);

#endif
