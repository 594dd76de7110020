/* The timing rules as data. */
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

/* SFPLUTFP32 carries a copy of its mode for the scoreboard; bit 3 of it says that any LReg may be meant. */
static bool mirror_says_any(const struct sfp_op *op)
{
    enum { ANY = 8 };

    return sfp_field(op->insn, op->word, SFP_F_MIRROR) & ANY;
}

uint32_t sfp_detected_reads(const struct sfp_op *op)
{
    enum { ALL_BUT_L7 = 0x7F };

    if (sfp_is(op, SFP_I_SFPLUTFP32))
        return mirror_says_any(op) ? SFP_LREG_MASK : ALL_BUT_L7;
    return sfp_uses(sfp_resources_seen(op->insn, op->mod, op->vd), op) & SFP_LREG_MASK;
}

uint32_t sfp_detected_writes(const struct sfp_op *op)
{
    if (sfp_is(op, SFP_I_SFPLUTFP32))
        return mirror_says_any(op) ? SFP_LREG_MASK : 1u << op->vd & SFP_LREG_MASK;
    return op->writes & SFP_LREG_MASK;
}
