/* A core's trail by itself: what was done, and what of it has come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "core/trail.h"

enum { PC = 0x1000 };

/* The i-th instruction leaves `value` in x1. */
static struct trail_step step_of(uint32_t i, uint32_t value)
{
    return (struct trail_step){.pc = PC + 4 * i, .rd = 1, .value = value, .executes = true};
}

static struct trail begun(const struct rv_core *core)
{
    struct trail t;

    trail_begin(&t, core);
    return t;
}

/* Three instructions, the second of which pushes a word: the first comes at once, the others when that has issued. */
static void test_order(void **state)
{
    struct rv_core core = {.pc = PC, .x = {[1] = 7, [2] = 8}};
    struct trail t = begun(&core);

    (void)state;
    assert_int_equal(t.x[2], 8);
    assert_int_equal(trail_pc(&t, &core), PC);
    for (uint32_t i = 0; i < 3; i++)
        trail_note(&t, &(struct trail_step){.pc = PC + 4 * i, .rd = i == 1 ? 0 : 1, .value = 10 + i, .executes = true},
                   i == 1);
    core.pc = PC + 12;
    assert_int_equal(t.ahead, 3);
    assert_int_equal(trail_pc(&t, &core), PC);
    assert_int_equal(t.x[1], 7);
    trail_catch_up(&t, 0);
    assert_int_equal(t.ahead, 2);
    assert_int_equal(trail_pc(&t, &core), PC + 4);
    assert_int_equal(t.x[1], 10);
    assert_null(trail_oldest(&t, 0));
    assert_int_equal(trail_oldest(&t, 1)->pc, PC + 4);
    trail_next(&t, 1);
    assert_int_equal(t.x[1], 10);
    assert_int_equal(trail_pc(&t, &core), PC + 8);
    trail_next(&t, 1);
    assert_int_equal(t.x[1], 12);
    assert_int_equal(t.ahead, 0);
    assert_int_equal(trail_pc(&t, &core), PC + 12);
    trail_free(&t);
}

/* What is set behind an instruction comes with it. */
static void test_set_behind(void **state)
{
    const struct rv_core core = {.pc = PC + 8};
    struct trail t = begun(&core);
    struct trail_step step = step_of(0, 1);

    (void)state;
    trail_note(&t, &step, false);
    trail_note(&t, &(struct trail_step){.rd = 5, .value = 50}, false);
    trail_note(&t, &(struct trail_step){.rd = 6, .value = 60}, false);
    step = step_of(1, 2);
    trail_note(&t, &step, false);
    assert_int_equal(t.ahead, 2);
    trail_next(&t, 0);
    assert_int_equal(t.x[1], 1);
    assert_int_equal(t.x[5], 50);
    assert_int_equal(t.x[6], 60);
    assert_int_equal(t.ahead, 1);
    assert_int_equal(trail_pc(&t, &core), PC + 4);
    trail_free(&t);
}

/* Bytes 1..4 were 1, 2, 3, 4; a word of 10s goes to 1, then half of one, of 20s, to 2. */
static void test_undo(void **state)
{
    const struct rv_core core = {.pc = PC};
    struct trail t = begun(&core);
    uint8_t bytes[6] = {0, 10, 20, 20, 10, 9};

    (void)state;
    trail_note(&t, &(struct trail_step){.address = 1, .bytes = 4, .old = {1, 2, 3, 4}, .executes = true}, true);
    trail_note(&t, &(struct trail_step){.address = 2, .bytes = 2, .old = {10, 10}, .executes = true}, false);
    trail_undo(&t, 2, bytes + 2, 2);
    assert_memory_equal(bytes, ((const uint8_t[]){0, 10, 2, 3, 10, 9}), sizeof bytes);
    memcpy(bytes, (const uint8_t[]){0, 10, 20, 20, 10, 9}, sizeof bytes);
    trail_next(&t, 1);
    trail_undo(&t, 0, bytes, sizeof bytes);
    assert_memory_equal(bytes, ((const uint8_t[]){0, 10, 10, 10, 10, 9}), sizeof bytes);
    trail_free(&t);
}

/* A byte that is set comes before what was stored: the first step that has it takes it. */
static void test_set_byte(void **state)
{
    const struct rv_core core = {.pc = PC};
    struct trail t = begun(&core);
    uint8_t bytes[2] = {20, 30};

    (void)state;
    trail_note(&t, &(struct trail_step){.address = 8, .bytes = 1, .old = {1}, .executes = true}, true);
    trail_note(&t, &(struct trail_step){.address = 8, .bytes = 2, .old = {10, 2}, .executes = true}, false);
    assert_true(trail_set_byte(&t, 8, 5));
    assert_true(trail_set_byte(&t, 9, 6));
    assert_false(trail_set_byte(&t, 10, 7));
    assert_false(trail_set_byte(&t, 7, 7));
    trail_undo(&t, 8, bytes, 2);
    assert_memory_equal(bytes, ((const uint8_t[]){5, 6}), 2);
    trail_next(&t, 1);
    memcpy(bytes, (const uint8_t[]){20, 30}, 2);
    trail_undo(&t, 8, bytes, 2);
    assert_memory_equal(bytes, ((const uint8_t[]){10, 6}), 2);
    trail_free(&t);
}

/* A thousand steps go round a ring that grows where its first one is anywhere. */
static void test_growing(void **state)
{
    const struct rv_core core = {.pc = PC};
    struct trail t = begun(&core), copy;
    uint32_t noted = 0, come = 0;

    (void)state;
    while (noted < 1000) {
        for (unsigned i = 0; i < 5; i++, noted++) {
            const struct trail_step step = step_of(noted, noted);

            trail_note(&t, &step, true);
        }
        for (unsigned i = 0; i < 2; i++, come++) {
            assert_int_equal(trail_pc(&t, &core), PC + 4 * come);
            trail_next(&t, come + 1);
            assert_int_equal(t.x[1], come);
        }
    }
    assert_int_equal(t.ahead, 600);
    assert_true(trail_copy(&copy, &t));
    trail_catch_up(&t, 1000);
    assert_int_equal(t.x[1], 999);
    trail_free(&t);
    assert_false(t.kept);
    assert_int_equal(copy.ahead, 600);
    assert_int_equal(copy.x[1], 399);
    trail_next(&copy, 401);
    assert_int_equal(copy.x[1], 400);
    trail_free(&copy);
    assert_true(trail_copy(&copy, &t)); /* of nothing */
    trail_free(&copy);
}

/* The oldest of too many come before their time. */
static void test_too_many(void **state)
{
    const struct rv_core core = {.pc = PC};
    struct trail t = begun(&core);

    (void)state;
    for (uint32_t i = 0; i < TRAIL_MOST + 3; i++) {
        const struct trail_step step = step_of(i, i);

        trail_note(&t, &step, i == 0);
    }
    assert_int_equal(t.ahead, TRAIL_MOST);
    assert_int_equal(t.x[1], 2);
    assert_int_equal(trail_pc(&t, &core), PC + 12);
    assert_false(t.lost);
    trail_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order), cmocka_unit_test(test_set_behind), cmocka_unit_test(test_undo),
        cmocka_unit_test(test_set_byte), cmocka_unit_test(test_growing), cmocka_unit_test(test_too_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
