/* What a terminal is shown: every character, and every sequence of bytes that is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/terminal.h"

/* UTF-8 by its definition (Unicode, table 3-6). */
static size_t encode(uint32_t c, char *text)
{
    if (c < 0x80) {
        text[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        text[0] = (char)(0xC0 | c >> 6);
        text[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        text[0] = (char)(0xE0 | c >> 12);
        text[1] = (char)(0x80 | (c >> 6 & 0x3F));
        text[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    text[0] = (char)(0xF0 | c >> 18);
    text[1] = (char)(0x80 | (c >> 12 & 0x3F));
    text[2] = (char)(0x80 | (c >> 6 & 0x3F));
    text[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

/* Controls but the tab, surrogates, marks of direction, separators of lines. */
static bool is_hidden(uint32_t c)
{
    switch (c) {
    case 0x00 ... 0x08:
    case 0x0A ... 0x1F:
    case 0x7F ... 0x9F:
    case 0x061C:
    case 0x200E:
    case 0x200F:
    case 0x2028:
    case 0x2029:
    case 0x202A ... 0x202E:
    case 0x2066 ... 0x2069:
    case 0xD800 ... 0xDFFF:
        return true;
    default:
        return false;
    }
}

static void every_character(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x110000; c++) {
        char text[5] = "";
        const size_t size = encode(c, text);
        const size_t expected = is_hidden(c) ? 0 : size;

        text[size] = '\0';
        if (shown_size(text, size) != expected)
            fail_msg("U+%04X: %zu, not %zu", c, shown_size(text, size), expected);
        /* Less of it is none. */
        if (size > 1)
            assert_int_equal(shown_size(text, size - 1), 0);
    }
}

static bool is_in(uint8_t byte, uint8_t low, uint8_t high)
{
    return byte >= low && byte <= high;
}

/* Well-formed sequences of three bytes at most (Unicode, table 3-7). */
static size_t well_formed(const uint8_t *b)
{
    if (b[0] < 0x80)
        return 1;
    if (is_in(b[0], 0xC2, 0xDF) && is_in(b[1], 0x80, 0xBF))
        return 2;
    if (is_in(b[0], 0xE0, 0xEF) && is_in(b[1], b[0] == 0xE0 ? 0xA0 : 0x80, b[0] == 0xED ? 0x9F : 0xBF) &&
        is_in(b[2], 0x80, 0xBF))
        return 3;
    return 0;
}

static void every_three_bytes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 1 << 24; i++) {
        const uint8_t bytes[4] = {(uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i, 0};
        const size_t shown = shown_size((const char *)bytes, 3);

        if (shown > 1 ? shown != well_formed(bytes) : shown == 1 && bytes[0] >= 0x80)
            fail_msg("%02X %02X %02X: %zu", bytes[0], bytes[1], bytes[2], shown);
    }
}

static void four_bytes(void **state)
{
    static const struct { const char *text; size_t size; } cases[] = {
        {"\xF0\x8F\xBF\xBF", 0}, /* U+FFFF in too many bytes */
        {"\xF0\x90\x80\x80", 4}, /* U+10000 */
        {"\xF4\x8F\xBF\xBF", 4}, /* U+10FFFF */
        {"\xF4\x90\x80\x80", 0}, /* beyond the last */
        {"\xF5\x80\x80\x80", 0},
        {"\xF8\x88\x80\x80", 0}, /* the first of five */
        {"\xF0\x9F\x98\x28", 0},
        {"\xFF\x80\x80\x80", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(shown_size(cases[i].text, 4), cases[i].size);
}

/* A byte that is not shown is a question mark, whatever it belongs to. */
static const char given[] = "a\tb\xC3\xA9\x1B[1m\xC2\x9B\xE2\x80\xAE\xFF\xE2\x82";
static const char shown[] = "a\tb\xC3\xA9?[1m????????";

static void made_shown(void **state)
{
    char text[sizeof given];

    (void)state;
    memcpy(text, given, sizeof given);
    shown_make(text, strlen(text));
    assert_string_equal(text, shown);
}

static void put_shown(void **state)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    (void)state;
    assert_non_null(stream);
    shown_put(stream, given, strlen(given));
    shown_put(stream, given, 0);
    shown_print(stream, "%s\n%d", given, 5);
    fclose(stream);
    assert_int_equal(size, 2 * strlen(shown) + 3);
    assert_memory_equal(text, shown, strlen(shown));
    assert_memory_equal(text + strlen(shown), shown, strlen(shown));
    assert_string_equal(text + 2 * strlen(shown), "?5\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character), cmocka_unit_test(every_three_bytes), cmocka_unit_test(four_bytes),
        cmocka_unit_test(made_shown),      cmocka_unit_test(put_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
