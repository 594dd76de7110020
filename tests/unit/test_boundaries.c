/*
 * Both sides of each limit that a rule has: the last case that it reaches and
 * the first that it does not. What is expected is worked out beside each case
 * from sfpu-semantics(7), sfpu-timing(7) and sfpu-frontend(7); findings read as in test_pipeline_hazards.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/config.h"
#include "reference/slow_pipeline.h"

enum { BOTH = SFP_BOTH };

struct timed {
    int arch; /* mask of enum sfp_arch */
    const char *source;
    uint64_t cycles;
    const char *findings;
};

static void check_timed(const struct timed *t, enum sfp_arch arch)
{
    struct watched w;

    watched_start(&w, arch);
    watched_run(&w, t->source);
    if (strcmp(w.findings, t->findings) != 0 || w.result.cycles != t->cycles)
        fail_msg("%s:\n%s\n%llu cycles: \"%s\",\nnot %llu: \"%s\"", sfp_arch_name(arch), t->source,
                 (unsigned long long)w.result.cycles, w.findings, (unsigned long long)t->cycles, t->findings);
    watched_end(&w);
}

static void check_all(const struct timed *table, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++)
            if (table[i].arch & (int)arch)
                check_timed(&table[i], (enum sfp_arch)arch);
}

#define CHECK_ALL(table) check_all(table, sizeof table / sizeof table[0])

/* ---- The configuration unit (sfpu-timing(7), Configuration and Waits) ---- */

/*
 * What enters at the second stage is held for a cycle behind what entered at the first. WRCFG, RDCFG and CFGSHIFTMASK
 * land in the cycle after their own: one alone is 2 cycles, a held one after another 4. RMWCIB is through in its own.
 */
static void test_control_after_control(void **state)
{
    static const struct timed table[] = {
        {SFP_BH, "ttcfgshiftmask 0,0,0,0,0,0\n ttrdcfg 1,0", 4, ""},
        {SFP_BH, "ttcfgshiftmask 0,0,0,0,0,0\n ttnop\n ttrdcfg 1,0", 4, ""},
        {SFP_BH, "ttcfgshiftmask 0,0,0,0,0,0\n ttrmwcib0 0,0,60", 3, ""},
        {SFP_BH, "ttcfgshiftmask 0,0,0,0,0,0\n ttrmwcib3 0,0,60", 3, ""},
        {SFP_BH, "ttcfgshiftmask 0,0,0,0,0,0\n ttwrcfg 1,0,60", 3, ""},
        {BOTH, "ttwrcfg 1,0,60\n ttrdcfg 1,60", 4, ""},
        {SFP_BH, "ttwrcfg 1,0,60\n ttcfgshiftmask 0,0,0,0,0,0", 4, ""},
        {BOTH, "ttwrcfg 1,0,60\n ttrmwcib1 0,0,60", 3, ""},
        {BOTH, "ttwrcfg 1,0,60\n ttrmwcib2 0,0,60", 3, ""},
        {BOTH, "ttwrcfg 1,0,60\n ttwrcfg 2,0,60", 3, ""},
        {BOTH, "ttwrcfg 1,0,60\n ttsetc16 1,0", 2, ""},
        {SFP_WH, "ttrdcfg 1,60\n ttrdcfg 2,60", 4, ""},
        {SFP_BH, "ttrdcfg 1,60\n ttrdcfg 2,60", 3, ""},
        {SFP_WH, "ttrdcfg 1,60\n ttrmwcib0 0,0,60", 3, ""},
        {SFP_BH, "ttrdcfg 1,60\n ttrmwcib0 0,0,60", 2, ""},
    };

    (void)state;
    CHECK_ALL(table);
}

/* RDCFG's GPR is new in the second cycle after it; of a 128-bit WRCFG the aligned four count, not its index alone. */
static void test_gpr_raw(void **state)
{
    static const struct timed table[] = {
        {BOTH, "ttrdcfg 4,60\n ttwrcfg 4,0,60", 3, "gpr-raw 1 other 0"},
        {BOTH, "ttrdcfg 5,60\n ttwrcfg 4,0,60", 3, ""},
        {BOTH, "ttrdcfg 5,60\n ttwrcfg 4,1,60", 3, "gpr-raw 1 other 0"},
        {BOTH, "ttrdcfg 7,60\n ttwrcfg 4,1,60", 3, "gpr-raw 1 other 0"},
        {BOTH, "ttrdcfg 3,60\n ttwrcfg 4,1,60", 3, ""},
        {BOTH, "ttrdcfg 8,60\n ttwrcfg 4,1,60", 3, ""},
        {BOTH, "ttrdcfg 7,60\n ttnop\n ttwrcfg 4,1,60", 4, ""},
        {SFP_BH, "ttrdcfg 4,60\n ttrdcfg 4,60", 3, ""},
    };

    (void)state;
    CHECK_ALL(table);
}

/*
 * A write that is under way has the GPRs of the cycle in which it was issued: neither what the next instruction puts
 * there counts, nor what an RDCFG just before it still has to.
 */
static void test_late_write_keeps_its_gprs(void **state)
{
    static const char *const later = "ttsetdmareg 0,0x1111,0,8\n ttsetdmareg 0,0x2222,0,14\n" /* low halves of 4, 7 */
                                     "ttwrcfg 4,1,60\n ttsetdmareg 0,0x3333,0,14\n ttnop";
    static const char *const before = "ttsetdmareg 0,0x1111,0,8\n ttwrcfg 4,0,61\n ttsetdmareg 0,0x2222,0,8\n ttnop\n"
                                      "ttrdcfg 4,61\n ttwrcfg 4,0,60\n ttnop";

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        watched_start(&w, (enum sfp_arch)arch);
        watched_run(&w, later);
        assert_int_equal(w.m->s.config[0][60], 0x1111);
        assert_int_equal(w.m->s.config[0][63], 0x2222);
        assert_int_equal(w.m->s.own.gpr[7], 0x3333);
        watched_end(&w);
        watched_start(&w, (enum sfp_arch)arch);
        watched_run(&w, before);
        assert_string_equal(w.findings, "gpr-raw 5 other 4");
        assert_int_equal(w.m->s.config[0][60], 0x2222);
        assert_int_equal(w.m->s.own.gpr[4], 0x1111);
        watched_end(&w);
    }
}

/*
 * STALLWAIT(FPU's instructions, vector unit and configuration unit busy), then SFPMAD and WRCFG, which it does not
 * block, then INCRWC, which it does. The vector unit is busy through cycle 2, the configuration unit in cycle 3, the
 * second of WRCFG: the wait ends in cycle 4, and INCRWC goes in 5. Without the configuration unit's condition, which
 * Blackhole alone has (bit 12), it goes in 4. Wormhole's bit 12 is the mover's, its vector unit's bit 14.
 */
static void test_stallwait_configuration(void **state)
{
    static const struct timed table[] = {
        {SFP_BH, "ttstallwait 64,0x1800\n sfpmad L0,L1,L2,L3,0\n ttwrcfg 1,0,60\n ttincrwc 0,2,0,0", 6, ""},
        {SFP_BH, "ttstallwait 64,0x0800\n sfpmad L0,L1,L2,L3,0\n ttwrcfg 1,0,60\n ttincrwc 0,2,0,0", 5, ""},
        {SFP_WH, "ttstallwait 64,0x5000\n sfpmad L0,L1,L2,L3,0\n ttwrcfg 1,0,60\n ttincrwc 0,2,0,0", 5, ""},
        /* REG2FLOP is under way in the cycle after its own, like WRCFG */
        {SFP_WH, "ttreg2flop 1,0,0,0,0,1", 2, ""},
        /* nothing to wait for: the wait itself takes the cycle after STALLWAIT from what it blocks */
        {BOTH, "ttstallwait 64,0x0001\n ttincrwc 0,2,0,0", 3, ""},
        {BOTH, "ttstallwait 32,0x0001\n ttincrwc 0,2,0,0", 2, ""},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- The random number generators ---- */

/*
 * The matrix unit is busy for all cycles of its instructions, whichever ends last: MVMUL's five, 0 to 4, reach beyond
 * those of INCRWC in 1. The wait ends in 5, and the vector unit's SFPNOP goes in 6.
 */
static void test_stallwait_matrix(void **state)
{
    struct watched w;

    (void)state;
    watched_start(&w, SFP_WH);
    w.m->s.skips = true;
    watched_run(&w, "ttmvmul 0,0,0,0\n ttincrwc 0,0,0,0\n ttstallwait 0x100,0x80\n sfpnop");
    assert_string_equal(w.log, "0:other 0 | 1:other 1 | 2:other 2 | 3:stall 3 wait | 4:stall 3 wait | 5:stall 3 wait"
                               " | 6:load 3");
    watched_end(&w);
}

/* Seeding takes 600 cycles from the WRCFG on (sfpu-timing(7), Configuration): a draw 599 cycles after it is early, at
 * 600 not. */
static void test_prng_early(void **state)
{
    enum { SEED_WH = 164, SEED_BH = 186 };

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        for (uint32_t gap = 598; gap <= 599; gap++) { /* the draw issues 1 + gap cycles after the write */
            const uint32_t gaps[] = {0, gap};
            char source[80];
            struct watched w;

            snprintf(source, sizeof source, "ttwrcfg 1,0,%d\n sfpmov L0,L9,8", arch == SFP_WH ? SEED_WH : SEED_BH);
            watched_start(&w, (enum sfp_arch)arch);
            w.options.gaps = gaps;
            watched_run_unwatched(&w, source);
            assert_string_equal(w.findings, gap == 598 ? "prng-early 1" : "");
            watched_end(&w);
        }
    }
}

/* ---- Dst and its widths ---- */

/* Mod0 6, 7, 9, 14 and 15 may take a half of a 32-bit cell on purpose (sfpu-dst(7), Stores): advice, no warning. */
static void test_halves_of_wide_cells(void **state)
{
    static const struct timed table[] = {
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,1,0", 2, "dst-mixed 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,2,0", 2, "dst-mixed 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,5,0", 2, "dst-mixed 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,6,0", 2, "dst-halves 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,7,0", 2, "dst-halves 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,8,0", 2, "dst-mixed 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,9,0", 2, "dst-halves 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,14,0", 2, "dst-halves 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,15,0", 2, "dst-halves 1 other 0"},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,4,0", 2, ""},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,12,0", 2, ""},
    };

    (void)state;
    CHECK_ALL(table);
}

/*
 * Every store's format against every load's (sfpu-dst(7), Loads and Stores), by Mod0 0..15: m is dst-mixed, h is
 * dst-halves. Stores 3, 4, 10 and 12 write 32-bit numbers, 7 and 9 words to be loaded by halves, the others 16 bits;
 * loads 3, 4, 10 and 12 read 32 bits, 6, 7, 9, 14 and 15 a half as it is, 11 reads nothing. Mod0 0 is bf16, which is 1,
 * or fp32, 3, as SrcB's format or SFPU_Fp32_enabled says (sfpu-dst(7), Format 0).
 */
static void test_each_width(void **state)
{
    static const char after_16[] = "...mm.....m.m...", after_32[] = "mmm..mhhmh...mhh";
    static const char after_word[] = "mmm..m..m....m..";
    static const char *const after[16] = {
        after_16, after_16, after_16, after_32, after_32, after_16, after_16, after_word,
        after_16, after_word, after_32, after_16, after_32, after_16, after_16, after_16,
    };

    (void)state;
    for (unsigned i = 0; i < 4 * 16 * 16; i++) {
        const unsigned arch = i % 2 ? SFP_WH : SFP_BH, stored = i / 2 % 16, loaded = i / 32 % 16, fp32 = i / 512;
        const unsigned mode_0 = fp32 ? 3 : 1;
        const char want = after[stored ? stored : mode_0][loaded ? loaded : mode_0];
        char source[80];
        struct watched w;

        snprintf(source, sizeof source, "sfpstore L1,0,%u,0\n ttnop\n sfpload L0,0,%u,0", stored, loaded);
        watched_start(&w, (enum sfp_arch)arch);
        assert_true(sfp_config_set(&w.m->s, SFP_CFG_SRCB, 0, 5));
        assert_true(sfp_config_set(&w.m->s, SFP_CFG_SFPU_FP32, 0, fp32));
        sfp_state_refresh(&w.m->s);
        watched_run(&w, source);
        if ((want == 'm') != !!strstr(w.findings, "dst-mixed 2")
            || (want == 'h') != !!strstr(w.findings, "dst-halves 2"))
            fail_msg("%s:\n%s: \"%s\", not %c", sfp_arch_name((enum sfp_arch)arch), source, w.findings, want);
        watched_end(&w);
    }
}

/*
 * Where column 0 alone exchanges, its odd column is reached, and the even ones of others: a store goes to both kinds,
 * and a load finds what either was written as.
 */
static void test_exchange_in_one_column(void **state)
{
    static const struct {
        uint32_t exchange; /* LaneConfig of column 0 */
        const char *source;
    } cases[] = {
        {SFP_LC_WR_COL_EXCHANGE, "sfpstore L1,0,2,0\n ttnop\n sfpload L0,0,3,0"},
        {SFP_LC_WR_COL_EXCHANGE, "sfpstore L1,0,2,0\n ttnop\n sfpload L0,2,3,0"},
        {SFP_LC_RD_COL_EXCHANGE, "sfpstore L1,0,2,0\n ttnop\n sfpload L0,0,3,0"},
        {SFP_LC_RD_COL_EXCHANGE, "sfpstore L1,2,2,0\n ttnop\n sfpload L0,0,3,0"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct watched w;

        watched_start(&w, SFP_WH);
        for (unsigned l = 0; l < SFP_LANES; l += 8)
            w.m->s.lane_config[l] = cases[i].exchange;
        sfp_state_refresh(&w.m->s);
        watched_run(&w, cases[i].source);
        assert_string_equal(w.findings, "dst-mixed 2 other 0");
        watched_end(&w);
    }
}

/* A load is near ZEROACC with fewer than three instructions between them, whichever unit they are for. */
static void test_zeroacc_near(void **state)
{
    static const char *const between[] = {
        "", "sfpnop\n", "ttnop\n", "sfpnop\n ttnop\n", "ttnop\n sfpnop\n", "ttnop\n ttnop\n", "sfpnop\n sfpnop\n",
        "ttnop\n ttnop\n ttnop\n", "sfpnop\n sfpnop\n sfpnop\n", "ttnop\n sfpnop\n ttnop\n",
    };

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        for (size_t i = 0; i < sizeof between / sizeof between[0]; i++) {
            char source[120];
            struct watched w;

            snprintf(source, sizeof source, ".ttinsn %s\n %s sfpload L0,0,2,0",
                     arch == SFP_WH ? "0x10180000" : "0x10184000", between[i]);
            watched_start(&w, (enum sfp_arch)arch);
            watched_run(&w, source);
            if ((strstr(w.findings, "zeroacc-near") != NULL) != (i < 7))
                fail_msg("%s: %s", source, w.findings);
            watched_end(&w);
        }
    }
}

/* Erratum TEN-2932: under ENABLE_DEST_INDEX (LaneConfig bit 2) four instructions may write L4..L7 (sfpu-semantics(7),
 * LaneConfig). */
static void test_dest_index_writers(void **state)
{
    static const struct timed table[] = {
        {BOTH, "sfpconfig 15,4,1\n sfpmov L4,L1,0", 2, "dest-index-write 1"},
        {BOTH, "sfpconfig 15,4,1\n sfpmov L7,L1,0", 2, "dest-index-write 1"},
        {BOTH, "sfpconfig 15,4,1\n sfpmov L3,L1,0", 2, ""},
        {BOTH, "sfpconfig 15,0,1\n sfpmov L4,L1,0", 2, ""},
        {BOTH, "sfpconfig 15,4,1\n sfptransp", 2, ""},
        {BOTH, "sfpconfig 15,4,1\n sfpswap L0,L1,1", 3, ""},
        {BOTH, "sfpconfig 15,4,1\n sfpswap L4,L5,1", 3, ""},
        {BOTH, "sfpconfig 15,4,1\n sfploadi L4,1,2", 2, ""},
        {BOTH, "sfpconfig 15,4,1\n sfpload L7,0,2,0", 2, ""},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- -Wuninit ---- */

static void check_uninit(const struct timed *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
            struct watched w;

            if (!(table[i].arch & (int)arch))
                continue;
            watched_start(&w, (enum sfp_arch)arch);
            w.options.uninit = true;
            watched_run(&w, table[i].source);
            if (strcmp(w.findings, table[i].findings) != 0)
                fail_msg("%s: \"%s\", not \"%s\"", table[i].source, w.findings, table[i].findings);
            watched_end(&w);
        }
    }
}

#define CHECK_UNINIT(table) check_uninit(table, sizeof table / sizeof table[0])

/* SFPLOADI of one half (Mod0 8 and 10) keeps the other and so reads VD, but it is how a register is first filled. */
static void test_uninit_halves(void **state)
{
    static const struct timed table[] = {
        {BOTH, "sfploadi L0,1,10\n sfploadi L0,2,8\n sfpmov L1,L0,0", 3, ""},
        {BOTH, "sfploadi L0,1,8\n sfpmov L1,L0,0", 2, ""},
        {BOTH, "sfploadi L0,1,10\n sfpmov L1,L2,0", 2, "uninit 1 L2 FFFFFFFF/0"},
        {BOTH, "sfpiadd L1,L0,0,4", 1, "uninit 0 L0 FFFFFFFF/0"},
    };

    (void)state;
    CHECK_UNINIT(table);
}

/* Lanes 0 to 15 on: those whose L15, twice the lane's number, is below 32. */
#define HALF_ON "sfpencc 3,10\n sfpiadd L4,L15,-32,1\n"

/* A register counts lane by lane; what only moves registers reports nothing, and what it writes is written. */
static void test_uninit_lanes(void **state)
{
    static const struct timed table[] = {
        {BOTH, HALF_ON "sfpmov L0,L1,0", 0, "uninit 2 L1 FFFF/0"},
        {BOTH, HALF_ON "sfploadi L1,0,0\n sfpmov L0,L1,0", 0, ""},
        {BOTH, HALF_ON "sfploadi L1,0,0\n sfpencc 3,10\n sfpmov L0,L1,0", 0, "uninit 4 L1 FFFF0000/0"},
        {BOTH, "sfploadi L1,0,0\n" HALF_ON "sfploadi L1,1,0\n sfpencc 3,10\n sfpmov L0,L1,0", 0, ""},
        /* SFPSHFT2: modes 0 to 2 copy L1..L3 (and L0) along, 3 and 4 use VC */
        {BOTH, "sfpshft2 L0,L1,0,0\n sfpnop\n sfpmov L4,L3,0", 0, ""},
        {BOTH, "sfpshft2 L0,L1,0,1\n sfpnop\n sfpmov L4,L3,0", 0, ""},
        {BOTH, "sfpshft2 L0,L1,0,2\n sfpnop\n sfpmov L4,L3,0", 0, ""},
        {BOTH, "sfpshft2 L0,L1,0,3\n sfpnop\n sfpmov L4,L0,0", 0, "uninit 0 L1 FFFFFFFF/0"},
        {SFP_WH, "sfpshft2 L0,L1,0,4\n sfpnop\n sfpmov L4,L0,0", 0, "uninit 0 L1 FFFFFFFF/0 | shft2-latch 0"},
        {SFP_BH, "sfpshft2 L0,L1,0,4\n sfpnop\n sfpmov L4,L0,0", 0, "uninit 0 L1 FFFFFFFF/0"},
        {BOTH, "sfptransp\n sfpmov L0,L5,0\n sfpmov L0,L7,0", 0, ""},
        /* a template is not executed; one register is named, the first that nothing wrote */
        {BOTH, "sfpmov T0,L1,0", 0, ""},
        {BOTH, ".ttinsn 0x920001C1\n sfpmov L0,L1,0", 0, "uninit 1 L1 FFFFFFFF/0"}, /* SFPSWAP T0, L1 */
        /* where L7 names a register any may be meant */
        {BOTH, "sfploadi L7,0,0\n sfploadi L2,0,0\n sfpmad L0,L1,L2,L2,4", 0, ""},
        {BOTH, "sfpmad L0,L3,L2,L1,0", 0, "uninit 0 L1 FFFFFFFF/0"},
        {BOTH, "sfpmad L0,L10,L9,L7,0", 0, "uninit 0 L7 FFFFFFFF/0"},
        {BOTH, "sfpstore L6,0,3,0", 0, "uninit 0 L6 FFFFFFFF/0"},
    };
    struct watched w;
    uint32_t written[SFP_LREGS];

    (void)state;
    CHECK_UNINIT(table);
    memset(written, 0xFF, sizeof written); /* as a state file gives them */
    watched_start(&w, SFP_WH);
    w.options.uninit = true;
    w.options.written = written;
    watched_run(&w, "sfpmov L0,L1,0");
    assert_string_equal(w.findings, "");
    watched_end(&w);
}

/* ---- What one instruction does ---- */

/* Format 0 on Blackhole with no source format set is said whatever else there is to say or to step. */
static void test_srcb_unset(void **state)
{
    static const struct timed table[] = {
        {SFP_BH, "sfpload L0,0,0,0", 1, "srcb-unset 0"},
        {SFP_BH, "sfpload L0,1,0,0", 1, "srcb-unset 0 | odd-address 0"},
        {SFP_BH, "sfpstore L0,0,0,0", 1, "srcb-unset 0"},
        {SFP_BH, "sfpstore L0,1,0,0", 1, "srcb-unset 0 | odd-address 0"},
        /* modifier 0 steps SrcA too: section 0 of ADDR_MOD_AB is ThreadConfig 12 there (sfpu-frontend(7), Fields) */
        {SFP_BH, "ttsetc16 12,1\n sfpload L0,0,0,0", 2, "srcb-unset 1"},
        {SFP_BH, "ttsetc16 12,1\n sfpload L0,1,0,0", 2, "srcb-unset 1 | odd-address 1"},
        {SFP_BH, "ttsetc16 12,1\n sfpstore L0,1,0,0", 2, "srcb-unset 1 | odd-address 1"},
        {SFP_BH, "ttsetc16 12,1\n sfpload L0,1,2,0", 2, "odd-address 1"},
        {SFP_WH, "sfpload L0,1,0,0", 1, "odd-address 0"},
    };
    struct watched w;

    (void)state;
    CHECK_ALL(table);
    watched_start(&w, SFP_BH);
    assert_true(sfp_config_set(&w.m->s, SFP_CFG_SRCB, 0, 5)); /* bf16, which is what is taken without it */
    sfp_state_refresh(&w.m->s);
    watched_run(&w, "ttsetc16 12,1\n sfpload L0,1,0,0");
    assert_string_equal(w.findings, "odd-address 1");
    assert_int_equal(w.m->s.own.rwc.srca, 1);
    watched_end(&w);
    watched_start(&w, SFP_BH);
    assert_true(sfp_config_set(&w.m->s, SFP_CFG_SFPU_FP32, 0, 1)); /* fp32, whatever the source format */
    sfp_state_refresh(&w.m->s);
    watched_run(&w, "sfpload L0,1,0,0");
    assert_string_equal(w.findings, "odd-address 0");
    watched_end(&w);
}

/*
 * mul24-third-operand of errata.def: SFPMUL24 of 0 and a VC of exponent 112. The addend, (800000 + mantissa) * 8, is
 * shifted right by 129 - 112 = 17. With mantissa 2000 it is 04010000, whose lost 17 bits are 10000, above FFFF: one more
 * at bit 16. With 1FFF they are FFF8.
 */
static void test_mul24_addend(void **state)
{
    static const struct {
        uint32_t c, result;
    } cases[] = {
        {0x38002000, 0x10200}, {0x38001FFF, 0x00200},
        {0x40800000, 0x800000 * 8 % 0x800000}, /* exponent 129: not shifted */
        {0x41000000, 0x800000 * 8 % 0x800000}, /* 130: the product is, the addend not */
        {0x40000000, 0x800000 * 4 % 0x800000}, /* 128: by one */
        {0x007FFFFF, 0},                       /* exponent 0 adds nothing */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct watched w;

        watched_start(&w, SFP_BH);
        for (unsigned l = 0; l < SFP_LANES; l++)
            w.m->s.lreg[1][l] = cases[i].c;
        watched_run(&w, ".ttinsn 0x98990100"); /* SFPMUL24 L0, L9, L9, L1, 0 */
        for (unsigned l = 0; l < SFP_LANES; l++)
            assert_int_equal(w.m->s.lreg[0][l], cases[i].result);
        watched_end(&w);
    }
}

/* Wormhole's SFPPOPC that looks at a full stack copies its top over its bottom; with 9 entries it is over, not full. */
static void test_peek_above_full(void **state)
{
    (void)state;
    for (unsigned size = 7; size <= 9; size++) {
        struct watched w;

        watched_start(&w, SFP_WH);
        for (unsigned slot = 0; slot < 8; slot++)
            w.m->s.stack.flags[slot] = 0x100 + slot;
        w.m->s.stack_size = (uint8_t)size;
        watched_run(&w, ".ttinsn 0x88000001"); /* SFPPOPC 1 */
        assert_string_equal(w.findings, size == 8 ? "stack-full-peek 0" : "");
        assert_int_equal(w.m->s.stack.flags[0], size == 8 ? 0x107 : 0x100);
        assert_int_equal(w.m->s.stack_size, size);
        watched_end(&w);
    }
}

/* What is said of a stack that is full, beyond that, or empty: from the ninth entry on, and of nothing but the size 0
 * (sfpu-semantics(7), Flag stack). SFPLE and SFPGT change the top with bit 1 of Mod1. */
static void test_stack_bounds(void **state)
{
    static const struct {
        unsigned archs;
        const char *line;
        unsigned size;
        const char *findings;
        unsigned after;
    } cases[] = {
        {BOTH, ".ttinsn 0x87000000", 7, "", 8}, /* SFPPUSHC 0 */
        {BOTH, ".ttinsn 0x87000000", 8, "stack-overflow 0", 9},
        {BOTH, ".ttinsn 0x87000000", 15, "stack-overflow 0", 0},
        {BOTH, ".ttinsn 0x88000000", 9, "", 8}, /* SFPPOPC 0 */
        {BOTH, ".ttinsn 0x88000000", 1, "", 0},
        {BOTH, ".ttinsn 0x88000000", 0, "stack-underflow 0", 15},
        {SFP_BH, ".ttinsn 0x87000001", 1, "", 1}, /* SFPPUSHC 1 */
        {SFP_BH, ".ttinsn 0x87000001", 0, "stack-empty-mutate 0", 0},
        {SFP_BH, "sfpgt L0,L1,0,2", 1, "", 1},
        {SFP_BH, "sfpgt L0,L1,0,2", 0, "stack-empty-mutate 0", 0},
        {SFP_BH, "sfple L0,L1,0,6", 0, "stack-empty-mutate 0", 0},
        {SFP_BH, "sfple L0,L1,0,8", 0, "", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
            struct watched w;

            if (!(cases[i].archs & arch))
                continue;
            watched_start(&w, (enum sfp_arch)arch);
            w.m->s.stack_size = (uint8_t)cases[i].size;
            watched_run(&w, cases[i].line);
            assert_string_equal(w.findings, cases[i].findings);
            assert_int_equal(w.m->s.stack_size, cases[i].after);
            watched_end(&w);
        }
}

/*
 * SETRWC that sets Sp, on Blackhole: ten bits of {Dst, SrcB, SrcA}, four bits each (sfpu-dst(7), Counters). Fields: Dst
 * at bit 14, SrcB at 10, SrcA at 6, the bit that asks for Sp is 4.
 */
static void test_setrwc_stack_pointer(void **state)
{
    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        watched_start(&w, (enum sfp_arch)arch);
        watched_run(&w, ".ttinsn 0x37004890"); /* 1, 2, 2 */
        assert_int_equal(w.m->s.own.rwc.sp, arch == SFP_BH ? 0x122 : 0);
        watched_run(&w, ".ttinsn 0x3703FFD0"); /* 15, 15, 15: FFF, of which ten bits */
        assert_int_equal(w.m->s.own.rwc.sp, arch == SFP_BH ? 0x3FF : 0);
        assert_int_equal(w.m->s.own.rwc.dst | w.m->s.own.rwc.srca | w.m->s.own.rwc.srcb, 0);
        watched_end(&w);
    }
}

/* SFPLUT: bits 0 and 1 of Mod0 are of no use, 2 keeps the sign, 3 is indirect: 0, 4, 8 and 12 (sfpu-semantics(7),
 * Tables). */
static void test_documented_modes(void **state)
{
    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct sfp_index index;

        sfp_index_init(&index, (enum sfp_arch)arch);
        for (unsigned mode = 0; mode < 16; mode++)
            assert_int_equal(sfp_mode_documented(index.by_opcode[0x73], mode), mode % 4 == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_control_after_control),
        cmocka_unit_test(test_gpr_raw),
        cmocka_unit_test(test_late_write_keeps_its_gprs),
        cmocka_unit_test(test_stallwait_configuration),
        cmocka_unit_test(test_stallwait_matrix),
        cmocka_unit_test(test_prng_early),
        cmocka_unit_test(test_halves_of_wide_cells),
        cmocka_unit_test(test_each_width),
        cmocka_unit_test(test_exchange_in_one_column),
        cmocka_unit_test(test_zeroacc_near),
        cmocka_unit_test(test_dest_index_writers),
        cmocka_unit_test(test_uninit_halves),
        cmocka_unit_test(test_uninit_lanes),
        cmocka_unit_test(test_srcb_unset),
        cmocka_unit_test(test_mul24_addend),
        cmocka_unit_test(test_peek_above_full),
        cmocka_unit_test(test_stack_bounds),
        cmocka_unit_test(test_setrwc_stack_pointer),
        cmocka_unit_test(test_documented_modes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
