/* Answers on the machine: right ones are proven, and each way in which one can be wrong is seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched/prove.h"
#include "sched/period_search.h"
#include "sched_test.h"

/* ---- Values ---- */

static bool begin(void *context, sfpu_machine *m, char **error)
{
    (void)context;
    *error = NULL;
    return sfpu_set(m, "init", "llk") == SFPU_OK;
}

static struct compared compare_carrying(const char *a, const char *b, unsigned operands, bool goes_on, bool carries)
{
    const struct comparison_wants wants = {.arch = SFP_WH, .begin = begin, .operands = operands, .goes_on = goes_on,
                                           .carries = carries};
    sfpu_machine *m[2] = {sched_machine(SFPU_WORMHOLE, a), sched_machine(SFPU_WORMHOLE, b)};
    struct compared compared;
    char *error;

    if (!compare_kernels(&wants, (const uint32_t *const[]){sfpu_words(m[0]), sfpu_words(m[1])},
                         (const size_t[]){sfpu_word_count(m[0]), sfpu_word_count(m[1])}, &compared, &error))
        fail_msg("%s", error ? error : "no memory");
    sfpu_close(m[0]);
    sfpu_close(m[1]);
    return compared;
}

static struct compared compare(const char *a, const char *b, unsigned operands, bool goes_on)
{
    return compare_carrying(a, b, operands, goes_on, false);
}

static void test_equal(void **state)
{
    const struct compared narrow = compare("sfpload L0, 0, 2, 3\nsfpabs L0, L0, 1\nsfpstore L0, 0, 2, 3\n",
                                           "sfpload L5, 0, 2, 3\nsfpabs L6, L5, 1\nsfpstore L6, 0, 2, 3\n", 1, false);
    const struct compared wide = compare("sfpload L0, 0, 4, 3\nsfpstore L0, 0, 4, 3\n",
                                         "sfpload L1, 0, 4, 3\nsfpstore L1, 0, 4, 3\n", 1, false);

    (void)state;
    assert_true(narrow.equal && narrow.exhaustive && !narrow.stopped);
    assert_int_equal(narrow.inputs, 65536);
    assert_int_equal(narrow.bits, 16);
    assert_true(wide.equal && !wide.exhaustive);
    assert_int_equal(wide.inputs, 1000000);
}

/* A load in format 12 makes 0 of -2^31, and SFPABS leaves it: no other value is different, and that one is drawn. */
static void test_corner(void **state)
{
    static const char abs[] = "sfpload L0, 0, 4, 3\nsfpabs L1, L0, 0\nsfpsetsgn L0, L1, 0, 0\nsfpstore L0, 0, 4, 3\n";
    static const char load[] = "sfpload L0, 0, 12, 3\nsfpstore L0, 0, 4, 3\n";
    const struct compared first = compare(abs, load, 1, false), all = compare(abs, load, 1, true);

    (void)state;
    assert_false(first.equal || all.equal);
    assert_true(first.inputs < all.inputs);
    assert_int_equal(all.inputs, 1000000);
    assert_true(all.different > 100);
}

/* Sums of eight values, stored after the loop: in the kernel's order, backwards, and without the last value. Only
 * rounding tells the first two apart. No comparison of a sum covers all values of its operands. */
static void test_sums(void **state)
{
#define SUM(rows) "sfpmov L0, L9, 0\n.irp row, " rows "\nsfpload L1, \\row, 2, 3\nsfpadd L0, L10, L0, L1, 0\n.endr\n" \
                  "sfpnop\nsfpstore L0, 64, 3, 3\n"
    static const char sum[] = SUM("0, 2, 4, 6, 8, 10, 12, 14");
    static const char backwards[] = SUM("14, 12, 10, 8, 6, 4, 2, 0");
    static const char without_last[] = SUM("0, 2, 4, 6, 8, 10, 12");
    const struct compared same = compare_carrying(sum, sum, 1, false, true);

    (void)state;
    assert_true(same.equal && !same.exhaustive);
    assert_int_equal(same.inputs, 1000000);
    assert_false(compare_carrying(sum, backwards, 1, false, true).equal);
    assert_false(compare_carrying(sum, without_last, 1, false, true).equal);
#undef SUM
}

/* A store to rows that the other one leaves as they are. */
static void test_elsewhere(void **state)
{
    const struct compared c = compare("sfpload L0, 0, 6, 3\nsfpstore L0, 0, 6, 3\n",
                                      "sfpload L0, 0, 6, 3\nsfpstore L0, 0, 6, 3\nsfpstore L9, 512, 6, 3\n", 1, false);

    (void)state;
    assert_false(c.equal);
    assert_int_equal(c.cell, 512 * 16);
    assert_int_equal(c.left[1], 0);
}

/* ---- Answers ---- */

static const struct sched_loop loop = {SFPU_BLACKHOLE, "",
                                       "sfpload L0, 0, 2, 7\n"
                                       "sfparecip L1, L0, 0\n"
                                       "sfpstore L1, 0, 2, 6\n", NULL};

struct answering {
    sfpu_machine *m;
    struct loop_body body;
    struct graph graph;
    struct search search;
    struct sfp_machine_options options;
};

static void answering_begin(struct answering *a)
{
    char *error;

    *a = (struct answering){.m = sched_loop_machine(&loop)};
    assert_true(machine_options_init(&a->options, 0));
    a->options.settings[a->options.setting_count++] = (struct sfp_setting){"init", "llk"};
    assert_true(loop_body_read(a->m, NULL, &a->body, &error) && graph_of_body(&a->body, &a->graph, &error));
    search_tables(&a->graph, &(struct search_wants){.quick = SEARCH_QUICK, .conflicts = SEARCH_CONFLICTS}, &a->search);
    assert_true(a->search.found);
}

static void answering_end(struct answering *a)
{
    answer_free(&a->search.answer);
    graph_free(&a->graph);
    loop_body_free(&a->body);
    machine_options_free(&a->options);
    sfpu_close(a->m);
}

static bool prove(struct answering *a, struct proof *proof, char **error)
{
    const struct prove_wants wants = {.machine = &a->options, .words = sfpu_words(a->m), .count = sfpu_word_count(a->m),
                                      .operands = 1};
    const struct source source = {.name = "k", .body = &a->body, .answer = &a->search.answer};

    return prove_answer(&wants, &source, proof, error);
}

static void test_proven(void **state)
{
    struct answering a;
    struct proof proof;
    char *error = NULL;

    (void)state;
    answering_begin(&a);
    assert_int_equal(a.search.answer.wants.period, 1);
    assert_true(a.search.proven);
    assert_true(prove(&a, &proof, &error));
    assert_ptr_equal(proof.form, &source_forms[0]);
    assert_false(proof.warned);
    assert_int_equal(proof.cycles, PROVE_ITERATIONS);
    assert_true(proof.compared.equal && proof.compared.exhaustive);
    proof_free(&proof);
    answering_end(&a);
}

/* SFPARECIP scheduled in its load's own row: the assembler has its rule for that. */
static void test_refused(void **state)
{
    struct answering a;
    struct proof proof;
    char *error = NULL;

    (void)state;
    answering_begin(&a);
    a.search.answer.operations[1].row = 0;
    assert_false(prove(&a, &proof, &error));
    assert_non_null(error);
    assert_non_null(strstr(error, "found.s:"));
    free(error);
    proof_free(&proof);
    answering_end(&a);
}

/* The same table of another instruction: SFPARECIP of another mode. */
static void test_different(void **state)
{
    struct answering a;
    struct proof proof;
    char *error = NULL;

    (void)state;
    answering_begin(&a);
    a.graph.operations[1].word ^= 1;
    assert_true(prove(&a, &proof, &error));
    assert_false(proof.compared.equal);
    proof_free(&proof);
    answering_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal), cmocka_unit_test(test_corner), cmocka_unit_test(test_sums),
        cmocka_unit_test(test_elsewhere),
        cmocka_unit_test(test_proven), cmocka_unit_test(test_refused), cmocka_unit_test(test_different),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
