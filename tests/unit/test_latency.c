/*
 * Latencies as data: what the table says, what events say of it, and that the engine follows other numbers, which are
 * put into a machine's decoder here. tests/latency-three does the same with another number in the table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/decode.h"
#include "reference/slow_pipeline.h"

#define ALL "FFFFFFFF/FFFFFFFF"

/* Two cycles: the multiply-adds, SFPSWAP, and SFPSHFT2 in modes 2 to 4 (sfpu-timing(7), Sub-units and latency). All
 * others: one. */
static unsigned documented(enum sfp_id id, unsigned mode)
{
    switch (id) {
    case SFP_I_SFPLUT: case SFP_I_SFPLUTFP32: case SFP_I_SFPMULI: case SFP_I_SFPADDI: case SFP_I_SFPMAD:
    case SFP_I_SFPADD: case SFP_I_SFPMUL: case SFP_I_SFPMUL24: case SFP_I_SFPSWAP:
        return 2;
    case SFP_I_SFPSHFT2:
        return mode >= 2 && mode <= 4 ? 2 : 1;
    default:
        return 1;
    }
}

static void test_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sfp_isa_rows; i++)
        for (enum sfp_arch arch = SFP_WH; arch <= SFP_BH; arch++)
            for (unsigned mode = 0; mode < SFP_MODES; mode++)
                assert_int_equal(sfp_latency(&sfp_isa[i], arch, mode),
                                 sfp_isa[i].unit == SFP_UNIT_NONE ? 0 : documented(sfp_isa[i].id, mode));
    assert_int_equal(SFP_MAX_LATENCY, 2);
}

/* ---- What events say ---- */

struct told {
    uint64_t started, landed;
    unsigned latency, busy;
    enum sfp_reads reading;
};

/* Keeps what is said of the program's first instruction. */
static void keep(void *context, const struct sfp_event *e)
{
    struct told *told = context;

    if (!e->op || e->op->index != 0)
        return;
    if (e->kind == SFP_EVENT_EXEC) {
        told->started = e->cycle;
        told->latency = e->latency;
        told->busy = e->busy;
        told->reading = e->reading;
    } else if (e->kind == SFP_EVENT_COMPLETE) {
        told->landed = e->cycle;
    }
}

static struct told tell(enum sfp_arch arch, uint32_t word)
{
    struct watched w;
    struct told told = {0};
    struct sfp_observer observer = {.event = keep, .context = &told};

    watched_start(&w, arch);
    w.m->reporter.report = NULL;
    w.options.observers = &observer;
    sfp_run_timed(w.m, &word, 1, &w.options, &w.result);
    watched_end(&w);
    return told;
}

static void test_events(void **state)
{
    /* Occupancy is the latency where an interlock keeps others out: SFPSWAP's, and Blackhole's SFPSHFT2's
     * (sfpu-timing(7), SFPSWAP and SFPSHFT2). */
    static const struct {
        uint32_t word;
        unsigned latency, wh, bh;
        enum sfp_reads reading;
    } cases[] = {
        {0x84012B30, 2, 1, 1, SFP_READS_FIRST}, /* SFPMAD */
        {0x7C000100, 1, 1, 1, SFP_READS_FIRST}, /* SFPMOV */
        {0x92000101, 2, 2, 2, SFP_READS_BOTH},  /* SFPSWAP that compares */
        {0x92000100, 2, 2, 2, SFP_READS_LAST},  /* SFPSWAP that only moves */
        {0x94000103, 2, 1, 2, SFP_READS_FIRST}, /* SFPSHFT2 mode 3 */
        {0x94000006, 1, 1, 1, SFP_READS_FIRST}, /* SFPSHFT2 mode 6 */
        {0x8F000000, 1, 0, 0, SFP_READS_FIRST}, /* SFPNOP */
        {0x84012BC0, 1, 1, 1, SFP_READS_FIRST}, /* SFPMAD with VD = 12: a template is loaded */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (enum sfp_arch arch = SFP_WH; arch <= SFP_BH; arch++) {
            const struct told told = tell(arch, cases[i].word);

            assert_int_equal(told.latency, cases[i].latency);
            assert_int_equal(told.busy, arch == SFP_WH ? cases[i].wh : cases[i].bh);
            assert_int_equal(told.reading, cases[i].reading);
            assert_int_equal(told.landed, told.started + told.latency - 1);
        }
    }
}

/* ---- Other numbers ---- */

static void set_latency(struct watched *w, enum sfp_id id, uint8_t cycles)
{
    for (size_t i = 0; i < w->m->index.count; i++)
        if (w->m->index.rows[i]->id == id)
            memset(w->m->decoder->coding[w->m->index.rows[i]->opcode].latency, cycles, SFP_MODES);
}

/* L1 = L2 * L3 = 3 * 4, read by the next instruction, where Li = i + 1. */
#define MAD_THEN_READ "sfpmad L1,L2,L3,L9,0\nsfpmov L0,L1,0\n"

/* Runs `source` watched and unwatched, with `id` taking `cycles`: the same must come of it. */
static void check(enum sfp_arch arch, enum sfp_id id, uint8_t cycles, const char *source, const char *log,
                  const char *findings, uint64_t total, float l0)
{
    struct watched w;
    float value;

    for (unsigned watched = 0; watched < 2; watched++) {
        watched_start(&w, arch);
        set_latency(&w, id, cycles);
        if (watched)
            watched_run(&w, source);
        else
            watched_run_unwatched(&w, source);
        if (watched)
            assert_string_equal(w.log, log);
        assert_string_equal(w.findings, findings);
        assert_int_equal(w.result.cycles, total);
        memcpy(&value, &w.m->s.lreg[0][0], sizeof value);
        assert_true(value == l0);
        watched_end(&w);
    }
}

static void test_multiply_add(void **state)
{
    (void)state;
    /* Two cycles, as the table says: Wormhole reads the old value, 2; Blackhole waits a cycle. */
    check(SFP_WH, SFP_I_SFPMAD, 2, MAD_THEN_READ, "0:mad 0 | 1:simple 1", "mad-raw 1 other 0 L1 " ALL, 2, 2);
    check(SFP_BH, SFP_I_SFPMAD, 2, MAD_THEN_READ, "0:mad 0 | 1:stall 1 mad | 2:simple 1", "", 3, 12);
    /* One cycle: nothing to wait for. */
    check(SFP_WH, SFP_I_SFPMAD, 1, MAD_THEN_READ, "0:mad 0 | 1:simple 1", "", 2, 12);
    check(SFP_BH, SFP_I_SFPMAD, 1, MAD_THEN_READ, "0:mad 0 | 1:simple 1", "", 2, 12);
}

/* One-cycle instructions of other sub-units, slowed down: results land a cycle later, loads and conversions alike. */
static void test_other_units(void **state)
{
    (void)state;
    check(SFP_WH, SFP_I_SFPMOV, 2, "sfpmov L1,L4,0\nsfpmov L0,L1,0\nsfpnop\n",
          "0:simple 0 | 1:simple 1 | 2:load 2", "shft2-raw 1 other 0 L1 " ALL, 3, 2);
    check(SFP_WH, SFP_I_SFPMOV, 2, "sfpmov L1,L4,0\nsfpnop\nsfpmov L0,L1,0\n",
          "0:simple 0 | 1:load 1 | 2:simple 2", "", 4, 5);
    check(SFP_WH, SFP_I_SFPLOADI, 2, "sfploadi L1,0x4040,0\nsfpmov L0,L1,0\n", "0:load 0 | 1:simple 1",
          "shft2-raw 1 other 0 L1 " ALL, 2, 2);
    check(SFP_WH, SFP_I_SFPLOADI, 2, "sfploadi L1,0x4040,0\nsfpnop\nsfpmov L0,L1,0\n",
          "0:load 0 | 1:load 1 | 2:simple 2", "", 3, 3); /* 0x4040 is bf16 3 */
}

/* An SFPSWAP of one cycle exchanges within it, and holds nobody back. */
static void test_swap(void **state)
{
    (void)state;
    check(SFP_WH, SFP_I_SFPSWAP, 2, "sfpswap L1,L2,0\nsfpmov L0,L1,0\n",
          "0:simple 0 | 1:stall 1 swap | 2:simple 1", "", 3, 3);
    check(SFP_WH, SFP_I_SFPSWAP, 1, "sfpswap L1,L2,0\nsfpmov L0,L1,0\n", "0:simple 0 | 1:simple 1", "", 2, 3);
}

/*
 * In a loop whose schedule is used again: the SFPLOADMACRO loads the integer 7 into L4 in T, its multiply-add executes
 * beside the first half of SFPSWAP in T+1. Both land at the end of T+2, the exchange after the multiply-add: of L0 and
 * L1, and since ENABLE_DEST_INDEX is set, of L4 and L5 as the cycle found them. So L5 = 7 from the first pass on, and L4
 * from the second; 3 * 4 + 7 (a denormal) = 12.0 is never seen. The same where L5 is loaded, the other way round.
 */
static void test_swapped_indexes(void **state)
{
    enum { PASSES = 6, LOADED = 7, SFPMAD_L2_L3 = 0x84023000, MAD_BYTE = 0x0400, DEST_INDEX = 4 };

    static const char *const sources[] = {"sfploadmacro 0,L4,1,6,0\nsfpswap L0,L1,0\nsfpnop\nsfpnop\n",
                                          "sfploadmacro 0,L5,1,6,0\nsfpswap L1,L0,0\nsfpnop\nsfpnop\n"};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct watched w;

        watched_start(&w, i / 2 ? SFP_BH : SFP_WH);
        for (unsigned l = 0; l < SFP_LANES; l++) {
            w.m->s.macro_template[0][l] = SFPMAD_L2_L3;
            w.m->s.macro_sequence[0][l] = MAD_BYTE;
            w.m->s.lane_config[l] = DEST_INDEX;
            w.m->s.dst[l / 8][2 * (l % 8)] = LOADED;
        }
        w.options.run.repeat = PASSES;
        watched_run_unwatched(&w, sources[i % 2]);
        assert_true(w.result.reused > 0);
        assert_int_equal(w.m->s.lreg[4][0], LOADED);
        assert_int_equal(w.m->s.lreg[5][0], LOADED);
        watched_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_multiply_add),
        cmocka_unit_test(test_other_units),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_swapped_indexes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
