/*
 * Makes a recorded schedule cheaper to replay. Where nothing between an
 * instruction and the landing of its result touches the registers in question,
 * the result may as well be written at once; where nothing touches what the
 * instruction reads, it may as well execute when its result lands.
 */
#include "recorder.h"

struct schedule {
    struct sfp_step *steps;
    bool *dead; /* a mark a step: it is gone */
    size_t count;
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

static bool writes_slot(const struct sfp_step *step, unsigned slot)
{
    return (step->kind == SFP_STEP_EXEC || step->kind == SFP_STEP_MACRO || step->kind == SFP_STEP_SWAP_MOVE)
           && step->slot == slot;
}

/* The last step before `end` that is a COMMIT of `slot`, or that writes it; `count` where there is none. */
static size_t last_use(const struct schedule *s, size_t end, unsigned slot)
{
    enum { FAR = 64 }; /* results land within a few cycles, which have few steps */

    for (size_t i = end, looked = 0; i-- > 0 && looked < FAR; looked++)
        if (!s->dead[i]
            && (writes_slot(&s->steps[i], slot) || (s->steps[i].kind == SFP_STEP_COMMIT && s->steps[i].slot == slot)))
            return i;
    return s->count;
}

/* Can what the step at `from` writes be there before the steps up to `to`? */
static bool may_land_early(const struct schedule *s, size_t from, size_t to, uint32_t written)
{
    for (size_t i = from + 1; i < to; i++)
        if (!s->dead[i] && touched(&s->steps[i]) & written)
            return false;
    return true;
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
        if (step->op.writes & (late->op.reads | late->op.writes))
            return false;
    }
    return true;
}

/* Does without the COMMIT at `at` if nothing waits in its slot, or if what waits can be written at once instead. */
static void drop_commit(struct schedule *s, size_t at)
{
    struct sfp_step *commit = &s->steps[at], *writer;
    const size_t from = last_use(s, at, commit->slot);
    size_t before;

    commit->op.writes = SFP_USES_LREGS | SFP_USES_FLAGS;
    if (from == s->count)
        return;
    writer = &s->steps[from];
    if (writer->kind == SFP_STEP_COMMIT) {
        s->dead[at] = true;
        return;
    }
    before = last_use(s, from, commit->slot);
    if (before != s->count && s->steps[before].kind != SFP_STEP_COMMIT) /* two results share the slot */
        return;
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

size_t sfp_simplify(struct sfp_step *steps, size_t count, bool *dead)
{
    struct schedule s = {steps, dead, count};
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        dead[i] = false;
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == SFP_STEP_COMMIT)
            drop_commit(&s, i);
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == SFP_STEP_SWAP_MOVE)
            join_swap(&s, i);
    for (size_t i = 0; i < count; i++)
        if (!dead[i])
            steps[kept++] = steps[i];
    return kept;
}
