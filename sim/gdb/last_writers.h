/*
 * Who wrote last, which a run keeps at the cost of twice its time: so it is asked of a second one from the start, up to
 * where the first stands, of which the next question goes on.
 */
#ifndef SFP_LAST_WRITERS_H
#define SFP_LAST_WRITERS_H

#include "debuggee.h"

/* `look` is called while the machine stands there with its writers, and may ask for them alone. False: it was interrupted,
 * or there is no memory. */
bool debuggee_with_writers(struct debuggee *d, void (*look)(void *context), void *context);

#endif
