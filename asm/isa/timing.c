/* The timing rules as data. */
#include "timing.h"

#include "modes.h"

bool sfp_quirk(enum sfp_arch arch, enum sfp_quirk quirk)
{
    static const bool in_force[SFP_QUIRKS][SFP_ARCHES] = {
#define QUIRK(id, archs, provenance, text, source) [SFP_QUIRK_##id] = archs,
#include "quirks.def"
#undef QUIRK
    };

    return in_force[quirk][sfp_nth(arch)];
}

bool sfp_port_clash(const struct sfp_insn *insn, unsigned mode)
{
    static const struct {
        uint8_t id, mask, value;
    } clashes[] = {
#define PORT_CLASH(id, mask, value) {SFP_I_##id, mask, value},
#include "quirks.def"
#undef PORT_CLASH
    };

    for (size_t i = 0; i < sizeof clashes / sizeof clashes[0]; i++)
        if (clashes[i].id == insn->id && (mode & clashes[i].mask) == clashes[i].value)
            return true;
    return false;
}

bool sfp_interlocks(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    static const struct {
        enum sfp_id id;
        enum sfp_quirk quirk;
    } interlocks[] = {
#define INTERLOCK(id, quirk, stall) {SFP_I_##id, SFP_QUIRK_##quirk},
#include "quirks.def"
#undef INTERLOCK
    };

    for (size_t i = 0; i < sizeof interlocks / sizeof interlocks[0]; i++)
        if (interlocks[i].id == insn->id && sfp_latency(insn, arch, mode) > 1 && sfp_quirk(arch, interlocks[i].quirk))
            return true;
    return false;
}

uint32_t sfp_resources_seen(const struct sfp_insn *insn, unsigned mode, unsigned vd)
{
    static const struct {
        bool listed;
        struct sfp_use uses[SFP_MAX_USES];
    } detected[SFP_IDS] = {
#define DETECTS(id, ...) [SFP_I_##id] = {true, {__VA_ARGS__}},
#include "quirks.def"
#undef DETECTS
    };

    return detected[insn->id].listed ? sfp_resources(detected[insn->id].uses, mode, vd)
                                     : sfp_resources_read(insn, mode, vd);
}
