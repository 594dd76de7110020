/* Options of the actions run and perturb. */
#include "session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "action/option_values.h"
#include "cli/interrupt.h"
#include "gdb/gdb_server.h"
#include "session_parts.h"
#include "base/fail.h"

enum { MOST_PAIRS = 1000000 };

/* Parses "N" or "N,PAIRS", and cuts the argument at the comma. */
static void set_perturb(struct argp_state *state, char *arg, void *output)
{
    struct sfp_output_options *o = output;
    char *pairs = arg ? strchr(arg, ',') : NULL;

    o->perturb = SFPU_USUAL_GAP;
    o->perturb_pairs = SFPU_USUAL_PAIRS;
    if (pairs)
        *pairs++ = '\0';
    o->has_most = arg;
    o->has_pairs = pairs;
    if (arg)
        o->perturb = (unsigned)option_number(state, arg, 1, SFPU_MOST_GAP);
    if (pairs)
        o->perturb_pairs = (size_t)option_number(state, pairs, 0, MOST_PAIRS);
}

static void add_image_file(struct argp_state *state, char *arg, void *member)
{
    struct file_list *list = member;
    char *error;

    if (!file_option_parse(arg, file_is_there, &list->files[list->count], &error))
        option_error(state, "--%s: %s: %s", option_row(state)->name, arg, error ? error : NO_MEMORY);
    else
        list->count++;
    free(error);
}

/* Refuses a tolerance without --expect. */
static void check_tolerance(struct argp_state *state, const struct expect_options *o)
{
    const struct sfpu_tolerance *t = &o->tolerance;

    if (!o->files.count && (t->has_ulp || t->has_rtol || t->has_atol))
        option_error(state, "--%s is a tolerance of --expect, which is not given",
                     t->has_ulp ? "ulp" : t->has_rtol ? "rtol" : "atol");
}

static void add_print(struct argp_state *state, char *arg, void *stops)
{
    struct stops_options *o = stops;
    char *error;

    if (!print_option_parse(arg, &o->prints[o->count], &error))
        option_error(state, "--print=%s: %s", arg, error ? error : NO_MEMORY);
    else
        o->count++;
    free(error);
}

static void set_layout(struct argp_state *state, char *arg, void *layout)
{
    *(int *)layout = sfpu_layout_named(arg);
    if (*(int *)layout < 0)
        option_error(state, "--layout: '%s' is neither rows nor tile", arg);
}

static void set_gaps(struct argp_state *state, char *arg, void *options)
{
    struct sfp_session_options *o = options;
    const int thread = o->machine.threads.current;

    (void)state;
    *(thread == ALL_THREADS ? &o->all_gaps : &o->gaps[thread]) = arg;
}

static void set_gdb(struct argp_state *state, char *arg, void *gdb)
{
    *(const char **)gdb = arg;
    if (!gdb_is_place(arg))
        option_error(state, "--gdb: '%s' is neither a port, 0 to 65535, nor -", arg);
}

/* Options of every action that runs kernels one after another; they stand below a heading of the including table. */
#define OPTIONS struct sfp_session_options
static const struct option_row running_rows[] = {
    {"repeat", 0, "N", "run the kernel N times back to back", .group = 3, AS_NUMBER(passes, 1, INT32_MAX)},
    {"max-findings", 0, "N", "print at most N findings of a kernel; 0: all (default 50)",
     AS_NUMBER(most_findings, 0, INT32_MAX)},
    {0},
};

const struct option_table running_table = {.rows = running_rows};

static const char *const timings[] = {"on", "off", NULL};
static const char *const hazards[] = {
    [SFP_HAZARDS_WARN] = "warn", [SFP_HAZARDS_ERROR] = "error", [SFP_HAZARDS_OFF] = "off", NULL};

static const struct option_row rows[] = {
    {NULL, 0, NULL, "Input and output:", .group = 1},
    {"dst", 0, "FILE[@ROW][:FORMAT]", "Dst image at the start; zeros without it", AS(add_image_file, dst),
     .everyday = true},
    {"dst-out", 0, "FILE", "write the Dst image at the end", AS_TEXT(dst_out), .everyday = true},
    {"dst-out-format", 0, "F", "format of --dst-out; the input's by default", AS(option_set_format, dst_out_format)},
    {"layout", 0, "rows|tile", "tile: files hold row-major 32x32 tiles", AS(set_layout, layout), .everyday = true},
    {"state-in", 0, "FILE", "architectural state at the start, as JSON", AS_TEXT(state_in)},
    {"state-out", 0, "FILE", "write the architectural state at the end", AS_TEXT(state_out)},
    {NULL, 0, NULL, "Running:", .group = 3},
    {"timing", 0, "on|off", "on (default): cycle by cycle; off: results only", AS_CHOICE(untimed, timings)},
    {"gaps", 0, "FILE", "cycles by which words are pushed late: lines of INDEX CYCLES, or * CYCLES", BY(set_gaps)},
    {"gdb", 0, "PORT|-", "run under gdb, which connects to PORT or talks on standard input and output: sfpsim-gdb(1)",
     AS(set_gdb, gdb)},
    {"perturb", 0, "N[,PAIRS]",
     "delay each word by 1 to N cycles at the wait gate (default 8), then two words, and report what changes",
     OPTION_ARG_OPTIONAL, AS(set_perturb, output)},
    {"steps", 0, "N", "end the run after N instructions", AS_NUMBER(stops.steps, 1, INT64_MAX)},
    {"hazards", 0, "warn|error|off", "what a finding does (default warn)", AS_CHOICE(hazards, hazards),
     .everyday = true},
    {"print", 0, "WHAT[@WHERE]",
     "print values: L0, L0-L3:int32, flags, lanes, stack, rwc, macro, config, dst:0-3:bf16, dst:tile; at the end, or "
     "at [FILE:]LINE[#N], cycle=N, index=N, region[=NAME] or finding[=NAME]", AS(add_print, stops), .everyday = true},
    {NULL, 0, NULL, "Reports of the cycle model:", .group = 4},
    {"json", 0, NULL, "print everything about the run as one JSON document on standard output",
     AS_FLAG(output.json), GIVEN(stops.json)},
    {"against", 0, "KERNEL", "with --html: put another kernel's run on the same input beside it", AS_TEXT(against)},
    {"harness", 0, "llk[:NAME]",
     "add the cycles that published figures contain besides the kernel: sfpu-silicon(7)",
     AS(harness_set_name, harness)},
    {NULL, 0, NULL, "Checking:", .group = 5},
    {"expect", 0, "FILE[@ROW][:FORMAT]", "compare the final Dst with FILE, bit for bit unless a tolerance is given",
     AS(add_image_file, expect.files), .everyday = true},
    {"expect-state", 0, "FILE", "compare the architectural state with the values in FILE", AS_TEXT(expect.state)},
    {"ulp", 0, "N", "accept N units in the last place", AS_NUMBER(expect.tolerance.ulp, 0, INT64_MAX),
     GIVEN(expect.tolerance.has_ulp)},
    {"rtol", 0, "X", "accept a relative error of X", AS_REAL(expect.tolerance.rtol), GIVEN(expect.tolerance.has_rtol)},
    {"atol", 0, "X", "accept an absolute error of X", AS_REAL(expect.tolerance.atol), GIVEN(expect.tolerance.has_atol)},
    {"max-cycles", 0, "N", "fail if the run takes more than N cycles", AS_NUMBER(limits.cycles, 1, INT64_MAX),
     GIVEN(limits.has_cycles)},
    {"max-cycles-per-vector", 0, "X", "fail if a vector takes more than X cycles in the steady state, without set-up",
     AS_REAL(limits.per_vector), GIVEN(limits.has_per_vector)},
    {NULL, 0, "KERNEL", NULL, AS(option_set_kernel, kernel)},
    INCLUDE(0, NULL, output, view_table), /* rows below "Reports of the cycle model:" */
    INCLUDE(2, "The machine at the start:", machine, machine_table),
    INCLUDE(3, "Several threads:", machine.threads, threads_table),
    INCLUDE(4, "Compiled kernels (ELF files):", compiled, compiled_table),
    {.table = &running_table},
    INCLUDE(0, NULL, machine, machine_sources_table),
    INCLUDE(0, NULL, action, action_table),
    {0},
};

static void check_run_options(struct argp_state *state, void *options)
{
    struct sfp_session_options *o = options;

    check_tolerance(state, &o->expect);
    machine_check_sources(state, &o->machine);
    thread_options_check(state, &o->machine.threads, o->kernel);
    if (o->against && o->machine.threads.any)
        option_error(state, "--against puts two runs of one kernel beside each other: not with --thread");
    if (o->against && !o->output.views[SFPU_PAGE].asked)
        option_error(state, "--against is for a page: it needs --html");
    o->output.gathers_stats = o->limits.has_per_vector;
}

static void free_files(struct file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        file_option_free(&list->files[i]);
    free(list->files);
}

/* ---- sfpsim run ---- */

/* Adds the list of actions to the help's beginning. An argp help filter: argp frees the returned text. */
static char *add_actions_help(int key, const char *text, void *options)
{
    const struct sfp_session_options *o = options;
    char *help = NULL;
    size_t size;
    FILE *stream;

    if (key != ARGP_KEY_HELP_POST_DOC || !(stream = open_memstream(&help, &size)))
        return (char *)(uintptr_t)text;
    fputs("The first word may name an action; sfpsim WORD --help says more:\n", stream);
    action_list(stream, o->action.actions);
    fprintf(stream, "\n%s", text);
    fclose(stream);
    return help;
}

static const struct option_table run_table = {
    .rows = rows,
    .check = check_run_options,
    .doc = "Run a kernel for Tenstorrent's vector unit (SFPU), bit for bit.\v"
           "KERNEL is a file of instruction words, assembly source (*.s, *.S), a 32-bit RISC-V ELF file (of sfpasm -f "
           "elf, or compiled), or -: words or source on standard input. "
           "Exit status: 0 done; 1 ran, and a check failed; 2 could not run.",
    .help_filter = add_actions_help,
    .brief = true,
};

bool session_defaults(void *options, size_t arguments)
{
    struct sfp_session_options *o = options;
    bool allocated;

    *o = (struct sfp_session_options){
        .passes = 1,
        .most_findings = SFPU_FINDINGS_PRINTED,
        .expect.tolerance.size = sizeof o->expect.tolerance,
        .expect.files.files = calloc(arguments + 1, sizeof *o->expect.files.files),
        .dst.files = calloc(arguments + 1, sizeof *o->dst.files),
        .stops.prints = calloc(arguments + 1, sizeof *o->stops.prints),
        .output.files = &interruptible,
    };
    allocated = machine_options_init(&o->machine, arguments);
    o->machine.finds = true;
    o->compiled.machine = &o->machine;
    return allocated && o->stops.prints && o->dst.files && o->expect.files.files;
}

void session_options_free(void *options)
{
    struct sfp_session_options *o = options;

    for (size_t i = 0; i < o->stops.count; i++)
        print_option_free(&o->stops.prints[i]);
    free(o->stops.prints);
    free_files(&o->dst);
    free_files(&o->expect.files);
    compiled_options_free(&o->compiled);
    machine_options_free(&o->machine);
    *o = (struct sfp_session_options){0};
}

static int run_session_action(void *options)
{
    return session_run(options);
}

static void list_run_files(const void *options, struct file_uses *uses)
{
    session_paths_list(options, NULL, uses);
}

static const char *get_run_subject(const void *options)
{
    const struct sfp_session_options *o = options;

    return thread_options_subject(&o->machine.threads, o->kernel);
}

const struct action run_action = {
    .name = "run", .does = "run a kernel; this word may be left out", .table = &run_table,
    .size = sizeof(struct sfp_session_options), .defaults = session_defaults, .free = session_options_free,
    .run = run_session_action,
    .list_files = list_run_files, .subject = get_run_subject,
};

/* ---- sfpsim perturb ---- */

static const struct option_table session_table = {.rows = rows, .check = check_run_options};

static const struct option_row perturb_rows[] = {
    {"most", 0, "N", "words come 1 to N cycles late (default 8); of several threads, each starts so late (default 40)",
     AS_NUMBER(output.perturb, 1, SFPU_MOST_GAP), GIVEN(output.has_most)},
    {"pairs", 0, "N", "make at most N runs with two late words (default 4096); with several threads, N random runs "
                      "(default 300)", AS_NUMBER(output.perturb_pairs, 0, MOST_PAIRS), GIVEN(output.has_pairs)},
    {.table = &session_table},
    {0},
};
#undef OPTIONS

static bool perturb_defaults(void *options, size_t arguments)
{
    struct sfp_session_options *o = options;
    const bool allocated = session_defaults(o, arguments);

    o->output.perturb = SFPU_USUAL_GAP;
    o->output.perturb_pairs = SFPU_USUAL_PAIRS;
    return allocated;
}

static const struct option_table perturb_table = {
    .rows = perturb_rows,
    .doc = "Run a kernel with each word late at the wait gate, then with two late words, and say what changes. Run "
           "several threads in other interleavings, and say which change Dst.\v"
           "Exit status: 0 done; 1 ran, and a check failed, or under --hazards=error something changed; "
           "2 could not run.",
};

const struct action perturb_action = {
    .name = "perturb", .does = "run a kernel with each of its words late, and say what changes",
    .table = &perturb_table,
    .size = sizeof(struct sfp_session_options), .defaults = perturb_defaults, .free = session_options_free,
    .run = run_session_action,
    .list_files = list_run_files, .subject = get_run_subject,
};
