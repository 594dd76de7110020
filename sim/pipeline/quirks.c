/* The timing rules as data. */
#include "engine.h"

bool sfp_quirk(enum sfp_arch arch, enum sfp_quirk quirk)
{
    static const bool in_force[SFP_QUIRKS][SFP_ARCHES] = {
#define QUIRK(id, archs, provenance, text, source) [SFP_QUIRK_##id] = archs,
#include "quirks.def"
#undef QUIRK
    };

    return in_force[quirk][sfp_nth(arch)];
}

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
        if (sfp_is(op, interlocks[i].id) && op->latency > 1 && sfp_quirk(arch, interlocks[i].quirk))
            return interlocks[i].stall;
    return SFP_STALL_NONE;
}

unsigned sfp_busy_cycles(enum sfp_arch arch, const struct sfp_op *op)
{
    if (sfp_is(op, SFP_I_SFPNOP))
        return 0;
    return sfp_holding(arch, op) == SFP_STALL_NONE ? 1 : op->latency;
}

/* The reads that Blackhole's scoreboard sees instead of the real ones, or NULL. */
static const struct sfp_use *detected_uses(enum sfp_id id)
{
    static const struct {
        bool listed;
        struct sfp_use uses[SFP_MAX_USES];
    } detected[SFP_IDS] = {
#define DETECTS(id, ...) [SFP_I_##id] = {true, {__VA_ARGS__}},
#include "quirks.def"
#undef DETECTS
    };

    return detected[id].listed ? detected[id].uses : NULL;
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
    const struct sfp_use *uses;

    if (sfp_is(op, SFP_I_SFPLUTFP32))
        return mirror_says_any(op) ? SFP_LREG_MASK : ALL_BUT_L7;
    uses = detected_uses((enum sfp_id)op->insn->id);
    return (uses ? sfp_uses(sfp_resources(uses, op->mod, op->vd), op) : op->reads) & SFP_LREG_MASK;
}

uint32_t sfp_detected_writes(const struct sfp_op *op)
{
    if (sfp_is(op, SFP_I_SFPLUTFP32))
        return mirror_says_any(op) ? SFP_LREG_MASK : 1u << op->vd & SFP_LREG_MASK;
    return op->writes & SFP_LREG_MASK;
}

bool sfp_port_clash(const struct sfp_op *op)
{
    static const struct {
        uint8_t id, mask, value;
    } clashes[] = {
#define PORT_CLASH(id, mask, value) {SFP_I_##id, mask, value},
#include "quirks.def"
#undef PORT_CLASH
    };

    for (size_t i = 0; i < sizeof clashes / sizeof clashes[0]; i++)
        if (clashes[i].id == op->insn->id && (op->mod & clashes[i].mask) == clashes[i].value)
            return true;
    return false;
}
