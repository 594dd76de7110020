/* The views that options ask for, and the files that they go to. */
#include "outputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "util/fileio.h"

enum { TRACES = SFPU_PERFETTO - SFPU_TRACE + 1 };

/* The file of a trace. */
struct traced {
    struct sfp_writer writer;
    bool open;
};

struct sfp_outputs {
    const struct sfp_output_options *options;
    struct traced traces[TRACES];
    struct sfp_writer stats_writer;
    bool stats, stats_open; /* gathered; and with a file */
};

/* The file that options name for each trace, in the order of enum sfpu_view. */
static const char *trace_path(const struct sfp_output_options *o, unsigned trace)
{
    const char *const paths[TRACES] = {o->trace, o->commit_log, o->kanata, o->perfetto};

    return paths[trace];
}

bool sfp_outputs_need_time(const struct sfp_output_options *o)
{
    return o->trace || o->commit_log || o->kanata || o->perfetto || o->timeline || o->stats || o->gathers_stats;
}

/* False with the machine's message. */
static bool fails(const sfpu_machine *m, char **error)
{
    *error = strdup(sfpu_error(m));
    return false;
}

static bool open_trace(struct sfp_outputs *outputs, unsigned trace, sfpu_machine *m, char **error)
{
    struct traced *t = &outputs->traces[trace];
    const char *path = trace_path(outputs->options, trace);

    if (!path)
        return true;
    t->open = sfp_writer_open(&t->writer, path, outputs->options->files, error);
    if (!t->open)
        return false;
    return sfpu_want(m, SFPU_TRACE + (int)trace, said_write, t->writer.stream) == SFPU_OK || fails(m, error);
}

static bool open_views(struct sfp_outputs *outputs, sfpu_machine *m, char **error)
{
    const struct sfp_output_options *o = outputs->options;

    if ((o->timeline && sfpu_want(m, o->form, NULL, NULL) != SFPU_OK) ||
        (outputs->stats && sfpu_want(m, SFPU_STATS, NULL, NULL) != SFPU_OK))
        return fails(m, error);
    if (!o->stats || !o->stats_file)
        return true;
    outputs->stats_open = sfp_writer_open(&outputs->stats_writer, o->stats_file, o->files, error);
    return outputs->stats_open;
}

struct sfp_outputs *sfp_outputs_open(const struct sfp_output_options *options, bool timed, sfpu_machine *m,
                                     char **error)
{
    struct sfp_outputs *outputs = calloc(1, sizeof *outputs);
    bool ok;

    *error = NULL;
    if (!outputs)
        return NULL;
    outputs->options = options;
    outputs->stats = timed && (options->stats || options->json || options->gathers_stats);
    ok = open_views(outputs, m, error);
    for (unsigned trace = 0; ok && trace < TRACES; trace++)
        ok = open_trace(outputs, trace, m, error);
    if (ok)
        return outputs;
    sfp_outputs_free(outputs);
    return NULL;
}

static bool write_stats(struct sfp_outputs *outputs, sfpu_machine *m, char **error)
{
    FILE *stream = outputs->stats_open ? outputs->stats_writer.stream : said_out();
    const int view = outputs->options->json ? SFPU_STATS_JSON : SFPU_STATS;

    if (sfpu_report(m, view, said_write, stream) != SFPU_OK)
        return fails(m, error);
    return !outputs->stats_open || sfp_writer_finish(&outputs->stats_writer, error);
}

bool sfp_outputs_finish(struct sfp_outputs *outputs, sfpu_machine *m, char **error)
{
    const struct sfp_output_options *o = outputs->options;

    *error = NULL;
    if (o->timeline && !o->json && sfpu_report(m, o->form, said_write, said_out()) != SFPU_OK) {
        *error = strdup("no memory or no room for the timeline");
        return false;
    }
    if (o->stats && (!o->json || outputs->stats_open) && !write_stats(outputs, m, error))
        return false;
    for (unsigned trace = 0; trace < TRACES; trace++)
        if (outputs->traces[trace].open && !sfp_writer_finish(&outputs->traces[trace].writer, error))
            return false;
    return true;
}

bool sfp_outputs_commit(struct sfp_outputs *outputs, char **error)
{
    if (outputs->stats_open && !sfp_writer_commit(&outputs->stats_writer, error))
        return false;
    for (unsigned trace = 0; trace < TRACES; trace++)
        if (outputs->traces[trace].open && !sfp_writer_commit(&outputs->traces[trace].writer, error))
            return false;
    return true;
}

void sfp_outputs_free(struct sfp_outputs *outputs)
{
    if (!outputs)
        return;
    for (unsigned trace = 0; trace < TRACES; trace++)
        if (outputs->traces[trace].open)
            sfp_writer_abort(&outputs->traces[trace].writer);
    if (outputs->stats_open)
        sfp_writer_abort(&outputs->stats_writer);
    free(outputs);
}
