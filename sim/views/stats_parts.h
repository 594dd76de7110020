/*
 * The parts of the statistics.
 *
 *   stats.c             the observer: whole-run counts, and events to the parts below
 *   stats_flight.c      instructions and items under way, and whose instances they belong to
 *   stats_role.c        which regions, bodies and loops of the program the thread is in
 *   stats_block.c       their instances, open and counted, and which floor they reach
 *   stats_dependence.c  dependences within an instance,
 *   stats_carried.c     and from one playback to the next
 *   stats_rows.c        counts by source line
 *   stats_steady.c      the steady state of kernels with macros
 *   stats_vectors.c     cycles for each vector in the steady state of any
 *   stats_core.c        the core that pushes a compiled kernel's words: by function and loop
 *   stats_text.c        what users see: text,
 *   stats_json.c        and JSON
 */
#ifndef SFP_STATS_PARTS_H
#define SFP_STATS_PARTS_H

#include "model/model.h"
#include "stats.h"
#include "base/names.h"

enum {
    CHAIN_VALUES = SFP_LREGS + 3, /* LRegs, flags, flag stack, latch */
    OPEN_INSTANCES = 16, /* an item waits for at most seven instructions, each of which might be an instance */
    ROLES = 3 + SFP_LOOP_LEVELS,
    FLIGHTS = 320,       /* what the engine's queues hold, and some */
    LANDINGS = 16 + 8 * SFP_LANES, /* one and an earlier one a sub-unit, a control instruction; groups of lanes */
    NODES_EACH = SFP_UNIT_STORE + 1, /* an instruction, and its items by sub-unit */
    NODES = SFP_REPLAY_SLOTS * NODES_EACH, /* of a body */
    STEPS = 2 * NODES,                     /* of two instances that follow each other */
    STEP_WORDS = STEPS / 64,
    STEP_ORDER = 2 * STEPS, /* a step may read in its first cycle and in its last */
    STATS_VECTORS = 512, /* of Dst: addresses, of which the last bit counts for nothing */
};

/*
 * An instruction or item, and what it had to wait for: the chain that it ends. Shared by all that go on from it, and
 * freed with the last of them. Of a long chain the first links are kept, and the last.
 */
struct chain_link {
    unsigned uses;
    unsigned depth;     /* links before it that are kept */
    uint64_t left_out;  /* between that before it and it */
    uint64_t start;     /* earliest, counted from the instance's start */
    unsigned latency;
    bool scheduled;
    struct sfp_op op;
    struct chain_link *before; /* NULL: it waits for nothing */
};

struct instance {
    struct sfp_stats_instance counts;
    struct chain_link *end; /* of the longest chain; NULL: nothing was issued, or no memory */
    uint64_t number;  /* counts from 1; 0: this place is free */
    unsigned fetched; /* instructions so far */
    unsigned pending; /* instructions and items of it under way */
    bool left;        /* no further instruction will come */
};

/* Cycles per instance, one value of them. */
struct bin {
    uint64_t instances;
    struct sfp_stats_instance last;
    struct chain_link *end; /* of that one's chain */
};

/* How long after the instance's start the value of each resource is there, if that instance wrote it last. */
struct chain {
    struct {
        uint64_t write, instance, ready;
        struct chain_link *writer;
    } value[CHAIN_VALUES];
};

/* What executes at a node of one of two instances that follow each other: sets of steps whose results it reads. */
struct step {
    uint64_t reads[STEP_WORDS];      /* in its first cycle, */
    uint64_t late_reads[STEP_WORDS]; /* and in its last */
    uint64_t issued;                 /* cycle in which it, or its SFPLOADMACRO, issued */
    unsigned latency;
    unsigned delay;                  /* item: it starts 1 + delay after its SFPLOADMACRO, or later */
    bool started;
    struct sfp_op op;
};

/* Instances `base` and base + 1, and the longest path found from an instruction of one to the same one of the next. */
struct carry {
    bool active;
    unsigned done; /* pairs of instances followed to the end */
    uint64_t base;
    uint64_t write[CHAIN_VALUES]; /* as in struct chain; 0: no writers */
    uint64_t writers[CHAIN_VALUES][STEP_WORDS];
    struct step *steps;         /* STEPS; NULL once all pairs are done */
    uint16_t order[STEP_ORDER]; /* steps, each time that they read something */
    unsigned ordered;
    uint64_t longest;
    struct sfp_stats_link *links; /* its instructions */
    size_t link_count;
};

/* A REPLAY body; without padding. */
struct body_key {
    size_t recorded, slot, count;
};

struct block {
    struct sfp_stats_block result;
    struct body_key body;    /* of bodies */
    uint64_t loop_body;      /* of loops: what turns that are alike share */
    uint64_t opened; /* instances so far */
    uint64_t first;  /* number of the first one counted */
    struct instance open[OPEN_INSTANCES];
    struct bin *bins; /* in order of cycles */
    size_t bin_count, bin_room;
    struct chain chain;
    struct carry *carry; /* of bodies, and of innermost loops that are as short */
};

/* What the thread is in the middle of: an instance of a block, entered by `key`. */
struct role {
    struct block *block; /* NULL: nothing */
    uint64_t key[2];
    uint64_t instance;
};
enum {
    ROLE_REGION, /* by the position in the program */
    ROLE_CODE,   /* a region whose words are played back elsewhere */
    ROLE_BODY,
    ROLE_LOOP,   /* and those behind it: by the position, a level each */
};

/* An instruction or item under way, from its fetch or scheduling until its results have landed. */
struct flight {
    uint64_t id;
    bool live, item, landing;
    bool late_reads;   /* reads in the cycle in which its results land */
    bool merges;       /* writes some lanes only */
    uint32_t reads, writes; /* bits of CHAIN_VALUES */
    unsigned latency;
    struct sfp_op op; /* once it started */
    uint64_t issued; /* cycle in which it, or its SFPLOADMACRO, issued */
    unsigned members;
    struct member {
        struct block *block;
        uint64_t instance;
        unsigned node;
        uint64_t start; /* earliest, counted from the instance's start */
        struct chain_link *before; /* what that start is due to, or NULL */
    } member[ROLES];
};

/* Vectors of Dst, by address: what a pass has stored last in each is a result of it. */
struct vectors {
    uint64_t start;               /* the cycle in which the pass begins */
    bool begun;                   /* it has had a store, */
    uint64_t first, latest;       /* in these cycles */
    uint64_t last[STATS_VECTORS]; /* by vector: the cycle behind that of its last store; 0: none */
    bool before[STATS_VECTORS];   /* the pass before has stored it */
    uint64_t count;               /* results of all passes */
    size_t covered;               /* gaps between results of the longest stretch; 0: nothing came three times */
    uint64_t cycles, results;     /* of its period; or all of the first pass that has two results */
};

struct steady_search;

/* Which table a row is of. */
enum { ROW_LOST, ROW_HIDDEN, ROW_DISCARD, ROW_FORGOTTEN, ROW_KINDS };

struct sfp_stats {
    const struct sfp_kernel *kernel;
    struct sfp_observer observer;
    struct sfp_stats_totals totals;
    uint64_t busy_until[SFP_UNITS]; /* the first cycle in which it is free again */
    bool no_memory;

    struct flight *flights; /* FLIGHTS places */
    unsigned order[FLIGHTS], under_way; /* the places in use */
    struct flight *landing[LANDINGS];
    unsigned landings;
    uint64_t landing_cycle;

    struct block **blocks; /* regions, then loops and bodies */
    size_t block_count, block_room;
    struct block **range_block; /* of each of the program's regions */
    struct names bodies, loop_bodies; /* numbers of blocks, by their keys */
    struct sfp_loops loops; /* the program's */
    struct role role[ROLES];
    uint64_t write[CHAIN_VALUES], writes; /* number, from 1, of the write that each value is from, and of the last */
    struct row_entry **rows;
    size_t row_count, row_room;
    struct names row_numbers; /* by their keys */
    struct vectors vectors;
    uint64_t vectors_each; /* that a pass has, as the caller says; 0: nothing */
    struct core_stats *core; /* NULL: no core pushes */
    struct steady_search *steady_search; /* from the first SFPLOADMACRO on */
    const struct sfp_stats_steady *steady; /* NULL: there was none */
    const struct sfp_stats_block **counted; /* blocks that had instances */
    size_t counted_count;
};

/* ---- stats_flight.c ---- */

struct flight *flight_new(struct sfp_stats *s, uint64_t id);
struct flight *flight_find(struct sfp_stats *s, uint64_t id); /* NULL: not there */
void flight_drop(struct sfp_stats *s, struct flight *f);
void flights_free(struct sfp_stats *s);

/* What an SFPLOADMACRO schedules starts no earlier than 1 + delay after it. */
void flight_schedule(struct sfp_stats *s, struct flight *item, const struct flight *macro, enum sfp_unit unit, unsigned delay);

/* Instruction `op` is discarded: takes its earliest start into the floors of its instances. */
void flight_discard(struct sfp_stats *s, struct flight *f, const struct sfp_op *op);

/* It starts: what it reads decides how early it could have. */
void flight_start(struct sfp_stats *s, struct flight *f, const struct sfp_event *event);

/* Its results land at the end of this cycle; flights_land() makes them count from the next cycle on. */
void flight_complete(struct sfp_stats *s, struct flight *f, uint64_t cycle);
void flights_land(struct sfp_stats *s);

/* ---- stats_block.c ---- */

/* Another block, or NULL without memory. Freed by roles_free. */
struct block *block_add(struct sfp_stats *s);
void block_free(struct block *block);

/* Opens the next instance; returns its number. */
uint64_t block_open(struct sfp_stats *s, struct block *block);
void block_leave(struct sfp_stats *s, struct block *block, uint64_t number);
void block_finish(struct sfp_stats *s, struct block *block);

/* NULL: counted already. */
struct instance *block_open_instance(struct block *block, uint64_t number);
struct instance *block_instance(const struct member *member);
void block_member_gone(struct sfp_stats *s, const struct member *member);

/* Sub-units in the order in which reports list them. */
enum { STATS_UNITS = SFP_UNITS - 1 };
extern const enum sfp_unit stats_units[STATS_UNITS];

/* ---- stats_role.c ---- */

bool roles_init(struct sfp_stats *s);
void roles_free(struct sfp_stats *s); /* and all blocks */

/* The front end is at `origin`, with instruction `op` or none. */
void roles_at(struct sfp_stats *s, const struct sfp_fetch_origin *origin, const struct sfp_op *op);

void role_leave(struct sfp_stats *s, struct role *role);

/* Enters another instance, of `block`, by key (a, b). */
void role_enter(struct sfp_stats *s, struct role *role, struct block *block, uint64_t a, uint64_t b);
bool role_is_in(const struct role *role, uint64_t a, uint64_t b);

/* A pass, or the run, ends. */
void roles_leave(struct sfp_stats *s);

/* Makes `f` a member of what the thread is in. */
void roles_join(struct sfp_stats *s, struct flight *f);

/* What the thread is in loses a cycle. */
void roles_lose(struct sfp_stats *s, enum sfp_stall stall);

bool loops_init(struct sfp_stats *s); /* false without memory */
void loops_free(struct sfp_stats *s);

/* The front end is at `origin`. */
void loops_at(struct sfp_stats *s, const struct sfp_fetch_origin *origin);

/* ---- stats_dependence.c ---- */

/* Bits of CHAIN_VALUES for a mask of uses. */
uint32_t chain_values(uint32_t uses);

/* The chain of `f` as that member, with itself at the end; the caller has a use of it. NULL without memory. */
struct chain_link *chain_link_new(struct sfp_stats *s, const struct flight *f, const struct member *member);
struct chain_link *chain_link_use(struct chain_link *link);
void chain_link_drop(struct chain_link *link);

/* The chain that ends here as the caller's array, in order; 0 and NULL without memory. */
size_t chain_links(const struct chain_link *end, struct sfp_stats_link **links);

/* Moves the member's earliest start back to where what `f` reads is there; `early` cycles before it will do. */
void chain_read(const struct sfp_stats *s, const struct flight *f, struct member *member, uint64_t early);
void chain_write(struct sfp_stats *s, const struct flight *f, const struct member *member);
void chain_free(struct chain *chain);

/* ---- stats_carried.c ---- */

enum { CARRY_PAIRS = 8 }; /* then what was found stands */

struct carry *carry_new(void); /* NULL without memory */
void carry_free(struct carry *c);

/* An instance begins; `again`: right after another one of the body. */
void carry_begin(struct block *block, uint64_t instance, bool again);
/* It is not followed from here on, nor was. */
void carry_give_up(struct block *block);
void carry_counted(struct sfp_stats *s, struct block *block, uint64_t instance);

/* What a member of a body that is followed now does; the others are passed over. */
void carry_schedule(const struct flight *item, unsigned delay);
void carry_read(const struct sfp_stats *s, const struct flight *f, bool late);
void carry_write(const struct sfp_stats *s, const struct flight *f);

/* ---- stats_vectors.c ---- */

/* A pass begins. */
void vectors_pass(struct vectors *v, uint64_t cycle);

/* A store in `cycle`, which was issued, itself or by its SFPLOADMACRO, in `issued`. */
void vectors_store(struct vectors *v, uint64_t cycle, uint64_t issued, unsigned address);

/* The run is over: fills what is told of vectors, of which the caller says that a pass has `each`; 0: as many as it
 * stores. */
void vectors_finish(struct vectors *v, uint64_t each, struct sfp_stats_totals *totals);

/* ---- stats_steady.c ---- */

/* From this cycle on, that of an SFPLOADMACRO. NULL without memory. */
struct steady_search *steady_new(uint64_t cycle);
void steady_free(struct steady_search *s);

/* An event of the run, in order of time. */
void steady_event(struct steady_search *s, const struct sfp_event *event);

/* What was found, once the run is over; valid as long as `s`. NULL: memory was lacking. */
const struct sfp_stats_steady *steady_finish(struct steady_search *s);

/* ---- stats_core.c ---- */

struct core_counts {
    uint64_t cycles, instructions;
    uint64_t waits;   /* cycles in which it is held for what the thread has to do */
    uint64_t awaited; /* cycles in which the thread has no word */
    uint64_t fetched; /* cycles in which it waits until it is fetched */
};

/* A function, or a loop in the one before it: what its instructions come to, without what they call. */
struct core_part {
    const char *function; /* "": code of none; NULL: a loop */
    size_t first;
    uint64_t iterations;  /* how often the first instruction was executed */
    struct core_counts counts;
};

void core_step(struct sfp_stats *s, const struct sfp_event *event);
void core_bubble(struct sfp_stats *s, const struct sfp_event *event);
void core_free(struct sfp_stats *s);

/* Of those in which the core was, in order of the program, to be freed; NULL without memory. There must be a core. */
struct core_part *core_parts(const struct sfp_stats *s, size_t *count);

/* Cycles in which it waited for instructions to be fetched. There must be a core. */
uint64_t core_fetched(const struct sfp_stats *s);

/* ---- stats_rows.c ---- */

/* A source line, or a word where there is no source. */
struct row {
    enum sfp_stall cause;
    uint64_t count;
    size_t words, index; /* how many words it stands for, and the first of them */
};

void rows_add(struct sfp_stats *s, size_t kind, enum sfp_stall cause, size_t index);

/* A cycle counted as lost is a hidden one. */
void rows_hide(struct sfp_stats *s, enum sfp_stall cause, size_t index);
void rows_free(struct sfp_stats *s);

/* Rows of one kind, largest first, to be freed; NULL if there are none, or no memory. */
struct row *rows_sorted(const struct sfp_stats *s, size_t kind, size_t *count);

#endif
