/*
 * The kernels that explain findings: run as sfpsim -W NAME does with their options, the first has that finding and no
 * other, and the mended one has none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sfpu.h>

/* Takes options "--name=value" with blanks between them. */
static void set_options(sfpu_machine *m, const char *name, const char *options)
{
    char text[400];
    char *left = text;

    assert_true(strlen(options) < sizeof text);
    strcpy(text, options);
    for (char *option; (option = strtok_r(left, " ", &left));) {
        char *value = strchr(option, '=');

        if (strncmp(option, "-W", 2) == 0) {
            assert_int_equal(sfpu_warn(m, option + 2), SFPU_OK);
            continue;
        }
        assert_int_equal(strncmp(option, "--", 2), 0);
        if (value)
            *value++ = '\0';
        if (sfpu_set(m, option + 2, value ? value : "") != SFPU_OK)
            fail_msg("%s: %s: %s", name, option, sfpu_error(m));
    }
}

/* The names of findings, each once, as sfpsim -W NAME reports them. */
static void run(const char *name, const char *options, const char *source, char *found, size_t size)
{
    const struct sfpu_options how = {.size = sizeof how};
    struct sfpu_finding finding = {.size = sizeof finding};
    sfpu_machine *m;

    found[0] = '\0';
    assert_int_equal(sfpu_open(&how, &m), SFPU_OK);
    if (sfpu_load_text(m, "k.s", source, strlen(source)) != SFPU_OK)
        fail_msg("%s: %s\n%s", name, sfpu_error(m), source);
    if (sfpu_stated_init(m))
        assert_int_equal(sfpu_set(m, "init", sfpu_stated_init(m)), SFPU_OK);
    set_options(m, name, options);
    assert_int_equal(sfpu_warn(m, name), SFPU_OK);
    if (sfpu_run(m, 1) != SFPU_OK)
        fail_msg("%s: %s\n%s", name, sfpu_error(m), source);
    for (size_t i = 0; sfpu_get_finding(m, i, &finding) == SFPU_OK; i++)
        if (!strstr(found, finding.name))
            snprintf(found + strlen(found), size - strlen(found), "%s%s", *found ? " " : "", finding.name);
    sfpu_close(m);
}

static void test_kernels(void **state)
{
    struct sfpu_finding_kind kind = {.size = sizeof kind};
    char found[400];
    size_t count = 0;

    (void)state;
    for (; sfpu_get_finding_kind(count, &kind) == SFPU_OK; count++) {
        /* Those of a core's code are shown by compiled kernels, and not by sources; two need data for SrcA. */
        if (strncmp(kind.name, "riscv-", strlen("riscv-")) == 0 || strcmp(kind.name, "matrix-cancel") == 0
            || strcmp(kind.name, "source-left") == 0)
            continue;
        if (!kind.shown || !kind.mended)
            fail_msg("%s is not explained", kind.name);
        run(kind.name, kind.options, kind.shown, found, sizeof found);
        if (strcmp(found, kind.name) != 0)
            fail_msg("the kernel of %s has: %s", kind.name, found);
        run(kind.name, kind.mended_options, kind.mended, found, sizeof found);
        if (*found)
            fail_msg("the mended kernel of %s has: %s", kind.name, found);
    }
    assert_true(count > 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernels)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
