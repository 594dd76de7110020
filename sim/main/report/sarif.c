/* Findings, diagnostics and failed checks in SARIF 2.1.0, which pages of code review show beside their lines. */
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "util/json.h"
#include "util/array.h"
#include "util/terminal.h"

/* ---- Rules ---- */

enum { LEVEL_INFO = SFPU_NOTE, LEVEL_ADVICE = SFPU_ADVICE, LEVEL_WARNING = SFPU_WARNING, LEVEL_ERROR = SFPU_ERROR };

static const struct rule {
    const char *name, *text, *help;
    int severity;
} rules[] = {
#define FINDING(id, name, severity, text, source) {name, text, text ". sfpu-findings(7); " source, LEVEL_##severity},
#include "findings.def"
#undef FINDING
#define RISCV_FINDING(id, name, severity, stops, provenance, text, source) \
    {name, text, text ". sfpu-findings(7); " source, LEVEL_##severity},
#include "riscv_findings.def"
#undef RISCV_FINDING
#define FAILURE(id, name, text, source) {name, text, text ". " source, SFPU_ERROR},
#include "failures.def"
#undef FAILURE
#define WARNING(id, name, on, text) {name, text, text ". sfpasm(1), -W" name, SFPU_WARNING},
#include "warnings.def"
#undef WARNING
#define CHECK(id, name, text) {name, text, text ". sfpsim(1)", SFPU_ERROR},
#include "checks.def"
#undef CHECK
};
enum { RULES = sizeof rules / sizeof rules[0] };

static size_t rule_named(const char *name)
{
    size_t i = 0;

    while (i < RULES && strcmp(rules[i].name, name) != 0)
        i++;
    return i;
}

static const char *level_of(int severity)
{
    return severity == SFPU_ERROR ? "error" : severity == SFPU_WARNING ? "warning" : "note";
}

/* ---- The tree: what fails is NULL, and has all that it is put into fail ---- */

/* Text that need not be UTF-8, as it is shown. */
static json_t *text_of(const char *bytes, size_t length)
{
    char *shown = strndup(bytes, length);
    json_t *value;

    if (!shown)
        return NULL;
    sfp_make_shown(shown, strlen(shown));
    value = json_string(shown);
    free(shown);
    return value;
}

static json_t *message(const char *text)
{
    return json_pack("{s:o}", "text", text_of(text, strlen(text)));
}

static json_t *rule_json(const struct rule *rule)
{
    return json_pack("{s:s, s:{s:s}, s:{s:s}, s:{s:s}}", "id", rule->name, "shortDescription", "text", rule->text,
                     "help", "text", rule->help, "defaultConfiguration", "level", level_of(rule->severity));
}

static json_t *rules_json(void)
{
    json_t *array = json_array();

    for (size_t i = 0; i < RULES; i++)
        if (json_array_append_new(array, rule_json(&rules[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

/* ---- Places ---- */

/* A path as URIs have it, relative to the current directory where it can be. The caller frees it. NULL without
 * memory. */
static char *uri_of(const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
    char *const here = getcwd(NULL, 0), *uri = NULL;
    const size_t above = here ? strlen(here) : 0;
    size_t size;
    FILE *out = open_memstream(&uri, &size);

    if (!out) {
        free(here);
        return NULL;
    }
    if (above > 1 && strncmp(path, here, above) == 0 && path[above] == '/')
        path += above + 1;
    while (strncmp(path, "./", strlen("./")) == 0)
        path += strlen("./");
    if (*path == '/')
        fputs("file://", out);
    for (; *path; path++)
        fprintf(out, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    free(here);
    if (fclose(out) == 0)
        return uri;
    free(uri);
    return NULL;
}

/* A column in bytes as one in characters. */
static unsigned long column_of(const struct remark *remark)
{
    enum { CONTINUES = 0x80, CONTINUES_MASK = 0xC0 };
    unsigned long column = 1;

    if (!remark->source_line)
        return remark->column;
    for (unsigned long i = 0; i + 1 < remark->column && remark->source_line[i]; i++)
        column += (remark->source_line[i] & CONTINUES_MASK) != CONTINUES;
    return column;
}

static const char *from_column(const struct remark *remark)
{
    const size_t length = strlen(remark->source_line), skipped = remark->column ? remark->column - 1 : 0;

    return remark->source_line + (skipped < length ? skipped : length);
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

/* The line, from where the word begins; or the word, of a file of words; or the first line, of what has no place. */
static json_t *region_of(const struct remark *remark)
{
    enum { WORD = 4 };
    json_t *region;

    if (!remark->file && remark->word != SIZE_MAX)
        return json_pack("{s:I, s:i}", "byteOffset", (json_int_t)(WORD * remark->word), "byteLength", WORD);
    if (!remark->line || !remark->column)
        return json_pack("{s:I}", "startLine", (json_int_t)(remark->line ? remark->line : 1));
    region = json_pack("{s:I, s:I}", "startLine", (json_int_t)remark->line, "startColumn",
                       (json_int_t)column_of(remark));
    if (region && remark->source_line && !is_blank(from_column(remark))
        && json_object_set_new(region, "snippet", message(from_column(remark))) != 0) {
        json_decref(region);
        return NULL;
    }
    return region;
}

static json_t *artifact_of(const char *path)
{
    char *uri = uri_of(path);
    json_t *artifact = NULL;

    if (uri && strncmp(uri, "file:", strlen("file:")) == 0)
        artifact = json_pack("{s:s}", "uri", uri);
    else if (uri)
        artifact = json_pack("{s:s, s:s}", "uri", uri, "uriBaseId", "%SRCROOT%");
    free(uri);
    return artifact;
}

static json_t *location(const char *path, json_t *region)
{
    return json_pack("{s:{s:o, s:o}}", "physicalLocation", "artifactLocation", artifact_of(path), "region", region);
}

static json_t *location_of(const struct remark *remark, const char *kernel)
{
    return location(remark->file ? remark->file : kernel, region_of(remark));
}

/* Reviewers have the line that a compiler made the place from; the place itself is related to that. False without
 * memory. */
static bool set_locations(json_t *result, const struct remark *remark, const char *kernel)
{
    json_t *const own = location_of(remark, kernel);
    json_t *made_from;

    if (!remark->made_from)
        return json_object_set_new(result, "locations", json_pack("[o]", own)) == 0;
    made_from = location(remark->made_from, json_pack("{s:I}", "startLine", (json_int_t)remark->made_from_line));
    return (json_object_set_new(result, "locations", json_pack("[o]", made_from)) == 0)
         & (json_object_set_new(result, "relatedLocations", json_pack("[o]", own)) == 0);
}

/* ---- Results ---- */

/* A remark, and what it is about. */
struct noted {
    const struct remark *remark;
    const char *kernel;
    struct remark own; /* of a case that did not run and has none that says why */
};

static int compare_numbers(unsigned long a, unsigned long b)
{
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b)
{
    const struct noted *const *x = a, *const *y = b;
    const struct remark *const r = (*x)->remark, *const s = (*y)->remark;
    int order = strcmp(r->file ? r->file : (*x)->kernel, s->file ? s->file : (*y)->kernel);

    if (!order)
        order = compare_numbers(r->line, s->line);
    if (!order)
        order = compare_numbers(r->column, s->column);
    if (!order && !r->file)
        order = compare_numbers(r->word, s->word);
    if (!order)
        order = strcmp(r->rule, s->rule);
    return order ? order : strcmp(r->text, s->text);
}

static json_t *result_json(const struct noted *n, uint64_t times)
{
    const size_t rule = rule_named(n->remark->rule);
    json_t *result = json_pack("{s:s, s:s, s:o, s:I}", "ruleId", n->remark->rule, "level",
                               level_of(n->remark->severity), "message", message(n->remark->text), "occurrenceCount",
                               (json_int_t)times);

    if (result
        && (!set_locations(result, n->remark, n->kernel)
            || (rule < RULES && json_object_set_new(result, "ruleIndex", json_integer((json_int_t)rule)) != 0)
            || (n->remark->possible
                && json_object_set_new(result, "properties", json_pack("{s:b}", "possible", 1)) != 0))) {
        json_decref(result);
        return NULL;
    }
    return result;
}

/* Those that say the same of one place are one result. */
static json_t *results_json(struct noted **noted, size_t count)
{
    json_t *array = json_array();

    qsort(noted, count, sizeof *noted, by_place);
    for (size_t i = 0, next; i < count; i = next) {
        uint64_t times = 0;

        for (next = i; next < count && by_place(&noted[i], &noted[next]) == 0; next++)
            times += noted[next]->remark->times;
        if (json_array_append_new(array, result_json(noted[i], times)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static size_t remark_count(const struct run_report *report)
{
    size_t count = 0;

    for (size_t i = 0; i < report->count; i++)
        count += report->cases[i].verdict->count + 1;
    return count;
}

/* Says of a case that is not passed and has no remark for it what its output begins with. False without memory. */
static bool note_unexplained(const struct reported_case *c, struct noted *noted)
{
    const char *reason;
    const int length = report_reason(c, &reason);

    noted->own = (struct remark){.rule = (char *)(uintptr_t)check_name(CHECK_NOT_RUN), .severity = SFPU_ERROR,
                                 .word = SIZE_MAX, .times = 1, .text = strndup(reason, (size_t)length)};
    noted->remark = &noted->own;
    noted->kernel = c->kernel;
    return noted->own.text;
}

/* Lists all remarks; each is whole. The number of them, or SIZE_MAX without memory. */
static size_t list(const struct run_report *report, struct noted *noted)
{
    size_t count = 0;

    for (size_t i = 0; i < report->count; i++) {
        const struct reported_case *const c = &report->cases[i];

        if (c->verdict->lost)
            return SIZE_MAX;
        for (size_t r = 0; r < c->verdict->count; r++)
            noted[count++] = (struct noted){.remark = &c->verdict->remarks[r], .kernel = c->kernel};
        if (c->verdict->status != VERDICT_PASSED && !verdict_failure(c->verdict)
            && !note_unexplained(c, &noted[count++]))
            return SIZE_MAX;
    }
    return count;
}

static json_t *document(json_t *results)
{
    return json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:s, s:o}}, s:s, s:o}]}", "$schema",
                     "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver",
                     "name", "sfpsim", "version", SFP_VERSION, "semanticVersion", SFP_VERSION, "rules", rules_json(),
                     "columnKind", "unicodeCodePoints", "results", results);
}

static bool write_document(FILE *out, json_t *results)
{
    json_t *tree = results ? document(results) : NULL;
    char *text = tree ? json_text(tree, JSON_INDENT(2) | JSON_EXACT) : NULL;

    if (text)
        fprintf(out, "%s\n", text);
    free(text);
    json_decref(tree);
    return text;
}

bool report_sarif(FILE *out, const struct run_report *report)
{
    const size_t most = remark_count(report);
    struct noted *noted = calloc(most + 1, sizeof *noted), **sorted = calloc(most + 1, sizeof *sorted);
    const size_t count = noted && sorted ? list(report, noted) : SIZE_MAX;
    bool written = false;

    if (count != SIZE_MAX) {
        for (size_t i = 0; i < count; i++)
            sorted[i] = &noted[i];
        written = write_document(out, results_json(sorted, count));
    }
    for (size_t i = 0; noted && i < most; i++)
        free(noted[i].own.text);
    free(sorted);
    free(noted);
    return written;
}
