/* Inputs that are large, or meant to hurt: what they give and how often the assembler speaks. Nothing is timed. */
#include "assembly/asm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MANY = 20000,
    MOST_REPEATED = 1 << 24, /* sfpasm(5) names it */
};

/* What the assembler said. */
struct findings {
    size_t errors, warnings, suggestions;
    unsigned long last_line;
    size_t out_of_step; /* errors that are not one line below the one before */
    bool last_suggests;
    char first[300];
};

static void collect(void *context, const struct sfp_diagnostic *d)
{
    struct findings *findings = context;

    findings->warnings += !d->error && !d->note;
    if (!d->error)
        return;
    if (findings->errors++ == 0)
        snprintf(findings->first, sizeof findings->first, "%s", d->text);
    findings->out_of_step += findings->errors > 1 && d->line != findings->last_line + 1;
    findings->last_line = d->line;
    findings->last_suggests = strstr(d->text, "did you mean") != NULL;
    findings->suggestions += findings->last_suggests;
}

static bool assemble(const char *text, size_t size, struct sfp_program *program, struct findings *findings)
{
    struct sfp_asm_options options = {.sink = collect, .context = findings};
    const struct sfp_asm_source source = {.path = "test.s", .text = text, .size = size};

    *findings = (struct findings){0};
    warnings_init(&options.warnings);
    return assembly_make(&options, &source, 1, program);
}

/* A text that grows. */
struct writer {
    char *text;
    size_t size;
    FILE *stream;
};

static void begin(struct writer *w)
{
    w->stream = open_memstream(&w->text, &w->size);
    assert_non_null(w->stream);
}

static bool finish(struct writer *w, struct sfp_program *program, struct findings *findings)
{
    bool done;

    assert_int_equal(fclose(w->stream), 0);
    done = assemble(w->text, w->size, program, findings);
    free(w->text);
    return done;
}

/* ---- Names ---- */

static void test_many_labels(void **state)
{
    struct writer w;
    struct sfp_program program;
    struct findings f;

    (void)state;
    begin(&w);
    for (unsigned i = 0; i < MANY; i++)
        fprintf(w.stream, "a%u: .word %u;", i, i);
    for (unsigned i = 0; i < MANY; i++)
        fprintf(w.stream, ".word a%u;", MANY - 1 - i);
    assert_true(finish(&w, &program, &f));
    assert_int_equal(program.count, 2 * MANY);
    assert_int_equal(program.symbol_count, MANY);
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(program.words[MANY + i], MANY - 1 - i);
    assert_string_equal(program.symbols[MANY - 1].name, "a19999");
    sfp_program_free(&program);
}

static void test_many_files(void **state)
{
    struct writer w;
    struct sfp_program program;
    struct findings f;
    struct sfp_where where;
    char name[40];

    (void)state;
    begin(&w);
    for (unsigned i = 0; i < MANY; i++)
        fprintf(w.stream, "# %u \"file%u.h\"\n sfpnop\n", i + 1, i % (MANY / 2));
    assert_true(finish(&w, &program, &f));
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(sfp_program_where(&program, i, &where));
        snprintf(name, sizeof name, "file%u.h", i % (MANY / 2));
        assert_string_equal(where.file, name);
        assert_int_equal(where.line, i + 1);
    }
    sfp_program_free(&program);
}

/* Suggestions cease when they have cost enough, and errors do not. */
static void test_suggestions(void **state)
{
    enum { NAMES = 2500 };
    struct writer w;
    struct sfp_program program;
    struct findings f;

    (void)state;
    begin(&w);
    for (unsigned i = 0; i < NAMES; i++)
        fprintf(w.stream, ".set name%04u_x, %u\n", i, i);
    for (unsigned i = 0; i < NAMES; i++)
        fprintf(w.stream, ".word nmae%04u_x\n", i);
    assert_false(finish(&w, &program, &f));
    assert_int_equal(f.errors, NAMES);
    assert_string_equal(f.first, "'nmae0000_x' is not defined; did you mean 'name0000_x'?");
    assert_in_range(f.suggestions, 100, NAMES - 1);
    assert_false(f.last_suggests);
}

/* ---- One error for a statement that is wrong all over ---- */

static void assert_one_error(const char *before, const char *piece, const char *error)
{
    struct writer w;
    struct sfp_program program;
    struct findings f;

    begin(&w);
    fputs(before, w.stream);
    for (unsigned i = 0; i < MANY; i++)
        fputs(piece, w.stream);
    fputc('\n', w.stream);
    assert_false(finish(&w, &program, &f));
    assert_string_equal(f.first, error);
    assert_int_equal(f.errors, 1);
}

static void test_floods(void **state)
{
    (void)state;
    assert_one_error("", "\xFF", "byte 0xff has no meaning here");
    assert_one_error(".word ", "@ ", "'@' has no meaning here");
    assert_one_error(".word ", "\"\\", "this string does not end");
    assert_one_error(".word ", "1z ", "not a number");
    assert_one_error(".word ", "(", "this expression is nested more than 10000 deep");
    assert_one_error(".word ", "-", "this expression is nested more than 10000 deep");
    assert_one_error("", "{", "statements are nested more than 500 deep");
    assert_one_error("", "/* ", "this comment does not end");
    assert_one_error(".rept 2\n", "/* ", "this comment does not end");
    assert_one_error(".if 0\n", "/* ", "this comment does not end");
    assert_one_error(".ifb ", "/* ", "this comment does not end");
    assert_one_error(".rept 2\n", "\"\\", "this '.rept' has no '.endr'");
    assert_one_error("", ";", "no instructions");
}

/* ---- Repetition ---- */

static void assert_words(const char *text, size_t count)
{
    struct sfp_program program;
    struct findings f;

    assert_true(assemble(text, strlen(text), &program, &f));
    assert_int_equal(program.count, count);
    sfp_program_free(&program);
}

static void assert_too_many(const char *text)
{
    struct sfp_program program;
    struct findings f;

    assert_false(assemble(text, strlen(text), &program, &f));
    assert_string_equal(f.first, "this would give more than 16777216 words beyond those that the source spells out");
    assert_int_equal(f.errors, 1);
}

/* Only what the source does not spell out is limited. */
static void test_limit(void **state)
{
    (void)state;
    assert_words(".fill 1 << 24, 4\n.word 1, 2, 3\n", MOST_REPEATED + 3);
    assert_too_many(".fill (1 << 24) + 1, 4\n");
    assert_too_many(".fill 1 << 24, 4\n.fill 2, 4\n");
    assert_too_many(".fill 1 << 24, 4\n.rept 3\n.word 1\n.endr\n");
    assert_too_many(".macro m\n.word 1, 2\n.endm\n.fill 1 << 24, 4\nm\n");
    assert_too_many(".macro m\n.schedule_setup s\n.endm\n.schedule s, period=4\n.addrmod 3:+0\n"
                    "t | Load | Simple\n0 | [v] sfpload L0, 0, 0, 3 |\n1 | | [v] sfpabs L0, L0, 0\n.endschedule\n"
                    ".fill 1 << 24, 4\nm\n");
    assert_too_many(".org (1 << 24) + 1\n");
    assert_too_many(".word 1\n.balign 1 << 30\n");
    assert_too_many(".rept 1 << 40\n.word 1\n.endr\n");
}

/* Turns that are all alike end the repetition if nothing comes of them, and only then. */
static void test_turns(void **state)
{
    (void)state;
    assert_words(".irpc x, 0123456789\n.endr\n.word 1\n", 1);
    assert_words(".irpc x, 0123456789\n.word 7\n.endr\n", 10);
    assert_words(".set n, 0\n.irp x, 1, 2, 3\n.set n, n + 1\n.endr\n.fill n, 4\n", 3);
    assert_words(".irp x, 1, 2, 3\n.if \\x == 2\n.word \\x\n.endif\n.endr\n", 1);
    assert_words(".irp x, 1, 2, 3\n.irpc y, \\x\\x\n.word \\y\n.endr\n.endr\n", 6);
}

/* ---- Places in expansions ---- */

/* Errors in each line of a long body, twice: the second expansion begins where the first ended. */
static void test_long_expansion(void **state)
{
    struct writer w;
    struct sfp_program program;
    struct findings f;

    (void)state;
    begin(&w);
    fputs(".macro m\n", w.stream);
    for (unsigned i = 0; i < MANY; i++)
        fputs(" .word 1 / 0\n", w.stream);
    fputs(".endm\nm\nm\n", w.stream);
    assert_false(finish(&w, &program, &f));
    assert_int_equal(f.errors, 2 * MANY);
    assert_int_equal(f.out_of_step, 1); /* where it begins anew */
    assert_int_equal(f.last_line, MANY + 1);
}

/* Expansions from which nothing comes are forgotten, and others take their place with other lines. */
static void test_forgotten_expansions(void **state)
{
    static const char text[] = ".macro m a\n.ifb \\a\n\n\n .word 1 / 0\n.endif\n.endm\n"
                               ".macro n\n .word 1 / 0\n\n .word 1 / 0\n.endm\n"
                               "m 1\nm\nn\nm\n";
    struct sfp_program program;
    struct findings f;

    (void)state;
    assert_false(assemble(text, strlen(text), &program, &f));
    assert_int_equal(f.errors, 4);
    assert_int_equal(f.last_line, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_labels),    cmocka_unit_test(test_many_files),
        cmocka_unit_test(test_suggestions),    cmocka_unit_test(test_floods),
        cmocka_unit_test(test_limit),          cmocka_unit_test(test_turns),
        cmocka_unit_test(test_long_expansion), cmocka_unit_test(test_forgotten_expansions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
