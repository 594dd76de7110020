/*
 * When a caller's core pushes words (sfpu-riscv(7), Words without a core): hand-worked cases. The instruction cache has
 * lines of four instructions, Wormhole's 32 of them, and a miss costs a cycle there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/pace.h"

enum { MOST_WORDS = 160 };

/* Of words that are their own numbers but for `words`, which may be NULL. */
static struct tile_pace pace_of(enum sfp_arch arch, enum tile_pusher pusher, const uint32_t *words, size_t count)
{
    uint32_t own[MOST_WORDS];
    struct tile_pace pace;

    for (size_t i = 0; i < count; i++)
        own[i] = words ? words[i] : (uint32_t)i;
    assert_true(tile_pace(arch, pusher, false, own, count, &pace));
    return pace;
}

static void assert_pass(const struct tile_pass *pass, const uint32_t *gaps, size_t count, uint64_t instructions,
                        uint64_t fetching)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pass->gaps[i], gaps[i]);
    assert_int_equal(pass->instructions, instructions);
    assert_int_equal(pass->fetching, fetching);
}

static const uint32_t none[MOST_WORDS];

/* Instructions 0, 4 and 8 begin lines; in a second pass all are there. Blackhole's are there from the start. */
static void test_in_line(void **state)
{
    static const uint32_t gaps[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    struct tile_pace pace = pace_of(SFP_WH, TILE_PUSHED_INLINE, NULL, 9);

    (void)state;
    assert_pass(&pace.first, gaps, 9, 9, 3);
    assert_pass(&pace.later, none, 9, 9, 0);
    tile_pace_free(&pace);
    assert_null(pace.first.gaps);
    pace = pace_of(SFP_BH, TILE_PUSHED_INLINE, NULL, 9);
    assert_pass(&pace.first, none, 9, 9, 0);
    tile_pace_free(&pace);
}

/* Line 32, of word 128 alone, has the place of line 0: in a second pass these two are missed again. */
static void test_beyond_the_cache(void **state)
{
    struct tile_pace pace = pace_of(SFP_WH, TILE_PUSHED_INLINE, NULL, 129);
    uint32_t gaps[129] = {[0] = 1, [128] = 1};

    (void)state;
    assert_int_equal(pace.first.fetching, 33);
    assert_pass(&pace.later, gaps, 129, 129, 2);
    tile_pace_free(&pace);
}

/* lui, addi, sw: two cycles late, and one more each, as instructions 0, 4 and 8 begin lines. */
static void test_stored(void **state)
{
    static const uint32_t first[] = {3, 3, 3}, later[] = {2, 2, 2};
    struct tile_pace pace = pace_of(SFP_WH, TILE_PUSHED_STORES, NULL, 3);

    (void)state;
    assert_pass(&pace.first, first, 3, 9, 3);
    assert_pass(&pace.later, later, 3, 9, 0);
    tile_pace_free(&pace);
}

/* Two words are made by instructions 0 to 3, in five cycles; the first sw, which begins a line, takes two, of which one
 * is its own. */
static void test_hoisted(void **state)
{
    static const uint32_t words[] = {5, 7, 5}, first[] = {6, 0, 0};
    struct tile_pace pace = pace_of(SFP_WH, TILE_PUSHED_HOISTED, words, 3);

    (void)state;
    assert_pass(&pace.first, first, 3, 7, 2);
    assert_pass(&pace.later, none, 3, 3, 0);
    tile_pace_free(&pace);
}

/* Of 17 words, 16 stay: 32 instructions make them, and the last is made each time. */
static void test_more_than_stay(void **state)
{
    uint32_t first[17] = {[0] = 32, [16] = 2}, later[17] = {[16] = 2};
    struct tile_pace pace = pace_of(SFP_BH, TILE_PUSHED_HOISTED, NULL, 17);

    (void)state;
    assert_pass(&pace.first, first, 17, 32 + 16 + 3, 0);
    assert_pass(&pace.later, later, 17, 16 + 3, 0);
    tile_pace_free(&pace);
}

static void test_ideal(void **state)
{
    struct tile_pace pace = pace_of(SFP_WH, TILE_PUSHED_IDEAL, NULL, 9);

    (void)state;
    assert_pass(&pace.first, none, 9, 0, 0);
    assert_pass(&pace.later, none, 9, 0, 0);
    tile_pace_free(&pace);
}

static void test_names(void **state)
{
    enum tile_pusher pusher = TILE_PUSHED_IDEAL;
    char *error;

    (void)state;
    assert_true(tile_pusher_named("hoisted", &pusher, &error));
    assert_int_equal(pusher, TILE_PUSHED_HOISTED);
    assert_false(tile_pusher_named("hoist", &pusher, &error));
    assert_string_equal(error, "'hoist' is not among its values: ideal, inline, stores, hoisted");
    free(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_line), cmocka_unit_test(test_beyond_the_cache),
        cmocka_unit_test(test_stored),  cmocka_unit_test(test_hoisted),
        cmocka_unit_test(test_more_than_stay), cmocka_unit_test(test_ideal),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
