/*
 * What is made of the scheduled cells of a table: templates as far as they are asked for, their allocation, and the
 * words that set them up. The schedules are built here, cell by cell. Words are put together by hand from the fields
 * that sfpu(7) draws: opcode in bits 31:24, VA 19:16, VB 15:12, VC 11:8, VD 7:4, Mod1 3:0.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"
#include "isa/modes.h"
#include "schedule/allocation.h"

static struct sfp_index index_of(enum sfp_arch arch)
{
    struct sfp_index index;

    sfp_index_init(&index, arch);
    return index;
}

/* ---- Schedules built by hand ---- */

enum { MOST_CELLS = 32, MOST_TAGS = 8 };

static uint32_t word_of(const struct sfp_index *index, const char *text)
{
    struct sfp_asm_options options = {.arch = index->arch, .sink = diagnostic_print, .context = stderr};
    const struct sfp_asm_source source = {.path = "cell", .text = text, .size = strlen(text)};
    struct sfp_program program;
    uint32_t word;

    warnings_init(&options.warnings);
    assert_true(assembly_make(&options, &source, 1, &program));
    assert_int_equal(program.count, 1);
    word = program.words[0];
    sfp_program_free(&program);
    return word;
}

/* What a cell's text says: L16 can be the destination, and b=LN can come behind. */
static struct action action_of(const struct sfp_index *index, const char *text, const struct sfp_insn **insn)
{
    const char *l16 = strstr(text, "L16"), *b = strstr(text, " b=L");
    const int before = l16 ? (int)(l16 - text) + 1 : 0, behind = l16 ? before + 2 : 0;
    char issued[64];
    struct action a;

    snprintf(issued, sizeof issued, "%.*s%s%.*s\n", before, text, l16 ? "0" : "",
             (int)((b ? (size_t)(b - text) : strlen(text)) - (size_t)behind), text + behind);
    a = (struct action){.word = word_of(index, issued)};
    *insn = sfp_insn_of_word(index, a.word);
    a.va = (uint8_t)sfp_field(*insn, a.word, SFP_F_VA);
    a.vd = l16 ? SFP_STAGING_LREG : (uint8_t)sfp_field(*insn, a.word, SFP_F_VD);
    a.vb = (uint8_t)(sfp_has_field(*insn, SFP_F_VB) ? sfp_field(*insn, a.word, SFP_F_VB) : a.vd);
    a.vc = (uint8_t)(sfp_has_field(*insn, SFP_F_VC) ? sfp_field(*insn, a.word, SFP_F_VC) : a.vd);
    a.mod = (uint8_t)sfp_mode(*insn, a.word);
    if (b)
        a.vb = (uint8_t)atoi(b + strlen(" b=L"));
    return a;
}

static struct schedule *build_schedule(unsigned period, unsigned turns, int step)
{
    struct schedule *s = calloc(1, sizeof *s);

    assert_non_null(s);
    *s = (struct schedule){.period = period, .turns = turns, .step = step};
    s->cells = calloc(MOST_CELLS, sizeof *s->cells);
    s->tags = calloc(MOST_TAGS, sizeof *s->tags);
    assert_non_null(s->cells);
    assert_non_null(s->tags);
    return s;
}

static void build_free(struct schedule *s)
{
    for (size_t i = 0; i < s->cell_count; i++)
        free(s->cells[i].actions);
    free(s->cells);
    free(s->tags);
    free(s);
}

/* Adds a cell with a text a turn. */
static void build_cell(const struct sfp_index *index, struct schedule *s, struct cell cell, const char *const *texts)
{
    struct cell *c = &s->cells[s->cell_count++];

    *c = cell;
    c->actions = calloc(s->turns, sizeof *c->actions);
    assert_non_null(c->actions);
    for (unsigned turn = 0; turn < s->turns; turn++)
        c->actions[turn] = action_of(index, texts[turn], &c->insn);
    if (c->row >= s->rows)
        s->rows = c->row + 1;
}

/* The load of another tag, and a cell that tag number `tag` schedules. */
static void build_load(const struct sfp_index *index, struct schedule *s, unsigned row, const char *const *texts)
{
    s->tags[s->tag_count] = (struct tag){.load = s->cell_count};
    build_cell(index, s, (struct cell){.kind = CELL_LOAD, .unit = SFP_UNIT_LOAD, .row = row, .tag = (int)s->tag_count},
               texts);
    s->tag_count++;
}

static void build_scheduled(const struct sfp_index *index, struct schedule *s, unsigned row, int tag,
                            enum sfp_unit unit, const char *const *texts)
{
    build_cell(index, s, (struct cell){.kind = CELL_SCHEDULED, .unit = unit, .row = row, .tag = tag}, texts);
}

#define TEXTS(...) (const char *const[]){__VA_ARGS__}

/* ---- Partial templates ---- */

/* One cell, scheduled by a load of the register; the ways to do it. */
struct ways_case {
    const char *text;
    unsigned loaded, count;
    struct {
        bool to_vb, to_staging;
        uint32_t word, open; /* bits that are open */
    } ways[MOST_WAYS];
};

static void test_ways(void **state)
{
    enum { VA = 0xF << 16, VB = 0xF << 12, VC = 0xF << 8, VD = 0xF << 4, IMM12 = 0xFFF << 12 };
    static const struct ways_case cases[] = {
        /* Only VC is read, so the loaded register must be it, or the template has it. */
        {"sfpcast L0, L0, 0", 0, 2, {{false, false, 0x90000000, VC | VD}, {true, false, 0x90000000, VD}}},
        {"sfpcast L1, L3, 0", 1, 1, {{true, false, 0x90000300, VD}}},
        {"sfpcast L2, L3, 0", 1, 0, {{0}}}, /* the result goes to the loaded register, or to L16 */
        {"sfpcast L16, L3, 0", 1, 1, {{true, true, 0x90000300, VD}}},
        /* VB is the template's VD where there is no VB; the sum can be turned round. */
        {"sfpiadd L16, L2, 0, 4 b=L1", 1, 2,
         {{true, true, 0x79000204, IMM12 | VD}, {false, true, 0x79000024, IMM12 | VC}}},
        {"sfpiadd L16, L2, 0, 6 b=L1", 1, 1, {{true, true, 0x79000206, IMM12 | VD}}},
        /* Nothing but VA is asked for where it is read. */
        {"sfpmad L1, L3, L1, L11, 0", 1, 1, {{true, false, 0x84030B00, VB | VD}}},
        {"sfpmad L16, L0, L10, L2, 4", 2, 1, {{false, true, 0x8400A004, VA | VC | VD}}},
        /* VA cannot be the loaded register, but the factors can be exchanged. */
        {"sfpmad L1, L1, L3, L11, 0", 1, 1, {{true, false, 0x84030B00, VB | VD}}},
        {"sfpmad L1, L1, L3, L11, 4", 1, 0, {{0}}},
        /* SFPSHFT2: VB lies under the immediate, of which mode 5 reads nothing else. */
        {"sfpshft2 L16, L12, 0, 5 b=L2", 2, 1, {{true, true, 0x94000C05, VB | VD}}},
        {"sfpshft2 L1, L0, -16, 6 b=L1", 1, 1, {{true, false, 0x94FF0006, VC | VD}}},
        {"sfpswap L5, L1, 1", 1, 1, {{false, false, 0x92000051, VC}}},
        {"sfpsetcc L0, 0, 6", 0, 2,
         {{false, false, 0x7B000006, IMM12 | VC | VD}, {true, false, 0x7B000006, IMM12 | VD}}},
        {"sfpencc 0, 0", 3, 2, {{false, false, 0x8A000000, IMM12 | VD}, {true, false, 0x8A000000, IMM12 | VD}}},
        {"sfpaddi L2, 0x3f80, 0", 2, 2, {{false, false, 0x753F8000, VD}, {true, false, 0x753F8020, 0}}},
    };
    struct sfp_index index = index_of(SFP_WH);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct ways_case *c = &cases[i];
        struct way ways[MOST_WAYS];
        const struct sfp_insn *insn;
        const struct action action = action_of(&index, c->text, &insn);
        const unsigned count = ways_of(insn, &action, c->loaded, ways);

        if (count != c->count)
            fail_msg("%s: %u ways, not %u", c->text, count, c->count);
        for (unsigned k = 0; k < count; k++)
            if (ways[k].slot.to_vb != c->ways[k].to_vb || ways[k].slot.to_staging != c->ways[k].to_staging ||
                ways[k].wanted.word != c->ways[k].word || ~ways[k].wanted.care != c->ways[k].open)
                fail_msg("%s, way %u: VB %d, L16 %d, 0x%08x, open 0x%08x", c->text, k, ways[k].slot.to_vb,
                         ways[k].slot.to_staging, ways[k].wanted.word, ~ways[k].wanted.care);
    }
}

/* ---- Allocation and words ---- */

/* The worked examples: cells that are issued have no part in the set-up, and are left out. */

static struct schedule *build_u16_to_bf16(const struct sfp_index *index)
{
    struct schedule *s = build_schedule(1, 2, 2);

    s->counts_cycles = true;
    build_load(index, s, 0, TEXTS("sfpload L0, 0, 6, 2", "sfpload L1, 0, 6, 2"));
    build_scheduled(index, s, 1, 0, SFP_UNIT_SIMPLE, TEXTS("sfpcast L0, L0, 0", "sfpcast L1, L1, 0"));
    build_scheduled(index, s, 2, 0, SFP_UNIT_ROUND,
                    TEXTS("sfpstochrnd L16, L0, L0, 0, 1, 0", "sfpstochrnd L16, L0, L1, 0, 1, 0"));
    build_scheduled(index, s, 3, 0, SFP_UNIT_STORE, TEXTS("sfpstore L16, 0, 2, 0", "sfpstore L16, 0, 2, 0"));
    return s;
}

static struct schedule *build_where(const struct sfp_index *index)
{
    struct schedule *s = build_schedule(3, 1, 2);

    build_load(index, s, 0, TEXTS("sfpload L0, 0, 6, 3"));
    build_load(index, s, 1, TEXTS("sfpload L0, 64, 6, 3"));
    build_scheduled(index, s, 1, 0, SFP_UNIT_SIMPLE, TEXTS("sfpsetcc L0, 0, 6"));
    build_scheduled(index, s, 2, 1, SFP_UNIT_SIMPLE, TEXTS("sfpencc 0, 0"));
    build_scheduled(index, s, 3, 0, SFP_UNIT_STORE, TEXTS("sfpstore L0, 0, 6, 0"));
    return s;
}

static struct schedule *build_i32_to_fp32(const struct sfp_index *index)
{
    struct schedule *s = build_schedule(4, 2, 2);

    build_load(index, s, 0, TEXTS("sfpload L2, 0, 4, 2", "sfpload L3, 0, 4, 2"));
    build_scheduled(index, s, 4, 0, SFP_UNIT_SIMPLE, TEXTS("sfpsetsgn L2, L4, 0, 0", "sfpsetsgn L3, L4, 0, 0"));
    build_scheduled(index, s, 5, 0, SFP_UNIT_MAD, TEXTS("sfpmad L16, L0, L10, L2, 4", "sfpmad L16, L0, L10, L3, 4"));
    build_scheduled(index, s, 7, 0, SFP_UNIT_STORE, TEXTS("sfpstore L16, 0, 3, 0", "sfpstore L16, 0, 3, 0"));
    return s;
}

static struct schedule *build_recip_bf16(const struct sfp_index *index)
{
    struct schedule *s = build_schedule(3, 2, 2);

    build_load(index, s, 0, TEXTS("sfpload L0, 0, 2, 6", "sfpload L1, 0, 2, 6"));
    build_scheduled(index, s, 3, 0, SFP_UNIT_MAD, TEXTS("sfpmad L0, L0, L2, L11, 0", "sfpmad L1, L1, L3, L11, 0"));
    build_scheduled(index, s, 5, 0, SFP_UNIT_ROUND,
                    TEXTS("sfpshft2 L0, L0, -16, 6 b=L0", "sfpshft2 L1, L0, -16, 6 b=L1"));
    build_scheduled(index, s, 6, 0, SFP_UNIT_SIMPLE, TEXTS("sfpiadd L16, L2, 0, 4 b=L0", "sfpiadd L16, L3, 0, 4 b=L1"));
    build_scheduled(index, s, 7, 0, SFP_UNIT_STORE, TEXTS("sfpstore L16, 0, 2, 0", "sfpstore L16, 0, 2, 0"));
    return s;
}

/* Sets up some schedules, all of which must fit, and asserts the words. */
static void assert_setup(const struct sfp_index *index, struct schedule *const *schedules, size_t count,
                         bool by_config, const uint32_t *words, size_t word_count)
{
    struct demands demands;
    struct demands_error error;
    struct allocated allocated;
    struct macro_config config;
    struct setup setup;

    assert_int_equal(demands_make(&demands, schedules, count, &error), DEMANDS_FINE);
    assert_int_equal(allocate(&demands, &allocated), ALLOCATED);
    macro_config_make(index, &allocated.slots, demands.store_mod0, schedules[0]->counts_cycles, &config);
    setup_make(index, &config, by_config, &setup);
    demands_free(&demands);
    for (size_t i = 0; i < setup.count && i < word_count; i++)
        if (setup.words[i] != words[i])
            fail_msg("word %zu: 0x%08x, not 0x%08x", i, setup.words[i], words[i]);
    assert_int_equal(setup.count, word_count);
}

#define ASSERT_SETUP(index, s, ...) \
    assert_setup(&index, &(struct schedule *){s}, 1, false, (const uint32_t[]){__VA_ARGS__}, \
                 sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/*
 * Template 0 is the SFPCAST, whose VC is loaded: 90h, VD 12. Template 1 is the SFPSTOCHRND, mode 1: 8Eh, VD 13. The
 * bytes of the sequence: Simple starts in the next cycle, 04h; Round a cycle later to L16, 40h + 8 + 5; the store two
 * later from L16, 40h + 10h + 3. Misc: the stores' format bf16; delays count cycles.
 */
static void test_u16_to_bf16(void **state)
{
    struct sfp_index index = index_of(SFP_WH);
    struct schedule *s = build_u16_to_bf16(&index);

    (void)state;
    ASSERT_SETUP(index, s, 0x91000281, 0x710A0004, 0x7108534D, 0x91000040, 0x900000C0, 0x8E0000D1);
    build_free(s);
}

/* SFPSETCC, mode 6, and SFPENCC in templates 0 and 1. The first macro: 04h, and a store of the loaded register two
 * cycles later, 13h; the second: 05h, an immediate. Misc: uint16, delays count instructions. */
static void test_where(void **state)
{
    struct sfp_index index = index_of(SFP_BH);
    struct schedule *s = build_where(&index);

    (void)state;
    ASSERT_SETUP(index, s, 0x910F0681, 0x710A0004, 0x71081300, 0x91000040, 0x91000551, 0x7B0000C6, 0x8A0000D0);
    build_free(s);
}

/*
 * SFPSETSGN takes the sign of VB, the loaded register, and VC = L4: 89h, VC 4, VD 12; its byte is 80h + 3 * 8 + 4.
 * SFPMAD has VB = L10 and mode 4, VC is loaded: 84h, VB 10, VD 13; 40h + 4 * 8 + 5. The store: 40h + 6 * 8 + 3. Misc:
 * fp32.
 */
static void test_i32_to_fp32(void **state)
{
    struct sfp_index index = index_of(SFP_WH);
    struct schedule *s = build_i32_to_fp32(&index);

    (void)state;
    ASSERT_SETUP(index, s, 0x910F0381, 0x710A659C, 0x71087300, 0x91000040, 0x890004C0, 0x8400A0D4);
    build_free(s);
}

/*
 * One SFPIADD does for both turns: its VC is L2 where the loaded register is VB, and its VD, which is VB then, is L3
 * where the loaded register is VC. It names no slot, takes the first, and comes by SFPCONFIG: 79h, VC 2, VD 3, mode 4.
 * SFPMAD takes a template a turn, with VA 2 and 3, VC 11, in slots 1 and 3; SFPSHFT2 by -16 is in slot 2. Bytes of the
 * turns: Simple 40h + 5 * 8 + 4, with 80h in the first; MAD 80h + 2 * 8, + 5 and + 7; Round 4 * 8 + 6, where L0 is also
 * what the low bits of -16 name as VB, so that 80h is needed in the second only; store 40h + 6 * 8 + 3.
 */
static void test_recip_bf16(void **state)
{
    struct sfp_index index = index_of(SFP_BH);
    struct schedule *s = build_recip_bf16(&index);

    (void)state;
    ASSERT_SETUP(index, s, 0x910F0281, 0x710A0234, 0x71087900, 0x91000000, 0x710A95EC, 0x71087326, 0x91000040,
                 0x710A976C, 0x710873A6, 0x91000050, 0x84020BD0, 0x94FF00E6, 0x84030BF0);
    build_free(s);
}

/* By SFPCONFIG alone, behind which comes an SFPNOP: the words of where again. */
static void test_by_config(void **state)
{
    static const uint32_t words[] = {
        0x910F0681, 0x710A00C6, 0x71087B00, 0x91000000, 0x710A00D0, 0x71088A00, 0x91000010,
        0x710A0004, 0x71081300, 0x91000040, 0x91000551, 0x8F000000,
    };
    struct sfp_index index = index_of(SFP_WH);
    struct schedule *s = build_where(&index);

    (void)state;
    assert_setup(&index, &s, 1, true, words, sizeof words / sizeof words[0]);
    build_free(s);
}

/*
 * Two schedules under one set-up share what is the same: a copy that is stored as it was loaded, in a format of its
 * own, needs a macro more, and that its store takes the format of its load (Misc bit 5), as the other's is not its
 * load's.
 */
static void test_two_schedules(void **state)
{
    static const uint32_t words[] = {
        0x91002281, 0x710A0004, 0x7108534D, 0x91000040, /* uint16 to bf16 */
        0x710A0000, 0x71080300, 0x91000050, /* the store of what was loaded, at once */
        0x900000C0, 0x8E0000D1,
    };
    struct sfp_index index = index_of(SFP_WH);
    struct schedule *copy = build_schedule(1, 1, 2);
    struct schedule *both[] = {build_u16_to_bf16(&index), copy};

    (void)state;
    copy->counts_cycles = true;
    build_load(&index, copy, 0, TEXTS("sfpload L0, 0, 3, 2"));
    build_scheduled(&index, copy, 1, 0, SFP_UNIT_STORE, TEXTS("sfpstore L0, 0, 3, 0"));
    assert_setup(&index, both, 2, false, words, sizeof words / sizeof words[0]);
    build_free(both[0]);
    build_free(copy);
}

/* A store of a register that is neither loaded nor L16 takes a template, of which only VD counts; of L0 it takes none.
 * */
static void test_stores(void **state)
{
    struct sfp_index index = index_of(SFP_WH);
    struct schedule *s = build_schedule(4, 1, 2);

    (void)state;
    s->counts_cycles = true;
    build_load(&index, s, 0, TEXTS("sfpload L1, 0, 3, 2"));
    build_load(&index, s, 1, TEXTS("sfpload L1, 0, 3, 2"));
    build_scheduled(&index, s, 1, 0, SFP_UNIT_STORE, TEXTS("sfpstore L0, 0, 3, 0"));
    build_scheduled(&index, s, 2, 1, SFP_UNIT_STORE, TEXTS("sfpstore L5, 0, 3, 0"));
    /* Store bytes 83h, and 84h for template 0: 72h, VD 5 in bits 23:20, by SFPCONFIG. */
    ASSERT_SETUP(index, s, 0x91000381, 0x710A0000, 0x71087250, 0x91000000, 0x710A0000, 0x71088300, 0x91000040,
                 0x710A0000, 0x71088400, 0x91000050, 0x8F000000);
    build_free(s);
}

/* ---- What cannot be set up ---- */

static enum demands_fault fault_of(struct schedule *s, struct demands_error *error)
{
    struct demands demands;
    const enum demands_fault fault = demands_make(&demands, &s, 1, error);

    demands_free(&demands);
    return fault;
}

static enum allocate_result result_of(struct schedule *s, struct allocated *allocated)
{
    struct demands demands;
    struct demands_error error;
    enum allocate_result result;

    assert_int_equal(demands_make(&demands, &s, 1, &error), DEMANDS_FINE);
    result = allocate(&demands, allocated);
    demands_free(&demands);
    return result;
}

static void test_faults(void **state)
{
    struct sfp_index index = index_of(SFP_WH);
    struct schedule *s = build_schedule(16, 1, 2);
    struct demands_error error;

    (void)state;
    build_load(&index, s, 0, TEXTS("sfpload L0, 0, 3, 2"));
    build_scheduled(&index, s, 8, 0, SFP_UNIT_SIMPLE, TEXTS("sfpabs L0, L0, 0"));
    assert_int_equal(fault_of(s, &error), DEMANDS_FINE); /* 8 cycles are the most */
    s->cells[1].row = 9;
    assert_int_equal(fault_of(s, &error), DEMANDS_DELAY);
    assert_ptr_equal(error.cell, &s->cells[1]);
    s->cells[1].row = 0;
    assert_int_equal(fault_of(s, &error), DEMANDS_DELAY);
    s->cells[1].row = 1;
    build_scheduled(&index, s, 2, 0, SFP_UNIT_SIMPLE, TEXTS("sfpabs L0, L0, 0"));
    assert_int_equal(fault_of(s, &error), DEMANDS_TWICE);
    assert_ptr_equal(error.cell, &s->cells[2]);
    assert_ptr_equal(error.other, &s->cells[1]);
    build_free(s);

    s = build_schedule(16, 2, 2); /* fits the first turn only */
    build_load(&index, s, 0, TEXTS("sfpload L0, 0, 3, 2", "sfpload L1, 0, 3, 2"));
    build_scheduled(&index, s, 1, 0, SFP_UNIT_SIMPLE, TEXTS("sfpabs L0, L0, 0", "sfpabs L0, L0, 0"));
    assert_int_equal(fault_of(s, &error), DEMANDS_NO_WAY);
    assert_int_equal(error.turn, 1);
    build_free(s);
}

static void test_formats(void **state)
{
    struct sfp_index index = index_of(SFP_WH);
    struct schedule *s = build_schedule(16, 1, 2);
    struct demands_error error;

    (void)state;
    build_load(&index, s, 0, TEXTS("sfpload L0, 0, 3, 2"));
    build_load(&index, s, 1, TEXTS("sfpload L1, 0, 3, 2"));
    build_scheduled(&index, s, 3, 0, SFP_UNIT_STORE, TEXTS("sfpstore L0, 0, 2, 0"));
    build_scheduled(&index, s, 4, 1, SFP_UNIT_STORE, TEXTS("sfpstore L1, 0, 2, 0"));
    assert_int_equal(fault_of(s, &error), DEMANDS_FINE);
    s->cells[3].actions[0].mod = 6;
    assert_int_equal(fault_of(s, &error), DEMANDS_FORMATS);
    assert_ptr_equal(error.cell, &s->cells[3]);
    assert_ptr_equal(error.other, &s->cells[2]);
    build_free(s);
}

/* Five instructions that have nothing in common are one too many, on whatever loads; so are five macros. */
static void test_too_many(void **state)
{
    static const char *const simple[] = {"sfpabs L0, L0, 0", "sfpnot L0, L0"};
    struct sfp_index index = index_of(SFP_WH);
    struct allocated allocated;

    (void)state;
    for (unsigned count = 4; count <= 5; count++) {
        struct schedule *s = build_schedule(32, 1, 2);

        for (unsigned i = 0; i < count; i++) { /* after 1, 2, 3, ... cycles */
            build_load(&index, s, 2 * i, TEXTS("sfpload L0, 0, 3, 2"));
            build_scheduled(&index, s, 3 * i + 1, (int)i, SFP_UNIT_SIMPLE, &simple[0]);
        }
        assert_int_equal(result_of(s, &allocated), count == 4 ? ALLOCATED : ALLOCATE_MACROS);
        assert_int_equal(allocated.slots.macro_count, count);
        build_free(s);
    }
    {
        /* Three on one load, two on another: two macros, five templates. */
        struct schedule *s = build_schedule(32, 1, 2);

        build_load(&index, s, 0, TEXTS("sfpload L0, 0, 3, 2"));
        build_load(&index, s, 8, TEXTS("sfpload L0, 0, 3, 2"));
        build_scheduled(&index, s, 1, 0, SFP_UNIT_SIMPLE, &simple[0]);
        build_scheduled(&index, s, 2, 0, SFP_UNIT_MAD, TEXTS("sfpadd L0, L0, L1, 0"));
        build_scheduled(&index, s, 4, 0, SFP_UNIT_ROUND, TEXTS("sfpstochrnd L0, L0, L0, 0, 1, 0"));
        build_scheduled(&index, s, 9, 1, SFP_UNIT_SIMPLE, &simple[1]);
        assert_int_equal(result_of(s, &allocated), ALLOCATED);
        assert_int_equal(allocated.slots.template_count, 4);
        build_scheduled(&index, s, 10, 1, SFP_UNIT_MAD, TEXTS("sfpmul L0, L0, L0, 0"));
        assert_int_equal(result_of(s, &allocated), ALLOCATE_TEMPLATES);
        assert_int_equal(allocated.slots.template_count, 5);
        build_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),       cmocka_unit_test(test_u16_to_bf16), cmocka_unit_test(test_where),
        cmocka_unit_test(test_i32_to_fp32), cmocka_unit_test(test_recip_bf16), cmocka_unit_test(test_by_config),
        cmocka_unit_test(test_two_schedules), cmocka_unit_test(test_stores), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_formats),    cmocka_unit_test(test_too_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
