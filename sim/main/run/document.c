/* What --json prints. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "compiled.h"
#include "json_value.h"
#include "pusher.h"

enum { VERSION = 1, PLACE = 4096 };

/* What fails is NULL, and has all that it is put into fail. */

static json_t *integer(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/* A report as text, to be freed; NULL without memory. */
static char *report_of(sfpu_machine *m, int view)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    bool ok;

    if (!stream)
        return NULL;
    ok = sfpu_report(m, view, said_write, stream) == SFPU_OK;
    if (fclose(stream) == 0 && ok)
        return text;
    free(text);
    return NULL;
}

/* ---- What statistics have ---- */

/* Members of a run in time: those of its statistics, but for what they call themselves. */
static bool add_statistics(json_t *object, sfpu_machine *m)
{
    char *text = report_of(m, SFPU_STATS_JSON);
    json_t *stats = text ? json_loads(text, 0, NULL) : NULL;
    bool ok = stats && !json_object_del(stats, "schema") && !json_object_del(stats, "version")
           && !json_object_update(object, stats)
           && !json_object_set(object, "stalls", json_object_get(json_object_get(stats, "slots"), "lost"));

    free(text);
    json_decref(stats);
    return ok;
}

/* Those of a run without time. */
static bool add_counts(json_t *object, const struct document *d, const struct sfpu_result *r)
{
    return !json_object_set_new(object, "kernel", tree_text(d->kernel))
        && !json_object_set_new(object, "arch", json_string(sfpu_arch_name(sfpu_machine_arch(d->m))))
        && !json_object_set_new(object, "passes", integer(d->passes))
        && !json_object_set_new(object, "cycles", json_null())
        && !json_object_set_new(object, "instructions", json_pack("{s:o, s:o}", "issued", integer(r->instructions),
                                                                  "vector", integer(r->vector)));
}

/* ---- The run ---- */

static json_t *place(sfpu_machine *m, size_t index)
{
    char text[PLACE];

    return sfpu_place(m, index, text, sizeof text) == SFPU_OK ? tree_text(text) : json_null();
}

static json_t *stopped(const struct document *d)
{
    if (!d->early)
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "instructions", integer(d->early->instructions), "index",
                     integer(d->early->next), "place", place(d->m, d->early->next));
}

static json_t *run(const struct document *d, const struct sfpu_result *r)
{
    return json_pack("{s:o, s:b, s:o, s:s, s:o, s:i}", "words", integer(sfpu_word_count(d->m)), "timed",
                     (int)d->timed, "reused_passes", integer(r->reused), "simd", sfpu_simd_level(d->m), "stopped",
                     stopped(d), "status", d->status);
}

/* ---- Findings ---- */

static json_t *inlined(sfpu_machine *m, size_t index)
{
    struct sfpu_inlined found = {.size = sizeof found};
    json_t *array = json_array();
    bool ok = true;

    for (size_t level = 0; ok && sfpu_get_inlined(m, index, level, &found) == SFPU_OK; level++)
        ok = !json_array_append_new(array, json_pack("{s:o, s:o, s:o, s:o}", "function", tree_text(found.function),
                                                     "file", found.file ? tree_text(found.file) : json_null(), "line",
                                                     integer(found.line), "column", integer(found.column)));
    return json_made(array, ok);
}

static json_t *finding(sfpu_machine *m, const struct sfpu_finding *f)
{
    static const char *const severities[] = {
        [SFPU_NOTE] = "info", [SFPU_ADVICE] = "advice", [SFPU_WARNING] = "warning", [SFPU_ERROR] = "error"};

    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:o, s:o, s:b, s:b}", "name", f->name, "severity",
                     severities[f->severity], "text", f->text, "index", integer(f->index), "place", place(m, f->index),
                     "inlined", inlined(m, f->index), "by", f->scheduled ? "macro" : "issue", "times",
                     integer(f->times), "cycle", integer(f->cycle),
                     "fatal", f->fatal, "possible", f->possible);
}

static json_t *findings(const struct document *d)
{
    struct sfpu_finding f = {.size = sizeof f};
    json_t *array;
    bool ok = true;

    if (d->quiet)
        return json_null();
    array = json_array();
    for (size_t i = 0; ok && sfpu_get_finding(d->m, i, &f) == SFPU_OK; i++)
        ok = !json_array_append_new(array, finding(d->m, &f));
    return json_made(array, ok);
}

/* ---- All of it ---- */

static json_t *timeline(const struct document *d)
{
    char *text;
    json_t *value;

    if (d->timeline < 0)
        return json_null();
    text = report_of(d->m, d->timeline);
    value = text ? tree_text(text) : NULL;
    free(text);
    return value;
}

static bool add_all(json_t *object, const struct document *d)
{
    struct sfpu_result r = {.size = sizeof r};

    sfpu_get_result(d->m, &r);
    return !json_object_set_new(object, "schema", json_string("sfpsim-run"))
        && !json_object_set_new(object, "version", json_integer(VERSION))
        && (d->timed ? add_statistics(object, d->m) : add_counts(object, d, &r))
        && !json_object_set_new(object, "compiled", compiled_json(d->m))
        && !json_object_set_new(object, "harness", harness_json(d->harness, r.cycles, d->passes))
        && !json_object_set_new(object, "pusher", pusher_json(d->m))
        && !json_object_set_new(object, "run", run(d, &r)) && !json_object_set_new(object, "findings", findings(d))
        && expectations_json(d->expectations, object)
        && !json_object_set(object, "prints", d->prints ? d->prints : json_null())
        && !json_object_set_new(object, "perturb", d->perturbed ? json_loads(d->perturbed, 0, NULL) : json_null())
        && !json_object_set_new(object, "timeline", timeline(d));
}

bool document_print(const struct document *d)
{
    json_t *object = json_object();
    bool ok = object && add_all(object, d)
           && json_dumpf(object, said_out(), JSON_INDENT(2) | JSON_REAL_PRECISION(JSON_DIGITS) | JSON_ENSURE_ASCII) == 0;

    json_decref(object);
    json_decref(d->prints);
    if (ok)
        putc('\n', said_out());
    return ok;
}
