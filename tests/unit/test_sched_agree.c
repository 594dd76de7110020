/*
 * What sfpsched says of a period by --why, by --period and by its search is the same; and no order that --no-macros finds
 * is longer than the kernel as written, nor is one missing. Of kernels made at random, and of the plain twins of
 * examples/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <unistd.h>

#include "sched_random.h"
#include "sched_test.h"
#include "sched/own_order.h"
#include "sched/why.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { FEW_TABLES = 10, FEW_ORDERS = 60, MANY = 200, CONFLICTS = 3000, SOURCE = 4000 };

struct kernel {
    char name[80];
    sfpu_machine *m;
    struct loop_body body;
    struct graph g;
    struct sfp_machine_options options;
    struct answer own;
};

static bool is_long(void)
{
    return getenv("SFP_LONG") != NULL;
}

/* ---- Kernels ---- */

static sfpu_machine *open_machine(enum sfp_arch arch)
{
    static const char *const plain[] = {"PLAIN"};
    const struct sfpu_assembly assembly = {.size = sizeof assembly, .defines = plain, .define_count = 1};
    const struct sfpu_options options = {.size = sizeof options,
                                         .arch = arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    sfpu_machine *m;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    assert_int_equal(sfpu_configure_assembly(m, &assembly), SFPU_OK);
    return m;
}

/* The graph, and the own order. False if the kernel is refused. */
static bool make_graph(struct kernel *k, bool in_order)
{
    const struct prove_wants wants = {.machine = &k->options};
    char *error = NULL;
    bool good;

    assert_int_equal(sfpu_set(k->m, "init", "llk"), SFPU_OK);
    assert_true(machine_options_init(&k->options, 0));
    k->options.settings[k->options.setting_count++] = (struct sfp_setting){"init", "llk"};
    good = loop_body_read(k->m, NULL, &k->body, &error) && graph_of_body(&k->body, &k->g, &error) &&
           loop_body_is_sound(&k->body, &error);
    free(error);
    if (!good)
        return false;
    k->g.in_order = in_order;
    assert_true(graph_rewrite(&k->g, NULL, 0, &error));
    if (in_order && !own_order_measure(&wants, &k->body, &k->g, "own", &k->own, &error))
        fail_msg("%s: %s", k->name, error ? error : "no memory");
    return true;
}

static bool open_random(struct kernel *k, uint64_t seed, bool in_order, bool carries)
{
    struct random_kernel random = {.state = seed, .blackhole = seed & 1};
    char text[SOURCE];

    *k = (struct kernel){0};
    snprintf(k->name, sizeof k->name, "random kernel %d", (int)seed);
    if (carries)
        random_choose_carried(&random);
    random_body(&random, 1, carries ? 3 : 6);
    snprintf(text, sizeof text, "%s.rept %d\n%s.endr\n%s", random.before, RANDOM_ITERATIONS, random.text,
             random.after);
    k->m = open_machine(random.blackhole ? SFP_BH : SFP_WH);
    if (sfpu_load_text(k->m, "k.s", text, strlen(text)) != SFPU_OK)
        fail_msg("%s: %s", k->name, sfpu_error(k->m));
    return make_graph(k, in_order);
}

static bool open_example(struct kernel *k, const char *path, enum sfp_arch arch, bool in_order)
{
    *k = (struct kernel){0};
    assert_int_equal(access(path, R_OK), 0);
    snprintf(k->name, sizeof k->name, "%s", path);
    k->m = open_machine(arch);
    if (sfpu_load_file(k->m, path) != SFPU_OK) /* of another arch */
        return false;
    return make_graph(k, in_order);
}

static void close_kernel(struct kernel *k)
{
    answer_free(&k->own);
    machine_options_free(&k->options);
    graph_free(&k->g);
    loop_body_free(&k->body);
    sfpu_close(k->m);
}

/* ---- One word of all ---- */

static const char *const words[] = {[WHY_POSSIBLE] = "possible", [WHY_IMPOSSIBLE] = "impossible",
                                    [WHY_UNEXPLAINED] = "impossible, and no rule forbids it",
                                    [WHY_UNKNOWN] = "not known", [WHY_NO_MEMORY] = "no memory"};

/* What --period says. */
static enum why_answer ask_period(const struct kernel *k, const struct search_wants *wants, unsigned period)
{
    struct search_wants how = *wants;
    struct search found;
    enum why_answer answer;

    how.first = how.last = period;
    search_tables(&k->g, &how, &found);
    answer = found.found ? WHY_POSSIBLE : found.given_up ? WHY_UNKNOWN : WHY_IMPOSSIBLE;
    answer_free(&found.answer);
    return answer;
}

static enum why_answer ask_why(const struct kernel *k, const struct search_wants *wants, unsigned period)
{
    const struct why_wants how = {.period = period, .search = wants, .rules_only = true};
    struct why why;
    enum why_answer answer;

    why_find(&k->g, &how, &why);
    answer = why.answer;
    why_free(&why);
    return answer;
}

/* What nobody knows may be known by who has asked longer; what is known is the same. */
static void agree(const struct kernel *k, unsigned period, const char *who, enum why_answer one, const char *other_who,
                  enum why_answer other)
{
    if (one != other && one != WHY_UNKNOWN && other != WHY_UNKNOWN)
        fail_msg("%s, %u cycles: by %s %s, by %s %s", k->name, period, who, words[one], other_who, words[other]);
}

static void check_period(const struct kernel *k, const struct search_wants *wants, unsigned period,
                         enum why_answer searched)
{
    const enum why_answer why = ask_why(k, wants, period), alone = ask_period(k, wants, period);

    agree(k, period, "the search", searched, "--period", alone);
    agree(k, period, "the search", searched, "--why", why);
    agree(k, period, "--period", alone, "--why", why);
}

static void check_agreement(const struct kernel *k, const struct search_wants *wants, const struct search *found)
{
    const unsigned period = found->answer.wants.period;

    if (!found->found)
        return;
    check_period(k, wants, period, WHY_POSSIBLE);
    if (period > 1)
        check_period(k, wants, period - 1, found->next_refuted ? WHY_IMPOSSIBLE : WHY_UNKNOWN);
}

/* ---- Tables ---- */

static unsigned check_tables(struct kernel *k, bool good)
{
    const struct search_wants wants = {.quick = SEARCH_QUICK, .conflicts = CONFLICTS};
    struct search found = {0};

    if (good) {
        search_tables(&k->g, &wants, &found);
        check_agreement(k, &wants, &found);
    }
    answer_free(&found.answer);
    close_kernel(k);
    return found.found;
}

/* ---- Orders ---- */

/* The model holds the kernel's own order, or one that is as short: all of it is made of what the model has. */
static unsigned check_orders(struct kernel *k, bool good)
{
    /* an order of more cycles than rows is no order of the model */
    const unsigned last = k->own.wants.period < SEARCH_MOST_PERIOD ? k->own.wants.period : SEARCH_MOST_PERIOD;
    const struct search_wants wants = {.quick = SEARCH_QUICK, .conflicts = CONFLICTS, .no_macros = true,
                                       .in_order = true, .last = last};
    struct search found = {0};

    if (good) {
        search_tables(&k->g, &wants, &found);
        if (!found.found && found.given_up == 0 && k->own.wants.period <= SEARCH_MOST_PERIOD)
            fail_msg("%s: the model has no order of %u cycles, which the kernel takes", k->name, k->own.wants.period);
        check_agreement(k, &wants, &found);
    }
    answer_free(&found.answer);
    close_kernel(k);
    return found.found;
}

static void check_random(bool carries)
{
    const unsigned of_tables = is_long() ? MANY : FEW_TABLES, of_orders = is_long() ? MANY : FEW_ORDERS;
    unsigned tables = 0, orders = 0;
    struct kernel k;

    for (unsigned seed = 0; seed < of_tables; seed++) {
        const bool good = open_random(&k, seed, false, carries);

        tables += check_tables(&k, good);
    }
    for (unsigned seed = 0; seed < of_orders; seed++) {
        const bool good = open_random(&k, seed, true, carries);

        orders += check_orders(&k, good);
    }
    print_message("%u tables, %u orders\n", tables, orders);
    assert_true(tables > of_tables / 2 && orders > of_orders / 2);
}

static void test_random(void **state)
{
    (void)state;
    check_random(false);
}

static void test_random_carrying(void **state)
{
    (void)state;
    check_random(true);
}

/* ---- Examples ---- */

/* Five examples that the solver answers within a second; the long tests take all examples. */
static const char *const few[] = {
    "examples/typecast/int32-to-fp32.S", "examples/clamp/clamp.S", "examples/relu6/relu6.s", "examples/max/max-int32.S",
    "examples/where/where.S",
};

static void check_example(const char *path)
{
    for (enum sfp_arch arch = SFP_WH; arch <= SFP_BH; arch++)
        for (int in_order = 0; in_order < 2; in_order++) {
            struct kernel k;
            const bool good = open_example(&k, path, arch, in_order);

            if (in_order)
                check_orders(&k, good);
            else
                check_tables(&k, good);
        }
}

static void test_examples(void **state)
{
    glob_t all;

    (void)state;
    for (size_t i = 0; i < COUNT(few); i++)
        check_example(few[i]);
    if (!is_long())
        return;
    assert_int_equal(glob("examples/*/*.S", 0, NULL, &all), 0);
    for (size_t i = 0; i < all.gl_pathc; i++)
        check_example(all.gl_pathv[i]);
    globfree(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_random_carrying),
        cmocka_unit_test(test_examples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
