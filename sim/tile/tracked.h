/*
 * The words that the thread got, as far as somebody asks for them while they are in the front end: what they use, for
 * Auto TTSync of Blackhole (sfpu-riscv(7), Auto TTSync), and of which kinds they are. As words pass the wait gate in
 * order, the last one of a kind tells of all.
 */
#ifndef SFP_TILE_TRACKED_H
#define SFP_TILE_TRACKED_H

#include <stdbool.h>
#include <stdint.h>

#include "map.h"

struct sfp_tile;

/* What Auto TTSync tracks. */
enum tile_resource { TILE_TRACKED_GPRS, TILE_TRACKED_CONFIG, TILE_TRACKED_TDMA, TILE_RESOURCES };

enum { TILE_KINDS = 11 }; /* of words: bits of tt_cfg_qstatus */

/* Words are counted from 1 on. All zero: there were none. */
struct tile_tracked {
    uint64_t words;
    uint64_t last_use[TILE_RESOURCES], last_write[TILE_RESOURCES], last_of[TILE_KINDS];
    bool said; /* that Auto TTSync made something wait */
};

/* The thread gets a word. */
void tile_tracked_note(struct sfp_tile *t, uint32_t word);

/* Does the access of the instruction at `index` wait for a word that the thread got? */
bool tile_tracked_waits(struct sfp_tile *t, enum tile_region region, bool loads, uint32_t address, uint32_t index);

/* Of which kinds words are in the front end, as bits. */
uint32_t tile_tracked_kinds(const struct sfp_tile *t);

#endif
