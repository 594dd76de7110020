/*
 * Chosen cells of Dst. Whole rows of the formats that only move bits go as vectors; anything else value by value, as
 * image files do.
 */
#include "cells.h"

#include <stdlib.h>
#include <string.h>

#include "util/fail.h"

enum {
    LOW_HALF_ROWS = 8, /* the low half of a 32-bit cell lies 8 physical rows after the high half */
    HALF_BITS = 16,
};

typedef uint16_t row_of_cells[SFP_DST_COLUMNS];

/* ---- Plans ---- */

static bool extends(const struct sfp_cells *cells, const uint32_t *at, size_t i)
{
    return cells->run_count > 0 && at[i] == at[i - 1] + 1 && at[i] % SFP_DST_COLUMNS != 0;
}

static uint16_t physical_row(const struct sfp_state *s, enum sfp_format format, unsigned row)
{
    if (format == SFP_FORMAT_RAW)
        return (uint16_t)row;
    return (uint16_t)(sfp_format_wide(format) ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row));
}

bool sfp_cells_plan(struct sfp_cells *cells, enum sfp_format format, const uint32_t *at, size_t count,
                    const struct sfp_state *s, char **error)
{
    const unsigned rows = sfp_format_rows_in(format, s);

    *cells = (struct sfp_cells){.format = format, .count = count, .runs = calloc(count + 1, sizeof *cells->runs)};
    *error = NULL;
    if (!cells->runs)
        return false;
    for (size_t i = 0; i < count; i++) {
        const unsigned row = at[i] / SFP_DST_COLUMNS;

        if (row >= rows) {
            sfp_cells_free(cells);
            return sfp_fail(error, "cell %u is in row %u, and %s has %u rows there", at[i], row, sfp_format_name(format),
                            rows);
        }
        if (extends(cells, at, i))
            cells->runs[cells->run_count - 1].count++;
        else
            cells->runs[cells->run_count++] = (struct sfp_cell_run){physical_row(s, format, row),
                                                                    (uint8_t)(at[i] % SFP_DST_COLUMNS), 1};
    }
    return true;
}

void sfp_cells_free(struct sfp_cells *cells)
{
    free(cells->runs);
    cells->runs = NULL;
}

/* ---- Whole rows ---- */

/* Does the format move the bits of 16-bit cells as they are, as bf16, or as fp32? */
static bool is_same(enum sfp_format format)
{
    return format == SFP_FORMAT_RAW || format == SFP_FORMAT_UINT16;
}

static bool is_wide_bits(enum sfp_format format)
{
    return format == SFP_FORMAT_FP32 || format == SFP_FORMAT_INT32 || format == SFP_FORMAT_UINT32;
}

/* BF16's cell has the mantissa above the exponent (sfpu-dst(7), Cell orders); and back. */
static inline uint16_t to_cell(uint32_t bf16)
{
    return (uint16_t)((bf16 & 0x8000) | (bf16 & 0x7F) << 8 | (bf16 >> 7 & 0xFF));
}

static inline uint32_t from_cell(uint32_t cell)
{
    return (cell & 0x8000) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F);
}

static void write_same(const uint32_t *values, row_of_cells row)
{
    for (unsigned i = 0; i < SFP_DST_COLUMNS; i++)
        row[i] = (uint16_t)values[i];
}

static void write_bf16(const uint32_t *values, row_of_cells row)
{
    for (unsigned i = 0; i < SFP_DST_COLUMNS; i++)
        row[i] = to_cell(values[i]);
}

static void write_wide(const uint32_t *values, row_of_cells high, row_of_cells low)
{
    for (unsigned i = 0; i < SFP_DST_COLUMNS; i++) {
        high[i] = to_cell(values[i] >> HALF_BITS);
        low[i] = (uint16_t)values[i];
    }
}

static void read_same(const row_of_cells row, uint32_t *values)
{
    for (unsigned i = 0; i < SFP_DST_COLUMNS; i++)
        values[i] = row[i];
}

static void read_bf16(const row_of_cells row, uint32_t *values)
{
    for (unsigned i = 0; i < SFP_DST_COLUMNS; i++)
        values[i] = from_cell(row[i]);
}

static void read_wide(const row_of_cells high, const row_of_cells low, uint32_t *values)
{
    for (unsigned i = 0; i < SFP_DST_COLUMNS; i++)
        values[i] = from_cell(high[i]) << HALF_BITS | low[i];
}

/* ---- Values one by one ---- */

static void write_values(enum sfp_format format, const struct sfp_cell_run *run, const uint32_t *values,
                         struct sfp_state *s)
{
    const bool wide = sfp_format_wide(format);
    unsigned lost = 0; /* the caller's values are its own affair */

    for (unsigned i = 0; i < run->count; i++) {
        const uint32_t cell = sfp_format_encode(format, values[i], &lost);

        if (wide) {
            s->dst[run->row][run->column + i] = (uint16_t)(cell >> HALF_BITS);
            s->dst[run->row + LOW_HALF_ROWS][run->column + i] = (uint16_t)cell;
        } else {
            s->dst[run->row][run->column + i] = (uint16_t)cell;
        }
    }
}

static void read_values(enum sfp_format format, const struct sfp_cell_run *run, const struct sfp_state *s,
                        uint32_t *values)
{
    const bool wide = sfp_format_wide(format);
    unsigned lost = 0;

    for (unsigned i = 0; i < run->count; i++) {
        uint32_t cell = s->dst[run->row][run->column + i];

        if (wide)
            cell = cell << HALF_BITS | s->dst[run->row + LOW_HALF_ROWS][run->column + i];
        values[i] = sfp_format_decode(format, cell, &lost);
    }
}

/* ---- Runs of cells ---- */

static void write_run(enum sfp_format format, const struct sfp_cell_run *run, const uint32_t *values,
                      struct sfp_state *s)
{
    const bool whole = run->count == SFP_DST_COLUMNS;

    if (whole && is_same(format))
        write_same(values, s->dst[run->row]);
    else if (whole && format == SFP_FORMAT_BF16)
        write_bf16(values, s->dst[run->row]);
    else if (whole && is_wide_bits(format))
        write_wide(values, s->dst[run->row], s->dst[run->row + LOW_HALF_ROWS]);
    else
        write_values(format, run, values, s);
}

static void read_run(enum sfp_format format, const struct sfp_cell_run *run, const struct sfp_state *s,
                     uint32_t *values)
{
    const bool whole = run->count == SFP_DST_COLUMNS;

    if (whole && is_same(format))
        read_same(s->dst[run->row], values);
    else if (whole && format == SFP_FORMAT_BF16)
        read_bf16(s->dst[run->row], values);
    else if (whole && is_wide_bits(format))
        read_wide(s->dst[run->row], s->dst[run->row + LOW_HALF_ROWS], values);
    else
        read_values(format, run, s, values);
}

void sfp_cells_write(const struct sfp_cells *cells, const uint32_t *values, struct sfp_state *s)
{
    const bool wide = sfp_format_wide(cells->format);

    for (const struct sfp_cell_run *run = cells->runs; run != cells->runs + cells->run_count; run++) {
        write_run(cells->format, run, values, s);
        values += run->count;
        s->dst_valid[run->row] = 1;
        if (wide)
            s->dst_valid[run->row + LOW_HALF_ROWS] = 1;
    }
    if (!s->derived.all_rows_valid)
        s->derived.all_rows_valid = memchr(s->dst_valid, 0, sizeof s->dst_valid) == NULL;
}

void sfp_cells_read(const struct sfp_cells *cells, const struct sfp_state *s, uint32_t *values)
{
    for (const struct sfp_cell_run *run = cells->runs; run != cells->runs + cells->run_count; run++) {
        if (s->dst_valid[run->row])
            read_run(cells->format, run, s, values);
        else
            memset(values, 0, run->count * sizeof *values);
        values += run->count;
    }
}
