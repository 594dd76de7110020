/* A sweep for programs: JSON, and the numbers of it as a line of CSV. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include <jansson.h>

#include "report.h"

enum { VERSION = 2, DIGITS = 17 }; /* digits: each double is read back as itself */

/* Building the tree. A step that fails leaves a mark and the rest goes on; the tree is then thrown away. */
struct tree {
    json_t *root;
    bool failed;
};

static void set(struct tree *t, json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value) != 0)
        t->failed = true;
}

static void append(struct tree *t, json_t *array, json_t *element)
{
    if (json_array_append_new(array, element) != 0)
        t->failed = true;
}

/* A text that need not be UTF-8, as file names need not. */
static json_t *text(const char *bytes)
{
    json_t *value = json_string(bytes);

    return value ? value : json_string("?");
}

/* JSON has no NaN and no infinity: these are texts. */
static json_t *number(double value)
{
    if (isnan(value))
        return json_string("nan");
    if (isinf(value))
        return json_string(value > 0 ? "inf" : "-inf");
    return json_real(value);
}

static json_t *integer(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/* Null where there is none. */
static json_t *number_or_null(double value)
{
    return isnan(value) ? json_null() : number(value);
}

static json_t *point(struct tree *t, const struct measures *m, const struct measured_point *p)
{
    json_t *object = json_object();

    set(t, object, "x", number(p->x));
    if (m->operands == 2)
        set(t, object, "y", number(p->y));
    set(t, object, "got", number(p->got));
    set(t, object, "expected", number(p->expected));
    return object;
}

static json_t *point_if(bool there, struct tree *t, const struct measures *m, const struct measured_point *p)
{
    return there ? point(t, m, p) : json_null();
}

static void set_run(struct tree *t, const struct sweep_report *r)
{
    set(t, t->root, "schema", json_string("sfpsim-sweep"));
    set(t, t->root, "version", json_integer(VERSION));
    set(t, t->root, "kernel", text(r->kernel));
    set(t, t->root, "arch", json_string(r->arch));
    set(t, t->root, "op", json_string(r->function));
    set(t, t->root, "domain", json_string(r->domain));
    set(t, t->root, "in", json_string(r->in));
    set(t, t->root, "dst_format", json_string(r->dst));
    set(t, t->root, "dtype", json_string(r->out));
    set(t, t->root, "operands", integer(r->measures->operands));
    set(t, t->root, "sampled", json_boolean(r->sampled));
    set(t, t->root, "complete", json_boolean(r->done == r->wanted));
    set(t, t->root, "n_done", integer(r->done));
    set(t, t->root, "n_wanted", integer(r->wanted));
}

static void set_ulps(struct tree *t, const struct measures *m)
{
    set(t, t->root, "n_inputs", integer(m->inputs));
    set(t, t->root, "max_ulp", number(m->max_ulp));
    set(t, t->root, "mean_ulp", number(m->mean_ulp));
    set(t, t->root, "p50_ulp", number(m->p50_ulp));
    set(t, t->root, "p95_ulp", number(m->p95_ulp));
    set(t, t->root, "p99_ulp", number(m->p99_ulp));
    set(t, t->root, "ulp_clipped", integer(m->ulp_clipped));
    set(t, t->root, "exact_frac", number(m->exact_frac));
    set(t, t->root, "usable_to", number_or_null(m->usable_to));
}

static void set_errors(struct tree *t, const struct measures *m)
{
    set(t, t->root, "max_abs", number(m->max_abs));
    set(t, t->root, "max_rel", number(m->max_rel));
    set(t, t->root, "median_rel", number(m->median_rel));
    set(t, t->root, "bits_worst", number_or_null(m->bits_worst));
    set(t, t->root, "bits_median", number_or_null(m->bits_median));
    set(t, t->root, "unflushed", integer(m->outcomes[OUTCOME_UNFLUSHED]));
    set(t, t->root, "defects", integer(m->defects));
    set(t, t->root, "monotonicity_breaks", m->ordered ? integer(m->breaks) : json_null());
}

static void set_verdict(struct tree *t, const struct sweep_report *r)
{
    char verdict[VERDICT_SIZE];

    verdict_of(r->measures, r->sampled, verdict);
    set(t, t->root, "verdict", json_string(verdict));
}

static json_t *outcomes(struct tree *t, const struct measures *m)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < OUTCOMES; i++)
        set(t, object, outcome_name((enum outcome)i), integer(m->outcomes[i]));
    return object;
}

static void set_points(struct tree *t, const struct measures *m)
{
    json_t *specials = json_array();

    set(t, t->root, "worst", point_if(m->has_worst, t, m, &m->worst));
    set(t, t->root, "worst_abs", point_if(m->has_worst, t, m, &m->worst_abs));
    set(t, t->root, "worst_rel", point_if(m->max_rel > 0, t, m, &m->worst_rel));
    set(t, t->root, "break", point_if(m->has_break, t, m, &m->break_at));
    set(t, t->root, "first_defect", point_if(m->has_defect, t, m, &m->first_defect));
    set(t, t->root, "first_unflushed", point_if(m->has_unflushed, t, m, &m->first_unflushed));
    for (size_t i = 0; i < m->special_count; i++)
        append(t, specials, point(t, m, &m->specials[i]));
    set(t, t->root, "specials", specials);
}

/* How many have an ULP up to this, and more than of the element before. */
static json_t *histogram(struct tree *t, const struct measures *m)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < ULP_CLASSES; i++) {
        json_t *object = json_object();

        set(t, object, "ulp", number(ulp_class_end(i)));
        set(t, object, "inputs", integer(m->ulp_classes[i]));
        append(t, array, object);
    }
    return array;
}

static json_t *bins(struct tree *t, const struct measures *m)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < TALLY_BINS; i++) {
        const struct measured_bin *bin = &m->bins[i];
        json_t *object = json_object();

        set(t, object, "low", number(bin->low));
        set(t, object, "high", number(bin->high));
        set(t, object, "inputs", integer(bin->inputs));
        set(t, object, "scored", integer(bin->scored));
        set(t, object, "inexact", integer(bin->inexact));
        set(t, object, "defects", integer(bin->defects));
        set(t, object, "max_ulp", number(bin->max_ulp));
        set(t, object, "mean_ulp", number(bin->mean_ulp));
        append(t, array, object);
    }
    return array;
}

static json_t *findings(struct tree *t, const struct sweep_report *r)
{
    json_t *array = json_array();

    for (size_t i = 0; i < r->finding_count; i++) {
        json_t *object = json_object();

        set(t, object, "name", json_string(r->findings[i].name));
        set(t, object, "severity", json_string(r->findings[i].severity));
        set(t, object, "times", integer(r->findings[i].times));
        append(t, array, object);
    }
    return array;
}

static json_t *report(const struct sweep_report *r)
{
    struct tree t = {.root = json_object()};

    set_run(&t, r);
    set_ulps(&t, r->measures);
    set_errors(&t, r->measures);
    set_verdict(&t, r);
    set(&t, t.root, "cycles_per_32_lanes", number(r->cycles_per_32_lanes));
    set(&t, t.root, "outcomes", outcomes(&t, r->measures));
    set_points(&t, r->measures);
    set(&t, t.root, "histogram", histogram(&t, r->measures));
    set(&t, t.root, "bins", bins(&t, r->measures));
    set(&t, t.root, "findings", findings(&t, r));
    if (!t.failed)
        return t.root;
    json_decref(t.root);
    return NULL;
}

bool report_json(FILE *out, const struct sweep_report *r)
{
    json_t *tree = report(r);
    char *dumped = tree ? json_dumps(tree, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS)) : NULL;

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
