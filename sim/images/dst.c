/* Images into Dst and out of it (sfpu-dst(7), Storage). */
#include "image.h"

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
        struct sfp_dst_place place = sfp_image_place(image->layout, i);
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
        uint32_t cell = read_cell(s, image->format, sfp_image_place(image->layout, i));

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
