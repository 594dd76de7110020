/* Observes a run for its statistics. Of several threads, each has statistics of its own besides those of all: its issue
 * slots, blocks and schedule are its own, whoever else uses the vector unit. */
#include "program/streams.h"
#include "stats_parts.h"

/* Passes an event to the statistics of its thread; a pass begins in all. */
static void tell_thread(struct sfp_stats *s, const struct sfp_event *event)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (s->thread[t] && (event->kind == SFP_EVENT_PASS || event->thread == t))
            stats_event(s->thread[t], event);
}

static void on_event(void *context, const struct sfp_event *event)
{
    struct sfp_stats *s = context;

    stats_event(s, event);
    if (s->of_threads)
        tell_thread(s, event);
}

/* Makes the statistics of the threads, if several have words. Returns false without memory. */
static bool add_threads(struct sfp_stats *s)
{
    size_t words[SFP_THREADS];

    s->of_threads = sfp_has_several_threads(&s->kernel->program);
    if (!s->of_threads)
        return true;
    sfp_streams_count(&s->kernel->program, words);
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (words[t] > 0 && !(s->thread[t] = stats_new_of_one(s->kernel)))
            return false;
    return true;
}

struct sfp_stats *sfp_stats_new(const struct sfp_kernel *kernel)
{
    struct sfp_stats *s = stats_new_of_one(kernel);

    if (!s)
        return NULL;
    s->observer = (struct sfp_observer){.event = on_event, .context = s};
    if (add_threads(s))
        return s;
    sfp_stats_free(s);
    return NULL;
}

void sfp_stats_free(struct sfp_stats *s)
{
    if (!s)
        return;
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (s->thread[t])
            stats_free_one(s->thread[t]);
    stats_free_one(s);
}

bool sfp_stats_finish(struct sfp_stats *s)
{
    bool ok = stats_finish_one(s);

    for (unsigned t = 0; t < SFP_THREADS; t++) {
        if (!s->thread[t])
            continue;
        ok &= stats_finish_one(s->thread[t]);
        s->totals.held += s->thread[t]->totals.held;
    }
    return ok;
}
