/* Checks the places of cells: columns, cycles, distances from loads, addresses. */
#include "table_rules.h"

#include "assembly/assembler.h"
#include "isa/vector_unit.h"

#include <inttypes.h>
#include <stdlib.h>

/* Writes a cell's tag in brackets, or "" if the cell has none, to `text`, for a message. */
static const char *tag_text(char text[static CELL_PLACE_SIZE], const struct check *c, const struct cell *cell)
{
    const struct place name = cell->tag == SCHEDULE_NO_TAG ? (struct place){0} : c->schedule->tags[cell->tag].name;

    text[0] = '\0';
    if (name.source)
        snprintf(text, CELL_PLACE_SIZE, "[%.*s] ", (int)(place_length(name) < 30 ? place_length(name) : 30),
                 place_text(name));
    return text;
}

/* ---- Columns and tags ---- */

static const char *proper_column(const struct cell *cell)
{
    return cell->insn->unit == SFP_UNIT_NONE ? "Load, or Front end" : schedule_column((enum sfp_unit)cell->insn->unit);
}

static bool check_column(const struct check *c, const struct cell *cell)
{
    const bool scheduled = cell->kind == CELL_SCHEDULED;
    char place[CELL_PLACE_SIZE];

    if (cell->kind == CELL_ISSUED && cell->insn->id == SFP_I_SFPLOADMACRO) {
        schedule_broken(c->as, RULE_COLUMN, cell->place, "%s: SFPLOADMACRO is written as sfpload with a tag",
                        cell_place_text(place, cell));
        return false;
    }
    if (scheduled ? cell->unit >= SFP_UNIT_SIMPLE && cell->unit <= SFP_UNIT_STORE
                        && sfp_macro_reaches(cell->insn, cell->unit)
                  : cell->unit == (enum sfp_unit)cell->insn->unit
                        || (cell->insn->unit == SFP_UNIT_NONE && cell->unit == SFP_UNIT_LOAD))
        return true;
    if (scheduled && (cell->insn->unit == SFP_UNIT_NONE || cell->insn->unit == SFP_UNIT_LOAD))
        schedule_broken(c->as, RULE_COLUMN, cell->place, "%s: no macro schedules %s", cell_place_text(place, cell),
                        cell->insn->gnu);
    else
        schedule_broken(c->as, RULE_COLUMN, cell->place, "%s: %s does not run on %s but on %s",
                        cell_place_text(place, cell), cell->insn->gnu, schedule_column(cell->unit),
                        proper_column(cell));
    return false;
}

/* Does exactly one load have the cell's tag? Reports an error otherwise. */
static bool check_tag(const struct check *c, const struct cell *cell)
{
    const struct tag *tag = &c->schedule->tags[cell->tag];
    const size_t at = (size_t)(cell - c->schedule->cells);
    char place[CELL_PLACE_SIZE];

    if (tag->load == SIZE_MAX && c->schedule->incomplete) /* the load may be in the row with an error */
        return false;
    if (tag->load == SIZE_MAX)
        schedule_broken(c->as, RULE_TAG, cell->tag_place, "%s: no load is called [%.*s]", cell_place_text(place, cell),
                        place_precision(tag->name), place_text(tag->name));
    else if (cell->kind == CELL_LOAD && tag->load != at)
        schedule_broken(c->as, RULE_TAG, cell->tag_place, "%s: the load in row %u is called [%.*s] too",
                        cell_place_text(place, cell), c->schedule->cells[tag->load].row, place_precision(tag->name),
                        place_text(tag->name));
    else
        return true;
    return false;
}

static bool check_delay(const struct check *c, const struct cell *cell)
{
    const unsigned load = cell_issue_row(c->schedule, cell);
    char place[CELL_PLACE_SIZE], tag[CELL_PLACE_SIZE];

    if (cell->row > load && cell->row - cell->still <= load + SFP_SEQUENCE_DELAYS)
        return true;
    if (cell->row > load)
        schedule_broken(c->as, RULE_DELAY, cell->place, "%s: %sstarts %u cycles after its load in row %u; a macro "
                        "reaches 1 to %d", cell_place_text(place, cell), tag_text(tag, c, cell), cell->row - load, load,
                        SFP_SEQUENCE_DELAYS);
    else
        schedule_broken(c->as, RULE_DELAY, cell->place, "%s: %sstarts no later than its load in row %u; a macro "
                        "reaches 1 to %d cycles", cell_place_text(place, cell), tag_text(tag, c, cell), load,
                        SFP_SEQUENCE_DELAYS);
    return false;
}

/* ---- Cycles ---- */

/* Reports two cells in one cycle of the period: on one sub-unit, or both issued. */
static void report_taken(const struct check *c, const struct cell *cell, const struct cell *other)
{
    const unsigned period = c->schedule->period;
    char place[CELL_PLACE_SIZE], tag[CELL_PLACE_SIZE];

    if (cell_is_issued(cell) && cell_is_issued(other))
        schedule_broken(c->as, RULE_ISSUE_TAKEN, cell->place, "rows %u and %u: two instructions issue in the same "
                        "cycle of the period (%u): %s and %s", other->row, cell->row, period, other->insn->gnu,
                        cell->insn->gnu);
    else if (cell->kind == CELL_ISSUED || other->kind == CELL_ISSUED)
        schedule_broken(c->as, RULE_DISCARD, cell->place, "%s: issued %s is discarded: %shas %s in this cycle (row %u, "
                        "period %u)", cell_place_text(place, cell->kind == CELL_ISSUED ? cell : other),
                        (cell->kind == CELL_ISSUED ? cell : other)->insn->gnu,
                        tag_text(tag, c, cell->kind == CELL_ISSUED ? other : cell), schedule_column(cell->unit),
                        (cell->kind == CELL_ISSUED ? other : cell)->row, period);
    else
        schedule_broken(c->as, RULE_UNIT_TAKEN, cell->place, "%s: occupied in every iteration by row %u (period %u)",
                        cell_place_text(place, cell), other->row, period);
}

/* The first cell, per sub-unit and issued, in a cycle of the period. */
struct cycles {
    const struct cell *units[SFP_UNITS];
    const struct cell *issued;
};

static bool place_cell(const struct check *c, struct cycles *cycle, const struct cell *cell)
{
    const bool of_unit = cell->unit != SFP_UNIT_NONE && cell->insn->unit != SFP_UNIT_NONE;
    const struct cell *other = cell_is_issued(cell) && cycle->issued ? cycle->issued
                               : of_unit ? cycle->units[cell->unit] : NULL;

    if (other) {
        report_taken(c, cell, other);
        return false;
    }
    if (of_unit)
        cycle->units[cell->unit] = cell;
    if (cell_is_issued(cell))
        cycle->issued = cell;
    return true;
}

static void check_claim(const struct check *c, const struct cycles *cycle, const struct cell *cell)
{
    const struct cell *other = cell->unit != SFP_UNIT_NONE ? cycle->units[cell->unit]
                               : cycle->issued && cycle->issued->insn->unit == SFP_UNIT_NONE ? cycle->issued : NULL;
    char place[CELL_PLACE_SIZE];

    if (cell->kind == CELL_IDLE && other)
        schedule_broken(c->as, RULE_UNIT_TAKEN, cell->place, "%s: not idle but occupied by row %u (period %u)",
                        cell_place_text(place, cell), other->row, c->schedule->period);
    else if (cell->kind == CELL_NEXT && !cycle->issued)
        schedule_broken(c->as, RULE_ISSUE_TAKEN, cell->place, "%s: nothing is issued in this cycle of the period (%u), "
                        "in any iteration", cell_place_text(place, cell), c->schedule->period);
}

/* Checks that the cycle before a scheduled cell counts. Delays that count instructions pause in cycles in which a
 * word of another unit is issued, by whatever iteration (sfpu-timing(7), Delays). A delay that has run out no longer
 * waits, so the cell would start early. */
static void check_count(const struct check *c, const struct cycles *cycles, const struct cell *cell)
{
    const struct cell *before = cycles[(cell->row - 1) % c->schedule->period].issued;
    char place[CELL_PLACE_SIZE];

    if (before && cell_is_uncounted(c->schedule, before) && cell->row > cell_issue_row(c->schedule, cell) + 1)
        schedule_broken(c->as, RULE_DELAY, cell->place, "%s: starts in row %u already, because its delay does not "
                        "count %s there; '.delays cycles' counts every cycle",
                        cell_place_text(place, cell), cell->row - 1, before->insn->gnu);
}

/* Returns false if two cells share a place, or memory ran out. */
static bool check_cycles(const struct check *c)
{
    const struct schedule *s = c->schedule;
    struct cycles *cycles = calloc(s->period, sizeof *cycles);
    bool good = true;

    if (!cycles) {
        report_no_memory(c->as);
        return false;
    }
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        if (cell->insn)
            good &= place_cell(c, &cycles[cell->row % s->period], cell);
    for (const struct cell *cell = s->cells; !s->wrong && cell < s->cells + s->cell_count; cell++)
        if (!cell->insn)
            check_claim(c, &cycles[cell->row % s->period], cell);
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        if (cell->kind == CELL_SCHEDULED && s->tags[cell->tag].load != SIZE_MAX)
            check_count(c, cycles, cell);
    free(cycles);
    return good;
}

/* ---- Addresses ---- */

/* Checks an SFPLOADMACRO. Its register field has three bits; the highest is also bit 0 of the address. */
static void check_macro_load(const struct check *c, const struct cell *cell)
{
    enum { MACRO_LREGS = 8 };
    char place[CELL_PLACE_SIZE];

    for (unsigned turn = 0; turn < c->schedule->turns; turn++) {
        if (cell->actions[turn].vd < MACRO_LREGS)
            continue;
        schedule_broken(c->as, RULE_ADDRESS, cell->place, "%s: a macro loads L0 to L%d, not L%u",
                        cell_place_text(place, cell), MACRO_LREGS - 1, cell->actions[turn].vd);
        break;
    }
    if (cell->address & 1)
        schedule_broken(c->as, RULE_ADDRESS, cell->place, "%s: a macro loads from even addresses, not from %" PRId32,
                        cell_place_text(place, cell), cell->address);
}

static void check_cell_address(const struct check *c, const struct cell *cell)
{
    const struct schedule *s = c->schedule;
    char place[CELL_PLACE_SIZE];

    if (cell->address < -(SFP_COUNTER_MASK + 1) / 2 || cell->address > SFP_COUNTER_MASK)
        schedule_broken(c->as, RULE_ADDRESS, cell->place, "%s: address %" PRId32 " is not within %d..%d",
                        cell_place_text(place, cell), cell->address, -(SFP_COUNTER_MASK + 1) / 2, SFP_COUNTER_MASK);
    if (!(s->addrmods >> cell->addrmod & 1))
        schedule_broken(c->as, RULE_STEP, cell->place, "%s: address modifier %u is not in .addrmod",
                        cell_place_text(place, cell), cell->addrmod);
}

/* ---- The front end ---- */

/* Does an issued word change the Dst counter in a way that the table cannot follow? Loads, stores and INCRWC step
 * the counter by known amounts. */
static bool moves_counter(const struct check *c, const struct cell *cell)
{
    const uint32_t word = cell->actions[0].word;

    if (cell->insn->id == SFP_I_INCRWC)
        return sfp_field(cell->insn, word, SFP_F_RWC_CR) & SFP_RWC_CR_DST;
    if (cell->insn->id == SFP_I_SETRWC)
        return sfp_field(cell->insn, word, SFP_F_BITMASK) & SFP_RWC_SET_DST ||
               sfp_field(cell->insn, word, SFP_F_RWC_CR) & SFP_RWC_CR_DST_C_TO_CR;
    return cell_access(cell, 0, c->arch).writes & SFP_USES_RWC;
}

static void check_front_end(const struct check *c, const struct cell *cell)
{
    char place[CELL_PLACE_SIZE];

    if (cell->insn->id == SFP_I_REPLAY || cell->insn->id == SFP_I_MOP)
        schedule_broken(c->as, RULE_ISSUE_TAKEN, cell->place, "%s: %s issues instructions that the table does not have",
                        cell_place_text(place, cell), cell->insn->gnu);
    else if (moves_counter(c, cell))
        schedule_broken(c->as, RULE_STEP, cell->place, "%s: %s changes the Dst counter in a way that addresses cannot "
                        "follow; only address modifiers, and ttincrwc without a carriage return, may step it",
                        cell_place_text(place, cell), cell->insn->gnu);
}

/* ---- All of them ---- */

static bool check_cell(const struct check *c, const struct cell *cell)
{
    const bool of_macro = cell->kind == CELL_LOAD || cell->kind == CELL_SCHEDULED;
    bool good;

    if (!cell->insn)
        return true;
    good = check_column(c, cell);
    if (of_macro && !check_tag(c, cell))
        good = false;
    if (good && cell->kind == CELL_SCHEDULED)
        good = check_delay(c, cell);
    if (cell->kind == CELL_LOAD)
        check_macro_load(c, cell);
    if (cell_is_issued(cell) && cell_has_address(cell))
        check_cell_address(c, cell);
    if (cell_is_issued(cell) && cell->insn->unit == SFP_UNIT_NONE)
        check_front_end(c, cell);
    return good;
}

void schedule_check(struct assembler *as, const struct schedule *s)
{
    struct check c = {.as = as, .schedule = s, .arch = as->program->arch};
    bool good = true;

    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        good &= check_cell(&c, cell);
    good &= check_cycles(&c);
    /* missing cells would cause false reports about the others */
    if (as->stopped || !good || s->wrong)
        return;
    if (!grid_make(&c.grid, s)) {
        report_no_memory(as);
        return;
    }
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        if (cell->insn)
            check_neighbours(&c, cell);
    if (!check_flow(&c))
        report_no_memory(as);
    grid_free(&c.grid);
}
