/* Flags: while a region's flags are set, only the region's operations work. */
#include "table_model.h"

#include "graph_parts.h"
#include "isa/modes.h"

/* ---- Regions ---- */

static bool is_inside(const struct model *m, size_t i, size_t region)
{
    return model_of(m, i)->region == (int16_t)region;
}

/* Adds clauses: the operation starts after the region's opening operation, and not after its closing operation. */
static void stay_inside(struct model *m, size_t i, const struct graph_region *region)
{
    const struct model_operation *literals = &m->operations[i];
    const struct model_operation *opens = &m->operations[region->opens], *closes = &m->operations[region->closes];

    for (unsigned row = literals->first; row <= literals->last; row++) {
        CNF_CLAUSE(&m->cnf, -literals->at[row], row > 0 ? opens->started[row - 1] : CNF_FALSE);
        if (i != region->closes)
            CNF_CLAUSE(&m->cnf, -literals->at[row], row > 0 ? -closes->started[row - 1] : CNF_TRUE);
    }
}

/* Sets set[cycle] for each cycle with the region's flags in force: after its opening operation, up to its closing
 * operation. Because the opening operation is outside the region, these are at most a period. */
static void find_set_cycles(struct model *m, const struct graph_region *region, int set[])
{
    const struct model_operation *opens = &m->operations[region->opens], *closes = &m->operations[region->closes];

    for (unsigned cycle = 0; cycle < m->wants.period; cycle++)
        set[cycle] = cnf_variable(&m->cnf);
    for (unsigned row = 0; row < m->wants.rows; row++) {
        const int opened = row > 0 ? opens->started[row - 1] : CNF_FALSE,
                  closed = row > 0 ? closes->started[row - 1] : CNF_FALSE;

        CNF_CLAUSE(&m->cnf, -opened, closed, set[row % m->wants.period]);
    }
}

/* Returns whether the operation may stand in a cycle with the region's flags in force. */
static bool can_be_inside(const struct model *m, size_t i, size_t region)
{
    return is_inside(m, i, region) || graph_ignores_flags(model_of(m, i)->insn, model_of(m, i)->mode);
}

static void keep_others_out(struct model *m, size_t region, const int set[])
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned cycle = 0; cycle < m->wants.period && !can_be_inside(m, i, region); cycle++)
            CNF_CLAUSE(&m->cnf, -m->operations[i].in_cycle[cycle], -set[cycle]);
}

static void constrain_region(struct model *m, size_t region)
{
    const struct graph_region *r = &m->graph->regions[region];
    int set[MODEL_ROWS];

    for (size_t i = 0; i < m->graph->count; i++)
        if (is_inside(m, i, region))
            stay_inside(m, i, r);
    find_set_cycles(m, r, set);
    keep_others_out(m, region, set);
}

/* ---- flags ---- */

/* Under `no_clash`, keeps the sub-units that flags-clash concerns idle in the cycle in which flags change. */
static void keep_units_still(struct model *m, size_t changer)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned cycle = 0; cycle < m->wants.period && model_can_clash(model_of(m, i)); cycle++)
            CNF_CLAUSE(&m->cnf, -m->no_clash, -m->operations[changer].in_cycle[cycle],
                       -m->operations[i].in_cycle[cycle]);
}

void model_flags(struct model *m)
{
    for (size_t region = 0; region < m->graph->region_count; region++)
        constrain_region(m, region);
    for (size_t i = 0; i < m->graph->count; i++)
        if (model_of(m, i)->changes_flags)
            keep_units_still(m, i);
}

/* ---- no-flags ---- */

/* Adds clauses: an operation that changes flags for others leaves its result in a register, not in L16. */
void model_no_flags(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        if (model_of(m, i)->changes_flags)
            CNF_CLAUSE(&m->cnf, -m->operations[i].to_staging);
}
