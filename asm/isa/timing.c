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

uint32_t sfp_copied_lregs(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    enum { L1_TO_L3 = 0x0E };
    const bool copies = insn->id == SFP_I_SFPSHFT2 && mode == SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4;

    return copies && sfp_quirk(arch, SFP_QUIRK_SHFT2_PORT_CLASH) ? L1_TO_L3 : 0;
}

/* LRegs that the scoreboard watches. */
enum { SCORED = 0xFF, SCORED_BUT_L7 = 0x7F };

/* SFPLUTFP32 carries a copy of its mode for the scoreboard; bit 3 of it says that any LReg may be meant. */
static bool mirror_says_any(const struct sfp_insn *insn, uint32_t word)
{
    enum { ANY = 8 };

    return sfp_field(insn, word, SFP_F_MIRROR) & ANY;
}

struct sfp_uses sfp_reads_seen(const struct sfp_insn *insn, uint32_t word, unsigned mode, unsigned vd)
{
    if (insn->id == SFP_I_SFPLUTFP32)
        return (struct sfp_uses){.mask = mirror_says_any(insn, word) ? SCORED : SCORED_BUT_L7};
    return sfp_uses_of(sfp_resources_seen(insn, mode, vd));
}

uint32_t sfp_writes_seen(const struct sfp_insn *insn, uint32_t word, uint32_t writes)
{
    if (insn->id != SFP_I_SFPLUTFP32)
        return writes & SCORED;
    return mirror_says_any(insn, word) ? SCORED : 1u << sfp_field(insn, word, SFP_F_VD) & SCORED;
}
