/*
 * Functions of the public header in which memory runs out (scarce_memory.h): what they do is done as ever, or they fail
 * with nothing written, and in both cases all that they took is given back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "scarce_memory.h"
#include "sfpu.h"

/* A row of 2s, a multiplication that is too early for its store (mad-raw), and an SFPNOP in time. */
static const char kernel[] =
    ".warning \"said\"\n"
    ".region body\n"
    "start: sfpload L0, 0, 3, 3\n"
    "sfpmad L1, L0, L0, L9, 0\n"
    "sfpstore L1, 4, 3, 3\n"
    "sfpnop\n"
    "sfpstore L1, 8, 3, 3\n"
    ".endregion\n";

/* ---- What is written ---- */

struct written {
    char *text;
    size_t size, room;
};

static int take(void *context, const char *bytes, size_t size)
{
    struct written *w = context;

    if (size > w->room - w->size)
        fail_msg("%zu bytes of a report, and more", w->size);
    memcpy(w->text + w->size, bytes, size);
    w->size += size;
    return 0;
}

/* ---- What is done: each gives a code, and leaves nothing behind ---- */

typedef int doing(const void *how, struct written *w);

static int assembly(const void *how, struct written *w)
{
    static const char *const defines[] = {"rows=2"};
    const struct sfpu_assembly assembly = {.size = sizeof assembly, .defines = defines, .define_count = 1};
    sfpu_program *program;
    int code = sfpu_assemble_text(&assembly, "k.s", kernel, sizeof kernel - 1, &program);

    if (code == SFPU_OK)
        code = sfpu_warn_words(&assembly, program);
    if (code == SFPU_OK)
        code = sfpu_program_write(program, *(const int *)how, "k", take, w);
    sfpu_program_free(program);
    return code;
}

/* Words in a file, with the table of their lines beside it. */
static int words(const void *how, struct written *w)
{
    sfpu_machine *m;
    int code = sfpu_open(NULL, &m);

    if (code == SFPU_OK)
        code = sfpu_load_file(m, how);
    if (code == SFPU_OK)
        code = take(w, how, strlen(how));
    sfpu_close(m);
    return code;
}

struct input {
    const char *path; /* or */
    const void *bytes;
    size_t size;
    struct sfpu_disassembly how;
};

static int disassembly(const void *how, struct written *w)
{
    const struct input *in = how;

    return in->path ? sfpu_disassemble_file(&in->how, in->path, take, w)
                    : sfpu_disassemble_bytes(&in->how, "k", in->bytes, in->size, take, w);
}

/* Is a view written as the run goes? */
static bool streamed(int view)
{
    switch (view) {
#define VIEW_TRACE(enumerator, ...) case SFPU_##enumerator:
#include "views.def"
        return true;
    default:
        return false;
    }
}

/* The views from Kanata on name words where there is no memory for places in a source. */
static int load_for(sfpu_machine *m, int wanted)
{
    static const uint32_t words[] = {0x7003C000, 0x84000910, 0x7213C004, 0x8F000000, 0x7213C008};

    return wanted >= SFPU_KANATA ? sfpu_load_words(m, words, sizeof words / sizeof words[0])
                                 : sfpu_load_text(m, "k.s", kernel, sizeof kernel - 1);
}

/* With or without memory there is something to print. */
static void hear(void *context, const struct sfpu_diagnostic *diagnostic)
{
    (void)context;
    assert_non_null(strstr(diagnostic->printed, diagnostic->text));
}

/* Everything twice: what was there before is given back too. */
static int load(sfpu_machine *m)
{
    static const char *const defines[] = {"rows=2"};
    const struct sfpu_assembly assembly = {.size = sizeof assembly, .defines = defines, .define_count = 1};
    const struct sfpu_running running = {.size = sizeof running};
    int code = SFPU_OK;

    sfpu_on_diagnostic(m, hear, NULL);
    for (unsigned i = 0; i < 2 && code == SFPU_OK; i++) {
        code = sfpu_configure_assembly(m, &assembly);
        if (code == SFPU_OK)
            code = sfpu_load_text(m, "k.s", kernel, sizeof kernel - 1);
        if (code == SFPU_OK)
            code = sfpu_configure_runs(m, &running);
    }
    return code;
}

/* A run with a view of it, in which two passes follow one another. */
static int view(const void *how, struct written *w)
{
    const int wanted = *(const int *)how;
    sfpu_machine *m;
    int code = sfpu_open(NULL, &m);

    if (code == SFPU_OK)
        code = load_for(m, wanted);
    if (code == SFPU_OK)
        code = sfpu_want(m, wanted, streamed(wanted) ? take : NULL, w);
    if (code == SFPU_OK)
        code = sfpu_run(m, 2);
    if (code == SFPU_OK && !streamed(wanted))
        code = sfpu_report(m, wanted, take, w);
    if (code == SFPU_OK)
        code = sfpu_print_findings(m, 1, take, w);
    sfpu_close(m);
    return code;
}

static int compiled(const void *how, struct written *w)
{
    static const uint32_t argument = 0x4040;
    sfpu_machine *m;
    int code = sfpu_open(NULL, &m);

    if (code == SFPU_OK)
        code = sfpu_load_file(m, how);
    if (code == SFPU_OK)
        code = sfpu_add_call(m, "init_with", &argument, 1);
    if (code == SFPU_OK)
        code = sfpu_add_call(m, "calculate", NULL, 0);
    if (code == SFPU_OK)
        code = sfpu_poke(m, 0x20000, &argument, sizeof argument);
    if (code == SFPU_OK)
        code = sfpu_run(m, 1); /* what it lists of the calls is replaced by the next run's */
    if (code == SFPU_OK)
        code = sfpu_want(m, SFPU_STATS, NULL, NULL);
    if (code == SFPU_OK)
        code = sfpu_run(m, 2);
    if (code == SFPU_OK)
        code = sfpu_report(m, SFPU_STATS, take, w);
    sfpu_close(m);
    return code;
}

/* A run that stops in program order, in the second call, where the core is ahead. */
static int debugging(const void *how, struct written *w)
{
    const struct sfpu_watch l1 = {.size = sizeof l1, .what = SFPU_WATCH_MEMORY, .address = 0x20000, .bytes = 64};
    struct sfpu_limits limits = {.size = sizeof limits, .core_instructions = 100, .watches = &l1, .watch_count = 1};
    struct sfpu_core_state core = {.size = sizeof core};
    sfpu_machine *m;
    int code = sfpu_open(NULL, &m);

    if (code == SFPU_OK)
        code = sfpu_load_file(m, how);
    if (code == SFPU_OK)
        code = sfpu_add_call(m, "calculate", NULL, 0);
    if (code == SFPU_OK)
        code = sfpu_run_until(m, &limits);
    if (code == SFPU_STOPPED)
        code = sfpu_get_core_state(m, &core);
    if (code == SFPU_OK)
        code = take(w, (const char *)&core, sizeof core);
    sfpu_close(m);
    return code;
}

static int perturbation(const void *how, struct written *w)
{
    const struct sfpu_perturbing perturbing = {
        .size = sizeof perturbing, .most = 2, .pairs = 3, .json = *(const int *)how};
    static const char gaps[] = "1 2\n";
    sfpu_machine *m;
    int code = sfpu_open(NULL, &m);

    if (code == SFPU_OK)
        code = load(m);
    if (code == SFPU_OK)
        code = sfpu_set_gaps(m, gaps, sizeof gaps - 1);
    if (code == SFPU_OK)
        code = sfpu_set_gaps(m, gaps, sizeof gaps - 1);
    if (code == SFPU_OK)
        code = sfpu_perturb(m, 1, &perturbing, take, w);
    sfpu_close(m);
    return code == SFPU_DIFFERENT ? SFPU_OK : code;
}

static void differs(void *context, const char *path, const char *got, const char *expected)
{
    take(context, path, strlen(path));
    take(context, got, strlen(got));
    take(context, expected, strlen(expected));
}

/* The state after a run, set again and compared with another one, whose L1 and flags differ. */
static int state(const void *how, struct written *w)
{
    static const char other[] = "{\"lane_flags\": 1}";
    char *json = NULL;
    size_t size;
    sfpu_machine *m;
    int code = sfpu_open(NULL, &m);

    (void)how;
    if (code == SFPU_OK)
        code = load(m);
    if (code == SFPU_OK)
        code = sfpu_run(m, 1);
    if (code == SFPU_OK)
        code = sfpu_get_state(m, &json, &size);
    if (code == SFPU_OK)
        code = sfpu_set_state(m, json, size);
    if (code == SFPU_OK)
        code = sfpu_compare_state(m, other, sizeof other - 1, differs, w);
    if (code == SFPU_DIFFERENT)
        code = take(w, json, size);
    sfpu_free(json);
    sfpu_close(m);
    return code;
}

/* Rows of Dst as a file, read again, and compared with zeros. */
static int images(const void *how, struct written *w)
{
    static const float ones[64] = {1, 1, 1};
    sfpu_machine *m;
    sfpu_image *zeros = NULL, *got = NULL, *again = NULL;
    sfpu_comparison *comparison = NULL;
    void *bytes = NULL;
    size_t size;
    char *lost = NULL;
    int code = sfpu_open(NULL, &m);

    if (code == SFPU_OK)
        code = sfpu_write_dst(m, SFPU_FP32, SFPU_ROWS, ones, sizeof ones);
    if (code == SFPU_OK)
        code = sfpu_image_zeros(m, SFPU_FP32, SFPU_ROWS, 2, &zeros);
    if (code == SFPU_OK)
        code = sfpu_image_from_dst(m, SFPU_BF16, SFPU_ROWS, zeros, &got, &lost);
    if (code == SFPU_OK)
        code = sfpu_image_bytes(got, *(const int *)how, &bytes, &size);
    if (code == SFPU_OK)
        code = take(w, bytes, size);
    if (code == SFPU_OK)
        code = sfpu_image_parse(m, bytes, size, *(const int *)how, SFPU_BF16, SFPU_ROWS, &again);
    if (code == SFPU_OK)
        code = sfpu_image_normalise(m, again, NULL);
    if (code == SFPU_OK)
        code = sfpu_image_to_dst(m, again, NULL);
    sfpu_image_free(zeros);
    zeros = NULL;
    if (code == SFPU_OK)
        code = sfpu_image_zeros(m, SFPU_BF16, SFPU_ROWS, 2, &zeros);
    if (code == SFPU_OK)
        code = sfpu_compare(m, again, zeros, NULL, (const sfpu_image *const[]){got}, 1, &comparison);
    if (code == SFPU_DIFFERENT)
        code = sfpu_comparison_report(comparison, take, w);
    sfpu_comparison_free(comparison);
    sfpu_image_free(again);
    sfpu_image_free(got);
    sfpu_image_free(zeros);
    sfpu_free(bytes);
    sfpu_free(lost);
    sfpu_close(m);
    return code;
}

static int batch(const void *how, struct written *w)
{
    static const uint32_t in_at[] = {0, 2}, out_at[] = {64, 66, 128};
    const struct sfpu_cells in = {.size = sizeof in, .format = SFPU_FP32, .cells = in_at, .count = 2};
    const struct sfpu_cells out = {.size = sizeof out, .format = SFPU_FP32, .cells = out_at, .count = 3};
    const uint32_t values[] = {0x3F800000, 0x40000000};
    uint32_t results[3];
    sfpu_batch *opened = NULL;
    sfpu_machine *m;
    int code = sfpu_open(NULL, &m);

    (void)how;
    if (code == SFPU_OK)
        code = load(m);
    if (code == SFPU_OK)
        code = sfpu_batch_open(m, &in, &out, &opened);
    for (unsigned i = 0; i < 3 && code == SFPU_OK; i++) {
        code = sfpu_batch_run(opened, values, results);
        if (code == SFPU_OK)
            take(w, (const char *)results, sizeof results);
    }
    sfpu_batch_close(opened);
    sfpu_close(m);
    return code;
}

/* How far a run gets that is taken down on its way, and put back from behind its end and from another run. */
static int go_back(sfpu_machine *m, sfpu_snapshot *snapshots[2])
{
    const struct sfpu_running keeping = {.size = sizeof keeping, .keeps_words = 1, .keeps_writers = 1};
    const struct sfpu_limits some = {.size = sizeof some, .cycles = 12};
    int code = sfpu_configure_runs(m, &keeping);

    if (code == SFPU_OK)
        code = sfpu_take_snapshot(m, &snapshots[0]);
    if (code == SFPU_OK)
        code = sfpu_run_until(m, &some);
    if (code >= 0)
        code = sfpu_take_snapshot(m, &snapshots[1]);
    if (code >= 0)
        code = sfpu_run(m, 1);
    if (code >= 0)
        code = sfpu_restore_snapshot(m, snapshots[1]);
    if (code >= 0)
        code = sfpu_restore_snapshot(m, snapshots[0]);
    if (code >= 0)
        code = sfpu_run(m, 2);
    if (code >= 0)
        code = sfpu_restore_snapshot(m, snapshots[1]);
    return code >= 0 ? sfpu_run(m, 1) : code;
}

/* Of the source above, or of a file. */
static int snapshots(const void *path, struct written *w)
{
    sfpu_snapshot *taken[2] = {NULL, NULL};
    sfpu_machine *m;
    char *text = NULL;
    size_t size;
    int code = sfpu_open(NULL, &m);

    if (code == SFPU_OK)
        code = path ? sfpu_load_file(m, path) : load(m);
    if (code == SFPU_OK)
        code = go_back(m, taken);
    if (code == SFPU_OK)
        code = sfpu_get_state(m, &text, &size);
    if (code == SFPU_OK)
        take(w, text, size);
    sfpu_free(text);
    sfpu_free_snapshot(taken[0]);
    sfpu_close(m);
    sfpu_free_snapshot(taken[1]);
    return code;
}

/* ---- Each allocation fails in its turn ---- */

enum { MOST_WRITTEN = 1 << 18, SOME = 250 };

static int attempt(doing *what, const void *how, enum lack lack, size_t number, struct written *w)
{
    const size_t blocks = scarce_memory_blocks();
    int code;

    w->size = 0;
    memory = (struct scarce_memory){.lack = lack, .number = number};
    code = what(how, w);
    memory.lack = NO_LACK;
    if (scarce_memory_blocks() != blocks)
        fail_msg("allocation %zu fails, and %zu blocks are left for %zu", number, scarce_memory_blocks(), blocks);
    return code;
}

/* If it is not, prints what comes in place of what. */
static bool same(const struct written *got, const struct written *expected)
{
    enum { SHOWN = 200 };
    size_t i = 0;

    while (i < got->size && i < expected->size && got->text[i] == expected->text[i])
        i++;
    if (i == got->size && i == expected->size)
        return true;
    print_error("%.*s\n-- in place of\n%.*s\n", (int)(got->size - i < SHOWN ? got->size - i : SHOWN), got->text + i,
                (int)(expected->size - i < SHOWN ? expected->size - i : SHOWN), expected->text + i);
    return false;
}

/* Some hundred of them, unless SFP_LONG is set. */
static void check(doing *what, const void *how)
{
    static char whole_text[MOST_WRITTEN], part_text[MOST_WRITTEN];
    struct written whole = {.text = whole_text, .room = MOST_WRITTEN}, part = {.text = part_text, .room = MOST_WRITTEN};
    size_t allocations, step, refused = 0;

    assert_int_equal(attempt(what, how, NO_LACK, 0, &whole), SFPU_OK);
    assert_true(whole.size > 0);
    allocations = memory.count;
    step = getenv("SFP_LONG") ? 1 : 1 + allocations / SOME;
    for (size_t number = 1; number <= allocations; number += step)
        for (enum lack lack = ONE_FAILS; lack <= ALL_FAIL_FROM; lack++) {
            const int code = attempt(what, how, lack, number, &part);

            refused += code != SFPU_OK;
            if (code > 0 || code == SFPU_BAD_SOURCE || (code == SFPU_OK && !same(&part, &whole)))
                fail_msg("allocation %zu of %zu fails: %d", number, allocations, code);
        }
    assert_true(refused > 0);
}

static void test_assembly(void **state_)
{
    (void)state_;
    for (int output = SFPU_BIN; output <= SFPU_ELF_DEBUG; output++)
        check(assembly, &output);
}

static void write_assembled(const char *path, int output)
{
    static char text[MOST_WRITTEN];
    struct written w = {.text = text, .room = MOST_WRITTEN};
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(assembly(&output, &w), SFPU_OK);
    assert_int_equal(fwrite(text, 1, w.size, file), w.size);
    assert_int_equal(fclose(file), 0);
}

static void test_words(void **state_)
{
    enum { PATH = 64 };
    char directory[] = "/tmp/test-library-memory-XXXXXX", path[PATH], table[PATH + 4];

    (void)state_;
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/k.bin", directory);
    snprintf(table, sizeof table, "%s.dbg", path);
    write_assembled(path, SFPU_BIN);
    write_assembled(table, SFPU_TABLE);
    check(words, path);
    unlink(table);
    write_assembled(path, SFPU_ELF_DEBUG);
    check(words, path);
    unlink(path);
    rmdir(directory);
}

static void test_disassembly(void **state_)
{
    static const uint32_t words[] = {0x71004000, 0x8F000000};
    static const char hex[] = "0x71004000\n0x8F000000\n";
    struct input in = {.bytes = words, .size = sizeof words, .how = {.size = sizeof in.how, .annotate = 1}};

    (void)state_;
    check(disassembly, &in);
    in.bytes = hex;
    in.size = sizeof hex - 1;
    check(disassembly, &in);
    in.path = "tests/elf/unary.elf";
    check(disassembly, &in);
    in.how.all = 1;
    in.how.syntax = SFPU_MACRO;
    in.how.symbol = "init_with";
    check(disassembly, &in);
    in.path = "tests/elf/lines.elf";
    in.how.source = 1;
    in.how.symbol = "look";
    check(disassembly, &in);
}

static void test_views(void **state_)
{
    static const int views[] = {
#define VIEW(enumerator, ...) SFPU_##enumerator,
#include "views.def"
    };

    (void)state_;
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        check(view, &views[i]);
}

static void test_compiled(void **state_)
{
    (void)state_;
    check(compiled, "tests/elf/unary.elf");
    check(debugging, "tests/elf/unary.elf");
}

static void test_snapshots(void **state_)
{
    (void)state_;
    check(snapshots, NULL);
    check(snapshots, "tests/elf/unary.elf");
    check(snapshots, "examples/where/where.S");
}

static void test_perturbation(void **state_)
{
    (void)state_;
    for (int json = 0; json < 2; json++)
        check(perturbation, &json);
}

static void test_state(void **state_)
{
    (void)state_;
    check(state, NULL);
}

static void test_images(void **state_)
{
    (void)state_;
    for (int container = SFPU_PLAIN; container <= SFPU_NPY; container++)
        check(images, &container);
}

static void test_batch(void **state_)
{
    (void)state_;
    check(batch, NULL);
}

/* jansson's parser loses bytes of a text, and says nothing, where its buffer cannot grow: what it allocates does not
 * count. */
static int set_up(void **state_)
{
    (void)state_;
    json_set_alloc_funcs(scarce_memory_sure, free);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assembly), cmocka_unit_test(test_disassembly), cmocka_unit_test(test_views),
        cmocka_unit_test(test_compiled), cmocka_unit_test(test_perturbation), cmocka_unit_test(test_state),
        cmocka_unit_test(test_images), cmocka_unit_test(test_batch), cmocka_unit_test(test_words),
        cmocka_unit_test(test_snapshots),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
