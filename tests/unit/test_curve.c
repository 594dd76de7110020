/* Errors over the first operand, by quarters of octaves: streams worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/curve.h"
#include "sfpu.h"

enum { MOST = 16 };

/* Results with neighbours in front, in bf16: its bits are a sign, 8 of the exponent, 7 of the mantissa. */
struct stream {
    size_t count, before;
    uint32_t x[MOST], got[MOST], expected[MOST];
    uint8_t expectation[MOST];
};

static void put(struct stream *s, uint32_t x, uint32_t got, enum expectation expectation, uint32_t expected)
{
    const size_t i = s->count++;

    assert_true(i < MOST);
    s->x[i] = x;
    s->got[i] = got;
    s->expected[i] = expected;
    s->expectation[i] = (uint8_t)expectation;
}

static struct curve *gathered(int format, const struct stream *s)
{
    struct curve *c = malloc(sizeof *c);

    assert_non_null(c);
    curve_start(c, number_format(format), number_format(format));
    curve_add(c, &(struct results){.x = s->x, .got = s->got, .expected = s->expected, .expectation = s->expectation,
                                   .count = s->count, .before = s->before, .stride = 1});
    return c;
}

/* What is written of it, which it frees. */
static void check_written(struct curve *c, const char *expected)
{
    struct sfp_json j = {.form = SFP_JSON_COMPACT};
    char *text;

    json_begin(&j, NULL);
    curve_write(&j, "curve", c);
    json_end(&j);
    text = json_take(&j, NULL);
    assert_string_equal(text, expected);
    free(text);
    free(c);
}

#define NO_SUBNORMAL "\"subnormal\":{\"inputs\":0,\"inexact\":0,\"defects\":0,\"max_ulp\":0.0,\"worst\":null}"

/* From the lowest up; in [1, 1.25) an exact one, 2 ULP off, and twice 3, of which the first counts. */
static void test_columns(void **state)
{
    struct stream s = {0};

    (void)state;
    put(&s, 0x3F80, 0x3F80, EXPECT_NUMBER, 0x3F80);
    put(&s, 0x3F81, 0x3F83, EXPECT_NUMBER, 0x3F81);
    put(&s, 0x3F9E, 0x3FA1, EXPECT_NUMBER, 0x3F9E);
    put(&s, 0x3F9F, 0x3FA2, EXPECT_NUMBER, 0x3F9F); /* the last of it */
    put(&s, 0x3FA0, 0x0000, EXPECT_NUMBER, 0x3FA0); /* zeroed, the first of [1.25, 1.5) */
    put(&s, 0x3FC0, 0x3FC0, EXPECT_NUMBER, 0x3FC0); /* exact: no column */
    put(&s, 0xBFE0, 0xBFE1, EXPECT_NUMBER, 0xBFE0); /* -1.75 */
    put(&s, 0x7F7F, 0x4000, EXPECT_OVERFLOW, 0x7F80); /* a mismatch, in the highest */
    check_written(gathered(SFPU_BF16, &s),
                  "{\"curve\":{\"columns\":["
                  "{\"low\":-2.0,\"high\":-1.75,\"inputs\":1,\"inexact\":1,\"defects\":0,\"max_ulp\":1.0,"
                  "\"worst\":-1.75},"
                  "{\"low\":1.0,\"high\":1.25,\"inputs\":4,\"inexact\":3,\"defects\":0,\"max_ulp\":3.0,"
                  "\"worst\":1.234375},"
                  "{\"low\":1.25,\"high\":1.5,\"inputs\":1,\"inexact\":0,\"defects\":1,\"max_ulp\":0.0,\"worst\":null},"
                  "{\"low\":2.9774707105582116e38,\"high\":3.4028236692093846e38,\"inputs\":1,\"inexact\":0,"
                  "\"defects\":1,\"max_ulp\":0.0,\"worst\":null}]," NO_SUBNORMAL "}}\n");
}

/* Zeros, infinities, NaNs and specials are nowhere, nor is what is not measured, or a neighbour; subnormals apart. */
static void test_apart(void **state)
{
    struct stream s = {.before = 1};

    (void)state;
    put(&s, 0x3F80, 0x3F81, EXPECT_NUMBER, 0x3F80);
    put(&s, 0x0000, 0x3F80, EXPECT_NUMBER, 0x4000);
    put(&s, 0x7F80, 0x3F80, EXPECT_NUMBER, 0x4000);
    put(&s, 0x7FC0, 0x3F80, EXPECT_NAN, 0x7FC0);
    put(&s, 0x4000, 0x3F80, EXPECT_SPECIAL, 0x4000);
    put(&s, 0x4000, 0x3F80, EXPECT_NOTHING, 0x4000);
    put(&s, 0x0001, 0x3F81, EXPECT_NUMBER, 0x3F80);
    put(&s, 0x807F, 0x3F80, EXPECT_NUMBER, 0x3F80);
    check_written(gathered(SFPU_BF16, &s),
                  "{\"curve\":{\"columns\":[],\"subnormal\":{\"inputs\":2,\"inexact\":1,\"defects\":0,\"max_ulp\":1.0,"
                  "\"worst\":9.1835496157991212e-41}}}\n");
}

/* Of integers too an octave has four columns, whether or not so many numbers. */
static void test_integers(void **state)
{
    struct stream s = {0};

    (void)state;
    put(&s, 3, 5, EXPECT_NUMBER, 3);
    put(&s, 0xFFFF, 0xFFFE, EXPECT_NUMBER, 0xFFFF);
    check_written(gathered(SFPU_UINT16, &s),
                  "{\"curve\":{\"columns\":["
                  "{\"low\":3.0,\"high\":3.5,\"inputs\":1,\"inexact\":1,\"defects\":0,\"max_ulp\":2.0,\"worst\":3.0},"
                  "{\"low\":57344.0,\"high\":65536.0,\"inputs\":1,\"inexact\":1,\"defects\":0,\"max_ulp\":1.0,"
                  "\"worst\":65535.0}]," NO_SUBNORMAL "}}\n");
}

/* Of two parts with errors as large the earlier one has the worst. */
static void test_merge(void **state)
{
    struct stream first = {0}, second = {0};
    struct curve *whole, *later;

    (void)state;
    put(&first, 0x3F81, 0x3F82, EXPECT_NUMBER, 0x3F81);
    put(&second, 0x3F82, 0x3F83, EXPECT_NUMBER, 0x3F82);
    put(&second, 0x4000, 0x4002, EXPECT_NUMBER, 0x4000);
    put(&second, 0x0001, 0x3F81, EXPECT_NUMBER, 0x3F80);
    whole = gathered(SFPU_BF16, &first);
    later = gathered(SFPU_BF16, &second);
    curve_merge(whole, later);
    free(later);
    check_written(whole,
                  "{\"curve\":{\"columns\":["
                  "{\"low\":1.0,\"high\":1.25,\"inputs\":2,\"inexact\":2,\"defects\":0,\"max_ulp\":1.0,"
                  "\"worst\":1.0078125},"
                  "{\"low\":2.0,\"high\":2.5,\"inputs\":1,\"inexact\":1,\"defects\":0,\"max_ulp\":2.0,\"worst\":2.0}],"
                  "\"subnormal\":{\"inputs\":1,\"inexact\":1,\"defects\":0,\"max_ulp\":1.0,"
                  "\"worst\":9.1835496157991212e-41}}}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_columns), cmocka_unit_test(test_apart),
                                       cmocka_unit_test(test_integers), cmocka_unit_test(test_merge)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
