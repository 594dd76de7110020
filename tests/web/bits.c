/*
 * What the machine computes, as numbers to be compared: compiled for the host and as WebAssembly, it says the same.
 *
 *     bits random COUNT       random programs from random states, of both arches
 *     bits states FILE        what golden_states.c wrote: states and the words that run from them
 *     bits fma FILE ARCH      records of a, b, c and a * b + c (tests/vectors/README.md), which are checked too
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "fuzz/fuzz.h"
#include "model/model.h"
#include "time/pipeline.h"

enum { MAX_PROGRAM = 24, TOLD = 10000 /* programs a line */, MOP_OPCODE = 1, FMA_WORDS = 4 };

static const uint32_t mad_word = 0x84012300; /* sfpmad L0, L1, L2, L3, 0 */

static void die(const char *what)
{
    fprintf(stderr, "bits: %s\n", what);
    exit(EXIT_FAILURE);
}

static struct sfp_machine *machine_of(enum sfp_arch arch)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());

    if (!m)
        die("no memory");
    return m;
}

/* ---- FNV-1a, of all that is architectural ---- */

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    static const uint64_t prime = 0x100000001B3;
    const unsigned char *b = bytes;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ b[i]) * prime;
    return hash;
}

static uint64_t hash_state(uint64_t hash, const struct sfp_state *s)
{
#define PART(member) hash = hash_bytes(hash, &s->member, sizeof s->member)
    PART(lreg);
    PART(flags);
    PART(use_flags);
    PART(prng);
    PART(lane_config);
    PART(macro_template);
    PART(macro_sequence);
    PART(macro_misc);
    PART(dst);
    PART(dst_valid);
    PART(stack);
    PART(stack_size);
    PART(shft2_latch);
    PART(own.rwc);
    PART(config);
    PART(own.thread_config);
    PART(own.gpr);
    PART(semaphore);
    PART(expanders.replay);
    PART(expanders.mop_cfg);
#undef PART
    return hash;
}

/* ---- Random programs ---- */

static uint64_t run_program(struct sfp_machine *m, const uint32_t *words, size_t count, uint64_t hash)
{
    const struct sfp_timing_options options = {.run = {.repeat = 1}};
    struct sfp_timing_result result = {0};

    sfp_run_timed(m, words, count, &options, &result);
    hash = hash_bytes(hash, &result.cycles, sizeof result.cycles);
    hash = hash_bytes(hash, &result.run.executed, sizeof result.run.executed);
    return hash_state(hash, &m->s);
}

static uint64_t run_random(struct sfp_machine *m, uint64_t seed, uint64_t hash)
{
    uint32_t words[MAX_PROGRAM];
    uint64_t random = seed;
    size_t count = 1 + fuzz_below(&random, MAX_PROGRAM);

    sfp_state_reset(&m->s, m->s.arch);
    fuzz_random_state(&m->s, &m->index, fuzz_random(&random));
    for (size_t i = 0; i < count; i++) {
        do /* a MOP stands for thousands */
            words[i] = fuzz_valid_word(&m->index, (uint32_t)fuzz_random(&random));
        while (words[i] >> 24 == MOP_OPCODE);
    }
    return run_program(m, words, count, hash);
}

static void random_programs(unsigned long count)
{
    struct sfp_machine *machines[] = {machine_of(SFP_WH), machine_of(SFP_BH)};
    uint64_t hash = 0;

    for (unsigned long i = 0; i < count; i++) {
        hash = run_random(machines[i % 2], i, hash);
        if ((i + 1) % TOLD == 0 || i + 1 == count)
            printf("%lu programs: %016llx\n", i + 1, (unsigned long long)hash);
    }
    sfp_machine_free(machines[0]);
    sfp_machine_free(machines[1]);
}

/* ---- States of a file ---- */

static bool get(FILE *file, void *to, size_t size)
{
    return fread(to, 1, size, file) == size;
}

/* An instruction of its own is executed; more are run. */
static uint64_t run_record(struct sfp_machine *m, const struct bits_record *r, const uint32_t *words)
{
    struct sfp_op op;

    sfp_state_refresh(&m->s);
    if (r->program)
        return run_program(m, words, r->count, 0);
    sfp_decode(m, words[0], 0, &op);
    if (!op.exec)
        die("an instruction is refused");
    op.exec(m, &op);
    return hash_state(0, &m->s);
}

static void states(FILE *file)
{
    static uint32_t words[BITS_WORDS];
    struct sfp_machine *machines[] = {machine_of(SFP_WH), machine_of(SFP_BH)};
    struct bits_record r;

    for (unsigned i = 0; get(file, &r, sizeof r); i++) {
        struct sfp_machine *m = machines[r.arch != SFP_WH];

        if (r.state != BITS_STATE || r.count > BITS_WORDS)
            die("the file is of another layout");
        sfp_state_reset(&m->s, (enum sfp_arch)r.arch);
        if (!get(file, words, r.count * sizeof *words) || !get(file, &m->s, BITS_STATE))
            die("the file is cut");
        printf("%u: %016llx\n", i, (unsigned long long)run_record(m, &r, words));
    }
    sfp_machine_free(machines[0]);
    sfp_machine_free(machines[1]);
}

/* ---- Multiply-adds ---- */

static unsigned wrong_of(struct sfp_machine *m, uint32_t records[SFP_LANES][FMA_WORDS], size_t count)
{
    struct sfp_op op;
    unsigned wrong = 0;

    sfp_decode(m, mad_word, 0, &op);
    for (size_t l = 0; l < count; l++)
        for (unsigned i = 0; i + 1 < FMA_WORDS; i++)
            m->s.lreg[1 + i][l] = records[l][i];
    op.exec(m, &op);
    for (size_t l = 0; l < count; l++)
        wrong += m->s.lreg[0][l] != records[l][FMA_WORDS - 1];
    return wrong;
}

static void fma_records(FILE *file, const char *arch)
{
    static uint32_t records[SFP_LANES][FMA_WORDS];
    struct sfp_machine *m = machine_of(strcmp(arch, "wormhole") == 0 ? SFP_WH : SFP_BH);
    size_t count, all = 0;
    unsigned wrong = 0;

    while ((count = fread(records, sizeof *records, SFP_LANES, file)) > 0) {
        wrong += wrong_of(m, records, count);
        all += count;
    }
    printf("%zu multiply-adds, %u wrong\n", all, wrong);
    sfp_machine_free(m);
}

static FILE *open_file(const char *path)
{
    FILE *file = fopen(path, "rb");

    if (!file)
        die("a file cannot be read");
    return file;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "random") == 0)
        random_programs(strtoul(argv[2], NULL, 10));
    else if (argc == 3 && strcmp(argv[1], "states") == 0)
        states(open_file(argv[2]));
    else if (argc == 4 && strcmp(argv[1], "fma") == 0)
        fma_records(open_file(argv[2]), argv[3]);
    else
        die("usage: bits random COUNT | bits states FILE | bits fma FILE ARCH");
    return 0;
}
