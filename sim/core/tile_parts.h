/* Declarations that the files of a tile share. */
#ifndef SFP_TILE_PARTS_H
#define SFP_TILE_PARTS_H

#include "tile.h"

/* ---- The core's bus: ports.c ---- */

/* Sets up a core of `arch` with a bus to the tile. */
void tile_ports_connect(struct sfp_tile *t, enum sfp_arch arch);

/* In time: delivers the oldest store under way to its target; a word becomes available to the thread from `cycle`
 * on. */
void tile_ports_deliver(struct sfp_tile *t, uint64_t cycle);

/* Returns the oldest store under way, which must exist. */
const struct tile_pending *tile_ports_oldest(const struct sfp_tile *t);

/* In time: returns the youngest store under way that overlaps these bytes, counted back from 1, the last store; 0:
 * no store. */
unsigned tile_ports_overlapped(const struct sfp_tile *t, uint32_t address, unsigned size);

/* In time: appends the store to plain memory by the instruction at `index` to the stores under way. */
void tile_ports_note_store(struct sfp_tile *t, size_t index, uint32_t address, unsigned size);

/* In time, with mates: takes back the store to L1 that was noted last, which then takes effect when it leaves the
 * queue. `old`: the bytes before the store. */
void tile_ports_defer(struct sfp_tile *t, const uint8_t *old);

/* Sets up the tile's feed, for `count` indices. */
void tile_feed_init(struct sfp_tile *t, size_t count);

/* Maximum that another thread gives a semaphore, as the vendor's unpack threads do. */
enum { TILE_SET_UP_MOST = 1 };

/* Lets another thread set up a semaphore that was not set up. */
void tile_ports_set_up(struct sfp_tile *t, unsigned semaphore, size_t index);

/* Lets another thread post to a semaphore that is 0, or get a semaphore down to 0, for the instruction at `index`. */
void tile_ports_change(struct sfp_tile *t, unsigned semaphore, size_t index);

/* Ends the run, with a message, unless the run has already ended. */
__attribute__((format(printf, 3, 4))) void tile_fail(struct sfp_tile *t, enum tile_end end, const char *format, ...);

/* ---- The core's instructions as its clocks see them: core_steps.c ---- */

/* Describes the instruction at the pc before its execution. Returns false if the pc has no code or no instruction. */
bool tile_flow_next(struct sfp_tile *t, struct tile_step *step);

/* Completes *step after the execution of the instruction at `pc`, with facts that only the execution shows. */
void tile_flow_done(struct sfp_tile *t, struct tile_step *step, uint32_t pc);

/* ---- Program order, while the trail is kept: program_order.c ---- */

/* Collects what the trail needs before the core executes `step`. */
struct trail_step tile_order_before(const struct sfp_tile *t, const struct tile_step *step);

/* Adds the executed step to the trail. */
void tile_order_note(struct sfp_tile *t, const struct tile_step *step, struct trail_step *noted);

/* Adds the registers of a prepared call to the trail. */
void tile_order_call(struct sfp_tile *t);

/* ---- Control and status registers of Blackhole's cores (sfpu-riscv(7), CSRs): csr.c ---- */

uint32_t tile_csr_read(const struct sfp_tile *t, unsigned number);
void tile_csr_write(struct sfp_tile *t, unsigned number, uint32_t value);

/* Bits of cfg0 that disable features. */
enum tile_chicken {
    TILE_NO_PREDICTION = 1 << 1,
    TILE_NO_DATA_CACHE = 1 << 3,
    TILE_NO_MERGING = 1 << 12, /* stores do not merge */
    TILE_NO_FUSION = 1 << 18,
};

static inline bool tile_csr_lacks(const struct sfp_tile *t, enum tile_chicken bit)
{
    return t->csr_cfg0 & bit;
}

/* Resets the registers to the values that the vendor's firmware leaves. */
void tile_csr_reset(struct sfp_tile *t);

/* Lets the core begin with gathering as the machine's setting has it. */
void tile_csr_set_gathering(struct sfp_tile *t);

/* ---- Values for devices before a run, from other cores or the user: tile.c ---- */

enum tile_given {
#define GIVEN(id, ...) TILE_GIVEN_##id,
#include "tile.def"
#undef GIVEN
    TILE_GIVENS,
};

/* All zero: no values. */
struct tile_gifts {
    struct tile_gift {
        uint32_t *values; /* values in the order of reads; for the clock its two halves, the low half first */
        size_t count;
    } of[TILE_GIVENS];
};

/* Gives the device `name` values, instead of earlier ones. Returns false, with a message in *error, which the caller
 * frees (NULL: out of memory), if the device does not exist, or not on this arch, or takes other values. */
bool tile_give(struct tile_gifts *gifts, enum sfp_arch arch, const char *name, const uint64_t *values, size_t count,
               char **error);
void tile_gifts_free(struct tile_gifts *gifts);

/* Puts the values into a tile that was started. The gifts must outlive the tile. */
void tile_gifts_begin(const struct tile_gifts *gifts, struct sfp_tile *tile);

#endif
