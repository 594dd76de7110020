/* Who wrote last what is read: cells of the table, or anybody else. */
#include "model/model.h"
#include "proof_parts.h"

/* The writer whose value a reader in `cycle` finds. */
static const struct proof_place *writer_at(const struct proof_register *r, uint64_t cycle)
{
    return r->landed < cycle ? &r->last : &r->before;
}

/* Is it a cell of the loop under way? */
static bool is_of_loop(const struct proof_table *t, const struct proof_place *place)
{
    return place->table == t && place->iteration >= t->begin;
}

/* Is that whom the cell was to find? What comes before the loop is anybody's; an iteration behind the last does not
 * come. */
static bool is_writer(const struct proof_place *place, const struct proof_order *order, const struct proof_place *writer)
{
    const struct proof_table *t = place->table;
    const int64_t iteration = place->iteration - order->back;

    if (iteration < t->begin)
        return !is_of_loop(t, writer);
    if (order->back < 0 && t->cells[order->cell].last < iteration)
        return true;
    return writer->table == t && writer->cell == order->cell && writer->iteration == iteration;
}

/* What holds the result, and "was" or "were". */
static const char *holder_text(unsigned holder, char text[], size_t size)
{
    if (holder == PROOF_FLAGS)
        return "flags were";
    if (holder > PROOF_FLAGS)
        return "its row of Dst was";
    snprintf(text, size, "L%u was", holder);
    return text;
}

static void report(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                   const struct proof_order *order, const struct proof_place *writer, unsigned holder)
{
    enum { SIZE = 32 };
    const struct proof_table *t = place->table;
    char text[SIZE];
    const char *was = holder_text(holder, text, sizeof text);

    if (is_of_loop(t, writer) && place->iteration - order->back < t->begin)
        proof_differs(proof, place, op, "flow: %s last written by row %u of iteration %lld, not before the loop", was,
                      proof_cell(writer)->row, (long long)(writer->iteration - t->begin));
    else if (is_of_loop(t, writer))
        proof_differs(proof, place, op, "flow: %s last written by row %u of iteration %lld, not by row %u of iteration "
                      "%lld", was, proof_cell(writer)->row, (long long)(writer->iteration - t->begin),
                      t->s->cells[order->cell].row, (long long)(place->iteration - order->back - t->begin));
    else
        proof_differs(proof, place, op, "flow: %s last written outside of the schedule, not by row %u", was,
                      t->s->cells[order->cell].row);
}

static void check(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                  const struct proof_order *order, const struct proof_place *writer, unsigned holder)
{
    if (order->cell != PROOF_NO_CELL && place->iteration >= place->table->begin && !is_writer(place, order, writer))
        report(proof, place, op, order, writer, holder);
}

void proof_check_sources(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                         uint64_t cycle)
{
    const struct sfp_schedule_action *a = proof_action(place);
    const struct proof_cell *cell = &place->table->cells[place->cell];

    for (size_t i = 0; i < a->source_count; i++) {
        const struct proof_order order = {a->sources[i].cell, a->sources[i].back};
        const unsigned lreg = a->sources[i].lreg;

        check(proof, place, op, &order, writer_at(&proof->registers[lreg], cycle), lreg);
    }
    check(proof, place, op, &cell->flags, writer_at(&proof->registers[PROOF_FLAGS], cycle), PROOF_FLAGS);
}

void proof_check_dst(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                     uint16_t address, uint64_t cycle)
{
    const struct proof_cell *cell = &place->table->cells[place->cell];
    const struct proof_place *writer = writer_at(&proof->dst[address / 2 % PROOF_DST], cycle);

    if (!cell->reads_dst)
        return;
    if (cell->dst.cell != PROOF_NO_CELL)
        check(proof, place, op, &cell->dst, writer, PROOF_HOLDERS);
    else if (place->iteration >= place->table->begin && is_of_loop(place->table, writer))
        proof_differs(proof, place, op, "flow: its row of Dst has been written by row %u of iteration %lld",
                      proof_cell(writer)->row, (long long)(writer->iteration - place->table->begin));
}

static void note(struct proof_register *r, const struct proof_place *place, uint64_t cycle)
{
    if (r->landed != cycle)
        r->before = r->last;
    r->last = *place;
    r->landed = cycle;
}

void proof_lands(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op, uint32_t named,
                 uint64_t cycle)
{
    const uint32_t resources = sfp_resources_written(op->insn, op->mod, op->vd);
    uint32_t writes = op->writes;

    if (resources >> SFP_R_ANY & 1 && op->vd != SFP_STAGING_LREG)
        writes = (writes & sfp_uses(resources & ~(1u << SFP_R_ANY), op)) | named;
    for (uint32_t left = writes & SFP_USES_LREGS; left; left &= left - 1)
        note(&proof->registers[__builtin_ctz(left)], place, cycle);
    if (writes & SFP_USES_FLAGS)
        note(&proof->registers[PROOF_FLAGS], place, cycle);
}

void proof_stores(struct sfp_proof *proof, const struct proof_place *place, uint16_t address, uint64_t cycle)
{
    note(&proof->dst[address / 2 % PROOF_DST], place, cycle);
}
