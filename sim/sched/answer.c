/* Builds the answer from the solver's assignment. */
#include "answer.h"

#include <stdlib.h>

bool answer_is_macro(const struct answer *a, size_t operation)
{
    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present && a->operations[i].load == (int)operation)
            return true;
    return false;
}

void answer_free(struct answer *a)
{
    free(a->operations);
    *a = (struct answer){0};
}

static unsigned find_answer_row(const struct model *m, const struct sat *s, size_t i)
{
    unsigned row = m->operations[i].first;

    while (row < m->operations[i].last && !sat_is(s, m->operations[i].at[row]))
        row++;
    return row;
}

static int find_scheduling_load(const struct model *m, const struct sat *s, size_t i)
{
    for (size_t load = 0; load < m->load_count; load++)
        if (sat_is(s, m->operations[i].scheduled[load]))
            return m->loads[load];
    return ANSWER_NONE;
}

static uint8_t find_result_register(const struct model *m, const struct sat *s, struct model_maker maker, unsigned turn)
{
    for (uint8_t reg = 0; reg < GRAPH_LREGS; reg++)
        if (sat_is(s, model_register(m, maker, turn, reg)))
            return reg;
    return SFP_STAGING_LREG;
}

static uint8_t find_source_register(const struct model *m, const struct sat *s, size_t i, unsigned source,
                                    unsigned turn)
{
    const struct graph_source *from = &model_of(m, i)->sources[source];
    const struct model_value *value = model_makers(m, from);

    for (size_t maker = 0; maker < value->count; maker++)
        if (sat_is(s, m->operations[i].made_by[source][maker]))
            return find_result_register(m, s, value->makers[maker], turn);
    return from->lreg;
}

static bool takes_result_of(const struct model *m, const struct sat *s, size_t reader, size_t maker)
{
    for (unsigned source = 0; source < model_of(m, reader)->source_count; source++) {
        const struct model_value *value = model_makers(m, &model_of(m, reader)->sources[source]);

        for (size_t way = 0; way < value->count; way++)
            if (value->makers[way].operation == maker && sat_is(s, m->operations[reader].made_by[source][way]))
                return true;
    }
    return false;
}

static bool is_result_taken(const struct model *m, const struct sat *s, size_t maker)
{
    for (size_t i = 0; i < m->graph->count; i++)
        if (sat_is(s, m->operations[i].present) && takes_result_of(m, s, i, maker))
            return true;
    return false;
}

/* An issued operation with slot B names one register as source and as result. If its sources have changed places in
 * this turn but not in turn 0, or only in turn 0, exchanges the registers of its two sources, so that slots stay
 * those of turn 0. */
static void keep_slots_of_turn_0(const struct graph_operation *g, struct answer_operation *o, unsigned turn)
{
    for (unsigned source = 0; source < g->source_count; source++)
        for (unsigned with = 0; with < g->source_count && g->sources[source].slot == GRAPH_B; with++)
            if (with != source && model_other_slot(g, GRAPH_B) == (enum graph_slot)g->sources[with].slot) {
                const uint8_t reg = o->sources[source][turn];

                o->sources[source][turn] = o->sources[with][turn];
                o->sources[with][turn] = reg;
            }
}

static void take_answer_operation(struct answer *a, const struct model *m, const struct sat *s, size_t i)
{
    struct answer_operation *o = &a->operations[i];

    o->present = sat_is(s, m->operations[i].present);
    if (!o->present)
        return;
    o->read = is_result_taken(m, s, i);
    o->row = find_answer_row(m, s, i);
    o->load = find_scheduling_load(m, s, i);
    o->to_staging = sat_is(s, m->operations[i].to_staging);
    for (unsigned turn = 0; turn < m->wants.turns; turn++) {
        o->exchanged[turn] = sat_is(s, m->operations[i].exchanged[model_kind(m, turn)]);
        for (uint8_t k = 0; k < GRAPH_RESULTS; k++)
            if (model_has_result(model_of(m, i), k))
                o->registers[k][turn] = find_result_register(m, s, (struct model_maker){(uint16_t)i, k}, turn);
        for (unsigned k = 0; k < model_of(m, i)->source_count; k++)
            o->sources[k][turn] = find_source_register(m, s, i, k, turn);
        if (o->load == ANSWER_NONE && o->exchanged[turn] != o->exchanged[0])
            keep_slots_of_turn_0(model_of(m, i), o, turn);
    }
}

/* Counts the rows of the answer, after moving its first row to 0. */
static void count_answer_rows(struct answer *a)
{
    unsigned first = MODEL_ROWS;

    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present && a->operations[i].row < first)
            first = a->operations[i].row;
    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present) {
            a->operations[i].row -= first;
            if (a->operations[i].row + 1 > a->rows)
                a->rows = a->operations[i].row + 1;
        }
}

static bool has_clash_with(const struct answer *a, size_t changer)
{
    const unsigned cycle = a->operations[changer].row % a->wants.period;

    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present && model_can_clash(&a->graph->operations[i]) &&
            a->operations[i].row % a->wants.period == cycle)
            return true;
    return false;
}

static bool has_flags_clash(const struct answer *a)
{
    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present && a->graph->operations[i].changes_flags && has_clash_with(a, i))
            return true;
    return false;
}

bool answer_take(struct answer *a, const struct model *m, const struct sat *s)
{
    *a = (struct answer){.graph = m->graph, .wants = m->wants,
                         .operations = calloc(m->graph->count + 1, sizeof *a->operations)};
    if (!a->operations)
        return false;
    for (size_t i = 0; i < m->graph->count; i++)
        take_answer_operation(a, m, s, i);
    for (unsigned template = 0; template < SFP_TEMPLATES && !m->wants.no_macros; template++)
        a->templates += sat_is(s, m->templates_used[template]);
    for (unsigned macro = 0; macro < SFP_SEQUENCES && !m->wants.no_macros; macro++)
        a->macros += sat_is(s, m->macros_used[macro]);
    a->gap_safe = sat_is(s, m->gap_safe);
    a->clashes = has_flags_clash(a);
    count_answer_rows(a);
    return true;
}
