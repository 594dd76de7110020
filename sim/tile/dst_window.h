/* Dst as a core of Blackhole loads and stores it (sfpu-riscv(7), Memory): an element at a time. */
#ifndef SFP_TILE_DST_WINDOW_H
#define SFP_TILE_DST_WINDOW_H

#include "model/state.h"

/* At `offset` of the window, as the configuration has its elements. NULL, or why that is not possible. */
const char *tile_dst_load(const struct sfp_state *s, uint32_t offset, unsigned size, uint32_t *value);
const char *tile_dst_store(struct sfp_state *s, uint32_t offset, unsigned size, uint32_t value);

#endif
