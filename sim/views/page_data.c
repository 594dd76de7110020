/* Writes a page's run as JSON (page.h). */
#include "page_parts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/json_writer.h"

/* ---- Lists ---- */

static void put_texts(struct sfp_json *j, const char *name, const struct page_texts *texts)
{
    json_list(j, name);
    for (size_t i = 0; i < texts->count; i++)
        json_shown(j, NULL, texts->texts[i]);
    json_list_end(j);
}

static void put_page_lines(struct sfp_json *j, const struct page_lines *lines)
{
    json_list(j, "lines");
    for (size_t i = 0; i < lines->keys.count; i++) {
        json_list(j, NULL);
        json_signed(j, NULL, lines->lines[i].file);
        json_count(j, NULL, lines->lines[i].number);
        json_shown(j, NULL, lines->lines[i].text);
        json_list_end(j);
    }
    json_list_end(j);
}

static void put_unit_names(struct sfp_json *j)
{
    json_list(j, "units");
    for (enum sfp_unit unit = 0; unit < SFP_UNITS; unit++)
        json_text(j, NULL, sfp_unit_name(unit));
    json_text(j, NULL, "matrix");
    json_list_end(j);
}

/* Writes the names of all threads, of a run of several. */
static void put_thread_names(struct sfp_json *j, const struct sfp_page *page)
{
    if (!page->threads)
        return;
    json_list(j, "threads");
    for (enum sfp_thread_id thread = 0; thread < SFP_THREADS; thread++)
        json_text(j, NULL, sfp_thread_name(thread));
    json_list_end(j);
}

static void put_page_causes(struct sfp_json *j)
{
    json_list(j, "causes");
    for (enum sfp_stall stall = 0; stall < SFP_STALLS; stall++) {
        const struct sfp_stall_info *info = sfp_stall_info(stall);

        json_begin(j, NULL);
        json_text_or_null(j, "name", info->name);
        json_text_or_null(j, "text", info->text);
        json_text_or_null(j, "remedy", info->remedy);
        json_end(j);
    }
    json_list_end(j);
}

/* ---- Ops ---- */

typedef int64_t op_number(const struct page_op *op);

static int64_t get_op_unit(const struct page_op *op) { return op->unit; }
static int64_t get_op_text(const struct page_op *op) { return op->text; }
static int64_t get_op_line(const struct page_op *op) { return op->line; }
static int64_t get_op_index(const struct page_op *op) { return op->index; }
static int64_t get_op_latency(const struct page_op *op) { return op->latency; }
static int64_t get_op_busy(const struct page_op *op) { return op->busy; }
static int64_t get_op_writes(const struct page_op *op) { return op->writes; }
static int64_t get_op_value(const struct page_op *op) { return op->value; }
static int64_t get_op_thread(const struct page_op *op) { return op->thread; }

static const struct {
    const char *name;
    op_number *number;
} columns[] = {
    {"unit", get_op_unit}, {"text", get_op_text}, {"line", get_op_line}, {"index", get_op_index},
    {"latency", get_op_latency}, {"busy", get_op_busy}, {"writes", get_op_writes}, {"value", get_op_value},
};

static void put_op_column(struct sfp_json *j, const struct sfp_page *page, const char *name, op_number *number)
{
    json_list(j, name);
    for (size_t i = 0; i < page->op_count; i++)
        json_signed(j, NULL, number(&page->ops[i]));
    json_list_end(j);
}

static void put_op_cycles(struct sfp_json *j, const struct sfp_page *page)
{
    json_list(j, "cycle");
    for (size_t i = 0; i < page->op_count; i++)
        json_signed(j, NULL, (int64_t)(page->ops[i].cycle - (i ? page->ops[i - 1].cycle : 0)));
    json_list_end(j);
}

static void put_how(struct sfp_json *j, const struct sfp_page *page)
{
    struct text how = {0};

    for (size_t i = 0; i < page->op_count; i++)
        text_add_char(&how, page->ops[i].how);
    json_bytes(j, "how", how.data ? how.data : "", how.size);
    j->failed |= how.failed;
    text_free(&how);
}

/* Writes an op's number as a member name. */
static const char *write_op_key(size_t op, char key[24])
{
    snprintf(key, 24, "%zu", op);
    return key;
}

static void put_op_pair(struct sfp_json *j, size_t op, int64_t first, int64_t second)
{
    char key[24];

    json_list(j, write_op_key(op, key));
    json_signed(j, NULL, first);
    json_signed(j, NULL, second);
    json_list_end(j);
}

static void put_exceptions(struct sfp_json *j, const struct sfp_page *page)
{
    char key[24];

    json_begin(j, "held");
    for (size_t i = 0; i < page->op_count; i++)
        if (page->ops[i].held)
            put_op_pair(j, i, page->ops[i].held, page->ops[i].cause);
    json_end(j);
    json_begin(j, "macro");
    for (size_t i = 0; i < page->op_count; i++)
        if (page->ops[i].macro != PAGE_NO_OP)
            put_op_pair(j, i, page->ops[i].macro, page->ops[i].delay);
    json_end(j);
    json_begin(j, "lanes");
    for (size_t i = 0; i < page->op_count; i++)
        if (page->ops[i].lanes != UINT32_MAX && page->ops[i].unit != SFP_UNIT_NONE
            && page->ops[i].unit != PAGE_MATRIX)
            json_hex(j, write_op_key(i, key), page->ops[i].lanes, 8);
    json_end(j);
}

static void put_producers(struct sfp_json *j, const struct sfp_page *page)
{
    json_list(j, "from");
    for (size_t i = 0; i < page->op_count; i++) {
        json_list(j, NULL);
        for (unsigned k = 0; k < page->ops[i].producers; k++)
            json_signed(j, NULL, (int64_t)i - page->ops[i].from[k]);
        json_list_end(j);
    }
    json_list_end(j);
}

static void put_ops(struct sfp_json *j, const struct sfp_page *page)
{
    json_begin(j, "ops");
    put_op_cycles(j, page);
    put_how(j, page);
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++)
        put_op_column(j, page, columns[c].name, columns[c].number);
    if (page->threads)
        put_op_column(j, page, "thread", get_op_thread);
    put_exceptions(j, page);
    put_producers(j, page);
    json_end(j);
}

/* ---- Values ---- */

static void add_base64(struct text *text, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        const unsigned left = size - i < 3 ? (unsigned)(size - i) : 3;
        const uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0)
                               | (left > 2 ? bytes[i + 2] : 0);

        for (unsigned k = 0; k < 4; k++)
            text_add_char(text, k <= left ? digits[three >> (18 - 6 * k) & 63] : '=');
    }
}

/* Writes the values as a single little-endian sequence of words, padded only at the end. */
static void put_page_values(struct sfp_json *j, const struct page_values *values)
{
    const size_t size = values->count * SFP_LANES * sizeof(uint32_t);
    uint8_t *bytes = malloc(size + 1);
    struct text text = {0};

    for (size_t i = 0, at = 0; bytes && i < values->count; i++)
        for (unsigned lane = 0; lane < SFP_LANES; lane++)
            for (unsigned shift = 0; shift < 32; shift += 8)
                bytes[at++] = (uint8_t)((*values->lanes[i])[lane] >> shift);
    if (bytes)
        add_base64(&text, bytes, size);
    json_bytes(j, "values", text.data ? text.data : "", text.size);
    j->failed |= text.failed || !bytes;
    text_free(&text);
    free(bytes);
}

/* ---- Bubbles, findings and statistics ---- */

static void put_bubbles(struct sfp_json *j, const struct sfp_page *page)
{
    json_list(j, "bubbles");
    for (size_t i = 0; i < page->bubble_count; i++) {
        json_list(j, NULL);
        json_count(j, NULL, page->bubbles[i].cycle);
        json_count(j, NULL, page->bubbles[i].cycles);
        json_count(j, NULL, page->bubbles[i].cause);
        if (page->threads)
            json_count(j, NULL, page->bubbles[i].thread);
        json_list_end(j);
    }
    json_list_end(j);
}

static void put_page_findings(struct sfp_json *j, const struct sfp_page *page)
{
    json_list(j, "findings");
    for (size_t i = 0; i < page->finding_count; i++) {
        const struct page_finding *finding = &page->findings[i];
        const struct sfp_finding_info *info = sfp_finding_info(finding->finding);

        json_begin(j, NULL);
        json_text(j, "name", info->name);
        json_text(j, "text", info->text);
        json_count_if(j, finding->op != PAGE_NO_OP, "op", finding->op);
        json_count(j, "cycle", finding->cycle);
        json_count(j, "index", finding->index);
        json_bool(j, "possible", finding->possible);
        json_end(j);
    }
    json_list_end(j);
}

static void put_finding_group(void *json, const struct sfp_finding_group *group)
{
    const struct sfp_finding_info *info = sfp_finding_info(group->finding);
    struct sfp_json *j = json;

    json_begin(j, NULL);
    json_text(j, "name", info->name);
    json_text(j, "text", info->text);
    json_text(j, "severity", sfp_severity_name(group->severity));
    json_bool(j, "possible", group->possible);
    json_count(j, "index", group->index);
    json_count(j, "words", group->words);
    json_count(j, "times", group->times);
    if (group->where.file)
        json_shown(j, "file", group->where.file);
    else
        json_nothing(j, "file");
    json_count_if(j, group->where.file, "line", group->where.line);
    json_count_if(j, group->where.file, "column", group->where.column);
    json_end(j);
}

static void put_finding_groups(struct sfp_json *j, const struct sfp_page *page, const struct sfp_page_run *run)
{
    struct sfp_findings_log *const log = run->log ? run->log : page->told;

    json_list(j, "groups");
    j->failed |= sfp_findings_log_lost(log)
                 || !sfp_findings_log_visit_groups(log, page->kernel, run->policy, put_finding_group, j);
    json_list_end(j);
}

/* Inserts the JSON document of the statistics, or null without statistics. */
static void put_stats(struct sfp_json *j, const struct sfp_stats *stats)
{
    struct sfp_json part = {0};
    size_t size;
    char *json = stats ? sfp_stats_json(stats, NULL, &size) : NULL;

    if (!json) {
        json_nothing(j, "stats");
        j->failed |= stats != NULL;
        return;
    }
    text_add(&part.text, json, size);
    part.failed = part.text.failed;
    json_splice(j, "stats", &part);
    json_free(&part);
    free(json);
}

bool sfp_page_data(struct sfp_page *page, const struct sfp_page_run *run, FILE *stream)
{
    struct sfp_json j = {.out = stream, .form = SFP_JSON_COMPACT, .ascii = true};

    if (page->lost)
        return false;
    json_begin(&j, NULL);
    json_text(&j, "schema", "sfpsim-page");
    json_count(&j, "version", 1);
    json_shown(&j, "kernel", page->kernel->path);
    json_text(&j, "arch", sfp_arch_name(page->kernel->program.arch));
    json_text_or_null(&j, "selected", page->kernel->program.chosen.profile);
    json_count(&j, "passes", run->passes);
    json_count(&j, "cycles", run->cycles);
    json_count(&j, "dropped", page->dropped);
    put_unit_names(&j);
    put_thread_names(&j, page);
    put_page_causes(&j);
    put_texts(&j, "texts", &page->texts);
    put_texts(&j, "files", &page->lines.files);
    put_page_lines(&j, &page->lines);
    put_ops(&j, page);
    put_page_values(&j, &page->values);
    put_bubbles(&j, page);
    put_page_findings(&j, page);
    put_finding_groups(&j, page, run);
    put_stats(&j, run->stats);
    json_end(&j);
    json_free(&j);
    return !j.failed;
}
