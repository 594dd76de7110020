/* Schedules as the assembler keeps them: tables of sfpu-schedules(7), cell by cell. */
#include "source/assemble.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* One assembly, and its first error. */
struct table {
    struct sfp_asm_options options;
    struct sfp_program program;
    struct assembly assembly;
    const struct schedule *s;
    char error[300];
    size_t errors;
};

static void collect(void *context, const struct sfp_diagnostic *d)
{
    struct table *t = context;

    if (d->error && t->errors++ == 0)
        snprintf(t->error, sizeof t->error, "%lu:%lu: %s", d->line, d->column, d->text);
}

static void read_table(struct table *t, enum sfp_arch arch, const char *text)
{
    const struct sfp_asm_source source = {.path = "table.s", .text = text, .size = strlen(text)};

    memset(t, 0, sizeof *t);
    t->options = (struct sfp_asm_options){.arch = arch, .sink = collect, .context = t};
    warnings_init(&t->options.warnings);
    t->program = (struct sfp_program){.arch = arch, .arch_stated = true};
    assembly_init(&t->assembly, &t->options, &t->program);
    assembly_run(&t->assembly.as, &source, 1, read_text);
    t->s = t->assembly.schedules.count > 0 ? t->assembly.schedules.items[0] : NULL;
}

static void release(struct table *t)
{
    assembly_release(&t->assembly.as);
    sfp_program_free(&t->program);
}

/* ---- The worked examples ---- */

/* A cell as the table has it: in what row and column, of whose tag, and what it does in each turn. */
struct expected {
    unsigned row;
    enum sfp_unit unit;
    enum cell_kind kind;
    const char *tag; /* NULL: none */
    struct {
        uint32_t word;
        int va, vb, vc, vd; /* -1: the instruction has none of its own */
    } turn[2];
    int address, addrmod;
};

static void assert_register(const char *what, size_t i, unsigned turn, int expected, unsigned found)
{
    if (expected >= 0 && (unsigned)expected != found)
        fail_msg("cell %zu, turn %u: %s is %u, not %d", i, turn, what, found, expected);
}

static void assert_cell(const struct schedule *s, size_t i, const struct expected *e)
{
    const struct cell *c = &s->cells[i];

    if (c->row != e->row || c->unit != e->unit || c->kind != e->kind)
        fail_msg("cell %zu: row %u, unit %d, kind %d", i, c->row, (int)c->unit, (int)c->kind);
    assert_int_equal(c->tag == SCHEDULE_NO_TAG, e->tag == NULL);
    if (e->tag)
        assert_memory_equal(place_text(s->tags[c->tag].name), e->tag, strlen(e->tag));
    if (c->kind == CELL_NEXT || c->kind == CELL_IDLE) {
        assert_null(c->actions);
        return;
    }
    assert_int_equal(c->address, e->address);
    assert_int_equal(c->addrmod, e->addrmod);
    for (unsigned turn = 0; turn < s->turns; turn++) {
        const struct action *a = cell_action(s, c, turn);

        if (a->word != e->turn[turn].word)
            fail_msg("cell %zu, turn %u: 0x%08x, not 0x%08x", i, turn, a->word, e->turn[turn].word);
        assert_register("VA", i, turn, e->turn[turn].va, a->va);
        assert_register("VB", i, turn, e->turn[turn].vb, a->vb);
        assert_register("VC", i, turn, e->turn[turn].vc, a->vc);
        assert_register("VD", i, turn, e->turn[turn].vd, a->vd);
    }
}

static void assert_table(enum sfp_arch arch, const char *text, unsigned period, unsigned rows, unsigned turns,
                         const struct expected *cells, size_t count)
{
    struct table t;

    read_table(&t, arch, text);
    if (t.errors > 0)
        fail_msg("%s", t.error);
    assert_non_null(t.s);
    assert_int_equal(t.s->period, period);
    assert_int_equal(t.s->rows, rows);
    assert_int_equal(t.s->turns, turns);
    assert_int_equal(t.s->step, 2);
    assert_int_equal(t.s->cell_count, count);
    for (size_t i = 0; i < count; i++)
        assert_cell(t.s, i, &cells[i]);
    release(&t);
}

/* Fields of words by hand, from the ISA pages of the instructions: opcode << 24, then as the macros' arguments. */
#define LOAD_WH(vd, fmt, mod, addr) (0x70000000u | (vd) << 20 | (fmt) << 16 | (mod) << 14 | (addr))
#define LOAD_BH(vd, fmt, mod, addr) (0x70000000u | (vd) << 20 | (fmt) << 16 | (mod) << 13 | (addr))
#define STORE(vd, fmt) (0x72000000u | (vd) << 20 | (fmt) << 16)
#define SIMPLE(opcode, imm, vc, vd, mod) ((uint32_t)(opcode) << 24 | (uint32_t)(imm) << 12 | (vc) << 8 | (vd) << 4 | (mod))
#define MAD(va, vb, vc, vd, mod) (0x84000000u | (va) << 16 | (vb) << 12 | (vc) << 8 | (vd) << 4 | (mod))

#define NEXT(row) {row, SFP_UNIT_LOAD, CELL_NEXT, NULL, {{0, 0, 0, 0, 0}}, 0, 0}

/* Blanks, a line of decoration and .equ inside; the registers of iteration d are those of d mod 2. */
#define U16_ROWS(cast, round, store) \
    "    .schedule u16_to_bf16\n    .period 1\n    .rows 2\n    .addrmod STEP:+2\n    .rotate v = L0, L1\n" \
    "    .delays cycles\n" \
    "    t | Load                           | Simple | MAD | Round | Store\n" \
    "    --+--------------------------------+--------+-----+-------+------\n" \
    "    0 | [v] sfpload v, 0, UINT16, STEP |        |     |       |\n" \
    "    1 | ...                            | [v] " cast " |     |       |\n" \
    "    .equ BF16, 2\n" \
    "    2 | ...                            |        |     | [v] " round " |\n" \
    "    3 | ...                            |        |     |       | [v] " store "\n" \
    "    .endschedule\nsfpnop\n"

static const struct expected u16_cells[] = {
    {0, SFP_UNIT_LOAD, CELL_LOAD, "v",
     {{LOAD_WH(0u, 6u, 2u, 0u), -1, -1, -1, 0}, {LOAD_WH(1u, 6u, 2u, 0u), -1, -1, -1, 1}}, 0, 2},
    NEXT(1),
    {1, SFP_UNIT_SIMPLE, CELL_SCHEDULED, "v",
     {{SIMPLE(0x90, 0, 0u, 0u, 0u), -1, -1, 0, 0}, {SIMPLE(0x90, 0, 1u, 1u, 0u), -1, -1, 1, 1}}, 0, 0},
    NEXT(2),
    /* VB << 12 besides; L16 is VD 0 in the word. */
    {2, SFP_UNIT_ROUND, CELL_SCHEDULED, "v",
     {{SIMPLE(0x8E, 0, 0u, 0u, 1u), -1, 0, 0, 16}, {SIMPLE(0x8E, 1, 1u, 0u, 1u), -1, 1, 1, 16}}, 0, 0},
    NEXT(3),
    {3, SFP_UNIT_STORE, CELL_SCHEDULED, "v", {{STORE(0u, 2u), -1, -1, -1, 16}, {STORE(0u, 2u), -1, -1, -1, 16}}, 0, 0},
};

static void test_u16_to_bf16(void **state)
{
    static const char gnu[] = ".equ UINT16, 6\n.equ STEP, 2\n"
        U16_ROWS("sfpcast v, v, 0", "sfpstochrnd L16, v, v, 0, 1, 0", "sfpstore L16, [v], BF16");
    static const char macro[] = ".equ UINT16, 6\n.equ STEP, 2\n"
        U16_ROWS("TTI_SFPCAST(v, v, 0)", "TTI_SFP_STOCH_RND(0, 0, v, v, 0, 1 | (0 | 1)) d=L16",
                 "TTI_SFPSTORE(0, BF16, 0, [v]) d=L16");

    (void)state;
    assert_table(SFP_WH, gnu, 1, 4, 2, u16_cells, 7);
    assert_table(SFP_WH, macro, 1, 4, 2, u16_cells, 7);
}

static void test_where(void **state)
{
    static const char gnu[] =
        ".equ UINT16, 6\n.equ STAY, 3\n.equ STEP, 2\n"
        ".schedule where, period=3\n.rows 2\n.addrmod STAY:+0, STEP:+2\n.delays instructions\n"
        "t | Load                             | Simple                | MAD | Round | Store\n"
        "0 | [c] sfpload L0, 0, UINT16, STAY  |                       |     |       |\n"
        "1 | [a] sfpload L0, 64, UINT16, STAY | [c] sfpsetcc L0, 0, 6 |     |       |\n"
        "2 | sfpload L0, 128, UINT16, STEP    | [a] sfpencc 0, 0      |     |       |\n"
        /* Row 3, as its author wraps it. */
        "0 | ...                              |                       |     |       | [c] sfpstore L0, [c], UINT16\n"
        ".endschedule\nsfpnop\n";
    static const char macro[] =
        ".equ UINT16, 6\n.equ STAY, 3\n.equ STEP, 2\n"
        ".schedule where, period=3\n.rows 2\n.addrmod STAY:+0, STEP:+2\n.delays instructions\n"
        "t | Load                             | Simple                | MAD | Round | Store\n"
        "0 | [c] TTI_SFPLOAD(p_sfpu::LREG0, UINT16, STAY, 0)\n"
        "1 | [a] TTI_SFPLOAD(0, UINT16, STAY, 64) | [c] TTI_SFPSETCC(0, 0, 0, 6)\n"
        "2 | TTI_SFPLOAD(0, UINT16, STEP, 128) | [a] TTI_SFPENCC(0, 0, 0, 0)\n"
        "3 | ...                              |                       |     |       | [c] TTI_SFPSTORE(0, 6, 0, [c])\n"
        ".endschedule\nsfpnop\n";
    static const struct expected cells[] = {
        {0, SFP_UNIT_LOAD, CELL_LOAD, "c", {{LOAD_WH(0u, 6u, 3u, 0u), -1, -1, -1, 0}}, 0, 3},
        {1, SFP_UNIT_LOAD, CELL_LOAD, "a", {{LOAD_WH(0u, 6u, 3u, 64u), -1, -1, -1, 0}}, 64, 3},
        {1, SFP_UNIT_SIMPLE, CELL_SCHEDULED, "c", {{SIMPLE(0x7B, 0, 0u, 0u, 6u), -1, -1, 0, 0}}, 0, 0},
        {2, SFP_UNIT_LOAD, CELL_ISSUED, NULL, {{LOAD_WH(0u, 6u, 2u, 128u), -1, -1, -1, 0}}, 128, 2},
        {2, SFP_UNIT_SIMPLE, CELL_SCHEDULED, "a", {{SIMPLE(0x8A, 0, 0u, 0u, 0u), -1, -1, -1, 0}}, 0, 0},
        NEXT(3),
        {3, SFP_UNIT_STORE, CELL_SCHEDULED, "c", {{STORE(0u, 6u), -1, -1, -1, 0}}, 0, 0},
    };

    (void)state;
    assert_table(SFP_WH, gnu, 3, 4, 1, cells, 7);
    assert_table(SFP_WH, macro, 3, 4, 1, cells, 7);
}

static void test_i32_to_fp32(void **state)
{
    static const char head[] =
        ".equ INT32, 4\n.equ FP32, 3\n.equ STEP, 2\n"
        ".schedule i32_to_fp32\n.period 4\n.rows 2\n.addrmod STEP:+2\n.rotate v = L2, L3\n.rotate m = L4\n"
        ".delays instructions\n"
        "t | Load | Simple | MAD | Round | Store\n";
    static const char gnu[] =
        "0 | [v] sfpload v, 0, INT32, STEP\n1 | | sfpabs m, v, 0\n2 | | | | sfpshft2 L7, L12, 0, 5 b=m\n"
        "3 | | sfpcast m, m, 0\n4 | ... | [v] sfpsetsgn v, m, 0, 0\n5 | ... | | [v] sfpmad L16, L0, L10, v, 4\n"
        "7 | ... | | | | [v] sfpstore L16, [v], FP32\n.endschedule\nsfpnop\n";
    static const char macro[] =
        "0 | [v] TTI_SFPLOAD(v, INT32, STEP, 0)\n1 | | TTI_SFPABS(0, v, m, 0)\n"
        "2 | | | | TTI_SFPSHFT2(m, 12, 7, 5)\n"
        "3 | | TTI_SFPCAST(m, m, 0)\n4 | ... | [v] TTI_SFPSETSGN(0, m, v, 0)\n"
        "5 | ... | | [v] TTI_SFPMAD(0, 10, v, 0, 4) d=L16\n"
        "7 | ... | | | | [v] TTI_SFPSTORE(0, FP32, 0, [v]) d=L16\n.endschedule\nsfpnop\n";
    static const struct expected cells[] = {
        {0, SFP_UNIT_LOAD, CELL_LOAD, "v",
         {{LOAD_WH(2u, 4u, 2u, 0u), -1, -1, -1, 2}, {LOAD_WH(3u, 4u, 2u, 0u), -1, -1, -1, 3}}, 0, 2},
        {1, SFP_UNIT_SIMPLE, CELL_ISSUED, NULL,
         {{SIMPLE(0x7D, 0, 2u, 4u, 0u), -1, -1, 2, 4}, {SIMPLE(0x7D, 0, 3u, 4u, 0u), -1, -1, 3, 4}}, 0, 0},
        /* VB is the immediate's low bits. */
        {2, SFP_UNIT_ROUND, CELL_ISSUED, NULL,
         {{SIMPLE(0x94, 4, 12u, 7u, 5u), -1, 4, 12, 7}, {SIMPLE(0x94, 4, 12u, 7u, 5u), -1, 4, 12, 7}}, 0, 0},
        {3, SFP_UNIT_SIMPLE, CELL_ISSUED, NULL,
         {{SIMPLE(0x90, 0, 4u, 4u, 0u), -1, -1, 4, 4}, {SIMPLE(0x90, 0, 4u, 4u, 0u), -1, -1, 4, 4}}, 0, 0},
        NEXT(4),
        /* Its second source, the sign's, is its destination. */
        {4, SFP_UNIT_SIMPLE, CELL_SCHEDULED, "v",
         {{SIMPLE(0x89, 0, 4u, 2u, 0u), -1, 2, 4, 2}, {SIMPLE(0x89, 0, 4u, 3u, 0u), -1, 3, 4, 3}}, 0, 0},
        NEXT(5),
        {5, SFP_UNIT_MAD, CELL_SCHEDULED, "v",
         {{MAD(0u, 10u, 2u, 0u, 4u), 0, 10, 2, 16}, {MAD(0u, 10u, 3u, 0u, 4u), 0, 10, 3, 16}}, 0, 0},
        NEXT(7),
        {7, SFP_UNIT_STORE, CELL_SCHEDULED, "v", {{STORE(0u, 3u), -1, -1, -1, 16}, {STORE(0u, 3u), -1, -1, -1, 16}},
         0, 0},
    };
    char text[2000];

    (void)state;
    snprintf(text, sizeof text, "%s%s", head, gnu);
    assert_table(SFP_WH, text, 4, 8, 2, cells, 10);
    snprintf(text, sizeof text, "%s%s", head, macro);
    assert_table(SFP_WH, text, 4, 8, 2, cells, 10);
}

static void test_recip_bf16(void **state)
{
    static const char head[] =
        ".equ BF16, 2\n.equ STEP, 6\n"
        ".schedule recip_bf16\n.period 3\n.rows 2\n.addrmod STEP:+2\n.rotate x = L0, L1\n.rotate q = L2, L3\n"
        ".delays instructions\n"
        "t | Load | Simple | MAD | Round | Store\n";
    static const char gnu[] =
        "0 | [x] sfpload x, 0, BF16, STEP\n1 | | sfparecip q, x, 0\n2 | sfploadi q, 0x8000, 10\n"
        "3 | ... | | [x] sfpmad x, x, q, L11, 0\n5 | ... | | | [x] sfpshft2 x, L0, -16, 6\n"
        "6 | ... | [x] sfpiadd L16, q, 0, 4 b=x\n7 | ... | | | | [x] sfpstore L16, [x], BF16\n.endschedule\nsfpnop\n";
    static const char macro[] =
        "0 | [x] TTI_SFPLOAD(x, BF16, STEP, 0)\n1 | | TTI_SFPARECIP(0, x, q, 0)\n2 | TTI_SFPLOADI(q, 10, 0x8000)\n"
        "3 | ... | | [x] TTI_SFPMAD(x, q, 11, x, 0)\n5 | ... | | | [x] TTI_SFPSHFT2(-16 & 0xFFF, 0, x, 6) b=x\n"
        "6 | ... | [x] TTI_SFPIADD(0, q, 0, 4) b=x d=L16\n"
        "7 | ... | | | | [x] TTI_SFPSTORE(0, BF16, 0, [x]) d=L16\n.endschedule\nsfpnop\n";
    static const struct expected cells[] = {
        {0, SFP_UNIT_LOAD, CELL_LOAD, "x",
         {{LOAD_BH(0u, 2u, 6u, 0u), -1, -1, -1, 0}, {LOAD_BH(1u, 2u, 6u, 0u), -1, -1, -1, 1}}, 0, 6},
        {1, SFP_UNIT_SIMPLE, CELL_ISSUED, NULL,
         {{SIMPLE(0x99, 0, 0u, 2u, 0u), -1, -1, 0, 2}, {SIMPLE(0x99, 0, 1u, 3u, 0u), -1, -1, 1, 3}}, 0, 0},
        {2, SFP_UNIT_LOAD, CELL_ISSUED, NULL,
         {{0x71000000u | 2u << 20 | 10u << 16 | 0x8000u, -1, -1, -1, 2},
          {0x71000000u | 3u << 20 | 10u << 16 | 0x8000u, -1, -1, -1, 3}}, 0, 0},
        NEXT(3),
        {3, SFP_UNIT_MAD, CELL_SCHEDULED, "x",
         {{MAD(0u, 2u, 11u, 0u, 0u), 0, 2, 11, 0}, {MAD(1u, 3u, 11u, 1u, 0u), 1, 3, 11, 1}}, 0, 0},
        NEXT(5),
        /* -16 in twelve bits; VB is the loaded register, as nothing else is said. */
        {5, SFP_UNIT_ROUND, CELL_SCHEDULED, "x",
         {{SIMPLE(0x94, 0xFF0, 0u, 0u, 6u), -1, 0, 0, 0}, {SIMPLE(0x94, 0xFF0, 0u, 1u, 6u), -1, 1, 0, 1}}, 0, 0},
        NEXT(6),
        {6, SFP_UNIT_SIMPLE, CELL_SCHEDULED, "x",
         {{SIMPLE(0x79, 0, 2u, 0u, 4u), -1, 0, 2, 16}, {SIMPLE(0x79, 0, 3u, 0u, 4u), -1, 1, 3, 16}}, 0, 0},
        NEXT(7),
        {7, SFP_UNIT_STORE, CELL_SCHEDULED, "x", {{STORE(0u, 2u), -1, -1, -1, 16}, {STORE(0u, 2u), -1, -1, -1, 16}},
         0, 0},
    };
    char text[2000];

    (void)state;
    snprintf(text, sizeof text, "%s%s", head, gnu);
    assert_table(SFP_BH, text, 3, 8, 2, cells, 11);
    snprintf(text, sizeof text, "%s%s", head, macro);
    assert_table(SFP_BH, text, 3, 8, 2, cells, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_u16_to_bf16),
        cmocka_unit_test(test_where),
        cmocka_unit_test(test_i32_to_fp32),
        cmocka_unit_test(test_recip_bf16),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
