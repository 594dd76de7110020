/*
 * Parts of sfpsim in which memory runs out (scarce_memory.h), and is given back: what no command alone shows of them.
 * The cases of tests/starved do the rest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/findings_log.h"
#include "model/model.h"
#include "scarce_memory.h"
#include "run/print.h"
#include "sfpu.h"

enum { MANY = 600 }; /* findings: so many that the table grows */

/* ---- The log alone ---- */

static void check_blocks(size_t before, size_t number)
{
    if (scarce_memory_blocks() != before)
        fail_msg("allocation %zu fails, and %zu blocks are left for %zu", number, scarce_memory_blocks(), before);
}

/* Reports `count` findings, one an instruction, with memory that runs out as told. */
static struct sfp_findings_log *log_of(size_t count, enum lack lack, size_t number)
{
    const struct sfp_finding_detail detail = {.text = "said"};
    struct sfp_findings_log *log = sfp_findings_log_new();
    struct sfp_reporter reporter;

    assert_non_null(log);
    reporter = sfp_findings_log_reporter(log);
    memory = (struct scarce_memory){.lack = lack, .number = number};
    for (size_t i = 0; i < count; i++) {
        const struct sfp_op op = {.index = (uint32_t)i};

        reporter.report(reporter.context, SFP_FIND_RESERVED_BITS, &op, &detail);
    }
    memory.lack = NO_LACK;
    return log;
}

/* A finding is in the log, or the log says that one was lost; what is there stays in order. */
static void check_log(size_t count, enum lack lack)
{
    struct sfp_findings_log *log = log_of(count, NO_LACK, 0);
    const size_t allocations = memory.count;

    assert_int_equal(sfp_findings_log_entries(log), count);
    assert_false(sfp_findings_log_lost(log));
    assert_true(allocations > count);
    sfp_findings_log_free(log);
    for (size_t number = 1; number <= allocations; number++) {
        const size_t blocks = scarce_memory_blocks();

        log = log_of(count, lack, number);
        assert_true(sfp_findings_log_lost(log));
        assert_true(sfp_findings_log_entries(log) < count);
        sfp_findings_log_free(log);
        check_blocks(blocks, number);
    }
}

static void test_log(void **state)
{
    (void)state;
    check_log(1, ONE_FAILS);
    check_log(MANY, ONE_FAILS);
    check_log(MANY, ALL_FAIL_FROM);
}

static void next_place(void *context, const struct sfp_finding_seen *seen)
{
    size_t *expected = context;

    assert_int_equal(seen->finding, SFP_FIND_RESERVED_BITS);
    assert_int_equal(seen->index, (*expected)++);
    assert_false(seen->scheduled);
    assert_false(seen->graver);
    assert_int_equal(seen->times, 1);
    assert_non_null(seen->detail);
}

/* Entries are visited without any memory. */
static void test_visit(void **state)
{
    struct sfp_findings_log *log = log_of(MANY, NO_LACK, 0);
    size_t visited = 0;

    (void)state;
    memory = (struct scarce_memory){.lack = ALL_FAIL_FROM, .number = 1};
    sfp_findings_log_visit(log, next_place, &visited);
    memory.lack = NO_LACK;
    assert_int_equal(visited, MANY);
    sfp_findings_log_free(log);
}

/* ---- Options ---- */

/* An option is taken apart, or it is said that memory is lacking, by an error that is not there. */
static void test_print_option(void **state)
{
    static const char text[] = "L0-L3:int32,dst:tile2@k.s:12";
    struct print_option o;
    size_t allocations, number = 0;
    char *error;
    bool ok;

    (void)state;
    do {
        memory = (struct scarce_memory){.lack = ONE_FAILS, .number = ++number};
        ok = print_option_parse(text, &o, &error);
        allocations = memory.count;
        memory.lack = NO_LACK;
        if (!ok)
            assert_null(error);
    } while (!ok);
    assert_true(number > 3);
    assert_true(allocations < number);
    assert_string_equal(o.name, "k.s");
    assert_int_equal(o.number, 12);
    print_option_free(&o);
}

/* ---- Runs that stop, of the library ---- */

/* Wormhole: SFPMAD, then SFPADD of its result one cycle too early (mad-raw), and a store. */
static const uint32_t kernel_words[] = {0x84010010, 0x850A1020, 0x8F000000, 0x72200000};

/* A whole run step by step, with the allocation of that number failing: its code, and how many there were. */
static int run_in_steps(size_t number, size_t *allocations)
{
    const size_t blocks = scarce_memory_blocks();
    sfpu_machine *m;
    int code;

    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_load_words(m, kernel_words, sizeof kernel_words / sizeof kernel_words[0]), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    memory = (struct scarce_memory){.lack = ONE_FAILS, .number = number};
    do
        code = sfpu_step(m);
    while (code == SFPU_STOPPED);
    *allocations = memory.count;
    memory.lack = NO_LACK;
    sfpu_close(m);
    check_blocks(blocks, number);
    return code;
}

/* Whatever is lacking, it is said, and nothing else happens. */
static void test_steps(void **state)
{
    size_t allocations, number = 0;

    (void)state;
    while (run_in_steps(++number, &allocations) == SFPU_NO_MEMORY)
        assert_true(allocations >= number);
    assert_true(number > 5);
    assert_true(allocations < number);
}

/* A run that is left on its way goes with its machine. */
static void test_left(void **state)
{
    const size_t blocks = scarce_memory_blocks();
    sfpu_machine *m;

    (void)state;
    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_load_words(m, kernel_words, sizeof kernel_words / sizeof kernel_words[0]), SFPU_OK);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    sfpu_close(m);
    assert_int_equal(scarce_memory_blocks(), blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_log), cmocka_unit_test(test_visit),
                                       cmocka_unit_test(test_print_option), cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_left)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
