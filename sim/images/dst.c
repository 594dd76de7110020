/* Images into Dst and out of it, and the layouts: where the values of a file lie in it (sfpu-dst(7), Storage). */
#include "image.h"

#include <string.h>

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

/* Faces follow one another in Dst: left before right, upper before lower. */
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

/* ---- Into Dst, and out of it ---- */

struct sfp_dst_place sfp_image_cell(const struct sfp_image *image, size_t index)
{
    struct sfp_dst_place place = sfp_image_place(image->layout, index);

    place.row += image->first;
    return place;
}

/* Physical row of an image's row: of its cells, or of their high halves. */
static unsigned physical_row(const struct sfp_state *s, enum sfp_format format, unsigned row)
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
        unsigned row = physical_row(s, image->format, place.row);
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

/* Low halves lie in the rows with this bit set; a 32-bit access consults the high half's row alone. */
static bool raw_row_visible(const struct sfp_state *s, unsigned row)
{
    return s->dst_valid[row] || (row & SFP_LOW_HALF_ROWS && s->dst_valid[row - SFP_LOW_HALF_ROWS]);
}

static uint32_t read_cell(const struct sfp_state *s, enum sfp_format format, struct sfp_dst_place place)
{
    unsigned row = physical_row(s, format, place.row);

    if (format == SFP_FORMAT_RAW ? !raw_row_visible(s, row) : !s->dst_valid[row])
        return 0;
    if (!sfp_format_wide(format))
        return s->dst[row][place.column];
    return (uint32_t)s->dst[row][place.column] << 16 | s->dst[row + SFP_LOW_HALF_ROWS][place.column];
}

void sfp_image_from_dst(const struct sfp_state *s, struct sfp_image *image, struct sfp_image_loss *loss)
{
    *loss = (struct sfp_image_loss){.what = sfp_format_decode_loss(image->format)};
    for (size_t i = 0; i < value_count(image); i++) {
        uint32_t cell = read_cell(s, image->format, sfp_image_cell(image, i));

        image->value[i] = sfp_format_decode(image->format, cell, &loss->count);
    }
}

void sfp_image_normalise(struct sfp_image *image, struct sfp_image_loss *loss)
{
    unsigned none_back = 0; /* whatever encoding yields decodes without loss */

    *loss = (struct sfp_image_loss){.what = sfp_format_encode_loss(image->format)};
    for (size_t i = 0; i < value_count(image); i++) {
        uint32_t cell = sfp_format_encode(image->format, image->value[i], &loss->count);

        image->value[i] = sfp_format_decode(image->format, cell, &none_back);
    }
}
