/*
 * What a timed run reports about regular instructions, and the values that go
 * with it: sfpu-timing(7), Wormhole hazards, Blackhole stalls and Configuration, row by row. A finding
 * reads "name instruction other the-other Lreg lanes/lanes-that-differ", or "Lreg possible".
 *
 * At the start L0..L7 = 1.0..8.0; the multiply-add of most rows makes L1 (or
 * another register) 3 * 4 + 5 = 17 at the end of cycle 1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reference/slow_pipeline.h"

enum { BOTH = SFP_BOTH, NO_LREG = -1 };

struct hazard {
    int arch; /* mask of enum sfp_arch */
    const char *source;
    uint64_t cycles;
    const char *findings;
    int lreg; /* NO_LREG, or a register and its value in all lanes */
    float value;
};

static uint32_t bits(float value)
{
    uint32_t b;

    memcpy(&b, &value, sizeof b);
    return b;
}

static void check_hazard(const struct hazard *h, enum sfp_arch arch)
{
    struct watched w;

    watched_start(&w, arch);
    watched_run(&w, h->source);
    if (strcmp(w.findings, h->findings) != 0 || w.result.cycles != h->cycles)
        fail_msg("%s:\n%s\n%llu cycles: \"%s\",\nnot %llu: \"%s\"", sfp_arch_name(arch), h->source,
                 (unsigned long long)w.result.cycles, w.findings, (unsigned long long)h->cycles, h->findings);
    for (unsigned l = 0; h->lreg != NO_LREG && l < SFP_LANES; l++)
        if (w.m->s.lreg[h->lreg][l] != bits(h->value))
            fail_msg("%s:\n%s\nL%d lane %u: %08X, not %g", sfp_arch_name(arch), h->source, h->lreg, l,
                     w.m->s.lreg[h->lreg][l], h->value);
    watched_end(&w);
}

static void check_all(const struct hazard *hazards, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++)
            if (hazards[i].arch & (int)arch)
                check_hazard(&hazards[i], (enum sfp_arch)arch);
}

#define CHECK_ALL(table) check_all(table, sizeof table / sizeof table[0])

#define MAD_L0 "sfpmad L0,L2,L3,L4,0\n"
#define MAD_L1 "sfpmad L1,L2,L3,L4,0\n"
#define MAD_L2 "sfpmad L2,L2,L3,L4,0\n"
#define MAD_L3 "sfpmad L3,L2,L3,L4,0\n"
#define MAD_L4 "sfpmad L4,L2,L3,L4,0\n"
#define MAD_L5 "sfpmad L5,L2,L3,L4,0\n"
#define MAD_L6 "sfpmad L6,L2,L3,L4,0\n"
#define MAD_L7 "sfpmad L7,L2,L3,L4,0\n"
#define ALL "FFFFFFFF/FFFFFFFF"

/* ---- Wormhole, multiply-add at T, reader at T+1 ---- */

static void test_wh_mad_raw(void **state)
{
    static const struct hazard table[] = {
        {SFP_WH, MAD_L1 "sfpmov L0,L1,0", 2, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, MAD_L1 "sfpmad L0,L1,L10,L9,0", 3, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, MAD_L1 "sfpmad L0,L10,L1,L9,0", 3, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, MAD_L1 "sfpmad L0,L10,L9,L1,0", 3, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, MAD_L1 "sfpaddi L1,0x3f80,0", 3, "mad-raw 1 other 0 L1 " ALL, 1, 3},
        {SFP_WH, MAD_L1 "sfpstore L1,0,3,0\n sfpload L0,0,3,0", 3, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, MAD_L0 "sfpconfig 11,0,0", 2, "mad-raw 1 other 0 L0 " ALL, 11, 1},
        /* a template comes from L0 whatever mode bit 0 says: the old 1.0, which SFPMOV mode 8 reads back */
        {SFP_WH, MAD_L0 "sfpconfig 1,5,1\n sfpmov L6,L1,8", 3, "mad-raw 1 other 0 L0 " ALL, 6, 1},
        {SFP_WH, MAD_L0 "sfpconfig 3,5,9", 2, "mad-raw 1 other 0 L0 " ALL, NO_LREG, 0},
        {BOTH, MAD_L0 "sfpconfig 4,5,1", 2, "", NO_LREG, 0},
        {SFP_WH, MAD_L3 "sfplut L0,0", 3, "mad-raw 1 other 0 L3 " ALL, NO_LREG, 0},
        {SFP_WH, MAD_L0 "sfplut L5,0", 3, "mad-raw 1 other 0 L0 " ALL, NO_LREG, 0},
        {SFP_WH, MAD_L5 "sfplutfp32 L0,0", 3, "mad-raw 1 other 0 L5 " ALL, NO_LREG, 0},
        {SFP_WH, MAD_L7 "sfplutfp32 L0,8", 3, "mad-raw 1 other 0 L7 " ALL, NO_LREG, 0},
        {SFP_WH, MAD_L7 "sfpmad L0,L2,L3,L4,8", 3, "mad-raw 1 other 0 L7 " ALL, NO_LREG, 0},
        {SFP_WH, MAD_L7 "sfpmad L0,L2,L3,L4,4", 3, "mad-raw 1 other 0 L7 " ALL, NO_LREG, 0},
        {SFP_WH, MAD_L1 "sfpsetcc L1,0,6", 2, "mad-raw 1 other 0 L1 " ALL " | predication-off 1", NO_LREG, 0},
        {SFP_WH, MAD_L2 "sfpshft2 L0,L2,0,3", 3, "mad-raw 1 other 0 L2 " ALL, 0, 3},
        /* reads VD as well, and overwrites it */
        {SFP_WH, MAD_L1 "sfpiadd L1,L9,0,4", 2, "mad-raw 1 other 0 L1 " ALL " | mad-waw 1 other 0 L1 " ALL, 1, 2},
        /* L7 = 8.0 ends in 0: the indirect destination is L0, and L0 is what INDIRECT_VA reads; but with other data, others */
        {SFP_WH, "sfpmad L5,L2,L3,L4,8\n sfpmov L6,L0,0", 2,
         "mad-raw 1 other 0 L0 " ALL " | mad-waw 1 other 0 L6 possible", 6, 1},
        {SFP_WH, "sfpmad L5,L2,L3,L4,8\n sfpmov L6,L5,0", 2,
         "mad-raw 1 other 0 L5 possible | mad-waw 1 other 0 L6 possible", 6, 6},
        {SFP_WH, MAD_L0 "sfpmad L6,L5,L10,L9,4", 3, "mad-raw 1 other 0 L0 " ALL, 6, 1},
        {SFP_WH, MAD_L5 "sfpmad L6,L5,L10,L9,4", 3, "mad-raw 1 other 0 L5 possible", 6, 1},
        /* L1 as VB, and as VC, whatever L7 names for VA */
        {SFP_WH, MAD_L1 "sfpmad L6,L5,L1,L9,4", 3, "mad-raw 1 other 0 L1 " ALL, 6, 2},
        {SFP_WH, MAD_L1 "sfpmad L6,L5,L9,L1,4", 3, "mad-raw 1 other 0 L1 " ALL, 6, 2},
        /* four bits of L7 name it: 8 is the constant 0.8373, and no L0 */
        {SFP_WH, "sfploadi L7,8,2\n" MAD_L0 "sfpmad L6,L5,L10,L9,4", 4, "", NO_LREG, 0},
        /* every multiply-add */
        {SFP_WH, "sfpaddi L1,0x3f80,0\n sfpmov L0,L1,0", 2, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, "sfpmuli L1,0x4000,0\n sfpmov L0,L1,0", 2, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, "sfpmul L1,L2,L3,0\n sfpmov L0,L1,0", 2, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, "sfplut L1,0\n sfpmov L0,L1,0", 2, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, "sfplutfp32 L1,0\n sfpmov L0,L1,0", 2, "mad-raw 1 other 0 L1 " ALL, 0, 2},
        /* nothing lost: 1 * 2 + 0 */
        {SFP_WH, "sfpmad L1,L10,L1,L9,0\n sfpmov L0,L1,0", 2, "mad-raw 1 other 0 L1 FFFFFFFF/0", 0, 2},
        /* no hazards */
        {BOTH, MAD_L1 "sfpmov L0,L2,0", 2, "", 0, 3},
        {BOTH, MAD_L1 "sfpnop\n sfpmov L0,L1,0", 3, "", 0, 17},
        {BOTH, MAD_L1 "sfpmad L5,L2,L3,L4,0", 3, "", 5, 17},
        {BOTH, MAD_L1 "sfpconfig 11,0,1", 2, "", 11, -1},
        {BOTH, "sfpmad L9,L2,L3,L4,0\n sfpmov L0,L9,0", 2, "", 0, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Lanes 0..15 (L15 = 2 * lane, below 32) produce; lanes are those that both produce and read. */
static void test_lanes(void **state)
{
    static const struct hazard table[] = {
        {SFP_WH, "sfpencc 3,10\n sfpiadd L0,L15,-32,1\n" MAD_L1 "sfpmov L5,L1,0", 4,
         "mad-raw 3 other 2 L1 FFFF/FFFF",
         NO_LREG, 0},
        /* all lanes off: nothing is lost */
        {SFP_WH, "sfpencc 3,10\n sfpsetcc L0,0,8\n" MAD_L1 "sfpmov L5,L1,0", 4, "", 5, 6},
        /* switched on in between, too late for the multiply-add */
        {SFP_BH, "sfpencc 3,10\n sfpiadd L0,L15,-32,1\n" MAD_L3 "sfpand L1,L3,L3,1", 5, "", NO_LREG, 0},
        {SFP_BH, "sfpencc 3,10\n sfpiadd L0,L15,-32,1\n" MAD_L3 "sfpand L1,L3,L2,1", 4,
         "stall-miss 3 other 2 L3 FFFF/FFFF",
         NO_LREG, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_waw(void **state)
{
    static const struct hazard table[] = {
        {BOTH, MAD_L1 "sfploadi L1,0x4040,0", 2, "mad-waw 1 other 0 L1 " ALL, 1, 3},
        {BOTH, MAD_L1 "sfpmov L1,L2,0", 2, "mad-waw 1 other 0 L1 " ALL, 1, 3},
        {BOTH, MAD_L1 "sfpload L1,0,11,0", 2, "mad-waw 1 other 0 L1 " ALL, 1, 0},
        {BOTH, MAD_L1 "sfpmad L1,L2,L3,L6,0", 3, "", 1, 19},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- SFPSWAP and SFPSHFT2 on Wormhole ---- */

static void test_swap_compare(void **state)
{
    static const struct hazard table[] = {
        {BOTH, MAD_L1 "sfpswap L1,L2,0", 3, "", 1, 3},
        {SFP_WH, MAD_L1 "sfpswap L1,L2,1", 3, "swap-compare 1 other 0 L1 " ALL, 1, 17},
        {SFP_WH, MAD_L1 "sfpswap L2,L1,1", 3, "swap-compare 1 other 0 L1 " ALL, 2, 17},
        {SFP_BH, MAD_L1 "sfpswap L1,L2,1", 3, "stall-miss 1 other 0 L1 " ALL, 1, 17},
        {SFP_BH, MAD_L1 "sfpswap L2,L1,1", 3, "stall-miss 1 other 0 L1 " ALL, 2, 17},
        {BOTH, MAD_L1 "sfpswap L2,L3,1", 3, "", 2, 3},
        /* L1 = L2 = 3.0 lands while SFPSWAP compares old 2.0 */
        {SFP_WH, "sfpshft2 L1,L5,0,3\n sfpswap L1,L2,1", 3, "swap-compare 1 other 0 L1 " ALL, 1, 6},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_wh_shft2(void **state)
{
    static const struct hazard table[] = {
        {SFP_WH, "sfpshft2 L1,L2,0,3\n sfpmad L0,L1,L10,L9,0", 3, "shft2-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, "sfpshft2 L1,L2,0,3\n sfpstore L1,0,3,0", 2, "shft2-raw 1 other 0 L1 " ALL, NO_LREG, 0},
        {SFP_WH, "sfpshft2 L1,L2,0,3\n sfpmad L0,L2,L10,L9,0", 3, "", 0, 3},
        {SFP_WH, "sfpshft2 L1,L2,0,3\n sfpnop\n sfpmov L0,L1,0", 3, "", 0, 3},
        /* column 0 receives the latch, which is 0, and which no rotation has filled */
        {SFP_WH, "sfpshft2 L1,L2,0,4\n sfpmad L0,L1,L10,L9,0", 3, "shft2-latch 0 | shft2-raw 1 other 0 L1 " ALL, 0, 2},
        {SFP_WH, "sfpshft2 L1,L2,0,3\n sfpnop\n sfpshft2 L1,L2,0,4\n sfpnop", 4, "", NO_LREG, 0},
        {SFP_WH, "sfpshft2 L0,L4,0,2\n sfpnop\n sfpshft2 L1,L2,0,4\n sfpnop", 4, "", NO_LREG, 0},
        {SFP_BH, "sfpshft2 L1,L2,0,4\n sfpnop", 2, "", NO_LREG, 0},
        /* mode 2 writes L0..L3 */
        {SFP_WH, "sfpshft2 L0,L4,0,2\n sfpmad L5,L0,L10,L9,0", 3, "shft2-raw 1 other 0 L0 " ALL, 5, 1},
        {SFP_WH, "sfpshft2 L0,L4,0,2\n sfpmad L5,L3,L10,L9,0", 3, "shft2-raw 1 other 0 L3 " ALL, 5, 4},
        {SFP_WH, "sfpshft2 L0,L4,0,2\n sfploadi L2,0,0", 2, "shft2-raw 1 other 0 L2 " ALL, 2, 0},
        /* but of its registers L0 may be written: the younger write wins */
        {SFP_WH, "sfpshft2 L0,L4,0,2\n sfploadi L0,0x40a0,0", 2, "", 0, 5},
        {SFP_WH, "sfpshft2 L0,L4,0,2\n sfploadi L1,0x40a0,0", 2, "shft2-raw 1 other 0 L1 " ALL, 1, 5},
        {SFP_WH, "sfpshft2 L0,L4,0,2\n sfploadi L3,0x40a0,0", 2, "shft2-raw 1 other 0 L3 " ALL, 3, 5},
        /* what the modes of one cycle write is there */
        {SFP_WH, "sfpshft2 L0,L0,0,0\n sfpmad L5,L0,L10,L9,0", 3, "", 5, 2},
        {SFP_BH, "sfpshft2 L1,L2,0,3\n sfpmad L0,L1,L10,L9,0", 4, "", 0, 3},
    };

    (void)state;
    CHECK_ALL(table);
}

static void check_port(const char *instruction, bool clashes)
{
    static const char *const writers[] = {"sfpshft2 L1,L2,0,2", "sfpshft2 L1,L2,0,3", "sfpshft2 L1,L2,0,4"};
    char source[128];

    for (unsigned i = 0; i < 3; i++) {
        struct watched w;

        snprintf(source, sizeof source, "%s\n%s", writers[i], instruction);
        watched_start(&w, SFP_WH);
        watched_run(&w, source);
        if (!strstr(w.findings, "shft2-port 1 other 0") == clashes)
            fail_msg("%s: %s", source, w.findings);
        watched_end(&w);
        watched_start(&w, SFP_BH);
        watched_run(&w, source);
        assert_null(strstr(w.findings, "port"));
        watched_end(&w);
    }
}

/* The list of sfpu-timing(7), Wormhole hazards, whatever the registers, and what is not on it. */
static void test_wh_shft2_port(void **state)
{
    static const char *const clashing[] = {
        "sfpabs L5,L6,0", "sfpand L5,L6", "sfpcast L5,L6,0", "sfpdivp2 L5,L6,1,0", "sfpexexp L5,L6,0",
            "sfpexman L5,L6,0",
        "sfpiadd L5,L6,1,1", "sfplz L5,L6,0", "sfpmov L5,L6,0", "sfpnot L5,L6", "sfpor L5,L6", "sfpsetexp L5,L6,0,0",
        "sfpsetman L5,L6,0,0", "sfpsetsgn L5,L6,0,0", "sfpshft L5,L6,1,1", "sfpstochrnd L5,L6,L6,0,1,0", "sfpxor L5,L6",
        "sfpshft2 L5,L6,0,0", "sfpshft2 L5,L6,0,1", "sfpshft2 L5,L6,0,5", "sfpshft2 L5,L6,0,6",
    };
    static const char *const others[] = {
        "sfpnop", "sfploadi L5,0,0", "sfpload L5,0,3,0", "sfpstore L5,0,3,0", "sfpmad L5,L6,L7,L6,0", "sfpsetcc L6,0,0",
        "sfpencc 3,10", "sfppushc 0", "sfptransp", "sfpswap L5,L6,0", "sfpconfig 11,0,1", "sfpshft2 L5,L6,0,3",
    };

    (void)state;
    for (size_t i = 0; i < sizeof clashing / sizeof clashing[0]; i++)
        if (i != 1 && i != 10) /* Blackhole spells SFPAND and SFPOR with VB: below, as words */
            check_port(clashing[i], true);
    check_port(".ttinsn 0x7e000650", true);
    check_port(".ttinsn 0x7f000650", true);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        check_port(others[i], false);
}

/* ---- What Blackhole's scoreboard sees ---- */

#define FALSE_STALL "stall-false 1 other 0"
#define MISS(lreg) "stall-miss 1 other 0 " lreg " " ALL

static void test_bh_detected(void **state)
{
    static const struct hazard table[] = {
        {SFP_BH, MAD_L1 "sfpmad L0,L1,L10,L9,0", 4, "", 0, 17},
        {SFP_BH, MAD_L1 "sfpmad L0,L10,L1,L9,0", 4, "", 0, 17},
        {SFP_BH, MAD_L1 "sfpmad L0,L10,L9,L1,0", 4, "", 0, 17},
        {SFP_BH, MAD_L1 "sfpmul24 L0,L1,L10,0", 4, "", NO_LREG, 0},
        {SFP_BH, MAD_L7 "sfpmad L0,L2,L3,L4,8", 4, "", NO_LREG, 0},
        {SFP_BH, MAD_L0 "sfpconfig 1,5,1\n sfpmov L6,L1,8", 3, MISS("L0"), 6, 1},
        {SFP_BH, MAD_L0 "sfpconfig 3,5,9", 2, MISS("L0"), NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpaddi L1,0x3f80,0", 4, "", 1, 18},
        {SFP_BH, MAD_L7 "sfpaddi L1,0x3f80,8", 4, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpmuli L1,0x4000,0", 4, "", 1, 34},
        /* conservative: INDIRECT_VA may read any; L7 = 8.0 makes it L0 */
        {SFP_BH, MAD_L5 "sfpmad L1,L2,L10,L9,4", 4, "", 1, 1},
        /* INDIRECT_VD may write any */
        {SFP_BH, "sfpmad L1,L2,L3,L4,8\n sfpmov L6,L5,0", 3, "", 6, 6},
        {SFP_BH, "sfpmad L1,L2,L3,L4,8\n sfpmov L6,L0,0", 3, "", 6, 17},
        {SFP_BH, "sfplut L1,8\n sfpmov L6,L5,0", 3, "", 6, 6},
        {SFP_BH, MAD_L3 "sfplut L0,0", 4, "", NO_LREG, 0},
        /* without USE_VB */
        {SFP_BH, MAD_L1 "sfpand L1,L0,L2,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpor L1,L0,L2,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpxor L1,L2", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpsetexp L1,L2,0,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpsetman L1,L2,0,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpsetsgn L1,L2,0,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpsetexp L1,L2,5,1", 2, "mad-waw 1 other 0 L1 " ALL, NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpgt L1,L2,0,1", 3, "predication-off 1", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfple L1,L2,0,1", 3, "predication-off 1", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpshft L1,L2,0,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpshft L1,L2,1,5", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpshft L1,L2,1,1", 2, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpiadd L1,L2,1,5", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpabs L1,L2,1", 3, "", 1, 17},
        {SFP_BH, MAD_L2 "sfpcast L1,L2,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfparecip L1,L2,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpsetcc L2,0,0", 3, "predication-off 1", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpload L1,0,14,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfploadi L1,0,8", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfploadi L1,0,10", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpstore L1,0,3,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpstore L1,0,11,0", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L6 "sfptransp", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L3 "sfpshft2 L0,L0,0,0", 3, "", 2, 17},
        {SFP_BH, MAD_L0 "sfpshft2 L0,L0,0,0", 2, "mad-waw 1 other 0 L0 " ALL, 0, 2},
        {SFP_BH, MAD_L0 "sfpshft2 L0,L0,0,1", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpshft2 L1,L2,3,5", 3, "", NO_LREG, 0},
        {SFP_BH, MAD_L2 "sfpstochrnd L1,L2,L2,0,1,0", 3, "", 1, 17},
        {SFP_BH, MAD_L3 "sfpstochrnd L1,L3,L2,0,4,0", 3, "", NO_LREG, 0},
        /* all but L7 */
        {SFP_BH, MAD_L5 "sfplutfp32 L1,0", 4, "", NO_LREG, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_bh_missed(void **state)
{
    static const struct hazard table[] = {
        {SFP_BH, MAD_L7 "sfplutfp32 L1,8", 3, MISS("L7"), NO_LREG, 0},
        {SFP_BH, MAD_L7 "sfplutfp32 L1,10", 3, MISS("L7"), NO_LREG, 0},
        {SFP_BH, MAD_L3 "sfpand L1,L3,L3,1", 3, "", 1, 17}, /* VC saves it */
        {SFP_BH, MAD_L3 "sfpor L1,L3,L9,1", 2, MISS("L3"), 1, 4},
        {SFP_BH, MAD_L3 "sfpand L1,L3,L15,1", 2, MISS("L3"), NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpiadd L1,L9,0,4", 2, MISS("L1") " | mad-waw 1 other 0 L1 " ALL, 1, 2},
        {SFP_BH, MAD_L1 "sfpshft L1,L9,0,0", 2, MISS("L1") " | mad-waw 1 other 0 L1 " ALL, 1, 2},
        {SFP_BH, MAD_L1 "sfpshft L1,L2,0,1", 2, MISS("L1") " | mad-waw 1 other 0 L1 " ALL, 1, 2},
        {SFP_BH, MAD_L0 "sfpconfig 11,0,0", 2, MISS("L0"), 11, 1},
        {SFP_BH, MAD_L2 "sfpshft2 L1,L2,0,3", 3, MISS("L2"), 1, 3},
        {SFP_BH, MAD_L2 "sfpshft2 L1,L2,0,4", 3, MISS("L2"), NO_LREG, 0},
        {SFP_BH, MAD_L4 "sfpshft2 L1,L4,0,2", 3, MISS("L4"), 3, 5},
        {SFP_BH, MAD_L1 "sfpshft2 L5,L4,0,2", 3, MISS("L1"), 0, 2},
        {SFP_BH, MAD_L3 "sfpshft2 L1,L9,3,5", 2, MISS("L3"), 1, 4},
        {SFP_BH, MAD_L3 "sfpshft2 L1,L9,3,6", 2, MISS("L3"), NO_LREG, 0},
        /* what an indirect SFPLUTFP32 writes is L0, by L7 */
        {SFP_BH, "sfplutfp32 L1,8\n sfpmov L5,L0,0", 2, MISS("L0") " | mad-waw 1 other 0 L5 possible", 5, 1},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_bh_false(void **state)
{
    static const struct hazard table[] = {
        {SFP_BH, MAD_L4 "sfplutfp32 L1,10", 4, FALSE_STALL, NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpand L1,L3,L2,1", 3, FALSE_STALL, NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpor L1,L3,L2,1", 3, FALSE_STALL, NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpshft2 L1,L2,3,5", 3, FALSE_STALL, NO_LREG, 0},
        {SFP_BH, MAD_L1 "sfpshft2 L1,L2,3,6", 3, FALSE_STALL, NO_LREG, 0},
        /* the VB that a rounding mode does not read */
        {SFP_BH, MAD_L3 "sfpstochrnd L1,L3,L2,0,1,0", 3, FALSE_STALL, 1, 3},
        {SFP_BH, MAD_L0 "sfpstochrnd L1,L0,L2,0,1,0", 3, FALSE_STALL, 1, 3},
        /* Mod1Mirror bit 3 of SFPLUTFP32: all written, all read */
        {SFP_BH, ".ttinsn 0x95080010\n sfpmov L0,L6,0", 3, FALSE_STALL, 0, 7},
        {SFP_BH, MAD_L7 ".ttinsn 0x95080010", 4, FALSE_STALL, NO_LREG, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Off as a whole: then every early read is missed. */
static void test_chicken_bit(void **state)
{
    static const struct hazard table[] = {
        {SFP_BH, "ttrmwcib0 1,1,222\n" MAD_L1 "sfpmov L0,L1,0", 3, "stall-miss 2 other 1 L1 " ALL, 0, 2},
        {SFP_BH, "ttrmwcib0 1,1,222\n sfpshft2 L1,L2,0,3\n sfpmov L0,L1,0", 3, "stall-miss 2 other 1 L1 " ALL, 0, 2},
        {SFP_BH, "ttrmwcib0 1,1,222\n sfpswap L1,L2,0\n sfpmov L0,L1,0", 3, "stall-miss 2 other 1 L1 " ALL, 0, 2},
        {SFP_BH, "ttrmwcib0 1,1,222\n" MAD_L1 "sfpmov L0,L2,0", 3, "", 0, 3},
    };

    (void)state;
    CHECK_ALL(table);
}

/* A template load reads nothing and leaves nothing: no stall on either side (sfpu-semantics(7), Template loads). */
static void test_backdoor(void **state)
{
    static const struct hazard table[] = {
        {BOTH, MAD_L1 "sfpmov T0,L1,0", 2, "", 1, 17},
        {BOTH, "sfpmad T0,L2,L3,L4,0\n sfpmov L0,L1,0", 2, "", 0, 2},
        {BOTH, "sfpswap T0,L2,1\n sfpmov L0,L1,0", 2, "", 0, 2},
        {BOTH, "sfpshft2 T0,L2,0,3\n sfpmov L0,L1,0", 2, "", 0, 2},
        /* SFPSWAP's second cycle still takes SFPNOP only */
        {BOTH, "sfpswap L1,L2,0\n sfpmov T0,L1,0", 3, "", 1, 3},
        /* with the backdoor shut they execute */
        {SFP_BH, "sfpconfig 15,2,1\n sfpnop\n" MAD_L1 ".ttinsn 0x7c0001c0", 5, "", NO_LREG, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Configuration in the cycle before ---- */

static void test_backdoor_config(void **state)
{
    struct watched w;

    (void)state;
    /* shut in cycle 0; cycle 1 still finds it open, cycle 2 does not */
    watched_start(&w, SFP_WH);
    watched_run(&w, "sfpconfig 15,2,1\n sfpmov T0,L1,0\n sfpmov T1,L2,0");
    assert_int_equal(w.m->s.macro_template[0][0], 0x7C0001C0);
    assert_int_equal(w.m->s.macro_template[1][0], 0);
    assert_non_null(strstr(w.findings, "backdoor-config 1"));
    assert_null(strstr(w.findings, "backdoor-config 2"));
    watched_end(&w);

    /* and opened again */
    watched_start(&w, SFP_WH);
    watched_run(&w, "sfpconfig 15,2,1\n sfpnop\n sfpconfig 15,0,1\n sfpmov T0,L1,0\n sfpmov T1,L2,0");
    assert_int_equal(w.m->s.macro_template[0][0], 0);
    assert_int_equal(w.m->s.macro_template[1][0], 0x7C0002D0);
    assert_non_null(strstr(w.findings, "backdoor-config 3"));
    watched_end(&w);

    /* other bits of LaneConfig leave it as it is */
    watched_start(&w, SFP_WH);
    watched_run(&w, "sfpconfig 15,0x80,1\n sfpmov T0,L1,0\n"
                    "sfpconfig 15,0x82,1\n sfpnop\n sfpconfig 15,2,1\n sfpmov T1,L2,0");
    assert_null(strstr(w.findings, "backdoor-config"));
    watched_end(&w);
}

/*
 * SFPCONFIG of sequence 0, then a template load where half of the lanes, odd ones, are shut: the others take the word
 * as they would if all did, in the cycle in which macros' configuration changes.
 */
static void test_macro_config_in_part(void **state)
{
    struct watched w;

    (void)state;
    for (unsigned shut = 0; shut < 3; shut++) { /* none, some, all */
        watched_start(&w, SFP_WH);
        for (unsigned l = 0; l < SFP_LANES; l++)
            w.m->s.lane_config[l] = shut == 2 || (shut == 1 && l % 2) ? SFP_LC_DISABLE_BACKDOOR : 0;
        sfp_state_refresh(&w.m->s);
        watched_run(&w, "sfpconfig 4,0,0\n sfpmov T0,L1,0");
        assert_int_equal(strstr(w.findings, "macro-config 1") != NULL, shut < 2);
        assert_int_equal(strstr(w.findings, "backdoor-diverges 1") != NULL, shut == 1);
        assert_int_equal(w.m->s.macro_template[0][0], shut == 2 ? 0 : 0x7C0001C0);
        assert_int_equal(w.m->s.macro_template[0][1], shut ? 0 : 0x7C0001C0);
        watched_end(&w);
    }
}

/* Blackhole: a template load reads nothing, and waits for nothing; where it executes in some lanes it waits as if in all. */
static void test_stall_of_backdoor(void **state)
{
    struct watched w;

    (void)state;
    for (unsigned shut = 0; shut < 3; shut++) {
        watched_start(&w, SFP_BH);
        for (unsigned l = 0; l < SFP_LANES; l++)
            w.m->s.lane_config[l] = shut == 2 || (shut == 1 && l % 2) ? SFP_LC_DISABLE_BACKDOOR : 0;
        sfp_state_refresh(&w.m->s);
        watched_run(&w, MAD_L1 "sfpmov T0,L1,0");
        assert_int_equal(w.result.stalls[SFP_STALL_MAD], shut > 0);
        assert_int_equal(w.result.cycles, shut ? 3 : 2);
        watched_end(&w);
    }
}

/* SFPLUTFP32 with direct tables reads L0..L6, which Blackhole detects: the next cycle is too early, L7's is not. */
static void test_stall_of_lutfp32(void **state)
{
    (void)state;
    for (unsigned reg = 0; reg < 8; reg++) {
        char source[60];
        struct watched w;

        snprintf(source, sizeof source, "sfpmad L%u,L2,L3,L4,0\n sfplutfp32 L1,0", reg);
        watched_start(&w, SFP_BH);
        watched_run(&w, source);
        assert_int_equal(w.result.stalls[SFP_STALL_MAD], reg < 7);
        assert_int_equal(w.result.cycles, reg < 7 ? 4 : 3);
        assert_string_equal(w.findings, "");
        watched_end(&w);
    }
}

/* One and two cycles after SFPCONFIG of Misc or of its own sequence a macro is too early; after that of a template or of
 * another sequence there is a note, and of other targets nothing. */
static void test_configured_just_before(void **state)
{
    static const char *const between[] = {"", " sfpnop\n", " sfpnop\n sfpnop\n"};

    (void)state;
    for (unsigned target = 0; target < 16; target++)
        for (unsigned i = 0; i < 3; i++) {
            char source[60];
            struct watched w;
            bool early;

            if (target == 9 || target == 10) /* constants */
                continue;
            snprintf(source, sizeof source, "sfpconfig %u,0,1\n%s sfploadmacro 1,L0,0,3,0", target, between[i]);
            watched_start(&w, i % 2 ? SFP_BH : SFP_WH);
            watched_run(&w, source);
            early = target == SFP_TARGET_SEQUENCES + 1 || target == SFP_TARGET_MISC;
            if ((strstr(w.findings, "macro-config ") != NULL) != (target < SFP_TARGET_MISC && !early && i < 2) ||
                (strstr(w.findings, "macro-config-early ") != NULL) != (early && i < 2))
                fail_msg("%s: %s", source, w.findings);
            watched_end(&w);
        }
}

/* Shut in column 0 alone (the immediate 3 is its selector and its value), SFPNOP is a template in the other lanes. */
static void test_backdoor_of_nop(void **state)
{
    struct watched w;

    (void)state;
    watched_start(&w, SFP_BH);
    watched_run(&w, "sfpconfig 15,3,9\n sfpnop\n .ttinsn 0x8f0000e0");
    for (unsigned l = 0; l < SFP_LANES; l++)
        assert_int_equal(w.m->s.macro_template[2][l], l % 8 == 0 ? 0 : 0x8F0000E0);
    watched_end(&w);
}

static void test_configuration(void **state)
{
    static const struct hazard table[] = {
        /* the new value is taken, and said to be a risk */
        {BOTH, "sfpconfig 4,0,1\n sfploadmacro 0,L0,0,3,0", 2, "macro-config-early 1 | macro-unset 1", NO_LREG, 0},
        {BOTH, "sfpconfig 4,0,1\n sfpmov T0,L1,0", 2, "macro-config 1", NO_LREG, 0},
        {BOTH, "sfpconfig 4,0,1\n sfpnop\n sfploadmacro 0,L0,0,3,0", 3, "macro-config-early 2 | macro-unset 2", NO_LREG, 0},
        {BOTH, "sfpconfig 4,0,1\n sfpnop\n sfpnop\n sfploadmacro 0,L0,0,3,0", 4, "macro-unset 3", NO_LREG, 0},
        {BOTH, "sfpconfig 8,0,1\n sfpconfig 4,0,1\n sfploadmacro 0,L0,0,3,0", 3, "macro-config-early 2 | macro-unset 2",
         NO_LREG, 0},
        {BOTH, "sfpconfig 11,0,1\n sfploadmacro 0,L0,0,3,0", 2, "macro-unset 1", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,0\n sfpload L0,0,3,0", 2, "config-raw 1 other 0", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,0\n sfpstore L0,0,3,0", 2, "config-raw 1 other 0", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,0\n sfpmov L0,L1,0", 2, "", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,0\n ttnop\n sfpload L0,0,3,0", 3, "", NO_LREG, 0},
        {SFP_WH, "ttrdcfg 1,0\n sfpload L0,0,3,0", 2, "", NO_LREG, 0},
        {SFP_WH, "ttsetc16 1,0\n sfpload L0,0,3,0", 2, "", NO_LREG, 0},
        /* Blackhole's CFGSHIFTMASK likewise */
        {SFP_BH, "ttcfgshiftmask 0,0,0,0,0,0\n sfpload L0,0,3,0", 2, "config-raw 1 other 0", NO_LREG, 0},
        {SFP_BH, "ttcfgshiftmask 0,0,0,0,0,0\n ttcfgshiftmask 0,0,0,0,0,0", 4, "", NO_LREG, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Data that was written otherwise ---- */

/* Under the 16-bit view a 16-bit load takes the high half of a cell; a 16-bit store leaves its low half to chance. */
static void test_dst_view(void **state)
{
    static const char *const programs[][2] = {
        {"sfpstore L1,0,3,0\n sfpload L0,0,6,0", ""},
        {"sfpstore L1,8,3,0\n sfpload L0,8,2,0", ""},
        {"sfpstore L1,8,6,0\n sfpload L0,8,3,0", "dst-mixed 1 other 0"},
        {"sfpstore L1,0,6,0\n sfpload L0,8,3,0", ""},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        struct watched w;

        watched_start(&w, SFP_WH);
        w.m->s.dst_16bit_view = true;
        sfp_state_refresh(&w.m->s);
        watched_run(&w, programs[i][0]);
        assert_string_equal(w.findings, programs[i][1]);
        watched_end(&w);
    }
}

static void test_dst(void **state)
{
    static const struct hazard table[] = {
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,3,0", 2, "", 0, 2},
        {SFP_WH, "sfpstore L1,0,2,0\n sfpload L0,0,3,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,0,2,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        {SFP_WH, "sfpstore L1,0,3,0\n sfpload L0,16,2,0", 2, "", NO_LREG, 0},
        /* odd columns are other cells, of 16 bits, of 32, and of both */
        {BOTH, "sfpstore L1,0,2,0\n sfpload L0,2,3,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,2,2,0\n sfpload L0,0,3,0", 2, "", NO_LREG, 0},
        /* halves of fp32 and int32 as integers; those of words that HI16 and LO16 store are meant to be loaded so */
        {BOTH, "sfpstore L1,0,3,0\n sfpload L0,0,6,0", 2, "dst-halves 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,4,0\n sfpload L0,8,7,0", 2, "dst-halves 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,4,0\n sfpload L0,0,15,0", 2, "dst-halves 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,7,0\n sfpload L0,0,7,0", 2, "", 0, 2},
        {BOTH, "sfpstore L1,0,9,0\n sfpload L0,8,7,0", 2, "", 0, 2},
        {BOTH, "sfpstore L1,0,7,0\n sfpload L0,0,2,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,7,0\n sfpload L0,0,3,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,6,0\n sfpload L0,0,6,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,3,0\n sfpload L0,2,6,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,2,2,0\n sfpload L0,2,3,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,3,0\n sfpload L0,2,2,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,2,3,0\n sfpload L0,2,2,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        /* 32-bit rows 0 to 3 have their low halves in 16-bit rows 8 to 11, those of 8 to 11 in 24 to 27 */
        {BOTH, "sfpstore L1,8,2,0\n sfpload L0,0,3,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,10,2,0\n sfpload L0,0,3,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,12,2,0\n sfpload L0,0,3,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,3,0\n sfpload L0,8,2,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,3,0\n sfpload L0,10,2,0", 2, "", NO_LREG, 0},
        {BOTH, "sfpstore L1,8,3,0\n sfpload L0,24,2,0", 2, "dst-mixed 1 other 0", NO_LREG, 0},
        {BOTH, "sfpstore L1,0,3,0\n sfpload L0,8,6,0", 2, "dst-halves 1 other 0", NO_LREG, 0},
        /* DEST_WR_COL_EXCHANGE, then DEST_RD_COL_EXCHANGE: odd columns whatever the address says */
        {BOTH, "sfpconfig 15,0x80,1\n sfpnop\n sfpstore L1,0,2,0\n sfpload L0,2,3,0", 4, "dst-mixed 3 other 2", NO_LREG, 0},
        {BOTH, "sfpconfig 15,0x80,1\n sfpnop\n sfpstore L1,0,2,0\n sfpload L0,0,3,0", 4, "", NO_LREG, 0},
        {BOTH, "sfpconfig 15,0x40,1\n sfpnop\n sfpstore L1,2,2,0\n sfpload L0,0,3,0", 4, "dst-mixed 3 other 2", NO_LREG, 0},
        {SFP_WH, "ttzeroacc 3,0,0\n sfpnop\n sfpnop\n sfpnop\n sfpstore L1,0,2,0\n sfpload L0,0,2,0", 6, "", 0, 2},
        {SFP_WH, "ttzeroacc 3,0,0\n sfpstore L1,0,2,0\n sfpload L0,0,2,0", 3, "zeroacc-near 2", 0, 2},
        /* seeding: SETDMAREG GPR 1, WRCFG to word 164, then a draw */
        {SFP_WH, "ttwrcfg 1,0,164\n ttnop\n sfpmov L0,L9,8", 3, "prng-early 2", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,164\n ttnop\n sfpstochrnd L0,L1,L1,0,1,1", 3, "prng-early 2", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,164\n ttnop\n sfpcast L0,L1,1", 3, "prng-early 2", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,164\n ttnop\n sfpcast L0,L1,0", 3, "", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,164\n ttnop\n sfpmov L0,L9,0", 3, "", NO_LREG, 0},
        {SFP_WH, "ttwrcfg 1,0,163\n ttnop\n sfpmov L0,L9,8", 3, "", NO_LREG, 0},
        {SFP_WH, "ttrdcfg 1,164\n ttnop\n sfpmov L0,L9,8", 3, "", NO_LREG, 0},
        {SFP_BH, "ttwrcfg 1,0,186\n ttnop\n sfpstochrnd L0,L1,L1,0,1,1", 3, "prng-early 2", NO_LREG, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Bit 0 of SFPLOADMACRO's address is the high bit of its VD: odd is what the rest makes odd. INCRWC steps Dst by 1. */
static void test_odd_address(void **state)
{
    static const struct hazard table[] = {
        {BOTH, "sfpload L0,1,3,0", 1, "odd-address 0", NO_LREG, 0},
        {BOTH, "sfpstore L0,3,3,0", 1, "odd-address 0", NO_LREG, 0},
        {BOTH, "sfploadmacro 0,L3,0,3,0", 1, "macro-unset 0", NO_LREG, 0},
        {BOTH, "sfploadmacro 0,L4,1,3,0", 1, "macro-unset 0", NO_LREG, 0},
        {BOTH, "ttincrwc 0,1,0,0\n sfploadmacro 0,L3,0,3,0", 2, "odd-address 1 | macro-unset 1", NO_LREG, 0},
        {BOTH, "ttincrwc 0,1,0,0\n sfploadmacro 0,L4,1,3,0", 2, "odd-address 1 | macro-unset 1", NO_LREG, 0},
    };

    (void)state;
    CHECK_ALL(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wh_mad_raw),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_waw),
        cmocka_unit_test(test_swap_compare),
        cmocka_unit_test(test_wh_shft2),
        cmocka_unit_test(test_wh_shft2_port),
        cmocka_unit_test(test_bh_detected),
        cmocka_unit_test(test_bh_missed),
        cmocka_unit_test(test_bh_false),
        cmocka_unit_test(test_chicken_bit),
        cmocka_unit_test(test_backdoor),
        cmocka_unit_test(test_backdoor_config),
        cmocka_unit_test(test_macro_config_in_part),
        cmocka_unit_test(test_stall_of_backdoor),
        cmocka_unit_test(test_stall_of_lutfp32),
        cmocka_unit_test(test_configured_just_before),
        cmocka_unit_test(test_backdoor_of_nop),
        cmocka_unit_test(test_configuration),
        cmocka_unit_test(test_dst_view),
        cmocka_unit_test(test_dst),
        cmocka_unit_test(test_odd_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
