/*
 * What the cycle model costs where it can run passes from tape: CPU time of further passes of whole kernels, as a ratio
 * to running the same instructions without time. For kernels with SFPLOADMACRO these are all that executes in a pass,
 * scheduled items included, in the order in which it starts. usage: bench_reuse [ARCH FILE]...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "time/kernel.h"
#include "time/pipeline.h"
#include "model/setup.h"

enum {
    REPETITIONS = 15, /* odd: the median is one of them */
    WATCHED_PASSES = 6,
    FIRST_PASSES = 100, /* enough to find a period */
    NAME_WIDTH = 52,
    ALLOWED_PERCENT = 130,
};
static const double repetition_ns = 4e6;

static const struct job {
    const char *arch, *path;
} examples[] = {
    {"wormhole", "examples/exp/exp.S"},
    {"blackhole", "examples/exp/exp.S"},
    {"wormhole", "examples/recip/recip-wormhole.S"},
    {"blackhole", "examples/recip/recip-blackhole.S"},
    {"wormhole", "examples/rowmax/rowmax.S"},
    {"blackhole", "examples/recip-bh/recip-bf16.S"},
    {"wormhole", "examples/typecast/uint16-to-bf16.S"},
    {"blackhole", "examples/typecast/uint16-to-bf16.S"},
    {"wormhole", "examples/where/where.S"},
    {"blackhole", "examples/where/where.S"},
};

/* What executes in one pass. */
struct items {
    struct sfp_op *op;
    size_t count, room;
    unsigned passes; /* begun so far */
    bool macros;
};

struct bench {
    struct sfp_kernel kernel;
    struct sfp_machine *m;
    struct items items;
};

static void load_of_macro(struct sfp_machine *m, const struct sfp_op *op)
{
    m->semantics->load_of_macro(m, op);
}

/* Keeps what executes in the last pass. */
static void keep(void *context, const struct sfp_event *e)
{
    struct items *items = context;
    struct sfp_op *op;

    items->passes += e->kind == SFP_EVENT_PASS;
    if (e->kind != SFP_EVENT_EXEC || items->passes != WATCHED_PASSES)
        return;
    if (items->count == items->room) {
        items->room = items->room ? 2 * items->room : 1024;
        items->op = realloc(items->op, items->room * sizeof *items->op);
        if (!items->op) {
            fprintf(stderr, "bench_reuse: out of memory\n");
            exit(EXIT_FAILURE);
        }
    }
    op = &items->op[items->count++];
    *op = *e->op;
    if (op->insn->id == SFP_I_SFPLOADMACRO) {
        items->macros = true;
        op->exec = load_of_macro;
    }
}

static void run_timed(struct bench *b, unsigned long passes)
{
    const struct sfp_timing_options options = {.run.repeat = passes};
    struct sfp_timing_result result;

    sfp_run_timed(b->m, b->kernel.program.words, b->kernel.program.count, &options, &result);
}

static void run_untimed(struct bench *b, unsigned long passes)
{
    const struct sfp_run_options options = {.repeat = passes};
    struct sfp_run_result result;
    unsigned modes;

    if (!b->items.macros) {
        sfp_run_untimed(b->m, b->kernel.program.words, b->kernel.program.count, &options, &result);
        return;
    }
    modes = sfp_host_float_enter();
    for (unsigned long pass = 0; pass < passes; pass++)
        for (size_t i = 0; i < b->items.count; i++)
            b->items.op[i].exec(b->m, &b->items.op[i]);
    sfp_host_float_leave(modes);
}

static double cpu_ns(void (*run)(struct bench *b, unsigned long passes), struct bench *b, unsigned long passes)
{
    const double start = cpu_now();

    run(b, passes);
    return cpu_now() - start;
}

/* ns of each of `passes` passes behind the first ones. */
static double ns_of_further(void (*run)(struct bench *b, unsigned long passes), struct bench *b, unsigned long passes)
{
    const double first = cpu_ns(run, b, FIRST_PASSES);

    return (cpu_ns(run, b, FIRST_PASSES + passes) - first) / (double)passes;
}

/* Median ns of a pass each way, in turn, and of their ratio. */
static void measure(struct bench *b, double *timed, double *untimed, double *ratio)
{
    double ways[2][REPETITIONS], ratios[REPETITIONS];
    const unsigned long passes = 1 + (unsigned long)(repetition_ns / cpu_ns(run_untimed, b, 1));

    for (unsigned i = 0; i < REPETITIONS; i++) {
        ways[0][i] = ns_of_further(run_timed, b, passes);
        ways[1][i] = ns_of_further(run_untimed, b, passes);
        ratios[i] = ways[0][i] / ways[1][i];
    }
    *timed = median_of(ways[0], REPETITIONS);
    *untimed = median_of(ways[1], REPETITIONS);
    *ratio = median_of(ratios, REPETITIONS);
}

/* False: it cannot run. */
static bool prepare(struct bench *b, const struct job *job)
{
    struct sfp_observer observer = {.event = keep, .context = &b->items};
    const struct sfp_timing_options watched = {.run.repeat = WATCHED_PASSES, .observers = &observer};
    struct sfp_timing_result result;
    enum sfp_arch arch;
    char *error = NULL;

    if (!sfp_arch_parse(job->arch, &arch)
        || !sfp_kernel_load(job->path, &(struct sfp_asm_options){.arch = arch}, &b->kernel, &error)) {
        fprintf(stderr, "bench_reuse: %s: %s\n", job->path, error ? error : "cannot be assembled");
        free(error);
        return false;
    }
    b->m = sfp_machine_new(arch, sfp_semantics_best());
    if (!b->m)
        return false;
    sfp_setup_init(b->m, SFP_INIT_LLK);
    sfp_run_timed(b->m, b->kernel.program.words, b->kernel.program.count, &watched, &result);
    if (result.run.status != SFP_RUN_DONE || b->items.count == 0)
        fprintf(stderr, "bench_reuse: %s does not run\n", job->path);
    return result.run.status == SFP_RUN_DONE && b->items.count > 0;
}

/* Returns whether the kernel is as fast as it should be; one that cannot run is not. */
static bool report(const struct job *job)
{
    struct bench b = {.m = NULL};
    double timed, untimed, ratio = 0;
    bool runs = prepare(&b, job), met;

    if (runs) {
        measure(&b, &timed, &untimed, &ratio);
        met = ratio * 100 <= ALLOWED_PERCENT;
        printf("%-9s %-*s %5.1f ns %s; in time %5.1f ns: %4.2f, %s\n", job->arch, NAME_WIDTH, job->path,
               untimed / (double)b.items.count, b.items.macros ? "an item       " : "an instruction",
               timed / (double)b.items.count, ratio, met ? "met" : "NOT MET");
        fflush(stdout);
    }
    free(b.items.op);
    sfp_machine_free(b.m);
    sfp_kernel_free(&b.kernel);
    return runs && met;
}

int main(int argc, char **argv)
{
    unsigned met = 0, jobs = 0;

    printf("further passes of --repeat against the same instructions without time: at most %d %%\n", ALLOWED_PERCENT);
    for (int i = 1; i + 1 < argc; i += 2, jobs++)
        met += report(&(struct job){argv[i], argv[i + 1]});
    for (size_t i = 0; argc == 1 && i < sizeof examples / sizeof *examples; i++, jobs++)
        met += report(&examples[i]);
    printf("%u of %u marks met\n", met, jobs);
    return EXIT_SUCCESS;
}
