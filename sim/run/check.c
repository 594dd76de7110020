/* sfpsim check: runs kernels one after another, and prints only their findings. */
#include <stdlib.h>

#include "action/action.h"
#include "action/voice.h"
#include "check_contract.h"
#include "session.h"
#include "session_parts.h"
#include "base/terminal.h"

struct checking {
    struct action_options action;
    struct sfp_session_options o; /* options of every run, without the kernel */
    const char **kernels;         /* kernels on the command line, with room for one kernel per argument */
    size_t count;
    bool contract;
    struct captured *captured;    /* verdict and output of each kernel */
};

/* Checks the options of threads. With --thread, all kernels form a single case. */
static void check_threads(struct argp_state *state, struct checking *c)
{
    struct thread_options *threads = &c->o.machine.threads;

    thread_options_check(state, threads, c->kernels[0]);
    if (threads->any && c->count > 1)
        option_error(state, "with --thread, one KERNEL at most, which math runs: not '%s' and '%s'", c->kernels[0],
                     c->kernels[1]);
    if (threads->any && c->contract)
        option_error(state, "--contract is about kernels one after another: not with --thread");
    if (threads->any && c->count == 0)
        c->count = 1; /* kernels[0] is NULL: a case without a kernel besides those of --thread */
}

/* Returns the name of case `i` in reports. */
static const char *name_of_case(const struct checking *c, size_t i)
{
    return thread_options_subject(&c->o.machine.threads, c->kernels[i]);
}

static void check_check_options(struct argp_state *state, void *options)
{
    struct checking *c = options;
    const struct report_options *reports = &c->action.reports;

    if (c->o.compiled.record || c->o.compiled.gaps)
        option_error(state, "a check writes no words and no gaps: --record and --gaps-out are for runs");
    check_threads(state, c);
    machine_check_sources(state, &c->o.machine);
    if (c->contract && (reports->html || reports->tap || reports->junit || reports->sarif))
        option_error(state, "--contract prints text or --json: --html, --tap, --junit and --sarif report findings");
}

#define OPTIONS struct checking
static const struct option_row rows[] = {
    {NULL, 0, NULL, "Running:", .group = 3},
    {"contract", 0, NULL, "say what each kernel expects and leaves if they run one after another", AS_FLAG(contract)},
    {NULL, 0, NULL, "Reports:", .group = 5},
    {"html", 0, "FILE", "write all kernels with their findings as a page for a browser",
     AS(report_set_file, action.reports.html)},
    {"json", 0, NULL, "print a JSON document for each kernel, as for a run", AS_FLAG(o.output.json)},
    {NULL, 0, "KERNEL...", NULL, AS_LIST(kernels, count)},
    INCLUDE(2, "The machine at the start:", o.machine, machine_table),
    INCLUDE(3, "Several threads:", o.machine.threads, threads_table),
    INCLUDE(4, "Compiled kernels (ELF files):", o.compiled, compiled_table),
    INCLUDE(0, NULL, o, running_table),
    INCLUDE(1, "Input:", o.machine, machine_sources_table),
    INCLUDE(0, NULL, action, action_table),
    {0},
};
#undef OPTIONS

/* ---- Printing ---- */

static void print_conclusion(const char *kernel, const struct verdict *v)
{
    size_t errors = 0, possible = 0;
    char selected[SELECTED_TEXT];
    FILE *out = voice_out();

    for (size_t i = 0; i < v->count; i++) {
        errors += v->remarks[i].fails;
        possible += v->remarks[i].fails && v->remarks[i].possible;
    }
    fprintf(out, "%s: %zu error%s%s", kernel, errors, errors == 1 ? "" : "s",
            selected_text(selected, " in words ", v->selected));
    if (possible)
        fprintf(out, ", %zu of them possible", possible);
    fputc('\n', out);
}

static struct reported_case make_checked_case(const struct checking *c, size_t i)
{
    struct reported_case r = captured_case(&c->captured[i], &run_action, &c->o);

    r.name = r.kernel = name_of_case(c, i);
    return r;
}

static void report_checked_kernel(const struct checking *c, size_t i)
{
    const struct captured *captured = &c->captured[i];
    const struct reported_case r = make_checked_case(c, i);

    if (c->action.reports.tap) {
        report_tap_case(voice_out(), i + 1, &r);
        return;
    }
    if (captured->said) {
        fwrite(captured->said, 1, captured->errors, voice_err());
        fwrite(captured->said + captured->errors, 1, captured->size - captured->errors, voice_out());
    }
    if (!c->action.quiet && !c->o.output.json && captured->verdict.status != VERDICT_NOT_RUN)
        print_conclusion(name_of_case(c, i), &captured->verdict);
    fflush(voice_out());
}

static int write_check_reports(const struct checking *c, struct report_files *files)
{
    struct reported_case *cases = calloc(c->count, sizeof *cases);
    struct run_report report = {.name = c->action.name ? c->action.name : "sfpsim check", .cases = cases,
                                .count = c->count};
    int status;

    if (!cases)
        return complain_no_memory();
    for (size_t i = 0; i < c->count; i++) {
        cases[i] = make_checked_case(c, i);
        report.seconds += cases[i].seconds;
    }
    status = report_files_write(files, &report);
    free(cases);
    return status;
}

/* ---- Running ---- */

/* Runs every kernel, prints and reports. Returns the gravest of the exit statuses. Writes no report if a report or
 * output would overwrite a kernel. */
static int check_kernels(struct checking *c, struct report_files *files)
{
    int status = 0;
    bool clash = false;

    if (c->action.reports.tap)
        report_tap_plan(stdout, c->count);
    for (size_t i = 0; i < c->count; i++) {
        struct verdict *v = &c->captured[i].verdict;

        c->o.kernel = c->kernels[i];
        captured_run(&c->captured[i], &run_action, &c->o, true);
        report_checked_kernel(c, i);
        status = v->status > status ? v->status : status;
        clash |= v->clash;
    }
    return !clash && write_check_reports(c, files) ? SFP_CANNOT_RUN : status;
}

static void list_check_files(const void *options, struct file_uses *uses)
{
    const struct checking *c = options;
    struct sfp_session_options o = c->o;

    for (size_t i = 0; i < c->count; i++) {
        o.kernel = c->kernels[i];
        session_paths_list(&o, NULL, uses);
    }
    file_uses_write(uses, c->action.reports.html, "--html");
}

/* Checks that no output or report overwrites a kernel, even a kernel that cannot run. Returns 0 or an exit status. */
static int check_paths(const struct checking *c)
{
    struct file_uses uses = {0};

    list_check_files(c, &uses);
    if (c->count > 1 && file_uses_replace(&uses)) /* a kernel's outputs are written before the next kernel is loaded */
        file_uses_note_sources(&uses, NULL);
    return action_check_files(&c->action, &uses);
}

static int run_check_action(void *options)
{
    struct checking *c = options;
    struct report_files files = {0};
    int status = check_paths(c);

    if (status)
        return status;
    if (c->contract)
        return contract_run(&(struct contract_check){&c->o.machine, c->kernels, c->count, c->o.output.json,
                                                     c->action.quiet, c->action.verdict});
    c->captured = calloc(c->count, sizeof *c->captured);
    if (!c->captured)
        return complain_no_memory();
    c->o.action = c->action;
    c->o.action.name = NULL;
    if ((status = report_files_open(&files, &c->action.reports)) == 0)
        status = check_kernels(c, &files);
    for (size_t i = 0; i < c->count; i++) /* the caller's verdict, if any, collects the remarks about every kernel */
        verdict_join(c->action.verdict, &c->captured[i].verdict);
    report_files_end(&files);
    for (size_t i = 0; i < c->count; i++)
        captured_free(&c->captured[i]);
    free(c->captured);
    return status;
}

static bool set_check_defaults(void *options, size_t arguments)
{
    struct checking *c = options;

    c->kernels = calloc(arguments + 1, sizeof *c->kernels);
    if (!session_defaults(&c->o, arguments) || !c->kernels)
        return false;
    c->o.hazards = SFP_HAZARDS_ERROR;
    c->o.only_findings = true;
    return true;
}

static void free_check_options(void *options)
{
    struct checking *c = options;

    session_options_free(&c->o);
    free(c->kernels);
}

static const char *get_check_subject(const void *options)
{
    const struct checking *c = options;

    return name_of_case(c, 0);
}

static const struct option_table check_table = {
    .rows = rows,
    .check = check_check_options,
    .doc = "Look for what is wrong in kernels, whatever their data.\v"
           "Exit status: 0 no errors; 1 some; 2 a kernel could not run.",
};

const struct action check_action = {
    .name = "check", .does = "look for what is wrong in kernels, whatever their data", .table = &check_table,
    .size = sizeof(struct checking), .reports_itself = true, .defaults = set_check_defaults, .free = free_check_options,
    .run = run_check_action,
    .list_files = list_check_files, .subject = get_check_subject,
};
