/* Batches as text: words, where they are, and what is refused; hand-worked, by the rules of a shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "run/batch_parts.h"

static void parse(const char *text, struct batch_text *b)
{
    char *error = NULL;

    if (!batch_parse(text, strlen(text), b, &error))
        fail_msg("%s", error);
}

static void check_word(const struct batch_text *b, size_t line, size_t word, const char *text, unsigned at,
                       unsigned column)
{
    const struct text_word *w = &b->lines[line].words[word];

    assert_string_equal(w->text, text);
    assert_int_equal(w->line, at);
    assert_int_equal(w->column, column);
}

static void test_lines(void **state)
{
    static const char text[] = "# a comment, with a 'quote\n"
                               "\n"
                               "k.s --ulp 1\t# no word\r\n"
                               "   j.s#x   \\\n"
                               "  --dst=a\\\n"
                               "b c\n"
                               " # nothing\n"
                               "l.s";
    struct batch_text b;

    (void)state;
    parse(text, &b);
    assert_int_equal(b.count, 3);
    assert_int_equal(b.lines[0].count, 3);
    check_word(&b, 0, 0, "k.s", 3, 1);
    check_word(&b, 0, 1, "--ulp", 3, 5);
    check_word(&b, 0, 2, "1", 3, 11);
    assert_memory_equal(text + b.lines[0].begin, "k.s --ulp 1", b.lines[0].end - b.lines[0].begin);
    assert_int_equal(b.lines[1].count, 3);
    check_word(&b, 1, 0, "j.s#x", 4, 4);
    check_word(&b, 1, 1, "--dst=ab", 5, 3);
    check_word(&b, 1, 2, "c", 6, 3);
    assert_int_equal(text[b.lines[1].begin], 'j');
    assert_int_equal(text[b.lines[1].end - 1], 'c');
    assert_int_equal(b.lines[2].count, 1);
    check_word(&b, 2, 0, "l.s", 8, 1);
    batch_text_free(&b);
}

static void test_quotes(void **state)
{
    struct batch_text b;

    (void)state;
    parse("'a b'c\"d e\"\\ f '$`\\\"*' \"'\\$\\`\\\"\\\\ \\a*?;|\" \\$\\*\\#\\'\\\" '' \"\" a~ \\~ # x", &b);
    assert_int_equal(b.lines[0].count, 8);
    check_word(&b, 0, 0, "a bcd e f", 1, 1);
    check_word(&b, 0, 1, "$`\\\"*", 1, 16);
    check_word(&b, 0, 2, "'$`\"\\ \\a*?;|", 1, 24);
    check_word(&b, 0, 3, "$*#'\"", 1, 43);
    check_word(&b, 0, 4, "", 1, 54);
    check_word(&b, 0, 5, "", 1, 57);
    check_word(&b, 0, 6, "a~", 1, 60);
    check_word(&b, 0, 7, "~", 1, 63);
    batch_text_free(&b);
}

static void test_refused(void **state)
{
    static const struct {
        const char *text, *error;
    } wrong[] = {
        {"a\nb 'c", "2:3: a quote (') that the line does not close"},
        {"a\nb x\"c\\", "2:4: a quote (\") that the line does not close"},
        {"a \\\n  \"b\\\nc\"", "2:3: a quote (\") that the line does not close"},
        {"a\nb c\\", "2:4: a backslash with nothing after it"},
        {"a $b", "1:3: '$' is special to a shell, but not here: quote it"},
        {"a \"b`\"", "1:5: '`' is special to a shell, but not here: quote it"},
        {"a b*", "1:4: '*' is special to a shell, but not here: quote it"},
        {"a > b", "1:3: '>' is special to a shell, but not here: quote it"},
        {"a ~/b", "1:3: '~' is special to a shell, but not here: quote it"},
    };
    struct batch_text b;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        parse(wrong[i].text, &b);
        assert_string_equal(b.lines[b.count - 1].wrong, wrong[i].error);
        batch_text_free(&b);
    }
}

/* Each of them, in front, within and behind. */
static void test_active(void **state)
{
    static const char active[] = "$`|&;<>()*?[";
    struct batch_text b;

    (void)state;
    for (const char *c = active; *c; c++) {
        const char text[] = {'a', *c, '\0'};

        parse(text, &b);
        assert_memory_equal(b.lines[0].wrong, "1:2: '", 6);
        assert_int_equal(b.lines[0].wrong[6], *c);
        batch_text_free(&b);
    }
    parse("! % + , - . / : = @ ] ^ _ { }", &b);
    assert_int_equal(b.lines[0].count, 15);
    batch_text_free(&b);
}

/* What is wrong with a line, with those that it goes on in, is no other's. */
static void test_lines_behind(void **state)
{
    struct batch_text b;

    (void)state;
    parse("a 'b\nc d\ne $f \\\n  g 'h\n# i 'j\n\n  k", &b);
    assert_int_equal(b.count, 4);
    assert_string_equal(b.lines[0].wrong, "1:3: a quote (') that the line does not close");
    assert_int_equal(b.lines[0].number, 1);
    assert_null(b.lines[1].wrong);
    check_word(&b, 1, 1, "d", 2, 3);
    assert_memory_equal(b.lines[2].wrong, "3:3: '$'", 8);
    assert_int_equal(b.lines[2].number, 3);
    assert_null(b.lines[3].wrong);
    check_word(&b, 3, 0, "k", 7, 3);
    batch_text_free(&b);
}

static void test_no_case(void **state)
{
    static const char *const texts[] = {"", "# a\n \n"};
    struct batch_text b;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *error = NULL;

        assert_false(batch_parse(texts[i], strlen(texts[i]), &b, &error));
        assert_string_equal(error, "1:1: the batch has no case");
        free(error);
    }
}

static void test_nul(void **state)
{
    struct batch_text b;
    char *error = NULL;

    (void)state;
    assert_false(batch_parse("a\nbc\0d\n", 7, &b, &error));
    assert_string_equal(error, "2:3: a NUL: this is not a text");
    free(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),  cmocka_unit_test(test_quotes), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_active), cmocka_unit_test(test_lines_behind), cmocka_unit_test(test_no_case),
        cmocka_unit_test(test_nul),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
