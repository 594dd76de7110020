/*
 * Chosen cells of Dst. Whole rows of the formats that only move bits go as vectors; anything else value by value, as
 * image files do.
 */
#include "cells.h"

#include <stdlib.h>
#include <string.h>

#include "util/fail.h"

enum { HALF_BITS = 16 };

/* ---- Plans ---- */

static bool is_whole_row(const uint32_t *at, size_t left)
{
    if (left < SFP_DST_COLUMNS || at[0] % SFP_DST_COLUMNS != 0)
        return false;
    for (unsigned i = 1; i < SFP_DST_COLUMNS; i++)
        if (at[i] != at[0] + i)
            return false;
    return true;
}

static uint16_t physical_row(const struct sfp_state *s, enum sfp_format format, uint32_t cell)
{
    const unsigned row = cell / SFP_DST_COLUMNS;

    if (format == SFP_FORMAT_RAW)
        return (uint16_t)row;
    return (uint16_t)(sfp_format_wide(format) ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row));
}

/* Whole rows as far as there are any, then cells. */
static void list(struct sfp_cells *cells, const uint32_t *at, const struct sfp_state *s)
{
    size_t i = 0;

    for (; cells->kind != SFP_ROW_OTHER && is_whole_row(at + i, cells->count - i); i += SFP_DST_COLUMNS)
        cells->rows[cells->row_count++] = physical_row(s, cells->format, at[i]);
    for (; i < cells->count; i++)
        cells->single[cells->single_count++] = (struct sfp_single_cell){
            physical_row(s, cells->format, at[i]), (uint8_t)(at[i] % SFP_DST_COLUMNS)};
}

bool sfp_cells_plan(struct sfp_cells *cells, enum sfp_format format, const uint32_t *at, size_t count,
                    const struct sfp_state *s, char **error)
{
    const unsigned rows = sfp_format_rows_in(format, s);

    *cells = (struct sfp_cells){.format = format, .kind = sfp_format_row(format), .count = count};
    *error = NULL;
    for (size_t i = 0; i < count; i++)
        if (at[i] / SFP_DST_COLUMNS >= rows)
            return sfp_fail(error, "cell %u is in row %u, and %s has %u rows there", at[i], at[i] / SFP_DST_COLUMNS,
                            sfp_format_name(format), rows);
    cells->rows = calloc(count / SFP_DST_COLUMNS + 1, sizeof *cells->rows);
    cells->single = calloc(count + 1, sizeof *cells->single);
    if (!cells->rows || !cells->single) {
        sfp_cells_free(cells);
        return false;
    }
    list(cells, at, s);
    return true;
}

void sfp_cells_free(struct sfp_cells *cells)
{
    free(cells->rows);
    free(cells->single);
    *cells = (struct sfp_cells){0};
}

/* ---- Cells one by one ---- */

static void write_cell(const struct sfp_cells *cells, const struct sfp_single_cell *at, uint32_t value,
                       struct sfp_state *s)
{
    unsigned lost = 0; /* the caller's values are its own affair */
    const uint32_t cell = sfp_format_encode(cells->format, value, &lost);

    if (sfp_format_wide(cells->format)) {
        s->dst[at->row][at->column] = (uint16_t)(cell >> HALF_BITS);
        s->dst[at->row + SFP_LOW_HALF_ROWS][at->column] = (uint16_t)cell;
    } else {
        s->dst[at->row][at->column] = (uint16_t)cell;
    }
}

static uint32_t read_cell(const struct sfp_cells *cells, const struct sfp_single_cell *at, const struct sfp_state *s)
{
    uint32_t cell = s->dst[at->row][at->column];
    unsigned lost = 0;

    if (!s->dst_valid[at->row])
        return 0;
    if (sfp_format_wide(cells->format))
        cell = cell << HALF_BITS | s->dst[at->row + SFP_LOW_HALF_ROWS][at->column];
    return sfp_format_decode(cells->format, cell, &lost);
}

/* ---- All of them ---- */

static void validate(const struct sfp_cells *cells, unsigned row, struct sfp_state *s)
{
    s->dst_valid[row] = 1;
    if (sfp_format_wide(cells->format))
        s->dst_valid[row + SFP_LOW_HALF_ROWS] = 1;
}

static void validate_all(const struct sfp_cells *cells, struct sfp_state *s)
{
    for (size_t i = 0; i < cells->row_count; i++)
        validate(cells, cells->rows[i], s);
    for (size_t i = 0; i < cells->single_count; i++)
        validate(cells, cells->single[i].row, s);
    s->derived.all_rows_valid = memchr(s->dst_valid, 0, sizeof s->dst_valid) == NULL;
}

void sfp_cells_write(const struct sfp_cells *cells, const uint32_t *values, struct sfp_machine *m)
{
    m->semantics->put_rows(&m->s, cells->kind, cells->rows, cells->row_count, values);
    values += cells->row_count * SFP_DST_COLUMNS;
    for (size_t i = 0; i < cells->single_count; i++)
        write_cell(cells, &cells->single[i], values[i], &m->s);
    if (!m->s.derived.all_rows_valid)
        validate_all(cells, &m->s);
}

void sfp_cells_read(const struct sfp_cells *cells, const struct sfp_machine *m, uint32_t *values)
{
    const struct sfp_state *s = &m->s;

    m->semantics->get_rows(s, cells->kind, cells->rows, cells->row_count, values);
    for (size_t i = 0; !s->derived.all_rows_valid && i < cells->row_count; i++)
        if (!s->dst_valid[cells->rows[i]])
            memset(values + i * SFP_DST_COLUMNS, 0, SFP_DST_COLUMNS * sizeof *values);
    values += cells->row_count * SFP_DST_COLUMNS;
    for (size_t i = 0; i < cells->single_count; i++)
        values[i] = read_cell(cells, &cells->single[i], s);
}
