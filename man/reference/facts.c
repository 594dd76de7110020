/* Gathers the facts of the tables about an instruction, part by part. */
#include "facts.h"

#include <string.h>

#include "../instruction_texts.h"
#include "instruction_name.h"

static json_t *gnu_form(const struct sfp_insn *insn, bool full)
{
    char form[LONGEST_FORM];

    write_gnu_form(insn, full, form);
    return json_string(form);
}

static json_t *macro_form(const struct sfp_insn *insn)
{
    char form[LONGEST_FORM];

    write_macro_form(insn, form);
    return json_string(form);
}

static json_t *facts_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const bool vector = insn->unit != SFP_UNIT_NONE;

    return json_pack("{s:s, s:s, s:s, s:s?, s:b, s:s?, s:i, s:o, s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:o, "
                     "s:s?, s:b, s:o, s:o,"
                     " s:o, s:o, s:s, s:o}",
                     "name", instruction_name((enum sfp_id)insn->id), "vendor_name", insn->macro, "arch",
                     sfp_arch_name(arch), "what", insn->what, "vector", vector, "sub_unit",
                     vector ? sfp_unit_name((enum sfp_unit)insn->unit) : NULL, "opcode", insn->opcode, "opcode_text",
                     json_sprintf("0x%02X", insn->opcode), "gnu", insn->no_gnu ? json_null() : json_string(insn->gnu),
                     "gnu_form", gnu_form(insn, false), "gnu_full_form", gnu_form(insn, true), "macro_form",
                     macro_form(insn), "reserved_bits", (int)sfp_zero_bits(insn), "fields", fields_of(insn), "modes",
                     modes_of(insn, arch), "options", options_of(insn, arch), "aliases", aliases_of(insn, arch),
                     "targets", targets_of(insn), "guard", guard_text(insn), "loads_template",
                     vector && !insn->no_backdoor && sfp_has_field(insn, SFP_F_VD), "time", time_of(insn, arch),
                     "scheduled", scheduled_of(insn, arch), "rules", rules_of(insn, arch), "measured",
                     figures_of(insn, arch), "simulated", simulation_text(insn), "example", example_of(insn, arch));
}

/* Returns the names of the parts that differ on the other architecture. */
static json_t *differences(const json_t *one, const json_t *other)
{
    static const char *const parts[] = {"what",    "fields", "modes", "options", "aliases", "time",
                                        "scheduled", "guard",  "rules", "simulated"};
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!json_equal(json_object_get(one, parts[i]), json_object_get(other, parts[i])))
            json_array_append_new(list, json_string(parts[i]));
    return list;
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static void compare_with_others(json_t *all)
{
    size_t i, j;
    json_t *one, *other;

    json_array_foreach(all, i, one) {
        json_t *others = json_object();

        json_array_foreach(all, j, other)
            if (i != j && strcmp(text_of(one, "name"), text_of(other, "name")) == 0)
                json_object_set_new(others, text_of(other, "arch"), differences(one, other));
        json_object_set_new(one, "others", others);
    }
}

json_t *facts_of_all(void)
{
    json_t *all = json_array();

    for (unsigned n = 0; n < SFP_ARCHES; n++) {
        const enum sfp_arch arch = (enum sfp_arch)(1 << n);

        for (size_t i = 0; i < sfp_isa_rows; i++)
            if (sfp_row_is_of(sfp_isa[i].arch, arch))
                json_array_append_new(all, facts_of(&sfp_isa[i], arch));
    }
    compare_with_others(all);
    return all;
}
