/*
 * What is reported about a cycle: rules broken, old values read, work lost (sfpu-timing(7)). Here is
 * when each rule is asked; hazards_*.c have them, by family.
 */
#include "hazards.h"

uint32_t sfp_reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg)
{
    enum { LREG_FIELD = 15 };
    const struct sfp_op *op = &part->op;
    uint32_t lanes = e->m->s.derived.enabled, named = 0;
    bool through_l7 =
        op->insn->unit == SFP_UNIT_MAD && op->mod & SFP_MODE_SFPMAD_INDIRECT_VA && sfp_operand_of(op->insn, SFP_F_VA);
    bool directly = op->vb == reg || op->vc == reg || reg == 7;

    if (!through_l7 || directly)
        return lanes;
    for (unsigned l = 0; l < SFP_LANES; l++)
        named |= (uint32_t)((e->m->s.lreg[7][l] & LREG_FIELD) == reg) << l;
    return lanes & named;
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
