/*
 * The rules of schedules and those of sfpsched's model say the same: of the examples in tests/schedules the good one
 * satisfies the model of what it does, and the bad one does not, because of the rule's constraint.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched_of_table.h"

enum { NO_RULE = MODEL_RULES, NO_CELL }; /* no constraint forbids it; there is no such operation */

static const struct {
    const char *name;
    int forbidden; /* by this rule's constraint */
} rules[MODEL_RULES] = {
    [MODEL_DELAY] = {"delay", MODEL_DELAY},
    [MODEL_UNIT_TAKEN] = {"unit-taken", MODEL_UNIT_TAKEN},
    [MODEL_ISSUE_TAKEN] = {"issue-taken", MODEL_ISSUE_TAKEN},
    [MODEL_COLUMN] = {"column", NO_CELL},
    [MODEL_TAG] = {"tag", NO_RULE}, /* a load that is not there is free in a part of a table */
    [MODEL_OPERANDS] = {"operands", MODEL_OPERANDS},
    [MODEL_CAPACITY] = {"capacity", MODEL_CAPACITY},
    [MODEL_FORMAT] = {"format", MODEL_FORMAT},
    [MODEL_STAGING_PAIR] = {"staging-pair", MODEL_STAGING_PAIR},
    [MODEL_SWAP] = {"swap", MODEL_SWAP},
    [MODEL_SHIFT_LANES] = {"shift-lanes", NO_RULE}, /* no kernel with these is taken */
    [MODEL_OVERWRITTEN] = {"overwritten", MODEL_OVERWRITTEN},
    [MODEL_SHADOW] = {"shadow", MODEL_SHADOW},
    [MODEL_STAGING_OWNER] = {"staging-owner", NO_RULE}, /* a note */
    [MODEL_NO_FLAGS] = {"no-flags", MODEL_NO_FLAGS},
    [MODEL_FLAGS] = {"flags", MODEL_FLAGS},
    [MODEL_FLAGS_LOAD] = {"flags-load", NO_RULE}, /* a note */
    [MODEL_STEP] = {"step", NO_RULE},             /* which modifiers loads have is chosen behind */
    [MODEL_REPLAY] = {"replay", NO_RULE},         /* so is the form */
    [MODEL_GAPS] = {"gaps", NO_RULE},             /* the model's delays count instructions */
    [MODEL_DISCARD] = {"discard", MODEL_UNIT_TAKEN},
    [MODEL_STALL] = {"stall", MODEL_STALL},
    [MODEL_ADDRESS] = {"address", MODEL_ADDRESS},
};

/* What is assumed: all cells, these rules, and what a warning is about. */
static size_t assume(const struct model *m, const struct pins *p, const bool holds[MODEL_RULES], int *assumed)
{
    size_t count = pins_assume(p, true, assumed);

    for (size_t rule = 0; rule < MODEL_RULES; rule++)
        if (holds[rule])
            assumed[count++] = m->rules[rule];
    assumed[count++] = m->no_clash;
    return count;
}

/* NO_CELL, or whether the table satisfies the model with these rules, as 1 or 0. */
static int satisfies(const struct graph *g, const struct sfp_schedule *table, const bool holds[MODEL_RULES])
{
    const struct model_wants wants = {.period = table->period, .turns = table->turns, .rows = table->rows,
                                      .by_turn = true,
                                      .shadows = true, .explain = true};
    struct model m;
    struct pins p = {0};
    struct sat s = {0};
    int assumed[256], result = NO_CELL;

    assert_true(model_make(&m, g, wants));
    if (pins_make(&p, &m, table)) {
        assert_true(sat_open(&s, &m.cnf, NULL, NULL));
        result = sat_solve(&s, assumed, assume(&m, &p, holds, assumed), 0) == SAT_YES;
    }
    sat_close(&s);
    pins_free(&p);
    model_free(&m);
    return result;
}

static int satisfies_file(const char *name, const char *kind, const bool holds[MODEL_RULES])
{
    struct sfp_asm_options how = {.partial_schedules = true, .sink = sched_say};
    struct sfp_program program;
    struct graph g;
    char path[100], said[SCHED_SAID] = "";
    int result;

    snprintf(path, sizeof path, "tests/schedules/%s-%s.s", name, kind);
    how.context = said;
    warnings_init(&how.warnings);
    if (!assembly_make(&how, &(struct sfp_asm_source){.path = path}, 1, &program))
        fail_msg("%s: %s", path, said);
    assert_int_equal(program.schedule_count, 1);
    sched_graph_of_table(&program.schedules[0], program.arch, &g);
    result = satisfies(&g, &program.schedules[0], holds);
    graph_free(&g);
    sfp_program_free(&program);
    return result;
}

/* The bad one does by all that the rule's constraint is made of, and with the constraint does not. */
static void check_bad(const char *name, int forbidden)
{
    bool holds[MODEL_RULES] = {[MODEL_CAPACITY] = forbidden == MODEL_FORMAT}; /* which says what macros there are */

    if (satisfies_file(name, "bad", holds) != 1)
        fail_msg("%s: the bad one is none without a rule", name);
    holds[forbidden] = true;
    if (satisfies_file(name, "bad", holds) != 0)
        fail_msg("%s: the bad one is one with the rule", name);
}

static void test_rules(void **state)
{
    bool all[MODEL_RULES];

    (void)state;
    memset(all, true, sizeof all);
    for (int rule = 0; rule < MODEL_RULES; rule++) {
        const char *name = rules[rule].name;

        if (satisfies_file(name, "good", all) != 1)
            fail_msg("%s: the good one is none", name);
        if (rules[rule].forbidden < MODEL_RULES)
            check_bad(name, rules[rule].forbidden);
        else
            assert_int_equal(satisfies_file(name, "bad", all), rules[rule].forbidden == NO_CELL ? NO_CELL : 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
