/* The playground's side in C, which is compiled into this test: what it refuses, and why, comes out as it is. */
#define load playground_load /* sfpu_test.h has another one */
#include "../../sim/web/playground.c"
#undef load

#include "sfpu_test.h"

static const char source[] = " sfpload L0, 0, 3, 3\n sfpstore L0, 0, 3, 3\n";

/* That the document has this part. */
static void assert_has(const char *document, const char *part)
{
    assert_non_null(document);
    if (!strstr(document, part))
        fail_msg("no %s in %s", part, document);
}

static void give_input(struct play *p, size_t size)
{
    void *room = play_input(p, size);

    assert_non_null(room);
    memset(room, 0, size);
}

static void test_runs(void **state)
{
    struct play *p = play_new();
    const char *document;

    (void)state;
    give_input(p, 4096);
    document = play_run(p, source, sizeof source - 1);
    assert_has(document, "\"code\":0,\"message\":\"\"");
    assert_has(document, "\"page\":{");
    play_free(p);
}

/* A C string would end there, and the rest of the source with it. */
static void test_nul(void **state)
{
    static const char text[] = " sfpnop\n\0 sfpnone\n";
    struct play *p = play_new();

    (void)state;
    assert_has(play_run(p, text, sizeof text - 1), "a NUL byte: this is not text");
    assert_has(play_batch_open(p, text, sizeof text - 1, 16), "a NUL byte: this is not text");
    play_free(p);
}

/* A run that was refused says why, in whatever format its values are read. */
static void test_refusals(void **state)
{
    static const char refused[] = " .ttinsn 0x99000000\n";
    static const struct {
        const char *option, *value, *message;
    } rows[] = {
        {"output", "int8", "no wormhole instruction has opcode 0x99"},
        {"output", "", "no wormhole instruction has opcode 0x99"},
        {"settings", "init=none", "init"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct play *p = play_new();
        const char *document;

        give_input(p, 4096);
        assert_int_equal(play_option(p, rows[i].option, rows[i].value), 0);
        document = play_run(p, refused, sizeof refused - 1);
        assert_has(document, rows[i].message);
        assert_null(strstr(document, "\"message\":\"\""));
        play_free(p);
    }
}

/* Nothing has run: the message says why. */
static void test_nothing_ran(void **state)
{
    struct play *p = play_new();

    (void)state;
    give_input(p, 7); /* no whole rows */
    assert_has(play_run(p, source, sizeof source - 1), "7 bytes");
    play_free(p);
}

/* A source's .init counts unless a setting names a state; findings have the severities of sfpsim, in groups. */
static void test_start_and_findings(void **state)
{
    static const char early[] = ".init llk\n.rept 2\n sfpmad L0, L0, L0, L10, 0\n sfpstore L0, 0, 3, 3\n.endr\n";
    static const struct {
        const char *settings;
        bool set; /* something sets the address modifier */
    } rows[] = {{"", true}, {"addr-mod=1:2", true}, {"init=llk", true}, {"init=reset", false}, {"addr-mod=1:2 init=reset", false}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct play *p = play_new();
        const char *document;

        give_input(p, 4096);
        assert_int_equal(play_option(p, "settings", rows[i].settings), 0);
        document = play_run(p, early, sizeof early - 1);
        assert_has(document, "\"severity\":\"warning\",\"possible\":false,\"index\":1,\"words\":2,\"times\":2,"
                             "\"file\":\"kernel.s\",\"line\":4,\"column\":2}");
        assert_int_equal(!strstr(document, "\"addr-mod-unset\""), rows[i].set);
        play_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_nothing_ran),
        cmocka_unit_test(test_start_and_findings),
    };

    return cmocka_run_group_tests_name("the playground", tests, NULL, NULL);
}
