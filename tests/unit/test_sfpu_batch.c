/*
 * Batches (libsfpu(3)): passes that begin with the same state, against machines that are opened for each, and against
 * hand-worked values.
 */
#include <fenv.h>
#include <float.h>

#include "sfpu_test.h"

enum { ROWS = 512, COLUMNS = 16, CELLS = ROWS * COLUMNS, MOST = 128, PASSES = 6 };

#define SEVEN 0x40E00000u /* 7.0f */

/* A kernel, its cells, and what Dst holds in all others. */
struct kernel {
    const char *name, *source;
    int arch, in_format, out_format;
    uint32_t in_first, in_count, out_first, out_count, fill;
    const char *in_full; /* what sfpu_batch_in_full says in the end */
};

static const struct kernel kernels[] = {
    {"square", "sfpload L0, 0, 3, 3\n"
               "sfpmul L1, L0, L0, L9, 0\n"
               "sfpnop\n"
               "sfpstore L1, 0, 3, 3\n",
     SFPU_WORMHOLE, SFPU_FP32, SFPU_FP32, 0, 64, 0, 64, SEVEN, NULL},
    /* The store comes a cycle early and finds what L1 held before: 0 in each pass, as at power-on. */
    {"early", "sfpload L0, 0, 3, 3\n"
              "sfpmul L1, L0, L0, L9, 0\n"
              "sfpstore L1, 0, 3, 3\n",
     SFPU_WORMHOLE, SFPU_FP32, SFPU_FP32, 0, 64, 0, 64, SEVEN, NULL},
    /* Rows 4 to 7 get |x| where x < 0, and elsewhere stay what they were before the batch. */
    {"where", "sfpload L0, 0, 3, 3\n"
              "sfpsetcc L0, 0, 0\n"
              "sfpabs L1, L0, 1\n"
              "sfpstore L1, 4, 3, 3\n"
              "sfpencc 0, 0\n",
     SFPU_WORMHOLE, SFPU_FP32, SFPU_FP32, 0, 64, 64, 64, SEVEN, NULL},
    /* Row 8 counts its own passes. */
    {"scratch", "sfpload L0, 0, 4, 3\n"
                "sfpload L1, 8, 4, 3\n"
                "sfpiadd L1, L1, 1, 5\n"
                "sfpstore L1, 8, 4, 3\n"
                "sfpiadd L1, L0, 0, 4\n"
                "sfpstore L1, 0, 4, 3\n",
     SFPU_BLACKHOLE, SFPU_INT32, SFPU_INT32, 0, 64, 0, 64, 41, NULL},
    /* LaneConfig is what Dst has: 0x1000 keeps instructions out of the lanes of the first row. */
    {"config", "sfpload L0, 0, 4, 3\n"
               "sfpconfig 15, 0, 0\n"
               "sfpiadd L1, L0, 1, 5\n"
               "sfpstore L1, 0, 4, 3\n",
     SFPU_WORMHOLE, SFPU_INT32, SFPU_INT32, 0, 64, 0, 64, 0, "what SFPCONFIG writes depends on the values"},
    /* ZEROACC takes rows 0 to 15 away, and the store brings rows 0 to 3 back. */
    {"zeroacc", "sfpload L0, 0, 6, 3\n"
                "ttzeroacc 1, 0, 0\n"
                "sfpstore L0, 0, 6, 3\n",
     SFPU_WORMHOLE, SFPU_UINT16, SFPU_UINT16, 0, 128, 0, 128, 9, NULL},
    /* A macro whose SFPIADD, T0, adds 3 on Simple, and whose store follows. */
    {"macro", "sfpiadd T0, L0, 3, 5\n"
              "sfploadi L0, 0x1300, 8\n"
              "sfploadi L0, 0x0004, 10\n"
              "sfpconfig 4, 0, 0\n"
              "sfpconfig 8, 0x6, 1\n"
              "sfploadmacro 0, L1, 0, 6, 3\n"
              "sfploadmacro 0, L2, 2, 6, 3\n"
              "sfpnop\nsfpnop\nsfpnop\n",
     SFPU_BLACKHOLE, SFPU_UINT16, SFPU_UINT16, 0, 64, 0, 64, 0, NULL},
    /* Values one by one: sign and magnitude, whose cells are not the bits of its values; single cells of a row. */
    {"sm32", "sfpload L0, 0, 12, 3\n"
             "sfpiadd L0, L0, 1, 5\n"
             "sfpstore L0, 0, 12, 3\n",
     SFPU_WORMHOLE, SFPU_SM32, SFPU_SM32, 3, 7, 3, 7, 0, NULL},
    {"bf16", "sfpload L0, 0, 2, 3\n"
             "sfpaddi L0, 0x3F80, 0\n"
             "sfpnop\n"
             "sfpstore L0, 0, 2, 3\n",
     SFPU_WORMHOLE, SFPU_BF16, SFPU_BF16, 0, 64, 0, 64, 0x3F80, NULL},
};

static uint32_t random_bits(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 7;
}

static uint32_t value_of(const struct kernel *k, uint32_t *seed)
{
    const uint32_t bits = random_bits(seed);

    switch (k->in_format) {
    case SFPU_FP32:
        return 0x3F800000 + (bits & 0x7FFFFF) + (bits << 31);
    case SFPU_BF16:
        return 0x3F00 + (bits & 0xFF);
    default:
        return k->in_full ? bits % 2 * 0x1000 : bits & 0x7FFF;
    }
}

static void list_cells(struct sfpu_cells *cells, uint32_t *at, int format, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        at[i] = first + i;
    *cells = (struct sfpu_cells){.size = sizeof *cells, .format = format, .cells = at, .count = count};
}

static void put_value(uint8_t *image, int format, size_t cell, uint32_t value)
{
    memcpy(image + cell * sfpu_format_bytes(format), &value, sfpu_format_bytes(format));
}

/* A machine with the kernel, and Dst full of what it holds at the start. */
static sfpu_machine *begin(const struct kernel *k, uint8_t image[CELLS * 4])
{
    sfpu_machine *m = machine_with(k->arch, k->source);

    assert_int_equal(sfpu_configure_format(m, k->in_format), SFPU_OK);
    for (size_t cell = 0; cell < CELLS; cell++)
        put_value(image, k->in_format, cell, k->fill);
    assert_int_equal(sfpu_write_dst(m, k->in_format, SFPU_ROWS, image, CELLS * sfpu_format_bytes(k->in_format)), SFPU_OK);
    return m;
}

/* What a machine makes of the values that has done nothing else. */
static void run_alone(const struct kernel *k, const uint32_t *in, uint32_t *out)
{
    static uint8_t image[CELLS * 4];
    sfpu_machine *m = begin(k, image);

    for (uint32_t i = 0; i < k->in_count; i++)
        put_value(image, k->in_format, k->in_first + i, in[i]);
    assert_int_equal(sfpu_write_dst(m, k->in_format, SFPU_ROWS, image, CELLS * sfpu_format_bytes(k->in_format)), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, k->out_format, SFPU_ROWS, image, CELLS * sfpu_format_bytes(k->out_format)), SFPU_OK);
    for (uint32_t i = 0; i < k->out_count; i++) {
        out[i] = 0;
        memcpy(&out[i], image + (k->out_first + i) * sfpu_format_bytes(k->out_format), sfpu_format_bytes(k->out_format));
    }
    sfpu_close(m);
}

static void assert_in_full(const sfpu_batch *batch, const char *expected)
{
    if (expected)
        assert_string_equal(sfpu_batch_in_full(batch), expected);
    else
        assert_null(sfpu_batch_in_full(batch));
}

static void check_kernel(const struct kernel *k)
{
    static uint8_t image[CELLS * 4];
    uint32_t in_at[MOST], out_at[MOST], in[MOST], got[MOST], expected[MOST], seed = 1;
    struct sfpu_cells in_cells, out_cells;
    sfpu_machine *m = begin(k, image);
    sfpu_batch *batch;

    list_cells(&in_cells, in_at, k->in_format, k->in_first, k->in_count);
    list_cells(&out_cells, out_at, k->out_format, k->out_first, k->out_count);
    assert_int_equal(sfpu_batch_open(m, &in_cells, &out_cells, &batch), SFPU_OK);
    assert_in_full(batch, NULL);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        for (uint32_t i = 0; i < k->in_count; i++)
            in[i] = value_of(k, &seed);
        assert_int_equal(sfpu_batch_run(batch, in, got), SFPU_OK);
        run_alone(k, in, expected);
        for (uint32_t i = 0; i < k->out_count; i++)
            if (got[i] != expected[i])
                fail_msg("%s: pass %u, value %u is %08X, not %08X", k->name, pass, i, got[i], expected[i]);
    }
    assert_in_full(batch, k->in_full);
    sfpu_batch_close(batch);
    sfpu_close(m);
}

static void test_as_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        check_kernel(&kernels[i]);
}

/* "where" by hand: even columns of rows 4 to 7 are SFPSTORE's; lane 0 gets -1, then 2. */
static void test_by_hand(void **state)
{
    static uint8_t image[CELLS * 4];
    const uint32_t in_cell = 0, out_cells_at[] = {64, 65, 66};
    const struct sfpu_cells in = {.size = sizeof in, .format = SFPU_FP32, .cells = &in_cell, .count = 1};
    const struct sfpu_cells out = {.size = sizeof out, .format = SFPU_FP32, .cells = out_cells_at, .count = 3};
    sfpu_machine *m = begin(&kernels[2], image);
    volatile const float least = FLT_MIN;
    uint32_t value = 0xBF800000, got[3];
    sfpu_batch *batch;

    (void)state;
    fesetround(FE_UPWARD); /* the caller's modes stay, denormal numbers among them */
    assert_int_equal(sfpu_batch_open(m, &in, &out, &batch), SFPU_OK);
    assert_int_equal(fegetround(), FE_UPWARD);
    assert_true(least / 2 > 0);
    assert_int_equal(sfpu_batch_run(batch, &value, got), SFPU_OK);
    assert_int_equal(fegetround(), FE_UPWARD);
    assert_true(least / 2 > 0);
    fesetround(FE_TONEAREST);
    assert_int_equal(got[0], 0x3F800000);
    assert_int_equal(got[1], SEVEN);
    assert_int_equal(got[2], SEVEN); /* 7 is not below 0 */
    value = 0x40000000;
    assert_int_equal(sfpu_batch_run(batch, &value, got), SFPU_OK);
    assert_int_equal(got[0], SEVEN);
    assert_int_equal(result_of(m).cycles, 5);
    assert_int_equal(result_of(m).instructions, 5);
    sfpu_batch_close(batch);
    sfpu_close(m);
}

static void test_refused(void **state)
{
    static const uint32_t refused[] = {0x71004000, 0x29000000}; /* SFPLOADI, and DOTPV of the matrix unit */
    uint32_t at[] = {0, CELLS};
    const struct sfpu_cells one = {.size = sizeof one, .format = SFPU_FP32, .cells = at, .count = 1};
    const struct sfpu_cells no_size = {.format = SFPU_FP32, .cells = at, .count = 1};
    const struct sfpu_cells no_format = {.size = sizeof one, .cells = at, .count = 1};
    const struct sfpu_cells empty = {.size = sizeof one, .format = SFPU_FP32, .cells = at};
    const struct sfpu_cells nowhere = {.size = sizeof one, .format = SFPU_FP32, .cells = at, .count = 2};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    sfpu_batch *batch;

    (void)state;
    assert_int_equal(sfpu_batch_open(NULL, &one, &one, &batch), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_batch_run(NULL, at, at), SFPU_BAD_ARGUMENT);
    assert_null(sfpu_batch_in_full(NULL));
    sfpu_batch_close(NULL);
    assert_fails(m, sfpu_batch_open(m, &one, NULL, &batch), SFPU_BAD_ARGUMENT, "no cells, or no place for the batch");
    assert_fails(m, sfpu_batch_open(m, &one, &one, &batch), SFPU_NO_PROGRAM, "no program is loaded");
    load(m, "sfpload L0, 0, 3, 3\n");
    assert_fails(m, sfpu_batch_open(m, &no_size, &one, &batch), SFPU_BAD_ARGUMENT, "a struct does not say its size");
    assert_fails(m, sfpu_batch_open(m, &one, &no_format, &batch), SFPU_BAD_ARGUMENT, "0 is not a format");
    assert_fails(m, sfpu_batch_open(m, &empty, &one, &batch), SFPU_BAD_ARGUMENT, "no cells");
    assert_fails(m, sfpu_batch_open(m, &one, &nowhere, &batch), SFPU_BAD_ARGUMENT,
                 "cell 8192 is in row 512, and fp32 has 512 rows there");
    assert_null(batch);
    assert_int_equal(sfpu_batch_open(m, NULL, &one, &batch), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_batch_open(m, &one, &one, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_batch_open(m, &one, &one, &batch), SFPU_OK);
    assert_int_equal(sfpu_batch_run(batch, NULL, at), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_batch_run(batch, at, NULL), SFPU_BAD_ARGUMENT);
    sfpu_batch_close(batch);
    assert_int_equal(sfpu_load_words(m, refused, 2), SFPU_OK);
    assert_int_equal(sfpu_batch_open(m, &one, &one, &batch), SFPU_REFUSED);
    assert_non_null(strstr(sfpu_error(m), "is not modelled"));
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_alone),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests_name("batches", tests, NULL, NULL);
}
