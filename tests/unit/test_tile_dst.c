/*
 * Dst as a core of Blackhole loads and stores it (sfpu-riscv(7), Memory): cells worked by hand from the ISA page. In a
 * cell a float's fields are sign, mantissa, exponent; 32 bits are two cells of which the first is as bf16, 8 rows
 * apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/config.h"
#include "model/model.h"
#include "core/devices.h"

enum { BITS_32, INT32, FP16, BF16, INT16, INT8, RESERVED };

/*
 * A value is stored; what it leaves in the cell, of which `low` is the lower half of 32 bits, and what a load then
 * gives.
 */
struct element {
    unsigned fmt, is_unsigned, no_swizzle, size;
    uint32_t stored;
    uint16_t cell, low;
    uint32_t loaded;
};

static const struct element elements[] = {
    /* 1.0: exponent 7F; -3.1415927: sign, exponent 80, upper mantissa 49 */
    {BITS_32, 0, 0, 4, 0x3F800000, 0x007F, 0x0000, 0x3F800000},
    {BITS_32, 0, 0, 4, 0xC0490FDB, 0xC980, 0x0FDB, 0xC0490FDB},
    {BITS_32, 0, 1, 4, 0xC0490FDB, 0xC049, 0x0FDB, 0xC0490FDB},
    /* -5 as sign and magnitude; the lowest number, which has no magnitude, becomes the one above it */
    {INT32, 0, 0, 4, 0xFFFFFFFB, 0x8000, 0x0005, 0xFFFFFFFB},
    {INT32, 0, 0, 4, 0x12345678, 0x3424, 0x5678, 0x12345678}, /* 1234: exponent 24, mantissa 34 */
    {INT32, 0, 0, 4, 0x80000000, 0xFFFF, 0xFFFF, 0x80000001},
    {INT32, 0, 1, 4, 0x80000000, 0x8000, 0x0000, 0x80000000},
    /* -1.0: exponent 15; the smallest NaN keeps its bits, exponent 31 and mantissa 1 */
    {FP16, 0, 0, 2, 0xBC00, 0x800F, 0, 0xBC00},
    {FP16, 0, 0, 2, 0x7C01, 0x003F, 0, 0x7C01},
    {FP16, 0, 1, 2, 0x7C01, 0x7C01, 0, 0x7C01},
    {BF16, 0, 0, 2, 0xC049, 0xC980, 0, 0xC049},
    {BF16, 0, 1, 2, 0xC049, 0xC049, 0, 0xC049},
    {INT16, 0, 0, 2, 0xFFFB, 0x8005, 0, 0xFFFB},
    {INT16, 0, 0, 2, 0x8000, 0xFFFF, 0, 0x8001},
    {INT16, 1, 0, 2, 0xFFFB, 0xFFFB, 0, 0xFFFB},
    {INT16, 0, 1, 2, 0x8000, 0x8000, 0, 0x8000},
    /* 5 << 5 | 16; 0 has no exponent; -5: 180 - FB = 85, dst-negative-int8 of errata.def; -128: 180 - 80 - 1 = FF, of
     * which seven bits are loaded */
    {INT8, 0, 0, 1, 0x05, 0x00B0, 0, 0x05},
    {INT8, 0, 0, 1, 0x00, 0x0000, 0, 0x00},
    {INT8, 0, 0, 1, 0xFB, 0x90B0, 0, 0xFB},
    {INT8, 0, 0, 1, 0x80, 0x9FF0, 0, 0x81},
    {INT8, 1, 0, 1, 0xFB, 0x1F70, 0, 0xFB},
    {INT8, 0, 1, 1, 0xFB, 0x1F70, 0, 0xFB},
};

static struct sfp_machine *machine(unsigned fmt, unsigned is_unsigned, unsigned no_swizzle)
{
    struct sfp_machine *m = sfp_machine_new(SFP_BH, sfp_semantics_best());

    assert_non_null(m);
    sfp_config_write(&m->s, 3, fmt << 21 | is_unsigned << 20 | no_swizzle << 19);
    return m;
}

/* Column 5 of row 9, which is physical row 17 of 32 bits, with its lower half in 25. */
static void test_elements(void **state)
{
    enum { ROW = 9, COLUMN = 5 };

    (void)state;
    for (const struct element *e = elements; e < elements + sizeof elements / sizeof elements[0]; e++) {
        struct sfp_machine *m = machine(e->fmt, e->is_unsigned, e->no_swizzle);
        const uint32_t offset = (16 * ROW + COLUMN) * e->size;
        const unsigned row = e->size == 4 ? 17 : ROW;
        uint32_t loaded = 0;

        m->s.dst_valid[row] = 0;
        assert_null(tile_dst_load(&m->s, offset, e->size, &loaded));
        assert_int_equal(loaded, 0);
        assert_null(tile_dst_store(&m->s, offset, e->size, e->stored));
        assert_int_equal(m->s.dst[row][COLUMN], e->cell);
        if (e->size == 4)
            assert_int_equal(m->s.dst[25][COLUMN], e->low);
        assert_int_equal(m->s.dst_valid[row], 1);
        assert_null(tile_dst_load(&m->s, offset, e->size, &loaded));
        assert_int_equal(loaded, e->loaded);
        sfp_machine_free(m);
    }
}

/* -0 of sign and magnitude is 0. */
static void test_minus_zero(void **state)
{
    struct sfp_machine *m = machine(INT32, 0, 0);
    uint32_t loaded = 1;

    (void)state;
    m->s.dst[0][0] = 0x8000;
    assert_null(tile_dst_load(&m->s, 0, 4, &loaded));
    assert_int_equal(loaded, 0);
    sfp_config_write(&m->s, 3, INT16 << 21);
    assert_null(tile_dst_load(&m->s, 0, 2, &loaded));
    assert_int_equal(loaded, 0);
    sfp_machine_free(m);
}

static void test_refusals(void **state)
{
    static const unsigned sizes[] = {4, 4, 2, 2, 2, 1};
    static const char wrong_size[] = "does not have the size of Dst's elements in the configured format";
    uint32_t loaded;

    (void)state;
    for (unsigned fmt = 0; fmt < RESERVED; fmt++) {
        struct sfp_machine *m = machine(fmt, 0, 0);

        for (unsigned size = 1; size <= 4; size *= 2) {
            if (size == sizes[fmt]) {
                assert_null(tile_dst_load(&m->s, 0, size, &loaded));
                continue;
            }
            assert_string_equal(tile_dst_load(&m->s, 0, size, &loaded), wrong_size);
            assert_string_equal(tile_dst_store(&m->s, 0, size, 0), wrong_size);
        }
        sfp_machine_free(m);
    }
    for (unsigned fmt = RESERVED; fmt < 8; fmt++) {
        struct sfp_machine *m = machine(fmt, 0, 0);

        assert_string_equal(tile_dst_load(&m->s, 0, 4, &loaded), "finds elements of Dst whose format is reserved");
        sfp_machine_free(m);
    }
}

/* 1024 rows of bytes are 16 KiB, and the window has 32. */
static void test_last_row(void **state)
{
    struct sfp_machine *m = machine(INT8, 0, 0);

    (void)state;
    assert_null(tile_dst_store(&m->s, 0x3FFF, 1, 1));
    assert_int_equal(m->s.dst[1023][15], 0x0030);
    assert_string_equal(tile_dst_store(&m->s, 0x4000, 1, 1), "lies after the last row of Dst");
    sfp_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elements), cmocka_unit_test(test_minus_zero), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_last_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
