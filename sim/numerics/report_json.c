/* A sweep for programs: JSON, and the numbers of it as a line of CSV. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "measure.h"
#include "util/json.h"

enum { VERSION = 2, DIGITS = 17 }; /* digits: each double is read back as itself */

struct tree {
    struct json_tree json;
    json_t *root;
};

/* Null where there is none. */
static json_t *number_or_null(double value)
{
    return isnan(value) ? json_null() : tree_number(value);
}

/* The bits tell NaNs apart. */
static void set_operand(struct tree *t, json_t *object, const char *name, const char *bits_name, double value,
                        uint32_t bits)
{
    tree_set(&t->json, object, name, tree_number(value));
    if (isnan(value))
        tree_set(&t->json, object, bits_name, tree_integer(bits));
}

static json_t *point(struct tree *t, const struct measures *m, const struct measured_point *p)
{
    json_t *object = json_object();

    set_operand(t, object, "x", "x_bits", p->x, p->x_bits);
    if (m->operands == 2)
        set_operand(t, object, "y", "y_bits", p->y, p->y_bits);
    tree_set(&t->json, object, "got", tree_number(p->got));
    tree_set(&t->json, object, "expected", tree_number(p->expected));
    return object;
}

static json_t *point_if(bool there, struct tree *t, const struct measures *m, const struct measured_point *p)
{
    return there ? point(t, m, p) : json_null();
}

static void set_run(struct tree *t, const struct sweep_report *r)
{
    tree_set(&t->json, t->root, "schema", json_string("sfpsim-sweep"));
    tree_set(&t->json, t->root, "version", json_integer(VERSION));
    tree_set(&t->json, t->root, "kernel", tree_text(r->kernel));
    tree_set(&t->json, t->root, "arch", json_string(r->arch));
    tree_set(&t->json, t->root, "op", json_string(r->function));
    tree_set(&t->json, t->root, "domain", json_string(r->domain));
    tree_set(&t->json, t->root, "in", json_string(r->in));
    tree_set(&t->json, t->root, "dst_format", json_string(r->dst));
    tree_set(&t->json, t->root, "dtype", json_string(r->out));
    tree_set(&t->json, t->root, "operands", tree_integer(r->measures->operands));
    tree_set(&t->json, t->root, "sampled", json_boolean(r->sampled));
    tree_set(&t->json, t->root, "complete", json_boolean(r->done == r->wanted));
    tree_set(&t->json, t->root, "n_done", tree_integer(r->done));
    tree_set(&t->json, t->root, "n_wanted", tree_integer(r->wanted));
}

static void set_ulps(struct tree *t, const struct measures *m)
{
    tree_set(&t->json, t->root, "n_inputs", tree_integer(m->inputs));
    tree_set(&t->json, t->root, "max_ulp", tree_number(m->max_ulp));
    tree_set(&t->json, t->root, "mean_ulp", tree_number(m->mean_ulp));
    tree_set(&t->json, t->root, "p50_ulp", tree_number(m->p50_ulp));
    tree_set(&t->json, t->root, "p95_ulp", tree_number(m->p95_ulp));
    tree_set(&t->json, t->root, "p99_ulp", tree_number(m->p99_ulp));
    tree_set(&t->json, t->root, "ulp_clipped", tree_integer(m->ulp_clipped));
    tree_set(&t->json, t->root, "exact_frac", tree_number(m->exact_frac));
    tree_set(&t->json, t->root, "usable_to", number_or_null(m->usable_to));
}

static void set_real(struct tree *t, const struct measures *m)
{
    tree_set(&t->json, t->root, "max_real_ulp", tree_number(m->max_real_ulp));
    tree_set(&t->json, t->root, "mean_real_ulp", tree_number(m->mean_real_ulp));
    tree_set(&t->json, t->root, "bias_ulp", tree_number(m->bias_ulp));
    tree_set(&t->json, t->root, "faithful", tree_integer(m->faithful));
    tree_set(&t->json, t->root, "rounded_frac", tree_number(m->rounded_frac));
}

/* How many results are numbers where there should be none; null where the results' format has nothing else. */
static void set_undefined(struct tree *t, const struct measures *m)
{
    const bool has_nan = m->out->mantissa_bits;

    tree_set(&t->json, t->root, "nan_inputs", has_nan ? tree_integer(m->of_nan.inputs) : json_null());
    tree_set(&t->json, t->root, "nan_numbers", has_nan ? tree_integer(m->of_nan.numbers) : json_null());
    tree_set(&t->json, t->root, "undefined_inputs", has_nan ? tree_integer(m->of_numbers.inputs) : json_null());
    tree_set(&t->json, t->root, "undefined_numbers", has_nan ? tree_integer(m->of_numbers.numbers) : json_null());
}

static void set_errors(struct tree *t, const struct measures *m)
{
    tree_set(&t->json, t->root, "max_abs", tree_number(m->max_abs));
    tree_set(&t->json, t->root, "max_rel", tree_number(m->max_rel));
    tree_set(&t->json, t->root, "median_rel", tree_number(m->median_rel));
    tree_set(&t->json, t->root, "bits_worst", number_or_null(m->bits_worst));
    tree_set(&t->json, t->root, "bits_median", number_or_null(m->bits_median));
    tree_set(&t->json, t->root, "unflushed", tree_integer(m->outcomes[OUTCOME_UNFLUSHED]));
    tree_set(&t->json, t->root, "defects", tree_integer(m->defects));
    tree_set(&t->json, t->root, "monotonicity_breaks", m->ordered ? tree_integer(m->breaks) : json_null());
}

static void set_verdict(struct tree *t, const struct sweep_report *r)
{
    char verdict[VERDICT_SIZE];

    verdict_of(r->measures, r->sampled, verdict);
    tree_set(&t->json, t->root, "verdict", json_string(verdict));
}

static json_t *outcomes(struct tree *t, const struct measures *m)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < OUTCOMES; i++)
        tree_set(&t->json, object, outcome_name((enum outcome)i), tree_integer(m->outcomes[i]));
    return object;
}

static json_t *offenders(struct tree *t, const struct measures *m)
{
    json_t *array = json_array();

    for (size_t i = 0; i < m->offender_count; i++) {
        json_t *object = point(t, m, &m->offenders[i].at);

        tree_set(&t->json, object, "ulp", tree_number(m->offenders[i].ulp));
        tree_append(&t->json, array, object);
    }
    return array;
}

static void set_points(struct tree *t, const struct measures *m)
{
    json_t *specials = json_array();

    tree_set(&t->json, t->root, "worst", point_if(m->has_worst, t, m, &m->worst));
    tree_set(&t->json, t->root, "worst_abs", point_if(m->has_worst, t, m, &m->worst_abs));
    tree_set(&t->json, t->root, "worst_rel", point_if(m->max_rel > 0, t, m, &m->worst_rel));
    tree_set(&t->json, t->root, "worst_real", point_if(m->has_real_worst, t, m, &m->real_worst));
    tree_set(&t->json, t->root, "offenders", offenders(t, m));
    tree_set(&t->json, t->root, "break", point_if(m->has_break, t, m, &m->break_at));
    tree_set(&t->json, t->root, "first_defect", point_if(m->has_defect, t, m, &m->first_defect));
    tree_set(&t->json, t->root, "first_unflushed", point_if(m->has_unflushed, t, m, &m->first_unflushed));
    tree_set(&t->json, t->root, "first_nan_number", point_if(m->of_nan.numbers, t, m, &m->of_nan.first));
    tree_set(&t->json, t->root, "first_undefined_number", point_if(m->of_numbers.numbers, t, m, &m->of_numbers.first));
    for (size_t i = 0; i < m->special_count; i++)
        tree_append(&t->json, specials, point(t, m, &m->specials[i]));
    tree_set(&t->json, t->root, "specials", specials);
}

/* How many have an ULP up to this, and more than of the element before. */
static json_t *histogram(struct tree *t, const struct measures *m)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < ULP_CLASSES; i++) {
        json_t *object = json_object();

        tree_set(&t->json, object, "ulp", tree_number(ulp_class_end(i)));
        tree_set(&t->json, object, "inputs", tree_integer(m->ulp_classes[i]));
        tree_append(&t->json, array, object);
    }
    return array;
}

static json_t *bins(struct tree *t, const struct measures *m)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < TALLY_BINS; i++) {
        const struct measured_bin *bin = &m->bins[i];
        json_t *object = json_object();

        tree_set(&t->json, object, "low", tree_number(bin->low));
        tree_set(&t->json, object, "high", tree_number(bin->high));
        tree_set(&t->json, object, "inputs", tree_integer(bin->inputs));
        tree_set(&t->json, object, "scored", tree_integer(bin->scored));
        tree_set(&t->json, object, "inexact", tree_integer(bin->inexact));
        tree_set(&t->json, object, "defects", tree_integer(bin->defects));
        tree_set(&t->json, object, "max_ulp", tree_number(bin->max_ulp));
        tree_set(&t->json, object, "mean_ulp", tree_number(bin->mean_ulp));
        tree_append(&t->json, array, object);
    }
    return array;
}

static json_t *findings(struct tree *t, const struct sweep_report *r)
{
    json_t *array = json_array();

    for (size_t i = 0; i < r->finding_count; i++) {
        json_t *object = json_object();

        tree_set(&t->json, object, "name", json_string(r->findings[i].name));
        tree_set(&t->json, object, "severity", json_string(r->findings[i].severity));
        tree_set(&t->json, object, "times", tree_integer(r->findings[i].times));
        tree_set(&t->json, object, "possible", json_boolean(r->findings[i].possible));
        tree_append(&t->json, array, object);
    }
    return array;
}

static json_t *report(const struct sweep_report *r)
{
    struct tree t = {.root = json_object()};

    set_run(&t, r);
    set_ulps(&t, r->measures);
    set_errors(&t, r->measures);
    set_real(&t, r->measures);
    set_undefined(&t, r->measures);
    set_verdict(&t, r);
    tree_set(&t.json, t.root, "cycles_per_32_lanes", tree_number(r->cycles_per_32_lanes));
    tree_set(&t.json, t.root, "steady_cycles_per_32_lanes", tree_number(r->steady_cycles_per_32_lanes));
    tree_set(&t.json, t.root, "outcomes", outcomes(&t, r->measures));
    set_points(&t, r->measures);
    tree_set(&t.json, t.root, "histogram", histogram(&t, r->measures));
    tree_set(&t.json, t.root, "bins", bins(&t, r->measures));
    tree_set(&t.json, t.root, "findings", findings(&t, r));
    if (!t.json.failed)
        return t.root;
    json_decref(t.root);
    return NULL;
}

bool report_json(FILE *out, const struct sweep_report *r)
{
    json_t *tree = report(r);
    char *dumped = json_text(tree, JSON_INDENT(2) | JSON_EXACT);

    if (dumped)
        fprintf(out, "%s\n", dumped);
    free(dumped);
    json_decref(tree);
    return dumped != NULL;
}

/* ---- CSV ---- */

/* In quotes where CSV wants them (RFC 4180). */
static void put_text(FILE *out, const char *bytes)
{
    putc('"', out);
    for (; *bytes; bytes++) {
        if (*bytes == '"')
            putc('"', out);
        putc(*bytes, out);
    }
    putc('"', out);
}

static void put_value(FILE *out, const json_t *value)
{
    if (json_is_string(value))
        put_text(out, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        fprintf(out, "%.*g", DIGITS, json_real_value(value));
    else if (json_is_boolean(value))
        fputs(json_is_true(value) ? "true" : "false", out);
}

/* The members of an object up to the first container; names, behind a prefix, or values. */
static void put_members(FILE *out, json_t *object, const char *prefix, bool names)
{
    const char *name, *comma = "";
    json_t *value;

    json_object_foreach (object, name, value) {
        if (json_is_object(value))
            break;
        fputs(comma, out);
        comma = ",";
        if (names)
            fprintf(out, "%s%s", prefix, name);
        else
            put_value(out, value);
    }
}

bool report_csv(FILE *out, const struct sweep_report *r)
{
    json_t *tree = report(r);

    if (!tree)
        return false;
    for (int names = 1; names >= 0; names--) {
        put_members(out, tree, "", names);
        putc(',', out);
        put_members(out, json_object_get(tree, "outcomes"), "outcomes.", names);
        putc('\n', out);
    }
    json_decref(tree);
    return true;
}
