/*
 * The tables of numbers in pages of the manual, which come from ttsim and the ISA documentation, against the slow
 * reference, and against the host's fmaf() where a column says IEEE 754.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/slow_convert.h"
#include "reference/slow_fma.h"

enum { MAX_LINE = 200, MAX_COLUMNS = 6 };

/* A table's row of so many hexadecimal numbers, ".It 0x1 Ta 2 Ta ...", nothing else. */
static bool read_row(char *line, unsigned columns, uint32_t row[MAX_COLUMNS])
{
    static const char item[] = ".It ";
    const char *separators = " \n";
    unsigned count = 0;
    char *rest;

    if (strncmp(line, item, strlen(item)) != 0)
        return false;
    for (char *word = strtok_r(line + strlen(item), separators, &rest); word;
         word = strtok_r(NULL, separators, &rest)) {
        char *end;

        if (strcmp(word, "Ta") == 0)
            continue;
        if (count == columns)
            return false;
        row[count++] = (uint32_t)strtoul(word, &end, 16);
        if (*end || end - word < 4)
            return false;
    }
    return count == columns;
}

/* Checks all such rows of a page, of which there must be a number that makes it worth it. */
static void check_rows(const char *path, unsigned columns, unsigned least, void (*check)(const uint32_t *row))
{
    FILE *page = fopen(path, "r");
    char line[MAX_LINE];
    uint32_t row[MAX_COLUMNS];
    unsigned rows = 0;

    if (!page)
        fail_msg("%s is missing (tests run from the project's root)", path);
    while (fgets(line, sizeof line, page))
        if (read_row(line, columns, row)) {
            check(row);
            rows++;
        }
    fclose(page);
    assert_true(rows >= least);
}

static uint32_t host_fma(uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t canonical_nan = 0x7FC00000;
    float f[3], r;
    uint32_t bits;

    memcpy(&f[0], &x, sizeof x);
    memcpy(&f[1], &y, sizeof y);
    memcpy(&f[2], &z, sizeof z);
    r = fmaf(f[0], f[1], f[2]);
    memcpy(&bits, &r, sizeof r);
    return isnan(r) ? canonical_nan : bits;
}

/* x, y, z; Wormhole, Blackhole, IEEE 754 */
static void check_fma(const uint32_t *row)
{
    assert_int_equal(slow_fma(SFP_WH, row[0], row[1], row[2]), row[3]);
    assert_int_equal(slow_fma(SFP_BH, row[0], row[1], row[2]), row[4]);
    assert_int_equal(host_fma(row[0], row[1], row[2]), row[5]);
}

static void multiply_adds(void **state)
{
    (void)state;
    check_rows("man/sfpu-fma.7", 6, 20, check_fma);
}

/* A register; the cells that modes 2, 1 and 3 store */
static void check_store(const uint32_t *row)
{
    static const enum sfp_arch both[] = {SFP_WH, SFP_BH};

    for (unsigned a = 0; a < 2; a++) {
        assert_int_equal(slow_store(both[a], 2, row[0]).bits, row[1]);
        assert_int_equal(slow_store(both[a], 1, row[0]).bits, row[2]);
        assert_int_equal(slow_store(both[a], 3, row[0]).bits, row[3]);
    }
}

static void stores(void **state)
{
    (void)state;
    check_rows("man/sfpu-dst.7", 4, 10, check_store);
}

/* A seed; lanes 0, 1 and 31, and lane 0 after a step */
static void check_seed(const uint32_t *row)
{
    uint32_t lanes[SFP_LANES];

    slow_prng_seed(row[0], lanes);
    assert_int_equal(lanes[0], row[1]);
    assert_int_equal(lanes[1], row[2]);
    assert_int_equal(lanes[31], row[3]);
    assert_int_equal(slow_prng_step(lanes[0]), row[4]);
}

static void seeds(void **state)
{
    (void)state;
    check_rows("man/sfpu-semantics.7.in", 5, 3, check_seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiply_adds),
        cmocka_unit_test(stores),
        cmocka_unit_test(seeds),
    };

    return cmocka_run_group_tests_name("tables of the manual", tests, NULL, NULL);
}
