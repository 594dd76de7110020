/* Facts about an instruction's modes: meanings, options, and the targets that the instruction configures. */
#include "facts.h"

#include <string.h>

#include "../example.h"
#include "../instruction_texts.h"
#include "../table_rows.h"

/* Returns the meaning of an example word in this mode, as sfpdis prints it. */
static json_t *annotation(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    char spelling[SFP_DISASSEMBLY_SIZE], meaning[SFP_ANNOTATION_SIZE];

    if (!describe_word(arch, example_word(insn, mode), spelling, meaning))
        return json_null();
    return json_sprintf("as in %s: %s", spelling, meaning);
}

static json_t *meaning_of(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const char *phrase = sfp_mode_on(insn, arch, mode)->phrase;
    char text[LONGEST_PHRASE];

    if (!phrase && !sfp_has_field(insn, SFP_F_ADDR))
        return annotation(insn, arch, mode);
    if (!phrase)
        return json_sprintf("Dst as %s", dst_format_text(insn, arch, mode));
    write_phrase(phrase, text);
    return json_string(text);
}

static const char *immediate_name(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    static const char *const names[] = {
        [SFP_IMM_INTEGER] = "integer", [SFP_IMM_UNREAD] = "unread", [SFP_IMM_BF16] = "bf16",
        [SFP_IMM_FP16] = "fp16",       [SFP_IMM_SHORT] = "signed",  [SFP_IMM_UPPER] = "upper half",
        [SFP_IMM_LOWER] = "lower half"};

    return sfp_has_field(insn, SFP_F_IMM) ? names[sfp_mode_on(insn, arch, mode)->imm] : NULL;
}

/* Returns the mode's name, or NULL for the nameless only mode of an instruction. */
static const char *name_of_mode(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const char *name =
        sfp_has_field(insn, SFP_F_ADDR) ? sfp_format_mode(arch, mode)->name : sfp_mode_on(insn, arch, mode)->name;

    return name && strcmp(name, "NONE") == 0 ? NULL : name;
}

/* Returns the VD whose uses are listed. For SFPCONFIG that is LaneConfig, as in its examples. */
static unsigned usual_vd(const struct sfp_insn *insn)
{
    return insn->id == SFP_I_SFPCONFIG ? LANE_CONFIG_TARGET : 0;
}

static json_t *mode_of(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const struct sfp_operand *o = sfp_operand_of(insn, SFP_F_MOD);

    return json_pack("{s:i, s:s?, s:o, s:i, s:o, s:o, s:s?, s:i, s:b}", "value", mode, "name",
                     name_of_mode(insn, arch, mode), "meaning", meaning_of(insn, arch, mode), "latency",
                     sfp_latency(insn, arch, mode), "reads",
                     resource_names(sfp_resources_read(insn, mode, usual_vd(insn))), "writes",
                     resource_names(sfp_resources_written(insn, mode, usual_vd(insn))), "immediate",
                     immediate_name(insn, arch, mode), "options", sfp_mode_options(insn, arch, mode), "gnu",
                     o ? sfp_gnu_takes_mode(insn, o, mode) : !insn->no_gnu);
}

json_t *modes_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const unsigned documented = documented_modes(insn);
    json_t *list = json_array();

    for (unsigned mode = 0; mode < SFP_MODES && insn->unit != SFP_UNIT_NONE; mode++)
        if (documented >> mode & 1)
            json_array_append_new(list, mode_of(insn, arch, mode));
    return list;
}

json_t *options_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const unsigned all = sfp_mode_options(insn, arch, SFP_MODES - 1);
    json_t *list = json_array();

    for (unsigned bit = 1; bit < SFP_MODES; bit <<= 1) {
        const struct sfp_mode_part *part = all & bit ? sfp_mode_part_of(insn, bit) : NULL;

        if (part && part->text)
            json_array_append_new(list, json_pack("{s:i, s:o, s:s}", "bit", bit, "name",
                                                  json_sprintf("%s_%s", part->insn, part->name), "text", part->text));
    }
    return list;
}

json_t *aliases_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    json_t *list = json_array();

    for (unsigned mode = 0; mode < SFP_MODES && insn->unit != SFP_UNIT_NONE; mode++)
        if (sfp_mode_on(insn, arch, mode)->alias)
            json_array_append_new(list, json_pack("{s:i, s:i}", "value", mode, "of",
                                                  sfp_mode_on(insn, arch, mode)->alias - 1));
    return list;
}

static json_t *bits_of(const struct lane_config_row *bits)
{
    return json_pack("{s:i, s:i, s:s?, s:s}", "lsb", bits->lsb, "width", bits->width, "name", bits->name, "text",
                     bits->effect);
}

static json_t *lane_config(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < lane_config_row_count; i++)
        json_array_append_new(list, bits_of(&lane_config_rows[i]));
    return list;
}

json_t *targets_of(const struct sfp_insn *insn)
{
    json_t *list = json_array();

    for (unsigned number = 0; number < CONFIG_TARGETS; number++) {
        const struct sfp_config_target *target = config_target_reached(insn, number);

        if (target)
            json_array_append_new(list, json_pack("{s:i, s:i, s:s, s:b, s:o}", "first", target->first, "count",
                                                  target->count, "text", target->text, "combines", target->combines,
                                                  "bits", number == LANE_CONFIG_TARGET ? lane_config() : json_array()));
    }
    return list;
}
