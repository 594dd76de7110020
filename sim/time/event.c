/* Reports a run: events to observers, findings to observers and to the caller's reporter. */
#include "hazards.h"

#include "tape.h"

uint32_t sfp_event_writes(const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;

    if (event->kind != SFP_EVENT_COMPLETE || event->is_template)
        return 0;
    if (op->insn->id == SFP_I_SFPCONFIG)
        return sfp_is_programmable(op->vd) ? UINT32_C(1) << op->vd : 0;
    return op->writes;
}

/* Fills in the SFPLOADMACRO that scheduled `item`. */
static void tell_macro(struct sfp_event *event, const struct sfp_part *item)
{
    event->macro_id = item->macro_id;
    event->macro_index = item->op.index;
    event->macro_cycle = item->macro_cycle;
    event->macro = item->macro;
    event->loaded = item->loaded;
    event->delay = item->delay;
    event->counts_insns = item->counts_insns;
    event->selector = item->selector;
}

/* Fills in the SFPLOADMACRO for a finding of the semantics. The instruction reported is either an executing item, or
 * made by the SFPLOADMACRO that executes. */
static void tell_macro_of_state(const struct sfp_engine *e, struct sfp_event *event)
{
    const struct sfp_part *now = e->now;

    event->scheduled = true;
    event->macro_index = event->op->index;
    if (!now)
        return;
    if (now->scheduled) {
        tell_macro(event, now);
        return;
    }
    event->macro_id = now->id;
    event->macro_cycle = e->cycle;
    event->macro = now->op.macro;
    event->loaded = now->op.vd;
}

void sfp_emit(const struct sfp_engine *e, struct sfp_event event, const struct sfp_part *part)
{
    const bool executes = event.kind == SFP_EVENT_EXEC || event.kind == SFP_EVENT_COMPLETE;

    event.cycle = e->cycle;
    event.machine = e->m;
    event.thread = part ? part->thread : e->own->thread;
    if (part) {
        event.op = &part->op;
        event.id = part->id;
        event.scheduled = part->scheduled;
        event.is_template = part->is_template;
        event.transfer = executes ? part->transfer : (struct sfp_transfer){0};
        event.lanes = executes ? part->enabled : 0;
    }
    if (part && part->scheduled)
        tell_macro(&event, part);
    for (struct sfp_observer *observer = e->observers; observer; observer = observer->next)
        observer->event(observer->context, &event);
}

void sfp_set_observers(struct sfp_engine *e, struct sfp_observer *observers)
{
    e->observers = observers;
    e->heard = 0;
    for (; observers; observers = observers->next)
        e->heard |= ~observers->unheard;
}

void sfp_engine_end_first_pass(struct sfp_engine *e)
{
    for (const struct sfp_observer *observer = e->observers; observer; observer = observer->next)
        if (!observer->first_pass)
            return;
    sfp_set_observers(e, NULL);
}

void sfp_hazard(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                const struct sfp_finding_detail *detail)
{
    struct sfp_finding_detail here = detail ? *detail : (struct sfp_finding_detail){.other = SFP_NO_INDEX, .lreg = -1};
    const struct sfp_reporter *reporter = &e->reporter;

    if (!e->looks)
        return;
    if (!here.cycle)
        here.cycle = e->cycle;
    if (reporter->report)
        reporter->report(reporter->context, finding, &part->op, &here);
    sfp_tape_finding(e, finding, &part->op, here.possible);
    if (sfp_hears(e, SFP_EVENT_HAZARD))
        sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_HAZARD, .unit = (enum sfp_unit)part->op.insn->unit,
                                       .finding = finding, .detail = &here}, part);
}

void sfp_hazard_of_state(void *engine, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *detail)
{
    const struct sfp_engine *e = engine;
    const struct sfp_finding_detail here = {.cycle = e->cycle, .other = detail ? detail->other : SFP_NO_INDEX,
                                            .relation = detail ? detail->relation : NULL, .lreg = -1,
                                            .text = detail ? detail->text : NULL};
    struct sfp_event event = {.kind = SFP_EVENT_HAZARD, .op = op, .id = SFP_NO_ID, .finding = finding, .detail = &here};

    if (e->reporter.report)
        e->reporter.report(e->reporter.context, finding, op, e->reuses || !e->looks ? detail : &here);
    if (!sfp_hears(e, SFP_EVENT_HAZARD) || e->reuses || !op->insn) /* the MOP expander reports words that it has not decoded */
        return;
    event.unit = (enum sfp_unit)op->insn->unit;
    if (op->scheduled)
        tell_macro_of_state(e, &event);
    sfp_emit(e, event, NULL);
}

void sfp_hazard_about(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                  const struct sfp_part *other)
{
    sfp_hazard(e, finding, part,
               &(struct sfp_finding_detail){.other = other->op.index, .by = &other->op, .lreg = -1});
}

void sfp_reported_part(const struct sfp_engine *e, const struct sfp_op *op, struct sfp_part *part)
{
    part->op = *op;
    part->thread = e->own->thread;
    part->live = true;
    part->scheduled = part->is_template = part->some_lanes = false;
    part->id = SFP_NO_ID;
    part->transfer = (struct sfp_transfer){0};
    part->enabled = 0;
}
