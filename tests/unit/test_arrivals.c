/*
 * The front end in time (sfpu-timing(7), REPLAY and MOP and Front end): hand-worked cases, and that
 * passes with equal keys are alike. tests/unit/test_pipeline_random.c compares it
 * with real queues.
 *
 * In the working, word n is the program's, pushed in cycle n where nothing holds
 * it; "M:" is what the MOP expander does in which cycles, "R:" the REPLAY expander.
 * Slots 0 to 31 of the replay buffer hold SFPNOP from the start.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "time/frontend.h"
#include "reference/operands.h"
#include "reference/slow_pipeline.h"

enum { SFPNOP = 0x8F000000, NOP = 0x02000000, NO_GAPS = 32 };

static uint32_t playback(unsigned count) { return 0x04000000 | count << 4; }

/* Template 0: a MOP of n + 1 passes emits `op` n + 1 times. */
static void start(struct watched *w, enum sfp_arch arch, uint32_t op)
{
    watched_start(w, arch);
    w->m->s.expanders.mop_cfg[3] = op;
    w->m->s.expanders.mop_cfg_set = 0x1FF;
    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++)
        w->m->s.expanders.replay[i] = SFPNOP;
    w->m->s.expanders.replay_recorded = UINT32_MAX;
}

struct timed {
    uint32_t op; /* what MOPs emit */
    const char *source, *log;
    uint32_t gaps[NO_GAPS];
    unsigned long repeat; /* 0: once */
    uint32_t delays[NO_GAPS];
};

static void check(const struct timed *t, enum sfp_arch arch)
{
    struct watched w;

    start(&w, arch, t->op);
    w.options.gaps = t->gaps;
    w.options.late = t->delays;
    w.options.run.repeat = t->repeat ? t->repeat : 1;
    watched_run(&w, t->source);
    assert_string_equal(w.log, t->log);
    watched_end(&w);
}

static void check_all(const struct timed *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check(&table[i], SFP_WH);
        check(&table[i], SFP_BH);
    }
}

#define CHECK_ALL(table) check_all(table, sizeof(table) / sizeof(table)[0])

/* ---- MOP ---- */

static void test_turning_round(void **state)
{
    const struct timed table[] = {
        /* M: 0 MOP, 1 turns round, 2 word 1 */
        {SFPNOP, "ttmop 0,0,0\n sfpnop", "0:load 0 | 1:bubble mop 0 | 2:load 1", {0}, 0},
        /* the loop of shipping kernels. M: 0 MOP, 1 turns round, 2 word 1; R: 0 and 1 plays back */
        {playback(2), "ttmop 0,0,0\n sfpnop", "0:load 0 | 1:load 0 | 2:load 1", {0}, 0},
        /* a playback of one is over when the MOP expander turns round */
        {playback(1), "ttmop 0,0,0\n sfpnop", "0:load 0 | 1:bubble mop 0 | 2:load 1", {0}, 0},
        /* M: 0 and 1 emits, 2 turns round, 3 word 1; R: 0 to 3 plays back, 4 word 1 */
        {playback(2), "ttmop 0,1,0\n sfpnop", "0:load 0 | 1:load 0 | 2:load 0 | 3:load 0 | 4:load 1", {0}, 0},
        /* nothing between a MOP and a MOP */
        {SFPNOP, "ttmop 0,0,0\n ttmop 0,0,0\n sfpnop", "0:load 0 | 1:load 1 | 2:bubble mop 1 | 3:load 2", {0}, 0},
        /* nor before a MOP */
        {SFPNOP, "sfpnop\n ttmop 0,0,0", "0:load 0 | 1:load 1", {0}, 0},
        /* it turns round while it waits: word 1 is pushed in cycle 2 */
        {SFPNOP, "ttmop 0,0,0\n sfpnop", "0:load 0 | 1:bubble gap 1 | 2:load 1", {0, 1}, 0},
        /* pass 2 begins with word 0, for which it turns round as well */
        {SFPNOP, "sfpnop\n ttmop 0,0,0", "0:load 0 | 1:load 1 | 2:bubble mop 1 | 3:load 0 | 4:load 1", {0}, 2},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_mop_cfg(void **state)
{
    const struct timed table[] = {
        /* M: 1 MOP_CFG */
        {SFPNOP, "sfpnop\n ttmopcfg 1\n sfpnop", "0:load 0 | 1:bubble mop 1 | 2:load 2", {0}, 0},
        /* M: 0 MOP, 1 turns round, 2 MOP_CFG, 3 word 2 */
        {SFPNOP, "ttmop 0,0,0\n ttmopcfg 1\n sfpnop", "0:load 0 | 1:bubble mop 0 | 2:bubble mop 1 | 3:load 2", {0}, 0},
        /* M: 0 REPLAY, 1 MOP_CFG, 2 word 2; R: 0 and 1 plays back */
        {SFPNOP, "ttreplay 0,2,0,0\n ttmopcfg 1\n sfpnop", "0:load 0 | 1:load 0 | 2:load 2", {0}, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Recordings ---- */

static void test_recording(void **state)
{
    const struct timed table[] = {
        /* M: 0 MOP, 1 turns round, 2 REPLAY, 3 word 2, 4 word 3; R: 2 REPLAY, 3 records */
        {SFPNOP, "ttmop 0,0,0\n ttreplay 0,1,0,1\n sfpnop\n sfpnop",
         "0:load 0 | 1:bubble mop 0 | 2:bubble replay 1 | 3:bubble replay 2 | 4:load 3", {0}, 0},
        /* what a MOP emits is recorded. R: 0 REPLAY, 1 and 2 records; M: 1 and 2 emits, 3 turns round */
        {SFPNOP, "ttreplay 0,2,0,1\n ttmop 0,1,0\n sfpnop",
         "0:bubble replay 0 | 1:bubble replay 1 | 2:bubble replay 1 | 3:bubble mop 1 | 4:load 2", {0}, 0},
        /* SFPSWAP holds word 1 in cycle 1; the REPLAY expander goes on. R: 0, 1, 2 REPLAY, 3 records, 4 word 4 */
        {SFPNOP, "sfpswap L0,L1,0\n sfpabs L2,L3,0\n ttreplay 0,1,0,1\n sfpnop\n sfpnop",
         "0:simple 0 | 1:stall 1 swap | 2:simple 1 | 3:bubble replay 3 | 4:load 4", {0}, 0},
        /*
         * It goes on by two instructions behind the one that the gate has: word 3 leaves that for the vector unit's input
         * in 4, and issues in 5. Issued: 0, 2, 3, 5, 6, 8. R: words 0 to 5 in 0 to 5, REPLAY 6, records 7, 8 and 9. Word
         * 8 would come in 8, in which word 5 issues from the input: only 9 is lost.
         */
        {SFPNOP, "sfpswap L0,L1,0\n sfpabs L2,L3,0\n sfpswap L0,L1,0\n sfpabs L2,L3,0\n sfpswap L0,L1,0\n"
                 " sfpabs L2,L3,0\n ttreplay 0,3,0,1\n sfpnop\n sfpnop\n sfpnop\n sfpnop",
         "0:simple 0 | 1:stall 1 swap | 2:simple 1 | 3:simple 2 | 4:stall 3 swap | 5:simple 3 | 6:simple 4 | "
         "7:stall 5 swap | 8:simple 5 | 9:bubble replay 9 | 10:load 10", {0}, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Gaps ---- */

static void test_gaps(void **state)
{
    const struct timed table[] = {
        /* R: 0 to 2 plays back; word 1 is pushed in cycle 3 */
        {SFPNOP, "ttreplay 0,3,0,0\n sfpnop", "0:load 0 | 1:load 0 | 2:load 0 | 3:load 1", {0, 2}, 0},
        /* pushed in cycle 5: two cycles of four are left */
        {SFPNOP, "ttreplay 0,3,0,0\n sfpnop",
         "0:load 0 | 1:load 0 | 2:load 0 | 3:bubble gap 1 | 4:bubble gap 1 | 5:load 1", {0, 4}, 0},
        /* a gap behind a stall: SFPSWAP holds word 1 until cycle 2, word 2 is pushed in cycle 3 */
        {SFPNOP, "sfpswap L0,L1,0\n sfpabs L2,L3,0\n sfpnop", "0:simple 0 | 1:stall 1 swap | 2:simple 1 | 3:load 2",
         {0, 0, 1}, 0},
        /* no word and none to come: the recorded word is pushed in cycle 3, taken at once */
        {SFPNOP, "ttreplay 0,1,0,1\n sfpnop", "0:bubble replay 0 | 1:bubble gap 1 | 2:bubble gap 1 | 3:bubble replay 1",
         {0, 2}, 0},
        /* the pusher goes on with pass 2 at once: word 0 in 2, and again in 5 */
        {SFPNOP, "ttreplay 0,3,0,0",
         "0:bubble gap 0 | 1:bubble gap 0 | 2:load 0 | 3:load 0 | 4:load 0 | 5:load 0 | 6:load 0 | 7:load 0", {2}, 2},
        /* ... and word 0 of pass 3 in 13, where the playback of pass 2 ended in 8 */
        {SFPNOP, "ttreplay 0,2,0,0",
         "0:bubble gap 0 | 1:bubble gap 0 | 2:bubble gap 0 | 3:load 0 | 4:load 0 | 5:bubble gap 0 | 6:bubble gap 0 | "
         "7:load 0 | 8:load 0", {3}, 2},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Words that are late at the gate ---- */

static void test_delays(void **state)
{
    const struct timed table[] = {
        /* a gap of two that a playback would hide: word 1 could be there in 3 */
        {SFPNOP, "ttreplay 0,3,0,0\n sfpnop",
         "0:load 0 | 1:load 0 | 2:load 0 | 3:bubble gap 1 | 4:bubble gap 1 | 5:load 1", {0}, 0, {0, 2}},
        /* where a gap of the pusher's hides, that does not count; where it does not, word 1 could be there in 4 */
        {SFPNOP, "ttreplay 0,3,0,0\n sfpnop", "0:load 0 | 1:load 0 | 2:load 0 | 3:bubble gap 1 | 4:load 1",
         {0, 2}, 0, {0, 1}},
        {SFPNOP, "ttreplay 0,2,0,0\n sfpnop",
         "0:load 0 | 1:load 0 | 2:bubble gap 1 | 3:bubble gap 1 | 4:bubble gap 1 | 5:load 1", {0, 3}, 0, {0, 1}},
        /* SFPSWAP is through in 0: word 1, which it would hold in 1 anyhow, is there in 2 */
        {SFPNOP, "sfpswap L0,L1,0\n sfpabs L2,L3,0\n sfpnop", "0:simple 0 | 1:bubble gap 1 | 2:simple 1 | 3:load 2",
         {0}, 0, {0, 1}},
        /* the MOP expander turns round in 1 in any case */
        {SFPNOP, "ttmop 0,0,0\n sfpnop", "0:load 0 | 1:bubble gap 1 | 2:bubble gap 1 | 3:load 1", {0}, 0, {0, 1}},
        /* a recorded word, and what lies behind it */
        {SFPNOP, "ttreplay 0,1,0,1\n sfpnop\n sfpnop",
         "0:bubble replay 0 | 1:bubble gap 1 | 2:bubble replay 1 | 3:load 2", {0}, 0, {0, 1}},
        /* in each pass; word 1 follows */
        {SFPNOP, "sfpnop\n sfpnop", "0:bubble gap 0 | 1:load 0 | 2:load 1 | 3:bubble gap 0 | 4:load 0 | 5:load 1",
         {0}, 2, {1}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Full queues ---- */

/* `first`, and then SFPNOP up to word `last`, which comes `gap` cycles late. */
static void run_held(struct watched *w, const char *first, unsigned last, uint32_t gap)
{
    uint32_t gaps[NO_GAPS + 1] = {0};
    char source[1024];

    assert_true(last <= NO_GAPS);
    snprintf(source, sizeof source, "%s\n.rept %u\nsfpnop\n.endr\n", first, last);
    gaps[last] = gap;
    w->options.gaps = gaps;
    watched_run(w, source);
    w->options.gaps = NULL;
}

/*
 * M: emits in 0 to 39, turns round, word n in 40 + n. Words 1 to 16 fill the 16
 * places of Wormhole's queue; word 17, ready in 17, needs that of word 1, which is
 * emptied in 41: pushed in 42, 25 cycles late. Word 18 is ready in 42 + 1 + 30 = 73;
 * word 17 issues in 57, so 15 cycles are empty.
 */
static void test_full_queue_wormhole(void **state)
{
    struct watched w;

    (void)state;
    start(&w, SFP_WH, SFPNOP);
    run_held(&w, "ttmop 0,39,0", 18, 30);
    assert_int_equal(w.result.held, 25);
    assert_int_equal(w.result.stalls[SFP_STALL_GAP], 15);
    assert_int_equal(w.result.stalls[SFP_STALL_MOP], 1);
    assert_int_equal(w.result.cycles, 74);
    watched_end(&w);
}

/*
 * Blackhole's queue takes words up to the 29th at once, but a word's place is free
 * only when all of it has passed the gate: the MOP's from cycle 40 on. Word 18 is
 * ready in 18 + 30 = 48, long before word 17 issues in 57.
 * Word 29 is ready in 29, and needs the MOP's place: 11 cycles. Word 30, ready in
 * 41, that of word 1, which passes in 41: one more.
 */
static void test_full_queue_blackhole(void **state)
{
    struct watched w;

    (void)state;
    start(&w, SFP_BH, SFPNOP);
    run_held(&w, "ttmop 0,39,0", 18, 30);
    assert_int_equal(w.result.held, 0);
    assert_int_equal(w.result.cycles, 59);
    run_held(&w, "ttmop 0,39,0", 28, 0);
    assert_int_equal(w.result.held, 0);
    run_held(&w, "ttmop 0,39,0", 29, 0);
    assert_int_equal(w.result.held, 11);
    run_held(&w, "ttmop 0,39,0", 30, 0);
    assert_int_equal(w.result.held, 12);
    watched_end(&w);
}

/*
 * Blackhole: a word keeps its place as long as anything of it is left. Word 0 plays back an instruction, which is held
 * at the gate until 50, and a slot that holds nothing, over in 1. Word 29, ready in 29, gets its place in 51.
 */
static void test_place_is_kept(void **state)
{
    enum { WORDS = 30, HELD_UNTIL = 50 };
    uint32_t words[WORDS] = {playback(2)};
    const struct sfp_op *op;
    struct sfp_frontend *f;
    struct watched w;
    uint64_t cycle = 0;

    (void)state;
    for (size_t i = 1; i < WORDS; i++)
        words[i] = SFPNOP;
    start(&w, SFP_BH, SFPNOP);
    w.m->s.expanders.replay_recorded = 1;
    f = sfp_frontend_new(w.m, words, WORDS);
    assert_non_null(f);
    sfp_frontend_in_time(f, NULL, NULL);
    assert_int_equal(sfp_frontend_at(f, cycle, &op), SFP_FETCH_OP);
    cycle = HELD_UNTIL;
    while (sfp_frontend_at(f, ++cycle, &op) != SFP_FETCH_END)
        ;
    assert_int_equal(sfp_frontend_held(f), 51 - 29);
    assert_int_equal(cycle, 51 + 29);
    sfp_frontend_free(f);
    watched_end(&w);
}

/* A word behind a playback is not of it. */
static void test_origin(void **state)
{
    static const uint32_t words[] = {0x04000010, SFPNOP, SFPNOP};
    struct sfp_fetch_origin origin;
    const struct sfp_op *op;
    struct sfp_frontend *f;
    struct watched w;

    (void)state;
    start(&w, SFP_WH, SFPNOP);
    f = sfp_frontend_new(w.m, words, sizeof words / sizeof words[0]);
    assert_non_null(f);
    sfp_frontend_in_time(f, NULL, NULL);
    for (uint64_t cycle = 0; cycle < 3; cycle++) {
        assert_int_equal(sfp_frontend_at(f, cycle, &op), SFP_FETCH_OP);
        sfp_frontend_origin(f, &origin);
        assert_int_equal(origin.position, cycle);
        assert_int_equal(origin.playback, cycle == 0);
    }
    sfp_frontend_free(f);
    watched_end(&w);
}

/*
 * R: takes item k in 2k. M: emits item k in max(k, 2k - 15), when item k - 8 has
 * been taken: item 19 in 23; turns round in 24; word 1, which is item 20, in 25.
 * Word 17, ready in 17, needs its place: pushed in 26, 9 cycles late. Word 18 is
 * ready in 26 + 1 + 35 = 62; word 17 is item 36 and issues in 40 + 16 = 56.
 */
static void test_full_middle_queue(void **state)
{
    struct watched w;

    (void)state;
    start(&w, SFP_WH, playback(2));
    run_held(&w, "ttmop 0,19,0", 18, 35);
    assert_int_equal(w.result.held, 9);
    assert_int_equal(w.result.stalls[SFP_STALL_GAP], 5);
    assert_int_equal(w.result.stalls[SFP_STALL_MOP], 0);
    assert_int_equal(w.result.cycles, 63);
    watched_end(&w);
}

/*
 * A long flow of plain words, then a recording. Words 2i and 2i + 1 issue in 3i and
 * 3i + 2, the latter from the vector unit's input, to which it leaves the gate in 3i + 1.
 * The REPLAY expander is two ahead: word 99, issued in 149, goes to the gate when word 97
 * has left it, in 145. R: word 99 in 146, REPLAY 147, records 148 and 149, plays 150: no
 * cycle is lost.
 * On Wormhole the last word, 103, is pushed in the cycle after the MOP expander took
 * word 87, which it did in the cycle after word 79 went to the gate, which it did in the
 * cycle after word 77 left that, which it did in 3 * 38 + 1 = 115: in 118 instead of 103.
 */
static void test_long_flow(void **state)
{
    struct watched w;
    const char *source = ".rept 50\nsfpswap L0,L1,0\nsfpabs L2,L3,0\n.endr\nttreplay 0,2,0,1\nsfpnop\nsfpnop\n"
                         "ttreplay 0,1,0,0";

    (void)state;
    start(&w, SFP_WH, SFPNOP);
    watched_run_unwatched(&w, source);
    assert_int_equal(w.result.stalls[SFP_STALL_SWAP], 50);
    assert_int_equal(w.result.stalls[SFP_STALL_REPLAY], 0);
    assert_int_equal(w.result.cycles, 151);
    assert_int_equal(w.result.held, 118 - 103);
    watched_end(&w);
}

/* ---- Passes with equal keys ---- */

enum { MAX_WORDS = 24, PASSES = 120 };

/* A program with a back end that holds the i-th instruction of a pass for holds[i % MAX_WORDS] cycles. */
struct looping {
    enum sfp_arch arch;
    uint32_t words[MAX_WORDS], gaps[MAX_WORDS], holds[MAX_WORDS], op;
    size_t count;
    bool has_gaps;
};

/* What a pass was like: the cycles in which its instructions came, from its start on, hashed; and its end. */
struct pass {
    struct start { /* all that it depends on */
        struct sfp_frontend_key key;
        uint32_t replay[SFP_REPLAY_SLOTS], mask_hi;
    } start;
    uint64_t hash, cycles;
    uint64_t held; /* up to its end */
};

static uint32_t below(uint64_t *random, uint32_t n)
{
    return (uint32_t)(splitmix64(random) >> 33) % n;
}

static uint32_t random_front_word(uint64_t *random)
{
    switch (below(random, 8)) {
    case 0: return 0x01000000 | below(random, 4) << 16;
    case 1: return 0x03000000 | below(random, 8);
    case 2: return 0x04000003 | (1 + below(random, 3)) << 4;
    case 3: return 0x04000001 | (1 + below(random, 3)) << 4;
    case 4: return playback(1 + below(random, 6));
    default: return SFPNOP;
    }
}

static void generate(struct looping *l, uint64_t seed)
{
    uint64_t random = seed;
    const bool calm = below(&random, 4) == 0; /* nothing that makes a word wait */

    memset(l, 0, sizeof *l);
    l->arch = seed % 2 ? SFP_BH : SFP_WH;
    l->count = 1 + below(&random, MAX_WORDS);
    l->op = below(&random, 2) ? playback(1 + below(&random, 4)) : SFPNOP;
    l->has_gaps = below(&random, 3) == 0;
    for (size_t i = 0; i < l->count; i++) {
        l->words[i] = calm ? SFPNOP : random_front_word(&random);
        l->gaps[i] = below(&random, 6) ? 0 : below(&random, 12);
        l->holds[i] = below(&random, 5) ? 0 : below(&random, 10) ? below(&random, 4) : 50;
    }
}

/* Runs a pass that starts in cycle `from`. */
static void run_pass(struct sfp_frontend *f, const struct looping *l, const struct sfp_state *s, uint64_t from,
                     struct pass *pass)
{
    const struct sfp_op *op;
    enum sfp_fetch fetch;
    uint64_t cycle = from;
    size_t n = 0;

    memset(&pass->start, 0, sizeof pass->start);
    sfp_frontend_key(f, from, &pass->start.key);
    memcpy(pass->start.replay, s->expanders.replay, sizeof s->expanders.replay);
    pass->start.mask_hi = s->expanders.mop_mask_hi;
    sfp_frontend_rewind(f);
    pass->hash = 0;
    while ((fetch = sfp_frontend_at(f, cycle, &op)) != SFP_FETCH_END) {
        pass->hash = (pass->hash ^ (cycle - from) << 8 ^ (uint64_t)fetch) * UINT64_C(0x9E3779B97F4A7C15);
        if (fetch == SFP_FETCH_OP)
            cycle += l->holds[n++ % MAX_WORDS];
        else
            pass->hash += (uint64_t)sfp_frontend_late(f);
        cycle++;
    }
    pass->cycles = cycle - from;
    pass->held = sfp_frontend_held(f);
}

static uint64_t held_in(const struct pass *passes, size_t i)
{
    return passes[i].held - (i ? passes[i - 1].held : 0);
}

/* Where a pass starts as one before did, it goes on like it. */
static bool check_passes(const struct pass *passes)
{
    bool found = false;

    for (size_t i = 0; i < PASSES; i++) {
        for (size_t j = 0; j < i; j++) {
            if (memcmp(&passes[i].start, &passes[j].start, sizeof passes[i].start) != 0)
                continue;
            found = true;
            assert_int_equal(passes[i].cycles, passes[j].cycles);
            assert_int_equal(passes[i].hash, passes[j].hash);
            if (passes[i].start.key.exact_words)
                assert_int_equal(held_in(passes, i), held_in(passes, j));
        }
    }
    return found;
}

/* Runs PASSES passes, `late` cycles late from the `shifted`th on. */
static void run_passes(const struct looping *l, struct pass *passes, size_t shifted, uint64_t late)
{
    struct watched w;
    struct sfp_frontend *f;
    uint64_t cycle = 0;

    start(&w, l->arch, l->op);
    f = sfp_frontend_new(w.m, l->words, l->count);
    assert_non_null(f);
    sfp_frontend_in_time(f, l->has_gaps ? l->gaps : NULL, NULL);
    for (size_t i = 0; i < PASSES; i++) {
        run_pass(f, l, &w.m->s, cycle, &passes[i]);
        cycle += passes[i].cycles;
        if (i + 1 == shifted) {
            sfp_frontend_shift(f, late);
            cycle += late;
        }
    }
    sfp_frontend_free(f);
    watched_end(&w);
}

/* A steady state is found in all of them, and nothing but distances in time matters. */
static void test_equal_keys(void **state)
{
    static struct pass passes[PASSES], shifted[PASSES];
    struct looping l;
    size_t steady = 0;
    enum { PROGRAMS = 400 };

    (void)state;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        generate(&l, seed);
        run_passes(&l, passes, 0, 0);
        steady += check_passes(passes);
        run_passes(&l, shifted, 1 + seed % 7, 1000 + seed);
        for (size_t i = 0; i < PASSES; i++) {
            assert_memory_equal(&shifted[i].start, &passes[i].start, sizeof passes[i].start);
            assert_int_equal(shifted[i].hash, passes[i].hash);
            assert_int_equal(shifted[i].held, passes[i].held);
        }
    }
    assert_int_equal(steady, PROGRAMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turning_round),      cmocka_unit_test(test_mop_cfg),
        cmocka_unit_test(test_recording),          cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_full_queue_wormhole), cmocka_unit_test(test_full_queue_blackhole),
        cmocka_unit_test(test_delays),
        cmocka_unit_test(test_full_middle_queue),  cmocka_unit_test(test_long_flow),
        cmocka_unit_test(test_place_is_kept),      cmocka_unit_test(test_origin),
        cmocka_unit_test(test_equal_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
