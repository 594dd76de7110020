/*
 * Checks which write each read finds. In the steady state each write repeats after all turns of the rotation. A read
 * finds the last write that landed before its cycle, which must belong to the read's own iteration.
 */
#include "table_rules.h"

#include "isa/timing.h"
#include "schedule_cells.h"

static const char *iteration_text(int64_t later)
{
    return later == 0 ? "this iteration" : later == 1 ? "the next iteration" : later > 1 ? "a later iteration"
         : later == -1 ? "the iteration before" : "an earlier iteration";
}

/* Does the hardware hold the reader until the writer's result has landed? The rule about stalls has then been
 * reported. */
static bool is_reader_held(const struct check *c, const struct read *read, const struct cell *writer)
{
    return writer->kind == CELL_ISSUED && read->cell->kind == CELL_ISSUED && writer->unit == SFP_UNIT_MAD &&
           sfp_quirk(c->arch, SFP_QUIRK_MAD_INTERLOCK) && cell_seen_reads(read->cell, read->turn) >> read->lreg & 1;
}

/* Returns the cell that writes the register, has started, and has not landed yet, or NULL. Cells of other iterations
 * count only if the register hands values to the next iteration. */
static const struct cell *find_in_flight(const struct check *c, const struct read *read,
                                         const struct landings_found *found)
{
    const uint32_t all = landings_cycles(c->schedule);
    const uint32_t row = cell_read_row(read->cell, read->turn, c->arch);
    const uint32_t time = (row + read->turn * c->schedule->period) % all;
    const bool carried = c->schedule->carried >> read->lreg & 1;

    for (size_t i = 0; i < found->count; i++) {
        const struct landing *landing = &found->first[(found->before + i) % found->count];
        const unsigned latency = cell_known_access(landing->cell, landing->turn, c->arch).latency;
        const uint32_t wait = (landing->at + all - time) % all;
        const uint32_t lands = landing->cell->row + latency - 1;
        const bool own = landing->turn == read->turn && landing->cell->row < row && lands >= row;

        if (wait >= SFP_MAX_LATENCY)
            break;
        if (landing->cell == read->cell && landing->turn == read->turn &&
            lands == row + wait) /* the reader's own result */
            continue;
        if (own || (carried && wait + 1 < latency))
            return landing->cell;
    }
    return NULL;
}

static void report_shadow(const struct check *c, const struct read *read, const struct cell *writer)
{
    char place[CELL_PLACE_SIZE];

    schedule_broken(c->as, RULE_SHADOW, read->cell->place,
                    "%s: reads L%u a cycle before the %s of row %u lands: the old value",
                    cell_place_text(place, read->cell), read->lreg, writer->insn->gnu, writer->row);
}

static void report_overwritten(const struct check *c, const struct read *read, const struct landing *writer,
                               int64_t later)
{
    char place[CELL_PLACE_SIZE];

    if (later > 0)
        schedule_broken(c->as, RULE_OVERWRITTEN, read->cell->place, "%s: reads L%u as row %u of %s leaves it: it is "
                        "written again before its last use", cell_place_text(place, read->cell), read->lreg,
                        writer->cell->row, iteration_text(later));
    else
        schedule_broken(c->as, RULE_OVERWRITTEN, read->cell->place, "%s: reads L%u as row %u of %s left it: nothing "
                        "in this iteration writes it before", cell_place_text(place, read->cell), read->lreg,
                        writer->cell->row, iteration_text(later));
}

/* Reports a store of L16 if a cell of another load wrote L16. */
static void check_owner(const struct check *c, const struct read *read, const struct cell *writer)
{
    const struct schedule *s = c->schedule;
    char place[CELL_PLACE_SIZE];

    if (read->lreg != SFP_STAGING_LREG || writer->tag == read->cell->tag || writer->tag == SCHEDULE_NO_TAG ||
        read->cell->tag == SCHEDULE_NO_TAG)
        return;
    schedule_broken(c->as, RULE_STAGING_OWNER, read->cell->place, "%s: L16 is [%.*s]'s (row %u), not [%.*s]'s",
                    cell_place_text(place, read->cell), place_precision(s->tags[writer->tag].name),
                    place_text(s->tags[writer->tag].name), writer->row, place_precision(s->tags[read->cell->tag].name),
                    place_text(s->tags[read->cell->tag].name));
}

/* Checks a read. Returns false if it breaks a rule; the same read in other turns is then not reported again. */
static bool check_lreg_read(const struct check *c, const struct landings *all, const struct read *read)
{
    const bool carried = c->schedule->carried >> read->lreg & 1;
    const struct landings_found found = landings_find(all, read);
    const struct cell *early;

    if (found.count == 0 || read->cell->old)
        return true;
    early = find_in_flight(c, read, &found);
    if (early && is_reader_held(c, read, early))
        return true;
    if (early) {
        report_shadow(c, read, early);
        return false;
    }
    if (found.later != 0 && !carried) {
        report_overwritten(c, read, found.last, found.later);
        return false;
    }
    if (found.later == 0)
        check_owner(c, read, found.last->cell);
    return true;
}

static bool check_cell_reads(const struct check *c, const struct landings *all, const struct cell *cell, unsigned turn)
{
    bool good = true;

    for (uint32_t left = cell_known_access(cell, turn, c->arch).reads & SFP_USES_LREGS; left; left &= left - 1)
        good &= check_lreg_read(c, all, &(struct read){cell, turn, (uint8_t)__builtin_ctz(left)});
    return good;
}

bool check_flow(const struct check *c)
{
    const struct schedule *s = c->schedule;
    struct landings all;

    if (!landings_make(&all, s, c->arch))
        return false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns && check_cell_reads(c, &all, cell, turn); turn++)
            ;
    landings_free(&all);
    return true;
}
