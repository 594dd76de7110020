/* What goes into a kernel and where it lies. */
#include "input_options.h"

#include <math.h>

#include "dst_values.h"
#include "option_values.h"
#include "numerics/number.h"
#include "probe.h"
#include "base/fail.h"

enum {
    KEY_IN = 2048, KEY_RANGE, KEY_SAMPLE, KEY_SEED, KEY_OUT_FORMAT, KEY_OPERANDS, KEY_SECOND, KEY_RESULT,
};

static const struct argp_option option_table[] = {
    {"in", KEY_IN, "F", 0, swept_format_help, 0},
    {"range", KEY_RANGE, "A:B", 0, "those from A to B only", 0},
    {"sample", KEY_SAMPLE, "N", 0, "N of them, or of all pairs, drawn at random", 0},
    {"seed", KEY_SEED, "S", 0, "which are drawn: a number, 0 by default", 0},
    {"out-format", KEY_OUT_FORMAT, "F", 0, "the format of the results; that of --dst-format by default", 0},
    {"out", KEY_OUT_FORMAT, "F", OPTION_ALIAS, 0, 0},
    {"operands", KEY_OPERANDS, "1|2", 0, "of how many operands, where no function tells; 1 by default", 0},
    {"second", KEY_SECOND, "ROWS", 0, "second operands lie so many rows below the first; 64, a tile, by default", 0},
    {"result", KEY_RESULT, "ROWS", 0, "results lie so many rows below the operands", 0},
    {0, 0, 0, 0, 0, 0},
};

static int parse_in(struct argp_state *state, const char *text)
{
    const int format = option_format(state, "--in", text);

    if (format && !values_known(format))
        option_error(state, "--in: '%s' is none of%s", text, swept_format_names);
    return format;
}

static void parse_range(struct argp_state *state, const char *text, struct input_options *o)
{
    const char *wrong = range_parse(text, &o->low, &o->high);

    if (wrong)
        option_error(state, "--range: '%s' %s", text, wrong);
}

static error_t parse_place(int key, char *arg, struct argp_state *state, struct input_options *o)
{
    switch (key) {
    case KEY_OPERANDS:
        o->operands = (unsigned)option_number(state, "--operands", arg, 1, 2);
        return 0;
    case KEY_SECOND:
        o->second = (int)option_number(state, "--second", arg, 1 - PROBE_ROWS, PROBE_ROWS - 1);
        if (o->second == 0)
            option_error(state, "--second: 0 is the first operand");
        return 0;
    case KEY_RESULT:
        o->result = (int)option_number(state, "--result", arg, 1 - PROBE_ROWS, PROBE_ROWS - 1);
        o->has_result = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_value(int key, char *arg, struct argp_state *state, struct input_options *o)
{
    switch (key) {
    case KEY_IN:
        o->in = parse_in(state, arg);
        return 0;
    case KEY_OUT_FORMAT:
        o->out = option_format(state, "--out-format", arg);
        return 0;
    case KEY_RANGE:
        parse_range(state, arg, o);
        return 0;
    case KEY_SAMPLE:
        o->sample = (uint64_t)option_number(state, "--sample", arg, 1, INT64_C(1) << 48);
        return 0;
    case KEY_SEED:
        o->seed = (uint64_t)option_number(state, "--seed", arg, 0, INT64_MAX);
        return 0;
    default:
        return parse_place(key, arg, state, o);
    }
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct input_options *o = state->input;
    const error_t unknown = parse_value(key, arg, state, o);

    if (!unknown)
        o->given = true;
    return unknown;
}

const struct argp input_argp = {.options = option_table, .parser = parse_option};

void input_defaults(struct input_options *o)
{
    *o = (struct input_options){.low = -(double)INFINITY, .high = (double)INFINITY, .second = PROBE_TILE_ROWS};
}

bool input_complete(struct input_options *o, int dst_format, char **error)
{
    o->dst = dst_format ? dst_format : o->in;
    if (!o->out)
        o->out = o->dst;
    if (!o->operands)
        o->operands = 1;
    if (!values_fit(o->in, o->dst))
        return fail_with(error, "--dst-format: %s does not hold every %s", sfpu_format_name(o->dst),
                         sfpu_format_name(o->in));
    if (!number_format(o->out))
        return fail_with(error, "--out-format: %s are no numbers", sfpu_format_name(o->out));
    return true;
}
