/*
 * libsfpu by its public header alone: reports and findings, which must be what sfpsim prints of the same run, to the
 * last byte.
 */
#include "sfpu_test.h"

#include <unistd.h>

/* SFPMOV reads the product of the cycle before: Wormhole gives it the old L1, a finding, and two in two passes. */
static const char hazard[] = "sfploadi L0, 0x4000, 0\n"
                             "sfpmul L1, L0, L0, L9, 0\n"
                             "sfpmov L2, L1, 0\n"
                             "sfpstore L2, 0, 3, 3\n";

enum {
    VIEWS = 0
#define VIEW(...) +1
#include "views.def"
};

static char directory[] = "/tmp/test-sfpu-XXXXXX";
static char source[64];

static int set_up(void **state)
{
    FILE *stream;

    (void)state;
    assert_non_null(mkdtemp(directory));
    snprintf(source, sizeof source, "%s/k.s", directory);
    stream = fopen(source, "w");
    assert_non_null(stream);
    assert_int_equal(fputs(hazard, stream) < 0, 0);
    return fclose(stream);
}

static int tear_down(void **state)
{
    (void)state;
    unlink(source);
    return rmdir(directory);
}

/* What sfpsim, which is built beside the tests, prints on one of its streams. */
static void ask_sfpsim(const char *options, const char *stream, struct text *out)
{
    char self[512], command[2048], bytes[4096];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    FILE *pipe;
    size_t size;

    assert_true(length > 0);
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(command, sizeof command, "%s/../sfpsim --init=llk %s %s %s", self, options, source, stream);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    text_add(out, "", 0);
    while ((size = fread(bytes, 1, sizeof bytes, pipe)) > 0)
        text_add(out, bytes, size);
    pclose(pipe);
}

static sfpu_machine *machine_of_source(void)
{
    sfpu_machine *m = machine_of(SFPU_ANY_ARCH);

    if (sfpu_load_file(m, source) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    return m;
}

static void assert_same_text(struct text *got, struct text *expected)
{
    assert_true(expected->size > 0);
    assert_string_equal(got->bytes, expected->bytes);
    text_free(got);
    text_free(expected);
}

/* ---- Reports ---- */

static void test_reports(void **state)
{
    static const struct {
        int view;
        const char *options, *redirections;
    } views[] = {
        {SFPU_SUMMARY, "", "2>/dev/null"},
        {SFPU_STATS, "-q --stats=/dev/stdout", "2>/dev/null"},
        {SFPU_STATS_JSON, "-q --json --stats=/dev/stderr", "2>&1 >/dev/null"},
        {SFPU_TIMELINE, "-q --timeline", "2>/dev/null"},
#define VIEW_TIMELINE(enumerator, member, option, help) \
    {SFPU_##enumerator, "-q --" option "=" #member, "2>/dev/null"},
#include "views.def"
    };

    (void)state;
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        sfpu_machine *m = machine_of_source();
        struct text got = {0}, expected = {0};

        assert_int_equal(sfpu_want(m, views[i].view, NULL, NULL), SFPU_OK);
        assert_int_equal(sfpu_run(m, 1), SFPU_OK);
        assert_int_equal(sfpu_report(m, views[i].view, text_add, &got), SFPU_OK);
        ask_sfpsim(views[i].options, views[i].redirections, &expected);
        assert_same_text(&got, &expected);
        sfpu_close(m);
    }
}

static void test_traces(void **state)
{
    static const struct {
        int view;
        const char *options;
    } views[] = {
#define VIEW_TRACE(enumerator, member, option, help) {SFPU_##enumerator, "--" option "=/dev/stdout"},
#include "views.def"
    };

    (void)state;
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        for (int stopped = 0; stopped < 2; stopped++) {
            sfpu_machine *m = machine_of_source();
            struct text got = {0}, expected = {0};

            assert_int_equal(sfpu_want(m, views[i].view, text_add, &got), SFPU_OK);
            while (stopped && sfpu_step(m) == SFPU_STOPPED)
                continue;
            if (!stopped)
                assert_int_equal(sfpu_run(m, 1), SFPU_OK);
            ask_sfpsim(views[i].options, "2>/dev/null", &expected);
            assert_same_text(&got, &expected);
            /* One run was wanted. */
            assert_int_equal(sfpu_run(m, 1), SFPU_OK);
            assert_null(got.bytes);
            sfpu_close(m);
        }
    }
}

static int refuse(void *context, const char *bytes, size_t size)
{
    (void)bytes, (void)size;
    ++*(size_t *)context;
    return 1;
}

/* Who does not want more of a report is not asked again. */
static void test_given_up(void **state)
{
    sfpu_machine *m = machine_of_source();
    size_t calls = 0;

    (void)state;
    assert_int_equal(sfpu_want(m, SFPU_TRACE, refuse, &calls), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_run(m, 500), SFPU_OK); /* so many that the trace is more than one piece */
    assert_int_equal(calls, 1);
    assert_int_equal(sfpu_report(m, SFPU_STATS, refuse, &calls), SFPU_OK);
    assert_int_equal(calls, 2);
    sfpu_close(m);
}

static void test_report_fails(void **state)
{
    const struct sfpu_running untimed = {.size = sizeof untimed, .untimed = 1};
    sfpu_machine *m = machine_of_source();
    struct text got = {0};

    (void)state;
    assert_fails(m, sfpu_report(m, SFPU_STATS, text_add, &got), SFPU_BAD_ARGUMENT, "the last run did not gather this");
    assert_fails(m, sfpu_report(m, SFPU_TRACE, text_add, &got), SFPU_BAD_ARGUMENT, "no such report");
    assert_fails(m, sfpu_report(m, SFPU_STATS, NULL, NULL), SFPU_BAD_ARGUMENT, "no such report");
    assert_fails(m, sfpu_report(m, -1, text_add, &got), SFPU_BAD_ARGUMENT, "no such report");
    assert_fails(m, sfpu_want(m, SFPU_STATS, text_add, &got), SFPU_BAD_ARGUMENT,
                 "unknown view, or a view that is written in another way");
    assert_int_equal(sfpu_want(m, SFPU_TRACE, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_want(m, VIEWS, text_add, &got), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_want(m, -1, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_report(m, SFPU_STATS, text_add, &got), SFPU_BAD_ARGUMENT); /* not before the run */
    assert_int_equal(sfpu_configure_runs(m, &untimed), SFPU_OK);
    assert_fails(m, sfpu_run(m, 1), SFPU_BAD_ARGUMENT, "gaps, and all views except the summary, need a timed run");
    assert_int_equal(sfpu_run_until(m, &(struct sfpu_limits){.size = sizeof(struct sfpu_limits)}), SFPU_OK);
    assert_int_equal(sfpu_report(m, SFPU_STATS, text_add, &got), SFPU_OK);
    text_free(&got);
    assert_int_equal(sfpu_report(m, SFPU_STATS_JSON, text_add, &got), SFPU_OK); /* one is wanted for both */
    text_free(&got);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* nothing is wanted of further runs, */
    assert_int_equal(sfpu_want(m, SFPU_SUMMARY, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* also where something else is */
    assert_int_equal(sfpu_report(m, SFPU_STATS, text_add, &got), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_configure_runs(m, &(struct sfpu_running){.size = sizeof(struct sfpu_running)}), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_report(m, SFPU_STATS, text_add, &got), SFPU_OK);
    text_free(&got);
    /* What was gathered is of words that are gone. */
    load(m, "sfpnop\n");
    assert_int_equal(sfpu_report(m, SFPU_STATS, text_add, &got), SFPU_BAD_ARGUMENT);
    assert_null(got.bytes);
    sfpu_close(m);
}

/* ---- Findings ---- */

/* The line of the source that the word is in. */
static void check_line(const struct sfpu_finding *f)
{
    const char *line = hazard, *end;

    for (unsigned long i = 1; i < f->line; i++)
        line = strchr(line, '\n') + 1;
    end = strchr(line, '\n');
    assert_int_equal(f->source_length, end - line);
    assert_memory_equal(f->source_line, line, f->source_length);
    assert_memory_equal(line + f->column - 1, "sfpmov", strlen("sfpmov"));
}

/* What has ended a run is had as a finding, until there is another run or program. */
static void test_failure(void **state)
{
    static const char waits[] = "    sfpnop\n    ttsemwait 322, 2, 1\n    sfpnop\n";
    const uint32_t none = 0xFF000000;
    struct sfpu_finding f = {.size = sizeof f};
    sfpu_machine *m;

    (void)state;
    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_get_failure(NULL, &f), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_failure(m, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_failure(m, &f), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_load_text(m, "waits.s", waits, strlen(waits)), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK);
    assert_int_equal(sfpu_get_failure(m, &f), SFPU_OK);
    assert_string_equal(f.name, "deadlock");
    assert_int_equal(f.severity, SFPU_ERROR);
    assert_int_equal(f.index, 1);
    assert_string_equal(f.file, "waits.s");
    assert_int_equal(f.line, 2);
    assert_int_equal(f.column, 5);
    assert_null(f.made_from);
    assert_int_equal(sfpu_load_words(m, &none, 1), SFPU_OK);
    assert_int_equal(sfpu_get_failure(m, &f), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run(m, 1), SFPU_REFUSED);
    assert_int_equal(sfpu_get_failure(m, &f), SFPU_OK);
    assert_string_equal(f.name, "refused");
    assert_int_equal(f.index, 0);
    assert_null(f.file);
    sfpu_close(m);
}

/* The first finding's, where those from `least` on fail the run. */
static void assert_severity(sfpu_machine *m, int least, int severity)
{
    struct sfpu_finding f = {.size = sizeof f};

    assert_int_equal(sfpu_fail_findings(m, least), SFPU_OK);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    assert_int_equal(f.severity, severity);
}

static void test_findings(void **state)
{
    struct sfpu_finding f = {.size = sizeof f};
    sfpu_machine *m = machine_of_source();
    size_t warnings, fatal;

    (void)state;
    assert_fails(m, sfpu_get_finding(m, 0, &f), SFPU_BAD_ARGUMENT, "there are 0 findings");
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    assert_string_equal(f.name, "mad-raw");
    assert_non_null(f.text);
    assert_non_null(f.source);
    assert_int_equal(f.severity, SFPU_ERROR);
    assert_int_equal(f.index, 2); /* the word that reads */
    assert_int_equal(f.times, 2);
    assert_int_equal(f.cycle, 2); /* as it is issued, one a cycle */
    assert_int_equal(f.fatal, 0);
    assert_string_equal(f.file, source);
    check_line(&f);
    assert_fails(m, sfpu_get_finding(m, 1, &f), SFPU_BAD_ARGUMENT, "there are 1 findings");
    assert_int_equal(sfpu_count_findings(m, &warnings, &fatal), SFPU_OK);
    assert_int_equal(warnings, 1);
    assert_int_equal(fatal, 0);
    assert_int_equal(f.severity, SFPU_ERROR);
    assert_severity(m, SFPU_ERROR + 1, SFPU_WARNING);
    assert_severity(m, SFPU_WARNING, SFPU_ERROR);
    assert_severity(m, SFPU_ERROR, SFPU_ERROR);
    assert_int_equal(sfpu_fail_findings(m, SFPU_ERROR + 2), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_fail_findings(NULL, SFPU_ERROR), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_warn(m, "error=mad-raw"), SFPU_OK);
    assert_severity(m, SFPU_ERROR + 1, SFPU_ERROR);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    assert_int_equal(f.fatal, 1);
    assert_int_equal(sfpu_count_findings(m, &warnings, &fatal), SFPU_OK);
    assert_int_equal(fatal, 1);
    assert_int_equal(sfpu_warn(m, "no-mad-raw"), SFPU_OK);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_warn(m, "mad-raw"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* adds to what there is */
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    assert_int_equal(f.times, 3);
    sfpu_clear_findings(m);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    load(m, "sfpnop\n"); /* words that they are not about */
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* Writes names and words, in the order in which they are shown. */
static void note_finding(void *context, const struct sfpu_finding *f)
{
    char *text = context;

    assert_int_equal(f->size, sizeof *f);
    sprintf(text + strlen(text), "%s %zu %s:%lu\n", f->name, f->index, f->file, f->line);
}

/* In the order of the program, without those that are turned off: mad-raw of the second word, and of the fourth. */
static void test_visited_findings(void **state)
{
    static const char text[] = "sfpmad L0, L9, L9, L9, 0\nsfpmov L1, L0, 0\nsfpmad L2, L9, L9, L9, 0\nsfpmov L3, L2, 0\n"
                               "sfpmov L4, L5, 0\n";
    char shown[256] = "";
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    load(m, text);
    assert_int_equal(sfpu_warn(m, "no-uninit"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_fails(m, sfpu_visit_findings(m, NULL, shown), SFPU_BAD_ARGUMENT, "no function to show findings to");
    assert_int_equal(sfpu_visit_findings(m, note_finding, shown), SFPU_OK);
    assert_string_equal(shown, "mad-raw 1 k.s:2\nmad-raw 3 k.s:4\n");
    sfpu_close(m);
}

/* Words without a source have no place, and neither does a caller that knows none. */
static void test_finding_places(void **state)
{
    static const uint32_t words[] = {0x84010010, 0x850A1020}; /* SFPMAD, and SFPADD of its result: mad-raw */
    struct sfpu_finding f = {.size = sizeof f, .file = "x"}, older = {.size = offsetof(struct sfpu_finding, file)};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    assert_int_equal(sfpu_load_words(m, words, 2), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    assert_string_equal(f.name, "mad-raw");
    assert_null(f.file);
    assert_int_equal(f.line, 0);
    assert_int_equal(sfpu_get_finding(m, 0, &older), SFPU_OK);
    assert_string_equal(older.name, "mad-raw");
    assert_null(older.file);
    sfpu_close(m);
}

/* Cycles for each vector are those of statistics: without them there are none. */
static void test_vector_cycles(void **state)
{
    /* SFPNOP, and a vector in every second cycle, with two stores to the third */
    static const char text[] = "sfpnop\nsfpnop\nsfpstore L0, 0, 3, 3\nsfpnop\nsfpstore L0, 2, 3, 3\n"
                               "sfpstore L0, 4, 3, 3\nsfpstore L0, 4, 3, 3\nsfpnop\nsfpstore L0, 6, 3, 3\nsfpnop\n";
    const struct sfpu_running five = {.size = sizeof five, .vectors = 5};
    struct sfpu_result r = {.size = sizeof r};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    load(m, text);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_result(m, &r), SFPU_OK);
    assert_true(r.steady_cycles_per_32_lanes == 0);
    assert_int_equal(sfpu_want(m, SFPU_STATS_JSON, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_result(m, &r), SFPU_OK);
    assert_true(r.steady_cycles_per_32_lanes == 2);
    assert_true(r.cycles_per_32_lanes == 2.5);
    assert_int_equal(r.vectors, 4);
    assert_true(r.is_steady);
    assert_int_equal(sfpu_configure_runs(m, &five), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_result(m, &r), SFPU_OK);
    assert_true(r.steady_cycles_per_32_lanes == 1.6);
    assert_true(r.cycles_per_32_lanes == 2);
    assert_int_equal(r.vectors, 5);
    load(m, "sfpnop\n");
    assert_int_equal(sfpu_get_result(m, &r), SFPU_OK);
    assert_true(r.steady_cycles_per_32_lanes == 0);
    sfpu_close(m);
}

/* Cleared where a run stands, they are those of the rest of it. */
static void test_cleared_on_the_way(void **state)
{
    struct sfpu_finding f = {.size = sizeof f};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\n"
                                                  "sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\n");

    (void)state;
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    assert_int_equal(f.index, 1);
    sfpu_clear_findings(m);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_OK);
    assert_int_equal(f.index, 3);
    assert_int_equal(sfpu_get_finding(m, 1, &f), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

static void test_print(void **state)
{
    sfpu_machine *m = machine_of_source();
    struct text got = {0}, expected = {0};

    (void)state;
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(sfpu_fail_findings(m, SFPU_ERROR + 1), SFPU_OK); /* as --hazards=warn */
    assert_int_equal(sfpu_print_findings(m, 0, text_add, &got), SFPU_OK);
    ask_sfpsim("--repeat=2", "2>&1 >/dev/null", &expected);
    assert_same_text(&got, &expected);
    assert_fails(m, sfpu_print_findings(m, 0, NULL, NULL), SFPU_BAD_ARGUMENT, "no function to write with");
    sfpu_close(m);
    m = machine_of(SFPU_WORMHOLE);
    assert_int_equal(sfpu_print_findings(m, 0, text_add, &got), SFPU_OK);
    assert_null(got.bytes);
    sfpu_close(m);
}

/* SFPMOV reads L3, which nothing has written: -Wuninit says so, unless somebody did: who calls, a state, or a run
 * before. */
static void test_uninit(void **state)
{
    static const char state_json[] = "{}";
    struct sfpu_finding f = {.size = sizeof f};
    uint32_t lanes[SFPU_LANES] = {0};

    (void)state;
    for (int who = 0; who < 5; who++) {
        sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpmov L2, L3, 0\n");

        assert_int_equal(sfpu_warn(m, "uninit"), SFPU_OK);
        assert_int_equal(sfpu_warn(m, "no-macro-config"), SFPU_OK); /* another changes nothing */
        if (who == 1)
            assert_int_equal(sfpu_set_lreg(m, 3, lanes), SFPU_OK);
        if (who == 2)
            assert_int_equal(sfpu_set_lreg(m, 4, lanes), SFPU_OK);
        if (who == 3)
            assert_int_equal(sfpu_set_state(m, state_json, strlen(state_json)), SFPU_OK);
        if (who == 4) {
            load(m, "sfpmov L3, L9, 0\n");
            assert_int_equal(sfpu_run(m, 1), SFPU_OK);
            load(m, "sfpmov L2, L3, 0\n");
        }
        assert_int_equal(sfpu_run(m, 1), SFPU_OK);
        assert_int_equal(sfpu_get_finding(m, 0, &f), who == 0 || who == 2 ? SFPU_OK : SFPU_BAD_ARGUMENT);
        sfpu_close(m);
    }
}

static void test_findings_fail(void **state)
{
    const struct sfpu_running quiet = {.size = sizeof quiet, .quiet = 1};
    struct sfpu_finding f = {.size = 0};
    size_t warnings;
    sfpu_machine *m = machine_of_source();

    (void)state;
    assert_int_equal(sfpu_check_warning("no-uninit"), SFPU_OK);
    assert_int_equal(sfpu_check_warning("uninitialised"), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_warning(NULL), SFPU_BAD_ARGUMENT);
    assert_fails(m, sfpu_warn(m, "uninitialised"), SFPU_BAD_ARGUMENT, "-Wuninitialised: no such finding");
    assert_fails(m, sfpu_warn(m, NULL), SFPU_BAD_ARGUMENT, "no finding is named");
    assert_fails(m, sfpu_limit_findings(m, 4, 0), SFPU_BAD_ARGUMENT, "4 is not a severity");
    assert_fails(m, sfpu_limit_findings(m, -1, 0), SFPU_BAD_ARGUMENT, "-1 is not a severity");
    assert_fails(m, sfpu_get_finding(m, 0, NULL), SFPU_BAD_ARGUMENT, "no place for the finding");
    assert_fails(m, sfpu_count_findings(m, &warnings, NULL), SFPU_BAD_ARGUMENT, "no place for the counts");
    assert_fails(m, sfpu_count_findings(m, NULL, &warnings), SFPU_BAD_ARGUMENT, "no place for the counts");
    assert_int_equal(sfpu_configure_runs(m, &quiet), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    f.size = sizeof f;
    assert_int_equal(sfpu_get_finding(m, 0, &f), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* The summary of a run that has ended is there, wanted or not, and again; of one that stands, or of none, it is not. */
static void test_summary(void **state)
{
    static const char none[] = "the last run did not gather this";
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpiadd L0, L0, 1, 5\nsfpnop\n");
    struct text got = {0};

    (void)state;
    assert_fails(m, sfpu_report(m, SFPU_SUMMARY, text_add, &got), SFPU_BAD_ARGUMENT, none);
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_fails(m, sfpu_report(m, SFPU_SUMMARY, text_add, &got), SFPU_BAD_ARGUMENT, none);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(sfpu_report(m, SFPU_SUMMARY, text_add, &got), SFPU_OK);
        assert_string_equal(got.bytes, "k.s: wormhole, 2 words, 1 pass\n"
                                       "  2 instructions executed, 2 by the vector unit\n"
                                       "  2 cycles\n"
                                       "  Dst: unchanged\n"
                                       "  LRegs changed: L0\n");
        text_free(&got);
    }
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_reset(m), SFPU_OK); /* given up */
    assert_fails(m, sfpu_report(m, SFPU_SUMMARY, text_add, &got), SFPU_BAD_ARGUMENT, none);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    load(m, "sfpnop\n");
    assert_fails(m, sfpu_report(m, SFPU_SUMMARY, text_add, &got), SFPU_BAD_ARGUMENT, none);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reports),      cmocka_unit_test(test_traces),  cmocka_unit_test(test_given_up),
        cmocka_unit_test(test_report_fails), cmocka_unit_test(test_failure),
        cmocka_unit_test(test_summary),      cmocka_unit_test(test_findings),
        cmocka_unit_test(test_visited_findings),
        cmocka_unit_test(test_finding_places),
        cmocka_unit_test(test_vector_cycles), cmocka_unit_test(test_cleared_on_the_way),
        cmocka_unit_test(test_print),        cmocka_unit_test(test_uninit),  cmocka_unit_test(test_findings_fail),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
