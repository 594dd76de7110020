/* Report in SARIF 2.1.0: findings, diagnostics and failed checks, which pages of code review show beside their
 * lines. */
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_writer.h"

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
#define CHECK(id, name, text, source) {name, text, text ". " source, SFPU_ERROR},
#include "checks.def"
#undef CHECK
};
enum { RULES = sizeof rules / sizeof rules[0] };

static size_t find_rule(const char *name)
{
    size_t i = 0;

    while (i < RULES && strcmp(rules[i].name, name) != 0)
        i++;
    return i;
}

static const char *name_sarif_level(int severity)
{
    return severity == SFPU_ERROR ? "error" : severity == SFPU_WARNING ? "warning" : "note";
}

static void put_text_object(struct sfp_json *j, const char *name, const char *text)
{
    json_begin(j, name);
    json_shown(j, "text", text);
    json_end(j);
}

static void put_rule(struct sfp_json *j, const struct rule *rule)
{
    json_begin(j, NULL);
    json_text(j, "id", rule->name);
    put_text_object(j, "shortDescription", rule->text);
    put_text_object(j, "help", rule->help);
    json_begin(j, "defaultConfiguration");
    json_text(j, "level", name_sarif_level(rule->severity));
    json_end(j);
    json_end(j);
}

/* ---- Places ---- */

/* Returns the path as a URI reference, relative to the current directory if the file lies below it. The caller frees
 * it. NULL without memory. */
static char *make_uri(const char *path)
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

/* Returns the column in characters; remarks count bytes. */
static unsigned long count_columns(const struct remark *remark)
{
    enum { CONTINUES = 0x80, CONTINUES_MASK = 0xC0 };
    unsigned long column = 1;

    if (!remark->source_line)
        return remark->column;
    for (unsigned long i = 0; i + 1 < remark->column && remark->source_line[i]; i++)
        column += (remark->source_line[i] & CONTINUES_MASK) != CONTINUES;
    return column;
}

static const char *find_column_text(const struct remark *remark)
{
    const size_t length = strlen(remark->source_line), skipped = remark->column ? remark->column - 1 : 0;

    return remark->source_line + (skipped < length ? skipped : length);
}

static bool is_blank_text(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

/* Writes the remark's region: the source line from the word's column; the word's bytes in a file of words; or line 1
 * for a remark without a place. */
static void put_region(struct sfp_json *j, const struct remark *remark)
{
    enum { WORD = 4 };

    json_begin(j, "region");
    if (!remark->file && remark->word != SIZE_MAX) {
        json_count(j, "byteOffset", WORD * remark->word);
        json_count(j, "byteLength", WORD);
    } else {
        json_count(j, "startLine", remark->line ? remark->line : 1);
    }
    if ((remark->file || remark->word == SIZE_MAX) && remark->line && remark->column) {
        json_count(j, "startColumn", count_columns(remark));
        if (remark->source_line && !is_blank_text(find_column_text(remark)))
            put_text_object(j, "snippet", find_column_text(remark));
    }
    json_end(j);
}

static void put_artifact(struct sfp_json *j, const char *path)
{
    char *uri = make_uri(path);

    j->failed |= !uri;
    json_begin(j, "artifactLocation");
    if (uri)
        json_text(j, "uri", uri);
    if (uri && strncmp(uri, "file:", strlen("file:")) != 0)
        json_text(j, "uriBaseId", "%SRCROOT%");
    json_end(j);
    free(uri);
}

/* Begins a list with one location, at `path`; the caller writes the region and calls end_location(). */
static void begin_location(struct sfp_json *j, const char *list, const char *path)
{
    json_list(j, list);
    json_begin(j, NULL);
    json_begin(j, "physicalLocation");
    put_artifact(j, path);
}

static void end_location(struct sfp_json *j)
{
    json_end(j);
    json_end(j);
    json_list_end(j);
}

/* Writes the remark's location. For compiler output, the location is the line of the compiler's source, which
 * reviewers have, and the assembly line is a related location. */
static void put_locations(struct sfp_json *j, const struct remark *remark, const char *kernel)
{
    if (remark->made_from) {
        begin_location(j, "locations", remark->made_from);
        json_begin(j, "region");
        json_count(j, "startLine", remark->made_from_line);
        json_end(j);
        end_location(j);
    }
    begin_location(j, remark->made_from ? "relatedLocations" : "locations", remark->file ? remark->file : kernel);
    put_region(j, remark);
    end_location(j);
}

/* ---- Results ---- */

/* A remark with its kernel, as an element to sort. */
struct noted {
    const struct remark *remark;
    const char *kernel;
    struct remark own; /* remark of a case that did not pass and has no failing remark */
};

static int compare_numbers(unsigned long a, unsigned long b)
{
    return (a > b) - (a < b);
}

static int by_remark_place(const void *a, const void *b)
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

static void put_result(struct sfp_json *j, const struct noted *n, uint64_t times)
{
    const size_t rule = find_rule(n->remark->rule);

    json_begin(j, NULL);
    json_text(j, "ruleId", n->remark->rule);
    json_text(j, "level", name_sarif_level(n->remark->severity));
    put_text_object(j, "message", n->remark->text);
    json_count(j, "occurrenceCount", times);
    put_locations(j, n->remark, n->kernel);
    if (rule < RULES)
        json_count(j, "ruleIndex", rule);
    if (n->remark->possible) {
        json_begin(j, "properties");
        json_bool(j, "possible", true);
        json_end(j);
    }
    json_end(j);
}

/* Writes the results. Remarks with equal text and place become one result. */
static void put_sarif_results(struct sfp_json *j, struct noted **noted, size_t count)
{
    qsort(noted, count, sizeof *noted, by_remark_place);
    json_list(j, "results");
    for (size_t i = 0, next; i < count; i = next) {
        uint64_t times = 0;

        for (next = i; next < count && by_remark_place(&noted[i], &noted[next]) == 0; next++)
            times += noted[next]->remark->times;
        put_result(j, noted[i], times);
    }
    json_list_end(j);
}

static size_t count_remarks(const struct run_report *report)
{
    size_t count = 0;

    for (size_t i = 0; i < report->count; i++)
        count += report->cases[i].verdict->count + 1;
    return count;
}

/* Makes a remark for a case that did not pass and has no failing remark: the text is the reason. Returns false if
 * memory ran out. */
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

/* Lists the report's remarks. Returns their number, or SIZE_MAX if memory ran out, here or while a remark was made. */
static size_t list_remarks(const struct run_report *report, struct noted *noted)
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

static void put_tool(struct sfp_json *j)
{
    json_begin(j, "tool");
    json_begin(j, "driver");
    json_text(j, "name", "sfpsim");
    json_text(j, "version", SFP_VERSION);
    json_text(j, "semanticVersion", SFP_VERSION);
    json_list(j, "rules");
    for (size_t i = 0; i < RULES; i++)
        put_rule(j, &rules[i]);
    json_list_end(j);
    json_end(j);
    json_end(j);
}

static bool write_sarif_document(FILE *out, struct noted **noted, size_t count)
{
    struct sfp_json json = {0};

    json_begin(&json, NULL);
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_list(&json, "runs");
    json_begin(&json, NULL);
    put_tool(&json);
    json_text(&json, "columnKind", "unicodeCodePoints");
    put_sarif_results(&json, noted, count);
    json_end(&json);
    json_list_end(&json);
    json_end(&json);
    return json_print(&json, out);
}

bool report_sarif(FILE *out, const struct run_report *report)
{
    const size_t most = count_remarks(report);
    struct noted *noted = calloc(most + 1, sizeof *noted), **sorted = calloc(most + 1, sizeof *sorted);
    const size_t count = noted && sorted ? list_remarks(report, noted) : SIZE_MAX;
    bool written = false;

    if (count != SIZE_MAX) {
        for (size_t i = 0; i < count; i++)
            sorted[i] = &noted[i];
        written = write_sarif_document(out, sorted, count);
    }
    for (size_t i = 0; noted && i < most; i++)
        free(noted[i].own.text);
    free(sorted);
    free(noted);
    return written;
}
