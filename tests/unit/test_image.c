/* Dst images: encodings, layouts, files, .npy and comparison. Expected values are worked out by hand from
 * sfpu-dst(7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/image.h"
#include "model/config.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
    RAW_SIZE = 32768,
    LOW_HALF = 8, /* physical rows from a high half to its low half */
    FILE_MAX = 70000,
};

static const enum sfp_format typed[] = {
    SFP_FORMAT_FP32,   SFP_FORMAT_BF16, SFP_FORMAT_FP16,  SFP_FORMAT_INT32, SFP_FORMAT_UINT32,
    SFP_FORMAT_UINT16, SFP_FORMAT_SM32, SFP_FORMAT_INT16, SFP_FORMAT_INT8,
};

/* The library wants an aligned state, too large for most stacks to hold many of. */
static struct sfp_state *new_state(enum sfp_arch arch)
{
    struct sfp_state *s = aligned_alloc(_Alignof(struct sfp_state), sizeof *s);

    assert_non_null(s);
    sfp_state_reset(s, arch);
    return s;
}

static struct sfp_image *new_image(void)
{
    struct sfp_image *image = calloc(1, sizeof *image);

    assert_non_null(image);
    return image;
}

/* Fails unless `error` holds `part`, and frees it. */
static void expect_error(char *error, const char *part)
{
    assert_non_null(error);
    if (!strstr(error, part))
        fail_msg("error is \"%s\", expected one with \"%s\"", error, part);
    free(error);
}

/* Repeatable values for round trips. */
static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

struct encoding {
    enum sfp_format format;
    uint32_t value, cell;
};

static void expect_encode(const struct encoding *e, unsigned loss)
{
    unsigned lost = 0;
    uint32_t cell = sfp_format_encode(e->format, e->value, &lost);

    if (cell != e->cell || lost != loss)
        fail_msg("%s %08x encodes as %08x (lost %u), expected %08x (%u)", sfp_format_name(e->format),
                 (unsigned)e->value, (unsigned)cell, lost, (unsigned)e->cell, loss);
}

static void expect_decode(const struct encoding *e, unsigned loss)
{
    unsigned lost = 0;
    uint32_t value = sfp_format_decode(e->format, e->cell, &lost);

    if (value != e->value || lost != loss)
        fail_msg("%s cell %08x decodes as %08x (lost %u), expected %08x (%u)", sfp_format_name(e->format),
                 (unsigned)e->cell, (unsigned)value, lost, (unsigned)e->value, loss);
}

static void encodings_both_ways(void **unused)
{
    static const struct encoding both[] = {
        /* The table of sfpu-dst(7), Examples: 1.0, -2.5, pi, infinity, NaNs, a denormal, -0, a pattern. */
        {SFP_FORMAT_FP32, 0x3F800000, 0x007F0000}, {SFP_FORMAT_FP32, 0xC0200000, 0xA0800000},
        {SFP_FORMAT_FP32, 0x40490FDB, 0x49800FDB}, {SFP_FORMAT_FP32, 0x7F800000, 0x00FF0000},
        {SFP_FORMAT_FP32, 0xFFC00000, 0xC0FF0000}, {SFP_FORMAT_FP32, 0x7F800001, 0x00FF0001},
        {SFP_FORMAT_FP32, 0x00000001, 0x00000001}, {SFP_FORMAT_FP32, 0x80000000, 0x80000000},
        {SFP_FORMAT_FP32, 0x12345678, 0x34245678},
        {SFP_FORMAT_BF16, 0x3F80, 0x007F}, {SFP_FORMAT_BF16, 0xC020, 0xA080}, {SFP_FORMAT_BF16, 0x4049, 0x4980},
        {SFP_FORMAT_BF16, 0x7F80, 0x00FF}, {SFP_FORMAT_BF16, 0xFFC0, 0xC0FF}, {SFP_FORMAT_BF16, 0x8000, 0x8000},
        {SFP_FORMAT_BF16, 0x1234, 0x3424},
        /* 1.0 = 3C00; -2.5 = -1.25 * 2: exponent 16, mantissa 0100000000; 65504 = 7BFF; 2^-14 = 0400; 2^-24 = 0001. */
        {SFP_FORMAT_FP16, 0x3C00, 0x000F}, {SFP_FORMAT_FP16, 0xC100, 0xA010}, {SFP_FORMAT_FP16, 0x7BFF, 0x7FFE},
        {SFP_FORMAT_FP16, 0x0400, 0x0001}, {SFP_FORMAT_FP16, 0x0001, 0x0020}, {SFP_FORMAT_FP16, 0x8000, 0x8000},
        /* Bits as they are: enc32 shuffles FFFF into FFFF, and 0081 = 1:0000001 into M 01, E 01. */
        {SFP_FORMAT_INT32, 0xFFFFFFFB, 0xFFFFFFFB}, {SFP_FORMAT_INT32, 0x00810007, 0x01010007},
        {SFP_FORMAT_UINT32, 0x12345678, 0x34245678}, {SFP_FORMAT_UINT16, 0x8001, 0x8001},
        /* -5 is 80000005 in sign-magnitude; 8000 shuffles into 8000. -0x00810000 is 80810000. */
        {SFP_FORMAT_SM32, 0xFFFFFFFB, 0x80000005}, {SFP_FORMAT_SM32, 0xFF7F0000, 0x81010000},
        {SFP_FORMAT_SM32, 0x7FFFFFFF, 0x7FFFFFFF}, {SFP_FORMAT_SM32, 0, 0},
        {SFP_FORMAT_INT16, 0xFFFB, 0x8005}, {SFP_FORMAT_INT16, 0x8001, 0xFFFF}, {SFP_FORMAT_INT16, 0x7FFF, 0x7FFF},
        /* 5 << 5 | 16, -127: 8000 | 127 << 5 | 16, -128: 8000 | 128 << 5 | 16; zero has no exponent. */
        {SFP_FORMAT_INT8, 0x05, 0x00B0}, {SFP_FORMAT_INT8, 0x81, 0x8FF0}, {SFP_FORMAT_INT8, 0x80, 0x9010},
        {SFP_FORMAT_INT8, 0x7F, 0x0FF0}, {SFP_FORMAT_INT8, 0x00, 0x0000},
        {SFP_FORMAT_RAW, 0xBEEF, 0xBEEF},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT(both); i++) {
        expect_encode(&both[i], 0);
        expect_decode(&both[i], 0);
    }
}

static void encodings_that_lose(void **unused)
{
    static const struct encoding in[] = {
        {SFP_FORMAT_FP16, 0x7C00, 0x7FFF}, {SFP_FORMAT_FP16, 0xFC00, 0xFFFF}, /* infinities */
        {SFP_FORMAT_FP16, 0x7E00, 0x7FFF}, {SFP_FORMAT_FP16, 0xFC01, 0xFFFF}, /* NaNs */
        {SFP_FORMAT_SM32, 0x80000000, 0xFFFFFFFF},                           /* -(2^31 - 1) */
        {SFP_FORMAT_INT16, 0x8000, 0xFFFF},
    };
    static const struct encoding out[] = {
        {SFP_FORMAT_FP16, 0x7C00, 0x001F}, /* 65536 */
        {SFP_FORMAT_FP16, 0xFC00, 0xFFDF}, /* -(131072 - 128), one mantissa bit short of the largest */
        {SFP_FORMAT_INT8, 0x7F, 0x7FF0},   /* 1023 */
        {SFP_FORMAT_INT8, 0x80, 0xFFF0},   /* -1023 */
        {SFP_FORMAT_INT8, 0x7F, 0x1010},   /* 128 */
    };

    (void)unused;
    for (size_t i = 0; i < COUNT(in); i++) {
        expect_encode(&in[i], 1);
        assert_non_null(sfp_format_encode_loss(in[i].format));
    }
    for (size_t i = 0; i < COUNT(out); i++) {
        expect_decode(&out[i], 1);
        assert_non_null(sfp_format_decode_loss(out[i].format));
    }
}

static void decodings_of_special_cells(void **unused)
{
    static const struct encoding cells[] = {
        {SFP_FORMAT_FP16, 0x7C00, 0x7FFF}, {SFP_FORMAT_FP16, 0xFC00, 0xFFFF}, /* what overflow stores */
        {SFP_FORMAT_SM32, 0, 0x80000000},  {SFP_FORMAT_INT16, 0, 0x8000},     /* -0 */
        {SFP_FORMAT_INT8, 0, 0x8010},      {SFP_FORMAT_INT8, 0x05, 0x00A0},   /* the exponent does not matter */
    };

    (void)unused;
    for (size_t i = 0; i < COUNT(cells); i++)
        expect_decode(&cells[i], 0);
}

static void format_properties(void **unused)
{
    static const struct {
        enum sfp_format format;
        const char *name;
        unsigned bytes, rows;
        struct sfp_format_config config; /* codes of sfpu-dst(7), Format 0 */
        char npy;
    } expected[] = {
        {SFP_FORMAT_FP32, "fp32", 4, 512, {true, 0}, 'f'},    {SFP_FORMAT_BF16, "bf16", 2, 1024, {false, 5}, 'u'},
        {SFP_FORMAT_FP16, "fp16", 2, 1024, {false, 1}, 'f'},  {SFP_FORMAT_INT32, "int32", 4, 512, {true, 8}, 'i'},
        {SFP_FORMAT_UINT32, "uint32", 4, 512, {true, 8}, 'u'},
        {SFP_FORMAT_UINT16, "uint16", 2, 1024, {false, 9}, 'u'},
        {SFP_FORMAT_SM32, "sm32", 4, 512, {true, 8}, 'i'},    {SFP_FORMAT_INT16, "int16", 2, 1024, {false, 9}, 'i'},
        {SFP_FORMAT_INT8, "int8", 1, 1024, {false, 14}, 'i'},
    };
    struct sfp_format_config config;
    enum sfp_format format;

    (void)unused;
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_true(sfp_format_parse(expected[i].name, &format));
        assert_int_equal(format, expected[i].format);
        assert_string_equal(sfp_format_name(format), expected[i].name);
        assert_int_equal(sfp_format_bytes(format), expected[i].bytes);
        assert_int_equal(sfp_format_max_rows(format), expected[i].rows);
        assert_true(sfp_format_config(format, &config));
        assert_int_equal(config.fp32_enabled, expected[i].config.fp32_enabled);
        assert_int_equal(config.srcb_format, expected[i].config.srcb_format);
        assert_int_equal(sfp_format_npy_kind(format), expected[i].npy);
    }
    assert_true(sfp_format_parse("raw", &format));
    assert_int_equal(format, SFP_FORMAT_RAW);
    assert_false(sfp_format_config(SFP_FORMAT_RAW, &config));
    assert_false(sfp_format_parse("float", &format));
    assert_false(sfp_format_parse("", &format));
}

/* The implied configuration must make FMT_SRCB the mode that reads the format's cells (sfpu-dst(7), Format 0). */
static void implied_configuration(void **unused)
{
    enum { FP16 = 1, BF16 = 2, FP32 = 3 };
    static const struct {
        enum sfp_format format;
        uint8_t mode;
    } expected[] = {
        {SFP_FORMAT_FP32, FP32}, {SFP_FORMAT_BF16, BF16},   {SFP_FORMAT_FP16, FP16},
        {SFP_FORMAT_SM32, FP32}, {SFP_FORMAT_UINT16, BF16}, {SFP_FORMAT_INT8, FP16},
    };
    struct sfp_state *s = new_state(SFP_WH);

    (void)unused;
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct sfp_format_config config;

        assert_true(sfp_format_config(expected[i].format, &config));
        sfp_config_set(s, SFP_CFG_SFPU_FP32, 0, config.fp32_enabled);
        sfp_config_set(s, SFP_CFG_SRCB, 0, config.srcb_format);
        sfp_state_refresh(s);
        assert_int_equal(s->derived.own.srcb_mode, expected[i].mode);
    }
    free(s);
}

/* Cells of the 16 modes (sfpu-dst(7), Stores): words of 7 and 9 are not reordered, magnitudes of 5 and 13 have ten bits,
 * and 0 is what the configuration says. */
static void formats_of_modes(void **unused)
{
    static const enum sfp_format expected[] = {
        SFP_FORMAT_RAW,    SFP_FORMAT_FP16,  SFP_FORMAT_BF16, SFP_FORMAT_FP32, SFP_FORMAT_INT32, SFP_FORMAT_RAW,
        SFP_FORMAT_UINT16, SFP_FORMAT_RAW,   SFP_FORMAT_INT16, SFP_FORMAT_RAW, SFP_FORMAT_INT32, SFP_FORMAT_UINT16,
        SFP_FORMAT_SM32,   SFP_FORMAT_RAW,   SFP_FORMAT_UINT16, SFP_FORMAT_UINT16,
    };

    (void)unused;
    for (unsigned mode = 0; mode < COUNT(expected); mode++)
        assert_int_equal(sfp_format_of_mode(mode), expected[mode]);
}

static void layouts(void **unused)
{
    static const struct {
        enum sfp_layout layout;
        size_t index;
        unsigned row, column;
    } expected[] = {
        {SFP_LAYOUT_ROWS, 0, 0, 0},      {SFP_LAYOUT_ROWS, 17, 1, 1},
        {SFP_LAYOUT_ROWS, 16383, 1023, 15},
        {SFP_LAYOUT_TILE, 0, 0, 0},      {SFP_LAYOUT_TILE, 15, 0, 15},
        {SFP_LAYOUT_TILE, 16, 16, 0},    /* (0, 16): face 1 */
        {SFP_LAYOUT_TILE, 32, 1, 0},     /* (1, 0) */
        {SFP_LAYOUT_TILE, 512, 32, 0},   /* (16, 0): face 2 */
        {SFP_LAYOUT_TILE, 562, 49, 2},   /* (17, 18): face 3, row 1, column 2 */
        {SFP_LAYOUT_TILE, 1023, 63, 15}, {SFP_LAYOUT_TILE, 1024, 64, 0}, /* the second tile */
    };
    enum sfp_layout layout;

    (void)unused;
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct sfp_dst_place place = sfp_image_place(expected[i].layout, expected[i].index);

        assert_int_equal(place.row, expected[i].row);
        assert_int_equal(place.column, expected[i].column);
    }
    assert_true(sfp_layout_parse("tile", &layout) && layout == SFP_LAYOUT_TILE);
    assert_true(sfp_layout_parse("rows", &layout) && layout == SFP_LAYOUT_ROWS);
    assert_false(sfp_layout_parse("face", &layout));
    assert_string_equal(sfp_layout_name(SFP_LAYOUT_TILE), "tile");
}

/* Where rows come to lie: sfpu-dst(7), Storage. */
static void rows_in_dst(void **unused)
{
    struct sfp_image *image = new_image();
    struct sfp_image_loss loss;
    struct sfp_state *s = new_state(SFP_WH);

    (void)unused;
    image->format = SFP_FORMAT_FP32;
    image->rows = 9;
    image->value[0] = 0x40490FDB;              /* row 0: physical 0 and 8 */
    image->value[8 * SFP_DST_COLUMNS + 3] = 0x3F800000; /* row 8: physical 0x10 and 0x18 */
    memset(s->dst_valid, 0, sizeof s->dst_valid);
    sfp_state_refresh(s);
    sfp_image_to_dst(image, s, &loss);
    assert_int_equal(s->dst[0][0], 0x4980);
    assert_int_equal(s->dst[8][0], 0x0FDB);
    assert_int_equal(s->dst[0x10][3], 0x007F);
    assert_int_equal(s->dst[0x18][3], 0);
    assert_int_equal(s->dst_valid[0x18], 1);
    assert_int_equal(s->dst_valid[0x11], 0); /* row 9 is not in the image */
    assert_int_equal(loss.count, 0);
    free(s);

    /* Blackhole, remap: A16(8) = 20h, A16(10h) = 8. */
    s = new_state(SFP_BH);
    sfp_config_set(s, SFP_CFG_REMAP, 0, 1);
    sfp_state_refresh(s);
    image->format = SFP_FORMAT_UINT16;
    sfp_image_to_dst(image, s, &loss);
    assert_int_equal(s->dst[0x20][3], 0x0000);
    image->value[8 * SFP_DST_COLUMNS + 3] = 0x1234;
    sfp_image_to_dst(image, s, &loss);
    assert_int_equal(s->dst[0x20][3], 0x1234);

    /* With swizzle too: A16(8) = 20h stays, A32 doubles it; A16(4) = 4 becomes 8, which A32 makes 10h. */
    sfp_config_set(s, SFP_CFG_SWIZZLE, 0, 1);
    sfp_state_refresh(s);
    image->format = SFP_FORMAT_UINT32;
    image->value[4 * SFP_DST_COLUMNS] = 0x12345678;
    sfp_image_to_dst(image, s, &loss);
    assert_int_equal(s->dst[0x48][3], 0x1234);
    assert_int_equal(s->dst[0x10][0], 0x3424);
    assert_int_equal(s->dst[0x10 + LOW_HALF][0], 0x5678);
    free(s);
    free(image);
}

/* Raw is physical, whatever the address functions; rows that no access can see read as 0. */
static void raw_and_invalid_rows(void **unused)
{
    struct sfp_image *image = new_image();
    struct sfp_image_loss loss;
    struct sfp_state *s = new_state(SFP_BH);

    (void)unused;
    sfp_config_set(s, SFP_CFG_REMAP, 0, 1);
    sfp_state_refresh(s);
    image->format = SFP_FORMAT_RAW;
    image->rows = SFP_DST_ROWS;
    for (unsigned i = 0; i < SFP_IMAGE_MAX_VALUES; i++)
        image->value[i] = i;
    s->dst_valid[5] = 0;
    sfp_state_refresh(s);
    assert_false(s->derived.all_rows_valid);
    sfp_image_to_dst(image, s, &loss);
    assert_true(s->derived.all_rows_valid);
    assert_int_equal(s->dst[8][1], 8 * SFP_DST_COLUMNS + 1);

    s->dst_valid[0] = 0;  /* its low half, 8, stays valid */
    s->dst_valid[24] = 0; /* the low half of 16, which stays valid */
    s->dst_valid[32] = s->dst_valid[40] = 0;
    sfp_state_refresh(s);
    sfp_image_from_dst(s, image, &loss);
    assert_int_equal(image->value[0 * SFP_DST_COLUMNS + 1], 0);
    assert_int_equal(image->value[8 * SFP_DST_COLUMNS + 1], 8 * SFP_DST_COLUMNS + 1);
    assert_int_equal(image->value[24 * SFP_DST_COLUMNS + 1], 24 * SFP_DST_COLUMNS + 1);
    assert_int_equal(image->value[32 * SFP_DST_COLUMNS + 1], 0);
    assert_int_equal(image->value[40 * SFP_DST_COLUMNS + 1], 0);

    /* A 32-bit read looks at the row of the high half alone: Dst32b row 0 is gone, row 8 (16 and 24) is there. */
    sfp_config_set(s, SFP_CFG_REMAP, 0, 0);
    sfp_state_refresh(s);
    image->format = SFP_FORMAT_UINT32;
    image->rows = 512;
    sfp_image_from_dst(s, image, &loss);
    assert_int_equal(image->value[1], 0);
    assert_int_equal(image->value[8 * SFP_DST_COLUMNS + 1] & 0xFFFF, 24 * SFP_DST_COLUMNS + 1);
    free(s);
    free(image);
}

/* Fills `image` with values that Dst can hold. */
static void fill(struct sfp_image *image, enum sfp_format format, enum sfp_layout layout, unsigned rows)
{
    uint32_t seed = 0x9E3779B9;
    uint32_t mask = (uint32_t)((UINT64_C(1) << 8 * sfp_format_bytes(format)) - 1);
    struct sfp_image_loss loss;

    memset(image, 0, sizeof *image);
    image->format = format;
    image->layout = layout;
    image->rows = rows;
    for (unsigned i = 0; i < rows * SFP_DST_COLUMNS; i++)
        image->value[i] = next_random(&seed) & mask;
    sfp_image_normalise(image, &loss);
}

/* file -> image -> Dst -> image -> file gives the same bytes. */
static void round_trip(enum sfp_format format, enum sfp_layout layout, enum sfp_container container,
                       enum sfp_arch arch, unsigned rows)
{
    struct sfp_image *image = new_image(), *back = new_image();
    struct sfp_state *s = new_state(arch);
    struct sfp_image_loss loss;
    char *error = NULL;
    uint8_t *first, *second;
    size_t first_size, second_size;

    if (arch == SFP_BH) {
        sfp_config_set(s, SFP_CFG_REMAP, 0, 1);
        sfp_config_set(s, SFP_CFG_SWIZZLE, 0, 1);
        sfp_state_refresh(s);
    }
    fill(image, format, layout, rows);
    first = sfp_image_write(image, container, &first_size);
    assert_true(sfp_image_read(first, first_size, container, format, layout, back, &error));
    assert_int_equal(back->rows, rows);
    assert_memory_equal(back->value, image->value, sizeof image->value);
    sfp_image_to_dst(back, s, &loss);
    assert_true(loss.count == 0 || format == SFP_FORMAT_FP16); /* infinities count each time */
    assert_true(sfp_image_plan(image, SFP_FORMAT_DEFAULT, layout, back, NULL, &error));
    assert_int_equal(image->format, format);
    assert_int_equal(image->rows, rows);
    sfp_image_from_dst(s, image, &loss);
    assert_int_equal(loss.count, 0);
    second = sfp_image_write(image, container, &second_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    free(first);
    free(second);
    free(s);
    free(back);
    free(image);
}

static void round_trips(void **unused)
{
    static const enum sfp_arch arches[] = {SFP_WH, SFP_BH};

    (void)unused;
    for (unsigned a = 0; a < COUNT(arches); a++) {
        for (unsigned c = SFP_PLAIN; c <= SFP_NPY; c++) {
            for (unsigned i = 0; i < COUNT(typed); i++) {
                round_trip(typed[i], SFP_LAYOUT_ROWS, c, arches[a], 1);
                round_trip(typed[i], SFP_LAYOUT_ROWS, c, arches[a], sfp_format_max_rows(typed[i]));
                round_trip(typed[i], SFP_LAYOUT_TILE, c, arches[a], SFP_TILE_ROWS);
                round_trip(typed[i], SFP_LAYOUT_TILE, c, arches[a], sfp_format_max_rows(typed[i]));
            }
            round_trip(SFP_FORMAT_RAW, SFP_LAYOUT_ROWS, c, arches[a], SFP_DST_ROWS);
            round_trip(SFP_FORMAT_RAW, SFP_LAYOUT_TILE, c, arches[a], SFP_DST_ROWS);
        }
    }
}

static void losses_are_counted(void **unused)
{
    struct sfp_image *image = new_image();
    struct sfp_state *s = new_state(SFP_WH);
    struct sfp_image_loss loss;

    (void)unused;
    image->format = SFP_FORMAT_FP16;
    image->rows = 1;
    image->value[0] = 0x7C00;
    image->value[5] = 0xFE00;
    sfp_image_to_dst(image, s, &loss);
    assert_int_equal(loss.count, 2);
    assert_non_null(strstr(loss.what, "largest pattern"));
    assert_int_equal(s->dst[0][5], 0xFFFF);
    s->dst[0][1] = 0x001F;
    sfp_image_from_dst(s, image, &loss);
    assert_int_equal(loss.count, 1);
    assert_int_equal(image->value[5], 0xFC00);

    image->value[0] = 0x7E00; /* an expected NaN is what Dst holds for it */
    sfp_image_normalise(image, &loss);
    assert_int_equal(image->value[0], 0x7C00);

    image->format = SFP_FORMAT_FP32;
    sfp_image_to_dst(image, s, &loss);
    assert_null(loss.what);
    free(s);
    free(image);
}

/* Reads zeros of that size as a plain file; NULL error text if it must succeed with that many rows. */
static void expect_plain(enum sfp_format format, enum sfp_layout layout, size_t size, unsigned rows, const char *part)
{
    struct sfp_image *image = new_image();
    uint8_t *bytes = calloc(1, size + 1);
    char *error = NULL;
    bool read;

    assert_non_null(bytes);
    read = sfp_image_read(bytes, size, SFP_PLAIN, format, layout, image, &error);
    assert_int_equal(read, part == NULL);
    if (part)
        expect_error(error, part);
    else
        assert_int_equal(image->rows, rows);
    free(bytes);
    free(image);
}

static void plain_sizes(void **unused)
{
    (void)unused;
    expect_plain(SFP_FORMAT_DEFAULT, SFP_LAYOUT_ROWS, RAW_SIZE, 1024, NULL);
    expect_plain(SFP_FORMAT_RAW, SFP_LAYOUT_ROWS, RAW_SIZE - 2, 0, "32766 bytes of raw cells, expected exactly 32768");
    expect_plain(SFP_FORMAT_RAW, SFP_LAYOUT_ROWS, RAW_SIZE + 2, 0, "32770 bytes of raw cells, expected exactly 32768");
    expect_plain(SFP_FORMAT_RAW, SFP_LAYOUT_ROWS, 7, 0, "7 bytes, expected a whole number of 2-byte raw values");
    expect_plain(SFP_FORMAT_RAW, SFP_LAYOUT_ROWS, 0, 0, "0 bytes of raw cells");
    expect_plain(SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, 64, 1, NULL);
    expect_plain(SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, 512 * 64, 512, NULL);
    expect_plain(SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, 513 * 64, 0,
                 "32832 bytes of fp32 values, expected 1 to 512 whole rows of 64 bytes");
    expect_plain(SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, 68, 0, "68 bytes of fp32 values");
    expect_plain(SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, 66, 0, "whole number of 4-byte fp32 values");
    expect_plain(SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, 0, 0, "0 bytes of fp32 values");
    expect_plain(SFP_FORMAT_BF16, SFP_LAYOUT_ROWS, 1024 * 32, 1024, NULL);
    expect_plain(SFP_FORMAT_BF16, SFP_LAYOUT_ROWS, 1025 * 32, 0, "1 to 1024 whole rows of 32 bytes");
    expect_plain(SFP_FORMAT_INT8, SFP_LAYOUT_ROWS, 48, 3, NULL);
    expect_plain(SFP_FORMAT_INT8, SFP_LAYOUT_ROWS, 47, 0, "whole rows of 16 bytes");
    expect_plain(SFP_FORMAT_BF16, SFP_LAYOUT_TILE, 2048, 64, NULL);
    expect_plain(SFP_FORMAT_BF16, SFP_LAYOUT_TILE, 32 * 63, 0, "1 to 16 whole 32x32 tiles of 2048 bytes");
    expect_plain(SFP_FORMAT_FP32, SFP_LAYOUT_TILE, 9 * 4096, 0, "1 to 8 whole 32x32 tiles of 4096 bytes");
    expect_plain(SFP_FORMAT_RAW, SFP_LAYOUT_TILE, RAW_SIZE, 1024, NULL);
}

static void plain_byte_order(void **unused)
{
    struct sfp_image *image = new_image();
    uint8_t bytes[64] = {0xDB, 0x0F, 0x49, 0x40};
    char *error = NULL;
    uint8_t *back;
    size_t size;

    (void)unused;
    assert_true(sfp_image_read(bytes, sizeof bytes, SFP_PLAIN, SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, image, &error));
    assert_int_equal(image->value[0], 0x40490FDB);
    back = sfp_image_write(image, SFP_PLAIN, &size);
    assert_int_equal(size, sizeof bytes);
    assert_memory_equal(back, bytes, sizeof bytes);
    free(back);
    free(image);
}

static void plans(void **unused)
{
    struct sfp_image *input = new_image(), *out = new_image();
    char *error = NULL;

    (void)unused;
    assert_true(sfp_image_plan(out, SFP_FORMAT_DEFAULT, SFP_LAYOUT_ROWS, NULL, NULL, &error));
    assert_int_equal(out->format, SFP_FORMAT_RAW);
    assert_int_equal(out->rows, 1024);
    assert_true(sfp_image_plan(out, SFP_FORMAT_FP32, SFP_LAYOUT_TILE, NULL, NULL, &error));
    assert_int_equal(out->rows, 512);

    input->format = SFP_FORMAT_BF16;
    input->rows = 600;
    input->shape = (struct sfp_shape){.dims = 1, .size = {9600}};
    assert_true(sfp_image_plan(out, SFP_FORMAT_DEFAULT, SFP_LAYOUT_ROWS, input, NULL, &error));
    assert_int_equal(out->format, SFP_FORMAT_BF16);
    assert_int_equal(out->rows, 600);
    assert_int_equal(out->shape.dims, 1);
    assert_true(sfp_image_plan(out, SFP_FORMAT_FP32, SFP_LAYOUT_ROWS, input, NULL, &error));
    assert_int_equal(out->rows, 512); /* as far as fp32 has them */
    assert_int_equal(out->shape.dims, 0);
    assert_true(sfp_image_plan(out, SFP_FORMAT_RAW, SFP_LAYOUT_ROWS, input, NULL, &error));
    assert_int_equal(out->rows, 1024);
    assert_false(sfp_image_plan(out, SFP_FORMAT_BF16, SFP_LAYOUT_TILE, input, NULL, &error));
    expect_error(error, "600 rows are not whole tiles");
    free(out);
    free(input);
}

/* A .npy file with that dictionary and `data` bytes of zeros, in a buffer of exactly its size. */
static uint8_t *make_npy(unsigned version, const char *dictionary, size_t data, size_t *size)
{
    size_t length = strlen(dictionary), prefix = version == 1 ? 10 : 12;
    uint8_t *bytes = calloc(1, prefix + length + data);

    assert_non_null(bytes);
    memcpy(bytes, "\x93NUMPY", 6);
    bytes[6] = (uint8_t)version;
    bytes[8] = (uint8_t)length;
    bytes[9] = (uint8_t)(length >> 8);
    memcpy(bytes + prefix, dictionary, length);
    *size = prefix + length + data;
    return bytes;
}

static void expect_npy(unsigned version, const char *dictionary, size_t data, enum sfp_format format,
                       enum sfp_format result, unsigned rows, const char *part)
{
    struct sfp_image *image = new_image();
    char *error = NULL;
    size_t size;
    uint8_t *bytes = make_npy(version, dictionary, data, &size);
    bool read = sfp_image_read(bytes, size, SFP_NPY, format, SFP_LAYOUT_ROWS, image, &error);

    if (read != !part)
        fail_msg("%s: %s", dictionary, read ? "was read" : error);
    if (part) {
        expect_error(error, part);
    } else {
        assert_int_equal(image->format, result);
        assert_int_equal(image->rows, rows);
    }
    free(bytes);
    free(image);
}

static void npy_read(void **unused)
{
    static const struct {
        const char *descr;
        unsigned bytes;
        enum sfp_format asked, result;
        const char *part;
    } types[] = {
        {"<f4", 4, SFP_FORMAT_DEFAULT, SFP_FORMAT_FP32, NULL},   {"<f2", 2, SFP_FORMAT_DEFAULT, SFP_FORMAT_FP16, NULL},
        {"<i4", 4, SFP_FORMAT_DEFAULT, SFP_FORMAT_INT32, NULL},
        {"<u4", 4, SFP_FORMAT_DEFAULT, SFP_FORMAT_UINT32, NULL},
        {"<u2", 2, SFP_FORMAT_DEFAULT, SFP_FORMAT_UINT16, NULL}, {"<i2", 2, SFP_FORMAT_DEFAULT, SFP_FORMAT_INT16, NULL},
        {"<i1", 1, SFP_FORMAT_DEFAULT, SFP_FORMAT_INT8, NULL},   {"|i1", 1, SFP_FORMAT_DEFAULT, SFP_FORMAT_INT8, NULL},
        {"<u2", 2, SFP_FORMAT_BF16, SFP_FORMAT_BF16, NULL},      {"<i2", 2, SFP_FORMAT_BF16, SFP_FORMAT_BF16, NULL},
        {"<i4", 4, SFP_FORMAT_SM32, SFP_FORMAT_SM32, NULL},      {"<u4", 4, SFP_FORMAT_INT32, SFP_FORMAT_INT32, NULL},
        {"<f4", 4, SFP_FORMAT_BF16, 0, "holds 'f4' elements, format bf16 needs 'u2'"},
        {"<u4", 4, SFP_FORMAT_SM32, 0, "holds 'u4' elements, format sm32 needs 'i4'"},
        {"<u2", 2, SFP_FORMAT_FP16, 0, "format fp16 needs 'f2'"},
        {"<u2", 2, SFP_FORMAT_RAW, 0, "expected exactly 32768"},
        {">f4", 4, SFP_FORMAT_DEFAULT, 0, "big-endian"},         {"<f8", 8, SFP_FORMAT_DEFAULT, 0, "type '<f8'"},
        {"|u1", 1, SFP_FORMAT_DEFAULT, 0, "type '|u1'"},         {"|O", 8, SFP_FORMAT_DEFAULT, 0, "Python objects"},
        {"|f4", 4, SFP_FORMAT_DEFAULT, 0, "type '|f4'"},         {"<c8", 8, SFP_FORMAT_DEFAULT, 0, "type '<c8'"},
        {"", 4, SFP_FORMAT_DEFAULT, 0, "type ''"},               {"|b1", 1, SFP_FORMAT_DEFAULT, 0, "type '|b1'"},
    };

    (void)unused;
    for (unsigned version = 1; version <= 3; version++) {
        for (size_t i = 0; i < COUNT(types); i++) {
            char dictionary[100];

            snprintf(dictionary, sizeof dictionary, "{'descr': '%s', 'fortran_order': False, 'shape': (2, 16), }   \n",
                     types[i].descr);
            expect_npy(version, dictionary, 32 * types[i].bytes, types[i].asked, types[i].result, 2, types[i].part);
        }
    }
}

static void npy_spellings(void **unused)
{
    (void)unused;
    expect_npy(1, "{'shape':(16,),\"descr\":\"|i1\",'fortran_order':False}", 16, SFP_FORMAT_DEFAULT, SFP_FORMAT_INT8, 1,
               NULL);
    expect_npy(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 2, 1, 8)}\n", 16, SFP_FORMAT_DEFAULT,
               SFP_FORMAT_INT8, 1, NULL);
    expect_npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (512,16)}\n", 32768, SFP_FORMAT_DEFAULT,
               SFP_FORMAT_FP32, 512, NULL);
}

static void npy_malformed(void **unused)
{
    static const struct {
        const char *dictionary, *part;
    } cases[] = {
        {"", "'{' expected"},
        {"{", "a quoted key"},
        {"{}", "are needed"},
        {"{'descr': '<f4', 'fortran_order': False}", "are needed"},
        {"{'descr': '<f4', 'descr': '<f4'}", "'descr' is there twice"},
        {"{'descr': '<f4', 'colour': 1}", "unknown key 'colour'"},
        {"{'descr' '<f4'}", "a quoted key and ':' expected"},
        {"{'descr': '<f4'", "',' or '}' expected"},
        {"{'descr': '<f4' 'shape': (1,)}", "',' or '}' expected"},
        {"{'descr': '<f4}", "descr is not a string"},
        {"{'descr': 4}", "descr is not a string"},
        {"{'descr': '\\x3cf4'}", "descr is not a string"},
        {"{'descr': [('a', '<f4')]}", "records"},
        {"{'fortran_order': True}", "Fortran order"},
        {"{'fortran_order': 0}", "neither False nor True"},
        {"{'shape': 16}", "not a tuple"},
        {"{'shape': (16)}", "not a tuple"},
        {"{'shape': (16", "',' or ')' expected"},
        {"{'shape': (-16,)}", "something other than whole numbers"},
        {"{'shape': (,)}", "something other than whole numbers"},
        {"{'shape': (1 6,)}", "',' or ')' expected"},
        {"{'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}", "more than 32 dim"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 16)} x", "something follows"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': ()}", "64 bytes of data; its shape and type need 4"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (0, 16)}", "empty"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999, 0)}", "empty"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "more elements than Dst"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551632,)}", "more elements than Dst"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (128, 129)}", "more elements than Dst"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 16)}", "64 bytes of data; its shape and type need 128"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (15,)}", "64 bytes of data; its shape and type need 60"},
        {"{'descr': '<i4', 'fortran_order': False, 'shape': (4, 4)}", NULL},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT(cases); i++)
        expect_npy(1, cases[i].dictionary, 64, SFP_FORMAT_DEFAULT, SFP_FORMAT_INT32, 1, cases[i].part);
}

static void expect_npy_error(const uint8_t *bytes, size_t size, const char *part)
{
    struct sfp_npy npy;
    char *error = NULL;

    assert_false(sfp_npy_parse(bytes, size, &npy, &error));
    expect_error(error, part);
}

/* Every truncation is refused; every single-byte change is refused or read within bounds. */
static void npy_damaged(void **unused)
{
    size_t size;
    uint8_t *bytes = make_npy(2, "{'descr': '<i2', 'fortran_order': False, 'shape': (4, 8), }\n", 64, &size);
    struct sfp_npy npy;
    char *error;

    (void)unused;
    for (size_t length = 0; length < size; length++) {
        uint8_t *part = malloc(length + (length == 0)); /* exactly as long, for the sanitizer */

        assert_non_null(part);
        memcpy(part, bytes, length);
        expect_npy_error(part, length,
                         length < 6           ? "does not begin"
                         : length < size - 64 ? "truncated"
                                              : "bytes of data");
        free(part);
    }
    for (size_t i = 0; i < size - 64; i++) {
        uint8_t original = bytes[i];

        for (unsigned value = 0; value < 256; value++) {
            bytes[i] = (uint8_t)value;
            error = NULL;
            if (sfp_npy_parse(bytes, size, &npy, &error))
                assert_true(npy.data + npy.count * npy.bytes == bytes + size);
            else
                assert_non_null(error);
            free(error);
        }
        bytes[i] = original;
    }
    bytes[6] = 4;
    expect_npy_error(bytes, size, "version 4.0");
    bytes[6] = 0;
    expect_npy_error(bytes, size, "version 0.0");
    bytes[6] = 2;
    memset(bytes + 8, 0xFF, 4);
    expect_npy_error(bytes, size, "its header has 4294967295 bytes");
    bytes[0] = 'N';
    expect_npy_error(bytes, size, "does not begin with");
    free(bytes);
}

/* Written by hand after the format's description: 10 bytes, dictionary, spaces, newline, in all 128 bytes. */
static void npy_write(void **unused)
{
    struct sfp_image *image = new_image();
    size_t size;
    uint8_t *bytes;
    char header[129];

    (void)unused;
    image->format = SFP_FORMAT_BF16;
    image->rows = 2;
    image->value[1] = 0x3F80;
    bytes = sfp_image_write(image, SFP_NPY, &size);
    assert_int_equal(size, 128 + 64);
    snprintf(header, sizeof header, "\x93NUMPY%c%c%c%c%-117s\n", 1, '0', 118, '0',
             "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 16), }");
    header[7] = header[9] = '\0';
    assert_memory_equal(bytes, header, 128);
    assert_int_equal(bytes[128 + 2], 0x80);
    assert_int_equal(bytes[128 + 3], 0x3F);
    free(bytes);

    /* The tile layout's matrix is 32 wide; int8 has no byte order; one dimension has a comma. */
    image->format = SFP_FORMAT_INT8;
    image->layout = SFP_LAYOUT_TILE;
    image->rows = 128;
    bytes = sfp_image_write(image, SFP_NPY, &size);
    assert_memory_equal(bytes + 10, "{'descr': '|i1', 'fortran_order': False, 'shape': (64, 32), }", 61);
    free(bytes);
    image->shape = (struct sfp_shape){.dims = 1, .size = {2048}};
    bytes = sfp_image_write(image, SFP_NPY, &size);
    assert_memory_equal(bytes + 10, "{'descr': '|i1', 'fortran_order': False, 'shape': (2048,), }", 60);
    free(bytes);
    free(image);

    assert_int_equal(sfp_container_of("a/b.npy"), SFP_NPY);
    assert_int_equal(sfp_container_of("npy"), SFP_PLAIN);
    assert_int_equal(sfp_container_of("b.npy.bin"), SFP_PLAIN);
}

/* The longest header: as many dimensions as there can be. */
static void npy_write_many_dimensions(void **unused)
{
    struct sfp_shape shape = {.dims = SFP_NPY_MAX_DIMS};
    uint8_t header[SFP_NPY_HEADER_MAX];
    struct sfp_npy npy;
    char *error = NULL;
    size_t size;

    (void)unused;
    for (unsigned i = 0; i < shape.dims; i++)
        shape.size[i] = UINT32_MAX;
    size = sfp_npy_header(header, 'f', 4, &shape);
    assert_true(size <= sizeof header && size % 64 == 0);
    assert_int_equal(header[size - 1], '\n');
    assert_false(sfp_npy_parse(header, size, &npy, &error));
    expect_error(error, "more elements than Dst");
}

/* Shapes come back when their number of values does. */
static void npy_shape_is_kept(void **unused)
{
    struct sfp_image *image = new_image(), *out = new_image();
    char *error = NULL;
    size_t size, out_size;
    uint8_t *bytes = make_npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 32, 32), }\n", 8192, &size);
    uint8_t *back;

    (void)unused;
    assert_true(sfp_image_read(bytes, size, SFP_NPY, SFP_FORMAT_DEFAULT, SFP_LAYOUT_TILE, image, &error));
    assert_int_equal(image->rows, 128);
    assert_true(sfp_image_plan(out, SFP_FORMAT_DEFAULT, SFP_LAYOUT_TILE, image, NULL, &error));
    back = sfp_image_write(out, SFP_NPY, &out_size);
    assert_memory_equal(back + 10, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 32, 32), }", 67);
    free(back);
    free(bytes);
    free(out);
    free(image);
}

static void numbers(void **unused)
{
    (void)unused;
    assert_true(sfp_format_number(SFP_FORMAT_FP32, 0xC0200000) == -2.5);
    assert_true(sfp_format_number(SFP_FORMAT_FP32, 0x00000001) == 0x1p-149);
    assert_true(sfp_format_number(SFP_FORMAT_FP32, 0x7F7FFFFF) == 0x1.fffffep127);
    assert_true(sfp_format_number(SFP_FORMAT_BF16, 0x4049) == 3.140625);
    assert_true(sfp_format_number(SFP_FORMAT_BF16, 0xFF80) == -INFINITY);
    assert_true(isnan(sfp_format_number(SFP_FORMAT_BF16, 0x7F81)));
    assert_true(sfp_format_number(SFP_FORMAT_FP16, 0x7BFF) == 65504);
    assert_true(sfp_format_number(SFP_FORMAT_FP16, 0x8001) == -0x1p-24);
    assert_true(sfp_format_number(SFP_FORMAT_INT8, 0x80) == -128);
    assert_true(sfp_format_number(SFP_FORMAT_SM32, 0x80000000) == -2147483648.0);
    assert_true(sfp_format_number(SFP_FORMAT_UINT32, 0xFFFFFFFF) == 4294967295.0);
    assert_int_equal(sfp_format_rank(SFP_FORMAT_FP32, 0x80000000), 0);
    assert_int_equal(sfp_format_rank(SFP_FORMAT_BF16, 0x8001), -1);
    assert_int_equal(sfp_format_rank(SFP_FORMAT_INT16, 0xFFFF), -1);
    assert_int_equal(sfp_format_rank(SFP_FORMAT_UINT16, 0xFFFF), 65535);
}

/* Compares one value; all others are 0 on both sides. */
static bool accepts(enum sfp_format format, uint32_t got, uint32_t expected, struct sfp_tolerance tolerance)
{
    struct sfp_image *a = new_image(), *b = new_image();
    struct sfp_comparison *result = calloc(1, sizeof *result);
    char *error = NULL;
    bool accepted;

    assert_non_null(result);
    a->format = b->format = format;
    a->rows = b->rows = 1;
    a->value[3] = got;
    b->value[3] = expected;
    assert_true(sfp_compare(a, b, &tolerance, SFP_WORST_DEFAULT, result, &error));
    accepted = result->mismatching == 0;
    assert_int_equal(result->compared, 16);
    assert_int_equal(result->kinds[0].listed + result->kinds[1].listed + result->kinds[2].listed, !accepted);
    assert_int_equal(result->exact, 16 - (got != expected));
    free(result);
    free(b);
    free(a);
    return accepted;
}

static void compare_exact(void **unused)
{
    const struct sfp_tolerance exact = {0};

    (void)unused;
    assert_true(accepts(SFP_FORMAT_FP32, 0x7FC00000, 0x7FC00000, exact));
    assert_false(accepts(SFP_FORMAT_FP32, 0x7FC00000, 0x7FC00001, exact));
    assert_false(accepts(SFP_FORMAT_FP32, 0x80000000, 0, exact));
    assert_false(accepts(SFP_FORMAT_RAW, 1, 0, exact));
    assert_false(accepts(SFP_FORMAT_INT8, 0xFF, 0, exact));
}

static void compare_ulp(void **unused)
{
    const struct sfp_tolerance none = {.has_ulp = true}, two = {.has_ulp = true, .ulp = 2};

    (void)unused;
    assert_true(accepts(SFP_FORMAT_FP32, 0x80000000, 0, none));
    assert_false(accepts(SFP_FORMAT_FP32, 0x3F800001, 0x3F800000, none));
    assert_true(accepts(SFP_FORMAT_FP32, 0x3F800002, 0x3F800000, two));
    assert_false(accepts(SFP_FORMAT_FP32, 0x3F800003, 0x3F800000, two));
    assert_true(accepts(SFP_FORMAT_BF16, 0x8001, 0x0001, two));         /* -1 and +1 places from 0 */
    assert_false(accepts(SFP_FORMAT_BF16, 0x8002, 0x0001, two));
    assert_true(accepts(SFP_FORMAT_BF16, 0x7F80, 0x7F7F, two));         /* infinity after the largest */
    assert_true(accepts(SFP_FORMAT_FP32, 0x7FC00001, 0xFFC00000, two)); /* NaN is NaN */
    assert_false(accepts(SFP_FORMAT_FP32, 0x7F800001, 0x7F800000, two));
    assert_true(accepts(SFP_FORMAT_INT8, 0xFF, 0x01, two));             /* -1 and 1 */
    assert_false(accepts(SFP_FORMAT_UINT16, 0xFFFF, 0x0001, two));
    assert_false(accepts(SFP_FORMAT_UINT32, 0xFFFFFFFF, 0, two));
}

static void compare_bounds(void **unused)
{
    const struct sfp_tolerance atol = {.has_atol = true, .atol = 0.5};
    const struct sfp_tolerance rtol = {.has_rtol = true, .rtol = 0.25};
    const struct sfp_tolerance both = {.has_rtol = true, .rtol = 0.25, .has_atol = true, .atol = 0.5};
    const struct sfp_tolerance or_ulp = {.has_ulp = true, .ulp = 1, .has_atol = true, .atol = 0};

    (void)unused;
    assert_true(accepts(SFP_FORMAT_BF16, 0x3FC0, 0x3F80, atol));  /* 1.5 and 1 */
    assert_false(accepts(SFP_FORMAT_BF16, 0x3FC1, 0x3F80, atol)); /* 1.5078125 and 1 */
    assert_true(accepts(SFP_FORMAT_BF16, 0x40A0, 0x4080, rtol));  /* 5 and 4: 1 <= 0.25 * 4 */
    assert_false(accepts(SFP_FORMAT_BF16, 0x4040, 0x4080 + 0x21, rtol)); /* 3 and 5.03125: 2.03125 > 0.25 * 5.03125 */
    assert_false(accepts(SFP_FORMAT_BF16, 0x40B0, 0x4080, rtol)); /* 5.5 and 4: 1.5 > 1 */
    assert_true(accepts(SFP_FORMAT_BF16, 0x40B0, 0x4080, both));  /* 1.5 <= 0.5 + 1 */
    assert_false(accepts(SFP_FORMAT_BF16, 0x40B1, 0x4080, both));
    assert_true(accepts(SFP_FORMAT_BF16, 0xFF80, 0xFF80, rtol));
    assert_false(accepts(SFP_FORMAT_BF16, 0x7F80, 0xFF80, rtol)); /* infinities of two signs */
    assert_false(accepts(SFP_FORMAT_BF16, 0x7F7F, 0x7F80, rtol)); /* the bound is infinite: it accepts infinity alone */
    assert_true(accepts(SFP_FORMAT_BF16, 0x7FC1, 0xFFC0, atol));
    assert_false(accepts(SFP_FORMAT_BF16, 0x7FC1, 0, both));
    assert_true(accepts(SFP_FORMAT_FP32, 0x80000000, 0, atol));
    assert_true(accepts(SFP_FORMAT_FP32, 0x3F800001, 0x3F800000, or_ulp)); /* ulp accepts on its own */
    assert_false(accepts(SFP_FORMAT_FP32, 0x3F800002, 0x3F800000, or_ulp));
}

static void compare_report(void **unused)
{
    struct sfp_image *got = new_image(), *expected = new_image(), *input = new_image();
    const struct sfp_image *const inputs[] = {input};
    struct sfp_comparison *r = calloc(1, sizeof *r);
    const struct sfp_tolerance exact = {0};
    char *error = NULL, *text = NULL;
    size_t size;
    FILE *out;

    (void)unused;
    assert_non_null(r);
    got->format = expected->format = SFP_FORMAT_FP32;
    got->layout = expected->layout = SFP_LAYOUT_TILE;
    got->rows = expected->rows = 64;
    expected->value[562] = 0x40000000; /* 2 */
    got->value[562] = 0x40000001;      /* 1 ulp = 2^-22 */
    expected->value[33] = 0x3F800000;  /* 1 */
    got->value[33] = 0x40000000;       /* 2: 00800000 places on, relative error 1 */
    got->value[1023] = 0x7FC00000;
    got->value[1022] = 0xFF800000;
    for (unsigned i = 100; i < 120; i++)
        got->value[i] = 3; /* 3 denormal places */
    input->format = SFP_FORMAT_UINT32; /* 32 rows: the value of index 33 lies in row 1, column 1, that of 100 in row 3, 4 */
    input->rows = 32;
    input->value[17] = 33;
    input->value[52] = 4;
    assert_true(sfp_compare(got, expected, &exact, 2, r, &error));
    assert_int_equal(r->compared, 1024);
    assert_int_equal(r->mismatching, 24);
    assert_int_equal(r->max_ulp, 0x00800000);
    assert_int_equal(r->exact, 1000);
    /* 1022 pairs have an ulp: 1000 times 0, once 1, 20 times 3 and once 8388608. The 511th, the 971st (970.9) and the 1012th
     * (1011.78) are 0, 0 and 3: from the 1002nd on. 8388669 / 1022 = 8208.09... */
    assert_int_equal(r->measured, 1022);
    assert_int_equal(r->p50, 0);
    assert_int_equal(r->p95, 0);
    assert_int_equal(r->p99, 3);
    assert_true(r->mean_ulp == 8388669.0 / 1022);
    assert_true(r->max_abs == 1.0);
    assert_true(r->max_rel == 1.0);
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].count, 22);
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].listed, 2);
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].worst[0].index, 33); /* by distance, then by index */
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].worst[1].index, 100);
    assert_int_equal(r->kinds[SFP_PAIR_INFINITE].count, 1);
    assert_int_equal(r->kinds[SFP_PAIR_INFINITE].worst[0].index, 1022);
    assert_int_equal(r->kinds[SFP_PAIR_NAN].count, 1);
    assert_int_equal(r->kinds[SFP_PAIR_NAN].worst[0].index, 1023);

    out = open_memstream(&text, &size);
    assert_non_null(out);
    sfp_compare_print(out, r, &(struct sfp_inputs){inputs, 1});
    fclose(out);
    assert_string_equal(text,
                        "24 of 1024 fp32 values differ (bit-exact)\n"
                        "largest error: 8388608 ulp, 1 absolute, 1 relative\n"
                        "ulp: mean 8208.09, p50 0, p95 0, p99 3; 97.6562% exact\n"
                        "the worst 2:\n"
                        "tile row col lane                          got                     expected"
                        "         ulp          error                        input\n"
                        "   0   1   1    8                2  0x40000000                1  0x3f800000"
                        "     8388608              1               33  0x00000021\n"
                        "   0   3   4   26  4.203895393e-45  0x00000003                0  0x00000000"
                        "           3     4.2039e-45                4  0x00000004\n"
                        "1 with an infinity:\n"
                        "   0  31  30   31             -inf  0xff800000                0  0x00000000"
                        "  2139095040           -inf\n"
                        "1 with a NaN:\n"
                        "   0  31  31   31              nan  0x7fc00000                0  0x00000000\n");
    free(text);
    free(r);
    free(input);
    free(expected);
    free(got);
}

static void compare_refusals(void **unused)
{
    struct sfp_image *a = new_image(), *b = new_image();
    struct sfp_comparison *r = calloc(1, sizeof *r);
    struct sfp_tolerance t = {.has_rtol = true, .rtol = -1};
    char *error = NULL;

    (void)unused;
    assert_non_null(r);
    a->format = b->format = SFP_FORMAT_RAW;
    a->rows = b->rows = 1024;
    assert_false(sfp_compare(a, b, &t, 1, r, &error));
    expect_error(error, "raw cells are compared bit by bit");
    a->format = b->format = SFP_FORMAT_BF16;
    assert_false(sfp_compare(a, b, &t, 1, r, &error));
    expect_error(error, "rtol -1");
    t = (struct sfp_tolerance){.has_atol = true, .atol = NAN};
    assert_false(sfp_compare(a, b, &t, 1, r, &error));
    expect_error(error, "atol nan");
    b->rows = 512;
    assert_false(sfp_compare(a, b, &t, 1, r, &error));
    expect_error(error, "1024 rows of bf16 (rows) against 512 rows");
    free(r);
    free(b);
    free(a);
}

/* No list longer than it has room for, and none at all on request. */
static void compare_list_lengths(void **unused)
{
    struct sfp_image *a = new_image(), *b = new_image();
    struct sfp_comparison *r = calloc(1, sizeof *r);
    const struct sfp_tolerance exact = {0};
    char *error = NULL;

    (void)unused;
    assert_non_null(r);
    a->format = b->format = SFP_FORMAT_RAW;
    a->rows = b->rows = 1024;
    for (unsigned i = 0; i < SFP_IMAGE_MAX_VALUES; i++)
        a->value[i] = i;
    assert_true(sfp_compare(a, b, &exact, 100000, r, &error));
    assert_int_equal(r->mismatching, SFP_IMAGE_MAX_VALUES - 1);
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].listed, SFP_WORST_MAX);
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].worst[0].index, SFP_IMAGE_MAX_VALUES - 1);
    assert_true(sfp_compare(a, b, &exact, 0, r, &error));
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].listed, 0);
    assert_int_equal(r->kinds[SFP_PAIR_FINITE].count, SFP_IMAGE_MAX_VALUES - 1);
    free(r);
    free(b);
    free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encodings_both_ways),
        cmocka_unit_test(encodings_that_lose),
        cmocka_unit_test(decodings_of_special_cells),
        cmocka_unit_test(format_properties),
        cmocka_unit_test(implied_configuration),
        cmocka_unit_test(formats_of_modes),
        cmocka_unit_test(layouts),
        cmocka_unit_test(rows_in_dst),
        cmocka_unit_test(raw_and_invalid_rows),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(losses_are_counted),
        cmocka_unit_test(plain_sizes),
        cmocka_unit_test(plain_byte_order),
        cmocka_unit_test(plans),
        cmocka_unit_test(npy_read),
        cmocka_unit_test(npy_spellings),
        cmocka_unit_test(npy_malformed),
        cmocka_unit_test(npy_damaged),
        cmocka_unit_test(npy_write),
        cmocka_unit_test(npy_write_many_dimensions),
        cmocka_unit_test(npy_shape_is_kept),
        cmocka_unit_test(numbers),
        cmocka_unit_test(compare_exact),
        cmocka_unit_test(compare_ulp),
        cmocka_unit_test(compare_bounds),
        cmocka_unit_test(compare_report),
        cmocka_unit_test(compare_refusals),
        cmocka_unit_test(compare_list_lengths),
    };

    return cmocka_run_group_tests_name("images", tests, NULL, NULL);
}
