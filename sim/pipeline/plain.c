/*
 * The cycle of an instruction that meets nothing: no macro under way, nobody
 * watching, no register in common with a result that lands. No rule is stated
 * here; whatever a rule could be about is left to the full cycle.
 */
#include "engine.h"

/* Could anything but the head and a multiply-add in flight matter in this cycle? */
static bool quiet(const struct sfp_engine *e)
{
    const struct sfp_last *last = &e->last;
    bool under_way = e->total_queued | e->swap.part.live | e->shft2.part.live | e->waiting | e->has_delayed;
    bool changed = last->wrote_lane_config | last->wrote_macro_config | e->seeded
                   | (e->since_zeroacc < SFP_ZEROACC_DISTANCE);
    bool watched = sfp_observed(e) | (e->recorder != NULL) | (e->looks & e->options->uninit);

    return !(under_way | changed | watched) && !(e->m->s.derived.any_lane_config & SFP_LC_DEST_INDEX);
}

/* Instructions whose cycle is more than executing them. */
static bool ordinary(const struct sfp_engine *e, const struct sfp_op *op)
{
    enum { NEVER = SFP_USES_LANE_CONFIG | SFP_USES_MACRO_CONFIG };

    return op->insn->unit != SFP_UNIT_NONE && op->exec != e->m->semantics->backdoor && !(op->writes & NEVER)
           && op->insn->id != SFP_I_SFPLOADMACRO
           && (!sfp_takes_two_cycles(op) || op->insn->unit == SFP_UNIT_MAD || op->insn->id == SFP_I_SFPSWAP);
}

/*
 * The cycle behind SFPSWAP holds nothing that could see its second half: the
 * interlock lets SFPNOP and other units' instructions through only, so that both
 * halves may be done at once. Is `op` what the interlock stops, or is there none?
 */
static bool meets_swap(const struct sfp_engine *e, const struct sfp_op *op)
{
    bool behind_swap = e->last.regular && e->last.op->insn->id == SFP_I_SFPSWAP;

    if (behind_swap && op->insn->id != SFP_I_SFPNOP)
        return true;
    return op->insn->id == SFP_I_SFPSWAP && !sfp_interlocks_work(e);
}

/* Registers that the multiply-add in flight writes, or that an interlock takes for them. */
static bool meets_flight(const struct sfp_engine *e, const struct sfp_op *op)
{
    const struct sfp_op *mad = &e->mad.part.op;

    return e->mad.part.live
           && ((op->reads | op->writes) & mad->writes & SFP_USES_LREGS
               || (e->m->s.arch == SFP_BH && sfp_detected_writes(mad)) || e->mad.part.scheduled);
}

static void exec(struct sfp_engine *e, const struct sfp_op *op, struct sfp_pending *pending)
{
    e->m->pending = pending;
    op->exec(e->m, op);
    e->m->pending = NULL;
}

static void start_mad(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_flight *f = &e->mad;

    f->slot = (enum sfp_slot)(SFP_SLOT_MAD + e->turn);
    f->part.op = *op;
    f->part.id = e->head_id;
    f->part.live = true;
    f->part.scheduled = f->part.captured = f->part.some_lanes = false;
    e->last.op = &f->part.op;
    exec(e, op, &e->slots[f->slot]);
}

bool sfp_run_plain(struct sfp_engine *e)
{
    const struct sfp_op *op = e->head;
    bool landing = e->mad.part.live, two_cycles;
    enum sfp_slot slot = e->mad.slot;

    if (!e->has_head || !quiet(e) || !ordinary(e, op) || meets_flight(e, op) || meets_swap(e, op))
        return false;
    two_cycles = sfp_takes_two_cycles(op);
    if (e->looks && (op->insn->unit == SFP_UNIT_STORE || op->reads & SFP_USES_DST))
        sfp_hazards_dst(e, op);
    if (two_cycles && op->insn->unit == SFP_UNIT_MAD) {
        start_mad(e, op);
    } else {
        e->mad.part.live = false;
        exec(e, op, NULL);
        if (two_cycles) {
            e->swap.part.op = *op; /* over already; kept for the interlock */
            e->last.op = &e->swap.part.op;
        }
    }
    if (landing)
        e->m->semantics->commit(e->m, &e->slots[slot]);
    e->turn ^= 1;
    e->result->busy[op->insn->unit] += op->insn->id != SFP_I_SFPNOP;
    e->result->run.executed++;
    e->result->run.vector++;
    e->last.regular = two_cycles;
    e->last.has_control = e->last.scheduled_shft2 = false;
    e->has_head = false;
    e->after_effect = ++e->cycle + (two_cycles && op->insn->unit != SFP_UNIT_MAD);
    return true;
}
