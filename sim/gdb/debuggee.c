/* The debuggee: begin, run forward, end. */
#include "debuggee.h"

#include <stdlib.h>
#include <string.h>

#include "debuggee_parts.h"
#include "memory_regions.h"

/* ---- Running ---- */

static struct stop end_of_run(struct debuggee *d, int code)
{
    d->stage = code == SFPU_OK ? DEBUGGEE_OVER : DEBUGGEE_FAILED;
    if (code == SFPU_OK)
        return (struct stop){.reason = STOP_OVER};
    return (struct stop){.reason = STOP_FAILED, .text = sfpu_error(d->m)};
}

static struct stop stop_of_result(const struct debuggee *d)
{
    const unsigned reasons = d->at.reasons;

    if (reasons & SFPU_STOP_WATCH) /* if the run also stands at a breakpoint, gdb sees this by the pc */
        return (struct stop){.reason = STOP_WATCH, .address = d->watches.asked[d->at.watch].address};
    if (reasons & (SFPU_STOP_BREAKPOINT | SFPU_STOP_CORE_BREAKPOINT))
        return (struct stop){.reason = STOP_BREAKPOINT};
    if (reasons & SFPU_STOP_FINDING)
        return (struct stop){.reason = STOP_FINDING, .text = d->at.finding, .index = d->at.finding_index};
    return (struct stop){.reason = STOP_HERE};
}

/* Takes a snapshot after changes by the user, and drops later snapshots, which do not have the changes. */
static void keep_changes(struct debuggee *d)
{
    if (!d->changed)
        return;
    d->changed = false;
    history_cut(&d->history, &d->now);
    d->lost |= !history_note(&d->history, d->m, &d->now, &d->at, true);
}

static size_t read_watched(struct debuggee *d, const struct watched *w, uint8_t bytes[WATCH_BYTES])
{
    return memory_read(d, w->address, bytes, w->bytes < WATCH_BYTES ? w->bytes : WATCH_BYTES);
}

/* Saves the watched bytes before the run continues. */
static void note_watched(struct debuggee *d)
{
    for (size_t i = 0; i < d->watches.count; i++)
        read_watched(d, &d->watches.asked[i], d->watches.asked[i].was);
}

/* Returns the stop for a watched change in the run's last cycle, or the end of the run. */
static struct stop changed_last(struct debuggee *d)
{
    uint8_t bytes[WATCH_BYTES];

    for (size_t i = 0; i < d->watches.count; i++) {
        const struct watched *w = &d->watches.asked[i];

        if (memcmp(w->was, bytes, read_watched(d, w, bytes)) == 0)
            continue;
        d->at.watch = i;
        d->at.reasons = SFPU_STOP_WATCH;
        return stop_of_result(d);
    }
    return (struct stop){.reason = STOP_OVER};
}

struct stop debuggee_go(struct debuggee *d, struct sfpu_limits limits)
{
    struct stop stop;
    int code;

    note_watched(d);

    keep_changes(d);
    limits.size = sizeof limits;
    limits.passes = d->passes;
    limits.at_issue = 1;
    limits.watches = d->watches.watches;
    limits.watch_count = d->watches.count;
    limits.findings = d->findings;
    code = sfpu_run_until(d->m, &limits);
    debuggee_did(d, code);
    d->at = (struct sfpu_result){.size = sizeof d->at};
    sfpu_get_result(d->m, &d->at);
    debuggee_look(d);
    if (code == SFPU_STOPPED)
        return stop_of_result(d);
    stop = end_of_run(d, code);
    return stop.reason == STOP_OVER ? changed_last(d) : stop;
}

void debuggee_limit_breakpoints(const struct debuggee *d, struct sfpu_limits *limits)
{
    if (d->compiled) {
        limits->core_breakpoints = d->breakpoints.indexes;
        limits->core_breakpoint_count = d->breakpoints.count;
    } else {
        limits->breakpoints = d->breakpoints.indexes;
        limits->breakpoint_count = d->breakpoints.count;
    }
}

void debuggee_limit_count(const struct debuggee *d, struct sfpu_limits *limits, uint64_t count)
{
    if (d->compiled)
        limits->core_instructions = count;
    else
        limits->instructions = count;
}

/* ---- Beginning and ending ---- */

/* Runs to the first instruction that issues, or to the core's first instruction. */
static struct stop to_first(struct debuggee *d)
{
    const size_t count = sfpu_word_count(d->m);
    size_t *all = calloc(count + 1, sizeof *all);
    struct sfpu_limits limits = {.breakpoints = all, .breakpoint_count = count};
    struct stop stop;

    for (size_t i = 0; all && i < count; i++)
        all[i] = i;
    if (d->compiled)
        limits = (struct sfpu_limits){.core_breakpoints = all, .core_breakpoint_count = count};
    d->lost |= !all;
    stop = all ? debuggee_go(d, limits) : (struct stop){.reason = STOP_FAILED};
    free(all);
    return stop;
}

bool debuggee_begin(struct debuggee *d, sfpu_machine *m, const struct sfpu_running *running, unsigned long passes)
{
    d->running = running;
    d->m = m;
    d->passes = passes;
    d->compiled = sfpu_is_compiled(m);
    d->threads = sfpu_thread_kernel(m, SFPU_THREAD_UNPACK) || sfpu_thread_kernel(m, SFPU_THREAD_PACK);
    d->thread = SFPU_THREAD_MATH;
    d->stage = DEBUGGEE_RUNS;
    d->at = (struct sfpu_result){.size = sizeof d->at, .next = SIZE_MAX};
    if (!debuggee_did(d, sfpu_take_snapshot(m, &d->before)) || to_first(d).reason == STOP_FAILED)
        return false;
    d->now.counted = true;
    debuggee_select_next(d);
    d->lost |= !history_note(&d->history, m, &d->now, &d->at, true);
    return !d->lost;
}

void debuggee_end(struct debuggee *d)
{
    debuggee_forget(d);
    breakpoints_free(&d->breakpoints);
    watches_free(&d->watches);
    history_free(&d->history);
    sfpu_free_snapshot(d->before);
    sfpu_free_snapshot(d->with_writers.taken);
}
