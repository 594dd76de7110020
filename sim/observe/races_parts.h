/* The race detector's data, and the functions that its files share: clocks, accesses, pairs, uses, report. */
#ifndef SFP_RACES_PARTS_H
#define SFP_RACES_PARTS_H

#include "races.h"

#include "model/control.h"

/* ---- State ----
 * State has the numbers of its bits in a mask of uses (isa/modes.h), as far as such a mask tells it apart. Further
 * numbers follow. Dst has an item for the even columns and one for the odd columns of every four physical rows. */

enum {
    RACES_FLAGS = 20, /* flags, with UseLaneFlagsForLaneEnable */
    RACES_STACK = 21,
    RACES_PRNG = 22,
    RACES_LANE_CONFIG = 26,
    RACES_LATCH = 28,
    RACES_TEMPLATE = 32,
    RACES_SEQUENCE = RACES_TEMPLATE + SFP_TEMPLATES,
    RACES_MISC = RACES_SEQUENCE + SFP_SEQUENCES,
    RACES_SCHEDULE, /* the sub-units' queues. An SFPLOADMACRO writes the queues until its items are finished. Every
                     * vector instruction reads the queues, since it moves items on and can lose its sub-unit */
    RACES_DST,
    RACES_KINDS,
    RACES_DST_ITEMS = SFP_DST_ROWS / SFP_ROWS * 2,
    RACES_ITEMS = RACES_DST + RACES_DST_ITEMS,
};

_Static_assert(1 << RACES_FLAGS == SFP_USES_FLAGS && 1 << RACES_STACK == SFP_USES_STACK
                   && 1 << RACES_PRNG == SFP_USES_PRNG && 1 << RACES_LANE_CONFIG == SFP_USES_LANE_CONFIG
                   && 1 << RACES_LATCH == SFP_USES_LATCH,
               "items have the numbers of uses");

/* Returns the kind of an item: the item itself, or RACES_DST. */
static inline unsigned races_kind(unsigned item)
{
    return item < RACES_DST ? item : RACES_DST;
}

/* Returns the item for a group of four rows of Dst, even or odd columns. */
static inline unsigned races_dst_item(unsigned group, bool odd)
{
    return RACES_DST + 2 * group + odd;
}

/* Returns an item below RACES_DST as a set. */
static inline uint64_t races_set(unsigned item)
{
    return UINT64_C(1) << item;
}

/* Returns the name of a kind of state, a literal. */
const char *races_kind_name(unsigned kind);

/* Groups of four rows of Dst, and their columns. A 32-bit cell has a group for each half. */
struct races_cells {
    uint16_t group[2];
    uint8_t count;
    uint8_t columns; /* set of SFP_EVEN_COLUMNS and SFP_ODD_COLUMNS */
};

/* An instruction's uses: sets of items below RACES_DST, and cells of Dst. */
struct races_uses {
    uint64_t reads, writes;
    struct races_cells cells;
    bool stores; /* the instruction writes the cells; false: reads */
};

/* Finds what the issued instruction or the item of an EXEC or SCHEDULE event uses. SCHEDULE does not tell an item's
 * cells of Dst. */
void races_find_uses(const struct sfp_event *event, struct races_uses *uses);

/* ---- Clocks ---- */

/* The number of each thread's words that come before a point of the run. */
struct races_clock {
    uint64_t words[SFP_THREADS];
};

static inline void races_join(struct races_clock *clock, const struct races_clock *other)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (other->words[t] > clock->words[t])
            clock->words[t] = other->words[t];
}

/* A queue of clocks, oldest first: a clock for each unit of a semaphore's value, or for each unit of room. */
struct races_ring {
    struct races_clock clock[SFP_SEMAPHORE_MOST + 1];
    unsigned first, count;
    bool lost;                  /* a clock has left the queue */
    struct races_clock oldest;  /* the oldest clock when a clock left the queue last */
    uint64_t lost_at;           /* cycle of that */
};

struct races_semaphore {
    struct races_ring tokens, slots;
    unsigned max;
};

enum {
    RACES_BLOCKS = 9,             /* block bits of STALLWAIT */
    RACES_BLOCKED_STALLWAIT = RACES_BLOCKS, /* classes with rules beyond the block mask */
    RACES_BLOCKED_SEMWAIT,
    RACES_BLOCKED_NOP,
    RACES_CLASSES,
    RACES_MUTEXES = 8,
};

/* Clocks of ended waits by class of instruction, until a word of the class comes. */
struct races_pending {
    uint32_t classes; /* set of the classes with a clock */
    uint32_t replaceable; /* set of the classes with a clock of a wait that does not hold a SEMWAIT */
    struct races_clock clock[RACES_CLASSES];
};

/* ---- Tasks: scheduled items that may be unfinished ---- */

enum {
    RACES_MACROS = 8, /* most SFPLOADMACROs of a thread with unfinished items: a delay is below 8, and every
                       * SFPLOADMACRO counts for earlier delays */
    RACES_UNITS = 4,  /* sub-units that a macro schedules */
    RACES_TASKS = RACES_MACROS * RACES_UNITS,
    RACES_TICKS = 16, /* more than the longest delay */
    RACES_TASK_CELLS = 4,
};

struct races_task {
    uint64_t macro_id;
    struct races_clock view; /* the thread's clock at the SFPLOADMACRO */
    uint64_t ends;        /* the thread's tick that finishes the item */
    uint64_t finished_at; /* the thread's word that finished the item */
    uint64_t reads, writes;
    struct races_cells cells[RACES_TASK_CELLS];
    unsigned cells_count;
    unsigned groups;      /* groups of lanes that share the task */
    struct sfp_op op;     /* the item; of several groups, the first one's */
};

/* ---- Accesses ---- */

/* A place, as accesses keep it. */
struct races_place {
    uint32_t index;
    bool scheduled;
};

struct races_last {
    uint64_t word; /* number of the thread's word; 0: none */
    struct races_place place;
};

/* A thread's accesses to an item: the last finished ones, and sets of unfinished tasks. */
struct races_accesses {
    struct races_last read, write;
    uint32_t read_tasks, write_tasks;
};

struct races_item {
    uint32_t users, writers; /* sets of the threads that ever accessed and wrote the item */
    struct races_accesses by[SFP_THREADS];
};

/* ---- Findings ---- */

enum { RACES_PAIRS = 1024, RACES_PAIR_SLOTS = 4 * RACES_PAIRS, RACES_NOTES = 64 };

/* The first race on a kind of state. */
struct races_first {
    size_t pairs;  /* number of pairs; 0: no race */
    size_t race;   /* index of the first pair's race */
    uint64_t cycle;
    struct sfp_op op, by; /* the two instructions; by.insn NULL: only the place is known */
};

/* A finding about one word and another, to be reported at the end. */
struct races_note {
    enum sfp_finding finding;
    struct sfp_op op;
    uint64_t cycle;
    size_t other;
    unsigned lacking; /* thread-drain: number of instructions */
    bool lacks_vector; /* thread-drain: they must be vector instructions */
    enum sfp_thread_id thread;
};

struct races_thread {
    struct races_clock clock; /* own entry: words so far */
    struct races_pending pending;
    uint64_t ticks;          /* number of words that counted for delays, while tasks were unfinished */
    uint32_t unfinished, counting; /* sets of tasks: unfinished; unfinished and counting instructions */
    uint32_t due[RACES_TICKS]; /* tasks that end at a tick, by its low bits */
    uint64_t macro_id;       /* id of the SFPLOADMACRO that scheduled last */
    unsigned macros;         /* number of the SFPLOADMACROs that scheduled */
    struct sfp_op macro;     /* the latest SFPLOADMACRO */
    struct races_task tasks[RACES_TASKS];
    uint32_t semwait;        /* index of the thread's latest SEMWAIT */
    uint32_t mutexes;        /* set of held mutexes */
    struct sfp_op taken_by[RACES_MUTEXES]; /* the ATGETM; insn NULL: held from the start */
    uint64_t taken_at[RACES_MUTEXES];
    bool has_drain;          /* `drain` is the STALLWAIT on the vector unit, which has held nothing yet */
    struct sfp_op drain;
    uint64_t drain_at;
};

/* Vector instructions of one thread that issued while scheduled work of another was pending. */
struct races_beside {
    uint64_t count;
    struct sfp_op op; /* the first of them */
    uint64_t cycle;
    size_t macro;     /* index of the other thread's latest SFPLOADMACRO at that time */
};

struct sfp_races {
    struct sfp_observer observer;
    const struct sfp_machine *machine;
    uint32_t ran; /* set of the threads with words */
    uint64_t cycle; /* cycle of the last word */
    struct races_thread threads[SFP_THREADS];
    struct races_clock mutexes[RACES_MUTEXES];
    struct races_semaphore semaphores[SFP_SEMAPHORES];
    struct races_item items[RACES_ITEMS];
    struct sfp_race races[RACES_PAIRS];
    size_t count;
    bool full;    /* some pairs found no room */
    uint16_t slots[RACES_PAIR_SLOTS]; /* hash table of the pairs: index plus 1 */
    struct races_first firsts[RACES_KINDS];
    struct races_note notes[RACES_NOTES];
    size_t note_count;
    unsigned pending[SFP_THREADS]; /* number of each thread's items that wait in the queues */
    struct races_beside beside[SFP_THREADS][SFP_THREADS]; /* by the issuing thread, and the thread with the work */
};

/* The author of an access: an issued instruction, an SFPLOADMACRO, or an item. */
struct races_actor {
    enum sfp_thread_id thread;
    uint64_t word;      /* the thread's word that finishes the access, without a task */
    const struct races_clock *view; /* words that come before the access */
    struct races_place place;
    int task;           /* number of the unfinished task that makes the access, or -1 */
    const struct sfp_op *op;
    uint64_t cycle;
};

/* races_pairs.c: notes that `me` and `other` access `item` without an order. `by`: the other instruction, or NULL. */
struct races_other {
    enum sfp_thread_id thread;
    struct races_place place;
    bool write;
    const struct sfp_op *by;
};
void races_note_pair(struct sfp_races *r, unsigned item, const struct races_actor *me, bool writes,
                     const struct races_other *other);

/* races_access.c: checks accesses against other threads' accesses, and records them. */
void races_access(struct sfp_races *r, const struct races_actor *me, const struct races_uses *uses);
void races_access_row_group(struct sfp_races *r, const struct races_actor *me, unsigned group);

/* races_tasks.c */

/* A word of `thread` passed: items come nearer to their ends. `vector`: a vector instruction. */
void races_tick(struct sfp_races *r, enum sfp_thread_id thread, bool vector);
void races_schedule(struct sfp_races *r, const struct sfp_event *event);
void races_forget(struct sfp_races *r, const struct sfp_event *event);
void races_execute_item(struct sfp_races *r, const struct sfp_event *event);

/* Returns the number of further instructions that finish all items of the thread. Sets *macro to the index of the last
 * item's SFPLOADMACRO. */
unsigned races_lacking(const struct races_thread *thread, size_t *macro);

/* races_pending.c: an item of the event's thread came into a queue (1) or left it (-1); the event's vector instruction
 * issues. */
void races_count_pending(struct sfp_races *r, const struct sfp_event *event, int by);
void races_look_at_pending(struct sfp_races *r, const struct sfp_event *event);

/* races_clocks.c */
void races_take_pending(struct races_thread *thread, const struct sfp_insn *insn);
void races_begin_semwait(struct sfp_races *r, const struct sfp_event *event);
void races_end_wait(struct sfp_races *r, const struct sfp_event *event);
void races_start_semaphores(struct sfp_races *r);
void races_seminit(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op);
void races_sempost(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op);
void races_semget(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op);

#endif
