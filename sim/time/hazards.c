/*
 * Reports about a cycle: rules broken, old values read, work lost (sfpu-timing(7)). This file calls each rule in its
 * situations; hazards_*.c hold the rules, by family.
 */
#include "hazards.h"

/* Returns the cycle's situations: `start`, and those of the instructions that execute. */
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

/*
 * ---- Reads of registers that were never written ----
 *
 * Reports reads of registers that nothing has written (-Wuninit). Lanes count one by one. Registers that a state file
 * set count as written. SFPTRANSP and the copies of SFPSHFT2 move registers without using them, and SFPLOADI fills a
 * register half by half: these instructions do not report, and their results count as written.
 */

static bool only_moves(const struct sfp_op *op)
{
    return sfp_is(op, SFP_I_SFPLOADI)
        || (sfp_is(op, SFP_I_SFPSHFT2) && op->mod <= SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4);
}

/* Returns the registers of `uses` to look at. L7 may name any register: then the set is empty, and so for SFPTRANSP,
 * which moves all registers. */
static uint32_t named_lregs(uint32_t uses)
{
    return (uses & SFP_LREG_MASK) == SFP_LREG_MASK ? 0 : uses & SFP_UNINIT_LREGS;
}

/* ---- With other data ---- */

/* Begins an epoch of the ways: a register written in some ways of the old epoch, but not all, goes into `partly`. */
static void begin_epoch(struct sfp_engine *e)
{
    struct sfp_written_ways *w = &e->written_ways;

    for (unsigned reg = 0; reg < SFP_LREGS; reg++) {
        if (w->ways[reg] && w->ways[reg] != UINT32_MAX)
            w->partly |= 1u << reg;
        w->ways[reg] = w->ways[reg] == UINT32_MAX ? UINT32_MAX : 0;
    }
    w->epoch = e->ways.epoch;
}

static void write_in_ways(struct sfp_engine *e, unsigned reg)
{
    struct sfp_written_ways *w = &e->written_ways;

    w->ways[reg] |= sfp_ways_enabled(e);
    if (w->ways[reg] == UINT32_MAX)
        w->partly &= ~(1u << reg);
}

/* Returns whether, with other data, `reg` may be unwritten where it is read. While flags depend on data, a write in
 * some ways of an earlier epoch counts as a write, since the same tests may decide about write and read. */
static bool may_be_unwritten(const struct sfp_engine *e, unsigned reg)
{
    const struct sfp_written_ways *w = &e->written_ways;
    const uint32_t reading = sfp_ways_enabled(e);

    if (e->ways.decided)
        return reading && !(w->ways[reg] & reading) && !(w->partly >> reg & 1);
    return reading && w->ways[reg] != UINT32_MAX;
}

void sfp_uninit_begin(struct sfp_engine *e)
{
    for (unsigned reg = 0; reg < SFP_LREGS; reg++)
        e->written_ways.ways[reg] = e->written[reg] ? UINT32_MAX : 0;
}

/* ---- In this run ---- */

static void check_unwritten_reads(struct sfp_engine *e, const struct sfp_part *part, uint32_t enabled)
{
    uint32_t regs = only_moves(&part->op) ? 0 : named_lregs(part->op.reads);

    for (unsigned reg = 0; regs; reg++, regs >>= 1) {
        uint32_t lanes = enabled & ~e->written[reg];

        if (!(regs & 1) || !(lanes || may_be_unwritten(e, reg)))
            continue;
        sfp_hazard(e, SFP_FIND_UNINIT, part, &(struct sfp_finding_detail){
            .other = SFP_NO_INDEX, .lreg = (int)reg, .lanes = lanes, .possible = !lanes});
        return;
    }
}

static void note_writes(struct sfp_engine *e, const struct sfp_part *part, uint32_t enabled)
{
    for (uint32_t left = part->op.writes & SFP_UNINIT_LREGS; left; left &= left - 1) {
        const unsigned reg = (unsigned)__builtin_ctz(left);

        e->written[reg] |= enabled;
        write_in_ways(e, reg);
    }
}

void sfp_check_uninit(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const uint32_t enabled = e->m->s.derived.enabled;

    if (e->written_ways.epoch != e->ways.epoch)
        begin_epoch(e);
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (set->part[u].live && !set->part[u].is_template)
            check_unwritten_reads(e, &set->part[u], enabled);
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (set->part[u].live && !set->part[u].is_template)
            note_writes(e, &set->part[u], enabled);
}
