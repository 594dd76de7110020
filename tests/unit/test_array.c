/* Arrays that grow, and search in those that are in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/array.h"

static void grow(void **state)
{
    enum { MOST = 100 };
    uint16_t *items = NULL;
    size_t capacity = 0, moved = 0;

    (void)state;
    for (uint16_t count = 0; count < MOST; count++) {
        const size_t before = capacity;

        assert_true(array_room(&items, count, &capacity, sizeof *items));
        assert_true(capacity > count);
        moved += capacity != before;
        items[count] = count;
    }
    assert_int_equal(capacity, 128);
    assert_int_equal(moved, 4); /* to 16, 32, 64, 128 */
    for (uint16_t i = 0; i < MOST; i++)
        assert_int_equal(items[i], i);
    assert_false(array_room(&items, capacity, &capacity, SIZE_MAX / 2));
    assert_int_equal(capacity, 128);
    assert_int_equal(items[MOST - 1], MOST - 1);
    free(items);
}

struct item {
    char other;
    int place;
};

static bool is_before(const void *item, const void *key)
{
    return ((const struct item *)item)->place < *(const int *)key;
}

/* Arrays of each length up to 40, with two items at each place: every key between, at and beyond them. */
static void before(void **state)
{
    enum { MOST = 40 };
    struct item items[MOST];

    (void)state;
    for (int i = 0; i < MOST; i++)
        items[i] = (struct item){.place = i / 2 * 10};
    for (int count = 0; count <= MOST; count++) {
        for (int key = -1; key <= MOST * 5 + 1; key++) {
            int expected = 0;

            while (expected < count && items[expected].place < key)
                expected++;
            assert_int_equal(array_before(items, (size_t)count, sizeof *items, is_before, &key), expected);
        }
    }
    assert_int_equal(array_before(NULL, 0, sizeof *items, is_before, &(int){0}), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grow),
        cmocka_unit_test(before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
