/*
 * Schedules worked out by hand from sfpu-timing(7): what executes on which sub-unit in which cycle,
 * what that costs, and what the registers show for it. Reports about hazards
 * are test_pipeline_hazards.c's; macros are test_pipeline_macros.c's.
 *
 * At the start L0..L7 = 1.0..8.0 and row r of Dst holds r. "T" is the cycle in
 * which the instruction at stake executes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/config.h"
#include "reference/slow_pipeline.h"

enum { BOTH = SFP_BOTH, END = -1 };

#define NO_MORE {END, 0}

struct want {
    int lreg; /* END: no more */
    float value;
};

struct cycles {
    int arch; /* mask of enum sfp_arch */
    const char *source;
    uint64_t cycles;
    const char *log;
    struct want want[4];
};

static uint32_t bits(float value)
{
    uint32_t b;

    memcpy(&b, &value, sizeof b);
    return b;
}

static void check_registers(const struct watched *w, const struct want *want)
{
    for (unsigned i = 0; i < 4 && want[i].lreg != END; i++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            if (w->m->s.lreg[want[i].lreg][l] != bits(want[i].value))
                fail_msg("L%d lane %u: %08X, not %g", want[i].lreg, l, w->m->s.lreg[want[i].lreg][l], want[i].value);
}

static void check_cycles(const struct cycles *s, enum sfp_arch arch)
{
    struct watched w;

    watched_start(&w, arch);
    watched_run(&w, s->source);
    assert_string_equal(w.log, s->log);
    assert_int_equal(w.result.cycles, s->cycles);
    assert_int_equal(w.result.run.status, SFP_RUN_DONE);
    check_registers(&w, s->want);
    watched_end(&w);
}

static void check_all(const struct cycles *cycles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++)
            if (cycles[i].arch & (int)arch)
                check_cycles(&cycles[i], (enum sfp_arch)arch);
}

#define CHECK_ALL(table) check_all(table, sizeof table / sizeof table[0])

/* ---- Costs, and when results can be read ---- */

static void test_costs(void **state)
{
    static const struct cycles table[] = {
        {BOTH, "", 0, "", {NO_MORE}},
        {BOTH, "sfpnop", 1, "0:load 0", {NO_MORE}},
        {BOTH, "ttnop", 1, "0:other 0", {NO_MORE}},
        /* 3 * 4 + 5; lands at the end of cycle 1 */
        {BOTH, "sfpmad L1,L2,L3,L4,0", 2, "0:mad 0", {{1, 17}, NO_MORE}},
        {BOTH, "sfpswap L1,L2,0", 2, "0:simple 0", {{1, 3}, {2, 2}, NO_MORE}},
        {BOTH, "sfpshft2 L1,L2,0,3", 2, "0:round 0", {{1, 3}, NO_MORE}},
        {BOTH, "sfpshft2 L1,L2,0,0", 1, "0:round 0", {{0, 2}, {3, 0}, NO_MORE}},
        {BOTH, "sfpstochrnd L1,L2,L2,0,1,0", 1, "0:round 0", {{1, 3}, NO_MORE}},
        {BOTH, "sfpmov L1,L2,0", 1, "0:simple 0", {{1, 3}, NO_MORE}},
        {BOTH, "sfpstore L2,0,3,0", 1, "0:store 0", {NO_MORE}},
        {BOTH, "sfpconfig 11,0,0", 1, "0:simple 0", {{11, 1}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* One cycle each, and readable in the next. */
static void test_one_cycle_results(void **state)
{
    static const struct cycles table[] = {
        {BOTH, "sfpmov L1,L2,0\n sfpmov L3,L1,0", 2, "0:simple 0 | 1:simple 1", {{3, 3}, NO_MORE}},
        {BOTH, "sfploadi L1,0x4040,0\n sfpmov L3,L1,0", 2, "0:load 0 | 1:simple 1", {{3, 3}, NO_MORE}},
        /* a round instruction's result, read by MAD: 3 * 4 + 5 */
        {BOTH, "sfpstochrnd L0,L2,L2,0,1,0\n sfpmad L1,L0,L3,L4,0", 3, "0:round 0 | 1:mad 1", {{1, 17}, NO_MORE}},
        /* a store's row, loaded in the next cycle */
        {BOTH, "sfpstore L2,0,3,0\n sfpload L1,0,3,0", 2, "0:store 0 | 1:load 1", {{1, 3}, NO_MORE}},
        /* L11, which SFPCONFIG takes from L0 */
        {BOTH, "sfpconfig 11,0,0\n sfpmov L1,L11,0", 2, "0:simple 0 | 1:simple 1", {{1, 1}, NO_MORE}},
        /* flags: set in cycle 1, obeyed in cycle 2 */
        {BOTH, "sfpencc 3,10\n sfpsetcc L1,0,8\n sfpmov L1,L2,0\n sfpencc 3,10\n sfpmov L3,L4,0", 5,
         "0:simple 0 | 1:simple 1 | 2:simple 2 | 3:simple 3 | 4:simple 4", {{1, 2}, {3, 5}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Readable at T+2, with whatever in between; MADs follow one another. */
static void test_two_cycle_results(void **state)
{
    static const struct cycles table[] = {
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpnop\n sfpmov L0,L1,0", 3, "0:mad 0 | 1:load 1 | 2:simple 2",
         {{0, 17}, NO_MORE}},
        {BOTH, "sfpmad L1,L2,L3,L4,0\n ttnop\n sfpmov L0,L1,0", 3, "0:mad 0 | 1:other 1 | 2:simple 2",
         {{0, 17}, NO_MORE}},
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpmad L5,L2,L3,L6,0\n sfpmad L7,L1,L10,L9,0", 4,
         "0:mad 0 | 1:mad 1 | 2:mad 2", {{1, 17}, {5, 19}, {7, 17}, NO_MORE}},
        /* WAW: the younger wins, whichever its latency */
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfploadi L1,0x4040,0", 2, "0:mad 0 | 1:load 1", {{1, 3}, NO_MORE}},
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpmov L1,L2,0", 2, "0:mad 0 | 1:simple 1", {{1, 3}, NO_MORE}},
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpmad L1,L2,L3,L6,0", 3, "0:mad 0 | 1:mad 1", {{1, 19}, NO_MORE}},
        /* SFPSHFT2 mode 2 lands with a NOP: L0..L2 = L1..L3, L3 = L4 rotated */
        {BOTH, "sfpshft2 L0,L4,0,2\n sfpnop\n sfpmov L7,L3,0", 3, "0:round 0 | 1:load 1 | 2:simple 2",
         {{0, 2}, {2, 4}, {7, 5}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- What follows SFPSWAP and SFPSHFT2 ---- */

static void test_swap_follow_on(void **state)
{
    static const struct cycles table[] = {
        {BOTH, "sfpswap L1,L2,0\n sfpnop", 2, "0:simple 0 | 1:load 1", {{1, 3}, {2, 2}, NO_MORE}},
        {BOTH, "sfpswap L1,L2,0\n sfpnop\n sfpmov L0,L1,0", 3, "0:simple 0 | 1:load 1 | 2:simple 2", {{0, 3}, NO_MORE}},
        {BOTH, "sfpswap L1,L2,0\n sfpmov L0,L1,0", 3, "0:simple 0 | 1:stall 1 swap | 2:simple 1", {{0, 3}, NO_MORE}},
        /* whatever its registers */
        {BOTH, "sfpswap L1,L2,0\n sfploadi L5,0,0", 3, "0:simple 0 | 1:stall 1 swap | 2:load 1", {{5, 0}, NO_MORE}},
        {BOTH, "sfpswap L1,L2,0\n sfpswap L1,L3,0", 4, "0:simple 0 | 1:stall 1 swap | 2:simple 1",
         {{1, 4}, {2, 2}, {3, 3}, NO_MORE}},
        /* another unit's instruction fills the cycle as well */
        {BOTH, "sfpswap L1,L2,0\n ttincrwc 0,2,0,0\n sfpmov L0,L1,0", 3, "0:simple 0 | 1:other 1 | 2:simple 2",
         {{0, 3}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_shft2_follow_on(void **state)
{
    static const struct cycles table[] = {
        {SFP_BH, "sfpshft2 L1,L2,0,3\n sfpmov L0,L1,0", 3, "0:round 0 | 1:stall 1 shft2 | 2:simple 1",
         {{0, 3}, {1, 3}, NO_MORE}},
        {SFP_BH, "sfpshft2 L1,L2,0,4\n sfploadi L5,0,0", 3, "0:round 0 | 1:stall 1 shft2 | 2:load 1", {{5, 0},
         NO_MORE}},
        {SFP_BH, "sfpshft2 L1,L2,0,2\n sfpnop\n sfpmov L0,L1,0", 3, "0:round 0 | 1:load 1 | 2:simple 2", {{0, 3},
         NO_MORE}},
        /* Wormhole does not wait: old L1 */
        {SFP_WH, "sfpshft2 L1,L2,0,3\n sfpmov L0,L1,0", 2, "0:round 0 | 1:simple 1", {{0, 2}, {1, 3}, NO_MORE}},
        /* modes 0, 1, 5, 6 take one cycle */
        {BOTH, "sfpshft2 L1,L2,0,1\n sfpmov L5,L0,0", 2, "0:round 0 | 1:simple 1", {{5, 2}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Blackhole waits for a multiply-add, Wormhole reads the old value ---- */

static void test_mad_reader(void **state)
{
    static const struct cycles table[] = {
        {SFP_WH, "sfpmad L1,L2,L3,L4,0\n sfpmov L0,L1,0", 2, "0:mad 0 | 1:simple 1", {{0, 2}, {1, 17}, NO_MORE}},
        {SFP_BH, "sfpmad L1,L2,L3,L4,0\n sfpmov L0,L1,0", 3, "0:mad 0 | 1:stall 1 mad | 2:simple 1",
         {{0, 17}, NO_MORE}},
        {SFP_BH, "sfpmad L1,L2,L3,L4,0\n sfpmad L1,L1,L3,L4,0\n sfpmad L1,L1,L3,L4,0", 6,
         "0:mad 0 | 1:stall 1 mad | 2:mad 1 | 3:stall 2 mad | 4:mad 2", {{1, 297}, NO_MORE}},
        /* the distance counts, not the kind of what is between */
        {SFP_BH, "sfpmad L1,L2,L3,L4,0\n ttnop\n sfpmov L0,L1,0", 3, "0:mad 0 | 1:other 1 | 2:simple 2",
         {{0, 17}, NO_MORE}},
        {SFP_BH, "sfpmad L1,L2,L3,L4,0\n sfpstore L1,0,3,0\n sfpload L0,0,3,0", 4,
         "0:mad 0 | 1:stall 1 mad | 2:store 1 | 3:load 2", {{0, 17}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- sfpu-timing(7), What is held with it ---- */

static void test_beside_held(void **state)
{
    static const struct cycles table[] = {
        /* Silicon's sequence: the store waits, INCRWC goes with it. It stores where the counter was before that, 6 in the
         * cells of address 0, which 1022 + 2 names once more: 10 bits. */
        {SFP_BH, "sfpmul L0,L1,L2,L9,0\n sfpstore L0,0,3,0\n ttincrwc 0,2,0,0\n sfpload L3,1022,3,0", 4,
         "0:mad 0 | 1:stall 1 mad | 2:store 1 | 2:other 2 | 3:load 3", {{0, 6}, {3, 6}, NO_MORE}},
        {BOTH, "sfpswap L1,L2,0\n sfpstore L1,0,3,0\n ttincrwc 0,2,0,0\n sfpload L3,1022,3,0", 4,
         "0:simple 0 | 1:stall 1 swap | 2:store 1 | 2:other 2 | 3:load 3", {{1, 3}, {3, 3}, NO_MORE}},
        {SFP_BH, "sfpshft2 L1,L2,0,3\n sfpmov L0,L1,0\n ttsetrwc 0,0,0,0,0,4\n sfpnop", 4,
         "0:round 0 | 1:stall 1 shft2 | 2:simple 1 | 2:other 2 | 3:load 3", {{0, 3}, NO_MORE}},
        /* of two stalls the one before INCRWC */
        {SFP_BH, "sfpmul L0,L1,L2,L9,0\n sfpmul L0,L0,L1,L9,0\n sfpstore L0,0,3,0\n ttincrwc 0,2,0,0\n sfpnop", 6,
         "0:mad 0 | 1:stall 1 mad | 2:mad 1 | 3:stall 2 mad | 4:store 2 | 4:other 3 | 5:load 4", {{0, 12}, NO_MORE}},
        /* one instruction goes beside it, and no more */
        {SFP_BH, "sfpmul L0,L1,L2,L9,0\n sfpmov L3,L0,0\n ttincrwc 0,2,0,0\n ttincrwc 0,2,0,0", 4,
         "0:mad 0 | 1:stall 1 mad | 2:simple 1 | 2:other 2 | 3:other 3", {{3, 6}, NO_MORE}},
        /* The gate keeps INCRWC while the vector unit has the two-cycle instruction, and in the cycle in which it finds
         * that over: that is the cycle of SFPMOV, so that none is lost to the wait. */
        {SFP_BH, "ttstallwait 0x40,0x800\n sfpmul L0,L1,L2,L9,0\n sfpmov L3,L0,0\n ttincrwc 0,2,0,0", 5,
         "0:other 0 | 1:mad 1 | 2:stall 2 mad | 3:simple 2 | 4:other 3", {{3, 6}, NO_MORE}},
        /* A recording without execution takes two cycles: both are those of SFPMOV. */
        {SFP_BH, "sfpmul L0,L1,L2,L9,0\n sfpmov L3,L0,0\n ttreplay 0,1,0,1\n sfpnop\n sfpnop", 5,
         "0:mad 0 | 1:stall 1 mad | 2:simple 1 | 3:bubble replay 3 | 4:load 4", {{3, 6}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* A cycle that INCRWC makes good is hidden, not lost; of passes that are reused too. */
static void test_hidden_cycles(void **state)
{
    static const char row[] = "sfpload L0,0,3,0\n sfpmul L0,L0,L0,L9,0\n sfpstore L0,0,3,0\n ttincrwc 0,2,0,0";

    (void)state;
    for (unsigned passes = 1; passes <= 8; passes *= 8) {
        struct watched w;

        watched_start(&w, SFP_BH);
        w.options.run.repeat = passes;
        watched_run_unwatched(&w, row);
        assert_int_equal(w.result.cycles, 4 * passes);
        assert_int_equal(w.result.run.executed, 4 * passes);
        assert_int_equal(w.result.run.vector, 3 * passes);
        assert_int_equal(w.result.stalls[SFP_STALL_MAD], 0);
        assert_int_equal(w.result.hidden[SFP_STALL_MAD], passes);
        watched_end(&w);
    }
}

/* sfpu-timing(7), Blackhole stalls: the chicken bit switches all of Blackhole's interlocks off. */
static void test_chicken_bit(void **state)
{
    static const struct cycles table[] = {
        /* RMWCIB0 mask 1, data 1, word 222: seen by the very next instruction's successor */
        {SFP_BH, "ttrmwcib0 1,1,222\n sfpmad L1,L2,L3,L4,0\n sfpmov L0,L1,0", 3, "0:other 0 | 1:mad 1 | 2:simple 2",
         {{0, 2}, {1, 17}, NO_MORE}},
        {SFP_BH, "ttrmwcib0 1,1,222\n sfpswap L1,L2,0\n sfploadi L5,0,0", 3, "0:other 0 | 1:simple 1 | 2:load 2",
         {{1, 3}, {2, 2}, {5, 0}, NO_MORE}},
        {SFP_BH, "ttrmwcib0 1,1,222\n sfpshft2 L1,L2,0,3\n sfpmov L0,L1,0", 3, "0:other 0 | 1:round 1 | 2:simple 2",
         {{0, 2}, {1, 3}, NO_MORE}},
        {SFP_BH, "ttrmwcib0 1,1,222\n ttrmwcib0 1,0,222\n sfpmad L1,L2,L3,L4,0\n sfpmov L0,L1,0", 5,
         "0:other 0 | 1:other 1 | 2:mad 2 | 3:stall 3 mad | 4:simple 3", {{0, 17}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- SFPSWAP after a two-cycle result ---- */

/*
 * T: L1 = 3 * 4 + 5 = 17. T+1 SFPSWAP compares old L1 = 2 with L2 = 3; in its
 * second cycle it moves what is there then.
 */
static void test_mad_then_swap(void **state)
{
    static const struct cycles table[] = {
        /* mode 0 only moves: L1 and L2 exchange, with the new L1 */
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpswap L1,L2,0", 3, "0:mad 0 | 1:simple 1", {{1, 3}, {2, 17}, NO_MORE}},
        /* mode 1, VD = L1 gets the minimum: 2 < 3 says no exchange, though 17 > 3 */
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpswap L1,L2,1", 3, "0:mad 0 | 1:simple 1", {{1, 17}, {2, 3}, NO_MORE}},
        /* VC: VD = L2 = 3 gets the minimum of 3 and 2: exchange, and 17 moves */
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpswap L2,L1,1", 3, "0:mad 0 | 1:simple 1", {{2, 17}, {1, 3}, NO_MORE}},
        {BOTH, "sfpmad L1,L2,L3,L4,0\n sfpnop\n sfpswap L1,L2,1", 4, "0:mad 0 | 1:load 1 | 2:simple 2",
         {{1, 3}, {2, 17}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- sfpu-timing(7), Configuration ---- */

/* MATH_Offset is ThreadConfig 1; row r of Dst holds r; UINT16 loads are integers. */
static void check_loads(enum sfp_arch arch, const char *source, uint64_t cycles, const char *log, uint32_t l0,
    uint32_t l1)
{
    struct watched w;

    watched_start(&w, arch);
    w.m->s.own.gpr[1] = 8;
    watched_run(&w, source);
    assert_string_equal(w.log, log);
    assert_int_equal(w.result.cycles, cycles);
    assert_int_equal(w.m->s.lreg[0][0], l0);
    assert_int_equal(w.m->s.lreg[1][0], l1);
    watched_end(&w);
}

static void test_configuration(void **state)
{
    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        enum sfp_arch a = (enum sfp_arch)arch;

        /* SETC16 is seen at T+1 */
        check_loads(a, "ttsetc16 1,4\n sfpload L0,0,6,0\n sfpload L1,4,6,0", 3, "0:other 0 | 1:load 1 | 2:load 2", 4,
            8);
        /* WRCFG of DEST_REGW_BASE (word 6) from GPR 1 = 8 at T+2 */
        check_loads(a, "ttwrcfg 1,0,6\n sfpload L0,0,6,0\n sfpload L1,0,6,0", 3, "0:other 0 | 1:load 1 | 2:load 2", 0,
            8);
        /* GPR changes behind it are not seen by it */
        check_loads(a, "ttwrcfg 1,0,6\n ttsetdmareg 0,64,0,2\n sfpload L0,0,6,0\n sfpload L1,0,6,0", 4,
                    "0:other 0 | 1:other 1 | 2:load 2 | 3:load 3", 8, 8);
        /* RMWCIB waits out WRCFG's second cycle, then is seen at once: base 8 + bit 2 */
        check_loads(a, "ttwrcfg 1,0,6\n ttrmwcib0 4,4,6\n sfpload L0,0,6,0\n sfpload L1,0,6,0", 5,
                    "0:other 0 | 1:stall 1 config | 2:other 1 | 3:load 2 | 4:load 3", 12, 12);
        check_loads(a, "ttrmwcib0 255,4,6\n sfpload L0,0,6,0\n sfpload L1,0,6,0", 3, "0:other 0 | 1:load 1 | 2:load 2",
            4, 4);
        /* counters: T+1 */
        check_loads(a, "ttincrwc 0,4,0,0\n sfpload L0,0,6,0\n sfpload L1,0,6,0", 3, "0:other 0 | 1:load 1 | 2:load 2",
            4, 4);
        /* a lone WRCFG: its effect is in the second cycle */
        check_loads(a, "ttwrcfg 1,0,6\n sfpload L0,0,6,0", 2, "0:other 0 | 1:load 1", 0, 0x40000000);
        check_loads(a, "sfpload L0,0,6,0\n ttwrcfg 1,0,6", 3, "0:load 0 | 1:other 1", 0, 0x40000000);
    }
    /* only Wormhole waits after RDCFG */
    check_loads(SFP_WH, "ttrdcfg 2,6\n ttrmwcib0 255,4,6\n sfpload L0,0,6,0", 4,
                "0:other 0 | 1:stall 1 config | 2:other 1 | 3:load 2", 4, 0x40000000);
    check_loads(SFP_BH, "ttrdcfg 2,6\n ttrmwcib0 255,4,6\n sfpload L0,0,6,0", 3, "0:other 0 | 1:other 1 | 2:load 2", 4,
                0x40000000);
    /* Blackhole: WRCFG holds RDCFG and CFGSHIFTMASK too; RDCFG holds nothing. Word 6 is DEST_REGW_BASE, 209 SCRATCH 0. */
    check_loads(SFP_BH, "ttwrcfg 1,0,6\n ttrdcfg 2,6\n sfpload L0,0,6,0", 4,
                "0:other 0 | 1:stall 1 config | 2:other 1 | 3:load 2", 8, 0x40000000);
    check_loads(SFP_WH, "ttwrcfg 1,0,6\n ttrdcfg 2,6\n sfpload L0,0,6,0", 4,
                "0:other 0 | 1:stall 1 config | 2:other 1 | 3:load 2", 8, 0x40000000);
    check_loads(SFP_BH, "ttwrcfg 1,0,209\n ttcfgshiftmask 1,0,31,0,0,6\n ttnop\n sfpload L0,0,6,0", 5,
                "0:other 0 | 1:stall 1 config | 2:other 1 | 3:other 2 | 4:load 3", 8, 0x40000000);
    check_loads(SFP_BH, "ttrdcfg 2,6\n ttcfgshiftmask 1,0,31,0,0,6\n sfpload L1,0,6,0", 3,
                "0:other 0 | 1:other 1 | 2:load 2", 0x3F800000, 0);
    check_loads(SFP_BH, "ttrdcfg 2,6\n ttrdcfg 3,6\n sfpload L1,0,6,0", 3, "0:other 0 | 1:other 1 | 2:load 2",
                0x3F800000, 0);
    /* REG2FLOP blocks its thread for two cycles */
    check_loads(SFP_WH, "ttreg2flop 1,0,0,0,0,1\n sfpload L0,0,6,0", 3, "0:other 0 | 1:stall 1 config | 2:load 1", 0,
                0x40000000);
}

/* ---- sfpu-timing(7), Waits ---- */

static void test_wait_gate(void **state)
{
    static const struct cycles table[] = {
        /* satisfied conditions: a blocked successor at T+2, an unblocked one at T+1 */
        {SFP_WH, "ttstallwait 0x100,0x80\n sfpnop", 3, "0:other 0 | 1:stall 1 wait | 2:load 1", {NO_MORE}},
        {SFP_BH, "ttstallwait 0x100,0x10\n sfpnop", 3, "0:other 0 | 1:stall 1 wait | 2:load 1", {NO_MORE}},
        {SFP_WH, "ttstallwait 0x80,0x80\n sfpnop", 2, "0:other 0 | 1:load 1", {NO_MORE}},
        /* a blocked instruction blocks all behind it */
        {SFP_WH, "ttstallwait 0x100,0x80\n sfpnop\n ttnop", 4, "0:other 0 | 1:stall 1 wait | 2:load 1 | 3:other 2",
         {NO_MORE}},
        /* another wait waits for the first */
        {SFP_WH, "ttstallwait 0x80,0x80\n ttstallwait 0x80,0x80\n sfpnop", 4,
         "0:other 0 | 1:stall 1 wait | 2:other 1 | 3:load 2", {NO_MORE}},
        /* NOP is held by 1FF alone; SETRWC by B6, SETC16 by B7, DMANOP by B0 and B5 */
        {BOTH, "ttstallwait 0x1ff,1\n ttnop", 3, "0:other 0 | 1:stall 1 wait | 2:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0x0ff,1\n ttnop", 2, "0:other 0 | 1:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0x40,1\n ttsetrwc 0,0,0,0,0,4", 3, "0:other 0 | 1:stall 1 wait | 2:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0x80,1\n ttsetc16 1,0", 3, "0:other 0 | 1:stall 1 wait | 2:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0x20,1\n ttdmanop", 3, "0:other 0 | 1:stall 1 wait | 2:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0x01,1\n ttdmanop", 3, "0:other 0 | 1:stall 1 wait | 2:other 1", {NO_MORE}},
        /* empty masks: block 40h */
        {BOTH, "ttstallwait 0,0\n ttincrwc 0,0,0,0", 3, "0:other 0 | 1:stall 1 wait | 2:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0,0\n ttdmanop", 2, "0:other 0 | 1:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0,0\n ttsetc16 1,0", 2, "0:other 0 | 1:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0,0\n ttsempost 1", 2, "0:other 0 | 1:other 1", {NO_MORE}},
        {BOTH, "ttstallwait 0,0\n sfpnop", 2, "0:other 0 | 1:load 1", {NO_MORE}},
        /*
         * SFPU busy. Cycle 1: the multiply-add starts; 2: it is still at work;
         * 3: the condition is seen not to hold; 4: the blocked SETC16 passes.
         */
        {SFP_WH, "ttstallwait 0x80,0x4000\n sfpmad L1,L2,L3,L4,0\n ttsetc16 1,0", 5,
         "0:other 0 | 1:mad 1 | 2:stall 2 wait | 3:stall 2 wait | 4:other 2", {{1, 17}, NO_MORE}},
        {SFP_BH, "ttstallwait 0x80,0x0800\n sfpmad L1,L2,L3,L4,0\n ttsetc16 1,0", 5,
         "0:other 0 | 1:mad 1 | 2:stall 2 wait | 3:stall 2 wait | 4:other 2", {{1, 17}, NO_MORE}},
        /* already under way when the wait comes: over when the gate looks */
        {SFP_WH, "sfpmad L1,L2,L3,L4,0\n ttstallwait 0x100,0x4000\n sfpmov L0,L1,0", 4,
         "0:mad 0 | 1:other 1 | 2:stall 2 wait | 3:simple 2", {{0, 17}, NO_MORE}},
        /* FPU busy: in the cycle of INCRWC alone */
        {SFP_WH, "ttstallwait 0x100,0x80\n ttincrwc 0,0,0,0\n sfpnop", 4,
         "0:other 0 | 1:other 1 | 2:stall 2 wait | 3:load 2", {NO_MORE}},
        /* configuration unit busy (Blackhole): in the second cycle of WRCFG, which is 2 */
        {SFP_BH, "ttstallwait 0x100,0x1000\n ttwrcfg 1,0,209\n sfpnop", 3, "0:other 0 | 1:other 1 | 2:load 2",
         {NO_MORE}},
        {SFP_BH, "ttwrcfg 1,0,209\n ttstallwait 0x100,0x1000\n sfpnop", 4,
         "0:other 0 | 1:other 1 | 2:stall 2 wait | 3:load 2", {NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_semaphores(void **state)
{
    struct watched w;

    (void)state;
    /* semaphore 0 is 0, and nobody here will post it */
    watched_start(&w, SFP_WH);
    watched_run(&w, "ttsemwait 0x100,1,1\n ttnop\n sfpnop");
    assert_int_equal(w.result.run.status, SFP_RUN_DEADLOCK);
    assert_int_equal(w.result.run.index, 0);
    assert_int_equal(w.result.run.held, 2);
    assert_int_equal(w.result.run.semaphore, 0);
    watched_end(&w);

    watched_start(&w, SFP_WH);
    w.options.run.ignore_waits = true;
    watched_run(&w, "ttsemwait 0x100,1,1\n sfpnop");
    assert_int_equal(w.result.run.status, SFP_RUN_DONE);
    assert_string_equal(w.log, "0:other 0 | 1:stall 1 wait | 2:load 1");
    watched_end(&w);

    /* posted in cycle 1, seen in cycle 2, over for cycle 3 */
    watched_start(&w, SFP_WH);
    watched_run(&w, "ttsemwait 0x100,1,1\n ttsempost 1\n sfpnop");
    assert_int_equal(w.result.run.status, SFP_RUN_DONE);
    assert_string_equal(w.log, "0:other 0 | 1:other 1 | 2:stall 2 wait | 3:load 2");
    watched_end(&w);

    watched_start(&w, SFP_WH);
    watched_run(&w, "ttseminit 2,1,1\n ttsemwait 0x100,1,1\n sfpnop");
    assert_string_equal(w.log, "0:other 0 | 1:other 1 | 2:stall 2 wait | 3:load 2");
    watched_end(&w);
}

/* ---- sfpu-timing(7), REPLAY and MOP ---- */

static void test_replay(void **state)
{
    static const struct cycles table[] = {
        /* recording costs a cycle a word, and the REPLAY one; playback starts in its own cycle */
        {BOTH, "ttreplay 0,2,0,1\n sfpmov L1,L2,0\n sfpmov L2,L3,0\n ttreplay 0,2,0,0\n sfpnop", 6,
         "0:bubble replay 0 | 1:bubble replay 1 | 2:bubble replay 2 | 3:simple 1 | 4:simple 2 | 5:load 4", {{1, 3}, {2, 4},
         NO_MORE}},
        /* with execution only the REPLAY's own cycle is lost */
        {BOTH, "ttreplay 0,2,1,1\n sfpmov L1,L2,0\n sfpmov L2,L3,0\n ttreplay 0,2,0,0\n sfpnop", 6,
         "0:bubble replay 0 | 1:simple 1 | 2:simple 2 | 3:simple 1 | 4:simple 2 | 5:load 4", {{1, 4}, {2, 4}, NO_MORE}},
        /* interlocks work across the border of a playback */
        {SFP_BH, "ttreplay 0,1,1,1\n sfpmad L1,L1,L10,L10,0\n ttreplay 0,1,0,0", 5,
         "0:bubble replay 0 | 1:mad 1 | 2:stall 1 mad | 3:mad 1", {{1, 4}, NO_MORE}},
        /* a program that ends in a recording: every word took its cycle */
        {BOTH, "sfpnop\n ttreplay 0,1,0,1\n sfpnop", 3, "0:load 0 | 1:bubble replay 1 | 2:bubble replay 2", {NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Template 0, two passes of A0 (SFPNOP); a dead cycle before what is not a MOP. */
static void test_mop(void **state)
{
    struct watched w;

    (void)state;
    watched_start(&w, SFP_WH);
    w.m->s.expanders.mop_cfg[3] = 0x8F000000;
    w.m->s.expanders.mop_cfg_set = 0x1FF;
    watched_run(&w, "ttmop 0,1,0\n sfpnop");
    assert_string_equal(w.log, "0:load 0 | 1:load 0 | 2:bubble mop 0 | 3:load 1");
    assert_int_equal(w.result.cycles, 4);
    watched_run(&w, "ttmop 0,1,0\n ttmop 0,0,0");
    assert_string_equal(w.log, "0:load 0 | 1:load 0 | 2:load 1");
    watched_end(&w);
}

static void test_gaps(void **state)
{
    static const uint32_t gaps[] = {1, 2, 0};
    struct watched w;

    (void)state;
    watched_start(&w, SFP_BH);
    w.options.gaps = gaps;
    watched_run(&w, "sfpmad L1,L2,L3,L4,0\n sfpmov L0,L1,0\n sfpnop");
    assert_string_equal(w.log, "0:bubble gap 0 | 1:mad 0 | 2:bubble gap 1 | 3:bubble gap 1 | 4:simple 1 | 5:load 2");
    assert_int_equal(w.result.cycles, 6);
    assert_int_equal(w.m->s.lreg[0][0], bits(17));
    assert_int_equal(w.result.stalls[SFP_STALL_GAP], 3);
    watched_end(&w);
}

/* ---- --repeat ---- */

static void fill(uint32_t lanes[SFP_LANES], uint32_t value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = value;
}

/* Runs `passes` of `source` watched and unwatched: state, cycles and counts must agree. Returns reused passes. */
static uint64_t check_repeat(enum sfp_arch arch, const char *source, unsigned long passes, uint64_t cycles)
{
    struct watched watched, alone;
    uint64_t reused;

    watched_start(&watched, arch);
    watched_start(&alone, arch);
    watched.options.run.repeat = alone.options.run.repeat = passes;
    fill(watched.m->s.macro_template[0], 0x7C0000A0); /* SFPMOV */
    fill(alone.m->s.macro_template[0], 0x7C0000A0);
    watched_run(&watched, source);
    watched_run_unwatched(&alone, source);
    reused = alone.result.reused;
    assert_int_equal(watched.result.reused, 0);
    alone.result.reused = 0;
    alone.result.not_reused = watched.result.not_reused;
    assert_int_equal(watched.result.cycles, cycles);
    assert_memory_equal(&watched.result, &alone.result, sizeof alone.result);
    assert_memory_equal(&watched.m->s, &alone.m->s, sizeof alone.m->s);
    watched_end(&watched);
    watched_end(&alone);
    return reused;
}

static void test_repeat(void **state)
{
    /* two passes to find the period, three that are run from tape */
    const char *plain = "sfpmad L1,L1,L10,L10,0\n sfpnop\n sfpswap L1,L2,0\n sfpnop\n sfpmov L3,L1,0\n"
                        " ttincrwc 0,2,0,0";

    (void)state;
    assert_int_equal(check_repeat(SFP_WH, plain, 1, 6), 0);
    assert_int_equal(check_repeat(SFP_WH, plain, 5, 30), 3);
    assert_int_equal(check_repeat(SFP_BH, plain, 5, 30), 3);
    /*
     * A pass that ends with a multiply-add under way, and from the second on with one held at the vector unit's input: the
     * boundary after the second is not as that after the first, those after the third and the second are alike.
     */
    assert_int_equal(check_repeat(SFP_BH, "sfpmad L1,L1,L10,L10,0", 5, 10), 2);
    /*
     * With one cycle a pass, results wait in two places in turn, so that the period is two passes. Boundary 2 is not as
     * boundary 1, nor 3 as 2, but 4 is as 2: of 9 passes 4 are left then for two periods, and one to be run.
     */
    assert_int_equal(check_repeat(SFP_WH, "sfpmad L1,L2,L3,L1,0", 9, 10), 4);
    /* the front end's cycles repeat as well */
    assert_int_equal(check_repeat(SFP_WH, "ttreplay 0,1,0,1\n sfpmov L1,L2,0\n ttreplay 0,1,0,0", 5, 15), 3);
    /* the wait gate's latch may outlive a pass */
    assert_int_equal(check_repeat(SFP_WH, "sfpnop\n ttstallwait 0x100,0x80", 4, 11), 2);
    /* so may a configuration write that lands late, and GPRs on their way: WRCFG, and RDCFG of the other register */
    assert_int_equal(check_repeat(SFP_WH, "ttrdcfg 1,14\n sfpnop\n ttwrcfg 1,0,13", 6, 24), 4);
    /* a semaphore goes up with each pass until it is 15: boundary 17 is as 16, where the search last began anew */
    assert_int_equal(check_repeat(SFP_WH, "ttsempost 1\n sfpnop", 40, 80), 23);
}

/* SFPCONFIG writes what the pass computed. */
static void test_repeat_with_changing_configuration(void **state)
{
    /* L0 counts up, and becomes template 0 */
    const char *counting = "sfpiadd L0,L0,1,5\n sfpmad L1,L1,L10,L10,0\n sfpconfig 0,0,0\n sfpnop";
    /*
     * A quarter of the count does: pass 3 is reused, pass 4 found to differ
     * while a multiply-add is under way, whose result must not land later.
     */
    const char *quarter = "sfpiadd L3,L3,1,5\n sfpmov L0,L3,0\n sfpshft L0,L0,-2,1\n sfpmad L1,L1,L10,L10,0\n"
                          " sfpconfig 0,0,0\n sfpnop\n sfpmov L1,L6,0\n sfpmad L2,L2,L10,L10,0\n"
                          " sfpmad L5,L5,L10,L10,0\n sfpnop\n sfpnop";
    /* constant data, though each pass writes it */
    const char *constant = "sfpconfig 0,0,0\n sfpnop";
    /*
     * (0x40800000 + pass + 8) / 8 becomes template 0: the same in passes 1 to 7. L4 is 5.0 and 7F200000h, which is
     * above 6.0, in turn, so that SFPSWAP puts the lesser of it and 6.0 into L1 by an exchange in passes 1, 3, 5 and 7,
     * a cycle after the pass has ended; L6 sums L1. Pass 2 is run again, and the sixth time, in pass 8, it is found to
     * differ. The state was last kept before the fifth, so that passes 7 and 8 are run again: the first thing in pass 7
     * is the second cycle of pass 6's SFPSWAP, which goes by what pass 6 has decided, and not pass 7.
     */
    const char *swapping = "sfpnop\n sfpiadd L6,L1,0,4\n sfpxor L4,L10\n sfpmov L1,L4,0\n sfpmov L2,L5,0\n"
                           " sfpiadd L3,L3,1,5\n sfpiadd L0,L3,8,5\n sfpshft L0,L0,-3,1\n sfpconfig 0,0,0\n"
                           " sfpswap L1,L2,1";
    /* flags choose the lanes of LaneConfig that are written, and follow L0; they are empty from the first pass on */
    const char *flags = "sfpencc 3,10\n sfpiadd L0,L0,-1,5\n sfpsetcc L0,0,6\n sfpmad L1,L1,L10,L10,0\n"
                        " sfpconfig 15,0x100,1\n sfpnop";

    (void)state;
    assert_int_equal(check_repeat(SFP_WH, counting, 6, 24), 0);
    assert_int_equal(check_repeat(SFP_WH, quarter, 4, 44), 1);
    assert_int_equal(check_repeat(SFP_WH, constant, 6, 12), 4);
    assert_int_equal(check_repeat(SFP_WH, swapping, 8, 81), 4);
    assert_int_equal(check_repeat(SFP_BH, flags, 6, 36), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_one_cycle_results),
        cmocka_unit_test(test_two_cycle_results),
        cmocka_unit_test(test_swap_follow_on),
        cmocka_unit_test(test_shft2_follow_on),
        cmocka_unit_test(test_mad_reader),
        cmocka_unit_test(test_beside_held),
        cmocka_unit_test(test_hidden_cycles),
        cmocka_unit_test(test_chicken_bit),
        cmocka_unit_test(test_mad_then_swap),
        cmocka_unit_test(test_configuration),
        cmocka_unit_test(test_wait_gate),
        cmocka_unit_test(test_semaphores),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_mop),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_repeat),
        cmocka_unit_test(test_repeat_with_changing_configuration),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
