/* How far a run is, for a signal handler to read: there is no lock, and no number is ever half-written. */
#ifndef SFP_PROGRESS_H
#define SFP_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* All 0 before a run. */
struct sfp_progress {
    atomic_bool running;
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
    atomic_store(&p->running, true);
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

#endif
