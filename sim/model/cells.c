/* The place of a file's values in the cells of Dst, and moving them there and back (sfpu-dst(7), Storage). */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* ---- Layouts ---- */

enum {
    FACE_SIDE = SFP_TILE_SIDE / 2,
    FACES_ACROSS = 2,
};

static const char *const layout_names[] = {[SFP_LAYOUT_ROWS] = "rows", [SFP_LAYOUT_TILE] = "tile"};

const char *sfp_layout_name(enum sfp_layout layout) { return layout_names[layout]; }

bool sfp_layout_parse(const char *name, enum sfp_layout *layout)
{
    for (unsigned i = 0; i < sizeof layout_names / sizeof layout_names[0]; i++) {
        if (strcmp(name, layout_names[i]) == 0) {
            *layout = (enum sfp_layout)i;
            return true;
        }
    }
    return false;
}

/* Returns the place of the value at `index` in tiles. Faces follow one another in Dst: left before right, upper
 * before lower. */
static struct sfp_dst_place place_in_tiles(unsigned index)
{
    unsigned tile = index / SFP_TILE_VALUES;
    unsigned row = index % SFP_TILE_VALUES / SFP_TILE_SIDE;
    unsigned column = index % SFP_TILE_SIDE;
    unsigned face = row / FACE_SIDE * FACES_ACROSS + column / FACE_SIDE;

    return (struct sfp_dst_place){
        .row = tile * SFP_TILE_ROWS + face * FACE_SIDE + row % FACE_SIDE,
        .column = column % FACE_SIDE,
    };
}

struct sfp_dst_place sfp_image_place(enum sfp_layout layout, size_t index)
{
    unsigned i = (unsigned)index;

    if (layout == SFP_LAYOUT_TILE)
        return place_in_tiles(i);
    return (struct sfp_dst_place){.row = i / SFP_DST_COLUMNS, .column = i % SFP_DST_COLUMNS};
}

/* ---- Writing and reading Dst ---- */

struct sfp_dst_place sfp_image_cell(const struct sfp_image *image, size_t index)
{
    struct sfp_dst_place place = sfp_image_place(image->layout, index);

    place.row += image->first;
    return place;
}

/* Returns the physical row of an image's row; for 32-bit cells, the row of their high halves. */
static unsigned image_physical_row(const struct sfp_state *s, enum sfp_format format, unsigned row)
{
    if (format == SFP_FORMAT_RAW)
        return row;
    return sfp_format_wide(format) ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row);
}

static size_t value_count(const struct sfp_image *image)
{
    return (size_t)image->rows * SFP_DST_COLUMNS;
}

void sfp_image_to_dst(const struct sfp_image *image, struct sfp_state *s, struct sfp_image_loss *loss)
{
    bool wide = sfp_format_wide(image->format);

    *loss = (struct sfp_image_loss){.what = sfp_format_encode_loss(image->format)};
    for (size_t i = 0; i < value_count(image); i++) {
        struct sfp_dst_place place = sfp_image_cell(image, i);
        unsigned row = image_physical_row(s, image->format, place.row);
        uint32_t cell = sfp_format_encode(image->format, image->value[i], &loss->count);

        s->dst_valid[row] = 1;
        if (wide) {
            s->dst[row][place.column] = (uint16_t)(cell >> 16);
            row += SFP_LOW_HALF_ROWS;
            s->dst_valid[row] = 1;
        }
        s->dst[row][place.column] = (uint16_t)cell;
    }
    sfp_state_refresh(s);
}

/* Returns whether an access can see the row. Low halves lie in the rows with bit SFP_LOW_HALF_ROWS set; a 32-bit
 * access checks only the high half's row. */
static bool raw_row_visible(const struct sfp_state *s, unsigned row)
{
    return s->dst_valid[row] || (row & SFP_LOW_HALF_ROWS && s->dst_valid[row - SFP_LOW_HALF_ROWS]);
}

uint16_t sfp_raw_cell(const struct sfp_state *s, unsigned row, unsigned column)
{
    return raw_row_visible(s, row) ? s->dst[row][column] : 0;
}

void sfp_raw_cell_set(struct sfp_state *s, unsigned row, unsigned column, uint16_t value)
{
    if (!raw_row_visible(s, row))
        memset(s->dst[row], 0, sizeof s->dst[row]);
    s->dst[row][column] = value;
    s->dst_valid[row] = 1;
    sfp_state_refresh(s);
}

static uint32_t read_image_cell(const struct sfp_state *s, enum sfp_format format, struct sfp_dst_place place)
{
    unsigned row = image_physical_row(s, format, place.row);

    if (format == SFP_FORMAT_RAW)
        return sfp_raw_cell(s, row, place.column);
    if (!s->dst_valid[row])
        return 0;
    if (!sfp_format_wide(format))
        return s->dst[row][place.column];
    return (uint32_t)s->dst[row][place.column] << 16 | s->dst[row + SFP_LOW_HALF_ROWS][place.column];
}

void sfp_image_from_dst(const struct sfp_state *s, struct sfp_image *image, struct sfp_image_loss *loss)
{
    *loss = (struct sfp_image_loss){.what = sfp_format_decode_loss(image->format)};
    for (size_t i = 0; i < value_count(image); i++) {
        uint32_t cell = read_image_cell(s, image->format, sfp_image_cell(image, i));

        image->value[i] = sfp_format_decode(image->format, cell, &loss->count);
    }
}

void sfp_image_normalise(struct sfp_image *image, struct sfp_image_loss *loss)
{
    unsigned none_back = 0; /* always 0: encoded cells decode without loss */

    *loss = (struct sfp_image_loss){.what = sfp_format_encode_loss(image->format)};
    for (size_t i = 0; i < value_count(image); i++) {
        uint32_t cell = sfp_format_encode(image->format, image->value[i], &loss->count);

        image->value[i] = sfp_format_decode(image->format, cell, &none_back);
    }
}

/* ---- Chosen cells ---- */

/*
 * Whole rows of the formats that only move bits go as vectors; other values go one by one, as for image files.
 */

enum { HALF_BITS = 16 };

static bool is_whole_row(const uint32_t *at, size_t left)
{
    if (left < SFP_DST_COLUMNS || at[0] % SFP_DST_COLUMNS != 0)
        return false;
    for (unsigned i = 1; i < SFP_DST_COLUMNS; i++)
        if (at[i] != at[0] + i)
            return false;
    return true;
}

/* Returns the physical row of a cell, numbered row * 16 + column of the format's rows. */
static uint16_t row_of_cell(const struct sfp_state *s, enum sfp_format format, uint32_t cell)
{
    return (uint16_t)image_physical_row(s, format, cell / SFP_DST_COLUMNS);
}

/* Lists whole rows as long as the cells form such rows, then single cells. */
static void list_planned_cells(struct sfp_cells *cells, const uint32_t *at, const struct sfp_state *s)
{
    size_t i = 0;

    for (; cells->kind != SFP_ROW_OTHER && is_whole_row(at + i, cells->count - i); i += SFP_DST_COLUMNS)
        cells->rows[cells->row_count++] = row_of_cell(s, cells->format, at[i]);
    for (; i < cells->count; i++)
        cells->single[cells->single_count++] = (struct sfp_single_cell){
            row_of_cell(s, cells->format, at[i]), (uint8_t)(at[i] % SFP_DST_COLUMNS)};
}

bool sfp_cells_plan(struct sfp_cells *cells, enum sfp_format format, const uint32_t *at, size_t count,
                    const struct sfp_state *s, char **error)
{
    const unsigned rows = sfp_format_rows_in(format, s);

    *cells = (struct sfp_cells){.format = format, .kind = sfp_format_row(format), .count = count};
    *error = NULL;
    for (size_t i = 0; i < count; i++)
        if (at[i] / SFP_DST_COLUMNS >= rows)
            return fail_with(error, "cell %u is in row %u, and %s has %u rows there", at[i], at[i] / SFP_DST_COLUMNS,
                             sfp_format_name(format), rows);
    cells->rows = calloc(count / SFP_DST_COLUMNS + 1, sizeof *cells->rows);
    cells->single = calloc(count + 1, sizeof *cells->single);
    if (!cells->rows || !cells->single) {
        sfp_cells_free(cells);
        return false;
    }
    list_planned_cells(cells, at, s);
    return true;
}

void sfp_cells_free(struct sfp_cells *cells)
{
    free(cells->rows);
    free(cells->single);
    *cells = (struct sfp_cells){0};
}

/* ---- Cells one by one ---- */

static void write_single(const struct sfp_cells *cells, const struct sfp_single_cell *at, uint32_t value,
                       struct sfp_state *s)
{
    unsigned lost = 0; /* losses are not counted here: the caller knows its values */
    const uint32_t cell = sfp_format_encode(cells->format, value, &lost);

    if (sfp_format_wide(cells->format)) {
        s->dst[at->row][at->column] = (uint16_t)(cell >> HALF_BITS);
        s->dst[at->row + SFP_LOW_HALF_ROWS][at->column] = (uint16_t)cell;
    } else {
        s->dst[at->row][at->column] = (uint16_t)cell;
    }
}

static uint32_t read_single(const struct sfp_cells *cells, const struct sfp_single_cell *at, const struct sfp_state *s)
{
    uint32_t cell = s->dst[at->row][at->column];
    unsigned lost = 0;

    if (!s->dst_valid[at->row])
        return 0;
    if (sfp_format_wide(cells->format))
        cell = cell << HALF_BITS | s->dst[at->row + SFP_LOW_HALF_ROWS][at->column];
    return sfp_format_decode(cells->format, cell, &lost);
}

/* ---- All cells of a plan ---- */

static void validate_cell_row(const struct sfp_cells *cells, unsigned row, struct sfp_state *s)
{
    s->dst_valid[row] = 1;
    if (sfp_format_wide(cells->format))
        s->dst_valid[row + SFP_LOW_HALF_ROWS] = 1;
}

static void validate_all(const struct sfp_cells *cells, struct sfp_state *s)
{
    for (size_t i = 0; i < cells->row_count; i++)
        validate_cell_row(cells, cells->rows[i], s);
    for (size_t i = 0; i < cells->single_count; i++)
        validate_cell_row(cells, cells->single[i].row, s);
    s->derived.all_rows_valid = memchr(s->dst_valid, 0, sizeof s->dst_valid) == NULL;
}

void sfp_cells_write(const struct sfp_cells *cells, const uint32_t *values, struct sfp_machine *m)
{
    m->semantics->put_rows(&m->s, cells->kind, cells->rows, cells->row_count, values);
    values += cells->row_count * SFP_DST_COLUMNS;
    for (size_t i = 0; i < cells->single_count; i++)
        write_single(cells, &cells->single[i], values[i], &m->s);
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
        values[i] = read_single(cells, &cells->single[i], s);
}
