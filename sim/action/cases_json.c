/* The document sfpsim-cases: passed and failed cases, for a page. */
#include "report.h"

#include "voice.h"
#include "base/json_writer.h"

enum { VERSION = 1 };

static const char *const statuses[] = {
    [VERDICT_PASSED] = "passed", [VERDICT_FAILED] = "failed", [VERDICT_NOT_RUN] = "not run"};

static void put_remark(struct sfp_json *j, const struct remark *r)
{
    json_begin(j, NULL);
    json_text_or_null(j, "name", r->rule);
    json_text(j, "severity", severity_name(r->severity));
    json_bool(j, "fails", r->fails);
    json_bool(j, "possible", r->possible);
    json_count(j, "times", r->times);
    json_text_or_null(j, "text", r->text);
    json_text_or_null(j, "file", r->file);
    json_count_if(j, r->line, "line", r->line);
    json_count_if(j, r->column, "column", r->column);
    json_text_or_null(j, "source", r->source_line);
    json_end(j);
}

static void put_measures(struct sfp_json *j, const struct verdict *v)
{
    json_count_if(j, v->cycles, "cycles", v->cycles);
    if (v->per_vector > 0)
        json_double(j, "cycles_per_32_lanes", v->per_vector);
    else
        json_nothing(j, "cycles_per_32_lanes");
    if (v->steady_per_vector > 0)
        json_double(j, "steady_cycles_per_32_lanes", v->steady_per_vector);
    else
        json_nothing(j, "steady_cycles_per_32_lanes");
    json_text_or_null(j, "selected", v->selected);
}

static void put_case_json(struct sfp_json *j, const struct reported_case *c)
{
    const struct verdict *const v = c->verdict;
    const char *reason;

    json_begin(j, NULL);
    json_text(j, "name", c->name);
    json_text_or_null(j, "kernel", c->kernel);
    json_count_if(j, c->line, "line", c->line);
    json_text(j, "status", statuses[v->status]);
    if (v->status == VERDICT_PASSED) {
        json_nothing(j, "reason");
    } else {
        const int length = report_reason(c, &reason);

        json_bytes(j, "reason", reason, (size_t)length);
    }
    put_measures(j, v);
    json_list(j, "remarks");
    for (size_t i = 0; i < v->count; i++)
        put_remark(j, &v->remarks[i]);
    json_list_end(j);
    json_bytes(j, "output", c->output, c->output_size);
    json_end(j);
}

static size_t count_json_cases(const struct run_report *r, int status)
{
    size_t number = 0;

    for (size_t i = 0; i < r->count; i++)
        number += r->cases[i].verdict->status == status;
    return number;
}

bool report_cases_json(FILE *out, const void *report)
{
    const struct run_report *const r = report;
    struct sfp_json json = {.form = SFP_JSON_COMPACT};

    json_begin(&json, NULL);
    json_text(&json, "schema", "sfpsim-cases");
    json_count(&json, "version", VERSION);
    json_text(&json, "name", r->name);
    json_count(&json, "n_cases", r->count);
    json_count(&json, "n_passed", count_json_cases(r, VERDICT_PASSED));
    json_count(&json, "n_failed", count_json_cases(r, VERDICT_FAILED));
    json_count(&json, "n_not_run", count_json_cases(r, VERDICT_NOT_RUN));
    json_list(&json, "cases");
    for (size_t i = 0; i < r->count; i++)
        put_case_json(&json, &r->cases[i]);
    json_list_end(&json);
    json_end(&json);
    return json_print(&json, out);
}
