/* Data for SrcA and SrcB through the library: sfpu_feed_source(), runs, snapshots, perturbations, batches. */
#include "sfpu_test.h"

enum { VALUES = 16 * 16 };

/* Two products into Dst, each with a bank of SrcB of its own: 1 * 1.5 + 1 * -2 = -0.5 in column 0, and
 * 1 * 3 + 1 * -2 = 1 in column 1. */
static const char two_words[] = " ttmvmul 2, 0, 0, 0\n ttnop\n ttmvmul 2, 0, 0, 0\n ttnop\n";

static const uint16_t first[16] = {0x3FC0, 0x4040}, second[16] = {0xC000, 0xC000}; /* bf16: 1.5, 3; -2, -2 */

static sfpu_machine *fed_machine(const char *source)
{
    static uint16_t identity[VALUES];
    sfpu_machine *m = machine_with(SFPU_BLACKHOLE, source);

    for (unsigned i = 0; i < 16; i++)
        identity[17 * i] = 0x3F80;
    assert_int_equal(sfpu_feed_source(m, SFPU_SRCA, identity, sizeof identity, SFPU_PLAIN, "bf16", SFPU_ROWS), SFPU_OK);
    assert_int_equal(sfpu_feed_source(m, SFPU_SRCB, first, sizeof first, SFPU_PLAIN, "bf16", SFPU_ROWS), SFPU_OK);
    assert_int_equal(sfpu_feed_source(m, SFPU_SRCB, second, sizeof second, SFPU_PLAIN, "bf16:1", SFPU_ROWS), SFPU_OK);
    return m;
}

/* Cells are sign, mantissa of 7 bits, exponent: -0.5 is 0x807E, 1 is 0x007F. */
static void assert_result(sfpu_machine *m)
{
    uint16_t cell;

    assert_int_equal(sfpu_get_dst_word(m, 0, 0, &cell), SFPU_OK);
    assert_int_equal(cell, 0x807E);
    assert_int_equal(sfpu_get_dst_word(m, 0, 1, &cell), SFPU_OK);
    assert_int_equal(cell, 0x007F);
}

static void test_run(void **state)
{
    sfpu_machine *m = fed_machine(two_words);

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_result(m);
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK); /* the data do not begin again */
    assert_non_null(strstr(sfpu_error(m), "waits for data in SrcB, which nothing brings (banks fed: 2)"));
    sfpu_reset(m);
    assert_int_equal(sfpu_run(m, 1), SFPU_REFUSED); /* without banks, as before */
    sfpu_close(m);
}

/* A snapshot between the two products has the banks, and the place in the data. */
static void test_snapshot(void **state)
{
    sfpu_machine *m = fed_machine(two_words);
    sfpu_snapshot *snapshot;

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_take_snapshot(m, &snapshot), SFPU_OK);
    for (unsigned again = 0; again < 2; again++) {
        while (sfpu_step(m) == SFPU_STOPPED)
            continue;
        assert_result(m);
        assert_int_equal(sfpu_restore_snapshot(m, snapshot), SFPU_OK);
    }
    sfpu_free_snapshot(snapshot);
    sfpu_close(m);
}

/* Data that are fed later make a snapshot useless. */
static void test_snapshot_expires(void **state)
{
    sfpu_machine *m = fed_machine(two_words);
    sfpu_snapshot *snapshot;

    (void)state;
    assert_int_equal(sfpu_take_snapshot(m, &snapshot), SFPU_OK);
    assert_int_equal(sfpu_feed_source(m, SFPU_SRCB, first, sizeof first, SFPU_PLAIN, "bf16", SFPU_ROWS), SFPU_OK);
    assert_int_equal(sfpu_restore_snapshot(m, snapshot), SFPU_BAD_ARGUMENT);
    sfpu_free_snapshot(snapshot);
    sfpu_close(m);
}

static int ignore_text(void *context, const char *text, size_t size)
{
    (void)context, (void)text, (void)size;
    return 0;
}

/* Runs with late words begin with the same data each time, and leave those of the machine. A batch takes them. */
static void test_copies(void **state)
{
    const struct sfpu_perturbing what = {.size = sizeof what, .most = 1};
    const uint32_t cell = 0;
    const struct sfpu_cells cells = {.size = sizeof cells, .format = SFPU_BF16, .cells = &cell, .count = 1};
    sfpu_machine *m = fed_machine(two_words);
    sfpu_batch *batch;

    (void)state;
    assert_int_equal(sfpu_perturb(m, 1, &what, ignore_text, NULL), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_result(m);
    sfpu_close(m);
    m = fed_machine(two_words);
    assert_int_equal(sfpu_batch_open(m, &cells, &cells, &batch), SFPU_OK);
    sfpu_batch_close(batch);
    sfpu_close(m);
}

static struct sfpu_source_bank bank_of(sfpu_machine *m, int source, unsigned number)
{
    struct sfpu_source_bank bank = {.size = sizeof bank};

    assert_int_equal(sfpu_get_source_bank(m, source, number, &bank), SFPU_OK);
    return bank;
}

/* Before the run nothing is in the banks. Each product waits for SrcA, whose bank 0 stays, and gives SrcB's back: after
 * two of them both of SrcB's banks are the unpacker's, with their data, and bank 0 is next on both sides. */
static void test_banks(void **state)
{
    sfpu_machine *m = fed_machine(two_words);
    struct sfpu_source_bank bank;

    (void)state;
    bank = bank_of(m, SFPU_SRCB, 0);
    assert_true(!bank.valid && bank.is_read && bank.is_filled && bank.waiting == 2 && bank.data[0][0] == 0);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    bank = bank_of(m, SFPU_SRCA, 0);
    assert_true(bank.valid && bank.is_read && !bank.is_filled && bank.waiting == 0 && bank.format == 5);
    assert_int_equal(bank.data[3][3], 127 << 10); /* 1 */
    assert_int_equal(bank.data[3][4], 0);
    bank = bank_of(m, SFPU_SRCA, 1);
    assert_true(!bank.valid && !bank.is_read && bank.is_filled);
    bank = bank_of(m, SFPU_SRCB, 0);
    assert_true(!bank.valid && bank.is_read && bank.is_filled && bank.waiting == 0);
    assert_int_equal(bank.data[0][1], 128 << 10 | 1 << 9); /* 3 = 2^1 * 1.5 */
    bank = bank_of(m, SFPU_SRCB, 1);
    assert_int_equal(bank.data[0][0], 1 << 18 | 128 << 10); /* -2 */
    assert_int_equal(sfpu_get_source_bank(m, SFPU_SRCB, 2, &bank), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_source_bank(m, 2, 0, &bank), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_source_bank(m, SFPU_SRCB, 0, NULL), SFPU_BAD_ARGUMENT);
    sfpu_reset(m);
    assert_int_equal(sfpu_get_source_bank(m, SFPU_SRCB, 0, &bank), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

static void test_wrong_calls(void **state)
{
    sfpu_machine *m = machine_of(SFPU_BLACKHOLE);

    (void)state;
    assert_int_equal(sfpu_feed_source(m, 2, first, sizeof first, SFPU_PLAIN, "bf16", SFPU_ROWS), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_feed_source(m, SFPU_SRCA, NULL, 0, SFPU_PLAIN, "bf16", SFPU_ROWS), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_feed_source(m, SFPU_SRCA, first, sizeof first, SFPU_PLAIN, "bf16:0", SFPU_ROWS),
                     SFPU_BAD_INPUT);
    assert_int_equal(sfpu_feed_source(m, SFPU_SRCA, first, 3, SFPU_PLAIN, "bf16", SFPU_ROWS), SFPU_BAD_INPUT);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run), cmocka_unit_test(test_snapshot), cmocka_unit_test(test_snapshot_expires),
        cmocka_unit_test(test_copies), cmocka_unit_test(test_banks), cmocka_unit_test(test_wrong_calls),
    };

    return cmocka_run_group_tests_name("data for the matrix unit", tests, NULL, NULL);
}
