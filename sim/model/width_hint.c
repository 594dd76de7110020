/*
 * Comparisons that look as if Dst had been written in one width and read in another (sfpu-dst(7), 16-bit view).
 *
 * Row r of 32-bit cells is, as rows of 16-bit cells, row narrow_row(r), its high half, and the row 8 below that, its low
 * half. So a wrong width leaves a pattern: what lies in 16-bit rows is found in the halves of other 32-bit rows.
 */
#include "image.h"

enum {
    HALF_ROWS = SFP_LOW_HALF_ROWS, /* rows of high halves, then as many of low halves */
    HALF_BITS = 16,
    CELLS_MIN = 64, /* fewer cells of a pattern prove nothing: two loads or stores */
};

/* The pattern must hold in at least this part of the cells in which it can be seen. */
enum { PART = 7, PARTS = 8 };

struct pair {
    const struct sfp_image *got, *expected;
};

/* The cells in which a pattern can be seen, and those in which it holds. */
struct tally {
    size_t seen, held;
};

/* Returns the 16-bit row that holds the high halves of 32-bit row `row`. */
static unsigned narrow_row(unsigned row)
{
    return row / HALF_ROWS * 2 * HALF_ROWS + row % HALF_ROWS;
}

/* Returns the index of a cell in an image of this layout: the inverse of sfp_image_place. */
static size_t index_of(enum sfp_layout layout, unsigned row, unsigned column)
{
    const unsigned tile = row / SFP_TILE_ROWS, in_tile = row % SFP_TILE_ROWS;
    const unsigned face = in_tile / SFP_DST_COLUMNS, in_face = in_tile % SFP_DST_COLUMNS;

    if (layout == SFP_LAYOUT_ROWS)
        return (size_t)row * SFP_DST_COLUMNS + column;
    return (size_t)tile * SFP_TILE_VALUES + (face / 2 * SFP_DST_COLUMNS + in_face) * SFP_TILE_SIDE
           + face % 2 * SFP_DST_COLUMNS + column;
}

static uint32_t value_at(const struct sfp_image *image, unsigned row, unsigned column)
{
    return image->value[index_of(image->layout, row, column)];
}

static bool holds_often(struct tally t)
{
    return t.held >= CELLS_MIN && t.held * PARTS >= t.seen * PART;
}

/* Visits the cells of rows `first` to `end`, `test` of each; it returns false where the pattern cannot be seen. */
static struct tally count_cells(const struct pair *p, unsigned first, unsigned end,
                                bool (*test)(const struct pair *p, unsigned row, unsigned column, bool *holds))
{
    struct tally t = {0};

    for (unsigned row = first; row < end; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++) {
            bool holds = false;

            t.seen += test(p, row, column, &holds);
            t.held += holds;
        }
    return t;
}

/* 32-bit results, stored as 16 bits: the high half is that of the result of the 16-bit row in its place, or that integer. */
static bool test_stored_narrow(const struct pair *p, unsigned row, unsigned column, bool *holds)
{
    const uint32_t got = value_at(p->got, row, column), expected = value_at(p->expected, row, column);
    const uint32_t stored = value_at(p->expected, narrow_row(row), column);
    const uint32_t high = got >> HALF_BITS;

    *holds = got != expected && high && (high == stored >> HALF_BITS || high == (stored & UINT16_MAX));
    return got || expected;
}

/* Has the value another high half than is expected? Zeros that are expected tell nothing. */
static bool test_high_differs(const struct pair *p, unsigned row, unsigned column, bool *holds)
{
    const uint32_t expected = value_at(p->expected, row, column);

    *holds = expected && value_at(p->got, row, column) >> HALF_BITS != expected >> HALF_BITS;
    return expected != 0;
}

/* The 16-bit stores fill half of the 32-bit rows, and leave the others. */
static bool looks_stored_narrow(const struct pair *p)
{
    const unsigned middle = p->got->rows / 2;

    return holds_often(count_cells(p, 0, middle, test_stored_narrow))
           && holds_often(count_cells(p, middle, p->got->rows, test_high_differs));
}

/* 16-bit results, stored as 32 bits: rows of low halves have the results of other rows. */
static bool test_stored_wide(const struct pair *p, unsigned row, unsigned column, bool *holds)
{
    const unsigned wide_row = row / (2 * HALF_ROWS) * HALF_ROWS + row % HALF_ROWS;
    const uint32_t stored = value_at(p->expected, wide_row, column);

    if (row % (2 * HALF_ROWS) < HALF_ROWS || stored == value_at(p->expected, row, column))
        return false;
    *holds = value_at(p->got, row, column) == stored;
    return true;
}

static bool test_differs(const struct pair *p, unsigned row, unsigned column, bool *holds)
{
    *holds = value_at(p->got, row, column) != value_at(p->expected, row, column);
    return true;
}

/* 32-bit results of 16-bit cells: the first stores go over cells that are still to be loaded, those below the first rows. */
static bool spoils_its_input(const struct pair *p)
{
    return count_cells(p, 0, HALF_ROWS, test_differs).held == 0
           && holds_often(count_cells(p, HALF_ROWS, p->got->rows, test_differs));
}

static bool has_narrow_input(const struct sfp_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->images[i]->format != SFP_FORMAT_RAW && !sfp_format_wide(inputs->images[i]->format))
            return true;
    return false;
}

enum sfp_width_hint sfp_find_width_hint(const struct sfp_image *got, const struct sfp_image *expected)
{
    const struct pair p = {got, expected};

    if (got->format == SFP_FORMAT_RAW || got->first % (2 * HALF_ROWS) || got->rows % (2 * HALF_ROWS))
        return SFP_HINT_NONE;
    if (!sfp_format_wide(got->format))
        return holds_often(count_cells(&p, 0, got->rows, test_stored_wide)) ? SFP_HINT_STORED_WIDE : SFP_HINT_NONE;
    if (looks_stored_narrow(&p))
        return SFP_HINT_STORED_NARROW;
    return spoils_its_input(&p) ? SFP_HINT_SPOILED : SFP_HINT_NONE;
}

void sfp_width_hint_print(FILE *out, enum sfp_width_hint hint, const struct sfp_inputs *inputs)
{
    if (hint == SFP_HINT_STORED_NARROW)
        fputs("hint: half of the results look like 16-bit cells that are read as 32-bit ones (dst-mixed): store 32 bits, or "
              "read 16;\n      16-bit cells in a 32-bit Dst need --dst-16bit-view\n", out);
    if (hint == SFP_HINT_STORED_WIDE)
        fputs("hint: half of the results look like halves of 32-bit cells that are read as 16-bit ones (dst-mixed): store 16 "
              "bits, or read 32;\n      16-bit cells in a 32-bit Dst need --dst-16bit-view\n", out);
    if (hint == SFP_HINT_SPOILED && has_narrow_input(inputs))
        fputs("hint: only the first 8 rows are right: 32-bit results go over 16-bit cells that are still to be loaded "
              "(dst-halves);\n      the vendor's runtime has the 16-bit view there: --dst-16bit-view\n", out);
}
