/* Facts about operations that several rules need, and the guard literals of clauses about operands. */
#include "table_model.h"

/* Returns whether the graph lacks the first of SFPSWAP's two results. A scheduled SFPSWAP writes this register all
 * the same, so that the operation cannot be scheduled. */
static bool discards_result(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPSWAP && !model_has_result(o, 0);
}

bool model_schedulable(const struct model *m, const struct graph_operation *o)
{
    return !m->wants.no_macros && !o->issued_only && !discards_result(o) &&
           o->unit >= SFP_UNIT_SIMPLE && o->unit <= SFP_UNIT_STORE &&
           sfp_macro_reaches(o->insn, (enum sfp_unit)o->unit);
}

unsigned model_reads_late(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPSWAP;
}

bool model_only_stays(const struct graph_operation *o, unsigned source)
{
    return (int8_t)source == o->results[0].in_place && o->sources[source].slot == GRAPH_VD &&
           !graph_keeps_half(o->insn, o->mode);
}

size_t model_load(const struct model *m, size_t operation)
{
    for (size_t i = 0; i < m->load_count; i++)
        if (m->loads[i] == operation)
            return i;
    return SIZE_MAX;
}

/* ---- Operands, slot by slot ---- */

enum model_rule model_slot_rule(enum model_slot_rule rule)
{
    return rule == MODEL_SLOTS_OPERANDS ? MODEL_OPERANDS : MODEL_CAPACITY;
}

void model_begin_slot(struct model *m, size_t operation, enum model_slot_rule rule, unsigned slot)
{
    m->cnf.guard = m->operations[operation].slots[rule][slot];
}

void model_end_slot(struct model *m, enum model_slot_rule rule)
{
    m->cnf.guard = m->rules[model_slot_rule(rule)];
}
