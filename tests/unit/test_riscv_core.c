/* A RISC-V core and what is around it: its bus, its findings, how a run ends, what it tells of an instruction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "core/core.h"
#include "riscv_words.h"
#include "base/word_bytes.h"

enum { CODE = 0x1000, DATA = 0x2000, MOST_WORDS = 64, PORT = (int)0xFFE80020, A0 = 10, A1, A2, A3 };

/* What the bus was asked, and what it answers. */
struct world {
    uint8_t memory[0x4000], local[0x1000];
    struct rv_core core;
    enum rv_answer answer;
    uint32_t value; /* of loads, atomics and CSRs */
    unsigned loads, stores, pushes, reads, writes, findings;
    uint32_t address, stored, detail, pc;
    unsigned size;
    enum rv_id id;
    enum rv_finding kind;
};

static enum rv_answer load(void *context, uint32_t address, unsigned size, uint32_t *value)
{
    struct world *w = context;

    w->loads++;
    w->address = address;
    w->size = size;
    *value = w->value;
    return w->answer;
}

static enum rv_answer store(void *context, uint32_t address, unsigned size, uint32_t value)
{
    struct world *w = context;

    w->stores++;
    w->address = address;
    w->size = size;
    w->stored = value;
    return w->answer;
}

static enum rv_answer atomic(void *context, enum rv_id id, uint32_t address, uint32_t operand, uint32_t *old)
{
    struct world *w = context;

    w->id = id;
    w->address = address;
    w->stored = operand;
    *old = w->value;
    return w->answer;
}

static enum rv_answer push(void *context, uint32_t word)
{
    struct world *w = context;

    w->pushes++;
    w->stored = word;
    return w->answer;
}

static enum rv_answer csr_read(void *context, unsigned number, uint32_t *value)
{
    struct world *w = context;

    w->reads++;
    w->address = number;
    *value = w->value;
    return w->answer;
}

static enum rv_answer csr_write(void *context, unsigned number, uint32_t value)
{
    struct world *w = context;

    w->writes++;
    w->address = number;
    w->stored = value;
    return w->answer;
}

static void finding(void *context, enum rv_finding kind, uint32_t pc, uint32_t detail)
{
    struct world *w = context;

    w->findings++;
    w->kind = kind;
    w->pc = pc;
    w->detail = detail;
}

static void put_words(uint8_t *bytes, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < 4 * count; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
}

/* A core with the program at CODE, up to its first 0. */
static void begin(struct world *w, enum sfp_arch arch, const uint32_t *words)
{
    const struct rv_bus bus = {w, load, store, atomic, push, csr_read, csr_write, finding};
    size_t count = 0;

    *w = (struct world){.id = RV_NONE};
    while (words[count])
        count++;
    rv_core_init(&w->core, arch, &bus);
    assert_true(rv_core_add_span(&w->core, &(struct rv_span){0, sizeof w->memory, w->memory, true}));
    assert_true(rv_core_add_span(&w->core, &(struct rv_span){0xFFB00000, sizeof w->local, w->local, false}));
    assert_true(rv_core_add_code(&w->core, CODE, (uint32_t)(4 * count)));
    put_words(w->memory + CODE, words, count);
    w->core.pc = CODE;
}

#define BEGIN(w, arch, ...) begin(w, arch, (const uint32_t[]){__VA_ARGS__, 0})
#define WORD(id, rd, rs1, rs2, imm) riscv_word(RV_##id, rd, rs1, rs2, imm)

static void end(struct world *w)
{
    rv_core_free(&w->core);
}

/* ---- The bus ---- */

static void test_bus_load(void **state)
{
    struct world w;
    struct rv_outcome o;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(LB, A0, A1, 0, 1), WORD(LHU, A0, A1, 0, 2));
    w.core.x[A1] = (uint32_t)PORT;
    w.value = 0x80;
    w.answer = RV_BUS_BLOCKED;
    assert_int_equal(rv_run(&w.core, 5), RV_STOP_BLOCKED);
    assert_int_equal(w.core.pc, CODE);
    assert_int_equal(w.core.retired, 0);
    w.answer = RV_BUS_DONE;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(w.core.x[A0], 0xFFFFFF80);
    assert_int_equal(w.address, (uint32_t)PORT + 1);
    assert_int_equal(w.size, 1);
    assert_int_equal(w.core.last_read, (uint32_t)PORT + 1);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_int_equal(w.core.x[A0], 0x80);
    assert_true(!o.plain && o.address == (uint32_t)PORT + 2 && o.size == 2 && o.value == 0x80);
    assert_int_equal(w.loads, 3);
    end(&w);
}

static void test_bus_store(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_WH, WORD(SH, 0, A1, A0, 4), WORD(SW, 0, A1, A0, 0));
    w.core.x[A1] = 0xFFE40000;
    w.core.x[A0] = 0x8F001234;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_true(w.address == 0xFFE40004 && w.size == 2 && w.stored == 0x1234);
    assert_int_equal(w.core.changes, 1);
    w.answer = RV_BUS_BLOCKED;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_BLOCKED);
    w.answer = RV_BUS_ERROR;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_BUS);
    assert_int_equal(w.core.fault.detail, 0xFFE40000);
    assert_int_equal(w.core.pc, CODE + 4);
    assert_int_equal(w.stored, 0x8F001234);
    end(&w);
}

static void test_bus_atomic(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(AMOMAXU, A0, A1, A2, 0));
    w.core.x[A1] = (uint32_t)PORT;
    w.core.x[A2] = 7;
    w.value = 5;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_true(w.id == RV_AMOMAXU && w.address == (uint32_t)PORT && w.stored == 7 && w.core.x[A0] == 5);
    end(&w);
}

/* SFPNOP is 0x8F000000, and lies rotated left by two bits. */
static void test_push(void **state)
{
    struct world w;
    struct rv_outcome o;

    (void)state;
    BEGIN(&w, SFP_WH, 0x3C000002, 0x3C000002);
    w.answer = RV_BUS_BLOCKED;
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_BLOCKED);
    assert_int_equal(o.op.id, RV_TTINSN);
    w.answer = RV_BUS_DONE;
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(w.stored == 0x8F000000 && o.value == 0x8F000000 && o.size == 0);
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(w.pushes, 3);
    assert_int_equal(w.core.changes, 2);
    end(&w);
}

/* Which of reading and writing happens, by rd and rs1 (manual, "Zicsr", table 7). */
static void test_csrs(void **state)
{
    static const struct {
        enum rv_id id;
        unsigned rd, rs1;
        unsigned reads, writes;
        uint32_t stored;
    } cases[] = {
        {RV_CSRRW, A0, A1, 1, 1, 0x0F}, {RV_CSRRW, 0, A1, 0, 1, 0x0F}, {RV_CSRRW, A0, 0, 1, 1, 0},
        {RV_CSRRS, A0, A1, 1, 1, 0xFF}, {RV_CSRRS, 0, A1, 1, 1, 0xFF}, {RV_CSRRS, A0, 0, 1, 0, 0},
        {RV_CSRRC, A0, A1, 1, 1, 0xF0}, {RV_CSRRC, A0, 0, 1, 0, 0},
        {RV_CSRRWI, A0, 3, 1, 1, 3}, {RV_CSRRWI, 0, 3, 0, 1, 3}, {RV_CSRRWI, A0, 0, 1, 1, 0},
        {RV_CSRRSI, A0, 15, 1, 1, 0xFF}, {RV_CSRRSI, A0, 0, 1, 0, 0},
        {RV_CSRRCI, A0, 16, 1, 1, 0xE0}, {RV_CSRRCI, A0, 0, 1, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world w;

        BEGIN(&w, SFP_BH, riscv_word(cases[i].id, cases[i].rd, cases[i].rs1, 0, RV_CSR_CFG0));
        w.core.x[A1] = 0x0F;
        w.value = 0xF0;
        assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
        assert_true(w.reads == cases[i].reads && w.writes == cases[i].writes && w.stored == cases[i].stored);
        assert_int_equal(w.core.x[A0], cases[i].rd && cases[i].reads ? 0xF0 : 0);
        end(&w);
    }
}

/* A value that comes later: the core goes on until an instruction names the register. */
static void test_later(void **state)
{
    struct world w;
    struct rv_outcome o;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(LH, A0, A1, 0, 0), WORD(ADDI, A2, A1, 0, 1), WORD(ADD, A3, A2, A0, 0));
    w.core.x[A1] = (uint32_t)PORT;
    w.answer = RV_BUS_LATER;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_BLOCKED);
    assert_int_equal(w.core.pending, 0);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(o.later && w.core.pending == 1 << A0);
    {
        const struct rv_op load_op = o.op;

        assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
        assert_int_equal(rv_step(&w.core, &o), RV_STOP_PENDING);
        assert_int_equal(o.waits, 1 << A0);
        assert_int_equal(rv_run(&w.core, 1), RV_STOP_PENDING);
        rv_deliver(&w.core, &load_op, 0xFFFE);
    }
    assert_int_equal(w.core.pending, 0);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_int_equal(w.core.x[A3], (uint32_t)PORT + 1 - 2);
    end(&w);
}

/* Each register that an instruction names is waited for, also one that it only writes; x0 is always there. */
static void test_what_is_waited_for(void **state)
{
    const struct {
        unsigned loaded;
        uint32_t word, waits;
    } cases[] = {
        {A0, WORD(ADDI, A0, A1, 0, 1), 1 << A0}, {A0, WORD(ADDI, A2, A0, 0, 1), 1 << A0},
        {A0, WORD(ADD, A2, A1, A0, 0), 1 << A0}, {A0, WORD(ADD, A0, A0, A0, 0), 1 << A0},
        {A0, WORD(ADD, A2, A1, A3, 0), 0},       {A0, WORD(ADDI, 0, 0, 0, 1), 0},
        {0, WORD(ADDI, A0, 0, 0, 1), 0},         {RV_RA, WORD(ADDI, A0, RV_RA, 0, 1), 1 << RV_RA},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct world w;
        struct rv_outcome o;

        BEGIN(&w, SFP_BH, WORD(LW, cases[i].loaded, A1, 0, 0), cases[i].word);
        w.core.x[A1] = (uint32_t)PORT;
        w.answer = RV_BUS_LATER;
        assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
        assert_int_equal(rv_step(&w.core, &o), cases[i].waits ? RV_STOP_PENDING : RV_STOP_NONE);
        assert_int_equal(o.waits, cases[i].waits);
        end(&w);
    }
}

/* A bus that has nothing is an error of the access. */
static void test_no_bus(void **state)
{
    const struct rv_bus none = {0};
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, 0x3C000002, WORD(LW, A0, A1, 0, 0), WORD(SW, 0, A1, A0, 0), WORD(AMOADD, A0, A1, A2, 0),
          WORD(CSRRW, 0, A0, 0, RV_CSR_CFG0), WORD(CSRRS, A0, 0, 0, RV_CSR_CFG0));
    w.core.bus = none;
    w.core.x[A1] = (uint32_t)PORT;
    for (; w.core.pc < CODE + 24; w.core.pc += 4)
        assert_int_equal(rv_run(&w.core, 1), RV_STOP_BUS);
    end(&w);
}

/* ---- Findings ---- */

static void test_misaligned(void **state)
{
    struct world w;
    struct rv_outcome o;

    (void)state;
    BEGIN(&w, SFP_WH, WORD(LW, A0, A1, 0, 3), WORD(SH, 0, A1, A0, 1), WORD(LW, A0, A2, 0, 2));
    put_words(w.memory + DATA, (const uint32_t[]){0x44332211}, 1);
    w.core.x[A1] = DATA;
    w.core.x[A2] = (uint32_t)PORT;
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(w.core.x[A0] == 0x44332211 && o.address == DATA);
    assert_true(w.findings == 1 && w.kind == RV_FINDING_MISALIGNED && w.pc == CODE && w.detail == DATA + 3);
    w.core.x[A0] = 0xAAAA;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(sfp_word_at(w.memory + DATA), 0x4433AAAA);
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(w.address, (uint32_t)PORT);
    assert_int_equal(w.findings, 3);
    end(&w);
}

static void assert_stops(enum sfp_arch arch, uint32_t word, enum rv_finding kind, uint32_t detail)
{
    struct world w;

    BEGIN(&w, arch, word);
    for (unsigned i = 1; i <= 2; i++) { /* a second time too */
        assert_int_equal(rv_run(&w.core, 1), RV_STOP_FINDING);
        assert_int_equal(w.core.fault.finding, kind);
        assert_int_equal(w.core.fault.detail, detail);
        assert_true(w.findings == i && w.kind == kind && w.pc == CODE && w.detail == detail);
        assert_int_equal(w.core.pc, CODE);
        assert_int_equal(w.core.retired, 0);
    }
    end(&w);
}

static void test_not_executed(void **state)
{
    const uint32_t add_f = 0x00007053, csr = WORD(CSRRW, A0, A1, 0, RV_CSR_CFG0), clz = WORD(CLZ, A0, A1, 0, 0),
                   amo = WORD(AMOADD, A0, A1, A2, 0);

    (void)state;
    assert_stops(SFP_BH, UINT32_MAX, RV_FINDING_ILLEGAL, UINT32_MAX);
    assert_stops(SFP_BH, add_f, RV_FINDING_ILLEGAL, add_f); /* fadd.s */
    assert_stops(SFP_WH, csr, RV_FINDING_ABSENT, csr);
    assert_stops(SFP_WH, clz, RV_FINDING_ABSENT, clz);
    assert_stops(SFP_WH, amo, RV_FINDING_ABSENT, amo);
    assert_stops(SFP_BH, 0x30200073, RV_FINDING_ABSENT, 0x30200073); /* mret */
    assert_stops(SFP_BH, WORD(CSRRS, A0, 0, 0, 0x7C7), RV_FINDING_ABSENT_CSR, 0x7C7);
}

static void test_fences(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_WH, 0x0FF0000F, 0x0000100F);
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_true(w.findings == 1 && w.kind == RV_FINDING_FENCE_NOP);
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_true(w.findings == 2 && w.kind == RV_FINDING_FENCE_I_NOP);
    end(&w);
    BEGIN(&w, SFP_BH, 0x0FF0000F, 0x0000100F);
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(w.findings, 0);
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(w.kind, RV_FINDING_FENCE_I_NOP);
    end(&w);
}

static void test_fetches(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(JAL, 0, 0, 0, 8));
    assert_int_equal(rv_run(&w.core, 5), RV_STOP_FINDING);
    assert_true(w.kind == RV_FINDING_FETCH_OUTSIDE && w.core.pc == CODE + 8 && w.detail == CODE + 8);
    end(&w);
    BEGIN(&w, SFP_BH, WORD(JAL, 0, 0, 0, 6), WORD(ADDI, 0, 0, 0, 0), WORD(ADDI, 0, 0, 0, 0));
    assert_int_equal(rv_run(&w.core, 5), RV_STOP_FINDING);
    assert_true(w.kind == RV_FINDING_FETCH_MISALIGNED && w.core.pc == CODE + 6);
    end(&w);
    /* between two pieces of code */
    BEGIN(&w, SFP_BH, WORD(JAL, 0, 0, 0, 8));
    assert_true(rv_core_add_code(&w.core, CODE + 16, 4));
    assert_int_equal(rv_run(&w.core, 5), RV_STOP_FINDING);
    assert_int_equal(w.kind, RV_FINDING_FETCH_OUTSIDE);
    end(&w);
}

/* Code may be written before it runs, not after. */
static void test_self_modifying(void **state)
{
    const uint32_t addi = WORD(ADDI, A0, A0, 0, 1);
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(SW, 0, A1, A2, 8), WORD(ADDI, A0, A0, 0, 5), UINT32_MAX, WORD(SB, 0, A1, A2, 6));
    w.core.x[A1] = CODE;
    w.core.x[A2] = addi;
    assert_int_equal(rv_run(&w.core, 3), RV_STOP_MOST);
    assert_int_equal(w.core.x[A0], 6);
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_FINDING);
    assert_true(w.kind == RV_FINDING_SELF_MODIFYING && w.detail == CODE + 6 && w.pc == CODE + 12);
    assert_int_equal(sfp_word_at(w.memory + CODE + 4), WORD(ADDI, A0, A0, 0, 5));
    end(&w);
}

/* What others write counts once the core is told. */
static void test_forget(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(ADDI, A0, 0, 0, 1), WORD(ADDI, A0, 0, 0, 2));
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    put_words(w.memory + CODE, (const uint32_t[]){WORD(ADDI, A0, 0, 0, 7)}, 1);
    rv_core_forget(&w.core, CODE + 3, 1);
    rv_core_forget(&w.core, 0, UINT32_MAX);
    w.core.pc = CODE;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(w.core.x[A0], 7);
    end(&w);
}

static void test_rows(void **state)
{
    (void)state;
    for (unsigned i = 0; i < RV_FINDINGS; i++) {
        const struct rv_finding_row *row = rv_finding_row(i);

        assert_true(strncmp(row->name, "riscv-", 6) == 0 && row->text[0] && row->source[0]);
        assert_true(!row->stops || row->severity == SFP_ERROR);
    }
    assert_int_equal(rv_finding_row(RV_FINDING_MISALIGNED)->provenance, RV_DOCUMENTED);
    assert_false(rv_finding_row(RV_FINDING_MISALIGNED)->stops);
    for (unsigned i = 0; i <= RV_STOP_FINDING; i++)
        assert_true(rv_stop_text(i)[0]);
}

/* ---- Memory and code ---- */

static void test_spans(void **state)
{
    uint8_t bytes[16];
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(LW, A0, A1, 0, 0));
    assert_false(rv_core_add_span(&w.core, &(struct rv_span){0x3FFC, 8, bytes, false})); /* overlaps */
    assert_false(rv_core_add_span(&w.core, &(struct rv_span){0x8002, 8, bytes, false}));
    assert_false(rv_core_add_span(&w.core, &(struct rv_span){0x8000, 6, bytes, false}));
    assert_false(rv_core_add_span(&w.core, &(struct rv_span){0x8000, 0, bytes, false}));
    assert_true(rv_core_add_span(&w.core, &(struct rv_span){0x4000, 16, bytes, true}));
    assert_true(rv_core_add_span(&w.core, &(struct rv_span){0xFFFFFFF8, 8, bytes, false}));
    assert_false(rv_core_add_span(&w.core, &(struct rv_span){0x8000, 16, bytes, false})); /* a fifth */
    assert_false(rv_core_add_code(&w.core, 0xFFB00000, 4)); /* not fetched from */
    assert_false(rv_core_add_code(&w.core, 0x3FFC, 8));     /* in two spans */
    assert_false(rv_core_add_code(&w.core, 0x4000, 8));     /* the first piece is in another */
    assert_false(rv_core_add_code(&w.core, 0x2000, 0));
    put_words(bytes, (const uint32_t[]){0, 0, 5, 6}, 4);
    w.core.x[A1] = 0xFFFFFFFC;
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    assert_int_equal(w.core.x[A0], 0);
    assert_int_equal(w.loads, 0);
    end(&w);
}

/* Pieces in any order keep what the others have. */
static void test_code_pieces(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(JAL, 0, 0, 0, -0x100));
    assert_int_equal(rv_run(&w.core, 1), RV_STOP_MOST);
    put_words(w.memory + CODE - 0x100, (const uint32_t[]){WORD(ADDI, A0, 0, 0, 9), WORD(JAL, 0, 0, 0, 0x100 + 0x1C)}, 2);
    put_words(w.memory + CODE + 0x20, (const uint32_t[]){WORD(ADDI, A0, A0, 0, 1)}, 1);
    assert_true(rv_core_add_code(&w.core, CODE - 0x100, 7));
    assert_true(rv_core_add_code(&w.core, CODE + 0x22, 1));
    assert_int_equal(rv_run(&w.core, 3), RV_STOP_MOST);
    assert_int_equal(w.core.x[A0], 10);
    end(&w);
}

/* ---- Ends ---- */

static void test_ends(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, 0x00000073, 0x00100073, WORD(JAL, 0, 0, 0, 0), WORD(BEQ, 0, A0, A0, 0), WORD(JALR, 0, 1, 0, 0));
    assert_int_equal(rv_run(&w.core, 9), RV_STOP_ECALL);
    assert_int_equal(w.core.pc, CODE);
    w.core.pc += 4;
    assert_int_equal(rv_run(&w.core, 9), RV_STOP_EBREAK);
    w.core.pc += 4;
    assert_int_equal(rv_run(&w.core, 9), RV_STOP_SELF_LOOP);
    w.core.pc += 4;
    assert_int_equal(rv_run(&w.core, 9), RV_STOP_SELF_LOOP);
    assert_int_equal(w.core.retired, 0);
    rv_call(&w.core, CODE + 16);
    assert_int_equal(w.core.x[RV_RA], w.core.return_address);
    assert_int_equal(rv_run(&w.core, 9), RV_STOP_RETURN);
    assert_int_equal(w.core.retired, 1);
    assert_int_equal(rv_run(&w.core, 0), RV_STOP_MOST);
    assert_int_equal(w.findings, 0);
    end(&w);
}

/* ---- Loops that go nowhere ---- */

/* Two instructions whose state repeats, and that read nothing. */
static void test_repeats_at_once(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(XORI, A0, A0, 0, 1), WORD(JAL, 0, 0, 0, -4));
    assert_int_equal(rv_run(&w.core, 1000000), RV_STOP_REPEATS);
    assert_int_equal(w.core.pc, CODE + 4);
    assert_in_range(w.core.retired, 2 * RV_STRIDE, 8 * RV_STRIDE);
    end(&w);
}

/* What has changed before the loop is behind it. */
static void test_repeats_after_a_change(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(SW, 0, A1, A2, 0), WORD(XORI, A0, A0, 0, 1), WORD(JAL, 0, 0, 0, -4));
    w.core.x[A1] = DATA;
    w.core.x[A2] = 5;
    assert_int_equal(rv_run(&w.core, 1000000), RV_STOP_REPEATS);
    assert_int_equal(w.core.pc, CODE + 8);
    assert_in_range(w.core.retired, 2 * RV_STRIDE, 8 * RV_STRIDE);
    end(&w);
}

/* A loop of 1,000 times around another one has no state twice; it ends. */
static void test_counting_does_not_repeat(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(ADDI, A1, 0, 0, 500), WORD(ADDI, A1, A1, 0, -1), WORD(BNE, 0, A1, 0, -4),
          WORD(ADDI, A0, A0, 0, 1), WORD(BLT, 0, A0, A2, -16), 0x00000073);
    w.core.x[A2] = 1000;
    assert_int_equal(rv_run(&w.core, UINT64_MAX), RV_STOP_ECALL);
    assert_int_equal(w.core.x[A0], 1000);
    assert_int_equal(w.core.retired, 1000 * (1 + 2 * 500 + 2)); /* and the ecall is none */
    end(&w);
}

/* The same with its counter in memory: registers repeat at each store, memory does not. */
static void test_memory_does_not_repeat(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(LW, A0, A1, 0, 0), WORD(ADDI, A0, A0, 0, 1), WORD(SW, 0, A1, A0, 0),
          WORD(SLTU, A3, A0, A2, 0), WORD(ADDI, A0, 0, 0, 0), WORD(BNE, 0, A3, 0, -20), 0x00000073);
    w.core.x[A1] = DATA;
    w.core.x[A2] = 100000;
    assert_int_equal(rv_run(&w.core, UINT64_MAX), RV_STOP_ECALL);
    assert_int_equal(sfp_word_at(w.memory + DATA), 100000);
    end(&w);
}

/* Polling: what is read may change, so it is given up after so many times only. */
static void test_polling(void **state)
{
    struct world w;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(LW, A0, A1, 0, 0), WORD(BEQ, 0, A0, 0, -4), 0x00000073);
    w.core.x[A1] = (uint32_t)PORT;
    assert_int_equal(rv_run(&w.core, 100000), RV_STOP_MOST);
    assert_int_equal(rv_run(&w.core, UINT64_MAX), RV_STOP_REPEATS);
    assert_in_range(w.core.watch.polls, 100000, 100000 + RV_STRIDE);
    assert_in_range(w.loads, 100000, 100000 + 4 * RV_STRIDE);
    assert_int_equal(w.core.last_read, (uint32_t)PORT);
    w.core.watch.most_polls = 0;
    assert_int_equal(rv_run(&w.core, 1000000), RV_STOP_MOST);
    w.value = 1;
    assert_int_equal(rv_run(&w.core, UINT64_MAX), RV_STOP_ECALL);
    end(&w);
}

/* Other lengths than those that a comparison every 64 jumps meets at once. */
static void test_repeats_with_any_period(void **state)
{
    (void)state;
    for (int32_t period = 2; period < 200; period += 9) {
        struct world w;

        BEGIN(&w, SFP_BH, WORD(ADDI, A0, A0, 0, 1), WORD(BLT, 0, A0, A1, -4), WORD(ADDI, A0, 0, 0, 0),
              WORD(JAL, 0, 0, 0, -12));
        w.core.x[A1] = (uint32_t)period;
        assert_int_equal(rv_run(&w.core, 2000000), RV_STOP_REPEATS);
        end(&w);
    }
}

/* ---- What is told of an instruction ---- */

static void test_outcomes(void **state)
{
    struct world w;
    struct rv_outcome o;

    (void)state;
    BEGIN(&w, SFP_BH, WORD(ADD, A0, A1, A2, 0), WORD(BNE, 0, A1, A2, 8), UINT32_MAX, WORD(SB, 0, A3, A1, 1),
          WORD(LBU, 0, A3, 0, 1), WORD(BEQ, 0, A1, A2, 8), WORD(JALR, 1, A3, 0, 0));
    w.core.x[A1] = 0x105;
    w.core.x[A2] = 6;
    w.core.x[A3] = 0xFFB00000;
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(o.pc == CODE && o.next == CODE + 4 && o.op.id == RV_ADD && o.op.rd == A0 && o.a == 0x105 && o.b == 6 &&
                !o.taken && o.size == 0);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(o.taken && o.next == CODE + 12 && rv_insns[o.op.id].timing == RV_CLASS_BRANCH);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(o.plain && o.address == 0xFFB00001 && o.size == 1 && o.value == 5);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(o.plain && o.value == 5 && o.op.rd == 0);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(!o.taken && o.next == CODE + 24);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_NONE);
    assert_true(o.taken && o.next == 0xFFB00000 && o.op.rd == 1);
    assert_int_equal(rv_step(&w.core, &o), RV_STOP_FINDING);
    assert_int_equal(o.pc, 0xFFB00000);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bus_load),
        cmocka_unit_test(test_bus_store),
        cmocka_unit_test(test_bus_atomic),
        cmocka_unit_test(test_push),
        cmocka_unit_test(test_csrs),
        cmocka_unit_test(test_later),
        cmocka_unit_test(test_no_bus),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_not_executed),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_fetches),
        cmocka_unit_test(test_self_modifying),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_code_pieces),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_what_is_waited_for),
        cmocka_unit_test(test_repeats_at_once),
        cmocka_unit_test(test_repeats_after_a_change),
        cmocka_unit_test(test_counting_does_not_repeat),
        cmocka_unit_test(test_memory_does_not_repeat),
        cmocka_unit_test(test_polling),
        cmocka_unit_test(test_repeats_with_any_period),
        cmocka_unit_test(test_outcomes),
    };

    return cmocka_run_group_tests_name("riscv_core", tests, NULL, NULL);
}
