/* Runs the worst inputs of a sweep again, one by one, and traces their lanes. */
#include <stdlib.h>

#include "action/dst_values.h"
#include "action/lane_trace.h"
#include "action/voice.h"
#include "sweep_part.h"
#include "base/json_writer.h"

/* An input's trace. The sweep's first cell holds the input; every other cell holds 1, or 2 if the input is 1. */
struct tracing {
    const struct sweep_plan *plan;
    struct lane_trace *lane;
    uint32_t *in;               /* cells of the first operands, then of the second operands */
    uint32_t *values, *others;  /* values of these cells, with the input and without */
    uint32_t result;            /* cell of the input's result */
};

/* ---- Preparing ---- */

static bool make_tracing_room(struct tracing *t)
{
    const size_t count = 2 * t->plan->layout.count;

    t->lane = calloc(1, sizeof *t->lane);
    t->in = calloc(count, sizeof *t->in);
    t->values = calloc(count, sizeof *t->values);
    t->others = calloc(count, sizeof *t->others);
    return t->lane && t->in && t->values && t->others;
}

static void lay_out_tracing(struct tracing *t, sfpu_machine *m)
{
    const struct layout *l = &t->plan->layout;
    const struct sweep_options *o = t->plan->o;

    for (size_t i = 0; i < l->count; i++) {
        t->in[i] = l->first_cell[i];
        t->in[l->count + i] = l->first_cell[i] + (uint32_t)(l->second * PROBE_COLUMNS);
    }
    t->result = l->first_cell[0] + (uint32_t)(l->result * PROBE_COLUMNS);
    t->lane->options = &o->machine;
    t->lane->kernel = o->kernel;
    t->lane->m = m;
    t->lane->in = (struct sfpu_cells){.size = sizeof t->lane->in, .format = o->input.dst, .cells = t->in,
                                      .count = l->operands * l->count};
    t->lane->out = o->input.out;
    t->lane->lane = probe_lane(t->result);
}

static void free_tracing(struct tracing *t)
{
    if (t->lane)
        free(t->lane->steps);
    free(t->lane);
    free(t->in);
    free(t->values);
    free(t->others);
}

/* ---- An input ---- */

/* Returns the bits of 1, or of 2 if the input is 1. */
static uint32_t choose_other_value(const struct number_format *f, uint32_t bits)
{
    const unsigned exponent_bits = f->bits - 1u - f->mantissa_bits;
    const uint32_t bias = (UINT32_C(1) << (exponent_bits - 1)) - 1;
    const uint32_t one = f->mantissa_bits ? bias << f->mantissa_bits : 1;

    return bits == one ? one + (UINT32_C(1) << f->mantissa_bits) : one;
}

/* Puts a value other than the input into every cell of an operand, and in `values` the input into the first cell. */
static void put_traced_operand(const struct tracing *t, uint32_t bits, size_t operand)
{
    const struct sweep_options *o = t->plan->o;
    const size_t count = t->plan->layout.count, first = operand * count;
    const uint32_t both[] = {choose_other_value(t->plan->in, bits), bits};
    uint32_t converted[2];

    values_convert(o->input.in, o->input.dst, both, 2, converted);
    for (size_t i = first; i < first + count; i++)
        t->values[i] = t->others[i] = converted[0];
    t->values[first] = converted[1];
}

/* ---- Running and reporting ---- */

static void put_format_value(struct sfp_json *j, const char *name, const struct number_format *f, uint32_t bits)
{
    json_begin(j, name);
    lane_value_json(j, f->bits, bits, number_of(f, bits));
    json_end(j);
}

static int put_trace(struct tracing *t, struct sfp_json *j, const char *of, const struct tally_point *p)
{
    const struct sweep_plan *plan = t->plan;
    int status;

    put_traced_operand(t, p->x, 0);
    if (plan->inputs.operands > 1)
        put_traced_operand(t, p->y, 1);
    if ((status = lane_trace_run_marked(t->lane, t->values, t->others)))
        return status;
    json_begin(j, NULL);
    json_text(j, "of", of);
    put_format_value(j, "x", plan->in, p->x);
    if (plan->inputs.operands > 1)
        put_format_value(j, "y", plan->in, p->y);
    put_format_value(j, "got", plan->out, p->got);
    put_format_value(j, "expected", plan->out, p->expected);
    put_format_value(j, "alone", plan->out, lane_trace_cell(t->lane, t->result));
    json_count(j, "lane", t->lane->lane);
    lane_steps_json(j, "steps", t->lane);
    json_end(j);
    return 0;
}

static int put_traces(struct tracing *t, struct sfp_json *j, const struct tally *tally)
{
    const struct tally_extreme *const offenders = tally->real.offenders;
    int status = 0;

    for (size_t i = 0; !status && i < TALLY_OFFENDERS && offenders[i].value > 0; i++)
        status = put_trace(t, j, "offenders", &offenders[i].at);
    if (!status && tally_defects(tally))
        status = put_trace(t, j, "first_defect", &tally->first_defect);
    return status;
}

json_t *sweep_traces(const struct sweep_plan *plan, sfpu_machine *m, const struct tally *tally)
{
    struct tracing t = {.plan = plan};
    struct sfp_json json = {0};
    json_t *tree = NULL;
    int status = make_tracing_room(&t) ? 0 : complain_no_memory();

    if (!status) {
        lay_out_tracing(&t, m);
        json_list(&json, NULL);
        status = put_traces(&t, &json, tally);
        json_list_end(&json);
    }
    free_tracing(&t);
    if (status)
        json_free(&json);
    else if ((tree = json_tree_of(&json)) == NULL)
        complain_no_memory();
    return tree;
}
