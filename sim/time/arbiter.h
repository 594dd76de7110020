/* Who gets a unit that several threads want in one cycle (sfpu-threads(7), Who gets a unit). */
#ifndef SFP_ARBITER_H
#define SFP_ARBITER_H

#include <stdint.h>

#include "pipeline.h"

enum { SFP_MUTEXES = 8 };

/* What takes one instruction a cycle from all threads together: the units, and the mutexes from MUTEX on, each of which
 * one thread can take. */
enum sfp_contested {
    SFP_CONTESTED_VECTOR,
    SFP_CONTESTED_MATRIX,
    SFP_CONTESTED_SYNC,
    SFP_CONTESTED_CONFIG,
    SFP_CONTESTED_THCON,
    SFP_CONTESTED_MUTEX,
    SFP_CONTESTED = SFP_CONTESTED_MUTEX + SFP_MUTEXES,
    SFP_UNCONTESTED = SFP_CONTESTED, /* an instruction that takes nothing from other threads */
};

struct sfp_arbiter_state {
    uint8_t last[SFP_CONTESTED]; /* thread after which round robin begins */
};

/* Sets the state at the start of a run: round robin begins with the first thread. */
void sfp_arbiter_begin(struct sfp_arbiter_state *state);

/* Returns what the instruction `op` takes from other threads. */
enum sfp_contested sfp_contested_by(const struct sfp_op *op);

/* Returns the thread of the non-empty set `wanting` (bit t = thread t) that gets `contested` in `cycle`, and notes it
 * in `state`. */
enum sfp_thread_id sfp_arbiter_choose(const struct sfp_threads *threads, struct sfp_arbiter_state *state,
                                      enum sfp_contested contested, uint64_t cycle, uint32_t wanting);

/* Notes that `thread` released the mutex: the next thread that waits for the mutex gets it. */
void sfp_arbiter_release(struct sfp_arbiter_state *state, unsigned mutex, enum sfp_thread_id thread);

#endif
