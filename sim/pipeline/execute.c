/*
 * One cycle's execution: all sub-units read at its start, results are committed
 * at its end in the order two-cycle results, simple (with the second half of
 * SFPSWAP), round, load (sfpu-timing(7), Order within a cycle).
 */
#include "engine.h"

#include <string.h>

#include "model/control.h"
#include "recorder.h"

/* An SFPNOP that no lane takes for an instruction template. */
static bool is_nop(const struct sfp_engine *e, const struct sfp_part *part)
{
    return sfp_is(&part->op, SFP_I_SFPNOP) && !part->captured && part->op.exec != e->m->semantics->backdoor;
}

/*
 * Groups of lanes share a slot, and there can be as many as lanes: results for one register become one. Later ones win
 * in their lanes, as they would when they landed.
 */
static void merge_pending(struct sfp_pending *p)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < p->count; i++) {
        const struct sfp_pending_write *from = &p->write[i];
        unsigned at = 0;

        while (at < kept && p->write[at].reg != from->reg)
            at++;
        if (at == kept) {
            if (kept++ != i)
                p->write[at] = *from;
            continue;
        }
        for (unsigned l = 0; l < SFP_LANES; l++) {
            p->write[at].value[l] = from->mask[l] ? from->value[l] : p->write[at].value[l];
            p->write[at].mask[l] |= from->mask[l];
        }
    }
    p->count = kept;
}

/* Executes a part; its results go to `slot`, or land at once. */
static void exec(struct sfp_engine *e, const struct sfp_part *part, enum sfp_slot slot)
{
    bool takes_address = part->scheduled && sfp_is(&part->op, SFP_I_SFPSTORE);
    _Alignas(64) uint32_t lanes[SFP_LANES];

    if (is_nop(e, part))
        return;
    if (!part->some_lanes && !e->recorder && !takes_address) { /* the usual case, without the detour of a step */
        e->m->pending = slot == SFP_NO_SLOT ? NULL : &e->slots[slot];
        part->op.exec(e->m, &part->op);
        e->m->pending = NULL;
        return;
    }
    if (!part->some_lanes) {
        sfp_step(e, (struct sfp_step){.kind = takes_address ? SFP_STEP_STORE : SFP_STEP_EXEC, .slot = (uint8_t)slot,
                                      .address = part->address, .op = part->op});
        return;
    }
    sfp_recorder_spoil(e, "LoadMacroConfig differs between lanes");
    sfp_mask_expand(part->lanes, lanes);
    e->m->pending = slot == SFP_NO_SLOT ? NULL : &e->slots[slot];
    sfp_exec_on_lanes(e->m, part->op.exec, &part->op, lanes);
    e->m->pending = NULL;
    if (slot != SFP_NO_SLOT)
        merge_pending(&e->slots[slot]);
}

static void commit(struct sfp_engine *e, enum sfp_slot slot)
{
    if (sfp_pending_empty(&e->slots[slot]) && !e->recorder) /* which results there are may depend on data */
        return;
    sfp_step(e, (struct sfp_step){.kind = SFP_STEP_COMMIT, .slot = (uint8_t)slot});
}

static bool is_two_cycle(const struct sfp_part *part)
{
    return !part->captured && sfp_takes_two_cycles(&part->op);
}

static void emit(struct sfp_engine *e, enum sfp_event_kind kind, enum sfp_unit unit, const struct sfp_part *part)
{
    if (sfp_observed(e))
        sfp_emit(e, (struct sfp_event){.kind = kind, .unit = unit, .two_cycles = is_two_cycle(part)}, part);
}

/* The load sub-unit: SFPLOADMACRO also samples its configuration, before anything of this cycle changes it. */
static void exec_load(struct sfp_engine *e, const struct sfp_part *part, enum sfp_slot slot)
{
    uint8_t address = e->next_address;

    if (!sfp_is(&part->op, SFP_I_SFPLOADMACRO)) {
        exec(e, part, slot);
        return;
    }
    if (e->looks)
        sfp_hazards_macro(e, part);
    sfp_step(e, (struct sfp_step){.kind = SFP_STEP_MACRO, .slot = (uint8_t)slot, .address = address, .op = part->op});
    sfp_queue_macro(e, part, e->addresses[address]);
}

/* Starts a two-cycle instruction. */
static void start(struct sfp_engine *e, struct sfp_flight *flight, const struct sfp_part *part, enum sfp_slot first)
{
    flight->part = *part;
    flight->slot = (enum sfp_slot)(first + e->turn);
    exec(e, part, flight->slot);
}

/* Where the backdoor is open in some lanes only, these take the word as a template and do not exchange. */
static void capture_in_part(struct sfp_engine *e, const struct sfp_op *op, uint32_t swap[SFP_LANES])
{
    struct sfp_state *s = &e->m->s;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        if (s->lane_config[l] & SFP_LC_DISABLE_BACKDOOR)
            continue;
        s->macro_template[op->vd - SFP_FIRST_TEMPLATE_VD][l] = op->word;
        swap[l] = 0;
    }
    sfp_state_refresh_macros(s);
    sfp_report(e->m, SFP_FIND_BACKDOOR_DIVERGES, op);
    sfp_recorder_spoil(e, "DISABLE_BACKDOOR_LOAD differs between lanes");
}

/* One group's decision goes into its own lanes of the mask. */
static void decide_for_group(struct sfp_engine *e, const struct sfp_part *part)
{
    _Alignas(64) uint32_t decided[SFP_LANES];
    uint32_t *swap = e->swap_lanes[e->turn];

    sfp_recorder_spoil(e, "LoadMacroConfig differs between lanes");
    e->m->semantics->swap_decide(e->m, &part->op, decided);
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (part->lanes >> l & 1)
            swap[l] = decided[l];
}

static void start_swap(struct sfp_engine *e, struct sfp_flight *flight, const struct sfp_part *part)
{
    flight->part = *part;
    flight->slot = (enum sfp_slot)e->turn;
    if (part->some_lanes) {
        decide_for_group(e, part);
        return;
    }
    sfp_step(e, (struct sfp_step){.kind = SFP_STEP_SWAP_DECIDE, .slot = (uint8_t)e->turn, .op = part->op});
    if (part->op.exec == e->m->semantics->backdoor && !(e->m->s.derived.all_lane_config & SFP_LC_DISABLE_BACKDOOR))
        capture_in_part(e, &part->op, e->swap_lanes[e->turn]);
}

/* The second half of one group's SFPSWAP: exchanges in its own lanes. */
static void finish_swap_of_group(struct sfp_engine *e, const struct sfp_flight *flight, enum sfp_slot slot)
{
    _Alignas(64) uint32_t own[SFP_LANES];

    for (unsigned l = 0; l < SFP_LANES; l++)
        own[l] = flight->part.lanes >> l & 1 ? e->swap_lanes[flight->slot][l] : 0;
    e->m->pending = &e->slots[slot];
    e->m->semantics->swap_move(e->m, &flight->part.op, own);
    e->m->pending = NULL;
    merge_pending(&e->slots[slot]);
}

static void finish_swaps(struct sfp_engine *e, enum sfp_slot slot)
{
    const struct sfp_flight *flight = &e->swap;

    if (!flight->part.some_lanes) {
        sfp_step(e, (struct sfp_step){.kind = SFP_STEP_SWAP_MOVE, .slot = (uint8_t)slot, .swap = (uint8_t)flight->slot,
                                      .op = flight->part.op});
        return;
    }
    finish_swap_of_group(e, flight, slot);
    for (unsigned i = 0; i < e->others; i++)
        if (sfp_is(&e->other[i].part.op, SFP_I_SFPSWAP))
            finish_swap_of_group(e, &e->other[i], slot);
}

/* Two-cycle results that started in the last cycle. */
static void land(struct sfp_engine *e)
{
    if (e->mad.part.live)
        commit(e, e->mad.slot);
    if (e->shft2.part.live)
        commit(e, e->shft2.slot);
}

/* What flies after this cycle. */
struct flights {
    struct sfp_flight mad, shft2, swap;
    struct sfp_flight other[SFP_GROUPS];
    unsigned others;
};

/* Starts or executes `part` on `unit`; one-cycle results go to `slot`. */
static void exec_part(struct sfp_engine *e, enum sfp_unit unit, const struct sfp_part *part, enum sfp_slot slot,
                      struct flights *next)
{
    if (unit == SFP_UNIT_LOAD)
        exec_load(e, part, slot);
    else if (!is_two_cycle(part))
        exec(e, part, slot);
    else if (unit == SFP_UNIT_MAD)
        start(e, &next->mad, part, SFP_SLOT_MAD);
    else if (unit == SFP_UNIT_ROUND)
        start(e, &next->shft2, part, SFP_SLOT_SHFT2);
    else
        start_swap(e, &next->swap, part);
}

/* What a further group of lanes started flies as its sub-unit's, or beside it if another group has started there too. */
static void take_along(struct flights *next, struct sfp_flight *first, const struct sfp_flight *started)
{
    if (!started->part.live)
        return;
    if (first->part.live)
        next->other[next->others++] = *started;
    else
        *first = *started;
}

/*
 * Further groups of lanes on `unit`. Their two-cycle results share the slot of
 * the first group, since no lane is in two of them; SFPSWAP has no slot for its
 * exchange, so that all groups' masks lie in one, apart by lanes.
 */
static void exec_others(struct sfp_engine *e, const struct sfp_cycle *set, enum sfp_unit unit, enum sfp_slot slot,
                        struct flights *next)
{
    for (unsigned i = 0; i < set->others; i++) {
        const struct sfp_part *part = &set->other[i].part;
        struct flights started;

        if (set->other[i].unit != unit)
            continue;
        started.mad.part.live = started.shft2.part.live = started.swap.part.live = false;
        exec_part(e, unit, part, slot, &started);
        take_along(next, &next->mad, &started.mad);
        take_along(next, &next->shft2, &started.shft2);
        take_along(next, &next->swap, &started.swap);
    }
}

/* Alone in its cycle, an instruction may write in place, unless a landing result would overwrite it. */
static void exec_alone(struct sfp_engine *e, enum sfp_unit unit, const struct sfp_part *part, struct flights *next)
{
    uint32_t landing = (e->mad.part.live ? e->mad.part.op.writes : 0)
                     | (e->shft2.part.live ? e->shft2.part.op.writes : 0);
    bool hold = landing & part->op.writes & SFP_USES_LREGS;

    exec_part(e, unit, part, hold ? SFP_SLOT_SIMPLE : SFP_NO_SLOT, next);
    land(e);
    if (hold)
        commit(e, SFP_SLOT_SIMPLE);
}

static void exec_together(struct sfp_engine *e, const struct sfp_cycle *set, struct flights *next)
{
    /* Loads read Dst before stores write it; simple comes last, since SFPCONFIG changes what the others read. */
    static const struct {
        enum sfp_unit unit;
        enum sfp_slot slot;
    } order[] = {{SFP_UNIT_LOAD, SFP_SLOT_LOAD}, {SFP_UNIT_STORE, SFP_NO_SLOT}, {SFP_UNIT_MAD, SFP_NO_SLOT},
                 {SFP_UNIT_ROUND, SFP_SLOT_ROUND}};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (!set->part[order[i].unit].live)
            continue;
        exec_part(e, order[i].unit, &set->part[order[i].unit], order[i].slot, next);
        exec_others(e, set, order[i].unit, order[i].slot, next);
    }
    if (e->swap.part.live)
        finish_swaps(e, SFP_SLOT_SIMPLE);
    if (set->part[SFP_UNIT_SIMPLE].live) {
        exec_part(e, SFP_UNIT_SIMPLE, &set->part[SFP_UNIT_SIMPLE], SFP_SLOT_SIMPLE, next);
        exec_others(e, set, SFP_UNIT_SIMPLE, SFP_SLOT_SIMPLE, next);
    }
    land(e);
    commit(e, SFP_SLOT_SIMPLE);
    commit(e, SFP_SLOT_ROUND);
    commit(e, SFP_SLOT_LOAD);
}

static const enum sfp_unit landing_order[] = {SFP_UNIT_SIMPLE, SFP_UNIT_ROUND, SFP_UNIT_LOAD, SFP_UNIT_STORE};

/* Completions, in the order in which results landed. */
static void emit_completions(struct sfp_engine *e, const struct sfp_cycle *set)
{
    if (!sfp_observed(e))
        return;
    if (e->mad.part.live)
        emit(e, SFP_EVENT_COMPLETE, SFP_UNIT_MAD, &e->mad.part);
    if (e->shft2.part.live)
        emit(e, SFP_EVENT_COMPLETE, SFP_UNIT_ROUND, &e->shft2.part);
    if (e->swap.part.live)
        emit(e, SFP_EVENT_COMPLETE, SFP_UNIT_SIMPLE, &e->swap.part);
    for (size_t i = 0; i < sizeof landing_order / sizeof landing_order[0]; i++) {
        const struct sfp_part *part = &set->part[landing_order[i]];

        if (part->live && !is_two_cycle(part))
            emit(e, SFP_EVENT_COMPLETE, landing_order[i], part);
    }
    for (unsigned i = 0; i < e->others; i++)
        emit(e, SFP_EVENT_COMPLETE, (enum sfp_unit)e->other[i].part.op.insn->unit, &e->other[i].part);
    for (unsigned i = 0; i < set->others; i++)
        if (!is_two_cycle(&set->other[i].part))
            emit(e, SFP_EVENT_COMPLETE, set->other[i].unit, &set->other[i].part);
    if (set->part[SFP_UNIT_MAD].live && !is_two_cycle(&set->part[SFP_UNIT_MAD])) /* a scheduled SFPNOP */
        emit(e, SFP_EVENT_COMPLETE, SFP_UNIT_MAD, &set->part[SFP_UNIT_MAD]);
}

static void count_busy(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++) {
        if (!set->part[u].live)
            continue;
        e->result->busy[u] += !is_nop(e, &set->part[u]);
        emit(e, SFP_EVENT_EXEC, (enum sfp_unit)u, &set->part[u]);
    }
    for (unsigned i = 0; i < set->others; i++)
        emit(e, SFP_EVENT_EXEC, set->other[i].unit, &set->other[i].part);
}

static void take_off(struct sfp_flight *flight, const struct sfp_flight *started)
{
    if (!started->part.live)
        return;
    flight->part = started->part;
    flight->slot = started->slot;
}

void sfp_execute(struct sfp_engine *e, struct sfp_cycle *set)
{
    struct flights next;

    next.mad.part.live = next.shft2.part.live = next.swap.part.live = false;
    next.others = 0;
    count_busy(e, set);
    if (e->swap.part.live || set->count > 1) {
        exec_together(e, set, &next);
    } else if (set->count == 1) {
        for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
            if (set->part[u].live)
                exec_alone(e, (enum sfp_unit)u, &set->part[u], &next);
    } else {
        land(e);
    }
    emit_completions(e, set);
    e->mad.part.live = e->shft2.part.live = e->swap.part.live = false;
    take_off(&e->mad, &next.mad);
    take_off(&e->shft2, &next.shft2);
    take_off(&e->swap, &next.swap);
    e->others = next.others;
    for (unsigned i = 0; i < next.others; i++)
        e->other[i] = next.other[i];
    e->turn ^= 1;
}

/* Configuration writes that the next instruction does not see yet (sfpu-timing(7), Configuration). */
static bool lands_late(const struct sfp_op *op)
{
    switch (op->insn->id) {
    case SFP_I_WRCFG:
    case SFP_I_RDCFG:
    case SFP_I_CFGSHIFTMASK:
    case SFP_I_REG2FLOP:
        return true;
    default:
        return false;
    }
}

/* RDCFG reads at once; its GPR is new only when the next instruction is through. */
static void start_rdcfg(struct sfp_engine *e, const struct sfp_op *op)
{
    uint32_t *gpr = &e->m->s.gpr[sfp_field(op->insn, op->word, SFP_F_GPR) % SFP_GPRS], before = *gpr;

    op->exec(e->m, op);
    e->delayed_gpr[0] = *gpr;
    *gpr = before;
}

static void finish_rdcfg(struct sfp_engine *e, const struct sfp_op *op, uint32_t value)
{
    e->m->s.gpr[sfp_field(op->insn, op->word, SFP_F_GPR) % SFP_GPRS] = value;
}

/* A late configuration write takes the GPRs that it found when it was issued. */
static void finish_late_write(struct sfp_engine *e, const struct sfp_op *op)
{
    uint32_t now[SFP_GPRS];

    memcpy(now, e->m->s.gpr, sizeof now);
    memcpy(e->m->s.gpr, e->delayed_gpr, sizeof now);
    op->exec(e->m, op);
    memcpy(e->m->s.gpr, now, sizeof now);
}

static void start_late(struct sfp_engine *e, const struct sfp_op *op)
{
    e->delayed = *op;
    e->has_delayed = true;
    if (sfp_is(op, SFP_I_RDCFG))
        start_rdcfg(e, op);
    else
        memcpy(e->delayed_gpr, e->m->s.gpr, sizeof e->delayed_gpr);
}

/* A late write lands before this cycle's instruction could see it undone; RDCFG's GPR after it. */
void sfp_control_in_time(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_op delayed = e->delayed;
    bool has_delayed = e->has_delayed, rdcfg = has_delayed && sfp_is(&delayed, SFP_I_RDCFG);
    uint32_t read = e->delayed_gpr[0];

    e->has_delayed = false;
    if (has_delayed && !rdcfg)
        finish_late_write(e, &delayed);
    if (op && lands_late(op))
        start_late(e, op);
    else if (op)
        op->exec(e->m, op);
    if (rdcfg)
        finish_rdcfg(e, &delayed, read);
}

void sfp_execute_control(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_step step = {.kind = SFP_STEP_EXEC, .slot = SFP_NO_SLOT};

    if (op)
        step.op = *op;
    if (e->has_delayed || lands_late(op))
        step.kind = SFP_STEP_CONTROL;
    sfp_step(e, step);
}
