/* Running forward to the cycle in which an instruction issues. */
#include "debuggee_parts.h"

/* Runs forward to the issue of one of these words, or of a word with a breakpoint. */
static struct stop run_to_words(struct debuggee *d, const size_t *words, size_t count)
{
    struct breakpoints all = {0};
    struct stop stop = {.reason = STOP_HERE};

    for (size_t i = 0; i < d->breakpoints.count; i++)
        d->lost |= !breakpoints_add(&all, d->breakpoints.indexes[i]);
    for (size_t i = 0; i < count; i++)
        d->lost |= !breakpoints_add(&all, words[i]);
    if (!d->lost)
        stop = debuggee_go(d, (struct sfpu_limits){.breakpoints = all.indexes, .breakpoint_count = all.count});
    breakpoints_free(&all);
    if (stop.reason == STOP_BREAKPOINT && !breakpoints_have(&d->breakpoints, d->at.next))
        stop.reason = STOP_HERE;
    d->now.counted = stop.reason == STOP_HERE || stop.reason == STOP_BREAKPOINT;
    return stop;
}

struct stop debuggee_settle_thread(struct debuggee *d, size_t next)
{
    const struct stop stop = {.reason = STOP_HERE};

    return next == SIZE_MAX ? stop : run_to_words(d, &next, 1);
}

struct stop debuggee_settle_any(struct debuggee *d)
{
    const struct stop stop = {.reason = STOP_HERE};
    size_t next[SFPU_THREADS], count = 0;

    for (int thread = 0; thread < SFPU_THREADS; thread++)
        if ((next[count] = debuggee_next_of(d, thread)) != SIZE_MAX)
            count++;
    return count == 0 ? stop : run_to_words(d, next, count);
}

struct stop debuggee_settle(struct debuggee *d, size_t next)
{
    struct stop stop = {.reason = STOP_HERE};

    if (d->threads)
        return debuggee_settle_any(d);
    if (next != SIZE_MAX && !d->compiled)
        stop = debuggee_go(d, (struct sfpu_limits){.breakpoints = &next, .breakpoint_count = 1});
    if (stop.reason == STOP_BREAKPOINT)
        stop.reason = STOP_HERE;
    d->now.counted = stop.reason == STOP_HERE;
    return stop;
}
