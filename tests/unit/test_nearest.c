/*
 * The nearest of some names: by letters that are missing, too many, others, or swapped with their neighbour, each one
 * edit. Of n letters up to 3 less than (n + 1) / 2 may be wrong, of more less than (n + 1) / 3 + 1; a dot in front is
 * none of a short one's letters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/names.h"

enum { MOST_COST = 1 << 28, OFFER = 8 };

static const char *nearest_of(const char *name, uint64_t *spent, const char *const *candidates)
{
    struct nearest search;

    nearest_init(&search, spent, name, strlen(name));
    for (; *candidates; candidates++)
        nearest_offer(&search, *candidates);
    return search.best;
}

static void names(void **state)
{
    static const struct {
        const char *name, *best, *candidates[4];
    } cases[] = {
        /* how many edits are too many */
        {"a", NULL, {"a"}}, {"ab", "AB", {"AB"}}, {"ab", NULL, {"abc", "ac", "ba"}}, {"abc", "abd", {"abd"}},
        {"abc", NULL, {"axy", "abcde"}}, {"abcd", "abxd", {"abxd"}}, {"abcd", NULL, {"axxd", "abcdef", "ab"}},
        {"abcde", "axxde", {"axxde"}}, {"abcde", NULL, {"axxxe"}}, {"abcdefg", "abxxefg", {"abxxefg"}},
        {"abcdefg", NULL, {"axxxefg"}}, {"abcdefgh", "xxxdefgh", {"xxxdefgh"}}, {"abcdefgh", NULL, {"xxxxefgh"}},
        {"abcdefghijkl", "wxyzefghijkl", {"wxyzefghijkl"}}, {"abcdefghijkl", NULL, {"vwxyzfghijkl"}},
        {".ab", NULL, {".ac"}}, {".abc", ".abd", {".abd"}}, {".abc", NULL, {".axy"}}, {".abcd", ".axyd", {".axyd"}},
        /* what is one edit */
        {"abcd", "abdc", {"abdc"}}, {"abcd", "bacd", {"bacd"}}, {"abcd", "abcde", {"abcde"}}, {"abcd", "bcd", {"bcd"}},
        {"abcd", NULL, {"cdab"}}, {"ABCD", "abxd", {"abxd"}}, {"abcdef", "badcef", {"badcef"}},
        /* the nearest; of several the one that begins alike for longer, then the first by letters */
        {"abcde", "abcdx", {"abxyz", "axxde", "abcdx"}}, {"abcde", "abcdx", {"abcdx", "axxde"}},
        {"abcd", "abcx", {"axcd", "abcx", "abxd"}}, {"abcd", "abcx", {"abcy", "abcx", "abcz"}},
        {"abcd", "ABCD", {"abcd", "ABCD"}}, {"abcd", "ABCD", {"abxd", "ABCD"}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t spent = 0;
        const char *best = nearest_of(cases[i].name, &spent, cases[i].candidates);

        if (!best != !cases[i].best || (best && strcmp(best, cases[i].best) != 0))
            fail_msg("%s: %s, not %s", cases[i].name, best ? best : "none", cases[i].best ? cases[i].best : "none");
    }
}

/* Names of 64 letters at most are compared, where the search may be that long. */
static void long_names(void **state)
{
    char name[NEAREST_LONGEST + 2], other[NEAREST_LONGEST + 2];
    const char *const candidates[] = {other, NULL};
    uint64_t spent = 0;

    (void)state;
    memset(name, 'a', sizeof name);
    memset(other, 'a', sizeof other);
    name[NEAREST_LONGEST] = other[NEAREST_LONGEST] = '\0';
    assert_ptr_equal(nearest_of(name, &spent, candidates), other);
    other[NEAREST_LONGEST] = 'b';
    other[NEAREST_LONGEST + 1] = '\0';
    assert_null(nearest_of(name, &spent, candidates));
    name[NEAREST_LONGEST] = 'a';
    name[NEAREST_LONGEST + 1] = '\0';
    assert_null(nearest_of(name, &spent, candidates));
}

/* All searches of an assembly together cost so much at most: 8 a name, and a step for each pair of letters. A search
 * that was not done to its end has found nothing. */
static void costs(void **state)
{
    static const char *const one[] = {"abcx", NULL}, *const two[] = {"abcx", "klmnopqr", NULL};
    uint64_t spent = 0;

    (void)state;
    assert_string_equal(nearest_of("abcd", &spent, two), "abcx");
    assert_int_equal(spent, 2 * OFFER + 4 * 4);
    spent = MOST_COST - OFFER - 4 * 4 - 1;
    assert_string_equal(nearest_of("abcd", &spent, one), "abcx");
    assert_int_equal(spent, MOST_COST - 1);
    assert_null(nearest_of("abcd", &spent, one));
    spent = MOST_COST - OFFER - 4 * 4;
    assert_null(nearest_of("abcd", &spent, one));
    assert_int_equal(spent, MOST_COST);
    assert_null(nearest_of("abcd", &spent, one));
    assert_int_equal(spent, MOST_COST);
    assert_false(nearest_afford(&spent, 1));
    spent = MOST_COST - 1;
    assert_true(nearest_afford(&spent, 5));
    assert_int_equal(spent, MOST_COST + 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names), cmocka_unit_test(long_names), cmocka_unit_test(costs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
