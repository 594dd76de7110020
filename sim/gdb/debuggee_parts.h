/* Functions shared by debuggee.c, debuggee_state.c, forward.c and backward.c. */
#ifndef SFP_DEBUGGEE_PARTS_H
#define SFP_DEBUGGEE_PARTS_H

#include "debuggee.h"

/* Runs forward to the first of these limits, a watch, a finding, or the end. */
struct stop debuggee_go(struct debuggee *d, struct sfpu_limits limits);

/* These set a limit for the breakpoints, and for `count` instructions. */
void debuggee_limit_breakpoints(const struct debuggee *d, struct sfpu_limits *limits);
void debuggee_limit_count(const struct debuggee *d, struct sfpu_limits *limits, uint64_t count);

/* Runs forward to the cycle in which the next instruction, `next`, issues, so that registers hold its operands. */
struct stop debuggee_settle(struct debuggee *d, size_t next);

/* Of several threads: runs forward to the cycle in which word `next` issues, or to the issue of a word with a
 * breakpoint. debuggee_settle_any() runs to the cycle in which any thread's next word issues. */
struct stop debuggee_settle_thread(struct debuggee *d, size_t next);
struct stop debuggee_settle_any(struct debuggee *d);

/* Selects the thread of the word before which the run stands. */
void debuggee_select_next(struct debuggee *d);

/* Moves back by one instruction. Returns false, at the start of the run, if no instruction comes before. */
bool debuggee_back(struct debuggee *d);

/* Moves back to the last snapshot at or before the moment's cycle. */
void debuggee_restore_before(struct debuggee *d, const struct moment *to);

/* A run that is put aside and later restored. Meanwhile the debuggee does not stop for watches and findings. */
struct standing {
    sfpu_snapshot *snapshot;
    struct debuggee was;
};
bool debuggee_keep(struct debuggee *d, struct standing *s);
void debuggee_put_back(struct debuggee *d, struct standing *s);

/* Runs forward to the cycle, or to the end. Returns false after an interrupt. */
bool debuggee_run_to(struct debuggee *d, uint64_t cycle);

/* Drops cached answers about the present place. */
void debuggee_forget(struct debuggee *d);

/* Updates d->now after a move. */
void debuggee_look(struct debuggee *d);

#endif
