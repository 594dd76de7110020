/* libsfpu by its public header alone: Dst in formats and layouts, images, and their comparison. */
#include "sfpu_test.h"

#include <math.h>

enum { ROW = 16, TILE_SIDE = 32, TILE_VALUES = TILE_SIDE * TILE_SIDE, DST_ROWS = 1024 };

/* ---- Formats and layouts ---- */

static void test_names(void **state)
{
    static const struct {
        const char *name;
        int format;
        size_t bytes;
    } formats[] = {
        {"raw", SFPU_RAW, 2},       {"fp32", SFPU_FP32, 4},     {"bf16", SFPU_BF16, 2}, {"fp16", SFPU_FP16, 2},
        {"int32", SFPU_INT32, 4},   {"uint32", SFPU_UINT32, 4}, {"uint16", SFPU_UINT16, 2},
        {"sm32", SFPU_SM32, 4},     {"int16", SFPU_INT16, 2},   {"int8", SFPU_INT8, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        assert_int_equal(sfpu_format_named(formats[i].name), formats[i].format);
        assert_string_equal(sfpu_format_name(formats[i].format), formats[i].name);
        assert_int_equal(sfpu_format_bytes(formats[i].format), formats[i].bytes);
    }
    assert_int_equal(sfpu_format_named("fp64"), -1);
    assert_int_equal(sfpu_format_named(NULL), -1);
    assert_string_equal(sfpu_format_name(SFPU_ANY_FORMAT), "any format");
    assert_string_equal(sfpu_format_name(11), "any format");
    assert_int_equal(sfpu_format_bytes(SFPU_ANY_FORMAT), 0);
    assert_int_equal(sfpu_format_bytes(-1), 0);
    assert_int_equal(sfpu_layout_named("rows"), SFPU_ROWS);
    assert_int_equal(sfpu_layout_named("tile"), SFPU_TILE);
    assert_int_equal(sfpu_layout_named("tiles"), -1);
    assert_int_equal(sfpu_layout_named(NULL), -1);
    assert_int_equal(sfpu_container_of("a/b.npy"), SFPU_NPY);
    assert_int_equal(sfpu_container_of("a.npy/b"), SFPU_PLAIN);
    assert_int_equal(sfpu_container_of(NULL), SFPU_PLAIN);
}

/* A tile is four faces of 16x16, each 16 rows of Dst: top left, top right, bottom left, bottom right. */
static void test_tile(void **state)
{
    static uint16_t tile[TILE_VALUES], rows[TILE_VALUES], again[TILE_VALUES];
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    for (unsigned i = 0; i < TILE_VALUES; i++)
        tile[i] = (uint16_t)i;
    assert_int_equal(sfpu_write_dst(m, SFPU_UINT16, SFPU_TILE, tile, sizeof tile), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_UINT16, SFPU_ROWS, rows, sizeof rows), SFPU_OK);
    for (unsigned r = 0; r < TILE_SIDE; r++) {
        for (unsigned c = 0; c < TILE_SIDE; c++) {
            const unsigned face = r / 16 * 2 + c / 16;

            assert_int_equal(rows[(16 * face + r % 16) * ROW + c % 16], TILE_SIDE * r + c);
        }
    }
    assert_int_equal(sfpu_read_dst(m, SFPU_UINT16, SFPU_TILE, again, sizeof again), SFPU_OK);
    assert_memory_equal(again, tile, sizeof tile);
    sfpu_close(m);
}

/* One value of a format through Dst and back: most stay; sfpsim-files(5), Image formats, says which do not. */
static void test_formats(void **state)
{
    static const struct {
        int format;
        uint32_t in, out;
    } values[] = {
        {SFPU_FP32, 0x7FC12345, 0x7FC12345}, {SFPU_FP32, 1, 1},
        {SFPU_BF16, 0x7FC1, 0x7FC1},        {SFPU_FP16, 0x3C01, 0x3C01},
        {SFPU_FP16, 0x7E00, 0x7C00},        /* a NaN has no pattern, and comes back as infinity */
        {SFPU_INT32, 0x80000000, 0x80000000}, {SFPU_UINT32, 0xFFFFFFFF, 0xFFFFFFFF},
        {SFPU_UINT16, 0xFFFF, 0xFFFF},
        {SFPU_SM32, 0xFFFFFFFE, 0xFFFFFFFE}, /* -2 */
        {SFPU_SM32, 0x80000000, 0x80000001}, /* sign and magnitude have no -2^31 */
        {SFPU_INT16, 0x8000, 0x8001},       {SFPU_INT16, 0xFFFF, 0xFFFF}, /* -1 */
        {SFPU_INT8, 0x80, 0x80},            {SFPU_INT8, 0x7F, 0x7F},
    };
    uint8_t in[4 * ROW], out[4 * ROW];

    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        sfpu_machine *m = machine_of(SFPU_BLACKHOLE);
        const size_t bytes = sfpu_format_bytes(values[i].format);

        memset(in, 0, sizeof in);
        memset(out, 0xFF, sizeof out);
        memcpy(in + 5 * bytes, &values[i].in, bytes); /* little-endian, as the host is */
        assert_int_equal(sfpu_write_dst(m, values[i].format, SFPU_ROWS, in, ROW * bytes), SFPU_OK);
        assert_int_equal(sfpu_read_dst(m, values[i].format, SFPU_ROWS, out, ROW * bytes), SFPU_OK);
        memcpy(in + 5 * bytes, &values[i].out, bytes);
        assert_memory_equal(out, in, ROW * bytes);
        sfpu_close(m);
    }
}

static void test_raw(void **state)
{
    static uint16_t cells[ROW * DST_ROWS], again[ROW * DST_ROWS];
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    for (unsigned i = 0; i < ROW * DST_ROWS; i++)
        cells[i] = (uint16_t)(7 * i);
    assert_int_equal(sfpu_write_dst(m, SFPU_RAW, SFPU_ROWS, cells, sizeof cells), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_RAW, SFPU_ROWS, again, sizeof again), SFPU_OK);
    assert_memory_equal(again, cells, sizeof cells);
    assert_fails(m, sfpu_write_dst(m, SFPU_RAW, SFPU_ROWS, cells, 32), SFPU_BAD_INPUT,
                 "32 bytes of raw cells, expected exactly 32768 (1024 rows of 16 16-bit cells)");
    assert_fails(m, sfpu_read_dst(m, SFPU_RAW, SFPU_ROWS, cells, 32), SFPU_BAD_INPUT,
                 "32 bytes of raw cells, expected exactly 32768 (1024 rows of 16 16-bit cells)");
    sfpu_close(m);
}

static void test_dst_fails(void **state)
{
    static uint8_t values[4 * ROW * DST_ROWS];
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    assert_fails(m, sfpu_write_dst(m, SFPU_ANY_FORMAT, SFPU_ROWS, values, 32), SFPU_BAD_ARGUMENT, "0 is not a format");
    assert_fails(m, sfpu_read_dst(m, 11, SFPU_ROWS, values, 32), SFPU_BAD_ARGUMENT, "11 is not a format");
    assert_fails(m, sfpu_write_dst(m, SFPU_BF16, 2, values, 32), SFPU_BAD_ARGUMENT, "2 is not a layout");
    assert_fails(m, sfpu_write_dst(m, SFPU_BF16, SFPU_ROWS, values, 30), SFPU_BAD_INPUT,
                 "30 bytes of bf16 values, expected 1 to 1024 whole rows of 32 bytes");
    assert_fails(m, sfpu_write_dst(m, SFPU_BF16, SFPU_TILE, values, 32), SFPU_BAD_INPUT,
                 "32 bytes of bf16 values, expected 1 to 16 whole 32x32 tiles of 2048 bytes");
    assert_fails(m, sfpu_write_dst(m, SFPU_FP32, SFPU_ROWS, values, 513 * 64), SFPU_BAD_INPUT,
                 "32832 bytes of fp32 values, expected 1 to 512 whole rows of 64 bytes");
    assert_int_equal(sfpu_write_dst(m, SFPU_BF16, SFPU_ROWS, NULL, 32), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_read_dst(m, SFPU_BF16, SFPU_ROWS, NULL, 32), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_write_dst(NULL, SFPU_BF16, SFPU_ROWS, values, 32), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_read_dst(NULL, SFPU_BF16, SFPU_ROWS, values, 32), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_read_dst(m, SFPU_BF16, SFPU_ROWS, values, 2 * ROW * DST_ROWS), SFPU_OK);
    /* Half of Dst is out of reach where all addresses are of 16-bit cells. */
    assert_int_equal(sfpu_set(m, "dst-16bit-view", ""), SFPU_OK);
    assert_int_equal(sfpu_write_dst(m, SFPU_BF16, SFPU_ROWS, values, 2 * ROW * DST_ROWS), SFPU_BAD_INPUT);
    assert_fails(m, sfpu_read_dst(m, SFPU_BF16, SFPU_ROWS, values, 2 * ROW * DST_ROWS), SFPU_BAD_ARGUMENT,
                 "Dst gives 16384 bytes for these values, not 32768");
    sfpu_close(m);
}

/* A load of format 0 reads what is configured: fp32, which raw leaves as it is; or fp16. The upper half of 1.5 =
 * 0x3FC00000 lies in Dst as its sign 0, mantissa 0x40 and exponent 0x7F: 0x407F (sfpu-dst(7)). Taken for fp16, its
 * exponent is in bits 4:0 and its mantissa in 14:5: 31 and 0x203, in fp32 31 + 112 and 0x203 << 13. */
static void test_configure(void **state)
{
    static const float ones[16 * ROW] = {[0 ... 16 * ROW - 1] = 1.5f};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpload L0, 0, 0, 3\n");

    (void)state;
    assert_int_equal(sfpu_configure_format(m, SFPU_FP32), SFPU_OK);
    assert_int_equal(sfpu_write_dst(m, SFPU_FP32, SFPU_ROWS, ones, sizeof ones), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg(m, 0, 0x3FC00000);
    assert_int_equal(sfpu_configure_format(m, SFPU_RAW), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg(m, 0, 0x3FC00000);
    assert_int_equal(sfpu_configure_format(m, SFPU_FP16), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg(m, 0, 0x47C06000);
    assert_fails(m, sfpu_configure_format(m, 99), SFPU_BAD_ARGUMENT, "99 is not a format");
    assert_int_equal(sfpu_configure_format(NULL, SFPU_FP32), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* ---- Images ---- */

static size_t read_example(const char *path, char *bytes, size_t room)
{
    FILE *stream = fopen(path, "rb");
    size_t size;

    assert_non_null(stream);
    size = fread(bytes, 1, room, stream);
    assert_in_range(size, 1, room - 1);
    fclose(stream);
    return size;
}

/* A .npy file through Dst is the same file. */
static void test_npy(void **state)
{
    static char file[1 << 16];
    const size_t size = read_example("examples/relu6/in.npy", file, sizeof file);
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *image, *back;
    char *lost = file;
    void *bytes;
    size_t length;

    (void)state;
    assert_int_equal(sfpu_image_parse(m, file, size, SFPU_NPY, SFPU_ANY_FORMAT, SFPU_TILE, &image), SFPU_OK);
    assert_int_equal(sfpu_image_format(image), SFPU_FP32);
    assert_int_equal(sfpu_image_to_dst(m, image, &lost), SFPU_OK);
    assert_null(lost);
    lost = file;
    assert_int_equal(sfpu_image_from_dst(m, SFPU_ANY_FORMAT, SFPU_TILE, image, &back, &lost), SFPU_OK);
    assert_null(lost);
    assert_int_equal(sfpu_image_bytes(back, SFPU_NPY, &bytes, &length), SFPU_OK);
    assert_int_equal(length, size);
    assert_memory_equal(bytes, file, size);
    sfpu_free(bytes);
    assert_int_equal(sfpu_image_bytes(back, SFPU_PLAIN, &bytes, &length), SFPU_OK);
    assert_int_equal(length, 4 * TILE_VALUES);
    assert_memory_equal(bytes, file + size - length, length);
    sfpu_free(bytes);
    sfpu_image_free(image);
    sfpu_image_free(back);
    sfpu_image_free(NULL);
    sfpu_close(m);
}

/* What cannot be kept is counted and said. */
static void test_lost(void **state)
{
    int32_t values[ROW] = {[3] = INT32_MIN};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *image;
    char *lost;

    (void)state;
    assert_int_equal(sfpu_image_parse(m, values, sizeof values, SFPU_PLAIN, SFPU_SM32, SFPU_ROWS, &image), SFPU_OK);
    assert_int_equal(sfpu_image_to_dst(m, image, &lost), SFPU_OK);
    assert_non_null(lost);
    assert_int_equal(strncmp(lost, "1 value: ", 9), 0);
    sfpu_free(lost);
    assert_int_equal(sfpu_image_normalise(m, image, &lost), SFPU_OK);
    assert_non_null(lost);
    sfpu_free(lost);
    assert_int_equal(sfpu_image_normalise(m, image, &lost), SFPU_OK);
    assert_null(lost);
    sfpu_image_free(image);
    sfpu_close(m);
}

static void test_image_fails(void **state)
{
    uint16_t values[ROW] = {0};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *image = NULL;
    void *bytes;
    size_t size;

    (void)state;
    assert_fails(m, sfpu_image_parse(m, values, sizeof values, 2, SFPU_UINT16, SFPU_ROWS, &image), SFPU_BAD_ARGUMENT,
                 "no bytes, no place for the image, or no such container");
    assert_int_equal(sfpu_image_parse(m, values, sizeof values, SFPU_PLAIN, SFPU_UINT16, SFPU_ROWS, NULL),
                     SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_parse(NULL, values, 3, SFPU_PLAIN, SFPU_UINT16, SFPU_ROWS, &image), SFPU_BAD_INPUT);
    assert_int_equal(sfpu_image_parse(m, values, sizeof values, SFPU_NPY, SFPU_UINT16, SFPU_ROWS, &image),
                     SFPU_BAD_INPUT);
    assert_null(image);
    assert_int_equal(sfpu_image_format(NULL), SFPU_ANY_FORMAT);
    assert_fails(m, sfpu_image_to_dst(m, NULL, NULL), SFPU_BAD_ARGUMENT, "no image");
    assert_fails(m, sfpu_image_normalise(m, NULL, NULL), SFPU_BAD_ARGUMENT, "no image");
    assert_fails(m, sfpu_image_from_dst(m, SFPU_UINT16, SFPU_ROWS, NULL, NULL, NULL), SFPU_BAD_ARGUMENT,
                 "no place for the image");
    assert_int_equal(sfpu_image_bytes(NULL, SFPU_PLAIN, &bytes, &size), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_parse(NULL, values, sizeof values, SFPU_PLAIN, SFPU_UINT16, SFPU_ROWS, &image),
                     SFPU_OK);
    assert_int_equal(sfpu_image_bytes(image, 2, &bytes, &size), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_to_dst(NULL, image, NULL), SFPU_BAD_ARGUMENT);
    sfpu_image_free(image);
    assert_int_equal(sfpu_image_from_dst(m, SFPU_UINT16, SFPU_TILE, NULL, &image, NULL), SFPU_OK); /* all of Dst */
    assert_int_equal(sfpu_image_bytes(image, SFPU_PLAIN, &bytes, &size), SFPU_OK);
    assert_int_equal(size, 2 * ROW * DST_ROWS);
    sfpu_free(bytes);
    sfpu_image_free(image);
    sfpu_close(m);
}

/* ---- Comparison ---- */

static sfpu_image *row_of(sfpu_machine *m, float value)
{
    float values[ROW] = {[2] = value};
    sfpu_image *image;

    assert_int_equal(sfpu_image_parse(m, values, sizeof values, SFPU_PLAIN, SFPU_FP32, SFPU_ROWS, &image), SFPU_OK);
    return image;
}

static void test_compare(void **state)
{
    const struct sfpu_tolerance ulp = {.size = sizeof ulp, .has_ulp = 1, .ulp = 1};
    const struct sfpu_tolerance narrow = {.size = sizeof narrow, .has_atol = 1, .atol = 1e-8};
    const struct sfpu_tolerance wide = {.size = sizeof wide, .has_rtol = 1, .rtol = 1e-6};
    /* A caller that knows of no bounds but ulps. */
    const struct sfpu_tolerance old = {.size = offsetof(struct sfpu_tolerance, has_rtol), .has_ulp = 1, .has_rtol = 1};
    const struct sfpu_tolerance nothing = {.size = 0};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *one = row_of(m, 1.0f), *next = row_of(m, nextafterf(1.0f, 2.0f)), *raw;
    const struct sfpu_tolerance bad = {.size = sizeof bad, .has_rtol = 1, .rtol = -1};
    uint16_t bits[ROW] = {0};
    char *report;

    (void)state;
    assert_int_equal(sfpu_image_compare(m, one, one, NULL, &report), SFPU_OK);
    assert_non_null(strstr(report, "16"));
    sfpu_free(report);
    assert_int_equal(sfpu_image_compare(m, one, next, NULL, &report), SFPU_DIFFERENT);
    assert_non_null(strstr(report, "0x3f800001"));
    sfpu_free(report);
    assert_int_equal(sfpu_image_compare(m, one, next, &ulp, NULL), SFPU_OK);
    assert_int_equal(sfpu_image_compare(m, one, next, &narrow, NULL), SFPU_DIFFERENT); /* they are 1.2e-7 apart */
    assert_int_equal(sfpu_image_compare(m, one, next, &wide, NULL), SFPU_OK);
    assert_int_equal(sfpu_image_compare(m, one, next, &old, NULL), SFPU_DIFFERENT); /* in zero ulps */
    assert_fails(m, sfpu_image_compare(m, one, next, &nothing, NULL), SFPU_BAD_ARGUMENT,
                 "a struct does not say its size");
    assert_fails(m, sfpu_image_compare(m, one, NULL, NULL, &report), SFPU_BAD_ARGUMENT, "an image is missing");
    assert_null(report);
    assert_int_equal(sfpu_image_parse(m, bits, sizeof bits, SFPU_PLAIN, SFPU_UINT16, SFPU_ROWS, &raw), SFPU_OK);
    assert_int_equal(sfpu_image_compare(m, one, raw, NULL, &report), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_tolerance(m, one, &ulp), SFPU_OK);
    assert_int_equal(sfpu_check_tolerance(m, one, NULL), SFPU_OK);
    assert_int_equal(sfpu_check_tolerance(m, one, &bad), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_compare(m, one, next, &bad, NULL), SFPU_BAD_ARGUMENT);
    assert_fails(m, sfpu_check_tolerance(m, NULL, &ulp), SFPU_BAD_ARGUMENT, "no image");
    assert_fails(m, sfpu_check_tolerance(m, one, &nothing), SFPU_BAD_ARGUMENT, "a struct does not say its size");
    sfpu_image_free(one);
    sfpu_image_free(next);
    sfpu_image_free(raw);
    sfpu_close(m);
}

/* A row of one value. */
static sfpu_image *row_full(sfpu_machine *m, float value)
{
    float values[ROW];
    sfpu_image *image;

    for (size_t i = 0; i < ROW; i++)
        values[i] = value;
    assert_int_equal(sfpu_image_parse(m, values, sizeof values, SFPU_PLAIN, SFPU_FP32, SFPU_ROWS, &image), SFPU_OK);
    return image;
}

static int write_text(void *text, const char *bytes, size_t size)
{
    return text_add(text, bytes, size);
}

/* A row, as a kernel leaves it that computes in place in row 5; expected are ones. Got has 1.0, its neighbour above,
 * infinity, NaN, 3.0, -infinity and ones: 11 exact, 13 measured, of which one is 1 ulp off and one 2^23 + 2^22. */
static void test_comparison(void **state)
{
    const struct sfpu_tolerance ulp = {.size = sizeof ulp, .has_ulp = 1, .ulp = 1};
    struct sfpu_compared r = {.size = sizeof r};
    struct sfpu_mismatch w = {.size = sizeof w};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *expected = row_full(m, 1.0f), *got, *input = row_full(m, 7.0f);
    const sfpu_image *const inputs[] = {input};
    float values[ROW];
    struct text report = {0};
    sfpu_comparison *c = NULL;
    unsigned first, count;

    (void)state;
    for (size_t i = 0; i < ROW; i++)
        values[i] = 1.0f;
    values[1] = nextafterf(1.0f, 2.0f);
    values[2] = INFINITY;
    values[3] = NAN;
    values[4] = 3.0f;
    values[5] = -INFINITY; /* farther off, and later in the file */
    assert_int_equal(sfpu_image_parse(m, values, sizeof values, SFPU_PLAIN, SFPU_FP32, SFPU_ROWS, &got), SFPU_OK);
    assert_int_equal(sfpu_image_place(m, expected, 5), SFPU_OK);
    assert_int_equal(sfpu_image_place(m, input, 5), SFPU_OK);
    assert_int_equal(sfpu_image_rows(expected, &first, &count), SFPU_OK);
    assert_int_equal(first, 5);
    assert_int_equal(count, 1);
    assert_int_equal(sfpu_compare(m, got, expected, &ulp, inputs, 1, &c), SFPU_DIFFERENT);
    assert_int_equal(sfpu_get_compared(c, &r), SFPU_OK);
    assert_int_equal(r.format, SFPU_FP32);
    assert_int_equal(r.compared, 16);
    assert_int_equal(r.different, 4);
    assert_int_equal(r.exact, 11);
    assert_int_equal(r.measured, 13);
    assert_int_equal(r.max_ulp, 3 << 22);
    assert_int_equal(r.p50, 0);
    assert_int_equal(r.p95, 3 << 22); /* the 13th: 12.35 are not enough */
    assert_true(r.mean_ulp == ((3 << 22) + 1) / 13.0);
    assert_true(r.max_abs == 2.0 && r.max_rel == 2.0);
    assert_int_equal(r.kinds[SFPU_FINITE] + 10 * r.kinds[SFPU_INFINITE] + 100 * r.kinds[SFPU_NAN], 121);
    assert_int_equal(sfpu_get_mismatch(c, SFPU_FINITE, 0, &w), SFPU_OK);
    assert_int_equal(w.index, 4);
    assert_int_equal(w.row, 5);
    assert_int_equal(w.column, 4);
    assert_int_equal(w.lane, 10); /* the second of four rows, the third of eight columns */
    assert_int_equal(w.got, 0x40400000);
    assert_int_equal(w.expected, 0x3F800000);
    assert_int_equal(w.input_format, SFPU_FP32);
    assert_int_equal(w.input, 0x40E00000);
    assert_true(w.error == 2.0);
    assert_int_equal(sfpu_get_mismatch(c, SFPU_FINITE, 1, &w), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_mismatch(c, SFPU_INFINITE, 0, &w), SFPU_OK);
    assert_int_equal(w.column, 2);
    assert_int_equal(sfpu_get_mismatch(c, SFPU_NAN, 0, &w), SFPU_OK);
    assert_int_equal(w.column, 3);
    assert_int_equal(sfpu_get_mismatch(c, 3, 0, &w), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_comparison_report(c, write_text, &report), SFPU_OK);
    assert_non_null(strstr(report.bytes, "   5   4   10 "));
    assert_int_equal(sfpu_comparison_report(c, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_compared(NULL, &r), SFPU_BAD_ARGUMENT);
    sfpu_comparison_free(c);
    sfpu_comparison_free(NULL);
    assert_int_equal(sfpu_compare(m, got, expected, NULL, NULL, 1, &c), SFPU_BAD_ARGUMENT);
    text_free(&report);
    sfpu_image_free(got);
    sfpu_image_free(expected);
    sfpu_image_free(input);
    sfpu_close(m);
}

/* Values go to the row where an image lies, and come from it; Dst has no others. */
static void test_place(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *image = row_full(m, 2.0f), *rows, *back, *narrow, *none;
    static float values[8 * ROW];
    void *bytes;
    size_t size;

    (void)state;
    assert_int_equal(sfpu_image_place(m, image, 6), SFPU_OK);
    assert_int_equal(sfpu_image_to_dst(m, image, NULL), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_FP32, SFPU_ROWS, values, sizeof values), SFPU_OK);
    for (size_t i = 0; i < 8 * ROW; i++)
        assert_true(values[i] == (i / ROW == 6 ? 2.0f : 0.0f));
    assert_int_equal(sfpu_image_zeros(m, SFPU_FP32, SFPU_ROWS, 2, &rows), SFPU_OK);
    assert_int_equal(sfpu_image_place(m, rows, 5), SFPU_OK);
    assert_int_equal(sfpu_image_from_dst(m, SFPU_ANY_FORMAT, SFPU_ROWS, rows, &back, NULL), SFPU_OK);
    assert_int_equal(sfpu_image_bytes(back, SFPU_PLAIN, &bytes, &size), SFPU_OK);
    assert_int_equal(size, 2 * ROW * sizeof(float));
    assert_memory_equal(bytes, values + 5 * ROW, size);
    assert_int_equal(sfpu_image_place(m, rows, 510), SFPU_OK);
    assert_fails(m, sfpu_image_place(m, rows, 511), SFPU_BAD_INPUT, "2 rows of fp32 from row 511 on; Dst has 512");
    assert_int_equal(sfpu_image_place(m, NULL, 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_zeros(m, SFPU_UINT16, SFPU_ROWS, 1, &narrow), SFPU_OK); /* there are twice as many rows */
    assert_int_equal(sfpu_image_place(m, narrow, 600), SFPU_OK);
    assert_fails(m, sfpu_image_from_dst(m, SFPU_FP32, SFPU_ROWS, narrow, &none, NULL), SFPU_BAD_INPUT,
                 "row 600 of fp32; Dst has 512");
    sfpu_image_free(narrow);
    assert_int_equal(sfpu_image_zeros(m, SFPU_FP32, SFPU_ROWS, 513, &rows), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_zeros(m, SFPU_FP32, SFPU_TILE, 32, &rows), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_zeros(m, SFPU_ANY_FORMAT, SFPU_ROWS, 1, &rows), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_zeros(m, SFPU_FP32, SFPU_TILE + 1, 16, &rows), SFPU_BAD_ARGUMENT);
    sfpu_free(bytes);
    sfpu_image_free(image);
    sfpu_image_free(rows);
    sfpu_image_free(back);
    sfpu_close(m);
}

static void test_no_machine(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *image = row_full(m, 2.0f), *made;
    float values[ROW] = {0};

    (void)state;
    assert_int_equal(sfpu_image_parse(NULL, values, sizeof values, SFPU_PLAIN, SFPU_FP32, 9, &made), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_to_dst(NULL, image, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_from_dst(NULL, SFPU_FP32, SFPU_ROWS, NULL, &made, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_normalise(NULL, image, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_normalise(m, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_configure_format(NULL, SFPU_FP32), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_write_dst(NULL, SFPU_FP32, SFPU_ROWS, values, sizeof values), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_read_dst(NULL, SFPU_FP32, SFPU_ROWS, values, sizeof values), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_compare(NULL, image, NULL, NULL, NULL), SFPU_BAD_ARGUMENT);
    sfpu_image_free(image);
    sfpu_close(m);
}

/* Each of several arguments that must be there. */
static void test_missing_arguments(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_image *image = row_full(m, 2.0f), *ones = row_full(m, 1.0f);
    struct sfpu_compared r = {.size = sizeof r};
    struct sfpu_mismatch w = {.size = sizeof w};
    struct text report = {0};
    sfpu_comparison *c;
    unsigned rows;
    char unset[] = "unset", *lost;
    void *bytes;
    size_t size;

    (void)state;
    assert_int_equal(sfpu_image_rows(NULL, &rows, &rows), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_rows(image, NULL, &rows), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_rows(image, &rows, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_bytes(image, SFPU_PLAIN, NULL, &size), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_bytes(image, SFPU_PLAIN, &bytes, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_zeros(m, SFPU_FP32, SFPU_ROWS, 1, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_zeros(m, SFPU_FP32, SFPU_ROWS, 0, &image), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_compare(m, NULL, image, NULL, NULL, 0, &c), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_compare(m, image, NULL, NULL, NULL, 0, &c), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_compare(m, image, image, NULL, NULL, 0, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_image_compare(m, NULL, image, NULL, NULL), SFPU_BAD_ARGUMENT);
    /* where nothing is handed out, there is nothing to free */
    lost = unset;
    assert_int_equal(sfpu_image_compare(m, NULL, image, NULL, &lost), SFPU_BAD_ARGUMENT);
    assert_null(lost);
    lost = unset;
    assert_int_equal(sfpu_image_to_dst(m, NULL, &lost), SFPU_BAD_ARGUMENT);
    assert_null(lost);
    lost = unset;
    assert_int_equal(sfpu_image_from_dst(m, SFPU_FP32, SFPU_ROWS, NULL, NULL, &lost), SFPU_BAD_ARGUMENT);
    assert_null(lost);
    lost = unset;
    assert_int_equal(sfpu_image_normalise(m, NULL, &lost), SFPU_BAD_ARGUMENT);
    assert_null(lost);
    assert_int_equal(sfpu_compare(m, image, image, NULL, NULL, 0, &c), SFPU_OK);
    assert_int_equal(sfpu_get_compared(c, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_mismatch(NULL, SFPU_FINITE, 0, &w), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_mismatch(c, SFPU_FINITE, 0, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_mismatch(c, SFPU_FINITE, 0, &w), SFPU_BAD_ARGUMENT); /* there is none */
    assert_int_equal(sfpu_get_mismatch(c, -1, 0, &w), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_comparison_report(NULL, write_text, &report), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_compared(c, &r), SFPU_OK);
    assert_int_equal(r.exact, ROW);
    sfpu_comparison_free(c);
    assert_int_equal(sfpu_compare(m, image, ones, NULL, NULL, 0, &c), SFPU_DIFFERENT);
    assert_int_equal(sfpu_get_mismatch(c, SFPU_FINITE, 0, &w), SFPU_OK);
    assert_int_equal(w.input_format, SFPU_ANY_FORMAT); /* no input was told of */
    sfpu_comparison_free(c);
    sfpu_image_free(ones);
    sfpu_image_free(image);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),     cmocka_unit_test(test_tile), cmocka_unit_test(test_formats),
        cmocka_unit_test(test_raw),       cmocka_unit_test(test_dst_fails), cmocka_unit_test(test_configure),
        cmocka_unit_test(test_npy),       cmocka_unit_test(test_lost), cmocka_unit_test(test_image_fails),
        cmocka_unit_test(test_compare), cmocka_unit_test(test_comparison), cmocka_unit_test(test_place),
        cmocka_unit_test(test_no_machine),  cmocka_unit_test(test_missing_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
