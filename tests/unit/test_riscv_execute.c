/*
 * What each RISC-V instruction computes, on values at the edges of its range. Results were worked out by hand from The
 * RISC-V Instruction Set Manual, volume I; comments say how where it is not plain. Both ways to execute are taken.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "core/core.h"
#include "riscv_words.h"
#include "base/word_bytes.h"

enum { CODE = 0x1000, DATA = 0x2000, RD = 7, RS1 = 5, RS2 = 6 };

static uint8_t memory[0x4000];

static void begin(struct rv_core *core, uint32_t word, uint32_t a, uint32_t b)
{
    const struct rv_bus bus = {0};
    const struct rv_span span = {0, sizeof memory, memory, true};

    rv_core_init(core, SFP_BH, &bus);
    assert_true(rv_core_add_span(core, &span) && rv_core_add_code(core, CODE, 4));
    for (unsigned i = 0; i < 4; i++)
        memory[CODE + i] = (uint8_t)(word >> 8 * i);
    core->pc = CODE;
    core->x[RS1] = a;
    core->x[RS2] = b;
    core->x[RD] = 0xDEADBEEF;
}

/* Executes one instruction on a and b, untold or told of; the core is still to be freed. */
static void execute(struct rv_core *core, bool told, uint32_t word, uint32_t a, uint32_t b)
{
    struct rv_outcome outcome;

    begin(core, word, a, b);
    if (told)
        assert_int_equal(rv_step(core, &outcome), RV_STOP_NONE);
    else
        assert_int_equal(rv_run(core, 1), RV_STOP_MOST);
    assert_int_equal(core->retired, 1);
    assert_int_equal(core->x[0], 0);
}

/* ---- Registers to a register ---- */

#define MIN 0x80000000
#define MAX 0x7FFFFFFF
#define ONES 0xFFFFFFFF

static const struct {
    enum rv_id id;
    uint32_t a, b, value;
} computations[] = {
    {RV_ADD, 1, 2, 3}, {RV_ADD, ONES, 1, 0}, {RV_ADD, MAX, 1, MIN}, {RV_ADD, MIN, MIN, 0},
    {RV_SUB, 3, 2, 1}, {RV_SUB, 0, 1, ONES}, {RV_SUB, MIN, 1, MAX}, {RV_SUB, 5, 5, 0},
    /* shifts take five bits of rs2 */
    {RV_SLL, 1, 0, 1}, {RV_SLL, 1, 31, MIN}, {RV_SLL, 0x81, 4, 0x810}, {RV_SLL, 1, 32, 1}, {RV_SLL, 1, 0xFFFFFFE1, 2},
    {RV_SRL, MIN, 31, 1}, {RV_SRL, ONES, 4, 0x0FFFFFFF}, {RV_SRL, ONES, 32, ONES}, {RV_SRL, 8, 3, 1},
    {RV_SRA, MIN, 31, ONES}, {RV_SRA, MAX, 30, 1}, {RV_SRA, 0xFFFFFF00, 4, 0xFFFFFFF0}, {RV_SRA, MIN, 32, MIN},
    {RV_SLT, MIN, MAX, 1}, {RV_SLT, MAX, MIN, 0}, {RV_SLT, ONES, 0, 1}, {RV_SLT, 4, 4, 0},
    {RV_SLTU, MIN, MAX, 0}, {RV_SLTU, MAX, MIN, 1}, {RV_SLTU, 0, ONES, 1}, {RV_SLTU, 4, 4, 0},
    {RV_XOR, 0xFF00FF00, 0x0FF00FF0, 0xF0F0F0F0}, {RV_XOR, ONES, ONES, 0},
    {RV_OR, 0xFF00FF00, 0x0FF00FF0, 0xFFF0FFF0}, {RV_OR, 0, 0, 0},
    {RV_AND, 0xFF00FF00, 0x0FF00FF0, 0x0F000F00}, {RV_AND, ONES, 0x12345678, 0x12345678},

    {RV_MUL, 3, 5, 15}, {RV_MUL, ONES, ONES, 1}, {RV_MUL, MIN, 2, 0}, {RV_MUL, 0x10000, 0x10000, 0},
    {RV_MUL, 0xFFFFFFFD, 7, 0xFFFFFFEB}, /* -3 * 7 = -21 */
    {RV_MULH, ONES, ONES, 0},           /* -1 * -1 = 1 */
    {RV_MULH, MIN, MIN, 0x40000000},    /* 2^62 */
    {RV_MULH, MIN, MAX, 0xC0000000},    /* -2^62 + 2^31: 0xC0000000_80000000 */
    {RV_MULH, ONES, 1, ONES},           /* -1 */
    {RV_MULHU, ONES, ONES, 0xFFFFFFFE}, /* 2^64 - 2^33 + 1 */
    {RV_MULHU, MIN, MIN, 0x40000000}, {RV_MULHU, 0x10000, 0x10000, 1}, {RV_MULHU, ONES, 1, 0},
    {RV_MULHSU, ONES, ONES, ONES},      /* -1 * (2^32 - 1) = -2^32 + 1: 0xFFFFFFFF_00000001 */
    {RV_MULHSU, MIN, ONES, MIN},        /* -2^31 * (2^32 - 1) = -2^63 + 2^31: 0x80000000_80000000 */
    {RV_MULHSU, 1, ONES, 0}, {RV_MULHSU, ONES, 1, ONES},

    {RV_DIV, 20, 6, 3}, {RV_DIV, 0xFFFFFFEC, 6, 0xFFFFFFFD} /* -20 / 6 = -3 */, {RV_DIV, 20, 0xFFFFFFFA, 0xFFFFFFFD},
    {RV_DIV, 0xFFFFFFEC, 0xFFFFFFFA, 3}, {RV_DIV, MIN, ONES, MIN}, {RV_DIV, MIN, 1, MIN}, {RV_DIV, 5, 0, ONES},
    {RV_DIV, MIN, 0, ONES}, {RV_DIV, 0, 0, ONES}, {RV_DIV, MAX, ONES, 0x80000001},
    {RV_DIVU, 20, 6, 3}, {RV_DIVU, 0xFFFFFFEC, 6, 0x2AAAAAA7} /* 4294967276 / 6 = 715827879 */,
    {RV_DIVU, MIN, ONES, 0}, {RV_DIVU, ONES, ONES, 1}, {RV_DIVU, 5, 0, ONES}, {RV_DIVU, 0, 0, ONES},
    {RV_REM, 20, 6, 2}, {RV_REM, 0xFFFFFFEC, 6, 0xFFFFFFFE}, {RV_REM, 20, 0xFFFFFFFA, 2},
    {RV_REM, 0xFFFFFFEC, 0xFFFFFFFA, 0xFFFFFFFE}, {RV_REM, MIN, ONES, 0}, {RV_REM, 5, 0, 5}, {RV_REM, MIN, 0, MIN},
    {RV_REM, 7, ONES, 0}, {RV_REM, 0, 0, 0},
    {RV_REMU, 20, 6, 2}, {RV_REMU, 0xFFFFFFEC, 6, 2} /* 4294967276 - 6 * 715827879 */, {RV_REMU, MIN, ONES, MIN},
    {RV_REMU, 5, 0, 5}, {RV_REMU, ONES, ONES, 0},

    {RV_SH1ADD, 3, 1, 7}, {RV_SH1ADD, MIN, 5, 5}, {RV_SH1ADD, ONES, 1, ONES},
    {RV_SH2ADD, 3, 1, 13}, {RV_SH2ADD, 0x40000000, 5, 5}, {RV_SH2ADD, ONES, 4, 0},
    {RV_SH3ADD, 3, 1, 25}, {RV_SH3ADD, 0x20000000, 5, 5}, {RV_SH3ADD, ONES, 7, ONES},

    {RV_ANDN, 0xFF00FF00, 0x0FF00FF0, 0xF000F000}, {RV_ANDN, ONES, 0, ONES}, {RV_ANDN, ONES, ONES, 0},
    {RV_ORN, 0xFF00FF00, 0x0FF00FF0, 0xFF0FFF0F}, {RV_ORN, 0, 0, ONES}, {RV_ORN, 0, ONES, 0},
    {RV_XNOR, 0xFF00FF00, 0x0FF00FF0, 0x0F0F0F0F}, {RV_XNOR, 0, 0, ONES}, {RV_XNOR, 5, 5, ONES},
    {RV_MIN, MIN, MAX, MIN}, {RV_MIN, ONES, 0, ONES}, {RV_MIN, 3, 2, 2}, {RV_MIN, 4, 4, 4},
    {RV_MINU, MIN, MAX, MAX}, {RV_MINU, ONES, 0, 0}, {RV_MINU, 3, 2, 2}, {RV_MINU, 4, 4, 4},
    {RV_MAX, MIN, MAX, MAX}, {RV_MAX, ONES, 0, 0}, {RV_MAX, 3, 2, 3}, {RV_MAX, 4, 4, 4},
    {RV_MAXU, MIN, MAX, MIN}, {RV_MAXU, ONES, 0, ONES}, {RV_MAXU, 3, 2, 3}, {RV_MAXU, 4, 4, 4},
    {RV_ROL, 0x80000001, 1, 3}, {RV_ROL, 0x12345678, 8, 0x34567812}, {RV_ROL, 0x12345678, 0, 0x12345678},
    {RV_ROL, 0x12345678, 32, 0x12345678}, {RV_ROL, 1, 31, MIN},
    {RV_ROR, 0x80000001, 1, 0xC0000000}, {RV_ROR, 0x12345678, 8, 0x78123456}, {RV_ROR, 0x12345678, 0, 0x12345678},
    {RV_ROR, 0x12345678, 32, 0x12345678}, {RV_ROR, 1, 31, 2},

    /* one operand; b is not looked at */
    {RV_CLZ, 0, 9, 32}, {RV_CLZ, 1, 9, 31}, {RV_CLZ, ONES, 9, 0}, {RV_CLZ, 0x00010000, 9, 15}, {RV_CLZ, MAX, 9, 1},
    {RV_CTZ, 0, 9, 32}, {RV_CTZ, 1, 9, 0}, {RV_CTZ, MIN, 9, 31}, {RV_CTZ, 0x00010000, 9, 16}, {RV_CTZ, 12, 9, 2},
    {RV_CPOP, 0, 9, 0}, {RV_CPOP, ONES, 9, 32}, {RV_CPOP, 0x80000001, 9, 2}, {RV_CPOP, 0x12345678, 9, 13},
    {RV_SEXT_B, 0x1234567F, 9, 0x7F}, {RV_SEXT_B, 0x12345680, 9, 0xFFFFFF80}, {RV_SEXT_B, 0xFF, 9, ONES},
    {RV_SEXT_H, 0x12347FFF, 9, 0x7FFF}, {RV_SEXT_H, 0x12348000, 9, 0xFFFF8000}, {RV_SEXT_H, 0xFFFF, 9, ONES},
    {RV_ZEXT_H, 0x1234FFFF, 9, 0xFFFF}, {RV_ZEXT_H, 0xFFFF0000, 9, 0}, {RV_ZEXT_H, 0x12348001, 9, 0x8001},
    {RV_ORC_B, 0, 9, 0}, {RV_ORC_B, 0x80010010, 9, 0xFFFF00FF}, {RV_ORC_B, 0x01020408, 9, ONES},
    {RV_ORC_B, 0x00400020, 9, 0x00FF00FF}, {RV_ORC_B, 0x00FF0000, 9, 0x00FF0000},
    {RV_REV8, 0x12345678, 9, 0x78563412}, {RV_REV8, 0xFF, 9, 0xFF000000}, {RV_REV8, 0, 9, 0},
};

static void test_computations(void **state)
{
    const bool *told = *state;

    for (size_t i = 0; i < sizeof computations / sizeof *computations; i++) {
        const enum rv_id id = computations[i].id;
        const bool two = rv_used(id) & RV_RS2;
        struct rv_core core;

        execute(&core, *told, riscv_word(id, RD, RS1, two ? RS2 : 0, 0), computations[i].a, computations[i].b);
        if (core.x[RD] != computations[i].value)
            fail_msg("%s 0x%x, 0x%x: 0x%x, not 0x%x", rv_insns[id].name, computations[i].a, computations[i].b,
                     core.x[RD], computations[i].value);
        assert_int_equal(core.pc, CODE + 4);
        rv_core_free(&core);
    }
}

/* ---- With an immediate ---- */

static const struct {
    enum rv_id id;
    uint32_t a;
    int32_t imm;
    uint32_t value;
} immediates[] = {
    {RV_ADDI, 5, -6, ONES}, {RV_ADDI, MAX, 1, MIN}, {RV_ADDI, 0, 2047, 2047}, {RV_ADDI, 0, -2048, 0xFFFFF800},
    {RV_SLTI, ONES, 0, 1}, {RV_SLTI, 0, -1, 0}, {RV_SLTI, MIN, -2048, 1}, {RV_SLTI, 7, 7, 0},
    {RV_SLTIU, 0, 1, 1}, {RV_SLTIU, 1, 1, 0}, {RV_SLTIU, 5, -1, 1}, {RV_SLTIU, ONES, -1, 0}, {RV_SLTIU, MIN, 2047, 0},
    {RV_XORI, 0x0F0F0F0F, -1, 0xF0F0F0F0}, {RV_XORI, 0xFF, 0x0F, 0xF0},
    {RV_ORI, 0xF0, 0x0F, 0xFF}, {RV_ORI, 0, -2048, 0xFFFFF800},
    {RV_ANDI, ONES, -16, 0xFFFFFFF0}, {RV_ANDI, 0x12345678, 0x0FF, 0x78},
    {RV_SLLI, 1, 31, MIN}, {RV_SLLI, 0xFF, 4, 0xFF0}, {RV_SLLI, 5, 0, 5},
    {RV_SRLI, MIN, 31, 1}, {RV_SRLI, ONES, 4, 0x0FFFFFFF}, {RV_SRLI, 5, 0, 5},
    {RV_SRAI, MIN, 31, ONES}, {RV_SRAI, 0xFFFFFF00, 4, 0xFFFFFFF0}, {RV_SRAI, MAX, 31, 0}, {RV_SRAI, MIN, 0, MIN},
    {RV_RORI, 0x12345678, 8, 0x78123456}, {RV_RORI, 1, 1, MIN}, {RV_RORI, 0x12345678, 0, 0x12345678},
    {RV_LUI, 9, (int32_t)0xFFE40000, 0xFFE40000}, {RV_LUI, 9, 0x1000, 0x1000},
    {RV_AUIPC, 9, 0x1000, CODE + 0x1000}, {RV_AUIPC, 9, (int32_t)0xFFFFF000, CODE - 0x1000},
};

static void test_immediates(void **state)
{
    const bool *told = *state;

    for (size_t i = 0; i < sizeof immediates / sizeof *immediates; i++) {
        const enum rv_id id = immediates[i].id;
        const unsigned rs1 = rv_used(id) & RV_RS1 ? RS1 : 0;
        struct rv_core core;

        execute(&core, *told, riscv_word(id, RD, rs1, 0, immediates[i].imm), immediates[i].a, 9);
        if (core.x[RD] != immediates[i].value)
            fail_msg("%s 0x%x, %d: 0x%x, not 0x%x", rv_insns[id].name, immediates[i].a, immediates[i].imm, core.x[RD],
                     immediates[i].value);
        rv_core_free(&core);
    }
}

/* x0 stays 0, whatever is written to it. */
static void test_no_destination(void **state)
{
    const bool *told = *state;
    struct rv_core core;

    execute(&core, *told, riscv_word(RV_ADD, 0, RS1, RS2, 0), 1, 2);
    rv_core_free(&core);
    execute(&core, *told, riscv_word(RV_LW, 0, RS1, 0, 0), DATA, 0);
    rv_core_free(&core);
    execute(&core, *told, riscv_word(RV_JAL, 0, 0, 0, 8), 0, 0);
    rv_core_free(&core);
}

/* ---- Branches and jumps ---- */

static const struct {
    enum rv_id id;
    uint32_t a, b;
    bool taken;
} branches[] = {
    {RV_BEQ, 5, 5, true}, {RV_BEQ, 5, 6, false}, {RV_BEQ, ONES, 0, false},
    {RV_BNE, 5, 5, false}, {RV_BNE, 5, 6, true}, {RV_BNE, MIN, 0, true},
    {RV_BLT, MIN, MAX, true}, {RV_BLT, MAX, MIN, false}, {RV_BLT, 5, 5, false}, {RV_BLT, ONES, 0, true},
    {RV_BGE, MIN, MAX, false}, {RV_BGE, MAX, MIN, true}, {RV_BGE, 5, 5, true}, {RV_BGE, ONES, 0, false},
    {RV_BLTU, MIN, MAX, false}, {RV_BLTU, MAX, MIN, true}, {RV_BLTU, 5, 5, false}, {RV_BLTU, 0, ONES, true},
    {RV_BGEU, MIN, MAX, true}, {RV_BGEU, MAX, MIN, false}, {RV_BGEU, 5, 5, true}, {RV_BGEU, 0, ONES, false},
};

static void test_branches(void **state)
{
    static const int32_t ways[] = {4094, -4096, 12, -8};
    const bool *told = *state;

    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) {
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            struct rv_core core;

            execute(&core, *told, riscv_word(branches[i].id, 0, RS1, RS2, ways[way]), branches[i].a, branches[i].b);
            assert_int_equal(core.pc, branches[i].taken ? CODE + (uint32_t)ways[way] : CODE + 4);
            rv_core_free(&core);
        }
    }
}

static void test_jumps(void **state)
{
    const bool *told = *state;
    struct rv_core core;

    execute(&core, *told, riscv_word(RV_JAL, RD, 0, 0, 0x7FFFC), 0, 0);
    assert_int_equal(core.pc, CODE + 0x7FFFC);
    assert_int_equal(core.x[RD], CODE + 4);
    rv_core_free(&core);
    execute(&core, *told, riscv_word(RV_JAL, RD, 0, 0, -0x100000), 0, 0);
    assert_int_equal(core.pc, CODE - UINT32_C(0x100000));
    rv_core_free(&core);
    /* bit 0 of the sum is cleared */
    execute(&core, *told, riscv_word(RV_JALR, RD, RS1, 0, -1), DATA + 2, 0);
    assert_int_equal(core.pc, DATA);
    assert_int_equal(core.x[RD], CODE + 4);
    rv_core_free(&core);
    /* the target is taken before the link is written */
    execute(&core, *told, riscv_word(RV_JALR, RS1, RS1, 0, 4), DATA, 0);
    assert_int_equal(core.pc, DATA + 4);
    assert_int_equal(core.x[RS1], CODE + 4);
    rv_core_free(&core);
}

/* ---- Memory ---- */

static void test_loads(void **state)
{
    static const struct {
        enum rv_id id;
        int32_t offset;
        uint32_t value;
    } loads[] = {
        {RV_LB, 0, 0x01}, {RV_LB, 3, 0xFFFFFF84}, {RV_LBU, 3, 0x84}, {RV_LBU, -1, 0x7F}, {RV_LH, 0, 0xFFFF8301},
        {RV_LH, 2, 0xFFFF8402}, {RV_LHU, 2, 0x8402}, {RV_LHU, 0, 0x8301}, {RV_LW, 0, 0x84028301},
        {RV_LW, -4, 0x7F000000}, {RV_LW, 2044, 0}, {RV_LW, -2048, 0},
    };
    const bool *told = *state;

    memset(memory, 0, sizeof memory);
    memcpy(memory + DATA - 1, "\x7F\x01\x83\x02\x84", 5);
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        struct rv_core core;

        execute(&core, *told, riscv_word(loads[i].id, RD, RS1, 0, loads[i].offset), DATA, 0);
        assert_int_equal(core.x[RD], loads[i].value);
        assert_int_equal(core.reads, 0);
        rv_core_free(&core);
    }
}

static void test_stores(void **state)
{
    static const struct {
        enum rv_id id;
        int32_t offset;
        uint32_t before, after; /* words at DATA - 4 and DATA, all ones at first */
    } stores[] = {
        {RV_SB, 0, ONES, 0xFFFFFF78}, {RV_SB, 3, ONES, 0x78FFFFFF}, {RV_SB, -1, 0x78FFFFFF, ONES},
        {RV_SH, 0, ONES, 0xFFFF5678}, {RV_SH, 2, ONES, 0x5678FFFF}, {RV_SH, -2, 0x5678FFFF, ONES},
        {RV_SW, 0, ONES, 0x12345678}, {RV_SW, -4, 0x12345678, ONES},
    };
    const bool *told = *state;

    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        struct rv_core core;

        memset(memory + DATA - 4, 0xFF, 8);
        execute(&core, *told, riscv_word(stores[i].id, 0, RS1, RS2, stores[i].offset), DATA, 0x12345678);
        assert_int_equal(sfp_word_at(memory + DATA - 4), stores[i].before);
        assert_int_equal(sfp_word_at(memory + DATA), stores[i].after);
        assert_int_equal(core.x[RD], 0xDEADBEEF);
        rv_core_free(&core);
    }
}

static const struct {
    enum rv_id id;
    uint32_t old, b, after;
} atomics[] = {
    {RV_AMOADD, 5, 6, 11}, {RV_AMOADD, ONES, 1, 0}, {RV_AMOSWAP, 5, 6, 6},
    {RV_AMOXOR, 0xFF, 0x0F, 0xF0}, {RV_AMOOR, 0xF0, 0x0F, 0xFF}, {RV_AMOAND, 0xFF, 0x0F, 0x0F},
    {RV_AMOMIN, MIN, MAX, MIN}, {RV_AMOMIN, 1, ONES, ONES}, {RV_AMOMAX, MIN, MAX, MAX}, {RV_AMOMAX, 1, ONES, 1},
    {RV_AMOMINU, MIN, MAX, MAX}, {RV_AMOMINU, 1, ONES, 1}, {RV_AMOMAXU, MIN, MAX, MIN}, {RV_AMOMAXU, 1, ONES, ONES},
};

static void test_atomics(void **state)
{
    const bool *told = *state;

    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
        struct rv_core core;

        for (unsigned byte = 0; byte < 4; byte++)
            memory[DATA + byte] = (uint8_t)(atomics[i].old >> 8 * byte);
        execute(&core, *told, riscv_word(atomics[i].id, RD, RS1, RS2, (int32_t)(i & 3)), DATA, atomics[i].b);
        assert_int_equal(core.x[RD], atomics[i].old);
        assert_int_equal(sfp_word_at(memory + DATA), atomics[i].after);
        rv_core_free(&core);
    }
}

/* rd and rs2 may be the same register. */
static void test_atomic_in_place(void **state)
{
    const bool *told = *state;
    struct rv_core core;

    memset(memory + DATA, 1, 4);
    execute(&core, *told, riscv_word(RV_AMOSWAP, RS2, RS1, RS2, 0), DATA, 7);
    assert_int_equal(core.x[RS2], 0x01010101);
    assert_int_equal(sfp_word_at(memory + DATA), 7);
    rv_core_free(&core);
}

/* ---- The tables leave no instruction out ---- */

static void test_all_are_tested(void **state)
{
    bool seen[RV_IDS] = {[RV_JAL] = true, [RV_JALR] = true, [RV_LB] = true, [RV_LH] = true, [RV_LW] = true,
                         [RV_LBU] = true, [RV_LHU] = true, [RV_SB] = true, [RV_SH] = true, [RV_SW] = true};

    (void)state;
    for (size_t i = 0; i < sizeof computations / sizeof *computations; i++)
        seen[computations[i].id] = true;
    for (size_t i = 0; i < sizeof immediates / sizeof *immediates; i++)
        seen[immediates[i].id] = true;
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
        seen[branches[i].id] = true;
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        seen[atomics[i].id] = true;
    for (unsigned id = 0; id < RV_IDS; id++) {
        const enum rv_class timing = rv_insns[id].timing;

        if (!seen[id] && timing != RV_CLASS_CSR && timing != RV_CLASS_FENCE && timing != RV_CLASS_SYSTEM &&
            timing != RV_CLASS_PUSH && id != RV_FENCE_I && rv_has(SFP_BH, id))
            fail_msg("%s is not tested", rv_insns[id].name);
    }
}

int main(void)
{
    static bool ways[] = {false, true};
#define BOTH_WAYS(test) \
    cmocka_unit_test_prestate(test, &ways[0]), cmocka_unit_test_prestate(test, &ways[1])
    const struct CMUnitTest tests[] = {
        BOTH_WAYS(test_computations), BOTH_WAYS(test_immediates), BOTH_WAYS(test_no_destination),
        BOTH_WAYS(test_branches), BOTH_WAYS(test_jumps), BOTH_WAYS(test_loads), BOTH_WAYS(test_stores),
        BOTH_WAYS(test_atomics), BOTH_WAYS(test_atomic_in_place), cmocka_unit_test(test_all_are_tested),
    };

    return cmocka_run_group_tests_name("riscv_execute", tests, NULL, NULL);
}
