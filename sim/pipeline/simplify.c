/*
 * Makes a recorded schedule cheaper to replay. Where nothing between an
 * instruction and the landing of its result touches the registers in question,
 * the result may as well be written at once; where nothing touches what the
 * instruction reads, it may as well execute when its result lands.
 */
#include "recorder.h"

#include <stdlib.h>

/* What waits in a slot, on the way through the steps. Before the first of them, results may wait that need more cycles. */
struct waiting {
    enum { WAITS_UNKNOWN, WAITS_NOTHING, WAITS_ONE, WAITS_MORE } what;
    size_t from; /* ONE: the step whose result it is */
};

struct schedule {
    struct sfp_step *steps;
    bool *dead; /* a mark a step: it is gone */
    size_t count;
    const struct sfp_reaches *reaches;
    struct waiting waiting[SFP_SLOTS];
};

static bool is_barrier(const struct sfp_step *step)
{
    return step->kind == SFP_STEP_GUARD || step->kind == SFP_STEP_CONTROL
           || (step->kind != SFP_STEP_COMMIT && step->op.insn->unit == SFP_UNIT_NONE);
}

/* What a step may see or change of registers and flags. A COMMIT that stays has been told what it writes. */
static uint32_t touched(const struct sfp_step *step)
{
    enum { OF_INTEREST = SFP_USES_LREGS | SFP_USES_FLAGS | SFP_USES_LANE_CONFIG };

    if (step->kind == SFP_STEP_COMMIT)
        return step->op.writes;
    if (is_barrier(step))
        return SFP_USES_LANE_CONFIG;
    return (step->op.reads | step->op.writes) & OF_INTEREST;
}

static bool writes_slot(const struct sfp_step *step)
{
    return (step->kind == SFP_STEP_EXEC || step->kind == SFP_STEP_MACRO || step->kind == SFP_STEP_SWAP_MOVE)
           && step->slot != SFP_NO_SLOT;
}

/* Can what the step at `from` writes be there before the steps up to `to`? */
static bool may_land_early(const struct schedule *s, size_t from, size_t to, uint32_t written)
{
    for (size_t i = from + 1; i < to; i++)
        if (!s->dead[i] && touched(&s->steps[i]) & written)
            return false;
    return true;
}

/* What `late` uses that matters to `step`: not Dst, where they never meet in it. */
static uint32_t uses_beside(const struct schedule *s, const struct sfp_step *late, const struct sfp_step *step)
{
    const uint32_t uses = late->op.reads | late->op.writes;

    return sfp_reaches_apart(s->reaches, late->reach, step->reach) ? uses & ~(uint32_t)SFP_USES_DST : uses;
}

/* Can the step at `from` be done after those up to `to`? These read its registers as they were, which they are then. */
static bool may_execute_late(const struct schedule *s, size_t from, size_t to)
{
    const struct sfp_step *late = &s->steps[from];
    const uint32_t results = SFP_USES_LREGS | SFP_USES_FLAGS;

    if (late->kind == SFP_STEP_SWAP_MOVE || is_barrier(late))
        return false;
    for (size_t i = from + 1; i < to; i++) {
        const struct sfp_step *step = &s->steps[i];

        if (s->dead[i])
            continue;
        if (step->kind != SFP_STEP_COMMIT && (is_barrier(step) || step->op.reads & late->op.writes & ~results))
            return false;
        if (step->op.writes & uses_beside(s, late, step))
            return false;
    }
    return true;
}

/* Does without the COMMIT at `at` of what the step at `from` wrote, if that can be written at once instead. */
static void drop_commit(struct schedule *s, size_t from, size_t at)
{
    struct sfp_step *commit = &s->steps[at], *writer = &s->steps[from];

    commit->op.writes = writer->op.writes & (SFP_USES_LREGS | SFP_USES_FLAGS);
    if (may_land_early(s, from, at, commit->op.writes)) {
        writer->slot = SFP_NO_SLOT;
        s->dead[at] = true;
    } else if (may_execute_late(s, from, at)) {
        *commit = *writer;
        commit->slot = SFP_NO_SLOT;
        s->dead[from] = true;
    }
}

/* Does without as many COMMITs as it can. */
static void drop_commits(struct schedule *s)
{
    for (size_t i = 0; i < s->count; i++) {
        struct sfp_step *step = &s->steps[i];
        struct waiting *w = step->slot < SFP_SLOTS ? &s->waiting[step->slot] : NULL;

        if (writes_slot(step)) {
            w->what = w->what == WAITS_ONE || w->what == WAITS_MORE ? WAITS_MORE : WAITS_ONE;
            w->from = i;
        } else if (step->kind == SFP_STEP_COMMIT) {
            step->op.writes = SFP_USES_LREGS | SFP_USES_FLAGS;
            if (w->what == WAITS_NOTHING)
                s->dead[i] = true;
            else if (w->what == WAITS_ONE)
                drop_commit(s, w->from, i);
            w->what = WAITS_NOTHING;
        }
    }
}

/* Joins the halves of an SFPSWAP whose second, at `at`, already writes at once. */
static void join_swap(struct schedule *s, size_t at)
{
    struct sfp_step *move = &s->steps[at];
    const uint32_t uses = move->op.reads | move->op.writes | SFP_USES_FLAGS | SFP_USES_LANE_CONFIG;
    size_t decide = at;

    if (move->slot != SFP_NO_SLOT)
        return;
    while (decide > 0 && (s->dead[decide] || s->steps[decide].kind != SFP_STEP_SWAP_DECIDE))
        decide--;
    if (s->dead[decide] || s->steps[decide].kind != SFP_STEP_SWAP_DECIDE || s->steps[decide].slot != move->swap)
        return;
    for (size_t i = decide + 1; i < at; i++) {
        const struct sfp_step *step = &s->steps[i];

        if (!s->dead[i] && (touched(step) & uses & ~(uint32_t)SFP_USES_FLAGS
                            || (!is_barrier(step) && step->op.writes & SFP_USES_FLAGS)))
            return;
    }
    move->kind = SFP_STEP_EXEC;
    s->dead[decide] = true;
}

void sfp_recorder_simplify(struct sfp_recorder *r)
{
    struct schedule s = {r->steps, calloc(r->count + 1, sizeof *s.dead), r->count, &r->reaches, {{WAITS_UNKNOWN, 0}}};

    if (!s.dead)
        return;
    for (unsigned slot = 0; slot < SFP_SLOT_PLACES; slot++)
        s.waiting[slot].what = WAITS_NOTHING;
    drop_commits(&s);
    for (size_t i = 0; i < s.count; i++)
        if (s.steps[i].kind == SFP_STEP_SWAP_MOVE)
            join_swap(&s, i);
    r->count = 0;
    for (size_t i = 0; i < s.count; i++)
        if (!s.dead[i])
            s.steps[r->count++] = s.steps[i];
    free(s.dead);
}
