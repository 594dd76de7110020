/*
 * What is reported about a cycle: rules broken, old values read, work lost (sfpu-timing(7)). Here is
 * how; hazards_*.c have the rules, by family.
 */
#include "hazards.h"

#include "recorder.h"

void sfp_hazard(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                const struct sfp_finding_detail *detail)
{
    struct sfp_finding_detail here = detail ? *detail : (struct sfp_finding_detail){.other = SFP_NO_INDEX, .lreg = -1};
    const struct sfp_reporter *r = &e->reporter;

    if (!e->looks)
        return;
    here.cycle = e->cycle;
    if (r->report)
        r->report(r->context, finding, &part->op, &here);
    sfp_recorder_finding(e, finding, &part->op);
    if (sfp_observed(e))
        sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_HAZARD, .unit = (enum sfp_unit)part->op.insn->unit,
                                       .finding = finding, .detail = &here}, part);
}

void sfp_hazard_of_state(void *engine, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *detail)
{
    const struct sfp_engine *e = engine;
    const struct sfp_finding_detail here = {.cycle = e->cycle, .other = SFP_NO_INDEX, .lreg = -1};
    struct sfp_event event = {.kind = SFP_EVENT_HAZARD, .op = op, .id = SFP_NO_ID, .finding = finding, .detail = &here};

    (void)detail;
    if (e->reporter.report)
        e->reporter.report(e->reporter.context, finding, op, e->replays || !e->looks ? NULL : &here);
    if (!sfp_observed(e) || e->replays || !op->insn) /* the MOP expander reports words that it has not decoded */
        return;
    event.unit = (enum sfp_unit)op->insn->unit;
    sfp_emit(e, event, NULL);
}

void sfp_hazard_about(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                  const struct sfp_part *other)
{
    sfp_hazard(e, finding, part,
               &(struct sfp_finding_detail){
                   .other = other->scheduled ? other->macro_index : other->op.index, .by = &other->op, .lreg = -1});
}

uint32_t sfp_reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg)
{
    enum { LREG_FIELD = 15 };
    const struct sfp_op *op = &part->op;
    uint32_t lanes = e->m->s.derived.enabled_bits, named = 0;
    bool through_l7 =
        op->insn->unit == SFP_UNIT_MAD && op->mod & SFP_MAD_INDIRECT_VA && sfp_operand_of(op->insn, SFP_F_VA);
    bool directly = op->vb == reg || op->vc == reg || reg == 7;

    if (!through_l7 || directly)
        return lanes;
    for (unsigned l = 0; l < SFP_LANES; l++)
        named |= (uint32_t)((e->m->s.lreg[7][l] & LREG_FIELD) == reg) << l;
    return lanes & named;
}

void sfp_reported_part(const struct sfp_op *op, struct sfp_part *part)
{
    part->op = *op;
    part->live = true;
    part->scheduled = part->captured = part->some_lanes = false;
    part->id = SFP_NO_ID;
    part->macro_id = part->macro_index = 0;
    part->loaded = 0;
}

/* The set of situations that the cycle is in, with all that executes in it. */
static uint32_t situations_of_all(const struct sfp_engine *e, const struct sfp_cycle *set, uint32_t start)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (set->part[u].live)
            start |= sfp_situations_of(e, &set->part[u].op);
    return start;
}

void sfp_hazards_check(struct sfp_engine *e, const struct sfp_cycle *set, uint32_t start)
{
    static const struct {
        void (*check)(struct sfp_engine *e, const struct sfp_cycle *set);
        uint32_t situations;
    } rules[] = {
#define RULE(check, situations) {check, situations},
#include "rules.def"
#undef RULE
    };
    const uint32_t now = situations_of_all(e, set, start);

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].situations & now)
            rules[i].check(e, set);
}
