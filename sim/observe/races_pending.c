/*
 * Vector instructions that issue while scheduled work of another thread is pending in this run (thread-schedule). A race
 * on the schedule says that no order forbids this; here it has happened.
 */
#include "races_parts.h"

void races_count_pending(struct sfp_races *r, const struct sfp_event *event, int by)
{
    r->pending[event->thread] += (unsigned)by;
}

void races_look_at_pending(struct sfp_races *r, const struct sfp_event *event)
{
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        struct races_beside *beside = &r->beside[event->thread][t];

        if (t == event->thread || r->pending[t] == 0 || beside->count++ > 0)
            continue;
        beside->op = *event->op;
        beside->cycle = event->cycle;
        beside->macro = r->threads[t].macro.index;
    }
}
