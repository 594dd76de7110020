/* Reports of a run, through the caller's function. */
#include "lib.h"

#include <stdio_ext.h>
#include <stdlib.h>

#include "views/stats/stats.h"
#include "views/summary.h"
#include "views/timeline/timeline.h"
#include "views/trace/trace.h"

/* Traces and timelines of the public header are in the order of the headers of sim/views. */
_Static_assert(SFPU_PERFETTO - SFPU_TRACE == (int)SFP_TRACE_PERFETTO
                   && SFPU_TIMELINE_SCHEDULE - SFPU_TIMELINE == (int)SFP_TIMELINE_SCHEDULE,
               "views");

/* What one run gathers. */
struct view {
    sfpu_write *write; /* of a trace */
    void *context;
    FILE *stream;
    struct sfp_trace *trace;
    struct sfp_timeline *timeline;
    struct sfp_stats *stats;
    struct view *next;
    int kind;
};

/* ---- Streams ---- */

/* A stream's way to the caller's function. */
struct channel {
    sfpu_write *write;
    void *context;
    unsigned float_modes; /* the caller's */
    bool given_up;
};

static ssize_t channel_write(void *cookie, const char *bytes, size_t size)
{
    struct channel *c = cookie;
    unsigned modes;

    if (c->given_up)
        return 0;
    modes = lib_float_modes();
    sfp_host_float_leave(c->float_modes);
    c->given_up = c->write(c->context, bytes, size) != 0;
    sfp_host_float_leave(modes);
    return c->given_up ? 0 : (ssize_t)size;
}

static int channel_close(void *cookie)
{
    free(cookie);
    return 0;
}

FILE *lib_stream(sfpu_write *write, void *context)
{
    static const cookie_io_functions_t functions = {.write = channel_write, .close = channel_close};
    struct channel *c = malloc(sizeof *c);
    FILE *stream;

    if (!c)
        return NULL;
    *c = (struct channel){.write = write, .context = context, .float_modes = lib_float_modes()};
    stream = fopencookie(c, "w", functions);
    if (stream)
        __fsetlocking(stream, FSETLOCKING_BYCALLER); /* of one thread, and often written a character at a time */
    else
        free(c);
    return stream;
}

/* ---- Wanting ---- */

static bool is_trace(int view)
{
    return view >= SFPU_TRACE;
}

static void free_view(struct view *v)
{
    if (v->trace)
        sfp_trace_finish(v->trace);
    if (v->stream)
        fclose(v->stream);
    sfp_timeline_free(v->timeline);
    sfp_stats_free(v->stats);
    free(v);
}

void lib_views_free(sfpu_machine *m)
{
    while (m->views) {
        struct view *v = m->views;

        m->views = v->next;
        free_view(v);
    }
    for (unsigned v = 0; v < VIEWS; v++)
        m->wanted[v] = false;
    m->views_over = false;
}

void lib_views_forget(sfpu_machine *m)
{
    if (m->views_over)
        lib_views_free(m);
}

int sfpu_want(sfpu_machine *m, int view, sfpu_write *write, void *context)
{
    struct view *v;

    if (!m || view < 0 || view >= VIEWS || is_trace(view) != (write != NULL))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no such view, or one that is not written so");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (m->stepping)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "a run is under way");
    v = calloc(1, sizeof *v);
    if (!v)
        return lib_no_memory(m);
    v->kind = view;
    v->write = write;
    v->context = context;
    lib_views_forget(m);
    v->next = m->views;
    m->views = v;
    m->wanted[view] = true;
    return SFPU_OK;
}

/* ---- At a run's ends ---- */

/* Makes what gathers a view. False without memory. */
static bool begin_view(sfpu_machine *m, struct view *v, struct sfp_observer **observer)
{
    const struct sfp_kernel *kernel = &m->kernel;
    const enum sfp_severity least = m->policy.least;

    *observer = NULL;
    if (is_trace(v->kind)) {
        v->stream = lib_stream(v->write, v->context);
        v->trace = v->stream ? sfp_trace_new((enum sfp_trace_format)(v->kind - SFPU_TRACE), kernel, least, v->stream)
                             : NULL;
        *observer = v->trace ? sfp_trace_observer(v->trace) : NULL;
    } else if (v->kind >= SFPU_TIMELINE && v->kind <= SFPU_TIMELINE_SCHEDULE) {
        v->timeline = sfp_timeline_new((enum sfp_timeline_form)(v->kind - SFPU_TIMELINE), kernel, least);
        *observer = v->timeline ? sfp_timeline_observer(v->timeline) : NULL;
    } else if (v->kind == SFPU_STATS || v->kind == SFPU_STATS_JSON) {
        v->stats = sfp_stats_new(kernel);
        *observer = v->stats ? sfp_stats_observer(v->stats) : NULL;
        if (v->stats)
            sfp_stats_set_vectors(v->stats, m->running.vectors);
    } else {
        return true;
    }
    return *observer != NULL;
}

struct sfp_observer *lib_views_begin(sfpu_machine *m, struct sfp_observer *others, bool *ok)
{
    struct sfp_observer *observers = others, *observer;

    lib_views_forget(m);
    *ok = true;
    for (struct view *v = m->views; v; v = v->next) {
        if (!begin_view(m, v, &observer)) {
            *ok = false;
            return NULL;
        }
        if (!observer)
            continue;
        observer->next = observers;
        observers = observer;
    }
    return observers;
}

int lib_views_end(sfpu_machine *m)
{
    int code = SFPU_OK;

    m->views_over = true;
    for (struct view *v = m->views; v; v = v->next) {
        if (v->trace)
            sfp_trace_finish(v->trace);
        if (v->stream)
            fclose(v->stream);
        v->trace = NULL;
        v->stream = NULL;
        if (v->stats && !sfp_stats_finish(v->stats))
            code = lib_no_memory(m);
    }
    return code;
}

/* ---- Reports ---- */

/* The view of the last run that gathered this, or NULL. */
static const struct view *gathered(const sfpu_machine *m, int view)
{
    for (const struct view *v = m->views; v; v = v->next)
        if (v->kind == view || (v->stats && (view == SFPU_STATS || view == SFPU_STATS_JSON)))
            return v;
    return NULL;
}

const struct sfp_stats_totals *lib_totals(const sfpu_machine *m)
{
    const struct view *v = m->views_over ? gathered(m, SFPU_STATS) : NULL;

    return v && v->stats ? sfp_stats_totals(v->stats) : NULL;
}

static bool write_json(const sfpu_machine *m, const struct sfp_stats *stats, FILE *stream)
{
    size_t size;
    char *json = sfp_stats_json(stats, m->proof, &size);

    if (json)
        fwrite(json, 1, size, stream);
    free(json);
    return json != NULL;
}

/* False if memory was lacking. */
static bool write_view(sfpu_machine *m, const struct view *v, int view, FILE *stream)
{
    switch (view) {
    case SFPU_STATS:
        return sfp_stats_print(v->stats, stream);
    case SFPU_STATS_JSON:
        return write_json(m, v->stats, stream);
    case SFPU_SUMMARY:
        sfp_summary_print(stream, &m->kernel, m->passes, &m->result, m->timed ? &m->timing : NULL, m->before, &m->m->s);
        if (m->proof)
            sfp_proof_print(m->proof, stream);
        return true;
    default:
        return sfp_timeline_print(v->timeline, m->timing.cycles, stream);
    }
}

int sfpu_report(sfpu_machine *m, int view, sfpu_write *write, void *context)
{
    const struct view *v;
    FILE *stream;
    bool ok;

    if (!m || !write || view < 0 || is_trace(view))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no such report");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    v = m->views_over ? gathered(m, view) : NULL;
    if (!v)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the last run did not gather this");
    stream = lib_stream(write, context);
    ok = stream && write_view(m, v, view, stream);
    if (stream)
        fclose(stream);
    return ok ? SFPU_OK : lib_no_memory(m);
}
