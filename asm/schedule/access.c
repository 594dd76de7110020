/* Reads, writes and cycles of cells. */
#include "access.h"

#include "isa/modes.h"
#include "isa/timing.h"

#include <stdlib.h>

static uint32_t lregs_of(uint8_t names, const struct action *a)
{
    return (names & SFP_NAMES_VA ? 1u << a->va : 0) | (names & (SFP_NAMES_VB | SFP_NAMES_B) ? 1u << a->vb : 0) |
           (names & SFP_NAMES_VC ? 1u << a->vc : 0) | (names & SFP_NAMES_VD ? 1u << a->vd : 0);
}

/* What it writes: the LReg that L7 names is the one that the table has as VD. With L16 as VD that it is in any case
 * (sfpu-timing(7), Field overrides). */
static uint32_t written_by(const struct cell *cell, const struct action *a)
{
    const uint32_t written = sfp_resources_written(cell->insn, a->mod, a->vd), any = 1u << SFP_R_ANY;

    return written & any ? (written & ~any) | 1u << SFP_R_VD : written;
}

/* `left_out`: resources that do not count where they are read. */
static struct access access_of(const struct cell *cell, unsigned turn, enum sfp_arch arch, uint32_t left_out)
{
    const struct action *a = &cell->actions[turn];
    const struct sfp_uses reads = sfp_uses_of(sfp_resources_read(cell->insn, a->mod, a->vd) & ~left_out);
    const struct sfp_uses writes = sfp_uses_of(written_by(cell, a));

    return (struct access){
        .reads = reads.mask | lregs_of(reads.names, a),
        .writes = (writes.mask | lregs_of(writes.names, a)) & sfp_writable(cell->insn),
        .latency = sfp_latency(cell->insn, arch, a->mod),
    };
}

struct access cell_access(const struct cell *cell, unsigned turn, enum sfp_arch arch)
{
    return access_of(cell, turn, arch, 0);
}

struct access cell_known_access(const struct cell *cell, unsigned turn, enum sfp_arch arch)
{
    return access_of(cell, turn, arch, 1u << SFP_R_ANY);
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

    return (seen.mask | lregs_of(seen.names, a)) & SFP_USES_LREGS;
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

/* How many rows before `row` are such as there are until[i] of before cycle i of a period. */
static unsigned rows_before(const unsigned *until, unsigned period, unsigned row)
{
    return row / period * until[period] + until[row % period];
}

bool cells_count_still(struct schedule *s)
{
    unsigned *until = calloc((size_t)s->period + 1, sizeof *until); /* [i]: such cycles before cycle i of the period */

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
                          - rows_before(until, s->period, cell_issue_row(s, cell)); /* which counts */
    free(until);
    return true;
}

bool cell_address(const struct schedule *s, const struct cell *cell, int32_t *address)
{
    if (!cell_has_address(cell))
        return false;
    *address = cell->kind == CELL_SCHEDULED ? s->cells[s->tags[cell->tag].load].address : cell->address;
    return true;
}
