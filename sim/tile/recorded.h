/* The words that a core pushed as a program of their own. */
#ifndef SFP_TILE_RECORDED_H
#define SFP_TILE_RECORDED_H

#include "frontend/kernel.h"
#include "tile.h"

/*
 * All words that the tile logged, in order, each with the place of the instruction of `kernel` that pushed it. One of which
 * no line is known has the kernel's file, the number of that instruction in the code, from 1, and its function for a text.
 * Regions are the functions. The program is the caller's, for sfp_program_free(); false without memory, and then it is
 * empty.
 */
bool tile_recorded(const struct sfp_tile *tile, const struct sfp_kernel *kernel, struct sfp_program *program);

#endif
