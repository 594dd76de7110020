/* Running forward. */
#include "debuggee_parts.h"

/* Cycles and steps between two checks for Ctrl-C: well below a millisecond. */
enum { CYCLES_AT_ONCE = 2000, STEPS_AT_ONCE = 256 };

/* Runs forward, with checks for Ctrl-C and snapshots on the way. After a watched change, moves back to before the
 * instruction that makes the change. */
static struct stop go_on_watchfully(struct debuggee *d, struct sfpu_limits limits)
{
    struct stop stop;

    limits.cycles = CYCLES_AT_ONCE;
    do {
        history_note(&d->history, d->m, &d->now, &d->at, false);
        stop = debuggee_go(d, limits);
        if (stop.reason == STOP_BREAKPOINT) {
            d->now.counted = true;
            debuggee_select_next(d);
        }
        if (stop.reason == STOP_WATCH)
            debuggee_back(d);
        if (stop.reason != STOP_HERE || d->at.reasons & ~(unsigned)SFPU_STOP_CYCLES)
            return stop;
    } while (!d->interrupted(d->context));
    stop = debuggee_settle(d, d->at.next);
    return stop.reason == STOP_HERE ? (struct stop){.reason = STOP_INTERRUPTED} : stop;
}

/* Returns whether the run has ended or failed, with the stop for this. */
static bool stands_still(const struct debuggee *d, struct stop *stop)
{
    *stop = (struct stop){.reason = d->stage == DEBUGGEE_FAILED ? STOP_FAILED : STOP_OVER, .text = sfpu_error(d->m)};
    return d->stage != DEBUGGEE_RUNS;
}

/* Runs until the thread that the user looks at has issued an instruction, and stands before its next one. */
static struct stop step_thread(struct debuggee *d)
{
    const int thread = d->thread;
    const uint64_t issued = debuggee_issued_by(d, thread);
    struct sfpu_limits limits = {.instructions = 1};
    struct stop stop;

    debuggee_limit_breakpoints(d, &limits);
    do
        stop = go_on_watchfully(d, limits);
    while (stop.reason == STOP_HERE && debuggee_issued_by(d, thread) == issued && !d->interrupted(d->context));
    if (stop.reason == STOP_HERE)
        stop = debuggee_settle_thread(d, debuggee_next_of(d, thread));
    if (stop.reason == STOP_BREAKPOINT)
        debuggee_select_next(d);
    return stop;
}

struct stop debuggee_step(struct debuggee *d)
{
    struct sfpu_limits limits = {.cycles = 0};
    struct stop stop;

    if (stands_still(d, &stop))
        return stop;
    if (d->threads)
        return step_thread(d);
    debuggee_limit_count(d, &limits, 1);
    stop = go_on_watchfully(d, limits);
    return stop.reason == STOP_HERE ? debuggee_settle(d, d->at.next) : stop;
}

struct stop debuggee_step_range(struct debuggee *d, uint32_t start, uint32_t end)
{
    struct stop stop;
    unsigned steps = 0;
    size_t index;

    do {
        stop = debuggee_step(d);
        if (stop.reason != STOP_HERE)
            break;
        if (sfpu_code_index(d->m, debuggee_pc(d), &index) == SFPU_OK && breakpoints_have(&d->breakpoints, index))
            stop.reason = STOP_BREAKPOINT;
        else if (++steps % STEPS_AT_ONCE == 0 && d->interrupted(d->context))
            stop.reason = STOP_INTERRUPTED;
    } while (stop.reason == STOP_HERE && debuggee_pc(d) >= start && debuggee_pc(d) < end);
    return stop;
}

struct stop debuggee_continue(struct debuggee *d)
{
    struct sfpu_limits limits = {.cycles = 0};
    struct stop stop;

    if (stands_still(d, &stop))
        return stop;
    debuggee_limit_breakpoints(d, &limits);
    return go_on_watchfully(d, limits);
}

struct stop debuggee_cycle(struct debuggee *d)
{
    struct stop stop;

    if (stands_still(d, &stop))
        return stop;
    return debuggee_go(d, (struct sfpu_limits){.cycles = 1});
}
