/* Gaps that are tried: sfpu_perturb(3), against runs with such gaps one by one. */
#include "sfpu_test.h"

#include <stdbool.h>

#include <jansson.h>

enum { MOST = 5, WORDS = 32, DST_BYTES = 1024 * 16 * 2, LREGS = 17 };

/*
 * Two macros whose delays count cycles, for c, a and b of the same vector (tests/cases/sim-perturb.case), with an
 * SFPMAD beside them; then one whose item of delay 2 overwrites L0 at the end of the cycle after that in which the
 * SFPSTORE reads it, so that it takes two words that are late by 1, or one by 2.
 */
static const char kernel[] =
    "sfploadi L1, 0x11, 2\n"
    "sfploadi L2, 0x22, 2\n"
    "sfpmov L3, L15, 0\n"
    "sfpstore L3, 0, 6, 3\n"
    "sfpstore L1, 4, 6, 3\n"
    "sfpstore L2, 8, 6, 3\n"
    "sfpsetcc T0, L0, 0, 6\n"
    "sfpencc T1, 0, 0\n"
    "sfpiadd T2, L0, 100, 5\n"
    "sfploadi L0, 0x1300, 8\n"
    "sfploadi L0, 0x0004, 10\n"
    "sfpconfig 4, 0, 0\n"
    "sfpconfig 5, 0x0d, 1\n"
    "sfpconfig 6, 0x16, 1\n"
    "sfpconfig 8, 6, 1\n"
    "sfpencc 3, 10\n"
    "sfploadmacro 0, L0, 0, 6, 3\n"
    "sfploadmacro 1, L0, 4, 6, 3\n"
    "sfpload L0, 8, 6, 3\n"
    "sfpmad L4, L3, L10, L10, 0\n"
    "sfpnop\n"
    "sfpstore L4, 12, 6, 3\n"
    "sfploadmacro 2, L0, 16, 6, 3\n"
    "sfpnop\n"
    "sfpstore L0, 20, 6, 3\n"
    "sfpnop\n";

/* What a run leaves, as far as results go. */
struct left {
    uint8_t dst[DST_BYTES];
    uint32_t lreg[LREGS][SFPU_LANES], flags, use_flags;
};

static void look(sfpu_machine *m, struct left *left)
{
    memset(left, 0, sizeof *left);
    assert_int_equal(sfpu_read_dst(m, sfpu_format_named("raw"), sfpu_layout_named("rows"), left->dst, DST_BYTES),
                     SFPU_OK);
    for (unsigned reg = 0; reg < LREGS; reg++)
        assert_int_equal(sfpu_get_lreg(m, reg, left->lreg[reg]), SFPU_OK);
    assert_int_equal(sfpu_get_flags(m, &left->flags, &left->use_flags), SFPU_OK);
}

/* What the kernel leaves with these lines of gaps. */
static void run_with(const char *gaps, struct left *left)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, kernel);

    assert_int_equal(sfpu_set_gaps(m, gaps, strlen(gaps)), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    look(m, left);
    sfpu_close(m);
}

/* Jobs in the order that is least expected, by two workers in turn. */
static void backwards(void *context, size_t count, sfpu_job *job, void *jobs)
{
    for (size_t i = count; i-- > 0;) {
        job(jobs, i, i & 1);
        ++*(size_t *)context;
    }
}

static int perturb(sfpu_machine *m, size_t pairs, sfpu_each *each, size_t *done, struct text *report)
{
    const struct sfpu_perturbing what = {.size = sizeof what, .most = MOST, .pairs = pairs, .json = 1, .workers = 2,
                                         .each = each, .each_context = done};

    return sfpu_perturb(m, 1, &what, text_add, report);
}

static json_t *report_of(struct text *report)
{
    json_t *json = json_loads(report->bytes, JSON_REJECT_DUPLICATES, NULL);

    assert_non_null(json);
    return json;
}

/* Which gaps before each word change something, as the report has it. */
static void read_singles(const json_t *json, bool claimed[WORDS][MOST + 1])
{
    const json_t *changes = json_object_get(json, "changes");

    memset(claimed, 0, WORDS * sizeof claimed[0]);
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const json_t *late = json_object_get(json_array_get(changes, i), "late"), *word = json_array_get(late, 0);
        const json_t *cycles = json_object_get(word, "cycles");

        for (size_t g = 0; json_array_size(late) == 1 && g < json_array_size(cycles); g++)
            claimed[json_integer_value(json_object_get(word, "index"))]
                   [json_integer_value(json_array_get(cycles, g))] = true;
    }
}

/* Each single gap changes what the run leaves if and only if the report says so. */
static void test_singles(void **state)
{
    static struct left plain, late;
    bool claimed[WORDS][MOST + 1];
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, kernel);
    struct text report = {0};
    size_t found = 0;
    json_t *json;

    (void)state;
    run_with("", &plain);
    assert_int_equal(perturb(m, 0, NULL, NULL, &report), SFPU_DIFFERENT);
    json = report_of(&report);
    read_singles(json, claimed);
    for (unsigned word = 0; word < sfpu_word_count(m); word++) {
        for (unsigned gap = 1; gap <= MOST; gap++) {
            char line[32];

            snprintf(line, sizeof line, "%u %u\n", word, gap);
            run_with(line, &late);
            assert_int_equal(claimed[word][gap], memcmp(&plain, &late, sizeof plain) != 0);
            found += claimed[word][gap] ? 1 : 0;
        }
    }
    assert_true(found > 0 && found < sfpu_word_count(m) * MOST);
    json_decref(json);
    text_free(&report);
    sfpu_close(m);
}

/* A pair that is reported changes something, and neither of its gaps does alone. */
static void test_pairs(void **state)
{
    static struct left plain, both, first, second;
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, kernel);
    struct text report = {0};
    const json_t *changes;
    unsigned found = 0;
    json_t *json;

    (void)state;
    run_with("", &plain);
    perturb(m, 5000, NULL, NULL, &report);
    json = report_of(&report);
    changes = json_object_get(json, "changes");
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const json_t *late = json_object_get(json_array_get(changes, i), "late");
        char lines[2][32], all[64];

        if (json_array_size(late) != 2)
            continue;
        for (unsigned w = 0; w < 2; w++) {
            const json_t *word = json_array_get(late, w);

            snprintf(lines[w], sizeof lines[w], "%d %d\n", (int)json_integer_value(json_object_get(word, "index")),
                     (int)json_integer_value(json_array_get(json_object_get(word, "cycles"), 0)));
        }
        snprintf(all, sizeof all, "%s%s", lines[0], lines[1]);
        run_with(lines[0], &first);
        run_with(lines[1], &second);
        run_with(all, &both);
        assert_memory_equal(&first, &plain, sizeof plain);
        assert_memory_equal(&second, &plain, sizeof plain);
        assert_memory_not_equal(&both, &plain, sizeof plain);
        found++;
    }
    assert_int_not_equal(found, 0);
    json_decref(json);
    text_free(&report);
    sfpu_close(m);
}

/* Who does the runs, and in which order, does not show; the machine stays as it was, and runs as before. */
static void test_order(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, kernel);
    struct text forwards = {0}, reversed = {0};
    static struct left plain, after;
    size_t done = 0, before_size, after_size;
    char *before, *now;

    (void)state;
    assert_int_equal(sfpu_get_state(m, &before, &before_size), SFPU_OK);
    assert_int_equal(perturb(m, 300, NULL, NULL, &forwards), SFPU_DIFFERENT);
    assert_int_equal(perturb(m, 300, backwards, &done, &reversed), SFPU_DIFFERENT);
    assert_string_equal(forwards.bytes, reversed.bytes);
    assert_true(done > 300); /* the pairs, and the words */
    assert_int_equal(sfpu_get_state(m, &now, &after_size), SFPU_OK);
    assert_string_equal(now, before);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    look(m, &after);
    run_with("", &plain);
    assert_memory_equal(&plain, &after, sizeof plain);
    sfpu_free(before);
    sfpu_free(now);
    text_free(&forwards);
    text_free(&reversed);
    sfpu_close(m);
}

static void test_refusals(void **state)
{
    struct sfpu_perturbing what = {.size = sizeof what, .most = 1};
    const struct sfpu_running untimed = {.size = sizeof untimed, .untimed = 1}, timed = {.size = sizeof timed};
    static const uint32_t no_instruction = 0xFF000000;
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    struct text report = {0};

    (void)state;
    assert_int_equal(sfpu_perturb(m, 1, &what, text_add, &report), SFPU_NO_PROGRAM);
    assert_int_equal(sfpu_load_words(m, &no_instruction, 1), SFPU_OK);
    assert_fails(m, sfpu_perturb(m, 1, &what, text_add, &report), SFPU_REFUSED, "an instruction is not modelled");
    load(m, "sfpnop\n");
    assert_int_equal(sfpu_perturb(NULL, 1, &what, text_add, &report), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_perturb(m, 0, &what, text_add, &report), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_perturb(m, 1, NULL, text_add, &report), SFPU_BAD_ARGUMENT);
    assert_fails(m, sfpu_perturb(m, 1, &(struct sfpu_perturbing){0}, text_add, &report), SFPU_BAD_ARGUMENT,
                 "a struct does not say its size");
    assert_int_equal(sfpu_perturb(m, 1, &what, NULL, &report), SFPU_BAD_ARGUMENT);
    what.most = 0;
    assert_fails(m, sfpu_perturb(m, 1, &what, text_add, &report), SFPU_BAD_ARGUMENT, "gaps must be 1 to 64 cycles");
    what.most = SFPU_MOST_GAP + 1;
    assert_fails(m, sfpu_perturb(m, 1, &what, text_add, &report), SFPU_BAD_ARGUMENT, "gaps must be 1 to 64 cycles");
    what.most = SFPU_MOST_GAP;
    what.each = backwards;
    assert_fails(m, sfpu_perturb(m, 1, &what, text_add, &report), SFPU_BAD_ARGUMENT, "no workers");
    assert_null(report.bytes);
    what.each = NULL;
    assert_int_equal(sfpu_perturb(m, 1, &what, text_add, &report), SFPU_OK);
    assert_non_null(report.bytes);
    text_free(&report);
    assert_int_equal(sfpu_configure_runs(m, &untimed), SFPU_OK);
    assert_fails(m, sfpu_perturb(m, 1, &what, text_add, &report), SFPU_BAD_ARGUMENT, "gaps need a timed run");
    assert_int_equal(sfpu_configure_runs(m, &timed), SFPU_OK);
    load(m, "sfpnop\nsfpnop\n");
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_fails(m, sfpu_perturb(m, 1, &what, text_add, &report), SFPU_BAD_ARGUMENT, "a run is under way");
    assert_null(report.bytes);
    load(m, "ttsemwait 0x100, 1, 1\nsfpnop\n");
    assert_int_equal(sfpu_perturb(m, 1, &what, text_add, &report), SFPU_DEADLOCK);
    assert_null(report.bytes);
    sfpu_close(m);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_singles),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
