/* Plots of a sweep, measured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/measure.h"
#include "sfpu.h"

enum { COUNT = 11 };

/* Of x as it is expected; the first one is special. */
static struct measures measures_of(int format, const uint32_t x[], const uint32_t got[], size_t count)
{
    struct tally *t = malloc(sizeof *t);
    uint8_t expectation[COUNT] = {EXPECT_SPECIAL};
    struct measures m;

    assert_non_null(t);
    tally_start(t, number_format(format), number_format(format), 1);
    tally_add(t, &(struct results){.x = x, .got = got, .expected = x, .expectation = expectation, .count = count,
                                   .stride = 1});
    tally_measures(t, &m);
    free(t);
    return m;
}

/* 1 ULP off at 3, 4 at 5 and 6. */
static struct measures measures_of_integers(void)
{
    static const uint32_t x[COUNT] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static const uint32_t got[COUNT] = {0, 1, 2, 4, 4, 9, 2, 7, 8, 9, 10};

    return measures_of(SFPU_UINT16, x, got, COUNT);
}

static char *printed(bool (*print)(FILE *, const struct sweep_report *), const struct measures *m, const char *kernel)
{
    const struct sweep_report r = {.kernel = kernel, .arch = "wormhole", .function = "typecast", .domain = "all x",
                                   .in = "uint16", .dst = "uint16", .out = "uint16", .measures = m};
    size_t size;
    char *text;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_true(print(out, &r));
    assert_int_equal(fclose(out), 0);
    return text;
}

static void check_has(const char *text, const char *line)
{
    if (!strstr(text, line))
        fail_msg("%s is not in\n%s", line, text);
}

/*
 * Bars of counts: 40 columns for 7, of which log 2 / log 8 for one, 13.3, and log 3 / log 8 for two, 21.1. Of ULP: 40
 * for 4, and log 2 / log 5 for 1, 17.2. A bin is asinh 65535 / 32 = 0.36823 wide; asinh 3, 5 and 6 are 4.94, 6.28 and
 * 6.77 of these; sinh of 4 and 6 of them is 2.07 and 4.50. The first bin, 0, has the special alone.
 */
static void test_text(void **state)
{
    const struct measures m = measures_of_integers();
    char *text = printed(report_plot_text, &m, "k.s");

    (void)state;
    check_has(text, " ulp up to       inputs\n         0            7 |########################################\n");
    check_has(text, "\n       1/2            0 |\n         1            1 |#############\n         2            0 |\n");
    check_has(text, "\n         4            2 |#####################\n");
    check_has(text, "\n      more            0 |\n\n    x from   max ulp  mean ulp   mean ###, max ...\n");
    check_has(text, "\n         0\n");
    check_has(text, "\n      2.07         1         1 |#################\n");
    check_has(text, "\n       4.5         4         4 |########################################\n");
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        assert_true(strchr(line, '\n') - line <= 80);
    free(text);
}

/* In one bin of fp32: 1 ULP and 3, of which the mean is 2, log 3 / log 4 of 40: 31.7; and a defect. */
static void test_mean_and_defects(void **state)
{
    static const uint32_t x[] = {0, 0x3F800000, 0x3F800004, 0x3F800008}, got[] = {0, 0x3F800001, 0x3F800007, 0};
    const struct measures m = measures_of(SFPU_FP32, x, got, 4);
    char *text = printed(report_plot_text, &m, "k.s");

    (void)state;
    check_has(text, "         3         2 |################################........ defects\n");
    free(text);
}

/* Parses what it is given and says what is in it. */
static const char parser[] =
    "import sys, xml.etree.ElementTree as tree\n"
    "root = tree.parse(sys.stdin).getroot()\n"
    "tag = lambda e: e.tag.split('}')[1]\n"
    "bars = [e for e in root.iter() if tag(e) == 'rect' and len(e)]\n"
    "tags = sorted(set(map(tag, root.iter())))\n"
    "print(tag(root), *tags)\n"
    "print(next(e.text for e in root.iter() if e.get('class') == 'heading'))\n"
    "for e in bars: print(e.get('class'), e.get('height'), e[0].text)\n"
    "inside = lambda e, at, size, most: 0 <= float(e.get(at)) <= float(e.get(at)) + float(e.get(size)) <= most\n"
    "print(all(inside(e, 'x', 'width', 760) and inside(e, 'y', 'height', 700) for e in bars))\n";

static char *parsed(const char *svg)
{
    char script[] = "/tmp/sfp-plot-XXXXXX", command[128], *text = NULL;
    const int file = mkstemp(script);
    FILE *in = fdopen(file, "w"), *out;
    size_t size = 0;

    assert_non_null(in);
    fprintf(in, "python3 - <<'end' 3<<'svg'\nimport sys; sys.stdin = open(3)\n%s\nend\n%s\nsvg\n", parser, svg);
    assert_int_equal(fclose(in), 0);
    snprintf(command, sizeof command, "sh %s", script);
    out = popen(command, "r");
    assert_non_null(out);
    assert_true(getdelim(&text, &size, '\0', out) > 0);
    assert_int_equal(pclose(out), 0);
    remove(script);
    return text;
}

/* Heights as in the text, of 220: a third, log 3 / log 8 = 0.5283, log 2 / log 5 = 0.43068; sinh of 5, 7 bins. */
static void test_svg(void **state)
{
    const struct measures m = measures_of_integers();
    char *svg = printed(report_svg, &m, "a<b>&\"\xFF.s"), *text = parsed(svg);

    (void)state;
    assert_string_equal(text, "svg line rect style svg text title\n"
                              "a<b>&\"?.s\n"
                              "count 220.0 7 inputs\n"
                              "count 73.3 1 inputs\n"
                              "count 116.2 2 inputs\n"
                              "max 94.7 x from 2.066 to 3.073: max 1 ULP\n"
                              "mean 94.7 x from 2.066 to 3.073: mean 1 ULP (1 inexact)\n"
                              "max 220.0 x from 4.5 to 6.545: max 4 ULP\n"
                              "mean 220.0 x from 4.5 to 6.545: mean 4 ULP (2 inexact)\n"
                              "True\n");
    /* What the colours are; of defects there is nothing else, as there are none. */
    check_has(svg, ">max</text>");
    check_has(svg, ">1/2</text>"); /* and the classes: 0, 1/2, 1, 2 and so on, and more */
    check_has(svg, ">512</text>");
    check_has(svg, ">more</text>");
    check_has(svg, ">mean over inexact results</text>");
    check_has(svg, "<rect class=\"defects\"");
    check_has(svg, ">defects</text>");
    free(svg);
    free(text);
}

/* Errors as large as there are, (2^128 - 2^104 + 2^-126) / 2^-149 = 2^277 ULP; and none. */
static void test_extremes(void **state)
{
    static const uint32_t x[] = {0, 0x00800000, 0x3F800000}, got[] = {0, 0xFF7FFFFF, 0x3F800000};
    struct measures m = measures_of(SFPU_FP32, x, got, 3);
    char *svg = printed(report_svg, &m, "k.s"), *text = parsed(svg);

    (void)state;
    check_has(text, "max 220.0 x from 0 to 133.7: max 2.42834e+83 ULP\n");
    check_has(text, "\nTrue\n");
    free(svg);
    free(text);
    m = measures_of(SFPU_FP32, x, x, 3);
    svg = printed(report_svg, &m, "k.s");
    text = parsed(svg);
    check_has(text, "count 220.0 2 inputs\nTrue\n");
    free(svg);
    free(text);
    text = printed(report_plot_text, &m, "k.s");
    check_has(text, "         0         0 |\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_mean_and_defects),
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_extremes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
