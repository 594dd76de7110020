/* Iterations on top of each other. */
#include "layout.h"

#include <stdlib.h>

bool layout_make(struct layout *layout, const struct schedule *schedule, const struct sfp_index *index)
{
    *layout = (struct layout){
        .schedule = schedule, .index = index, .fill = MADE_WORD(index, SFP_I_SFPNOP, {SFP_F_VD, 0}),
        .fill_still = made_word(index, SFP_I_NOP, NULL, 0)};
    layout->issued = calloc(schedule->period, sizeof *layout->issued);
    if (!layout->issued)
        return false;
    for (const struct cell *cell = schedule->cells; cell < schedule->cells + schedule->cell_count; cell++) {
        unsigned *rows = cell_is_issued(cell) ? &layout->issued_rows : &layout->scheduled_rows;

        if (cell_is_issued(cell))
            layout->issued[cell->row % schedule->period] = cell;
        if ((cell_is_issued(cell) || cell->kind == CELL_SCHEDULED) && cell->row >= *rows)
            *rows = cell->row + 1;
    }
    return true;
}

void layout_free(struct layout *layout)
{
    free(layout->issued);
    *layout = (struct layout){0};
}

uint64_t layout_issued(const struct layout *layout, uint64_t iterations)
{
    return (iterations - 1) * layout->schedule->period + layout->issued_rows;
}

uint64_t layout_cycles(const struct layout *layout, uint64_t iterations)
{
    const unsigned rows =
        layout->issued_rows > layout->scheduled_rows ? layout->issued_rows : layout->scheduled_rows;

    return (iterations - 1) * layout->schedule->period + rows;
}

struct layout_walk layout_begin(const struct layout *layout, uint64_t iterations)
{
    return (struct layout_walk){.layout = layout, .iterations = iterations};
}

/* ---- Words ---- */

/* Dst rows that an issued cell adds to the counter. */
static uint32_t step_of(const struct schedule *s, const struct cell *cell, const struct action *action)
{
    if (cell_has_address(cell))
        return (uint32_t)s->addrmod_step[cell->addrmod];
    return cell->insn->id == SFP_I_INCRWC ? sfp_field(cell->insn, action->word, SFP_F_RWC_D) : 0;
}

static uint32_t macro_word(const struct layout *layout, const struct cell *cell, unsigned turn, uint32_t address)
{
    const struct schedule *s = layout->schedule;
    const struct action *action = &cell->actions[turn];

    return MADE_WORD(layout->index, SFP_I_SFPLOADMACRO,
                     {SFP_F_MACRO, s->macros[(size_t)cell->tag * s->turns + turn]}, {SFP_F_VD, action->vd},
                     {SFP_F_MOD, action->mod}, {SFP_F_ADDR_MODE, cell->addrmod}, {SFP_F_ADDR, address});
}

/* An issued cell in iteration `d`. */
static struct layout_word cell_word(const struct layout_walk *walk, const struct cell *cell, uint64_t d)
{
    const struct schedule *s = walk->layout->schedule;
    const uint32_t address = ((uint32_t)cell->address + (uint32_t)d * (uint32_t)s->step - walk->counter) &
                             SFP_COUNTER_MASK;
    struct layout_word word = {cell_action(s, cell, d)->word, cell, (unsigned)(d % s->turns), false};

    if (cell->kind == CELL_LOAD) {
        word.word = macro_word(walk->layout, cell, word.turn, address);
        word.odd = address & 1;
    } else if (cell_has_address(cell)) {
        word.word = word_with(cell->insn, word.word, SFP_F_ADDR, address);
    }
    return word;
}

uint32_t layout_filler(const struct layout *layout, uint64_t cycle)
{
    const struct schedule *s = layout->schedule;
    const struct cell *cell = layout->issued[cycle % s->period];

    return cell && cell_is_uncounted(s, cell) ? layout->fill_still : layout->fill;
}

struct layout_word layout_next(struct layout_walk *walk)
{
    const struct layout *layout = walk->layout;
    const struct schedule *s = layout->schedule;
    const struct cell *cell = layout->issued[walk->cycle % s->period];
    const uint64_t cycle = walk->cycle++;
    struct layout_word word;
    uint64_t d;

    if (!cell || cycle < cell->row || (cycle - cell->row) / s->period >= walk->iterations)
        return (struct layout_word){.word = layout_filler(layout, cycle)};
    d = (cycle - cell->row) / s->period;
    word = cell_word(walk, cell, d);
    walk->counter += step_of(s, cell, cell_action(s, cell, d));
    return word;
}
