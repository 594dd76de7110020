/* Report of sfpsim equiv as JSON. */
#include <inttypes.h>

#include "equiv_parts.h"
#include "base/json_writer.h"

enum { VERSION = 1 };

static void put_of_format(struct sfp_json *j, const char *name, const struct number_format *f, uint32_t bits)
{
    json_begin(j, name);
    lane_value_json(j, f->bits, bits, number_of(f, bits));
    json_end(j);
}

static void put_operand_json(struct sfp_json *j, bool there, const char *name, const struct number_format *f,
                             uint32_t bits)
{
    if (there)
        put_of_format(j, name, f, bits);
    else
        json_nothing(j, name);
}

static void put_kernel(struct sfp_json *j, const struct equiv_report *r, unsigned k)
{
    static const char *const names[] = {"a", "b"};
    const struct equiv_plan *p = r->plan;

    json_begin(j, names[k]);
    json_text(j, "kernel", p->o->kernel[k]);
    json_text(j, "arch", sfpu_arch_name(sfpu_machine_arch(p->m[k])));
    json_double(j, "cycles_per_32_lanes", p->probe[k].cycles.run);
    json_double(j, "steady_cycles_per_32_lanes", p->probe[k].cycles.steady);
    json_text_or_null(j, "selected", sfpu_selected(p->m[k], 0, SIZE_MAX));
    json_count(j, "loads_alone", p->alone[k]);
    json_text_or_null(j, "timed_anew", r->in_full[k]);
    json_end(j);
}

/* ---- A difference ---- */

static void put_divergence_json(struct sfp_json *j, const char *name, const struct equiv_report *r, unsigned k,
                                const struct equiv_divergence *d)
{
    static const char *const kinds[] = {
        [EQUIV_SAME_SHAPE] = "pair", [EQUIV_LACKING] = "alone", [EQUIV_STORES] = "store"};

    if (!d->there[k]) {
        json_nothing(j, name);
        return;
    }
    json_begin(j, name);
    json_text(j, "by", kinds[d->kind[k]]);
    lane_step_json(j, r->plan->m[k], r->plan->o->input.out, &d->step[k]);
    json_end(j);
}

static void put_difference_json(struct sfp_json *j, const char *name, const struct equiv_report *r,
                                const struct equiv_difference *d, const struct equiv_divergence *divergence,
                                bool traced)
{
    const struct equiv_plan *p = r->plan;

    if (!r->tally->cells) {
        json_nothing(j, name);
        return;
    }
    json_begin(j, name);
    json_count(j, "input", d->number);
    put_operand_json(j, d->owned, "x", p->in, d->x);
    put_operand_json(j, d->owned && p->o->input.operands > 1, "y", p->in, d->y);
    lane_place_json(j, "cell", p->cell[d->index]);
    put_of_format(j, "a", p->out, d->got[0]);
    put_of_format(j, "b", p->out, d->got[1]);
    if (d->apart == EQUIV_NAN_APART)
        json_text(j, "ulp", "nan");
    else
        json_count(j, "ulp", d->apart);
    put_divergence_json(j, "parts_a", r, 0, divergence);
    put_divergence_json(j, "parts_b", r, 1, divergence);
    if (traced) {
        lane_steps_json(j, "trace_a", &divergence->trace[0]);
        lane_steps_json(j, "trace_b", &divergence->trace[1]);
    }
    json_end(j);
}

/* ---- The document ---- */

static void put_plan(struct sfp_json *j, const struct equiv_report *r)
{
    const struct equiv_plan *p = r->plan;

    put_kernel(j, r, 0);
    put_kernel(j, r, 1);
    json_text(j, "in", sfpu_format_name(p->o->input.in));
    json_text(j, "dst_format", sfpu_format_name(p->o->input.dst));
    json_text(j, "dtype", sfpu_format_name(p->o->input.out));
    json_count(j, "operands", p->o->input.operands);
    json_count(j, "n_inputs", r->tally->inputs);
    json_count(j, "n_all", p->inputs.count);
    json_count_if(j, p->inputs.sample, "sample", p->inputs.sample);
    json_count_if(j, p->inputs.sample, "seed", p->inputs.seed);
    json_count(j, "compared_cells", p->compared);
    json_count(j, "inputs_a_pass", p->slots);
    json_count(j, "without_input", p->unpaired);
    json_count(j, "without_result", p->without_result);
    json_count(j, "without_owner", p->without_owner);
    json_count_if(j, p->o->has_ulp, "ulp", p->o->ulp);
    json_text(j, "nan", p->o->any_nan ? "any" : "bits");
}

static void put_equiv_json(struct sfp_json *j, const struct equiv_report *r, bool traced)
{
    const struct equiv_tally *t = r->tally;

    json_begin(j, NULL);
    json_text(j, "schema", "sfpsim-equiv");
    json_count(j, "version", VERSION);
    json_bool(j, "complete", r->done == r->plan->end - r->plan->first);
    json_bool(j, "equal", !t->cells);
    put_plan(j, r);
    json_count(j, "tolerated_cells", t->tolerated);
    json_count(j, "different_inputs", t->different);
    json_count(j, "different_cells", t->cells);
    put_difference_json(j, "first", r, &t->first, &r->first, traced);
    put_difference_json(j, "worst", r, &t->worst, &r->worst, traced);
    json_end(j);
}

bool equiv_report_json(FILE *out, const struct equiv_report *r)
{
    struct sfp_json json = {0};

    put_equiv_json(&json, r, false);
    return json_print(&json, out);
}

bool equiv_report_document(FILE *out, const void *report)
{
    struct sfp_json json = {.form = SFP_JSON_COMPACT};

    put_equiv_json(&json, report, true);
    return json_print(&json, out);
}
