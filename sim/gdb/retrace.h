/* What happened just before, and is about to: by events of a run that goes there again, of which nothing is left. */
#ifndef SFP_RETRACE_H
#define SFP_RETRACE_H

#include "debuggee.h"

/* `observe` hears at least the cycles from `before` ones before where the run stands up to `after` ones behind it, and
 * more of those before. */
struct retrace {
    uint64_t before, after;
    void (*begin)(void *context); /* is called where that begins, if it is not NULL */
    sfpu_observe *observe;
    void *context;
};

/* False: that cannot be done. */
bool debuggee_retrace(struct debuggee *d, const struct retrace *retrace);

/*
 * ---- Who wrote last ----
 *
 * A run keeps that at the cost of twice its time. So a second run is asked, from the start up to where the first stands;
 * the next question goes on from there.
 */

/* `look` is called while the machine stands there with its writers, and may ask for them alone. False: it was interrupted,
 * or there is no memory. */
bool debuggee_with_writers(struct debuggee *d, void (*look)(void *context), void *context);

#endif
