/* The packed origins of words, against an array of them. */
#include "program/origins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WORDS = 20000 };

static uint32_t next_random(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 8;
}

/* Steps as programs have them, steps at the edge of a byte, jumps back and far on, other sources, further words. */
static struct sfp_origin after(struct sfp_origin last, uint32_t *random)
{
    static const uint32_t edges[] = {0, 1, 0xEE, 0xEF, 0xF0, 0xF1, 0xFF, 0x100};

    last.further = false;
    switch (next_random(random) % 8) {
    case 0: last.offset += edges[next_random(random) % 8]; break;
    case 1: last.offset -= next_random(random) % 1000; break;
    case 2: last.offset = next_random(random) << 8; break;
    case 3: last.source = next_random(random) % 3 ? 1 : UINT32_MAX; break;
    case 4: last.further = true; break;
    case 5: last = (struct sfp_origin){last.source + 1, last.offset + 7, true}; break;
    default: last.offset += 20; break;
    }
    return last;
}

static void assert_same(struct sfp_origin a, struct sfp_origin b)
{
    assert_int_equal(a.source, b.source);
    assert_int_equal(a.offset, b.offset);
    assert_int_equal(a.further, b.further);
}

static void test_any(void **state)
{
    struct sfp_origins packed = {0};
    struct sfp_origin *plain = calloc(WORDS, sizeof *plain);
    struct sfp_origin last = {0};
    struct origin_walk walk;
    uint32_t random = 1;

    (void)state;
    assert_non_null(plain);
    for (size_t i = 0; i < WORDS; i++) {
        plain[i] = last = after(last, &random);
        assert_true(sfp_origins_add(&packed, last));
    }
    assert_int_equal(packed.count, WORDS);
    walk = sfp_origins_from(&packed, 0);
    for (size_t i = 0; i < WORDS; i++)
        assert_same(sfp_origins_next(&walk), plain[i]);
    for (size_t i = 0; i < WORDS; i += 37)
        assert_same(sfp_origins_at(&packed, i), plain[i]);
    assert_same(sfp_origins_at(&packed, WORDS - 1), plain[WORDS - 1]);
    origins_free(&packed);
    free(plain);
}

/* A program of one word a line takes a byte for each, and 24 for each 256 of them. */
static void test_lines(void **state)
{
    struct sfp_origins packed = {0};

    (void)state;
    for (uint32_t i = 0; i < WORDS; i++)
        assert_true(sfp_origins_add(&packed, (struct sfp_origin){.offset = 239 * i}));
    assert_int_equal(packed.size, WORDS);
    for (uint32_t i = 0; i < WORDS; i += 255)
        assert_int_equal(sfp_origins_at(&packed, i).offset, 239 * i);
    origins_free(&packed);
}

/* A walk goes on while words are appended, as a block that is repeated has it. */
static void test_growing(void **state)
{
    struct sfp_origins packed = {0};
    struct origin_walk walk;

    (void)state;
    for (uint32_t i = 0; i < 3; i++)
        assert_true(sfp_origins_add(&packed, (struct sfp_origin){.offset = 1000 * i}));
    walk = sfp_origins_from(&packed, 1);
    for (uint32_t i = 0; i < WORDS; i++)
        assert_true(sfp_origins_add(&packed, sfp_origins_next(&walk)));
    for (size_t i = 1; i < packed.count; i++)
        assert_int_equal(sfp_origins_at(&packed, i).offset, i % 2 ? 1000 : 2000);
    origins_free(&packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_growing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
