/* sfpsim equiv: options, the parallel run, and the report. */
#include "equiv.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "action/report.h"
#include "action/option_values.h"
#include "action/parallel.h"
#include "action/progress.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "equiv_parts.h"
#include "base/fail.h"

/* ---- Running ---- */

enum {
    EQUIV_DIFFERENT = 1,      /* exit status if the kernels differ */
    STRETCH_INPUTS = 1 << 13, /* inputs in a stretch, approximately */
};

/* A worker, and the result of its present stretch. */
struct job {
    struct equiv_worker *worker;
    struct equiv_tally tally;
    bool skipped, failed;
    char *error; /* error if `failed`; NULL: memory ran out */
};

struct equiv {
    struct equiv_plan plan;
    struct equiv_tally tally;
    uint64_t stretch, done; /* inputs in a stretch, a multiple of the block; inputs finished */
    struct progress progress;
    unsigned workers;
    struct job *jobs;    /* array with a job for each worker */
    atomic_bool stopped; /* skip later stretches */
    int status;
};

/* ---- Stretches ---- */

/* Runs stretch `i` of the inputs. An sfpu_job. */
static void run_input_stretch(void *equiv, size_t i, unsigned worker)
{
    struct equiv *e = equiv;
    struct job *job = &e->jobs[worker];
    const uint64_t first = e->plan.first + i * e->stretch, end = first + e->stretch;

    job->skipped = e->stopped;
    if (!job->skipped)
        job->failed = !equiv_work(job->worker, first, end < e->plan.end ? end : e->plan.end, &job->tally, &job->error);
    job->skipped |= told_to_stop();
}

/* Adds stretch `i` to the tally; stretches come in order. After an error or a signal, later stretches do not count.
 * A parallel_finish. */
static bool add_stretch(void *equiv, size_t i, unsigned worker)
{
    struct equiv *e = equiv;
    struct job *job = &e->jobs[worker];
    const uint64_t wanted = e->plan.end - e->plan.first, done = (i + 1) * e->stretch;

    if (job->failed && !e->stopped)
        e->status = complain("%s", job->error ? job->error : NO_MEMORY);
    if (job->skipped || job->failed)
        e->stopped = true;
    if (e->stopped)
        return false;
    equiv_tally_add(&e->tally, &job->tally);
    e->done = done < wanted ? done : wanted;
    progress_tell(&e->progress, e->done);
    return true;
}

static int make_equiv_jobs(struct equiv *e, uint64_t stretches)
{
    e->workers = parallel_workers() < stretches ? parallel_workers() : (unsigned)stretches;
    e->jobs = calloc(e->workers, sizeof *e->jobs);
    for (unsigned i = 0; e->jobs && i < e->workers; i++)
        if (!(e->jobs[i].worker = equiv_worker_new(&e->plan)))
            return SFP_CANNOT_RUN;
    return e->jobs ? 0 : complain_no_memory();
}

static void free_equiv_jobs(struct equiv *e)
{
    for (unsigned i = 0; e->jobs && i < e->workers; i++) {
        equiv_worker_free(e->jobs[i].worker);
        free(e->jobs[i].error);
    }
    free(e->jobs);
}

static int run_stretches(struct equiv *e)
{
    const uint64_t slots = e->plan.slots, wanted = e->plan.end - e->plan.first;
    uint64_t stretches;
    int status;

    e->stretch = (STRETCH_INPUTS + slots - 1) / slots * slots;
    stretches = (wanted + e->stretch - 1) / e->stretch;
    if ((status = make_equiv_jobs(e, stretches)))
        return status;
    progress_begin(&e->progress, 0, wanted);
    parallel_in_order(stretches, e->workers, run_input_stretch, add_stretch, e);
    progress_end(&e->progress);
    if (!e->status && !e->tally.inputs && e->done == wanted)
        return equiv_nothing_in_range(e->plan.o);
    return e->status;
}

/* ---- The whole run ---- */

/* Returns why a kernel's passes were simulated in full by any worker, or NULL. */
static const char *find_why_in_full(const struct equiv *e, unsigned kernel)
{
    const char *why = NULL;

    for (unsigned i = 0; !why && i < e->workers; i++)
        why = equiv_worker_in_full(e->jobs[i].worker, kernel);
    return why;
}

/* Writes the page and prints the report. Returns 0 or an exit status. */
static int print_equiv_report(const struct equiv *e, const struct equiv_report *report)
{
    const struct equiv_options *o = e->plan.o;
    const bool complete = e->done == e->plan.end - e->plan.first;

    if (o->html && page_write(o->html, equiv_report_document, report))
        return SFP_CANNOT_RUN;
    if ((e->tally.cells || !o->action.quiet || !complete) && !o->print(voice_out(), report))
        return complain_no_memory();
    return 0;
}

static int report_equiv(struct equiv *e)
{
    const struct equiv_options *o = e->plan.o;
    struct equiv_report report = {.plan = &e->plan, .tally = &e->tally, .done = e->done};
    int status;

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        report.in_full[k] = find_why_in_full(e, k);
    if (!e->tally.cells || ((status = equiv_diverge(&e->plan, &e->tally.first, &report.first)) == 0
                            && (status = equiv_diverge(&e->plan, &e->tally.worst, &report.worst)) == 0))
        status = print_equiv_report(e, &report);
    equiv_divergence_end(&report.first);
    equiv_divergence_end(&report.worst);
    if (status || !e->tally.cells)
        return status;
    verdict_check(o->action.verdict, CHECK_EQUIV, "%s and %s differ for %" PRIu64 " inputs, in %" PRIu64 " cells",
                  o->kernel[0], o->kernel[1], e->tally.different, e->tally.cells);
    return EQUIV_DIFFERENT;
}

int equiv_run(const struct equiv_options *options)
{
    struct equiv *e = calloc(1, sizeof *e);
    int status;

    if (!e)
        return complain_no_memory();
    if ((status = equiv_plan_begin(&e->plan, options)) == 0 && (status = run_stretches(e)) == 0)
        status = report_equiv(e);
    free_equiv_jobs(e);
    equiv_plan_end(&e->plan);
    free(e);
    return status;
}

/* ---- Options ---- */

/* Parsed options. */
struct parsed {
    struct equiv_options o;
    struct sfp_machine_options machine; /* options of both machines */
    int arch_b;
    struct sfp_setting *only_b, *settings_b; /* settings given for B only, and all settings of B; each with room for
                                              * one setting per argument */
    size_t only_b_count;
    struct cpp_call *calls_b; /* calls of --call-b; an array with a place for each argument */
    size_t call_b_count;
};

/* Reads a number of a row of Dst at *at into *row, and sets *at to the text after the number. Reports a text that is no
 * number of a row through `state`, with the option's whole argument `text`, and returns false. */
static bool parse_row(struct argp_state *state, const char *text, const char **at, unsigned *row)
{
    char *after;
    const unsigned long number = strtoul(*at, &after, 10);

    if (**at < '0' || **at > '9')
        option_error(state, "--rows: '%s' is not A-B[,C-D...], rows of Dst", text);
    else if (number >= PROBE_ROWS)
        option_error(state, "--rows: '%s': %lu is not in 0..%d", text, number, PROBE_ROWS - 1);
    else {
        *at = after;
        *row = (unsigned)number;
        return true;
    }
    return false;
}

/* Parses "A-B" or "A" at *at, and moves *at after it. Returns false after an error. */
static bool parse_row_range(struct argp_state *state, const char *text, const char **at, struct equiv_options *o)
{
    unsigned first, last;

    if (!parse_row(state, text, at, &first))
        return false;
    last = first;
    if (**at == '-') {
        ++*at;
        if (!parse_row(state, text, at, &last))
            return false;
    }
    if (last < first) {
        option_error(state, "--rows: '%s' has a last row before its first one", text);
        return false;
    }
    for (unsigned row = first; row <= last; row++)
        o->row[row] = true;
    return true;
}

/* Parses "A-B,C,...". */
static void set_compared_rows(struct argp_state *state, char *text, void *options)
{
    struct equiv_options *o = options;
    const char *at = text;

    o->has_rows = true;
    while (parse_row_range(state, text, &at, o) && *at)
        if (*at++ != ',') {
            option_error(state, "--rows: '%s' is not A-B[,C-D...], rows of Dst", text);
            return;
        }
}

/* Parses NAME[=VALUE], and cuts the text at the equals sign. */
static void add_setting(struct argp_state *state, char *text, void *parsed)
{
    struct parsed *p = parsed;
    char *value = strchr(text, '='), wrong[512];

    if (value)
        *value++ = '\0';
    if (sfpu_check_setting(text, value ? value : "", wrong, sizeof wrong) != SFPU_OK)
        option_error(state, "--set-b: %s", wrong);
    else
        p->only_b[p->only_b_count++] = (struct sfp_setting){text, value ? value : "", ALL_THREADS};
}

static void add_call_b(struct argp_state *state, char *text, void *parsed)
{
    struct parsed *p = parsed;

    (void)state;
    p->calls_b[p->call_b_count++] = (struct cpp_call){ALL_THREADS, text};
}

static void set_ulp(struct argp_state *state, char *text, void *ulp)
{
    char *after;

    errno = 0;
    *(uint64_t *)ulp = strtoull(text, &after, 10);
    if (*text < '0' || *text > '9' || *after || errno || *(uint64_t *)ulp > UINT32_MAX)
        option_error(state, "--ulp: '%s' is not a number from 0 to %" PRIu32, text, UINT32_MAX);
}

static void set_nan_equality(struct argp_state *state, char *text, void *any_nan)
{
    *(bool *)any_nan = strcmp(text, "any") == 0;
    if (!*(bool *)any_nan && strcmp(text, "bits") != 0)
        option_error(state, "--nan: '%s' is neither any nor bits", text);
}

/* Checks that --rows stays within Dst in the results' format. */
static void check_rows(struct argp_state *state, const struct equiv_options *o)
{
    for (unsigned row = probe_rows(o->input.out); row < PROBE_ROWS; row++)
        if (o->row[row])
            option_error(state, "--rows: row %u is not in 0..%u, the rows of %s", row, probe_rows(o->input.out) - 1,
                       sfpu_format_name(o->input.out));
}

/* Completes the options, and checks that they fit each other. */
static void check_equiv_options(struct argp_state *state, void *options)
{
    struct parsed *p = options;
    struct equiv_options *o = &p->o;
    char *error = NULL;

    if (!o->kernel[1])
        option_error(state, "two kernels are needed");
    else if (!o->input.in)
        option_error(state, "--in is needed");
    else if (p->machine.cpp.call_count > 0 && !cpp_kernel_named(o->kernel[0]) && !cpp_kernel_named(o->kernel[1]))
        option_error(state, "--call: neither kernel is in C++: a name that ends in .h, .hpp, .cc, .cpp or a like ending");
    else if (p->call_b_count > 0 && !cpp_kernel_named(o->kernel[1]))
        option_error(state, "--call-b: '%s' is not in C++", o->kernel[1]);
    else if (!input_complete(&o->input, p->machine.dst_format, &error))
        option_error(state, "%s", error ? error : NO_MEMORY);
    else
        check_rows(state, o);
    free(error);
}

static void add_equiv_kernel(struct argp_state *state, char *path, void *options)
{
    struct equiv_options *o = options;

    if (o->kernel[1])
        option_error(state, "two kernels at a time: '%s' is one more", path);
    o->kernel[o->kernel[0] ? 1 : 0] = path;
}

static void set_json(struct argp_state *state, char *argument, void *options)
{
    struct equiv_options *o = options;

    (void)state;
    (void)argument;
    o->print = equiv_report_json;
}

#define OPTIONS struct parsed
static const struct option_row option_rows[] = {
    {NULL, 0, NULL, "Results:", .group = 2},
    {"rows", 0, "A-B[,...]", "compare these rows; by default all cells that either kernel stores to",
     AS(set_compared_rows, o)},
    {"ulp", 0, "N", "results at most N ulp apart count as equal; by default bits must be equal", AS(set_ulp, o.ulp),
     GIVEN(o.has_ulp)},
    {"nan", 0, "any|bits", "any: every NaN equals every NaN; bits (default): only NaNs with equal bits",
     AS(set_nan_equality, o.any_nan)},
    {NULL, 0, NULL, "The second kernel:", .group = 4},
    {"arch-b", 0, "ARCH", "arch of the second kernel, if it differs from the first's",
     AS(option_set_kernel_arch, arch_b)},
    {"set-b", 0, "NAME[=VALUE]", "an option of the second machine alone, such as --set-b=init=llk", BY(add_setting)},
    {"call-b", 0, "CALL", "the calls of the second kernel, if it is in C++ and they differ from --call; repeatable",
     BY(add_call_b)},
    {NULL, 0, NULL, "Report:", .group = 5},
    {"html", 0, "FILE", "write the report as a page for a browser, with the lanes of both kernels", AS_TEXT(o.html)},
    {"json", 0, NULL, "print the report as JSON", AS(set_json, o)},
    {NULL, 0, "A B", NULL, AS(add_equiv_kernel, o)},
    INCLUDE(1, "Inputs and results:", o.input, input_table),
    INCLUDE(3, "The machines at the start:", machine, machine_table),
    INCLUDE(0, NULL, machine, machine_calls_table),
    INCLUDE(0, NULL, o.action, action_table),
    {0},
};
#undef OPTIONS

/* Sets the calls of each kernel: kernel B gets the calls of --call-b or, without --call-b, those of --call. A kernel
 * that is not a C++ header gets no calls. */
static void divide_calls(struct parsed *p)
{
    struct cpp_options *cpp[EQUIV_KERNELS] = {&p->o.machine[0].cpp, &p->o.machine[1].cpp};

    if (p->call_b_count > 0) {
        cpp[1]->calls = p->calls_b;
        cpp[1]->call_count = p->call_b_count;
    }
    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        if (!cpp_kernel_named(p->o.kernel[k]))
            cpp[k]->call_count = 0;
}

/* Makes the options of the two machines. B's sources are assembled like A's; B has A's settings, followed by its
 * own. */
static void divide_options(struct parsed *p)
{
    const struct sfp_machine_options *both = &p->machine;

    if (both->setting_count)
        memcpy(p->settings_b, both->settings, both->setting_count * sizeof *p->settings_b);
    if (p->only_b_count)
        memcpy(p->settings_b + both->setting_count, p->only_b, p->only_b_count * sizeof *p->settings_b);
    action_share(&p->o.action, &p->machine);
    p->o.machine[0] = *both;
    p->o.machine[1] = *both;
    p->o.machine[1].arch = p->arch_b;
    p->o.machine[1].settings = p->settings_b;
    p->o.machine[1].setting_count = both->setting_count + p->only_b_count;
    divide_calls(p);
    p->o.inherits = p->arch_b == SFPU_ANY_ARCH;
}

static int run_equiv_action(void *options)
{
    struct parsed *p = options;

    divide_options(p);
    return equiv_run(&p->o);
}

static bool set_equiv_defaults(void *options, size_t arguments)
{
    struct parsed *p = options;

    p->o.print = equiv_report_text;
    p->only_b = calloc(arguments + 1, sizeof *p->only_b);
    p->settings_b = calloc(arguments + 1, sizeof *p->settings_b);
    p->calls_b = calloc(arguments + 1, sizeof *p->calls_b);
    input_defaults(&p->o.input);
    return machine_options_init(&p->machine, arguments) && p->only_b && p->settings_b && p->calls_b;
}

static void free_equiv_options(void *options)
{
    struct parsed *p = options;

    machine_options_free(&p->machine);
    free(p->only_b);
    free(p->settings_b);
    free(p->calls_b);
}

static void list_equiv_files(const void *options, struct file_uses *uses)
{
    const struct parsed *p = options;

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        file_uses_kernel(uses, p->o.kernel[k], &p->o.machine[k], NULL);
    file_uses_write(uses, p->o.html, "--html");
}

static const char *get_equiv_subject(const void *options)
{
    const struct parsed *p = options;

    return p->o.kernel[0];
}

static const struct option_table equiv_table = {
    .rows = option_rows,
    .check = check_equiv_options,
    .doc = "Run two kernels on every value of a format, and compare their results bit by bit.\v"
           "Exit status: 0 equal; 1 different; 2 could not run.",
};

const struct action equiv_action = {
    .name = "equiv", .does = "compare the results of two kernels on all inputs, bit by bit", .table = &equiv_table,
    .size = sizeof(struct parsed), .stops_early = true, .defaults = set_equiv_defaults, .free = free_equiv_options,
    .run = run_equiv_action,
    .list_files = list_equiv_files, .subject = get_equiv_subject,
};
