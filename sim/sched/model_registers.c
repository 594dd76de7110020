/* Registers: a value has its register to itself from landing to its last read. */
#include "table_model.h"

#include "graph_parts.h"
#include "isa/modes.h"

#include <stdlib.h>

/* count_all_cycles() returns the cycles after which the choice of registers repeats; find_turn_cycle(), a row's cycle
 * among them. */
static unsigned count_all_cycles(const struct model *m)
{
    return m->wants.turns * m->wants.period;
}

static unsigned find_turn_cycle(const struct model *m, unsigned row, unsigned turn)
{
    return (row + turn * m->wants.period) % count_all_cycles(m);
}

/* Called for each reading: operation `reader` reads the result `maker` if the literal `taken` is true. */
typedef void each_reading(struct model *m, void *context, size_t reader, int taken, struct model_maker maker);

static void for_each_reading(struct model *m, each_reading *each, void *context)
{
    for (size_t reader = 0; reader < m->graph->count; reader++)
        for (unsigned source = 0; source < model_of(m, reader)->source_count; source++) {
            const struct model_value *value = model_makers(m, &model_of(m, reader)->sources[source]);

            for (size_t maker = 0; maker < value->count; maker++)
                if (m->operations[reader].made_by[source][maker] != CNF_FALSE)
                    each(m, context, reader, m->operations[reader].made_by[source][maker], value->makers[maker]);
        }
}

/* ---- overwritten: when a register is taken ---- */

/* Adds clauses: a result stays live until `reader` has read it, if `taken`. */
static void keep_live_until_read(struct model *m, void *context, size_t reader, int taken, struct model_maker maker)
{
    const struct model_operation *p = &m->operations[maker.operation], *r = &m->operations[reader];
    const unsigned latency = model_of(m, maker.operation)->latency, late = model_reads_late(model_of(m, reader));

    (void)context;
    for (unsigned row = p->first + latency; row <= r->last + late && row < MODEL_ROWS + latency; row++)
        CNF_CLAUSE(&m->cnf, -taken, -p->started[row - latency],
                   row >= 1 + late && row - 1 - late < MODEL_ROWS ? r->started[row - 1 - late] : CNF_FALSE,
                   p->live[maker.result][row]);
}

/* Adds clauses: a result is live when it lands, even if unread, and no longer than until its next copy lands. */
static void keep_live_from_landing(struct model *m, size_t i, unsigned result)
{
    const struct model_operation *literals = &m->operations[i];

    for (unsigned t = literals->first; t <= literals->last; t++)
        CNF_CLAUSE(&m->cnf, -literals->at[t], literals->live[result][t + model_of(m, i)->latency]);
    for (unsigned row = 0; row + count_all_cycles(m) < MODEL_ROWS + 4; row++)
        CNF_CLAUSE(&m->cnf, -literals->live[result][row], -literals->live[result][row + count_all_cycles(m)]);
}

/* Adds to taken[cycle] a literal for each result in the register in that cycle. */
static void collect_register_users(struct model *m, unsigned reg, struct cnf_set taken[])
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            for (unsigned turn = 0; turn < m->wants.turns; turn++) {
                const struct model_operation *literals = &m->operations[i];
                int in_cycle[MODEL_ROWS + 4] = {0};

                if (literals->registers[result][turn][reg] == CNF_FALSE)
                    continue;
                for (unsigned row = literals->first; row < m->wants.rows + SFP_MAX_LATENCY; row++) {
                    int *taken_in = &in_cycle[find_turn_cycle(m, row, turn)];

                    if (literals->live[result][row] == CNF_FALSE)
                        continue;
                    if (!*taken_in) {
                        *taken_in = cnf_variable(&m->cnf);
                        cnf_set_add(&taken[find_turn_cycle(m, row, turn)], *taken_in);
                    }
                    CNF_CLAUSE(&m->cnf, -literals->registers[result][turn][reg], -literals->live[result][row],
                               *taken_in);
                }
            }
}

static void share_register(struct model *m, unsigned reg)
{
    struct cnf_set taken[MODEL_ROWS + 4] = {0};

    collect_register_users(m, reg, taken);
    for (unsigned cycle = 0; cycle < count_all_cycles(m); cycle++) {
        cnf_at_most_one(&m->cnf, taken[cycle].literals, taken[cycle].count);
        m->cnf.no_memory |= taken[cycle].no_memory;
        free(taken[cycle].literals);
    }
}

/* Adds clauses: a result made in place gets its source's register. */
static void keep_in_place(struct model *m, size_t i, unsigned result)
{
    const struct graph_operation *o = model_of(m, i);
    const unsigned source = (unsigned)o->results[result].in_place;
    const struct graph_carried *carried;
    const struct model_value *value;

    if (o->results[result].in_place == GRAPH_NONE)
        return;
    value = model_makers(m, &o->sources[source]);
    carried = graph_carried_entry(m->graph, o->sources[source].value);
    for (unsigned turn = 0; turn < m->wants.turns && carried; turn++)
        CNF_CLAUSE(&m->cnf, -m->operations[i].present, m->operations[i].registers[result][turn][carried->lreg]);
    for (size_t maker = 0; maker < value->count; maker++)
        for (unsigned turn = 0; turn < m->wants.turns; turn++)
            for (unsigned reg = 0; reg < MODEL_REGISTERS; reg++)
                CNF_CLAUSE(&m->cnf, -m->operations[i].made_by[source][maker],
                           -model_register(m, value->makers[maker], turn,
                                           reg), m->operations[i].registers[result][turn][reg]);
}

void model_overwritten(struct model *m)
{
    for_each_reading(m, keep_live_until_read, NULL);
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            if (model_has_result(model_of(m, i), result)) {
                keep_live_from_landing(m, i, result);
                keep_in_place(m, i, result);
            }
    for (unsigned reg = 0; reg < MODEL_REGISTERS; reg++)
        share_register(m, reg);
}

/* ---- shadow: an operation that reads a register before a pending result lands finds the old value ---- */

static void shut_shadow(struct model *m, size_t i, unsigned result, int unless, int nor_if)
{
    const struct model_operation *literals = &m->operations[i];

    for (unsigned later = 1; later < model_of(m, i)->latency; later++)
        for (unsigned row = literals->first; row <= literals->last; row++)
            CNF_CLAUSE(&m->cnf, unless, -literals->at[row], nor_if, literals->live[result][row + later]);
}

/* Makes results occupy their registers while pending, so that no operation finds an old value there. Without `gaps`:
 * except in L16. With `gaps`: only results of scheduled operations, because scheduled readers keep pace with issued
 * ones. */
static void shut_shadows(struct model *m, int unless, bool gaps)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            if (model_has_result(model_of(m, i), result) && !model_reads_late(model_of(m, i)))
                shut_shadow(m, i, result, unless, gaps ? m->operations[i].issued : m->operations[i].to_staging);
}

/* By register and cycle of all turns: literal for a pending result. */
struct pending_results {
    int lregs[GRAPH_LREGS][MODEL_ROWS + 4];
};

/* Adds the clauses of `lregs` for a result. An issued SFPSWAP holds the thread until its results land, so that no word
 * can read them early; a scheduled one does not. */
static void find_pending_results(struct model *m, struct pending_results *u, size_t i, unsigned result)
{
    const struct model_operation *literals = &m->operations[i];
    const int holding = model_reads_late(model_of(m, i)) ? literals->issued : CNF_FALSE;

    for (unsigned turn = 0; turn < m->wants.turns; turn++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            for (unsigned row = literals->first; row <= literals->last; row++)
                for (unsigned later = 1; later < model_of(m, i)->latency; later++)
                    CNF_CLAUSE(&m->cnf, -literals->at[row], holding, -literals->registers[result][turn][reg],
                               u->lregs[reg][find_turn_cycle(m, row + later, turn)]);
}

/* Returns whether a cell can say that the operation reads an old value. SFPLUT and SFPLUTFP32 read L3 and their tables
 * without an operand that could carry the mark. */
static bool can_mark_old(const struct graph_operation *o)
{
    for (unsigned source = 0; source < o->source_count; source++)
        if (o->sources[source].slot == GRAPH_FIXED)
            return false;
    return true;
}

static void forbid_reading_pending(struct model *m, void *context, size_t reader, int taken, struct model_maker maker)
{
    const struct pending_results *u = context;
    const struct model_operation *r = &m->operations[reader];
    const int scheduled = can_mark_old(model_of(m, reader)) ? -r->issued : CNF_FALSE;

    for (unsigned turn = 0; turn < m->wants.turns; turn++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            for (unsigned row = r->first; row <= r->last; row++)
                CNF_CLAUSE(&m->cnf, -taken, scheduled, -r->at[row], -model_register(m, maker, turn, reg),
                           -u->lregs[reg][find_turn_cycle(m, row, turn)]);
}

/* Returns whether another operation can find an old value in operation i's registers while the results of `i` are
 * pending. Without shadows only SFPSWAP's registers can have one: until SFPSWAP's second cycle they hold its
 * operands. */
static bool leaves_old_value(const struct model *m, size_t i)
{
    return m->wants.shadows || (model_reads_late(model_of(m, i)) && !m->wants.no_macros);
}

/* Forbids issued words to read a register with a pending result. The result would be defined, but sfpsim reports
 * mad-raw, stall-miss or macro-raw (sfpu-findings(7)). For scheduled readers, macro-old-value is only advice; forbids
 * it to those whose cell cannot mark the old value. */
static void read_old_by_macros_only(struct model *m)
{
    struct pending_results u;
    bool any = false;

    for (size_t i = 0; i < m->graph->count; i++)
        any |= leaves_old_value(m, i);
    if (!any)
        return;
    for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
        for (unsigned cycle = 0; cycle < count_all_cycles(m); cycle++)
            u.lregs[reg][cycle] = cnf_variable(&m->cnf);
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            if (model_has_result(model_of(m, i), result) && leaves_old_value(m, i))
                find_pending_results(m, &u, i, result);
    for_each_reading(m, forbid_reading_pending, &u);
}

/* Forbids pending results while L7 names a source: macro-old-value assumes that L7 can name any register. */
static void forbid_naming_pending(struct model *m, size_t reader)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned cycle = 0; cycle < m->wants.period; cycle++)
            for (unsigned later = 1; model_has_result(model_of(m, i), 0) && later < model_of(m, i)->latency; later++)
                CNF_CLAUSE(&m->cnf, m->operations[i].to_staging, -m->operations[i].in_cycle[cycle],
                           -m->operations[reader].in_cycle[(cycle + later) % m->wants.period]);
}

void model_shadow(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        if (graph_source_in(model_of(m, i), GRAPH_NAMED) != GRAPH_NONE)
            forbid_naming_pending(m, i);
    if (!m->wants.shadows)
        shut_shadows(m, CNF_FALSE, false);
    read_old_by_macros_only(m);
}

/* ---- gaps: where delays count instructions, scheduled results land before a late word ---- */

/* By register and cycle of all turns. `read`: an issued word reads the register. `landing`: a result for the
 * register is pending, or its scheduled operation starts. `macro_read`: a scheduled operation other than SFPSWAP reads
 * the register. `swapping`: a scheduled SFPSWAP to the register is in its second cycle. */
struct late_words {
    int read[GRAPH_LREGS][MODEL_ROWS + 4], landing[GRAPH_LREGS][MODEL_ROWS + 4];
    int macro_read[GRAPH_LREGS][MODEL_ROWS + 4], swapping[GRAPH_LREGS][MODEL_ROWS + 4];
};

static void note_word_reads(struct model *m, void *context, size_t reader, int taken, struct model_maker maker)
{
    struct late_words *w = context;
    const struct model_operation *r = &m->operations[reader];

    for (unsigned turn = 0; turn < m->wants.turns; turn++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            for (unsigned row = r->first; row <= r->last + model_reads_late(model_of(m, reader)); row++)
                CNF_CLAUSE(&m->cnf, -taken, -r->issued, row <= r->last ? -r->at[row] : -r->at[row - 1],
                           -model_register(m, maker, turn, reg), w->read[reg][find_turn_cycle(m, row, turn)]);
    for (unsigned turn = 0; turn < m->wants.turns && !model_reads_late(model_of(m, reader)); turn++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            for (unsigned row = r->first; row <= r->last; row++)
                CNF_CLAUSE(&m->cnf, -taken, r->issued, -r->at[row], -model_register(m, maker, turn, reg),
                           w->macro_read[reg][find_turn_cycle(m, row, turn)]);
}

/* As note_word_reads(), for reads of carried LRegs. */
static void note_carried_reads(struct model *m, struct late_words *w, size_t reader)
{
    const struct model_operation *r = &m->operations[reader];

    for (unsigned source = 0; source < model_of(m, reader)->source_count; source++) {
        const struct graph_carried *carried =
            graph_carried_entry(m->graph, model_of(m, reader)->sources[source].value);

        for (unsigned turn = 0; turn < m->wants.turns && carried; turn++)
            for (unsigned row = r->first; row <= r->last + model_reads_late(model_of(m, reader)); row++)
                CNF_CLAUSE(&m->cnf, -r->issued, row <= r->last ? -r->at[row] : -r->at[row - 1],
                           w->read[carried->lreg][find_turn_cycle(m, row, turn)]);
    }
}

/* Adds the clauses of `landing` for a result. An issued SFPSWAP holds the thread until its results land, so that no
 * word can read them early. */
static void note_landing(struct model *m, struct late_words *w, size_t i, unsigned result)
{
    const struct model_operation *literals = &m->operations[i];
    const bool holds = model_reads_late(model_of(m, i));

    for (unsigned turn = 0; turn < m->wants.turns; turn++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            for (unsigned row = literals->first; row <= literals->last; row++)
                for (unsigned later = 0; later < model_of(m, i)->latency; later++)
                    CNF_CLAUSE(&m->cnf, -literals->at[row], later == 0 || holds ? literals->issued : CNF_FALSE,
                               -literals->registers[result][turn][reg],
                               w->landing[reg][find_turn_cycle(m, row + later, turn)]);
    for (unsigned turn = 0; turn < m->wants.turns && holds; turn++)
        for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
            for (unsigned row = literals->first; row <= literals->last; row++)
                CNF_CLAUSE(&m->cnf, -literals->at[row], literals->issued, -literals->registers[result][turn][reg],
                           w->swapping[reg][find_turn_cycle(m, row + 1, turn)]);
}

static bool reads_flags(const struct graph_operation *o)
{
    return sfp_uses_of(sfp_resources_read(o->insn, o->mode,
                                          sfp_field(o->insn, o->word, SFP_F_VD))).mask & SFP_USES_FLAGS;
}

/* Under `gap_safe`, forbids a scheduled operation to change flags in the cycle of an issued word that works under
 * the old flags. */
static void keep_flags_for_words(struct model *m, size_t changer)
{
    const struct model_operation *x = &m->operations[changer];

    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned cycle = 0; cycle < m->wants.period && i != changer && reads_flags(model_of(m, i)); cycle++)
            CNF_CLAUSE(&m->cnf, -m->gap_safe, x->issued, -x->in_cycle[cycle], -m->operations[i].issued_in[cycle]);
}

void model_gaps(struct model *m)
{
    struct late_words w;

    if (m->wants.no_macros)
        return;
    for (unsigned reg = 0; reg < GRAPH_LREGS; reg++)
        for (unsigned cycle = 0; cycle < count_all_cycles(m); cycle++) {
            w.read[reg][cycle] = cnf_variable(&m->cnf);
            w.landing[reg][cycle] = cnf_variable(&m->cnf);
            w.macro_read[reg][cycle] = cnf_variable(&m->cnf);
            w.swapping[reg][cycle] = cnf_variable(&m->cnf);
            CNF_CLAUSE(&m->cnf, -m->gap_safe, -w.macro_read[reg][cycle], -w.swapping[reg][cycle]);
            CNF_CLAUSE(&m->cnf, -m->gap_safe, -w.read[reg][cycle], -w.landing[reg][cycle]);
        }
    for_each_reading(m, note_word_reads, &w);
    for (size_t i = 0; i < m->graph->count; i++)
        note_carried_reads(m, &w, i);
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            if (model_has_result(model_of(m, i), result))
                note_landing(m, &w, i, result);
    for (size_t i = 0; i < m->graph->count; i++)
        if (model_of(m, i)->changes_flags)
            keep_flags_for_words(m, i);
    shut_shadows(m, -m->gap_safe, true);
}
