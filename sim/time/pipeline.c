/* Runs programs in time: makes the engine, runs the passes one after the other, and stops on the way. cycle.c runs
 * the cycles. */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "hazards.h"
#include "tape.h"
#include "base/index_set.h"

void sfp_engine_begin_pass(struct sfp_engine *e)
{
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        if (e->issuer[t].runs)
            sfp_frontend_rewind(e->issuer[t].f);
        e->issuer[t].ended = !e->issuer[t].runs;
    }
    e->ended = false;
    if (sfp_observed(e))
        sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_PASS}, NULL);
}

/* Runs one pass, until the program's last instruction has issued; results may land later. Returns false if the run
 * fails. */
static bool run_timed_pass(struct sfp_engine *e)
{
    sfp_engine_begin_pass(e);
    for (;;) {
        if (!sfp_engine_ahead(e))
            return false;
        if (e->ended)
            return true;
        if (!sfp_engine_advance(e))
            return false;
    }
}

/* Returns the cycles by which the thread's first word comes late. */
static uint32_t start_of_thread(const struct sfp_engine *e)
{
    return e->threads ? e->threads->start[e->own->thread] : 0;
}

/* Makes the front end of the thread e->own. Returns false without memory. */
static bool begin_issuer(struct sfp_engine *e, struct sfp_frontend *f)
{
    struct sfp_issuer *own = e->own;

    own->f = f;
    own->runs = true;
    own->since_zeroacc = SFP_ZEROACC_DISTANCE;
    sfp_seam_begin(&own->seam);
    if (!f)
        return false;
    sfp_frontend_in_time(f, e->options->gaps, e->options->later_gaps);
    sfp_frontend_delay(f, e->options->late);
    if (!own->feed)
        sfp_frontend_start_late(f, start_of_thread(e));
    return true;
}

static bool has_words(const struct sfp_threads *threads, enum sfp_thread_id thread)
{
    for (size_t i = 0; i < threads->stream_count; i++)
        if (threads->streams[i].thread == thread && threads->streams[i].end > threads->streams[i].first)
            return true;
    return threads->feeds[thread];
}

/* Makes the front ends of several threads, or of one. Returns false without memory. */
static bool begin_issuers(struct sfp_engine *e, const uint32_t *words, size_t count)
{
    const struct sfp_threads *threads = e->threads;
    bool made = true;

    for (unsigned t = 0; threads && t < SFP_THREADS; t++) {
        const enum sfp_thread_id thread = (enum sfp_thread_id)t;

        if (!has_words(threads, thread))
            continue;
        e->own = &e->issuer[t];
        e->own->feed = threads->feeds[t];
        e->result->thread[t].ran = true;
        made &= begin_issuer(e, e->own->feed ? sfp_frontend_new_fed(e->m, e->own->feed, thread)
                                             : sfp_frontend_new_thread(e->m, words, threads->streams,
                                                                       threads->stream_count, thread));
    }
    if (threads)
        return made;
    e->own->feed = e->options->run.feed;
    return begin_issuer(e, e->own->feed ? sfp_frontend_new_fed(e->m, e->own->feed, e->own->thread)
                                        : sfp_frontend_new(e->m, words, count));
}

static void free_issuers(struct sfp_engine *e)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        sfp_frontend_free(e->issuer[t].f);
}

/* Clears a new engine, and takes its links. */
static void clear_engine(struct sfp_engine *e, struct sfp_machine *m, const struct sfp_timing_options *options,
                         struct sfp_timing_result *result)
{
    memset(e, 0, offsetof(struct sfp_engine, slots));
    for (unsigned slot = 0; slot < SFP_SLOT_PLACES; slot++)
        sfp_open_slot(e, (enum sfp_slot)slot);
    for (unsigned t = 0; t < SFP_THREADS; t++)
        e->issuer[t].thread = (enum sfp_thread_id)t;
    e->own = &e->issuer[m->thread];
    e->m = m;
    e->options = options;
    e->threads = options->threads;
    m->config_version++; /* Config may have changed since a parked thread was in place */
    sfp_arbiter_begin(&e->arbiter);
    sfp_set_observers(e, options->observers);
    e->result = result;
    e->written = options->written ? options->written : e->own_written;
}

struct sfp_engine *sfp_engine_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                  const struct sfp_timing_options *options, struct sfp_timing_result *result)
{
    struct sfp_engine *e = aligned_alloc(_Alignof(struct sfp_engine), sizeof *e);

    memset(result, 0, sizeof *result);
    if (e)
        clear_engine(e, m, options, result);
    if (!e || !begin_issuers(e, words, count)) {
        result->run.status = SFP_RUN_NO_MEMORY;
        if (e)
            free_issuers(e);
        free(e);
        return NULL;
    }
    e->words = options->run.feed ? options->run.feed->words : words;
    sfp_datacopy_begin(m);
    e->reporter = m->reporter;
    sfp_ways_begin(e);
    sfp_uninit_begin(e);
    e->looks = !options->results_only && (m->reporter.report || options->observers);
    if (m->reporter.report || e->looks)
        m->reporter = (struct sfp_reporter){.report = sfp_hazard_of_state, .context = e};
    return e;
}

void sfp_refuse_sums(const struct sfp_machine *m, struct sfp_run_result *result)
{
    if (result->status != SFP_RUN_DONE || !m->s.sum.word)
        return;
    result->status = SFP_RUN_REFUSED;
    result->index = m->s.sum.index;
    result->word = m->s.sum.word;
}

void sfp_engine_count(const struct sfp_engine *e)
{
    enum { COURSE_FACTOR = 31 }; /* any odd number: the threads' courses are told apart */

    sfp_refuse_sums(e->m, &e->result->run);
    e->result->cycles = e->after_effect;
    e->result->held = e->result->course = 0;
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        if (!e->issuer[t].runs)
            continue;
        e->result->held += sfp_frontend_held(e->issuer[t].f);
        e->result->course = e->result->course * COURSE_FACTOR + sfp_frontend_course(e->issuer[t].f);
    }
}

void sfp_engine_free(struct sfp_engine *e)
{
    e->m->reporter = e->reporter;
    sfp_bring_selected(e);
    free_issuers(e);
    free(e);
}

void sfp_run_timed(struct sfp_machine *m, const uint32_t *words, size_t count,
                   const struct sfp_timing_options *options, struct sfp_timing_result *result)
{
    struct sfp_engine *e = sfp_engine_new(m, words, count, options, result);
    unsigned modes;

    if (!e)
        return;
    modes = sfp_host_float_enter();
    sfp_run_passes(e, options->run.repeat, run_timed_pass);
    if (result->run.status == SFP_RUN_DONE) {
        while (sfp_engine_drain(e))
            continue;
        if (e->looks)
            sfp_hazards_end(e);
    }
    sfp_host_float_leave(modes);
    sfp_engine_count(e);
    sfp_engine_free(e);
}

/* ---- Runs that stop on their way ---- */

struct sfp_stepping {
    struct sfp_engine *engine;
    struct sfp_timing_options options;
    bool fetched; /* the front end has had its turn in this cycle */
    unsigned long passes; /* still to come */
    bool first;           /* the run is in its first pass */
    unsigned reasons;
    uint64_t unbroken[SFP_THREADS]; /* by thread: id of its first instruction that an at_issue breakpoint has not
                                     * stopped yet */
    unsigned at;          /* index, among the instructions next to issue, of the one before which the run stopped */
};

struct sfp_stepping *sfp_stepping_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                      const struct sfp_timing_options *options, struct sfp_timing_result *result)
{
    struct sfp_stepping *s = malloc(sizeof *s);

    if (!s) {
        *result = (struct sfp_timing_result){.run.status = SFP_RUN_NO_MEMORY};
        return NULL;
    }
    *s = (struct sfp_stepping){.options = *options, .passes = options->run.repeat - 1, .first = true};
    s->engine = sfp_engine_new(m, words, count, &s->options, result);
    if (!s->engine) {
        free(s);
        return NULL;
    }
    sfp_engine_begin_pass(s->engine);
    return s;
}

void sfp_stepping_free(struct sfp_stepping *s)
{
    if (s)
        sfp_engine_free(s->engine);
    free(s);
}

void sfp_stepping_archive(struct sfp_stepping *s, struct archiving *a)
{
    archive_bytes(a, &s->fetched, sizeof s->fetched);
    archive_bytes(a, &s->passes, sizeof s->passes);
    archive_bytes(a, &s->first, sizeof s->first);
    archive_bytes(a, &s->reasons, sizeof s->reasons);
    archive_bytes(a, s->unbroken, sizeof s->unbroken);
    archive_bytes(a, &s->at, sizeof s->at);
    sfp_engine_archive(s->engine, a);
    if (a->loads && !s->first)
        sfp_engine_end_first_pass(s->engine);
}

/* The state at the start of a call of sfp_stepping_run(), and the breakpoints to look for. */
struct since {
    uint64_t cycle, issued;
    uint64_t head[SFP_THREADS]; /* by thread: id of the instruction that was its head then, or SFP_NO_ID */
    struct index_set breakpoints;
};

/* Returns whether `next` is at a breakpoint that has not stopped it yet. If breakpoints do not wait for issue, the
 * head at the start of the call does not count. */
static bool is_next_at_breakpoint(const struct sfp_stepping *s, const struct sfp_stop *stop, const struct since *since,
                                  const struct sfp_next *next)
{
    const struct sfp_issuer *issuer = &s->engine->issuer[next->thread];

    if (!index_set_has(&since->breakpoints, next->op->index))
        return false;
    if (stop->at_issue)
        return next->id >= s->unbroken[next->thread] && next->issues;
    return issuer->has_head && next->id == issuer->head_id && next->id != since->head[next->thread];
}

/* Returns the reasons to stop before an instruction that is next to issue, as a set. */
static unsigned next_waits(struct sfp_stepping *s, const struct sfp_stop *stop, const struct since *since)
{
    struct sfp_next next[SFP_MOST_NEXT];
    const unsigned count = sfp_engine_next(s->engine, next);
    unsigned reasons = 0;

    s->at = 0;
    if (count && stop->instructions && s->engine->result->run.executed - since->issued >= stop->instructions)
        reasons |= SFP_STOP_INSTRUCTIONS;
    for (unsigned i = 0; i < count; i++) {
        if (!is_next_at_breakpoint(s, stop, since, &next[i]))
            continue;
        s->at = i;
        return reasons | SFP_STOP_BREAKPOINT;
    }
    return reasons;
}

/* Begins the next pass, in the cycle in which the pass before is found to be over. */
static void begin_pass(struct sfp_stepping *s)
{
    s->passes--;
    if (s->first)
        sfp_engine_end_first_pass(s->engine);
    s->first = s->fetched = false;
    sfp_engine_begin_pass(s->engine);
}

/* Gives the front end its turn in this cycle, unless it has had it. Returns false if the run fails. */
static bool fetch_for_stepping(struct sfp_stepping *s)
{
    for (;;) {
        if (!s->fetched && !s->engine->ended)
            s->fetched = sfp_engine_ahead(s->engine);
        if (!s->engine->ended || !s->passes)
            return s->fetched || s->engine->ended;
        begin_pass(s);
    }
}

static bool is_engine_over(const struct sfp_engine *e)
{
    return e->ended && !sfp_engine_under_way(e);
}

/* Runs one cycle, unless the run stops before it or is over. Returns whether the run goes on; *found says why not. */
static bool step_one_cycle(struct sfp_stepping *s, const struct sfp_stop *stop, const struct since *since,
                           enum sfp_stepping_end *found)
{
    struct sfp_engine *e = s->engine;

    *found = SFP_STEPPING_FAILED;
    if (!fetch_for_stepping(s))
        return false;
    s->reasons = next_waits(s, stop, since);
    if (stop->also)
        s->reasons |= stop->also(stop->context);
    if (stop->cycles && e->cycle - since->cycle >= stop->cycles && !is_engine_over(e))
        s->reasons |= SFP_STOP_CYCLES;
    *found = SFP_STEPPING_STOPPED;
    if (s->reasons)
        return false;
    *found = SFP_STEPPING_ENDED;
    if (e->ended)
        return sfp_engine_drain(e);
    *found = SFP_STEPPING_FAILED;
    s->fetched = false;
    return sfp_engine_advance(e);
}

/* Notes that a breakpoint has stopped the instruction before which the run stands. */
static void note_broken(struct sfp_stepping *s)
{
    struct sfp_next next[SFP_MOST_NEXT];

    if (s->at < sfp_engine_next(s->engine, next))
        s->unbroken[next[s->at].thread] = next[s->at].id + 1;
}

/* Finds the threads' state where the machine has it now: between two runs, another thread may have been selected. */
static void find_threads(const struct sfp_engine *e)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (e->issuer[t].runs)
            sfp_frontend_find_thread(e->issuer[t].f, (enum sfp_thread_id)t);
}

static void note_start(const struct sfp_engine *e, const struct sfp_stop *stop, struct since *since)
{
    since->cycle = e->cycle;
    since->issued = e->result->run.executed;
    for (unsigned t = 0; t < SFP_THREADS; t++)
        since->head[t] = e->issuer[t].has_head ? e->issuer[t].head_id : SFP_NO_ID;
    index_set_begin(&since->breakpoints, stop->breakpoints, stop->breakpoint_count);
}

enum sfp_stepping_end sfp_stepping_run(struct sfp_stepping *s, const struct sfp_stop *stop)
{
    struct sfp_engine *e = s->engine;
    struct since since;
    const unsigned modes = sfp_host_float_enter();
    enum sfp_stepping_end found;

    e->stops = stop->cycles || stop->instructions || stop->breakpoint_count || stop->also;
    note_start(e, stop, &since);
    find_threads(e);
    while (step_one_cycle(s, stop, &since, &found))
        continue;
    if (found == SFP_STEPPING_ENDED && e->looks)
        sfp_hazards_end(e);
    sfp_host_float_leave(modes);
    sfp_bring_selected(e);
    sfp_engine_count(e);
    if (found == SFP_STEPPING_STOPPED)
        e->result->cycles = e->cycle;
    if (found == SFP_STEPPING_STOPPED && stop->at_issue && s->reasons & SFP_STOP_BREAKPOINT)
        note_broken(s);
    return found;
}

void sfp_stepping_stop(struct sfp_stepping *s, unsigned reasons)
{
    s->reasons = reasons;
}

size_t sfp_stepping_next(const struct sfp_stepping *s)
{
    struct sfp_next next[SFP_MOST_NEXT];

    return s->at < sfp_engine_next(s->engine, next) ? next[s->at].op->index : SFP_NO_INDEX;
}

size_t sfp_stepping_next_of(const struct sfp_stepping *s, enum sfp_thread_id thread)
{
    struct sfp_next next[SFP_MOST_NEXT];
    const unsigned count = sfp_engine_next(s->engine, next);

    for (unsigned i = 0; i < count; i++)
        if (next[i].thread == thread)
            return next[i].op->index;
    return SFP_NO_INDEX;
}

struct sfp_fetch_origin sfp_stepping_origin(const struct sfp_stepping *s)
{
    const struct sfp_engine *e = s->engine;
    struct sfp_fetch_origin origin = {.position = SFP_NO_INDEX};

    if (e->input.live && s->at == 0)
        return e->input.origin;
    if (e->own->has_head)
        sfp_frontend_origin(e->own->f, &origin);
    return origin;
}

unsigned sfp_stepping_reasons(const struct sfp_stepping *s)
{
    return s->reasons;
}

uint64_t sfp_stepping_issued(const struct sfp_stepping *s)
{
    return sfp_frontend_issued(s->engine->own->f, s->engine->input.live);
}
