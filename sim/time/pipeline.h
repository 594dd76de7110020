/*
 * Running a program: in order, for its results; or in time, which instruction on which sub-unit in which cycle
 * (sfpu-timing(7)).
 */
#ifndef SFP_PIPELINE_H
#define SFP_PIPELINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "event.h"
#include "frontend.h"

/* ---- How far a run is, for a signal handler to read, and to end: there is no lock, and no number is ever half-written ---- */

/* All 0 before a run. */
struct sfp_progress {
    atomic_bool running;
    atomic_bool ends;        /* the run is to end where it stands */
    _Atomic uint64_t wanted; /* passes */
    _Atomic uint64_t passes; /* complete ones */
    _Atomic uint64_t cycles; /* 0 without time */
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

/* Is the run to end? `p` may be NULL. */
static inline bool sfp_progress_ends(const struct sfp_progress *p)
{
    return p && atomic_load_explicit(&p->ends, memory_order_relaxed);
}

/* So many passes more are complete. `p` may be NULL. */
static inline void sfp_progress_pass(struct sfp_progress *p, uint64_t passes)
{
    if (p)
        sfp_progress_write(&p->passes, sfp_progress_read(&p->passes) + passes);
}

/* It is in this cycle. `p` may be NULL. */
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
    SFP_RUN_ENDED,    /* because its progress says so */
};

struct sfp_run_result;

/* Makes a run that is done REFUSED if it took a sum of two sources for a datacopy (sfpu-frontend(7), Datacopy). */
void sfp_refuse_sums(const struct sfp_machine *m, struct sfp_run_result *result);

struct sfp_run_options {
    unsigned long repeat; /* passes over the program, back to back; at least 1 */
    struct sfp_progress *progress; /* kept up to date if not NULL */
    const struct sfp_feed *feed; /* whose words are run, in one pass; NULL: those of a program */
    bool ignore_waits;    /* SEMWAIT counts as satisfied: kernels lifted from a pipeline hold the packer's handshake */
};

struct sfp_run_result {
    enum sfp_run_status status;
    uint64_t executed;      /* instructions that reached the back end */
    uint64_t vector;        /* of those, the vector unit's */
    size_t index;           /* REFUSED, DEADLOCK: the program's word */
    uint32_t word;          /* the instruction itself, which an expansion may have made */
    unsigned semaphore;     /* DEADLOCK: the one waited for */
    size_t held;            /* DEADLOCK: the program's word that cannot pass */
};

/*
 * Runs `count` words on `m` from the state it has. Where these words, the replay buffer or the MOP configuration hold an
 * SFPLOADMACRO, what it schedules happens in its cycle, which decides what it finds: the results are those of
 * sfp_run_timed(), and so is the way to them, without the findings.
 */
void sfp_run_untimed(struct sfp_machine *m, const uint32_t *words, size_t count, const struct sfp_run_options *options,
                     struct sfp_run_result *result);

/* ---- In time ---- */

struct sfp_timing_options {
    struct sfp_run_options run;
    const uint32_t *gaps; /* cycles by which each word of the program is pushed late (frontend.h), or NULL */
    const uint32_t *later_gaps; /* the same in passes behind the first; NULL: alike */
    const uint32_t *late; /* cycles by which each comes late to the wait gate (frontend.h), or NULL */
    const struct sfp_program *tables; /* whose schedules say which early reads are right; NULL: there are none */
    bool uninit;          /* look for reads of registers that nothing has written */
    uint32_t *written;    /* for that, by LReg: lanes that have been written, which the run adds to; NULL: none */
    struct sfp_observer *observers; /* NULL: none */
    bool results_only; /* no observers, and no findings about time; those of the semantics come without a cycle */
};

struct sfp_timing_result {
    struct sfp_run_result run;
    uint64_t cycles;   /* from the first word's entry to the last effect (sfpu-timing(7), Counting cycles) */
    uint64_t stalls[SFP_STALLS]; /* cycles lost, by cause */
    uint64_t hidden[SFP_STALLS]; /* cycles not lost, since another unit's instruction issued beside what had been held */
    uint64_t held;     /* cycles in which a full queue held a word ready to be pushed; not in passes that are reused */
    uint64_t discarded;          /* regular instructions lost to scheduled items */
    uint64_t busy[SFP_UNITS];    /* cycles in which each sub-unit started an instruction other than SFPNOP */
    uint64_t reused;   /* passes that were run from tape, as earlier ones */
    uint64_t course;   /* of a program: runs that have the same were alike in time (sfp_frontend_course) */
    const char *not_reused; /* why later passes did not, where they could have been; NULL otherwise */
};

/*
 * Runs `count` words on `m` from the state it has. Findings go to m->reporter, everything to the observers; with neither,
 * nothing is looked for.
 */
void sfp_run_timed(struct sfp_machine *m, const uint32_t *words, size_t count,
                   const struct sfp_timing_options *options, struct sfp_timing_result *result);

/* ---- In time, with stops on the way ---- */

/* Where to stop, before an instruction that is next to issue. What is 0 is no limit. */
struct sfp_stop {
    uint64_t cycles, instructions; /* so many more */
    const size_t *breakpoints;     /* words of the program; not where the run goes on from */
    size_t breakpoint_count;
    bool at_issue; /* at a breakpoint, not before the cycle in which it issues */
    unsigned (*also)(void *context); /* asked before each cycle: further reasons to stop there; NULL: there are none */
    void *context;
};

/* Why it stops, all that apply: a set, to which `also` may add others. */
enum { SFP_STOP_CYCLES = 1, SFP_STOP_INSTRUCTIONS = 2, SFP_STOP_BREAKPOINT = 4, SFP_STOP_OTHERS = 8 };

enum sfp_stepping_end {
    SFP_STEPPING_STOPPED,
    SFP_STEPPING_ENDED,  /* all of it is over, what was under way too */
    SFP_STEPPING_FAILED, /* as the result says */
};

struct sfp_stepping;

/*
 * The start of options->run.repeat passes of `count` words on `m`, which must be left to it until it is freed; its state
 * may be looked at and changed where it stops. `words`, what `options` points to, and `result` must outlive it. NULL
 * without memory.
 */
struct sfp_stepping *sfp_stepping_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                      const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_stepping_free(struct sfp_stepping *s);

struct archiving;

/*
 * Saves or loads where it stands, as util/archive.h has it, behind sfp_machine_archive() of its machine: all but what
 * others keep, as the result. Loads it to one that was begun as it was, with the same options.
 */
void sfp_stepping_archive(struct sfp_stepping *s, struct archiving *a);

/* Goes on; not after it has ended or failed. */
enum sfp_stepping_end sfp_stepping_run(struct sfp_stepping *s, const struct sfp_stop *stop);

/* It is stopped where it stands, for these reasons. */
void sfp_stepping_stop(struct sfp_stepping *s, unsigned reasons);

/* The word that is next to issue; SFP_NO_INDEX where none has come yet. And where it comes from. */
size_t sfp_stepping_next(const struct sfp_stepping *s);
struct sfp_fetch_origin sfp_stepping_origin(const struct sfp_stepping *s);

/* Why it has stopped. */
unsigned sfp_stepping_reasons(const struct sfp_stepping *s);

/* How many words of a feed have issued, with all that they became and all words before them. */
uint64_t sfp_stepping_issued(const struct sfp_stepping *s);

/* ---- A pass again and again, from one state but for the contents of Dst: rerun.c ---- */

struct sfp_rerun;

/*
 * Keeps the state of `m` as the start, and runs a pass from it, whose end *result is; the state is then to be rewound.
 * Options are for results only, of one pass and without observers. NULL if the pass fails, as the result says. The machine
 * and the words must outlive what is returned, whose the machine's configuration is until it is freed.
 */
struct sfp_rerun *sfp_rerun_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_rerun_free(struct sfp_rerun *r);

/* Why each pass is run in full, or NULL where one is like the other. */
const char *sfp_rerun_in_full(const struct sfp_rerun *r);

/* The start, but for rows of Dst that no pass writes and that the caller writes before each. */
void sfp_rerun_rewind(struct sfp_rerun *r);

/*
 * Runs a pass from there, on the Dst that the machine has been given since. False: what it makes of the configuration
 * depends on its data, so that it must be run in full, rewound and with the same Dst again.
 */
bool sfp_rerun_pass(struct sfp_rerun *r);

/* Runs it in full. False: it fails, as the result says. */
bool sfp_rerun_pass_in_full(struct sfp_rerun *r, struct sfp_timing_result *result);

#endif
