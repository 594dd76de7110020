/* Options of sfpsim sweep. */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "complain.h"

enum { KEY_FN = 256, KEY_IN, KEY_DST_FORMAT, KEY_OUT_FORMAT, KEY_RANGE, KEY_JSON, KEY_CSV };

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "What is measured:", 1},
    {"fn", KEY_FN, "NAME", 0, "the function that the kernel computes; sfpsim(1) lists them", 0},
    {"in", KEY_IN, "F", 0, "on every value of bf16, fp16, uint16 or int16", 0},
    {"range", KEY_RANGE, "A:B", 0, "on those from A to B only", 0},
    {"dst-format", KEY_DST_FORMAT, "F", 0, "how Dst holds them: the same (default), or fp32 or 32-bit integers", 0},
    {"out-format", KEY_OUT_FORMAT, "F", 0, "the format of the results; that of --dst-format by default", 0},
    {0, 0, 0, 0, "Report:", 3},
    {"json", KEY_JSON, 0, 0, "as JSON", 0},
    {"csv", KEY_CSV, 0, 0, "as a line of CSV below a line of names", 0},
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

    if (!sweep_holds(format, format))
        argp_error(state, "--in: '%s' is none of bf16 fp16 uint16 int16", text);
    return format;
}

/* Options that need others. */
static void check(struct argp_state *state, struct sweep_options *o)
{
    if (!o->kernel)
        argp_error(state, "no kernel given");
    if (!o->function || !o->in)
        argp_error(state, "--fn and --in are needed");
    if (!o->dst)
        o->dst = o->in;
    if (!o->out)
        o->out = o->dst;
    if (!sweep_holds(o->dst, o->in))
        argp_error(state, "--dst-format: %s does not hold every %s", sfpu_format_name(o->dst), sfpu_format_name(o->in));
    if (!number_format(o->out))
        argp_error(state, "--out-format: %s are no numbers", sfpu_format_name(o->out));
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct sweep_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->machine;
        return 0;
    case KEY_FN:
        o->function = parse_function(state, arg);
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
    case KEY_JSON:
        o->print = report_json;
        return 0;
    case KEY_CSV:
        o->print = report_csv;
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
        return ARGP_ERR_UNKNOWN;
    }
}

int sweep_main(int argc, char **argv)
{
    static const struct argp_child children[] = {{&machine_argp, 0, "The machine at the start:", 2}, {0}};
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
        .print = report_text,
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
