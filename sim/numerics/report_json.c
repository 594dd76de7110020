/* A sweep's report for programs: JSON, and the JSON's numbers as a CSV line. */
#include <math.h>
#include <stdlib.h>

#include "measure.h"
#include "base/json_writer.h"

enum { VERSION = 2, DIGITS = 17 }; /* DIGITS: enough to read each double back exactly */

/* NaN is written as null. */
static void put_number_or_null(struct sfp_json *j, const char *name, double value)
{
    if (isnan(value))
        json_nothing(j, name);
    else
        json_double(j, name, value);
}

/* A NaN's bits are written too, to distinguish NaNs. */
static void put_operand_members(struct sfp_json *j, const char *name, const char *bits_name, double value,
                                uint32_t bits)
{
    json_double(j, name, value);
    if (isnan(value))
        json_count(j, bits_name, bits);
}

/* Writes a point's members. */
static void put_point_members(struct sfp_json *j, const struct measures *m, const struct measured_point *p)
{
    put_operand_members(j, "x", "x_bits", p->x, p->x_bits);
    if (m->operands == 2)
        put_operand_members(j, "y", "y_bits", p->y, p->y_bits);
    json_double(j, "got", p->got);
    json_double(j, "expected", p->expected);
}

static void put_point_if(struct sfp_json *j, bool there, const char *name, const struct measures *m,
                         const struct measured_point *p)
{
    if (!there) {
        json_nothing(j, name);
        return;
    }
    json_begin(j, name);
    put_point_members(j, m, p);
    json_end(j);
}

static void put_sweep_run(struct sfp_json *j, const struct sweep_report *r)
{
    json_text(j, "schema", "sfpsim-sweep");
    json_count(j, "version", VERSION);
    json_text(j, "kernel", r->kernel);
    json_text(j, "arch", r->arch);
    json_text(j, "op", r->function);
    json_text(j, "domain", r->domain);
    json_text(j, "in", r->in);
    json_text(j, "dst_format", r->dst);
    json_text(j, "dtype", r->out);
    json_count(j, "operands", r->measures->operands);
    json_bool(j, "sampled", r->sampled);
    json_bool(j, "complete", r->done == r->wanted);
    json_count(j, "n_done", r->done);
    json_count(j, "n_wanted", r->wanted);
}

static void put_ulps(struct sfp_json *j, const struct measures *m)
{
    json_count(j, "n_inputs", m->inputs);
    json_double(j, "max_ulp", m->max_ulp);
    json_double(j, "mean_ulp", m->mean_ulp);
    json_double(j, "p50_ulp", m->p50_ulp);
    json_double(j, "p95_ulp", m->p95_ulp);
    json_double(j, "p99_ulp", m->p99_ulp);
    json_count(j, "ulp_clipped", m->ulp_clipped);
    json_double(j, "exact_frac", m->exact_frac);
    put_number_or_null(j, "usable_to", m->usable_to);
}

static void put_real_members(struct sfp_json *j, const struct measures *m)
{
    json_double(j, "max_real_ulp", m->max_real_ulp);
    json_double(j, "mean_real_ulp", m->mean_real_ulp);
    json_double(j, "bias_ulp", m->bias_ulp);
    json_count(j, "faithful", m->faithful);
    json_double(j, "rounded_frac", m->rounded_frac);
}

/* Writes counts of results that are numbers although the reference is NaN; null if the results' format has no NaN. */
static void put_undefined(struct sfp_json *j, const struct measures *m)
{
    const bool has_nan = m->out->mantissa_bits;

    json_count_if(j, has_nan, "nan_inputs", m->of_nan.inputs);
    json_count_if(j, has_nan, "nan_numbers", m->of_nan.numbers);
    json_count_if(j, has_nan, "undefined_inputs", m->of_numbers.inputs);
    json_count_if(j, has_nan, "undefined_numbers", m->of_numbers.numbers);
}

static void put_error_members(struct sfp_json *j, const struct measures *m)
{
    json_double(j, "max_abs", m->max_abs);
    json_double(j, "max_rel", m->max_rel);
    json_double(j, "median_rel", m->median_rel);
    put_number_or_null(j, "bits_worst", m->bits_worst);
    put_number_or_null(j, "bits_median", m->bits_median);
    json_count(j, "unflushed", m->outcomes[OUTCOME_UNFLUSHED]);
    json_count(j, "defects", m->defects);
    json_count(j, "wrong_specials", m->special_counts.wrong);
    json_count_if(j, m->ordered, "monotonicity_breaks", m->breaks);
}

static void put_verdict(struct sfp_json *j, const struct sweep_report *r)
{
    char verdict[VERDICT_SIZE];

    verdict_of(r->measures, r->sampled, verdict);
    json_text(j, "verdict", verdict);
}

static void put_outcome_counts(struct sfp_json *j, const struct measures *m)
{
    json_begin(j, "outcomes");
    for (unsigned i = 0; i < OUTCOMES; i++)
        json_count(j, outcome_name((enum outcome)i), m->outcomes[i]);
    json_end(j);
}

static void put_offender_list(struct sfp_json *j, const struct measures *m)
{
    json_list(j, "offenders");
    for (size_t i = 0; i < m->offender_count; i++) {
        json_begin(j, NULL);
        put_point_members(j, m, &m->offenders[i].at);
        json_double(j, "ulp", m->offenders[i].ulp);
        json_end(j);
    }
    json_list_end(j);
}

static void put_points(struct sfp_json *j, const struct measures *m)
{
    put_point_if(j, m->has_worst, "worst", m, &m->worst);
    put_point_if(j, m->has_worst, "worst_abs", m, &m->worst_abs);
    put_point_if(j, m->max_rel > 0, "worst_rel", m, &m->worst_rel);
    put_point_if(j, m->has_real_worst, "worst_real", m, &m->real_worst);
    put_offender_list(j, m);
    put_point_if(j, m->has_break, "break", m, &m->break_at);
    put_point_if(j, m->has_defect, "first_defect", m, &m->first_defect);
    put_point_if(j, m->has_unflushed, "first_unflushed", m, &m->first_unflushed);
    put_point_if(j, m->of_nan.numbers, "first_nan_number", m, &m->of_nan.first);
    put_point_if(j, m->of_numbers.numbers, "first_undefined_number", m, &m->of_numbers.first);
    put_point_if(j, measured_wrong_special(m), "first_wrong_special", m, measured_wrong_special(m));
    json_list(j, "specials");
    for (size_t i = 0; i < m->special_count; i++)
        put_point_if(j, true, NULL, m, &m->specials[i]);
    json_list_end(j);
}

/* Each element counts the results with ULP up to `ulp` and above the element before. */
static void put_histogram_list(struct sfp_json *j, const struct measures *m)
{
    json_list(j, "histogram");
    for (unsigned i = 0; i < ULP_CLASSES; i++) {
        json_begin(j, NULL);
        json_double(j, "ulp", ulp_class_end(i));
        json_count(j, "inputs", m->ulp_classes[i]);
        json_end(j);
    }
    json_list_end(j);
}

static void put_bins(struct sfp_json *j, const struct measures *m)
{
    json_list(j, "bins");
    for (const struct measured_bin *bin = m->bins; bin < m->bins + TALLY_BINS; bin++) {
        json_begin(j, NULL);
        json_double(j, "low", bin->low);
        json_double(j, "high", bin->high);
        json_count(j, "inputs", bin->inputs);
        json_count(j, "scored", bin->scored);
        json_count(j, "inexact", bin->inexact);
        json_count(j, "defects", bin->defects);
        json_double(j, "max_ulp", bin->max_ulp);
        json_double(j, "mean_ulp", bin->mean_ulp);
        json_end(j);
    }
    json_list_end(j);
}

void sweep_finding_json(struct sfp_json *j, const struct sweep_finding *finding)
{
    json_begin(j, NULL);
    json_text(j, "name", finding->name);
    json_text(j, "severity", finding->severity);
    json_count(j, "times", finding->times);
    json_bool(j, "possible", finding->possible);
    json_end(j);
}

static void put_sweep_findings(struct sfp_json *j, const struct sweep_report *r)
{
    json_list(j, "findings");
    for (size_t i = 0; i < r->finding_count; i++)
        sweep_finding_json(j, &r->findings[i]);
    json_list_end(j);
}

static void put_sweep_report(struct sfp_json *j, const struct sweep_report *r)
{
    json_begin(j, NULL);
    put_sweep_run(j, r);
    put_ulps(j, r->measures);
    put_error_members(j, r->measures);
    put_real_members(j, r->measures);
    put_undefined(j, r->measures);
    put_verdict(j, r);
    json_double(j, "cycles_per_32_lanes", r->cycles_per_32_lanes);
    json_double(j, "steady_cycles_per_32_lanes", r->steady_cycles_per_32_lanes);
    json_text_or_null(j, "selected", r->selected);
    put_outcome_counts(j, r->measures);
    put_points(j, r->measures);
    put_histogram_list(j, r->measures);
    put_bins(j, r->measures);
    put_sweep_findings(j, r);
    if (r->curve)
        curve_write(j, "curve", r->curve);
    if (r->traces)
        json_tree(j, "traces", r->traces);
    json_end(j);
}

bool report_json(FILE *out, const struct sweep_report *r)
{
    struct sfp_json json = {0};

    put_sweep_report(&json, r);
    return json_print(&json, out);
}

bool report_document(FILE *out, const struct sweep_report *r)
{
    struct sfp_json json = {.form = SFP_JSON_COMPACT};

    put_sweep_report(&json, r);
    return json_print(&json, out);
}

/* ---- CSV ---- */

/* Writes quoted text for CSV (RFC 4180). */
static void put_csv_text(FILE *out, const char *bytes)
{
    putc('"', out);
    for (; *bytes; bytes++) {
        if (*bytes == '"')
            putc('"', out);
        putc(*bytes, out);
    }
    putc('"', out);
}

static void put_csv_value(FILE *out, const json_t *value)
{
    if (json_is_string(value))
        put_csv_text(out, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        fprintf(out, "%.*g", DIGITS, json_real_value(value));
    else if (json_is_boolean(value))
        fputs(json_is_true(value) ? "true" : "false", out);
}

/* Writes an object's members up to the first member that is an object: as names after a prefix, or as values. */
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
            put_csv_value(out, value);
    }
}

bool report_csv(FILE *out, const struct sweep_report *r)
{
    struct sfp_json json = {0};
    json_t *tree;

    put_sweep_report(&json, r);
    tree = json_tree_of(&json);
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
