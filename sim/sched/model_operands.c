/* Operands: the registers of an issued word, and the source that a loaded register replaces. */
#include "table_model.h"

#include "isa/modes.h"
#include "isa/timing.h"
#include "schedule/demands.h"

#include <stdlib.h>

enum graph_slot model_other_slot(const struct graph_operation *o, enum graph_slot slot)
{
    const enum graph_slot second = slot == GRAPH_B || slot == GRAPH_VB ? slot : GRAPH_B;
    const bool has_b = o->sources[0].slot == GRAPH_B || o->sources[1].slot == GRAPH_B;

    switch ((enum sfp_exchange)o->exchange) {
    case SFP_EXCHANGE_VA_VB:
        return slot == GRAPH_VA ? GRAPH_VB : slot == GRAPH_VB ? GRAPH_VA : slot;
    case SFP_EXCHANGE_VB_VC:
        return slot == GRAPH_VC ? (has_b ? GRAPH_B : GRAPH_VB) : slot == second ? GRAPH_VC : slot;
    case SFP_EXCHANGE_VC_VD:
    case SFP_EXCHANGE_NONE:
        break;
    }
    return slot;
}

void model_for_slots(struct model *m, size_t i, model_each_slot *each, void *context)
{
    const struct graph_operation *o = model_of(m, i);

    for (unsigned source = 0; source < o->source_count; source++)
        for (unsigned kind = 0; kind < model_kinds(m); kind++) {
            const int exchanged = m->operations[i].exchanged[kind];
            const enum graph_slot slot = (enum graph_slot)o->sources[source].slot, other = model_other_slot(o, slot);

            each(m, context, &(struct model_reading){i, source, slot, kind, other == slot ? CNF_TRUE : -exchanged});
            if (other != slot && exchanged != CNF_FALSE)
                each(m, context, &(struct model_reading){i, source, other, kind, exchanged});
        }
}

/* Adds clauses: unless `unless` or `unless_too` is true, the source is in the register of the result `same`, in
 * every turn. If `same` is NULL, or the source is constant, `unless` or `unless_too` must be true. An entry is in its
 * carried LReg. */
static void require_same_register(struct model *m, const struct model_reading *r, int unless, int unless_too,
                                  const struct model_maker *same)
{
    const struct graph_carried *carried = graph_carried_entry(m->graph, model_source(m, r)->value);
    const struct model_value *value = model_makers(m, model_source(m, r));

    if (carried && same) {
        for (unsigned turn = 0; turn < m->wants.turns; turn++)
            if (model_kind(m, turn) == r->kind)
                CNF_CLAUSE(&m->cnf, -r->in_slot, unless, unless_too, -m->operations[r->operation].present,
                           model_register(m, *same, turn, carried->lreg));
        return;
    }
    if (value->count == 0 || !same) {
        CNF_CLAUSE(&m->cnf, -r->in_slot, unless, unless_too);
        return;
    }
    for (size_t maker = 0; maker < value->count; maker++)
        for (unsigned turn = 0; turn < m->wants.turns; turn++)
            for (unsigned reg = 0; reg < MODEL_STAGING && model_kind(m, turn) == r->kind; reg++)
                CNF_CLAUSE(&m->cnf, -r->in_slot, unless, unless_too,
                           -m->operations[r->operation].made_by[r->source][maker],
                           -model_register(m, value->makers[maker], turn, reg), model_register(m, *same, turn, reg));
}

/* Adds clauses: unless `unless` is true or the operation is absent, the source is in this LReg. */
static void require_lreg(struct model *m, const struct model_reading *r, int unless, unsigned lreg)
{
    const struct model_value *value = model_makers(m, model_source(m, r));

    if (value->count == 0 && model_source(m, r)->lreg != lreg)
        CNF_CLAUSE(&m->cnf, -r->in_slot, unless, -m->operations[r->operation].present);
    for (size_t maker = 0; maker < value->count; maker++)
        for (unsigned turn = 0; turn < m->wants.turns; turn++)
            if (model_kind(m, turn) == r->kind)
                CNF_CLAUSE(&m->cnf, -r->in_slot, unless, -m->operations[r->operation].made_by[r->source][maker],
                           lreg < GRAPH_LREGS ? model_register(m, value->makers[maker], turn, lreg) : CNF_FALSE);
}

/* Adds clauses: if a load schedules the operation, and `overrides` is true, the source is in the loaded register. */
static void override_source(struct model *m, const struct model_reading *r, int overrides)
{
    const struct model_operation *literals = &m->operations[r->operation];

    for (size_t l = 0; l < m->load_count; l++) {
        const struct model_maker load = {m->loads[l], 0};

        if (literals->scheduled[l] != CNF_FALSE)
            require_same_register(m, r, -literals->scheduled[l], -overrides, &load);
    }
}

bool model_lies_under_immediate(const struct graph_operation *o, enum graph_slot slot)
{
    return slot == GRAPH_VB && vb_is_immediate(o->insn, o->mode);
}

bool model_shares_result(const struct graph_operation *o, const struct graph_source *source, enum graph_slot slot)
{
    if (source->value == GRAPH_NONE && source->lreg >= SFP_FIRST_CONSTANT_LREG && !model_has_result(o, 0))
        return false;
    return slot == GRAPH_B || (slot == GRAPH_VC && sfp_field_naming(o->insn, SFP_F_VC) == SFP_F_VD);
}

static void place_source(struct model *m, void *context, const struct model_reading *r)
{
    const struct graph_operation *o = model_of(m, r->operation);
    const struct model_operation *literals = &m->operations[r->operation];
    const struct model_maker result = {(uint16_t)r->operation, 0};

    (void)context;
    model_begin_slot(m, r->operation, MODEL_SLOTS_OPERANDS, r->slot);
    if (r->slot == GRAPH_NAMED)
        require_lreg(m, r, -literals->present, SFP_LREG_NAMING);
    if (r->slot == GRAPH_FIXED)
        require_lreg(m, r, -literals->present, model_source(m, r)->lreg);
    if (model_shares_result(o, model_source(m, r), r->slot))
        require_same_register(m, r, -literals->issued, CNF_FALSE, model_has_result(o, 0) ? &result : NULL);
    if (model_lies_under_immediate(o, r->slot)) {
        require_lreg(m, r, literals->to_vb[r->kind], sfp_named_of(o->insn, o->word).vb);
        require_lreg(m, r, -literals->issued, sfp_named_of(o->insn, o->word).vb);
    }
    if (r->slot == GRAPH_B || r->slot == GRAPH_VB)
        override_source(m, r, literals->to_vb[r->kind]);
    if (r->slot == GRAPH_VC)
        override_source(m, r, -literals->to_vb[r->kind]);
    model_end_slot(m, MODEL_SLOTS_OPERANDS);
}

/* Adds clauses: a scheduled operation leaves its result in the loaded register, or in L16. */
static void place_scheduled_result(struct model *m, size_t i)
{
    const struct model_operation *literals = &m->operations[i];

    model_begin_slot(m, i, MODEL_SLOTS_OPERANDS, MODEL_RESULT);
    for (size_t load = 0; load < m->load_count; load++)
        for (unsigned turn = 0; turn < m->wants.turns && literals->scheduled[load] != CNF_FALSE; turn++)
            for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
                CNF_CLAUSE(&m->cnf, -literals->scheduled[load], -literals->registers[0][turn][reg],
                           m->operations[m->loads[load]].registers[0][turn][reg]);
    model_end_slot(m, MODEL_SLOTS_OPERANDS);
}

/* Adds clauses: a scheduled store stores L16, the loaded register, or, with bit 7 set, the register in a template's
 * VD. */
static void place_stored_value(struct model *m, size_t i)
{
    const struct model_operation *literals = &m->operations[i];
    const struct graph_source *source = &model_of(m, i)->sources[0];
    const struct model_value *value = model_makers(m, source);

    for (unsigned kind = 0; kind < model_kinds(m) && value->count == 0; kind++)
        CNF_CLAUSE(&m->cnf, literals->issued, literals->to_vb[kind]);
    for (size_t maker = 0; maker < value->count; maker++) {
        const int staged = value->makers[maker].result == 0 ? m->operations[value->makers[maker].operation].to_staging
                                                            : CNF_FALSE;

        for (unsigned kind = 0; kind < model_kinds(m); kind++)
            CNF_CLAUSE(&m->cnf, -literals->made_by[0][maker], -staged, -literals->to_vb[kind]);
        for (size_t load = 0; load < m->load_count; load++)
            for (unsigned turn = 0; turn < m->wants.turns; turn++)
                for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
                    CNF_CLAUSE(&m->cnf, -literals->scheduled[load], literals->to_vb[model_kind(m, turn)],
                               -literals->made_by[0][maker], -model_register(m, value->makers[maker], turn, reg),
                               m->operations[m->loads[load]].registers[0][turn][reg]);
    }
}

void model_operands(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++) {
        const struct graph_operation *o = model_of(m, i);

        if (graph_is_load(o))
            continue;
        if (graph_is_store(o)) {
            model_begin_slot(m, i, MODEL_SLOTS_OPERANDS, GRAPH_VD);
            place_stored_value(m, i);
            model_end_slot(m, MODEL_SLOTS_OPERANDS);
            continue;
        }
        model_for_slots(m, i, place_source, NULL);
        if (model_has_result(o, 0))
            place_scheduled_result(m, i);
    }
}

/* ---- address ---- */

/* Adds clauses: a macro's store has the address of the macro's load. */
static void keep_address(struct model *m, size_t i)
{
    for (size_t load = 0; load < m->load_count; load++)
        if (model_of(m, m->loads[load])->address != model_of(m, i)->address)
            CNF_CLAUSE(&m->cnf, -m->operations[i].scheduled[load]);
}

void model_address(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        if (graph_is_store(model_of(m, i)))
            keep_address(m, i);
    for (size_t load = 0; load < m->load_count; load++)
        if (model_of(m, m->loads[load])->address & 1)
            CNF_CLAUSE(&m->cnf, -m->is_macro[load]);
}
