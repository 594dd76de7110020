/* Writing JSON: exact text of each form, of each kind of element, and of numbers at the ends of their ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "comma_locale.h"
#include "scarce_memory.h"
#include "base/json_writer.h"

/* What was kept is this, and is freed. */
static void expect(struct sfp_json *j, const char *text)
{
    size_t size = 0;
    char *got;

    assert_int_equal(j->open, 0); /* what was begun was ended */
    got = json_take(j, &size);
    assert_non_null(got);
    assert_string_equal(got, text);
    assert_int_equal(size, strlen(text));
    free(got);
}

/* A list with a list of two numbers, an empty one, an object with an empty one, and an empty object. */
static void put_nested(struct sfp_json *j)
{
    json_begin(j, NULL);
    json_list(j, "list");
    json_list(j, NULL);
    json_count(j, NULL, 1);
    json_count(j, NULL, 2);
    json_list_end(j);
    json_list(j, NULL);
    json_list_end(j);
    json_begin(j, NULL);
    json_list(j, "none");
    json_list_end(j);
    json_end(j);
    json_list_end(j);
    json_begin(j, "object");
    json_end(j);
    json_end(j);
}

static void forms(void **state)
{
    struct sfp_json indented = {0}, line = {.form = SFP_JSON_LINE}, compact = {.form = SFP_JSON_COMPACT};

    (void)state;
    put_nested(&indented);
    expect(&indented, "{\n"
                      "  \"list\": [\n"
                      "    [\n"
                      "      1,\n"
                      "      2\n"
                      "    ],\n"
                      "    [],\n"
                      "    {\n"
                      "      \"none\": []\n"
                      "    }\n"
                      "  ],\n"
                      "  \"object\": {}\n"
                      "}\n");
    put_nested(&line);
    expect(&line, "{\"list\": [[1, 2], [], {\"none\": []}], \"object\": {}}\n");
    put_nested(&compact);
    expect(&compact, "{\"list\":[[1,2],[],{\"none\":[]}],\"object\":{}}\n");
}

/* Containers on a line within others, and lines that are begun in them. */
static void lines(void **state)
{
    struct sfp_json j = {0};

    (void)state;
    json_begin(&j, NULL);
    json_list_on_line(&j, "a");
    json_begin(&j, NULL);
    json_list(&j, "b");
    json_count(&j, NULL, 1);
    json_count(&j, NULL, 2);
    json_list_end(&j);
    json_end(&j);
    json_new_line(&j, 7);
    json_begin_on_line(&j, NULL);
    json_end(&j);
    json_new_line(&j, 0);
    json_list_end(&j);
    json_list(&j, "c");
    json_count(&j, NULL, 3);
    json_list_end(&j);
    json_end(&j);
    expect(&j, "{\n"
               "  \"a\": [{\"b\": [1, 2]},\n"
               "       {}\n"
               "],\n"
               "  \"c\": [\n"
               "    3\n"
               "  ]\n"
               "}\n");
}

static void documents(void **state)
{
    struct sfp_json j = {.form = SFP_JSON_LINE};

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        json_begin(&j, NULL);
        json_count(&j, "i", i);
        json_end(&j);
    }
    expect(&j, "{\"i\": 0}\n{\"i\": 1}\n{\"i\": 2}\n");
}

/* ---- Strings ---- */

static void expect_text(const char *bytes, size_t size, bool ascii, const char *text)
{
    struct sfp_json j = {.ascii = ascii};

    json_bytes(&j, NULL, bytes, size);
    expect(&j, text);
}

static void escapes(void **state)
{
    static const char controls[] = "\0\x01\b\t\n\v\f\r\x1F";

    (void)state;
    expect_text("", 0, false, "\"\"");
    expect_text("\"\\/", 3, false, "\"\\\"\\\\/\"");
    expect_text(controls, sizeof controls - 1, false, "\"\\u0000\\u0001\\b\\t\\n\\u000B\\f\\r\\u001F\"");
    expect_text(" ~\x7F", 3, true, "\" ~\x7F\"");
    expect_text("\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 18, false,
                "\"\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"");
    expect_text("\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 18, true,
                "\"\\u0080\\u07FF\\u0800\\uFFFF\\uD800\\uDC00\\uDBFF\\uDFFF\"");
}

/* Not UTF-8: a continuation alone, a character cut short, a longer form than is needed, a surrogate, one beyond all. */
static void not_utf8(void **state)
{
    (void)state;
    expect_text("a\x80" "b", 3, false, "\"a?b\"");
    expect_text("\xE2\x82", 2, false, "\"??\"");
    expect_text("\xC0\x80", 2, true, "\"??\"");
    expect_text("\xED\xA0\x80", 3, false, "\"???\"");
    expect_text("\xF4\x90\x80\x80\xC3\xA9", 6, false, "\"????\xC3\xA9\"");
}

static void shown(void **state)
{
    struct sfp_json j = {.ascii = true};

    (void)state;
    json_shown(&j, NULL, "\t\x1B\x7F\xC2\x9B\xE2\x80\xAE\xC3\xA9\xFF");
    expect(&j, "\"\\t?" "??" "?" "???" "\\u00E9?\"");
}

static void names(void **state)
{
    struct sfp_json j = {.form = SFP_JSON_COMPACT};

    (void)state;
    json_begin(&j, NULL);
    json_text(&j, "a\"b", "t");
    json_text_or_null(&j, "c", NULL);
    json_text_or_null(&j, "d", "");
    json_format(&j, "e", "%s:%d", "\n", -1);
    json_bool(&j, "f", true);
    json_bool(&j, "g", false);
    json_nothing(&j, "h");
    json_end(&j);
    expect(&j, "{\"a\\\"b\":\"t\",\"c\":null,\"d\":\"\",\"e\":\"\\n:-1\",\"f\":true,\"g\":false,\"h\":null}\n");
}

/* ---- Numbers ---- */

static void whole_numbers(void **state)
{
    struct sfp_json j = {.form = SFP_JSON_LINE};

    (void)state;
    json_list(&j, NULL);
    json_count(&j, NULL, 0);
    json_count(&j, NULL, 10);
    json_count(&j, NULL, UINT64_MAX);
    json_signed(&j, NULL, INT64_MIN);
    json_signed(&j, NULL, -1);
    json_signed(&j, NULL, 0);
    json_signed(&j, NULL, INT64_MAX);
    json_count_if(&j, true, NULL, 5);
    json_count_if(&j, false, NULL, 5);
    json_list_end(&j);
    expect(&j, "[0, 10, 18446744073709551615, -9223372036854775808, -1, 0, 9223372036854775807, 5, null]\n");
}

static void hexadecimal(void **state)
{
    struct sfp_json j = {.form = SFP_JSON_LINE};

    (void)state;
    json_list(&j, NULL);
    json_hex(&j, NULL, 0, 0);
    json_hex(&j, NULL, 0, 1);
    json_hex(&j, NULL, 0xAB, 8);
    json_hex(&j, NULL, 0x12345, 4);
    json_hex(&j, NULL, UINT64_MAX, 16);
    json_hex(&j, NULL, 0, 16);
    json_list_end(&j);
    expect(&j, "[\"0x\", \"0x0\", \"0x000000ab\", \"0x12345\", \"0xffffffffffffffff\", \"0x0000000000000000\"]\n");
}

static const double doubles[] = {
    0, -0.0, 1, -1.5, 0.1, 1e15, 1e16, 1e17, 123456789012345678.0, 1e-4, 1e-5, 1.5e-7, 1e100, -1e-100, DBL_MAX, DBL_MIN,
    DBL_TRUE_MIN, 2.0 / 3, 1e22, 1e23, 4294967295, 9007199254740992,
};
enum { DOUBLES = sizeof doubles / sizeof doubles[0] };

static void put_doubles(struct sfp_json *j)
{
    json_list(j, NULL);
    for (size_t i = 0; i < DOUBLES; i++)
        json_double(j, NULL, doubles[i]);
    json_list_end(j);
}

static void exact_doubles(void **state)
{
    struct sfp_json j = {.form = SFP_JSON_LINE};

    (void)state;
    put_doubles(&j);
    expect(&j, "[0.0, -0.0, 1.0, -1.5, 0.10000000000000001, 1000000000000000.0, 10000000000000000.0, 1e17, "
               "1.2345678901234568e17, 0.0001, 1.0000000000000001e-5, 1.4999999999999999e-7, 1e100, "
               "-1e-100, 1.7976931348623157e308, 2.2250738585072014e-308, 4.9406564584124654e-324, "
               "0.66666666666666663, 1e22, 9.9999999999999992e22, 4294967295.0, 9007199254740992.0]\n");
}

/* As jansson writes them, whose text is what files have had. */
static void doubles_of_jansson(void **state)
{
    (void)state;
    for (int digits = 6; digits <= 17; digits += 11) {
        struct sfp_json j = {.form = SFP_JSON_LINE, .digits = digits};
        json_t *array = json_array();
        char *text;

        for (size_t i = 0; i < DOUBLES; i++)
            json_array_append_new(array, json_real(doubles[i]));
        text = json_dumps(array, JSON_REAL_PRECISION((size_t)digits));
        json_decref(array);
        put_doubles(&j);
        assert_int_equal(j.text.data[j.text.size - 1], '\n');
        j.text.size--;
        expect(&j, text);
        free(text);
    }
}

static void no_numbers(void **state)
{
    struct sfp_json j = {.form = SFP_JSON_LINE};

    (void)state;
    json_list(&j, NULL);
    json_double(&j, NULL, NAN);
    json_double(&j, NULL, -NAN);
    json_double(&j, NULL, INFINITY);
    json_double(&j, NULL, -INFINITY);
    json_list_end(&j);
    expect(&j, "[\"nan\", \"nan\", \"inf\", \"-inf\"]\n");
}

static void point_of_locale(void **state)
{
    struct sfp_json j = {.form = SFP_JSON_LINE};

    (void)state;
    take_comma();
    json_list(&j, NULL);
    json_double(&j, NULL, 1.5);
    json_double(&j, NULL, 1.5e300);
    json_double(&j, NULL, 2);
    json_list_end(&j);
    setlocale(LC_NUMERIC, "C");
    expect(&j, "[1.5, 1.5000000000000001e300, 2.0]\n");
}

/* ---- Parts, and what was read ---- */

static void parts(void **state)
{
    struct sfp_json j = {0}, part = {.base = 1}, empty = {.base = 1};

    (void)state;
    json_list(&part, NULL);
    json_begin(&part, NULL);
    json_count(&part, "x", 1);
    json_end(&part);
    json_list_end(&part);
    json_list(&empty, NULL);
    json_list_end(&empty);
    json_begin(&j, NULL);
    json_splice(&j, "part", &part);
    json_splice(&j, "empty", &empty);
    json_end(&j);
    json_free(&part);
    json_free(&empty);
    expect(&j, "{\n"
               "  \"part\": [\n"
               "    {\n"
               "      \"x\": 1\n"
               "    }\n"
               "  ],\n"
               "  \"empty\": []\n"
               "}\n");
}

static void trees(void **state)
{
    static const char text[] = "{\"a\": [true, false, null, {}], \"b\\n\": \"\\u0000\", \"c\": -9223372036854775808, "
                               "\"d\": 0.5, \"e\": []}\n";
    struct sfp_json j = {.form = SFP_JSON_LINE}, again = {.form = SFP_JSON_LINE};
    json_t *tree = json_loads(text, JSON_ALLOW_NUL, NULL);

    (void)state;
    json_tree(&j, NULL, tree);
    expect(&j, text);
    json_decref(tree);

    put_nested(&j);
    tree = json_tree_of(&j);
    json_tree(&again, NULL, tree);
    json_decref(tree);
    expect(&again, "{\"list\": [[1, 2], [], {\"none\": []}], \"object\": {}}\n");
    json_tree(&again, NULL, NULL);
    assert_true(again.failed);
    json_free(&again);
}

/* ---- Streams, and memory that runs out ---- */

/* What comes on a stream is what is kept, whatever the sizes of its pieces; after each document, all of it. */
static void streams(void **state)
{
    enum { MOST = 9000 };
    static char long_text[MOST + 1];
    char *got;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    struct sfp_json kept = {.form = SFP_JSON_LINE}, j = {.out = out, .form = SFP_JSON_LINE};

    (void)state;
    memset(long_text, 'x', MOST);
    assert_true(json_reserve(&j));
    for (size_t length = 1; length <= MOST; length = 3 * length + 1) {
        struct sfp_json *const both[] = {&kept, &j};

        for (unsigned i = 0; i < 2; i++) {
            json_list(both[i], NULL);
            json_bytes(both[i], NULL, long_text, length);
            json_count(both[i], NULL, length);
            json_list_end(both[i]);
        }
        fflush(out);
        assert_int_equal(size, kept.text.size);
        assert_memory_equal(got, kept.text.data, size);
    }
    assert_false(j.failed);
    json_free(&j);
    json_free(&kept);
    fclose(out);
    free(got);
}

static void printed(void **state)
{
    char *got;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    struct sfp_json j = {0};

    (void)state;
    put_nested(&j);
    j.failed = true;
    assert_false(json_print(&j, out));
    j = (struct sfp_json){.form = SFP_JSON_COMPACT};
    put_nested(&j);
    assert_true(json_print(&j, out));
    fclose(out);
    assert_string_equal(got, "{\"list\":[[1,2],[],{\"none\":[]}],\"object\":{}}\n");
    free(got);
}

static void put_much(struct sfp_json *j)
{
    json_list(j, NULL);
    for (unsigned i = 0; i < 2000; i++)
        json_format(j, NULL, "number %u", i);
    json_list_end(j);
}

/* Whichever allocation fails: there is no text, what is left is freed, and the rest is done all the same. */
static void memory_runs_out(void **state)
{
    struct sfp_json j = {0};
    char *whole, *text;

    (void)state;
    put_much(&j);
    whole = json_take(&j, NULL);
    memory.lack = ONE_FAILS;
    for (memory.number = 1;; memory.number = memory.number < 10 ? memory.number + 1 : 3 * memory.number) {
        const size_t blocks = scarce_memory_blocks();

        memory.count = 0;
        j = (struct sfp_json){0};
        put_much(&j);
        text = json_take(&j, NULL);
        if (text)
            break;
        assert_int_equal(scarce_memory_blocks(), blocks);
    }
    memory.lack = NO_LACK;
    assert_true(memory.number > 1000);
    assert_string_equal(text, whole);
    free(text);
    free(whole);
}

/* With its room a writer to a stream needs no more. */
static void room_is_enough(void **state)
{
    FILE *out = fopen("/dev/null", "w");
    struct sfp_json j = {.out = out};

    (void)state;
    assert_non_null(out);
    memory.lack = ALL_FAIL_FROM;
    memory.number = 1;
    memory.count = 0;
    assert_false(json_reserve(&j));
    memory.lack = NO_LACK;
    j = (struct sfp_json){.out = out};
    assert_true(json_reserve(&j));
    memory.lack = ALL_FAIL_FROM;
    memory.count = 0;
    for (unsigned i = 0; i < 1000; i++)
        put_nested(&j);
    assert_int_equal(memory.count, 0);
    memory.lack = NO_LACK;
    assert_false(j.failed);
    json_free(&j);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(lines),
        cmocka_unit_test(documents),
        cmocka_unit_test(escapes),
        cmocka_unit_test(not_utf8),
        cmocka_unit_test(shown),
        cmocka_unit_test(names),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(hexadecimal),
        cmocka_unit_test(exact_doubles),
        cmocka_unit_test(doubles_of_jansson),
        cmocka_unit_test(no_numbers),
        cmocka_unit_test(point_of_locale),
        cmocka_unit_test(parts),
        cmocka_unit_test(trees),
        cmocka_unit_test(streams),
        cmocka_unit_test(printed),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(room_is_enough),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
