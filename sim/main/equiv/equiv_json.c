/* What sfpsim equiv found, for programs. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "equiv_report.h"
#include "util/json.h"

enum { VERSION = 1 };

static json_t *value(unsigned bits, uint32_t value, double meaning)
{
    return json_pack("{s:o, s:o}", "bits", json_sprintf("0x%0*" PRIx32, (int)bits / 4, value), "number",
                     tree_number(meaning));
}

static json_t *of_format(const struct number_format *f, uint32_t bits)
{
    return value(f->bits, bits, number_of(f, bits));
}

static json_t *kernel(const struct equiv_report *r, unsigned k)
{
    const struct equiv_plan *p = r->plan;

    return json_pack("{s:o, s:s, s:f, s:f, s:I, s:o}", "kernel", tree_text(p->o->kernel[k]), "arch",
                     sfpu_arch_name(sfpu_machine_arch(p->m[k])), "cycles_per_32_lanes",
                     p->probe[k].cycles.run, "steady_cycles_per_32_lanes", p->probe[k].cycles.steady, "loads_alone",
                     (json_int_t)p->alone[k], "timed_anew",
                     r->in_full[k] ? json_string(r->in_full[k]) : json_null());
}

/* ---- A difference ---- */

static json_t *place_of(uint32_t cell)
{
    return json_pack("{s:i, s:i, s:i}", "row", (int)(cell / PROBE_COLUMNS), "column", (int)(cell % PROBE_COLUMNS),
                     "lane", (int)equiv_lane(cell));
}

static json_t *effect(const struct equiv_report *r, const struct equiv_step *s, uint32_t bits)
{
    if (s->result == EQUIV_FLAGS)
        return json_pack("{s:b, s:b}", "flag", (int)(bits & 1), "used", (int)(bits >> 1));
    return value(s->result == EQUIV_CELL ? r->plan->out->bits : 32, bits, equiv_step_number(r, s, bits));
}

static json_t *target(const struct equiv_step *s)
{
    if (s->result == EQUIV_LREG)
        return json_sprintf("L%" PRIu32, s->at);
    return s->result == EQUIV_FLAGS ? json_string("flags") : place_of(s->at);
}

static json_t *step(const struct equiv_report *r, unsigned k, const struct equiv_divergence *d)
{
    static const char *const partings[] = {
        [EQUIV_SAME_SHAPE] = "pair", [EQUIV_LACKING] = "alone", [EQUIV_STORES] = "store"};
    const struct equiv_step *s = &d->step[k];
    char place[EQUIV_TEXT], instruction[EQUIV_TEXT];

    if (!d->there[k])
        return json_null();
    equiv_step_texts(r, k, s, place, instruction);
    return json_pack("{s:s, s:o, s:s, s:b, s:I, s:o, s:o, s:o}", "by", partings[d->parting[k]], "place", tree_text(place),
                     "instruction", instruction, "scheduled", (int)s->scheduled, "cycle", (json_int_t)s->cycle,
                     "writes", target(s), "before", effect(r, s, s->before), "after", effect(r, s, s->after));
}

static json_t *difference(const struct equiv_report *r, const struct equiv_difference *d,
                          const struct equiv_divergence *divergence)
{
    const struct equiv_plan *p = r->plan;
    const bool two = d->owned && p->o->input.operands > 1;

    if (!r->tally->cells)
        return json_null();
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "input", (json_int_t)d->number,
                     "x", d->owned ? of_format(p->in, d->x) : json_null(),
                     "y", two ? of_format(p->in, d->y) : json_null(), "cell", place_of(p->cell[d->index]),
                     "a", of_format(p->out, d->got[0]), "b", of_format(p->out, d->got[1]),
                     "ulp", d->apart == EQUIV_NAN_APART ? json_string("nan") : json_integer((json_int_t)d->apart),
                     "parts_a", step(r, 0, divergence), "parts_b", step(r, 1, divergence));
}

/* ---- The whole ---- */

static json_t *report(const struct equiv_report *r)
{
    const struct equiv_plan *p = r->plan;
    const struct equiv_tally *t = r->tally;

    return json_pack("{s:s, s:i, s:b, s:b, s:o, s:o, s:s, s:s, s:s, s:i, s:I, s:I, s:o, s:o, s:I, s:I, s:I, s:I, s:I,"
                     " s:o, s:s, s:I, s:I, s:I, s:o, s:o}",
                     "schema", "sfpsim-equiv", "version", VERSION, "complete", r->done == p->end - p->first,
                     "equal", !t->cells, "a", kernel(r, 0), "b", kernel(r, 1),
                     "in", sfpu_format_name(p->o->input.in), "dst_format", sfpu_format_name(p->o->input.dst),
                     "dtype", sfpu_format_name(p->o->input.out), "operands", (int)p->o->input.operands,
                     "n_inputs", (json_int_t)t->inputs, "n_all", (json_int_t)p->inputs.count,
                     "sample", p->inputs.sample ? json_integer((json_int_t)p->inputs.sample) : json_null(),
                     "seed", p->inputs.sample ? json_integer((json_int_t)p->inputs.seed) : json_null(),
                     "compared_cells", (json_int_t)p->compared, "inputs_a_pass", (json_int_t)p->slots,
                     "without_input", (json_int_t)p->unpaired, "without_result", (json_int_t)p->without_result,
                     "without_owner", (json_int_t)p->without_owner,
                     "ulp", p->o->has_ulp ? json_integer((json_int_t)p->o->ulp) : json_null(),
                     "nan", p->o->any_nan ? "any" : "bits", "tolerated_cells", (json_int_t)t->tolerated, "different_inputs", (json_int_t)t->different,
                     "different_cells", (json_int_t)t->cells, "first", difference(r, &t->first, &r->first),
                     "worst", difference(r, &t->worst, &r->worst));
}

bool equiv_report_json(FILE *out, const struct equiv_report *r)
{
    json_t *tree = report(r);
    char *dumped = json_text(tree, JSON_INDENT(2) | JSON_EXACT);

    if (dumped)
        fprintf(out, "%s\n", dumped);
    free(dumped);
    json_decref(tree);
    return dumped != NULL;
}
