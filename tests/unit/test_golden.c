/*
 * The model against golden records, at every SIMD level this processor has:
 * what they list must change as they say, and nothing else may change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/record.h"
#include "model/model.h"
#include "time/pipeline.h"

enum {
    MAX_LEVELS = 4,
    MAX_SHOWN = 20, /* failures reported in full, a file */
    TEXT = 200,
};

/* A machine a level, for the arch that the file's records are for. */
struct bench {
    const char *path;
    struct sfp_machine *machine[MAX_LEVELS];
    unsigned levels;
    enum sfp_arch arch;
    unsigned records, failures;
};

static bool bench_init(struct bench *b, enum sfp_arch arch)
{
    const struct sfp_semantics *list[MAX_LEVELS] = {NULL};

    b->arch = arch;
    sfp_semantics_list(list);
    for (b->levels = 0; b->levels < MAX_LEVELS && list[b->levels]; b->levels++) {
        b->machine[b->levels] = sfp_machine_new(arch, list[b->levels]);
        if (!b->machine[b->levels])
            return false;
    }
    return b->levels > 0;
}

static void bench_free(struct bench *b)
{
    for (unsigned i = 0; i < b->levels; i++)
        sfp_machine_free(b->machine[i]);
}

static void show(struct bench *b, const struct golden_record *r, const struct sfp_machine *m, const char *text)
{
    if (++b->failures > MAX_SHOWN)
        return;
    if (r->program)
        print_error("%s:%u: %s (%zu words), %s: %s\n", b->path, r->line, r->name, r->count, m->semantics->level, text);
    else
        print_error("%s:%u: %s 0x%08X mod %u, %s: %s\n", b->path, r->line, r->name, (unsigned)r->words[0], r->mod,
                    m->semantics->level, text);
}

/* Decodes and executes the record's word. False if that cannot be done; `text` says why. */
static bool execute(struct sfp_machine *m, const struct golden_record *r, char text[TEXT])
{
    struct sfp_op op;

    sfp_decode(m, r->words[0], 0, &op);
    if (!op.insn) {
        snprintf(text, TEXT, "no such instruction");
        return false;
    }
    if (sfp_insn_by_macro(&m->index, r->name, strlen(r->name)) != op.insn) {
        snprintf(text, TEXT, "decoded as %s", op.insn->macro);
        return false;
    }
    if (!op.exec) {
        snprintf(text, TEXT, "refused");
        return false;
    }
    op.exec(m, &op);
    return true;
}

static bool run_program(struct sfp_machine *m, const struct golden_record *r, char text[TEXT])
{
    const struct sfp_run_options options = {.repeat = 1};
    struct sfp_run_result result = {0};

    sfp_run_untimed(m, r->words, r->count, &options, &result);
    if (result.status == SFP_RUN_DONE)
        return true;
    snprintf(text, TEXT, "run status %d at word %zu, 0x%08X", (int)result.status, result.index,
             (unsigned)result.word);
    return false;
}

static void check(struct bench *b, const struct golden_record *r)
{
    b->records++;
    for (unsigned i = 0; i < b->levels; i++) {
        struct sfp_machine *m = b->machine[i];
        char text[TEXT];

        m->s = r->before;
        if (!(r->program ? run_program(m, r, text) : execute(m, r, text)) ||
            golden_differs(r, &m->s, text, sizeof text))
            show(b, r, m, text);
    }
}

/* Reads all of the file. False if a record is malformed or for another arch. */
static bool check_all(struct bench *b, struct golden_file *file, struct golden_record *r)
{
    enum golden_status status;

    while ((status = golden_next(file, r)) == GOLDEN_RECORD) {
        if (r->arch != b->arch) {
            print_error("%s:%u: for another arch\n", b->path, r->line);
            return false;
        }
        check(b, r);
    }
    if (status == GOLDEN_MALFORMED)
        print_error("%s:%u: %s\n", b->path, r->line, golden_error(file));
    return status == GOLDEN_END;
}

/* Everything of one open file; what was allocated is freed before cmocka may jump away. */
static void check_file(struct golden_file *file, const char *path, enum sfp_arch arch)
{
    struct bench b = {.path = path};
    struct golden_record *r = aligned_alloc(_Alignof(struct golden_record), sizeof *r);
    bool complete = r && bench_init(&b, arch) && check_all(&b, file, r);

    bench_free(&b);
    free(r);
    golden_close(file);
    if (b.failures > MAX_SHOWN)
        print_error("... and %u more\n", b.failures - MAX_SHOWN);
    if (b.failures)
        print_error("%s: %u of %u runs (%u records at %u levels) differ\n", path, b.failures, b.records * b.levels,
                    b.records, b.levels);
    assert_true(complete);
    assert_int_equal(b.failures, 0);
    assert_true(b.records > 0);
}

/* The repository's own records: always there. */
static void check_own(const char *path, enum sfp_arch arch)
{
    struct golden_file *file = golden_open(path);

    if (!file)
        fail_msg("%s is missing (tests run from the project's root)", path);
    check_file(file, path, arch);
}

/* The full set, which only developers have beside the project. */
static void check_shared(const char *path, enum sfp_arch arch)
{
    struct golden_file *file = golden_open(path);

    if (!file) {
        print_message("%s is not here\n", path);
        skip();
    }
    check_file(file, path, arch);
}

#define OWN(name, arch) \
    static void own_##name(void **state) \
    { \
        (void)state; \
        check_own("tests/vectors/" #name ".jsonl", arch); \
    }
#define SHARED(name, arch) \
    static void shared_##name(void **state) \
    { \
        (void)state; \
        check_shared("../shared/golden/" #name ".jsonl", arch); \
    }

OWN(insn_wh, SFP_WH)
OWN(insn_wh_docs, SFP_WH)
OWN(insn_bh, SFP_BH)
OWN(prog_wh, SFP_WH)
OWN(prog_bh, SFP_BH)
SHARED(insn_wh, SFP_WH)
SHARED(insn_wh_docs, SFP_WH)
SHARED(insn_bh, SFP_BH)
SHARED(prog_wh, SFP_WH)
SHARED(prog_bh, SFP_BH)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_insn_wh),         cmocka_unit_test(own_insn_wh_docs),
        cmocka_unit_test(own_insn_bh),         cmocka_unit_test(own_prog_wh),
        cmocka_unit_test(own_prog_bh),         cmocka_unit_test(shared_insn_wh),
        cmocka_unit_test(shared_insn_wh_docs), cmocka_unit_test(shared_insn_bh),
        cmocka_unit_test(shared_prog_wh),      cmocka_unit_test(shared_prog_bh),
    };

    sfp_host_float_enter();
    return cmocka_run_group_tests_name("golden records", tests, NULL, NULL);
}
