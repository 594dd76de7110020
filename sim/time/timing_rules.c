/* The timing rules as data (quirks.def): which instructions hold others up, for how long, and what a scoreboard
 * sees. */
#include "engine.h"

const struct sfp_stall_info *sfp_stall_info(enum sfp_stall stall)
{
    static const struct sfp_stall_info infos[SFP_STALLS] = {
        [SFP_STALL_NONE] = {"none", "", "", ""},
#define STALL(id, name_, provenance_, text_, remedy_) \
    [SFP_STALL_##id] = {.name = name_, .text = text_, .remedy = remedy_, .provenance = #provenance_},
#include "quirks.def"
#undef STALL
    };

    return &infos[stall];
}

enum sfp_stall sfp_holding(enum sfp_arch arch, const struct sfp_op *op)
{
    static const struct {
        enum sfp_id id;
        enum sfp_quirk quirk;
        enum sfp_stall stall;
    } interlocks[] = {
#define INTERLOCK(id, quirk, stall) {SFP_I_##id, SFP_QUIRK_##quirk, SFP_STALL_##stall},
#include "quirks.def"
#undef INTERLOCK
    };

    for (size_t i = 0; i < sizeof interlocks / sizeof interlocks[0]; i++)
        if (sfp_is(op, interlocks[i].id) && sfp_quirk(arch, interlocks[i].quirk))
            return interlocks[i].stall;
    return SFP_STALL_NONE;
}

unsigned sfp_busy_cycles(enum sfp_arch arch, const struct sfp_op *op)
{
    if (sfp_is(op, SFP_I_SFPNOP))
        return 0;
    return sfp_holding(arch, op) == SFP_STALL_NONE ? 1 : op->latency;
}

uint32_t sfp_detected_reads(const struct sfp_op *op)
{
    const struct sfp_uses seen = sfp_reads_seen(op->insn, op->word, op->mod, op->vd);

    return (seen.mask | (uint32_t)sfp_named_lregs(seen.names, op)) & SFP_LREG_MASK;
}

uint32_t sfp_detected_writes(const struct sfp_op *op)
{
    return sfp_writes_seen(op->insn, op->word, op->writes);
}
