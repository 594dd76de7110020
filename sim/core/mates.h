/*
 * What the cores of one machine's threads share beside the machine's state: L1, the mailboxes between the cores, and
 * notes by which a core that waits learns that another one has changed something. Each core has a tile of its own
 * (tile.h). In a cycle the cores act one after another, in the order of their threads (chosen).
 */
#ifndef SFP_TILE_MATES_H
#define SFP_TILE_MATES_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/threads.h"
#include "time/frontend.h"

/* The cores with mailboxes. T0, T1 and T2 push the words of the threads unpack, math and pack. */
enum { TILE_B, TILE_T0, TILE_T1, TILE_T2, TILE_CORES };

enum { TILE_MAIL = 4 }; /* capacity of the mailboxes that a core writes, together */

/* Returns the core that pushes the thread's words. */
static inline unsigned tile_core_of(enum sfp_thread_id thread)
{
    return TILE_T0 + (unsigned)thread;
}

/* A mailbox from one core to another: a queue. */
struct tile_mail {
    uint32_t values[TILE_MAIL];
    unsigned count;
};

struct sfp_tile;

struct tile_mates {
    uint8_t *l1; /* L1 of all cores, owned by the mates */
    struct sfp_tile *tiles[SFP_THREADS]; /* the tile of each thread that has a core; each owned by its maker */
    struct tile_mail mail[TILE_CORES][TILE_CORES]; /* by the core that writes, and the core that reads */
    uint64_t changes; /* number of changes by a core that another core may see */
};

/* Makes mates with L1 of the arch, all zero, and without tiles. Returns NULL without memory. */
struct tile_mates *tile_mates_new(enum sfp_arch arch);
void tile_mates_free(struct tile_mates *mates);

/* Returns the tile of a core that takes part, or NULL. */
struct sfp_tile *tile_mates_tile(const struct tile_mates *mates, unsigned core);

/* Appends a value to the mailbox, which has room. */
void tile_mail_push(struct tile_mail *mail, uint32_t value);

/* Removes the oldest value of a mailbox that is not empty, and returns the value. */
uint32_t tile_mail_pop(struct tile_mail *mail);

#endif
