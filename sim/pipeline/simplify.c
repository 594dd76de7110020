/*
 * Makes a recorded schedule cheaper to replay. Where nothing between an
 * instruction and the landing of its result touches the registers in question,
 * the result may as well be written at once.
 */
#include "recorder.h"

/* What a step may see or change of registers and flags. A COMMIT that stays has been told what it writes. */
static uint32_t touched(const struct sfp_step *step)
{
    enum { OF_INTEREST = SFP_USES_LREGS | SFP_USES_FLAGS | SFP_USES_LANE_CONFIG };

    if (step->kind == SFP_STEP_COMMIT)
        return step->op.writes;
    if (step->kind == SFP_STEP_GUARD || step->kind == SFP_STEP_CONTROL || step->op.insn->unit == SFP_UNIT_NONE)
        return SFP_USES_LANE_CONFIG;
    return (step->op.reads | step->op.writes) & OF_INTEREST;
}

static bool writes_slot(const struct sfp_step *step, unsigned slot)
{
    return (step->kind == SFP_STEP_EXEC || step->kind == SFP_STEP_MACRO || step->kind == SFP_STEP_SWAP_MOVE)
           && step->slot == slot;
}

/* The last step before `end` that is a COMMIT of `slot`, or that writes it; `count` steps where there is none. */
static size_t last_use(const struct sfp_step *steps, size_t end, unsigned slot, size_t none)
{
    enum { FAR = 64 }; /* results land within a cycle, which has few steps */

    for (size_t i = end, looked = 0; i-- > 0 && looked < FAR; looked++)
        if (writes_slot(&steps[i], slot) || (steps[i].kind == SFP_STEP_COMMIT && steps[i].slot == slot))
            return i;
    return none;
}

static bool undisturbed(const struct sfp_step *steps, size_t from, size_t to, uint32_t uses)
{
    for (size_t i = from + 1; i < to; i++)
        if (touched(&steps[i]) & uses)
            return false;
    return true;
}

/* Drops the COMMIT at `at` if nothing waits in its slot, or if what waits can be written at once instead. */
static bool drop_commit(struct sfp_step *steps, size_t at, size_t none)
{
    size_t writer = last_use(steps, at, steps[at].slot, none), before;
    uint32_t written;

    steps[at].op.writes = SFP_USES_LREGS | SFP_USES_FLAGS;
    if (writer == none)
        return false;
    if (steps[writer].kind == SFP_STEP_COMMIT) {
        steps[at].op.writes = 0;
        return true;
    }
    before = last_use(steps, writer, steps[at].slot, none);
    if (before != none && steps[before].kind != SFP_STEP_COMMIT) /* two results share the slot */
        return false;
    written = steps[writer].op.writes & (SFP_USES_LREGS | SFP_USES_FLAGS);
    steps[at].op.writes = written;
    if (written & SFP_USES_FLAGS || !undisturbed(steps, writer, at, written))
        return false;
    steps[writer].slot = SFP_NO_SLOT;
    steps[at].op.writes = 0;
    return true;
}

/* Joins the halves of an SFPSWAP whose second, at `at`, already writes at once. True: the first half can go. */
static bool join_swap(struct sfp_step *steps, size_t at, size_t *decide)
{
    struct sfp_step *move = &steps[at];
    const uint32_t uses = move->op.reads | move->op.writes | SFP_USES_FLAGS | SFP_USES_LANE_CONFIG;

    if (at == 0 || move->slot != SFP_NO_SLOT)
        return false;
    *decide = at - 1;
    while (*decide > 0 && steps[*decide].kind != SFP_STEP_SWAP_DECIDE)
        --*decide;
    if (steps[*decide].kind != SFP_STEP_SWAP_DECIDE || steps[*decide].slot != move->swap)
        return false;
    for (size_t i = *decide + 1; i < at; i++)
        if (touched(&steps[i]) & uses & ~(uint32_t)SFP_USES_FLAGS
            || (steps[i].kind != SFP_STEP_GUARD && steps[i].op.writes & SFP_USES_FLAGS))
            return false;
    move->kind = SFP_STEP_EXEC;
    return true;
}

size_t sfp_simplify(struct sfp_step *steps, size_t count, bool *dead)
{
    size_t kept = 0, decide;

    for (size_t i = 0; i < count; i++)
        dead[i] = false;
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == SFP_STEP_COMMIT)
            dead[i] = drop_commit(steps, i, count);
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == SFP_STEP_SWAP_MOVE && join_swap(steps, i, &decide))
            dead[decide] = true;
    for (size_t i = 0; i < count; i++)
        if (!dead[i])
            steps[kept++] = steps[i];
    return kept;
}
