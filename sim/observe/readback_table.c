/* Makes a loop's cells from the words of all its iterations. */
#include "readback_parts.h"

#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "base/array.h"

enum { DST_HALF = (SFP_COUNTER_MASK + 1) / 2 };

/* Context of making a table. */
struct making {
    const struct span *span;
    const struct loop *loop;
    struct table *table;
    bool has_step; /* table->step is set by a load or store */
};

static size_t count_rotation_turns(const uint8_t *values, size_t count)
{
    for (size_t turns = 1; turns < count; turns++)
        if (memcmp(values, values + turns, count - turns) == 0)
            return turns;
    return count;
}

/* Finds the rotation with these values, or adds it, and sets *place. *place is NOT_ROTATING if the values are
 * constant. Returns TABLE_NONE if the rotation is too long. */
static enum table_result intern_rotation(struct table *table, const uint8_t *values, size_t count, int *place)
{
    const size_t turns = count_rotation_turns(values, count);

    *place = NOT_ROTATING;
    if (turns == 1)
        return TABLE_MADE;
    if (turns > TABLE_TURNS_MOST)
        return TABLE_NONE;
    for (size_t i = 0; i < table->rotation_count && *place == NOT_ROTATING; i++)
        if (table->rotations[i].count == turns && memcmp(table->rotations[i].registers, values, turns) == 0)
            *place = (int)i;
    if (*place != NOT_ROTATING)
        return TABLE_MADE;
    if (!array_room(&table->rotations, table->rotation_count, &table->rotation_capacity, sizeof *table->rotations))
        return TABLE_NO_MEMORY;
    *place = (int)table->rotation_count;
    table->rotations[table->rotation_count].count = (unsigned)turns;
    memcpy(table->rotations[table->rotation_count++].registers, values, turns);
    return TABLE_MADE;
}

/* Returns the phrase of the cell in `row` in iteration `d`: of the word itself, or of its item on `unit`. */
static const struct phrase *find_cell_phrase(const struct making *m, unsigned row, size_t d, unsigned unit,
                                             bool scheduled)
{
    const struct stream_word *word = loop_word(m->span, m->loop, row, d);

    return scheduled ? &stream_item(m->span->stream, word, unit)->phrase : &word->phrase;
}

/* Finds the rotation of each of the cell's registers. `row` is the row of the issued word. */
static enum table_result find_rotations(const struct making *m, struct table_cell *cell, unsigned row, bool scheduled)
{
    enum table_result result = TABLE_MADE;
    uint8_t *values = malloc(m->loop->count);

    if (!values)
        return TABLE_NO_MEMORY;
    for (unsigned r = 0; r < cell->phrase.count && result == TABLE_MADE; r++) {
        for (size_t d = 0; d < m->loop->count; d++)
            values[d] = find_cell_phrase(m, row, d, cell->unit, scheduled)->registers[r];
        result = intern_rotation(m->table, values, m->loop->count, &cell->rotation[r]);
    }
    free(values);
    return result;
}

static enum table_result add_table_cell(const struct making *m, unsigned row, bool scheduled,
                                        const struct table_cell *made)
{
    struct table *table = m->table;

    if (!array_room(&table->cells, table->cell_count, &table->cell_capacity, sizeof *table->cells))
        return TABLE_NO_MEMORY;
    table->cells[table->cell_count] = *made;
    return find_rotations(m, &table->cells[table->cell_count++], row, scheduled);
}

/* ---- Addresses ---- */

/* Returns the address in iteration `d`, including the counter steps made by the loop's words so far. */
static unsigned find_cell_address(const struct making *m, unsigned row, size_t d)
{
    const struct stream_word *word = loop_word(m->span, m->loop, row, d);
    const struct stream_word *first = loop_word(m->span, m->loop, m->loop->rows[0], 0);
    const unsigned field = word->kind == STREAM_MACRO ? word->address & ~1u : word->address; /* bit 0 is part of VD */

    return (field + word->counter - first->counter) & SFP_COUNTER_MASK;
}

/* Sets the cell's address. Returns TABLE_NONE if the address does not advance evenly, or not like the addresses
 * before. */
static enum table_result find_address(struct making *m, unsigned row, struct table_cell *cell)
{
    const size_t count = m->loop->count;
    const struct stream_word *word = loop_word(m->span, m->loop, row, count / 2); /* the last iterations may step
                                                                                * differently */
    unsigned step;

    cell->address = (uint16_t)find_cell_address(m, row, 0);
    cell->addr_mode = word->addr_mode;
    m->table->addr_modes |= (uint8_t)(1u << word->addr_mode);
    m->table->addr_step[word->addr_mode] = word->step;
    if (count == 1)
        return TABLE_MADE;
    step = (find_cell_address(m, row, 1) - cell->address) & SFP_COUNTER_MASK;
    for (size_t d = 1; d < count; d++)
        if (((find_cell_address(m, row, d) - find_cell_address(m, row, d - 1)) & SFP_COUNTER_MASK) != step)
            return TABLE_NONE;
    if (m->has_step && (m->table->step & SFP_COUNTER_MASK) != (int)step)
        return TABLE_NONE;
    m->has_step = true;
    m->table->step = step < DST_HALF ? (int)step : (int)step - SFP_COUNTER_MASK - 1;
    return TABLE_MADE;
}

/* ---- Cells ---- */

/* Adds the cells that a load schedules. */
static enum table_result add_item_cells(struct making *m, unsigned row, int tag)
{
    const struct stream *s = m->span->stream;
    const struct stream_word *word = loop_word(m->span, m->loop, row, 0);
    enum table_result result = TABLE_MADE;

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE && result == TABLE_MADE; u++) {
        const struct stream_item *item = stream_item(s, word, u);

        if (!item)
            continue;
        m->table->units |= 1u << u;
        m->table->units_counting |= (word->misc >> (SFP_MISC_DELAY_KIND_LSB + u - SFP_UNIT_SIMPLE) & 1u) << u;
        result = add_table_cell(m, row, true,
                                &(struct table_cell){.row = row + (unsigned)(item->cycle - word->cycle),
                                                     .unit = (uint8_t)u, .tag = tag, .old = NOT_OLD,
                                                     .phrase = item->phrase});
    }
    return result;
}

static enum table_result add_row_cells(struct making *m, unsigned row)
{
    const struct stream_word *word = loop_word(m->span, m->loop, row, 0);
    struct table_cell cell = {.row = row, .unit = word->unit, .tag = NO_TAG, .old = NOT_OLD, .phrase = word->phrase};
    enum table_result result = TABLE_MADE;

    if (word->kind == STREAM_MACRO)
        cell.tag = m->table->tags++;
    if (strchr(m->span->stream->texts[word->phrase.text], PHRASE_ADDRESS))
        result = find_address(m, row, &cell);
    if (result == TABLE_MADE)
        result = add_table_cell(m, row, false, &cell);
    return result == TABLE_MADE && word->kind == STREAM_MACRO ? add_item_cells(m, row, cell.tag) : result;
}

static int compare_cells(const void *a, const void *b)
{
    const struct table_cell *x = a, *y = b;

    return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->unit > y->unit) - (x->unit < y->unit);
}

/* ---- Values passed between iterations ---- */

/* An access to registers, with its iteration. */
struct access {
    uint64_t cycle, lands; /* lands: first cycle in which its writes can be read */
    unsigned order;        /* order of writes that land together: the highest stays */
    unsigned unit;
    size_t iteration;
    uint32_t reads, writes;
};

/* As in sfpu-timing(7), Order within a cycle. */
static unsigned landing_order(const struct phrase *phrase, unsigned unit)
{
    return phrase->latency > 1 ? 0 : unit == SFP_UNIT_SIMPLE ? 1 : unit == SFP_UNIT_ROUND ? 2 : 3;
}

static struct access make_access(const struct phrase *phrase, unsigned unit, uint64_t cycle, size_t iteration)
{
    return (struct access){cycle, cycle + phrase->latency, landing_order(phrase, unit), unit, iteration,
                           phrase->reads_named & SFP_USES_LREGS, phrase->writes_named & SFP_USES_LREGS};
}

static bool lands_later(const struct access *a, const struct access *b)
{
    return a->lands != b->lands ? a->lands > b->lands : a->order > b->order;
}

static int compare_access_cycles(const void *a, const void *b)
{
    const struct access *x = a, *y = b;

    return (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

/* Returns the accesses of all iterations, by cycle, to be freed by the caller. Returns NULL if memory runs out. */
static struct access *all_accesses(const struct making *m, size_t *count)
{
    const struct loop *loop = m->loop;
    struct access *all = malloc((size_t)STREAM_UNITS * loop->row_count * loop->count * sizeof *all);

    *count = 0;
    for (size_t d = 0; all && d < loop->count; d++) {
        for (unsigned i = 0; i < loop->row_count; i++) {
            const struct stream_word *word = loop_word(m->span, loop, loop->rows[i], d);

            all[(*count)++] = make_access(&word->phrase, word->unit, word->cycle, d);
            for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
                const struct stream_item *item = stream_item(m->span->stream, word, u);

                if (item)
                    all[(*count)++] = make_access(&item->phrase, u, item->cycle, d);
            }
        }
    }
    if (all)
        qsort(all, *count, sizeof *all, compare_access_cycles);
    return all;
}

/* Returns the access before `reader` whose write to `reg` the reader sees, or NULL. */
static const struct access *find_access_writer(const struct access *all, const struct access *reader, unsigned reg)
{
    const struct access *writer = NULL;

    for (const struct access *a = reader; a-- > all && !(writer && a->cycle + SFP_MAX_LATENCY < writer->lands);)
        if (a->writes >> reg & 1 && a->lands <= reader->cycle && (!writer || lands_later(a, writer)))
            writer = a;
    return writer;
}

/* Returns the registers that any access writes. */
static uint32_t collect_writes(const struct access *all, size_t count)
{
    uint32_t writes = 0;

    for (size_t i = 0; i < count; i++)
        writes |= all[i].writes;
    return writes;
}

/* Returns the access whose result for `reg` is under way when `reader` reads, or NULL. */
static const struct access *find_access_under_way(const struct access *all, const struct access *reader, unsigned reg)
{
    for (const struct access *a = reader; a-- > all && a->cycle + SFP_MAX_LATENCY > reader->cycle;)
        if (a->writes >> reg & 1 && a->cycle < reader->cycle && a->lands > reader->cycle)
            return a;
    return NULL;
}

static void mark_old(const struct making *m, const struct access *reader, unsigned reg)
{
    const uint64_t start = m->span->base + m->loop->start + reader->iteration * m->loop->period;

    for (size_t i = 0; i < m->table->cell_count; i++)
        if (m->table->cells[i].row == reader->cycle - start && m->table->cells[i].unit == reader->unit)
            m->table->cells[i].old = (int)reg;
}

/* Notes a read: if another iteration wrote the value, `reg` is carried; if a result is under way, the cell reads the
 * old value. */
static void note_access_read(const struct making *m, const struct access *all, const struct access *reader,
                             unsigned reg)
{
    const struct access *writer = find_access_writer(all, reader, reg), *late = find_access_under_way(all, reader, reg);
    const bool own = late && late->iteration == reader->iteration;

    if (!own && reg != SFP_STAGING_LREG && (!writer || writer->iteration != reader->iteration))
        m->table->carried |= 1u << reg;
    if (late)
        mark_old(m, reader, reg);
}

static enum table_result find_flow(const struct making *m)
{
    size_t count;
    struct access *all = all_accesses(m, &count);
    uint32_t writes;

    if (!all)
        return TABLE_NO_MEMORY;
    writes = collect_writes(all, count);
    for (size_t i = 0; i < count; i++)
        for (uint32_t left = all[i].reads & writes; left; left &= left - 1)
            note_access_read(m, all, &all[i], (unsigned)__builtin_ctz(left));
    free(all);
    return TABLE_MADE;
}

/* ---- Words without a row ---- */

/* Returns whether words between the loop's cells can be left out. */
static bool only_filling(const struct span *span, const struct loop *loop)
{
    for (size_t i = loop->first; i < loop->end; i++) {
        const struct stream_word *word = &span->stream->words[i];

        if (word->key != 0 && !loop_has(loop, word->cycle - span->base - loop->start)
            && !stream_harmless(span->stream, i))
            return false;
    }
    return true;
}

static bool is_gapless(const struct stream *s, const struct loop *loop)
{
    return s->words[loop->end - 1].cycle - s->words[loop->first].cycle == loop->end - 1 - loop->first;
}

enum table_result table_make(const struct span *span, const struct loop *loop, struct table *table)
{
    struct making m = {.span = span, .loop = loop, .table = table};
    enum table_result result = TABLE_MADE;

    *table = (struct table){
        .period = loop->period, .once = loop->count == 1, .gapless = is_gapless(span->stream, loop)};
    if (!only_filling(span, loop))
        return TABLE_NONE;
    for (unsigned i = 0; i < loop->row_count && result == TABLE_MADE; i++)
        result = add_row_cells(&m, loop->rows[i]);
    if (result != TABLE_MADE)
        return result;
    if (table->cell_count)
        qsort(table->cells, table->cell_count, sizeof *table->cells, compare_cells);
    return find_flow(&m);
}

void table_free(struct table *table)
{
    free(table->cells);
    free(table->rotations);
}
