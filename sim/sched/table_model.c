/* Makes the model's variables, and adds the rules' clauses in turn. */
#include "table_model.h"

#include "base/array.h"

#include <stdlib.h>

/* ---- Makers ---- */

static bool add_maker(struct model_value *value, struct model_maker maker)
{
    if (!array_room(&value->makers, value->count, &value->room, sizeof *value->makers))
        return false;
    value->makers[value->count++] = maker;
    return true;
}

/* Can assumptions leave this operation out? */
static bool is_part(const struct model *m, size_t i)
{
    const struct graph_operation *o = model_of(m, i);

    return m->wants.part && !graph_is_load(o) && !o->changes_flags && o->region == GRAPH_NONE;
}

/* Does the operation make no value? */
static bool makes_nothing(const struct graph_operation *o)
{
    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        if (model_has_result(o, result))
            return false;
    return true;
}

/* Returns the literal that demands result `k` of operation `i`. A value's literal belongs to its first maker; other
 * makers, and missing results, get CNF_TRUE. */
static int find_wanted_literal(const struct model *m, size_t i, unsigned k)
{
    const struct graph_operation *o = model_of(m, i);
    const struct model_value *value;

    if (!model_has_result(o, k))
        return k == 0 && makes_nothing(o) && !o->optional ? m->operations[i].present : CNF_TRUE;
    value = &m->values[o->results[k].value];
    return value->makers[0].operation == i && value->makers[0].result == k ? value->wanted : CNF_TRUE;
}

size_t model_parts(const struct model *m, int *wanted, uint16_t *operations)
{
    size_t count = 0;

    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS && is_part(m, i); result++) {
            const int literal = find_wanted_literal(m, i, result);

            if (literal == CNF_TRUE)
                continue;
            wanted[count] = literal;
            operations[count++] = (uint16_t)i;
        }
    return count;
}

static bool find_makers(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++) {
            const struct graph_operation *o = model_of(m, i);

            if (model_has_result(o, result) &&
                !add_maker(&m->values[o->results[result].value], (struct model_maker){(uint16_t)i, (uint8_t)result}))
                return false;
        }
    return true;
}

static bool find_loads(struct model *m)
{
    m->loads = calloc(m->graph->count + 1, sizeof *m->loads);
    if (!m->loads)
        return false;
    for (size_t i = 0; i < m->graph->count; i++)
        if (graph_is_load(model_of(m, i)))
            m->loads[m->load_count++] = (uint16_t)i;
    return true;
}

/* ---- Possible rows ---- */

static unsigned find_ready_row(const struct model *m, const struct model_value *value)
{
    unsigned soonest = MODEL_ROWS;

    for (size_t i = 0; i < value->count; i++) {
        const size_t maker = value->makers[i].operation;
        const unsigned ready = m->operations[maker].first + model_of(m, maker)->latency;

        soonest = ready < soonest ? ready : soonest;
    }
    return value->count > 0 ? soonest : 0;
}

/* Finds the earliest rows; makers stand before readers in the list. Where rules can be left out, any row is
 * possible. */
static void find_first_rows(struct model *m)
{
    for (size_t i = 0; i < m->graph->count && !m->wants.explain; i++) {
        const struct graph_operation *o = model_of(m, i);

        for (unsigned source = 0; source < o->source_count; source++) {
            const unsigned ready = find_ready_row(m, model_makers(m, &o->sources[source]));

            if (ready > m->operations[i].first)
                m->operations[i].first = ready;
        }
    }
}

/* Limits the last row of the value's only maker by the reader's last row. */
static void lower_last_row(struct model *m, size_t reader, const struct model_value *value)
{
    if (value->count != 1 || model_of(m, reader)->optional)
        return;
    for (size_t i = 0; i < value->count; i++) {
        const size_t maker = value->makers[i].operation;
        const unsigned latency = model_of(m, maker)->latency, last = m->operations[reader].last;

        if (maker != reader && last - latency < m->operations[maker].last)
            m->operations[maker].last = last > latency ? last - latency : 0;
    }
}

static void find_last_rows(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        m->operations[i].last = m->wants.rows - 1;
    for (size_t i = m->wants.explain ? 0 : m->graph->count; i-- > 0;)
        for (unsigned source = 0; source < model_of(m, i)->source_count; source++)
            lower_last_row(m, i, model_makers(m, &model_of(m, i)->sources[source]));
}

/* ---- Variables ---- */

/* A value that no assumption demands need not be made. */
static void make_wanted(struct model *m)
{
    for (int16_t value = 0; value < m->graph->values; value++) {
        bool part = m->values[value].count > 0;

        for (size_t k = 0; k < m->values[value].count; k++)
            part &= is_part(m, m->values[value].makers[k].operation);
        m->values[value].wanted = part ? cnf_variable(&m->cnf) : CNF_TRUE;
    }
}

static void make_presence(struct model *m, size_t i)
{
    const struct graph_operation *o = model_of(m, i);

    m->operations[i].present = o->optional || is_part(m, i) ? cnf_variable(&m->cnf) : CNF_TRUE;
    for (unsigned result = 0; result < GRAPH_RESULTS && !o->optional; result++)
        if (model_has_result(o, result))
            CNF_CLAUSE(&m->cnf, -m->values[o->results[result].value].wanted, m->operations[i].present);
}

static void make_rows(struct model *m, size_t i)
{
    struct model_operation *literals = &m->operations[i];
    struct cnf *c = &m->cnf;

    make_presence(m, i);
    for (unsigned t = 0; t < MODEL_ROWS; t++) {
        literals->at[t] = t >= literals->first && t <= literals->last ? cnf_variable(c) : CNF_FALSE;
        literals->started[t] = t < literals->first   ? CNF_FALSE
                               : t >= literals->last ? literals->present
                                                     : cnf_variable(c);
        literals->in_cycle[t] = literals->issued_in[t] = CNF_FALSE;
    }
    for (unsigned t = literals->first; t <= literals->last; t++) {
        const int above = t > 0 ? literals->started[t - 1] : CNF_FALSE;

        CNF_CLAUSE(c, -above, literals->started[t]);
        CNF_CLAUSE(c, -literals->at[t], literals->started[t]);
        CNF_CLAUSE(c, -literals->at[t], -above);
        CNF_CLAUSE(c, -literals->started[t], above, literals->at[t]);
    }
    if (literals->first > literals->last)
        CNF_CLAUSE(c, -literals->present);
}

/* Decides who issues the operation. The thread issues every load. */
static void make_issue(struct model *m, size_t i)
{
    struct model_operation *literals = &m->operations[i];
    const struct graph_operation *o = model_of(m, i);
    struct cnf_set ways = {0};

    literals->issued = graph_is_load(o)           ? literals->present
                       : !model_schedulable(m, o) ? literals->present
                                                  : cnf_variable(&m->cnf);
    for (size_t load = 0; load < m->load_count; load++)
        literals->scheduled[load] = graph_is_load(o) || !model_schedulable(m, o) ? CNF_FALSE : cnf_variable(&m->cnf);
    if (graph_is_load(o) || !model_schedulable(m, o))
        return;
    cnf_set_add(&ways, literals->issued);
    for (size_t load = 0; load < m->load_count; load++) {
        cnf_set_add(&ways, literals->scheduled[load]);
        CNF_CLAUSE(&m->cnf, -literals->scheduled[load], m->is_macro[load]);
        CNF_CLAUSE(&m->cnf, -literals->scheduled[load], m->operations[m->loads[load]].present);
    }
    cnf_exactly_one(&m->cnf, literals->present, ways.literals, ways.count);
    m->cnf.no_memory |= ways.no_memory;
    free(ways.literals);
}

static void make_cycles(struct model *m, size_t i)
{
    struct model_operation *literals = &m->operations[i];

    for (unsigned row = literals->first; row <= literals->last; row++) {
        int *cycle = &literals->in_cycle[row % m->wants.period];

        if (*cycle == CNF_FALSE)
            *cycle = cnf_variable(&m->cnf);
        CNF_CLAUSE(&m->cnf, -literals->at[row], *cycle);
    }
    for (unsigned s = 0; s < m->wants.period; s++)
        literals->issued_in[s] = cnf_and(&m->cnf, literals->in_cycle[s], literals->issued);
}

/* Is the result outside its sources' registers, apart from an old value kept by predication? L16 can hold such a
 * value too. */
static bool has_own_register(const struct graph_operation *o)
{
    return o->results[0].in_place == GRAPH_NONE || model_only_stays(o, (unsigned)o->results[0].in_place);
}

/* Gives the result one register in each turn; L16 in every turn or none, and for scheduled operations only. */
static void make_registers(struct model *m, size_t i, unsigned result)
{
    struct model_operation *literals = &m->operations[i];
    const struct graph_operation *o = model_of(m, i);
    const bool staging = result == 0 && model_schedulable(m, o) && !graph_is_load(o) &&
                         has_own_register(o) && !model_has_result(o, 1);

    if (staging)
        literals->to_staging = cnf_variable(&m->cnf);
    for (unsigned turn = 0; turn < m->wants.turns; turn++) {
        struct cnf_set ways = {0};

        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            if (model_can_hold(m, (struct model_maker){(uint16_t)i, (uint8_t)result}, reg))
                literals->registers[result][turn][reg] = cnf_variable(&m->cnf);
        literals->registers[result][turn][MODEL_STAGING] = staging ? literals->to_staging : CNF_FALSE;
        for (unsigned reg = 0; reg < MODEL_REGISTERS; reg++)
            cnf_set_add(&ways, literals->registers[result][turn][reg]);
        cnf_exactly_one(&m->cnf, literals->present, ways.literals, ways.count);
        m->cnf.no_memory |= ways.no_memory;
        free(ways.literals);
    }
    CNF_CLAUSE(&m->cnf, -literals->to_staging, -literals->issued);
}

static void make_result_literals(struct model *m, size_t i)
{
    struct model_operation *literals = &m->operations[i];

    literals->to_staging = CNF_FALSE;
    for (unsigned result = 0; result < GRAPH_RESULTS; result++) {
        for (unsigned turn = 0; turn < MODEL_TURNS; turn++)
            for (unsigned reg = 0; reg < MODEL_REGISTERS; reg++)
                literals->registers[result][turn][reg] = CNF_FALSE;
        if (model_has_result(model_of(m, i), result))
            make_registers(m, i, result);
        for (unsigned row = 0; row < MODEL_ROWS + 4; row++)
            literals->live[result][row] = row >= literals->first && model_has_result(model_of(m, i), result)
                                              ? cnf_variable(&m->cnf)
                                              : CNF_FALSE;
    }
}

static void make_forms(struct model *m, size_t i)
{
    struct model_operation *literals = &m->operations[i];
    const struct graph_operation *o = model_of(m, i);

    for (unsigned turn = 0; turn < MODEL_TURNS; turn++) {
        const bool own = turn < model_kinds(m);

        literals->exchanged[turn] = own && o->exchange != SFP_EXCHANGE_NONE ? cnf_variable(&m->cnf) : CNF_FALSE;
        literals->to_vb[turn] = own && model_schedulable(m, o) ? cnf_variable(&m->cnf) : CNF_FALSE;
    }
}

/* ---- Operands ---- */

/* Does a rule have clauses about this slot? */
static bool has_slot(const struct graph_operation *o, unsigned slot)
{
    if (graph_is_load(o))
        return false;
    if (slot == MODEL_RESULT)
        return model_has_result(o, 0);
    for (unsigned source = 0; source < o->source_count; source++)
        if (o->sources[source].slot == slot || model_other_slot(o, (enum graph_slot)o->sources[source].slot) == slot)
            return true;
    return false;
}

static void make_slot_literals(struct model *m, size_t i)
{
    for (enum model_slot_rule rule = 0; rule < MODEL_SLOT_RULES; rule++)
        for (unsigned slot = 0; slot < MODEL_SLOTS; slot++) {
            const int whole = m->rules[model_slot_rule(rule)];
            int *holds = &m->operations[i].slots[rule][slot];

            *holds = whole;
            if (!m->wants.part || !has_slot(model_of(m, i), slot))
                continue;
            *holds = cnf_variable(&m->cnf);
            CNF_CLAUSE(&m->cnf, -whole, -m->all_slots, *holds);
        }
}

/* ---- Entry points ---- */

static void add_no_clauses(struct model *m)
{
    (void)m;
}

/* Rules without clauses hold by construction. column, tag: the printer chooses columns and tags. shift-lanes: such
 * operations are refused. discard: each sub-unit has one operation in a cycle. format: part of the macros' capacity.
 * replay: the search chooses periods and turns that fit. staging-owner, flags-load: notes, not rules. */
static model_constrain *const constraints[MODEL_RULES] = {
    [MODEL_DELAY] = model_delay,
    [MODEL_UNIT_TAKEN] = model_unit_taken,
    [MODEL_ISSUE_TAKEN] = model_issue_taken,
    [MODEL_COLUMN] = add_no_clauses,
    [MODEL_TAG] = add_no_clauses,
    [MODEL_OPERANDS] = model_operands,
    [MODEL_CAPACITY] = model_capacity,
    [MODEL_FORMAT] = add_no_clauses,
    [MODEL_STAGING_PAIR] = model_staging_pair,
    [MODEL_SWAP] = model_swap,
    [MODEL_SHIFT_LANES] = add_no_clauses,
    [MODEL_OVERWRITTEN] = model_overwritten,
    [MODEL_SHADOW] = model_shadow,
    [MODEL_STAGING_OWNER] = add_no_clauses,
    [MODEL_NO_FLAGS] = model_no_flags,
    [MODEL_FLAGS] = model_flags,
    [MODEL_FLAGS_LOAD] = add_no_clauses,
    [MODEL_STEP] = model_step,
    [MODEL_REPLAY] = add_no_clauses,
    [MODEL_GAPS] = model_gaps,
    [MODEL_DISCARD] = add_no_clauses,
    [MODEL_STALL] = model_stall,
    [MODEL_ADDRESS] = model_address,
};

static void constrain_by_rules(struct model *m)
{
    for (unsigned rule = 0; rule < MODEL_RULES; rule++) {
        m->cnf.guard = m->rules[rule];
        constraints[rule](m);
        m->cnf.guard = CNF_TRUE;
    }
}

static bool make_model_parts(struct model *m)
{
    const size_t count = m->graph->count;
    const bool good = find_makers(m) && find_loads(m) && model_find_held(m);

    m->is_macro = calloc(m->load_count + 1, sizeof *m->is_macro);
    if (!good || !m->is_macro)
        return false;
    for (size_t load = 0; load < m->load_count; load++)
        m->is_macro[load] = m->wants.no_macros ? CNF_FALSE : cnf_variable(&m->cnf);
    make_wanted(m);
    find_first_rows(m);
    find_last_rows(m);
    for (size_t i = 0; i < count; i++) {
        m->operations[i].scheduled = calloc(m->load_count + 1, sizeof *m->operations[i].scheduled);
        if (!m->operations[i].scheduled)
            return false;
        make_rows(m, i);
    }
    for (size_t i = 0; i < count; i++) {
        make_issue(m, i);
        make_cycles(m, i);
        make_result_literals(m, i);
        make_forms(m, i);
        make_slot_literals(m, i);
    }
    return model_choose_final(m) && model_sources(m);
}

bool model_make(struct model *m, const struct graph *graph, struct model_wants wants)
{
    *m = (struct model){.graph = graph, .wants = wants};
    m->free = ((1u << GRAPH_LREGS) - 1) & ~graph->kept;
    cnf_init(&m->cnf);
    m->gap_safe = cnf_variable(&m->cnf);
    m->no_clash = cnf_variable(&m->cnf);
    for (unsigned rule = 0; rule < MODEL_RULES; rule++)
        m->rules[rule] = wants.explain ? cnf_variable(&m->cnf) : CNF_TRUE;
    m->all_slots = wants.part ? cnf_variable(&m->cnf) : CNF_TRUE;
    m->operations = calloc(graph->count + 1, sizeof *m->operations);
    m->values = calloc((size_t)graph->values + 1, sizeof *m->values);
    if (!m->operations || !m->values || !make_model_parts(m))
        return false;
    model_order(m);
    model_carry(m);
    constrain_by_rules(m);
    return !m->cnf.no_memory;
}

void model_free(struct model *m)
{
    for (size_t i = 0; m->operations && i < m->graph->count; i++) {
        free(m->operations[i].scheduled);
        for (unsigned k = 0; k < GRAPH_SOURCES; k++)
            free(m->operations[i].made_by[k]);
    }
    for (int16_t value = 0; m->values && value < m->graph->values; value++)
        free(m->values[value].makers);
    for (unsigned i = 0; i < GRAPH_LREGS; i++) {
        free(m->carried[i].final);
        free(m->carried[i].held);
    }
    free(m->operations);
    free(m->values);
    free(m->loads);
    free(m->is_macro);
    cnf_free(&m->cnf);
    *m = (struct model){0};
}
