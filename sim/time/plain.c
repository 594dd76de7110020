/*
 * Runs a plain cycle: one instruction that no rule concerns, with nothing beside it (rules.def). Results land as in
 * other cycles.
 */
#include "hazards.h"

static void exec_plain(struct sfp_engine *e, const struct sfp_op *op, struct sfp_pending *pending)
{
    e->m->pending = pending;
    op->exec(e->m, op);
    e->m->pending = NULL;
}

/* Starts an instruction of more than one cycle. Both halves of an SFPSWAP execute at once, since nothing comes
 * between them. */
static void start_plain_flight(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_flight *flight = sfp_take_off(e, op, true);

    flight->part.op = *op;
    flight->part.id = e->own->head_id;
    flight->part.thread = e->own->thread;
    flight->part.scheduled = flight->part.is_template = flight->part.some_lanes = false;
    flight->done = sfp_is(op, SFP_I_SFPSWAP);
    exec_plain(e, op, flight->done ? NULL : &e->slots[sfp_flight_slot(flight)]);
}

static void land_plain_flights(struct sfp_engine *e)
{
    for (uint32_t left = sfp_landing_now(e); left; left &= left - 1) {
        const struct sfp_flight *flight = &e->flight[__builtin_ctz(left)];

        if (!flight->done)
            e->m->semantics->commit(e->m, &e->slots[sfp_flight_slot(flight)]);
    }
    sfp_touch_down(e);
}

static void look_at_addend(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_part part;

    sfp_reported_part(e, op, &part);
    sfp_hazards_addend(e, &part);
}

static inline void look_at_plain(struct sfp_engine *e, const struct sfp_op *op)
{
    const uint32_t noted = sfp_noted_of(op);

    if (noted & SFP_IN(DST))
        sfp_hazards_dst(e, op);
    if (noted & SFP_IN(ADDEND))
        look_at_addend(e, op);
    sfp_ways_follow(e, op);
}

bool sfp_run_plain(struct sfp_engine *e)
{
    const struct sfp_op *op = e->own->head;

    if (!e->own->has_head || !sfp_is_plain(e, op))
        return false;
    if (e->looks)
        look_at_plain(e, op);
    if (op->latency > 1)
        start_plain_flight(e, op);
    else
        exec_plain(e, op, NULL);
    if (e->flying)
        land_plain_flights(e);
    e->result->busy[op->insn->unit] += op->insn->id != SFP_I_SFPNOP;
    e->result->run.executed++;
    e->result->run.vector++;
    e->own->has_control = false;
    e->own->has_head = false;
    sfp_next_cycle(e);
    e->after_effect = e->cycle;
    return true;
}
