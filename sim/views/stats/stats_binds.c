/* What binds a block: the floors that it reaches, or what keeps it from the nearest. */
#include "stats_parts.h"

const enum sfp_unit stats_units[STATS_UNITS] = {SFP_UNIT_LOAD, SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND,
                                                SFP_UNIT_STORE};

uint64_t sfp_stats_dependence(const struct sfp_stats_block *block)
{
    return block->typical.chain > block->carried ? block->typical.chain : block->carried;
}

/* What the cycles above the issue floor went to, most first. */
static size_t losses(const struct sfp_stats_block *block, struct sfp_stats_bind *binds)
{
    size_t count = 0;

    for (unsigned i = 0; i < SFP_STALLS; i++) {
        uint64_t lost = block->typical.lost[i];
        size_t at = count;

        if (lost == 0)
            continue;
        for (; at > 0 && binds[at - 1].cycles < lost; at--)
            binds[at] = binds[at - 1];
        binds[at] = (struct sfp_stats_bind){.by = SFP_BINDS_STALL, .stall = (enum sfp_stall)i, .cycles = lost};
        count++;
    }
    return count;
}

size_t sfp_stats_binds(const struct sfp_stats_block *block, struct sfp_stats_bind binds[SFP_STATS_BINDS])
{
    const struct sfp_stats_instance *t = &block->typical;
    uint64_t dependence = sfp_stats_dependence(block);
    size_t count = 0;

    if (t->issued >= block->median)
        binds[count++] = (struct sfp_stats_bind){.by = SFP_BINDS_ISSUE, .cycles = t->issued};
    for (unsigned i = 0; i < STATS_UNITS; i++) {
        enum sfp_unit u = stats_units[i];

        if (t->units[u] >= block->median)
            binds[count++] = (struct sfp_stats_bind){.by = SFP_BINDS_UNIT, .unit = u, .cycles = t->units[u]};
    }
    if (dependence > 1 && dependence >= block->median) /* 1: nothing depends on anything */
        binds[count++] = (struct sfp_stats_bind){.by = SFP_BINDS_DEPENDENCE, .cycles = dependence};
    return count ? count : losses(block, binds);
}
