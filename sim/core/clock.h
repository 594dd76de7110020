/*
 * The RISC-V core's clock: the issue cycle of each instruction, computed from earlier instructions (sfpu-riscv(7),
 * Time). The clock does not simulate cycle by cycle: an instruction's cycle is the latest of a few known cycles. Two
 * facts come from outside, when they occur: a pushed word finds room, and a held read gets its answer. Until then,
 * instructions that wait for such a fact do not issue.
 */
#ifndef SFP_TILE_CLOCK_H
#define SFP_TILE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/arch.h"
#include "isa/threads.h"
#include "dis/riscv.h"

/* ---- The memory map of a core (sfpu-riscv(7), Memory), from include/tile.def ---- */

enum tile_region {
#define REGION(id, ...) TILE_##id,
#include "tile.def"
#undef REGION
    TILE_REGIONS,
    TILE_NOWHERE = TILE_REGIONS, /* address in no region */
};

/* Returns the region that contains `size` bytes at `address`, and sets *offset to the address's offset in the
 * region. Returns TILE_NOWHERE if no region contains every byte. */
enum tile_region tile_region_of(enum sfp_arch arch, uint32_t address, unsigned size, uint32_t *offset);

uint32_t tile_region_base(enum tile_region region);
const char *tile_region_text(enum tile_region region); /* returns the region's name in messages */
uint32_t tile_region_bytes(enum sfp_arch arch, enum tile_region region);
unsigned tile_load_latency(enum sfp_arch arch, enum tile_region region); /* returns cycles; 0 for NOWHERE, where a
                                                                          * load fails */

/* ---- Caches ---- */

/* A core's caches, as sets of L1's lines (sfpu-riscv(7), Time). Caches have no contents of their own: L1 has the
 * bytes. */

enum { TILE_CACHE_LINES = 4, TILE_LINE_BYTES = 16 };

/* A data cache. All zero: empty. */
struct tile_cache {
    struct tile_line {
        bool filled;
        uint32_t number; /* line number: address / TILE_LINE_BYTES */
        uint64_t from;   /* first cycle in which loads can use the line */
    } lines[TILE_CACHE_LINES];
    unsigned oldest;
};

/* Returns whether loads can use the address's line in `cycle`. */
bool tile_cache_has(const struct tile_cache *c, uint32_t address, uint64_t cycle);

/* Adds the address's line, usable from cycle `from` on, in place of the line added first. Does nothing if the line
 * exists, or is on its way. */
void tile_cache_fill(struct tile_cache *c, uint32_t address, uint64_t from);

/* tile_cache_drop() removes the address's line, tile_cache_flush() every line. */
void tile_cache_drop(struct tile_cache *c, uint32_t address);
void tile_cache_flush(struct tile_cache *c);

/* An instruction cache, direct-mapped. All zero except `lines` and `warm`: empty. */
enum { TILE_CODE_LINES = 256 }; /* most lines in a core's cache */
struct tile_code_cache {
    uint32_t lines;                 /* number of the cache's lines */
    bool warm;                      /* fetches whose place was never filled hit, since earlier runs left the code in
                                     * the cache */
    uint32_t held[TILE_CODE_LINES]; /* by place: number of the line held, plus 1; 0: the place was never filled */
};

/* Returns the instruction cache of the thread's core at the start of a run, with the contents that earlier runs
 * left. */
struct tile_code_cache tile_code_cache(enum sfp_arch arch, enum sfp_thread_id thread);

/* Returns whether the cache has the line of `pc`. */
bool tile_code_has(const struct tile_code_cache *c, uint32_t pc);

/* Puts the line of `pc` into its place, over another line. */
void tile_code_fill(struct tile_code_cache *c, uint32_t pc);

/* ---- The clock ---- */

/* A cycle that is not known yet. */
#define TILE_NEVER UINT64_MAX

enum tile_stall {
    TILE_STALL_NONE,
#define CORE_STALL(id, ...) TILE_STALL_##id,
#include "tile.def"
#undef CORE_STALL
    TILE_STALLS,
};

extern const char *const tile_stall_names[TILE_STALLS];

enum {
    TILE_STORE_QUEUE = 4, /* most stores in a core's queue; like the next two sizes, a power of two */
    TILE_RETIRE_QUEUE = 8,
    TILE_SLOW_LOADS = 4,
};

/* An instruction, as the clock needs it. */
struct tile_step {
    enum rv_class timing;
    uint8_t rd, rs1, rs2; /* register numbers; 0: no register */
    bool foreseen;        /* BRANCH, JUMP: the direction was predicted */
    bool fused;           /* PUSH: the core fuses words, so that the word may share its cycle with its neighbours */
    uint32_t pc;          /* PUSH: the instruction's address */
    bool cached;          /* LOAD: the load hits the data cache */
    bool merges;          /* STORE: the store may merge with the store before */
    bool held;            /* LOAD: the value arrives when tile_clock_answer() is called */
    uint8_t behind;       /* LOAD: overlapped store that must leave first, as a count from the last store (1) back */
    uint16_t missed;      /* number of extra cycles before issue, for fetching */
    uint8_t divide;       /* DIV: duration of the division in cycles */
    uint8_t bytes;        /* LOAD, STORE, AMO: size of the access in bytes */
    enum tile_region region; /* LOAD, STORE, AMO: region of the address */
    uint32_t address;
};

/* A store or pushed word in the store queue, from its issue on. */
struct tile_store {
    uint64_t issued, left; /* cycles of issue and of leaving the queue; left: TILE_NEVER while in the queue */
    bool pushes, in_l1, merges;
    uint8_t bytes; /* size of the store in bytes; 0: a word pushed by .ttinsn, or an unused entry */
    uint32_t address;
};

/* An instruction that waits to retire. */
struct tile_retiring {
    uint64_t done;    /* first cycle in which the result is known */
    uint64_t retired; /* first cycle in which the place is free */
    uint64_t earlier; /* serial number of the previous instruction that wrote this register */
    uint8_t by;       /* cause of a reader's stall, an enum tile_stall */
    bool passes;      /* the result is forwarded to an instruction that issues in cycle `done` */
};

struct tile_clock {
    enum sfp_arch arch;
    uint8_t store_queue, retire_queue; /* sizes of the core's queues */
    uint64_t next;    /* the next instruction's earliest issue cycle */
    enum tile_stall because; /* cause for which the next instruction does not issue earlier */
    uint64_t writer[RV_REGISTERS]; /* serial number of each register's last writer */
    struct tile_retiring retiring[TILE_RETIRE_QUEUE]; /* last instructions: a ring indexed by serial number */
    uint64_t newest;               /* serial number of the last instruction; numbering begins at the ring's size */
    struct tile_store stores[TILE_STORE_QUEUE]; /* last stores: a ring */
    unsigned newest_store, oldest_store, queued; /* places in `stores`: newest store, oldest store in the queue;
                                                  * number of stores in the queue */
    uint64_t last_left, l1_free;
    uint32_t last_stored;          /* address of the last store to L1 */
    bool reads;                    /* the last instruction is a load */
    uint64_t slow[TILE_SLOW_LOADS];
    unsigned newest_slow;
    unsigned fused;                /* number of words pushed in the last instruction's cycle */
    bool held;                     /* a held read is under way */
    uint64_t held_since, held_latency, held_before; /* held read: issue cycle, latency, and retirement cycle of the
                                                     * instruction before */
    uint64_t held_done;            /* completion cycle of the last held read */
    uint64_t issued;               /* issue cycle of the last instruction; UINT64_MAX before the first */
    uint64_t stalls[TILE_STALLS];  /* by cause: number of cycles without issue */
};

/* Starts a clock at cycle 0. */
void tile_clock_start(struct tile_clock *c, enum sfp_arch arch);

/* Returns whether `step` issues in the cycle of the word before, as one instruction and one store with this word. */
bool tile_clock_joins(const struct tile_clock *c, const struct tile_step *step);

/* Returns the cycle in which `step` can issue, or TILE_NEVER if this cycle is not known yet. *because is the cause
 * of the wait since the instruction before. */
uint64_t tile_clock_earliest(const struct tile_clock *c, const struct tile_step *step, enum tile_stall *because);

/*
 * Issues `step` in its earliest cycle, which must be known. With `flows`, a store or pushed word leaves the queue as
 * soon as the queue allows; otherwise when the caller calls tile_clock_leave(). A clock's calls must have one value of
 * `flows`.
 */
void tile_clock_issue(struct tile_clock *c, const struct tile_step *step, bool flows);

/* Issues `step` with the results `at` and `because` of a tile_clock_earliest() that has just been called. */
void tile_clock_issue_at(struct tile_clock *c, const struct tile_step *step, uint64_t at, enum tile_stall because,
                         bool flows);

/*
 * Returns whether the load may miss a store: the youngest store that overlaps the load begins at a different address,
 * and the load could issue before this store leaves the queue, or in the same cycle. A core that compares only start
 * addresses may then read old bytes. Call this when the load can issue.
 */
bool tile_clock_may_miss_store(const struct tile_clock *c, const struct tile_step *load);

/* Returns the first cycle in which the queue's oldest store can leave, or TILE_NEVER if the queue is empty. */
uint64_t tile_clock_leaves(const struct tile_clock *c);

/* Removes the queue's oldest store in `cycle`. */
void tile_clock_leave(struct tile_clock *c, uint64_t cycle);

/* Removes every store in the queue, each as soon as the queue allows. */
void tile_clock_drain(struct tile_clock *c);

/* Answers the held read in `cycle`. */
void tile_clock_answer(struct tile_clock *c, uint64_t cycle);

/* Returns the size of the thread's instruction cache in instructions. */
unsigned tile_cached_instructions(enum sfp_arch arch, enum sfp_thread_id thread);

/* tile_code_miss() returns the extra cycles of an instruction that misses the instruction cache. tile_code_is_cold()
 * returns whether instructions miss when first executed. */
unsigned tile_code_miss(enum sfp_arch arch);
bool tile_code_is_cold(enum sfp_arch arch);

/* Returns how many words a core keeps in registers, to store them again; at most TILE_MOST_KEPT. */
enum { TILE_MOST_KEPT = 32 };
unsigned tile_kept_words(enum sfp_arch arch);

/* Returns the size in bytes of the lines within which a core that fuses words does so. */
unsigned tile_fused_line(enum sfp_arch arch);

/* Returns the duration of a division, in cycles. */
unsigned tile_divide_cycles(enum sfp_arch arch, bool is_signed, uint32_t dividend, uint32_t divisor);

#endif
