/* Statistics of each of several threads: a thread's issue slots, blocks and schedule are its own, whoever else uses the
 * vector unit. */
#include "program/streams.h"
#include "stats_parts.h"

bool threads_init(struct sfp_stats *s)
{
    size_t words[SFP_THREADS];

    s->of_threads = sfp_has_several_threads(&s->kernel->program);
    if (!s->of_threads)
        return true;
    sfp_streams_count(&s->kernel->program, words);
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (words[t] > 0 && !(s->thread[t] = stats_new_for_thread(s->kernel)))
            return false;
    return true;
}

void threads_free(struct sfp_stats *s)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        sfp_stats_free(s->thread[t]);
}

void threads_event(struct sfp_stats *s, const struct sfp_event *event)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (s->thread[t] && (event->kind == SFP_EVENT_PASS || event->thread == t))
            stats_event(s->thread[t], event);
}

bool threads_finish(struct sfp_stats *s)
{
    bool ok = true;

    for (unsigned t = 0; t < SFP_THREADS; t++) {
        if (!s->thread[t])
            continue;
        ok &= sfp_stats_finish(s->thread[t]);
        s->totals.held += s->thread[t]->totals.held;
    }
    return ok;
}
