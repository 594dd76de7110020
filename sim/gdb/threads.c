/* Several threads: gdb's threads are the hardware's, all of which run whenever one does. */
#include "debuggee_parts.h"

#include <stdlib.h>
#include <string.h>

void debuggee_select(struct debuggee *d, int thread)
{
    if (!d->threads || thread == d->thread)
        return;
    d->thread = thread;
    debuggee_forget(d);
    debuggee_did(d, sfpu_select_thread(d->m, thread));
}

void debuggee_select_next(struct debuggee *d)
{
    const int thread = sfpu_word_thread(d->m, d->at.next);

    if (thread >= 0)
        debuggee_select(d, thread);
}

bool debuggee_has_thread(const struct debuggee *d, int thread)
{
    return thread >= 0 && thread < SFPU_THREADS && sfpu_thread_kernel(d->m, thread);
}

/* Returns what the thread has done so far. */
static struct sfpu_thread_result get_thread(const struct debuggee *d, int thread)
{
    struct sfpu_thread_result result = {.size = sizeof result, .next = SIZE_MAX};

    sfpu_get_thread_result(d->m, thread, &result);
    return result;
}

size_t debuggee_next_of(const struct debuggee *d, int thread)
{
    return get_thread(d, thread).next;
}

uint64_t debuggee_issued_by(const struct debuggee *d, int thread)
{
    return get_thread(d, thread).instructions;
}

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
