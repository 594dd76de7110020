/*
 * Carried LRegs. The LReg holds, in this order: what the previous iteration hands on (its final result) until the last
 * read of it, then results of the iteration that replace each other, and last the iteration's final result. No other
 * result is ever in the LReg, so that the first iteration finds what the code before the loop has set, and the code
 * after the loop what the last iteration hands on. Of an LReg that only the code after the loop reads, any result can
 * be there before the final one.
 */
#include "table_model.h"

#include <stdlib.h>

/* ---- Results that a carried LReg can hold ---- */

/* Returns whether result `k` of the operation can be in the register of this source. */
static bool can_replace_source(const struct graph_operation *o, unsigned k, unsigned source)
{
    const enum graph_slot slot = (enum graph_slot)o->sources[source].slot;

    return o->results[k].in_place == (int8_t)source ||
           (k == 0 && (model_shares_result(o, &o->sources[source], slot) ||
                       model_shares_result(o, &o->sources[source], model_other_slot(o, slot))));
}

/* Marks in `held` the values that can stand in the place of a held value, and the values in whose place a held value
 * can stand. Returns whether a mark is new. */
static bool mark_replaced(const struct graph *g, const struct graph_operation *o, bool *held)
{
    bool more = false;

    for (unsigned k = 0; k < GRAPH_RESULTS; k++)
        for (unsigned source = 0; model_has_result(o, k) && source < o->source_count; source++) {
            const int16_t value = o->sources[source].value;

            if (value == GRAPH_NONE || !can_replace_source(o, k, source) || held[value] == held[o->results[k].value])
                continue;
            if (held[o->results[k].value] && graph_carried_entry(g, value))
                continue;
            more = held[value] = held[o->results[k].value] = true;
        }
    return more;
}

/* Sets held[v] for the values that the carried LReg can hold: all values, if it hands nothing to the next iteration. */
static void mark_held_values(const struct graph *g, const struct graph_carried *carried, bool *held)
{
    bool more = true;

    for (int16_t value = 0; value < g->values; value++)
        held[value] = carried->entry == GRAPH_NONE || value == carried->entry || value == carried->exit;
    while (more) {
        more = false;
        for (size_t i = 0; i < g->count; i++)
            more |= mark_replaced(g, &g->operations[i], held);
    }
}

bool model_can_hold(const struct model *m, struct model_maker maker, unsigned lreg)
{
    const int16_t value = model_of(m, maker.operation)->results[maker.result].value;

    for (unsigned n = 0; n < m->graph->carried_count; n++)
        if (m->graph->carried[n].lreg == lreg)
            return m->carried[n].held[value];
    return m->free >> lreg & 1;
}

bool model_find_held(struct model *m)
{
    for (unsigned n = 0; n < m->graph->carried_count; n++) {
        m->carried[n].held = calloc((size_t)m->graph->values + 1, sizeof *m->carried[n].held);
        if (!m->carried[n].held)
            return false;
        mark_held_values(m->graph, &m->graph->carried[n], m->carried[n].held);
    }
    return true;
}

/* ---- The final result ---- */

/* Adds clauses: the result, if final, is in the carried LReg; another result of the same value is not. */
static void place_final(struct model *m, const struct graph_carried *carried, struct model_maker maker, int final)
{
    CNF_CLAUSE(&m->cnf, -final, m->operations[maker.operation].present);
    for (unsigned turn = 0; turn < m->wants.turns; turn++) {
        CNF_CLAUSE(&m->cnf, -final, model_register(m, maker, turn, carried->lreg));
        CNF_CLAUSE(&m->cnf, final, -model_register(m, maker, turn, carried->lreg));
    }
}

bool model_choose_final(struct model *m)
{
    for (unsigned n = 0; n < m->graph->carried_count; n++) {
        const struct graph_carried *carried = &m->graph->carried[n];
        const struct model_value *exit = &m->values[carried->exit];

        m->carried[n].final = calloc(exit->count + 1, sizeof *m->carried[n].final);
        if (!m->carried[n].final)
            return false;
        for (size_t maker = 0; maker < exit->count; maker++) {
            m->carried[n].final[maker] = cnf_variable(&m->cnf);
            place_final(m, carried, exit->makers[maker], m->carried[n].final[maker]);
        }
        cnf_exactly_one(&m->cnf, exit->wanted, m->carried[n].final, exit->count);
    }
    return true;
}

/* ---- Order of reads and results ---- */

static bool reads_entry(const struct graph_operation *o, const struct graph_carried *carried)
{
    for (unsigned source = 0; source < o->source_count && carried->entry != GRAPH_NONE; source++)
        if (o->sources[source].value == carried->entry)
            return true;
    return false;
}

/* Returns the literal that the operation starts in this row or an earlier one. */
static int find_started(const struct model *m, size_t i, int row)
{
    return row < 0 ? CNF_FALSE : row < MODEL_ROWS ? m->operations[i].started[row] : m->operations[i].present;
}

/* Adds clauses: the reader starts when the previous iteration's final result has landed, or later. */
static void read_after_landing(struct model *m, struct model_maker maker, int final, size_t reader)
{
    const struct model_operation *p = &m->operations[maker.operation];

    m->cnf.guard = m->rules[MODEL_SHADOW];
    for (unsigned row = p->first; row <= p->last; row++)
        CNF_CLAUSE(&m->cnf, -final, -p->at[row],
                   -find_started(m, reader, (int)(row + model_of(m, maker.operation)->latency) -
                                                (int)m->wants.period - 1));
    m->cnf.guard = CNF_TRUE;
}

/* Adds clauses: if `there`, a result of the maker is in the carried LReg; the reader of the entry has read it when the
 * maker starts, or in that cycle. */
static void read_before_replaced(struct model *m, struct model_maker maker, int there, size_t reader)
{
    const struct model_operation *p = &m->operations[maker.operation], *r = &m->operations[reader];
    const int late = (int)model_reads_late(model_of(m, reader));

    if (reader == maker.operation)
        return;
    m->cnf.guard = m->rules[MODEL_OVERWRITTEN];
    for (unsigned row = p->first; row <= p->last; row++)
        CNF_CLAUSE(&m->cnf, -there, -p->at[row], -r->present, find_started(m, reader, (int)row - late));
    m->cnf.guard = CNF_TRUE;
}

/* Adds clauses: if `there`, a result of `maker` is in the carried LReg, and lands before the final result. */
static void land_before_final(struct model *m, struct model_maker maker, int there, struct model_maker last, int final)
{
    const struct model_operation *p = &m->operations[maker.operation];
    const int later = (int)model_of(m, maker.operation)->latency - (int)model_of(m, last.operation)->latency;

    if (maker.operation == last.operation)
        return;
    m->cnf.guard = m->rules[MODEL_OVERWRITTEN];
    for (unsigned row = p->first; row <= p->last; row++)
        CNF_CLAUSE(&m->cnf, -there, -p->at[row], -final, -find_started(m, last.operation, (int)row + later));
    m->cnf.guard = CNF_TRUE;
}

/* Adds the clauses for a result that can be in the carried LReg. */
static void carry_result(struct model *m, unsigned n, struct model_maker maker)
{
    const struct graph_carried *carried = &m->graph->carried[n];
    const struct model_value *exit = &m->values[carried->exit];

    for (unsigned turn = 0; turn < m->wants.turns; turn++) {
        const int there = model_register(m, maker, turn, carried->lreg);

        if (there == CNF_FALSE)
            continue;
        for (size_t reader = 0; reader < m->graph->count; reader++)
            if (reads_entry(model_of(m, reader), carried))
                read_before_replaced(m, maker, there, reader);
        for (size_t last = 0; last < exit->count; last++)
            land_before_final(m, maker, there, exit->makers[last], m->carried[n].final[last]);
    }
}

static void carry_lreg(struct model *m, unsigned n)
{
    const struct graph_carried *carried = &m->graph->carried[n];
    const struct model_value *exit = &m->values[carried->exit];

    for (size_t reader = 0; reader < m->graph->count; reader++)
        for (size_t maker = 0; maker < exit->count && reads_entry(model_of(m, reader), carried); maker++)
            read_after_landing(m, exit->makers[maker], m->carried[n].final[maker], reader);
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            if (model_has_result(model_of(m, i), result))
                carry_result(m, n, (struct model_maker){(uint16_t)i, (uint8_t)result});
}

void model_carry(struct model *m)
{
    for (unsigned n = 0; n < m->graph->carried_count; n++)
        carry_lreg(m, n);
}
