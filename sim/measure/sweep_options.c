/* What a sweep measures, from its options: those of the command line, and those of a budget's lines. */
#include "sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "action/option_values.h"
#include "action/probe.h"
#include "base/fail.h"

enum { KEY_FN = 4096, KEY_GOLDEN }; /* beyond the keys of those whose child this is */

static const struct argp_option measured_table[] = {
    {"fn", KEY_FN, "NAME|EXPRESSION", 0, "the function that the kernel computes; sfpsim-functions(7) lists them", 0},
    {"golden", KEY_GOLDEN, "FILE", 0, "or a file of what it should give, for every input in the order of its bits", 0},
    {0, 0, 0, 0, 0, 0},
};

/* A function of the table, or an expression: what is no more than a name is meant for the former. */
static void parse_function(struct argp_state *state, struct sweep_options *o, const char *text)
{
    static const char name_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *near = NULL;
    char *error = NULL;

    sweep_options_free(o);
    o->function = function_named(text);
    if (o->function)
        return;
    if (!text[strspn(text, name_characters)])
        near = function_near(text, strlen(text));
    if (near) {
        option_error(state, "--fn: '%s' is no function that there is a reference for; did you mean '%s'?", text, near);
        return;
    }
    o->expression = expression_parse(text, &error);
    if (o->expression)
        o->function = &o->expression->function;
    else
        option_error(state, "--fn: '%s': %s", text, error ? error : "not enough memory");
    free(error);
}

static error_t parse_measured(int key, char *arg, struct argp_state *state)
{
    struct sweep_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->input;
        return 0;
    case KEY_FN:
        parse_function(state, o, arg);
        o->input.given = true;
        return 0;
    case KEY_GOLDEN:
        o->golden = arg;
        o->input.given = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child measured_children[] = {{&input_argp, 0, 0, 0}, {0}};
const struct argp measured_argp = {
    .options = measured_table, .parser = parse_measured, .children = measured_children};

void sweep_defaults(struct sweep_options *o)
{
    *o = (struct sweep_options){.outputs.form = report_forms};
    input_defaults(&o->input);
}

void sweep_options_free(struct sweep_options *o)
{
    free(o->expression);
    o->expression = NULL;
}

/* What is measured, and against what. */
static bool check_function(const struct sweep_options *o, char **error)
{
    const char *refused = NULL;

    if (!o->input.in || !o->function == !o->golden)
        return fail_with(error, "--in, and one of --fn and --golden, are needed");
    if (o->input.operands && !o->golden)
        return fail_with(error, "--operands is for --golden: a function knows how many it has");
    if (o->expression)
        o->expression->format = number_format(o->input.in);
    if (o->function)
        refused = function_refuses(o->function, number_format(o->input.in));
    if (refused)
        return fail_with(error, "--fn: %s takes %s, and --in is %s", o->function->name, refused,
                         sfpu_format_name(o->input.in));
    if (o->function && o->function->operands == 1 && o->input.second != PROBE_TILE_ROWS)
        return fail_with(error, "--second: %s has one operand", o->function->name);
    return true;
}

bool sweep_complete(struct sweep_options *o, char **error)
{
    return check_function(o, error) && input_complete(&o->input, o->machine.dst_format, error);
}

/* ---- Options of a budget ---- */

static error_t parse_word(int key, char *arg __attribute__((unused)), struct argp_state *state)
{
    struct sweep_options *o = state->input;

    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = o;
    state->child_inputs[1] = &o->machine;
    return 0;
}

bool sweep_option(struct sweep_options *o, char *place, char *word, char **error)
{
    static const struct argp_child children[] = {{&measured_argp, 0, 0, 0}, {&machine_argp, 0, 0, 0}, {0}};
    struct option_failure failure = {0};
    const struct placed_parser parser = {.argp = {.parser = parse_word, .children = children}, .failure = &failure};
    char *arguments[] = {place, word, NULL};
    const error_t result = argp_parse(&parser.argp, 2, arguments, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, o);

    *error = failure.text;
    return !result && !failure.failed;
}

/* ---- sfpsim sweep ---- */

enum { KEY_SHARD = 256, KEY_CHECKPOINT };

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "Long sweeps:", 3},
    {"shard", KEY_SHARD, "I/N", 0, "do the I-th of N parts, and write a file for sfpsim merge", 0},
    {"output", 'o', "FILE", 0, "that file; standard output by default", 0},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0, "note there how far it is, and go on from there", 0},
    {0, 0, 0, 0, 0, 0},
};

/* "I/N" */
static void parse_shard(struct argp_state *state, const char *text, struct sweep_options *o)
{
    char *after, *end;
    unsigned long shard, shards;

    errno = 0;
    shard = strtoul(text, &after, 10);
    shards = *after == '/' ? strtoul(after + 1, &end, 10) : 0;
    if (after == text || *after != '/' || end == after + 1 || *end || *text == '-' || after[1] == '-' || errno)
        option_error(state, "--shard: '%s' is not I/N, two numbers", text);
    else if (shards < 1 || shards > SWEEP_MOST_SHARDS || shard < 1 || shard > shards)
        option_error(state, "--shard: '%s' is no shard from 1/N to N/N, with N up to %d", text, SWEEP_MOST_SHARDS);
    o->shard = (unsigned)shard;
    o->shards = (unsigned)shards;
}

static void check_sweep(struct argp_state *state, struct sweep_options *o)
{
    char *error = NULL;

    if (!o->kernel)
        option_error(state, "no kernel given");
    if (!sweep_complete(o, &error))
        option_error(state, "%s", error ? error : "not enough memory");
    free(error);
    if (o->part && !o->shards)
        option_error(state, "--output is for --shard: a report goes to standard output");
    if (o->outputs.has_mark && o->shards)
        option_error(state, "--max-ulp is for a report, and --shard writes a part: sfpsim merge has --max-ulp too");
    if (o->outputs.html && o->shards)
        option_error(state, "--html is for a report, and --shard writes a part: sfpsim merge has --html too");
    if (!o->part)
        o->part = "-";
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct sweep_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = o;
        state->child_inputs[1] = &o->machine;
        state->child_inputs[2] = &o->outputs;
        state->child_inputs[3] = &o->action;
        return 0;
    case KEY_SHARD:
        parse_shard(state, arg, o);
        return 0;
    case KEY_CHECKPOINT:
        o->checkpoint = arg;
        return 0;
    case 'o':
        o->part = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (o->kernel)
            option_error(state, "one kernel at a time: '%s' and '%s'", o->kernel, arg);
        o->kernel = arg;
        return 0;
    case ARGP_KEY_END:
        check_sweep(state, o);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool action_defaults(void *options, size_t arguments)
{
    struct sweep_options *o = options;

    sweep_defaults(o);
    return machine_options_init(&o->machine, arguments);
}

static void free_options(void *options)
{
    struct sweep_options *o = options;

    sweep_options_free(o);
    machine_options_free(&o->machine);
}

static int run(void *options)
{
    return sweep_run(options);
}

static void list_files(const void *options, struct file_uses *uses)
{
    sweep_list_files(options, NULL, uses);
}

static const char *subject(const void *options)
{
    const struct sweep_options *o = options;

    return o->kernel;
}

static const struct argp_child children[] = {{&measured_argp, 0, "What is measured:", 1},
                                             {&machine_argp, 0, "The machine at the start:", 2},
                                             {&report_argp, 0, "Report:", 4},
                                             {&action_argp, 0, NULL, 0},
                                             {0}};
static const struct argp sweep_argp = {
    .options = option_table,
    .parser = parse_option,
    .children = children,
    .args_doc = "KERNEL",
    .doc = "Run a kernel on every value of a format, and compare its results with the correctly rounded ones.\v"
           "Exit status: 0 done; 1 the results are not within --max-ulp; 2 could not.",
};

const struct action sweep_action = {
    .name = "sweep", .does = "run a kernel on all inputs, and compare with the correctly rounded results",
    .argp = &sweep_argp, .size = sizeof(struct sweep_options), .stops_early = true, .defaults = action_defaults,
    .free = free_options, .run = run, .list_files = list_files, .subject = subject,
};
