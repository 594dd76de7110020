/* Finds the last writer of each value that a cell reads, in the table and in the run, and compares them. */
#include "model/model.h"
#include "proof_parts.h"

#include "isa/vector_unit.h"

/*
 * ---- The table's writers ----
 *
 * Sources of LRegs are kept with the words (struct sfp_schedule_source). For flags and Dst, the table's writer is the
 * cell, of any iteration, whose result lands last before the reader's row.
 */

struct orders {
    const struct sfp_index *index;
    enum sfp_arch arch;
    const struct sfp_schedule *s;
};

static bool is_claim_cell(const struct sfp_schedule_cell *cell)
{
    return cell->kind == SFP_CELL_IDLE || cell->kind == SFP_CELL_NEXT;
}

static const struct sfp_insn *find_cell_insn(const struct orders *orders, const struct sfp_schedule_cell *cell)
{
    return is_claim_cell(cell) ? NULL : sfp_insn_of_word(orders->index, cell->actions[0].word);
}

static uint32_t get_cell_reads(const struct sfp_insn *insn, const struct sfp_schedule_cell *cell)
{
    const struct sfp_schedule_action *action = cell->actions;

    return sfp_resources_read(insn, sfp_mode(insn, action->word), action->vd);
}

/* Returns the resources that the cell writes, as a mask. With L16 as destination, a cell sets no flags, and L7 names
 * nothing (sfpu-timing(7), Field overrides). */
static uint32_t get_cell_writes(const struct sfp_insn *insn, const struct sfp_schedule_cell *cell)
{
    const struct sfp_schedule_action *action = cell->actions;

    return action->vd == SFP_STAGING_LREG ? 0 : sfp_resources_written(insn, sfp_mode(insn, action->word), action->vd);
}

/* Returns the row at whose end the cell's result lands. Callers ask about flags, written by Simple, and the LReg
 * named by L7, written by MAD, so no two results of a kind land together. */
static int64_t find_landing_row(const struct orders *orders, const struct sfp_insn *insn,
                                const struct sfp_schedule_cell *cell)
{
    return (int64_t)cell->row + sfp_latency(insn, orders->arch, sfp_mode(insn, cell->actions[0].word)) - 1;
}

/* Returns the least number of iterations to go back so that a result landing at the end of row `landing` comes
 * before `row`. */
static int64_t least_back(const struct orders *orders, int64_t landing, unsigned row)
{
    const int64_t over = landing - (int64_t)row + 1, period = orders->s->period;

    return over > 0 ? (over + period - 1) / period : -(-over / period);
}

/* Returns the cell that writes `resource` last before `row`, or PROOF_NO_CELL. */
static struct proof_order find_last_writer(const struct orders *orders, enum sfp_resource resource, unsigned row)
{
    struct proof_order found = {.cell = PROOF_NO_CELL};
    int64_t latest = INT64_MIN;

    for (uint32_t i = 0; i < orders->s->cell_count; i++) {
        const struct sfp_insn *insn = find_cell_insn(orders, &orders->s->cells[i]);
        int64_t lands, back;

        if (!insn || !(get_cell_writes(insn, &orders->s->cells[i]) >> resource & 1))
            continue;
        lands = find_landing_row(orders, insn, &orders->s->cells[i]);
        back = least_back(orders, lands, row);
        lands -= back * orders->s->period;
        if (lands <= latest)
            continue;
        latest = lands;
        found = (struct proof_order){i, back};
    }
    return found;
}

/* Returns the last store before `load` to the load's vector, or PROOF_NO_CELL. A store in the load's cycle comes
 * after the load. */
static struct proof_order find_last_store(const struct orders *orders, const struct sfp_schedule_cell *load)
{
    struct proof_order found = {.cell = PROOF_NO_CELL};
    const int64_t period = orders->s->period;
    int64_t latest = INT64_MIN;

    for (uint32_t i = 0; i < orders->s->cell_count; i++) {
        const struct sfp_schedule_cell *cell = &orders->s->cells[i];
        const int64_t apart = (int64_t)cell->address - load->address;
        int64_t back;

        if (is_claim_cell(cell) || cell->unit != SFP_UNIT_STORE)
            continue;
        if (orders->s->step == 0 ? apart != 0 : apart % orders->s->step != 0)
            continue;
        back = orders->s->step ? apart / orders->s->step : least_back(orders, cell->row, load->row);
        if ((int64_t)cell->row - back * period >= load->row || (int64_t)cell->row - back * period <= latest)
            continue;
        latest = (int64_t)cell->row - back * period;
        found = (struct proof_order){i, back};
    }
    return found;
}

void proof_find_orders(const struct sfp_index *index, enum sfp_arch arch, struct proof_table *table)
{
    const struct orders orders = {index, arch, table->s};
    const struct proof_order none = {.cell = PROOF_NO_CELL};

    for (size_t i = 0; i < table->s->cell_count; i++) {
        const struct sfp_schedule_cell *cell = &table->s->cells[i];
        const struct sfp_insn *insn = find_cell_insn(&orders, cell);
        const uint32_t reads = insn ? get_cell_reads(insn, cell) : 0;
        struct proof_cell *progress = &table->cells[i];

        progress->flags = reads >> SFP_R_FLAGS & 1 ? find_last_writer(&orders, SFP_R_FLAGS, cell->row) : none;
        progress->reads_dst = reads >> SFP_R_DST & 1;
        progress->dst = progress->reads_dst ? find_last_store(&orders, cell) : none;
    }
}

/* ---- The run's writers: cells, or anything else ---- */

/* Returns the writer whose value a reader in `cycle` finds. */
static const struct proof_place *writer_at(const struct proof_register *holder, uint64_t cycle)
{
    return holder->landed < cycle ? &holder->last : &holder->before;
}

/* Returns whether the place belongs to the loop under way. */
static bool is_of_loop(const struct proof_table *table, const struct proof_place *place)
{
    return place->table == table && place->iteration >= table->begin;
}

/* Returns whether both cells are SFPENCCs that set the flags of all lanes and do the same to predication. */
static bool set_flags_alike(const struct sfp_proof *proof, const struct sfp_schedule_cell *a,
                            const struct sfp_schedule_cell *b)
{
    const uint32_t words[] = {a->actions[0].word, b->actions[0].word};
    struct sfp_encc encc[2];

    for (unsigned i = 0; i < 2; i++) {
        const struct sfp_insn *insn = sfp_insn_of_word(&proof->index, words[i]);

        if (insn->id != SFP_I_SFPENCC)
            return false;
        encc[i] = sfp_encc_of(insn, words[i]);
    }
    return encc[0].sets_flags && encc[1].sets_flags && encc[0].predication == encc[1].predication;
}

/* Returns whether `writer` may be the writer where the demanded one belongs to an iteration before the loop's first.
 * Anything outside the loop may be. A cell of the loop may be if both set all flags: two regions of flags in one
 * iteration end alike, and the first iteration finds its own end where later ones find the previous iteration's. */
static bool stands_for_earlier(const struct sfp_proof *proof, const struct proof_table *table,
                               const struct proof_order *order, const struct proof_place *writer)
{
    return !is_of_loop(table, writer) || set_flags_alike(proof, proof_cell(writer), &table->s->cells[order->cell]);
}

/* Returns whether `writer` is the writer that `order` demands for the cell at `place`, or stands for it. After the
 * loop's last iteration, a demanded writer does not execute. */
static bool is_writer(const struct sfp_proof *proof, const struct proof_place *place, const struct proof_order *order,
                      const struct proof_place *writer)
{
    const struct proof_table *table = place->table;
    const int64_t iteration = place->iteration - order->back;

    if (iteration < table->begin)
        return stands_for_earlier(proof, table, order, writer);
    if (order->back < 0 && table->cells[order->cell].last < iteration)
        return true;
    return writer->table == table && writer->cell == order->cell && writer->iteration == iteration;
}

/* Writes the holder's name with "was" or "were". */
static const char *holder_text(unsigned holder, char text[], size_t size)
{
    if (holder == PROOF_FLAGS)
        return "flags were";
    if (holder > PROOF_FLAGS)
        return "its row of Dst was";
    snprintf(text, size, "L%u was", holder);
    return text;
}

static void report_writer(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                          const struct proof_order *order, const struct proof_place *writer, unsigned holder)
{
    enum { SIZE = 32 };
    const struct proof_table *table = place->table;
    char text[SIZE];
    const char *was = holder_text(holder, text, sizeof text);

    if (is_of_loop(table, writer) && place->iteration - order->back < table->begin)
        proof_differs(proof, place, op, "flow: %s last written by row %u of iteration %lld, not before the loop", was,
                      proof_cell(writer)->row, (long long)(writer->iteration - table->begin));
    else if (is_of_loop(table, writer))
        proof_differs(proof, place, op, "flow: %s last written by row %u of iteration %lld, not by row %u of iteration "
                      "%lld", was, proof_cell(writer)->row, (long long)(writer->iteration - table->begin),
                      table->s->cells[order->cell].row, (long long)(place->iteration - order->back - table->begin));
    else
        proof_differs(proof, place, op, "flow: %s last written outside of the schedule, not by row %u", was,
                      table->s->cells[order->cell].row);
}

static void check_writer(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                         const struct proof_order *order, const struct proof_place *writer, unsigned holder)
{
    if (order->cell != PROOF_NO_CELL && place->iteration >= place->table->begin &&
        !is_writer(proof, place, order, writer))
        report_writer(proof, place, op, order, writer, holder);
}

void proof_check_sources(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                         uint64_t cycle)
{
    const struct sfp_schedule_action *action = proof_action(place);
    const struct proof_cell *cell = &place->table->cells[place->cell];

    for (size_t i = 0; i < action->source_count; i++) {
        const struct proof_order order = {action->sources[i].cell, action->sources[i].back};
        const unsigned lreg = action->sources[i].lreg;

        check_writer(proof, place, op, &order, writer_at(&proof->registers[lreg], cycle), lreg);
    }
    check_writer(proof, place, op, &cell->flags, writer_at(&proof->registers[PROOF_FLAGS], cycle), PROOF_FLAGS);
}

void proof_check_dst(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                     uint16_t address, uint64_t cycle)
{
    const struct proof_cell *cell = &place->table->cells[place->cell];
    const struct proof_place *writer = writer_at(&proof->dst[address / 2 % PROOF_DST], cycle);

    if (!cell->reads_dst)
        return;
    if (cell->dst.cell != PROOF_NO_CELL)
        check_writer(proof, place, op, &cell->dst, writer, PROOF_HOLDERS);
    else if (place->iteration >= place->table->begin && is_of_loop(place->table, writer))
        proof_differs(proof, place, op, "flow: its row of Dst has been written by row %u of iteration %lld",
                      proof_cell(writer)->row, (long long)(writer->iteration - place->table->begin));
}

static void note_writer(struct proof_register *holder, const struct proof_place *place, uint64_t cycle)
{
    if (holder->landed != cycle)
        holder->before = holder->last;
    holder->last = *place;
    holder->landed = cycle;
}

void proof_lands(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op, uint32_t named,
                 uint64_t cycle)
{
    const uint32_t resources = sfp_resources_written(op->insn, op->mod, op->vd);
    uint32_t writes = op->writes;

    if (resources >> SFP_R_ANY & 1 && op->vd != SFP_STAGING_LREG)
        writes = (writes & sfp_uses(resources & ~(1u << SFP_R_ANY), op)) | named;
    for (uint32_t left = writes & SFP_USES_LREGS; left; left &= left - 1)
        note_writer(&proof->registers[__builtin_ctz(left)], place, cycle);
    if (writes & SFP_USES_FLAGS)
        note_writer(&proof->registers[PROOF_FLAGS], place, cycle);
}

void proof_stores(struct sfp_proof *proof, const struct proof_place *place, uint16_t address, uint64_t cycle)
{
    note_writer(&proof->dst[address / 2 % PROOF_DST], place, cycle);
}
