/* Inside the run that stops: debuggee.c, debuggee_state.c, forward.c, backward.c. */
#ifndef SFP_DEBUGGEE_PARTS_H
#define SFP_DEBUGGEE_PARTS_H

#include "debuggee.h"

/* Goes on to the first of these limits, watches, findings or the end. */
struct stop debuggee_go(struct debuggee *d, struct sfpu_limits limits);

/* Sets the limits that breakpoints are, and one of so many instructions. */
void debuggee_limit_breakpoints(const struct debuggee *d, struct sfpu_limits *limits);
void debuggee_limit_count(const struct debuggee *d, struct sfpu_limits *limits, uint64_t count);

/* On to the cycle in which the instruction that is next, `next`, issues, so that registers have what it reads. */
struct stop debuggee_settle(struct debuggee *d, size_t next);

/* Back to the last instruction before that which is next. False: there is none, and it is at the start. */
bool debuggee_back(struct debuggee *d);

/* Back to the last snapshot at or before that cycle. */
void debuggee_restore_before(struct debuggee *d, const struct moment *to);

/* A run that is left for another one, and put back as it stood. Meanwhile it stops at nothing. */
struct standing {
    sfpu_snapshot *snapshot;
    struct debuggee was;
};
bool debuggee_keep(struct debuggee *d, struct standing *s);
void debuggee_put_back(struct debuggee *d, struct standing *s);

/* On to that cycle, or the end. False: it was interrupted. */
bool debuggee_run_to(struct debuggee *d, uint64_t cycle);

/* Forgets what was asked about where the run stands. */
void debuggee_forget(struct debuggee *d);

/* Notes where the run stands, after it was put there. */
void debuggee_look(struct debuggee *d);

#endif
