/*
 * SFPLOADMACRO in time, sfpu-timing(7), SFPLOADMACRO, worked out by hand: when items
 * execute, with which operands, what they forget and whom they displace; then
 * patterns of shipping kernels against the tables that their authors published.
 *
 * At the start L0..L7 = 1.0..8.0 and row r of Dst holds r, so that a UINT16 load
 * of address a gives lanes 0..7 the integer a. In logs "m1" is an item of the
 * SFPLOADMACRO that is word 1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reference/slow_pipeline.h"

enum { BOTH = SFP_BOTH, END = -1, DST = 100 /* a want of Dst row n - DST */ };

/* A byte of a sequence. */
#define AS_VB 0x80
#define L16 0x40
#define SLOT(delay, what) ((uint32_t)((delay) << 3 | (what)))
enum { NOP = 2, STORE = 3, T0 = 4, T1, T2, T3 };
#define SEQUENCE(simple, mad, round, store) \
    ((uint32_t)(simple) | (uint32_t)(mad) << 8 | (uint32_t)(round) << 16 | (uint32_t)(store) << 24)

/* Misc: a unit's delay counts instructions. */
enum { SIMPLE_COUNTS = 0x100, MAD_COUNTS = 0x200, ROUND_COUNTS = 0x400, STORE_COUNTS = 0x800, USES_LOAD_MOD0 = 0x10 };

/* Templates. */
enum {
    ADD100 = 0x79064005,   /* SFPIADD VC + 100, flags kept */
    ADD200 = 0x790C8005,
    NOT = 0x80000000,
    SUB_L3 = 0x79000036,   /* SFPIADD VC - B, VD = L3, flags kept; VC = L0 */
    MAD_234 = 0x84023400,  /* L2 * L3 + L4 */
    ADDI_L3 = 0x753F8030,  /* 1.0 + L3 */
    RND_BF16 = 0x8E000001, /* SFPSTOCHRND to bf16 */
    SHFT2_ROR = 0x94000003,
    SHFT2_COPY = 0x94000002, /* L0..L2 get L1..L3 */
    SWAP_MAX_L2 = 0x92000021, /* VD = L2 gets the minimum, VC the maximum */
    STORE_L5 = 0x72560000, /* UINT16 */
    SETCC_EQ0 = 0x7B000006,
    ENCC_ON = 0x8A000000,  /* LaneFlags = 1, predication as it is */
};

struct want {
    int where; /* LReg, DST + row, or END; lane 0, column 0 */
    uint32_t value;
};

struct macros {
    uint32_t template[4], sequence[4], misc;
};

struct schedule {
    int arch; /* mask of enum sfp_arch */
    struct macros macros;
    const char *source;
    uint64_t cycles;
    const char *log;
    const char *findings; /* NULL: any */
    struct want want[3];
};

#define NO_MORE {END, 0}
#define ALL "FFFFFFFF/0"

static void fill(uint32_t lanes[SFP_LANES], uint32_t value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = value;
}

static void set_macros(struct sfp_state *s, const struct macros *macros)
{
    for (unsigned i = 0; i < 4; i++) {
        fill(s->macro_template[i], macros->template[i]);
        fill(s->macro_sequence[i], macros->sequence[i]);
    }
    fill(s->macro_misc, macros->misc);
    sfp_state_refresh(s);
}

static void check_want(const struct sfp_state *s, const struct want *want, const char *source)
{
    for (unsigned i = 0; i < 3 && want[i].where != END; i++) {
        int where = want[i].where;
        uint32_t got = where >= DST ? s->dst[where - DST][0] : s->lreg[where][0];

        if (got != want[i].value)
            fail_msg("%s\n%s%d: %08X, not %08X", source, where >= DST ? "row " : "L", where % DST, got, want[i].value);
    }
}

static void check_schedule(const struct schedule *x, enum sfp_arch arch)
{
    struct watched w;

    watched_start(&w, arch);
    set_macros(&w.m->s, &x->macros);
    watched_run(&w, x->source);
    if (strcmp(w.log, x->log) != 0 || w.result.cycles != x->cycles)
        fail_msg("%s\n%s\n%llu cycles: \"%s\",\nnot %llu: \"%s\"", sfp_arch_name(arch), x->source,
                 (unsigned long long)w.result.cycles, w.log, (unsigned long long)x->cycles, x->log);
    if (x->findings && strcmp(w.findings, x->findings) != 0)
        fail_msg("%s\n%s\n\"%s\",\nnot \"%s\"", sfp_arch_name(arch), x->source, w.findings, x->findings);
    check_want(&w.m->s, x->want, x->source);
    watched_end(&w);
}

static void check_all(const struct schedule *schedules, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++)
            if (schedules[i].arch & (int)arch)
                check_schedule(&schedules[i], (enum sfp_arch)arch);
}

#define CHECK_ALL(table) check_all(table, sizeof table / sizeof table[0])

/* SFPLOADMACRO n of L0, address 4, UINT16 */
#define M(n) "sfploadmacro " #n ",L0,4,6,0\n"

/* ---- sfpu-timing(7), Delays ---- */

static void test_each_delay(void **state)
{
    (void)state;
    for (unsigned delay = 0; delay < 8; delay++) {
        struct macros macros = {.template = {ADD100}, .sequence = {SLOT(delay, T0)}};
        char log[64];
        struct watched w;

        /* loads in cycle 0, executes in 1 + delay */
        watched_start(&w, SFP_WH);
        set_macros(&w.m->s, &macros);
        watched_run(&w, M(0));
        snprintf(log, sizeof log, "0:load 0 | %u:simple m0", delay + 1);
        assert_string_equal(w.log, log);
        assert_int_equal(w.result.cycles, delay + 2);
        assert_int_equal(w.m->s.lreg[0][0], 104);
        watched_end(&w);
    }
}

static void test_delay_kinds(void **state)
{
    static const struct schedule table[] = {
        /* counts instructions: cycles 1 and 2 do not count, 3 and 4 do, and in 5 it executes whatever comes */
        {BOTH, {{ADD100}, {SLOT(2, T0)}, SIMPLE_COUNTS}, M(0) "ttnop\n ttnop\n sfpnop\n sfpnop\n ttnop", 6,
         "0:load 0 | 1:other 1 | 2:other 2 | 3:load 3 | 4:load 4 | 5:simple m0 | 5:other 5", "", {{0, 104}, NO_MORE}},
        /* delay 0 needs no further instruction */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, SIMPLE_COUNTS}, M(0), 2, "0:load 0 | 1:simple m0", "", {{0, 104}, NO_MORE}},
        {BOTH, {{ADD100}, {SLOT(2, T0)}, SIMPLE_COUNTS}, M(0) "sfpnop\n sfpnop", 4,
         "0:load 0 | 1:load 1 | 2:load 2 | 3:simple m0", "", {{0, 104}, NO_MORE}},
        /* the program ends first */
        {BOTH, {{ADD100}, {SLOT(2, T0)}, SIMPLE_COUNTS}, M(0) "sfpnop", 2,
         "0:load 0 | 1:load 1 | 2:forget simple m0", "macro-pending 0", {{0, 4}, NO_MORE}},
        /* what flies lands before that: 3 x 4 + 5 = 17 */
        {BOTH, {{ADD100}, {SLOT(3, T0)}, SIMPLE_COUNTS}, M(0) "sfpmad L5,L2,L3,L4,0", 3,
         "0:load 0 | 1:mad 1 | 3:forget simple m0", "macro-pending 0", {{0, 4}, {5, 0x41880000}, NO_MORE}},
        /* one item that counts instructions makes all do so: simple would be due in 2 */
        {BOTH, {{ADD100, MAD_234}, {SEQUENCE(SLOT(1, T0), SLOT(2, T1), 0, 0)}, MAD_COUNTS},
         M(0) "ttnop\n ttnop\n sfpnop\n sfpnop", 7,
         "0:load 0 | 1:other 1 | 2:other 2 | 3:load 3 | 4:simple m0 | 4:load 4 | 5:mad m0", NULL, {NO_MORE}},
        /* an item that executes in this cycle does not decide for the others: in 1 only STORE is left,
        which counts cycles; bit 8 of Misc as the kind of sequence 0 would have it count instructions */
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(2, STORE))}, SIMPLE_COUNTS | 6}, M(0) "ttnop\n ttnop", 4,
         "0:load 0 | 1:simple m0 | 1:other 1 | 2:other 2 | 3:store m0", "delay-kind 0", {{DST + 4, 104}, NO_MORE}},
        /* nor sequence 1's, whose bit is 9: on SIMPLE, MAD and ROUND, bits 8 to 10, by themselves */
        {BOTH, {{ADD100}, {0, SLOT(0, T0)}, SIMPLE_COUNTS}, M(1) "sfpnop", 2, "0:load 0 | 1:simple m0 | 1:load 1",
         "delay-kind 0", {{0, 104}, NO_MORE}},
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T1), 0, 0)}, MAD_COUNTS}, M(0) "sfpnop", 3,
         "0:load 0 | 1:mad m0 | 1:load 1", "delay-kind 0", {NO_MORE}},
        {BOTH, {{0, 0, RND_BF16}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, ROUND_COUNTS}, M(0) "sfpnop", 2,
         "0:load 0 | 1:round m0 | 1:load 1", "delay-kind 0", {NO_MORE}},
        /* both readings of 100h say instructions of sequence 0 on SIMPLE, and of F00h on any; cycles of 0 */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, SIMPLE_COUNTS}, M(0) "sfpnop", 2, "0:load 0 | 1:simple m0 | 1:load 1", "",
         {{0, 104}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(1, STORE))}, 0xF06}, M(0) "sfpnop\n sfpnop", 3,
         "0:load 0 | 1:simple m0 | 1:load 1 | 2:store m0 | 2:load 2", "", {{DST + 4, 104}, NO_MORE}},
        /* a stalled instruction is not issued: in 2 nothing counts, in 3 SFPMOV does */
        {BOTH, {{ADD100}, {SLOT(2, T0)}, SIMPLE_COUNTS}, M(0) "sfpswap L1,L2,0\n sfpmov L5,L6,0", 5,
         "0:load 0 | 1:simple 1 | 2:stall 2 swap | 3:simple 2 | 4:simple m0", NULL, {{0, 104}, NO_MORE}},
        /* SFPLOADMACRO counts, too */
        {BOTH, {{ADD100}, {SLOT(1, T0)}, SIMPLE_COUNTS}, M(0) M(1), 3, "0:load 0 | 1:load 1 | 2:simple m0",
         "macro-unset 1",
         {{0, 104}, NO_MORE}},
        /* gaps in issue do not hold back what counts cycles */
        {BOTH, {{ADD100}, {SLOT(1, T0)}, 0}, M(0) "ttnop\n ttnop", 3, "0:load 0 | 1:other 1 | 2:simple m0 | 2:other 2",
         "", {{0, 104}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_forget(void **state)
{
    static const struct schedule table[] = {
        /* word 0 would execute in 3; so would word 1, whose item takes its place */
        {BOTH, {{ADD100, ADD200}, {SLOT(2, T0), SLOT(1, T1)}, 0}, M(0) M(1), 4,
         "0:load 0 | 1:load 1 | 1:forget simple m0 | 3:simple m1", "macro-forgotten 0", {{0, 204}, NO_MORE}},
        /* selector 0 deletes nothing, though its byte holds the same delay */
        {BOTH, {{ADD100, ADD200}, {SLOT(2, T0), SLOT(1, 0)}, 0}, M(0) M(1), 4, "0:load 0 | 1:load 1 | 3:simple m0", "",
         {{0, 104}, NO_MORE}},
        /* another delay, another slot; another sub-unit, another queue */
        {BOTH, {{ADD100, ADD200}, {SLOT(2, T0), SLOT(0, T1)}, 0}, M(0) M(1), 4,
         "0:load 0 | 1:load 1 | 2:simple m1 | 3:simple m0", "", {{0, 304}, NO_MORE}},
        {BOTH, {{ADD100, MAD_234}, {SLOT(2, T0), SEQUENCE(0, SLOT(1, T1), 0, 0)}, 0}, M(0) M(1), 5,
         "0:load 0 | 1:load 1 | 3:simple m0 | 3:mad m1", NULL, {NO_MORE}},
        /* delay 7: counted down to 6 when delay 6 comes, which takes its place; 7 itself meets nothing */
        {BOTH, {{ADD100, ADD200}, {SLOT(7, T0), SLOT(6, T1)}, 0}, M(0) M(1), 9,
         "0:load 0 | 1:load 1 | 1:forget simple m0 | 8:simple m1", "macro-forgotten 0", {{0, 204}, NO_MORE}},
        {BOTH, {{ADD100}, {SLOT(7, T0)}, SIMPLE_COUNTS}, M(0) M(0) M(0), 3,
         "0:load 0 | 1:load 1 | 2:load 2 | 3:forget simple m0 | 3:forget simple m1 | 3:forget simple m2",
         "macro-pending 0 | macro-pending 1 | macro-pending 2", {{0, 4}, NO_MORE}},
        /* SFPNOP takes a place like any other */
        {BOTH, {{ADD100}, {SLOT(2, T0), SLOT(1, NOP)}, 0}, M(0) M(1), 4,
         "0:load 0 | 1:load 1 | 1:forget simple m0 | 3:simple m1", "macro-forgotten 0", {{0, 4}, NO_MORE}},
        /* the slot counts, not the kind: instructions that count cycles forget others */
        {BOTH, {{ADD100, ADD200}, {SLOT(0, T0), SLOT(0, T1)}, 0}, M(0) M(1) "sfpnop", 3,
         "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple m1 | 2:load 2", NULL, {{0, 204}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- sfpu-timing(7), Sequences and Field overrides ---- */

static void test_operands(void **state)
{
    /* the load gives L0 the integer 4; L3 = 4.0 = 40800000h */
    static const struct schedule table[] = {
        /* no VB field: VC = loaded, B = the template's VD; or B = loaded, VC = the template's VC, L0 */
        {BOTH, {{SUB_L3}, {SLOT(0, T0)}, 0}, M(0), 2, "0:load 0 | 1:simple m0", "", {{0, 0xBF800004}, NO_MORE}},
        {BOTH, {{SUB_L3}, {AS_VB | SLOT(0, T0)}, 0}, M(0), 2, "0:load 0 | 1:simple m0", "", {{0, 0}, NO_MORE}},
        {BOTH, {{SUB_L3 | 0x500}, {AS_VB | SLOT(0, T0)}, 0}, M(0), 2, "0:load 0 | 1:simple m0", "",
         {{0, 0x40C00000 - 4}, NO_MORE}},
        /* L16 as the result leaves the loaded register alone */
        {BOTH, {{ADD100}, {L16 | SLOT(0, T0)}, 0}, M(0), 2, "0:load 0 | 1:simple m0", "", {{0, 4}, {16, 104}, NO_MORE}},
        /* a store from L16, of the loaded register, of the template's */
        {BOTH, {{ADD100}, {SEQUENCE(L16 | SLOT(0, T0), 0, 0, L16 | SLOT(1, STORE))}, 6}, M(0), 3,
         "0:load 0 | 1:simple m0 | 2:store m0", "", {{DST + 4, 104}, {0, 4}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(1, STORE))}, 6}, M(0), 3,
         "0:load 0 | 1:simple m0 | 2:store m0", "", {{DST + 4, 104}, NO_MORE}},
        {BOTH, {{0, 0, 0, STORE_L5}, {SEQUENCE(0, 0, 0, AS_VB | SLOT(0, T3))}, 6}, "sfploadi L5,77,2\n" M(0), 3,
         "0:load 0 | 1:load 1 | 2:store m1", "", {{DST + 4, 77}, NO_MORE}},
        {BOTH, {{0, 0, 0, STORE_L5}, {SEQUENCE(0, 0, 0, SLOT(0, T3))}, 6}, "sfploadi L0,77,2\n" M(0), 3,
         "0:load 0 | 1:load 1 | 2:store m1", "", {{DST + 4, 4}, NO_MORE}},
        /* selector 3 with bit 7: L0, whatever was loaded */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, AS_VB | SLOT(0, STORE))}, 6},
         "sfploadi L0,77,2\n sfploadmacro 0,L1,4,6,0", 3, "0:load 0 | 1:load 1 | 2:store m1", "", {{DST + 4, 77},
         NO_MORE}},
        /* the address is that of the load, though counters move on; the load itself steps them once */
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(2, STORE))}, 6},
         M(0) "ttincrwc 0,8,0,0\n sfpload L1,0,6,0", 4,
         "0:load 0 | 1:simple m0 | 1:other 1 | 2:load 2 | 3:store m0", "", {{DST + 4, 104}, {1, 8}, {DST + 12, 12}}},
        /* StoreMod0 = INT32 writes row 4 as the high half of a 32-bit cell: 104 >> 16 = 0; the load's Mod0 is UINT16 */
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(1, STORE))}, 4}, M(0), 3,
         "0:load 0 | 1:simple m0 | 2:store m0",
         "", {{DST + 4, 0}, {DST + 12, 104}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(1, STORE))}, USES_LOAD_MOD0 | 4}, M(0), 3,
         "0:load 0 | 1:simple m0 | 2:store m0", "", {{DST + 4, 104}, {DST + 12, 12}, NO_MORE}},
        /* that bit is macro 0's alone */
        {BOTH, {{ADD100}, {0, SEQUENCE(SLOT(0, T0), 0, 0, SLOT(1, STORE))}, USES_LOAD_MOD0 | 4}, M(1), 3,
         "0:load 0 | 1:simple m0 | 2:store m0", "", {{DST + 4, 0}, {DST + 12, 104}, NO_MORE}},
        /* bit 2 of the register number is bit 0 of the word: L5 at address 5 */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, "sfploadmacro 0,L5,5,6,0", 2, "0:load 0 | 1:simple m0", "",
         {{5, 104}, {0, 0x3F800000}, NO_MORE}},
        /* what a sub-unit cannot execute becomes SFPNOP there, and nothing at all on store */
        {BOTH, {{ADD100}, {SEQUENCE(0, SLOT(0, T0), 0, 0)}, 0}, M(0), 2, "0:load 0 | 1:mad m0", "macro-unit 0", {{0,
         4}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, STORE), 0, 0, 0)}, 0}, M(0), 2, "0:load 0 | 1:simple m0", "macro-unit 0",
         {{0, 4}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(0, 0, 0, SLOT(0, T0))}, 0}, M(0), 1, "0:load 0", "macro-unit 0", {{0, 4}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(0, 0, 0, SLOT(0, NOP))}, 0}, M(0), 1, "0:load 0", "macro-unit 0", {{0, 4},
         NO_MORE}},
        {BOTH, {{ADD100}, {SLOT(0, 1)}, 0}, M(0), 1, "0:load 0", "macro-selector 0", {{0, 4}, NO_MORE}},
        /* everything is sampled when the macro is issued */
        {BOTH, {{ADD100}, {SLOT(2, T0)}, 0}, M(0) "sfpconfig 4,0,1\n sfpnot T0,L0", 4,
         "0:load 0 | 1:simple 1 | 2:load 2 | 3:simple m0", "macro-config 2", {{0, 104}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Floats: a stored 6.0 is loaded as FP32 by macro 0. */
#define F6 "sfpstore L5,0,3,0\n sfploadmacro 0,L0,0,3,0\n"

static void test_mad_operands(void **state)
{
    static const struct schedule table[] = {
        /* 3 * 4 + 6, 3 * 6 + 5 */
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, SLOT(0, T1), 0, 0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:mad m1", "",
         {{0, 0x41900000}, NO_MORE}},
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, AS_VB | SLOT(0, T1), 0, 0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:mad m1",
         "",
         {{0, 0x41B80000}, NO_MORE}},
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T1), 0, 0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:mad m1", "",
         {{0, 0x40C00000}, {16, 0x41900000}, NO_MORE}},
        /* SFPADDI has no VC field: 1 + 6, or with bit 7 1 + L3 */
        {BOTH, {{0, ADDI_L3}, {SEQUENCE(0, SLOT(0, T1), 0, 0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:mad m1", "",
         {{0, 0x40E00000}, NO_MORE}},
        {BOTH, {{0, ADDI_L3}, {SEQUENCE(0, AS_VB | SLOT(0, T1), 0, 0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:mad m1",
         "",
         {{0, 0x40A00000}, NO_MORE}},
        /* INDIRECT_VD: L7 = 8.0 names L0; ignored with L16 */
        {BOTH, {{0, MAD_234 | 8}, {SEQUENCE(0, SLOT(0, T1), 0, 0)}, 0},
         "sfpstore L5,0,3,0\n sfploadmacro 0,L1,0,3,0\n", 4,
         "0:store 0 | 1:load 1 | 2:mad m1", "", {{1, 0x40C00000}, {0, 0x41900000}, NO_MORE}},
        {BOTH, {{0, MAD_234 | 8}, {SEQUENCE(0, L16 | SLOT(0, T1), 0, 0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:mad m1",
         "",
         {{0, 0x40C00000}, {16, 0x41900000}, NO_MORE}},
        /* and a younger one-cycle result for L16 is not overwritten by it: ~6.0 in cycle 3 */
        {BOTH, {{NOT, MAD_234 | 8}, {SEQUENCE(L16 | SLOT(1, T0), L16 | SLOT(0, T1), 0, 0)}, 0}, F6, 4,
         "0:store 0 | 1:load 1 | 2:mad m1 | 3:simple m1", NULL, {{16, 0xBF3FFFFF}, NO_MORE}},
        /* SFPSWAP sorts (VC, VB): the loaded 6.0 and L2 = 3.0; then the loaded register as VB */
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:simple m1", "",
         {{0, 0x40C00000}, {2, 0x40400000}, NO_MORE}},
        {BOTH, {{SWAP_MAX_L2 | 0x200}, {AS_VB | SLOT(0, T0)}, 0}, F6, 4, "0:store 0 | 1:load 1 | 2:simple m1", "",
         {{0, 0x40400000}, {2, 0x40C00000}, NO_MORE}},
        /* SFPSHFT2 in two cycles */
        {BOTH, {{0, 0, SHFT2_ROR}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, F6, 4,
         "0:store 0 | 1:load 1 | 2:round m1", "",
         {{16, 0x40C00000}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- sfpu-timing(7), Conflicts ---- */

static void test_displaced(void **state)
{
    static const struct schedule table[] = {
        /* a regular instruction on the same sub-unit is lost, and still counts as issued */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpmov L5,L6,0", 2, "0:load 0 | 1:discard simple 1 | 1:simple m0",
         "macro-discard 1 other 0", {{0, 104}, {5, 0x40C00000}, NO_MORE}},
        {BOTH, {{ADD100, 0, RND_BF16}, {SEQUENCE(SLOT(1, T0), 0, SLOT(0, T2), 0)}, SIMPLE_COUNTS},
         M(0) "sfpshft2 L1,L2,0,0\n sfpnop", 3, "0:load 0 | 1:discard round 1 | 1:round m0 | 2:simple m0 | 2:load 2",
         NULL,
         {{1, 0x40000000}, NO_MORE}},
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, SLOT(0, T1), 0, 0)}, 0}, M(0) "sfpmad L5,L2,L3,L4,0", 3,
         "0:load 0 | 1:discard mad 1 | 1:mad m0", "macro-discard 1 other 0", {{5, 0x40C00000}, NO_MORE}},
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(0, STORE))}, 6}, M(0) "sfpstore L5,0,6,0", 2,
         "0:load 0 | 1:discard store 1 | 1:store m0", "macro-discard 1 other 0", {{DST, 0}, {DST + 4, 4}, NO_MORE}},
        /* a scheduled SFPNOP displaces as well */
        {BOTH, {{0}, {SLOT(0, NOP)}, 0}, M(0) "sfpmov L5,L6,0", 2, "0:load 0 | 1:discard simple 1 | 1:simple m0",
         "macro-discard 1 other 0", {{5, 0x40C00000}, NO_MORE}},
        /* another sub-unit is free, and so is the load unit always */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpload L5,8,6,0", 2, "0:load 0 | 1:simple m0 | 1:load 1", "",
         {{0, 104}, {5, 8}, NO_MORE}},
        /* a template load needs no sub-unit */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpmov T1,L6,0", 2, "0:load 0 | 1:simple m0 | 1:load 1", "",
         {{0, 104}, NO_MORE}},
        /* what was displaced leaves nothing that its successor would wait for */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpswap L5,L6,0\n sfpmov L1,L2,0", 3,
         "0:load 0 | 1:discard simple 1 | 1:simple m0 | 2:simple 2", "macro-discard 1 other 0",
         {{5, 0x40C00000}, {1, 0x40400000}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* No interlock has to do with scheduled work, on either side (sfpu-timing(7), Conflicts). */
static void test_exempt_from_stalls(void **state)
{
    static const struct schedule table[] = {
        /* scheduled multiply-add in 2 (L0 = 18), reader in 3: old 6.0 */
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, SLOT(0, T1), 0, 0)}, 0}, F6 "sfpnop\n sfpmov L5,L0,0", 4,
         "0:store 0 | 1:load 1 | 2:mad m1 | 2:load 2 | 3:simple 3", "macro-raw 3 other 1 L0 FFFFFFFF/FFFFFFFF",
         {{5, 0x40C00000}, {0, 0x41900000}, NO_MORE}},
        /* regular multiply-add in 2, scheduled store in 3: stores the loaded 6.0, on purpose */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(1, STORE))}, 3}, F6 "sfpmad L0,L2,L3,L4,0\n sfpnop\n sfpload L1,0,3,0", 5,
         "0:store 0 | 1:load 1 | 2:mad 2 | 3:store m1 | 3:load 3 | 4:load 4",
         "macro-old-value 1 other 2 L0 FFFFFFFF/FFFFFFFF", {{1, 0x40C00000}, {0, 0x41880000}, NO_MORE}},
        /* scheduled SFPSWAP in 2: the next instruction does not wait */
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, F6 "sfpnop\n sfploadi L5,0,0", 4,
         "0:store 0 | 1:load 1 | 2:simple m1 | 2:load 2 | 3:load 3", "", {{0, 0x40C00000}, {5, 0}, NO_MORE}},
        {SFP_BH, {{0, 0, SHFT2_ROR}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, F6 "sfpnop\n sfploadi L5,0,0", 4,
         "0:store 0 | 1:load 1 | 2:round m1 | 2:load 2 | 3:load 3", "", {{16, 0x40C00000}, {5, 0}, NO_MORE}},
        /* regular SFPSWAP in 2 holds back the regular SFPMOV, not the scheduled SFPIADD */
        {BOTH, {{ADD100}, {L16 | SLOT(1, T0)}, 0}, M(0) "sfpswap L5,L6,0\n sfpmov L1,L2,0", 4,
         "0:load 0 | 1:simple 1 | 2:stall 2 swap | 2:simple m0 | 3:simple 2", NULL, {{16, 104}, {5, 0x40E00000},
         NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

static void test_unit_rules(void **state)
{
    static const struct schedule table[] = {
        /* simple and round together: exactly one of them writes L16 */
        {BOTH, {{ADD100, 0, RND_BF16}, {SEQUENCE(SLOT(0, T0), 0, L16 | SLOT(0, T2), 0)}, 0}, M(0), 2,
         "0:load 0 | 1:simple m0 | 1:round m0", "macro-same-cycle 0 other 0 L0 " ALL, {{0, 104}, NO_MORE}},
        {BOTH, {{ADD100, 0, RND_BF16}, {SEQUENCE(L16 | SLOT(0, T0), 0, L16 | SLOT(0, T2), 0)}, 0}, M(0), 2,
         "0:load 0 | 1:simple m0 | 1:round m0", "macro-simple-round 0 other 0 | result-clash 0 other 0", {NO_MORE}},
        {BOTH, {{ADD100, 0, RND_BF16}, {SEQUENCE(SLOT(0, T0), 0, SLOT(0, T2), 0)}, 0}, M(0), 2,
         "0:load 0 | 1:simple m0 | 1:round m0", "macro-simple-round 0 other 0 | result-clash 0 other 0"
         " | macro-same-cycle 0 other 0 L0 " ALL, {NO_MORE}},
        /* also if one of the two is regular: then the scheduled one has to */
        {BOTH, {{0, 0, RND_BF16}, {SEQUENCE(0, 0, SLOT(0, T2), 0)}, 0}, M(0) "sfpmov L1,L6,0", 2,
         "0:load 0 | 1:simple 1 | 1:round m0", "macro-simple-round 1 other 0", {{1, 0x40E00000}, NO_MORE}},
        {BOTH, {{0, 0, RND_BF16}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, M(0) "sfpmov L1,L6,0", 2,
         "0:load 0 | 1:simple 1 | 1:round m0", "", {NO_MORE}},
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpstochrnd L1,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "macro-simple-round 0 other 1", {{0, 104}, {1, 0x40E00000}, NO_MORE}},
        {BOTH, {{ADD100}, {L16 | SLOT(0, T0)}, 0}, M(0) "sfpstochrnd L1,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "", {NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpstochrnd L5,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "macro-pair-split 0 other 1", {NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpstochrnd L4,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "macro-pair-split 0 other 1", {NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpstochrnd L3,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "macro-simple-round 0 other 1", {NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, 0}, "sfploadmacro 0,L3,4,6,0\n sfpstochrnd L4,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "macro-pair-split 0 other 1", {NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, 0}, "sfploadmacro 0,L4,5,6,0\n sfpstochrnd L3,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "macro-pair-split 0 other 1", {NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, 0}, "sfploadmacro 0,L4,5,6,0\n sfpstochrnd L5,L6,L6,0,1,0", 2,
         "0:load 0 | 1:simple m0 | 1:round 1", "macro-simple-round 0 other 1", {NO_MORE}},
        /* Wormhole's older page: one of L0-3 with one of L4-7 */
        {SFP_WH, {{ADD100, 0, RND_BF16}, {SLOT(1, T0), SEQUENCE(0, 0, SLOT(0, T2), 0)}, 0},
         M(0) "sfploadmacro 1,L5,5,6,0", 3, "0:load 0 | 1:load 1 | 2:simple m0 | 2:round m1",
         "macro-pair-split 0 other 1", {NO_MORE}},
        {SFP_BH, {{ADD100, 0, RND_BF16}, {SLOT(1, T0), SEQUENCE(0, 0, SLOT(0, T2), 0)}, 0},
         M(0) "sfploadmacro 1,L5,5,6,0", 3, "0:load 0 | 1:load 1 | 2:simple m0 | 2:round m1",
         "macro-simple-round 0 other 1", {NO_MORE}},
        {BOTH, {{ADD100, 0, RND_BF16}, {SLOT(1, T0), SEQUENCE(0, 0, SLOT(0, T2), 0)}, 0},
         M(0) "sfploadmacro 1,L1,4,6,0", 3, "0:load 0 | 1:load 1 | 2:simple m0 | 2:round m1",
         "macro-simple-round 0 other 1", {NO_MORE}},
        /* SFPSWAP with a multiply-add beside it, or only SFPNOP */
        {BOTH, {{SWAP_MAX_L2, MAD_234}, {SEQUENCE(SLOT(0, T0), L16 | SLOT(0, T1), 0, 0)}, 0}, M(0), 3,
         "0:load 0 | 1:simple m0 | 1:mad m0", "macro-swap-mad 0 other 0 | macro-same-cycle 0 other 0 L0 " ALL,
         {NO_MORE}},
        {BOTH, {{SWAP_MAX_L2}, {SEQUENCE(SLOT(0, T0), SLOT(0, NOP), 0, 0)}, 0}, M(0), 3,
         "0:load 0 | 1:simple m0 | 1:mad m0", "", {NO_MORE}},
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, M(0) "sfpmad L5,L6,L6,L6,0", 3, "0:load 0 | 1:simple m0 | 1:mad 1",
         "macro-swap-mad 1 other 0", {NO_MORE}},
        /* the cycle after it: simple and round idle */
        /* of the loaded register, L0, with itself: Blackhole was measured to leave something else there */
        {BOTH, {{SWAP_MAX_L2 & ~0x20u}, {SLOT(0, T0)}, 0}, M(0), 3, "0:load 0 | 1:simple m0", "macro-swap-self 0",
         {{0, 4}, NO_MORE}},
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, M(0) "sfpnop\n sfpnot L5,L6", 3,
         "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple 2", "macro-swap-next 2 other 0", {NO_MORE}},
        {BOTH, {{SWAP_MAX_L2, 0, RND_BF16}, {SEQUENCE(SLOT(0, T0), 0, L16 | SLOT(1, T2), 0)}, 0}, M(0), 3,
         "0:load 0 | 1:simple m0 | 2:round m0",
         "macro-old-value 0 other 0 L0 FFFFFFFF/FFFFFFFF | macro-swap-next 0 other 0", {NO_MORE}},
        /* behind a regular one scheduled work on simple; on round there may be some, and on MAD beside it */
        {BOTH, {{ADD100}, {L16 | SLOT(1, T0)}, 0}, M(0) "sfpswap L5,L6,0\n sfpnop", 3,
         "0:load 0 | 1:simple 1 | 2:simple m0 | 2:load 2", "macro-swap-next 0 other 1", {NO_MORE}},
        {BOTH, {{0, 0, RND_BF16}, {SEQUENCE(0, 0, L16 | SLOT(1, T2), 0)}, 0}, M(0) "sfpswap L5,L6,0\n sfpnop", 3,
         "0:load 0 | 1:simple 1 | 2:round m0 | 2:load 2", "", {NO_MORE}},
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T1), 0, 0)}, 0}, M(0) "sfpswap L5,L6,0", 3,
         "0:load 0 | 1:simple 1 | 1:mad m0", "", {NO_MORE}},
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, M(0) "sfpnop\n sfpmad L5,L6,L6,L6,0", 4,
         "0:load 0 | 1:simple m0 | 1:load 1 | 2:mad 2", "", {NO_MORE}},
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, M(0) "sfpnop\n sfpnot L2,L6", 3,
         "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple 2", "result-clash 2 other 0 | macro-swap-next 2 other 0",
         {{0, 0x40400000}, {2, 0xBF1FFFFF}, NO_MORE}},
        /* there an SFPSWAP that only moves reads what the first leaves, since it reads in its second cycle */
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, M(0) "sfpnop\n sfpswap L2,L5,0", 4,
         "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple 2", "macro-swap-next 2 other 0",
         {{0, 0x40400000}, {2, 0x40C00000}, {5, 4}}},
        /* rows 4 to 7 against L2 = 6: in the first two L2 gets less; the last differs too, but is not exchanged */
        {BOTH, {{SWAP_MAX_L2}, {SLOT(0, T0)}, 0}, "sfploadi L2,6,2\n" M(0) "sfpnop\n sfpmad L5,L2,L6,L6,0", 5,
         "0:load 0 | 1:load 1 | 2:simple m1 | 2:load 2 | 3:mad 3", "macro-raw 3 other 1 L2 FFFF/FFFF",
         {{0, 6}, {2, 4}, NO_MORE}},
        /* SFPSHFT2: Blackhole wants all others idle in the next cycle, Wormhole knows its list */
        {SFP_BH, {{0, 0, SHFT2_ROR}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, M(0) "sfpnop\n sfpmad L5,L6,L6,L6,0",
         4,
         "0:load 0 | 1:round m0 | 1:load 1 | 2:mad 2", "macro-shft2-next 2 other 0", {NO_MORE}},
        {SFP_WH, {{0, 0, SHFT2_ROR}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, M(0) "sfpnop\n sfpmad L5,L6,L6,L6,0",
         4,
         "0:load 0 | 1:round m0 | 1:load 1 | 2:mad 2", "", {NO_MORE}},
        {BOTH, {{0, 0, SHFT2_ROR}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, M(0) "sfpnop\n sfpnot L5,L6", 3,
         "0:load 0 | 1:round m0 | 1:load 1 | 2:simple 2", "macro-shft2-next 2 other 0", {NO_MORE}},
        {SFP_BH, {{0, 0, SHFT2_ROR}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, M(0) "sfpnop\n sfpstore L5,8,6,0", 3,
         "0:load 0 | 1:round m0 | 1:load 1 | 2:store 2", "macro-shft2-next 2 other 0", {NO_MORE}},
        {BOTH, {{0, 0, SHFT2_ROR}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0},
         M(0) "sfpnop\n sfpstochrnd L5,L6,L6,0,1,0", 3, "0:load 0 | 1:round m0 | 1:load 1 | 2:round 2",
         "macro-shft2-next 2 other 0", {NO_MORE}},
        /* MAD and round start together and land in L16 together */
        {BOTH, {{0, MAD_234, SHFT2_ROR}, {SEQUENCE(0, L16 | SLOT(0, T1), L16 | SLOT(0, T2), 0)}, 0}, M(0), 3,
         "0:load 0 | 1:mad m0 | 1:round m0", "result-clash 0 other 0", {NO_MORE}},
        {SFP_WH, {{0, MAD_234, SHFT2_ROR},
                  {SEQUENCE(0, L16 | SLOT(0, T1), L16 | SLOT(0, T2), L16 | SLOT(1, STORE))}, 6},
         M(0), 3, "0:load 0 | 1:mad m0 | 1:round m0 | 2:store m0", "macro-old-value 0 other 0 L16 FFFFFFFF/FFFFFFFF"
         " | macro-old-value 0 other 0 L16 FFFFFFFF/FFFFFFFF | result-clash 0 other 0", {NO_MORE}},
        /* a load as its copies land: to L0 as to L2 two results of a cycle, whatever Wormhole lets regular ones do */
        {BOTH, {{0, 0, SHFT2_COPY}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, M(0) "sfpnop\n sfploadi L2,0,0", 3,
         "0:load 0 | 1:round m0 | 1:load 1 | 2:load 2", "result-clash 2 other 0 L2 FFFFFFFF/FFFFFFFF",
         {{0, 0x40000000}, {1, 0x40400000}, {2, 0}}},
        {BOTH, {{0, 0, SHFT2_COPY}, {SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0}, M(0) "sfpnop\n sfploadi L0,0,0", 3,
         "0:load 0 | 1:round m0 | 1:load 1 | 2:load 2", "result-clash 2 other 0 L0 FFFFFFFF/FFFFFFFF",
         {{0, 0}, {1, 0x40400000}, {2, 0x40800000}}},
        /* a load as an SFPIADD lands, and beside them an SFPSTOCHRND to L16, which has to do with neither */
        {BOTH, {{ADD100, 0, RND_BF16}, {SLOT(1, T0), SEQUENCE(0, 0, L16 | SLOT(0, T2), 0)}, 0},
         M(0) "sfploadmacro 1,L1,4,6,0\n sfploadi L0,0,0", 3, "0:load 0 | 1:load 1 | 2:simple m0 | 2:round m1 | 2:load 2",
         "result-clash 2 other 0", {{0, 0}, NO_MORE}},
        /* the other way round: a scheduled SFPNOT of L9 as the copies of a regular one land */
        {SFP_WH, {{NOT | 0x900}, {AS_VB | SLOT(1, T0)}, 0}, "sfploadmacro 0,L1,4,6,0\n sfpshft2 L0,L0,0,2", 3,
         "0:load 0 | 1:round 1 | 2:simple m0", "result-clash 0 other 1 L1 FFFFFFFF/FFFFFFFF | shft2-port 0 other 1",
         {{0, 4}, {1, 0xFFFFFFFF}, {2, 0x40800000}}},
        {SFP_WH, {{NOT | 0x900}, {AS_VB | SLOT(1, T0)}, 0}, M(0) "sfpshft2 L0,L0,0,2", 3,
         "0:load 0 | 1:round 1 | 2:simple m0", "result-clash 0 other 1 L0 FFFFFFFF/FFFFFFFF | shft2-port 0 other 1",
         {{0, 0xFFFFFFFF}, {1, 0x40400000}, {2, 0x40800000}}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* sfpu-timing(7), Order within a cycle: two-cycle results, simple with the second half of SFPSWAP, round, load. */
static void test_landing_order(void **state)
{
    static const struct schedule table[] = {
        /*
         * The column maximum of the vendor: SFPSWAP in 2 and 3 on L0 = 6.0 and
         * L2 = 3.0 (VC = L2 gets the maximum); in 3 L0 is loaded anew, which
         * wins over SFPSWAP's minimum.
         */
        {BOTH, {{SWAP_MAX_L2 | 0x200}, {AS_VB | SLOT(0, T0)}, 0}, F6 "sfpnop\n sfpload L0,0,3,0", 4,
         "0:store 0 | 1:load 1 | 2:simple m1 | 2:load 2 | 3:load 3", "", {{0, 0x40C00000}, {2, 0x40C00000}, NO_MORE}},
        /* a load over a landing multiply-add */
        {BOTH, {{0, MAD_234}, {SEQUENCE(0, SLOT(0, T1), 0, 0)}, 0}, F6 "sfpnop\n sfploadi L0,0,0", 4,
         "0:store 0 | 1:load 1 | 2:mad m1 | 2:load 2 | 3:load 3", "result-clash 3 other 1 L0 FFFFFFFF/FFFFFFFF", {{0,
         0}, NO_MORE}},
        /* a load over simple: in 1 L0 + 100 = 104, and 8 */
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpload L0,8,6,0", 2, "0:load 0 | 1:simple m0 | 1:load 1",
         "result-clash 1 other 0", {{0, 8}, NO_MORE}},
        /* round over simple: bf16 of 4 is 0 */
        {BOTH, {{ADD100, 0, RND_BF16}, {SEQUENCE(SLOT(0, T0), 0, SLOT(0, T2), 0)}, 0}, M(0), 2,
         "0:load 0 | 1:simple m0 | 1:round m0", NULL, {{0, 0}, NO_MORE}},
        /* a load reads Dst before the store of its cycle */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(0, STORE))}, 6},
         "sfploadmacro 0,L0,4,11,0\n sfpload L1,4,6,0\n sfpload L2,4,6,0", 3,
         "0:load 0 | 1:store m0 | 1:load 1 | 2:load 2", "", {{1, 4}, {2, 0}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Five in one cycle, 3: a load, and four items of one macro. */
static void test_five_at_once(void **state)
{
    static const struct schedule table[] = {
        {BOTH, {{ADD100, MAD_234, RND_BF16}, {SEQUENCE(L16 | SLOT(2, T0), SLOT(2, T1), SLOT(2, T2), SLOT(2, STORE))},
         6},
         M(0) "sfpnop\n sfpnop\n sfploadi L5,7,2", 5,
         "0:load 0 | 1:load 1 | 2:load 2 | 3:simple m0 | 3:mad m0 | 3:round m0 | 3:store m0 | 3:load 3", NULL,
         {{5, 7}, {16, 104}, {DST + 4, 4}}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Flags that change under scheduled work count from the next cycle on; en() is that of the cycle of execution. */
static void test_flags(void **state)
{
    static const struct schedule table[] = {
        /* all lanes on when scheduled, off when SFPIADD executes in 3 */
        {BOTH, {{ADD100}, {SLOT(2, T0)}, 0}, "sfpencc 3,10\n" M(0) "sfpsetcc L0,0,8", 5,
         "0:simple 0 | 1:load 1 | 2:simple 2 | 4:simple m1", "", {{0, 4}, NO_MORE}},
        /* set in the cycle in which a load executes: it still loads */
        {BOTH, {{SETCC_EQ0}, {SLOT(0, T0)}, 0}, "sfpencc 3,10\n" M(0) "sfpload L1,8,6,0\n sfpload L2,8,6,0", 4,
         "0:simple 0 | 1:load 1 | 2:simple m1 | 2:load 2 | 3:load 3", "flags-clash-load 2 other 1", {{1, 8}, {2,
         0x40400000}, NO_MORE}},
        /* on MAD, round and store too the old flags hold: 7 x 7 + 7 = 56; L6 = 7.0 = 40E00000, of which 16 bits */
        {BOTH, {{SETCC_EQ0}, {SLOT(0, T0)}, 0}, "sfpencc 3,10\n" M(0) "sfpmad L5,L6,L6,L6,0", 4,
         "0:simple 0 | 1:load 1 | 2:simple m1 | 2:mad 2", "flags-clash 2 other 1", {{5, 0x42600000}, NO_MORE}},
        {BOTH, {{SETCC_EQ0}, {SLOT(0, T0)}, 0}, "sfpencc 3,10\n" M(0) "sfpstochrnd L1,L6,L6,0,1,0", 3,
         "0:simple 0 | 1:load 1 | 2:simple m1 | 2:round 2", "macro-simple-round 1 other 2 | flags-clash 2 other 1",
         {{1, 0x40E00000}, NO_MORE}},
        {BOTH, {{SETCC_EQ0}, {SLOT(0, T0)}, 0}, "sfpencc 3,10\n" M(0) "sfpstore L6,8,6,0", 3,
         "0:simple 0 | 1:load 1 | 2:simple m1 | 2:store 2", "flags-clash 2 other 1", {{DST + 8, 0}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/*
 * A scheduled store in the cycle in which a write to the configuration lands, of which word 0 has fields of Dst's and
 * 21 none; and what a scheduled store writes.
 */
static void test_scheduled_store(void **state)
{
    static const struct schedule table[] = {
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(1, STORE))}, 6}, M(0) "ttwrcfg 1,0,0", 3,
         "0:load 0 | 1:other 1 | 2:store m0", "config-raw 0 other 1", {{DST + 4, 4}, NO_MORE}},
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(1, STORE))}, 6}, M(0) "ttwrcfg 1,0,21", 3,
         "0:load 0 | 1:other 1 | 2:store m0", "", {{DST + 4, 4}, NO_MORE}},
        /* of 128 bits the aligned four: 0 to 3, of which 2 and 3 have none by themselves */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(1, STORE))}, 6}, M(0) "ttwrcfg 4,0,2", 3,
         "0:load 0 | 1:other 1 | 2:store m0", "", {{DST + 4, 4}, NO_MORE}},
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(1, STORE))}, 6}, M(0) "ttwrcfg 4,1,2", 3,
         "0:load 0 | 1:other 1 | 2:store m0", "config-raw 0 other 1 | config-misaligned 1", {{DST + 4, 4}, NO_MORE}},
        /* a 32-bit store at the address of its SFPLOADMACRO: 4.0e-45 is stored as 0, of which a bf16 load takes half */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(0, STORE))}, 3}, M(0) "sfpnop\n sfpload L5,4,2,0", 3,
         "0:load 0 | 1:store m0 | 1:load 1 | 2:load 2", "dst-mixed 2 other 0", {{DST + 4, 0}, {5, 0}, NO_MORE}},
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(0, STORE))}, 3}, M(0) "sfpnop\n sfpload L5,0,2,0", 3,
         "0:load 0 | 1:store m0 | 1:load 1 | 2:load 2", "", {{DST + 4, 0}, {5, 0}, NO_MORE}},
        /* REG2FLOP reaches only words without a field */
        {SFP_WH, {{0}, {SEQUENCE(0, 0, 0, SLOT(1, STORE))}, 6}, M(0) "ttreg2flop 1,0,0,0,5,7", 3,
         "0:load 0 | 1:other 1 | 2:store m0", "", {{DST + 4, 4}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* A scheduled instruction beside the one that writes what it reads, which it gets a cycle too early. */
static void test_same_cycle(void **state)
{
    static const struct schedule table[] = {
        /* the store of round's result, due in 2, comes in 1: it stores what L16 was, L0 + 100 comes too late */
        {BOTH, {{ADD100}, {SEQUENCE(L16 | SLOT(0, T0), 0, 0, L16 | SLOT(0, STORE))}, 6}, M(0), 2,
         "0:load 0 | 1:simple m0 | 1:store m0", "macro-same-cycle 0 other 0 L16 " ALL, {{DST + 4, 0}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(L16 | SLOT(0, T0), 0, 0, L16 | SLOT(1, STORE))}, 6}, M(0), 3,
         "0:load 0 | 1:simple m0 | 2:store m0", "", {{DST + 4, 104}, NO_MORE}},
        /* a multiply-add that only starts there is worse: in 2 the result has landed nowhere, in 3 it is stored */
        {BOTH, {{MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T0), 0, L16 | SLOT(0, STORE))}, 3}, M(0), 3,
         "0:load 0 | 1:mad m0 | 1:store m0", "macro-same-cycle 0 other 0 L16 " ALL, {NO_MORE}},
        {BOTH, {{MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T0), 0, L16 | SLOT(1, STORE))}, 3}, M(0), 3,
         "0:load 0 | 1:mad m0 | 2:store m0", "macro-old-value 0 other 0 L16 FFFFFFFF/FFFFFFFF", {NO_MORE}},
        {BOTH, {{MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T0), 0, L16 | SLOT(2, STORE))}, 3}, M(0), 4,
         "0:load 0 | 1:mad m0 | 3:store m0", "", {NO_MORE}},
        /* an issued instruction beside a scheduled reader, and beside a scheduled writer */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(0, STORE))}, 6}, M(0) "sfpmov L0,L6,0", 2,
         "0:load 0 | 1:simple 1 | 1:store m0", "macro-same-cycle 0 other 1 L0 " ALL, {{DST + 4, 4}, NO_MORE}},
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfpstore L0,8,6,0", 2,
         "0:load 0 | 1:simple m0 | 1:store 1", "macro-same-cycle 1 other 0 L0 " ALL, {{DST + 8, 4}, NO_MORE}},
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, F6 "sfpmad L5,L0,L6,L6,0", 4,
         "0:store 0 | 1:load 1 | 2:simple m1 | 2:mad 2", "macro-same-cycle 2 other 1 L0 " ALL,
         {{0, 0x40C00064}, {5, 0x42440000}, NO_MORE}}, /* 6 x 7 + 7 */
        /* overlapping macros: the store of word 0 is to get the L16 of word 0, beside simple of word 1 */
        {BOTH, {{ADD100}, {SEQUENCE(L16 | SLOT(0, T0), 0, 0, L16 | SLOT(1, STORE))}, 6}, M(0) M(0), 4,
         "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple m1 | 2:store m0 | 3:store m1", "", {{DST + 4, 104}, NO_MORE}},
        /* nor does it matter that a load takes L0 away */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(0, STORE))}, 6}, M(0) "sfpload L0,8,6,0", 2,
         "0:load 0 | 1:store m0 | 1:load 1", "", {{DST + 4, 4}, NO_MORE}},
        /* all lanes off: nothing is read */
        {BOTH, {{0}, {SEQUENCE(0, 0, 0, SLOT(1, STORE))}, 6}, "sfpencc 1,10\n" M(0) "sfpnop\n sfpmov L0,L6,0", 4,
         "0:simple 0 | 1:load 1 | 2:load 2 | 3:simple 3 | 3:store m1", "", {NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Whose value L16 or L0 holds where a result for it is under way, and whose that is (Old values that macros read). */
static void test_owners(void **state)
{
    static const struct schedule table[] = {
        /* the store of word 0 in 3 reads its own product, and that of word 1 lands at the end of 3 */
        {BOTH, {{MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T0), 0, L16 | SLOT(2, STORE))}, 3}, M(0) M(0), 5,
         "0:load 0 | 1:mad m0 | 1:load 1 | 2:mad m1 | 3:store m0 | 4:store m1", "", {NO_MORE}},
        /* a cycle later it reads that of word 1 */
        {BOTH, {{MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T0), 0, L16 | SLOT(3, STORE))}, 3}, M(0) M(0), 6,
         "0:load 0 | 1:mad m0 | 1:load 1 | 2:mad m1 | 4:store m0 | 5:store m1", "macro-overwritten 0 other 1 L16 " ALL,
         {NO_MORE}},
        /* word 1 only stores, the L16 that word 0 wrote: what word 2 starts to write beside it is a later macro's */
        {BOTH, {{MAD_234}, {SEQUENCE(0, L16 | SLOT(0, T0), 0, 0), SEQUENCE(0, 0, 0, L16 | SLOT(1, STORE))}, 3},
         M(0) M(1) M(0), 5, "0:load 0 | 1:mad m0 | 1:load 1 | 2:load 2 | 3:mad m2 | 3:store m1",
         "", {NO_MORE}},
        /* simple and store start on the loaded L0 together: nobody reads what simple makes of it; and somebody does */
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(0, STORE))}, 6}, M(0), 2,
         "0:load 0 | 1:simple m0 | 1:store m0", "macro-same-cycle 0 other 0 L0 " ALL, {{0, 104}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(0, STORE))}, 6}, M(0) "sfpnop\n sfpmov L5,L0,0", 3,
         "0:load 0 | 1:simple m0 | 1:store m0 | 1:load 1 | 2:simple 2", "", {{5, 104}, NO_MORE}},
        {BOTH, {{ADD100}, {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(0, STORE))}, 6}, M(0) "sfpnop\n sfpmov L0,L6,0", 3,
         "0:load 0 | 1:simple m0 | 1:store m0 | 1:load 1 | 2:simple 2", "macro-same-cycle 0 other 0 L0 " ALL, {NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* An SFPLOADMACRO whose sequence nothing has configured. */
static void test_macro_unset(void **state)
{
    static const struct schedule table[] = {
        {BOTH, {{ADD100}, {0}, 0}, M(0) M(0), 2, "0:load 0 | 1:load 1", "macro-unset 0", {{0, 4}, NO_MORE}},
        {BOTH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "sfploadmacro 1,L1,8,6,0", 2,
         "0:load 0 | 1:simple m0 | 1:load 1", "macro-unset 1", {{0, 104}, NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Waits on the vector unit do not see what is queued (sfpu-timing(7), Waits). */
static void test_wait_pending(void **state)
{
    static const struct schedule table[] = {
        {SFP_WH, {{ADD100}, {SLOT(5, T0)}, 0}, M(0) "ttstallwait 0x80,0x4000\n ttsetc16 1,0", 7,
         "0:load 0 | 1:other 1 | 2:stall 2 wait | 3:other 2 | 6:simple m0", "wait-pending 1", {{0, 104}, NO_MORE}},
        {SFP_BH, {{ADD100}, {SLOT(5, T0)}, 0}, M(0) "ttstallwait 0x80,0x800\n ttsetc16 1,0", 7,
         "0:load 0 | 1:other 1 | 2:stall 2 wait | 3:other 2 | 6:simple m0", "wait-pending 1", {{0, 104}, NO_MORE}},
        /* where it counts instructions, which come behind the wait: SFPNOP is behind SETC16; delay 0 needs none */
        {SFP_WH, {{ADD100}, {SLOT(1, T0)}, SIMPLE_COUNTS}, M(0) "ttstallwait 0x80,0x4000\n ttsetc16 1,0\n sfpnop\n sfpnop",
         6, "0:load 0 | 1:other 1 | 2:stall 2 wait | 3:other 2 | 4:load 3 | 5:simple m0 | 5:load 4", "wait-counting 1",
         {{0, 104}, NO_MORE}},
        {SFP_BH, {{ADD100}, {SLOT(1, T0)}, SIMPLE_COUNTS}, M(0) "ttstallwait 0x80,0x800\n ttsetc16 1,0\n sfpnop\n sfpnop",
         6, "0:load 0 | 1:other 1 | 2:stall 2 wait | 3:other 2 | 4:load 3 | 5:simple m0 | 5:load 4", "wait-counting 1",
         {{0, 104}, NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, SIMPLE_COUNTS}, M(0) "ttstallwait 0x80,0x4000\n ttsetc16 1,0", 4,
         "0:load 0 | 1:simple m0 | 1:other 1 | 2:stall 2 wait | 3:other 2", "", {{0, 104}, NO_MORE}},
        /* nothing is said of a wait on another unit, nor where nothing is queued */
        {SFP_WH, {{ADD100}, {SLOT(5, T0)}, 0}, M(0) "ttstallwait 0x80,0x80\n ttsetc16 1,0", 7,
         "0:load 0 | 1:other 1 | 2:stall 2 wait | 3:other 2 | 6:simple m0", "", {{0, 104}, NO_MORE}},
        {SFP_BH, {{ADD100}, {SLOT(5, T0)}, 0}, M(0) "ttstallwait 0x80,0x10\n ttsetc16 1,0", 7,
         "0:load 0 | 1:other 1 | 2:stall 2 wait | 3:other 2 | 6:simple m0", "", {{0, 104}, NO_MORE}},
        {SFP_WH, {{ADD100}, {SLOT(0, T0)}, 0}, M(0) "ttnop\n ttstallwait 0x80,0x4000\n ttsetc16 1,0", 5,
         "0:load 0 | 1:simple m0 | 1:other 1 | 2:other 2 | 3:stall 3 wait | 4:other 3", "", {{0, 104}, NO_MORE}},
        /* FMT_SRCB is resolved when the store executes */
        {SFP_WH, {{0}, {SEQUENCE(0, 0, 0, SLOT(2, STORE))}, 0}, M(0) "ttsetc16 1,0", 4,
         "0:load 0 | 1:other 1 | 3:store m0",
         "config-pending 1", {NO_MORE}},
    };

    (void)state;
    CHECK_ALL(table);
}

/* ---- Configuration that differs from lane to lane ---- */

/* A macro adds 100 in even columns, and in odd ones what is said. */
static void run_and_find(struct watched *w, unsigned odd)
{
    watched_run(w, M(0));
    for (unsigned l = 0; l < SFP_LANES; l++)
        assert_int_equal(w->m->s.lreg[0][l], 4 + l / 8 + (l % 2 ? odd : 100));
    watched_end(w);
}

static void test_lanes_differ(void **state)
{
    struct macros macros = {.template = {ADD100}, .sequence = {SLOT(0, T0)}};
    struct watched w;

    (void)state;
    /* odd columns a cycle later */
    watched_start(&w, SFP_WH);
    set_macros(&w.m->s, &macros);
    for (unsigned l = 1; l < SFP_LANES; l += 2)
        w.m->s.macro_sequence[0][l] = SLOT(1, T0);
    watched_run(&w, M(0));
    assert_string_equal(w.log, "0:load 0 | 1:simple m0 | 2:simple m0");
    assert_non_null(strstr(w.findings, "macro-diverges 0"));
    for (unsigned l = 0; l < SFP_LANES; l++)
        assert_int_equal(w.m->s.lreg[0][l], 4 + l / 8 + 100);
    watched_end(&w);

    /* odd columns another instruction, on the same sub-unit in the same cycle */
    watched_start(&w, SFP_WH);
    set_macros(&w.m->s, &macros);
    for (unsigned l = 1; l < SFP_LANES; l += 2)
        w.m->s.macro_template[0][l] = ADD200;
    run_and_find(&w, 200);

    /* or another template, the last */
    watched_start(&w, SFP_WH);
    set_macros(&w.m->s, &(struct macros){.template = {0, 0, 0, ADD100}, .sequence = {SLOT(0, T3)}});
    for (unsigned l = 1; l < SFP_LANES; l += 2)
        w.m->s.macro_template[3][l] = ADD200;
    run_and_find(&w, 200);

    /* odd columns not at all */
    watched_start(&w, SFP_WH);
    set_macros(&w.m->s, &macros);
    for (unsigned l = 1; l < SFP_LANES; l += 2)
        w.m->s.macro_sequence[0][l] = 0;
    run_and_find(&w, 0);
}

/*
 * SFPCONFIG gives odd columns, 2 bits of its mask each, another Misc: L0's 2 of bf16, where the others have 6 of UINT16. As
 * bf16 the small integers of L0 are denormal, and stored as 0.
 */
static void test_misc_of_some_columns(void **state)
{
    const struct macros macros = {
        .template = {ADD100}, .sequence = {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(2, STORE))}, .misc = 6};
    struct watched w;

    (void)state;
    watched_start(&w, SFP_WH);
    set_macros(&w.m->s, &macros);
    watched_run(&w, "sfploadi L0,2,2\n sfpconfig 8,0x4444,8\n" M(0));
    assert_non_null(strstr(w.findings, "macro-diverges 2"));
    for (unsigned l = 0; l < SFP_LANES; l++)
        assert_int_equal(w.m->s.dst[4 + l / 8][2 * (l % 8)], l % 2 ? 0 : 4 + l / 8 + 100);
    watched_end(&w);
}

/* ---- Patterns of shipping kernels ---- */

static bool logged(const struct watched *w, unsigned cycle, const char *unit, size_t index, bool scheduled)
{
    char entry[48], padded[sizeof w->log + 8];

    snprintf(entry, sizeof entry, " %u:%s %s%zu |", cycle, unit, scheduled ? "m" : "", index);
    snprintf(padded, sizeof padded, " %s |", w->log);
    return strstr(padded, entry) != NULL;
}

static void expect(const struct watched *w, unsigned cycle, const char *unit, size_t index)
{
    if (!logged(w, cycle, unit, index, true))
        fail_msg("no %u:%s m%zu in %s", cycle, unit, index, w->log);
}

static unsigned entries(const char *log)
{
    unsigned n = *log != '\0';

    for (const char *p = log; (p = strstr(p, " | ")); p++)
        n++;
    return n;
}

/* sfpu-timing(7), Examples: one vector a cycle. */
static void test_recip_7b(void **state)
{
    static const struct macros macros = {.template = {0x990000C0}, .sequence = {0x4B000044}, .misc = 0x112};
    struct watched w;

    (void)state;
    watched_start(&w, SFP_BH);
    set_macros(&w.m->s, &macros);
    for (unsigned c = 0; c < SFP_DST_COLUMNS; c++) /* bf16 1.0 and 2.0 as Dst has them */
        w.m->s.dst[0][c] = 0x007F, w.m->s.dst[4][c] = 0x0080;
    watched_run(&w, "sfploadmacro 0,L0,0,2,0\n sfploadmacro 0,L0,4,2,0\n sfploadmacro 0,L0,8,2,0");
    assert_string_equal(w.log, "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple m1 | 2:store m0 | 2:load 2"
                               " | 3:simple m2 | 3:store m1 | 4:store m2");
    assert_int_equal(w.result.cycles, 5);
    assert_int_equal(w.m->s.dst[0][0], 0x7F7E); /* 3F7F */
    assert_int_equal(w.m->s.dst[4][0], 0x7F7D); /* 3EFF */
    watched_end(&w);
}

static void set_addr_mods(struct sfp_state *s, unsigned index)
{
    s->own.thread_config[(s->arch == SFP_WH ? 23 : 28) + index] = 2;
    sfp_state_refresh(s);
}

static void append(char *source, size_t size, const char *line)
{
    size_t used = strlen(source);

    snprintf(source + used, size - used, "%s\n", line);
}

/* tt-llk's bf16 reciprocal, three cycles a vector: five vectors, words 3d, 3d + 1, 3d + 2. */
static void recip_8b_source(char *source, size_t size, unsigned vectors)
{
    char line[64];

    source[0] = '\0';
    for (unsigned d = 0; d < vectors + 2; d++) {
        unsigned y = 3 + d % 3;
        bool first = d < vectors, last = d >= 2;

        snprintf(line, sizeof line, "sfploadmacro 0,L%u,%u,0,7", y, y >> 2);
        append(source, size, first ? line : "sfpnop");
        append(source, size, !last ? "sfpnop" : first ? "sfploadmacro 2,L1,1020,9,7" : "sfploadmacro 2,L1,1020,9,6");
        snprintf(line, sizeof line, "sfploadmacro 1,L%u,%u,14,6", y, y >> 2);
        append(source, size, first ? line : "sfpnop");
    }
    append(source, size, "sfpnop");
}

static void test_recip_8b(void **state)
{
    enum { VECTORS = 5 };
    static const struct macros macros = {
        .template = {0x990000C0, 0x840990D8, 0x84010BE0, 0x790001F4},
        .sequence = {0x83000504, 0x5300C6EF, 0x4B000000},
        .misc = 0x700,
    };
    char source[2048];
    struct watched w;

    (void)state;
    watched_start(&w, SFP_BH);
    set_macros(&w.m->s, &macros);
    set_addr_mods(&w.m->s, 6);
    fill(w.m->s.lreg[0], 0x80000000);
    fill(w.m->s.lreg[7], 1);
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned c = 0; c < SFP_DST_COLUMNS; c++)
            w.m->s.dst[row][c] = 0x4080; /* bf16 3.0 */
    recip_8b_source(source, sizeof source, VECTORS);
    watched_run(&w, source);
    for (unsigned d = 0; d < VECTORS; d++) {
        size_t y = 3 * d, y1 = y + 2, t = y + 7;

        expect(&w, 3 * d + 1, "simple", y);  /* y = arecip(y) */
        expect(&w, 3 * d + 1, "mad", y);     /* x = 0 * 0 + y */
        expect(&w, 3 * d + 1, "store", y);   /* 8000h */
        expect(&w, 3 * d + 3, "mad", y1);    /* x * y - 1 */
        expect(&w, 3 * d + 5, "store", y1);
        expect(&w, 3 * d + 8, "simple", y1); /* y + t: lost if selector 0 of macro 2 deleted it */
        expect(&w, 3 * d + 9, "store", t);
    }
    assert_int_equal(entries(w.log), 3 * (VECTORS + 2) + 1 + 7 * VECTORS);
    assert_null(strstr(w.findings, "forgotten"));
    assert_null(strstr(w.findings, "discard"));
    for (unsigned d = 0; d < VECTORS; d++) /* 1/3 = 3EAB, in Dst's order */
        assert_int_equal(w.m->s.dst[2 * d / 4 * 4][2 * d & 2 ? 1 : 0], 0x2B7D);
    watched_end(&w);
}

/* tt-llk's fp32 reciprocal, five cycles a vector: words 5d .. 5d + 4. */
static void recip_24b_source(char *source, size_t size, unsigned vectors)
{
    source[0] = '\0';
    for (unsigned d = 0; d < vectors; d++) {
        append(source, size, "sfploadmacro 0,L3,0,0,7\n sfploadmacro 2,L1,1022,0,7\n sfploadmacro 1,L0,0,0,7\n"
                             " sfpmad L0,L0,L3,L10,1");
        append(source, size, d == 0 ? "sfpload L7,0,0,6" : "sfploadmacro 3,L2,1022,0,6");
    }
    append(source, size, "sfpnop\n sfploadmacro 2,L1,1022,0,7\n sfpnop\n sfpmad L0,L0,L3,L10,1\n"
                         " sfploadmacro 3,L2,1022,0,6\n sfpnop\n sfpnop\n sfpnop\n sfpnop");
}

static void test_recip_24b(void **state)
{
    enum { VECTORS = 4 };
    static const struct macros macros = {
        .template = {0x990000C0, 0x840000D0, 0x840102E0, 0x92000AF1},
        .sequence = {0x73000004, 0x13001544, 0x00000697, 0x5B00CE00},
        .misc = 0xFF0,
    };
    char source[2048];
    struct watched w;

    (void)state;
    watched_start(&w, SFP_BH);
    set_macros(&w.m->s, &macros);
    w.m->s.config[0][1] = 1u << 30; /* 32-bit Dst */
    set_addr_mods(&w.m->s, 6);
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned c = 0; c < SFP_DST_COLUMNS; c++)
            w.m->s.dst[row][c] = row & 8 ? 0 : 0x4080; /* 3.0 */
    recip_24b_source(source, sizeof source, VECTORS);
    watched_run(&w, source);
    for (unsigned d = 0; d < VECTORS; d++) {
        size_t y = 5 * d, e = y + 2, t2 = y + 6, z = y + 9;

        expect(&w, 5 * d + 1, "simple", y);
        expect(&w, 5 * d + 3, "simple", e);
        assert_true(logged(&w, 5 * d + 3, "mad", 5 * d + 3, false));
        expect(&w, 5 * d + 5, "mad", e);
        expect(&w, 5 * d + 5, "store", e);
        expect(&w, 5 * d + 7, "mad", t2);
        expect(&w, 5 * d + 7, "store", y);
        expect(&w, 5 * d + 9, "simple", t2);
        expect(&w, 5 * d + 11, "mad", z);
        expect(&w, 5 * d + 13, "store", z);
    }
    assert_null(strstr(w.findings, "forgotten"));
    for (unsigned d = 0; d < VECTORS; d++) { /* 1/3 = 3EAAAAAB, in Dst's order */
        unsigned row = 2 * d / 4 * 4, column = 2 * d & 2 ? 1 : 0;

        assert_int_equal(w.m->s.dst[row][column], 0x2A7D);
        assert_in_range(w.m->s.dst[row + 8][column], 0xAAAA, 0xAAAC);
    }
    watched_end(&w);
}

/* uint16 to bf16: L0 is loaded anew in the cycle in which round still reads it. */
static void test_u16_to_bf16(void **state)
{
    static const struct macros macros = {.template = {0x900000C0, 0x8E0000D1}, .sequence = {0x534D0004}, .misc = 2};
    struct watched w;

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        watched_start(&w, (enum sfp_arch)arch);
        set_macros(&w.m->s, &macros);
        for (unsigned c = 0; c < SFP_DST_COLUMNS; c++)
            w.m->s.dst[0][c] = 1, w.m->s.dst[4][c] = 2, w.m->s.dst[8][c] = 3;
        watched_run(&w, "sfploadmacro 0,L0,0,6,0\n sfploadmacro 0,L1,4,6,0\n sfploadmacro 0,L0,8,6,0");
        assert_string_equal(w.log, "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple m1 | 2:round m0 | 2:load 2"
                                   " | 3:simple m2 | 3:round m1 | 3:store m0 | 4:round m2 | 4:store m1 | 5:store m2");
        assert_string_equal(w.findings, "");
        assert_int_equal(w.result.cycles, 6);
        assert_int_equal(w.m->s.dst[0][0], 0x007F); /* 1.0 = 3F80 in Dst's order */
        assert_int_equal(w.m->s.dst[4][0], 0x0080);
        assert_int_equal(w.m->s.dst[8][0], 0x4080);
        watched_end(&w);
    }
}

/* where(c, a, b): flags are those of c in one cycle alone. */
static void test_where(void **state)
{
    static const struct macros macros = {.template = {SETCC_EQ0, ENCC_ON}, .sequence = {0x13000004, 0x00000005},
        .misc = 6};
    struct watched w;

    (void)state;
    watched_start(&w, SFP_WH);
    set_macros(&w.m->s, &macros);
    w.m->s.use_flags = UINT32_MAX;
    w.m->s.flags = UINT32_MAX;
    for (unsigned row = 0; row < 4; row++)
        for (unsigned c = 0; c < SFP_DST_COLUMNS; c++)
            w.m->s.dst[row][c] = c % 4 ? 1 : 0; /* even columns: 0, 1, 0, 1 ... */
    watched_run(&w, "sfploadmacro 0,L0,0,6,0\n sfploadmacro 1,L0,64,6,0\n sfpload L0,128,6,0\n sfpnop");
    assert_string_equal(w.log, "0:load 0 | 1:simple m0 | 1:load 1 | 2:simple m1 | 2:load 2 | 3:store m0 | 3:load 3");
    assert_string_equal(w.findings, "flags-clash-load 1 other 0 | flags-clash-load 2 other 1");
    for (unsigned c = 0; c < SFP_DST_COLUMNS; c += 2)
        assert_int_equal(w.m->s.dst[0][c], c % 4 ? 64 : 128);
    assert_int_equal(w.m->s.flags, UINT32_MAX);
    watched_end(&w);
}

/* ---- --repeat with macros ---- */

/* Watched passes find their schedule anew, unwatched ones may reuse it: nothing else may differ. */
static uint64_t check_repeat(const struct macros *macros, const char *source, unsigned long passes, uint64_t cycles)
{
    struct watched watched, alone;
    uint64_t reused;

    watched_start(&watched, SFP_BH);
    watched_start(&alone, SFP_BH);
    set_macros(&watched.m->s, macros);
    set_macros(&alone.m->s, macros);
    watched.options.run.repeat = alone.options.run.repeat = passes;
    watched_run(&watched, source);
    watched_run_unwatched(&alone, source);
    reused = alone.result.reused;
    assert_int_equal(watched.result.cycles, cycles);
    assert_int_equal(alone.result.cycles, cycles);
    assert_int_equal(alone.result.discarded, watched.result.discarded);
    assert_memory_equal(&watched.m->s, &alone.m->s, sizeof alone.m->s);
    watched_end(&watched);
    watched_end(&alone);
    return reused;
}

static void test_repeat(void **state)
{
    const struct macros macros = {.template = {ADD100}, .sequence = {SEQUENCE(SLOT(0, T0), 0, 0, SLOT(1, STORE))},
        .misc = 6};
    const char *rests = M(0) "ttincrwc 0,4,0,0\n sfpnop\n sfpnop", *flies = M(0) "ttincrwc 0,4,0,0";
    const char *counting = "sfpiadd L3,L3,8,5\n sfpmad L1,L1,L10,L10,0\n sfpmov L0,L3,0\n sfpconfig 0,0,0\n"
                           M(0) "sfpnop\n sfpnop";
    const char *eighths = "sfpiadd L3,L3,1,5\n sfpmov L0,L3,0\n sfpshft L0,L0,-3,1\n sfpconfig 0,1,0\n"
                          " ttincrwc 0,4,0,0\n" M(0) "sfpmad L1,L1,L10,L10,0";

    (void)state;
    assert_int_equal(check_repeat(&macros, rests, 6, 24), 4);
    /* work of one pass reaches into the next: its store in the cycle of the next load; the last one's a cycle later */
    assert_int_equal(check_repeat(&macros, flies, 6, 13), 4);
    /* a discarded instruction is discarded in every pass */
    assert_int_equal(check_repeat(&macros, M(0) "sfpmov L5,L6,0\n sfpnop", 6, 18), 4);
    /* a template comes from L0, which the pass changes: reuse is given up in the middle of a pass */
    assert_int_equal(check_repeat(&macros, counting, 6, 42), 0);
    /*
     * Template 1 is an eighth of the count: passes 3 to 7 are as 2, 8 is not. Four of the five are kept, since that is
     * where it can be gone back to, with a product, a store and its Dst address under way.
     */
    assert_int_equal(check_repeat(&macros, eighths, 12, 85), 4);
}

/* where(c, a, b), vector after vector: the load of a, under the old flags, takes the place of c, whose flags it makes. */
static void test_repeat_where(void **state)
{
    static const struct macros macros = {.template = {SETCC_EQ0, ENCC_ON}, .sequence = {0x13000004, 0x00000005},
        .misc = 6};
    struct watched w[2]; /* the second is not watched */

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        watched_start(&w[i], SFP_WH);
        set_macros(&w[i].m->s, &macros);
        w[i].m->s.use_flags = UINT32_MAX;
        w[i].m->s.flags = UINT32_MAX;
        for (unsigned row = 0; row < 64; row++)
            for (unsigned c = 0; c < SFP_DST_COLUMNS; c++)
                w[i].m->s.dst[row][c] = c % 4 ? 1 : 0;
        w[i].options.run.repeat = 8;
        (i ? watched_run_unwatched : watched_run)(&w[i], M(0) "sfploadmacro 1,L0,64,6,0\n sfpload L0,128,6,0\n"
                                                         " ttincrwc 0,4,0,0");
    }
    assert_int_equal(w[1].result.reused, 6);
    assert_memory_equal(&w[0].m->s, &w[1].m->s, sizeof w[0].m->s);
    watched_end(&w[0]);
    watched_end(&w[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_delay),
        cmocka_unit_test(test_delay_kinds),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_mad_operands),
        cmocka_unit_test(test_displaced),
        cmocka_unit_test(test_exempt_from_stalls),
        cmocka_unit_test(test_unit_rules),
        cmocka_unit_test(test_landing_order),
        cmocka_unit_test(test_five_at_once),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_scheduled_store),
        cmocka_unit_test(test_same_cycle),
        cmocka_unit_test(test_owners),
        cmocka_unit_test(test_macro_unset),
        cmocka_unit_test(test_wait_pending),
        cmocka_unit_test(test_lanes_differ),
        cmocka_unit_test(test_misc_of_some_columns),
        cmocka_unit_test(test_recip_7b),
        cmocka_unit_test(test_recip_8b),
        cmocka_unit_test(test_recip_24b),
        cmocka_unit_test(test_u16_to_bf16),
        cmocka_unit_test(test_where),
        cmocka_unit_test(test_repeat),
        cmocka_unit_test(test_repeat_where),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
