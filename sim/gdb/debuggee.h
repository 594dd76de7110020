/*
 * The debuggee: a machine with a run that stops. The run stands before an instruction, without effects of this
 * instruction, or at the end, and moves forward or back. A compiled kernel's instructions are its core's, in program
 * order; another kernel's are the words that issue.
 */
#ifndef SFP_DEBUGGEE_H
#define SFP_DEBUGGEE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "breakpoints.h"
#include "history.h"
#include "sfpu.h"

/* Reasons of a stop. */
enum stop_reason {
    STOP_HERE,        /* the run has reached the requested place */
    STOP_BREAKPOINT,
    STOP_WATCH,       /* the next instruction changes the bytes at `address`. gdb expects this for RISC-V: it steps
                       * over the instruction itself, and then compares. Going back, the instruction before changed
                       * the bytes */
    STOP_FINDING,     /* `text` is the finding's name, `index` its instruction */
    STOP_INTERRUPTED,
    STOP_BEGIN,       /* the run is at its start */
    STOP_OVER,        /* the run ended, now or already before */
    STOP_FAILED,      /* the run cannot continue; `text` says why */
};

struct stop {
    enum stop_reason reason;
    const char *text; /* text of the reason, owned by the machine until its next function */
    size_t index;
    uint32_t address;
};

enum debuggee_stage { DEBUGGEE_RUNS, DEBUGGEE_OVER, DEBUGGEE_FAILED };

struct debuggee {
    sfpu_machine *m;
    unsigned long passes;
    bool compiled;
    bool threads;   /* several threads have words, or another one than math has */
    int thread;     /* thread that the user looks at, and that steps; selected in the machine */
    enum debuggee_stage stage;
    struct sfpu_result at;
    struct moment now;
    struct breakpoints breakpoints;
    struct watches watches;
    bool findings;  /* the run stops at findings */
    struct history history;
    const struct sfpu_running *running; /* configuration of the run */
    sfpu_snapshot *before;              /* the machine before the run */
    struct snapshot with_writers;       /* last snapshot of the run with writers (retrace.c), if any */
    enum debuggee_stage writers_stage;  /* stage of that run */
    bool lost;      /* memory ran out: later answers may be wrong */
    bool changed;   /* the user changed the state since the last move */
    json_t *state;  /* state as JSON, for the present place; NULL: not read yet */
    struct sfpu_core_state core;        /* state of the compiled kernel's core at the present place; size 0: not read
                                         * yet */
    bool (*interrupted)(void *context); /* returns whether the run must stop */
    void *context;
};

/* Runs a machine with a program up to the program's first instruction. The caller keeps owning `m` and `running`.
 * Returns false, with a message in the machine, if the program cannot run. */
bool debuggee_begin(struct debuggee *d, sfpu_machine *m, const struct sfpu_running *running, unsigned long passes);
void debuggee_end(struct debuggee *d);

/* Returns whether `code`, from a function of the library, is success. Sets d->lost if `code` is lack of memory. */
bool debuggee_did(struct debuggee *d, int code);

/* Selects the thread that the user looks at. */
void debuggee_select(struct debuggee *d, int thread);

/* Returns whether the thread has words. */
bool debuggee_has_thread(const struct debuggee *d, int thread);

/* Returns the thread's next word to issue, or SIZE_MAX if it has none left or none has come. */
size_t debuggee_next_of(const struct debuggee *d, int thread);

/* Returns the number of the thread's instructions that have issued. */
uint64_t debuggee_issued_by(const struct debuggee *d, int thread);

/* Returns the next instruction's address, of several threads that of the thread that the user looks at. After the end
 * of a kernel without compiled code, and before its first instruction, returns the address after the code. */
uint32_t debuggee_pc(struct debuggee *d);

/* Run forward: one instruction; until the pc leaves start..end-1; until a stop. Of several threads all run, and one
 * instruction is one of the thread that the user looks at. The stop's thread is then selected. */
struct stop debuggee_step(struct debuggee *d);
struct stop debuggee_step_range(struct debuggee *d, uint32_t start, uint32_t end);
struct stop debuggee_continue(struct debuggee *d);

/* Run back: to the instruction before, of the same thread; to the last earlier stop. */
struct stop debuggee_step_back(struct debuggee *d);
struct stop debuggee_continue_back(struct debuggee *d);

/* Moves to a snapshot of this run. */
void debuggee_restore(struct debuggee *d, const struct snapshot *snapshot);

/* Runs forward one cycle. */
struct stop debuggee_cycle(struct debuggee *d);

/* Returns the state as JSON, or NULL if memory ran out. The debuggee owns the state, until it moves or is changed. */
const json_t *debuggee_state(struct debuggee *d);

/* Returns the compiled kernel's core, owned likewise, or NULL for other kernels. */
const struct sfpu_core_state *debuggee_core(struct debuggee *d);

/* Must be called before the user changes the machine's state, since moments after this one may then differ. */
void debuggee_change(struct debuggee *d);

#endif
