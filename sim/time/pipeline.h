/*
 * Runs a program: in order, for the results only; or in time, to learn which instruction executes on which sub-unit in
 * which cycle (sfpu-timing(7)).
 */
#ifndef SFP_PIPELINE_H
#define SFP_PIPELINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "event.h"
#include "frontend.h"

/* ---- A run's progress: a signal handler reads it and may end the run. Without locks: numbers are atomic ---- */

/* All 0 before a run. */
struct sfp_progress {
    atomic_bool running;
    atomic_bool ends;        /* set by the handler: end the run at once */
    _Atomic uint64_t wanted; /* number of passes requested */
    _Atomic uint64_t passes; /* number of complete passes */
    _Atomic uint64_t cycles; /* number of cycles run; 0 without time */
};

static inline uint64_t sfp_progress_read(const _Atomic uint64_t *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static inline void sfp_progress_write(_Atomic uint64_t *number, uint64_t value)
{
    atomic_store_explicit(number, value, memory_order_relaxed);
}

static inline void sfp_progress_start(struct sfp_progress *p, uint64_t wanted)
{
    sfp_progress_write(&p->wanted, wanted);
    sfp_progress_write(&p->passes, 0);
    sfp_progress_write(&p->cycles, 0);
    atomic_store(&p->ends, false);
    atomic_store(&p->running, true);
}

/* Returns whether the handler wants the run to end. `p` may be NULL. */
static inline bool sfp_progress_ends(const struct sfp_progress *p)
{
    return p && atomic_load_explicit(&p->ends, memory_order_relaxed);
}

/* Adds `passes` complete passes. `p` may be NULL. */
static inline void sfp_progress_pass(struct sfp_progress *p, uint64_t passes)
{
    if (p)
        sfp_progress_write(&p->passes, sfp_progress_read(&p->passes) + passes);
}

/* Notes the run's present cycle. `p` may be NULL. */
static inline void sfp_progress_cycle(struct sfp_progress *p, uint64_t cycle)
{
    if (p)
        sfp_progress_write(&p->cycles, cycle);
}

static inline void sfp_progress_end(struct sfp_progress *p)
{
    atomic_store(&p->running, false);
}

/* ---- In order: every instruction is complete before the next ---- */

enum sfp_run_status {
    SFP_RUN_DONE,
    SFP_RUN_REFUSED,  /* `index` names an instruction that is not modelled */
    SFP_RUN_DEADLOCK, /* `index` is a wait that nothing in this thread can end */
    SFP_RUN_NO_MEMORY,
    SFP_RUN_ENDED,    /* the run ended because its progress asked for this */
};

struct sfp_run_result;

/* Changes a DONE run into REFUSED if it used a sum of two sources in a datacopy (sfpu-frontend(7), Datacopy). */
void sfp_refuse_sums(const struct sfp_machine *m, struct sfp_run_result *result);

/* Ends the run of a machine with source banks if its matrix unit cannot go on: REFUSED or DEADLOCK. Returns false if
 * the matrix unit goes on. */
bool sfp_matrix_ends(const struct sfp_machine *m, struct sfp_run_result *result);

struct sfp_run_options {
    unsigned long repeat; /* number of passes over the program, back to back; at least 1 */
    struct sfp_progress *progress; /* progress of the run, kept up to date; or NULL */
    const struct sfp_feed *feed; /* source of the words, for a run of one pass; NULL: the words of a program */
    bool ignore_waits;    /* SEMWAIT counts as satisfied: kernels lifted from a pipeline hold the packer's handshake */
};

/* A thread that waits for ever, in a deadlock of several. */
struct sfp_deadlock_end {
    enum sfp_thread_id thread;
    bool in_feed;             /* the thread's feed waits, at `index`; the next members then mean nothing */
    bool for_mutex;           /* the thread waits for a mutex; false: for a semaphore */
    unsigned number;          /* number of the mutex or semaphore */
    enum sfp_thread_id owner; /* of a mutex: the thread that holds it */
    size_t index, held;       /* index of the SEMWAIT, and of the word that cannot pass; of a mutex, ATGETM twice */
    uint32_t word;            /* the SEMWAIT or ATGETM */
};

struct sfp_run_result {
    enum sfp_run_status status;
    struct sfp_deadlock_end ends[SFP_THREADS]; /* DEADLOCK of several threads: those that wait; `index` and the
                                                * members below are the first one's */
    unsigned end_count;
    uint64_t executed;      /* number of instructions that reached the back end */
    uint64_t vector;        /* number of vector instructions among these */
    size_t index;           /* REFUSED, DEADLOCK: index of the program's word */
    uint32_t word;          /* REFUSED, DEADLOCK: the instruction, which an expansion may have made */
    unsigned semaphore;     /* DEADLOCK: number of the awaited semaphore */
    size_t held;            /* DEADLOCK: index of the program's word that cannot pass */
    const char *source;     /* DEADLOCK: "SrcA" or "SrcB", if `index` waits for data of that source, which nothing
                             * brings; NULL: a wait for something else */
    const char *why;        /* REFUSED: a literal that ends "INSTRUCTION is not modelled", or NULL */
};

/*
 * Runs `count` words on `m`, starting from its present state. If the words, the replay buffer or the MOP configuration
 * hold an SFPLOADMACRO, the run uses sfp_run_timed(), without findings about time: scheduled items execute in their
 * cycles, and the cycles decide what they read.
 */
void sfp_run_untimed(struct sfp_machine *m, const uint32_t *words, size_t count, const struct sfp_run_options *options,
                     struct sfp_run_result *result);

/* ---- In time ---- */

/* Who gets a unit that several threads want in one cycle. No page says; round robin is chosen (sfpu-threads(7), Who
 * gets a unit). */
enum sfp_arbiter {
    SFP_ARBITER_RR,     /* the thread that has waited longest since it got the unit */
    SFP_ARBITER_LOW,    /* the thread with the lowest number */
    SFP_ARBITER_HIGH,   /* the thread with the highest number */
    SFP_ARBITER_RANDOM, /* a thread that the seed, the cycle and the unit decide */
};

/* Returns the arbiter's name, as sfpsim spells it. */
const char *sfp_arbiter_name(enum sfp_arbiter arbiter);

/* Reads "rr", "low", "high" or "random:SEED". Returns false for another text. *seed is 0 without a seed. */
bool sfp_arbiter_parse(const char *text, enum sfp_arbiter *arbiter, uint64_t *seed);

/* A run of several threads. */
struct sfp_threads {
    const struct sfp_stream *streams; /* words of each thread; a thread without words does not run */
    size_t stream_count;
    const struct sfp_feed *feeds[SFP_THREADS]; /* sources of the threads' words instead of `streams`, or NULL */
    enum sfp_arbiter arbiter;
    uint64_t seed;               /* RANDOM: seed of its choices */
    uint32_t start[SFP_THREADS]; /* cycles by which each thread's first word comes late */
};

struct sfp_timing_options {
    struct sfp_run_options run;
    const struct sfp_threads *threads; /* the threads; NULL: one thread, math, runs all words */
    const uint32_t *gaps; /* number of cycles by which each word of the program comes late (frontend.h), or NULL */
    const uint32_t *later_gaps; /* the same for passes after the first; NULL: equal to `gaps` */
    const uint32_t *late; /* cycles by which each word comes late to the wait gate (frontend.h), or NULL */
    const struct sfp_program *tables; /* program whose schedules say which early reads are right; NULL: no schedules */
    bool uninit;          /* look for reads of registers that nothing has written */
    uint32_t *written;    /* record for `uninit`, by LReg: lanes written, updated by the run; NULL: no record */
    struct sfp_observer *observers; /* NULL: no observers */
    bool results_only; /* no observers, and no findings about time; findings of the semantics have no cycle */
};

/* One thread of a run of several. */
struct sfp_thread_result {
    bool ran;                    /* the thread has words */
    uint64_t executed, vector;   /* as in struct sfp_run_result */
    uint64_t cycles;             /* cycle after the thread's last instruction issued */
    uint64_t stalls[SFP_STALLS]; /* cycles lost, by cause */
};

struct sfp_timing_result {
    struct sfp_run_result run;
    struct sfp_thread_result thread[SFP_THREADS]; /* of a run of several threads */
    uint64_t cycles;   /* length of the run, from the first word's entry to the last effect (sfpu-timing(7), Counting
                        * cycles) */
    uint64_t stalls[SFP_STALLS]; /* cycles lost, by cause */
    uint64_t hidden[SFP_STALLS]; /* cycles not lost, since another unit's instruction issued beside what had been
                                  * held */
    uint64_t held;     /* cycles in which a full queue held a word ready to be pushed; reused passes do not count */
    uint64_t discarded;          /* regular instructions lost to scheduled items */
    uint64_t busy[SFP_UNITS];    /* cycles in which each sub-unit started an instruction other than SFPNOP */
    uint64_t reused;   /* passes run from tape */
    uint64_t course;   /* of a program: runs with equal values had equal timing (sfp_frontend_course) */
    const char *not_reused; /* why passes that could have been reused were not; NULL otherwise */
};

/*
 * Runs `count` words on `m`, starting from its present state. With options->threads, the selected thread's state is in
 * place before and after the run. Findings go to m->reporter, events to the observers.
 * Without a reporter and observers the run looks for no findings.
 */
void sfp_run_timed(struct sfp_machine *m, const uint32_t *words, size_t count,
                   const struct sfp_timing_options *options, struct sfp_timing_result *result);

/* ---- In time, with stops on the way ---- */

/* Limits of a run. The run stops before an instruction that is next to issue. A limit of 0 is off. */
struct sfp_stop {
    uint64_t cycles, instructions; /* most cycles and instructions to run from here on */
    const size_t *breakpoints;     /* words of the program; the word where the run goes on from does not stop it */
    size_t breakpoint_count;
    bool at_issue; /* a breakpoint stops the run only in the cycle in which its instruction issues */
    unsigned (*also)(void *context); /* called before each cycle; returns further reasons to stop there. NULL: no
                                      * call */
    void *context;
};

/* Reasons for a stop, as a set. `also` may add other bits. */
enum { SFP_STOP_CYCLES = 1, SFP_STOP_INSTRUCTIONS = 2, SFP_STOP_BREAKPOINT = 4, SFP_STOP_OTHERS = 8 };

enum sfp_stepping_end {
    SFP_STEPPING_STOPPED,
    SFP_STEPPING_ENDED,  /* the last pass is over, and nothing is under way */
    SFP_STEPPING_FAILED, /* the run failed: see the result's status */
};

struct sfp_stepping;

/*
 * Prepares options->run.repeat passes of `count` words on `m`. The run owns `m` until it is freed, but the caller may
 * read and change the state of `m` where the run stops. `words`, the memory that `options` points to, and `result` must
 * outlive the run. Returns NULL without memory. The caller frees by sfp_stepping_free().
 */
struct sfp_stepping *sfp_stepping_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                      const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_stepping_free(struct sfp_stepping *s);

struct archiving;

/*
 * Saves or loads the run's position, as base/archive.h describes. Call sfp_machine_archive() for its machine first.
 * Things that the caller keeps, such as the result, are not included. Load only into a run made with the same words and
 * options.
 */
void sfp_stepping_archive(struct sfp_stepping *s, struct archiving *a);

/* Continues the run to the next stop. Do not call after ENDED or FAILED. */
enum sfp_stepping_end sfp_stepping_run(struct sfp_stepping *s, const struct sfp_stop *stop);

/* Sets the reasons for which the run stands stopped. */
void sfp_stepping_stop(struct sfp_stepping *s, unsigned reasons);

/* Return the index of the next word to issue, or SFP_NO_INDEX if no word has come; and its origin. */
size_t sfp_stepping_next(const struct sfp_stepping *s);
struct sfp_fetch_origin sfp_stepping_origin(const struct sfp_stepping *s);

/* Returns the index of the thread's next word to issue, or SFP_NO_INDEX if no word has come. */
size_t sfp_stepping_next_of(const struct sfp_stepping *s, enum sfp_thread_id thread);

/* Returns the reasons for the last stop. */
unsigned sfp_stepping_reasons(const struct sfp_stepping *s);

/* Returns the number of the feed's words that have issued. A word counts once everything made from it, and every
 * earlier word, has issued. */
uint64_t sfp_stepping_issued(const struct sfp_stepping *s);

/* ---- One pass again and again, from a state in which only Dst changes: rerun.c ---- */

struct sfp_rerun;

/*
 * Keeps the present state of `m` as the start state, and runs one pass, whose outcome goes to *result. The caller then
 * calls sfp_rerun_rewind(). `options` must be for results only, one pass, no observers. Returns NULL if the pass fails;
 * *result says why. The machine and the words must outlive the returned object. Until sfp_rerun_free() nobody else may
 * change the machine's configuration.
 */
struct sfp_rerun *sfp_rerun_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_rerun_free(struct sfp_rerun *r);

/* Returns why every pass must be run in full, or NULL if passes can be run from tape. */
const char *sfp_rerun_in_full(const struct sfp_rerun *r);

/* Restores the start state, except rows of Dst that no pass writes: the caller writes them before each pass. */
void sfp_rerun_rewind(struct sfp_rerun *r);

/*
 * Runs a pass from the start state, with the Dst contents that the caller has written since. Returns false if the
 * configuration came to depend on data: the caller must then rewind, write the same Dst, and run the pass in full.
 */
bool sfp_rerun_pass(struct sfp_rerun *r);

/* Runs a pass in full. Returns false if the pass fails; *result says why. */
bool sfp_rerun_pass_in_full(struct sfp_rerun *r, struct sfp_timing_result *result);

#endif
