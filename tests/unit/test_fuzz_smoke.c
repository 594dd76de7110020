/*
 * The fuzz targets without libFuzzer: on the seeds in tests/fuzz/corpus, and on inputs made from these by a fixed
 * random sequence. A target aborts when something is wrong, and prints the input.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fileio.h"
#include "fuzz/fuzz.h"

enum { MOST_SEEDS = 256, MOST_BYTES = 8192, RANDOM_BYTES = 512 };

struct target {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
    size_t inputs; /* generated ones */
};

static struct target targets[] = {
    {"asm", fuzz_asm, 1500},   {"batch", fuzz_batch, 5000}, {"budget", fuzz_budget, 5000}, {"debug", fuzz_debug, 5000},
    {"dis", fuzz_dis, 500},    {"elf", fuzz_elf, 5000},
    {"expression", fuzz_expression, 3000}, {"gaps", fuzz_gaps, 5000}, {"gdb", fuzz_gdb, 1500},
    {"lines", fuzz_lines, 5000}, {"load", fuzz_load, 2000},
    {"macro", fuzz_macro, 1500}, {"nodes", fuzz_nodes, 3000}, {"npy", fuzz_npy, 1000}, {"options", fuzz_options, 5000},
    {"packet", fuzz_packet, 5000}, {"record", fuzz_record, 3000},
    {"riscv", fuzz_riscv, 5000}, {"sched", fuzz_sched, 200}, {"schedule", fuzz_schedule, 1500},
    {"select", fuzz_select, 8000}, {"sim", fuzz_sim, 600},    {"state", fuzz_state, 800},
    {"tally", fuzz_tally, 400},
};

static int is_seed(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static size_t read_seeds(const char *name, struct sfp_buffer *seeds)
{
    char path[512];
    struct dirent **entries;
    int count;

    snprintf(path, sizeof path, "tests/fuzz/corpus/%s", name);
    count = scandir(path, &entries, is_seed, alphasort);
    assert_in_range(count, 1, MOST_SEEDS);
    for (int i = 0; i < count; i++) {
        char *error = NULL;

        snprintf(path, sizeof path, "tests/fuzz/corpus/%s/%s", name, entries[i]->d_name);
        if (!file_read(path, &seeds[i], &error))
            fail_msg("%s", error);
        free(entries[i]);
    }
    free(entries);
    return (size_t)count;
}

/* A copy of just that size, so that AddressSanitizer sees what reads beyond it. */
static void run_copy(const struct target *target, size_t number, const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);

    assert_non_null(copy);
    memcpy(copy, data, size);
    fuzz_describe(target->name, number, copy, size);
    target->run(copy, size);
    free(copy);
}

static size_t random_input(uint8_t *bytes, uint64_t *random)
{
    const size_t size = fuzz_below(random, RANDOM_BYTES);

    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)fuzz_random(random);
    return size;
}

static void replace(uint8_t *bytes, size_t size, uint64_t *random)
{
    static const char likely[] = "0123456789-+*/(),;:.#{}[]\"'<>\\ \n\tLx\xff\x7f";
    const size_t at = fuzz_below(random, (uint32_t)size);

    bytes[at] = (uint8_t)(fuzz_below(random, 2) ? (unsigned char)likely[fuzz_below(random, sizeof likely)]
                                                : fuzz_random(random));
}

/* A seed with a few bytes replaced, a run left out, or the end of another seed. */
static size_t mutate(uint8_t *bytes, const struct sfp_buffer *seeds, size_t count, uint64_t *random)
{
    const struct sfp_buffer *seed = &seeds[fuzz_below(random, (uint32_t)count)];
    const struct sfp_buffer *other = &seeds[fuzz_below(random, (uint32_t)count)];
    size_t size = seed->size < MOST_BYTES / 2 ? seed->size : MOST_BYTES / 2;

    memcpy(bytes, seed->data, size);
    for (uint32_t n = 1 + fuzz_below(random, 4); n && size; n--)
        replace(bytes, size, random);
    if (size > 1 && fuzz_below(random, 4) == 0) {
        const size_t at = fuzz_below(random, (uint32_t)size), gone = fuzz_below(random, (uint32_t)(size - at)) + 1;

        memmove(bytes + at, bytes + at + gone, size - at - gone);
        size -= gone;
    }
    if (other->size && other->size < MOST_BYTES / 2 && fuzz_below(random, 4) == 0) {
        const size_t from = fuzz_below(random, (uint32_t)other->size);

        memcpy(bytes + size, other->data + from, other->size - from);
        size += other->size - from;
    }
    return size;
}

static void test_target(void **state)
{
    static struct sfp_buffer seeds[MOST_SEEDS];
    static uint8_t bytes[MOST_BYTES];
    const struct target *target = *state;
    const size_t count = read_seeds(target->name, seeds);
    const size_t inputs = getenv("SFP_LONG") ? 100 * target->inputs : target->inputs;
    uint64_t random = 1;

    for (size_t i = 0; i < count; i++)
        run_copy(target, i, (const uint8_t *)seeds[i].data, seeds[i].size);
    for (size_t i = 0; i < inputs; i++)
        run_copy(target, count + i, bytes,
                 i % 4 ? mutate(bytes, seeds, count, &random) : random_input(bytes, &random));
    for (size_t i = 0; i < count; i++)
        buffer_free(&seeds[i]);
}

int main(void)
{
    enum { COUNT = sizeof targets / sizeof *targets };
    struct CMUnitTest tests[COUNT];

    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){targets[i].name, test_target, NULL, NULL, &targets[i]};
    return cmocka_run_group_tests_name("fuzz_smoke", tests, NULL, NULL);
}
