/*
 * The parts of the statistics:
 *
 *   stats.c             counts of the whole run, and events for the other parts
 *   stats_flight.c      instructions and items under way, and the instances that they belong to
 *   stats_role.c        regions, bodies and loops that the thread is in
 *   stats_block.c       instances of blocks, open and counted, and the floors that bind blocks
 *   stats_dependence.c  dependences within an instance
 *   stats_carried.c     dependences from one playback to the next
 *   stats_rows.c        counts by source line
 *   stats_steady.c      the steady state of kernels with macros
 *   stats_vectors.c     cycles for each vector in the steady state, for all kernels
 *   stats_threads.c     observes the run, and has the statistics of each of several threads
 *   stats_core.c        the core that pushes a compiled kernel's words, by function and loop
 *   stats_text.c        the report as text
 *   stats_json.c        the report as JSON
 */
#ifndef SFP_STATS_PARTS_H
#define SFP_STATS_PARTS_H

#include "model/model.h"
#include "stats.h"
#include "base/names.h"

enum {
    CHAIN_VALUES = SFP_LREGS + 3, /* resources through which values flow: LRegs, flags, flag stack, latch */
    OPEN_INSTANCES = 16, /* places for open instances: an item waits for at most seven instructions, each possibly in
                          * its own instance */
    ROLES = 3 + SFP_LOOP_LEVELS,
    FLIGHTS = 320,       /* places for flights: the sizes of the engine's queues, and a few more */
    LANDINGS = 16 + 8 * SFP_LANES, /* places for landing flights: one landing and an earlier one for each sub-unit, a
                                    * control instruction, and groups of lanes */
    NODES_EACH = SFP_UNIT_STORE + 1, /* nodes of a slot: an instruction, and its items by sub-unit */
    NODES = SFP_REPLAY_SLOTS * NODES_EACH, /* most nodes of a body */
    STEPS = 2 * NODES,                     /* most steps of two consecutive instances */
    STEP_WORDS = STEPS / 64,
    STEP_ORDER = 2 * STEPS, /* most reads of these steps: a step may read in its first and in its last cycle */
    STATS_VECTORS = 512, /* number of vectors: addresses of Dst, without the ignored bit 0 */
};

/*
 * An instruction or item, and the link before it, for which it had to wait. A chain is named by its last link. Later
 * links share a link and count its uses; the last drop frees it. Of a long chain, the first links are kept, and the
 * last.
 */
struct chain_link {
    unsigned uses;
    unsigned depth;     /* number of kept links before this link */
    uint64_t left_out;  /* number of links left out between the kept link before and this link */
    uint64_t start;     /* earliest start, in cycles from the instance's start */
    unsigned latency;
    bool scheduled;
    struct sfp_op op;
    struct chain_link *before; /* link for which this link waited; NULL: the link waits for nothing */
};

struct instance {
    struct sfp_stats_instance counts;
    struct chain_link *end; /* end of the longest chain; NULL: nothing issued, or memory ran out */
    uint64_t number;  /* number of the instance, from 1; 0: the place is free */
    unsigned fetched; /* number of instructions fetched so far */
    unsigned pending; /* number of instructions and items under way in this instance */
    bool left;        /* the thread has left the instance: no further instruction will come */
};

/* Instances with the same number of cycles. */
struct bin {
    uint64_t instances;
    struct sfp_stats_instance last;
    struct chain_link *end; /* end of the last instance's chain */
};

/* By resource, the time after the instance's start when its value is ready, if the instance wrote it last. */
struct chain {
    struct {
        uint64_t write, instance, ready;
        struct chain_link *writer;
    } value[CHAIN_VALUES];
};

/* Execution at a node of one of two consecutive instances, with the sets of steps whose results it reads. */
struct step {
    uint64_t reads[STEP_WORDS];      /* set of steps whose results the step reads in its first cycle */
    uint64_t late_reads[STEP_WORDS]; /* set of steps whose results the step reads in its last cycle */
    uint64_t issued;                 /* cycle in which the instruction, or the item's SFPLOADMACRO, issued */
    unsigned latency;
    unsigned delay;                  /* item: cycles that its start is delayed; an item starts 1 + delay after its
                                      * SFPLOADMACRO, or later */
    bool started;
    struct sfp_op op;
};

/* Instances `base` and base + 1, and the longest path so far from an instruction of one to the same instruction of
 * the next. */
struct carry {
    bool active;
    unsigned done; /* number of pairs of instances followed to the end */
    uint64_t base;
    uint64_t write[CHAIN_VALUES]; /* by resource: number of the last write, as in struct chain; 0: no writers */
    uint64_t writers[CHAIN_VALUES][STEP_WORDS];
    struct step *steps;         /* array of STEPS elements; NULL after the last pair */
    uint16_t order[STEP_ORDER]; /* steps in the order of their reads; twice if a step reads twice */
    unsigned ordered;
    uint64_t longest;
    struct sfp_stats_link *links; /* instructions of the longest path */
    size_t link_count;
};

/* Key of a REPLAY body; must have no padding. */
struct body_key {
    size_t recorded, slot, count;
};

struct block {
    struct sfp_stats_block result;
    struct body_key body;    /* body: the key */
    uint64_t loop_body;      /* loop: key shared by loops with the same turns */
    uint64_t opened; /* number of instances opened so far */
    uint64_t first;  /* number of the first instance counted */
    struct instance open[OPEN_INSTANCES];
    struct bin *bins; /* array of bins, sorted by cycles */
    size_t bin_count, bin_room;
    struct chain chain;
    struct carry *carry; /* carried dependences of a body, or of an innermost loop no longer than a body; else NULL */
};

/* A role of the thread: the thread's block instance, entered with `key`. */
struct role {
    struct block *block; /* block that the thread is in; NULL: no block */
    uint64_t key[2];
    uint64_t instance;
};
enum {
    ROLE_REGION, /* index in role[]: the block of the region at the program position */
    ROLE_CODE,   /* index in role[]: the block of the region that the words under playback come from */
    ROLE_BODY,
    ROLE_LOOP,   /* first role of ROLE_LOOP to ROLES - 1: roles in loops at the program position, by nesting level */
};

/* An instruction or item under way, from its fetch or scheduling until its results have landed. */
struct flight {
    uint64_t id;
    bool live, item, landing;
    bool late_reads;   /* the flight reads in the cycle in which its results land */
    bool merges;       /* the flight writes only some lanes */
    uint32_t reads, writes; /* sets of resources, bits of CHAIN_VALUES */
    unsigned latency;
    struct sfp_op op; /* instruction or item, set when it starts */
    uint64_t issued; /* cycle in which the instruction, or the item's SFPLOADMACRO, issued */
    unsigned members;
    struct member {
        struct block *block;
        uint64_t instance;
        unsigned node;
        uint64_t start; /* earliest start, in cycles from the instance's start */
        struct chain_link *before; /* cause of that start, or NULL */
    } member[ROLES];
};

/* Vectors of Dst, by address. A pass's last store to a vector is a result. */
struct vectors {
    uint64_t start;               /* cycle in which the pass begins */
    bool begun;                   /* the pass has stored */
    uint64_t first, latest;       /* cycles of the pass's first and latest store */
    uint64_t last[STATS_VECTORS]; /* by vector of Dst: cycle after the pass's last store to the vector; 0: no
                                   * store */
    bool before[STATS_VECTORS];   /* by vector: did the pass before store to the vector? */
    uint64_t count;               /* number of results of all passes */
    size_t covered;               /* number of gaps between results in the longest stretch; 0: nothing repeats three
                                   * times */
    uint64_t cycles, results;     /* cycles and results of a period of the longest stretch, or of the first pass with
                                   * two results */
};

struct steady_search;

/* Kinds of rows. */
enum { ROW_LOST, ROW_HIDDEN, ROW_DISCARD, ROW_FORGOTTEN, ROW_KINDS };

struct sfp_stats {
    const struct sfp_kernel *kernel;
    struct sfp_observer observer;
    struct sfp_stats_totals totals;
    uint64_t busy_until[SFP_UNITS]; /* by sub-unit: first cycle in which the sub-unit is free again */
    uint64_t matrix_until;          /* first cycle in which the matrix unit has no work */
    bool no_memory;

    struct flight *flights; /* array of FLIGHTS */
    unsigned order[FLIGHTS], under_way; /* indices of the flights in use, and their number */
    struct flight *landing[LANDINGS];
    unsigned landings;
    uint64_t landing_cycle;

    struct block **blocks; /* all blocks: regions, then loops and bodies */
    size_t block_count, block_room;
    struct block **range_block; /* block of each region, by the region's index in the program */
    struct names bodies, loop_bodies; /* indices of blocks, by key */
    struct sfp_loops loops; /* the program's loops */
    struct role role[ROLES];
    uint64_t write[CHAIN_VALUES], writes; /* by resource: number of the write that made the value, from 1; and the
                                           * number of the last write of all */
    struct row_entry **rows;
    size_t row_count, row_room;
    struct names row_numbers; /* indices of rows, by key */
    struct vectors vectors;
    uint64_t vectors_each; /* number of vectors of a pass, set by the caller; 0: not set */
    struct core_stats *core; /* counts of the core; NULL: no core */
    struct steady_search *steady_search; /* search for the steady state; NULL until the first SFPLOADMACRO */
    const struct sfp_stats_steady *steady; /* steady state found; NULL: no SFPLOADMACRO */
    const struct sfp_stats_block **counted; /* blocks that had instances */
    size_t counted_count;
    struct sfp_stats *thread[SFP_THREADS]; /* of a run of several threads: statistics of each thread's events, NULL for
                                            * a thread without words. The statistics of all have counts, and leave
                                            * blocks and the schedule to the threads' */
    bool of_threads; /* several threads run, and these are the statistics of all */
};

/* ---- stats.c ---- */

/* Statistics without those of threads (stats_threads.c): the functions of stats.h for these. */
struct sfp_stats *stats_new_of_one(const struct sfp_kernel *kernel);
void stats_free_one(struct sfp_stats *s);
void stats_event(struct sfp_stats *s, const struct sfp_event *event);
bool stats_finish_one(struct sfp_stats *s);

/* ---- stats_flight.c ---- */

struct flight *flight_new(struct sfp_stats *s, uint64_t id);
struct flight *flight_find(struct sfp_stats *s, uint64_t id); /* returns NULL if the flight is not under way */
void flight_drop(struct sfp_stats *s, struct flight *f);
void flights_free(struct sfp_stats *s);

/* Adds item `item` of SFPLOADMACRO `macro`. An item starts no earlier than 1 + delay after its SFPLOADMACRO. */
void flight_schedule(struct sfp_stats *s, struct flight *item, const struct flight *macro, enum sfp_unit unit,
                     unsigned delay);

/* Takes the earliest start of discarded instruction `op` into the floors of its instances. */
void flight_discard(struct sfp_stats *s, struct flight *f, const struct sfp_op *op);

/* Notes the start of an instruction or item. The values read decide the earliest start. */
void flight_start(struct sfp_stats *s, struct flight *f, const struct sfp_event *event);

/* Complete notes that the results land at the end of `cycle`. flights_land() makes them visible from the next cycle
 * on. */
void flight_complete(struct sfp_stats *s, struct flight *f, uint64_t cycle);
void flights_land(struct sfp_stats *s);

/* ---- stats_block.c ---- */

/* Adds an empty block, to be freed by roles_free(). Returns NULL if memory runs out. */
struct block *block_add(struct sfp_stats *s);
void block_free(struct block *block);

/* Open begins the next instance and returns its number. Leave ends its fetches; the instance stays open until
 * nothing of it is under way. Finish closes all instances and chooses the typical one. */
uint64_t block_open(struct sfp_stats *s, struct block *block);
void block_leave(struct sfp_stats *s, struct block *block, uint64_t number);
void block_finish(struct sfp_stats *s, struct block *block);

/* Return an open instance, or NULL if it is counted already. */
struct instance *block_open_instance(struct block *block, uint64_t number);
struct instance *block_instance(const struct member *member);
void block_member_gone(struct sfp_stats *s, const struct member *member);

/* Sub-units in the order of reports. */
enum { STATS_UNITS = SFP_UNITS - 1 };

/* Vectors of 32 lanes in a face of 16 x 16 values and in a tile of 32 x 32. */
enum { STATS_FACE = 8, STATS_TILE = 32 };

extern const enum sfp_unit stats_units[STATS_UNITS];

/* ---- stats_role.c ---- */

bool roles_init(struct sfp_stats *s);
void roles_free(struct sfp_stats *s); /* also frees all blocks */

/* Updates the roles when the front end is at `origin` with instruction `op`, or with NULL. */
void roles_at(struct sfp_stats *s, const struct sfp_fetch_origin *origin, const struct sfp_op *op);

void role_leave(struct sfp_stats *s, struct role *role);

/* Enters a new instance of `block`, with key (a, b). */
void role_enter(struct sfp_stats *s, struct role *role, struct block *block, uint64_t a, uint64_t b);
bool role_is_in(const struct role *role, uint64_t a, uint64_t b);

/* Leaves all roles, at the end of a pass or the run. */
void roles_leave(struct sfp_stats *s);

/* Makes `f` a member of every instance under way in the thread. */
void roles_join(struct sfp_stats *s, struct flight *f);

/* Counts a lost cycle in every instance that the thread is in. */
void roles_lose(struct sfp_stats *s, enum sfp_stall stall);

bool loops_init(struct sfp_stats *s); /* returns false if memory runs out */
void loops_free(struct sfp_stats *s);

/* Updates the loops when the front end is at `origin`. */
void loops_at(struct sfp_stats *s, const struct sfp_fetch_origin *origin);

/* ---- stats_dependence.c ---- */

/* Returns bits of CHAIN_VALUES for a mask of uses. */
uint32_t chain_values(uint32_t uses);

/* Makes a link of a dependence chain for the instruction or item in flight `f` as a member of a block's instance, after
 * the link that it had to wait for (member->before). The caller owns one use. Returns NULL if memory runs out. */
struct chain_link *chain_link_new(struct sfp_stats *s, const struct flight *f, const struct member *member);
struct chain_link *chain_link_use(struct chain_link *link);
void chain_link_drop(struct chain_link *link);

/* Sets *links to the chain that ends at `end`, in order, to be freed by the caller. Returns the length, or 0 and
 * NULL if the chain is empty or memory runs out. */
size_t chain_links(const struct chain_link *end, struct sfp_stats_link **links);

/* Moves the member's earliest start to the time when the values that `f` reads are ready, minus `early` cycles. */
void chain_read(const struct sfp_stats *s, const struct flight *f, struct member *member, uint64_t early);
void chain_write(struct sfp_stats *s, const struct flight *f, const struct member *member);
void chain_free(struct chain *chain);

/* ---- stats_carried.c ---- */

enum { CARRY_PAIRS = 8 }; /* number of pairs of instances followed before the result stands */

struct carry *carry_new(void); /* returns NULL if memory runs out */
void carry_free(struct carry *c);

/* Notes the start of an instance. `again`: right after another instance of the block. */
void carry_begin(struct block *block, uint64_t instance, bool again);
/* Stops following the block, and discards its result. */
void carry_give_up(struct block *block);
void carry_counted(struct sfp_stats *s, struct block *block, uint64_t instance);

/* Note the actions of a flight whose block is being followed. Ignore other flights. */
void carry_schedule(const struct flight *item, unsigned delay);
void carry_read(const struct sfp_stats *s, const struct flight *f, bool late);
void carry_write(const struct sfp_stats *s, const struct flight *f);

/* ---- stats_vectors.c ---- */

/* Notes the start of a pass in `cycle`. */
void vectors_pass(struct vectors *v, uint64_t cycle);

/* Notes a store executed in `cycle`. `issued`: cycle in which the store, or its SFPLOADMACRO, issued. */
void vectors_store(struct vectors *v, uint64_t cycle, uint64_t issued, unsigned address);

/* Fills the vector counts in `totals` after the run. `each`: vectors of a pass, set by the caller, or 0 to count
 * results. */
void vectors_finish(struct vectors *v, uint64_t each, struct sfp_stats_totals *totals);

/* ---- stats_steady.c ---- */

/* Begins the search in `cycle`, the first SFPLOADMACRO's. Returns NULL if memory runs out. */
struct steady_search *steady_new(uint64_t cycle);
void steady_free(struct steady_search *s);

/* Takes an event, in order of time. */
void steady_event(struct steady_search *s, const struct sfp_event *event);

/* Returns the result after the run, valid as long as `s`. Returns NULL if memory runs out. */
const struct sfp_stats_steady *steady_finish(struct steady_search *s);

/* ---- stats_core.c ---- */

struct core_counts {
    uint64_t cycles, instructions;
    uint64_t waits;   /* number of cycles in which the thread holds the core */
    uint64_t awaited; /* number of cycles in which the thread has no word */
    uint64_t fetched; /* cycles waited for the instruction's fetch */
    uint32_t address;  /* the instruction's address, once it has executed */
    uint64_t gathered; /* how often the instruction, a .ttinsn, was executed by a core that gathers such words */
};

/* Where a loop's words would go in fewer pushes. */
struct core_gathering {
    unsigned line;    /* size in bytes of the lines within which words are gathered; 0: there is no better place */
    unsigned offset;  /* words from the start of a line to the loop */
    uint64_t pushes;  /* cycles in which the core pushed the loop's words, as far as it gathers them */
    uint64_t fewest;  /* the same at the best offsets */
    uint32_t offsets; /* set of the best offsets, bit i for offset i */
};

/* Counts of a function, or of a loop in the function before, without the functions that it calls. */
struct core_part {
    const char *function; /* name of the function; "": code outside functions; NULL: a loop */
    size_t first;
    uint64_t iterations;  /* how often the part's first instruction executed */
    struct core_counts counts;
    struct core_gathering gathering; /* of a loop without loops in it, for whose words the thread waits */
};

void core_step(struct sfp_stats *s, const struct sfp_event *event);
void core_bubble(struct sfp_stats *s, const struct sfp_event *event);
void core_free(struct sfp_stats *s);

/* Returns the parts in which the core was, in program order, to be freed by the caller; or NULL if memory runs out.
 * Only for runs with a core. */
struct core_part *core_parts(const struct sfp_stats *s, size_t *count);

/* Returns the cycles in which the core waited for fetches. Only for runs with a core. */
uint64_t core_fetched(const struct sfp_stats *s);

/* ---- stats_gathering.c ---- */

struct sfp_json;

/* Returns where the words of a loop would go in fewer pushes. `counts` are those of its `count` instructions, the first
 * of which is at `address`; `line` as in the result. */
struct core_gathering gathering_of(const struct core_counts *counts, size_t count, uint32_t address, unsigned line);

/* Prints a line about the loop, or nothing if there is no better place. */
void gathering_print(const struct core_gathering *g, FILE *stream);

/* Writes the member "gathering": null if there is no better place. */
void gathering_json(struct sfp_json *j, const struct core_gathering *g);

/* ---- stats_rows.c ---- */

/* A source line, or a word if the program has no source. */
struct row {
    enum sfp_stall cause;
    uint64_t count;
    size_t words, index; /* number of words counted, and index of the first word */
};

void rows_add(struct sfp_stats *s, size_t kind, enum sfp_stall cause, size_t index);

/* Moves a cycle from the lost row to the hidden row. */
void rows_hide(struct sfp_stats *s, enum sfp_stall cause, size_t index);
void rows_free(struct sfp_stats *s);

/* Returns the rows of one kind, largest first, to be freed by the caller; or NULL if memory runs out. */
struct row *rows_sorted(const struct sfp_stats *s, size_t kind, size_t *count);

#endif
