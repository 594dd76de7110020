/* Clauses for pinned cells. */
#include "pin.h"

#include "isa/modes.h"
#include "schedule/demands.h"

#include <stdlib.h>

bool pins_fit(const struct sfp_schedule *table, const struct model_wants *wants)
{
    return table->period == wants->period && table->rows <= wants->rows && wants->turns % table->turns == 0;
}

void pins_free(struct pins *p)
{
    for (size_t cell = 0; p->matches && cell < p->table->cell_count; cell++)
        free(p->matches[cell]);
    free(p->matches);
    free(p->holds);
    *p = (struct pins){0};
}

/* ---- Operations that can be a cell ---- */

static bool is_pinned_claim(const struct sfp_schedule_cell *cell)
{
    return cell->kind == SFP_CELL_IDLE || cell->kind == SFP_CELL_NEXT;
}

/* Are the words equal except for registers? */
static bool is_same_word(const struct graph_operation *o, uint32_t word)
{
    const struct partial a = partial_without_registers(o->insn, o->word, o->mode);
    const struct partial b = partial_without_registers(o->insn, word, o->mode);

    return sfp_mode(o->insn, word) == o->mode && a.word == b.word && a.care == b.care;
}

static bool can_be_operation(const struct model *m, const struct sfp_schedule_cell *cell, size_t i)
{
    const struct graph_operation *o = model_of(m, i);
    const uint32_t word = cell->actions[0].word;
    struct sfp_index index;

    sfp_index_init(&index, m->graph->arch);
    if (sfp_insn_of_word(&index, word) != o->insn || o->unit != cell->unit)
        return false;
    if (graph_is_load(o) || graph_is_store(o))
        return sfp_mode(o->insn, word) == o->mode && cell->address == o->address;
    return is_same_word(o, word);
}

/* ---- Row and issuer ---- */

static void hold_row(struct model *m, const struct sfp_schedule_cell *cell, size_t i, int match)
{
    CNF_CLAUSE(&m->cnf, -match, m->operations[i].present);
    CNF_CLAUSE(&m->cnf, -match, cell->row < MODEL_ROWS ? m->operations[i].at[cell->row] : CNF_FALSE);
    if (cell->kind == SFP_CELL_SCHEDULED)
        CNF_CLAUSE(&m->cnf, -match, -m->operations[i].issued);
    else
        CNF_CLAUSE(&m->cnf, -match, m->operations[i].issued);
}

static void hold_no_macro(struct model *m, size_t i, int match)
{
    const size_t l = model_load(m, i);

    if (l < m->load_count)
        CNF_CLAUSE(&m->cnf, -match, -m->is_macro[l]);
}

/* Adds clauses: the cell is scheduled by the load with its tag. */
static void hold_tag(struct pins *p, struct model *m, size_t scheduled, size_t load)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (size_t l = 0; l < m->load_count; l++)
            CNF_CLAUSE(&m->cnf, -p->matches[scheduled][i], -p->matches[load][m->loads[l]],
                       m->operations[i].scheduled[l]);
}

/* Adds clauses: one load, whichever, schedules both cells. */
static void hold_together(struct pins *p, struct model *m, size_t a, size_t b)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (size_t k = 0; k < m->graph->count; k++)
            for (size_t load = 0;
                 load < m->load_count && p->matches[a][i] != CNF_FALSE && p->matches[b][k] != CNF_FALSE; load++)
                CNF_CLAUSE(&m->cnf, -p->matches[a][i], -p->matches[b][k], -m->operations[i].scheduled[load],
                           m->operations[k].scheduled[load]);
}

static void hold_tags(struct pins *p, struct model *m, size_t c)
{
    const struct sfp_schedule_cell *cell = &p->table->cells[c];

    for (size_t other = 0; other < p->table->cell_count && cell->kind == SFP_CELL_SCHEDULED; other++) {
        const struct sfp_schedule_cell *o = &p->table->cells[other];

        if (o->tag == cell->tag && o->kind == SFP_CELL_LOAD)
            hold_tag(p, m, c, other);
        else if (o->tag == cell->tag && o->kind == SFP_CELL_SCHEDULED && other != c)
            hold_together(p, m, c, other);
    }
}

/* ---- Registers ---- */

/* Returns the literal for the result in this LReg; CNF_FALSE for LRegs that hold no values. */
static int find_result_literal(const struct model *m, struct model_maker maker, unsigned turn, unsigned lreg)
{
    return lreg < GRAPH_LREGS         ? model_register(m, maker, turn, lreg)
           : lreg == SFP_STAGING_LREG ? model_register(m, maker, turn, MODEL_STAGING)
                                      : CNF_FALSE;
}

/* Returns the register that the cell has in a slot; `lreg` for slots without an operand. */
static unsigned find_cell_lreg(const struct sfp_schedule_action *action, enum graph_slot slot, unsigned lreg)
{
    switch (slot) {
    case GRAPH_VA: return action->va;
    case GRAPH_VB: case GRAPH_B: return action->vb;
    case GRAPH_VC: return action->vc;
    case GRAPH_VD: return action->vd;
    case GRAPH_NAMED: case GRAPH_FIXED: break;
    }
    return lreg;
}

struct holding {
    const struct sfp_schedule *table;
    const struct sfp_schedule_cell *cell;
    int match;
};

/* Adds clauses: the source in its slot has the cell's register. */
static void hold_source(struct model *m, const struct holding *h, const struct model_reading *r)
{
    const struct model_value *value = model_makers(m, model_source(m, r));

    for (unsigned turn = 0; turn < m->wants.turns; turn++) {
        const unsigned own = r->slot == GRAPH_NAMED ? SFP_LREG_NAMING : model_source(m, r)->lreg;
        const unsigned lreg = find_cell_lreg(&h->cell->actions[turn % h->table->turns], r->slot, own);

        if (model_kind(m, turn) != r->kind)
            continue;
        if (value->count == 0 && model_source(m, r)->lreg != lreg)
            CNF_CLAUSE(&m->cnf, -h->match, -r->in_slot);
        for (size_t maker = 0; maker < value->count; maker++)
            CNF_CLAUSE(&m->cnf, -h->match, -r->in_slot, -m->operations[r->operation].made_by[r->source][maker],
                       find_result_literal(m, value->makers[maker], turn, lreg));
    }
}

/* Returns the literal for exchanged sources. For scheduled cells the sources may change places in the template, and
 * the cell has them either way. */
static int find_written_exchange(struct model *m, const struct holding *h, size_t i, unsigned kind)
{
    const int exchanged = m->operations[i].exchanged[kind];

    return h->cell->kind == SFP_CELL_SCHEDULED && exchanged != CNF_FALSE ? cnf_variable(&m->cnf) : exchanged;
}

static void hold_sources(struct model *m, const struct holding *h, size_t i)
{
    const struct graph_operation *o = model_of(m, i);

    for (unsigned kind = 0; kind < model_kinds(m); kind++) {
        const int exchanged = find_written_exchange(m, h, i, kind);

        for (unsigned source = 0; source < o->source_count; source++) {
            const enum graph_slot slot = (enum graph_slot)o->sources[source].slot, other = model_other_slot(o, slot);

            hold_source(m, h, &(struct model_reading){i, source, slot, kind, other == slot ? CNF_TRUE : -exchanged});
            if (other != slot)
                hold_source(m, h, &(struct model_reading){i, source, other, kind, exchanged});
        }
    }
}

static void hold_registers(struct model *m, const struct holding *h, size_t i)
{
    for (unsigned turn = 0; turn < m->wants.turns && model_has_result(model_of(m, i), 0); turn++)
        CNF_CLAUSE(&m->cnf, -h->match,
                   find_result_literal(m, (struct model_maker){(uint16_t)i, 0}, turn,
                                       h->cell->actions[turn % h->table->turns].vd));
    hold_sources(m, h, i);
}

/* ---- Cells ---- */

static void hold_claim(struct model *m, const struct sfp_schedule_cell *cell)
{
    for (size_t i = 0; i < m->graph->count && cell->kind == SFP_CELL_IDLE; i++)
        if (model_of(m, i)->unit == cell->unit)
            CNF_CLAUSE(&m->cnf, -m->operations[i].in_cycle[cell->row % m->wants.period]);
}

/* Adds the clauses of a cell. False if no operation matches it. */
static bool hold_cell(struct pins *p, struct model *m, size_t c)
{
    struct holding h = {.table = p->table, .cell = &p->table->cells[c]};
    size_t ways = 0;

    for (size_t i = 0; i < m->graph->count; i++) {
        h.match = p->matches[c][i];
        if (h.match == CNF_FALSE)
            continue;
        ways++;
        hold_row(m, h.cell, i, h.match);
        if (h.cell->kind == SFP_CELL_ISSUED)
            hold_no_macro(m, i, h.match);
        hold_registers(m, &h, i);
    }
    cnf_exactly_one(&m->cnf, CNF_TRUE, p->matches[c], m->graph->count);
    return ways > 0;
}

static bool make_cell_ways(struct pins *p, struct model *m, size_t c)
{
    p->matches[c] = calloc(m->graph->count + 1, sizeof *p->matches[c]);
    for (size_t i = 0; p->matches[c] && i < m->graph->count; i++)
        p->matches[c][i] = can_be_operation(m, &p->table->cells[c], i) ? cnf_variable(&m->cnf) : CNF_FALSE;
    return p->matches[c];
}

/* Adds clauses: an operation is at most one cell; with `whole`, a present operation is a cell. */
static void limit_cells(struct pins *p, struct model *m, size_t i)
{
    struct cnf_set cells = {0};

    for (size_t cell = 0; cell < p->table->cell_count; cell++)
        if (p->matches[cell])
            cnf_set_add(&cells, p->matches[cell][i]);
    cnf_at_most_one(&m->cnf, cells.literals, cells.count);
    cnf_begin(&m->cnf);
    cnf_literal(&m->cnf, -p->whole);
    cnf_literal(&m->cnf, -m->operations[i].present);
    for (size_t k = 0; k < cells.count; k++)
        cnf_literal(&m->cnf, cells.literals[k]);
    cnf_end(&m->cnf);
    m->cnf.no_memory |= cells.no_memory;
    free(cells.literals);
}

static bool hold_cells(struct pins *p, struct model *m)
{
    for (size_t c = 0; c < p->table->cell_count; c++) {
        const struct sfp_schedule_cell *cell = &p->table->cells[c];
        bool good = true;

        m->cnf.guard = p->holds[c];
        if (is_pinned_claim(cell))
            hold_claim(m, cell);
        else
            good = hold_cell(p, m, c);
        if (good)
            hold_tags(p, m, c);
        m->cnf.guard = CNF_TRUE;
        if (!good) {
            p->cell = c;
            p->why = "no operation of the kernel matches this cell";
            return false;
        }
    }
    return true;
}

bool pins_make(struct pins *p, struct model *m, const struct sfp_schedule *table)
{
    *p = (struct pins){.table = table, .matches = calloc(table->cell_count + 1, sizeof *p->matches),
                       .holds = calloc(table->cell_count + 1, sizeof *p->holds), .whole = cnf_variable(&m->cnf)};
    if (!p->matches || !p->holds)
        return false;
    for (size_t cell = 0; cell < table->cell_count; cell++) {
        p->holds[cell] = cnf_variable(&m->cnf);
        if (!is_pinned_claim(&table->cells[cell]) && !make_cell_ways(p, m, cell))
            return false;
    }
    if (!hold_cells(p, m))
        return false;
    for (size_t i = 0; i < m->graph->count; i++)
        limit_cells(p, m, i);
    return !m->cnf.no_memory;
}

bool pins_require(struct model *m, const struct sfp_schedule *table)
{
    struct pins p;
    const bool good = pins_make(&p, m, table);

    for (size_t cell = 0; good && cell < table->cell_count; cell++)
        CNF_CLAUSE(&m->cnf, p.holds[cell]);
    pins_free(&p);
    return good && !m->cnf.no_memory;
}

size_t pins_assume(const struct pins *p, bool whole, int *assumed)
{
    size_t count = 0;

    for (size_t cell = 0; cell < p->table->cell_count; cell++)
        assumed[count++] = p->holds[cell];
    if (whole)
        assumed[count++] = p->whole;
    return count;
}
