/* The document sfpsim-cases: passed and failed cases, for a page. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "voice.h"
#include "base/json_writer.h"

enum { VERSION = 1 };

static const char *const statuses[] = {
    [VERDICT_PASSED] = "passed", [VERDICT_FAILED] = "failed", [VERDICT_NOT_RUN] = "not run"};

/* ---- Groups of remarks: one name and text at one place, as the findings report groups findings ---- */

struct remark_group {
    const struct remark *first; /* in the verdict's order */
    const struct remark *shown; /* the gravest; among equals, one that happened */
    size_t words;
    uint64_t times;
    bool fails;
    bool possible;              /* every remark of the group is only possible */
};

static int compare_remark_texts(const char *x, const char *y)
{
    return x && y ? strcmp(x, y) : (x != NULL) - (y != NULL);
}

static int compare_remark_numbers(size_t x, size_t y)
{
    return (x > y) - (x < y);
}

/* Returns a remark's text without the beginning that marks possible findings. */
static const char *skip_possible(const struct remark *remark)
{
    return remark->possible && remark->text ? remark->text + strlen(REMARK_POSSIBLE) : remark->text;
}

/* Compares what defines a group. Without a source, each word is a place. */
static int compare_remark_places(const struct remark *x, const struct remark *y)
{
    int order = compare_remark_texts(x->rule, y->rule);

    if (!order)
        order = compare_remark_texts(x->file, y->file);
    if (!order)
        order = x->file ? compare_remark_numbers(x->line, y->line) : compare_remark_numbers(x->word, y->word);
    if (!order)
        order = compare_remark_numbers(x->column, y->column);
    return order ? order : compare_remark_texts(skip_possible(x), skip_possible(y));
}

static int compare_first_remarks(const void *a, const void *b)
{
    const struct remark_group *x = a, *y = b;

    return (x->first > y->first) - (x->first < y->first);
}

static int compare_remark_groups(const void *a, const void *b)
{
    const struct remark_group *x = a, *y = b;
    const int order = compare_remark_places(x->first, y->first);

    return order ? order : compare_first_remarks(a, b);
}

static bool is_remark_graver(const struct remark *x, const struct remark *y)
{
    return x->severity != y->severity ? x->severity > y->severity : y->possible && !x->possible;
}

/* Adds a remark at the same place. `same_word`: the remark added before was about the same word. */
static void join_remark(struct remark_group *group, const struct remark *remark, bool same_word)
{
    group->words += !same_word;
    group->times += remark->times;
    group->fails |= remark->fails;
    group->possible &= remark->possible;
    if (is_remark_graver(remark, group->shown))
        group->shown = remark;
}

/* Folds `count` groups of one remark each. Returns the number of groups left, in the verdict's order. */
static size_t fold_remarks(struct remark_group *groups, size_t count)
{
    size_t kept = 0, last = SIZE_MAX;

    qsort(groups, count, sizeof *groups, compare_remark_groups);
    for (size_t i = 0; i < count; i++) {
        const struct remark *const remark = groups[i].first;

        if (kept && compare_remark_places(groups[kept - 1].first, remark) == 0)
            join_remark(&groups[kept - 1], remark, remark->word == last && last != SIZE_MAX);
        else
            groups[kept++] = groups[i];
        last = remark->word;
    }
    qsort(groups, kept, sizeof *groups, compare_first_remarks);
    return kept;
}

/* Returns the groups of a verdict's remarks, to be freed by the caller, or NULL without remarks or memory. */
static struct remark_group *group_remarks(const struct verdict *v, size_t *count)
{
    struct remark_group *groups = v->count ? malloc(v->count * sizeof *groups) : NULL;

    for (size_t i = 0; groups && i < v->count; i++) {
        const struct remark *const remark = &v->remarks[i];

        groups[i] = (struct remark_group){.first = remark, .shown = remark, .words = 1, .times = remark->times,
                                          .fails = remark->fails, .possible = remark->possible};
    }
    *count = groups ? fold_remarks(groups, v->count) : 0;
    return groups;
}

/* ---- The document ---- */

static void put_remark_group(struct sfp_json *j, const struct remark_group *group)
{
    const struct remark *const r = group->shown;

    json_begin(j, NULL);
    json_text_or_null(j, "name", r->rule);
    json_text(j, "severity", severity_name(r->severity));
    json_bool(j, "fails", group->fails);
    json_bool(j, "possible", group->possible);
    json_count(j, "times", group->times);
    json_count(j, "words", group->words);
    json_text_or_null(j, "text", r->text);
    json_text_or_null(j, "file", r->file);
    json_count_if(j, r->line, "line", r->line);
    json_count_if(j, r->column, "column", r->column);
    json_text_or_null(j, "source", r->source_line);
    json_end(j);
}

static void put_remarks(struct sfp_json *j, const struct verdict *v)
{
    size_t count;
    struct remark_group *groups = group_remarks(v, &count);

    j->failed |= v->count && !groups;
    json_list(j, "remarks");
    for (size_t i = 0; i < count; i++)
        put_remark_group(j, &groups[i]);
    json_list_end(j);
    free(groups);
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
    put_remarks(j, v);
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
