/* Converts images from and to the bytes of a file. */
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

enum sfp_container sfp_container_of(const char *path)
{
    static const char suffix[] = ".npy";
    size_t length = strlen(path), tail = sizeof suffix - 1;

    return length >= tail && strcmp(path + length - tail, suffix) == 0 ? SFP_NPY : SFP_PLAIN;
}

static uint32_t get_value(const uint8_t *bytes, unsigned size)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < size; i++)
        value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

static void put_file_value(uint8_t *bytes, unsigned size, uint32_t value)
{
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

/* Returns the number of values that must come together: a row, a tile, or for raw all of Dst. */
static unsigned unit_values(enum sfp_format format, enum sfp_layout layout)
{
    if (format == SFP_FORMAT_RAW)
        return SFP_IMAGE_MAX_VALUES;
    return layout == SFP_LAYOUT_TILE ? SFP_TILE_VALUES : SFP_DST_COLUMNS;
}

/* Checks a count of values and sets image->rows. */
static bool set_image_rows(struct sfp_image *image, size_t count, char **error)
{
    unsigned bytes = sfp_format_bytes(image->format);
    unsigned most = sfp_format_max_rows(image->format) * SFP_DST_COLUMNS;
    unsigned unit = unit_values(image->format, image->layout);

    if (image->format == SFP_FORMAT_RAW && count != most)
        return fail_with(error, "%zu bytes of raw cells, expected exactly %u (%u rows of %u 16-bit cells)",
                              count * bytes, most * bytes, (unsigned)SFP_DST_ROWS, (unsigned)SFP_DST_COLUMNS);
    if (count == 0 || count > most || count % unit != 0)
        return fail_with(error, "%zu bytes of %s values, expected 1 to %u whole %s of %u bytes", count * bytes,
                              sfp_format_name(image->format), most / unit,
                              image->layout == SFP_LAYOUT_TILE ? "32x32 tiles" : "rows", unit * bytes);
    image->rows = (unsigned)(count / SFP_DST_COLUMNS);
    return true;
}

static void get_values(struct sfp_image *image, const uint8_t *bytes)
{
    unsigned size = sfp_format_bytes(image->format);

    for (size_t i = 0; i < (size_t)image->rows * SFP_DST_COLUMNS; i++)
        image->value[i] = get_value(bytes + i * size, size);
}

static bool read_plain(const uint8_t *bytes, size_t size, struct sfp_image *image, char **error)
{
    unsigned value_size;

    if (image->format == SFP_FORMAT_DEFAULT)
        image->format = SFP_FORMAT_RAW;
    value_size = sfp_format_bytes(image->format);
    if (size % value_size != 0)
        return fail_with(error, "%zu bytes, expected a whole number of %u-byte %s values", size, value_size,
                              sfp_format_name(image->format));
    if (!set_image_rows(image, size / value_size, error))
        return false;
    get_values(image, bytes);
    return true;
}

static bool read_npy(const uint8_t *bytes, size_t size, struct sfp_image *image, char **error)
{
    struct sfp_npy npy;

    if (!sfp_npy_parse(bytes, size, &npy, error))
        return false;
    if (image->format == SFP_FORMAT_DEFAULT)
        image->format = sfp_format_of_npy(npy.kind, npy.bytes);
    if (!sfp_format_takes_npy(image->format, npy.kind, npy.bytes))
        return fail_with(error, ".npy file holds '%c%u' elements, format %s needs '%c%u'", npy.kind, npy.bytes,
                              sfp_format_name(image->format), sfp_format_npy_kind(image->format),
                              sfp_format_bytes(image->format));
    if (!set_image_rows(image, npy.count, error))
        return false;
    image->shape = npy.shape;
    get_values(image, npy.data);
    return true;
}

bool sfp_image_read(const uint8_t *bytes, size_t size, enum sfp_container container, enum sfp_format format,
                    enum sfp_layout layout, struct sfp_image *image, char **error)
{
    *image = (struct sfp_image){.format = format, .layout = layout};
    if (container == SFP_NPY)
        return read_npy(bytes, size, image, error);
    return read_plain(bytes, size, image, error);
}

/* Returns the shape to write: the input's, or else matrices of the layout's width. */
static struct sfp_shape shape_of(const struct sfp_image *image)
{
    unsigned width = image->layout == SFP_LAYOUT_TILE ? SFP_TILE_SIDE : SFP_DST_COLUMNS;

    if (image->shape.dims != 0)
        return image->shape;
    return (struct sfp_shape){.dims = 2, .size = {image->rows * SFP_DST_COLUMNS / width, width}};
}

uint8_t *sfp_image_write(const struct sfp_image *image, enum sfp_container container, size_t *size)
{
    size_t count = (size_t)image->rows * SFP_DST_COLUMNS;
    unsigned value_size = sfp_format_bytes(image->format);
    uint8_t header[SFP_NPY_HEADER_MAX];
    size_t header_size = 0;
    uint8_t *bytes;

    if (container == SFP_NPY) {
        struct sfp_shape shape = shape_of(image);

        header_size = sfp_npy_header(header, sfp_format_npy_kind(image->format), value_size, &shape);
    }
    *size = header_size + count * value_size;
    bytes = malloc(*size);
    if (!bytes)
        return NULL;
    memcpy(bytes, header, header_size);
    for (size_t i = 0; i < count; i++)
        put_file_value(bytes + header_size + i * value_size, value_size, image->value[i]);
    return bytes;
}

bool sfp_image_plan(struct sfp_image *out, enum sfp_format format, enum sfp_layout layout,
                    const struct sfp_image *input, const struct sfp_state *s, char **error)
{
    unsigned most;

    if (format == SFP_FORMAT_DEFAULT)
        format = input ? input->format : SFP_FORMAT_RAW;
    most = sfp_format_rows_in(format, s);
    *out = (struct sfp_image){.format = format, .layout = layout, .rows = most};
    if (input && format != SFP_FORMAT_RAW) {
        if (input->first >= most)
            return fail_with(error, "row %u of %s; Dst has %u", input->first, sfp_format_name(format), most);
        out->first = input->first;
        out->rows = input->rows < most - out->first ? input->rows : most - out->first;
    }
    if (layout == SFP_LAYOUT_TILE && out->rows % SFP_TILE_ROWS != 0)
        return fail_with(error, "%u rows are not whole tiles of %u rows", out->rows, (unsigned)SFP_TILE_ROWS);
    if (input && input->rows == out->rows)
        out->shape = input->shape;
    return true;
}

bool sfp_image_fits(const struct sfp_image *image, const struct sfp_state *s, char **error)
{
    const unsigned most = sfp_format_rows_in(image->format, s);

    if (image->first + image->rows <= most)
        return true;
    if (image->first)
        return fail_with(error, "%u rows of %s from row %u on; Dst has %u", image->rows, sfp_format_name(image->format),
                         image->first, most);
    return fail_with(error, "%u rows of %s; under the 16-bit view Dst has %u", image->rows,
                          sfp_format_name(image->format), most);
}
