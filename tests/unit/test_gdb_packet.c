/* Packets of gdb's remote protocol: sums worked by hand, the bytes of "m0,4" being 0x6d + 0x30 + 0x2c + 0x34 = 0xfd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "gdb/packet.h"

static struct packet_reader reader;

/* All bytes but the last come to nothing; what the last one comes to. */
static enum packet_event take(const char *bytes, size_t size)
{
    for (size_t i = 0; i + 1 < size; i++)
        assert_int_equal(packet_take(&reader, (unsigned char)bytes[i]), PACKET_NONE);
    return packet_take(&reader, (unsigned char)bytes[size - 1]);
}

static enum packet_event take_text(const char *text)
{
    return take(text, strlen(text));
}

static void test_take(void **state)
{
    (void)state;
    assert_int_equal(take_text("$m0,4#fd"), PACKET_WHOLE);
    assert_int_equal(reader.size, 4);
    assert_string_equal(reader.content, "m0,4");
    assert_int_equal(take_text("$m0,4#FD"), PACKET_WHOLE);
    assert_int_equal(take_text("$#00"), PACKET_WHOLE);
    assert_int_equal(reader.size, 0);
    assert_int_equal(take_text("+"), PACKET_TAKEN);
    assert_int_equal(take_text("-"), PACKET_AGAIN);
    assert_int_equal(take_text("\003"), PACKET_INTERRUPT);
    assert_int_equal(take_text("what is this?"), PACKET_NONE);
    assert_int_equal(take_text("$m0,4#fd"), PACKET_WHOLE);
}

static void test_damaged(void **state)
{
    (void)state;
    assert_int_equal(take_text("$m0,4#fc"), PACKET_DAMAGED);
    assert_int_equal(take_text("$m0,4#fx"), PACKET_DAMAGED);
    assert_int_equal(take_text("$m0,4#x"), PACKET_DAMAGED);
    assert_int_equal(take_text("$m0,$m0,4#fd"), PACKET_WHOLE); /* the first one was cut off */
    assert_string_equal(reader.content, "m0,4");
}

/* Within a packet no byte is special but these; an escaped one is flipped in bit 5. */
static void test_escapes(void **state)
{
    (void)state;
    assert_int_equal(take("$\003}\003+#ae", 8), PACKET_WHOLE); /* 3 + 0x7d + 3 + 0x2b */
    assert_int_equal(reader.size, 3);
    assert_memory_equal(reader.content, "\003#+", 3);
}

static void test_too_long(void **state)
{
    char *text = malloc(PACKET_MOST + 8);

    (void)state;
    assert_non_null(text);
    memset(text, 'a', PACKET_MOST + 8);
    text[0] = '$';
    memcpy(text + PACKET_MOST + 1, "#00", 3); /* 0x10000 times 0x61 */
    assert_int_equal(take(text, PACKET_MOST + 4), PACKET_WHOLE);
    assert_int_equal(reader.size, PACKET_MOST);
    memcpy(text + PACKET_MOST + 1, "a#61", 4);
    assert_int_equal(take(text, PACKET_MOST + 5), PACKET_TOO_LONG);
    assert_int_equal(take_text("$m0,4#fd"), PACKET_WHOLE);
    free(text);
}

static void test_put(void **state)
{
    struct text out = {0};

    (void)state;
    packet_put(&out, "m0,4", 4);
    packet_put(&out, "a}b", 3); /* 0x61 + 0x7d + 0x5d + 0x62 */
    packet_put(&out, "", 0);
    assert_int_equal(out.size, 20);
    assert_memory_equal(out.data, "$m0,4#fd$a}]b#9d$#00", 20);
    text_free(&out);
}

static void test_hex(void **state)
{
    struct text out = {0};
    unsigned char bytes[3] = {0};

    (void)state;
    packet_hex(&out, "\001\xAB\xff", 3);
    assert_int_equal(out.size, 6);
    assert_memory_equal(out.data, "01abff", 6);
    assert_true(packet_unhex("0aBc9f", 3, bytes));
    assert_memory_equal(bytes, "\x0a\xbc\x9f", 3);
    assert_false(packet_unhex("0g", 1, bytes));
    assert_false(packet_unhex("0", 1, bytes));
    text_free(&out);
}

static void test_numbers(void **state)
{
    const char *text = "1f,ffffffffffffffff:10000000000000000";
    uint64_t number;

    (void)state;
    assert_true(packet_number_before(&text, ',', &number));
    assert_int_equal(number, 0x1f);
    assert_true(packet_number(&text, &number));
    assert_true(number == UINT64_MAX);
    assert_false(packet_number(&text, &number)); /* none at the colon */
    text++;
    assert_false(packet_number(&text, &number)); /* too large */
    text = "12";
    assert_false(packet_number_before(&text, ',', &number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_take),     cmocka_unit_test(test_damaged), cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_too_long), cmocka_unit_test(test_put),     cmocka_unit_test(test_hex),
        cmocka_unit_test(test_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
