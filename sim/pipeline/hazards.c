/*
 * What is reported about a cycle: rules broken, old values read, work lost (sfpu-timing(7)). Here is
 * when each rule is asked; hazards_*.c have them, by family.
 */
#include "hazards.h"

/* Does `op` read LReg `reg` only where L7 names it? */
static bool reads_through_l7(const struct sfp_op *op, unsigned reg)
{
    const bool through_l7 =
        op->insn->unit == SFP_UNIT_MAD && op->mod & SFP_MODE_SFPMAD_INDIRECT_VA && sfp_operand_of(op->insn, SFP_F_VA);

    return through_l7 && op->vb != reg && op->vc != reg && reg != SFP_NAMING_LREG;
}

uint32_t sfp_reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg)
{
    const uint32_t lanes = e->m->s.derived.enabled;

    return reads_through_l7(&part->op, reg) ? lanes & sfp_naming_lanes(e, reg) : lanes;
}

/* Does an SFPSWAP exchange in lanes that data choose? */
static bool sorts_data(const struct sfp_engine *e, const struct sfp_op *op)
{
    return sfp_is(op, SFP_I_SFPSWAP) && op->mod != SFP_MODE_SFPSWAP_SWAP && op->writes & e->ways.data;
}

bool sfp_may_meet(const struct sfp_engine *e, const struct sfp_part *part, const struct sfp_op *writer, uint32_t ways,
                  unsigned reg)
{
    const bool through_l7 = reads_through_l7(&part->op, reg) || sfp_writes_through_l7(writer);
    const bool by_data = (through_l7 && e->ways.data >> SFP_NAMING_LREG & 1) || sorts_data(e, writer);
    const uint32_t both = ways & sfp_ways_enabled(e);

    if (through_l7 && !by_data && !sfp_naming_lanes(e, reg))
        return false;
    return both && (by_data || both != UINT32_MAX);
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
    sfp_ways_follow_cycle(e, set);
}
