/*
 * Auto TTSync of Blackhole (sfpu-riscv(7), Auto TTSync): accesses of a core to what words before them use wait until these
 * have passed the wait gate. Words behind an access need nothing: they leave the store queue behind it.
 */
#ifndef SFP_TILE_TTSYNC_H
#define SFP_TILE_TTSYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "map.h"

struct sfp_tile;

/* What is tracked. */
enum tile_resource { TILE_TRACKED_GPRS, TILE_TRACKED_CONFIG, TILE_TRACKED_TDMA, TILE_RESOURCES };

/* Words are counted from 1 on. All zero: there were none. */
struct tile_ttsync {
    uint64_t words;
    uint64_t last_use[TILE_RESOURCES], last_write[TILE_RESOURCES];
    bool said; /* that it made something wait */
};

/* The thread gets a word. */
void tile_ttsync_note(struct sfp_tile *t, uint32_t word);

/* Does the access of the instruction at `index` wait for a word that the thread got? */
bool tile_ttsync_waits(struct sfp_tile *t, enum tile_region region, bool loads, uint32_t address, uint32_t index);

#endif
