/* The views that options ask for, attached to a run. */
#include "outputs.h"

#include <stdlib.h>
#include <string.h>

#include "util/fileio.h"
#include "views/stats.h"
#include "views/trace.h"

enum { TRACES = SFP_TRACE_PERFETTO + 1 };

/* A trace and the file it goes to. */
struct traced {
    struct sfp_trace *trace;
    struct sfp_writer writer;
    bool open;
};

struct sfp_outputs {
    const struct sfp_output_options *options;
    struct traced traces[TRACES];
    struct sfp_writer stats_writer;
    bool stats_open;
    struct sfp_timeline *timeline;
    struct sfp_stats *stats;
    struct sfp_observer *observers;
};

/* The file that options name for each trace format. */
static const char *trace_path(const struct sfp_output_options *o, enum sfp_trace_format format)
{
    const char *const paths[TRACES] = {[SFP_TRACE_EVENTS] = o->trace, [SFP_TRACE_COMMITS] = o->commit_log,
                                       [SFP_TRACE_KANATA] = o->kanata, [SFP_TRACE_PERFETTO] = o->perfetto};

    return paths[format];
}

static bool wants_stats(const struct sfp_output_options *o)
{
    return o->stats || o->json;
}

bool sfp_outputs_wanted(const struct sfp_output_options *o)
{
    return o->trace || o->commit_log || o->kanata || o->perfetto || o->timeline || wants_stats(o);
}

static void observe(struct sfp_outputs *outputs, struct sfp_observer *observer)
{
    observer->next = outputs->observers;
    outputs->observers = observer;
}

static bool out_of_memory(char **error)
{
    *error = strdup("not enough memory");
    return false;
}

static bool open_trace(struct sfp_outputs *outputs, enum sfp_trace_format format, const struct sfp_kernel *kernel,
                       enum sfp_severity at_least, char **error)
{
    struct traced *t = &outputs->traces[format];
    const char *path = trace_path(outputs->options, format);

    if (!path)
        return true;
    if (!sfp_writer_open(&t->writer, path, outputs->options->files, error))
        return false;
    t->open = true;
    t->trace = sfp_trace_new(format, kernel, at_least, t->writer.stream);
    if (!t->trace)
        return out_of_memory(error);
    observe(outputs, sfp_trace_observer(t->trace));
    return true;
}

static bool open_views(struct sfp_outputs *outputs, const struct sfp_kernel *kernel, enum sfp_severity at_least,
                       char **error)
{
    const struct sfp_output_options *o = outputs->options;

    if (o->timeline) {
        outputs->timeline = sfp_timeline_new(o->form, kernel, at_least);
        if (!outputs->timeline)
            return out_of_memory(error);
        observe(outputs, sfp_timeline_observer(outputs->timeline));
    }
    if (!wants_stats(o))
        return true;
    outputs->stats = sfp_stats_new(kernel);
    if (!outputs->stats)
        return out_of_memory(error);
    observe(outputs, sfp_stats_observer(outputs->stats));
    outputs->stats_open = o->stats_file && sfp_writer_open(&outputs->stats_writer, o->stats_file, o->files, error);
    return outputs->stats_open || !o->stats_file;
}

struct sfp_outputs *sfp_outputs_open(const struct sfp_output_options *options, const struct sfp_kernel *kernel,
                                     enum sfp_severity at_least, char **error)
{
    struct sfp_outputs *outputs = calloc(1, sizeof *outputs);
    bool ok;

    *error = NULL;
    if (!outputs) {
        out_of_memory(error);
        return NULL;
    }
    outputs->options = options;
    ok = open_views(outputs, kernel, at_least, error);
    for (unsigned f = 0; ok && f < TRACES; f++)
        ok = open_trace(outputs, (enum sfp_trace_format)f, kernel, at_least, error);
    if (ok)
        return outputs;
    sfp_outputs_free(outputs);
    return NULL;
}

struct sfp_observer *sfp_outputs_observers(struct sfp_outputs *outputs)
{
    return outputs->observers;
}

static bool write_stats(struct sfp_outputs *outputs, char **error)
{
    FILE *stream = outputs->stats_open ? outputs->stats_writer.stream : stdout;
    size_t size;
    char *json;

    if (!sfp_stats_finish(outputs->stats))
        return out_of_memory(error);
    if (!outputs->options->json) {
        sfp_stats_print(outputs->stats, stream);
    } else {
        json = sfp_stats_json(outputs->stats, &size);
        if (!json)
            return out_of_memory(error);
        fwrite(json, 1, size, stream);
        free(json);
    }
    return !outputs->stats_open || sfp_writer_finish(&outputs->stats_writer, error);
}

bool sfp_outputs_finish(struct sfp_outputs *outputs, uint64_t cycles, char **error)
{
    *error = NULL;
    if (outputs->timeline && !sfp_timeline_print(outputs->timeline, cycles, stdout)) {
        *error = strdup("no room for the timeline");
        return false;
    }
    if (outputs->stats && !write_stats(outputs, error))
        return false;
    for (unsigned f = 0; f < TRACES; f++) {
        struct traced *t = &outputs->traces[f];

        if (!t->open)
            continue;
        sfp_trace_finish(t->trace);
        t->trace = NULL;
        if (!sfp_writer_finish(&t->writer, error))
            return false;
    }
    return true;
}

bool sfp_outputs_commit(struct sfp_outputs *outputs, char **error)
{
    if (outputs->stats_open && !sfp_writer_commit(&outputs->stats_writer, error))
        return false;
    for (unsigned f = 0; f < TRACES; f++)
        if (outputs->traces[f].open && !sfp_writer_commit(&outputs->traces[f].writer, error))
            return false;
    return true;
}

void sfp_outputs_free(struct sfp_outputs *outputs)
{
    if (!outputs)
        return;
    for (unsigned f = 0; f < TRACES; f++) {
        if (outputs->traces[f].trace)
            sfp_trace_finish(outputs->traces[f].trace);
        if (outputs->traces[f].open)
            sfp_writer_abort(&outputs->traces[f].writer);
    }
    if (outputs->stats_open)
        sfp_writer_abort(&outputs->stats_writer);
    sfp_timeline_free(outputs->timeline);
    sfp_stats_free(outputs->stats);
    free(outputs);
}
