/*
 * Finds differences that look as if Dst had been written in one width and read in another (sfpu-dst(7), 16-bit view).
 *
 * A row r of 32-bit cells consists of two rows of 16-bit cells: the high half in row narrow_row(r), and the low half 8
 * rows later. So a wrong width leaves a pattern: the contents of 16-bit rows appear in the halves of other 32-bit rows.
 */
#include "image.h"

enum {
    HALF_ROWS = SFP_LOW_HALF_ROWS, /* rows of high halves, then as many rows of low halves */
    HALF_BITS = 16,
    CELLS_MIN = 64, /* fewer cells with a pattern prove nothing: two loads or stores */
};

/* The pattern must hold in at least PART / PARTS of the cells that can show it. */
enum { PART = 7, PARTS = 8 };

struct pair {
    const struct sfp_image *got, *expected;
};

/* Counts of cells that can show a pattern, and of cells with the pattern. */
struct tally {
    size_t seen, held;
};

/* Returns the 16-bit row that holds the high halves of 32-bit row `row`. */
static unsigned narrow_row(unsigned row)
{
    return row / HALF_ROWS * 2 * HALF_ROWS + row % HALF_ROWS;
}

/* Returns the index of a cell in an image of this layout: the inverse of sfp_image_place. */
static size_t image_index_of(enum sfp_layout layout, unsigned row, unsigned column)
{
    const unsigned tile = row / SFP_TILE_ROWS, in_tile = row % SFP_TILE_ROWS;
    const unsigned face = in_tile / SFP_DST_COLUMNS, in_face = in_tile % SFP_DST_COLUMNS;

    if (layout == SFP_LAYOUT_ROWS)
        return (size_t)row * SFP_DST_COLUMNS + column;
    return (size_t)tile * SFP_TILE_VALUES + (face / 2 * SFP_DST_COLUMNS + in_face) * SFP_TILE_SIDE
           + face % 2 * SFP_DST_COLUMNS + column;
}

static uint32_t image_value_at(const struct sfp_image *image, unsigned row, unsigned column)
{
    return image->value[image_index_of(image->layout, row, column)];
}

static bool holds_often(struct tally tally)
{
    return tally.held >= CELLS_MIN && tally.held * PARTS >= tally.seen * PART;
}

/* Counts cells of the rows from `first` up to, but not including, `end`. `test` returns false for a cell that cannot
 * show the pattern. */
static struct tally count_pattern_cells(const struct pair *pair, unsigned first, unsigned end,
                                        bool (*test)(const struct pair *pair, unsigned row, unsigned column,
                                                     bool *holds))
{
    struct tally tally = {0};

    for (unsigned row = first; row < end; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++) {
            bool holds = false;

            tally.seen += test(pair, row, column, &holds);
            tally.held += holds;
        }
    return tally;
}

/* Tests for 32-bit results stored as 16 bits: the high half equals the high half, or the integer, of the 16-bit
 * row's result in that place. */
static bool test_stored_narrow(const struct pair *pair, unsigned row, unsigned column, bool *holds)
{
    const uint32_t got = image_value_at(pair->got, row, column), expected = image_value_at(pair->expected, row, column);
    const uint32_t stored = image_value_at(pair->expected, narrow_row(row), column);
    const uint32_t high = got >> HALF_BITS;

    *holds = got != expected && high && (high == stored >> HALF_BITS || high == (stored & UINT16_MAX));
    return got || expected;
}

/* Tests whether the high half differs from the expected one. Expected zeros tell nothing. */
static bool test_high_differs(const struct pair *pair, unsigned row, unsigned column, bool *holds)
{
    const uint32_t expected = image_value_at(pair->expected, row, column);

    *holds = expected && image_value_at(pair->got, row, column) >> HALF_BITS != expected >> HALF_BITS;
    return expected != 0;
}

/* Returns whether 16-bit stores seem to have filled one half of the 32-bit rows and left the other half alone. */
static bool looks_stored_narrow(const struct pair *pair)
{
    const unsigned middle = pair->got->rows / 2;

    return holds_often(count_pattern_cells(pair, 0, middle, test_stored_narrow))
           && holds_often(count_pattern_cells(pair, middle, pair->got->rows, test_high_differs));
}

/* Tests for 16-bit results stored as 32 bits: rows of low halves have the results of other rows. */
static bool test_stored_wide(const struct pair *pair, unsigned row, unsigned column, bool *holds)
{
    const unsigned wide_row = row / (2 * HALF_ROWS) * HALF_ROWS + row % HALF_ROWS;
    const uint32_t stored = image_value_at(pair->expected, wide_row, column);

    if (row % (2 * HALF_ROWS) < HALF_ROWS || stored == image_value_at(pair->expected, row, column))
        return false;
    *holds = image_value_at(pair->got, row, column) == stored;
    return true;
}

static bool test_differs(const struct pair *pair, unsigned row, unsigned column, bool *holds)
{
    *holds = image_value_at(pair->got, row, column) != image_value_at(pair->expected, row, column);
    return true;
}

/* Returns whether 32-bit stores seem to have spoilt 16-bit inputs: all rows after the first 8 are wrong, since the
 * first stores overwrote cells before their load. */
static bool spoils_its_input(const struct pair *pair)
{
    return count_pattern_cells(pair, 0, HALF_ROWS, test_differs).held == 0
           && holds_often(count_pattern_cells(pair, HALF_ROWS, pair->got->rows, test_differs));
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
    const struct pair pair = {got, expected};

    if (got->format == SFP_FORMAT_RAW || got->first % (2 * HALF_ROWS) || got->rows % (2 * HALF_ROWS))
        return SFP_HINT_NONE;
    if (!sfp_format_wide(got->format))
        return holds_often(count_pattern_cells(&pair, 0, got->rows, test_stored_wide)) ? SFP_HINT_STORED_WIDE
                                                                                    : SFP_HINT_NONE;
    if (looks_stored_narrow(&pair))
        return SFP_HINT_STORED_NARROW;
    return spoils_its_input(&pair) ? SFP_HINT_SPOILED : SFP_HINT_NONE;
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
        fputs("hint: only the first 8 rows are right: 32-bit results overwrite 16-bit cells before their load "
              "(dst-halves);\n      the vendor's runtime uses the 16-bit view here: --dst-16bit-view\n", out);
}
