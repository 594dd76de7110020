/*
 * Doubts. Two instructions of one SFPLOADMACRO start in the same cycle, and one reads the register that the other
 * writes. An earlier value is there, from the same macro or from an instruction issued after the macro. Either both
 * instructions are meant to use that value, or the reader comes a cycle early. The use of the writer's result decides:
 * if nothing reads the result before something overwrites it, the reader was meant to read it, and is reported.
 */
#include "hazards.h"

void sfp_doubt(struct sfp_engine *e, const struct sfp_part *reader, const struct sfp_part *writer, unsigned reg,
               uint32_t lanes)
{
    e->doubted |= 1u << reg;
    e->doubt[reg] = (struct sfp_doubt){
        .reader = *reader, .writer = *writer, .lanes = lanes, .cycle = e->cycle,
        .lands = e->cycle + writer->op.latency - 1};
}

static bool reads_doubted(const struct sfp_cycle *set, unsigned reg)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (sfp_part_works(&set->part[u]) && set->part[u].op.reads >> reg & 1)
            return true;
    return false;
}

/* Returns whether a result that lands at the end of this cycle goes to the register. */
static bool overwrites_doubted(const struct sfp_engine *e, const struct sfp_cycle *set, unsigned reg)
{
    for (uint32_t left = sfp_landing_now(e); left; left &= left - 1)
        if (e->flight[__builtin_ctz(left)].part.op.writes >> reg & 1)
            return true;
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (sfp_part_works(&set->part[u]) && set->part[u].op.latency <= 1 && set->part[u].op.writes >> reg & 1)
            return true;
    return false;
}

static void report_doubt(struct sfp_engine *e, unsigned reg)
{
    const struct sfp_doubt *doubt = &e->doubt[reg];

    e->doubted &= ~(1u << reg);
    sfp_hazard(e, SFP_FIND_MACRO_SAME_CYCLE, &doubt->reader, &(struct sfp_finding_detail){
        .cycle = doubt->cycle, .other = doubt->writer.op.index, .by = &doubt->writer.op, .lands = doubt->lands,
        .lreg = (int)reg, .lanes = doubt->lanes, .graver = true});
}

void sfp_settle_doubts(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (uint32_t left = e->doubted; left; left &= left - 1) {
        const unsigned reg = (unsigned)__builtin_ctz(left);
        const struct sfp_doubt *doubt = &e->doubt[reg];

        if (e->cycle <= doubt->lands)
            continue;
        if (reads_doubted(set, reg))
            e->doubted &= ~(1u << reg);
        else if (overwrites_doubted(e, set, reg) && !(doubt->lanes & ~e->m->s.derived.enabled))
            report_doubt(e, reg);
    }
}

void sfp_end_doubts(struct sfp_engine *e)
{
    for (uint32_t left = e->doubted; left; left &= left - 1)
        report_doubt(e, (unsigned)__builtin_ctz(left));
}
