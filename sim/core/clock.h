/*
 * The RISC-V core in time: when each of its instructions issues, from those before it (sfpu-riscv(7), Time). Nothing is
 * simulated cycle by cycle: an instruction's cycle is the latest of a few that are known. What only others can say, when
 * a pushed word finds room and when a read that is held is answered, is told to a clock as it comes; until then what
 * waits for it does not issue.
 */
#ifndef SFP_TILE_CLOCK_H
#define SFP_TILE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/arch.h"
#include "dis/riscv.h"

/* ---- The memory map of the core T1 (sfpu-riscv(7), Memory), as include/tile.def has it ---- */

enum tile_region {
#define REGION(id, ...) TILE_##id,
#include "tile.def"
#undef REGION
    TILE_REGIONS,
    TILE_NOWHERE = TILE_REGIONS, /* no region */
};

/* The region of a whole access of `size` bytes, and the offset in it. */
enum tile_region tile_region_of(enum sfp_arch arch, uint32_t address, unsigned size, uint32_t *offset);

uint32_t tile_region_base(enum tile_region region);
const char *tile_region_text(enum tile_region region); /* what it is */
uint32_t tile_region_bytes(enum sfp_arch arch, enum tile_region region);
unsigned tile_load_latency(enum sfp_arch arch, enum tile_region region); /* 0 of NOWHERE, where a load fails */

/* ---- Caches ---- */

/* The caches of a core: which lines of L1 they have (sfpu-riscv(7), Time). What is in them is what is in L1. */

enum { TILE_CACHE_LINES = 4, TILE_LINE_BYTES = 16 };

/* Of data. All zero: empty. */
struct tile_cache {
    struct tile_line {
        bool filled;
        uint32_t number; /* address / TILE_LINE_BYTES */
        uint64_t from;   /* the cycle from which on it is there */
    } lines[TILE_CACHE_LINES];
    unsigned oldest;
};

/* Is the address in a line that is there in `cycle`? */
bool tile_cache_has(const struct tile_cache *c, uint32_t address, uint64_t cycle);

/* Its line is there from `from` on, unless it was on its way; the line that was filled first makes room. */
void tile_cache_fill(struct tile_cache *c, uint32_t address, uint64_t from);

/* Its line is dropped; all are. */
void tile_cache_drop(struct tile_cache *c, uint32_t address);
void tile_cache_flush(struct tile_cache *c);

/* Of instructions: each line has one place. All zero but for `lines` and `warm`: empty. */
enum { TILE_CODE_LINES = 256 }; /* no core's has more */
struct tile_code_cache {
    uint32_t lines;                 /* that it has */
    bool warm;                      /* a place that nothing was put into has what is looked for there */
    uint32_t held[TILE_CODE_LINES]; /* their numbers, and 1 */
};

/* Empty, as big as an arch's, with what earlier runs have left there. */
struct tile_code_cache tile_code_cache(enum sfp_arch arch);

bool tile_code_has(const struct tile_code_cache *c, uint32_t pc);
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
    TILE_STORE_QUEUE = 4, /* no core's is longer; powers of two */
    TILE_RETIRE_QUEUE = 8,
    TILE_SLOW_LOADS = 4,
};

/* An instruction as the clock sees it. */
struct tile_step {
    enum rv_class timing;
    uint8_t rd, rs1, rs2; /* 0: none */
    bool foreseen;        /* BRANCH, JUMP: its direction was */
    bool fused;           /* PUSH: may issue with the one before it */
    bool cached;          /* LOAD: the data cache has it */
    bool merges;          /* STORE: may be merged with the one before it */
    bool held;            /* LOAD: answered when tile_clock_answer() says so */
    uint8_t behind;       /* LOAD: it overlaps a store, the last one (1) or so many back, which must have left; 0: none */
    uint16_t missed;      /* it is fetched so many cycles later than it could issue */
    uint8_t divide;       /* DIV: how many cycles it takes */
    uint8_t bytes;        /* LOAD, STORE, AMO */
    enum tile_region region; /* LOAD, STORE, AMO */
    uint32_t address;
};

/* A store or a pushed word, from its issue on. */
struct tile_store {
    uint64_t issued, left; /* cycles; left: NEVER while it is in the queue */
    bool pushes, in_l1, merges;
    uint8_t bytes; /* 0: a word pushed by .ttinsn, or none yet */
    uint32_t address;
};

/* An instruction that waits to retire. */
struct tile_retiring {
    uint64_t done;    /* the cycle from which on its result is known, */
    uint64_t retired; /* and from which on its place is free */
    uint64_t earlier; /* serial number of the instruction that wrote to the same register before it */
    uint8_t by;       /* an enum tile_stall: what a reader of its result waits for */
    bool passes;      /* who issues when it is done gets its result on its way */
};

struct tile_clock {
    enum sfp_arch arch;
    uint8_t store_queue, retire_queue; /* what the core's hold */
    uint64_t next;    /* the cycle in which the next instruction can issue at the earliest */
    enum tile_stall because; /* why not earlier */
    uint64_t writer[RV_REGISTERS]; /* serial number of the instruction that wrote to it last */
    struct tile_retiring retiring[TILE_RETIRE_QUEUE]; /* a ring, by serial number */
    uint64_t newest;               /* the serial number of the last instruction; they count from the ring's size on */
    struct tile_store stores[TILE_STORE_QUEUE]; /* a ring, likewise */
    unsigned newest_store, oldest_store, queued; /* the oldest of those that have not left, and how many there are */
    uint64_t last_left, l1_free;
    uint32_t last_stored;          /* its address in L1 */
    bool reads;                    /* the last instruction is a load */
    uint64_t slow[TILE_SLOW_LOADS];
    unsigned newest_slow;
    unsigned fused;                /* words pushed in the cycle of the last instruction */
    bool held;                     /* a held read is under way, */
    uint64_t held_since, held_latency, held_before; /* since then; when what was before it retired */
    uint64_t held_done;            /* when the last one was done */
    uint64_t issued;               /* the last instruction's cycle; one before cycle 0: there was none */
    uint64_t stalls[TILE_STALLS];  /* cycles in which nothing issued, by cause */
};

/* At the start, in cycle 0. */
void tile_clock_start(struct tile_clock *c, enum sfp_arch arch);

/* Is it one instruction, and one store, with the word before it, in whose cycle it issues? */
bool tile_clock_joins(const struct tile_clock *c, const struct tile_step *step);

/* The cycle in which `step` would issue, and what holds it from the one before on; NEVER: that is not known yet. */
uint64_t tile_clock_earliest(const struct tile_clock *c, const struct tile_step *step, enum tile_stall *because);

/*
 * It issues then, which must be known. What is stored or pushed leaves the queue as soon as the queue lets it, if it
 * `flows`; if not, when tile_clock_leave() says so. One clock has all of them flow, or none.
 */
void tile_clock_issue(struct tile_clock *c, const struct tile_step *step, bool flows);

/* The same where tile_clock_earliest() has just said `at` and `because`. */
void tile_clock_issue_at(struct tile_clock *c, const struct tile_step *step, uint64_t at, enum tile_stall because,
                         bool flows);

/*
 * Is the youngest store that the load overlaps one that begins at another address, and could the load, if it did not wait
 * for that store, issue no later than in the cycle in which it left the queue? A core that compares where accesses begin
 * may then read what was there before. To be asked when the load can issue.
 */
bool tile_clock_may_miss_store(const struct tile_clock *c, const struct tile_step *load);

/* The cycle from which on the oldest store that has not left can leave; NEVER: there is none. */
uint64_t tile_clock_leaves(const struct tile_clock *c);

/* It leaves in `cycle`. */
void tile_clock_leave(struct tile_clock *c, uint64_t cycle);

/* Those that have not left do as soon as the queue lets them. */
void tile_clock_drain(struct tile_clock *c);

/* A read that is held is answered in `cycle`. */
void tile_clock_answer(struct tile_clock *c, uint64_t cycle);

/* How many instructions the instruction cache holds. */
unsigned tile_cached_instructions(enum sfp_arch arch);

/* By how many cycles an instruction issues later that it does not have; does it lack what was not executed before? */
unsigned tile_code_miss(enum sfp_arch arch);
bool tile_code_is_cold(enum sfp_arch arch);

/* How many words stay in registers of a core that stores them again; none has room for more than MOST_KEPT. */
enum { TILE_MOST_KEPT = 32 };
unsigned tile_kept_words(enum sfp_arch arch);

/* How many cycles a division of `dividend` by `divisor` takes. */
unsigned tile_divide_cycles(enum sfp_arch arch, bool is_signed, uint32_t dividend, uint32_t divisor);

#endif
