/* Budgets as text: what is read, where errors are, and what is written; hand-worked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/budget.h"

static void parse(const char *text, struct budget *b)
{
    char *error = NULL;

    if (!budget_parse(text, strlen(text), b, &error))
        fail_msg("%s", error);
}

static void test_lines(void **state)
{
    struct budget b;

    (void)state;
    parse("# a.s max_ulp=9\n"
          "\n"
          "a.s --fn=exp\t--in=bf16 max_ulp=0.5 cycles=?\r\n"
          "# b.s\n"
          "    defects=2 # breaks=3\n"
          "[long runs]  # from here on\n"
          "'b c'\\ d.s \"--golden=\\\"x\\\" \\y\"'' cycles=1\n"
          " except tails -inf:-0x1p3 except \"\" 1:1", &b);
    assert_int_equal(b.count, 2);

    assert_string_equal(b.lines[0].kernel.text, "a.s");
    assert_int_equal(b.lines[0].kernel.line, 3);
    assert_int_equal(b.lines[0].option_count, 2);
    assert_string_equal(b.lines[0].options[1].text, "--in=bf16");
    assert_int_equal(b.lines[0].options[1].column, 14);
    assert_null(b.lines[0].section);
    assert_true(b.lines[0].limits[BUDGET_MAX_ULP].given && b.lines[0].limits[BUDGET_MAX_ULP].value == 0.5);
    assert_true(b.lines[0].limits[BUDGET_CYCLES].open && !b.lines[0].limits[BUDGET_MAX_ULP].open);
    assert_true(b.lines[0].limits[BUDGET_DEFECTS].value == 2);
    assert_false(b.lines[0].limits[BUDGET_BREAKS].given);

    assert_string_equal(b.lines[1].section, "long runs");
    assert_string_equal(b.lines[1].kernel.text, "b c d.s");
    assert_string_equal(b.lines[1].options[0].text, "--golden=\"x\" \\y");
    assert_int_equal(b.lines[1].exclusion_count, 2);
    assert_string_equal(b.lines[1].exclusions[0].name.text, "tails");
    assert_true(isinf(b.lines[1].exclusions[0].low) && b.lines[1].exclusions[0].high == -8);
    assert_string_equal(b.lines[1].exclusions[1].name.text, "");
    assert_int_equal(b.lines[1].exclusions[1].range.line, 8);
    budget_free(&b);
}

/* A text, and the place and the message of its error. */
static const struct {
    const char *text, *error;
} wrong[] = {
    {"", "1:1: names no kernel"},
    {"# k.s\n[long]\n", "1:1: names no kernel"},
    {"k.s\n  cycles=1 fp32", "2:12: 'fp32' is neither an option (--NAME=VALUE), nor a limit (NAME=NUMBER), nor except"},
    {"k.s --", "1:5: '--' is neither an option (--NAME=VALUE), nor a limit (NAME=NUMBER), nor except"},
    {"k.s -o=1", "1:5: '-o=1' is a short option: write the long form, in one word, as --include=DIR for -I DIR"},
    {"k.s ulp=1",
     "1:5: 'ulp=1' is none of max_ulp= max_real_ulp= max_abs= max_rel= defects= unflushed= specials= numbers= breaks= "
     "cycles= steady_cycles="},
    {"k.s cycles=1 cycles=1", "1:14: 'cycles=1' is given twice"},
    {"k.s cycles=", "1:5: 'cycles=' needs a number from 0 up, or '?'"},
    {"k.s cycles=1x", "1:5: 'cycles=1x' needs a number from 0 up, or '?'"},
    {"k.s cycles=-1", "1:5: 'cycles=-1' needs a number from 0 up, or '?'"},
    {"k.s cycles=-0", "1:5: 'cycles=-0' needs a number from 0 up, or '?'"},
    {"k.s cycles=nan", "1:5: 'cycles=nan' needs a number from 0 up, or '?'"},
    {"k.s cycles=inf", "1:5: 'cycles=inf' needs a number from 0 up, or '?'"},
    {"k.s except", "1:5: 'except' has no name: except NAME A:B"},
    {"k.s except a\n 1:2", "1:12: 'a' has no range: except NAME A:B"},
    {"k.s except a 1", "1:14: '1' is not A:B, two numbers"},
    {"k.s except a 1:2x", "1:14: '1:2x' is not A:B, two numbers"},
    {"k.s except a nan:1", "1:14: 'nan:1' is not A:B, two numbers"},
    {"k.s except a 2:1", "1:14: '2:1' is empty"},
    {"a.s cycles=1\nb.s\na.s cycles=2", "3:1: 'a.s' is listed twice: line 1 has the same options"},
    {"a.s --x=1 --y=2\na.s --y=2 --x=1", "2:1: 'a.s' is listed twice: line 1 has the same options"},
    {"\n cycles=1", "2:2: a line that begins with a blank continues the line above, but no line is above"},
    {"--in=bf16 k.s", "1:1: '--in=bf16' is not a kernel: a line begins with a kernel"},
    {"''", "1:1: '' is not a kernel: a line begins with a kernel"},
    {"[]", "1:1: a heading is [NAME]"},
    {"[long\n]", "1:1: a heading is [NAME]"},
    {"[long] k.s", "1:8: unexpected text after a heading"},
    {"k.s 'a\n'", "1:5: a quote (') that the line does not close"},
    {"k.s \"a", "1:5: a quote (\") that the line does not close"},
    {"k.s \\\n cycles=1",
     "1:5: a backslash with nothing after it; a line that begins with a blank continues the line above"},
};

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct budget b;
        char *error = NULL;

        if (budget_parse(wrong[i].text, strlen(wrong[i].text), &b, &error))
            fail_msg("taken: %s", wrong[i].text);
        assert_string_equal(error, wrong[i].error);
        free(error);
    }
}

static void test_nul(void **state)
{
    static const char text[] = "k.s cycles=1\n \0";
    struct budget b;
    char *error = NULL;

    (void)state;
    assert_false(budget_parse(text, sizeof text - 1, &b, &error));
    assert_string_equal(error, "2:2: a NUL: this is not a text");
    free(error);
}

/* The same kernel and options but for one of them, wherever it stands, are another sweep. */
static void test_not_twice(void **state)
{
    struct budget b;

    (void)state;
    parse("a.s --x=1\na.s --x=2\na.s --x=1 --x=1\na.s\nb.s\na.s --x=1 --y=1\na.s --y=1 --z=1\na.s --x=1 --z=1", &b);
    assert_int_equal(b.count, 8);
    budget_free(&b);
}

static void check_written(const struct budget *b, size_t begin, size_t end, const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_true(budget_write(b, begin, end, out));
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static void renew(struct budget_limit *limit, double measured)
{
    limit->renewed = true;
    limit->measured = measured;
}

/* What a line has not is put behind the last that it has, before its exclusions; all else stays, blanks too. */
static void test_writing(void **state)
{
    static const char text[] = "# one\na.s  max_ulp=10   'cycles=?' except x 1:2 # two\n\nb.s cycles=1";
    struct budget b;

    (void)state;
    parse(text, &b);
    check_written(&b, 0, b.size, text);
    renew(&b.lines[0].limits[BUDGET_CYCLES], 37.5625);
    renew(&b.lines[0].limits[BUDGET_DEFECTS], 12345678);
    renew(&b.lines[0].limits[BUDGET_BREAKS], 3);
    renew(&b.lines[0].limits[BUDGET_MAX_ULP], 0.5);
    renew(&b.lines[1].limits[BUDGET_MAX_REL], 0.1);
    check_written(&b, 0, b.size,
                  "# one\na.s  max_ulp=0.5   cycles=37.5625 defects=12345678 breaks=3 except x 1:2 # two\n\n"
                  "b.s cycles=1 max_rel=0.1");
    check_written(&b, b.lines[1].kernel.begin, b.lines[1].end, "b.s cycles=1 max_rel=0.1");
    check_written(&b, b.lines[0].kernel.begin, b.lines[0].end,
                  "a.s  max_ulp=0.5   cycles=37.5625 defects=12345678 breaks=3 except x 1:2");
    budget_free(&b);
}

/* 2^-23 has more digits than nine. */
static void test_numbers(void **state)
{
    char number[BUDGET_NUMBER_SIZE];

    (void)state;
    assert_string_equal(budget_number(0x1p-23, number), "1.1920929e-07");
    assert_true(budget_rounded(0x1p-23) == 1.1920929e-07 && budget_rounded(37.5625) == 37.5625);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),  cmocka_unit_test(test_errors),    cmocka_unit_test(test_nul),
        cmocka_unit_test(test_writing), cmocka_unit_test(test_not_twice), cmocka_unit_test(test_numbers),
    };

    return cmocka_run_group_tests_name("budget_file", tests, NULL, NULL);
}
