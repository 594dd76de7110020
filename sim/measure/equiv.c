/* sfpsim equiv: its options, and from these to a report. */
#include "equiv.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "action/html_page.h"
#include "action/option_values.h"
#include "action/parallel.h"
#include "action/progress.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "equiv_parts.h"

/* ---- Doing it ---- */

enum { EQUIV_DIFFERENT = 1 /* exit status */, STRETCH_INPUTS = 1 << 13 /* of a job, about */ };

/* What a worker is doing, and how that ended. */
struct job {
    struct equiv_worker *worker;
    struct equiv_tally tally;
    bool skipped, failed;
    char *error; /* failed: why; NULL: memory ran out */
};

struct equiv {
    struct equiv_plan plan;
    struct equiv_tally tally;
    uint64_t stretch, done; /* inputs of a job, in whole blocks; inputs that are done */
    struct progress progress;
    unsigned workers;
    struct job *jobs;    /* of each worker */
    atomic_bool stopped; /* what follows is not to be done */
    int status;
};

/* ---- Jobs ---- */

/* An sfpu_job. */
static void work(void *equiv, size_t i, unsigned worker)
{
    struct equiv *e = equiv;
    struct job *job = &e->jobs[worker];
    const uint64_t first = e->plan.first + i * e->stretch, end = first + e->stretch;

    job->skipped = e->stopped;
    if (!job->skipped)
        job->failed = !equiv_work(job->worker, first, end < e->plan.end ? end : e->plan.end, &job->tally, &job->error);
    job->skipped |= told_to_stop();
}

/* In order, behind each job: what follows an error, or a signal, does not count. */
static bool take(void *equiv, size_t i, unsigned worker)
{
    struct equiv *e = equiv;
    struct job *job = &e->jobs[worker];
    const uint64_t wanted = e->plan.end - e->plan.first, done = (i + 1) * e->stretch;

    if (job->failed && !e->stopped)
        e->status = complain("%s", job->error ? job->error : "not enough memory");
    if (job->skipped || job->failed)
        e->stopped = true;
    if (e->stopped)
        return false;
    equiv_tally_add(&e->tally, &job->tally);
    e->done = done < wanted ? done : wanted;
    progress_tell(&e->progress, e->done);
    return true;
}

static int make_jobs(struct equiv *e, uint64_t stretches)
{
    e->workers = parallel_workers() < stretches ? parallel_workers() : (unsigned)stretches;
    e->jobs = calloc(e->workers, sizeof *e->jobs);
    for (unsigned i = 0; e->jobs && i < e->workers; i++)
        if (!(e->jobs[i].worker = equiv_worker_new(&e->plan)))
            return SFP_CANNOT_RUN;
    return e->jobs ? 0 : complain("not enough memory");
}

static void free_jobs(struct equiv *e)
{
    for (unsigned i = 0; e->jobs && i < e->workers; i++) {
        equiv_worker_free(e->jobs[i].worker);
        free(e->jobs[i].error);
    }
    free(e->jobs);
}

static int try_all(struct equiv *e)
{
    const uint64_t slots = e->plan.slots, wanted = e->plan.end - e->plan.first;
    uint64_t stretches;
    int status;

    e->stretch = (STRETCH_INPUTS + slots - 1) / slots * slots;
    stretches = (wanted + e->stretch - 1) / e->stretch;
    if ((status = make_jobs(e, stretches)))
        return status;
    progress_begin(&e->progress, 0, wanted);
    parallel_in_order(stretches, e->workers, work, take, e);
    progress_end(&e->progress);
    if (!e->status && !e->tally.inputs && e->done == wanted)
        return equiv_nothing_in_range(e->plan.o);
    return e->status;
}

/* ---- The whole ---- */

/* Why passes of a kernel were run in full, by any of the workers, or NULL. */
static const char *in_full(const struct equiv *e, unsigned kernel)
{
    const char *why = NULL;

    for (unsigned i = 0; !why && i < e->workers; i++)
        why = equiv_worker_in_full(e->jobs[i].worker, kernel);
    return why;
}

/* Prints it, and writes its page. */
static int tell(const struct equiv *e, const struct equiv_report *report)
{
    const struct equiv_options *o = e->plan.o;
    const bool complete = e->done == e->plan.end - e->plan.first;

    if (o->html && page_write(o->html, equiv_report_document, report))
        return SFP_CANNOT_RUN;
    if ((e->tally.cells || !o->action.quiet || !complete) && !o->print(voice_out(), report))
        return complain("not enough memory");
    return 0;
}

static int report(struct equiv *e)
{
    const struct equiv_options *o = e->plan.o;
    struct equiv_report report = {.plan = &e->plan, .tally = &e->tally, .done = e->done};
    int status;

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        report.in_full[k] = in_full(e, k);
    if (!e->tally.cells || ((status = equiv_diverge(&e->plan, &e->tally.first, &report.first)) == 0
                            && (status = equiv_diverge(&e->plan, &e->tally.worst, &report.worst)) == 0))
        status = tell(e, &report);
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
        return complain("not enough memory");
    if ((status = equiv_plan_begin(&e->plan, options)) == 0 && (status = try_all(e)) == 0)
        status = report(e);
    free_jobs(e);
    equiv_plan_end(&e->plan);
    free(e);
    return status;
}

/* ---- Options ---- */

enum { KEY_ROWS = 256, KEY_ARCH_B, KEY_SET_B, KEY_HTML, KEY_JSON, KEY_ULP, KEY_NAN };

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "Results:", 2},
    {"rows", KEY_ROWS, "A-B[,...]", 0, "compare these rows; by default all cells that either kernel stores to", 0},
    {"ulp", KEY_ULP, "N", 0, "results of at most N ulp from each other are equal; by default their bits are", 0},
    {"nan", KEY_NAN, "any|bits", 0, "any: a NaN is equal to any NaN; bits, the default: to that of the same bits", 0},
    {0, 0, 0, 0, "The second kernel:", 4},
    {"arch-b", KEY_ARCH_B, "ARCH", 0, "its arch, if it is not that of the first", 0},
    {"set-b", KEY_SET_B, "NAME[=VALUE]", 0, "an option of the machine for it alone, as --set-b=init=llk", 0},
    {0, 0, 0, 0, "Report:", 5},
    {"html", KEY_HTML, "FILE", 0, "write it as a page for a browser, with the lanes of both kernels", 0},
    {"json", KEY_JSON, 0, 0, "as JSON", 0},
    {0, 0, 0, 0, 0, 0},
};

/* What is parsed into. */
struct parsed {
    struct equiv_options o;
    struct sfp_machine_options machine; /* of both */
    int arch_b;
    struct sfp_setting *only_b, *settings_b; /* with room for as many as there are arguments */
    size_t only_b_count;
};

/* The row at *at, which moves behind it. False after an error. */
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

/* "A-B" or "A" at *at, which moves behind it. False after an error. */
static bool parse_stretch(struct argp_state *state, const char *text, const char **at, struct equiv_options *o)
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

/* "A-B,C,..." */
static void parse_rows(struct argp_state *state, const char *text, struct equiv_options *o)
{
    const char *at = text;

    o->has_rows = true;
    while (parse_stretch(state, text, &at, o) && *at)
        if (*at++ != ',') {
            option_error(state, "--rows: '%s' is not A-B[,C-D...], rows of Dst", text);
            return;
        }
}

/* NAME[=VALUE], which is cut in two. */
static void parse_setting(struct argp_state *state, char *text, struct parsed *p)
{
    char *value = strchr(text, '='), wrong[512];

    if (value)
        *value++ = '\0';
    if (sfpu_check_setting(text, value ? value : "", wrong, sizeof wrong) != SFPU_OK)
        option_error(state, "--set-b: %s", wrong);
    else
        p->only_b[p->only_b_count++] = (struct sfp_setting){text, value ? value : ""};
}

static void parse_ulp(struct argp_state *state, const char *text, struct equiv_options *o)
{
    char *after;

    errno = 0;
    o->has_ulp = true;
    o->ulp = strtoull(text, &after, 10);
    if (*text < '0' || *text > '9' || *after || errno || o->ulp > UINT32_MAX)
        option_error(state, "--ulp: '%s' is no number from 0 to %" PRIu32, text, UINT32_MAX);
}

static void parse_nan(struct argp_state *state, const char *text, struct equiv_options *o)
{
    o->any_nan = strcmp(text, "any") == 0;
    if (!o->any_nan && strcmp(text, "bits") != 0)
        option_error(state, "--nan: '%s' is neither any nor bits", text);
}

/* Rows that the format of the results has. */
static void check_rows(struct argp_state *state, const struct equiv_options *o)
{
    for (unsigned row = probe_rows(o->input.out); row < PROBE_ROWS; row++)
        if (o->row[row])
            option_error(state, "--rows: row %u is not in 0..%u, the rows of %s", row, probe_rows(o->input.out) - 1,
                       sfpu_format_name(o->input.out));
}

/* What is not said is as usual, and what is said fits together. */
static void check(struct argp_state *state, struct equiv_options *o, int dst_format)
{
    char *error = NULL;

    if (!o->kernel[1])
        option_error(state, "two kernels are needed");
    else if (!o->input.in)
        option_error(state, "--in is needed");
    else if (!input_complete(&o->input, dst_format, &error))
        option_error(state, "%s", error ? error : "not enough memory");
    else
        check_rows(state, o);
    free(error);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct parsed *p = state->input;
    struct equiv_options *o = &p->o;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->input;
        state->child_inputs[1] = &p->machine;
        state->child_inputs[2] = &o->action;
        return 0;
    case KEY_ARCH_B:
        p->arch_b = option_arch(state, "--arch-b", arg);
        return 0;
    case KEY_SET_B:
        parse_setting(state, arg, p);
        return 0;
    case KEY_ROWS:
        parse_rows(state, arg, o);
        return 0;
    case KEY_ULP:
        parse_ulp(state, arg, o);
        return 0;
    case KEY_NAN:
        parse_nan(state, arg, o);
        return 0;
    case KEY_HTML:
        o->html = arg;
        return 0;
    case KEY_JSON:
        o->print = equiv_report_json;
        return 0;
    case ARGP_KEY_ARG:
        if (o->kernel[1])
            option_error(state, "two kernels at a time: '%s' is one more", arg);
        o->kernel[o->kernel[0] ? 1 : 0] = arg;
        return 0;
    case ARGP_KEY_END:
        check(state, o, p->machine.dst_format);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The machines: B's sources are assembled as A's, and its settings are those of both, and then its own. */
static void divide(struct parsed *p)
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
    p->o.inherits = p->arch_b == SFPU_ANY_ARCH;
}

static int run(void *options)
{
    struct parsed *p = options;

    divide(p);
    return equiv_run(&p->o);
}

static bool defaults(void *options, size_t arguments)
{
    struct parsed *p = options;

    p->o.print = equiv_report_text;
    p->only_b = calloc(arguments + 1, sizeof *p->only_b);
    p->settings_b = calloc(arguments + 1, sizeof *p->settings_b);
    input_defaults(&p->o.input);
    return machine_options_init(&p->machine, arguments) && p->only_b && p->settings_b;
}

static void free_options(void *options)
{
    struct parsed *p = options;

    machine_options_free(&p->machine);
    free(p->only_b);
    free(p->settings_b);
}

static void list_files(const void *options, struct file_uses *uses)
{
    const struct parsed *p = options;

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        file_uses_kernel(uses, p->o.kernel[k], &p->o.machine[k], NULL);
    file_uses_write(uses, p->o.html, "--html");
}

static const char *subject(const void *options)
{
    const struct parsed *p = options;

    return p->o.kernel[0];
}

static const struct argp_child children[] = {{&input_argp, 0, "Inputs and results:", 1},
                                             {&machine_argp, 0, "The machines at the start:", 3},
                                             {&action_argp, 0, NULL, 0},
                                             {0}};
static const struct argp equiv_argp = {
    .options = option_table,
    .parser = parse_option,
    .children = children,
    .args_doc = "A B",
    .doc = "Run two kernels on every value of a format, and compare their results bit by bit.\v"
           "Exit status: 0 equal; 1 different; 2 could not.",
};

const struct action equiv_action = {
    .name = "equiv", .does = "compare what two kernels make of all inputs, bit by bit", .argp = &equiv_argp,
    .size = sizeof(struct parsed), .stops_early = true, .defaults = defaults, .free = free_options, .run = run,
    .list_files = list_files, .subject = subject,
};
