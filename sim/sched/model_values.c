/* Clauses independent of rules: values come from their makers, and accesses to a cell of Dst keep their order. */
#include "table_model.h"

#include <stdlib.h>

/* Adds clauses, under rule `shadow`: the reader starts when the maker's result has landed, or later. */
static void order_reader(struct model *m, int taken, size_t maker, size_t reader)
{
    const struct model_operation *p = &m->operations[maker], *r = &m->operations[reader];
    const unsigned latency = model_of(m, maker)->latency;

    m->cnf.guard = m->rules[MODEL_SHADOW];
    for (unsigned row = p->first; row <= p->last; row++) {
        const unsigned too_early = row + latency - 1;

        CNF_CLAUSE(&m->cnf, -taken, -p->at[row], too_early >= MODEL_ROWS ? CNF_FALSE : -r->started[too_early]);
    }
    m->cnf.guard = CNF_TRUE;
}

/* Adds clauses: only scheduled stores read L16; but an old value may stay in it. */
static void keep_staging(struct model *m, int taken, struct model_maker maker, size_t reader, unsigned source)
{
    const int staged = maker.result == 0 ? m->operations[maker.operation].to_staging : CNF_FALSE;

    model_begin_slot(m, reader, MODEL_SLOTS_OPERANDS, model_of(m, reader)->sources[source].slot);
    if (graph_is_store(model_of(m, reader)))
        CNF_CLAUSE(&m->cnf, -taken, -staged, -m->operations[reader].issued);
    else if (!model_only_stays(model_of(m, reader), source))
        CNF_CLAUSE(&m->cnf, -taken, -staged);
    m->cnf.guard = CNF_TRUE;
}

/* Adds clauses: a present operation takes the source's value, if wanted, from exactly one maker. */
static void choose_maker(struct model *m, size_t i, unsigned source, const struct model_value *value)
{
    const int wanted = cnf_and(&m->cnf, m->operations[i].present, value->wanted);

    cnf_exactly_one(&m->cnf, wanted, m->operations[i].made_by[source], value->count);
}

static bool make_source_makers(struct model *m, size_t i, unsigned source)
{
    struct model_operation *literals = &m->operations[i];
    const struct model_value *value = model_makers(m, &model_of(m, i)->sources[source]);

    if (value->count == 0)
        return true;
    literals->made_by[source] = calloc(value->count, sizeof *literals->made_by[source]);
    if (!literals->made_by[source])
        return false;
    for (size_t k = 0; k < value->count; k++) {
        const size_t maker = value->makers[k].operation;
        const bool only = value->count == 1 && value->wanted == CNF_TRUE;
        const int taken = maker == i ? CNF_FALSE : only ? literals->present : cnf_variable(&m->cnf);

        literals->made_by[source][k] = taken;
        CNF_CLAUSE(&m->cnf, -taken, m->operations[maker].present);
        if (maker != i) {
            order_reader(m, taken, maker, i);
            keep_staging(m, taken, value->makers[k], i, source);
        }
    }
    if (value->count > 1 || value->wanted != CNF_TRUE)
        choose_maker(m, i, source, value);
    return true;
}

/* Adds to the clause: a carried LReg hands on a result of the operation. */
static void add_final_literals(struct model *m, size_t i)
{
    for (unsigned n = 0; n < m->graph->carried_count; n++) {
        const struct model_value *exit = &m->values[m->graph->carried[n].exit];

        for (size_t maker = 0; maker < exit->count; maker++)
            if (exit->makers[maker].operation == i)
                cnf_literal(&m->cnf, m->carried[n].final[maker]);
    }
}

/* Adds clauses: an optional operation needs a purpose: a reader of its value, a carried LReg that hands it on, a load
 * of its cells, or, for a load, an operation to schedule. */
static void drop_useless_operation(struct model *m, size_t i)
{
    const size_t load = model_load(m, i);

    if (!model_of(m, i)->optional)
        return;
    cnf_begin(&m->cnf);
    cnf_literal(&m->cnf, -m->operations[i].present);
    if (load != SIZE_MAX)
        cnf_literal(&m->cnf, m->is_macro[load]);
    add_final_literals(m, i);
    for (size_t reader = 0; reader < m->graph->count; reader++) {
        if (graph_finds(model_of(m, reader), model_of(m, i)))
            cnf_literal(&m->cnf, m->operations[reader].present);
        for (unsigned source = 0; source < model_of(m, reader)->source_count; source++) {
            const struct model_value *value = model_makers(m, &model_of(m, reader)->sources[source]);

            for (size_t maker = 0; maker < value->count; maker++)
                if (value->makers[maker].operation == i)
                    cnf_literal(&m->cnf, m->operations[reader].made_by[source][maker]);
        }
    }
    cnf_end(&m->cnf);
}

/* Adds clauses: a load is present only with the stores whose cells it reads. */
static void require_store(struct model *m, size_t load)
{
    for (size_t i = 0; i < m->graph->count; i++)
        if (graph_finds(model_of(m, load), model_of(m, i)))
            CNF_CLAUSE(&m->cnf, -m->operations[load].present, m->operations[i].present);
}

static bool is_same_load(const struct graph_operation *a, const struct graph_operation *b)
{
    return a->address == b->address && a->mode == b->mode && a->version == b->version && a->region == b->region;
}

/* Adds clauses: a macro schedules at least one operation. */
static void require_macro_use(struct model *m, size_t load)
{
    cnf_begin(&m->cnf);
    cnf_literal(&m->cnf, -m->is_macro[load]);
    for (size_t i = 0; i < m->graph->count; i++)
        cnf_literal(&m->cnf, m->operations[i].scheduled[load]);
    cnf_end(&m->cnf);
}

/* Adds clauses: copies of a load are used in order, to exclude symmetric answers. */
static void order_copies(struct model *m)
{
    for (size_t i = 1; i < m->load_count; i++) {
        const struct model_operation *a = &m->operations[m->loads[i - 1]], *b = &m->operations[m->loads[i]];

        if (!is_same_load(model_of(m, m->loads[i - 1]), model_of(m, m->loads[i])))
            continue;
        CNF_CLAUSE(&m->cnf, -b->present, a->present);
        for (unsigned row = b->first; row <= b->last; row++)
            CNF_CLAUSE(&m->cnf, -b->at[row], row > 0 ? a->started[row - 1] : CNF_FALSE);
    }
}

/* Makes ends[row]: no operation starts after this row. Short tables are asked for by these literals. */
static void define_table_ends(struct model *m)
{
    for (unsigned row = 0; row < m->wants.rows; row++) {
        m->ends[row] = cnf_variable(&m->cnf);
        for (size_t i = 0; i < m->graph->count; i++)
            CNF_CLAUSE(&m->cnf, -m->ends[row], -m->operations[i].present, m->operations[i].started[row]);
    }
}

/* ---- Dst ---- */

/* Adds clauses: `first` starts in an earlier cycle than `second`, which belongs to the iteration `later` cycles
 * afterwards. */
static void order_strictly(struct model *m, size_t first, size_t second, unsigned later)
{
    const struct model_operation *a = &m->operations[first], *b = &m->operations[second];

    for (unsigned row = b->first; row <= b->last && row + later <= a->last; row++)
        CNF_CLAUSE(&m->cnf, -b->at[row], -a->present, row + later > 0 ? a->started[row + later - 1] : CNF_FALSE);
}

/* Orders two accesses of Dst within an iteration, and with each iteration that begins before the first has ended. */
static void order_pair(struct model *m, size_t first, size_t second)
{
    const struct graph_operation *a = model_of(m, first), *b = model_of(m, second);

    if (graph_comes_first(a, b) && graph_keeps_order(m->graph, a, b, 0))
        order_strictly(m, first, second, 0);
    for (unsigned n = 1; n * m->wants.period < m->wants.rows; n++)
        if (graph_keeps_order(m->graph, a, b, (int32_t)n * m->graph->rows))
            order_strictly(m, first, second, n * m->wants.period);
}

/* Adds clauses: accesses to a cell of Dst keep the kernel's order, within an iteration and between overlapping ones. */
static void order_cells(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (size_t k = 0; k < m->graph->count; k++)
            if (i != k && graph_reaches_dst(model_of(m, i)) && graph_reaches_dst(model_of(m, k)))
                order_pair(m, i, k);
}

/* ---- Entry points ---- */

bool model_sources(struct model *m)
{
    bool good = true;

    for (size_t i = 0; good && i < m->graph->count; i++)
        for (unsigned source = 0; good && source < model_of(m, i)->source_count; source++)
            good = make_source_makers(m, i, source);
    return good;
}

void model_order(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        drop_useless_operation(m, i);
    for (size_t load = 0; load < m->load_count; load++)
        require_macro_use(m, load);
    for (size_t load = 0; load < m->load_count; load++)
        require_store(m, m->loads[load]);
    order_copies(m);
    order_cells(m);
    define_table_ends(m);
}
