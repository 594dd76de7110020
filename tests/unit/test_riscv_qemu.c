/*
 * Random programs of RISC-V instructions on the core and on qemu-riscv32, where that is there: registers and memory must
 * come out alike. A program is a loop of random instructions, whose branches and jumps go a little forward.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "core/core.h"
#include "riscv_words.h"

enum {
    CODE = 0x10000, DATA = 0x20000, DATA_SIZE = 0x1000, PAGE = 0x1000,
    BASE = 31, COUNTER = 30, /* registers that are not random: the middle of the data, passes still to come */
    MOST_OFFSET = 1024,      /* what is loaded and stored; the registers are stored behind it at the end */
    BODY = 700, PASSES = 30, MOST_WORDS = 1024, PROGRAMS = 10,
};

struct program {
    uint32_t words[MOST_WORDS];
    size_t count;
};

/* ---- Making programs ---- */

static void add(struct program *p, enum rv_id id, unsigned rd, unsigned rs1, unsigned rs2, int32_t imm)
{
    assert_true(p->count < MOST_WORDS);
    p->words[p->count++] = riscv_word(id, rd, rs1, rs2, imm);
}

static void add_constant(struct program *p, unsigned rd, uint32_t value)
{
    add(p, RV_LUI, rd, 0, 0, (int32_t)(value + 0x800));
    add(p, RV_ADDI, rd, rd, 0, (int32_t)(value << 20) >> 20);
}

static uint32_t random_value(uint64_t *random)
{
    static const uint32_t edges[] = {0, 1, 31, 32, 0x7F, 0x80, 0xFFFF, 0x8000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE,
                                     0xFFFFFFFF};

    return fuzz_below(random, 2) ? edges[fuzz_below(random, sizeof edges / sizeof *edges)]
                                 : (uint32_t)fuzz_random(random);
}

/* An immediate that the instruction may have here. */
static int32_t random_immediate(enum rv_id id, uint64_t *random)
{
    const uint32_t bits = (uint32_t)fuzz_random(random);
    const unsigned size = id == RV_LW || id == RV_SW ? 4 : id == RV_LH || id == RV_LHU || id == RV_SH ? 2 : 1;

    switch (rv_insns[id].timing) {
    case RV_CLASS_LOAD:
    case RV_CLASS_STORE:
        return ((int32_t)(bits % (2 * MOST_OFFSET)) - MOST_OFFSET) & -(int32_t)size;
    case RV_CLASS_BRANCH:
    case RV_CLASS_JUMP:
        return (int32_t)(4 + 4 * (bits % 4));
    default:
        return rv_immediate(id) == RV_IMM_U ? (int32_t)bits : (int32_t)bits >> 20;
    }
}

static bool is_wanted(enum rv_id id)
{
    const enum rv_class timing = rv_insns[id].timing;

    return rv_has(SFP_BH, id) && id != RV_JALR && id != RV_FENCE_I && timing != RV_CLASS_CSR &&
           timing != RV_CLASS_SYSTEM && timing != RV_CLASS_PUSH;
}

static void add_random(struct program *p, uint64_t *random)
{
    const enum rv_id id = (enum rv_id)fuzz_below(random, RV_IDS);
    const enum rv_class timing = is_wanted(id) ? rv_insns[id].timing : RV_CLASS_ALU;
    const bool memory = timing == RV_CLASS_LOAD || timing == RV_CLASS_STORE || timing == RV_CLASS_AMO;
    const unsigned used = is_wanted(id) ? rv_used(id) : 0;
    const unsigned rd = fuzz_below(random, COUNTER), rs1 = fuzz_below(random, RV_REGISTERS),
                   rs2 = fuzz_below(random, RV_REGISTERS);

    if (is_wanted(id))
        add(p, id, used & RV_RD ? rd : 0, memory ? BASE : used & RV_RS1 ? rs1 : 0, used & RV_RS2 ? rs2 : 0,
            random_immediate(id, random));
}

/* Stores the registers, writes the data, and ends. */
static void add_end(struct program *p)
{
    enum { A0 = 10, A1, A2, WRITE = 64, EXIT = 93 };

    for (unsigned i = 1; i < RV_REGISTERS; i++)
        add(p, RV_SW, 0, BASE, i, (int32_t)(MOST_OFFSET + 4 * i));
    add(p, RV_ADDI, RV_A7, 0, 0, WRITE);
    add(p, RV_ADDI, A0, 0, 0, STDOUT_FILENO);
    add_constant(p, A1, DATA);
    add_constant(p, A2, DATA_SIZE);
    add(p, RV_ECALL, 0, 0, 0, 0);
    add(p, RV_ADDI, RV_A7, 0, 0, EXIT);
    add(p, RV_ADDI, A0, 0, 0, 0);
    add(p, RV_ECALL, 0, 0, 0, 0);
}

static void make(struct program *p, uint64_t *random)
{
    size_t begin;

    p->count = 0;
    for (unsigned i = 1; i < COUNTER; i++)
        add_constant(p, i, random_value(random));
    add_constant(p, BASE, DATA + DATA_SIZE / 2);
    add_constant(p, COUNTER, PASSES);
    begin = p->count;
    while (p->count < begin + BODY)
        add_random(p, random);
    for (unsigned i = 0; i < 4; i++) /* what the last jumps may skip */
        add(p, RV_ADDI, 0, 0, 0, 0);
    add(p, RV_ADDI, COUNTER, COUNTER, 0, -1);
    add(p, RV_BEQ, 0, COUNTER, 0, 8);
    add(p, RV_JAL, 0, 0, 0, ((int32_t)begin - (int32_t)p->count) * 4);
    add_end(p);
}

/* ---- Running them ---- */

static uint64_t run_core(const struct program *p, uint8_t *data)
{
    static uint8_t code[sizeof p->words];
    const struct rv_bus bus = {0};
    struct rv_core core;
    uint64_t retired;

    for (size_t i = 0; i < 4 * p->count; i++)
        code[i] = (uint8_t)(p->words[i / 4] >> 8 * (i % 4));
    memset(data, 0, DATA_SIZE);
    rv_core_init(&core, SFP_BH, &bus);
    assert_true(rv_core_add_span(&core, &(struct rv_span){CODE, sizeof code, code, true}) &&
                rv_core_add_span(&core, &(struct rv_span){DATA, DATA_SIZE, data, false}) &&
                rv_core_add_code(&core, CODE, (uint32_t)(4 * p->count)));
    core.pc = CODE;
    assert_int_equal(rv_run(&core, 10000000), RV_STOP_ECALL);
    retired = core.retired;
    rv_core_free(&core);
    return retired;
}

static bool write_file(const char *path, const struct program *p)
{
    const Elf32_Phdr segments[] = {
        {PT_LOAD, PAGE, CODE, CODE, (uint32_t)(4 * p->count), (uint32_t)(4 * p->count), PF_R | PF_X, PAGE},
        {PT_LOAD, 0, DATA, DATA, 0, DATA_SIZE, PF_R | PF_W, PAGE},
    };
    const Elf32_Ehdr header = {
        .e_ident = ELFMAG "\1\1\1", .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT, .e_entry = CODE,
        .e_phoff = sizeof header, .e_ehsize = sizeof header, .e_phentsize = sizeof *segments, .e_phnum = 2};
    FILE *file = fopen(path, "wb");
    bool done = file && fwrite(&header, sizeof header, 1, file) == 1 &&
                fwrite(segments, sizeof segments, 1, file) == 1 && fseek(file, PAGE, SEEK_SET) == 0 &&
                fwrite(p->words, sizeof *p->words, p->count, file) == p->count;

    if (file && fclose(file) != 0)
        done = false;
    return done && chmod(path, S_IRWXU) == 0;
}

static size_t run_qemu(const char *path, uint8_t *data)
{
    char command[200];
    FILE *out;
    size_t size;

    snprintf(command, sizeof command, "qemu-riscv32 -cpu rv32,zba=true,zbb=true %s", path);
    out = popen(command, "r");
    assert_non_null(out);
    size = fread(data, 1, DATA_SIZE, out);
    assert_int_equal(pclose(out), 0);
    return size;
}

static void test_random_programs(void **state)
{
    static uint8_t ours[DATA_SIZE], theirs[DATA_SIZE];
    const unsigned programs = getenv("SFP_LONG") ? 100 * PROGRAMS : PROGRAMS;
    char directory[] = "/tmp/sfp-riscv-XXXXXX", path[sizeof directory + 10];
    uint64_t random = 1, retired = 0;

    (void)state;
    if (system("command -v qemu-riscv32 > /dev/null") != 0)
        skip();
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/program", directory);
    for (unsigned i = 0; i < programs; i++) {
        struct program p;

        make(&p, &random);
        retired += run_core(&p, ours);
        assert_true(write_file(path, &p));
        assert_int_equal(run_qemu(path, theirs), DATA_SIZE);
        if (memcmp(ours, theirs, DATA_SIZE) != 0)
            fail_msg("program %u ends otherwise on qemu-riscv32: %s", i, path);
    }
    print_message("%llu instructions in %u programs\n", (unsigned long long)retired, programs);
    unlink(path);
    rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs)};

    return cmocka_run_group_tests_name("riscv_qemu", tests, NULL, NULL);
}
