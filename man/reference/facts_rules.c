/* The rules that concern an instruction (concerns.def), and the list of all rules. */
#include "facts.h"

#include <stdio.h>
#include <string.h>

#include "../table_rows.h"
#include "isa/timing.h"
#include "model/finding.h"
#include "time/event.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum concern_kind { QUIRKS, FINDINGS, SCHEDULES, KINDS };

/* A rule, and the condition that selects its instructions. */
struct concern {
    unsigned rule; /* the rule's index in its table */
    bool (*holds)(const struct sfp_insn *insn, enum sfp_arch arch);
};

static bool uses_lregs(const struct sfp_insn *insn)
{
    const struct sfp_uses read = sfp_uses_of(resources_used(insn, sfp_resources_read));
    const struct sfp_uses written = sfp_uses_of(resources_used(insn, sfp_resources_written));

    return ((read.mask | written.mask) & SFP_USES_LREGS) || read.names || written.names;
}

static bool is_scheduled(const struct sfp_insn *insn)
{
    for (enum sfp_unit unit = SFP_UNIT_SIMPLE; unit <= SFP_UNIT_STORE; unit++)
        if (sfp_macro_reaches(insn, unit))
            return true;
    return false;
}

static bool clashes_in_a_mode(const struct sfp_insn *insn)
{
    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        if (documented_modes(insn) >> mode & 1 && sfp_port_clash(insn, mode))
            return true;
    return false;
}

static bool has_other_modes(const struct sfp_insn *insn)
{
    return sfp_has_field(insn, SFP_F_MOD) && documented_modes(insn) != (1 << SFP_MODES) - 1;
}

/* Is the instruction in a list that ends with SFP_IDS? */
static bool is_among(const struct sfp_insn *insn, const enum sfp_id *ids)
{
    while (*ids != SFP_IDS && *ids != insn->id)
        ids++;
    return *ids != SFP_IDS;
}

#define I_(id) SFP_I_##id
#define IDS1(a) I_(a)
#define IDS2(a, b) I_(a), I_(b)
#define IDS3(a, b, c) I_(a), I_(b), I_(c)
#define IDS4(a, b, c, d) I_(a), I_(b), I_(c), I_(d)
#define IDS5(a, b, c, d, e) I_(a), I_(b), I_(c), I_(d), I_(e)
#define IDS_OF(a, b, c, d, e, list, ...) list
#define IS(id_) (insn->id == SFP_I_##id_)
#define ONE_OF(...) \
    is_among(insn, (const enum sfp_id[]){IDS_OF(__VA_ARGS__, IDS5, IDS4, IDS3, IDS2, IDS1)(__VA_ARGS__), SFP_IDS})
#define ON(arch_) (arch == SFP_##arch_)
#define UNIT(unit_) (insn->unit == SFP_UNIT_##unit_)
#define VECTOR (insn->unit != SFP_UNIT_NONE)
#define READS(resource) ((resources_used(insn, sfp_resources_read) >> SFP_R_##resource & 1) != 0)
#define WRITES(resource) ((resources_used(insn, sfp_resources_written) >> SFP_R_##resource & 1) != 0)
#define LREGS uses_lregs(insn)
#define SCHEDULED (VECTOR && is_scheduled(insn))
#define HAS(field) sfp_has_field(insn, SFP_F_##field)
#define MODES has_other_modes(insn)
#define MODEL (insn->sim == SFP_MODEL)
#define PORT_CLASHES (VECTOR && clashes_in_a_mode(insn))

#define CONDITION(name, condition) \
    static bool name(const struct sfp_insn *insn, enum sfp_arch arch) \
    { \
        (void)insn, (void)arch; \
        return condition; \
    }
#define QUIRK_OF(id, condition) CONDITION(quirk_##id, condition)
#define FINDING_OF(id, condition) CONDITION(finding_##id, condition)
#define RULE_OF(id, condition) CONDITION(rule_##id, condition)
#include "concerns.def"
#undef QUIRK_OF
#undef FINDING_OF
#undef RULE_OF

/* Indices of the rules of schedules. */
enum {
#define RULE(id, ...) PLACE_OF_##id,
#include "schedule_rules.def"
#undef RULE
};

static const struct concern quirk_concerns[] = {
#define QUIRK_OF(id, condition) {SFP_QUIRK_##id, quirk_##id},
#include "concerns.def"
#undef QUIRK_OF
};

static const struct concern finding_concerns[] = {
#define FINDING_OF(id, condition) {SFP_FIND_##id, finding_##id},
#include "concerns.def"
#undef FINDING_OF
};

static const struct concern rule_concerns[] = {
#define RULE_OF(id, condition) {PLACE_OF_##id, rule_##id},
#include "concerns.def"
#undef RULE_OF
};

/* ---- The rules ---- */

static json_t *rule_of(const struct rule_row *rule)
{
    static const char *const severities[] = {
        [RULE_HAS_NONE] = NULL, [RULE_ERROR] = "error", [RULE_WARNING] = "warning", [RULE_NOTE] = "note"};

    return json_pack("{s:s, s:s, s:s, s:s, s:s?, s:s?}", "name", rule->name, "text", rule->text, "provenance",
                     provenance_name(rule->provenance), "source", rule->source, "severity", severities[rule->severity],
                     "mends", rule->mends);
}

static json_t *finding_of(unsigned finding)
{
    const struct sfp_finding_info *info = sfp_finding_info((enum sfp_finding)finding);

    return json_pack("{s:s, s:s, s:s, s:s, s:n, s:n}", "name", info->name, "text", info->text, "source", info->source,
                     "severity", sfp_severity_name(info->severity), "provenance", "mends");
}

static const struct kind {
    const char *name;
    const struct concern *concerns;
    size_t count;
} kinds[KINDS] = {
    [QUIRKS] = {"quirks", quirk_concerns, COUNT(quirk_concerns)},
    [FINDINGS] = {"findings", finding_concerns, COUNT(finding_concerns)},
    [SCHEDULES] = {"schedules", rule_concerns, COUNT(rule_concerns)},
};

static const char *name_of(enum concern_kind kind, unsigned rule)
{
    switch (kind) {
    case QUIRKS: return quirk_rows[rule].name;
    case FINDINGS: return sfp_finding_info((enum sfp_finding)rule)->name;
    default: return schedule_rule_rows[rule].name;
    }
}

static bool concerns(enum concern_kind kind, const struct concern *concern, const struct sfp_insn *insn,
                     enum sfp_arch arch)
{
    return concern->holds(insn, arch) && (kind != QUIRKS || sfp_quirk(arch, (enum sfp_quirk)concern->rule));
}

json_t *rules_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    json_t *rules = json_object();

    for (enum concern_kind kind = 0; kind < KINDS; kind++) {
        json_t *list = json_array();

        for (size_t i = 0; i < kinds[kind].count; i++)
            if (concerns(kind, &kinds[kind].concerns[i], insn, arch))
                json_array_append_new(list, json_string(name_of(kind, kinds[kind].concerns[i].rule)));
        json_object_set_new(rules, kinds[kind].name, list);
    }
    json_object_set_new(rules, "errata", errata_of(insn, arch));
    return rules;
}

/* ---- Each rule once ---- */

static json_t *arches_of(const struct rule_row *rule)
{
    json_t *list = json_array();

    for (unsigned n = 0; n < SFP_ARCHES; n++)
        if (rule->archs[n])
            json_array_append_new(list, json_string(sfp_arches[n].name));
    return list;
}

static bool names_rule(const json_t *instruction, enum concern_kind kind, const char *name)
{
    const json_t *list = json_object_get(json_object_get(instruction, "rules"), kinds[kind].name);
    const json_t *item;
    size_t i;

    json_array_foreach(list, i, item)
        if (strcmp(json_string_value(item), name) == 0)
            return true;
    return false;
}

/* Returns "arch/NAME" for each instruction that the rule concerns. */
static json_t *concerned(const json_t *instructions, enum concern_kind kind, const char *name)
{
    json_t *list = json_array();
    json_t *instruction;
    size_t i;

    json_array_foreach(instructions, i, instruction)
        if (names_rule(instruction, kind, name))
            json_array_append_new(list, json_sprintf("%s/%s", json_string_value(json_object_get(instruction, "arch")),
                                                     json_string_value(json_object_get(instruction, "name"))));
    return list;
}

static json_t *with_concerned(json_t *rule, const json_t *instructions, enum concern_kind kind)
{
    json_object_set_new(rule, "instructions",
                        concerned(instructions, kind, json_string_value(json_object_get(rule, "name"))));
    return rule;
}

static json_t *all_quirks(const json_t *instructions)
{
    json_t *list = json_array();

    for (size_t i = 0; i < quirk_row_count; i++) {
        json_t *rule = with_concerned(rule_of(&quirk_rows[i]), instructions, QUIRKS);

        json_object_set_new(rule, "arches", arches_of(&quirk_rows[i]));
        json_array_append_new(list, rule);
    }
    return list;
}

static json_t *all_findings(const json_t *instructions)
{
    json_t *list = json_array();

    for (unsigned f = 0; f < SFP_FINDINGS; f++)
        json_array_append_new(list, with_concerned(finding_of(f), instructions, FINDINGS));
    return list;
}

static json_t *all_schedule_rules(const json_t *instructions)
{
    json_t *list = json_array();

    for (size_t i = 0; i < schedule_rule_row_count; i++)
        json_array_append_new(list, with_concerned(rule_of(&schedule_rule_rows[i]), instructions, SCHEDULES));
    return list;
}

static json_t *all_stalls(void)
{
    json_t *list = json_array();

    for (unsigned s = SFP_STALL_NONE + 1; s < SFP_STALLS; s++) {
        const struct sfp_stall_info *info = sfp_stall_info((enum sfp_stall)s);

        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", info->name, "text", info->text, "mends",
                                              info->remedy, "provenance", provenance_name(info->provenance)));
    }
    return list;
}

/* Returns the number of words that each queue of the front end holds, by architecture. */
static json_t *all_queues(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < queue_row_count; i++) {
        const struct queue_row *q = &queue_rows[i];
        json_t *words = json_object();

        for (unsigned n = 0; n < SFP_ARCHES; n++)
            json_object_set_new(words, sfp_arches[n].name, json_integer(q->words[n]));
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", q->name, "text", q->text,
                                              "provenance", provenance_name(q->provenance), "source", q->source,
                                              "words", words));
    }
    return list;
}

/* Returns the situations in which a cycle of the simulator takes more than to execute the thread's instruction. */
static json_t *all_situations(void)
{
    static const char *const situations[][2] = {
#define SITUATION(id, condition, text) {#id, text},
#define SITUATION_OF(id, condition, text) {#id, text},
#define NOTED_OF(id, condition, text) {#id, text},
#include "time/rules.def"
#undef SITUATION
#undef SITUATION_OF
#undef NOTED_OF
    };
    json_t *list = json_array();

    for (size_t i = 0; i < COUNT(situations); i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "name", situations[i][0], "text", situations[i][1]));
    return list;
}

json_t *facts_of_rules(const json_t *instructions)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "quirks", all_quirks(instructions), "queues", all_queues(),
                     "stalls", all_stalls(), "findings", all_findings(instructions), "schedules",
                     all_schedule_rules(instructions), "errata", all_errata(instructions), "situations",
                     all_situations());
}
