/* Facts about an instruction's time: when its result can be read, which instructions wait for the result, and when
 * the instruction itself waits. Also its treatment by macros. */
#include "facts.h"

#include "isa/matrix_time.h"
#include "isa/modes.h"
#include "isa/timing.h"

/* Returns only the registers among the resources, as operands and numbers. */
static struct sfp_uses registers_of(uint32_t resources)
{
    struct sfp_uses uses = sfp_uses_of(resources);

    uses.mask &= SFP_USES_LREGS;
    if (uses.names & SFP_NAMES_B) /* issued, that is VD */
        uses.names = (uint8_t)((uses.names & ~SFP_NAMES_B) | SFP_NAMES_VD);
    return uses;
}

static json_t *names_of(struct sfp_uses uses)
{
    static const char *const names[] = {"VA", "VB", "VC", "VD"};
    json_t *list = json_array();

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (uses.names >> i & 1)
            json_array_append_new(list, json_string(names[i]));
    for (unsigned reg = 0; reg < SFP_LREGS; reg++)
        if (uses.mask >> reg & 1)
            json_array_append_new(list, json_sprintf("L%u", reg));
    return list;
}

/* Returns the documented modes in which the scoreboard sees other reads than the real ones. */
static json_t *scoreboard_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    json_t *list = json_array();

    for (unsigned mode = 0; mode < SFP_MODES && sfp_quirk(arch, SFP_QUIRK_MAD_INTERLOCK); mode++) {
        const struct sfp_uses real = registers_of(sfp_resources_read(insn, mode, 0));
        const struct sfp_uses seen = registers_of(sfp_resources_seen(insn, mode, 0));
        const struct sfp_uses missed = {real.mask & ~seen.mask, (uint8_t)(real.names & ~seen.names)};
        const struct sfp_uses needless = {seen.mask & ~real.mask, (uint8_t)(seen.names & ~real.names)};

        if (documented_modes(insn) >> mode & 1 && (missed.mask | missed.names | needless.mask | needless.names))
            json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "mode", mode, "missed", names_of(missed),
                                                  "needless", names_of(needless)));
    }
    return list;
}

/* Returns the documented modes for which holds() is true. */
static json_t *modes_where(const struct sfp_insn *insn, enum sfp_arch arch,
                           bool (*holds)(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode))
{
    unsigned modes = 0;

    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        modes |= (unsigned)(documented_modes(insn) >> mode & 1 && holds(insn, arch, mode)) << mode;
    return mode_list(modes);
}

static bool clashes(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    return sfp_quirk(arch, SFP_QUIRK_SHFT2_PORT_CLASH) && sfp_port_clash(insn, mode);
}

static bool is_late(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    return sfp_latency(insn, arch, mode) > 1;
}

static json_t *blocks_of(const struct sfp_insn *insn)
{
    json_t *list = json_array();

    for (unsigned bit = 0; bit < sizeof insn->block * 8; bit++)
        if (insn->block >> bit & 1)
            json_array_append_new(list, json_integer(bit));
    return list;
}

json_t *time_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const bool vector = insn->unit != SFP_UNIT_NONE;

    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:i}", "late_modes",
                     vector ? modes_where(insn, arch, is_late) : json_array(), "holds_others_modes",
                     vector ? modes_where(insn, arch, sfp_interlocks) : json_array(), "port_clash_modes",
                     vector ? modes_where(insn, arch, clashes) : json_array(), "scoreboard",
                     vector ? scoreboard_of(insn, arch) : json_array(), "readers_wait",
                     insn->unit == SFP_UNIT_MAD && sfp_quirk(arch, SFP_QUIRK_MAD_INTERLOCK), "stallwait_bits",
                     blocks_of(insn), "matrix_cycles",
                     sfp_matrix_cycles(insn, arch));
}

/* ---- Scheduled by a macro ---- */

static json_t *sub_units_of(const struct sfp_insn *insn)
{
    json_t *list = json_array();

    for (enum sfp_unit unit = SFP_UNIT_SIMPLE; unit <= SFP_UNIT_STORE; unit++)
        if (sfp_macro_reaches(insn, unit))
            json_array_append_new(list, json_string(sfp_unit_name(unit)));
    return list;
}

/* Does a template in this mode take VB from a field of its own? */
static bool has_own_vb(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    (void)arch;
    return sfp_template_sources(insn, mode).vb == SFP_F_VB;
}

/* Adds the template fields from which VB and VC are taken, unless the loaded register replaces them. */
static void add_sources(json_t *scheduled, const struct sfp_insn *insn, enum sfp_arch arch)
{
    const struct sfp_template_sources sources = sfp_template_sources(insn, 0);

    json_object_set_new(scheduled, "vc_field", json_string(sfp_field_name(sources.vc)));
    json_object_set_new(scheduled, "own_vb_modes", modes_where(insn, arch, has_own_vb));
    json_object_set_new(scheduled, "reads_register",
                        json_boolean(sfp_uses_of(resources_used(insn, sfp_resources_read)).names != 0));
    json_object_set_new(scheduled, "writes_register",
                        json_boolean(resources_used(insn, sfp_resources_written) >> SFP_R_VD & 1));
}

json_t *scheduled_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    json_t *units = insn->unit == SFP_UNIT_NONE ? json_array() : sub_units_of(insn);
    json_t *scheduled = json_pack("{s:o}", "sub_units", units);

    if (json_array_size(units) > 0)
        add_sources(scheduled, insn, arch);
    return scheduled;
}
