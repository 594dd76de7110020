/* What sfpsched says of kernels that it cannot schedule: a case for each row of include/refusals.def, and loops that
 * are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched_test.h"

#define LOAD "sfpload L0, 0, 4, 3\n"
#define STORE "sfpstore L0, 0, 4, 2\n"
#define WH SFPU_WORMHOLE

static const struct {
    const char *name;
    int line;
    const char *subject;
    struct sched_loop loop;
} refused[] = {
#define REFUSED(name, line, subject, arch, before, iteration, after) \
    {name, line, subject, {SFPU_##arch, before, iteration, after}},
#include "schedules/refused.def"
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char text[SCHED_TEXT], begin[200], end[200];

        sched_spell(&refused[i].loop, NULL, 0, text);
        snprintf(begin, sizeof begin, "k.s:%d:", refused[i].line);
        snprintf(end, sizeof end, "[%s]", refused[i].name);
        if (strncmp(text, begin, strlen(begin)) != 0 || !strstr(text, refused[i].subject) || !strstr(text, end) ||
            strlen(strstr(text, end)) != strlen(end))
            fail_msg("case %zu, %s: %s", i, refused[i].name, text);
    }
}

/* No row of the table is without a case. */
static void test_all_refusals(void **state)
{
    static const char *const names[] = {
#define REFUSAL(id, name, what, help) name,
#include "refusals.def"
    };

    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        size_t i = 0;

        while (i < sizeof refused / sizeof refused[0] && strcmp(refused[i].name, names[n]) != 0)
            i++;
        if (i == sizeof refused / sizeof refused[0])
            fail_msg("%s has no case", names[n]);
    }
}

static void test_full_message(void **state)
{
    const struct sched_loop loop = {WH, "", LOAD "sfptransp\n" STORE, NULL};
    char text[SCHED_TEXT];

    (void)state;
    sched_spell(&loop, NULL, 0, text);
    assert_string_equal(text, "k.s:4:1: sfptransp moves values between lanes, or between registers that it does not "
                              "name (SFPTRANSP: L0 to L3, and L4 to L7): keep that loop as it is, or take the "
                              "instruction out of it [cross-lane]");
}

/* ---- Loops ---- */

#define TIMES(n, body) ".rept " #n "\n" body ".endr\n"
#define NOT "sfpnot L0, L0\n"
#define SUM "sfpiadd L4, L0, 0, 4\n"

static const struct {
    const char *source, *region, *error;
} none[] = {
    {LOAD STORE, NULL, "no loop: no words that load or store are executed twice in succession, in the same registers and "
                       "at addresses a constant apart: repeat the body, as with .rept 32, and step Dst in it; of a "
                       "reduction, repeat the load and what adds it to one register, and store after that"},
    /* Two times two of twelve words. */
    {"sfploadi L4, 0, 4\n" NOT TIMES(2, LOAD SUM) "sfpload L1, 0, 4, 3\nsfpiadd L4, L1, 0, 4\nsfpabs L4, L4, 0\n"
     "sfpsetsgn L4, L4, 0, 1\nsfpnot L4, L4\nsfpstore L4, 0, 4, 3\n", NULL,
     "k.s:4:1: no loop: the words repeated from here on, without a store, are 4 of 12 that are executed: a reduction's "
     "loop must be most of them, or of the words of a --region"},
    {TIMES(4, "sfpnop\n"), NULL, "k.s:2:1: the loop stores nothing: store the result of each iteration"},
    {"sfploadi L4, 0, 4\n" TIMES(32, LOAD "sfpload L1, 64, 4, 2\nsfpiadd L0, L1, 0, 6\nsfpabs L0, L0, 0\n"
                                   "sfpiadd L4, L0, 0, 4\n"), NULL,
     "k.s:3:1: the loop stores nothing, and no code after it stores what it carries in L4: store the result after the "
     "loop"},
    /* Nothing is carried. */
    {TIMES(4, LOAD NOT) STORE, NULL, "k.s:2:1: the loop stores nothing: store the result of each iteration"},
    {TIMES(4, LOAD STORE) TIMES(3, LOAD NOT STORE), NULL,
     "k.s:2:1: two loops, here and at k.s:6:1: name one by --region"},
    {TIMES(4, LOAD STORE) NOT TIMES(3, LOAD NOT STORE), NULL,
     "k.s:2:1: two loops, here and at k.s:7:1: name one by --region"},
    {TIMES(4, LOAD TIMES(300, NOT) STORE), NULL, "k.s:4:1: an iteration has 302 words: at most 256 can be scheduled"},
    {LOAD STORE, "r", "there is no region 'r'"},
    {TIMES(4, "sfploadmacro 0, L0, 0, 0, 2\nsfpnop\n"), NULL,
     "k.s:2:1: the loop already uses SFPLOADMACRO: give the plain kernel"},
    {"ttmvmul 0, 0, 0, 0\n", NULL, NULL}, /* is not modelled: what the library says of that */
};

static void test_no_loop(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        sfpu_machine *m = sched_machine(WH, none[i].source);
        struct loop_body body;
        char *error = NULL;

        assert_false(loop_body_read(m, none[i].region, &body, &error));
        if (none[i].error)
            assert_string_equal(error, none[i].error);
        assert_non_null(error);
        free(error);
        loop_body_free(&body);
        sfpu_close(m);
    }
}

/* Where loops are found: words before, of an iteration, iterations, rows by which addresses grow, words behind. */
static const struct {
    const char *source, *region;
    unsigned before, count, iterations, after;
    int rows;
} found[] = {
    {NOT TIMES(4, LOAD NOT STORE) NOT, NULL, 1, 3, 4, 1, 0},
    {"ttreplay 0, 3, 1, 1\n" LOAD NOT STORE TIMES(7, "ttreplay 0, 3, 0, 0\n"), NULL, 0, 3, 8, 0, 0},
    {LOAD STORE "sfpload L0, 2, 4, 3\nsfpstore L0, 2, 4, 2\nsfpload L0, 4, 4, 3\nsfpstore L0, 4, 4, 2\n", NULL,
     0, 2, 3, 0, 2},
    {TIMES(4, TIMES(8, LOAD NOT STORE) "ttincrwc 0, 8, 0, 0\n"), NULL, 0, 3, 8, 76, 0},
    {STORE TIMES(4, LOAD NOT STORE) LOAD, NULL, 1, 3, 4, 1, 0},       /* by chance, as in the loop */
    {TIMES(4, LOAD "sfpmad L0, L0, L0, L0, 0\nsfpnop\nsfpmad L0, L0, L0, L0, 0\nsfpnop\n" STORE), NULL, 0, 6, 4, 0, 0},
    {LOAD NOT "sfploadi L2, 1, 4\n" STORE TIMES(4, LOAD NOT STORE), NULL, 4, 3, 4, 0, 0}, /* and not from a store on */
    {LOAD "sfpsetcc L0, 0, 0\n" NOT "sfploadi L2, 1, 4\nsfpnot L1, L0\nsfpencc 0, 0\n" STORE
     TIMES(3, LOAD "sfpsetcc L0, 0, 0\n" NOT "sfpnot L1, L0\nsfpencc 0, 0\n" STORE), NULL, 7, 6, 3, 0, 0},
    /* Sums: most of the words, but for their stores; not less than a loop that stores; nor one that is within another. */
    {"sfploadi L4, 0, 4\n" TIMES(4, LOAD SUM) "sfpstore L4, 0, 4, 3\n", NULL, 1, 2, 4, 1, 0},
    {"sfploadi L4, 0, 4\n" TIMES(8, LOAD SUM) TIMES(4, "sfpstore L4, 0, 4, 2\n"), NULL, 1, 2, 8, 4, 0},
    {"sfploadi L4, 0, 4\n" TIMES(4, LOAD SUM) TIMES(4, LOAD NOT STORE), NULL, 9, 3, 4, 0, 0},
    {TIMES(4, "sfploadi L4, 0, 4\n" TIMES(4, LOAD SUM) "sfpstore L4, 0, 4, 2\n"), NULL, 0, 10, 4, 0, 0},
    {TIMES(4, LOAD STORE) ".region second\n" TIMES(3, LOAD NOT STORE) ".endregion\n", "second", 8, 3, 3, 0, 0},
};

static void test_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        sfpu_machine *m = sched_machine(WH, found[i].source);
        struct loop_body body;
        char *error = NULL;

        if (!loop_body_read(m, found[i].region, &body, &error))
            fail_msg("case %zu: %s", i, error);
        assert_int_equal(body.before_count, found[i].before);
        assert_int_equal(body.count, found[i].count);
        assert_int_equal(body.iterations, found[i].iterations);
        assert_int_equal(body.after_count, found[i].after);
        assert_int_equal(body.rows, found[i].rows);
        loop_body_free(&body);
        sfpu_close(m);
    }
}

/* unary.cpp: two vectors, each a load, a product, SFPNOP, a store and TTINCRWC. */
static void test_compiled(void **state)
{
    const struct sfpu_options options = {.size = sizeof options};
    struct loop_body body;
    sfpu_machine *m;
    char *error = NULL;

    (void)state;
    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    assert_int_equal(sfpu_load_file(m, "tests/elf/unary.elf"), SFPU_OK);
    if (!loop_body_read(m, NULL, &body, &error))
        fail_msg("%s", error);
    assert_int_equal(body.count, 5);
    assert_int_equal(body.iterations, 2);
    loop_body_free(&body);
    sfpu_close(m);
}

static void test_address_modifiers(void **state)
{
    sfpu_machine *m = sched_machine(WH, TIMES(4, LOAD STORE));
    struct loop_body body;
    char *error = NULL;

    (void)state;
    assert_true(loop_body_read(m, NULL, &body, &error));
    assert_false(body.addrmods[0].known); /* nobody has set it */
    assert_true(body.addrmods[2].known);
    assert_int_equal(body.addrmods[2].rows, 2);
    assert_true(body.addrmods[3].known); /* it is used */
    assert_int_equal(body.addrmods[3].rows, 0);
    loop_body_free(&body);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_all_refusals), cmocka_unit_test(test_full_message),
        cmocka_unit_test(test_no_loop), cmocka_unit_test(test_found), cmocka_unit_test(test_compiled),
        cmocka_unit_test(test_address_modifiers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
