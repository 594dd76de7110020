/*
 * Who is to have written last what a cell reads, where the table kept with the words does not say it: the latest result
 * of any iteration that has landed, by the rows of the table.
 */
#include "proof_parts.h"

struct orders {
    const struct sfp_index *index;
    enum sfp_arch arch;
    const struct sfp_schedule *s;
};

static bool is_claim(const struct sfp_schedule_cell *cell)
{
    return cell->kind == SFP_CELL_IDLE || cell->kind == SFP_CELL_NEXT;
}

static const struct sfp_insn *insn_of(const struct orders *o, const struct sfp_schedule_cell *cell)
{
    return is_claim(cell) ? NULL : sfp_insn_of_word(o->index, cell->actions[0].word);
}

static uint32_t reads_of(const struct sfp_insn *insn, const struct sfp_schedule_cell *cell)
{
    const struct sfp_schedule_action *a = cell->actions;

    return sfp_resources_read(insn, sfp_mode(insn, a->word), a->vd);
}

/* With L16 as its destination a cell sets no flags, and L7 names nothing (sfpu-timing(7), Field overrides). */
static uint32_t writes_of(const struct sfp_insn *insn, const struct sfp_schedule_cell *cell)
{
    const struct sfp_schedule_action *a = cell->actions;

    return a->vd == SFP_STAGING_LREG ? 0 : sfp_resources_written(insn, sfp_mode(insn, a->word), a->vd);
}

/* The row at whose end a cell's result lands. Asked for are flags, which are of Simple, and the LReg that L7 names, of MAD:
 * no two of one kind land at once. */
static int64_t landing(const struct orders *o, const struct sfp_insn *insn, const struct sfp_schedule_cell *cell)
{
    return (int64_t)cell->row + sfp_latency(insn, o->arch, sfp_mode(insn, cell->actions[0].word)) - 1;
}

/* Iterations, at least, by which a result that lands at the end of row `landing` is taken back to come before `row`. */
static int64_t least_back(const struct orders *o, int64_t landing, unsigned row)
{
    const int64_t over = landing - (int64_t)row + 1, period = o->s->period;

    return over > 0 ? (over + period - 1) / period : -(-over / period);
}

/* Of the cells that write `resource` the one whose result is the last before `row`. */
static struct proof_order last_of(const struct orders *o, enum sfp_resource resource, unsigned row)
{
    struct proof_order found = {.cell = PROOF_NO_CELL};
    int64_t latest = INT64_MIN;

    for (uint32_t i = 0; i < o->s->cell_count; i++) {
        const struct sfp_insn *insn = insn_of(o, &o->s->cells[i]);
        int64_t lands, back;

        if (!insn || !(writes_of(insn, &o->s->cells[i]) >> resource & 1))
            continue;
        lands = landing(o, insn, &o->s->cells[i]);
        back = least_back(o, lands, row);
        lands -= back * o->s->period;
        if (lands <= latest)
            continue;
        latest = lands;
        found = (struct proof_order){i, back};
    }
    return found;
}

/* Of the stores to the vector that `load` reads the last before it; stores come behind loads of their cycle. */
static struct proof_order last_store(const struct orders *o, const struct sfp_schedule_cell *load)
{
    struct proof_order found = {.cell = PROOF_NO_CELL};
    const int64_t period = o->s->period;
    int64_t latest = INT64_MIN;

    for (uint32_t i = 0; i < o->s->cell_count; i++) {
        const struct sfp_schedule_cell *cell = &o->s->cells[i];
        const int64_t apart = (int64_t)cell->address - load->address;
        int64_t back;

        if (is_claim(cell) || cell->unit != SFP_UNIT_STORE)
            continue;
        if (o->s->step == 0 ? apart != 0 : apart % o->s->step != 0)
            continue;
        back = o->s->step ? apart / o->s->step : least_back(o, cell->row, load->row);
        if ((int64_t)cell->row - back * period >= load->row || (int64_t)cell->row - back * period <= latest)
            continue;
        latest = (int64_t)cell->row - back * period;
        found = (struct proof_order){i, back};
    }
    return found;
}

void proof_find_orders(const struct sfp_index *index, enum sfp_arch arch, struct proof_table *t)
{
    const struct orders o = {index, arch, t->s};
    const struct proof_order none = {.cell = PROOF_NO_CELL};

    for (size_t i = 0; i < t->s->cell_count; i++) {
        const struct sfp_schedule_cell *cell = &t->s->cells[i];
        const struct sfp_insn *insn = insn_of(&o, cell);
        const uint32_t reads = insn ? reads_of(insn, cell) : 0;
        struct proof_cell *p = &t->cells[i];

        p->flags = reads >> SFP_R_FLAGS & 1 ? last_of(&o, SFP_R_FLAGS, cell->row) : none;
        p->reads_dst = reads >> SFP_R_DST & 1;
        p->dst = p->reads_dst ? last_store(&o, cell) : none;
    }
}
