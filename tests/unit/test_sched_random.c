/*
 * Kernels made at random. Each table found for one is right: it assembles, its cells run as it says, and its results
 * are the plain kernel's. And the model says no more than the assembler: a table made with one of the rules left out,
 * which the assembler takes all the same, satisfies the whole model.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched_random.h"
#include "sched_table.h"
#include "sched/landing.h"
#include "sched/period_search.h"
#include "sched/rewrites.h"

enum { FEW = 32, MANY = 4000, PATIENCE = 20000, ENOUGH = 2000, VALUES = 1024 * 16, SOURCE = 12000 };

static unsigned how_many(void)
{
    return getenv("SFP_LONG") ? MANY : FEW;
}

/* ---- A kernel, and its graph ---- */

enum kind { PLAIN, CARRYING, BRANCHY, LIMITS };

struct kernel {
    struct random_kernel random;
    char text[SOURCE]; /* all of it */
    sfpu_machine *m;
    struct loop_body body;
    struct graph g;
};

static sfpu_machine *machine_of(bool blackhole, const char *text)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = blackhole ? SFPU_BLACKHOLE : SFPU_WORMHOLE};
    sfpu_machine *m;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    if (sfpu_load_text(m, "k.s", text, strlen(text)) != SFPU_OK)
        fail_msg("%s\n%s", sfpu_error(m), text);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    return m;
}

static bool has_load(const struct graph *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (graph_is_load(&g->operations[i]))
            return true;
    return false;
}

/* False if the kernel is refused: some are, as what loads of no value would be; one whose table would have no load to
 * step the counter; and one whose loop was found to begin elsewhere. */
static bool make_kernel(struct kernel *k, uint64_t seed, enum kind kind)
{
    char *error = NULL;
    bool good;

    *k = (struct kernel){.random = {.state = seed, .blackhole = seed & 1, .orders = seed & 1}};
    if (kind == CARRYING)
        random_choose_carried(&k->random);
    if (kind == BRANCHY)
        random_branchy_body(&k->random);
    else if (kind == LIMITS)
        random_limits_body(&k->random);
    else
        random_body(&k->random, 1, kind == CARRYING ? 3 : 6);
    snprintf(k->text, sizeof k->text, "%s.rept %d\n%s.endr\n%s", k->random.before, RANDOM_ITERATIONS, k->random.text,
             k->random.after);
    k->m = machine_of(k->random.blackhole, k->text);
    good = loop_body_read(k->m, NULL, &k->body, &error) &&
           (seed & 2 ? graph_of_split_body : graph_of_body)(&k->body, &k->g, &error) &&
           graph_rewrite(&k->g, NULL, 0, &error) && has_load(&k->g) &&
           k->body.iterations == RANDOM_ITERATIONS;
    free(error);
    return good;
}

static void free_kernel(struct kernel *k)
{
    graph_free(&k->g);
    loop_body_free(&k->body);
    sfpu_close(k->m);
}

/* ---- Tables ---- */

static void table_text(const struct kernel *k, const struct answer *a, const char *delays, const char *form,
                       char *source)
{
    struct text text = {0};
    size_t length;
    char *said;

    answer_print(a, &(struct table_form){.name = "t"}, &text);
    length = (size_t)snprintf(source, SOURCE, "    .include \"sfpu.inc\"\n    .arch %s\n",
                              k->random.blackhole ? "blackhole" : "wormhole");
    said = memmem(text.data, text.size, ".delays instructions", 20);
    assert_non_null(said);
    length += (size_t)snprintf(source + length, SOURCE - length, "%.*s.delays %s%.*s    .schedule_setup t\n",
                               (int)(said - text.data), text.data, delays,
                               (int)(text.data + text.size - said - 20), said + 20);
    for (unsigned i = 0; i < k->g.made_count; i++)
        length += (size_t)snprintf(source + length, SOURCE - length, "    set_constant %u, 0x%08x\n", k->g.made[i].lreg,
                                   k->g.made[i].bits);
    length += (size_t)snprintf(source + length, SOURCE - length, "%s", k->random.before);
    for (unsigned n = landing_before(&k->body, a); n > 0; n--)
        length += (size_t)snprintf(source + length, SOURCE - length, "    sfpnop\n");
    length += (size_t)snprintf(source + length, SOURCE - length, "    .schedule_loop t, %d, %s\n",
                               (int)(k->body.iterations / k->g.iterations), form);
    for (unsigned n = landing_after(&k->body, a); n > 0; n--)
        length += (size_t)snprintf(source + length, SOURCE - length, "    sfpnop\n");
    snprintf(source + length, SOURCE - length, "%s", k->random.after);
    text_free(&text);
}

static bool assembles(const struct kernel *k, const char *text, struct sfp_program *program,
                      char said[static SCHED_SAID])
{
    struct sfp_asm_options how = {.arch = k->random.blackhole ? SFP_BH : SFP_WH, .sink = sched_say, .context = said};
    const struct sfp_asm_source source = {.path = "t.s", .text = text, .size = strlen(text)};

    said[0] = '\0';
    warnings_init(&how.warnings);
    return assembly_make(&how, &source, 1, program);
}

/* Both are longer than a message of fail_msg can be. */
static void fail_with_texts(const struct kernel *k, const char *table, const char *why)
{
    fprintf(stderr, "%s\n%s%s\n", why, k->text, table);
    fail();
}

/* ---- Soundness ---- */

static void run(sfpu_machine *m, const uint32_t *in, uint32_t *out)
{
    assert_int_equal(sfpu_write_dst(m, SFPU_INT32, SFPU_ROWS, in, VALUES / 2 * sizeof *in), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_INT32, SFPU_ROWS, out, VALUES / 2 * sizeof *out), SFPU_OK);
}

/* Every other value is one at which results of operands that changed places could differ: NaN and infinities of both signs,
 * zeros, subnormal and large numbers. */
static uint32_t random_value(struct random_kernel *k)
{
    static const uint32_t special[] = {0,          0x00000001, 0x007FFFFF, 0x00800000, 0x3F800000, 0x7F7FFFFF,
                                       0x7F800000, 0x7F800001, 0x7FC12345, 0x7FFFFFFF};
    const uint32_t sign = random_below(k, 2) << 31;

    if (random_below(k, 2))
        return sign | random_below(k, 1u << 31);
    return sign | special[random_below(k, sizeof special / sizeof special[0])];
}

/* Has the first machine's run a warning or an error that the other one's has not? flags-clash does not count: the
 * assembler has warned of it, and the values show whether the old flags were meant. */
static bool has_more_findings(sfpu_machine *m, sfpu_machine *plain)
{
    static const char clash[] = "flags-clash";
    struct sfpu_finding finding = {.size = sizeof finding}, other = {.size = sizeof other};

    for (size_t i = 0; sfpu_get_finding(m, i, &finding) == SFPU_OK; i++) {
        bool known = finding.severity < SFPU_WARNING || strncmp(finding.name, clash, sizeof clash - 1) == 0;

        for (size_t n = 0; !known && sfpu_get_finding(plain, n, &other) == SFPU_OK; n++)
            known = strcmp(finding.name, other.name) == 0;
        if (!known) {
            fprintf(stderr, "the table alone: %s [%s]\n", finding.text, finding.name);
            return true;
        }
    }
    return false;
}

/* Returns whether the table and the kernel leave equal values in Dst, for random inputs, without undefined behaviour. */
static bool is_equal(struct kernel *k, const char *table)
{
    static uint32_t in[VALUES], plain[VALUES], found[VALUES];
    sfpu_machine *m = machine_of(k->random.blackhole, table);
    sfpu_machine *again = machine_of(k->random.blackhole, k->text);
    bool equal;

    for (size_t i = 0; i < VALUES; i++)
        in[i] = random_value(&k->random);
    run(again, in, plain);
    run(m, in, found);
    equal = memcmp(plain, found, VALUES / 2 * sizeof *plain) == 0 && !has_more_findings(m, again);
    sfpu_close(m);
    sfpu_close(again);
    return equal;
}

/* A table that late words spoil is for `solid`, or for who sees to it that there are none. */
static bool assembles_in_a_form(const struct kernel *k, const struct answer *a, char table[static SOURCE],
                                char said[static SCHED_SAID])
{
    static const struct {
        const char *delays, *form;
    } forms[] = {{"instructions", "replay=0"}, {"instructions", "solid=0"}, {"instructions, gapless", "unroll"}},
      unarmed[] = {{"cycles", "replay=0"}, {"cycles", "solid=0"}, {"cycles, gapless", "unroll"}}; /* without macros:
                                                                      * macro-armed of sfpu-findings(7) */
    struct sfp_program program;

    for (size_t i = !a->gap_safe; i < (a->gap_safe ? 1 : sizeof forms / sizeof forms[0]); i++) {
        table_text(k, a, (a->macros ? forms : unarmed)[i].delays, forms[i].form, table);
        if (!assembles(k, table, &program, said))
            continue;
        sfp_program_free(&program);
        return true;
    }
    return false;
}

/* Searches a table for a random kernel, and checks the table if the search has found it. An iteration of the table does the
 * work of `rows` iterations of the kernel. Returns whether a table was found. */
static bool check_sound(uint64_t seed, enum kind kind, unsigned rows)
{
    struct kernel k;
    struct search found = {0};
    char table[SOURCE], said[SCHED_SAID];

    if (make_kernel(&k, seed, kind) && rows * k.g.count <= MODEL_OPERATIONS) {
        assert_true(graph_repeat(&k.g, rows));
        search_tables(&k.g, &(struct search_wants){.conflicts = ENOUGH}, &found);
        if (found.found) {
            if (!assembles_in_a_form(&k, &found.answer, table, said))
                fail_with_texts(&k, table, said);
            if (!is_equal(&k, table))
                fail_with_texts(&k, table, "it differs");
        }
    }
    answer_free(&found.answer);
    free_kernel(&k);
    return found.found;
}

static void test_sound(void **state)
{
    unsigned found = 0;

    (void)state;
    for (unsigned seed = 0; seed < how_many(); seed++)
        found += check_sound(seed, PLAIN, 1);
    assert_true(found > how_many() / 2);
}

static void test_sound_carrying(void **state)
{
    unsigned found = 0;

    (void)state;
    for (unsigned seed = 0; seed < how_many(); seed++)
        found += check_sound(seed, CARRYING, 1);
    assert_true(found > how_many() / 2);
}

static void test_sound_branchy(void **state)
{
    unsigned found = 0;

    (void)state;
    for (unsigned seed = 0; seed < how_many() / 2; seed++)
        found += check_sound(seed, BRANCHY, 1);
    assert_true(found > how_many() / 4);
}

/* Returns whether the rewrite has replaced an operation of the kernel. */
static bool has_replaced(const struct graph *g, const char *name)
{
    for (size_t row = 0; graph_rewrite_row(row); row++)
        if (strcmp(graph_rewrite_row(row)->name, name) == 0)
            return g->replaced >> row & 1;
    return false;
}

/* Checks tables of kernels with limits. Rewrites make SFPSWAP of some limits, and take the second limit out of SFPCOMPC. */
static void test_sound_limits(void **state)
{
    unsigned found = 0, independent = 0, swapped = 0;
    struct kernel k;

    (void)state;
    for (unsigned seed = 0; seed < 2 * how_many(); seed++) {
        found += check_sound(seed, LIMITS, 1);
        make_kernel(&k, seed, LIMITS);
        independent += has_replaced(&k.g, "else-if");
        swapped += has_replaced(&k.g, "clamp-difference");
        free_kernel(&k);
    }
    assert_true(found > how_many());
    assert_true(independent >= how_many() / 8);
    assert_true(swapped >= how_many() / 8);
}

/* Checks tables of two rows an iteration: every fourth kernel carries values between iterations. */
static void test_sound_of_two_rows(void **state)
{
    unsigned found = 0;

    (void)state;
    for (unsigned seed = 0; seed < how_many() / 2; seed++)
        found += check_sound(seed, seed % 4 == 3 ? CARRYING : PLAIN, 2);
    assert_true(found > how_many() / 8);
}

/* ---- Completeness ---- */

static int operation_of(const struct answer *a, const struct sfp_schedule_cell *cell)
{
    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present && a->operations[i].row == cell->row && a->graph->operations[i].unit == cell->unit)
            return (int)i;
    return -1;
}

/* Is the register one that the cell reads, as the operation `maker` of the same iteration has left it? */
static bool comes_from(const struct answer *a, const struct sfp_schedule *table,
                       const struct sfp_schedule_action *action, uint8_t lreg, size_t maker)
{
    for (size_t r = 0; r < action->source_count; r++)
        if (action->sources[r].lreg == lreg)
            return action->sources[r].back == 0 &&
                   operation_of(a, &table->cells[action->sources[r].cell]) == (int)maker;
    return false;
}

/* What a store of L16 finds is nothing that the table has. */
static bool is_staged_store(const struct model *m, size_t i, const struct answer *a, unsigned turn)
{
    return graph_is_store(model_of(m, i)) && a->operations[i].sources[0][turn] == SFP_STAGING_LREG;
}

/* Is what the operation reads in the table what it takes in the answer? */
static bool reads_the_same(const struct model *m, const struct sat *s, const struct answer *a,
                           const struct sfp_schedule *table, const struct sfp_schedule_cell *cell, unsigned turn)
{
    const int i = operation_of(a, cell);
    const struct sfp_schedule_action *action = &cell->actions[turn];

    for (unsigned k = 0; k < model_of(m, (size_t)i)->source_count; k++) {
        const struct model_value *value = model_makers(m, &model_of(m, (size_t)i)->sources[k]);

        for (size_t p = 0; p < value->count; p++)
            if (sat_is(s, m->operations[i].made_by[k][p]) && !is_staged_store(m, (size_t)i, a, turn) &&
                !comes_from(a, table, action, a->operations[i].sources[k][turn], value->makers[p].operation))
                return false;
    }
    return true;
}

/* Does somebody take what it makes? Of two that make the same one can be idle. */
static bool is_read(const struct model *m, const struct sat *s, size_t maker)
{
    for (size_t r = 0; r < m->graph->count; r++)
        for (unsigned k = 0; k < model_of(m, r)->source_count; k++) {
            const struct model_value *value = model_makers(m, &model_of(m, r)->sources[k]);

            for (size_t p = 0; p < value->count; p++)
                if (value->makers[p].operation == maker && sat_is(s, m->operations[r].made_by[k][p]))
                    return true;
        }
    return graph_is_load(model_of(m, maker)) || !model_has_result(model_of(m, maker), 0);
}

/* Does the table, as the assembler has it, do what the answer says, and nothing in vain? */
static bool is_meant(const struct model *m, const struct sat *s, const struct answer *a,
                     const struct sfp_schedule *table)
{
    size_t present = 0;

    for (size_t i = 0; i < a->graph->count; i++) {
        present += a->operations[i].present;
        if (a->operations[i].present && !is_read(m, s, i))
            return false;
    }
    for (size_t c = 0; c < table->cell_count; c++) {
        present -= table->cells[c].actions != NULL;
        for (unsigned turn = 0; table->cells[c].actions && turn < table->turns; turn++)
            if (operation_of(a, &table->cells[c]) < 0 || !reads_the_same(m, s, a, table, &table->cells[c], turn))
                return false;
    }
    return present == 0;
}

static void check_complete_table(struct kernel *k, const struct sfp_schedule *table, const char *text)
{
    const char *why = "";
    size_t open = 0;

    while (open < SCHED_OPENNESS && sched_satisfies(&k->g, table, sched_openness[open], &why) != SAT_YES)
        open++;
    if (open == SCHED_OPENNESS) {
        char rules[400];

        sched_say_why_not(&k->g, table, rules);
        fail_with_texts(k, text, rules);
    }
}

/* If the assembler takes the table where words can be late, so does the model. */
static void check_complete_gaps(struct kernel *k, const struct answer *a)
{
    char text[SOURCE], said[SCHED_SAID];
    struct sfp_program program;
    const char *why = "";

    table_text(k, a, "instructions", "replay=0", text);
    if (!assembles(k, text, &program, said))
        return;
    if (sched_satisfies(&k->g, &program.schedules[0], (struct sched_openness){true, true, true}, &why) != SAT_YES)
        fail_with_texts(k, text, "the model takes it to be unsafe with late words");
    sfp_program_free(&program);
}

/* An answer where this rule does not hold. Returns whether the assembler takes it. */
static bool check_without(struct kernel *k, enum model_rule rule, unsigned period, struct sched_openness open,
                          unsigned turns)
{
    struct model m;
    struct sat s = {0};
    struct answer a = {0};
    struct sfp_program program;
    int assumed[MODEL_RULES];
    size_t count = 0;
    char table[SOURCE], said[SCHED_SAID];
    bool taken = false;

    assert_true(model_make(&m, &k->g, (struct model_wants){.period = period, .turns = turns, .rows = search_rows(&k->g),
                                                           .by_turn = open.by_turn, .shadows = open.shadows,
                                                               .explain = true}));
    for (unsigned r = 0; r < MODEL_RULES; r++)
        if (r != rule)
            assumed[count++] = m.rules[r];
    assert_true(sat_open(&s, &m.cnf, NULL, NULL));
    if (sat_solve(&s, assumed, count, PATIENCE) == SAT_YES) {
        assert_true(answer_take(&a, &m, &s));
        table_text(k, &a, "instructions, gapless", "unroll", table);
        if (assembles(k, table, &program, said)) {
            taken = is_meant(&m, &s, &a, &program.schedules[0]) && is_equal(k, table);
            if (taken) {
                check_complete_table(k, &program.schedules[0], table);
                check_complete_gaps(k, &a);
            }
            sfp_program_free(&program);
        }
        answer_free(&a);
    }
    sat_close(&s);
    model_free(&m);
    return taken;
}

static unsigned check_complete(uint64_t seed)
{
    struct kernel k;
    unsigned taken = 0;

    if (make_kernel(&k, seed, PLAIN))
        for (enum model_rule rule = 0; rule < MODEL_RULES; rule++)
            if (rule != MODEL_FLAGS) /* without it regions can stay open behind the loop */
                taken += check_without(&k, rule,
                                       search_floor(&k.g, 1, false, &(const char *){NULL}) + random_below(&k.random, 3),
                                       sched_openness[random_below(&k.random, SCHED_OPENNESS)],
                                       1 + random_below(&k.random, 2));
    free_kernel(&k);
    return taken;
}

static void test_complete(void **state)
{
    unsigned taken = 0;

    (void)state;
    for (unsigned seed = 0; seed < how_many() / 4; seed++)
        taken += check_complete(seed + MANY);
    print_message("%u tables\n", taken);
    assert_true(taken > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_sound_carrying),
        cmocka_unit_test(test_sound_branchy),
        cmocka_unit_test(test_sound_limits),
        cmocka_unit_test(test_sound_of_two_rows),
        cmocka_unit_test(test_complete),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
