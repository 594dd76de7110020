/* sfpsim check: runs of kernels, one after the other, of which only the findings are wanted. */
#include "check.h"

#include <stdlib.h>

#include "base/complain.h"
#include "cli/options.h"
#include "run/captured.h"
#include "run/session_paths.h"

enum { KEY_DST_FORMAT = 256, KEY_IGNORE_WAITS, KEY_JSON, KEY_MAX_FINDINGS, KEY_REPEAT };

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "Running:", 2},
    {"dst-format", KEY_DST_FORMAT, "F", 0, "what format 0 of loads and stores is to be: that of the Dst in use", 0},
    {"ignore-waits", KEY_IGNORE_WAITS, 0, 0, "treat waits on semaphores as satisfied", 0},
    {"repeat", KEY_REPEAT, "N", 0, "run each kernel N times back to back", 0},
    {0, 0, 0, 0, "Reports:", 4},
    {"json", KEY_JSON, 0, 0, "a JSON document a kernel, as of a run", 4},
    {"max-findings", KEY_MAX_FINDINGS, "N", 0, "print N findings of a kernel at most, 0: all (default 50)", 4},
    {"quiet", 'q', 0, 0, "print what fails only", 4},
    {"verbose", 'v', 0, 0, "print notes too", 4},
    {0, 0, 0, 0, 0, 0},
};

struct checking {
    struct sfp_session_options o; /* of each run, but for its kernel */
    const char **kernels;         /* with room for as many as there are arguments */
    size_t count;
    struct captured *captured;    /* what came of each */
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct checking *c = state->input;
    struct sfp_session_options *o = &c->o;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->machine;
        state->child_inputs[1] = &o->compiled;
        state->child_inputs[2] = &o->reports;
        return 0;
    case KEY_DST_FORMAT:
        o->dst_format = option_format(state, "--dst-format", arg);
        return 0;
    case KEY_IGNORE_WAITS:
        o->ignore_waits = true;
        return 0;
    case KEY_JSON:
        o->output.json = true;
        return 0;
    case KEY_MAX_FINDINGS:
        o->most_findings = (size_t)option_number(state, "--max-findings", arg, 0, INT32_MAX);
        return 0;
    case KEY_REPEAT:
        o->passes = (unsigned long)option_number(state, "--repeat", arg, 1, INT32_MAX);
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case 'v':
        o->verbose = true;
        return 0;
    case ARGP_KEY_ARG:
        c->kernels[c->count++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no kernel given");
        return 0;
    case ARGP_KEY_END:
        if (o->compiled.record || o->compiled.gaps)
            argp_error(state, "a check writes no words and no gaps: --record and --gaps-out are of runs");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- Telling ---- */

static void conclude(const char *kernel, const struct verdict *v)
{
    size_t errors = 0, possible = 0;

    for (size_t i = 0; i < v->count; i++) {
        errors += v->remarks[i].fails;
        possible += v->remarks[i].fails && v->remarks[i].possible;
    }
    printf("%s: %zu error%s", kernel, errors, errors == 1 ? "" : "s");
    if (possible)
        printf(", %zu of them possible", possible);
    putchar('\n');
}

static struct reported_case reported(const struct checking *c, size_t i)
{
    struct reported_case r = captured_case(&c->captured[i], &c->o);

    r.name = r.kernel = c->kernels[i];
    return r;
}

static void tell(const struct checking *c, size_t i)
{
    const struct captured *captured = &c->captured[i];
    const struct reported_case r = reported(c, i);

    if (c->o.reports.tap) {
        report_tap_case(stdout, i + 1, &r);
        return;
    }
    if (captured->said) {
        fwrite(captured->said, 1, captured->errors, stderr);
        fwrite(captured->said + captured->errors, 1, captured->size - captured->errors, stdout);
    }
    if (!c->o.quiet && !c->o.output.json && captured->verdict.status != VERDICT_NOT_RUN)
        conclude(c->kernels[i], &captured->verdict);
    fflush(stdout);
}

static int write_reports(const struct checking *c, struct report_files *files)
{
    struct reported_case *cases = calloc(c->count, sizeof *cases);
    struct run_report report = {.name = "sfpsim check", .cases = cases, .count = c->count};
    int status;

    if (!cases)
        return complain("not enough memory");
    for (size_t i = 0; i < c->count; i++) {
        cases[i] = reported(c, i);
        report.seconds += cases[i].seconds;
    }
    status = report_files_write(files, &report);
    free(cases);
    return status;
}

/* ---- Doing ---- */

/* The gravest of all statuses. A kernel that a report would be written over leaves it unwritten. */
static int check_kernels(struct checking *c, struct report_files *files)
{
    int status = 0;
    bool clash = false;

    if (c->o.reports.tap)
        report_tap_plan(stdout, c->count);
    for (size_t i = 0; i < c->count; i++) {
        const struct verdict *v = &c->captured[i].verdict;

        c->o.kernel = c->kernels[i];
        captured_run(&c->captured[i], &c->o, true);
        tell(c, i);
        status = v->status > status ? v->status : status;
        clash |= v->clash;
    }
    return !clash && write_reports(c, files) ? SFP_CANNOT_RUN : status;
}

/* Nothing is written over a kernel, even if it cannot run. */
static int check_paths(struct checking *c)
{
    char *error = NULL;

    for (size_t i = 0; i < c->count; i++) {
        c->o.kernel = c->kernels[i];
        if (!session_paths_apart(&c->o, NULL, &error))
            return complain_of(error);
    }
    return 0;
}

static int run(struct checking *c)
{
    struct report_files files = {0};
    int status = check_paths(c);

    if (status)
        return status;
    c->captured = calloc(c->count, sizeof *c->captured);
    if (!c->captured)
        return complain("not enough memory");
    if ((status = report_files_open(&files, &c->o.reports)) == 0)
        status = check_kernels(c, &files);
    report_files_end(&files);
    for (size_t i = 0; i < c->count; i++)
        captured_free(&c->captured[i]);
    free(c->captured);
    return status;
}

int check_main(int argc, char **argv)
{
    static const struct argp_child children[] = {{&machine_argp, 0, "The machine at the start:", 1},
                                                 {&compiled_argp, 0, "Compiled kernels (ELF files):", 3},
                                                 {&report_run_argp, 0, NULL, 4},
                                                 {0}};
    static const struct argp parser = {
        .options = option_table,
        .parser = parse_option,
        .children = children,
        .args_doc = "KERNEL...",
        .doc = "Look for what is wrong in kernels, whatever their data.\v"
               "Exit status: 0 no errors; 1 some; 2 a kernel could not run.",
    };
    struct checking c = {.kernels = calloc((size_t)argc, sizeof *c.kernels)};
    int status = SFP_CANNOT_RUN;

    if (!c.kernels || !session_defaults(&c.o, (size_t)argc)) {
        free(c.kernels);
        return complain("not enough memory");
    }
    c.o.hazards = SFP_HAZARDS_ERROR;
    c.o.only_findings = true;
    if (sfp_options_parse(&parser, argc, argv, &c) == 0)
        status = run(&c);
    session_options_free(&c.o);
    free(c.kernels);
    return status;
}
