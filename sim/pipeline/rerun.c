/*
 * A pass done again and again. It begins and ends with nothing under way, so that what was recorded of it once can be
 * replayed from its start, whatever Dst holds: all that data can change besides is what SFPCONFIG writes, and that is
 * checked (recorder.c).
 */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "tape.h"

struct sfp_batch {
    struct sfp_state start;
    struct sfp_machine *m;
    const uint32_t *words;
    size_t count;
    struct sfp_timing_options options;
    struct sfp_timing_result result; /* of the pass that was recorded */
    struct sfp_engine *e;
    struct sfp_recorder recorder;
    struct sfp_steps steps; /* of it */
    size_t setup;           /* those that come before the start */
    bool written[SFP_DST_ROWS / SFP_ROWS]; /* groups of physical rows that passes write ... */
    uint16_t group[SFP_DST_ROWS / SFP_ROWS]; /* ... and the numbers of these */
    unsigned groups;
};

/* Notes the rows that a store writes, in whichever lanes and format. */
static void on_event(void *batch, const struct sfp_event *event)
{
    struct sfp_batch *b = batch;
    const unsigned row = event->transfer.row;

    if (event->kind != SFP_EVENT_EXEC || event->unit != SFP_UNIT_STORE || !event->transfer.reaches)
        return;
    b->written[sfp_dst_row16(&b->m->s, row) / SFP_ROWS] = true;
    b->written[sfp_dst_row32(&b->m->s, row) / SFP_ROWS] = true;
    b->written[(sfp_dst_row32(&b->m->s, row) + SFP_LOW_HALF_ROWS) / SFP_ROWS] = true;
}

static bool run_recorded_pass(struct sfp_engine *e)
{
    sfp_engine_begin_pass(e);
    for (;;) {
        if (!sfp_engine_ahead(e))
            return false;
        if (e->ended)
            break;
        if (!sfp_engine_advance(e))
            return false;
    }
    while (sfp_engine_drain(e))
        continue;
    return true;
}

/* ---- What comes before the first use of Dst ---- */

static bool is_of_dst(const struct sfp_step *step)
{
    return step->op.insn && step->op.exec != sfp_capture_template
           && (sfp_operand_of(step->op.insn, SFP_F_ADDR) || sfp_is(&step->op, SFP_I_ZEROACC));
}

/* Slots and SFPSWAPs, bit by bit, that a step leaves for a later one; those that it ends go out of the set. */
static uint64_t left_open(uint64_t open, const struct sfp_step *step)
{
    const uint64_t swap = UINT64_C(1) << SFP_NO_SLOT;

    switch (step->kind) {
    case SFP_STEP_COMMIT:
        return open & ~(UINT64_C(1) << step->slot);
    case SFP_STEP_SWAP_DECIDE:
        return open | swap << (1 + step->slot);
    case SFP_STEP_SWAP_MOVE:
        open &= ~(swap << (1 + step->swap));
        break;
    default:
        break;
    }
    return step->slot == SFP_NO_SLOT ? open : open | UINT64_C(1) << step->slot;
}

/* The most steps from the first on that do not know Dst and leave nothing under way. */
static size_t setup_steps(const struct sfp_recorder *r)
{
    uint64_t open = 0;
    size_t count = 0;

    for (size_t i = 0; i < r->count && !is_of_dst(&r->steps[i]) && r->steps[i].kind != SFP_STEP_CONTROL; i++) {
        if (r->steps[i].kind != SFP_STEP_GUARD)
            open = left_open(open, &r->steps[i]);
        if (!open)
            count = i + 1;
    }
    return count;
}

/* Makes where these steps lead the start. */
static void begin_behind_setup(struct sfp_batch *b)
{
    const size_t setup = setup_steps(&b->recorder);

    b->m->s = b->start;
    if (!sfp_steps_replay(b->e, &b->recorder, &b->steps, 0, setup))
        return;
    b->start = b->m->s;
    b->setup = setup;
}

/* ---- The pass that is recorded ---- */

/* Runs the first pass. False: it fails. */
static bool record(struct sfp_batch *b)
{
    struct sfp_observer observer = {.event = on_event, .context = b};
    unsigned modes;
    bool ended, kept;

    b->options.observers = &observer;
    b->e = sfp_engine_new(b->m, b->words, b->count, &b->options, &b->result);
    b->options.observers = NULL;
    if (!b->e)
        return false;
    b->e->looks = false;
    b->e->recorder = &b->recorder;
    sfp_recorder_begin(b->e, &b->recorder);
    modes = sfp_host_float_enter();
    ended = run_recorded_pass(b->e);
    b->e->recorder = NULL;
    b->e->observers = NULL;
    for (unsigned group = 0; group < SFP_DST_ROWS / SFP_ROWS; group++)
        if (b->written[group])
            b->group[b->groups++] = (uint16_t)group;
    sfp_engine_count(b->e);
    if (!b->recorder.spoilt)
        sfp_recorder_simplify(&b->recorder);
    kept = ended && sfp_steps_of(&b->recorder, false, &b->steps);
    if (kept && !b->recorder.spoilt)
        begin_behind_setup(b);
    sfp_host_float_leave(modes);
    return kept;
}

struct sfp_batch *sfp_batch_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                const struct sfp_timing_options *options, struct sfp_timing_result *result)
{
    struct sfp_batch *b = aligned_alloc(_Alignof(struct sfp_batch), sizeof *b);
    bool recorded;

    *result = (struct sfp_timing_result){.run.status = SFP_RUN_NO_MEMORY};
    if (!b)
        return NULL;
    memset(b, 0, sizeof *b);
    b->m = m;
    b->start = m->s;
    b->words = words;
    b->count = count;
    b->options = *options;
    recorded = record(b);
    if (recorded || b->result.run.status != SFP_RUN_DONE)
        *result = b->result;
    if (recorded)
        return b;
    sfp_batch_free(b);
    return NULL;
}

void sfp_batch_free(struct sfp_batch *b)
{
    if (!b)
        return;
    if (b->e)
        sfp_engine_free(b->e);
    sfp_steps_free(&b->steps);
    sfp_recorder_free(&b->recorder);
    free(b);
}

const char *sfp_batch_in_full(const struct sfp_batch *b)
{
    return b->recorder.spoilt;
}

void sfp_batch_rewind(struct sfp_batch *b)
{
    enum { BEFORE = offsetof(struct sfp_state, dst), BEHIND = offsetof(struct sfp_state, dst_valid) };
    struct sfp_state *s = &b->m->s;
    const struct sfp_state *start = &b->start;

    memcpy(s, start, BEFORE);
    for (unsigned i = 0; i < b->groups; i++) {
        const unsigned row = b->group[i] * SFP_ROWS;

        memcpy(s->dst[row], start->dst[row], SFP_ROWS * sizeof s->dst[0]);
    }
    memcpy((char *)s + BEHIND, (const char *)start + BEHIND, sizeof *s - BEHIND);
}

bool sfp_batch_pass(struct sfp_batch *b)
{
    const unsigned modes = sfp_host_float_enter();
    const bool same = !b->recorder.spoilt && sfp_steps_replay(b->e, &b->recorder, &b->steps, b->setup, b->steps.count);

    sfp_host_float_leave(modes);
    return same;
}

bool sfp_batch_pass_in_full(struct sfp_batch *b, struct sfp_timing_result *result)
{
    sfp_run_timed(b->m, b->words, b->count, &b->options, result);
    return result->run.status == SFP_RUN_DONE;
}
