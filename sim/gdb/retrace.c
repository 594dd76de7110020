/* Temporary runs over earlier cycles, for their events. */
#include "retrace.h"

#include "debuggee_parts.h"

/* Cycles between two checks for Ctrl-C. */
enum { CYCLES_AT_ONCE = 20000 };

static void stop_at_nothing(struct debuggee *d)
{
    d->changed = d->findings = false;
    d->watches.count = 0;
}

bool debuggee_keep(struct debuggee *d, struct standing *s)
{
    s->was = *d;
    if (!debuggee_did(d, sfpu_take_snapshot(d->m, &s->snapshot)))
        return false;
    stop_at_nothing(d);
    return true;
}

static void stand_again(struct debuggee *d, const struct standing *s)
{
    debuggee_did(d, sfpu_restore_snapshot(d->m, s->snapshot));
    d->stage = s->was.stage;
    d->at = s->was.at;
    debuggee_look(d);
    d->now = s->was.now;
}

void debuggee_put_back(struct debuggee *d, struct standing *s)
{
    stand_again(d, s);
    d->watches.count = s->was.watches.count;
    d->findings = s->was.findings;
    d->changed = s->was.changed;
    sfpu_free_snapshot(s->snapshot);
}

/* Sets the observer for runs from the next restored snapshot on. The current run must end first: an observer hears a
 * run from its beginning or not at all. */
static void set_observer(struct debuggee *d, sfpu_observe *observe, void *context)
{
    sfpu_end_run(d->m);
    sfpu_on_event(d->m, observe, context);
}

bool debuggee_run_to(struct debuggee *d, uint64_t cycle)
{
    while (d->stage == DEBUGGEE_RUNS && d->at.cycles < cycle) {
        const uint64_t left = cycle - d->at.cycles;

        debuggee_go(d, (struct sfpu_limits){.cycles = left < CYCLES_AT_ONCE ? left : CYCLES_AT_ONCE});
        if (d->interrupted(d->context))
            return false;
    }
    return true;
}

static void retrace_before(struct debuggee *d, const struct retrace *retrace, uint64_t now)
{
    const struct moment from = {.cycle = now > retrace->before ? now - retrace->before : 0};

    debuggee_restore_before(d, &from);
    if (retrace->begin)
        retrace->begin(retrace->context);
    debuggee_run_to(d, now);
}

bool debuggee_retrace(struct debuggee *d, const struct retrace *retrace)
{
    struct standing standing;

    if (!debuggee_keep(d, &standing))
        return false;
    set_observer(d, retrace->observe, retrace->context);
    retrace_before(d, retrace, standing.was.now.cycle);
    if (retrace->after && standing.was.stage == DEBUGGEE_RUNS) {
        stand_again(d, &standing);
        debuggee_run_to(d, standing.was.now.cycle + retrace->after);
    }
    set_observer(d, NULL, NULL);
    debuggee_put_back(d, &standing);
    return true;
}

/* ---- Last writers, by a second run ---- */

/* Starts the run with writers, from the machine before the run. */
static void begin_writers_run(struct debuggee *d)
{
    struct sfpu_running running = *d->running;

    running.keeps_writers = 1;
    debuggee_did(d, sfpu_restore_snapshot(d->m, d->before));
    sfpu_configure_runs(d->m, &running);
    d->stage = DEBUGGEE_RUNS;
    d->at = (struct sfpu_result){.size = sizeof d->at};
    debuggee_go(d, (struct sfpu_limits){.cycles = 1});
    sfpu_configure_runs(d->m, d->running);
}

/* Continues the run with writers from the last question's place, or starts anew if that place is later than `cycle`. */
static void continue_writers_run(struct debuggee *d, uint64_t cycle)
{
    if (!d->with_writers.taken || d->with_writers.at.cycle > cycle) {
        begin_writers_run(d);
        return;
    }
    debuggee_did(d, sfpu_restore_snapshot(d->m, d->with_writers.taken));
    d->at = d->with_writers.result;
    d->stage = d->writers_stage;
}

/* Keeps the run with writers for the next question. */
static void keep_writers_run(struct debuggee *d)
{
    sfpu_snapshot *taken;

    if (sfpu_take_snapshot(d->m, &taken) != SFPU_OK)
        return;
    sfpu_free_snapshot(d->with_writers.taken);
    d->with_writers = (struct snapshot){.taken = taken, .at = d->now, .result = d->at};
    d->writers_stage = d->stage;
}

bool debuggee_with_writers(struct debuggee *d, void (*look)(void *context), void *context)
{
    struct standing standing;
    bool there = true;

    if (!debuggee_keep(d, &standing))
        return false;
    if (standing.was.now.cycle) { /* otherwise nothing has been written yet */
        continue_writers_run(d, standing.was.now.cycle);
        there = debuggee_run_to(d, standing.was.now.cycle);
        keep_writers_run(d);
    }
    if (there)
        look(context);
    debuggee_put_back(d, &standing);
    return there;
}
