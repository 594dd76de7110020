/* The core's instructions as its clocks see them. */
#ifndef SFP_TILE_FLOW_H
#define SFP_TILE_FLOW_H

#include "tile.h"

/* The instruction at the pc, before it executes. False: no code is there, or no instruction. */
bool tile_flow_next(struct sfp_tile *t, struct tile_step *step);

/* After it, which was at `pc`: what only its execution shows. */
void tile_flow_done(struct sfp_tile *t, struct tile_step *step, uint32_t pc);

#endif
