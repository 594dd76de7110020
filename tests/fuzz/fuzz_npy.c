/*
 * Images: any bytes are safe to read; what was read can be written and read again, and what went through Dst is what
 * sfp_image_normalise says. Input: format, container and layout, then the file.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/image.h"

static void parse(const uint8_t *bytes, size_t size)
{
    struct sfp_npy npy;
    char *error = NULL;

    if (!sfp_npy_parse(bytes, size, &npy, &error))
        fuzz_message(error);
    else if (npy.count > SFP_IMAGE_MAX_VALUES || npy.data < bytes || npy.data + npy.count * npy.bytes > bytes + size)
        fuzz_fail("%zu elements of %u bytes outside the file", npy.count, npy.bytes);
}

static void same_values(const struct sfp_image *a, const struct sfp_image *b, const char *what)
{
    if (a->rows != b->rows || a->format != b->format)
        fuzz_fail("%s: %u rows of format %d become %u of %d", what, a->rows, a->format, b->rows, b->format);
    if (memcmp(a->value, b->value, a->rows * SFP_DST_COLUMNS * sizeof a->value[0]) != 0)
        fuzz_fail("%s: values differ", what);
}

static void write_and_read(const struct sfp_image *image, struct sfp_image *again, enum sfp_container container)
{
    char *error = NULL;
    size_t size;
    uint8_t *bytes = fuzz_memory(sfp_image_write(image, container, &size));

    if (!sfp_image_read(bytes, size, container, image->format, image->layout, again, &error))
        fuzz_fail("what was written cannot be read: %s", error);
    same_values(image, again, "writing and reading");
    free(bytes);
}

static void through_dst(struct sfp_image *image, struct sfp_image *again, enum sfp_arch arch)
{
    struct sfp_state *s = fuzz_memory(aligned_alloc(_Alignof(struct sfp_state), sizeof *s));
    struct sfp_image_loss loss = {0};
    char *error = NULL;

    sfp_state_reset(s, arch);
    sfp_image_to_dst(image, s, &loss);
    if (!sfp_image_plan(again, SFP_FORMAT_DEFAULT, image->layout, image, NULL, &error))
        fuzz_fail("no image like the input: %s", error);
    sfp_image_from_dst(s, again, &loss);
    sfp_image_normalise(image, &loss);
    same_values(image, again, "through Dst");
    free(s);
}

int fuzz_npy(const uint8_t *data, size_t size)
{
    enum { FORMAT = 15, NPY = 16, TILES = 32, BLACKHOLE = 64 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    const enum sfp_container container = options & NPY ? SFP_NPY : SFP_PLAIN;
    const enum sfp_format format = (enum sfp_format)((options & FORMAT) % SFP_FORMATS);
    const enum sfp_layout layout = options & TILES ? SFP_LAYOUT_TILE : SFP_LAYOUT_ROWS;
    struct sfp_image *image = fuzz_memory(calloc(1, sizeof *image)), *again = fuzz_memory(calloc(1, sizeof *again));
    char *error = NULL;

    parse(in.data, in.size);
    if (!sfp_image_read(in.data, in.size, container, format, layout, image, &error)) {
        fuzz_message(error);
    } else {
        write_and_read(image, again, SFP_PLAIN);
        write_and_read(image, again, SFP_NPY);
        through_dst(image, again, options & BLACKHOLE ? SFP_BH : SFP_WH);
    }
    free(image);
    free(again);
    return 0;
}
