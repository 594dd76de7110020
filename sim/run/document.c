/* The document that --json prints. */
#include "session_parts.h"

#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "compiled_options.h"
#include "base/json_writer.h"

enum { VERSION = 1, PLACE = 4096 };

/* Returns the machine's report as text, which the caller frees, or NULL without memory. */
static char *make_report_text(sfpu_machine *m, int view)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    bool ok;

    if (!stream)
        return NULL;
    ok = sfpu_report(m, view, voice_write, stream) == SFPU_OK;
    if (fclose(stream) == 0 && ok)
        return text;
    free(text);
    return NULL;
}

/* ---- Statistics ---- */

/* Writes the members of a timed run's statistics document, except its schema and version. */
static void put_statistics(struct sfp_json *j, sfpu_machine *m)
{
    char *text = make_report_text(m, SFPU_STATS_JSON);
    json_t *stats = text ? json_loads(text, 0, NULL) : NULL, *value;
    const char *name;

    json_object_foreach (stats, name, value)
        if (strcmp(name, "schema") != 0 && strcmp(name, "version") != 0)
            json_tree(j, name, value);
    json_tree(j, "stalls", json_object_get(json_object_get(stats, "slots"), "lost"));
    free(text);
    json_decref(stats);
}

/* Writes the statistics of a run without time. */
static void put_untimed_counts(struct sfp_json *j, const struct document *d, const struct sfpu_result *r)
{
    json_text(j, "kernel", d->kernel);
    json_text(j, "arch", sfpu_arch_name(sfpu_machine_arch(d->m)));
    json_text_or_null(j, "selected", sfpu_selected(d->m, 0, SIZE_MAX));
    json_count(j, "passes", d->passes);
    json_nothing(j, "cycles");
    json_begin(j, "instructions");
    json_count(j, "issued", r->instructions);
    json_count(j, "vector", r->vector);
    json_end(j);
}

/* ---- The run ---- */

static void put_document_place(struct sfp_json *j, sfpu_machine *m, size_t index)
{
    char text[PLACE];

    json_text_or_null(j, "place", sfpu_place(m, index, text, sizeof text) == SFPU_OK ? text : NULL);
}

static void put_stopped(struct sfp_json *j, const struct document *d)
{
    if (!d->early) {
        json_nothing(j, "stopped");
        return;
    }
    json_begin(j, "stopped");
    json_count(j, "instructions", d->early->instructions);
    json_count(j, "index", d->early->next);
    put_document_place(j, d->m, d->early->next);
    json_end(j);
}

static void put_document_run(struct sfp_json *j, const struct document *d, const struct sfpu_result *r)
{
    json_begin(j, "run");
    json_count(j, "words", sfpu_word_count(d->m));
    json_bool(j, "timed", d->timed);
    json_count(j, "reused_passes", r->reused);
    json_text(j, "simd", sfpu_simd_level(d->m));
    put_stopped(j, d);
    json_signed(j, "status", d->status);
    json_end(j);
}

/* ---- Threads ---- */

static bool has_document_threads(sfpu_machine *m)
{
    return sfpu_thread_kernel(m, SFPU_THREAD_UNPACK) || sfpu_thread_kernel(m, SFPU_THREAD_PACK);
}

static void put_thread(struct sfp_json *j, const struct document *d, int thread)
{
    struct sfpu_thread_result r = {.size = sizeof r};
    const char *cause;
    uint64_t lost;

    sfpu_get_thread_result(d->m, thread, &r);
    json_begin(j, NULL);
    json_text(j, "name", sfpu_thread_name(thread));
    json_text(j, "file", sfpu_thread_kernel(d->m, thread));
    json_count(j, "instructions", r.instructions);
    json_count(j, "vector", r.vector);
    if (d->timed)
        json_count(j, "cycles", r.cycles);
    else
        json_nothing(j, "cycles");
    json_begin(j, "stalls");
    for (size_t i = 0; (cause = sfpu_thread_stall(d->m, thread, i, &lost)); i++)
        if (d->timed && lost)
            json_count(j, cause, lost);
    json_end(j);
    json_end(j);
}

/* Writes what each thread did; an empty list if only math has words. */
static void put_threads(struct sfp_json *j, const struct document *d)
{
    json_list(j, "threads");
    for (int thread = 0; has_document_threads(d->m) && thread < SFPU_THREADS; thread++)
        if (sfpu_thread_kernel(d->m, thread))
            put_thread(j, d, thread);
    json_list_end(j);
}

/* ---- Findings ---- */

static void put_document_finding(struct sfp_json *j, sfpu_machine *m, const struct sfpu_finding *f)
{
    json_begin(j, NULL);
    json_text(j, "name", f->name);
    json_text(j, "severity", severity_class(f->severity));
    json_text(j, "text", f->text);
    json_count(j, "index", f->index);
    put_document_place(j, m, f->index);
    if (has_document_threads(m))
        json_text(j, "thread", sfpu_thread_name(f->thread));
    inlined_json(j, m, f->index);
    json_text(j, "by", f->scheduled ? "macro" : "issue");
    json_count(j, "times", f->times);
    json_count(j, "cycle", f->cycle);
    json_bool(j, "fatal", f->fatal);
    json_bool(j, "possible", f->possible);
    json_end(j);
}

static void put_document_findings(struct sfp_json *j, const struct document *d)
{
    struct sfpu_finding f = {.size = sizeof f};

    if (d->quiet) {
        json_nothing(j, "findings");
        return;
    }
    json_list(j, "findings");
    for (size_t i = 0; sfpu_get_finding(d->m, i, &f) == SFPU_OK; i++)
        put_document_finding(j, d->m, &f);
    json_list_end(j);
}

/* ---- Races ---- */

static void put_race_place(struct sfp_json *j, sfpu_machine *m, const struct sfpu_race *race, unsigned place)
{
    json_begin(j, NULL);
    json_text(j, "thread", sfpu_thread_name(race->thread[place]));
    json_count(j, "index", race->index[place]);
    put_document_place(j, m, race->index[place]);
    json_text(j, "access", race->write[place] ? "write" : "read");
    json_text(j, "by", race->scheduled[place] ? "macro" : "issue");
    json_end(j);
}

static void put_race(struct sfp_json *j, sfpu_machine *m, const struct sfpu_race *race)
{
    json_begin(j, NULL);
    json_text(j, "item", race->item);
    json_count_if(j, race->row >= 0, "row", (uint64_t)race->row);
    json_list(j, "places");
    put_race_place(j, m, race, 0);
    put_race_place(j, m, race, 1);
    json_list_end(j);
    json_count(j, "count", race->count);
    json_end(j);
}

/* Writes the races of a run of threads; null if the run did not look for races. */
static void put_races(struct sfp_json *j, const struct document *d)
{
    struct sfpu_race race = {.size = sizeof race};
    struct sfpu_result result = {.size = sizeof result};

    if (!has_document_threads(d->m))
        return;
    sfpu_get_result(d->m, &result);
    if (!result.seeks_races) {
        json_nothing(j, "races");
        return;
    }
    json_list(j, "races");
    for (size_t i = 0; sfpu_get_race(d->m, i, &race) == SFPU_OK; i++)
        put_race(j, d->m, &race);
    json_list_end(j);
}

/* ---- The document ---- */

static void put_prints(struct sfp_json *j, const struct document *d)
{
    if (d->prints)
        json_splice(j, "prints", d->prints);
    else
        json_nothing(j, "prints");
}

static void put_perturbed(struct sfp_json *j, const struct document *d)
{
    json_t *perturbed = d->perturbed ? json_loads(d->perturbed, 0, NULL) : json_null();

    json_tree(j, "perturb", perturbed);
    json_decref(perturbed);
}

static void put_timeline(struct sfp_json *j, const struct document *d)
{
    char *text = d->timeline < 0 ? NULL : make_report_text(d->m, d->timeline);

    j->failed |= d->timeline >= 0 && !text;
    json_text_or_null(j, "timeline", text);
    free(text);
}

bool document_print(const struct document *d)
{
    struct sfp_json json = {.ascii = true};
    struct sfpu_result r = {.size = sizeof r};

    sfpu_get_result(d->m, &r);
    json_begin(&json, NULL);
    json_text(&json, "schema", "sfpsim-run");
    json_count(&json, "version", VERSION);
    if (d->timed)
        put_statistics(&json, d->m);
    else
        put_untimed_counts(&json, d, &r);
    compiled_json(&json, d->m);
    harness_json(&json, d->harness, d->m, d->passes);
    pusher_json(&json, d->m);
    put_document_run(&json, d, &r);
    put_threads(&json, d);
    deadlock_json(&json, d->m, d->deadlock);
    put_document_findings(&json, d);
    put_races(&json, d);
    expectations_json(&json, d->expectations);
    put_prints(&json, d);
    put_perturbed(&json, d);
    put_timeline(&json, d);
    json_end(&json);
    return json_print(&json, voice_out());
}
