/* Options for a kernel's inputs and their places in Dst. */
#include "input_options.h"

#include <math.h>

#include "dst_values.h"
#include "option_values.h"
#include "numerics/number.h"
#include "probe.h"
#include "base/fail.h"

static void set_in(struct argp_state *state, char *text, void *in)
{
    option_set_format(state, text, in);
    if (*(int *)in && !values_known(*(int *)in))
        option_error(state, "--in: '%s' is none of%s", text, swept_format_names);
}

static void set_range(struct argp_state *state, char *text, void *options)
{
    struct input_options *o = options;
    const char *wrong = range_parse(text, &o->low, &o->high);

    if (wrong)
        option_error(state, "--range: '%s' %s", text, wrong);
}

static void set_second(struct argp_state *state, char *text, void *second)
{
    *(int *)second = (int)option_number(state, text, 1 - PROBE_ROWS, PROBE_ROWS - 1);
    if (*(int *)second == 0)
        option_error(state, "--second: 0 is the first operand");
}

static void set_result(struct argp_state *state, char *text, void *options)
{
    struct input_options *o = options;

    o->result = (int)option_number(state, text, 1 - PROBE_ROWS, PROBE_ROWS - 1);
    o->has_result = true;
}

#define OPTIONS struct input_options
static const struct option_row rows[] = {
    {"in", 0, "F", swept_format_help, AS(set_in, in), GIVEN(given)},
    {"range", 0, "A:B", "only values from A to B", BY(set_range), GIVEN(given)},
    {"sample", 0, "N", "only N values, or N pairs, drawn at random", AS_NUMBER(sample, 1, INT64_C(1) << 48),
     GIVEN(given)},
    {"seed", 0, "S", "seed of the drawing, 0 by default", AS_NUMBER(seed, 0, INT64_MAX), GIVEN(given)},
    {"out-format", 0, "F", "format of the results; that of --dst-format by default", AS(option_set_format, out),
     GIVEN(given)},
    {"out", 0, "F", NULL, OPTION_ALIAS},
    {"operands", 0, "1|2", "number of operands where no function sets it; 1 by default", AS_NUMBER(operands, 1, 2),
     GIVEN(given)},
    {"second", 0, "ROWS", "second operands lie ROWS rows below the first; 64, a tile, by default",
     AS(set_second, second), GIVEN(given)},
    {"result", 0, "ROWS", "results lie ROWS rows below the operands", BY(set_result), GIVEN(given)},
    {0},
};
#undef OPTIONS

const struct option_table input_table = {.rows = rows};

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
        return fail_with(error, "--out-format: values of %s are not numbers", sfpu_format_name(o->out));
    return true;
}
