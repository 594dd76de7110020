/*
 * How many cycles a second of CPU time a core and its Tensix thread are simulated together: loops such as kernels
 * consist of, in millions; and how long sfpsim takes for the math thread of a kernel on three tiles, start-up included.
 * Marks are multiples of YARDSTICK_INTEGER: where that takes 221 ns they are 5 million cycles a second, and 20 ms.
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "clock.h"
#include "time/pipeline.h"
#include "core/tile.h"
#include "yardstick.h"
#include "../unit/riscv_words.h"

enum { CODE = 0x1000, ITERATIONS = 20000, REPETITIONS = 11, MOST_WORDS = 64, T0 = 5, A0 = 10, A1, A2 };
static const double mark_of_cycle = 0.905, mark_of_program = 90500;

static const uint32_t SFPLOAD = 0x7003C000, SFPMUL = 0x8600C910, SFPNOP = 0x8F000000, SFPSTORE = 0x7213C000,
                      INCRWC = 0x38008000, SFPSWAP = 0x92000101, SFPLOADI = 0x71000000;

struct code {
    uint32_t words[MOST_WORDS];
    unsigned count;
};

static void put(struct code *c, uint32_t word)
{
    c->words[c->count++] = word;
}

static void push(struct code *c, uint32_t word)
{
    put(c, word << 2 | word >> 30);
}

/* Back to the first instruction until a0 is 0, and then to the caller. */
static void close_loop(struct code *c)
{
    put(c, riscv_word(RV_ADDI, A0, A0, 0, -1));
    put(c, riscv_word(RV_BNE, 0, A0, 0, -4 * (int)c->count));
    put(c, riscv_word(RV_JALR, 0, RV_RA, 0, 0));
}

/* A vector, in line: the core is as fast as the unit. */
static void make_kernel(struct code *c)
{
    for (unsigned i = 0; i < 8; i++) {
        push(c, SFPLOAD);
        push(c, SFPMUL);
        push(c, SFPNOP);
        push(c, SFPSTORE);
        push(c, INCRWC);
    }
    close_loop(c);
}

/* Words that are put together and stored: the core is slower. */
static void make_computed(struct code *c)
{
    put(c, riscv_word(RV_LUI, T0, 0, 0, (int)0xFFE40000));
    put(c, riscv_word(RV_LUI, A1, 0, 0, (int)SFPLOADI));
    put(c, riscv_word(RV_ANDI, A2, A0, 0, 0xFF));
    put(c, riscv_word(RV_OR, A2, A2, A1, 0));
    put(c, riscv_word(RV_SW, 0, T0, A2, 0));
    push(c, SFPNOP);
    close_loop(c);
}

/* Two cycles a word: the core waits for room in the queues. */
static void make_full(struct code *c)
{
    for (unsigned i = 0; i < 16; i++)
        push(c, SFPSWAP);
    close_loop(c);
}

/* The core waits until the thread is through, again and again. */
static void make_sync(struct code *c)
{
    put(c, riscv_word(RV_LUI, T0, 0, 0, (int)0xFFE80000));
    push(c, SFPMUL);
    push(c, SFPNOP);
    put(c, riscv_word(RV_SW, 0, T0, 0, 4));
    put(c, riscv_word(RV_LW, A1, T0, 0, 4));
    put(c, riscv_word(RV_ADD, A1, A1, A1, 0));
    close_loop(c);
}

static const struct row {
    const char *name;
    void (*make)(struct code *code);
} rows[] = {
    {"core and thread, words in line", make_kernel}, {"the same, words computed", make_computed},
    {"the same, queues full", make_full},            {"the same, waiting", make_sync},
};

/* Runs a loop in time. Millions of cycles a second of CPU; 0: it does not run. */
static double run(const struct code *code, enum sfp_arch arch)
{
    static uint32_t words[MOST_WORDS];
    const struct tile_call call = {.address = CODE, .arguments = {ITERATIONS}};
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());
    struct sfp_tile *tile = m ? tile_new(m) : NULL;
    struct sfp_timing_result result = {.run.status = SFP_RUN_NO_MEMORY};
    struct sfp_timing_options options = {.run = {.repeat = 1}};
    double start = 0, took = 0;

    if (tile) {
        memcpy(tile->l1 + CODE, code->words, code->count * sizeof *words);
        if (rv_core_add_code(&tile->core, CODE, code->count * (unsigned)sizeof *words) && tile_code(tile, words)) {
            options.run.feed = &tile->feed;
            tile_start(tile, &call, 1, true);
            start = cpu_now();
            sfp_run_timed(m, NULL, 0, &options, &result);
            took = cpu_now() - start;
        }
        if (tile->end != TILE_DONE)
            result.run.status = SFP_RUN_REFUSED;
    }
    tile_free(tile);
    sfp_machine_free(m);
    return result.run.status == SFP_RUN_DONE ? 1e3 * (double)result.cycles / took : 0;
}

static bool measure(const struct row *row)
{
    struct code code = {.count = 0};
    double cycles[REPETITIONS];

    row->make(&code);
    for (unsigned i = 0; i < REPETITIONS; i++)
        if (!(cycles[i] = run(&code, i % 2 ? SFP_WH : SFP_BH)))
            return false;
    printf("%-34s %7.1f million cycles/s", row->name, median_of(cycles, REPETITIONS));
    yardstick_judge(1e3 / median_of(cycles, REPETITIONS), yardstick_ns(YARDSTICK_INTEGER, ""), mark_of_cycle);
    putchar('\n');
    return true;
}

/* ---- sfpsim ---- */

/* What children have taken of the processor up to now, in milliseconds. */
static double children_ms(void)
{
    struct rusage used;

    getrusage(RUSAGE_CHILDREN, &used);
    return 1e3 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
           + 1e-3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static bool measure_program(const char *build)
{
    static char quiet[] = "-q", kernel[] = "tests/elf/tiles.elf", init[] = "--init=llk", input[] = "--dst-is-input";
    extern char **environ;
    char program[4096], *arguments[] = {program, kernel, quiet, init, input, NULL};
    double took[REPETITIONS];
    int status;
    pid_t child;

    snprintf(program, sizeof program, "%s/sfpsim", build);
    for (unsigned i = 0; i < REPETITIONS; i++) {
        const double before = children_ms();

        if (posix_spawn(&child, program, NULL, NULL, arguments, environ) || waitpid(child, &status, 0) < 0 || status)
            return false;
        took[i] = children_ms() - before;
    }
    printf("%-34s %7.1f ms", "sfpsim, a math thread's three tiles", median_of(took, REPETITIONS));
    yardstick_judge(1e6 * median_of(took, REPETITIONS), yardstick_ns(YARDSTICK_INTEGER, ""), mark_of_program);
    putchar('\n');
    return true;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!measure(&rows[i])) {
            fprintf(stderr, "bench_coupled: %s does not run\n", rows[i].name);
            return 1;
        }
    }
    if (measure_program(argc > 1 ? argv[1] : "build"))
        return 0;
    fputs("bench_coupled: sfpsim does not run\n", stderr);
    return 1;
}
