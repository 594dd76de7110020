/* Schedules as tables of cells: reads, writes, cycles and landings. */
#include "schedule_cells.h"

#include "isa/modes.h"
#include "isa/timing.h"
#include "base/array.h"

#include <stdlib.h>

const struct schedule_column schedule_columns[SCHEDULE_COLUMNS] = {
    {"Load", SFP_UNIT_LOAD},   {"Simple", SFP_UNIT_SIMPLE}, {"MAD", SFP_UNIT_MAD},
    {"Round", SFP_UNIT_ROUND}, {"Store", SFP_UNIT_STORE},   {"Front end", SFP_UNIT_NONE},
};

const char *schedule_column(enum sfp_unit unit)
{
    for (unsigned i = 0; i < SCHEDULE_COLUMNS; i++)
        if (schedule_columns[i].unit == unit)
            return schedule_columns[i].title;
    return "";
}

void schedule_free(struct schedule *s)
{
    for (size_t i = 0; i < s->cell_count; i++)
        free(s->cells[i].actions);
    free(s->cells);
    free(s->tags);
    free(s->rotations);
    free(s->macros);
}

/* ---- Reads, writes and cycles of cells ---- */

static uint32_t lregs_named(uint8_t names, const struct action *a)
{
    return (names & SFP_NAMES_VA ? 1u << a->va : 0) | (names & (SFP_NAMES_VB | SFP_NAMES_B) ? 1u << a->vb : 0) |
           (names & SFP_NAMES_VC ? 1u << a->vc : 0) | (names & SFP_NAMES_VD ? 1u << a->vd : 0);
}

/* Returns the resources that the cell writes. If L7 names the destination, the table has that LReg as VD. With L16
 * as VD, the destination is L16 in any case (sfpu-timing(7), Field overrides). */
static uint32_t resources_written(const struct cell *cell, const struct action *a)
{
    const uint32_t written = sfp_resources_written(cell->insn, a->mod, a->vd), any = 1u << SFP_R_ANY;

    return written & any ? (written & ~any) | 1u << SFP_R_VD : written;
}

/* Returns the cell's reads and writes. Reads of the resources in `left_out` are ignored. */
static struct access access_without(const struct cell *cell, unsigned turn, enum sfp_arch arch, uint32_t left_out)
{
    const struct action *a = &cell->actions[turn];
    const struct sfp_uses reads = sfp_uses_of(sfp_resources_read(cell->insn, a->mod, a->vd) & ~left_out);
    const struct sfp_uses writes = sfp_uses_of(resources_written(cell, a));

    return (struct access){
        .reads = reads.mask | lregs_named(reads.names, a),
        .writes = (writes.mask | lregs_named(writes.names, a)) & sfp_writable(cell->insn),
        .latency = sfp_latency(cell->insn, arch, a->mod),
    };
}

struct access cell_access(const struct cell *cell, unsigned turn, enum sfp_arch arch)
{
    return access_without(cell, turn, arch, 0);
}

struct access cell_known_access(const struct cell *cell, unsigned turn, enum sfp_arch arch)
{
    return access_without(cell, turn, arch, 1u << SFP_R_ANY);
}

uint32_t cell_read_row(const struct cell *cell, unsigned turn, enum sfp_arch arch)
{
    const unsigned mode = cell->actions[turn].mod;

    return cell->row + (sfp_reads_first(cell->insn, mode) ? 0 : sfp_latency(cell->insn, arch, mode) - 1);
}

uint32_t cell_seen_reads(const struct cell *cell, unsigned turn)
{
    const struct action *a = &cell->actions[turn];
    const struct sfp_uses seen = sfp_uses_of(sfp_resources_seen(cell->insn, a->mod, a->vd));

    return (seen.mask | lregs_named(seen.names, a)) & SFP_USES_LREGS;
}

bool grid_make(struct grid *grid, const struct schedule *schedule)
{
    *grid = (struct grid){schedule, calloc(schedule->period, sizeof *grid->cells)};
    if (!grid->cells)
        return false;
    for (const struct cell *cell = schedule->cells; cell < schedule->cells + schedule->cell_count; cell++)
        if (cell->insn)
            grid->cells[cell->row % schedule->period][cell->unit] = cell;
    return true;
}

void grid_free(struct grid *grid)
{
    free(grid->cells);
    *grid = (struct grid){0};
}

const struct cell *grid_at(const struct grid *grid, int64_t row, enum sfp_unit unit, int64_t *later)
{
    const int64_t period = grid->schedule->period;
    const struct cell *cell = grid->cells[(row % period + period) % period][unit];

    if (cell)
        *later = (row - (int64_t)cell->row) / period;
    return cell;
}

unsigned cell_issue_row(const struct schedule *s, const struct cell *cell)
{
    return cell->kind == CELL_SCHEDULED ? s->cells[s->tags[cell->tag].load].row : cell->row;
}

/* Returns the number of uncounted cycles before `row`; until[i] is their number before cycle i of a period. */
static unsigned rows_before(const unsigned *until, unsigned period, unsigned row)
{
    return row / period * until[period] + until[row % period];
}

bool cells_count_still(struct schedule *s)
{
    unsigned *until = calloc((size_t)s->period + 1, sizeof *until); /* [i]: uncounted cycles before cycle i of the
                                                                     * period */

    if (!until)
        return false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        if (cell_is_uncounted(s, cell))
            until[cell->row % s->period + 1] = 1;
    for (unsigned i = 0; i < s->period; i++)
        until[i + 1] += until[i];
    for (struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        if (cell->kind == CELL_SCHEDULED && s->tags[cell->tag].load != SIZE_MAX && cell_issue_row(s, cell) < cell->row)
            cell->still = rows_before(until, s->period, cell->row)
                          - rows_before(until, s->period, cell_issue_row(s, cell)); /* the load's cycle counts */
    free(until);
    return true;
}

bool cell_address(const struct schedule *s, const struct cell *cell, int32_t *address)
{
    if (!cell_has_address(cell) || (cell->kind == CELL_SCHEDULED && s->tags[cell->tag].load == SIZE_MAX))
        return false;
    *address = cell->kind == CELL_SCHEDULED ? s->cells[s->tags[cell->tag].load].address : cell->address;
    return true;
}

/* ---- Results of cells, in order of their landing ---- */

uint32_t landings_cycles(const struct schedule *s)
{
    return s->period * s->turns;
}

uint8_t landing_order(const struct cell *cell, unsigned latency)
{
    static const uint8_t orders[SFP_UNITS] = {
        [SFP_UNIT_MAD] = 0, [SFP_UNIT_SIMPLE] = 2, [SFP_UNIT_ROUND] = 3, [SFP_UNIT_LOAD] = 4,
    };

    return latency > 1 && cell->unit == SFP_UNIT_ROUND ? 1 : orders[cell->unit];
}

static int compare_landings(const void *x, const void *y)
{
    const struct landing *a = x, *b = y;

    if (a->lreg != b->lreg)
        return a->lreg < b->lreg ? -1 : 1;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->order - b->order;
}

static void add_landings(struct landings *all, const struct cell *cell, unsigned turn)
{
    const struct schedule *s = all->schedule;
    const struct access a = cell_known_access(cell, turn, all->arch);
    const uint32_t at = cell->row + turn * s->period + a.latency - 1;

    for (uint32_t left = a.writes & SFP_USES_LREGS; left; left &= left - 1)
        all->items[all->count++] = (struct landing){
            .cell = cell, .at = at % landings_cycles(s), .lreg = (uint8_t)__builtin_ctz(left),
            .order = landing_order(cell, a.latency), .wrapped = (int32_t)(at / landings_cycles(s) * s->turns),
            .turn = turn,
        };
}

bool landings_make(struct landings *all, const struct schedule *s, enum sfp_arch arch)
{
    size_t room = 0;

    *all = (struct landings){.schedule = s, .arch = arch};
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns; turn++)
            room += (unsigned)__builtin_popcount(cell_known_access(cell, turn, arch).writes & SFP_USES_LREGS);
    all->items = calloc(room + 1, sizeof *all->items);
    if (!all->items)
        return false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns; turn++)
            add_landings(all, cell, turn);
    qsort(all->items, all->count, sizeof *all->items, compare_landings);
    for (size_t i = 0; i < all->count; i++)
        all->first[all->items[i].lreg + 1]++;
    for (unsigned lreg = 0; lreg < SFP_LREGS; lreg++)
        all->first[lreg + 1] += all->first[lreg];
    return true;
}

static bool lands_before(const void *landing, const void *time)
{
    return ((const struct landing *)landing)->at < *(const uint32_t *)time;
}

/* Returns how many of the landings, which are in order, come before cycle `time`, modulo landings_cycles(). */
static size_t count_before(const struct landing *first, size_t count, uint32_t time)
{
    return array_before(first, count, sizeof *first, lands_before, &time);
}

void landings_free(struct landings *landings)
{
    free(landings->items);
    *landings = (struct landings){0};
}

/* Returns by how many iterations the landing's iteration is later than the read's. */
static int64_t iterations_later(const struct schedule *s, const struct read *r, const struct landing *l, int64_t rounds)
{
    return (int64_t)l->turn - l->wrapped - (int64_t)r->turn + rounds * (int64_t)s->turns;
}

struct landings_found landings_find(const struct landings *all, const struct read *r)
{
    const struct schedule *s = all->schedule;
    const uint32_t time = cell_read_row(r->cell, r->turn, all->arch) + r->turn * s->period;
    struct landings_found found = {
        .first = all->items + all->first[r->lreg], .count = all->first[r->lreg + 1] - all->first[r->lreg]};

    if (found.count == 0)
        return found;
    found.before = count_before(found.first, found.count, time % landings_cycles(s));
    found.last = &found.first[found.before > 0 ? found.before - 1 : found.count - 1];
    found.later = iterations_later(s, r, found.last, (int64_t)(time / landings_cycles(s)) - (found.before == 0));
    return found;
}
