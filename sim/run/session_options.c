/* Options of the plain call: one run. */
#include "session.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "action/option_values.h"
#include "cli/interrupt.h"
#include "gdb/gdb_server.h"
#include "session_parts.h"

enum {
    KEY_DST = 256, KEY_DST_OUT, KEY_DST_OUT_FORMAT, KEY_LAYOUT, KEY_STATE_IN, KEY_STATE_OUT,
    KEY_TIMING, KEY_HAZARDS, KEY_EXPECT, KEY_ULP, KEY_RTOL, KEY_ATOL,
    KEY_GAPS, KEY_JSON, KEY_PERTURB, KEY_MAX_CYCLES, KEY_MAX_PER_VECTOR, KEY_PRINT, KEY_STEPS,
    KEY_EXPECT_STATE, KEY_HARNESS, KEY_AGAINST, KEY_GDB,
};

enum { KEY_REPEAT = 320, KEY_MAX_FINDINGS, /* of all runs */ KEY_MOST = 336, KEY_PAIRS /* of sfpsim perturb */ };

enum { MOST_PAIRS = 1000000 };

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "Input and output:", 1},
    {"dst", KEY_DST, "FILE[@ROW][:FORMAT]", 0, "Dst image at the start; zeros without it", 0},
    {"dst-out", KEY_DST_OUT, "FILE", 0, "write the Dst image at the end", 0},
    {"dst-out-format", KEY_DST_OUT_FORMAT, "F", 0, "the same for --dst-out; the input's by default", 0},
    {"layout", KEY_LAYOUT, "rows|tile", 0, "tile: files hold row-major 32x32 tiles", 0},
    {"state-in", KEY_STATE_IN, "FILE", 0, "architectural state at the start, as JSON", 0},
    {"state-out", KEY_STATE_OUT, "FILE", 0, "write the architectural state at the end", 0},
    {0, 0, 0, 0, "Running:", 3},
    {"timing", KEY_TIMING, "on|off", 0, "on (default): cycle by cycle; off: results only", 0},
    {"gaps", KEY_GAPS, "FILE", 0, "cycles by which words are pushed late: lines of INDEX CYCLES, or * CYCLES", 0},
    {"gdb", KEY_GDB, "PORT|-", 0,
     "run it under gdb, which connects to PORT, or talks on standard input and output: sfpsim-gdb(1)", 0},
    {"perturb", KEY_PERTURB, "N[,PAIRS]", OPTION_ARG_OPTIONAL,
     "have each word 1 to N cycles late at the wait gate (default 8), then two, and report what changes", 0},
    {"steps", KEY_STEPS, "N", 0, "end the run after N instructions, where it stands", 0},
    {"hazards", KEY_HAZARDS, "warn|error|off", 0, "what a finding does (default warn)", 0},
    {"print", KEY_PRINT, "WHAT[@WHERE]", 0,
     "print values: L0, L0-L3:int32, flags, lanes, stack, rwc, macro, config, dst:0-3:bf16, dst:tile; at the end, or "
     "at [FILE:]LINE[#N], cycle=N, index=N, region[=NAME] or finding[=NAME]", 0},
    {0, 0, 0, 0, "Reports of the cycle model:", 4},
    {"json", KEY_JSON, 0, 0,
     "all that there is to say of the run as one JSON document on standard output", 0},
    {"against", KEY_AGAINST, "KERNEL", 0, "with --html: put another kernel's run on the same input beside it", 0},
    {"harness", KEY_HARNESS, "llk[:NAME]", 0,
     "add what published figures contain besides the kernel, as it was measured: sfpu-silicon(7)", 0},
    {0, 0, 0, 0, "Checking:", 5},
    {"expect", KEY_EXPECT, "FILE[@ROW][:FORMAT]", 0,
     "compare the final Dst with FILE, bit for bit unless a tolerance is given", 0},
    {"expect-state", KEY_EXPECT_STATE, "FILE", 0, "compare the architectural state with what FILE has of it", 0},
    {"ulp", KEY_ULP, "N", 0, "accept N units in the last place", 0},
    {"rtol", KEY_RTOL, "X", 0, "accept a relative error of X", 0},
    {"atol", KEY_ATOL, "X", 0, "accept an absolute error of X", 0},
    {"max-cycles", KEY_MAX_CYCLES, "N", 0, "fail if the run takes more than N cycles", 0},
    {"max-cycles-per-vector", KEY_MAX_PER_VECTOR, "X", 0,
     "fail if a vector takes more than X cycles in the steady state, set-up apart", 0},
    {0, 0, 0, 0, 0, 0},
};

/* "N" or "N,PAIRS", which is cut in two. */
static void parse_perturb(struct argp_state *state, char *arg, struct sfp_output_options *o)
{
    char *pairs = arg ? strchr(arg, ',') : NULL;

    o->perturb = SFPU_USUAL_GAP;
    o->perturb_pairs = SFPU_USUAL_PAIRS;
    if (pairs)
        *pairs++ = '\0';
    if (arg)
        o->perturb = (unsigned)option_number(state, "--perturb", arg, 1, SFPU_MOST_GAP);
    if (pairs)
        o->perturb_pairs = (size_t)option_number(state, "--perturb", pairs, 0, MOST_PAIRS);
}

static error_t parse_limit(int key, char *arg, struct argp_state *state, struct sfp_session_options *o)
{
    switch (key) {
    case KEY_MAX_CYCLES:
        o->limits.has_cycles = true;
        o->limits.cycles = (uint64_t)option_number(state, "--max-cycles", arg, 1, INT64_MAX);
        return 0;
    case KEY_MAX_PER_VECTOR:
        o->limits.has_per_vector = o->output.gathers_stats = true;
        o->limits.per_vector = option_real(state, "--max-cycles-per-vector", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void add_file(struct argp_state *state, const char *option, const char *arg, struct file_list *list)
{
    char *error;

    if (!file_option_parse(arg, file_is_there, &list->files[list->count], &error))
        option_error(state, "%s: %s: %s", option, arg, error ? error : "not enough memory");
    else
        list->count++;
    free(error);
}

/* A tolerance is of a comparison. */
static void check_tolerance(struct argp_state *state, const struct expect_options *o)
{
    const struct sfpu_tolerance *t = &o->tolerance;

    if (!o->files.count && (t->has_ulp || t->has_rtol || t->has_atol))
        option_error(state, "--%s is how far off what --expect names may be, and nothing is expected",
                     t->has_ulp ? "ulp" : t->has_rtol ? "rtol" : "atol");
}

static error_t parse_check(int key, char *arg, struct argp_state *state, struct sfp_session_options *o)
{
    switch (key) {
    case KEY_EXPECT:
        add_file(state, "--expect", arg, &o->expect.files);
        return 0;
    case KEY_EXPECT_STATE:
        o->expect.state = arg;
        return 0;
    case KEY_ULP:
        o->expect.tolerance.has_ulp = true;
        o->expect.tolerance.ulp = (uint64_t)option_number(state, "--ulp", arg, 0, INT64_MAX);
        return 0;
    case KEY_RTOL:
        o->expect.tolerance.has_rtol = true;
        o->expect.tolerance.rtol = option_real(state, "--rtol", arg);
        return 0;
    case KEY_ATOL:
        o->expect.tolerance.has_atol = true;
        o->expect.tolerance.atol = option_real(state, "--atol", arg);
        return 0;
    default:
        return parse_limit(key, arg, state, o);
    }
}

static void parse_print(struct argp_state *state, const char *arg, struct stops_options *o)
{
    char *error;

    if (!print_option_parse(arg, &o->prints[o->count], &error))
        option_error(state, "--print=%s: %s", arg, error ? error : "not enough memory");
    else
        o->count++;
    free(error);
}

static error_t parse_output(int key, char *arg, struct argp_state *state, struct sfp_session_options *o)
{
    struct sfp_output_options *output = &o->output;

    switch (key) {
    case KEY_JSON:
        output->json = o->stops.json = true;
        return 0;
    case KEY_AGAINST:
        o->against = arg;
        return 0;
    case KEY_HARNESS:
        o->harness = harness_option(state, arg);
        return 0;
    case KEY_PERTURB:
        parse_perturb(state, arg, output);
        return 0;
    default:
        return parse_check(key, arg, state, o);
    }
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    static const char *const hazards[] = {
        [SFP_HAZARDS_WARN] = "warn", [SFP_HAZARDS_ERROR] = "error", [SFP_HAZARDS_OFF] = "off"};
    static const char *const timings[] = {"on", "off"};
    struct sfp_session_options *o = state->input;

    switch (key) {
    case KEY_DST:
        add_file(state, "--dst", arg, &o->dst);
        return 0;
    case KEY_DST_OUT:
        o->dst_out = arg;
        return 0;
    case KEY_DST_OUT_FORMAT:
        o->dst_out_format = option_format(state, "--dst-out-format", arg);
        return 0;
    case KEY_LAYOUT:
        o->layout = sfpu_layout_named(arg);
        if (o->layout < 0)
            option_error(state, "--layout: '%s' is neither rows nor tile", arg);
        return 0;
    case KEY_STATE_IN:
        o->state_in = arg;
        return 0;
    case KEY_STATE_OUT:
        o->state_out = arg;
        return 0;
    case KEY_TIMING:
        o->untimed = option_choice(state, "--timing", arg, timings, 2) == 1;
        return 0;
    case KEY_HAZARDS:
        o->hazards = (enum sfp_hazards)option_choice(state, "--hazards", arg, hazards, 3);
        return 0;
    case KEY_GAPS:
        o->gaps = arg;
        return 0;
    case KEY_GDB:
        o->gdb = arg;
        if (!gdb_is_place(arg))
            option_error(state, "--gdb: '%s' is neither a port, 0 to 65535, nor -", arg);
        return 0;
    case KEY_PRINT:
        parse_print(state, arg, &o->stops);
        return 0;
    case KEY_STEPS:
        o->stops.steps = (uint64_t)option_number(state, "--steps", arg, 1, INT64_MAX);
        return 0;
    case ARGP_KEY_ARG:
        if (o->kernel)
            option_error(state, "one kernel at a time: '%s' and '%s'", o->kernel, arg);
        o->kernel = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        option_error(state, "no kernel given");
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->output;
        state->child_inputs[1] = &o->machine;
        state->child_inputs[2] = &o->compiled;
        state->child_inputs[3] = o;
        state->child_inputs[4] = &o->action;
        o->compiled.machine = &o->machine;
        return 0;
    case ARGP_KEY_END:
        check_tolerance(state, &o->expect);
        if (o->against && !o->output.views[SFPU_PAGE].asked)
            option_error(state, "--against is for a page: it needs --html");
        return 0;
    default:
        return parse_output(key, arg, state, o);
    }
}

static void free_files(struct file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        file_option_free(&list->files[i]);
    free(list->files);
}

/* ---- What all have that run kernels one after the other ---- */

/* Below a heading of the parser's that has these as a child. */
static const struct argp_option running_table[] = {
    {"repeat", KEY_REPEAT, "N", 0, "run the kernel N times back to back", 3},
    {"max-findings", KEY_MAX_FINDINGS, "N", 0, "print N findings of a kernel at most, 0: all (default 50)", 3},
    {0, 0, 0, 0, 0, 0},
};

static error_t parse_running(int key, char *arg, struct argp_state *state)
{
    struct sfp_session_options *o = state->input;

    switch (key) {
    case KEY_REPEAT:
        o->passes = (unsigned long)option_number(state, "--repeat", arg, 1, INT32_MAX);
        return 0;
    case KEY_MAX_FINDINGS:
        o->most_findings = (size_t)option_number(state, "--max-findings", arg, 0, INT32_MAX);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp running_argp = {.options = running_table, .parser = parse_running};

/* ---- sfpsim run ---- */

/* Below the usage of `sfpsim` alone: what else there is. */
static char *help_of_actions(int key, const char *text, void *input)
{
    const struct sfp_session_options *o = input;
    char *help = NULL;
    size_t size;
    FILE *stream;

    if (key != ARGP_KEY_HELP_PRE_DOC || !o || !(stream = open_memstream(&help, &size)))
        return (char *)(uintptr_t)text;
    fprintf(stream, "%s\n\nWith one of these words in front, it is something else; sfpsim WORD --help says more:\n", text);
    action_list(stream, o->action.actions);
    fclose(stream);
    return help;
}

static const struct argp_child children[] = {{&view_argp, 0, NULL, 0}, /* among "Reports of the cycle model:" */
                                             {&machine_argp, 0, "The machine at the start:", 2},
                                             {&compiled_argp, 0, "Compiled kernels (ELF files):", 4},
                                             {&running_argp, 0, NULL, 0},
                                             {&action_argp, 0, NULL, 0},
                                             {0}};
static const struct argp options_argp = {.options = option_table, .parser = parse_option, .children = children};
static const struct argp run_argp = {
    .options = option_table,
    .parser = parse_option,
    .children = children,
    .args_doc = "KERNEL",
    .doc = "Run a kernel for Tenstorrent's vector unit (SFPU), bit for bit.\v"
           "KERNEL is a file of instruction words, assembly source (*.s, *.S), or -, either on standard input. "
           "Exit status: 0 done; 1 ran, and a check failed; 2 could not run.",
    .help_filter = help_of_actions,
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

static int run(void *options)
{
    return session_run(options);
}

static void list_files(const void *options, struct file_uses *uses)
{
    session_paths_list(options, NULL, uses);
}

static const char *subject(const void *options)
{
    const struct sfp_session_options *o = options;

    return o->kernel;
}

const struct action run_action = {
    .name = "run", .does = "run a kernel, which needs no word", .argp = &run_argp,
    .size = sizeof(struct sfp_session_options), .defaults = session_defaults, .free = session_options_free, .run = run,
    .list_files = list_files, .subject = subject,
};

/* ---- sfpsim perturb ---- */

static const struct argp_option perturb_table[] = {
    {0, 0, 0, 0, "Late words:", 1},
    {"most", KEY_MOST, "N", 0, "words come 1 to N cycles late (default 8)", 0},
    {"pairs", KEY_PAIRS, "N", 0, "in N runs at most, two of them do (default 4096)", 0},
    {0, 0, 0, 0, 0, 0},
};

static error_t parse_perturbing(int key, char *arg, struct argp_state *state)
{
    struct sfp_session_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = o;
        return 0;
    case KEY_MOST:
        o->output.perturb = (unsigned)option_number(state, "--most", arg, 1, SFPU_MOST_GAP);
        return 0;
    case KEY_PAIRS:
        o->output.perturb_pairs = (size_t)option_number(state, "--pairs", arg, 0, MOST_PAIRS);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool perturb_defaults(void *options, size_t arguments)
{
    struct sfp_session_options *o = options;
    const bool allocated = session_defaults(o, arguments);

    o->output.perturb = SFPU_USUAL_GAP;
    o->output.perturb_pairs = SFPU_USUAL_PAIRS;
    return allocated;
}

int session_options_check(const struct sfp_session_options *o)
{
    const struct sfp_output_options *output = &o->output;

    if (o->untimed && stops_tell_lanes(&o->stops))
        return complain("--print=lanes tells how the run came to them, cycle by cycle: not with --timing=off");
    if (o->untimed && (view_outputs_need_time(output) || output->perturb || o->gaps || o->limits.has_cycles
                       || o->harness || o->gdb || stops_wanted(&o->stops)))
        return complain("--stats, --timeline, --gaps, --gdb, --perturb, --max-cycles, --max-cycles-per-vector, --harness, "
                        "--steps, --print at a place and all traces need the cycle model: not with --timing=off");
    if (o->gdb && o->action.preprocessed)
        return complain("--gdb: gdb is for one kernel, and not in a batch");
    if (o->gdb && strcmp(o->gdb, "-") == 0 && strcmp(o->kernel, "-") == 0)
        return complain("--gdb=-: standard input is gdb's, and has no kernel");
    if (o->hazards == SFP_HAZARDS_OFF && stops_at_findings(&o->stops))
        return complain("--print=...@finding needs findings: not with --hazards=off");
    return 0;
}

static const struct argp_child perturb_children[] = {{&options_argp, 0, NULL, 0}, {0}};
static const struct argp perturb_argp = {
    .options = perturb_table,
    .parser = parse_perturbing,
    .children = perturb_children,
    .args_doc = "KERNEL",
    .doc = "Run a kernel with each of its words late at the wait gate, and with two of them, and say what changes.\v"
           "Exit status: 0 done; 1 ran, and a check failed, as what changes is under --hazards=error; 2 could not run.",
};

const struct action perturb_action = {
    .name = "perturb", .does = "and with each of its words late, and say what that changes", .argp = &perturb_argp,
    .size = sizeof(struct sfp_session_options), .defaults = perturb_defaults, .free = session_options_free, .run = run,
    .list_files = list_files, .subject = subject,
};
