/* Makes JSON from the table of hardware faults (include/errata.def): the faults of an instruction, and all faults. */
#include "facts.h"

#include <string.h>

#include "../table_rows.h"
#include "instruction_name.h"

/* Returns the items, which have one blank between, as a list. */
static json_t *list_items(const char *items)
{
    json_t *list = json_array();

    while (*items) {
        const size_t length = strcspn(items, " ");

        json_array_append_new(list, json_stringn(items, length));
        items += length + (items[length] != '\0');
    }
    return list;
}

static bool has_item(const char *items, const char *item)
{
    json_t *list = list_items(items);
    const json_t *one;
    bool found = false;
    size_t i;

    json_array_foreach(list, i, one)
        found |= strcmp(json_string_value(one), item) == 0;
    json_decref(list);
    return found;
}

json_t *errata_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    json_t *names = json_array();

    for (size_t i = 0; i < erratum_row_count; i++) {
        const struct erratum_row *e = &erratum_rows[i];

        if (erratum_archs(e) & arch && has_item(e->instructions, instruction_name(insn->id)))
            json_array_append_new(names, json_string(e->name));
    }
    return names;
}

static json_t *list_arches(const struct erratum_row *e)
{
    json_t *list = json_array();

    for (unsigned n = 0; n < SFP_ARCHES; n++)
        if (e->archs[n])
            json_array_append_new(list, json_string(sfp_arches[n].name));
    return list;
}

/* Returns a list of "arch/NAME": the fault's instructions, on each architecture that has the fault. */
static json_t *list_concerned(const struct erratum_row *e, const json_t *instructions)
{
    json_t *list = json_array();
    const json_t *instruction;
    size_t i;

    json_array_foreach(instructions, i, instruction) {
        const json_t *errata = json_object_get(json_object_get(instruction, "rules"), "errata");
        const json_t *name;
        size_t k;

        json_array_foreach(errata, k, name)
            if (strcmp(json_string_value(name), e->name) == 0)
                json_array_append_new(list, json_sprintf("%s/%s",
                                                         json_string_value(json_object_get(instruction, "arch")),
                                                         json_string_value(json_object_get(instruction, "name"))));
    }
    return list;
}

json_t *all_errata(const json_t *instructions)
{
    json_t *list = json_array();

    for (size_t i = 0; i < erratum_row_count; i++) {
        const struct erratum_row *e = &erratum_rows[i];

        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:n, s:o, s:o, s:o}", "name", e->name, "text", e->text, "mends",
                            e->remedy, "provenance", provenance_name(e->provenance), "source", e->source, "severity",
                            "findings", list_items(e->findings), "arches", list_arches(e), "instructions",
                            list_concerned(e, instructions)));
    }
    return list;
}
