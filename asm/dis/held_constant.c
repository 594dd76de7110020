/* Tracks the constant in L0, the source of the templates, sequences and Misc that SFPCONFIG writes, as far as the
 * preceding words tell. */
#include "held_constant.h"

#include "isa/modes.h"
#include "isa/vector_unit.h"

static void load_constant(struct held_constant *held, const struct sfp_insn *insn, uint32_t word)
{
    struct sfp_loaded loaded;

    if (sfp_loadi(sfp_mode(insn, word), sfp_field(insn, word, SFP_F_IMM), &loaded))
        *held = (struct held_constant){(held->value & loaded.kept) | loaded.bits,
                                       (held->known & loaded.kept) | ~loaded.kept};
    else
        *held = (struct held_constant){0};
}

/* Could the instruction, or an instruction that it starts, write L0 before the next word? */
static bool may_write(const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);
    const uint32_t harmless = 1u << SFP_R_VD | 1u << SFP_R_FLAGS;

    if (insn->unit == SFP_UNIT_NONE)
        return insn->id == SFP_I_REPLAY || insn->id == SFP_I_MOP;
    if (insn->id == SFP_I_SFPCONFIG || insn->id == SFP_I_SFPNOP || sfp_names_template(insn, vd))
        return false;
    if (insn->id == SFP_I_SFPLOADMACRO || sfp_resources_written(insn, sfp_mode(insn, word), (uint8_t)vd) & ~harmless)
        return true;
    return sfp_resources_written(insn, sfp_mode(insn, word), (uint8_t)vd) >> SFP_R_VD & 1 && vd == 0;
}

void held_constant_pass(struct held_constant *held, const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);

    if (insn && insn->id == SFP_I_SFPLOADI && sfp_field(insn, word, SFP_F_VD) == 0)
        load_constant(held, insn, word);
    else if (!insn || may_write(insn, word))
        *held = (struct held_constant){0};
}

bool held_constant_configures(const struct held_constant *held, const struct sfp_index *index, uint32_t word,
                              uint32_t *target, uint32_t *value)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    bool immediate;

    if (!insn || insn->id != SFP_I_SFPCONFIG)
        return false;
    *target = sfp_field(insn, word, SFP_F_VD);
    if (*target > SFP_TARGET_MISC)
        return false;
    if (sfp_config_target_of(*target)->combines && sfp_config_combine(sfp_mode(insn, word)) != SFP_COMBINE_REPLACE)
        return false; /* the old value counts too */
    /* A template comes from L0 in every mode (sfpu-semantics(7), SFPCONFIG). */
    immediate = sfp_mode(insn, word) & SFP_MODE_SFPCONFIG_IMM16_IS_VALUE && *target >= SFP_TARGET_SEQUENCES;
    *value = immediate ? sfp_field(insn, word, SFP_F_IMM) : held->value;
    return immediate || held->known == UINT32_MAX;
}
