/*
 * Words that are pushed while a run is under way (frontend/frontend.h): what a feed hears of its thread, and who ends waits.
 * tests/unit/test_pipeline_random.c compares times with those of programs that are known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "time/pipeline.h"
#include "reference/slow_pipeline.h"

static const uint32_t SFPNOP = 0x8F000000;
static const uint32_t SFPMUL = 0x86099010;       /* sfpmul L1,L9,L9,L0,0: two cycles */
static const uint32_t MOP_FOUR = 0x01030000;     /* ttmop 0,3,0: configuration word 3 four times */
static const uint32_t SEMWAIT_ON_0 = 0xA6FF8005; /* ttsemwait 0x1ff,1,1: all wait while semaphore 0 is 0 */

enum { MOST_WORDS = 4, MOST_CYCLES = 16 };

/* Pushes a word a cycle as soon as may be, or, where one says so, as soon as nothing of its thread is in flight. */
struct script {
    uint32_t words[MOST_WORDS];
    bool waits[MOST_WORDS];
    size_t count, next;
    bool hears_flight, has_pushed; /* in this cycle */
    struct sfp_thread heard[MOST_CYCLES];
    size_t cycles;
    enum sfp_relief relief[MOST_CYCLES]; /* by how often it was asked for */
    size_t relieved;
};

static void hear(void *context, const struct sfp_thread *thread)
{
    struct script *s = context;

    s->hears_flight = thread->in_flight;
    s->has_pushed = false;
    if (s->cycles < MOST_CYCLES)
        s->heard[s->cycles++] = *thread;
}

static enum sfp_fed push(void *context, struct sfp_fed_word *word)
{
    struct script *s = context;

    if (s->next == s->count)
        return SFP_FED_END;
    if (s->has_pushed || (s->waits[s->next] && s->hears_flight))
        return SFP_FED_NONE;
    *word = (struct sfp_fed_word){.word = s->words[s->next], .index = s->next};
    s->next++;
    s->has_pushed = s->cycles > 0; /* without time there are none */
    return SFP_FED_WORD;
}

static void ignore(void *context, uint64_t cycle)
{
    (void)context;
    (void)cycle;
}

static enum sfp_relief relieve(void *context, const struct sfp_op *wait)
{
    struct script *s = context;

    assert_int_equal(wait->word, SEMWAIT_ON_0);
    return s->relieved < MOST_CYCLES ? s->relief[s->relieved++] : SFP_RELIEF_NONE;
}

static struct sfp_timing_result run(struct script *s, enum sfp_arch arch, bool untimed)
{
    const struct sfp_feed feed = {.context = s, .count = s->count, .words = s->words, .next = push, .relieve = relieve,
                                  .cycle = hear, .pushed = ignore};
    const struct sfp_timing_options options = {.run = {.repeat = 1, .feed = &feed}};
    struct sfp_timing_result result = {.cycles = 0};
    struct watched w;

    watched_start(&w, arch);
    w.m->s.expanders.mop_cfg[3] = SFPNOP;
    w.m->s.expanders.mop_cfg_set = 0x1FF;
    if (untimed)
        sfp_run_untimed(w.m, NULL, 0, &options.run, &result.run);
    else
        sfp_run_timed(w.m, NULL, 0, &options, &result);
    watched_end(&w);
    return result;
}

/* SFPMUL issues in cycle 0 and its result lands at the end of 1: in flight at the start of 1, and not of 2. */
static void test_in_flight(void **state)
{
    struct script s = {.words = {SFPMUL, SFPNOP}, .waits = {false, true}, .count = 2};
    struct sfp_timing_result r = run(&s, SFP_WH, false);

    (void)state;
    assert_int_equal(r.cycles, 3); /* SFPNOP issues in 2 */
    assert_int_equal(r.stalls[SFP_STALL_GAP], 1);
    assert_false(s.heard[0].in_flight);
    assert_true(s.heard[1].in_flight);
    assert_false(s.heard[2].in_flight);
}

/* The MOP emits in 0 to 3: it expands at the start of 1, 2 and 3. */
static void test_expanding(void **state)
{
    struct script s = {.words = {MOP_FOUR}, .count = 1};

    (void)state;
    run(&s, SFP_WH, false);
    for (unsigned cycle = 0; cycle < 5; cycle++) {
        assert_int_equal(s.heard[cycle].cycle, cycle);
        assert_int_equal(s.heard[cycle].expanding, cycle >= 1 && cycle <= 3);
    }
}

/* SEMWAIT issues in 0. Nothing happens from 1 on, so the feed is asked: in 1 and 2 it may yet post, in 3 it does. */
static void test_relief_in_time(void **state)
{
    struct script s = {.words = {SEMWAIT_ON_0, SFPNOP}, .count = 2,
                       .relief = {SFP_RELIEF_LATER, SFP_RELIEF_LATER, SFP_RELIEF_GIVEN}};
    struct sfp_timing_result r = run(&s, SFP_WH, false);

    (void)state;
    assert_int_equal(r.run.status, SFP_RUN_DONE);
    assert_int_equal(s.relieved, 3);
    assert_int_equal(r.cycles, 5); /* SFPNOP issues in 4 */
}

static void test_no_relief(void **state)
{
    struct script timed = {.words = {SEMWAIT_ON_0, SFPNOP}, .count = 2, .relief = {SFP_RELIEF_LATER}}, untimed = timed;

    (void)state;
    assert_int_equal(run(&timed, SFP_BH, false).run.status, SFP_RUN_DEADLOCK);
    assert_int_equal(timed.relieved, 2);
    assert_int_equal(run(&untimed, SFP_BH, true).run.status, SFP_RUN_DEADLOCK);
}

/* Without time nothing comes later. */
static void test_relief_without_time(void **state)
{
    struct script s = {.words = {SEMWAIT_ON_0, SFPNOP}, .count = 2, .relief = {SFP_RELIEF_GIVEN}};
    struct sfp_timing_result r = run(&s, SFP_WH, true);

    (void)state;
    assert_int_equal(r.run.status, SFP_RUN_DONE);
    assert_int_equal(r.run.executed, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_flight),     cmocka_unit_test(test_expanding),
        cmocka_unit_test(test_relief_in_time), cmocka_unit_test(test_no_relief),
        cmocka_unit_test(test_relief_without_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
