/*
 * Runs of sfpsim in which memory runs out (scarce_memory.h), and is given back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "views/findings_log.h"
#include "model/model.h"
#include "scarce_memory.h"
#include "base/complain.h"
#include "batch/batch.h"
#include "budget/budget.h"
#include "equiv/equiv_report.h"
#include "report/report.h"
#include "run/session.h"
#include "sfpu.h"
#include "sweep/sweep.h"

enum { MANY = 600 }; /* findings: so many that the table grows */

/* ---- The log alone ---- */

static void check_blocks(size_t before, size_t number)
{
    if (scarce_memory_blocks() != before)
        fail_msg("allocation %zu fails, and %zu blocks are left for %zu", number, scarce_memory_blocks(), before);
}

/* Reports `count` findings, one an instruction, with memory that runs out as told. */
static struct sfp_findings_log *log_of(size_t count, enum lack lack, size_t number)
{
    const struct sfp_finding_detail detail = {.text = "said"};
    struct sfp_findings_log *log = sfp_findings_log_new();
    struct sfp_reporter reporter;

    assert_non_null(log);
    reporter = sfp_findings_log_reporter(log);
    memory = (struct scarce_memory){.lack = lack, .number = number};
    for (size_t i = 0; i < count; i++) {
        const struct sfp_op op = {.index = (uint32_t)i};

        reporter.report(reporter.context, SFP_FIND_RESERVED_BITS, &op, &detail);
    }
    memory.lack = NO_LACK;
    return log;
}

/* A finding is in the log, or the log says that one was lost; what is there stays in order. */
static void check_log(size_t count, enum lack lack)
{
    struct sfp_findings_log *log = log_of(count, NO_LACK, 0);
    const size_t allocations = memory.count;

    assert_int_equal(sfp_findings_log_entries(log), count);
    assert_false(sfp_findings_log_lost(log));
    assert_true(allocations > count);
    sfp_findings_log_free(log);
    for (size_t number = 1; number <= allocations; number++) {
        const size_t blocks = scarce_memory_blocks();

        log = log_of(count, lack, number);
        assert_true(sfp_findings_log_lost(log));
        assert_true(sfp_findings_log_entries(log) < count);
        sfp_findings_log_free(log);
        check_blocks(blocks, number);
    }
}

static void test_log(void **state)
{
    (void)state;
    check_log(1, ONE_FAILS);
    check_log(MANY, ONE_FAILS);
    check_log(MANY, ALL_FAIL_FROM);
}

static void next_place(void *context, enum sfp_finding finding, size_t index, bool scheduled, uint64_t times,
                       const struct sfp_finding_detail *detail)
{
    size_t *expected = context;

    assert_int_equal(finding, SFP_FIND_RESERVED_BITS);
    assert_int_equal(index, (*expected)++);
    assert_false(scheduled);
    assert_int_equal(times, 1);
    assert_non_null(detail);
}

/* Entries are visited without any memory. */
static void test_visit(void **state)
{
    struct sfp_findings_log *log = log_of(MANY, NO_LACK, 0);
    size_t visited = 0;

    (void)state;
    memory = (struct scarce_memory){.lack = ALL_FAIL_FROM, .number = 1};
    sfp_findings_log_visit(log, next_place, &visited);
    memory.lack = NO_LACK;
    assert_int_equal(visited, MANY);
    sfp_findings_log_free(log);
}

/* ---- Whole runs ---- */

/* Wormhole: SFPMAD, then SFPADD of its result one cycle too early (mad-raw), and a store. */
static const uint32_t kernel_words[] = {0x84010010, 0x850A1020, 0x8F000000, 0x72200000};

struct work {
    char directory[32], kernel[64], half[64], one[64], budget[64], text[64], batch[64], junit[64], sarif[64];
};

static int set_up(void **state)
{
    static struct work w;
    FILE *stream;

    json_set_alloc_funcs(scarce_memory_sure, free);
    strcpy(w.directory, "/tmp/test-sim-memory-XXXXXX");
    assert_non_null(mkdtemp(w.directory));
    snprintf(w.kernel, sizeof w.kernel, "%s/k.bin", w.directory);
    snprintf(w.half, sizeof w.half, "%s/half.bin", w.directory);
    snprintf(w.one, sizeof w.one, "%s/one.bin", w.directory);
    snprintf(w.budget, sizeof w.budget, "%s/budget", w.directory);
    snprintf(w.text, sizeof w.text, "%s/out", w.directory);
    snprintf(w.batch, sizeof w.batch, "%s/batch", w.directory);
    snprintf(w.junit, sizeof w.junit, "%s/junit", w.directory);
    snprintf(w.sarif, sizeof w.sarif, "%s/sarif", w.directory);
    stream = fopen(w.kernel, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(kernel_words, sizeof kernel_words, 1, stream), 1);
    assert_int_equal(fclose(stream), 0);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    const struct work *w = *state;

    unlink(w->kernel);
    unlink(w->half);
    unlink(w->one);
    unlink(w->budget);
    unlink(w->text);
    unlink(w->batch);
    unlink(w->junit);
    unlink(w->sarif);
    return rmdir(w->directory);
}

/* What a run printed, on both streams. */
struct output {
    int status;
    char text[1 << 16];
};

/* Something that prints and ends with a status. */
typedef int doing(const struct work *w, const void *how);

/* Does it with its output in a file. */
static void capture(const struct work *w, doing *what, const void *how, enum lack lack, size_t number,
                    struct output *output)
{
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    int file = open(w->text, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    ssize_t length;

    assert_true(out >= 0 && err >= 0 && file >= 0);
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    memory = (struct scarce_memory){.lack = lack, .number = number};
    output->status = what(w, how);
    memory.lack = NO_LACK;
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    lseek(file, 0, SEEK_SET);
    length = read(file, output->text, sizeof output->text - 1);
    close(file);
    assert_true(length >= 0);
    output->text[length] = '\0';
}

static int do_session(const struct work *w, const void *how)
{
    struct sfp_session_options options = *(const struct sfp_session_options *)how;

    options.kernel = w->kernel;
    return sfp_session(&options);
}

static int do_compiled(const struct work *w, const void *how)
{
    (void)w;
    return sfp_session(how);
}

static bool says_so(const char *text)
{
    return strstr(text, "not enough memory") || strstr(text, "Cannot allocate memory");
}

/* Each allocation fails in its turn: that is said, and is an error if anything but a convenience is lost. */
static void check_each(const struct work *w, doing *what, const void *how, enum lack lack, const struct output *whole)
{
    const size_t allocations = memory.count;
    struct output part;
    size_t refused = 0;

    for (size_t number = 1; number <= allocations; number++) {
        const size_t blocks = scarce_memory_blocks();

        capture(w, what, how, lack, number, &part);
        check_blocks(blocks, number);
        if (part.status != whole->status && (part.status != SFP_CANNOT_RUN || !says_so(part.text)))
            fail_msg("allocation %zu fails: status %d\n%s", number, part.status, part.text);
        if (!says_so(part.text))
            assert_string_equal(part.text, whole->text);
        refused += part.status != whole->status;
    }
    assert_true(refused > 0);
}

static void check_runs(const struct work *w, const struct sfp_session_options *how, enum lack lack)
{
    struct output whole;

    capture(w, do_session, how, NO_LACK, 0, &whole);
    assert_int_equal(whole.status, 0);
    assert_int_equal(how->hazards == SFP_HAZARDS_WARN, strstr(whole.text, "[mad-raw]") != NULL);
    check_each(w, do_session, how, lack, &whole);
}

/* One pass with its finding, and several, of which the later ones repeat the schedule of those before. */
static void test_runs(void **state)
{
    static const struct sfp_session_options ways[] = {
        {.machine.arch = SFP_WH, .passes = 1, .hazards = SFP_HAZARDS_WARN},
        {.machine.arch = SFP_WH, .passes = 6, .hazards = SFP_HAZARDS_WARN},
        {.machine.arch = SFP_WH, .passes = 6, .hazards = SFP_HAZARDS_OFF, .untimed = true},
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        check_runs(*state, &ways[i], ONE_FAILS);
        check_runs(*state, &ways[i], ALL_FAIL_FROM);
    }
}

/* A compiled kernel, in time and without: a call, memory, what is recorded. */
static void test_compiled(void **state)
{
    struct compiled_call calls[] = {{.text = "init_with", .arguments = {0x4040}, .count = 1}, {.text = "calculate"}};
    static const char word[] = "0x20000:1", file[] = "0x30000:tests/elf/lines.h";
    struct compiled_poke pokes[] = {{word, strchr(word, ':') + 1, false}, {file, strchr(file, ':') + 1, false},
                                    {word, strchr(word, ':') + 1, true}, {"end", NULL, true}};
    const char *devices[] = {"pcbuf=1,2"};
    struct sfp_session_options way = {
        .kernel = "tests/elf/unary.elf", .machine.arch = SFP_WH, .passes = 2, .hazards = SFP_HAZARDS_WARN,
        .compiled = {.calls = calls, .call_count = 2, .pokes = pokes, .poke_count = 4,
                     .devices = devices, .device_count = 1, .record = "/dev/null"}};
    struct output whole;

    for (unsigned untimed = 0; untimed < 2; untimed++) {
        way.untimed = untimed;
        capture(*state, do_compiled, &way, NO_LACK, 0, &whole);
        assert_int_equal(whole.status, 0);
        check_each(*state, do_compiled, &way, ONE_FAILS, &whole);
        check_each(*state, do_compiled, &way, ALL_FAIL_FROM, &whole);
    }
}

/* One with line tables, and a finding at a line. */
static void test_lines(void **state)
{
    struct compiled_call calls[] = {{.text = "look"}};
    struct sfp_session_options way = {.kernel = "tests/elf/lines.elf", .machine.arch = SFP_WH, .passes = 1,
                                      .hazards = SFP_HAZARDS_WARN, .compiled = {.calls = calls, .call_count = 1}};
    struct output whole;

    capture(*state, do_compiled, &way, NO_LACK, 0, &whole);
    assert_int_equal(whole.status, 0);
    assert_non_null(strstr(whole.text, "tests/elf/lines.h:15:12: look+0x4 (0x00006054): warning: "));
    check_each(*state, do_compiled, &way, ONE_FAILS, &whole);
    check_each(*state, do_compiled, &way, ALL_FAIL_FROM, &whole);
}

static void write_words(const char *path, const uint32_t *words, size_t size)
{
    FILE *stream = fopen(path, "wb");

    assert_non_null(stream);
    assert_int_equal(fwrite(words, size, 1, stream), 1);
    assert_int_equal(fclose(stream), 0);
}

/* A run that stops on its way: before word 1, where a finding is made, and at the end; and one that is ended. */
static void test_stops(void **state)
{
    static const char *const texts[] = {"L0-L1,dst:0-1@index=1", "flags,stack@finding", "macro,dst:tile:bf16"};
    struct print_option prints[sizeof texts / sizeof texts[0]];
    struct sfp_session_options way = {.machine.arch = SFP_WH, .passes = 2, .hazards = SFP_HAZARDS_WARN,
                                      .stops = {.prints = prints, .count = sizeof texts / sizeof texts[0]}};
    char *error;

    for (size_t i = 0; i < way.stops.count; i++)
        assert_true(print_option_parse(texts[i], &prints[i], &error));
    check_runs(*state, &way, ONE_FAILS);
    way.stops.steps = 3;
    check_runs(*state, &way, ALL_FAIL_FROM);
    for (size_t i = 0; i < way.stops.count; i++)
        print_option_free(&prints[i]);
}

/* Images at rows of their own, what is expected, and one document of it all. 0.0 is stored in row 0; expected are another
 * row, which is as it was, and a state that differs. */
static void test_expectations(void **state)
{
    static const char text[] = "{\"lane_flags\": 1}";
    static const float row[16] = {1};
    const struct work *w = *state;
    struct file_option dst[] = {{(char *)(uintptr_t)w->half, 4, SFPU_FP32}, {(char *)(uintptr_t)w->half, 6, SFPU_FP32}};
    struct file_option expect[] = {{(char *)(uintptr_t)w->half, 6, SFPU_FP32}, {(char *)(uintptr_t)w->half, 1, SFPU_FP32}};
    struct sfp_session_options way = {
        .machine.arch = SFP_WH, .passes = 1, .hazards = SFP_HAZARDS_WARN, .dst = {dst, 2},
        .expect = {.files = {expect, 2}, .state = w->one, .tolerance.size = sizeof way.expect.tolerance}};
    struct output whole;

    write_words(w->half, (const uint32_t *)(const void *)row, sizeof row);
    write_words(w->one, (const uint32_t *)(const void *)text, sizeof text - 1);
    for (unsigned json = 0; json < 2; json++) {
        way.output.json = json;
        capture(w, do_session, &way, NO_LACK, 0, &whole);
        assert_int_equal(whole.status, 1);
        assert_non_null(strstr(whole.text, "lane_flags"));
        assert_non_null(strstr(whole.text, json ? "\"different\": 1" : "1 of 16 fp32 values differ"));
        check_each(w, do_session, &way, ONE_FAILS, &whole);
    }
}

/* An option is taken apart, or it is said that memory is lacking, by an error that is not there. */
static void test_print_option(void **state)
{
    static const char text[] = "L0-L3:int32,dst:tile2@k.s:12";
    struct print_option o;
    size_t allocations, number = 0;
    char *error;
    bool ok;

    (void)state;
    do {
        memory = (struct scarce_memory){.lack = ONE_FAILS, .number = ++number};
        ok = print_option_parse(text, &o, &error);
        allocations = memory.count;
        memory.lack = NO_LACK;
        if (!ok)
            assert_null(error);
    } while (!ok);
    assert_true(number > 3);
    assert_true(allocations < number);
    assert_string_equal(o.name, "k.s");
    assert_int_equal(o.number, 12);
    print_option_free(&o);
}

/* ---- Two kernels ---- */

/* x / 2 + 1, and x + 1: SFPLOAD, SFPLOADI of 0.5 or 1, SFPMAD, SFPNOP, SFPSTORE. */
static const uint32_t half_words[] = {0x7003C000, 0x71103F00, 0x84001A00, 0x8F000000, 0x7203C000};
static const uint32_t one_words[] = {0x7003C000, 0x71103F80, 0x84001A00, 0x8F000000, 0x7203C000};

static int do_equiv(const struct work *w, const void *how)
{
    struct equiv_options options = *(const struct equiv_options *)how;

    options.kernel[0] = w->half;
    options.kernel[1] = w->one;
    return equiv_run(&options);
}

/* Does it whole, and then with each allocation failing, alone and with all behind it. */
static void check_both(const struct work *w, doing *what, const void *how, struct output *whole)
{
    for (unsigned lack = ONE_FAILS; lack <= ALL_FAIL_FROM; lack++) {
        capture(w, what, how, NO_LACK, 0, whole);
        check_each(w, what, how, (enum lack)lack, whole);
    }
}

/* From 1 to 1.125 are 17 numbers of bf16: one pass and one thread. */
static struct sfp_setting llk = {"init", "llk"};
#define FEW_INPUTS {.in = SFPU_BF16, .dst = SFPU_FP32, .out = SFPU_FP32, .operands = 1, .low = 1, .high = 1.125}

/* Reports, and findings of where the kernels part, too. */
static void check_equiv(const struct work *w, bool (*print)(FILE *, const struct equiv_report *), const char *says)
{
    const struct equiv_options options = {
        .machine = {{.arch = SFPU_WORMHOLE, .settings = &llk, .setting_count = 1},
                    {.settings = &llk, .setting_count = 1}},
        .inherits = true, .input = FEW_INPUTS, .print = print};
    struct output whole;

    check_both(w, do_equiv, &options, &whole);
    assert_int_equal(whole.status, 1);
    assert_non_null(strstr(whole.text, says));
}

static void test_equiv(void **state)
{
    const struct work *w = *state;

    write_words(w->half, half_words, sizeof half_words);
    write_words(w->one, one_words, sizeof one_words);
    check_equiv(w, equiv_report_text, "different   17 inputs, 17 cells");
    check_equiv(w, equiv_report_text, "A differs at");
    check_equiv(w, equiv_report_json, "\"different_inputs\": 17");
}

/* ---- Sweeps ---- */

static int do_sweep(const struct work *w, const void *how)
{
    struct sweep_options options = *(const struct sweep_options *)how;

    options.kernel = w->one;
    return sweep_run(&options);
}

/* x + 1 where x is expected. */
static void test_sweep(void **state)
{
    struct sweep_options options = {
        .machine = {.arch = SFPU_WORMHOLE, .settings = &llk, .setting_count = 1}, .input = FEW_INPUTS,
        .function = function_named("typecast")};
    const struct work *w = *state;
    struct output whole;

    write_words(w->one, one_words, sizeof one_words);
    for (unsigned form = 0; form < 3; form++) {
        options.outputs.form = &report_forms[form];
        check_both(w, do_sweep, &options, &whole);
        assert_int_equal(whole.status, 0);
        assert_non_null(strstr(whole.text, "more than 2 ulp off from the smallest |x| on"));
    }
}

static int do_budget(const struct work *w, const void *how)
{
    struct budget_options options = *(const struct budget_options *)how;

    options.file = w->budget;
    return budget_run(&options);
}

/* 1 + 1 for 1 is 2^23 units of fp32 off, others are less: a budget that is kept, and one that is not. */
static void test_budget(void **state)
{
    struct budget_options options = {.json = false};
    const struct work *w = *state;
    FILE *stream = fopen(w->budget, "w");
    struct output whole;

    assert_non_null(stream);
    fputs("one.bin --init=llk --fn=typecast --in=bf16 --dst-format=fp32 --range=1:1.125 max_ulp=8388608 cycles=5\n"
          "one.bin --init=llk --fn=typecast --in=bf16 --dst-format=fp32 --range=1:1 max_ulp=1 cycles=5\n", stream);
    assert_int_equal(fclose(stream), 0);
    write_words(w->one, one_words, sizeof one_words);
    for (int json = 0; json < 2; json++) {
        options.json = json;
        check_both(w, do_budget, &options, &whole);
        assert_int_equal(whole.status, 1);
    }
}

/* ---- Batches ---- */

static int do_batch(const struct work *w, const void *how)
{
    const struct batch_options options = {
        .file = w->batch, .verbose = true, .reports = {.junit = w->junit, .sarif = w->sarif}};

    (void)how;
    return batch_run(&options);
}

/* One case, so that one thread at a time has memory. It is told of as ever, or that memory is lacking. */
static void test_batch(void **state)
{
    const struct work *w = *state;
    struct output whole, part;
    size_t allocations, refused = 0;
    FILE *stream = fopen(w->batch, "w");

    assert_non_null(stream);
    fprintf(stream, "%s --init 'llk' -Wno-mad-raw --max-cycles-per-vector=4 --name=k \\\n  --dst-format fp32\n",
            w->kernel);
    assert_int_equal(fclose(stream), 0);
    capture(w, do_batch, NULL, NO_LACK, 0, &whole);
    allocations = memory.count;
    assert_int_equal(whole.status, 0);
    assert_non_null(strstr(whole.text, ": k: 4 cycles, 4.00 a vector"));
    for (size_t number = 1; number <= allocations; number++)
        for (enum lack lack = ONE_FAILS; lack <= ALL_FAIL_FROM; lack++) {
            const size_t blocks = scarce_memory_blocks();

            capture(w, do_batch, NULL, lack, number, &part);
            check_blocks(blocks, number);
            if (says_so(part.text) ? part.status > SFP_CANNOT_RUN : strcmp(part.text, whole.text) != 0 || part.status)
                fail_msg("allocation %zu fails: status %d\n%s", number, part.status, part.text);
            refused += part.status != 0;
        }
    assert_true(refused > 50);
}

/* ---- SARIF ---- */

/* Two remarks at one place of a source, one about a word of a program that has none, and a run that only says why. */
static bool write_sarif(enum lack lack, size_t number, char **text, size_t *allocations)
{
    struct remark remarks[] = {
        {"mad-raw", "early", SFPU_WARNING, false, "k.s", SIZE_MAX, 2, 1, "sfpmov L1, L0, 0", 3},
        {"mad-raw", "early", SFPU_WARNING, false, "k.s", SIZE_MAX, 2, 1, "sfpmov L1, L0, 0", 4},
        {"reserved-bits", "set", SFPU_ERROR, true, NULL, 7, 0, 0, NULL, 1},
    };
    const struct verdict failed = {.status = VERDICT_FAILED, .remarks = remarks, .count = 3};
    const struct verdict not_run = {.status = VERDICT_NOT_RUN};
    const struct reported_case cases[] = {
        {.name = "one", .kernel = "k.s", .verdict = &failed, .output = "", .output_size = 0},
        {.name = "two", .kernel = "l.bin", .verdict = &not_run, .output = "no\n", .output_size = 3},
    };
    const struct run_report report = {.name = "batch", .cases = cases, .count = 2};
    const size_t blocks = scarce_memory_blocks();
    size_t size;
    FILE *out = open_memstream(text, &size);
    bool written;

    assert_non_null(out);
    memory = (struct scarce_memory){.lack = lack, .number = number};
    written = report_sarif(out, &report);
    *allocations = memory.count;
    memory.lack = NO_LACK;
    assert_int_equal(fclose(out), 0);
    check_blocks(blocks, number);
    return written;
}

/* It is written as a whole, or not at all; JSON's memory counts here. */
static void test_sarif(void **state)
{
    char *whole, *part;
    size_t allocations, again;

    (void)state;
    json_set_alloc_funcs(malloc, free);
    assert_true(write_sarif(NO_LACK, 0, &whole, &allocations));
    assert_non_null(strstr(whole, "\"occurrenceCount\": 7"));
    for (size_t number = 1; number <= allocations; number++)
        for (enum lack lack = ONE_FAILS; lack <= ALL_FAIL_FROM; lack++) {
            const bool written = write_sarif(lack, number, &part, &again);

            if (strcmp(part, written ? whole : "") != 0)
                fail_msg("allocation %zu of %zu fails: %d\n%s", number, allocations, written, part);
            free(part);
        }
    free(whole);
    json_set_alloc_funcs(scarce_memory_sure, free);
}

/* ---- Runs that stop, of the library ---- */

/* A whole run step by step, with the allocation of that number failing: its code, and how many there were. */
static int run_in_steps(size_t number, size_t *allocations)
{
    const size_t blocks = scarce_memory_blocks();
    sfpu_machine *m;
    int code;

    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_load_words(m, kernel_words, sizeof kernel_words / sizeof kernel_words[0]), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    memory = (struct scarce_memory){.lack = ONE_FAILS, .number = number};
    do
        code = sfpu_step(m);
    while (code == SFPU_STOPPED);
    *allocations = memory.count;
    memory.lack = NO_LACK;
    sfpu_close(m);
    check_blocks(blocks, number);
    return code;
}

/* Whatever is lacking, it is said, and nothing else happens. */
static void test_steps(void **state)
{
    size_t allocations, number = 0;

    (void)state;
    while (run_in_steps(++number, &allocations) == SFPU_NO_MEMORY)
        assert_true(allocations >= number);
    assert_true(number > 5);
    assert_true(allocations < number);
}

/* ---- Reading back, which keeps the whole run ---- */

struct taken {
    char text[4096];
    size_t size;
};

static int take(void *context, const char *bytes, size_t size)
{
    struct taken *t = context;

    assert_true(size < sizeof t->text - t->size);
    memcpy(t->text + t->size, bytes, size);
    t->size += size;
    return 0;
}

/* A loop's run and report, with the allocation of that number failing: the code, what was printed, and how many there
 * were. */
static int read_back(enum lack lack, size_t number, struct taken *taken, size_t *allocations)
{
    const size_t blocks = scarce_memory_blocks();
    /* sfpcast T0,L0,0; sfpconfig 4,4,1: Simple has it after the load; four loads of L1 and L2; sfpnop */
    static const uint32_t words[] = {0x900000C0, 0x91000441, 0x9316C000, 0x9326C000, 0x9316C000, 0x9326C000, 0x8F000000};
    sfpu_machine *m;
    int code;

    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_load_words(m, words, sizeof words / sizeof words[0]), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_TIMELINE_SCHEDULE, NULL, NULL), SFPU_OK);
    *taken = (struct taken){.size = 0};
    memory = (struct scarce_memory){.lack = lack, .number = number};
    code = sfpu_run(m, 1);
    if (code == SFPU_OK)
        code = sfpu_report(m, SFPU_TIMELINE_SCHEDULE, take, taken);
    *allocations = memory.count;
    memory.lack = NO_LACK;
    sfpu_close(m);
    check_blocks(blocks, number);
    return code;
}

/* It prints all of it, or says that memory is lacking. */
static void test_read_back(void **state)
{
    struct taken whole, part;
    size_t allocations, again, refused = 0;

    (void)state;
    assert_int_equal(read_back(NO_LACK, 0, &whole, &allocations), SFPU_OK);
    assert_non_null(strstr(whole.text, ".schedule_loop loop1, 4,"));
    for (size_t number = 1; number <= allocations; number++) {
        if (read_back(ONE_FAILS, number, &part, &again) == SFPU_OK)
            assert_string_equal(part.text, whole.text);
        else
            refused++;
        if (read_back(ALL_FAIL_FROM, number, &part, &again) == SFPU_OK)
            assert_string_equal(part.text, whole.text);
    }
    assert_true(refused > 10);
}

/* ---- Proving schedules ---- */

/* A run of a schedule whose template another instruction has overwritten: the code, and how many findings there are. */
static int prove(enum lack lack, size_t number, size_t *findings, size_t *allocations)
{
    const size_t blocks = scarce_memory_blocks();
    static const char source[] =
        ".schedule cast, period=2\n.rows 2\n.addrmod 2:+2\n.rotate v = L0, L1\n.delays instructions\n"
        "t | Load | Simple | MAD | Round | Store\n0 | [v] sfpload v, 0, 6, 2\n1 | | [v] sfpcast v, v, 0\n"
        ".endschedule\n.schedule_setup cast\nsfpabs T0, L0, 0\n.schedule_loop cast, 4, unroll\n";
    struct sfpu_finding finding = {.size = sizeof finding};
    sfpu_machine *m;
    size_t fatal;
    int code;

    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_load_text(m, "k.s", source, sizeof source - 1), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    memory = (struct scarce_memory){.lack = lack, .number = number};
    code = sfpu_run(m, 1);
    *allocations = memory.count;
    memory.lack = NO_LACK;
    assert_int_equal(sfpu_count_findings(m, findings, &fatal), SFPU_OK);
    if (code == SFPU_OK) {
        assert_int_equal(sfpu_get_finding(m, 0, &finding), SFPU_OK);
        assert_string_equal(finding.name, "schedule-cell");
    }
    sfpu_close(m);
    check_blocks(blocks, number);
    return code;
}

/* The difference is found, or it is said that memory is lacking. */
static void test_proof(void **state)
{
    size_t findings, whole, allocations, again, refused = 0;

    (void)state;
    assert_int_equal(prove(NO_LACK, 0, &whole, &allocations), SFPU_OK);
    assert_int_equal(whole, 1);
    for (size_t number = 1; number <= allocations; number++) {
        if (prove(ONE_FAILS, number, &findings, &again) == SFPU_OK)
            assert_int_equal(findings, whole);
        else
            refused++;
    }
    assert_true(refused > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_visit),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_compiled), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_print_option),
        cmocka_unit_test(test_expectations),
        cmocka_unit_test(test_equiv),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_sarif),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_read_back),
        cmocka_unit_test(test_proof),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
