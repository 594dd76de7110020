/*
 * How many instructions the RISC-V core executes a second, without time and with what each did told: loops such as
 * compilers make, in millions of instructions a second of CPU time. The mark is 0.045 of YARDSTICK_INTEGER an instruction,
 * which was 100 MIPS where that takes 221 ns.
 */
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "core/core.h"
#include "yardstick.h"
#include "../unit/riscv_words.h"

enum { CODE = 0x1000, DATA = 0x8000, L1_SIZE = 0x10000, REPETITIONS = 11, INSTRUCTIONS = 2000000, MOST_WORDS = 16,
       T0 = 5, A0 = 10, A1, A2, A3, A4, A5 };
static const double mark = 0.045;

struct row {
    const char *name;
    enum { RUN, STEP } how;
    void (*make)(uint32_t *words); /* a loop without end, which changes something */
};

/* c = c & 1 ? c >> 1 ^ polynomial : c >> 1, whose branch is hard to foresee. */
static void make_crc(uint32_t *w)
{
    *w++ = riscv_word(RV_ANDI, T0, A0, 0, 1);
    *w++ = riscv_word(RV_SRLI, A0, A0, 0, 1);
    *w++ = riscv_word(RV_BEQ, 0, T0, 0, 8);
    *w++ = riscv_word(RV_XOR, A0, A0, A1, 0);
    *w++ = riscv_word(RV_ADDI, A2, A2, 0, 1);
    *w = riscv_word(RV_BNE, 0, A2, 0, -20);
}

/* A sum of products over memory, stored. */
static void make_memory(uint32_t *w)
{
    *w++ = riscv_word(RV_LW, T0, A3, 0, 0);
    *w++ = riscv_word(RV_LBU, A4, A3, 0, 4);
    *w++ = riscv_word(RV_MUL, T0, T0, A4, 0);
    *w++ = riscv_word(RV_ADD, A0, A0, T0, 0);
    *w++ = riscv_word(RV_SW, 0, A3, A0, 8);
    *w++ = riscv_word(RV_ADDI, A2, A2, 0, 1);
    *w = riscv_word(RV_JAL, 0, 0, 0, -24);
}

/* A word put together and pushed, in line and by a store, as in a kernel's loop. */
static void make_pushes(uint32_t *w)
{
    *w++ = 0x3C000002;
    *w++ = riscv_word(RV_ADD, A4, A2, A0, 0);
    *w++ = riscv_word(RV_SW, 0, A5, A4, 0);
    *w++ = 0x3C000002;
    *w++ = 0x3C000002;
    *w++ = riscv_word(RV_ADDI, A2, A2, 0, 2);
    *w = riscv_word(RV_BNE, 0, A2, 0, -24);
}

static const struct row rows[] = {
    {"RISC-V, arithmetic and branches", RUN, make_crc},  {"RISC-V, memory and products", RUN, make_memory},
    {"RISC-V, pushes", RUN, make_pushes},                {"the same, each told", STEP, make_crc},
    {"the same, each told", STEP, make_memory},          {"the same, each told", STEP, make_pushes},
};

static enum rv_answer push(void *context, uint32_t word)
{
    *(uint32_t *)context ^= word;
    return RV_BUS_DONE;
}

static enum rv_answer store(void *context, uint32_t address, unsigned size, uint32_t value)
{
    (void)address;
    (void)size;
    *(uint32_t *)context ^= value;
    return RV_BUS_DONE;
}

static bool begin(struct rv_core *core, const struct row *row, uint8_t *memory, uint32_t *pushed)
{
    const struct rv_bus bus = {.context = pushed, .push = push, .store = store};
    uint32_t words[MOST_WORDS] = {0};

    row->make(words);
    for (unsigned i = 0; i < sizeof words; i++)
        memory[CODE + i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    rv_core_init(core, SFP_BH, &bus);
    core->pc = CODE;
    core->x[A0] = 0x12345678;
    core->x[A1] = 0xEDB88320;
    core->x[A2] = 1;
    core->x[A3] = DATA;
    core->x[A5] = RV_PUSH_BASE;
    return rv_core_add_span(core, &(struct rv_span){0, L1_SIZE, memory, true}) &&
           rv_core_add_code(core, CODE, sizeof words);
}

static enum rv_stop execute(struct rv_core *core, const struct row *row)
{
    struct rv_outcome outcome;
    enum rv_stop stop = RV_STOP_NONE;

    if (row->how == RUN)
        return rv_run(core, INSTRUCTIONS);
    for (unsigned i = 0; i < INSTRUCTIONS && !stop; i++)
        stop = rv_step(core, &outcome);
    return stop ? stop : RV_STOP_MOST;
}

static bool measure(const struct row *row)
{
    static uint8_t memory[L1_SIZE];
    double mips[REPETITIONS];
    uint32_t pushed = 0;

    for (unsigned i = 0; i < REPETITIONS; i++) {
        struct rv_core core;
        double start;

        if (!begin(&core, row, memory, &pushed))
            return false;
        start = cpu_now();
        if (execute(&core, row) != RV_STOP_MOST)
            return false;
        mips[i] = 1e3 * INSTRUCTIONS / (cpu_now() - start);
        rv_core_free(&core);
    }
    printf("%-34s %7.0f MIPS", row->name, median_of(mips, REPETITIONS));
    if (row->how == RUN)
        yardstick_judge(1e3 / median_of(mips, REPETITIONS), yardstick_ns(YARDSTICK_INTEGER, ""), mark);
    putchar('\n');
    return true;
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!measure(&rows[i])) {
            fprintf(stderr, "bench_riscv: %s does not run\n", rows[i].name);
            return 1;
        }
    }
    return 0;
}
