/* Views and reports of a run, written through the caller's function. */
#include "lib.h"

#include <stdlib.h>

#include "observe/contract.h"
#include "views/page.h"
#include "views/stats.h"
#include "views/summary.h"
#include "views/timeline.h"
#include "views/trace.h"

/* A view's data, gathered during a run. */
struct view {
    const struct view_class *class;
    sfpu_write *write; /* receiver of a trace */
    void *context;
    FILE *stream;
    struct sfp_trace *trace;
    struct sfp_timeline *timeline;
    struct sfp_stats *stats;
    struct sfp_page *page;
    struct sfp_contract *contract;
    struct view *next;
};

/* A view's operations; a row of views.def selects them. */
struct view_class {
    /* Makes the gatherer and returns its observer, or NULL without memory. No function: the view needs no data. */
    struct sfp_observer *(*begin)(sfpu_machine *m, struct view *v);
    /* Writes the view after the run. Returns false without memory. NULL: the view is written during the run. */
    bool (*report)(sfpu_machine *m, const struct view *v, FILE *stream);
    const struct sfp_timeline_class *timeline;
    const struct sfp_trace_class *trace;
};

/* ---- The classes of views ---- */

static struct sfp_observer *begin_trace(sfpu_machine *m, struct view *v)
{
    v->stream = lib_stream(m, v->write, v->context);
    v->trace = v->stream ? sfp_trace_new(v->class->trace, &m->kernel, m->policy.least, v->stream) : NULL;
    return v->trace ? sfp_trace_observer(v->trace) : NULL;
}

static struct sfp_observer *begin_timeline(sfpu_machine *m, struct view *v)
{
    v->timeline = sfp_timeline_new(v->class->timeline, &m->kernel, m->policy.least);
    return v->timeline ? sfp_timeline_observer(v->timeline) : NULL;
}

static struct sfp_observer *begin_stats(sfpu_machine *m, struct view *v)
{
    v->stats = sfp_stats_new(&m->kernel);
    if (!v->stats)
        return NULL;
    sfp_stats_set_vectors(v->stats, m->running.vectors);
    return sfp_stats_observer(v->stats);
}

/* A page includes the statistics. */
static struct sfp_observer *begin_page(sfpu_machine *m, struct view *v)
{
    struct sfp_observer *observer = begin_stats(m, v);

    v->page = sfp_page_new(&m->kernel, m->policy.least);
    if (!observer || !v->page)
        return NULL;
    observer->next = NULL;
    sfp_page_observer(v->page)->next = observer;
    return sfp_page_observer(v->page);
}

static struct sfp_observer *begin_contract(sfpu_machine *m, struct view *v)
{
    v->contract = sfp_contract_new(&m->kernel, m->m);
    return v->contract ? sfp_contract_observer(v->contract) : NULL;
}

static bool report_contract(sfpu_machine *m, const struct view *v, FILE *stream)
{
    (void)m;
    return sfp_contract_print(v->contract, stream);
}

static bool report_timeline(sfpu_machine *m, const struct view *v, FILE *stream)
{
    return sfp_timeline_print(v->timeline, m->timing.cycles, stream);
}

static bool report_stats(sfpu_machine *m, const struct view *v, FILE *stream)
{
    (void)m;
    return sfp_stats_print(v->stats, stream);
}

static bool report_json(sfpu_machine *m, const struct view *v, FILE *stream)
{
    size_t size;
    char *json = sfp_stats_json(v->stats, m->proof, &size);

    if (json)
        fwrite(json, 1, size, stream);
    free(json);
    return json != NULL;
}

static struct sfp_page_run make_page_run(const sfpu_machine *m, const struct view *v)
{
    return (struct sfp_page_run){.passes = m->passes, .cycles = m->timing.cycles,
                                 .log = m->begun.quiet ? NULL : m->log, .policy = &m->policy, .stats = v->stats};
}

static bool report_page(sfpu_machine *m, const struct view *v, FILE *stream)
{
    const struct sfp_page_run run = make_page_run(m, v);

    return sfp_page_print(v->page, &run, stream);
}

static bool report_data(sfpu_machine *m, const struct view *v, FILE *stream)
{
    const struct sfp_page_run run = make_page_run(m, v);

    return sfp_page_data(v->page, &run, stream);
}

static bool report_summary(sfpu_machine *m, const struct view *v, FILE *stream)
{
    (void)v;
    sfp_summary_print(stream, &m->kernel, m->passes, &m->result, m->timed ? &m->timing : NULL, m->before, &m->m->s);
    if (m->proof)
        sfp_proof_print(m->proof, stream);
    return true;
}

static const struct view_class classes[VIEWS] = {
#define VIEW_SUMMARY(enumerator, ...) [SFPU_##enumerator] = {.report = report_summary},
#define VIEW_TIMELINE(enumerator, member, ...) \
    [SFPU_##enumerator] = {begin_timeline, report_timeline, .timeline = &sfp_timeline_##member},
#define VIEW_STATS(enumerator, ...) [SFPU_##enumerator] = {begin_stats, report_stats},
#define VIEW_JSON(enumerator, ...) [SFPU_##enumerator] = {begin_stats, report_json},
#define VIEW_PAGE(enumerator, ...) [SFPU_##enumerator] = {begin_page, report_page},
#define VIEW_DATA(enumerator, ...) [SFPU_##enumerator] = {begin_page, report_data},
#define VIEW_CONTRACT(enumerator, ...) [SFPU_##enumerator] = {begin_contract, report_contract},
#define VIEW_TRACE(enumerator, member, ...) [SFPU_##enumerator] = {begin_trace, .trace = &sfp_trace_##member},
#include "views.def"
};

/* Returns NULL for an unknown view. The compiler reports an enumerator of the public header without a row. */
static const struct view_class *find_view_class(int view)
{
    switch ((enum sfpu_view)view) {
#define VIEW(enumerator, ...) case SFPU_##enumerator:
#include "views.def"
        return &classes[view];
    }
    return NULL;
}

static bool is_trace(const struct view_class *class)
{
    return class->trace != NULL;
}

/* ---- Wanting ---- */

static void free_view(struct view *v)
{
    if (v->trace)
        sfp_trace_finish(v->trace);
    if (v->stream)
        fclose(v->stream);
    sfp_timeline_free(v->timeline);
    sfp_stats_free(v->stats);
    sfp_page_free(v->page);
    sfp_contract_free(v->contract);
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
    const struct view_class *class = find_view_class(view);
    struct view *v;

    if (!m || !class || is_trace(class) != (write != NULL))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "unknown view, or a view that is written in another way");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (m->stepping)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "a run is under way");
    v = calloc(1, sizeof *v);
    if (!v)
        return lib_no_memory(m);
    v->class = class;
    v->write = write;
    v->context = context;
    lib_views_forget(m);
    v->next = m->views;
    m->views = v;
    m->wanted[view] = true;
    return SFPU_OK;
}

bool lib_views_gather(const sfpu_machine *m)
{
    for (const struct view *v = m->views; v && !m->views_over; v = v->next)
        if (v->class->begin)
            return true;
    return false;
}

/* ---- At a run's ends ---- */

/* Returns the last observer of the chain; a view may have several. */
static struct sfp_observer *chain_last(struct sfp_observer *observer)
{
    while (observer->next)
        observer = observer->next;
    return observer;
}

struct sfp_observer *lib_views_begin(sfpu_machine *m, struct sfp_observer *others, bool *ok)
{
    struct sfp_observer *observers = others, *observer;

    lib_views_forget(m);
    *ok = true;
    for (struct view *v = m->views; v; v = v->next) {
        if (!v->class->begin)
            continue;
        observer = v->class->begin(m, v);
        if (!observer) {
            *ok = false;
            return NULL;
        }
        chain_last(observer)->next = observers;
        observers = observer;
    }
    return observers;
}

int lib_views_end(sfpu_machine *m)
{
    int code = SFPU_OK;

    for (struct view *v = m->views; v; v = v->next)
        if (v->stats && !sfp_stats_finish(v->stats))
            code = lib_no_memory(m);
    m->views_over = true;
    for (struct view *v = m->views; v; v = v->next) { /* calls the caller's functions; reports are available by then */
        if (v->trace)
            sfp_trace_finish(v->trace);
        v->trace = NULL;
        if (v->stream)
            fclose(v->stream);
        v->stream = NULL;
    }
    return code;
}

/* ---- Reports ---- */

/* Returns the last run's view that gathered the data of `class`, possibly for another view; or NULL. */
static const struct view *find_gathered_view(const sfpu_machine *m, const struct view_class *class)
{
    if (!m->views_over)
        return NULL;
    for (const struct view *v = m->views; v; v = v->next)
        if (v->class == class || (v->stats && class->begin == begin_stats) || (v->page && class->begin == begin_page))
            return v;
    return NULL;
}

const struct sfp_stats_totals *lib_totals(const sfpu_machine *m)
{
    const struct view *v = find_gathered_view(m, &classes[SFPU_STATS]);

    return v && v->stats ? sfp_stats_totals(v->stats) : NULL;
}

/* Returns whether a finished run exists for the summary. */
static bool has_finished_run(const sfpu_machine *m)
{
    return m->over && m->before;
}

int sfpu_report(sfpu_machine *m, int view, sfpu_write *write, void *context)
{
    const struct view_class *class = find_view_class(view);
    const struct view *v;
    FILE *stream;
    bool ok;

    if (!m || !write || !class || is_trace(class))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no such report");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    v = find_gathered_view(m, class);
    if (class->begin ? !v : !has_finished_run(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the last run did not gather this");
    stream = lib_stream(m, write, context);
    ok = stream && class->report(m, v, stream);
    if (stream)
        fclose(stream);
    return ok ? SFPU_OK : lib_no_memory(m);
}

int sfpu_write_page(const char *json, size_t size, sfpu_write *write, void *context)
{
    FILE *stream;

    if (!json || !write)
        return SFPU_BAD_ARGUMENT;
    stream = lib_stream(NULL, write, context);
    if (!stream)
        return SFPU_NO_MEMORY;
    sfp_page_frame(stream, json, size);
    fclose(stream);
    return SFPU_OK;
}
