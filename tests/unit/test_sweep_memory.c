/*
 * Sweeps, budgets and comparisons of kernels in which memory runs out, that of JSON too. AddressSanitizer sees what
 * leaks (make check-asan).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "equiv/equiv.h"
#include "starved.h"
#include "sweep/sweep.h"
#include "sweep_command.h"

/* Wormhole: SFPLOAD of fp32, SFPLOADI of 1/2 and SFPMAD, x / 2 + 1, or of 1 and x + 1; SFPNOP, SFPSTORE. */
static const uint32_t half_words[] = {0x7003C000, 0x71103F00, 0x84001A00, 0x8F000000, 0x7203C000};
static const uint32_t one_words[] = {0x7003C000, 0x71103F80, 0x84001A00, 0x8F000000, 0x7203C000};

/* What the tests' commands read and write. */
struct work {
    char directory[32], half[64], one[64], output[64], part[64], golden[64], budget[64];
};

static struct work w;
static struct starved_end whole;

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");

    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, size, 1, stream), 1);
    assert_int_equal(fclose(stream), 0);
}

/* bf16 has 2^16 patterns: of each the result that is wanted, itself. */
static void write_golden(const char *path)
{
    static uint16_t results[1 << 16];

    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        results[i] = (uint16_t)i;
    write_file(path, results, sizeof results);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(w.directory, "/tmp/test-sweep-memory-XXXXXX");
    assert_non_null(mkdtemp(w.directory));
    snprintf(w.half, sizeof w.half, "%s/half.bin", w.directory);
    snprintf(w.one, sizeof w.one, "%s/one.bin", w.directory);
    snprintf(w.output, sizeof w.output, "%s/output", w.directory);
    snprintf(w.part, sizeof w.part, "%s/part.json", w.directory);
    snprintf(w.golden, sizeof w.golden, "%s/golden", w.directory);
    snprintf(w.budget, sizeof w.budget, "%s/k.budget", w.directory);
    write_file(w.half, half_words, sizeof half_words);
    write_file(w.one, one_words, sizeof one_words);
    write_golden(w.golden);
    json_set_alloc_funcs(malloc, free);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(w.half);
    unlink(w.one);
    unlink(w.output);
    unlink(w.part);
    unlink(w.golden);
    unlink(w.budget);
    return rmdir(w.directory);
}

/* ---- sfpsim sweep ---- */

/* 17 inputs from 1 to 1.125, in one pass and one thread: x / 2 + 1 is not |x| but for the specials, and x = 2. */
#define SWEEP "sweep", w.half, "--arch=wormhole", "--init=llk", "--in=bf16", "--dst-format=fp32", "--out-format=bf16", \
    "--range=1:1.125"

static void test_text(void **state)
{
    const struct starved s = {sweep_main, {SWEEP, "--fn=abs", "--plot"}};

    (void)state;
    starved_check_each(&s, ONE_FAILS, 0, &whole);
    assert_non_null(strstr(whole.text, "of 17 bf16 values"));
    starved_check_each(&s, ALL_FAIL_FROM, 0, &whole);
}

static void test_json(void **state)
{
    const struct starved s = {sweep_main, {SWEEP, "--fn=abs", "--json"}};

    (void)state;
    starved_check_each(&s, ONE_FAILS, 0, &whole);
    assert_non_null(strstr(whole.text, "\"n_inputs\": 17"));
    starved_check_each(&s, ALL_FAIL_FROM, 0, &whole);
}

static void test_csv_and_picture(void **state)
{
    char svg[80];
    struct starved s = {sweep_main, {SWEEP, "--fn=abs", "--csv", svg}, .output = w.output};

    (void)state;
    snprintf(svg, sizeof svg, "--svg=%s", w.output);
    starved_check_each(&s, ONE_FAILS, 0, &whole);
    assert_non_null(strstr(whole.written, "</svg>"));
}

/* A file of results is as good as a function. */
static void test_golden(void **state)
{
    char golden[80];
    const struct starved s = {sweep_main, {SWEEP, golden}};

    (void)state;
    snprintf(golden, sizeof golden, "--golden=%s", w.golden);
    starved_check_each(&s, ONE_FAILS, 0, &whole);
    assert_non_null(strstr(whole.text, "of 17 bf16 values"));
}

/* ---- Shards and checkpoints ---- */

/* jansson's parser loses bytes of a text, and says nothing, where its buffer cannot grow: where files are read, what it
 * allocates does not count. */
static void count_json(bool counts)
{
    json_set_alloc_funcs(counts ? malloc : scarce_memory_sure, free);
}

static void test_shard(void **state)
{
    const struct starved s = {sweep_main, {SWEEP, "--fn=abs", "--shard=1/1", "-o", w.output}, .output = w.output};
    const struct starved merge = {merge_main, {"merge", "--json", w.part}};

    (void)state;
    starved_check_each(&s, ONE_FAILS, 0, &whole);
    write_file(w.part, whole.written, strlen(whole.written));
    count_json(false);
    starved_check_each(&merge, ONE_FAILS, 0, &whole);
    assert_non_null(strstr(whole.text, "\"n_inputs\": 17"));
    starved_check_each(&merge, ALL_FAIL_FROM, 0, &whole);
    count_json(true);
}

/* A sweep that is taken up where it has ended: the checkpoint stays what it was, or becomes that again. */
static void test_checkpoint(void **state)
{
    char checkpoint[80];
    struct starved s = {sweep_main, {SWEEP, "--fn=abs", checkpoint}, .output = w.output};
    static char ended[sizeof whole.written];

    (void)state;
    snprintf(checkpoint, sizeof checkpoint, "--checkpoint=%s", w.output);
    starved_run(&s, NO_LACK, 0, &whole);
    assert_int_equal(whole.status, 0);
    strcpy(ended, whole.written);
    s.before = ended;
    count_json(false);
    starved_check_each(&s, ONE_FAILS, 0, &whole);
    count_json(true);
    assert_string_equal(whole.written, ended);
}

/* ---- Budgets ---- */

/* What is exceeded, what is within, a run in time alone, and an exclusion; the numbers are of no interest here. */
static const char budget_text[] =
    "half.bin --arch=wormhole --init=llk --fn=abs --in=bf16 --dst-format=fp32 --out-format=bf16 --range=1:1.125\n"
    "    max_ulp=0 cycles=1000\n"
    "    except above 1.0625:1.125\n"
    "half.bin --arch=wormhole --init=llk --golden=golden --in=bf16 --dst-format=fp32 --out-format=bf16 --range=1:1.125\n"
    "    max_ulp=1000 cycles=1000\n"
    "half.bin --arch=wormhole --init=llk\n"
    "    cycles=1000\n";

static void test_budget(void **state)
{
    char budget[80];
    const struct starved text = {sweep_main, {"sweep", budget}};
    const struct starved json = {sweep_main, {"sweep", budget, "--json"}};

    (void)state;
    write_file(w.budget, budget_text, sizeof budget_text - 1);
    snprintf(budget, sizeof budget, "--budget=%s", w.budget);
    starved_check_each(&text, ONE_FAILS, 1, &whole);
    assert_non_null(strstr(whole.text, "max_ulp"));
    starved_check_each(&json, ONE_FAILS, 1, &whole);
    assert_non_null(strstr(whole.text, "\"verdict\""));
    starved_check_each(&json, ALL_FAIL_FROM, 1, &whole);
}

/* The file is rewritten as a whole, or not at all. */
static void test_update(void **state)
{
    char budget[80];
    const struct starved s = {sweep_main, {"sweep", budget, "--update"}, .output = w.budget, .before = budget_text};

    (void)state;
    snprintf(budget, sizeof budget, "--budget=%s", w.budget);
    starved_check_each(&s, ONE_FAILS, 0, &whole);
    assert_null(strstr(whole.written, "cycles=1000"));
}

/* ---- sfpsim equiv ---- */

static void test_equiv_json(void **state)
{
    const struct starved s = {
        equiv_main,
        {"equiv", w.half, w.one, "--arch=wormhole", "--init=llk", "--in=bf16", "--dst-format=fp32", "--range=1:1.125",
         "--json"}};

    (void)state;
    starved_check_each(&s, ONE_FAILS, 1, &whole);
    assert_non_null(strstr(whole.text, "\"different_inputs\": 17"));
    starved_check_each(&s, ALL_FAIL_FROM, 1, &whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),       cmocka_unit_test(test_json),  cmocka_unit_test(test_csv_and_picture),
        cmocka_unit_test(test_golden),     cmocka_unit_test(test_shard), cmocka_unit_test(test_checkpoint),
        cmocka_unit_test(test_budget),     cmocka_unit_test(test_update), cmocka_unit_test(test_equiv_json),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
