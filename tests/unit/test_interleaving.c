/*
 * Interleavings of several threads (sim/observe/interleaving.h): which of them change Dst, worked out by hand for small
 * programs, and that each of them can be made again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "observe/interleaving.h"
#include "time/kernel.h"

/*
 * math sets L11 to 2 in its second word; pack copies L11 in its first. Round robin begins with math: cycle 0 math's
 * SFPLOADI, cycle 1 pack's SFPMOV, which finds -1, cycle 2 math's SFPCONFIG. SFPMOV comes later than SFPCONFIG, and finds
 * 2, if pack starts 2 cycles late or more, or if the arbiter prefers the lower number. If pack starts 1 cycle late, it
 * has its turn in cycle 1 all the same, because math had its turn in cycle 0.
 */
static const char racing[] =
    ".arch blackhole\n"
    ".thread math\n"
    "sfploadi L0, 2, 2\n"
    "sfpconfig 11, 0, 0\n"
    ".thread pack\n"
    "sfpmov L5, L11, 0\n"
    "sfpstore L5, 64, 2, 3\n";

/* The same inside a mutex, which math gets first under round robin: pack finds 2. It finds -1 if it comes first: if math
 * starts late, or if the arbiter prefers the higher number. */
static const char ordered[] =
    ".arch blackhole\n"
    ".thread math\n"
    "ttatgetm 4\n"
    "sfploadi L0, 2, 2\n"
    "sfpconfig 11, 0, 0\n"
    "ttatrelm 4\n"
    ".thread pack\n"
    "ttatgetm 4\n"
    "sfpmov L5, L11, 0\n"
    "sfpstore L5, 64, 2, 3\n"
    "ttatrelm 4\n";

/* math waits for semaphore 0 inside the mutex that pack needs before it posts: whoever comes first decides. */
static const char deadly[] =
    ".arch blackhole\n"
    ".thread math\n"
    "ttatgetm 4\n"
    "ttsemwait 0x102, 1, 1\n"
    "ttatrelm 4\n"
    ".thread pack\n"
    "ttatgetm 4\n"
    "ttsempost 1\n"
    "ttatrelm 4\n";

struct bed {
    struct sfp_kernel kernel;
    struct sfp_machine *start;
    struct sfp_threads threads;
    struct sfp_interleaving_options options;
    struct sfp_interleaved result;
};

static enum sfp_run_status search(struct bed *bed, const char *text, const struct sfp_threads *base, unsigned most,
                                  size_t random)
{
    const struct sfp_asm_options how = {.arch = SFP_BH};
    char *error;

    assert_true(sfp_kernel_assemble("threads", text, strlen(text), &how, &bed->kernel, &error));
    bed->start = sfp_machine_new(SFP_BH, sfp_semantics_best());
    assert_non_null(bed->start);
    bed->threads = *base;
    bed->threads.streams = bed->kernel.program.streams;
    bed->threads.stream_count = bed->kernel.program.stream_count;
    bed->options = (struct sfp_interleaving_options){.start = bed->start, .kernel = &bed->kernel,
                                                     .threads = &bed->threads, .most = most, .random = random,
                                                     .workers = 1};
    return sfp_interleave(&bed->options, &bed->result);
}

static void end_search(struct bed *bed)
{
    sfp_interleaved_free(&bed->result);
    sfp_machine_free(bed->start);
    sfp_kernel_free(&bed->kernel);
}

/* An expected change: the arbiter, and the starts of math and pack. */
struct expected {
    enum sfp_arbiter arbiter;
    uint32_t math, pack;
    enum sfp_run_status status;
};

static void assert_changes(const struct sfp_interleaved *result, const struct expected *expected, size_t count)
{
    assert_int_equal(result->count, count);
    for (size_t i = 0; i < count; i++) {
        const struct sfp_interleaved_change *change = &result->list[i];

        assert_int_equal(change->interleaving.arbiter, expected[i].arbiter);
        assert_int_equal(change->interleaving.start[SFP_THREAD_MATH], expected[i].math);
        assert_int_equal(change->interleaving.start[SFP_THREAD_PACK], expected[i].pack);
        assert_int_equal(change->status, expected[i].status);
        if (change->status == SFP_RUN_DONE)
            assert_int_equal(change->difference.row, 64);
    }
}

#define ASSERT_CHANGES(result, ...) \
    assert_changes(result, (const struct expected[]){__VA_ARGS__}, \
                   sizeof (const struct expected[]){__VA_ARGS__} / sizeof(struct expected))

static void test_race(void **state)
{
    struct bed bed;

    (void)state;
    assert_int_equal(search(&bed, racing, &(struct sfp_threads){.arbiter = SFP_ARBITER_RR}, 3, 0), SFP_RUN_DONE);
    assert_int_equal(bed.result.skews, 6);
    assert_int_equal(bed.result.arbiters, 2);
    assert_int_equal(bed.result.images, 2);
    assert_int_equal(bed.result.deadlocks, 0);
    ASSERT_CHANGES(&bed.result, {SFP_ARBITER_RR, 0, 2, SFP_RUN_DONE}, {SFP_ARBITER_RR, 0, 3, SFP_RUN_DONE},
                   {SFP_ARBITER_LOW, 0, 0, SFP_RUN_DONE});
    end_search(&bed);
}

static void test_order(void **state)
{
    struct bed bed;

    (void)state;
    assert_int_equal(search(&bed, ordered, &(struct sfp_threads){.arbiter = SFP_ARBITER_RR}, 2, 0), SFP_RUN_DONE);
    assert_int_equal(bed.result.images, 2);
    ASSERT_CHANGES(&bed.result, {SFP_ARBITER_RR, 1, 0, SFP_RUN_DONE}, {SFP_ARBITER_RR, 2, 0, SFP_RUN_DONE},
                   {SFP_ARBITER_HIGH, 0, 0, SFP_RUN_DONE});
    end_search(&bed);
}

static void test_deadlock(void **state)
{
    const struct sfp_threads late = {.start = {[SFP_THREAD_MATH] = 5}};
    struct bed bed;

    (void)state;
    assert_int_equal(search(&bed, deadly, &(struct sfp_threads){.arbiter = SFP_ARBITER_RR}, 2, 0), SFP_RUN_DEADLOCK);
    end_search(&bed);
    assert_int_equal(search(&bed, deadly, &late, 2, 0), SFP_RUN_DONE);
    assert_int_equal(bed.result.deadlocks, 3);
    assert_int_equal(bed.result.images, 1);
    ASSERT_CHANGES(&bed.result, {SFP_ARBITER_RR, 0, 1, SFP_RUN_DEADLOCK}, {SFP_ARBITER_RR, 0, 2, SFP_RUN_DEADLOCK},
                   {SFP_ARBITER_LOW, 0, 0, SFP_RUN_DEADLOCK});
    end_search(&bed);
}

/* Runs an interleaving by itself. Returns the machine, which the caller frees. */
static struct sfp_machine *run_alone(const struct bed *bed, const struct sfp_interleaving *how)
{
    const struct sfp_program *program = &bed->kernel.program;
    struct sfp_machine *m = sfp_machine_new(SFP_BH, sfp_semantics_best());
    struct sfp_threads threads = bed->threads;
    uint32_t *gaps = calloc(program->count, sizeof *gaps);
    const struct sfp_timing_options options = {.run.repeat = 1, .threads = &threads, .gaps = gaps};
    struct sfp_timing_result result;

    assert_non_null(m);
    assert_non_null(gaps);
    threads.arbiter = how->arbiter;
    threads.seed = how->seed;
    memcpy(threads.start, how->start, sizeof threads.start);
    for (unsigned i = 0; i < how->late; i++)
        gaps[how->index[i]] += how->cycles[i];
    sfp_run_timed(m, program->words, program->count, &options, &result);
    assert_int_equal(result.run.status, SFP_RUN_DONE);
    free(gaps);
    return m;
}

/* Each change is the change of a run with its arbiter, seed, starts and late words as options give them. */
static void test_replay(void **state)
{
    enum { RANDOM = 60 };
    const struct sfp_interleaving none = {.arbiter = SFP_ARBITER_RR};
    struct sfp_machine *base;
    struct bed bed;
    unsigned late = 0;

    (void)state;
    assert_int_equal(search(&bed, racing, &(struct sfp_threads){.arbiter = SFP_ARBITER_RR}, 3, RANDOM), SFP_RUN_DONE);
    base = run_alone(&bed, &none);
    assert_true(bed.result.count > 3);
    for (size_t i = 0; i < bed.result.count; i++) {
        const struct sfp_interleaved_change *change = &bed.result.list[i];
        struct sfp_machine *m = run_alone(&bed, &change->interleaving);
        const struct sfp_difference d = sfp_state_difference(&base->s, &m->s);

        assert_int_equal(d.row, change->difference.row);
        assert_int_equal(d.column, change->difference.column);
        assert_int_equal(d.was, change->difference.was);
        assert_int_equal(d.is, change->difference.is);
        late += change->interleaving.late > 0;
        sfp_machine_free(m);
    }
    assert_true(late > 0);
    sfp_machine_free(base);
    end_search(&bed);
}

/* Runs the jobs from the last to the first, as worker 2. */
static void run_backward(void *context, size_t count, sfp_job *job, void *jobs)
{
    enum { WORKER = 2 };

    ++*(unsigned *)context;
    while (count-- > 0)
        job(jobs, count, WORKER);
}

static void test_workers(void **state)
{
    struct sfp_interleaved other;
    unsigned calls = 0;
    struct bed bed;

    (void)state;
    assert_int_equal(search(&bed, racing, &(struct sfp_threads){.arbiter = SFP_ARBITER_RR}, 3, 20), SFP_RUN_DONE);
    bed.options.workers = 3;
    bed.options.each = run_backward;
    bed.options.each_context = &calls;
    assert_int_equal(sfp_interleave(&bed.options, &other), SFP_RUN_DONE);
    assert_int_equal(calls, 1);
    assert_int_equal(other.images, bed.result.images);
    assert_int_equal(other.count, bed.result.count);
    assert_memory_equal(other.list, bed.result.list, other.count * sizeof *other.list);
    sfp_interleaved_free(&other);
    end_search(&bed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_race), cmocka_unit_test(test_order), cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_replay), cmocka_unit_test(test_workers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
