/* Which files a compiler read, from the make rule that it writes (GNU make's manual, Rule Syntax; gcc(1), -M). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "record/record_parts.h"

/* A backslash quotes a blank or a number sign, and those before such a one before a blank are doubled; dollars are. */
static void names(void **state)
{
    static const struct {
        const char *rule;
        const char *files[4];
    } cases[] = {
        {"k: a.h b.h\n", {"a.h", "b.h"}}, {"k:a.h", {"a.h"}}, {"k:\n", {NULL}}, {"k: \\\n\n", {NULL}},
        {"k: a.h \\\n b.h \\\n\tc.h \\\n", {"a.h", "b.h", "c.h"}}, {"k:\ta.h\t\tb.h", {"a.h", "b.h"}},
        {"k: a\\ b.h c.h", {"a b.h", "c.h"}}, {"k: a\\\tb.h", {"a\tb.h"}}, {"k: a\\\\ b.h", {"a\\", "b.h"}},
        {"k: a\\\\\\ b.h", {"a\\ b.h"}}, {"k: a\\\\\\\\\\ b.h", {"a\\\\ b.h"}}, {"k: a\\ \\ b.h", {"a  b.h"}},
        {"k: a$$b.h c$$$$", {"a$b.h", "c$$"}}, {"k: a$b.h", {"a$b.h"}}, {"k: a\\#b.h", {"a#b.h"}},
        {"k: a\\\\#b.h", {"a\\#b.h"}}, {"k: #b.h", {"#b.h"}}, {"k: a\\b.h", {"a\\b.h"}}, {"k: a\\\\b.h", {"a\\\\b.h"}},
        {"k: c:d", {"c:d"}}, {"k: /tmp/d/a.h /tmp/dx/a.h /tmp/d b.h", {"/tmp/dx/a.h", "/tmp/d", "b.h"}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_recorded recorded = {0};
        char *error = NULL;

        assert_true(outcome_rule(cases[i].rule, "/tmp/d", &recorded, &error));
        assert_null(error);
        for (size_t k = 0; k < recorded.file_count; k++) {
            if (k == 4 || !cases[i].files[k] || strcmp(recorded.files[k], cases[i].files[k]) != 0)
                fail_msg("%s: '%s'", cases[i].rule, recorded.files[k]);
            free(recorded.files[k]);
        }
        if (recorded.file_count < 4 && cases[i].files[recorded.file_count])
            fail_msg("%s: no '%s'", cases[i].rule, cases[i].files[recorded.file_count]);
        free(recorded.files);
    }
}

static void no_rule(void **state)
{
    struct sfp_recorded recorded = {0};
    char *error = NULL;

    (void)state;
    assert_false(outcome_rule("a.h b.h\n", "/tmp/d", &recorded, &error));
    assert_string_equal(error, "the compiler's list of files is not a make rule");
    assert_int_equal(recorded.file_count, 0);
    free(error);
}

/* Words that are not there, such as of a directory that is gone, are an error. */
static void no_words(void **state)
{
    struct sfp_recorded recorded = {0};
    char *error = NULL;

    (void)state;
    assert_false(outcome_words("/nonexistent", &recorded, &error));
    assert_non_null(error);
    assert_non_null(strstr(error, "No such file"));
    assert_null(recorded.words);
    free(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(no_rule), cmocka_unit_test(no_words)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
