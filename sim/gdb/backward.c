/* Moving back: restoring a snapshot, and running forward from there. */
#include "debuggee_parts.h"

/* ---- To a moment ---- */

void debuggee_restore(struct debuggee *d, const struct snapshot *snapshot)
{
    debuggee_did(d, sfpu_restore_snapshot(d->m, snapshot->taken));
    d->stage = DEBUGGEE_RUNS;
    d->changed = false;
    d->at = snapshot->result;
    debuggee_look(d);
    d->now = snapshot->at;
}

/* Restores a snapshot of the history. */
static void restore_moment(struct debuggee *d, size_t i)
{
    debuggee_restore(d, &d->history.snapshots[i]);
}

void debuggee_restore_before(struct debuggee *d, const struct moment *to)
{
    size_t i = d->history.count - 1;

    while (i && d->history.snapshots[i].at.cycle > to->cycle)
        i--;
    restore_moment(d, i);
}

static bool is_before(const struct moment *a, const struct moment *b)
{
    return a->counted && b->counted ? a->count < b->count : a->cycle < b->cycle;
}

/* Returns the last snapshot before the moment, or the first snapshot. */
static size_t snapshot_before(const struct debuggee *d, const struct moment *to)
{
    size_t i = d->history.count - 1;

    while (i && !(d->history.snapshots[i].at.count < to->count && d->history.snapshots[i].at.cycle < to->cycle))
        i--;
    return i;
}

/* Returns the limit for a run from now to a later moment. */
static struct sfpu_limits limits_to(const struct debuggee *d, const struct moment *to)
{
    struct sfpu_limits limits = {.cycles = 0};

    if (to->counted)
        debuggee_limit_count(d, &limits, to->count - d->now.count);
    else
        limits.cycles = to->cycle - d->now.cycle;
    return limits;
}

static bool has_reached(const struct debuggee *d, const struct moment *to)
{
    return to->counted ? d->now.count >= to->count : d->now.cycle >= to->cycle;
}

/* Runs to the cycle in which the moment's next instruction issues. */
static void settle_at(struct debuggee *d, const struct moment *to)
{
    if (d->threads && to->next != SIZE_MAX)
        debuggee_settle_thread(d, to->next);
    else
        debuggee_settle(d, to->next == SIZE_MAX ? d->at.next : to->next);
}

/* Moves to a moment without stops on the way. */
static void reach_moment(struct debuggee *d, const struct moment *to)
{
    const struct watches watches = d->watches;
    const size_t breakpoints = d->breakpoints.count;
    const bool findings = d->findings;

    d->watches.count = 0;
    d->breakpoints.count = 0;
    d->findings = false;
    restore_moment(d, snapshot_before(d, to));
    while (d->stage == DEBUGGEE_RUNS && !has_reached(d, to))
        debuggee_go(d, limits_to(d, to));
    if (to->counted && !d->now.counted && d->stage == DEBUGGEE_RUNS)
        settle_at(d, to);
    d->watches = watches;
    d->breakpoints.count = breakpoints;
    d->findings = findings;
}

/* ---- A step ---- */

/* Several instructions may issue in one cycle: then the target moves further back, until the count falls. */
bool debuggee_back(struct debuggee *d)
{
    const struct moment now = d->now;
    struct moment to = {.counted = true, .count = now.count, .cycle = now.cycle, .next = SIZE_MAX};

    while (to.count > d->history.snapshots[0].at.count) {
        to.count--;
        reach_moment(d, &to);
        if (d->now.count < now.count)
            return true;
    }
    restore_moment(d, 0);
    return false;
}

/* Moves back to before the last instruction of the thread that the user looks at. */
static struct stop step_thread_back(struct debuggee *d)
{
    const uint64_t issued = debuggee_issued_by(d, d->thread);
    struct stop stop = {.reason = STOP_HERE};

    while (stop.reason == STOP_HERE && issued > 0 && debuggee_issued_by(d, d->thread) >= issued)
        stop.reason = debuggee_back(d) ? STOP_HERE : STOP_BEGIN;
    if (issued == 0)
        restore_moment(d, 0);
    return issued == 0 ? (struct stop){.reason = STOP_BEGIN} : stop;
}

struct stop debuggee_step_back(struct debuggee *d)
{
    if (d->threads)
        return step_thread_back(d);
    return (struct stop){.reason = debuggee_back(d) ? STOP_HERE : STOP_BEGIN};
}

/* ---- The last stop ---- */

/* The last stop found on a stretch. */
struct last_stop {
    bool found;
    struct stop stop;
    struct moment at;
};

/* Returns whether the run stands at a breakpoint. For a change in the cycle before the breakpoint, the breakpoint is
 * the later stop. */
static bool stands_at_breakpoint(const struct debuggee *d)
{
    return d->at.reasons & (SFPU_STOP_BREAKPOINT | SFPU_STOP_CORE_BREAKPOINT);
}

/* Records a stop, unless the search began at this stop. */
static void note_last_stop(const struct debuggee *d, const struct stop *stop, const struct moment *end,
                           struct last_stop *last)
{
    struct moment at = d->now;

    if (stop->reason == STOP_BREAKPOINT || (stop->reason == STOP_WATCH && stands_at_breakpoint(d))) {
        at.counted = true;
        if (is_before(&at, end)) {
            *last = (struct last_stop){true, {.reason = STOP_BREAKPOINT}, at};
            return;
        }
    }
    at.counted = d->compiled && stop->reason == STOP_WATCH
              && d->watches.watches[d->at.watch].what == SFPU_WATCH_MEMORY;
    if (stop->reason == STOP_WATCH || (stop->reason == STOP_FINDING && is_before(&at, end)))
        *last = (struct last_stop){true, *stop, at};
}

/* Runs to `end`, and returns the last stop on the way. */
static struct last_stop find_last_stop(struct debuggee *d, const struct moment *end)
{
    struct last_stop last = {.found = false};
    struct stop stop;

    while (d->stage == DEBUGGEE_RUNS && !has_reached(d, end)) {
        struct sfpu_limits limits = limits_to(d, end);

        debuggee_limit_breakpoints(d, &limits);
        stop = debuggee_go(d, limits);
        note_last_stop(d, &stop, end, &last);
    }
    while (end->counted && !d->now.counted && d->stage == DEBUGGEE_RUNS) {
        stop = debuggee_settle(d, end->next == SIZE_MAX ? d->at.next : end->next);
        note_last_stop(d, &stop, end, &last);
        d->now.counted |= d->at.next == SIZE_MAX;
    }
    return last;
}

/* Returns the end of the stretch from snapshot `i`: the next snapshot, or the present place. */
static struct moment end_of(const struct debuggee *d, size_t i, size_t last, const struct moment *now)
{
    struct moment end = i == last ? *now : d->history.snapshots[i + 1].at;

    if (i != last)
        end.counted = false;
    return end;
}

struct stop debuggee_continue_back(struct debuggee *d)
{
    const struct moment now = d->now;
    const size_t last = snapshot_before(d, &now);

    for (size_t i = last + 1; i-- > 0;) {
        const struct moment end = end_of(d, i, last, &now);
        struct last_stop found;

        restore_moment(d, i);
        found = find_last_stop(d, &end);
        if (found.found) {
            reach_moment(d, &found.at);
            if (found.stop.reason == STOP_BREAKPOINT)
                debuggee_select_next(d);
            return found.stop;
        }
        if (d->interrupted(d->context)) {
            reach_moment(d, &now);
            return (struct stop){.reason = STOP_INTERRUPTED};
        }
    }
    restore_moment(d, 0);
    return (struct stop){.reason = STOP_BEGIN};
}
