/*
 * One cycle's execution. All sub-units read at the start of the cycle. Results are committed at its end in this order:
 * results of earlier cycles, simple (with the second half of SFPSWAP), round, load (sfpu-timing(7), Order within a
 * cycle).
 */
#include "engine.h"

#include "tape.h"

/* Returns whether `part` is an SFPNOP that no lane takes for an instruction template. */
static bool is_nop_part(const struct sfp_engine *e, const struct sfp_part *part)
{
    return sfp_is(&part->op, SFP_I_SFPNOP) && !part->is_template && part->op.exec != e->m->semantics->backdoor;
}

/*
 * Merges a slot's results for the same register into one. Groups of lanes share a slot, and up to 32 groups would not
 * fit otherwise. Later results win in their lanes, as they would when they land.
 */
static void merge_pending(struct sfp_pending *pending)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < pending->count; i++) {
        const struct sfp_pending_write *from = &pending->write[i];
        unsigned at = 0;

        while (at < kept && pending->write[at].reg != from->reg)
            at++;
        if (at == kept) {
            if (kept++ != i)
                pending->write[at] = *from;
            continue;
        }
        for (uint32_t left = from->lanes; left; left &= left - 1)
            pending->write[at].value[__builtin_ctz(left)] = from->value[__builtin_ctz(left)];
        pending->write[at].lanes |= from->lanes;
    }
    pending->count = kept;
}

/* Executes a part. Its results go to `slot`, or land at once if that is SFP_NO_SLOT. */
static void exec_in_slot(struct sfp_engine *e, const struct sfp_part *part, enum sfp_slot slot)
{
    bool takes_address = part->scheduled && sfp_is(&part->op, SFP_I_SFPSTORE);
    _Alignas(64) uint32_t lanes[SFP_LANES];

    if (is_nop_part(e, part))
        return;
    if (!part->some_lanes && !e->tape && !takes_address) { /* the usual case, without the detour of a step */
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
    sfp_tape_spoil(e, "LoadMacroConfig differs between lanes");
    sfp_mask_expand(part->lanes, lanes);
    e->m->pending = slot == SFP_NO_SLOT ? NULL : &e->slots[slot];
    sfp_exec_on_lanes(e->m, part->op.exec, &part->op, lanes);
    e->m->pending = NULL;
    if (slot != SFP_NO_SLOT)
        merge_pending(&e->slots[slot]);
}

static void commit_slot(struct sfp_engine *e, enum sfp_slot slot)
{
    if (sfp_pending_empty(&e->slots[slot]) && !e->tape) /* on tape, the number of results may depend on data */
        return;
    sfp_step(e, (struct sfp_step){.kind = SFP_STEP_COMMIT, .slot = (uint8_t)slot});
}

static unsigned part_latency(const struct sfp_part *part)
{
    return part->is_template ? 1 : part->op.latency;
}

static enum sfp_reads reading_of(const struct sfp_part *part)
{
    if (part->is_template || !sfp_is(&part->op, SFP_I_SFPSWAP))
        return SFP_READS_FIRST;
    return sfp_reads_first(part->op.insn, part->op.mod) ? SFP_READS_BOTH : SFP_READS_LAST;
}

static void emit_execution(struct sfp_engine *e, enum sfp_event_kind kind, enum sfp_unit unit,
                           const struct sfp_part *part)
{
    if (!sfp_hears(e, kind))
        return;
    sfp_bring_in(e, part->thread);
    sfp_emit(e, (struct sfp_event){.kind = kind, .unit = unit, .latency = part_latency(part),
                                   .busy = part->is_template ? !sfp_is(&part->op, SFP_I_SFPNOP)
                                                             : sfp_busy_cycles(e->m->s.arch, &part->op),
                                   .reading = reading_of(part)}, part);
}

/* Executes on the load sub-unit. For SFPLOADMACRO it also queues the items, by the configuration from before any
 * change in this cycle. */
static void exec_load(struct sfp_engine *e, const struct sfp_part *part, enum sfp_slot slot)
{
    uint8_t address = e->next_address;

    if (!sfp_is(&part->op, SFP_I_SFPLOADMACRO)) {
        exec_in_slot(e, part, slot);
        return;
    }
    if (e->looks)
        sfp_hazards_macro(e, part);
    sfp_step(e, (struct sfp_step){.kind = SFP_STEP_MACRO, .slot = (uint8_t)slot, .address = address, .op = part->op});
    sfp_queue_macro(e, part, e->addresses[address]);
}

/* Loads `op` as a template in the lanes whose backdoor is open, and takes these lanes out of the exchange `swap`. */
static void template_in_part(struct sfp_engine *e, const struct sfp_op *op, uint32_t swap[SFP_LANES])
{
    struct sfp_state *s = &e->m->s;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        if (s->lane_config[l] & SFP_LC_DISABLE_BACKDOOR)
            continue;
        s->macro_template[op->vd - SFP_FIRST_TEMPLATE_VD][l] = op->word;
        swap[l] = 0;
    }
    sfp_state_refresh_macro(s, op->vd - SFP_FIRST_TEMPLATE_VD);
    sfp_report(e->m, SFP_FIND_BACKDOOR_DIVERGES, op);
    sfp_tape_spoil(e, "DISABLE_BACKDOOR_LOAD differs between lanes");
}

/* Decides one group's SFPSWAP, in that group's lanes of the mask only. */
static void decide_for_group(struct sfp_engine *e, const struct sfp_part *part)
{
    _Alignas(64) uint32_t decided[SFP_LANES];
    uint32_t *swap = e->swap_lanes[e->beat];

    sfp_tape_spoil(e, "LoadMacroConfig differs between lanes");
    e->m->semantics->swap_decide(e->m, &part->op, decided);
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (part->lanes >> l & 1)
            swap[l] = decided[l];
}

static void decide_swap(struct sfp_engine *e, const struct sfp_part *part)
{
    if (part->some_lanes) {
        decide_for_group(e, part);
        return;
    }
    sfp_step(e, (struct sfp_step){.kind = SFP_STEP_SWAP_DECIDE, .slot = (uint8_t)e->beat, .op = part->op});
    if (part->op.exec == e->m->semantics->backdoor && !(e->m->s.derived.all_lane_config & SFP_LC_DISABLE_BACKDOOR))
        template_in_part(e, &part->op, e->swap_lanes[e->beat]);
}

/* Starts an instruction of more than one cycle. */
static void start_flight(struct sfp_engine *e, const struct sfp_part *part)
{
    struct sfp_flight *flight = sfp_take_off(e, &part->op, !part->scheduled);

    flight->part = *part;
    if (sfp_is(&part->op, SFP_I_SFPSWAP))
        decide_swap(e, part);
    else if (part->op.insn->unit == SFP_UNIT_LOAD)
        exec_load(e, part, sfp_flight_slot(flight));
    else
        exec_in_slot(e, part, sfp_flight_slot(flight));
}

/* Does the second half of one group's SFPSWAP: exchanges in that group's lanes. */
static void finish_swap_of_group(struct sfp_engine *e, const struct sfp_flight *flight, enum sfp_slot slot)
{
    _Alignas(64) uint32_t own[SFP_LANES];

    for (unsigned l = 0; l < SFP_LANES; l++)
        own[l] = flight->part.lanes >> l & 1 ? e->swap_lanes[flight->began][l] : 0;
    e->m->pending = &e->slots[slot];
    e->m->semantics->swap_move(e->m, &flight->part.op, own);
    e->m->pending = NULL;
    merge_pending(&e->slots[slot]);
}

static void finish_swap(struct sfp_engine *e, const struct sfp_flight *flight, enum sfp_slot slot)
{
    if (!flight->part.some_lanes) {
        sfp_step(e, (struct sfp_step){.kind = SFP_STEP_SWAP_MOVE, .slot = (uint8_t)slot, .swap = flight->began,
                                      .op = flight->part.op});
        return;
    }
    finish_swap_of_group(e, flight, slot);
    for (unsigned i = 0; i < e->others; i++)
        if (e->other[i].lands == e->cycle && sfp_is(&e->other[i].part.op, SFP_I_SFPSWAP))
            finish_swap_of_group(e, &e->other[i], slot);
}

static bool is_swap(const struct sfp_flight *flight)
{
    return sfp_is(&flight->part.op, SFP_I_SFPSWAP) && !flight->done;
}

/* Returns whether an SFPSWAP exchanges at the end of this cycle. */
static bool swap_lands(const struct sfp_engine *e)
{
    for (uint32_t left = sfp_landing_now(e) & SFP_SIMPLE_PLACES; left; left &= left - 1)
        if (is_swap(&e->flight[__builtin_ctz(left)]))
            return true;
    return false;
}

static void finish_swaps(struct sfp_engine *e, enum sfp_slot slot)
{
    for (uint32_t left = sfp_landing_now(e) & SFP_SIMPLE_PLACES; left; left &= left - 1)
        if (is_swap(&e->flight[__builtin_ctz(left)]))
            finish_swap(e, &e->flight[__builtin_ctz(left)], slot);
}

/* Commits the results of instructions that started in earlier cycles. */
static void land_flights(struct sfp_engine *e)
{
    for (uint32_t left = sfp_landing_now(e); left; left &= left - 1) {
        const struct sfp_flight *flight = &e->flight[__builtin_ctz(left)];

        if (!flight->done && !sfp_is(&flight->part.op, SFP_I_SFPSWAP))
            commit_slot(e, sfp_flight_slot(flight));
    }
}

/* Starts or executes `part` on `unit`; one-cycle results go to `slot`. */
static void exec_part(struct sfp_engine *e, enum sfp_unit unit, const struct sfp_part *part, enum sfp_slot slot)
{
    e->now = part;
    sfp_bring_in(e, part->thread);
    if (part_latency(part) > 1)
        start_flight(e, part);
    else if (unit == SFP_UNIT_LOAD)
        exec_load(e, part, slot);
    else
        exec_in_slot(e, part, slot);
    e->now = NULL;
}

/*
 * Executes the further groups of lanes on `unit`. Their results share the first group's slot, since no lane is in two
 * groups. SFPSWAP's exchange has no slot: the groups' masks lie in one mask, apart by lanes.
 */
static void exec_others(struct sfp_engine *e, const struct sfp_cycle *set, enum sfp_unit unit, enum sfp_slot slot)
{
    for (unsigned i = 0; i < set->others; i++)
        if (set->other[i].unit == unit)
            exec_part(e, unit, &set->other[i].part, slot);
}

/* Executes the only instruction of the cycle. The instruction writes in place, unless a landing result would
 * overwrite its result. */
static void exec_alone(struct sfp_engine *e, enum sfp_unit unit, const struct sfp_part *part)
{
    uint32_t landing = 0;
    bool hold;

    for (uint32_t left = sfp_landing_now(e); left; left &= left - 1)
        landing |= e->flight[__builtin_ctz(left)].part.op.writes;
    hold = landing & part->op.writes & SFP_USES_LREGS;
    exec_part(e, unit, part, hold ? SFP_SLOT_SIMPLE : SFP_NO_SLOT);
    land_flights(e);
    if (hold)
        commit_slot(e, SFP_SLOT_SIMPLE);
}

static void exec_together(struct sfp_engine *e, const struct sfp_cycle *set)
{
    /* Loads read Dst before stores write it. Simple comes last, since SFPCONFIG changes what the others read. */
    static const struct {
        enum sfp_unit unit;
        enum sfp_slot slot;
    } order[] = {{SFP_UNIT_LOAD, SFP_SLOT_LOAD}, {SFP_UNIT_STORE, SFP_NO_SLOT}, {SFP_UNIT_MAD, SFP_NO_SLOT},
                 {SFP_UNIT_ROUND, SFP_SLOT_ROUND}};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (!set->part[order[i].unit].live)
            continue;
        exec_part(e, order[i].unit, &set->part[order[i].unit], order[i].slot);
        exec_others(e, set, order[i].unit, order[i].slot);
    }
    finish_swaps(e, SFP_SLOT_SIMPLE);
    if (set->part[SFP_UNIT_SIMPLE].live) {
        exec_part(e, SFP_UNIT_SIMPLE, &set->part[SFP_UNIT_SIMPLE], SFP_SLOT_SIMPLE);
        exec_others(e, set, SFP_UNIT_SIMPLE, SFP_SLOT_SIMPLE);
    }
    land_flights(e);
    commit_slot(e, SFP_SLOT_SIMPLE);
    commit_slot(e, SFP_SLOT_ROUND);
    commit_slot(e, SFP_SLOT_LOAD);
}

static const enum sfp_unit landing_order[] = {SFP_UNIT_SIMPLE, SFP_UNIT_ROUND, SFP_UNIT_LOAD, SFP_UNIT_STORE};

static void emit_flight_landed(struct sfp_engine *e, const struct sfp_flight *flight)
{
    emit_execution(e, SFP_EVENT_COMPLETE, (enum sfp_unit)flight->part.op.insn->unit, &flight->part);
}

/* Sends completions, in the order in which results landed. */
static void emit_completions(struct sfp_engine *e, const struct sfp_cycle *set)
{
    if (!sfp_hears(e, SFP_EVENT_COMPLETE))
        return;
    for (uint32_t left = sfp_landing_now(e); left; left &= left - 1)
        emit_flight_landed(e, &e->flight[__builtin_ctz(left)]);
    for (size_t i = 0; i < sizeof landing_order / sizeof landing_order[0]; i++) {
        const struct sfp_part *part = &set->part[landing_order[i]];

        if (part->live && part_latency(part) == 1)
            emit_execution(e, SFP_EVENT_COMPLETE, landing_order[i], part);
    }
    for (unsigned i = 0; i < e->others; i++)
        if (e->other[i].lands == e->cycle)
            emit_flight_landed(e, &e->other[i]);
    for (unsigned i = 0; i < set->others; i++)
        if (part_latency(&set->other[i].part) == 1)
            emit_execution(e, SFP_EVENT_COMPLETE, set->other[i].unit, &set->other[i].part);
    if (set->part[SFP_UNIT_MAD].live && part_latency(&set->part[SFP_UNIT_MAD]) == 1) /* a scheduled SFPNOP */
        emit_execution(e, SFP_EVENT_COMPLETE, SFP_UNIT_MAD, &set->part[SFP_UNIT_MAD]);
}

/* Tells observers that `part` starts, which Dst cells and lanes are concerned, and the state at the start of the
 * cycle. */
static void emit_start(struct sfp_engine *e, enum sfp_unit unit, struct sfp_part *part)
{
    if (!sfp_observed(e))
        return;
    sfp_bring_in(e, part->thread);
    part->transfer = sfp_transfer_of(e, part);
    part->enabled = e->m->s.derived.enabled & (part->some_lanes ? part->lanes : UINT32_MAX);
    emit_execution(e, SFP_EVENT_EXEC, unit, part);
}

static void count_busy(struct sfp_engine *e, struct sfp_cycle *set)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++) {
        if (!set->part[u].live)
            continue;
        e->result->busy[u] += !is_nop_part(e, &set->part[u]);
        emit_start(e, (enum sfp_unit)u, &set->part[u]);
    }
    for (unsigned i = 0; i < set->others; i++)
        emit_start(e, set->other[i].unit, &set->other[i].part);
}

void sfp_execute(struct sfp_engine *e, struct sfp_cycle *set)
{
    count_busy(e, set);
    if (set->count > 1 || swap_lands(e)) {
        exec_together(e, set);
    } else if (set->count == 1) {
        for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
            if (set->part[u].live)
                exec_alone(e, (enum sfp_unit)u, &set->part[u]);
    } else {
        land_flights(e);
    }
    emit_completions(e, set);
    sfp_touch_down(e);
}
