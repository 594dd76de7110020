/* sfpsim batch: runs cases on all processors, and prints their results in order. */
#include "batch_parts.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "action/parallel.h"
#include "action/progress.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/run_files.h"
#include "base/terminal.h"

struct batch {
    const struct batch_options *o;
    struct batch_cases cases;
    struct report_files files;
    sfpu_preprocessed *preprocessed;
    pthread_mutex_t telling; /* protects the members below, and standard output and error */
    struct progress progress;
    size_t done, told;       /* finished cases; printed cases, which are the first `told` */
    size_t of_status[VERDICT_NOT_RUN + 1];
};

static double read_batch_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Printing ---- */

/* Prints the case's output, indented below the line of the case. */
static void print_output(const struct captured *c)
{
    static const char indent[] = "    ";
    bool begins = true;

    for (size_t i = 0; i < c->size; i++) {
        if (begins)
            fputs(indent, stdout);
        putchar(c->said[i]);
        begins = c->said[i] == '\n';
    }
    if (!begins)
        putchar('\n');
}

/* Prints the case's cycles and, if the case passed, the number of findings. */
static void print_measures(const struct verdict *v)
{
    char selected[SELECTED_TEXT];

    if (v->cycles)
        printf(": %" PRIu64 " cycle%s", v->cycles, v->cycles == 1 ? "" : "s");
    if (v->per_vector > 0)
        printf(", %.2f per 32 lanes", v->per_vector);
    if (v->steady_per_vector > 0)
        printf(", in the steady state %.2f", v->steady_per_vector);
    if (v->cycles)
        fputs(selected_text(selected, ", of words ", v->selected), stdout);
    if (v->count && v->status == VERDICT_PASSED)
        printf(", %zu finding%s", v->count, v->count == 1 ? "" : "s");
}

static void print_case(const struct batch *b, const struct batch_case *c, const char *name)
{
    static const char *const words[] = {
        [VERDICT_PASSED] = "passed", [VERDICT_FAILED] = "failed", [VERDICT_NOT_RUN] = "not run"};
    const struct verdict *const v = &c->captured.verdict;
    const bool passed = v->status == VERDICT_PASSED;

    if (passed && b->o->action.quiet)
        return;
    printf("%-8s%s:%u: ", words[v->status], b->cases.file, c->line);
    shown_put(stdout, name, strlen(name));
    print_measures(v);
    putchar('\n');
    if (!passed || b->o->action.verbose)
        print_output(&c->captured);
}

static void report_batch_case(struct batch *b, size_t number)
{
    struct batch_case *c = &b->cases.cases[number];
    const struct reported_case r = batch_case_reported(&b->cases, c);

    b->of_status[c->captured.verdict.status]++;
    if (b->o->action.reports.tap)
        report_tap_case(stdout, number + 1, &r);
    else
        print_case(b, c, r.name);
    if (c->captured.verdict.status == VERDICT_PASSED)
        captured_forget(&c->captured);
}

/* Prints the finished cases that follow the last printed case without a gap. The caller holds `telling`. */
static void report_done_cases(struct batch *b)
{
    const struct batch_case *const cases = b->cases.cases;

    if (b->told < b->cases.count && cases[b->told].done)
        progress_end(&b->progress);
    for (; b->told < b->cases.count && cases[b->told].done; b->told++)
        report_batch_case(b, b->told);
    progress_tell(&b->progress, b->done);
}

static void print_summary(const struct batch *b)
{
    const size_t *const n = b->of_status;

    if (b->o->action.quiet || b->o->action.reports.tap)
        return;
    printf("%zu case%s: %zu passed", b->cases.count, b->cases.count == 1 ? "" : "s", n[VERDICT_PASSED]);
    if (n[VERDICT_FAILED])
        printf(", %zu failed", n[VERDICT_FAILED]);
    if (n[VERDICT_NOT_RUN])
        printf(", %zu not run", n[VERDICT_NOT_RUN]);
    putchar('\n');
}

/* ---- Running ---- */

/* Runs a case, unless its line is invalid. Returns false if a signal stopped the case before its end. */
static bool run_case(const struct batch *b, struct batch_case *c)
{
    struct action_options *o = c->options;

    if (!o)
        return true; /* the line is invalid, and its verdict already says so */
    o->preprocessed = b->preprocessed;
    captured_run(&c->captured, c->action, o, false);
    return !(c->action->stops_early && told_to_stop());
}

/* Runs case `i`, and prints the cases that can be printed now. An sfpu_job. */
static void run_batch_job(void *batch, size_t i, unsigned worker)
{
    struct batch *b = batch;
    struct batch_case *c = &b->cases.cases[i];

    (void)worker;
    if (told_to_stop() || !run_case(b, c))
        return;
    pthread_mutex_lock(&b->telling);
    c->done = true;
    b->done++;
    report_done_cases(b);
    pthread_mutex_unlock(&b->telling);
}

static int write_batch_reports(struct batch *b, double seconds)
{
    struct reported_case *cases = calloc(b->cases.count, sizeof *cases);
    const struct run_report report = {
        .name = b->cases.file, .cases = cases, .count = b->cases.count, .seconds = seconds};
    int status;

    if (!cases)
        return complain_no_memory();
    for (size_t i = 0; i < b->cases.count; i++)
        cases[i] = batch_case_reported(&b->cases, &b->cases.cases[i]);
    status = report_files_write(&b->files, &report);
    free(cases);
    return status;
}

/* After a signal: prints the finished cases that wait for an unfinished case, and the message. Returns the exit
 * status. */
static int stop_batch(struct batch *b)
{
    for (; b->told < b->cases.count; b->told++)
        if (b->cases.cases[b->told].done)
            report_batch_case(b, b->told);
    if (b->o->action.reports.tap)
        puts("Bail out! Stopped by a signal");
    fflush(stdout);
    fprintf(stderr, "sfpsim: stopped after %zu of %zu cases\n", b->done, b->cases.count);
    return SFP_CANNOT_RUN;
}

static int run_cases(struct batch *b)
{
    const double began = read_batch_clock();

    progress_begin(&b->progress, 0, b->cases.count);
    b->progress.what = "cases";
    if (b->o->action.reports.tap)
        report_tap_plan(stdout, b->cases.count);
    parallel_each(NULL, b->cases.count, run_batch_job, b);
    progress_end(&b->progress);
    if (b->done < b->cases.count)
        return stop_batch(b);
    print_summary(b);
    if (write_batch_reports(b, read_batch_clock() - began))
        return SFP_CANNOT_RUN;
    if (b->cases.refused)
        return SFP_CANNOT_RUN;
    return b->of_status[VERDICT_PASSED] < b->cases.count ? VERDICT_FAILED : 0;
}

/* ---- The whole batch ---- */

static int run_batch(struct batch *b, const struct sfp_buffer *text)
{
    const char *const name = strcmp(b->o->file, "-") == 0 ? "<stdin>" : b->o->file;
    int status = batch_cases_read(&b->cases, name, text->data, text->size, b->o->action.actions,
                                  &batch_action);

    if (!status && (status = batch_cases_apart(&b->cases, b->o, b->preprocessed)) == 0
        && (status = report_files_open(&b->files, &b->o->action.reports)) == 0)
        status = run_cases(b);
    batch_cases_free(&b->cases);
    report_files_end(&b->files);
    return status;
}

int batch_run(const struct batch_options *options)
{
    struct batch b = {.o = options, .telling = PTHREAD_MUTEX_INITIALIZER};
    struct sfp_buffer text;
    char *error;
    int status;

    run_file_read(options->file, "the batch");
    if (!file_read(options->file, &text, &error))
        return complain_of(error);
    status = sfpu_preprocessed_open(&b.preprocessed) == SFPU_OK ? run_batch(&b, &text) : complain_no_memory();
    sfpu_preprocessed_close(b.preprocessed);
    buffer_free(&text);
    return status;
}

/* ---- The command line ---- */

static void set_batch(struct argp_state *state, char *path, void *file)
{
    const char **given = file;

    if (*given)
        option_error(state, "one batch at a time: '%s' and '%s'; kernels belong in the batch's lines", *given, path);
    *given = path;
}

static void check_batch_options(struct argp_state *state, void *options)
{
    const struct batch_options *o = options;

    if (!o->file)
        option_error(state, "no batch given");
}

#define OPTIONS struct batch_options
static const struct option_row rows[] = {
    {"batch", 0, "FILE", NULL, OPTION_HIDDEN, AS(set_batch, file)}, /* the spelling of older versions, which had no
                                                                     * action word */
    {"html", 0, "FILE", "write all cases as a page for a browser", .group = 20,
     AS(report_set_file, action.reports.html)},
    {NULL, 0, "FILE", NULL, AS(set_batch, file)},
    INCLUDE(0, NULL, action, action_table),
    {0},
};
#undef OPTIONS

static bool set_batch_defaults(void *options, size_t arguments)
{
    (void)options;
    (void)arguments;
    return true;
}

static void free_batch_options(void *options)
{
    (void)options;
}

static int run_batch_action(void *options)
{
    return batch_run(options);
}

static const char *get_batch_subject(const void *options)
{
    const struct batch_options *o = options;

    return o->file;
}

static const struct option_table batch_table = {
    .rows = rows,
    .check = check_batch_options,
    .doc = "Run every line of FILE, each a command line of sfpsim, on all processors, and say which lines pass.\v"
           "FILE is - for standard input. Exit status: 0 every line passes; 1 a line fails; 2 a line is not "
           "valid, the batch cannot be read, or a report cannot be written.",
};

const struct action batch_action = {
    .name = "batch", .does = "run every line of a file, and say which lines pass", .table = &batch_table,
    .size = sizeof(struct batch_options), .reports_itself = true, .defaults = set_batch_defaults,
    .free = free_batch_options,
    .run = run_batch_action, .subject = get_batch_subject,
};
