/*
 * What the simulator takes for instructions that move flags and lanes, and what a plain model in C takes (plain.h), at
 * every SIMD level this processor has: the two in turn, in one run. Before, both execute random words on random states,
 * and any difference between them ends the program with an error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "plain.h"
#include "words.h"

enum {
    PATTERN = 4,      /* words of a row, executed in turn */
    OPS = 48,         /* operations in the array that is timed: whole patterns */
    REPETITIONS = 51, /* odd: the median is one of them */
    TRIALS = 4096,    /* random states for each row */
    WARM_UP = 100,    /* passes */
    MAX_LEVELS = 4,
    NAME_WIDTH = 38,
};
static const double repetition_ns = 200e3;

static const struct row {
    const char *name;
    uint32_t words[PATTERN]; /* up to the first 0 */
} rows[] = {
    {"SFPTRANSP", {I12(TRANSP, 0, 0, 0, 0)}},
    {"SFPSHFT2, rotate", INTO_L0_L3(I12(SHFT2, 0, 4, 0, 3))},
    {"SFPPUSHC and SFPPOPC", {I12(PUSHC, 0, 0, 0, 0), I12(POPC, 0, 0, 0, 0)}},
    {"SFPPUSHC, SFPSETCC and SFPPOPC", {I12(PUSHC, 0, 0, 0, 0), I12(SETCC, 0, 4, 0, 0), I12(POPC, 0, 0, 0, 0)}},
    {"SFPSETCC", {I12(SETCC, 0, 4, 0, 0), I12(SETCC, 0, 4, 0, 6)}},
    {"SFPENCC", {I12(ENCC, 3, 0, 0, 10)}},
    {"SFPENCC, all lanes and none in turn", {I12(ENCC, 2, 0, 0, 10), I12(ENCC, 1, 0, 0, 10)}},
    {"SFPENCC and SFPSETCC", {I12(ENCC, 3, 0, 0, 10), I12(SETCC, 0, 4, 0, 0)}},
    {"SFPSTOCHRND, to fp16", INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 0))},
    {"SFPSTOCHRND, to bf16", INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 1))},
    {"SFPSTOCHRND, to bf16, stochastic", INTO_L0_L3(I12(STOCHRND, 0x200, 4, 0, 1))},
    {"SFPSTOCHRND, to uint8", INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 2))},
    {"SFPSTOCHRND, to int8", INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 3))},
    {"SFPSTOCHRND, to int16", INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 7))},
    {"SFPSTOCHRND, int32 to uint8", INTO_L0_L3(I12(STOCHRND, 7, 4, 0, 4))},
    {"SFPSTOCHRND, int32 to int8", INTO_L0_L3(I12(STOCHRND, 0, 4, 0, 13))},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- The same results ---- */

/* Floats from 1/16 to 2^20, integers of all sizes, and special ones: zeros, infinity, NaN, a denormal, halves. */
static uint32_t random_operand(uint64_t *random)
{
    static const uint32_t special[] = {0, 0x80000000, 0x7F800000, 0xFFC00000, 0x00400000, 0x3F000000, 0xBEFFFFFF};
    enum { SPECIAL = sizeof special / sizeof special[0], FLOATS = 8, KINDS = 20 };
    enum { MANTISSA_BITS = 23, LOWEST_EXPONENT = 127 - 4, EXPONENTS = 24 };
    const uint32_t bits = random_word(random), kind = random_word(random) % KINDS;

    if (kind < SPECIAL)
        return special[kind];
    if (kind < SPECIAL + FLOATS)
        return (bits & 0x807FFFFF) | (LOWEST_EXPONENT + random_word(random) % EXPONENTS) << MANTISSA_BITS;
    return (bits & 0x80000000) | bits >> random_word(random) % 32;
}

static void random_state(struct sfp_state *s, uint64_t *random)
{
    for (unsigned reg = 0; reg < SFP_LREGS; reg++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            s->lreg[reg][l] = random_operand(random);
    for (unsigned l = 0; l < SFP_LANES; l++)
        s->prng[l] = random_word(random);
    s->flags = random_word(random);
    s->use_flags = random_word(random) % 2 ? UINT32_MAX : random_word(random);
    for (unsigned i = 0; i < SFP_STACK_DEPTH; i++) {
        s->stack.flags[i] = random_word(random);
        s->stack.use_flags[i] = random_word(random);
    }
    s->stack_size = (uint8_t)(random_word(random) % SFP_STACK_COUNTER);
    sfp_state_refresh(s);
}

/* A word of the same opcode: any for which there is a plain model, and that names no instruction template. */
static uint32_t like(uint32_t word, uint64_t *random)
{
    const uint32_t opcode = word >> 24, vd = random_word(random) % SFP_FIRST_TEMPLATE_VD;
    const bool one_mode = opcode == PUSHC || opcode == POPC || opcode == SHFT2;
    const uint32_t mod = one_mode ? word & 0xF : random_word(random) & 0xF;

    return opcode << 24 | (random_word(random) & 0xFFFF00) | vd << 4 | mod;
}

static void copy_flags(uint8_t to[SFP_LANES], uint32_t from)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        to[l] = from >> l & 1;
}

/* A plain model in the state of a machine. */
static void follow(struct plain *p, const struct sfp_state *s)
{
    memset(p, 0, sizeof *p);
    memcpy(p->lreg, s->lreg, sizeof p->lreg);
    memcpy(p->prng, s->prng, sizeof p->prng);
    memcpy(p->latch, s->shft2_latch, sizeof p->latch);
    copy_flags(p->flags, s->flags);
    copy_flags(p->use_flags, s->use_flags);
    for (unsigned i = 0; i < SFP_STACK_DEPTH; i++) {
        copy_flags(p->stack[i].flags, s->stack.flags[i]);
        copy_flags(p->stack[i].use_flags, s->stack.use_flags[i]);
    }
    p->stack_size = s->stack_size;
    p->blackhole = s->kernels == SFP_BH;
}

static void execute_both(struct sfp_machine *m, struct plain *p, const struct plain_models *models, uint32_t word)
{
    struct sfp_op op;

    sfp_decode(m, word, 0, &op);
    op.exec(m, &op);
    models->exec[op.insn->id](p, &op);
}

static unsigned words_of(const struct row *r)
{
    unsigned words = 0;

    while (words < PATTERN && r->words[words])
        words++;
    return words;
}

/* Executes the row's words, and others like them, on random states. */
static bool agree(struct sfp_machine *m, const struct plain_models *models, const struct row *r)
{
    static struct plain plain, expected;
    const unsigned words = words_of(r);
    uint64_t random = 1;

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        random_state(&m->s, &random);
        follow(&plain, &m->s);
        for (unsigned i = 0; i < words; i++)
            execute_both(m, &plain, models, trial % 2 ? like(r->words[i], &random) : r->words[i]);
        follow(&expected, &m->s);
        if (memcmp(&plain, &expected, sizeof plain) != 0)
            return false;
    }
    return true;
}

/* ---- Timing ---- */

struct race {
    struct sfp_machine *m;
    struct plain *plain;
    const struct plain_models *models;
    struct {
        struct sfp_op op;
        plain_exec *plain;
    } step[OPS];
};

/* Operands as kernels have them: floats around 1, small integers in L7, predication on in all lanes. */
static void prepare(struct race *race, const struct row *r)
{
    const unsigned words = words_of(r);
    struct sfp_state *s = &race->m->s;
    uint64_t random = 1;

    sfp_state_reset(s, s->arch);
    s->flags = s->use_flags = UINT32_MAX;
    for (unsigned l = 0; l < SFP_LANES; l++) {
        for (unsigned reg = 0; reg < 7; reg++)
            s->lreg[reg][l] = random_float(&random);
        s->lreg[7][l] = l % 4;
        s->prng[l] = random_word(&random);
    }
    sfp_state_refresh(s);
    follow(race->plain, s);
    for (unsigned i = 0; i < OPS; i++) {
        sfp_decode(race->m, r->words[i % words], i, &race->step[i].op);
        race->step[i].plain = race->models->exec[race->step[i].op.insn->id];
    }
}

static double time_ours(struct race *race, unsigned long passes)
{
    const double start = cpu_now();

    for (unsigned long p = 0; p < passes; p++)
        for (unsigned i = 0; i < OPS; i++)
            race->step[i].op.exec(race->m, &race->step[i].op);
    return (cpu_now() - start) / (double)passes / OPS;
}

static double time_plain(struct race *race, unsigned long passes)
{
    const double start = cpu_now();

    for (unsigned long p = 0; p < passes; p++)
        for (unsigned i = 0; i < OPS; i++)
            race->step[i].plain(race->plain, &race->step[i].op);
    return (cpu_now() - start) / (double)passes / OPS;
}

/* Prints medians of the two, and of their ratio. Returns whether the simulator is as fast. */
static bool measure(struct race *race, const struct row *r)
{
    double ours[REPETITIONS], plain[REPETITIONS], ratios[REPETITIONS];
    unsigned long passes;
    bool met;

    prepare(race, r);
    passes = 1 + (unsigned long)(repetition_ns / OPS / time_plain(race, WARM_UP));
    for (unsigned i = 0; i < REPETITIONS; i++) {
        ours[i] = time_ours(race, passes);
        plain[i] = time_plain(race, passes);
        ratios[i] = ours[i] / plain[i];
    }
    met = median_of(ratios, REPETITIONS) <= 1;
    printf("  %-*s%8.2f %8.2f %8.2f  %s\n", NAME_WIDTH - 2, r->name, median_of(ours, REPETITIONS),
           median_of(plain, REPETITIONS), median_of(ratios, REPETITIONS), met ? "met" : "NOT MET");
    fflush(stdout);
    return met;
}

/* ---- The report ---- */

static const struct plain_models *models_of(const struct sfp_semantics *semantics)
{
    static const struct plain_models *const models[] = {
#ifdef SFP_HAVE_X86_LEVELS
        &plain_models_v4, &plain_models_v3,
#endif
        &plain_models_base,
    };
    unsigned i = 0;

    while (strcmp(models[i]->level, semantics->level) != 0)
        i++;
    return models[i];
}

/* Whether all rows agree, on an arch. */
static bool check(enum sfp_arch arch, const struct sfp_semantics *semantics)
{
    struct sfp_machine *m = sfp_machine_new(arch, semantics);
    bool good = m != NULL;

    for (unsigned r = 0; r < ROWS && good; r++) {
        good = agree(m, models_of(semantics), &rows[r]);
        if (!good)
            fprintf(stderr, "bench_plain: %s, %s: %s: results differ\n", semantics->level, sfp_arch_facts(arch)->name,
                    rows[r].name);
    }
    sfp_machine_free(m);
    return good;
}

static bool report(const struct sfp_semantics *semantics)
{
    static struct plain plain;
    static struct race race;
    unsigned met = 0;

    race = (struct race){.m = sfp_machine_new(SFP_WH, semantics), .plain = &plain, .models = models_of(semantics)};
    if (!race.m || !check(SFP_WH, semantics) || !check(SFP_BH, semantics)) {
        sfp_machine_free(race.m);
        return false;
    }
    printf("%-*s%8s %8s %8s\n", NAME_WIDTH, semantics->level, "ns", "plain C", "ratio");
    for (unsigned r = 0; r < ROWS; r++)
        met += measure(&race, &rows[r]);
    printf("%s: %u of %u as fast as plain C\n\n", semantics->level, met, ROWS);
    sfp_machine_free(race.m);
    return true;
}

int main(void)
{
    const struct sfp_semantics *levels[MAX_LEVELS] = {NULL};
    bool good = true;

    sfp_host_float_enter();
    printf("ns an instruction, and ns of a plain model in C of it; medians of %d repetitions, in turn\n", REPETITIONS);
    sfp_semantics_list(levels);
    for (unsigned i = 0; i < MAX_LEVELS && levels[i] && good; i++)
        good = report(levels[i]);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
