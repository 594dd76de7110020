/*
 * libsfpu by its public header alone: runs that stop and go on, and the events of runs. Cycles are worked by hand by
 * sfpu-timing(7): an instruction a cycle, REPLAY and MOP words being no instructions.
 */
#include "sfpu_test.h"

#include <fenv.h>

/* 2.0 in L0, 4.0 in L1 and in rows 4..7 of Dst, columns 0, 2, ..., 14: cycles 0 to 3. */
static const char square[] = "sfploadi L0, 0x4000, 0\n"
                             "sfpmul L1, L0, L0, L9, 0\n"
                             "sfpnop\n"
                             "sfpstore L1, 4, 3, 3\n";

/* Words 1 and 2 are recorded, each in a cycle in which nothing issues, like REPLAY's own (0, 1, 2); played twice, in
 * cycles 3, 4 and 5, 6; and SFPNOP in cycle 7. A REPLAY that plays takes no cycle of its own. */
static const char replayed[] = "ttreplay 0, 2, 0, 1\n"
                               "sfpiadd L0, L0, 1, 5\n" /* L0 += 1, flags kept */
                               "sfpiadd L1, L0, 2, 5\n" /* L1 = L0 + 2 */
                               "ttreplay 0, 2, 0, 0\n"
                               "ttreplay 0, 2, 0, 0\n"
                               "sfpnop\n";

/* An SFPLOADMACRO whose sequence 0 has one item: template 0 on the simple sub-unit, to L16, after a delay in bits 5:3. */
#define MACRO(sequence, misc) \
    "sfpmov T0, L0, 0\n" \
    "sfploadi L0, 0, 0\n" \
    "sfploadi L0, " sequence ", 10\n" \
    "sfpconfig 4, 0, 0\n" \
    misc \
    "sfploadmacro 0, L1, 0, 3, 3\n"

/* At once, when SFPIADD is issued, which is discarded. */
static const char discarding[] = MACRO("0x44", "") "sfpiadd L2, L15, 1, 5\nsfpmov L3, L1, 0\n";

/* Five cycles on, when the program is over. */
static const char late_item[] = MACRO("0x64", "");

/* When an instruction has been issued behind it, and none is: the delay counts these. */
static const char forgotten[] = MACRO("0x4c", "sfpconfig 8, 0xf00, 1\n");

static int run_to(sfpu_machine *m, struct sfpu_limits limits)
{
    limits.size = sizeof limits;
    return sfpu_run_until(m, &limits);
}

/* ---- Whole runs ---- */

static void test_run(void **state)
{
    static float values[16 * 16];
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);
    struct sfpu_result r = result_of(m);

    (void)state;
    assert_int_equal(r.cycles, 0);
    assert_int_equal(sfpu_configure_format(m, SFPU_FP32), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg(m, 0, 0x40000000);
    assert_lreg(m, 1, 0x40800000);
    assert_int_equal(sfpu_read_dst(m, SFPU_FP32, SFPU_ROWS, values, sizeof values), SFPU_OK);
    for (unsigned row = 0; row < 16; row++)
        for (unsigned column = 0; column < 16; column++)
            assert_true(values[16 * row + column] == (row >= 4 && row < 8 && column % 2 == 0 ? 4.0f : 0.0f));
    r = result_of(m);
    assert_int_equal(r.cycles, 4);
    assert_int_equal(r.instructions, 4);
    assert_int_equal(r.vector, 4);
    assert_int_equal(r.reused, 0);
    sfpu_close(m);
}

static void test_run_fails(void **state)
{
    static const struct sfpu_running nothing = {.size = 0};
    /* SFPLOADI, and DOTPV of the matrix unit, which is not modelled. */
    static const uint32_t refused[] = {0x71004000, 0x29000000};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    assert_fails(m, sfpu_run(m, 1), SFPU_NO_PROGRAM, "no program is loaded");
    assert_fails(m, sfpu_step(m), SFPU_NO_PROGRAM, "no program is loaded");
    assert_fails(m, sfpu_set_gaps(m, "0 1", 3), SFPU_NO_PROGRAM,
                 "gaps need a program, and none is loaded");
    load(m, square);
    assert_fails(m, sfpu_run(m, 0), SFPU_BAD_ARGUMENT, "no passes");
    assert_int_equal(sfpu_run_until(NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_fails(m, sfpu_run_until(m, &(struct sfpu_limits){0}), SFPU_BAD_ARGUMENT, "a struct does not say its size");
    assert_fails(m, run_to(m, (struct sfpu_limits){.breakpoint_count = 1}), SFPU_BAD_ARGUMENT,
                 "the breakpoints are NULL, but their count is not 0");
    assert_fails(m, sfpu_configure_runs(m, &nothing), SFPU_BAD_ARGUMENT, "a struct does not say its size");
    assert_fails(m, sfpu_configure_runs(m, NULL), SFPU_BAD_ARGUMENT, "nothing to configure");
    assert_int_equal(sfpu_load_words(m, refused, 2), SFPU_OK);
    assert_fails(m, sfpu_run(m, 1), SFPU_REFUSED, "words: word 1: instruction 1, DOTPV (0x29000000), is not modelled: "
                 "with skip-fpu, it only steps its counters; a run with data for SrcA and SrcB (--srca, --srcb) computes it");
    assert_int_equal(result_of(m).next, 1);
    assert_int_equal(result_of(m).instructions, 1);
    assert_lreg(m, 0, 0x40000000); /* what came before was done */
    assert_int_equal(sfpu_step(m), SFPU_REFUSED); /* of what would be next */
    assert_int_equal(result_of(m).instructions, 1);
    assert_int_equal(sfpu_step(m), SFPU_REFUSED); /* anew */
    assert_int_equal(result_of(m).instructions, 1);
    sfpu_close(m);
}

/* Semaphore 0 is 0 at power-on: SEMWAIT (opcode 0xA6) for a stall of the vector unit (1 << 8 of the block mask, which
 * lies from bit 15) while semaphore 0 (bit 2) is 0 (condition 1) waits for ever. */
static void test_deadlock(void **state)
{
    const struct sfpu_running patient = {.size = sizeof patient, .ignore_waits = 1};
    static const char waits[] = "ttsemwait 0x100, 1, 1\nsfpnop\n";
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, waits);

    (void)state;
    assert_fails(m, sfpu_run(m, 1), SFPU_DEADLOCK,
                 "k.s:1:1: instruction 0 waits for semaphore 0, which nothing in this thread can change");
    assert_int_equal(result_of(m).next, 0);
    assert_int_equal(sfpu_configure_runs(m, &patient), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).instructions, 2);
    sfpu_close(m);
}

/* L0 += 1 in each of a thousand passes of a cycle. The first is of its own; the others are alike. */
static void test_passes(void **state)
{
    const struct sfpu_running untimed = {.size = sizeof untimed, .untimed = 1};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpiadd L0, L0, 1, 5\n");
    struct sfpu_progress progress = {.size = sizeof progress};

    (void)state;
    assert_int_equal(sfpu_get_progress(m, &progress), SFPU_OK);
    assert_int_equal(progress.running, 0);
    assert_int_equal(progress.wanted + progress.passes + progress.cycles, 0);
    assert_int_equal(sfpu_run(m, 1000), SFPU_OK);
    assert_lreg(m, 0, 1000);
    assert_int_equal(result_of(m).cycles, 1000);
    assert_true(result_of(m).reused > 900);
    assert_null(result_of(m).not_reused);
    assert_int_equal(sfpu_get_progress(m, &progress), SFPU_OK);
    assert_int_equal(progress.running, 0);
    assert_int_equal(progress.wanted, 1000);
    assert_int_equal(progress.passes, 1000);
    assert_int_equal(sfpu_configure_runs(m, &untimed), SFPU_OK);
    assert_int_equal(sfpu_run(m, 24), SFPU_OK);
    assert_lreg(m, 0, 1024);
    assert_int_equal(result_of(m).cycles, 0);
    assert_int_equal(result_of(m).instructions, 24);
    assert_int_equal(sfpu_set_gaps(m, "0 1", 3), SFPU_OK);
    assert_fails(m, sfpu_run(m, 1), SFPU_BAD_ARGUMENT, "gaps, and all views except the summary, need a timed run");
    assert_lreg(m, 0, 1024);
    progress.size = 0;
    assert_int_equal(sfpu_get_progress(m, &progress), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_progress(m, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* Word 2 is pushed ten cycles late. What it waited for otherwise is nothing, and there is nothing behind it to wait. */
static void test_gaps(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpnop\nsfpnop\nsfpnop\n");

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 3);
    assert_int_equal(sfpu_set_gaps(m, "2 10", 4), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 13);
    assert_int_equal(sfpu_set_gaps(m, "3 10", 4), SFPU_BAD_INPUT);
    assert_int_equal(sfpu_set_gaps(m, NULL, 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 13);
    load(m, "sfpnop\nsfpnop\nsfpnop\n"); /* another program, without gaps */
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 3);
    sfpu_close(m);
}

static struct sfpu_pusher pusher_of(sfpu_machine *m)
{
    struct sfpu_pusher p = {.size = sizeof p};

    assert_int_equal(sfpu_get_pusher(m, &p), SFPU_OK);
    return p;
}

/* Four words in one line of Wormhole's instruction cache, which the second pass finds there: 5 cycles and 4. Stored, three
 * instructions each, in three lines: 15 and 12. */
static void test_pushed_by(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);
    struct sfpu_pusher none = {.size = sizeof none}, p;
    char why[128];

    (void)state;
    assert_int_equal(sfpu_get_pusher(m, &none), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_setting("pushed-by", "inline", why, sizeof why), SFPU_OK);
    assert_int_equal(sfpu_check_setting("pushed-by", "others", why, sizeof why), SFPU_BAD_ARGUMENT);
    assert_string_equal(why, "pushed-by: 'others' is not among its values: ideal, inline, stores, hoisted");
    assert_int_equal(sfpu_set(m, "pushed-by", "others"), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), why);
    assert_int_equal(sfpu_set(m, "pushed-by", "inline"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 9);
    p = pusher_of(m);
    assert_string_equal(p.name, "inline");
    assert_int_equal(p.instructions, 8);
    assert_int_equal(p.fetching, 1);
    assert_int_equal(p.miss, 1);
    assert_string_equal(p.provenance, "fit, +-10 %");
    assert_int_equal(sfpu_set(m, "pushed-by", "stores"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 27);
    assert_int_equal(pusher_of(m).instructions, 24);
    assert_int_equal(pusher_of(m).fetching, 3);
    assert_int_equal(sfpu_set_gaps(m, "* 1", 3), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), "pushed-by: gaps already say when words are pushed");
    assert_int_equal(sfpu_set(m, "pushed-by", "ideal"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 8);
    sfpu_close(m);
}

/* A schedule relies on words that come one a cycle where its SFPLOADMACRO is pushed, in time, by nobody in particular. */
static void test_assumed(void **state)
{
    static const char recorded[] = "ttreplay 0, 1, 0, 1\nsfploadmacro 0, L1, 0, 3, 3\nttreplay 0, 1, 0, 0\n";
    static const char executed[] = "ttreplay 0, 1, 1, 1\nsfploadmacro 0, L1, 0, 3, 3\n";
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, recorded);

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_false(pusher_of(m).assumed);
    sfpu_close(m);
    m = machine_with(SFPU_WORMHOLE, executed);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_true(pusher_of(m).assumed);
    assert_int_equal(sfpu_set(m, "pushed-by", "inline"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_false(pusher_of(m).assumed);
    sfpu_close(m);
}

/* ---- Runs that stop ---- */

/* Steps of the program that is replayed: before each instruction stands the next, and the cycles are those above. */
static void test_step(void **state)
{
    static const struct {
        size_t next;
        uint64_t cycles;
        uint32_t l0, l1; /* of what was issued before */
    } stops[] = {{2, 4, 1, 0}, {1, 5, 1, 3}, {2, 6, 2, 3}, {5, 7, 2, 4}};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, replayed);
    struct sfpu_progress progress = {.size = sizeof progress};

    (void)state;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        assert_int_equal(sfpu_step(m), SFPU_STOPPED);
        assert_int_equal(result_of(m).next, stops[i].next);
        assert_int_equal(result_of(m).cycles, stops[i].cycles);
        assert_int_equal(result_of(m).instructions, i + 1);
        assert_lreg(m, 0, stops[i].l0);
        assert_lreg(m, 1, stops[i].l1);
    }
    assert_int_equal(sfpu_get_progress(m, &progress), SFPU_OK);
    assert_int_equal(progress.running, 1);
    assert_int_equal(sfpu_step(m), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 8);
    assert_int_equal(sfpu_get_progress(m, &progress), SFPU_OK);
    assert_int_equal(progress.running, 0);
    assert_int_equal(progress.passes, 1);
    /* And anew, from the state of the end. */
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(result_of(m).instructions, 1);
    assert_lreg(m, 0, 3);
    sfpu_close(m);
}

static void test_cycles_and_instructions(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, replayed);

    (void)state;
    /* Cycles 0 to 2 record; what is next stands there in cycle 3 only. */
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 2}), SFPU_STOPPED);
    assert_int_equal(result_of(m).cycles, 2);
    assert_int_equal(result_of(m).instructions, 0);
    assert_true(result_of(m).next == SIZE_MAX);
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 1}), SFPU_STOPPED);
    assert_int_equal(result_of(m).next, 1);
    /* Whatever comes first. */
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 9, .instructions = 3}), SFPU_STOPPED);
    assert_int_equal(result_of(m).cycles, 6);
    assert_int_equal(result_of(m).instructions, 3);
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 1, .instructions = 3}), SFPU_STOPPED);
    assert_int_equal(result_of(m).cycles, 7);
    /* One more is the last: there is nothing left to stop before. */
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 1}), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 8);
    sfpu_close(m);
}

/* A breakpoint on a word stops each time that REPLAY plays it; not where the call goes on from. */
static void test_breakpoints(void **state)
{
    static const size_t second[] = {2}, first_and_last[] = {1, 5}, recorder[] = {0, 3};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, replayed);

    (void)state;
    for (uint64_t cycle = 4; cycle <= 6; cycle += 2) {
        assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = second, .breakpoint_count = 1}), SFPU_STOPPED);
        assert_int_equal(result_of(m).next, 2);
        assert_int_equal(result_of(m).cycles, cycle);
    }
    assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = second, .breakpoint_count = 1}), SFPU_OK);
    for (size_t stop = 0; stop < 3; stop++) {
        assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = first_and_last, .breakpoint_count = 2}),
                         SFPU_STOPPED);
        assert_int_equal(result_of(m).next, stop < 2 ? 1 : 5);
    }
    assert_int_equal(sfpu_run(m, 99), SFPU_OK); /* to its end, however many passes are named */
    assert_int_equal(result_of(m).cycles, 8);
    /* REPLAY is of the front end, and never issued. */
    assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = recorder, .breakpoint_count = 2}), SFPU_OK);
    sfpu_close(m);
}

/* What is changed where a run stands, it goes on with: 3.0 * 3.0 = 9.0 in place of 2.0 * 2.0. A program that is loaded
 * then ends it, as does power-on. */
static void test_changes(void **state)
{
    uint32_t three[SFPU_LANES];
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);

    (void)state;
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        three[lane] = 0x40400000;
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_set_lreg(m, 0, three), SFPU_OK);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_lreg(m, 1, 0); /* a multiplication lands at the end of its second cycle */
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_lreg(m, 1, 0x41100000);
    assert_fails(m, sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_BAD_ARGUMENT, "a run is under way");
    load(m, "sfpnop\n");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 1);
    load(m, square);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_reset(m), SFPU_OK);
    assert_lreg(m, 0, 0);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 4);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    sfpu_close(m); /* on the way */
}

/* An exchange lands at the end of its second cycle, and not before, whether or not somebody listens. */
static void test_state_between_cycles(void **state)
{
    uint32_t one[SFPU_LANES], two[SFPU_LANES];
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpswap L0, L1, 0\nsfpnop\nsfpnop\n");

    (void)state;
    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        one[lane] = 1;
        two[lane] = 2;
    }
    assert_int_equal(sfpu_set_lreg(m, 0, one), SFPU_OK);
    assert_int_equal(sfpu_set_lreg(m, 1, two), SFPU_OK);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_lreg(m, 0, 1);
    assert_lreg(m, 1, 2);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_lreg(m, 0, 2);
    assert_lreg(m, 1, 1);
    sfpu_close(m);
}

/* ---- Events ---- */

static const char *const kinds[] = {"FETCH", "STALL", "EXEC", "SCHEDULE", "FORGET", "DISCARD", "FINDING", "COMPLETE",
                                    "BUBBLE", "PASS"};

/* "CYCLE KIND UNIT #ID WORD=CODE TEXT", in lines; what is written as a mask of LRegs, and f for flags. */
static void write_event(void *context, const struct sfpu_event *e)
{
    char line[160];
    int size;

    assert_int_equal(e->size, sizeof *e);
    assert_in_range(e->kind, SFPU_EVENT_FETCH, SFPU_EVENT_PASS);
    size = snprintf(line, sizeof line, "%d %s %s", (int)e->cycle, kinds[e->kind], e->unit);
    if (e->id != UINT64_MAX)
        size += snprintf(line + size, sizeof line - (size_t)size, " #%d", (int)e->id);
    if (e->index != SIZE_MAX)
        size += snprintf(line + size, sizeof line - (size_t)size, " %zu=%08x", e->index, e->word);
    if (e->scheduled)
        size += snprintf(line + size, sizeof line - (size_t)size, " by %zu of %d, %d after %d", e->macro_index, e->macro,
                         e->delay, (int)e->macro_cycle);
    if (e->address >= 0)
        size += snprintf(line + size, sizeof line - (size_t)size, " at %d%+d", e->address, e->step);
    if (e->lregs || e->flags)
        size += snprintf(line + size, sizeof line - (size_t)size, " writes %x%s", e->lregs, e->flags ? "f" : "");
    size += snprintf(line + size, sizeof line - (size_t)size, "%s%s\n", e->text ? " " : "", e->text ? e->text : "");
    text_add(context, line, (size_t)size);
}

/* SFPLOADI: cycle 0. SFPMUL: cycles 1 and 2. SFPMOV needs its result, which can be read in cycle 3: Blackhole holds it
 * for cycle 2. SFPLOADI 0x71, SFPMUL 0x86, SFPMOV 0x7C: VC 1 << 8, VD 2 << 4. */
static void test_events(void **state)
{
    static const char source[] = "sfploadi L0, 0x4000, 0\n"
                                 "sfpmul L1, L0, L0, L9, 0\n"
                                 "sfpmov L2, L1, 0\n";
    static const char expected[] = "0 PASS none\n"
                                   "0 FETCH load #0 0=71004000\n"
                                   "0 EXEC load #0 0=71004000\n"
                                   "0 COMPLETE load #0 0=71004000 writes 1\n"
                                   "1 FETCH mad #1 1=86000910\n"
                                   "1 EXEC mad #1 1=86000910\n"
                                   "2 FETCH simple #2 2=7c000120\n"
                                   "2 STALL simple #2 2=7c000120 mad\n"
                                   "2 COMPLETE mad #1 1=86000910 writes 2\n"
                                   "3 EXEC simple #2 2=7c000120\n"
                                   "3 COMPLETE simple #2 2=7c000120 writes 4\n";
    sfpu_machine *m = machine_with(SFPU_BLACKHOLE, source);
    struct text events = {0};

    (void)state;
    sfpu_on_event(m, write_event, &events);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_string_equal(events.bytes, expected);
    assert_int_equal(result_of(m).cycles, 4);
    text_free(&events);
    sfpu_on_event(m, NULL, NULL);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_null(events.bytes);
    /* Nor does anybody hear the rest of a run that was stopped. */
    sfpu_on_event(m, write_event, &events);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    text_free(&events);
    sfpu_on_event(m, NULL, NULL);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_null(events.bytes);
    sfpu_close(m);
}

/* A run rounds and flushes in its own ways; the caller's functions are called with the caller's. */
static void assert_upward(void)
{
    volatile float smallest = 1e-45f, one = 1;

    assert_true(one + smallest > 1); /* rounds upward, and no denormal counts as 0 */
    assert_true(smallest * 2 > smallest);
}

static void check_modes(void *context, const struct sfpu_event *e)
{
    (void)e;
    assert_upward();
    ++*(size_t *)context;
}

static int check_modes_of_write(void *context, const char *bytes, size_t size)
{
    (void)bytes;
    assert_upward();
    *(size_t *)context += size;
    return 0;
}

static void test_float_modes(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, square);
    enum { PASSES = 2000 /* so many that the trace is written on the way */ };
    size_t events = 0, bytes = 0;

    (void)state;
    sfpu_on_event(m, check_modes, &events);
    assert_int_equal(sfpu_want(m, SFPU_TRACE, check_modes_of_write, &bytes), SFPU_OK);
    fesetround(FE_UPWARD);
    assert_int_equal(sfpu_run(m, PASSES), SFPU_OK);
    assert_upward();
    fesetround(FE_TONEAREST);
    assert_int_equal(events, PASSES * 13); /* as above: a pass, and three for each instruction */
    assert_true(bytes > 0);
    assert_lreg(m, 1, 0x40800000);
    sfpu_close(m);
}

/* SFPLOADMACRO in cycle 4, in the cycle after SFPCONFIG and played by no REPLAY, which are findings; its item is due
 * four cycles after the next. The item's word is the template's: SFPMOV, 0x7C, whose VD of 12 made it template 0; bit 6
 * of the sequence has it write L16, and the SFPLOADMACRO loads L1, which it reads. */
static void test_macro_events(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, late_item);
    struct text events = {0};
    static const char expected[] = "4 FETCH load #4 4=9313c000\n"
                                   "4 FINDING load #4 4=9313c000 macro-config-early\n"
                                   "4 EXEC load #4 4=9313c000 at 0+0\n"
                                   "4 FINDING load #4 4=9313c000 macro-outside-replay\n"
                                   "4 SCHEDULE simple #5 4=7c0000c0 by 4 of 0, 4 after 4\n"
                                   "4 COMPLETE load #4 4=9313c000 at 0+0 writes 2\n"
                                   "9 EXEC simple #5 4=7c0000c0 by 4 of 0, 4 after 4 sfpmov L16,L1,0\n"
                                   "9 COMPLETE simple #5 4=7c0000c0 by 4 of 0, 4 after 4 writes 10000 "
                                   "sfpmov L16,L1,0\n";
    const char *macro;

    (void)state;
    sfpu_on_event(m, write_event, &events);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    macro = strstr(events.bytes, "4 FETCH");
    assert_non_null(macro);
    assert_string_equal(macro, expected);
    text_free(&events);
    sfpu_close(m);
}

/* The masks of what completes, in order. */
static void note_writes(void *context, const struct sfpu_event *e)
{
    char mask[16];

    if (e->kind == SFPU_EVENT_COMPLETE)
        text_add(context, mask, (size_t)snprintf(mask, sizeof mask, "%x%s\n", e->lregs, e->flags ? "f" : ""));
    else
        assert_int_equal(e->lregs | (uint32_t)e->flags, 0);
}

/* By sfpu-semantics(7): SFPSWAP writes both operands, SFPIADD its VD and, without mode bit 2, LaneFlags; SFPSETCC and
 * SFPENCC write flags alone. SFPCONFIG writes an LReg if that is L11 to L14, and none if VD is 15, LaneConfig. VD of 12
 * and above makes an SFPABS a template, which writes nothing. Of L9 a constant keeps what it is. */
static void test_what_is_written(void **state)
{
    static const char source[] = "sfploadi L3, 0, 0\n"
                                 "sfpswap L1, L2, 0\n"
                                 "sfpnop\n"
                                 "sfpiadd L0, L3, 1, 1\n"
                                 "sfpiadd L0, L3, 1, 5\n"
                                 "sfpsetcc L0, 0, 0\n"
                                 "sfpencc 3, 10\n"
                                 "sfpconfig 12, 0, 0\n"
                                 "sfpconfig 15, 0, 1\n"
                                 "sfpabs T0, L1, 0\n"
                                 "sfpstore L1, 0, 3, 3\n";
    static const char expected[] = "8\n6\n0\n1f\n1\n0f\n0f\n1000\n0\n0\n0\n";
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, source);
    struct text writes = {0};

    (void)state;
    sfpu_on_event(m, note_writes, &writes);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_string_equal(writes.bytes, expected);
    text_free(&writes);
    sfpu_close(m);
}

/* ---- Stopped and not ---- */

struct subject {
    const char *path; /* below examples/, or NULL */
    const char *text;
    const char *values;
    int arch;
};

static const struct subject subjects[] = {
    {.text = square, .arch = SFPU_WORMHOLE},
    {.text = replayed, .arch = SFPU_WORMHOLE},
    {.text = discarding, .arch = SFPU_WORMHOLE},
    {.text = late_item, .arch = SFPU_WORMHOLE},
    {.text = forgotten, .arch = SFPU_BLACKHOLE},
    /* Reads a product too early: Wormhole's finding, Blackhole's stall. */
    {.text = "sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\nsfpswap L1, L2, 1\nsfpstore L2, 0, 3, 3\n",
     .arch = SFPU_WORMHOLE},
    {.text = "sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\nsfpswap L1, L2, 1\nsfpstore L2, 0, 3, 3\n",
     .arch = SFPU_BLACKHOLE},
    {"exp/exp.S", NULL, "exp/in.npy", SFPU_WORMHOLE},
    {"exp/exp.S", NULL, "exp/in.npy", SFPU_BLACKHOLE},
    {"recip/recip-wormhole.S", NULL, "recip/in.npy", SFPU_WORMHOLE},
    {"recip/recip-blackhole.S", NULL, "recip/in.npy", SFPU_BLACKHOLE},
    {"relu6/relu6.s", NULL, "relu6/in.npy", SFPU_WORMHOLE},
    {"rowmax/rowmax.S", NULL, "rowmax/in.npy", SFPU_WORMHOLE},
    {"rowmax/rowmax.S", NULL, "rowmax/in.npy", SFPU_BLACKHOLE},
    {"where/where.S", NULL, "where/in.npy", SFPU_WORMHOLE},
    {"where/where.S", NULL, "where/in.npy", SFPU_BLACKHOLE},
    {"typecast/uint16-to-bf16.S", NULL, "typecast/in.npy", SFPU_WORMHOLE},
    {"typecast/uint16-to-bf16.S", NULL, "typecast/in.npy", SFPU_BLACKHOLE},
    {"recip-bh/recip-bf16.S", NULL, "recip-bh/in.npy", SFPU_BLACKHOLE},
};

static void put_values(sfpu_machine *m, const char *name)
{
    static char bytes[1 << 17];
    char path[128];
    sfpu_image *image;
    FILE *stream;
    size_t size;

    snprintf(path, sizeof path, "examples/%s", name);
    stream = fopen(path, "rb");
    assert_non_null(stream);
    size = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    assert_int_equal(sfpu_image_parse(m, bytes, size, SFPU_NPY, SFPU_ANY_FORMAT, SFPU_TILE, &image), SFPU_OK);
    assert_int_equal(sfpu_configure_format(m, sfpu_image_format(image)), SFPU_OK);
    assert_int_equal(sfpu_image_to_dst(m, image, NULL), SFPU_OK);
    sfpu_image_free(image);
}

static sfpu_machine *machine_for(const struct subject *s)
{
    sfpu_machine *m = machine_of(s->arch);
    char path[128];

    snprintf(path, sizeof path, "examples/%s", s->path ? s->path : "");
    if (s->text)
        load(m, s->text);
    else if (sfpu_load_file(m, path) != SFPU_OK)
        fail_msg("%s: %s", path, sfpu_error(m));
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    if (s->values)
        put_values(m, s->values);
    assert_int_equal(sfpu_limit_findings(m, SFPU_NOTE, 0), SFPU_OK);
    return m;
}

/* What is left of a run: its state with cycles and findings, counts, events, and findings as they are printed. */
struct outcome {
    struct sfpu_result result;
    struct text events, findings;
    char *state;
};

static void take_outcome(sfpu_machine *m, struct outcome *o)
{
    o->result = result_of(m);
    assert_int_equal(sfpu_get_state(m, &o->state, NULL), SFPU_OK);
    text_add(&o->findings, "", 0);
    assert_int_equal(sfpu_print_findings(m, 0, text_add, &o->findings), SFPU_OK);
}

/* A fixed sequence without pattern: Knuth's multiplier for 64 bits. */
static uint64_t next_random(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return *random >> 33;
}

/* Runs it, stopping every `cycles` cycles, or (SIZE_MAX) after any number, or (0) never. `heard`: with an observer. */
static void run_subject(const struct subject *s, uint64_t cycles, int heard, struct outcome *o)
{
    sfpu_machine *m = machine_for(s);
    uint64_t random = 1, stops = 0;
    int code;

    *o = (struct outcome){0};
    text_add(&o->events, "", 0);
    if (heard)
        sfpu_on_event(m, write_event, &o->events);
    if (!cycles) {
        code = sfpu_run(m, 1);
    } else {
        do {
            const uint64_t most = cycles == SIZE_MAX ? 1 + next_random(&random) % 9 : cycles;

            code = run_to(m, (struct sfpu_limits){.cycles = most});
            stops++;
            if (code == SFPU_STOPPED && cycles != SIZE_MAX)
                assert_int_equal(result_of(m).cycles, stops * cycles);
        } while (code == SFPU_STOPPED);
    }
    assert_int_equal(code, SFPU_OK);
    take_outcome(m, o);
    if (cycles && cycles != SIZE_MAX)
        assert_int_equal(stops, (o->result.cycles + cycles - 1) / cycles);
    sfpu_close(m);
}

static void assert_same(const struct outcome *x, const struct outcome *y)
{
    assert_int_equal(x->result.cycles, y->result.cycles);
    assert_int_equal(x->result.instructions, y->result.instructions);
    assert_int_equal(x->result.vector, y->result.vector);
    assert_string_equal(x->state, y->state);
    assert_string_equal(x->findings.bytes, y->findings.bytes);
    assert_string_equal(x->events.bytes, y->events.bytes);
}

static void outcome_free(struct outcome *o)
{
    text_free(&o->events);
    text_free(&o->findings);
    sfpu_free(o->state);
}

static void test_stopped_and_not(void **state)
{
    static const uint64_t every[] = {1, 3, SIZE_MAX};
    size_t with_findings = 0;

    (void)state;
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        for (int heard = 0; heard < 2; heard++) {
            struct outcome whole, parts;

            run_subject(&subjects[i], 0, heard, &whole);
            with_findings += whole.findings.size > 0;
            for (size_t e = 0; e < sizeof every / sizeof every[0]; e++) {
                run_subject(&subjects[i], every[e], heard, &parts);
                assert_same(&whole, &parts);
                outcome_free(&parts);
            }
            outcome_free(&whole);
        }
    }
    assert_true(with_findings > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run),         cmocka_unit_test(test_run_fails),
        cmocka_unit_test(test_deadlock),    cmocka_unit_test(test_passes),
        cmocka_unit_test(test_gaps),        cmocka_unit_test(test_step),
        cmocka_unit_test(test_pushed_by),   cmocka_unit_test(test_assumed),
        cmocka_unit_test(test_cycles_and_instructions), cmocka_unit_test(test_breakpoints),
        cmocka_unit_test(test_changes),     cmocka_unit_test(test_events),
        cmocka_unit_test(test_macro_events), cmocka_unit_test(test_what_is_written),
        cmocka_unit_test(test_state_between_cycles),
        cmocka_unit_test(test_float_modes), cmocka_unit_test(test_stopped_and_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
