/*
 * libsfpu by its public header alone: snapshots. What a run does from a place on is compared, event by event, with what it
 * does once it is put back there.
 */
#include "sfpu_random.h"
#include "sfpu_test.h"

#include <elf.h>
#include <stdbool.h>

/* ---- A run, cycle by cycle ---- */

/* What there is to see of a machine where its run stands. */
struct look {
    int code;
    struct sfpu_result result;
    char *state;
    char *others; /* findings, and what a core did */
};

static void add_finding(void *context, const struct sfpu_finding *f)
{
    char line[160];
    const int size = snprintf(line, sizeof line, "%zu %s %d %d x%llu @%llu\n", f->index, f->name, f->scheduled, f->possible,
                              (unsigned long long)f->times, (unsigned long long)f->cycle);

    text_add(context, line, (size_t)size);
}

/* The core in program order, which is behind the one that pushes words. */
static void add_core_state(sfpu_machine *m, struct text *text)
{
    struct sfpu_core_state core = {.size = sizeof core};
    char line[100];

    if (sfpu_get_core_state(m, &core) != SFPU_OK)
        return;
    for (unsigned i = 0; i < 32; i++)
        text_add(text, line, (size_t)snprintf(line, sizeof line, "%x ", core.x[i]));
    text_add(text, line, (size_t)snprintf(line, sizeof line, "pc %x ahead %llu behind %llu\n", core.pc,
                                          (unsigned long long)core.ahead, (unsigned long long)core.instructions));
}

static void add_core(sfpu_machine *m, struct text *text)
{
    struct sfpu_core core = {.size = sizeof core};
    struct sfpu_pushed pushed = {.size = sizeof pushed};
    char line[200];
    uint32_t memory[64];
    uint64_t cycles;

    if (sfpu_get_core(m, &core) != SFPU_OK)
        return;
    text_add(text, line, (size_t)snprintf(line, sizeof line, "%llu %llu %llu %llu %llu\n",
                                          (unsigned long long)core.instructions, (unsigned long long)core.words,
                                          (unsigned long long)core.helped, (unsigned long long)core.cycles,
                                          (unsigned long long)core.core_cycles));
    for (size_t i = 0; sfpu_core_stall(m, i, &cycles); i++)
        text_add(text, line, (size_t)snprintf(line, sizeof line, "%llu ", (unsigned long long)cycles));
    for (size_t i = 0; sfpu_get_pushed(m, i, &pushed) == SFPU_OK; i++)
        text_add(text, line, (size_t)snprintf(line, sizeof line, "%x %zu %llu\n", pushed.word, pushed.index,
                                              (unsigned long long)pushed.cycle));
    assert_int_equal(sfpu_peek(m, 0xFFB00000, memory, sizeof memory), SFPU_OK);
    for (unsigned i = 0; i < 64; i++)
        text_add(text, line, (size_t)snprintf(line, sizeof line, "%x ", memory[i]));
}

static struct look look_at(sfpu_machine *m, int code)
{
    struct look look = {.code = code, .result = {.size = sizeof look.result}};
    struct text others = {0};
    size_t size;

    assert_int_equal(sfpu_get_result(m, &look.result), SFPU_OK);
    assert_int_equal(sfpu_get_state(m, &look.state, &size), SFPU_OK);
    text_add(&others, "", 0);
    assert_int_equal(sfpu_visit_findings(m, add_finding, &others), SFPU_OK);
    add_core_state(m, &others);
    add_core(m, &others);
    look.others = others.bytes;
    return look;
}

static void look_free(struct look *look)
{
    sfpu_free(look->state);
    free(look->others);
}

static void assert_same_look(sfpu_machine *m, int code, const struct look *expected)
{
    struct look look = look_at(m, code);

    assert_int_equal(look.code, expected->code);
    assert_memory_equal(&look.result, &expected->result, sizeof look.result);
    assert_string_equal(look.state, expected->state);
    assert_string_equal(look.others, expected->others);
    look_free(&look);
}

/* ---- Its events ---- */

static void add_event(void *context, const struct sfpu_event *e)
{
    char line[320];

    text_add(context, line,
             (size_t)snprintf(line, sizeof line, "%d %llu %s %llu %zu %08x %d %zu %s %llu %d %d %d %d %x %d %x %d\n",
                              e->kind, (unsigned long long)e->cycle, e->unit, (unsigned long long)e->id, e->index, e->word,
                              e->scheduled, e->macro_index, e->text ? e->text : "-", (unsigned long long)e->macro_cycle,
                              e->macro, e->delay, e->address, e->step, e->lregs, e->flags, e->lanes, e->possible));
}

/* ---- A course: a run from its start to its end, with a snapshot and a look before each of its steps ---- */

enum { MOST_STEPS = 3000 };

struct course {
    sfpu_machine *m;
    struct sfpu_limits step;
    struct text events;
    size_t count;
    struct look looks[MOST_STEPS + 1]; /* the last one is the end */
    sfpu_snapshot *snapshots[MOST_STEPS + 1];
    size_t events_before[MOST_STEPS + 1];
};

static struct course course; /* it is too large for a stack */

static void take(sfpu_machine *m, int code)
{
    assert_true(course.count <= MOST_STEPS);
    course.looks[course.count] = look_at(m, code);
    assert_int_equal(sfpu_take_snapshot(m, &course.snapshots[course.count]), SFPU_OK);
    course.events_before[course.count++] = course.events.size;
}

/* Each step goes so far; the size is not given. */
static void record_steps(sfpu_machine *m, struct sfpu_limits step)
{
    int code = SFPU_STOPPED;

    step.size = sizeof step;
    course = (struct course){.m = m, .step = step};
    sfpu_on_event(m, add_event, &course.events);
    take(m, SFPU_OK);
    while (code == SFPU_STOPPED) {
        code = sfpu_run_until(m, &course.step);
        take(m, code);
    }
}

static void assert_same_events(const struct text *events, size_t first, size_t end)
{
    assert_int_equal(events->size, end - first);
    if (events->size)
        assert_memory_equal(events->bytes, course.events.bytes + first, events->size);
}

static void record(sfpu_machine *m, uint64_t cycles, unsigned long passes)
{
    record_steps(m, (struct sfpu_limits){.cycles = cycles, .passes = passes});
}

/* Back to before step `i`, and on to its end or to the end of all. */
static void go_again(size_t i, bool to_the_end)
{
    sfpu_machine *m = course.m;
    struct text events = {0};
    const size_t end = to_the_end ? course.count - 1 : i + 1, begin = course.events_before[i];
    int code = SFPU_OK;

    sfpu_on_event(m, add_event, &events);
    assert_int_equal(sfpu_restore_snapshot(m, course.snapshots[i]), SFPU_OK);
    assert_int_equal(events.size, 0);
    assert_same_look(m, course.looks[i].code, &course.looks[i]);
    for (; i < end; i++)
        code = sfpu_run_until(m, &course.step);
    assert_same_look(m, code, &course.looks[end]);
    sfpu_on_event(m, NULL, NULL);
    assert_same_events(&events, begin, course.events_before[end]);
    text_free(&events);
}

static void course_free(void)
{
    for (size_t i = 0; i < course.count; i++) {
        look_free(&course.looks[i]);
        sfpu_free_snapshot(course.snapshots[i]);
    }
    text_free(&course.events);
    sfpu_close(course.m);
}

/* From each step on to the end; from each to the next, backwards; and in random order. */
static void check_all(void)
{
    uint32_t random = 1;

    for (size_t i = 0; i + 1 < course.count; i++)
        go_again(i, true);
    for (size_t i = course.count - 1; i-- > 0;)
        go_again(i, false);
    for (unsigned i = 0; i < 50; i++)
        go_again(below(&random, (uint32_t)course.count - 1), false);
}

static void check_some(unsigned times)
{
    uint32_t random = 7;

    for (unsigned i = 0; i < times; i++)
        go_again(below(&random, (uint32_t)course.count - 1), i % 8 == 0);
}

/* ---- Small kernels, at each cycle ---- */

#define MACRO(sequence, misc) \
    "sfpmov T0, L0, 0\n" \
    "sfploadi L0, 0, 0\n" \
    "sfploadi L0, " sequence ", 10\n" \
    "sfpconfig 4, 0, 0\n" \
    misc \
    "sfploadmacro 0, L1, 0, 3, 3\n"

static const char *const kernels[] = {
    "sfploadi L0, 0x4000, 0\nsfpmul L1, L0, L0, L9, 0\nsfpstore L1, 4, 3, 3\nsfpnop\n",
    /* recorded, executed meanwhile or not, played twice */
    "ttreplay 0, 2, 0, 1\nsfpiadd L0, L0, 1, 5\nsfpiadd L1, L0, 2, 5\nttreplay 0, 2, 0, 0\nttreplay 0, 2, 0, 0\n"
    "ttreplay 3, 2, 1, 1\nsfpmad L2, L1, L1, L0, 0\nsfpmad L3, L2, L2, L1, 0\nttreplay 3, 2, 0, 0\nsfpnop\n",
    /* macros whose items come at once, five cycles on, and never */
    MACRO("0x44", "") "sfpiadd L2, L15, 1, 5\nsfpmov L3, L1, 0\n",
    MACRO("0x64", "") "sfpnop\nsfploadmacro 0, L2, 0, 3, 3\n",
    MACRO("0x4c", "sfpconfig 8, 0xf00, 1\n"),
    /* flags that data decide, the stack, a result that is read too early, two results */
    "sfpload L0, 0, 3, 3\nsfpsetcc L0, 0, 0\nsfppushc 0\nsfpsetcc L1, 0, 4\nsfpmad L2, L0, L1, L3, 0\nsfpmov L4, L2, 0\n"
    "sfpcompc\nsfpswap L0, L2, 1\nsfpnop\nsfppopc 0\nsfpencc 3, 10\nsfpstore L4, 8, 3, 3\nsfpload L5, 8, 3, 3\nsfpnop\n",
    /* the matrix unit, counters, waits for the vector unit */
    "ttsetrwc 0, 0, 0, 0, 0, 15\nsfpload L0, 0, 3, 2\nttincrwc 0, 2, 0, 0\nsfpload L1, 0, 3, 2\nsfpmul L2, L0, L1, L9, 0\n"
    "ttstallwait 8, 0x4000\nttsetdmareg 0, 5, 0, 4\nsfpstore L2, 0, 3, 2\nttzeroacc 0, 0, 0\nsfpload L3, 0, 3, 3\n",
};

static void test_kernels(void **state)
{
    (void)state;
    for (int arch = SFPU_WORMHOLE; arch <= SFPU_BLACKHOLE; arch++)
        for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
            sfpu_machine *m = machine_of(arch);

            if (sfpu_load_text(m, "k.s", kernels[i], strlen(kernels[i])) != SFPU_OK) {
                assert_int_not_equal(arch, SFPU_WORMHOLE);
                sfpu_close(m);
                continue;
            }
            assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
            record(m, 1, 3);
            check_all();
            course_free();
        }
}

/* ---- Larger ones, at places that chance picks ---- */

static void test_random(void **state)
{
    (void)state;
    for (int arch = SFPU_WORMHOLE; arch <= SFPU_BLACKHOLE; arch++)
        for (uint32_t seed = 1; seed <= 6; seed++) {
            record(random_machine(arch, seed), 7 + seed, 2);
            assert_true(course.count > 50);
            check_some(60);
            course_free();
        }
}

/* ---- Compiled kernels: core, memory, devices, and words that are queued ---- */

static const struct compiled {
    const char *path;
    int arch;
    const char *call; /* NULL: the entry, which never returns */
} compiled[] = {
    {"tests/elf/args.elf", SFPU_WORMHOLE, NULL},
    {"tests/elf/lines.elf", SFPU_WORMHOLE, NULL},
    {"tests/elf/macro.elf", SFPU_BLACKHOLE, NULL},
    {"tests/elf/memory.elf", SFPU_WORMHOLE, NULL},
    {"tests/elf/mop.elf", SFPU_WORMHOLE, NULL},
    {"tests/elf/threads.elf", SFPU_WORMHOLE, NULL},
    {"tests/elf/threads.elf", SFPU_WORMHOLE, "poll"},
    {"tests/elf/threads.elf", SFPU_WORMHOLE, "semwait"},
    {"tests/elf/tiles.elf", SFPU_WORMHOLE, NULL},
    {"tests/elf/unary.elf", SFPU_WORMHOLE, "calculate"},
    {"tests/elf/unary.elf", SFPU_BLACKHOLE, "calculate"},
};

static sfpu_machine *compiled_machine(const struct compiled *c)
{
    const struct sfpu_running keeping = {.size = sizeof keeping, .keeps_words = 1};
    sfpu_machine *m = machine_of(c->arch);

    if (sfpu_load_file(m, c->path) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    if (c->call && sfpu_add_call(m, c->call, NULL, 0) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_int_equal(sfpu_set(m, "dst-is-input", ""), SFPU_OK);
    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
    return m;
}

static void test_compiled(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof compiled / sizeof compiled[0]; i++) {
        record(compiled_machine(&compiled[i]), 1, 1);
        check_some(60);
        course_free();
        record(compiled_machine(&compiled[i]), 5, 3);
        check_some(40);
        course_free();
        record_steps(compiled_machine(&compiled[i]), (struct sfpu_limits){.core_instructions = 1, .passes = 2});
        check_some(40);
        course_free();
    }
}

/* ---- Schedules, which are compared with what runs; and the report on them ---- */

static void assert_summary(sfpu_machine *m, const char *expected)
{
    struct text summary = {0};

    assert_int_equal(sfpu_report(m, SFPU_SUMMARY, text_add, &summary), SFPU_OK);
    assert_string_equal(summary.bytes, expected);
    text_free(&summary);
}

static void test_schedules(void **state)
{
    static const char *const sources[] = {"examples/where/where.S", "examples/mul-int32/mul.S"};
    struct text summary = {0};

    (void)state;
    for (unsigned i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        sfpu_machine *m = machine_of(SFPU_ANY_ARCH);

        if (sfpu_load_file(m, sources[i]) != SFPU_OK)
            fail_msg("%s", sfpu_error(m));
        assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
        record(m, 5, 2);
        check_some(60);
        assert_int_equal(sfpu_restore_snapshot(m, course.snapshots[course.count - 1]), SFPU_OK);
        assert_int_equal(sfpu_report(m, SFPU_SUMMARY, text_add, &summary), SFPU_OK);
        assert_non_null(strstr(summary.bytes, "as in its table"));
        go_again(0, true);
        assert_summary(m, summary.bytes);
        assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* another run, and none of it is left */
        assert_int_equal(sfpu_restore_snapshot(m, course.snapshots[course.count - 1]), SFPU_OK);
        assert_summary(m, summary.bytes);
        text_free(&summary);
        course_free();
    }
}

/* ---- Who wrote last goes with it ---- */

static struct sfpu_writer lreg_writer(sfpu_machine *m, unsigned reg)
{
    struct sfpu_writer w = {.size = sizeof w};

    assert_int_equal(sfpu_get_lreg_writer(m, reg, 0, &w), SFPU_OK);
    return w;
}

static void test_writers(void **state)
{
    const struct sfpu_running keeping = {.size = sizeof keeping, .keeps_writers = 1};
    const struct sfpu_limits three = {.size = sizeof three, .cycles = 3, .passes = 20000};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpmul L1, L0, L0, L9, 0\nsfpload L2, 0, 3, 3\nsfpload L1, 0, 3, 3\n");
    struct sfpu_writer w;
    sfpu_snapshot *snapshot;

    (void)state;
    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
    assert_int_equal(sfpu_run_until(m, &(struct sfpu_limits){.size = sizeof three, .cycles = 2, .passes = 20000}),
                     SFPU_STOPPED);
    assert_int_equal(sfpu_take_snapshot(m, &snapshot), SFPU_OK);
    assert_int_equal(lreg_writer(m, 1).cycle, 1);
    assert_int_equal(sfpu_run_until(m, &three), SFPU_STOPPED);
    assert_int_equal(lreg_writer(m, 1).cycle, 4);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* more writes than are kept */
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(sfpu_restore_snapshot(m, snapshot), SFPU_OK);
        w = lreg_writer(m, 1);
        assert_int_equal(w.cycle, 1);
        assert_int_equal(w.index, 0);
        assert_int_equal(w.id, 0);
        assert_int_equal(lreg_writer(m, 2).index, 1);
        assert_int_equal(sfpu_run_until(m, &three), SFPU_STOPPED);
        assert_int_equal(lreg_writer(m, 1).cycle, 4);
        assert_int_equal(sfpu_end_run(m), SFPU_OK);
    }
    sfpu_free_snapshot(snapshot);
    sfpu_close(m);
}

/* ---- Runs apart ---- */

static size_t count_findings(sfpu_machine *m)
{
    struct sfpu_finding finding = {.size = sizeof finding};
    size_t count = 0;

    while (sfpu_get_finding(m, count, &finding) == SFPU_OK)
        count++;
    return count;
}

/* A run is put back where another one has begun since, in other ways; settings for runs to come stay. */
static void test_other_runs(void **state)
{
    const struct sfpu_running quiet = {.size = sizeof quiet, .quiet = 1}, usual = {.size = sizeof usual};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, kernels[5]);

    (void)state;
    record(m, 1, 2);
    assert_int_equal(sfpu_configure_runs(m, &quiet), SFPU_OK);
    for (size_t i = 1; i + 1 < course.count; i++) {
        sfpu_clear_findings(m);
        assert_int_equal(sfpu_run(m, 3), SFPU_OK);
        assert_int_equal(result_of(m).position, SIZE_MAX);
        go_again(i, true);
    }
    sfpu_clear_findings(m);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(count_findings(m), 0);
    assert_int_equal(sfpu_configure_runs(m, &usual), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_not_equal(count_findings(m), 0);
    course_free();
}

/* The start, with what the machine was set to; a run without time comes to the same. */
static void test_start(void **state)
{
    const struct sfpu_running untimed = {.size = sizeof untimed, .untimed = 1};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpiadd L0, L0, 1, 5\nsfpmov L1, L0, 0\n");
    sfpu_snapshot *start, *end;

    (void)state;
    assert_int_equal(sfpu_configure_runs(m, &untimed), SFPU_OK);
    assert_int_equal(sfpu_take_snapshot(m, &start), SFPU_OK);
    assert_int_equal(sfpu_run(m, 3), SFPU_OK);
    assert_lreg(m, 1, 3);
    assert_int_equal(sfpu_take_snapshot(m, &end), SFPU_OK);
    assert_int_equal(sfpu_restore_snapshot(m, start), SFPU_OK);
    assert_lreg(m, 1, 0);
    assert_int_equal(result_of(m).instructions, 0);
    assert_int_equal(sfpu_run(m, 5), SFPU_OK);
    assert_lreg(m, 1, 5);
    assert_int_equal(sfpu_restore_snapshot(m, end), SFPU_OK);
    assert_lreg(m, 1, 3);
    assert_int_equal(result_of(m).instructions, 6);
    assert_int_equal(result_of(m).cycles, 0);
    sfpu_free_snapshot(start);
    assert_true(sfpu_snapshot_bytes(end) < 200000);
    sfpu_close(m);
    sfpu_free_snapshot(end);
}

/* ---- What cannot be ---- */

static void try_in_event(void *context, const struct sfpu_event *event)
{
    sfpu_machine *m = *(sfpu_machine **)context;
    sfpu_snapshot *snapshot = NULL;

    (void)event;
    assert_int_equal(sfpu_take_snapshot(m, &snapshot), SFPU_BAD_ARGUMENT);
    assert_null(snapshot);
}

static void test_fails(void **state)
{
    static const char source[] = "sfpnop\nsfpmov L1, L0, 0\n";
    static const char views[] = "a wanted view gathers data during the run, and cannot go back",
                      other[] = "the snapshot is of another program, or of other gaps, calls or device values";
    struct text text = {0};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, source), *second = machine_with(SFPU_WORMHOLE, source);
    sfpu_snapshot *snapshot, *own;

    (void)state;
    assert_fails(m, sfpu_take_snapshot(m, NULL), SFPU_BAD_ARGUMENT, "no place for the snapshot");
    assert_int_equal(sfpu_take_snapshot(NULL, &snapshot), SFPU_BAD_ARGUMENT);
    assert_fails(m, sfpu_restore_snapshot(m, NULL), SFPU_BAD_ARGUMENT, "no snapshot");
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_take_snapshot(m, &snapshot), SFPU_OK);
    assert_fails(second, sfpu_restore_snapshot(second, snapshot), SFPU_BAD_ARGUMENT, "the snapshot is of another machine");
    assert_int_equal(sfpu_take_snapshot(second, &own), SFPU_OK);
    assert_fails(second, sfpu_restore_snapshot(second, snapshot), SFPU_BAD_ARGUMENT, "the snapshot is of another machine");
    sfpu_close(second);
    sfpu_free_snapshot(own);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    assert_fails(m, sfpu_take_snapshot(m, &own), SFPU_BAD_ARGUMENT, views);
    assert_null(own);
    assert_fails(m, sfpu_restore_snapshot(m, snapshot), SFPU_BAD_ARGUMENT, views);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_fails(m, sfpu_restore_snapshot(m, snapshot), SFPU_BAD_ARGUMENT, views);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_report(m, SFPU_STATS, text_add, &text), SFPU_OK);
    text_free(&text);
    assert_int_equal(sfpu_want(m, SFPU_SUMMARY, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_restore_snapshot(m, snapshot), SFPU_OK);
    assert_fails(m, sfpu_report(m, SFPU_STATS, text_add, &text), SFPU_BAD_ARGUMENT, "the last run did not gather this");
    assert_fails(m, sfpu_report(m, SFPU_SUMMARY, text_add, &text), SFPU_BAD_ARGUMENT, "the last run did not gather this");
    sfpu_on_event(m, try_in_event, &m);
    assert_int_equal(sfpu_end_run(m), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    sfpu_on_event(m, NULL, NULL);
    assert_int_equal(sfpu_set_gaps(m, "0 1", 3), SFPU_OK);
    assert_fails(m, sfpu_restore_snapshot(m, snapshot), SFPU_BAD_ARGUMENT, other);
    load(m, source);
    assert_fails(m, sfpu_restore_snapshot(m, snapshot), SFPU_BAD_ARGUMENT, other);
    sfpu_close(m);
    sfpu_free_snapshot(snapshot);
    sfpu_free_snapshot(NULL);
    assert_int_equal(sfpu_snapshot_bytes(NULL), 0);
}

/* What a compiled kernel finds is part of it. */
static void test_compiled_fails(void **state)
{
    static const char other[] = "the snapshot is of another program, or of other gaps, calls or device values";
    const struct sfpu_limits one = {.size = sizeof one, .cycles = 1};
    const uint64_t value = 7;
    sfpu_machine *m = compiled_machine(&compiled[0]);
    sfpu_snapshot *snapshot;

    (void)state;
    for (unsigned what = 0; what < 3; what++) {
        assert_int_equal(sfpu_run_until(m, &one), SFPU_STOPPED);
        assert_int_equal(sfpu_take_snapshot(m, &snapshot), SFPU_OK);
        assert_fails(m, sfpu_give(m, "mailbox-b", &value, 1), SFPU_BAD_ARGUMENT, "a run is under way");
        assert_fails(m, sfpu_when_idle(m, 0, NULL, 0), SFPU_BAD_ARGUMENT, "a run is under way");
        assert_int_equal(sfpu_end_run(m), SFPU_OK);
        assert_int_equal(sfpu_restore_snapshot(m, snapshot), SFPU_OK);
        assert_int_equal(sfpu_end_run(m), SFPU_OK);
        assert_int_equal(what == 0   ? sfpu_give(m, "mailbox-b", &value, 1)
                         : what == 1 ? sfpu_when_idle(m, 0, NULL, 0)
                                     : sfpu_add_call(m, NULL, NULL, 0), SFPU_OK);
        assert_fails(m, sfpu_restore_snapshot(m, snapshot), SFPU_BAD_ARGUMENT, other);
        sfpu_free_snapshot(snapshot);
    }
    sfpu_close(m);
}

/* What is alike is kept once. */
static void test_bytes(void **state)
{
    enum { PAGE = 4096, MEMORY = 0x16E000 };
    const struct sfpu_limits one = {.size = sizeof one, .cycles = 1};
    sfpu_machine *m = compiled_machine(&compiled[0]);
    sfpu_snapshot *first, *second, *third;

    (void)state;
    assert_int_equal(sfpu_run_until(m, &one), SFPU_STOPPED);
    assert_int_equal(sfpu_take_snapshot(m, &first), SFPU_OK);
    assert_int_equal(sfpu_run_until(m, &one), SFPU_STOPPED);
    assert_int_equal(sfpu_take_snapshot(m, &second), SFPU_OK);
    assert_true(sfpu_snapshot_bytes(first) > MEMORY);
    assert_true(sfpu_snapshot_bytes(second) < 16 * PAGE);
    sfpu_free_snapshot(first);
    assert_int_equal(sfpu_restore_snapshot(m, second), SFPU_OK);
    assert_int_equal(sfpu_take_snapshot(m, &third), SFPU_OK);
    assert_true(sfpu_snapshot_bytes(third) < 3 * PAGE); /* and a list of pages */
    sfpu_free_snapshot(second);
    assert_int_equal(sfpu_restore_snapshot(m, third), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 2);
    sfpu_free_snapshot(third);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_compiled),
        cmocka_unit_test(test_schedules),
        cmocka_unit_test(test_writers),
        cmocka_unit_test(test_other_runs),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_fails),
        cmocka_unit_test(test_compiled_fails),
        cmocka_unit_test(test_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
