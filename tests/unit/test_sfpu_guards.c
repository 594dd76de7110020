/* libsfpu: what an observer may not do, and nobody while a batch is open: whoever does it changes nothing. */
#include "sfpu_test.h"

static const char observing[] = "an observer may read the machine, and nothing else";
static const char lent[] = "a batch is open, and until it is closed the machine is its own";

/* SFPLOADI of 2.0, and its square, which is 4.0 and takes two cycles. */
static const char square[] = "sfploadi L0, 0x4000, 0\n"
                             "sfpmul L1, L0, L0, L9, 0\n"
                             "sfpnop\n"
                             "sfpstore L1, 0, 3, 3\n";

static const struct sfpu_cells first_cell = {
    .size = sizeof first_cell, .format = SFPU_FP32, .cells = (const uint32_t[]){0}, .count = 1};

static int ignore_bytes(void *context, const char *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    (void)size;
    return 0;
}

static void ignore_finding(void *context, const struct sfpu_finding *finding)
{
    (void)context;
    (void)finding;
}

static void must_not_hear(void *context, const struct sfpu_event *event)
{
    (void)context;
    (void)event;
    fail_msg("an observer was exchanged");
}

static void must_not_diagnose(void *context, const struct sfpu_diagnostic *diagnostic)
{
    (void)context;
    (void)diagnostic;
    fail_msg("who hears diagnostics was exchanged");
}

static void try_programs(sfpu_machine *m, const char *why)
{
    static const uint32_t nop = 0x02000000;
    const struct sfpu_assembly assembly = {.size = sizeof assembly};

    assert_fails(m, sfpu_configure_assembly(m, &assembly), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_search_sources(m, NULL, 0), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_share_preprocessed(m, NULL), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_load_words(m, &nop, 1), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_load_text(m, "n.s", "sfpnop\n", 7), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_load_elf(m, &nop, 4, NULL), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_load_file(m, "/dev/null"), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_add_call(m, "f", NULL, 0), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_give(m, "mailbox-b", NULL, 0), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_poke(m, 0, &nop, 4), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_when_idle(m, 0, &nop, 4), SFPU_BAD_ARGUMENT, why);
}

static void try_state(sfpu_machine *m, const char *why)
{
    static const uint32_t lanes[SFPU_LANES], values[16 * 64];

    assert_fails(m, sfpu_set(m, "init", "reset"), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_reset(m), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_set_lreg(m, 0, lanes), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_set_flags(m, 0, 0), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_set_state(m, "{}", 2), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_write_dst(m, SFPU_FP32, SFPU_ROWS, values, sizeof values), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_configure_format(m, SFPU_BF16), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_set_dst_word(m, 0, 0, 1), SFPU_BAD_ARGUMENT, why);
}

static void try_runs(sfpu_machine *m, const char *why)
{
    const struct sfpu_running running = {.size = sizeof running, .untimed = 1};
    const struct sfpu_limits limits = {.size = sizeof limits, .cycles = 1};
    const struct sfpu_perturbing perturbing = {.size = sizeof perturbing, .most = 1};
    const struct sfpu_core_state core = {.size = sizeof core};
    sfpu_batch *batch;

    assert_fails(m, sfpu_configure_runs(m, &running), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_set_gaps(m, "* 1", 3), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_perturb(m, 1, &perturbing, ignore_bytes, NULL), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_run(m, 1), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_run_until(m, &limits), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_step(m), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_step_core(m), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_set_core_state(m, &core), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_set_memory(m, 0, &core, 4), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_end_run(m), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_batch_open(m, &first_cell, &first_cell, &batch), SFPU_BAD_ARGUMENT, why);
    assert_null(batch);
    assert_fails(m, sfpu_want(m, SFPU_SUMMARY, NULL, NULL), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_warn(m, "no-uninit"), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_limit_findings(m, SFPU_NOTE, 0), SFPU_BAD_ARGUMENT, why);
}

/* All that changes a machine. */
static void try_changes(sfpu_machine *m, const char *why)
{
    try_programs(m, why);
    try_state(m, why);
    try_runs(m, why);
    sfpu_clear_findings(m);
    sfpu_on_event(m, must_not_hear, NULL);
    sfpu_on_diagnostic(m, must_not_diagnose, NULL);
    sfpu_close(m);
}

/* And all that asks of its state. */
static void try_questions(sfpu_machine *m, int code)
{
    struct sfpu_stack stack = {.size = sizeof stack};
    struct sfpu_macros macros = {.size = sizeof macros};
    struct sfpu_config config = {.size = sizeof config};
    uint32_t lanes[SFPU_LANES], more;
    uint16_t word;
    static uint32_t values[16 * 64];
    size_t count;
    char *json = NULL;

    assert_int_equal(sfpu_get_lreg(m, 0, lanes), code);
    assert_int_equal(sfpu_get_flags(m, lanes, &more), code);
    assert_int_equal(sfpu_get_enabled(m, lanes), code);
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_DST, &more), code);
    assert_int_equal(sfpu_get_dst_word(m, 0, 0, &word), code);
    assert_int_equal(sfpu_get_stack(m, &stack), code);
    assert_int_equal(sfpu_get_macros(m, &macros), code);
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_DST, &more), code);
    assert_int_equal(sfpu_get_lane_config(m, lanes), code);
    assert_int_equal(sfpu_get_config(m, 0, &config), code);
    assert_int_equal(sfpu_read_dst(m, SFPU_FP32, SFPU_ROWS, values, sizeof values), code);
    assert_int_equal(sfpu_get_state(m, &json, NULL), code);
    sfpu_free(json);
    assert_int_equal(sfpu_check_state(m, "{}", 2), code);
    assert_int_equal(sfpu_compare_state(m, "{}", 2, NULL, NULL), code);
    assert_int_equal(sfpu_count_findings(m, &count, &count), code);
    assert_int_equal(sfpu_visit_findings(m, ignore_finding, NULL), code);
    assert_int_equal(sfpu_print_findings(m, 0, ignore_bytes, NULL), code);
    assert_int_equal(sfpu_configured_format(m), code == SFPU_OK ? SFPU_FP32 : code);
}

/* What is allowed in any case. */
static void try_rest(sfpu_machine *m)
{
    struct sfpu_progress progress = {.size = sizeof progress};
    char text[64];

    assert_int_equal(sfpu_get_progress(m, &progress), SFPU_OK);
    assert_int_equal(sfpu_word_count(m), 4);
    assert_int_equal(sfpu_place(m, 0, text, sizeof text), SFPU_OK);
    assert_int_equal(sfpu_disassemble(m, 0x71004000, text, sizeof text), SFPU_OK);
    result_of(m);
}

struct observer {
    sfpu_machine *m;
    size_t events;
};

static void interfere(void *context, const struct sfpu_event *event)
{
    struct observer *o = context;

    (void)event;
    o->events++;
    try_changes(o->m, observing);
    try_questions(o->m, SFPU_OK);
    try_rest(o->m);
}

/* There are at least a pass, and a fetch, a start and an end of three instructions. */
static void test_observer(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);
    struct observer o = {.m = m};

    (void)state;
    assert_int_equal(sfpu_set(m, "fp32-dest", ""), SFPU_OK);
    sfpu_on_event(m, interfere, &o);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg(m, 1, 0x40800000);
    assert_true(o.events >= 1 + 3 * 3);
    /* And not at any other time. */
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_reset(m), SFPU_OK);
    sfpu_on_event(m, NULL, NULL);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    sfpu_close(m);
}

static void test_batch(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);
    uint32_t in = 0, out;
    sfpu_batch *batch;

    (void)state;
    assert_int_equal(sfpu_batch_open(m, &first_cell, &first_cell, &batch), SFPU_OK);
    try_programs(m, lent);
    try_state(m, lent);
    try_runs(m, lent);
    sfpu_clear_findings(m);
    sfpu_on_event(m, must_not_hear, NULL);
    sfpu_on_diagnostic(m, must_not_diagnose, NULL);
    try_questions(m, SFPU_BAD_ARGUMENT);
    assert_fails(m, sfpu_report(m, SFPU_SUMMARY, ignore_bytes, NULL), SFPU_BAD_ARGUMENT, lent);
    try_rest(m);
    assert_int_equal(sfpu_batch_run(batch, &in, &out), SFPU_OK);
    assert_int_equal(out, 0x40800000);
    sfpu_batch_close(batch);
    assert_lreg(m, 1, 0x40800000);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    sfpu_close(m);
}

/* The machine that is closed first is still the batch's; the sanitizers know whether it goes with that. */
static void test_closed_before_its_batch(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);
    uint32_t in = 0, out;
    sfpu_batch *batch;

    (void)state;
    assert_int_equal(sfpu_batch_open(m, &first_cell, &first_cell, &batch), SFPU_OK);
    sfpu_close(m);
    assert_int_equal(sfpu_batch_run(batch, &in, &out), SFPU_OK);
    assert_int_equal(out, 0x40800000);
    sfpu_batch_close(batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_observer),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_closed_before_its_batch),
    };

    return cmocka_run_group_tests_name("what observers and batches keep", tests, NULL, NULL);
}
