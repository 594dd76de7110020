/* libsfpu: what a function that the library calls may not do, and nobody while a batch is open: whoever does it changes
 * nothing. */
#include "sfpu_test.h"

#include <ctype.h>
#include <pthread.h>
#include <unistd.h>

static const char observing[] = "a function that the machine calls may only read the machine";
static const char lent[] = "the machine is lent to a batch until the batch is closed";

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

static void must_not_read(void *context, const char *path)
{
    (void)context;
    (void)path;
    fail_msg("who hears of files was exchanged");
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
    sfpu_program *program;

    assert_int_equal(sfpu_assemble_text(NULL, "p.s", "sfpnop\n", 7, &program), SFPU_OK);
    assert_fails(m, sfpu_configure_assembly(m, &assembly), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_search_sources(m, NULL, 0), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_share_preprocessed(m, NULL), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_select_thread(m, SFPU_THREAD_PACK), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_load_words(m, &nop, 1), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_load_text(m, "n.s", "sfpnop\n", 7), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_load_program(m, "p", program), SFPU_BAD_ARGUMENT, why);
    sfpu_program_free(program);
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
    assert_fails(m, sfpu_feed_source(m, SFPU_SRCA, values, sizeof values, SFPU_PLAIN, "tf32", SFPU_ROWS),
                 SFPU_BAD_ARGUMENT, why);
}

static sfpu_snapshot *taken; /* or NULL */

static void try_runs(sfpu_machine *m, const char *why)
{
    const struct sfpu_running running = {.size = sizeof running, .untimed = 1};
    const struct sfpu_limits limits = {.size = sizeof limits, .cycles = 1};
    const struct sfpu_threads threads = {.size = sizeof threads};
    const struct sfpu_perturbing perturbing = {.size = sizeof perturbing, .most = 1};
    const struct sfpu_core_state core = {.size = sizeof core};
    sfpu_batch *batch;

    assert_fails(m, sfpu_configure_runs(m, &running), SFPU_BAD_ARGUMENT, why);
    assert_fails(m, sfpu_configure_threads(m, &threads), SFPU_BAD_ARGUMENT, why);
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
    assert_fails(m, sfpu_fail_findings(m, SFPU_NOTE), SFPU_BAD_ARGUMENT, why);
}

/* A snapshot that was taken before may be freed at any time, but not restored. */
static void try_snapshots(sfpu_machine *m, const char *why)
{
    sfpu_snapshot *snapshot;

    assert_fails(m, sfpu_take_snapshot(m, &snapshot), SFPU_BAD_ARGUMENT, why);
    assert_null(snapshot);
    if (!taken)
        return;
    assert_fails(m, sfpu_restore_snapshot(m, taken), SFPU_BAD_ARGUMENT, why);
    sfpu_free_snapshot(taken);
    taken = NULL;
}

static void try_images(sfpu_machine *m, const char *why)
{
    sfpu_image *image;

    assert_int_equal(sfpu_image_zeros(m, SFPU_FP32, SFPU_ROWS, 16, &image), SFPU_OK);
    assert_fails(m, sfpu_image_to_dst(m, image, NULL), SFPU_BAD_ARGUMENT, why);
    sfpu_image_free(image);
}

/* All that changes a machine. */
static void try_changes(sfpu_machine *m, const char *why)
{
    try_programs(m, why);
    try_state(m, why);
    try_runs(m, why);
    try_snapshots(m, why);
    try_images(m, why);
    sfpu_clear_findings(m);
    sfpu_on_event(m, must_not_hear, NULL);
    sfpu_on_diagnostic(m, must_not_diagnose, NULL);
    sfpu_on_read(m, must_not_read, NULL);
    sfpu_close(m);
}

/* And all that asks of its state. */
static void try_questions(sfpu_machine *m, int code)
{
    struct sfpu_stack stack = {.size = sizeof stack};
    struct sfpu_macros macros = {.size = sizeof macros};
    struct sfpu_config config = {.size = sizeof config};
    struct sfpu_source_bank bank = {.size = sizeof bank};
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
    assert_int_equal(sfpu_get_source_bank(m, SFPU_SRCA, 0, &bank), SFPU_BAD_ARGUMENT); /* nothing feeds the sources */
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

/* All other functions: that they can be called is for the sanitizers to say. */
static void try_answers(sfpu_machine *m)
{
    struct sfpu_where where = {.size = sizeof where};
    struct sfpu_inlined inlined = {.size = sizeof inlined};
    struct sfpu_writer writer = {.size = sizeof writer};
    struct sfpu_finding finding = {.size = sizeof finding};
    struct sfpu_race race = {.size = sizeof race};
    struct sfpu_frame frame = {.size = sizeof frame};
    struct sfpu_wait wait = {.size = sizeof wait};
    struct sfpu_core core = {.size = sizeof core};
    struct sfpu_core_state state = {.size = sizeof state};
    struct sfpu_pusher pusher = {.size = sizeof pusher};
    struct sfpu_help help = {.size = sizeof help};
    struct sfpu_pushed pushed = {.size = sizeof pushed};
    struct sfpu_result result = {.size = sizeof result};
    sfpu_program *program = NULL;
    uint32_t number;
    uint64_t cycles;
    size_t index;

    sfpu_get_where(m, 0, &where);
    sfpu_get_call(m, 0, &where);
    sfpu_get_inlined(m, 0, 0, &inlined);
    sfpu_code_address(m, 0, &number);
    sfpu_code_index(m, 0, &index);
    sfpu_get_lreg_writer(m, 0, 0, &writer);
    sfpu_get_dst_writer(m, 0, 0, &writer);
    sfpu_get_flags_writer(m, 0, &writer);
    sfpu_get_result(m, &result);
    sfpu_find_symbol(m, "f", &number);
    sfpu_peek(m, 0, &number, sizeof number);
    sfpu_get_core_state(m, &state);
    sfpu_get_frame(m, 0, &frame);
    sfpu_get_wait(m, &wait);
    sfpu_get_core(m, &core);
    sfpu_get_pusher(m, &pusher);
    sfpu_get_help(m, 0, &help);
    sfpu_core_stall(m, 0, &cycles);
    sfpu_get_pushed(m, 0, &pushed);
    sfpu_get_recorded(m, &program);
    sfpu_program_free(program);
    sfpu_get_finding(m, 0, &finding);
    sfpu_get_failure(m, &finding);
    sfpu_get_race(m, 0, &race);
    sfpu_write_loaded(m, SFPU_HEX, NULL, ignore_bytes, NULL);
}

static void try_comparisons(sfpu_machine *m)
{
    const struct sfpu_tolerance tolerance = {.size = sizeof tolerance};
    static const uint32_t values[16 * SFPU_LANES];
    sfpu_comparison *comparison = NULL;
    sfpu_image *image = NULL, *dst = NULL;
    char *report = NULL;

    sfpu_image_parse(m, values, sizeof values, SFPU_PLAIN, SFPU_FP32, SFPU_ROWS, &image);
    sfpu_image_normalise(m, image, NULL);
    sfpu_image_place(m, image, 0);
    sfpu_image_from_dst(m, SFPU_FP32, SFPU_ROWS, image, &dst, NULL);
    sfpu_image_compare(m, dst, image, &tolerance, &report);
    sfpu_compare(m, dst, image, &tolerance, NULL, 0, &comparison);
    sfpu_check_tolerance(m, image, &tolerance);
    sfpu_comparison_free(comparison);
    sfpu_image_free(image);
    sfpu_image_free(dst);
    sfpu_free(report);
}

static void try_reports(sfpu_machine *m)
{
    for (int view = SFPU_SUMMARY; view <= SFPU_TIMELINE_SVG; view++)
        sfpu_report(m, view, ignore_bytes, NULL);
}

/* What is allowed in any case. */
static void try_rest(sfpu_machine *m)
{
    struct sfpu_progress progress = {.size = sizeof progress};
    struct sfpu_thread_result thread = {.size = sizeof thread};
    char text[64];

    assert_int_equal(sfpu_get_thread_result(m, SFPU_THREAD_MATH, &thread), SFPU_OK);
    assert_non_null(sfpu_thread_stall(m, SFPU_THREAD_MATH, 0, NULL));
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

/* ---- Each function that the library calls, and in it each function of the library ---- */

/* Whose calls meddle: with which machine, and how often that was. */
struct meddler {
    sfpu_machine *m;
    size_t calls;
};

static void meddle(struct meddler *of)
{
    of->calls++;
    try_changes(of->m, observing);
    try_questions(of->m, SFPU_OK);
    try_answers(of->m);
    try_comparisons(of->m);
    try_reports(of->m);
}

static int write_and_meddle(void *meddler, const char *bytes, size_t size)
{
    (void)bytes;
    meddle(meddler);
    return size == 0;
}

static void observe_and_meddle(void *meddler, const struct sfpu_event *event)
{
    meddle(meddler);
    assert_true(event->kind >= 0);
}

static void visit_and_meddle(void *meddler, const struct sfpu_finding *finding)
{
    meddle(meddler);
    assert_true(strlen(finding->name) > 0 && strlen(finding->text) > 0);
}

static void diagnose_and_meddle(void *meddler, const struct sfpu_diagnostic *diagnostic)
{
    meddle(meddler);
    assert_true(strlen(diagnostic->text) > 0 && strlen(diagnostic->printed) > 0);
}

static void read_and_meddle(void *meddler, const char *path)
{
    meddle(meddler);
    assert_true(strlen(path) > 0);
}

static void differ_and_meddle(void *meddler, const char *path, const char *got, const char *expected)
{
    meddle(meddler);
    assert_true(strlen(path) > 0 && strlen(got) > 0 && strlen(expected) > 0);
}

static void each_and_meddle(void *meddler, size_t count, void (*job)(void *jobs, size_t i, unsigned worker), void *jobs)
{
    for (size_t i = 0; i < count; i++) {
        meddle(meddler);
        job(jobs, i, 0);
    }
}

/* A machine that has run `square` without its SFPNOP, which is a finding, and has a snapshot. */
static struct meddler meddler_with_run(void)
{
    static const char early[] = "sfploadi L0, 0x4000, 0\nsfpmul L1, L0, L0, L9, 0\nsfpstore L1, 0, 3, 3\n";
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, early);

    assert_int_equal(sfpu_set(m, "fp32-dest", ""), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_take_snapshot(m, &taken), SFPU_OK);
    return (struct meddler){.m = m};
}

static void end_meddler(struct meddler *meddler)
{
    assert_true(meddler->calls > 0);
    assert_null(taken);
    assert_int_equal(sfpu_run(meddler->m, 1), SFPU_OK);
    sfpu_close(meddler->m);
}

static void test_events(void **state)
{
    struct meddler of = meddler_with_run();

    (void)state;
    sfpu_on_event(of.m, observe_and_meddle, &of);
    assert_int_equal(sfpu_run(of.m, 2), SFPU_OK);
    assert_int_equal(sfpu_step(of.m), SFPU_STOPPED);
    end_meddler(&of);
}

static void test_traces(void **state)
{
    (void)state;
    for (int view = SFPU_TRACE; view <= SFPU_PERFETTO; view++) {
        struct meddler of = meddler_with_run();

        assert_int_equal(sfpu_want(of.m, view, write_and_meddle, &of), SFPU_OK);
        assert_int_equal(sfpu_want(of.m, SFPU_PAGE, NULL, NULL), SFPU_OK);
        assert_int_equal(sfpu_run(of.m, 500), SFPU_OK);
        end_meddler(&of);
    }
}

/* What a trace has not yet handed on comes when the run that is stopped is given up: by a load, or with the machine. */
static void test_traces_given_up(void **state)
{
    (void)state;
    for (unsigned by_load = 0; by_load < 2; by_load++) {
        struct meddler of = meddler_with_run();

        assert_int_equal(sfpu_want(of.m, SFPU_PERFETTO, write_and_meddle, &of), SFPU_OK);
        assert_int_equal(sfpu_step(of.m), SFPU_STOPPED);
        if (by_load) {
            load(of.m, square);
            end_meddler(&of);
        } else {
            sfpu_close(of.m);
            assert_true(of.calls > 0);
        }
    }
}

static void test_reports(void **state)
{
    static const int views[] = {SFPU_SUMMARY, SFPU_STATS, SFPU_STATS_JSON, SFPU_TIMELINE, SFPU_PAGE, SFPU_PAGE_JSON};

    (void)state;
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        struct meddler of = meddler_with_run();

        assert_int_equal(sfpu_want(of.m, views[i], NULL, NULL), SFPU_OK);
        assert_int_equal(sfpu_run(of.m, 2), SFPU_OK);
        assert_int_equal(sfpu_report(of.m, views[i], write_and_meddle, &of), SFPU_OK);
        end_meddler(&of);
    }
}

static void test_findings(void **state)
{
    struct meddler of = meddler_with_run(), printing = {.m = of.m};

    (void)state;
    assert_int_equal(sfpu_visit_findings(of.m, visit_and_meddle, &of), SFPU_OK);
    assert_int_equal(sfpu_print_findings(of.m, 0, write_and_meddle, &printing), SFPU_OK);
    assert_true(printing.calls > 0);
    end_meddler(&of);
}

static void test_diagnostics(void **state)
{
    struct meddler of = meddler_with_run();

    (void)state;
    sfpu_on_diagnostic(of.m, diagnose_and_meddle, &of);
    assert_int_equal(sfpu_load_text(of.m, "b.s", "foo\nbar\nsfpnop\n", 15), SFPU_BAD_SOURCE);
    end_meddler(&of);
}

static void test_files(void **state)
{
    char path[] = "/tmp/test-sfpu-XXXXXX.s";
    const int file = mkstemps(path, 2);
    struct meddler of = meddler_with_run();

    (void)state;
    assert_int_equal(write(file, square, sizeof square - 1), sizeof square - 1);
    close(file);
    sfpu_on_read(of.m, read_and_meddle, &of);
    assert_int_equal(sfpu_load_file(of.m, path), SFPU_OK);
    unlink(path);
    end_meddler(&of);
}

static void test_differences(void **state)
{
    static const char other[] = "{\"lane_flags\": \"0x00000001\"}";
    struct meddler of = meddler_with_run();

    (void)state;
    assert_int_equal(sfpu_compare_state(of.m, other, sizeof other - 1, differ_and_meddle, &of), SFPU_DIFFERENT);
    end_meddler(&of);
}

static void test_perturbation(void **state)
{
    struct meddler of = meddler_with_run(), each = {.m = of.m};
    const struct sfpu_perturbing perturbing = {
        .size = sizeof perturbing, .most = 1, .workers = 1, .each = each_and_meddle, .each_context = &each};

    (void)state;
    assert_true(sfpu_perturb(of.m, 1, &perturbing, write_and_meddle, &of) >= 0);
    assert_true(each.calls > 0);
    end_meddler(&of);
}

static void *interrupt_soon(void *machine)
{
    usleep(50000);
    sfpu_interrupt(machine);
    return NULL;
}

static void interrupt_run(void *machine, const struct sfpu_event *event)
{
    if (event->kind == SFPU_EVENT_PASS && event->cycle > 0)
        sfpu_interrupt(machine);
}

/* In time, from tape, and without time: a run ends soon, and the next one is as without. */
static void test_interrupts(void **state)
{
    const struct sfpu_running untimed = {.size = sizeof untimed, .untimed = 1}, timed = {.size = sizeof timed};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);

    (void)state;
    sfpu_on_event(m, interrupt_run, m);
    assert_fails(m, sfpu_run(m, 1000000000), SFPU_INTERRUPTED, "the run was interrupted");
    assert_true(result_of(m).cycles > 0);
    sfpu_on_event(m, NULL, NULL);
    sfpu_interrupt(m); /* of no run: nothing */
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    sfpu_interrupt(m);
    assert_int_equal(sfpu_run(m, 1), SFPU_INTERRUPTED);
    for (unsigned i = 0; i < 2; i++) {
        pthread_t other;

        assert_int_equal(sfpu_configure_runs(m, i ? &untimed : &timed), SFPU_OK);
        assert_int_equal(pthread_create(&other, NULL, interrupt_soon, m), 0);
        assert_int_equal(sfpu_run(m, 100000000000), SFPU_INTERRUPTED);
        pthread_join(other, NULL);
        assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    }
    sfpu_close(m);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);

    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

/* Does this file call each function of sfpu.h that takes a machine which it may change? */
static void test_all_are_tried(void **state)
{
    static const char takes[] = "(sfpu_machine *m";
    char *header = read_file("include/sfpu.h"), *own = read_file("tests/unit/test_sfpu_guards.c"), call[64];
    size_t count = 0;

    (void)state;
    for (char *at = header; (at = strstr(at, takes)); at += sizeof takes - 1) {
        const char *name = at;

        while (name > header && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
            name--;
        snprintf(call, sizeof call, "%.*s(m", (int)(at - name), name);
        if (!strstr(own, call))
            fail_msg("%s is not tried", call);
        count++;
    }
    assert_true(count > 80);
    free(header);
    free(own);
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
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_traces),
        cmocka_unit_test(test_traces_given_up),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_findings),
        cmocka_unit_test(test_diagnostics),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_perturbation),
        cmocka_unit_test(test_interrupts),
        cmocka_unit_test(test_all_are_tried),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_closed_before_its_batch),
    };

    return cmocka_run_group_tests_name("what observers and batches keep", tests, NULL, NULL);
}
