/* Overlaps the words of iterations, and finds a loop's repeating part. */
#include "loop.h"

#include <stdlib.h>

/* ---- Layout ---- */

bool layout_make(struct layout *layout, const struct schedule *schedule, const struct sfp_index *index)
{
    *layout = (struct layout){
        .schedule = schedule, .index = index, .fill = MADE_WORD(index, SFP_I_SFPNOP, {SFP_F_VD, 0}),
        .fill_still = sfp_word_made(index, SFP_I_NOP, NULL, 0)};
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

/* Returns the number of Dst rows by which an issued cell steps the counter. */
static uint32_t counter_step(const struct schedule *s, const struct cell *cell, const struct action *action)
{
    if (cell_has_address(cell))
        return (uint32_t)s->addrmod_step[cell->addrmod];
    return cell->insn->id == SFP_I_INCRWC ? sfp_field(cell->insn, action->word, SFP_F_RWC_D) : 0;
}

static uint32_t load_macro_word(const struct layout *layout, const struct cell *cell, unsigned turn, uint32_t address)
{
    const struct schedule *s = layout->schedule;
    const struct action *action = &cell->actions[turn];

    return MADE_WORD(layout->index, SFP_I_SFPLOADMACRO,
                     {SFP_F_MACRO, s->macros[(size_t)cell->tag * s->turns + turn]}, {SFP_F_VD, action->vd},
                     {SFP_F_MOD, action->mod}, {SFP_F_ADDR_MODE, cell->addrmod}, {SFP_F_ADDR, address});
}

/* Returns the word of an issued cell in iteration `d`. */
static struct layout_word cell_word(const struct layout_walk *walk, const struct cell *cell, uint64_t d)
{
    const struct schedule *s = walk->layout->schedule;
    const uint32_t address = ((uint32_t)cell->address + (uint32_t)d * (uint32_t)s->step - walk->counter) &
                             SFP_COUNTER_MASK;
    struct layout_word word = {cell_action(s, cell, d)->word, cell, (unsigned)(d % s->turns), false};

    if (cell->kind == CELL_LOAD) {
        word.word = load_macro_word(walk->layout, cell, word.turn, address);
        word.odd = address & 1;
    } else if (cell_has_address(cell)) {
        word.word = sfp_word_with(cell->insn, word.word, SFP_F_ADDR, address);
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
    walk->counter += counter_step(s, cell, cell_action(s, cell, d));
    return word;
}

/* ---- Loops ---- */

/* Returns the length of a body: the cycles after which the rotation's words repeat. */
static uint64_t body_length(const struct schedule *s)
{
    return (uint64_t)s->period * s->turns;
}

static uint64_t count_loop_words(const struct layout *layout, uint64_t iterations, bool drain)
{
    return drain ? layout_cycles(layout, iterations) : layout_issued(layout, iterations);
}

/* Returns how many words of a body belong to cells. */
static uint64_t count_body_cells(const struct schedule *s)
{
    uint64_t count = 0;

    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        count += cell_is_issued(cell);
    return count * s->turns;
}

/* Finds the longest run in which each of the `words` words equals the word `length` later. The run's first body must
 * contain all cells of a body: at the loop's beginning and end, where iterations are incomplete, words can repeat
 * too. */
static void find_stretch(const struct layout *layout, struct loop_shape *shape, uint64_t words)
{
    const uint64_t all_cells = count_body_cells(layout->schedule);
    struct layout_walk here = layout_begin(layout, shape->iterations), ahead = here;
    uint64_t first = 0, longest = 0, cells = 0; /* cells: in the run's first body */

    for (uint64_t i = 0; i < shape->length && i < words; i++)
        layout_next(&ahead);
    for (uint64_t i = 0; i + shape->length < words; i++) {
        const struct layout_word word = layout_next(&here);

        if (word.word != layout_next(&ahead).word) {
            first = i + 1;
            cells = 0;
        } else if (i - first < shape->length) {
            cells += word.cell != NULL;
        }
        if (cells == all_cells && i + 1 - first > longest) {
            longest = i + 1 - first;
            shape->before = first;
        }
    }
    shape->repeating = longest >= shape->length ? longest + shape->length : 0;
}

uint64_t loop_depth(const struct layout *layout)
{
    enum { ENOUGH = 4 }; /* rotations in the steady state, enough to see bodies repeat */
    const struct schedule *s = layout->schedule;

    return layout->issued_rows / s->period + (uint64_t)ENOUGH * s->turns;
}

struct loop_shape loop_shape(const struct layout *layout, uint64_t iterations, bool drain)
{
    const struct schedule *s = layout->schedule;
    const uint64_t looked_at = loop_depth(layout);
    const uint64_t more = iterations > looked_at ? (iterations - looked_at) / s->turns : 0;
    struct loop_shape shape = {.iterations = iterations - more * s->turns, .length = body_length(s)};

    find_stretch(layout, &shape, count_loop_words(layout, shape.iterations, drain));
    if (shape.repeating > 0)
        shape.repeating += more * shape.length;
    shape.times = shape.repeating / shape.length;
    shape.recorded = shape.length;
    shape.iterations = iterations;
    shape.words = count_loop_words(layout, iterations, drain);
    return shape;
}

static void lengthen_body(struct loop_shape *shape, unsigned room)
{
    enum { LONG_ENOUGH = 8, BODIES = 4 };

    while (shape->length < LONG_ENOUGH && 2 * shape->length <= room && shape->times >= BODIES) {
        shape->length *= 2;
        shape->times /= 2;
    }
    shape->recorded = shape->length;
}

struct loop_shape loop_part(const struct loop_shape *shape, uint64_t later, unsigned recorded)
{
    struct loop_shape part = *shape;
    uint64_t played, rest;

    part.before += later;
    part.repeating -= later;
    part.recorded = recorded;
    rest = loop_rest(&part);
    part.times = (part.repeating + rest) / part.length;
    played = part.times * part.length - rest;
    part.head = later > rest ? later - rest : 0;
    part.tail = part.repeating > played + rest ? part.repeating - played - rest : 0;
    return part;
}

bool loop_fit(struct loop_shape *shape, enum loop_form form, unsigned room)
{
    if (form == LOOP_SOLID)
        return shape->before + shape->length + loop_behind(shape) <= room;
    if (shape->length <= room)
        lengthen_body(shape, room);
    else if (shape->length <= LOOP_LONGEST_BODY)
        *shape = loop_part(shape, 0, room);
    else
        return false;
    return true;
}

/* Skips repeating bodies. In a body, the Dst counter advances by exactly the rows between its iterations' addresses
 * and the next body's, so that the words are equal. */
void loop_skip(struct layout_walk *walk, const struct loop_shape *shape)
{
    const struct schedule *s = walk->layout->schedule;
    const uint64_t cycles = shape->length * (shape->times - 1);

    walk->counter += (uint32_t)s->step * (uint32_t)(cycles / s->period);
    walk->cycle += cycles;
}

struct layout_walk loop_steady(const struct layout *layout)
{
    const struct schedule *s = layout->schedule;
    const uint64_t rotations = layout->issued_rows / body_length(s) + 1;
    struct layout_walk walk = layout_begin(layout, (rotations + 1) * s->turns);

    while (walk.cycle < rotations * body_length(s))
        layout_next(&walk);
    return walk;
}
