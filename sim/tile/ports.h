/* The core's bus: what its accesses become. */
#ifndef SFP_TILE_PORTS_H
#define SFP_TILE_PORTS_H

#include "tile.h"

/* A core of `arch`, with a bus to the tile. */
void tile_ports_connect(struct sfp_tile *t, enum sfp_arch arch);

/* In time: the oldest store under way gets where it goes; a word waits there to be taken from `cycle` on. */
void tile_ports_deliver(struct sfp_tile *t, uint64_t cycle);

/* The oldest store under way; it must be there. */
const struct tile_pending *tile_ports_oldest(const struct sfp_tile *t);

/* In time: the youngest store under way that overlaps these bytes, 1 for the last one; 0: none does. */
unsigned tile_ports_overlapped(const struct sfp_tile *t, uint32_t address, unsigned size);

/* In time: a store to plain memory, which the instruction at `index` has done, takes its place behind those under way. */
void tile_ports_note_store(struct sfp_tile *t, size_t index, uint32_t address, unsigned size);

/* Its feed, for `count` indices. */
void tile_feed_init(struct sfp_tile *t, size_t count);

/* What another thread gives a semaphore at most, as the vendor's unpack threads do. */
enum { TILE_SET_UP_MOST = 1 };

/* Another thread sets a semaphore up that nobody has set up. */
void tile_ports_set_up(struct sfp_tile *t, unsigned semaphore, size_t index);

/* Another thread posts to a semaphore that is 0, or takes all of one that is not, for the instruction at `index`. */
void tile_ports_change(struct sfp_tile *t, unsigned semaphore, size_t index);

/* All of it ends, for a reason that is given here unless somebody has given one before. */
__attribute__((format(printf, 3, 4))) void tile_fail(struct sfp_tile *t, enum tile_end end, const char *format, ...);

#endif
