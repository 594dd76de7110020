/*
 * Kernels of branches made at random: SFPPUSHC, a condition, else if, else, SFPPOPC, within each other. The order that
 * sfpsched --no-macros finds for one takes no more cycles on the machine than the kernel as written, and leaves the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sched_random.h"
#include "sched/period_search.h"
#include "sched/sched_source.h"

enum { FEW = 300, MANY = 6000, PATIENCE = 20000, VALUES = 1024 * 8, SOURCE = 12000, MORE = 48 };

static unsigned how_many(void)
{
    return getenv("SFP_LONG") ? MANY : FEW;
}

static void spell_kernel(const struct random_kernel *k, unsigned iterations, char text[static SOURCE])
{
    snprintf(text, SOURCE, ".rept %u\n%s.endr\n", iterations, k->text);
}

static int arch_of(const struct random_kernel *k)
{
    return k->blackhole ? SFPU_BLACKHOLE : SFPU_WORMHOLE;
}

/* ---- On the machine ---- */

/* The machine is the caller's. Warnings about the drawn kernel are not said. */
static sfpu_machine *machine_of(const struct random_kernel *k, const char *text)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = arch_of(k)};
    sfpu_machine *m;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    if (sfpu_load_text(m, "k.s", text, strlen(text)) != SFPU_OK)
        fail_msg("%s\n%s", sfpu_error(m), text);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    return m;
}

/* Runs a program on drawn values, and returns its cycles. */
static uint64_t run(struct random_kernel *k, const char *program, uint64_t values, uint32_t out[static VALUES])
{
    static uint32_t in[VALUES];
    const uint64_t state = k->state;
    struct sfpu_result result = {.size = sizeof result};
    sfpu_machine *m = machine_of(k, program);

    k->state = values;
    for (size_t i = 0; i < VALUES; i++)
        in[i] = random_below(k, 2) << 31 | random_below(k, 1u << 31);
    k->state = state;
    assert_int_equal(sfpu_write_dst(m, SFPU_INT32, SFPU_ROWS, in, sizeof in), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_INT32, SFPU_ROWS, out, sizeof in), SFPU_OK);
    assert_int_equal(sfpu_get_result(m, &result), SFPU_OK);
    sfpu_close(m);
    return result.cycles;
}

/* ---- The order found ---- */

static void spell_order(const struct source *source, unsigned iterations, char text[static SOURCE])
{
    struct text printed = {0};

    source_print(source, &source_forms[0], iterations, &printed);
    assert_false(printed.failed);
    snprintf(text, SOURCE, "%.*s", (int)printed.size, printed.data);
    text_free(&printed);
}

/* Compares both, by their results and the cycles of MORE more iterations. */
static void compare(struct random_kernel *k, const struct source *source)
{
    static uint32_t left[2][VALUES];
    static char plain[SOURCE], found[SOURCE];
    uint64_t before, after;

    spell_kernel(k, RANDOM_ITERATIONS, plain);
    spell_order(source, RANDOM_ITERATIONS, found);
    before = run(k, plain, k->state, left[0]);
    after = run(k, found, k->state, left[1]);
    if (memcmp(left[0], left[1], sizeof left[0]) != 0)
        fprintf(stderr, "%s%s", plain, found);
    assert_memory_equal(left[0], left[1], sizeof left[0]);
    spell_kernel(k, RANDOM_ITERATIONS + MORE, plain);
    spell_order(source, RANDOM_ITERATIONS + MORE, found);
    before = run(k, plain, k->state, left[0]) - before;
    after = run(k, found, k->state, left[1]) - after;
    if (after > before)
        fprintf(stderr, "%s%s", plain, found);
    assert_true(after <= before);
}

/* Returns the cycles of an iteration of the kernel, rounded up. */
static unsigned count_cycles(struct random_kernel *k)
{
    static uint32_t left[VALUES];
    static char text[SOURCE];
    uint64_t few;

    spell_kernel(k, RANDOM_ITERATIONS, text);
    few = run(k, text, 0, left);
    spell_kernel(k, RANDOM_ITERATIONS + MORE, text);
    return (unsigned)((run(k, text, 0, left) - few + MORE - 1) / MORE);
}

/* Returns whether an order was found. None that is not longer than the kernel's own may be missed, up to the longest
 * period of a model. */
static bool check_branches(uint64_t seed)
{
    static char text[SOURCE];
    struct random_kernel k = {.state = seed, .blackhole = seed & 1};
    struct loop_body body;
    struct graph g = {0};
    struct search found = {0};
    char *error = NULL;
    sfpu_machine *m;
    unsigned own;

    random_branchy_body(&k);
    own = count_cycles(&k);
    spell_kernel(&k, RANDOM_ITERATIONS, text);
    m = machine_of(&k, text);
    if (loop_body_read(m, NULL, &body, &error) && graph_of_body(&body, &g, &error) &&
        body.iterations == RANDOM_ITERATIONS && own <= SEARCH_MOST_PERIOD) {
        g.in_order = true;
        assert_true(graph_rewrite(&g, NULL, 0, &error));
        search_tables(
            &g, &(struct search_wants){.conflicts = PATIENCE, .no_macros = true, .in_order = true, .last = own}, &found);
        if (!found.found && found.given_up == 0)
            fail_msg("no order of %u cycles:\n%s", own, text);
        if (found.found)
            compare(&k, &(struct source){.name = "k", .body = &body, .answer = &found.answer, .init = "llk"});
    }
    free(error);
    answer_free(&found.answer);
    graph_free(&g);
    loop_body_free(&body);
    sfpu_close(m);
    return found.found;
}

static void test_branches(void **state)
{
    unsigned found = 0;

    (void)state;
    for (unsigned seed = 0; seed < how_many(); seed++)
        found += check_branches(seed);
    print_message("%u orders\n", found);
    assert_true(found > how_many() / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_branches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
