/* Facts about an instruction's word: its fields, and names of the resources that the instruction reads and writes. */
#include "facts.h"

#include <stdio.h>
#include <string.h>

#include "isa/modes.h"

static const char *kind_name(const struct sfp_operand *o)
{
    static const char *const names[] = {
        [SFP_K_REG] = "register",   [SFP_K_MOD] = "mode",          [SFP_K_UNSIGNED] = "unsigned",
        [SFP_K_SIGNED] = "signed",  [SFP_K_EITHER] = "either",     [SFP_K_BY_MODE] = "by mode",
        [SFP_K_ZERO] = "zero",      [SFP_K_HALFWORD] = "halfword", [SFP_K_SPLIT] = "register, bit 2 in bit 0",
        [SFP_K_RESERVED] = "reserved"};

    return o->kind == SFP_K_MOD && o->field != SFP_F_MOD ? "number" : names[o->kind];
}

json_t *fields_of(const struct sfp_insn *insn)
{
    json_t *list = json_array();

    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        json_array_append_new(
            list, json_pack("{s:s, s:i, s:i, s:s, s:b, s:o}", "name", sfp_field_name((enum sfp_field)o->field), "lsb",
                            o->lsb, "width", o->width, "kind", kind_name(o), "hidden", o->hidden, "fixed",
                            o->hidden && o->kind != SFP_K_RESERVED ? json_integer(o->fixed) : json_null()));
    return list;
}

json_t *mode_list(unsigned mask)
{
    json_t *list = json_array();

    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        if (mask >> mode & 1)
            json_array_append_new(list, json_integer(mode));
    return list;
}

unsigned documented_modes(const struct sfp_insn *insn)
{
    const struct sfp_operand *o = sfp_operand_of(insn, SFP_F_MOD);

    return o ? sfp_documented_modes(insn, o) : 1;
}

uint32_t resources_used(const struct sfp_insn *insn, uint32_t (*used)(const struct sfp_insn *, unsigned, unsigned))
{
    uint32_t all = 0;

    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        all |= documented_modes(insn) >> mode & 1 ? used(insn, mode, 0) : 0;
    return all;
}

static void name_state(json_t *list, uint32_t mask)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } states[] = {{SFP_USES_FLAGS, "flags"},
                  {SFP_USES_STACK, "flag stack"},
                  {SFP_USES_PRNG, "random bits"},
                  {SFP_USES_DST, "Dst"},
                  {SFP_USES_RWC, "counters"},
                  {SFP_USES_CONFIG, "configuration"},
                  {SFP_USES_LANE_CONFIG, "LaneConfig"},
                  {SFP_USES_MACRO_CONFIG, "LoadMacroConfig"},
                  {SFP_USES_LATCH, "latch"}};

    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (mask & states[i].bit)
            json_array_append_new(list, json_string(states[i].name));
}

static void name_lregs(json_t *list, uint32_t mask)
{
    for (unsigned first = 0; first < SFP_LREGS; first++) {
        unsigned last = first;
        char text[sizeof "L16-L16"];

        if (!(mask >> first & 1))
            continue;
        while (last + 1 < SFP_LREGS && mask >> (last + 1) & 1)
            last++;
        snprintf(text, sizeof text, first == last ? "L%u" : "L%u-L%u", first, last);
        json_array_append_new(list, json_string(text));
        first = last;
    }
}

json_t *resource_names(uint32_t resources)
{
    static const struct {
        uint8_t bit;
        const char *name;
    } operands[] = {{SFP_NAMES_VA, "VA"}, {SFP_NAMES_VB, "VB"}, {SFP_NAMES_VC, "VC"}, {SFP_NAMES_VD, "VD"}};
    struct sfp_uses uses = sfp_uses_of(resources);
    json_t *list = json_array();

    if (uses.names & SFP_NAMES_B) /* issued, that is VD */
        uses.names |= SFP_NAMES_VD;
    for (size_t i = 0; i < sizeof operands / sizeof operands[0]; i++)
        if (uses.names & operands[i].bit)
            json_array_append_new(list, json_string(operands[i].name));
    name_lregs(list, uses.mask);
    name_state(list, uses.mask);
    return list;
}
