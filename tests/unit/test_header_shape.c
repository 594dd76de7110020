/*
 * The shape of a kernel for its header, by hand: set-up, the loop and its turns. Words of Wormhole: SFPLOADI L0 0x71000000
 * + constant, SFPLOAD 0x70030000, SFPSTORE 0x72030000, SFPNOP 0x8F000000, INCRWC 0x38000000, SFPCONFIG 0x91000000. REPLAY is
 * 0x04 << 24, slot << 14, length << 4, execute << 1, record.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "header/shape.h"

enum {
    LOADI = 0x71000000, LOAD = 0x70030000, STORE = 0x72030000, INCRWC = 0x38000000,
};
#define NOP 0x8F000000
#define CONFIG 0x91000000
#define RECORD(length) (0x04000003 | (length) << 4)
#define PLAY(length) (0x04000000 | (length) << 4)

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void assert_shape(const uint32_t *words, size_t count, size_t given, struct kernel_shape expected)
{
    struct sfp_index index;
    struct kernel_shape shape;
    bool lost;

    sfp_index_init(&index, SFP_WH);
    shape = shape_find(&index, words, count, given, &lost);
    assert_false(lost);
    assert_int_equal(shape.setup, expected.setup);
    assert_int_equal(shape.first, expected.first);
    assert_int_equal(shape.body, expected.body);
    assert_int_equal(shape.turns, expected.turns);
}

static void test_written_loop(void **state)
{
    static const uint32_t words[] = {LOADI, CONFIG, LOAD, STORE, INCRWC, LOAD, STORE, INCRWC, NOP};

    (void)state;
    assert_shape(words, COUNT(words), SIZE_MAX, (struct kernel_shape){2, 2, 3, 2});
}

/* A region "init" can be shorter than the words that look like set-up. The loop is then found after the other words. */
static void test_given_setup(void **state)
{
    static const uint32_t words[] = {LOADI, CONFIG, LOAD, STORE, INCRWC, LOAD, STORE, INCRWC};

    (void)state;
    assert_shape(words, COUNT(words), 1, (struct kernel_shape){1, 2, 3, 2});
    assert_shape(words, COUNT(words), 8, (struct kernel_shape){8, 8, 0, 0});
}

/* Recorded words stay together: the four equal loads are no loop, but the three plays, of four words each, are. */
static void test_recorded(void **state)
{
    static const uint32_t words[] = {RECORD(4), LOAD, LOAD, LOAD, LOAD, PLAY(4), PLAY(4), PLAY(4), NOP};

    (void)state;
    assert_shape(words, COUNT(words), SIZE_MAX, (struct kernel_shape){0, 5, 1, 3});
}

/* A REPLAY that plays the words recorded and executed just before is a loop of one turn: recorded and played words are six
 * of eight here. A REPLAY of fewer words is no loop; nor is a REPLAY of words that were recorded without being executed;
 * nor are two recorded and played words of five. */
static void test_one_play(void **state)
{
    static const uint32_t words[] = {RECORD(3), LOAD, LOAD, STORE, PLAY(3), NOP, NOP};
    static const uint32_t alone[] = {RECORD(1), LOAD, PLAY(1)};
    static const uint32_t fewer[] = {RECORD(3), LOAD, LOAD, STORE, PLAY(2), NOP};
    static const uint32_t silent[] = {RECORD(3) & ~2u, LOAD, LOAD, STORE, PLAY(3), NOP};
    static const uint32_t few[] = {RECORD(1), LOAD, PLAY(1), STORE, INCRWC, NOP};

    (void)state;
    assert_shape(words, COUNT(words), SIZE_MAX, (struct kernel_shape){0, 4, 1, 1});
    assert_shape(alone, COUNT(alone), SIZE_MAX, (struct kernel_shape){0, 2, 1, 1});
    assert_shape(fewer, COUNT(fewer), SIZE_MAX, (struct kernel_shape){0, 6, 0, 0});
    assert_shape(silent, COUNT(silent), SIZE_MAX, (struct kernel_shape){0, 6, 0, 0});
    assert_shape(few, COUNT(few), SIZE_MAX, (struct kernel_shape){0, 6, 0, 0});
}

/* A recording at the program's end may want more words than there are. */
static void test_cut_recording(void **state)
{
    static const uint32_t words[] = {LOAD, LOAD, RECORD(8), LOAD};

    (void)state;
    assert_shape(words, COUNT(words), SIZE_MAX, (struct kernel_shape){0, 0, 1, 2});
}

/* Words that are less than a turn lie before the repetition, unless it is at the start. STORE, NOP, then two turns of
 * PLAY, STORE, NOP. */
static void test_first_turn_apart(void **state)
{
    static const uint32_t words[] = {RECORD(1), LOAD, STORE, NOP, PLAY(1), STORE, NOP, PLAY(1), STORE, NOP};
    static const uint32_t partly[] = {LOAD, STORE, NOP, LOAD, STORE, NOP, LOAD};

    (void)state;
    assert_shape(words, COUNT(words), SIZE_MAX, (struct kernel_shape){0, 4, 3, 2});
    assert_shape(partly, COUNT(partly), SIZE_MAX, (struct kernel_shape){0, 0, 3, 2});
}

/* Words that repeat count as a loop only if they are at least half of the program. Here SFPNOP repeats: two of five words
 * are less than half, and three of six are half. */
static void test_little_repeats(void **state)
{
    static const uint32_t few[] = {LOAD, STORE, INCRWC, NOP, NOP};
    static const uint32_t enough[] = {LOAD, STORE, INCRWC, NOP, NOP, NOP};

    (void)state;
    assert_shape(few, COUNT(few), SIZE_MAX, (struct kernel_shape){0, 5, 0, 0});
    assert_shape(enough, COUNT(enough), SIZE_MAX, (struct kernel_shape){0, 3, 1, 3});
}

/* The words are two turns of four words or four turns of two: the shorter turn wins. */
static void test_shortest_turn(void **state)
{
    static const uint32_t words[] = {LOAD, STORE, LOAD, STORE, LOAD, STORE, LOAD, STORE};

    (void)state;
    assert_shape(words, COUNT(words), SIZE_MAX, (struct kernel_shape){0, 0, 2, 4});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_loop),     cmocka_unit_test(test_given_setup),
        cmocka_unit_test(test_recorded),         cmocka_unit_test(test_cut_recording),
        cmocka_unit_test(test_first_turn_apart), cmocka_unit_test(test_little_repeats),
        cmocka_unit_test(test_shortest_turn),    cmocka_unit_test(test_one_play),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
