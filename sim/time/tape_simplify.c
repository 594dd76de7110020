/*
 * Makes a tape cheaper to run. If nothing between an instruction and the landing of its result touches the result's
 * registers, the result can be written at once. If nothing there changes the registers that the instruction reads, the
 * instruction can execute when its result lands.
 */
#include "tape.h"

#include <stdlib.h>
#include <string.h>

#include "model/control.h"

/* ---- Where loads and stores reach in Dst ---- */

void sfp_reaches_begin(struct sfp_reaches *r)
{
    memset(r, 0, sizeof *r);
    r->stretch = 1;
}

static bool is_transfer(const struct sfp_step *step)
{
    return (step->kind == SFP_STEP_EXEC || step->kind == SFP_STEP_MACRO)
           && (step->op.insn->unit == SFP_UNIT_LOAD || step->op.insn->unit == SFP_UNIT_STORE)
           && sfp_operand_of(step->op.insn, SFP_F_ADDR);
}

/* Returns whether `op` moves on Dst's counter only, by an amount that the configuration gives. */
static bool moves_on(const struct sfp_state *s, const struct sfp_op *op)
{
    return op->mod != SFP_FMT_INT32_ALL && sfp_addr_mod_is_simple(s, op);
}

/* Returns whether rows lie where their numbers say, lanes lie in the columns that the address names, and no row
 * reads as 0. */
static bool is_dst_ordinary(const struct sfp_derived *d)
{
    const uint32_t exchanges = SFP_LC_RD_COL_EXCHANGE | SFP_LC_WR_COL_EXCHANGE;

    return d->own.rows_in_place && d->all_rows_valid && !(d->any_lane_config & exchanges);
}

static bool reaches_wide_cells(const struct sfp_state *s, const struct sfp_op *op)
{
    return (op->insn->unit == SFP_UNIT_STORE ? SFP_WIDE_STORES : SFP_WIDE_LOADS) >> sfp_format_of(s, op) & 1;
}

struct sfp_reach sfp_reach_of(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step)
{
    const struct sfp_state *s = &e->m->s;
    struct sfp_reach reach = {.stretch = 0};

    if (step->kind == SFP_STEP_STORE)
        reach = r->macro[step->address];
    else if (is_transfer(step) && moves_on(s, &step->op))
        reach = (struct sfp_reach){.stretch = r->stretch, .address = sfp_dst_address(s, &step->op)};
    if (!is_dst_ordinary(&s->derived))
        reach.stretch = 0;
    if (reach.stretch)
        reach.wide = reaches_wide_cells(s, &step->op);
    if (step->kind == SFP_STEP_MACRO)
        r->macro[step->address] = reach;
    return reach;
}

void sfp_reaches_after(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step)
{
    const struct sfp_state *s = &e->m->s;
    const struct sfp_op *op = &step->op;

    if (s->own.rwc.extra_addr_mod || (op->insn && sfp_is(op, SFP_I_ZEROACC)))
        r->unsteady = true;
    if ((op->insn && op->insn->unit == SFP_UNIT_NONE) || (is_transfer(step) && !moves_on(s, op)))
        r->stretch++;
}

/* Returns whether two loads or stores have no cells in common, in any further run of the tape. */
static bool are_reaches_apart(const struct sfp_reaches *r, struct sfp_reach a, struct sfp_reach b)
{
    enum { SIGN = (SFP_COUNTER_MASK + 1) / 2, OF_WIDE_ROWS = 256 }; /* 32-bit rows at this distance share physical
                                                                     * rows */
    const int distance = (int)(((unsigned)(a.address - b.address) + SIGN) & SFP_COUNTER_MASK) - SIGN;

    if (r->unsteady || !a.stretch || a.stretch != b.stretch || a.wide != b.wide)
        return false;
    /* Lanes are in four rows, in the even or odd columns by bit 1 of the address: bit 0 alone has no effect. */
    return distance != 0 && distance % 2 == 0 && (!a.wide || (distance < OF_WIDE_ROWS && distance > -OF_WIDE_ROWS));
}

/* ---- Fewer steps ---- */

/* The contents of a slot at a step. Before the first step a slot may hold results of instructions of several cycles. */
struct waiting {
    enum { WAITS_UNKNOWN, WAITS_NOTHING, WAITS_ONE, WAITS_MORE } what;
    size_t from; /* ONE: index of the step with the result */
};

struct passes {
    struct sfp_step *steps;
    bool *dead; /* by step: the step is removed */
    size_t count;
    const struct sfp_reaches *reaches;
    struct waiting waiting[SFP_SLOTS];
};

static bool is_barrier(const struct sfp_step *step)
{
    return step->kind == SFP_STEP_GUARD || step->kind == SFP_STEP_CONTROL
           || (step->kind != SFP_STEP_COMMIT && step->op.insn->unit == SFP_UNIT_NONE);
}

/* Returns the registers and flags that a step may see or change. For a COMMIT that stays, its `writes` have been
 * set. */
static uint32_t registers_touched(const struct sfp_step *step)
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

/* Returns whether the result of the step at `from`, which goes to `written`, may land before the steps up to `to`. */
static bool may_land_early(const struct passes *s, size_t from, size_t to, uint32_t written)
{
    for (size_t i = from + 1; i < to; i++)
        if (!s->dead[i] && registers_touched(&s->steps[i]) & written)
            return false;
    return true;
}

/* Returns the uses of `late` that matter to `step`. Dst does not matter if the two never meet in it. */
static uint32_t uses_beside(const struct passes *s, const struct sfp_step *late, const struct sfp_step *step)
{
    const uint32_t uses = late->op.reads | late->op.writes;

    return are_reaches_apart(s->reaches, late->reach, step->reach) ? uses & ~(uint32_t)SFP_USES_DST : uses;
}

/* Returns whether the step at `from` can execute after the steps up to `to`. Those steps read its result registers'
 * old values, which are still there then. */
static bool may_execute_late(const struct passes *s, size_t from, size_t to)
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

/* Removes the COMMIT at `at` for the step at `from`, if the result can be written at once. */
static void drop_commit(struct passes *s, size_t from, size_t at)
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

/* Removes as many COMMITs as possible. */
static void drop_commits(struct passes *s)
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

/* Joins the halves of an SFPSWAP whose second half, at `at`, already writes at once. */
static void join_swap(struct passes *s, size_t at)
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

        if (!s->dead[i] && (registers_touched(step) & uses & ~(uint32_t)SFP_USES_FLAGS
                            || (!is_barrier(step) && step->op.writes & SFP_USES_FLAGS)))
            return;
    }
    move->kind = SFP_STEP_EXEC;
    s->dead[decide] = true;
}

void sfp_tape_simplify(struct sfp_tape *t)
{
    struct passes s = {t->steps, calloc(t->count + 1, sizeof *s.dead), t->count, &t->reaches, {{WAITS_UNKNOWN, 0}}};

    if (!s.dead)
        return;
    for (unsigned slot = 0; slot < SFP_SLOT_PLACES; slot++)
        s.waiting[slot].what = WAITS_NOTHING;
    drop_commits(&s);
    for (size_t i = 0; i < s.count; i++)
        if (s.steps[i].kind == SFP_STEP_SWAP_MOVE)
            join_swap(&s, i);
    t->count = 0;
    for (size_t i = 0; i < s.count; i++)
        if (!s.dead[i])
            s.steps[t->count++] = s.steps[i];
    free(s.dead);
}
