/* Loops of a program, found by the places that its words are from. Sources are of words "A" to "D", a line each. */
#include "program/loops.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "assembly/asm.h"

#define A "sfpmov L0, L1, 0\n"
#define B "sfpabs L1, L2, 0\n"
#define C "sfpnot L2, L3\n"
#define D "sfpnop\n"
#define TIMES(n, body) ".rept " #n "\n" body ".endr\n"

enum { TEXT = 400 };

static struct sfp_program program_of(const char *source)
{
    struct sfp_asm_options options = {0};
    const struct sfp_asm_source text = {.path = "test.s", .text = source, .size = strlen(source)};
    struct sfp_program program;

    warnings_init(&options.warnings);
    assert_true(assembly_make(&options, &text, 1, &program));
    return program;
}

/* Appends "LEVEL:FIRST+WORDS*TURNS" of each loop. */
static void spell(const struct sfp_loops *loops, char text[TEXT])
{
    size_t length = 0;

    text[0] = '\0';
    for (unsigned level = 0; level < SFP_LOOP_LEVELS; level++)
        for (size_t i = 0; i < loops->counts[level]; i++) {
            const struct sfp_loop *l = &loops->loops[level][i];

            length += (size_t)snprintf(text + length, TEXT - length, "%s%u:%zu+%zu*%zu", length ? " " : "", level,
                                       l->first, l->words, l->turns);
        }
}

static void test_found(void **state)
{
    static const struct {
        const char *source, *loops;
    } cases[] = {
        {A B C, ""},
        {TIMES(3, A B), "0:0+2*3"},
        {A TIMES(2, B C) D, "0:1+2*2"},
        {TIMES(8, A), ""},                                /* one place */
        {TIMES(2, TIMES(8, A) B), "0:0+9*2"},             /* whose words are one part */
        {TIMES(2, A A B), "0:0+3*2"},                     /* two places, of the same text */
        {TIMES(2, TIMES(3, A B) C), "0:0+2*3 0:7+2*3 1:0+7*2"},
        {TIMES(2, C TIMES(3, A B)), "0:1+2*3 0:8+2*3 1:0+7*2"},
        {TIMES(2, TIMES(2, TIMES(2, TIMES(2, A B) C) D) A), /* four levels, of which the outermost is not found */
         "0:0+2*2 0:5+2*2 0:11+2*2 0:16+2*2 0:23+2*2 0:28+2*2 0:34+2*2 0:39+2*2 1:0+5*2 1:11+5*2 1:23+5*2 1:34+5*2 "
         "2:0+11*2 2:23+11*2"},
        {TIMES(2, TIMES(3, A B)), "0:0+2*6"},             /* nothing tells the outer one */
        {TIMES(2, A B) TIMES(2, A B), "0:0+2*2 0:4+2*2"}, /* other lines */
        {".macro m\n" A B ".endm\nm\nm\nm\n", "0:0+2*3"},
        {".macro m\n" A B ".endm\nm\n" C "m\n", ""},
        {".irp x, 1, 2, 3\nsfploadi L0, \\x, 0\n" B ".endr\n", "0:0+2*3"},
        {".set n, 0\n" TIMES(4, ".set n, n + 1\n" A B ".if n == 3\n" C ".endif\n"), "0:0+2*3"}, /* A B A B A B C A B */
        {".set n, 0\n" TIMES(2, ".set n, n + 1\n.rept n\n" A ".endr\n" B), ""}, /* A B A A B: turns of other lengths */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_program program = program_of(cases[i].source);
        struct sfp_loops loops;
        char text[TEXT];

        assert_true(sfp_loops_find(&program, &loops));
        spell(&loops, text);
        if (strcmp(text, cases[i].loops) != 0)
            fail_msg("%s: \"%s\", not \"%s\"", cases[i].source, text, cases[i].loops);
        sfp_loops_free(&loops);
        sfp_program_free(&program);
    }
}

/* Which loops a word is in; those whose turns are alike have one body. */
static void test_at(void **state)
{
    struct sfp_program program = program_of(D TIMES(2, TIMES(3, A B) C) D); /* 1 to 6 and 8 to 13 in 1 to 14 */
    const struct sfp_loop *inner, *outer;
    struct sfp_loops loops;

    (void)state;
    assert_true(sfp_loops_find(&program, &loops));
    assert_null(sfp_loop_at(&loops, 0, 0));
    assert_null(sfp_loop_at(&loops, 1, 0));
    inner = sfp_loop_at(&loops, 0, 1);
    outer = sfp_loop_at(&loops, 1, 1);
    assert_int_equal(inner->first, 1);
    assert_ptr_equal(sfp_loop_at(&loops, 0, 6), inner);
    assert_null(sfp_loop_at(&loops, 0, 7));
    assert_int_equal(sfp_loop_at(&loops, 0, 8)->first, 8);
    assert_int_equal(sfp_loop_at(&loops, 0, 13)->body, inner->body);
    assert_int_not_equal(outer->body, inner->body);
    assert_ptr_equal(sfp_loop_at(&loops, 1, 14), outer);
    assert_null(sfp_loop_at(&loops, 1, 15));
    assert_null(sfp_loop_at(&loops, 2, 1));
    sfp_loops_free(&loops);
    sfp_program_free(&program);
}

/* A turn of SFP_LOOP_MOST_PARTS places is found, and one more is not; words without places have no loops. */
static void test_limits(void **state)
{
    static char source[SFP_LOOP_MOST_PARTS * (sizeof D + 1) + 100];
    struct sfp_loops loops;

    (void)state;
    for (int more = 0; more < 2; more++) {
        struct sfp_program program;
        char *end = stpcpy(source, ".rept 2\n");

        for (int i = 0; i < SFP_LOOP_MOST_PARTS + more; i++)
            end = stpcpy(end, D);
        strcpy(end, ".endr\n");
        program = program_of(source);
        assert_true(sfp_loops_find(&program, &loops));
        assert_int_equal(loops.counts[0], !more);
        sfp_loops_free(&loops);
        sfp_program_free(&program);
    }
    assert_true(sfp_loops_find(&(struct sfp_program){.words = (uint32_t[]){1, 2, 1, 2}, .count = 4}, &loops));
    assert_int_equal(loops.counts[0], 0);
    assert_true(sfp_loops_find(&(struct sfp_program){0}, &loops));
    assert_int_equal(loops.counts[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_at),
        cmocka_unit_test(test_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
