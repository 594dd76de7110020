/*
 * What a timed run reports of rules that are broken with other data than those of the run (sfpu-timing(7), Other data),
 * worked out by hand. A finding reads "name instruction other the-other Lreg possible", and, of what did happen,
 * "... Lreg lanes/lanes-that-differ".
 *
 * At the start L0..L7 = 1.0..8.0, which are data, and row r of Dst holds r. So no lane passes a test for less than 0.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reference/slow_pipeline.h"

enum { BOTH = SFP_BOTH, UINT16 = 6 };

struct run {
    int arch; /* mask of enum sfp_arch */
    const char *source, *findings;
};

static void check_run(const struct run *r, enum sfp_arch arch, const uint32_t template[4], uint32_t sequence)
{
    struct watched w;

    watched_start(&w, arch);
    for (unsigned l = 0; l < SFP_LANES; l++) {
        for (unsigned i = 0; i < 4; i++)
            w.m->s.macro_template[i][l] = template[i];
        w.m->s.macro_sequence[0][l] = sequence;
        w.m->s.macro_misc[l] = UINT16;
    }
    sfp_state_refresh(&w.m->s);
    watched_run(&w, r->source);
    if (strcmp(w.findings, r->findings) != 0)
        fail_msg("%s:\n%s\n\"%s\",\nnot \"%s\"", sfp_arch_name(arch), r->source, w.findings, r->findings);
    watched_end(&w);
}

static void check_runs(const struct run *runs, size_t count, const uint32_t template[4], uint32_t sequence)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++)
            if (runs[i].arch & (int)arch)
                check_run(&runs[i], (enum sfp_arch)arch, template, sequence);
}

static const uint32_t no_templates[4];

#define CHECK(table) check_runs(table, sizeof table / sizeof table[0], no_templates, 0)

#define ON "sfpencc 3,10\n"
#define NEGATIVE(reg) "sfpsetcc " #reg ",0,0\n"
#define POSITIVE(reg) "sfpsetcc " #reg ",0,4\n"
#define MAD_L1 "sfpmad L1,L2,L3,L4,0\n"
/* A result, and a cycle too early for it. */
#define EARLY MAD_L1 "sfpmov L5,L1,0\n"
#define RAW(reader, writer) "mad-raw " #reader " other " #writer " L1 possible"

/* ---- Flags that data decide ---- */

static void test_flags(void **state)
{
    static const struct run table[] = {
        {SFP_WH, ON NEGATIVE(L0) EARLY, RAW(3, 2)},
        /* Blackhole waits for the multiply-add whatever the flags are, but not where its scoreboard sees no read */
        {SFP_BH, ON NEGATIVE(L0) EARLY, ""},
        {SFP_BH, ON NEGATIVE(L0) "sfpmad L3,L2,L3,L4,0\n sfpand L1,L3,L2,1", "stall-miss 3 other 2 L3 possible"},
        /* what happens is no possibility */
        {SFP_WH, ON POSITIVE(L0) EARLY, "mad-raw 3 other 2 L1 FFFFFFFF/FFFFFFFF"},
        /* of both results the younger stays */
        {BOTH, ON NEGATIVE(L0) MAD_L1 "sfploadi L1,0,0", "mad-waw 3 other 2 L1 possible"},
        {BOTH, ON NEGATIVE(L0) MAD_L1 "sfploadi L5,0,0", ""},
        /* flags of results */
        {SFP_WH, ON "sfpiadd L0,L6,1,1\n" "sfpmad L1,L2,L3,L4,0\n sfpmov L5,L1,0", "mad-raw 3 other 2 L1 possible"},
        {SFP_WH, ON "sfploadi L6,1,2\n sfpiadd L0,L6,1,1\n" EARLY, ""},
    };

    (void)state;
    CHECK(table);
}

/* ---- Flags that they do not ---- */

static void test_constants(void **state)
{
    static const struct run table[] = {
        {SFP_WH, ON "sfpsetcc L0,0,8\n" EARLY, ""},
        {SFP_WH, "sfpencc 1,10\n" EARLY, ""},
        {SFP_WH, "sfploadi L0,1,2\n" ON NEGATIVE(L0) EARLY, ""},
        {SFP_WH, "sfploadi L0,1,2\n sfpmov L5,L0,0\n" ON NEGATIVE(L5) EARLY, ""},
        {SFP_WH, "sfpload L0,0,3,0\n" ON NEGATIVE(L0) EARLY, RAW(4, 3)},
        {SFP_WH, "sfploadi L0,1,2\n sfpmov L0,L6,0\n" ON NEGATIVE(L0) EARLY, RAW(5, 4)},
        /* half of a register is new, the other half is old */
        {SFP_WH, "sfploadi L0,1,10\n" ON NEGATIVE(L0) EARLY, RAW(4, 3)},
        {SFP_WH, "sfploadi L0,0,10\n sfploadi L0,1,8\n" ON NEGATIVE(L0) EARLY, RAW(5, 4)},
        /* rows that are masked off: ROW_MASK is bits 15:12 of LaneConfig */
        {SFP_WH, "sfpconfig 15,0xf000,1\n sfpnop\n" ON NEGATIVE(L0) EARLY, ""},
        {SFP_WH, "sfpconfig 15,0x1000,1\n sfpnop\n" ON NEGATIVE(L0) EARLY, RAW(5, 4)},
        /* a constant that lanes get which data choose is none */
        {SFP_WH, "sfploadi L6,1,2\n" ON NEGATIVE(L0) "sfploadi L6,-1,4\n" ON NEGATIVE(L6) EARLY, RAW(7, 6)},
        {SFP_WH, "sfploadi L6,1,2\n" ON NEGATIVE(L0) "sfploadi L5,-1,4\n" ON NEGATIVE(L6) EARLY, ""},
        /* under a test of data a test of constants */
        {SFP_WH, "sfploadi L6,1,2\n" ON NEGATIVE(L0) NEGATIVE(L6) EARLY, ""},
        {SFP_WH, "sfploadi L6,1,2\n" ON NEGATIVE(L0) POSITIVE(L6) EARLY, RAW(5, 4)},
    };

    (void)state;
    CHECK(table);
}

/* ---- Branches ---- */

#define IF(reg) "sfppushc 0\n" POSITIVE(reg)
#define ELSE "sfpcompc\n"
#define END "sfppopc 0\n"

static void test_branches(void **state)
{
    static const struct run table[] = {
        {SFP_WH, ON IF(L0) ELSE EARLY END, RAW(5, 4)},
        {SFP_WH, ON IF(L0) ELSE IF(L2) EARLY END END, RAW(7, 6)},
        /* behind the end of a branch all are enabled, as before it */
        {SFP_WH, ON IF(L0) ELSE END EARLY, "mad-raw 6 other 5 L1 FFFFFFFF/FFFFFFFF"},
        {SFP_WH, "sfpencc 1,10\n" IF(L0) ELSE END EARLY, ""},
        /* lanes that pass the test and do not: there are none, however it comes out */
        {SFP_WH, ON NEGATIVE(L0) "sfppushc 0\n" ELSE EARLY, ""},
        /* more tests than are told apart */
        {SFP_WH, ON NEGATIVE(L0) NEGATIVE(L1) NEGATIVE(L2) NEGATIVE(L3) NEGATIVE(L4) NEGATIVE(L5) NEGATIVE(L6) EARLY,
         RAW(9, 8)},
        {SFP_WH, ON IF(L0) ELSE IF(L1) ELSE IF(L2) ELSE IF(L3) ELSE IF(L4) ELSE IF(L5) ELSE IF(L6) ELSE NEGATIVE(L7)
         EARLY, RAW(24, 23)},
        {SFP_WH, ON IF(L0) ELSE END IF(L1) ELSE END IF(L2) ELSE END IF(L3) ELSE END IF(L4) ELSE END IF(L5) ELSE EARLY END,
         RAW(25, 24)},
    };

    (void)state;
    CHECK(table);
}

/* Blackhole's comparisons change the top of the stack: L0 > L2 joins it (2), and is taken from there. */
static void test_stack(void **state)
{
    static const struct run table[] = {
        {SFP_BH, ON "sfppushc 0\n sfpgt L0,L2,0,2\n sfppopc 0\n sfpmad L3,L2,L3,L4,0\n sfpand L1,L3,L2,1",
         "stall-miss 5 other 4 L3 possible"},
        {SFP_BH, "sfploadi L0,1,2\n sfploadi L2,2,2\n" ON "sfppushc 0\n sfpgt L0,L2,0,2\n sfppopc 0\n sfpmad L3,L2,L3,L4,0\n"
         "sfpand L1,L3,L2,1", ""},
    };

    (void)state;
    CHECK(table);
}

/* ---- What macros schedule ---- */

#define SLOT(delay, what) ((uint32_t)((delay) << 3 | (what)))
enum { T0 = 4, T3 = 7, AS_VB = 0x80, STORE_LSB = 24 };
enum { COMPC = 0x8B000000, ENCC_ON = 0x8A000000, STORE_L1 = 0x72160000 };

/* Loads L0; what it schedules with delay 2 executes three cycles on. */
#define MACRO "sfploadmacro 0,L0,4,6,0\n"

/* The flags change in the cycle of the multiply-add: its reader executes where it did not, or where all do. */
static void test_flags_change(void **state)
{
    static const char source[] = ON MACRO NEGATIVE(L0) "sfpnop\n" EARLY;
    static const struct run complement[] = {{SFP_WH, source, "flags-clash 4 other 1"}};
    static const struct run all[] = {{SFP_WH, source, "flags-clash 4 other 1 | " RAW(5, 4)}};

    (void)state;
    check_runs(complement, 1, (const uint32_t[4]){COMPC}, SLOT(2, T0));
    check_runs(all, 1, (const uint32_t[4]){ENCC_ON}, SLOT(2, T0));
}

/* A scheduled SFPSTORE of L1. */
static void check_store(const struct run *runs, size_t count, unsigned delay)
{
    check_runs(runs, count, (const uint32_t[4]){0, 0, 0, STORE_L1}, (AS_VB | SLOT(delay, T3)) << STORE_LSB);
}

static void test_same_cycle(void **state)
{
    static const struct run table[] = {
        {BOTH, ON MACRO NEGATIVE(L0) "sfpnop\n sfpmov L1,L2,0", "macro-same-cycle 1 other 4 L1 possible"},
        {BOTH, ON MACRO "sfpsetcc L0,0,8\n" "sfpnop\n sfpmov L1,L2,0", ""},
    };

    (void)state;
    check_store(table, sizeof table / sizeof table[0], 2);
}

/* The store reads L1 in the second cycle of SFPSWAP, whose mode 1 puts the lesser into L1, where it is already. */
static void test_sorting(void **state)
{
    static const struct run table[] = {
        {BOTH, MACRO "sfpswap L1,L2,1", "macro-old-value 0 other 1 L1 possible"},
        {BOTH, MACRO "sfpswap L1,L2,0", "macro-old-value 0 other 1 L1 FFFFFFFF/FFFFFFFF"},
        {BOTH, "sfploadi L1,1,2\n sfploadi L2,2,2\n" MACRO "sfpswap L1,L2,1", ""},
    };

    (void)state;
    check_store(table, sizeof table / sizeof table[0], 1);
}

/* ---- Registers that data name, and addends ---- */

static void test_l7(void **state)
{
    static const struct run table[] = {
        /* L7 = 8.0 names L0, but it is data */
        {SFP_WH, "sfpmad L1,L2,L3,L4,0\n sfpmad L6,L5,L10,L9,4", "mad-raw 1 other 0 L1 possible"},
        {SFP_WH, "sfploadi L7,2,2\n sfpmad L1,L2,L3,L4,0\n sfpmad L6,L5,L10,L9,4", ""},
        {SFP_WH, "sfploadi L7,1,2\n sfpmad L1,L2,L3,L4,0\n sfpmad L6,L5,L10,L9,4",
         "mad-raw 2 other 1 L1 FFFFFFFF/FFFFFFFF"},
        {SFP_WH, "sfpmad L5,L2,L3,L4,8\n sfpmov L6,L5,0", "mad-raw 1 other 0 L5 possible | mad-waw 1 other 0 L6 possible"},
        {SFP_WH, "sfploadi L7,1,2\n sfpmad L5,L2,L3,L4,8\n sfpmov L6,L5,0", ""},
        /* where flags hide it, the register must be named all the same */
        {SFP_WH, "sfploadi L7,1,2\n" ON NEGATIVE(L0) "sfpmad L5,L2,L3,L4,8\n sfpmov L6,L1,0", RAW(4, 3)},
        {SFP_WH, "sfploadi L7,1,2\n" ON NEGATIVE(L0) "sfpmad L5,L2,L3,L4,8\n sfpmov L6,L5,0", ""},
    };

    (void)state;
    CHECK(table);
}

/* SFPMUL24 with VC = L0, or L9, the constant 0. */
static void test_addend(void **state)
{
    static const struct run table[] = {
        {SFP_BH, "sfpxor L0,L0\n .ttinsn 0x98023010", "mul24-addend 1 L0 possible"},
        {SFP_BH, "sfploadi L0,0,0\n .ttinsn 0x98023010", ""},
        {SFP_BH, "sfpxor L0,L0\n .ttinsn 0x98023910", ""},
        {SFP_BH, ".ttinsn 0x98023010", "mul24-addend 0"},
    };

    (void)state;
    CHECK(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_stack),
        cmocka_unit_test(test_flags_change),
        cmocka_unit_test(test_same_cycle),
        cmocka_unit_test(test_sorting),
        cmocka_unit_test(test_l7),
        cmocka_unit_test(test_addend),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
