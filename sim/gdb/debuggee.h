/*
 * What is debugged: a machine with a run that stops. It stands before an instruction, where nothing of that has
 * happened, or behind the end; and goes on from there, or back. Of a compiled kernel instructions are those of its
 * core, in program order; of another one, the words that issue.
 */
#ifndef SFP_DEBUGGEE_H
#define SFP_DEBUGGEE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "breakpoints.h"
#include "history.h"
#include "sfpu.h"

/* Why it stands where it stands. */
enum stop_reason {
    STOP_HERE,        /* it was to come here */
    STOP_BREAKPOINT,
    STOP_WATCH,       /* what lies at `address` is changed by the next instruction, as gdb has it for RISC-V: it makes
                       * this step itself, and then looks. Going back, by the one before */
    STOP_FINDING,     /* `text` is its name, about the instruction `index` */
    STOP_INTERRUPTED,
    STOP_BEGIN,       /* there is nothing before this */
    STOP_OVER,        /* the run is over, as it was before or not */
    STOP_FAILED,      /* it cannot go on: `text` says why */
};

struct stop {
    enum stop_reason reason;
    const char *text; /* of the machine, until its next function */
    size_t index;
    uint32_t address;
};

enum debuggee_stage { DEBUGGEE_RUNS, DEBUGGEE_OVER, DEBUGGEE_FAILED };

struct debuggee {
    sfpu_machine *m;
    unsigned long passes;
    bool compiled;
    enum debuggee_stage stage;
    struct sfpu_result at;
    struct moment now;
    struct breakpoints breakpoints;
    struct watches watches;
    bool findings;  /* it stops at them */
    struct history history;
    const struct sfpu_running *running; /* how it runs */
    sfpu_snapshot *before;              /* the machine before the run */
    struct snapshot with_writers;       /* the last of a run that keeps who wrote (retrace.c), or none */
    enum debuggee_stage writers_stage;  /* of that */
    bool lost;      /* memory ran out: what is told from here on may be wrong */
    bool changed;   /* by the user, since it came here */
    json_t *state;  /* as it stands; NULL: nobody has asked */
    struct sfpu_core_state core;        /* likewise, of a compiled kernel; its size is 0: nobody has */
    bool (*interrupted)(void *context); /* is it to stop? */
    void *context;
};

/* Brings a machine with a program to the program's start; both it and how it was configured to run stay the caller's.
 * False, with a message of the machine: that cannot be run. */
bool debuggee_begin(struct debuggee *d, sfpu_machine *m, const struct sfpu_running *running, unsigned long passes);
void debuggee_end(struct debuggee *d);

/* Was that what a function of the library returns when it has done it? Lack of memory is noted. */
bool debuggee_did(struct debuggee *d, int code);

/* Where the instruction lies that is next; behind the end of a kernel that is not compiled, and where none has come,
 * where the code ends. */
uint32_t debuggee_pc(struct debuggee *d);

/* One instruction; those up to the first that does not lie in start..end-1; all of them. */
struct stop debuggee_step(struct debuggee *d);
struct stop debuggee_step_range(struct debuggee *d, uint32_t start, uint32_t end);
struct stop debuggee_continue(struct debuggee *d);

/* The same backwards: to the instruction before; to the last stop before this. */
struct stop debuggee_step_back(struct debuggee *d);
struct stop debuggee_continue_back(struct debuggee *d);

/* One cycle. */
struct stop debuggee_cycle(struct debuggee *d);

/* The state as JSON, or NULL without memory: the debuggee's, until it moves or is changed. */
const json_t *debuggee_state(struct debuggee *d);

/* The core of a compiled kernel, likewise; NULL: there is none. */
const struct sfpu_core_state *debuggee_core(struct debuggee *d);

/* To be called before the user changes the machine's state: what comes after this moment may be another then. */
void debuggee_change(struct debuggee *d);

#endif
