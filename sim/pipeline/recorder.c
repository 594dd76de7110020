/* Steps performed and recorded. */
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

#include "replay.h"

/* Longer schedules are not kept: a step takes about a hundred bytes. */
enum { MAX_STEPS = 1 << 22 };

void sfp_recorder_begin(struct sfp_engine *e, struct sfp_recorder *r)
{
    r->count = r->guard_count = r->found_count = 0;
    r->first_address = e->next_address;
    sfp_reaches_begin(&r->reaches);
}

void sfp_recorder_free(struct sfp_recorder *r)
{
    free(r->steps);
    free(r->guards);
    free(r->found);
}

static void spoil(struct sfp_recorder *r, const char *why)
{
    if (!r->spoilt)
        r->spoilt = why;
}

void sfp_recorder_spoil(struct sfp_engine *e, const char *why)
{
    if (e->recorder)
        spoil(e->recorder, why);
}

/* Makes room for one more. False without memory. */
static bool grow(struct sfp_recorder *r, void **array, size_t *room, size_t size)
{
    const size_t more = *room ? 2 * *room : 256;
    void *bigger = realloc(*array, more * size);

    if (!bigger) {
        spoil(r, "not enough memory to keep the schedule");
        return false;
    }
    *array = bigger;
    *room = more;
    return true;
}

static void record(struct sfp_recorder *r, const struct sfp_step *step)
{
    if (r->count == MAX_STEPS)
        spoil(r, "a pass is too long to keep");
    if (r->spoilt || (r->count == r->room && !grow(r, (void **)&r->steps, &r->room, sizeof *r->steps)))
        return;
    r->steps[r->count] = *step;
    r->steps[r->count++].address = (uint8_t)(step->address - r->first_address);
}

static void record_guard(struct sfp_recorder *r, const struct sfp_step *step, const uint32_t *lanes)
{
    const struct sfp_step guard = {.kind = SFP_STEP_GUARD, .guard = r->guard_count, .op = step->op};

    if (r->spoilt
        || (r->guard_count == r->guard_room
            && !grow(r, (void **)&r->guards, &r->guard_room, sizeof *r->guards)))
        return;
    memcpy(r->guards[r->guard_count++].lanes, lanes, sizeof r->guards->lanes);
    record(r, &guard);
}

void sfp_recorder_finding(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_op *op, bool possible)
{
    struct sfp_recorder *r = e->recorder;

    if (!r || r->spoilt
        || (r->found_count == r->found_room && !grow(r, (void **)&r->found, &r->found_room, sizeof *r->found)))
        return;
    r->found[r->found_count++] = (struct sfp_found){finding, *op, possible};
}

/* Under ENABLE_DEST_INDEX an SFPSWAP exchanges the index registers too (sfpu-semantics(7), SFPSWAP). */
static uint32_t indexes(const struct sfp_engine *e, const struct sfp_op *op)
{
    enum { INDEXED = 4 };

    if (!op->insn || !sfp_is(op, SFP_I_SFPSWAP) || !(e->m->s.derived.any_lane_config & SFP_LC_DEST_INDEX))
        return 0;
    return 1u << (INDEXED + op->vc % INDEXED) | 1u << (INDEXED + op->b % INDEXED);
}

void sfp_step(struct sfp_engine *e, struct sfp_step step)
{
    const struct sfp_replay once = {.e = e};
    const uint32_t *lanes;

    if (__builtin_expect(e->recorder == NULL, 1)) {
        sfp_perform(&once, &step);
        return;
    }
    step.reach = sfp_reach_of(&e->recorder->reaches, e, &step);
    sfp_perform(&once, &step);
    sfp_reaches_after(&e->recorder->reaches, e, &step);
    step.op.reads |= indexes(e, &step.op);
    step.op.writes |= indexes(e, &step.op);
    record(e->recorder, &step);
    if ((lanes = sfp_step_configured(e, &step)))
        record_guard(e->recorder, &step, lanes);
}
