/*
 * Reads of registers that nothing has written (-Wuninit). Lanes count one by
 * one; registers that a state file gave count as written. SFPTRANSP and the
 * copies of SFPSHFT2 move registers without using them, and SFPLOADI fills a
 * register half by half: they do not report, and what they write counts as
 * written.
 */
#include "hazards.h"

static bool only_moves(const struct sfp_op *op)
{
    return sfp_is(op, SFP_I_SFPLOADI)
        || (sfp_is(op, SFP_I_SFPSHFT2) && op->mod <= SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4);
}

/* Where a lane's L7 names a register, any may be meant, and none is looked into. So for SFPTRANSP, which moves all. */
static uint32_t named_lregs(uint32_t uses)
{
    return (uses & SFP_LREG_MASK) == SFP_LREG_MASK ? 0 : uses & SFP_UNINIT_LREGS;
}

static void check_reads(struct sfp_engine *e, const struct sfp_part *part, uint32_t enabled)
{
    uint32_t regs = only_moves(&part->op) ? 0 : named_lregs(part->op.reads);

    for (unsigned reg = 0; regs; reg++, regs >>= 1) {
        uint32_t lanes = enabled & ~e->written[reg];

        if (!(regs & 1) || !lanes)
            continue;
        sfp_hazard(e, SFP_FIND_UNINIT, part,
                   &(struct sfp_finding_detail){.other = SFP_NO_INDEX, .lreg = (int)reg, .lanes = lanes});
        return;
    }
}

void sfp_check_uninit(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const uint32_t enabled = e->m->s.derived.enabled;

    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (set->part[u].live && !set->part[u].captured)
            check_reads(e, &set->part[u], enabled);
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++) {
        uint32_t regs = set->part[u].live && !set->part[u].captured ? set->part[u].op.writes & SFP_UNINIT_LREGS : 0;

        for (unsigned reg = 0; regs; reg++, regs >>= 1)
            if (regs & 1)
                e->written[reg] |= enabled;
    }
}
