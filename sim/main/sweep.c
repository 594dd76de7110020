/* Options of sfpsim sweep. */
#include "sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "complain.h"
#include "probe.h"
#include "report_options.h"
#include "values.h"

enum {
    KEY_FN = 256, KEY_GOLDEN, KEY_OPERANDS, KEY_IN, KEY_DST_FORMAT, KEY_OUT_FORMAT, KEY_RANGE, KEY_SAMPLE, KEY_SEED,
    KEY_SECOND, KEY_RESULT, KEY_SHARD, KEY_CHECKPOINT,
};

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "What is measured:", 1},
    {"fn", KEY_FN, "NAME", 0, "the function that the kernel computes; sfpsim(1) lists them", 0},
    {"golden", KEY_GOLDEN, "FILE", 0, "or a file of what it should give, for every input in the order of its bits", 0},
    {"operands", KEY_OPERANDS, "1|2", 0, "with --golden: of how many operands", 0},
    {"in", KEY_IN, "F", 0, "on every value of bf16, fp16, fp32, uint16, int16, uint32, int32 or sm32", 0},
    {"range", KEY_RANGE, "A:B", 0, "on those from A to B only", 0},
    {"sample", KEY_SAMPLE, "N", 0, "on N of them, or of all pairs, drawn at random", 0},
    {"seed", KEY_SEED, "S", 0, "which are drawn: a number, 0 by default", 0},
    {"dst-format", KEY_DST_FORMAT, "F", 0, "how Dst holds them: the same (default), or fp32 or 32-bit integers", 0},
    {"out-format", KEY_OUT_FORMAT, "F", 0, "the format of the results; that of --dst-format by default", 0},
    {"out", KEY_OUT_FORMAT, "F", OPTION_ALIAS, 0, 0},
    {"second", KEY_SECOND, "ROWS", 0, "second operands lie so many rows below the first; 64, a tile, by default", 0},
    {"result", KEY_RESULT, "ROWS", 0, "results lie so many rows below the operands; 0 by default", 0},
    {0, 0, 0, 0, "Long sweeps:", 3},
    {"shard", KEY_SHARD, "I/N", 0, "do the I-th of N parts, and write a file for sfpsim merge", 0},
    {"output", 'o', "FILE", 0, "that file; standard output by default", 0},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0, "note there how far it is, and go on from there", 0},
    {0, 0, 0, 0, 0, 0},
};

static const struct function *parse_function(struct argp_state *state, const char *name)
{
    const struct function *f = function_named(name);

    if (!f)
        argp_error(state, "--fn: '%s' is no function that there is a reference for (sfpsim(1) lists them)", name);
    return f;
}

/* "A:B" */
static void parse_range(struct argp_state *state, const char *text, struct sweep_options *o)
{
    char *after, *end;

    o->low = strtod(text, &after);
    if (after == text || *after != ':')
        argp_error(state, "--range: '%s' is not A:B, two numbers", text);
    o->high = strtod(after + 1, &end);
    if (end == after + 1 || *end || isnan(o->low) || isnan(o->high))
        argp_error(state, "--range: '%s' is not A:B, two numbers", text);
    if (o->low > o->high)
        argp_error(state, "--range: '%s' is empty", text);
}

static int parse_in(struct argp_state *state, const char *text)
{
    const int format = option_format(state, "--in", text);

    if (!values_known(format))
        argp_error(state, "--in: '%s' is none of bf16 fp16 fp32 uint16 int16 uint32 int32 sm32", text);
    return format;
}

/* "I/N" */
static void parse_shard(struct argp_state *state, const char *text, struct sweep_options *o)
{
    char *after, *end;
    unsigned long shard, shards;

    errno = 0;
    shard = strtoul(text, &after, 10);
    shards = *after == '/' ? strtoul(after + 1, &end, 10) : 0;
    if (after == text || *after != '/' || end == after + 1 || *end || *text == '-' || after[1] == '-' || errno)
        argp_error(state, "--shard: '%s' is not I/N, two numbers", text);
    if (shards < 1 || shards > SWEEP_MOST_SHARDS || shard < 1 || shard > shards)
        argp_error(state, "--shard: '%s' is no shard from 1/N to N/N, with N up to %d", text,
                   SWEEP_MOST_SHARDS);
    o->shard = (unsigned)shard;
    o->shards = (unsigned)shards;
}

static int parse_rows(struct argp_state *state, const char *option, const char *text)
{
    return (int)option_number(state, option, text, 1 - PROBE_ROWS, PROBE_ROWS - 1);
}

/* What is measured, and against what. */
static void check_function(struct argp_state *state, const struct sweep_options *o)
{
    const char *refused = NULL;

    if (!o->in || !o->function == !o->golden)
        argp_error(state, "--in, and one of --fn and --golden, are needed");
    if (o->operands && !o->golden)
        argp_error(state, "--operands is for --golden: a function knows how many it has");
    if (o->function)
        refused = function_refuses(o->function, number_format(o->in));
    if (refused)
        argp_error(state, "--fn: %s takes %s, and --in is %s", o->function->name, refused, sfpu_format_name(o->in));
    if (o->function && o->function->operands == 1 && o->second != PROBE_TILE_ROWS)
        argp_error(state, "--second: %s has one operand", o->function->name);
}

/* Options that need others. */
static void check(struct argp_state *state, struct sweep_options *o)
{
    if (!o->kernel)
        argp_error(state, "no kernel given");
    check_function(state, o);
    if (!o->dst)
        o->dst = o->in;
    if (!o->out)
        o->out = o->dst;
    if (!o->operands)
        o->operands = 1;
    if (!values_fit(o->in, o->dst))
        argp_error(state, "--dst-format: %s does not hold every %s", sfpu_format_name(o->dst), sfpu_format_name(o->in));
    if (!number_format(o->out))
        argp_error(state, "--out-format: %s are no numbers", sfpu_format_name(o->out));
    if (o->part && !o->shards)
        argp_error(state, "--output is for --shard: a report goes to standard output");
    if (!o->part)
        o->part = "-";
}

static error_t parse_size(int key, char *arg, struct argp_state *state, struct sweep_options *o)
{
    switch (key) {
    case KEY_OPERANDS:
        o->operands = (unsigned)option_number(state, "--operands", arg, 1, 2);
        return 0;
    case KEY_SAMPLE:
        o->sample = (uint64_t)option_number(state, "--sample", arg, 1, INT64_C(1) << 48);
        return 0;
    case KEY_SEED:
        o->seed = (uint64_t)option_number(state, "--seed", arg, 0, INT64_MAX);
        return 0;
    case KEY_SECOND:
        o->second = parse_rows(state, "--second", arg);
        return 0;
    case KEY_RESULT:
        o->result = parse_rows(state, "--result", arg);
        return 0;
    case KEY_SHARD:
        parse_shard(state, arg, o);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct sweep_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->machine;
        state->child_inputs[1] = &o->outputs;
        return 0;
    case KEY_FN:
        o->function = parse_function(state, arg);
        return 0;
    case KEY_GOLDEN:
        o->golden = arg;
        return 0;
    case KEY_IN:
        o->in = parse_in(state, arg);
        return 0;
    case KEY_DST_FORMAT:
        o->dst = option_format(state, "--dst-format", arg);
        return 0;
    case KEY_OUT_FORMAT:
        o->out = option_format(state, "--out-format", arg);
        return 0;
    case KEY_RANGE:
        parse_range(state, arg, o);
        return 0;
    case KEY_CHECKPOINT:
        o->checkpoint = arg;
        return 0;
    case 'o':
        o->part = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (o->kernel)
            argp_error(state, "one kernel at a time: '%s' and '%s'", o->kernel, arg);
        o->kernel = arg;
        return 0;
    case ARGP_KEY_END:
        check(state, o);
        return 0;
    default:
        return parse_size(key, arg, state, o);
    }
}

int sweep_main(int argc, char **argv)
{
    static const struct argp_child children[] = {
        {&machine_argp, 0, "The machine at the start:", 2}, {&report_argp, 0, "Report:", 4}, {0}};
    static const struct argp parser = {
        .options = option_table,
        .parser = parse_option,
        .children = children,
        .args_doc = "KERNEL",
        .doc = "Run a kernel on every value of a format, and compare its results with the correctly rounded ones.\v"
               "Exit status: 0 done; 2 could not.",
    };
    struct sweep_options options = {
        .low = -(double)INFINITY,
        .high = (double)INFINITY,
        .second = PROBE_TILE_ROWS,
        .outputs.form = report_forms,
        .machine.settings = calloc((size_t)argc, sizeof *options.machine.settings),
    };
    int status = SFP_CANNOT_RUN;

    if (!options.machine.settings)
        status = complain("not enough memory");
    else if (sfp_options_parse(&parser, argc, argv, &options) == 0)
        status = sweep_run(&options);
    free(options.machine.settings);
    return status;
}
