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
    text_add(text, (const char *)memory, sizeof memory[0]);
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

static void record(sfpu_machine *m, uint64_t cycles, unsigned long passes)
{
    int code = SFPU_STOPPED;

    course = (struct course){.m = m, .step = {.size = sizeof course.step, .cycles = cycles, .passes = passes}};
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
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_compiled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
