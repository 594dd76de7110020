/* Events of the recent past and near future, from a temporary run over these cycles again, which leaves no traces. */
#ifndef SFP_RETRACE_H
#define SFP_RETRACE_H

#include "debuggee.h"

/* A retrace: `observe` hears the events of at least `before` cycles before the present place, perhaps of more, and
 * of `after` cycles after this place. */
struct retrace {
    uint64_t before, after;
    void (*begin)(void *context); /* called where the retrace begins, or NULL */
    sfpu_observe *observe;
    void *context;
};

/* Does a retrace. Returns false, without events, if the present place cannot be saved. */
bool debuggee_retrace(struct debuggee *d, const struct retrace *retrace);

/*
 * ---- Last writers ----
 *
 * A run that records writers takes twice the time. Therefore a second run, from the start to the present place, records
 * them; the next question continues this run.
 */

/* Calls `look` while the machine stands at the present place of the run with writers; `look` may ask for writers
 * only. Returns false after an interrupt, or if memory ran out. */
bool debuggee_with_writers(struct debuggee *d, void (*look)(void *context), void *context);

#endif
