/*
 * Rows of a loop over Dst: all have the same words, with as many constants in registers as can stay there. The numbers
 * of words are counted beside each list.
 */
#include "unit/node_lists.h"

enum {
    ROWS = 8,
    STEP = 0x38008000,          /* INCRWC by a row */
    CONSTANTS = 10,
    TWO_WORDS = 0x3F812345, /* constants that take two words to load, and one */
    ONE_WORD = 0x3F820000,
    NUMBER_LSB = 16,
};

static struct selection selected;

static void select_list(unsigned how)
{
    char *error = NULL;

    if (!select_nodes(&list, how, &selected, &error))
        fail_msg("%s", error);
    if (!validate_selection(&list, &selected, &error))
        fail_msg("%s", error);
}

static void finish_rows(void)
{
    selection_free(&selected);
    node_list_free(&list);
}

/* Returns the index after the n-th step, from 0 on. */
static size_t step_end(unsigned n)
{
    for (size_t i = 0; i < selected.count; i++)
        if (selected.words[i].word == STEP && n-- == 0)
            return i + 1;
    fail_msg("too few steps");
    return 0;
}

/* The steps `first` to `last` end rows of `words` words, which are the same. */
static void expect_rows(unsigned first, unsigned last, size_t words)
{
    const size_t end = step_end(first);

    assert_true(end >= words);
    for (unsigned row = first + 1; row <= last; row++) {
        assert_int_equal(step_end(row) - step_end(row - 1), words);
        for (size_t i = 0; i < words; i++)
            assert_int_equal(selected.words[step_end(row) - words + i].word, selected.words[end - words + i].word);
    }
}

static int32_t numbered_constant(unsigned n)
{
    return constant((n % 2 ? ONE_WORD : TWO_WORDS) + (n << NUMBER_LSB));
}

/* x ^ c0 ^ c1 ... */
static int32_t combined(int32_t x)
{
    for (unsigned n = 0; n < CONSTANTS; n++)
        x = make("sfpxor", 0, -1, -1, numbered_constant(n), x);
    return x;
}

/*
 * Ten constants, of which six can stay: where one is combined that the row loads, it has a register and x has one.
 * Those of two words stay, and one of the others. A row loads the other four: 4 words, and a load, ten instructions
 * that combine, a store and the step are 13.
 */
static void constants_stay(void **state)
{
    (void)state;
    begin(SFP_BH, "7.38");
    for (unsigned row = 0; row < ROWS; row++) {
        store(combined(load(0)), 0);
        with(NODE_WORD, STEP);
    }
    select_list(0);
    expect_rows(0, ROWS - 1, 17);
    assert_int_equal(selected.count, 11 + ROWS * 17);
    finish_rows();
}

/* The same with a value from before the rows, which no row overwrites, not even the last: five constants can stay. A
 * row has a product and a word for a constant more. */
static void values_stay(void **state)
{
    int32_t before;

    (void)state;
    begin(SFP_BH, "7.38");
    before = load(64);
    for (unsigned row = 0; row < ROWS; row++) {
        store(product(combined(load(0)), before), 0);
        with(NODE_WORD, STEP);
    }
    select_list(0);
    expect_rows(0, ROWS - 1, 19);
    assert_int_equal(selected.count, 1 + 10 + ROWS * 19);
    finish_rows();
}

/* Rows without a step of the counter, at addresses two apart, and what comes after them. */
static void addresses_differ(void **state)
{
    size_t words[ROWS], row = 0;

    (void)state;
    begin(SFP_BH, "7.38");
    for (unsigned n = 0; n < ROWS; n++)
        store(combined(load(2 * n)), 2 * n);
    store(numbered_constant(0), 64);
    select_list(0);
    for (size_t i = 0; i < selected.count; i++) {
        const uint32_t opcode = selected.words[i].word >> 24;

        if (opcode == 0x70) /* SFPLOAD */
            words[row++] = i;
    }
    assert_int_equal(row, ROWS);
    for (row = 1; row + 1 < ROWS; row++) {
        assert_int_equal(words[row + 1] - words[row], 16);
        for (size_t i = 1; i < 15; i++) /* all but the load and the store */
            assert_int_equal(selected.words[words[row] + i].word, selected.words[words[row - 1] + i].word);
    }
    finish_rows();
}

/* Two loops that use the same constants: the second finds them in the registers. */
static void loops_share(void **state)
{
    (void)state;
    begin(SFP_BH, "7.38");
    for (unsigned row = 0; row < 2 * ROWS; row++) {
        if (row == ROWS)
            with(NODE_WORD, 0x37040000); /* SETRWC: the counter is 0 again */
        store(combined(load(0)), 0);
        with(NODE_WORD, STEP);
    }
    select_list(0);
    expect_rows(0, ROWS - 1, 17);
    expect_rows(ROWS, 2 * ROWS - 1, 17);
    assert_int_equal(selected.count, 11 + 2 * ROWS * 17 + 1);
    finish_rows();
}

/* With scheduling, there are no more cycles than without. */
static void scheduled_is_no_slower(void **state)
{
    uint64_t in_order;

    (void)state;
    begin(SFP_WH, "7.38");
    for (unsigned row = 0; row < ROWS; row++) {
        store(combined(load(0)), 0);
        with(NODE_WORD, STEP);
    }
    select_list(0);
    in_order = selected.cycles;
    selection_free(&selected);
    select_list(SELECT_SCHEDULE);
    assert_true(selected.cycles <= in_order);
    finish_rows();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_stay),
        cmocka_unit_test(values_stay),
        cmocka_unit_test(addresses_differ),
        cmocka_unit_test(loops_share),
        cmocka_unit_test(scheduled_is_no_slower),
    };

    return cmocka_run_group_tests_name("select_rows", tests, NULL, NULL);
}
