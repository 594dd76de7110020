/* Reports on budget lines, as text and as JSON. */
#include "budget.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/terminal.h"

enum { DIGITS = 9, VERSION = 1 };

/* ---- As text ---- */

static void put_shown(FILE *out, const char *text)
{
    shown_put(out, text, strlen(text));
}

static void put_limit(FILE *out, enum budget_measure measure, double value)
{
    char number[BUDGET_NUMBER_SIZE];

    fprintf(out, " %s=%s", budget_measure_name(measure), budget_number(value, number));
}

static bool is_said(const struct judged_line *judged, enum budget_measure measure)
{
    return judged->line->limits[measure].given || judged->limits[measure].verdict != BUDGET_WITHIN;
}

static void put_measured_point(FILE *out, const struct judged_line *judged, const struct measured_point *p)
{
    fprintf(out, "; at x = %.*g", DIGITS, p->x);
    if (judged->measures.operands == 2)
        fprintf(out, ", y = %.*g", DIGITS, p->y);
    fprintf(out, ": got %.*g, expected %.*g", DIGITS, isnan(p->got) ? (double)NAN : p->got, DIGITS, p->expected);
}

/* Prints a limit that the measure exceeds or stays below, and by how much. */
static void put_limit_difference(FILE *out, const struct judged_line *judged, enum budget_measure measure)
{
    const struct judged_limit *j = &judged->limits[measure];
    const struct measured_point *at = budget_point(judged, measure);
    const bool more = j->measured > j->allowed;
    char value[BUDGET_NUMBER_SIZE], allowed[BUDGET_NUMBER_SIZE], difference[BUDGET_NUMBER_SIZE];

    if (j->verdict == BUDGET_WITHIN || j->verdict == BUDGET_OPEN)
        return;
    fprintf(out, "    %s is %s, and %s allowed: %s %s", budget_measure_name(measure), budget_number(j->measured, value),
           budget_number(j->allowed, allowed), budget_number(fabs(j->measured - j->allowed), difference),
           more ? "more" : "less");
    if (more && at)
        put_measured_point(out, judged, at);
    fputc('\n', out);
}

static void put_exclusion(FILE *out, const struct judged_line *judged, size_t i)
{
    const struct budget_exclusion *e = &judged->line->exclusions[i];

    fputs("    except ", out);
    put_shown(out, e->name.text);
    fputc(' ', out);
    put_shown(out, e->range.text);
    fprintf(out, ": %" PRIu64 " %s%s\n", judged->exclusions[i].inputs,
            judged->exclusions[i].inputs == 1 ? "input" : "inputs",
            judged->exclusions[i].needed || !judged->exclusions[i].inputs
                ? "" : ", within the limits: the exclusion is not needed");
}

/* Two findings of a line are of the same kind if they differ only in their words and times. */
static bool is_same_kind(const json_t *a, const json_t *b)
{
    return json_equal(json_object_get(a, "name"), json_object_get(b, "name"))
           && json_equal(json_object_get(a, "severity"), json_object_get(b, "severity"))
           && json_equal(json_object_get(a, "possible"), json_object_get(b, "possible"));
}

/* Writes the sum of the findings of one kind. */
static void put_finding_kind(FILE *out, const json_t *findings, const json_t *kind)
{
    const json_t *finding;
    json_int_t times = 0;
    size_t words = 0, i;

    json_array_foreach (findings, i, finding)
        if (is_same_kind(finding, kind)) {
            times += json_integer_value(json_object_get(finding, "times"));
            words++;
        }
    fprintf(out, "    %s: %s%s, %" JSON_INTEGER_FORMAT " %s", json_string_value(json_object_get(kind, "severity")),
            json_is_true(json_object_get(kind, "possible")) ? "possible " : "",
            json_string_value(json_object_get(kind, "name")), times, times == 1 ? "time" : "times");
    if (words > 1)
        fprintf(out, ", at %zu words", words);
    putc('\n', out);
}

static void put_line_findings(FILE *out, const struct judged_line *judged)
{
    const json_t *finding;
    size_t i;

    json_array_foreach (judged->findings, i, finding) {
        const char *severity = json_string_value(json_object_get(finding, "severity"));
        size_t before = 0;

        while (before < i && !is_same_kind(json_array_get(judged->findings, before), finding))
            before++;
        if (before == i && (strcmp(severity, "error") == 0 || strcmp(severity, "warning") == 0))
            put_finding_kind(out, judged->findings, finding);
    }
}

static const char *name_operation(const struct sweep_options *o)
{
    return o->function ? o->function->name : "golden";
}

/* Prints the kernel, the swept inputs, and the arch. */
static void put_sweep(FILE *out, const struct judged_line *judged)
{
    const struct sweep_options *o = judged->sweep;
    char selected[SELECTED_TEXT];

    put_shown(out, judged->line->kernel.text);
    if (o->input.in)
        fprintf(out, ": %s of %s%" PRIu64 " %s%s, out %s", name_operation(o), o->input.sample ? "a sample of " : "",
               judged->measures.inputs, sfpu_format_name(o->input.in), judged->measures.operands == 2 ? " pairs" : "",
               sfpu_format_name(o->input.out));
    fprintf(out, ", on %s%s:", judged->arch, selected_text(selected, ", of words ", judged->selected));
}

bool budget_print_line(FILE *out, const struct budget *b, const char *file, const struct judged_line *judged)
{
    bool good = true;

    fprintf(out, "%-8s  ", budget_verdict_name(judged->verdict));
    put_shown(out, file);
    fprintf(out, ":%u: ", judged->line->kernel.line);
    put_sweep(out, judged);
    for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++)
        if (is_said(judged, i))
            put_limit(out, i, judged->limits[i].measured);
    fputc('\n', out);
    for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++)
        put_limit_difference(out, judged, i);
    for (size_t i = 0; i < judged->line->exclusion_count; i++)
        put_exclusion(out, judged, i);
    put_line_findings(out, judged);
    if (judged->verdict == BUDGET_BETTER) {
        fputs("  the tighter line:\n", out);
        good = budget_write(b, judged->line->kernel.begin, judged->line->end, out);
        fputc('\n', out);
    }
    return good;
}

void budget_put_excess(FILE *out, const struct judged_line *judged)
{
    const char *before = ":";
    char selected[SELECTED_TEXT];

    put_shown(out, judged->line->kernel.text);
    fputs(selected_text(selected, ", of words ", judged->selected), out);
    for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++) {
        const struct judged_limit *j = &judged->limits[i];
        char value[BUDGET_NUMBER_SIZE], allowed[BUDGET_NUMBER_SIZE];

        if (j->verdict != BUDGET_EXCEEDED)
            continue;
        fprintf(out, "%s %s is %s, and %s allowed", before, budget_measure_name(i),
                budget_number(j->measured, value), budget_number(j->allowed, allowed));
        before = ";";
    }
}

static size_t count_judged_lines(const struct budget_totals *totals)
{
    size_t lines = 0;

    for (enum budget_verdict i = BUDGET_WITHIN; i <= BUDGET_EXCEEDED; i++)
        lines += totals->lines[i];
    return lines;
}

void budget_print_totals(FILE *out, const struct budget_totals *totals)
{
    const char *separator = ":";

    if (count_judged_lines(totals) < totals->wanted)
        fprintf(out, "interrupted: %zu of ", count_judged_lines(totals));
    fprintf(out, "%zu %s", totals->wanted, totals->wanted == 1 ? "line" : "lines");
    for (enum budget_verdict i = BUDGET_WITHIN; i <= BUDGET_EXCEEDED; i++) {
        if (!totals->lines[i])
            continue;
        fprintf(out, "%s %zu %s", separator, totals->lines[i], budget_verdict_name(i));
        separator = ",";
    }
    fputc('\n', out);
}

/* ---- As JSON ---- */

static void put_point_json(struct sfp_json *j, const struct judged_line *judged, const struct measured_point *p)
{
    if (!p) {
        json_nothing(j, "at");
        return;
    }
    json_begin(j, "at");
    json_double(j, "x", p->x);
    json_double(j, "got", p->got);
    json_double(j, "expected", p->expected);
    if (judged->measures.operands == 2)
        json_double(j, "y", p->y);
    json_end(j);
}

static void put_limit_json(struct sfp_json *j, const struct judged_line *judged, enum budget_measure measure)
{
    const struct judged_limit *l = &judged->limits[measure];

    json_begin(j, NULL);
    json_text(j, "name", budget_measure_name(measure));
    if (l->verdict == BUDGET_OPEN)
        json_nothing(j, "allowed");
    else
        json_double(j, "allowed", l->allowed);
    json_double(j, "measured", l->measured);
    json_text(j, "verdict", budget_verdict_name(l->verdict));
    put_point_json(j, judged, budget_point(judged, measure));
    json_end(j);
}

static void put_exclusion_json(struct sfp_json *j, const struct judged_line *judged, size_t i)
{
    const struct budget_exclusion *e = &judged->line->exclusions[i];

    json_begin(j, NULL);
    json_text(j, "name", e->name.text);
    json_double(j, "low", e->low);
    json_double(j, "high", e->high);
    json_count(j, "inputs", judged->exclusions[i].inputs);
    json_bool(j, "needed", judged->exclusions[i].needed);
    json_end(j);
}

/* Writes the function, formats and number of inputs; null without a sweep. */
static void put_sweep_json(struct sfp_json *j, const struct judged_line *judged)
{
    const struct sweep_options *o = judged->sweep;

    json_text_or_null(j, "op", o->input.in ? name_operation(o) : NULL);
    json_text_or_null(j, "in", o->input.in ? sfpu_format_name(o->input.in) : NULL);
    json_text_or_null(j, "dtype", o->input.in ? sfpu_format_name(o->input.out) : NULL);
    json_bool(j, "sampled", o->input.sample != 0);
    json_count(j, "n_inputs", judged->measures.inputs);
}

void budget_line_json(struct sfp_json *j, const struct judged_line *judged)
{
    json_begin(j, NULL);
    json_count(j, "line", judged->line->kernel.line);
    json_text(j, "kernel", judged->line->kernel.text);
    json_text(j, "arch", judged->arch);
    json_text_or_null(j, "selected", judged->selected);
    put_sweep_json(j, judged);
    json_text(j, "verdict", budget_verdict_name(judged->verdict));
    json_list(j, "limits");
    for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++)
        if (is_said(judged, i))
            put_limit_json(j, judged, i);
    json_list_end(j);
    json_list(j, "except");
    for (size_t i = 0; i < judged->line->exclusion_count; i++)
        put_exclusion_json(j, judged, i);
    json_list_end(j);
    json_tree(j, "findings", judged->findings);
    json_end(j);
}

bool budget_print_json(FILE *out, const char *file, const struct sfp_json *lines,
                       const struct budget_totals *totals)
{
    struct sfp_json json = {0};

    json_begin(&json, NULL);
    json_text(&json, "schema", "sfpsim-budget");
    json_count(&json, "version", VERSION);
    json_text(&json, "file", file);
    json_splice(&json, "lines", lines);
    json_bool(&json, "complete", count_judged_lines(totals) == totals->wanted);
    for (enum budget_verdict i = BUDGET_WITHIN; i <= BUDGET_EXCEEDED; i++)
        json_count(&json, budget_verdict_name(i), totals->lines[i]);
    json_end(&json);
    return json_print(&json, out);
}
