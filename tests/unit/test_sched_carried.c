/* Values that iterations hand on: the bounds of the period, worked out by hand from latencies, and the periods found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched/carried_bound.h"
#include "sched/landing.h"
#include "sched/period_search.h"
#include "sched_test.h"

#define WH SFPU_WORMHOLE
#define BH SFPU_BLACKHOLE
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LOAD "sfpload L1, 0, 3, 2\n"
#define LOAD_BH "sfpload L1, 0, 3, 6\n"

enum { CONFLICTS = 20000 };

static const struct carried {
    struct sched_loop loop;
    unsigned cycles, of_two; /* bounds of one iteration and of two */
    unsigned table, order;   /* shortest periods */
    unsigned before, after;  /* SFPNOPs around the loop of that table */
    const char *circle;
} carried[] = {
    /* SFPADD has a latency of 2, and reads the sum: 2 cycles a row. Load and addition are issued, one in each cycle; the
     * last sum lands 2 cycles after the last row starts, of which one is that row's. */
    {{WH, "sfpmov L0, L9, 0", LOAD "sfpadd L0, L10, L0, L1, 0\n", "sfpnop\nsfpstore L0, 0, 3, 3"}, 2, 4, 2, 2, 0, 0,
     "sfpadd hands on L0 in 2 cycles"},
    /* The same without a word between the loop and the store. */
    {{WH, "sfpmov L0, L9, 0", LOAD "sfpadd L0, L10, L0, L1, 0\nsfpnop\n", "sfpstore L0, 0, 3, 3"}, 2, 4, 2, 2, 0, 1,
     "sfpadd hands on L0 in 2 cycles"},
    /* An addition before the loop lands one cycle after it; the table reads its result in row 1. */
    {{WH, "sfpload L0, 0, 3, 3; sfpnop; sfpadd L0, L10, L0, L0, 0",
      LOAD "sfpadd L0, L10, L0, L1, 0\nsfpnop\n", "sfpstore L0, 0, 3, 3"}, 2, 4, 2, 2, 0, 1,
     "sfpadd hands on L0 in 2 cycles"},
    /* SFPIADD: 1 cycle, but the thread issues two words, as no macro writes a register that was not loaded. */
    {{WH, "sfploadi L0, 0, 4", "sfpload L1, 0, 4, 2\nsfpiadd L0, L1, 0, 4\n", "sfpstore L0, 0, 4, 3"}, 1, 2, 2, 2, 0, 0,
     "sfpiadd hands on L0 in 1 cycle"},
    /* SFPSWAP takes 2 cycles, and a load can schedule it: its second result goes to VC. Issued, it holds the thread for
     * 2 cycles, and the load takes a third. */
    {{WH, "sfpload L0, 0, 3, 3", LOAD "sfpswap L1, L0, 1\nsfpnop\n", "sfpstore L0, 0, 3, 3"}, 2, 4, 2, 3, 0, 1,
     "sfpswap hands on L0 in 2 cycles"},
    /* A mean: the difference from it, and what is added to it, 2 cycles each. Three words leave one cycle free, in which
     * the difference lands; the new mean lands as the next iteration's difference starts. */
    {{WH, "sfploadi L0, 0, 0; sfploadi L2, 0x3d00, 0",
      LOAD "sfpmad L3, L0, L11, L1, 0\nsfpnop\nsfpmad L0, L3, L2, L0, 0\nsfpnop\n", "sfpstore L0, 0, 3, 3"},
     4, 8, 4, 4, 0, 1, "sfpmad and sfpmad hand on L0 in 4 cycles"},
    /* Through flags: 2 cycles, the cycle in which they are set, and the move. In a table the move is a load, and a macro
     * enables all lanes in its cycle; in an order that takes a sixth cycle. */
    {{BH, "sfpload L0, 0, 3, 7",
      LOAD_BH "sfpmad L2, L0, L11, L1, 0\nsfpnop\nsfpsetcc L2, 0, 0\nsfpmov L0, L1, 0\nsfpencc 0, 0\n",
      "sfpstore L0, 0, 3, 7"}, 4, 8, 4, 6, 0, 0, "sfpmad, sfpsetcc and sfpmov hand on L0 in 4 cycles"},
    /* Two registers: the sum of the value before the last one goes through both, 2 cycles and 1 in two iterations. If
     * SFPADD wrote L2, SFPMOV of L2 would have to start in the cycle of SFPADD, neither earlier, as it writes L0, nor
     * later, as L2 is pending: so both moves stay. The table has the first one's word in the cycle of a macro's SFPADD. */
    {{WH, "sfploadi L0, 0, 0; sfploadi L2, 0, 0",
      LOAD "sfpadd L3, L10, L0, L1, 0\nsfpmov L0, L2, 0\nsfpmov L2, L3, 0\n",
      "sfpstore L0, 0, 3, 3; sfpstore L2, 64, 3, 3"}, 2, 3, 3, 4, 0, 0,
     "sfpadd and sfpmov hand on L0 and L2 in 3 cycles of 2 iterations"},
    /* Nothing is handed to the next iteration: the last one's value is read after the loop. A macro takes SFPABS, whose
     * result goes to the loaded register; the store has other cells than the load, and is issued. */
    {{WH, "", LOAD "sfpabs L0, L1, 1\nsfpstore L0, 64, 3, 3\n", "sfpstore L0, 128, 3, 3"}, 0, 0, 2, 3, 0, 0, NULL},
};

struct kernel {
    sfpu_machine *m;
    struct loop_body body;
    struct graph g;
};

static void open_kernel(struct kernel *k, const struct sched_loop *loop)
{
    char *error = NULL;

    *k = (struct kernel){.m = sched_loop_machine(loop)};
    if (!loop_body_read(k->m, NULL, &k->body, &error) || !graph_of_body(&k->body, &k->g, &error))
        fail_msg("%s", error ? error : "no memory");
}

static void close_kernel(struct kernel *k)
{
    graph_free(&k->g);
    loop_body_free(&k->body);
    sfpu_close(k->m);
}

static void test_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(carried); i++) {
        struct carried_circle circle;
        struct text text = {0};
        struct kernel k;

        open_kernel(&k, &carried[i].loop);
        assert_int_equal(carried_bound(&k.g, 1, &circle), carried[i].cycles);
        assert_int_equal(carried_bound(&k.g, 2, NULL), carried[i].of_two);
        assert_int_equal(circle.count > 0, carried[i].circle != NULL);
        carried_say(&k.g, &circle, &text);
        text_add_char(&text, '\0');
        if (carried[i].circle)
            assert_string_equal(text.data, carried[i].circle);
        text_free(&text);
        close_kernel(&k);
    }
}

static unsigned find_period(struct kernel *k, bool in_order, struct search *found)
{
    char *error = NULL;

    k->g.in_order = in_order;
    assert_true(graph_rewrite(&k->g, NULL, 0, &error));
    search_tables(&k->g, &(struct search_wants){.quick = SEARCH_QUICK, .conflicts = CONFLICTS, .no_macros = in_order,
                                                .in_order = in_order}, found);
    return found->found && search_is_proven(found) ? found->answer.wants.period : 0;
}

static void test_periods(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(carried); i++) {
        const struct carried *c = &carried[i / 2];
        const bool in_order = i % 2;
        struct search found;
        struct kernel k;

        open_kernel(&k, &c->loop);
        if (find_period(&k, in_order, &found) != (in_order ? c->order : c->table))
            fail_msg("case %zu: %u, given up: %u", i / 2, found.found ? found.answer.wants.period : 0,
                     found.given_up);
        if (!in_order && (landing_before(&k.body, &found.answer) != c->before ||
                          landing_after(&k.body, &found.answer) != c->after))
            fail_msg("case %zu: %u before, %u after", i / 2, landing_before(&k.body, &found.answer),
                     landing_after(&k.body, &found.answer));
        answer_free(&found.answer);
        close_kernel(&k);
    }
}

/* A graph of two joined iterations keeps the order of the additions. Two additions of 2 cycles give a bound of 4 cycles,
 * and the second addition makes the exit value. */
static void test_repeated(void **state)
{
    struct search found;
    struct kernel k;

    (void)state;
    open_kernel(&k, &carried[0].loop);
    assert_true(graph_repeat(&k.g, 2));
    assert_int_equal(carried_bound(&k.g, 1, NULL), 4);
    assert_int_equal(find_period(&k, false, &found), 4);
    answer_free(&found.answer);
    close_kernel(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_periods),
        cmocka_unit_test(test_repeated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
