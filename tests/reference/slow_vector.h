/*
 * The vector unit of the slow interpreter, for all threads: every sub-unit executes on a copy of the state at the start
 * of the cycle, and what it changed is merged at the end in the documented order. Written from sfpu-timing(7).
 */
#ifndef SLOW_VECTOR_H
#define SLOW_VECTOR_H

#include "model/model.h"
#include "slow_front.h"

/* ---- What a run leaves ---- */

enum slow_kind { SLOW_EXEC, SLOW_STALL, SLOW_DISCARD, SLOW_BUBBLE };

/* Why an instruction was held: what sfpu-timing(7) tells apart. */
enum slow_cause {
    SLOW_NOT_HELD, SLOW_WAIT, SLOW_SWAP, SLOW_SHFT2, SLOW_MAD, SLOW_CONFIG, SLOW_TAKEN, SLOW_MUTEX,
    SLOW_DST_BLOCK, SLOW_MATRIX_MOVE, SLOW_CAUSES,
};

struct slow_entry {
    uint64_t cycle;
    enum slow_kind kind;
    enum sfp_unit unit; /* NONE: another unit's instruction; a stall and a template load have the load unit's */
    uint32_t index;     /* in the program; of a scheduled instruction: that of its SFPLOADMACRO */
    bool scheduled;
    enum slow_cause cause;
    enum slow_lack lack; /* BUBBLE; index is then the program's word to blame, or that did not come */
    enum sfp_thread_id thread; /* of a scheduled instruction: that of its SFPLOADMACRO */
};

/* Units that take one instruction a cycle, by the numbers that the random arbiter mixes in. */
enum slow_contested {
    SLOW_VECTOR, SLOW_MATRIX, SLOW_SYNC, SLOW_CONFIGURATION, SLOW_SCALAR, SLOW_FIRST_MUTEX,
    SLOW_CONTESTED = SLOW_FIRST_MUTEX + 8,
    SLOW_UNCONTESTED = SLOW_CONTESTED,
};

/* A thread's part of a run. */
struct slow_thread_result {
    uint64_t executed, vector;
    uint64_t cycles; /* cycle after its last instruction issued */
    uint64_t held;   /* cycles in which a full queue held the pusher */
    uint64_t stalls[SLOW_CAUSES]; /* cycles lost; cycles that an instruction beside made up for do not count */
    uint64_t lacks[SLOW_LACKS];
};

/* A thread that waits for ever. */
struct slow_deadlock_end {
    enum sfp_thread_id thread, owner; /* owner: of the mutex */
    bool for_mutex;
    unsigned number;      /* of the semaphore or mutex */
    uint32_t index, held; /* the SEMWAIT, and the word that cannot pass; ATGETM twice */
};

struct slow_result {
    uint64_t cycles;
    uint64_t held; /* cycles in which a full queue held the pusher, added up */
    uint64_t discarded, discarded_of_others; /* regular instructions; those lost to another thread's items */
    bool diverged; /* stopped where lanes differ in macro or backdoor configuration: not interpreted here */
    struct slow_thread_result thread[SFP_THREADS];
    uint64_t hidden[SLOW_CAUSES]; /* cycles that an instruction beside the held one made up for */
    uint64_t taken[SLOW_CONTESTED]; /* instructions that could have issued, had another thread not got the unit */
    uint64_t behind_inputs; /* cycles in which a thread's held vector instruction kept another thread's back */
    struct slow_deadlock_end end[SFP_THREADS]; /* a run that nothing can go on with */
    unsigned end_count;
    struct slow_entry *log;
    size_t count, room;
};

void slow_log(struct slow_result *result, struct slow_entry entry);
void slow_free(struct slow_result *result);

/* ---- The unit ---- */

/* Units as bytes of a sequence word, and the load unit. */
enum { SLOW_UNIT_SIMPLE, SLOW_UNIT_MAD, SLOW_UNIT_ROUND, SLOW_UNIT_STORE, SLOW_SEQUENCED,
       SLOW_UNIT_LOAD = SLOW_SEQUENCED, SLOW_UNITS };

enum {
    SLOW_QUEUE = 16,  /* items of one unit: seven delays at most, and one new */
    SLOW_FLIGHTS = 8, /* of a sub-unit: one a cycle, and no latency is longer */
};
_Static_assert((int)SFP_MAX_LATENCY <= (int)SLOW_FLIGHTS, "the table has a longer latency");

/* An item that an SFPLOADMACRO of `thread` has scheduled. */
struct slow_item {
    struct sfp_op op;
    unsigned counter;
    bool counts_insns;
    uint32_t macro_index;
    enum sfp_thread_id thread;
};

/* What a sub-unit starts in a cycle. */
struct slow_part {
    bool live, scheduled, captured;
    struct sfp_op op;
    uint32_t index; /* for the log */
    enum sfp_thread_id thread;
};

/* An instruction in a later cycle than its first. */
struct slow_flight {
    uint64_t last; /* the cycle at whose end its result lands */
    struct sfp_op op;
    enum sfp_thread_id thread;
    struct sfp_pending result;
    uint32_t swap[SFP_LANES]; /* SFPSWAP: lanes that exchange */
};

/* Those of a sub-unit, oldest first. */
struct slow_air {
    struct slow_flight *flight[SLOW_FLIGHTS];
    unsigned count;
};

/* An instruction of the vector unit that was issued and executed. */
struct slow_issued {
    uint32_t word;
    uint64_t cycle;
    unsigned latency;
};

struct slow_vector {
    struct sfp_machine *m, *work; /* `work` executes on copies of m's state */
    unsigned threads;             /* those that run, bit i = thread i */
    struct sfp_own_state own[SFP_THREADS]; /* m's state holds what is shared */
    struct sfp_expander_state expanders[SFP_THREADS];
    struct sfp_state start[SFP_THREADS]; /* the state at the start of the cycle, as each thread sees it */
    const struct sfp_state *shared;      /* one of these */
    struct slow_result *result;
    uint64_t cycle;

    struct slow_item queue[SLOW_SEQUENCED][SLOW_QUEUE];
    unsigned queued[SLOW_SEQUENCED];
    struct slow_air mad, shft2, swap;
    struct slow_issued recent[SLOW_FLIGHTS]; /* the last ones, newest first */
    uint32_t last_without_backdoor; /* lanes, at the start of the cycle before */
};

/* Takes over the state of all threads of `m`, which slow_vector_free() gives back. */
struct slow_vector *slow_vector_new(struct sfp_machine *m, unsigned threads, struct slow_result *result);
void slow_vector_free(struct slow_vector *s);

/* A cycle: begins; takes the due items; counts the others down; places a thread's instruction; executes all, and says
 * whether there was any work; ends. */
void slow_vector_begin_cycle(struct slow_vector *s);
void slow_vector_due(struct slow_vector *s, struct slow_part parts[SLOW_SEQUENCED]);
void slow_vector_tick(struct slow_vector *s, bool issued);
void slow_vector_place(struct slow_vector *s, struct slow_part parts[SLOW_UNITS], enum sfp_thread_id thread,
                       const struct sfp_op *op);
bool slow_vector_execute(struct slow_vector *s, const struct slow_part parts[SLOW_UNITS]);
void slow_vector_end_cycle(struct slow_vector *s);

/* What would hold the instruction in this cycle. */
enum slow_cause slow_vector_interlock(const struct slow_vector *s, const struct sfp_op *op);

/* Is a result of the thread, or of anyone, under way? */
bool slow_vector_busy(const struct slow_vector *s, enum sfp_thread_id thread);
bool slow_vector_flies(const struct slow_vector *s);

/* Is anything left that will happen without further instructions? */
bool slow_vector_goes_on(const struct slow_vector *s);

#endif
