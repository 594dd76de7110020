/* Who wrote last, by a second run. */
#include "last_writers.h"

#include "debuggee_parts.h"

/* From the start, before there is a run. */
static void begin(struct debuggee *d)
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

/* From where the last question was asked, if that is not later. */
static void go_on(struct debuggee *d, uint64_t cycle)
{
    if (!d->with_writers.taken || d->with_writers.at.cycle > cycle) {
        begin(d);
        return;
    }
    debuggee_did(d, sfpu_restore_snapshot(d->m, d->with_writers.taken));
    d->at = d->with_writers.result;
    d->stage = d->writers_stage;
}

/* For the next question. */
static void keep(struct debuggee *d)
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
    if (standing.was.now.cycle) { /* else nothing has happened */
        go_on(d, standing.was.now.cycle);
        there = debuggee_run_to(d, standing.was.now.cycle);
        keep(d);
    }
    if (there)
        look(context);
    debuggee_put_back(d, &standing);
    return there;
}
