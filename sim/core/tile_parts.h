/* What the files of a tile share. */
#ifndef SFP_TILE_PARTS_H
#define SFP_TILE_PARTS_H

#include "tile.h"

/* ---- The core's bus, and what its accesses become: ports.c ---- */

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

/* ---- The core's instructions as its clocks see them: core_steps.c ---- */

/* The instruction at the pc, before it executes. False: no code is there, or no instruction. */
bool tile_flow_next(struct sfp_tile *t, struct tile_step *step);

/* After it, which was at `pc`: what only its execution shows. */
void tile_flow_done(struct sfp_tile *t, struct tile_step *step, uint32_t pc);

/* ---- Program order, while the trail is kept: program_order.c ---- */

/* Before the core executes `step`: what its trail needs to know. */
struct trail_step tile_order_before(const struct sfp_tile *t, const struct tile_step *step);

/* After it. */
void tile_order_note(struct sfp_tile *t, const struct tile_step *step, struct trail_step *noted);

/* A call was prepared. */
void tile_order_call(struct sfp_tile *t);

/* ---- Control and status registers of Blackhole's cores (sfpu-riscv(7), CSRs): csr.c ---- */

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

/* ---- What devices are given before a run, values that others send, and registers that others set: tile.c ---- */

enum tile_given {
#define GIVEN(id, ...) TILE_GIVEN_##id,
#include "tile.def"
#undef GIVEN
    TILE_GIVENS,
};

/* All zero: nothing is given. */
struct tile_gifts {
    struct tile_gift {
        uint32_t *values; /* in order; of the clock its halves, the low one first */
        size_t count;
    } of[TILE_GIVENS];
};

/* Gives `name`'s device these values, in place of those before. False with a message to free in *error, or NULL there
 * without memory: there is no such device, or not on this arch, or it takes other values. */
bool tile_give(struct tile_gifts *gifts, enum sfp_arch arch, const char *name, const uint64_t *values, size_t count,
               char **error);
void tile_gifts_free(struct tile_gifts *gifts);

/* They are there when the tile, which is started, begins; they must outlive it. */
void tile_gifts_begin(const struct tile_gifts *gifts, struct sfp_tile *tile);

#endif
