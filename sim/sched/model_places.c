/* Rows: operations that can share a cycle, or follow one another. */
#include "table_model.h"

#include "counter_steps.h"
#include "isa/timing.h"

#include <stdlib.h>

static unsigned find_next_cycle(const struct model *m, unsigned cycle)
{
    return (cycle + 1) % m->wants.period;
}

static bool is_on_unit(const struct graph_operation *o, enum sfp_unit unit)
{
    return o->unit == unit;
}

/* ---- delay ---- */

/* Adds clauses: a macro schedules operations 1 to 8 rows after its load. */
static void limit_delay(struct model *m, size_t i, size_t l)
{
    const struct model_operation *literals = &m->operations[i], *load = &m->operations[m->loads[l]];

    for (unsigned row = literals->first; row <= literals->last; row++) {
        CNF_CLAUSE(&m->cnf, -literals->scheduled[l], -literals->at[row], row > 0 ? load->started[row - 1] : CNF_FALSE);
        if (row > SFP_SEQUENCE_DELAYS)
            CNF_CLAUSE(&m->cnf, -literals->scheduled[l], -literals->at[row],
                       -load->started[row - 1 - SFP_SEQUENCE_DELAYS]);
    }
}

void model_delay(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (size_t load = 0; load < m->load_count; load++)
            if (m->operations[i].scheduled[load] != CNF_FALSE)
                limit_delay(m, i, load);
}

/* ---- unit-taken, issue-taken ---- */

static void limit_cycle_to_one(struct model *m, enum sfp_unit unit, unsigned cycle, bool issued)
{
    struct cnf_set set = {0};

    for (size_t i = 0; i < m->graph->count; i++)
        if (issued)
            cnf_set_add(&set, m->operations[i].issued_in[cycle]);
        else if (is_on_unit(model_of(m, i), unit))
            cnf_set_add(&set, m->operations[i].in_cycle[cycle]);
    cnf_at_most_one(&m->cnf, set.literals, set.count);
    m->cnf.no_memory |= set.no_memory;
    free(set.literals);
}

void model_unit_taken(struct model *m)
{
    for (unsigned unit = SFP_UNIT_SIMPLE; unit < SFP_UNITS; unit++)
        for (unsigned cycle = 0; cycle < m->wants.period; cycle++)
            limit_cycle_to_one(m, (enum sfp_unit)unit, cycle, false);
}

void model_issue_taken(struct model *m)
{
    for (unsigned cycle = 0; cycle < m->wants.period; cycle++)
        limit_cycle_to_one(m, SFP_UNIT_NONE, cycle, true);
}

/* ---- staging-pair ---- */

enum half { STAGING, LOWER, UPPER, HALVES };

/* Returns the half of a register by its number in the model. */
static enum half half_of(unsigned reg)
{
    return reg == MODEL_STAGING ? STAGING : reg < GRAPH_LREGS / 2 ? LOWER : UPPER;
}

/* As find_halves(), for an operation without a result: its VD is L0 if it is issued, and the loaded register if a macro
 * schedules it. */
static void find_halves_of_flags(struct model *m, const struct model_operation *literals, int at, unsigned turn,
                                 const int written[HALVES])
{
    CNF_CLAUSE(&m->cnf, -at, -literals->issued, written[LOWER]);
    for (size_t load = 0; load < m->load_count; load++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            CNF_CLAUSE(&m->cnf, -at, -literals->scheduled[load],
                       -m->operations[m->loads[load]].registers[0][turn][reg], written[half_of(reg)]);
}

/* Sets written[cycle][half], over the cycles of all turns, if the sub-unit starts an operation then whose VD is in this
 * half. */
static void find_halves(struct model *m, enum sfp_unit unit, int written[MODEL_ROWS][HALVES])
{
    const unsigned all = m->wants.turns * m->wants.period;

    for (unsigned half = 0; half < HALVES; half++)
        for (unsigned cycle = 0; cycle < all; cycle++)
            written[cycle][half] = cnf_variable(&m->cnf);
    for (size_t i = 0; i < m->graph->count; i++) {
        const struct model_operation *literals = &m->operations[i];
        const bool result = model_has_result(model_of(m, i), 0);

        if (!is_on_unit(model_of(m, i), unit))
            continue;
        for (unsigned turn = 0; turn < m->wants.turns; turn++)
            for (unsigned row = literals->first; row <= literals->last; row++) {
                const unsigned cycle = (row + turn * m->wants.period) % all;

                if (!result)
                    find_halves_of_flags(m, literals, literals->at[row], turn, written[cycle]);
                for (unsigned reg = 0; result && reg < MODEL_REGISTERS; reg++)
                    CNF_CLAUSE(&m->cnf, -literals->at[row], -literals->registers[0][turn][reg],
                               written[cycle][half_of(reg)]);
            }
    }
}

void model_staging_pair(struct model *m)
{
    const bool split = sfp_quirk(m->graph->arch, SFP_QUIRK_MACRO_PAIR_SPLIT);
    int simple[MODEL_ROWS][HALVES], round[MODEL_ROWS][HALVES];

    find_halves(m, SFP_UNIT_SIMPLE, simple);
    find_halves(m, SFP_UNIT_ROUND, round);
    for (unsigned cycle = 0; cycle < m->wants.turns * m->wants.period; cycle++) {
        for (unsigned half = 0; half < HALVES; half++)
            CNF_CLAUSE(&m->cnf, -simple[cycle][half], -round[cycle][half]);
        if (!split) {
            CNF_CLAUSE(&m->cnf, -simple[cycle][LOWER], -round[cycle][UPPER]);
            CNF_CLAUSE(&m->cnf, -simple[cycle][UPPER], -round[cycle][LOWER]);
        }
    }
}

/* ---- swap ---- */

static void clear_around_swap(struct model *m, size_t swap, unsigned s)
{
    const struct model_operation *literals = &m->operations[swap];
    const unsigned next = find_next_cycle(m, s);

    for (size_t i = 0; i < m->graph->count; i++) {
        const struct graph_operation *o = model_of(m, i);
        const struct model_operation *other = &m->operations[i];

        if (is_on_unit(o, SFP_UNIT_MAD))
            CNF_CLAUSE(&m->cnf, literals->issued, -literals->in_cycle[s], -other->in_cycle[s]);
        if (is_on_unit(o, SFP_UNIT_SIMPLE)) {
            CNF_CLAUSE(&m->cnf, literals->issued, -literals->in_cycle[s], -other->in_cycle[next]);
            CNF_CLAUSE(&m->cnf, other->issued, -literals->in_cycle[s], -other->in_cycle[next]);
        }
        if (is_on_unit(o, SFP_UNIT_ROUND))
            CNF_CLAUSE(&m->cnf, literals->issued, -literals->in_cycle[s], -other->in_cycle[next]);
    }
}

void model_swap(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned cycle = 0; cycle < m->wants.period && model_of(m, i)->insn->id == SFP_I_SFPSWAP; cycle++)
            clear_around_swap(m, i, cycle);
}

/* ---- stall ---- */

/* Adds clauses: after `holder` is issued, no operation is issued in the next cycle. */
static void leave_next_cycle_free(struct model *m, size_t holder)
{
    for (unsigned cycle = 0; cycle < m->wants.period; cycle++)
        for (size_t i = 0; i < m->graph->count; i++)
            CNF_CLAUSE(&m->cnf, -m->operations[holder].issued_in[cycle],
                       -m->operations[i].issued_in[find_next_cycle(m, cycle)]);
}

/* Does the scoreboard see a read in this slot? */
static bool is_seen_by_scoreboard(const struct graph_operation *o, unsigned slot)
{
    static const uint8_t resources[] = {
        [GRAPH_VA] = SFP_R_VA, [GRAPH_VB] = SFP_R_VB, [GRAPH_VC] = SFP_R_VC, [GRAPH_B] = SFP_R_B, [GRAPH_VD] = SFP_R_VD,
        [GRAPH_NAMED] = SFP_R_L7,
    };
    const uint32_t seen = sfp_resources_seen(o->insn, o->mode, sfp_field(o->insn, o->word, SFP_F_VD));

    return seen >> resources[slot] & 1 || (slot == GRAPH_B && seen >> SFP_R_VD & 1);
}

/* Sets pending[register][cycle], over the cycles of all turns, if an issued multiply-add to the register starts
 * then. */
static void find_pending(struct model *m, int pending[GRAPH_LREGS][MODEL_ROWS])
{
    const unsigned all = m->wants.turns * m->wants.period;

    for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
        for (unsigned cycle = 0; cycle < all; cycle++)
            pending[reg][cycle] = cnf_variable(&m->cnf);
    for (size_t i = 0; i < m->graph->count; i++) {
        const struct model_operation *literals = &m->operations[i];

        for (unsigned turn = 0; turn < m->wants.turns && is_on_unit(model_of(m, i), SFP_UNIT_MAD); turn++)
            for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
                for (unsigned row = literals->first; row <= literals->last; row++)
                    CNF_CLAUSE(&m->cnf, -literals->at[row], -literals->issued, -literals->registers[0][turn][reg],
                               pending[reg][(row + turn * m->wants.period) % all]);
    }
}

static void forbid_pending_read(struct model *m, size_t reader, int taken, struct model_maker maker,
                                int pending[GRAPH_LREGS][MODEL_ROWS])
{
    const struct model_operation *r = &m->operations[reader];
    const unsigned all = m->wants.turns * m->wants.period;

    for (unsigned turn = 0; turn < m->wants.turns; turn++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            for (unsigned row = r->first; row <= r->last; row++)
                CNF_CLAUSE(&m->cnf, -taken, -r->issued, -r->at[row], -model_register(m, maker, turn, reg),
                           -pending[reg][(row + turn * m->wants.period + all - 1) % all]);
}

static void watch_multiply_adds(struct model *m)
{
    int pending[GRAPH_LREGS][MODEL_ROWS];

    find_pending(m, pending);
    for (size_t reader = 0; reader < m->graph->count; reader++)
        for (unsigned source = 0; source < model_of(m, reader)->source_count; source++) {
            const struct model_value *value = model_makers(m, &model_of(m, reader)->sources[source]);

            for (size_t maker = 0; maker < value->count &&
                               is_seen_by_scoreboard(model_of(m, reader), model_of(m, reader)->sources[source].slot);
                 maker++)
                forbid_pending_read(m, reader, m->operations[reader].made_by[source][maker], value->makers[maker],
                                    pending);
        }
}

void model_stall(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        if (sfp_interlocks(model_of(m, i)->insn, m->graph->arch, model_of(m, i)->mode))
            leave_next_cycle_free(m, i);
    if (sfp_quirk(m->graph->arch, SFP_QUIRK_MAD_INTERLOCK))
        watch_multiply_adds(m);
}

/* ---- step ---- */

static unsigned count_stores(const struct graph *g)
{
    unsigned count = 0;

    for (size_t i = 0; i < g->count; i++)
        count += graph_is_store(&g->operations[i]);
    return count;
}

/* Counts the loads that every table has. */
static unsigned count_certain_loads(const struct model *m)
{
    unsigned count = 0;

    for (size_t load = 0; load < m->load_count; load++)
        count += m->operations[m->loads[load]].present == CNF_TRUE;
    return count;
}

/* Returns a literal that implies that at least `least` loads are present. */
static int require_loads(struct model *m, unsigned least)
{
    int enough[MODEL_OPERATIONS + 1] = {[0] = CNF_TRUE}; /* [n]: at least n of the loads so far are present */

    for (unsigned n = 1; n <= least; n++)
        enough[n] = CNF_FALSE;
    for (size_t load = 0; load < m->load_count; load++)
        for (unsigned n = least; n > 0; n--) {
            const int before = enough[n];

            enough[n] = cnf_variable(&m->cnf);
            CNF_CLAUSE(&m->cnf, -enough[n], before, enough[n - 1]);
            CNF_CLAUSE(&m->cnf, -enough[n], before, m->operations[m->loads[load]].present);
        }
    return enough[least];
}

/* Adds clauses: enough operations can step the counter of Dst: in a table the loads, or the stores if the table has no
 * load; in an order both. An order without loads and stores does not use the counter. */
void model_step(struct model *m)
{
    const unsigned steps = counter_steps_needed(m->graph), stores = count_stores(m->graph);
    const unsigned least = !m->wants.in_order ? steps : steps > stores ? steps - stores : 0;
    int enough;

    if (least <= count_certain_loads(m) || least > MODEL_OPERATIONS || (least == 1 && stores >= steps))
        return;
    enough = require_loads(m, least);
    for (size_t load = 0; load < m->load_count; load++)
        CNF_CLAUSE(&m->cnf, -m->operations[m->loads[load]].present, enough);
    if (stores < steps && !(m->wants.in_order && stores == 0))
        CNF_CLAUSE(&m->cnf, enough);
}
