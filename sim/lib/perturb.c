/* Trial gaps before a run. */
#include "observe/interleaving.h"

#include "lib.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)SFPU_MOST_GAP == (int)SFP_MOST_GAP, "gaps that are tried");
_Static_assert(SFPU_MOST_WORKERS == 256, "the number in a text of find_perturb_objection()");

static int code_of(sfpu_machine *m, enum sfp_run_status status)
{
    switch (status) {
    case SFP_RUN_DONE:
        return SFPU_OK;
    case SFP_RUN_REFUSED:
        return lib_fail(m, SFPU_REFUSED, "%s", sfpu_code_text(SFPU_REFUSED));
    case SFP_RUN_DEADLOCK:
        return lib_fail(m, SFPU_DEADLOCK, "%s", sfpu_code_text(SFPU_DEADLOCK));
    case SFP_RUN_ENDED:
        return lib_fail(m, SFPU_INTERRUPTED, "%s", sfpu_code_text(SFPU_INTERRUPTED));
    case SFP_RUN_NO_MEMORY:
        break;
    }
    return lib_no_memory(m);
}

static int print_perturbed(sfpu_machine *m, const struct sfp_perturbed *result,
                           const struct sfp_perturb_options *options, bool json, sfpu_write *write, void *context)
{
    FILE *stream = lib_stream(m, write, context);
    bool printed;

    if (!stream)
        return lib_no_memory(m);
    if (json)
        printed = sfp_perturbed_print_json(result, options, stream);
    else
        printed = sfp_perturbed_print(result, options, m->policy.most, stream);
    fclose(stream);
    if (!printed)
        return lib_no_memory(m);
    return result->count ? SFPU_DIFFERENT : SFPU_OK;
}

/* Returns why the trial is impossible, or NULL. */
static const char *find_perturb_objection(const sfpu_machine *m, const struct sfpu_perturbing *what)
{
    if (what->most < 1 || what->most > SFPU_MOST_GAP)
        return "gaps must be 1 to 64 cycles";
    if (what->each && !what->workers)
        return "no workers";
    if (what->each && what->workers > SFPU_MOST_WORKERS)
        return "at most 256 workers";
    if (m->running.untimed)
        return "gaps need a timed run";
    return m->stepping ? "a run is under way" : NULL;
}

/* ---- Compiled kernels: the words that the core pushes, as a program with gaps ---- */

struct pushed {
    struct sfp_kernel kernel;
    uint32_t *gaps;
};

static void pushed_free(struct pushed *p)
{
    sfp_program_free(&p->kernel.program);
    free(p->gaps);
}

/* Computes by how many cycles each word left the core later than in the cycle after its predecessor. */
static void find_gaps(const struct sfp_tile *tile, uint32_t *gaps)
{
    for (size_t i = 1; i < tile->logged; i++) {
        const uint64_t apart = tile->log[i].at - tile->log[i - 1].at;

        gaps[i] = apart > 1 ? (uint32_t)(apart - 1) : 0;
    }
}

/* Configures MOP as the core does. Returns false if the core stores one configuration word twice with different
 * values, so that the time of the store matters. */
static bool configure_start_mop(const struct sfp_tile *tile, struct sfp_state *s)
{
    uint32_t set = 0;

    for (const struct tile_mop_store *store = tile->mop_stores; store < tile->mop_stores + tile->mop_stored; store++) {
        if (set >> store->cfg & 1 && s->expanders.mop_cfg[store->cfg] != store->value)
            return false;
        set |= UINT32_C(1) << store->cfg;
        s->expanders.mop_cfg[store->cfg] = store->value;
    }
    return true;
}

/* Runs the core once on a copy of the machine's state. Returns a code; *tile has the logged words. */
static int push_words(sfpu_machine *m, unsigned long passes, const struct sfp_tile **tile)
{
    struct sfp_machine *own = sfp_machine_new(m->arch, m->m->semantics);
    struct sfp_tile *t = NULL;
    struct sfp_timing_result result;

    if (own && sfp_machine_copy(own, m->m))
        t = compiled_begin(m->compiled, own, &(struct compiled_seat){.thread = SFP_THREAD_MATH},
                           m->kernel.program.words, passes, true);
    if (!t) {
        sfp_machine_free(own);
        return lib_no_memory(m);
    }
    t->partner = !m->running.no_partners;
    t->logs = true;
    t->log_most = LIB_CLOSE_WORDS;
    sfp_run_timed(own, m->kernel.program.words, m->kernel.program.count,
                  &(struct sfp_timing_options){.run = {.repeat = 1, .ignore_waits = m->running.ignore_waits,
                                                       .progress = &m->progress, .feed = &t->feed},
                                               .results_only = true}, &result);
    t->devices.m = m->m; /* the tile belongs to the kernel until its next run */
    sfp_machine_free(own);
    *tile = t;
    return code_of(m, result.run.status);
}

/* Makes a program of the words that the core pushes, with its gaps, and configures `start`'s MOP as the core does.
 * Returns a code. */
static int take_pushed(sfpu_machine *m, unsigned long passes, struct sfp_machine *start, struct pushed *p)
{
    const struct sfp_tile *tile = NULL;
    const int code = push_words(m, passes, &tile);

    if (code != SFPU_OK)
        return code;
    p->gaps = calloc(tile->logged + 1, sizeof *p->gaps);
    if (!p->gaps || tile->log_lost || !tile_log_program(tile, &m->kernel, &p->kernel.program))
        return lib_no_memory(m);
    p->kernel.path = m->kernel.path;
    p->kernel.has_source = true;
    find_gaps(tile, p->gaps);
    if (!configure_start_mop(tile, &start->s))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the core configures MOP again between words, and gaps would change when "
                        "that takes effect");
    return SFPU_OK;
}

/* ---- The trials ---- */

static int try_gaps(sfpu_machine *m, const struct sfp_perturb_options *options, const struct sfpu_perturbing *what,
                    sfpu_write *write, void *context)
{
    struct sfp_perturbed result;
    int code;

    lib_tell_begin(m); /* `each` is a callback */
    code = code_of(m, sfp_perturb(options, &result));
    lib_tell_end(m);
    if (code != SFPU_OK)
        return code;
    code = print_perturbed(m, &result, options, what->json, write, context);
    sfp_perturbed_free(&result);
    return code;
}

/* Returns the machine with which each trial begins, or NULL without memory. *data says how its Dst was filled. */
static struct sfp_machine *start_of(const sfpu_machine *m, bool draws, enum sfp_perturb_data *data)
{
    struct sfp_machine *start = sfp_machine_new(m->arch, m->m->semantics);

    if (!start || !sfp_machine_copy(start, m->m)) {
        sfp_machine_free(start);
        return NULL;
    }
    *data = !sfp_dst_is_zero(&start->s) ? SFP_DATA_GIVEN : draws ? SFP_DATA_DRAWN : SFP_DATA_ZEROS;
    if (*data == SFP_DATA_DRAWN)
        sfp_draw_dst(&start->s);
    return start;
}

/* ---- Several threads ---- */

/* Counts the kinds of state with a race. */
static void count_race(void *count, enum sfp_finding finding, const struct sfp_op *op,
                       const struct sfp_finding_detail *detail)
{
    (void)op;
    (void)detail;
    *(size_t *)count += finding == SFP_FIND_THREAD_RACE;
}

/* Looks for races in one run from the state `start`. Returns the code of the run; *races receives the number of kinds
 * of state with a race. */
static int find_races(sfpu_machine *m, const struct sfp_machine *start, const struct sfp_threads *threads,
                      size_t *races)
{
    const struct sfp_program *program = &m->kernel.program;
    const struct sfp_reporter counter = {.report = count_race, .context = races};
    struct sfp_machine *own = sfp_machine_new(m->arch, m->m->semantics);
    struct sfp_races *detector = NULL;
    struct sfp_timing_result result = {.run.status = SFP_RUN_NO_MEMORY};

    *races = 0;
    if (own && sfp_machine_copy(own, start))
        detector = sfp_races_new(own);
    if (detector) {
        own->dst_written = sfp_races_hear_dst;
        own->dst_listener = detector;
        sfp_run_timed(own, program->words, program->count,
                      &(struct sfp_timing_options){
                          .run = {.repeat = 1, .ignore_waits = m->running.ignore_waits, .progress = &m->progress},
                          .threads = threads, .gaps = lib_gaps(m), .observers = sfp_races_observer(detector)}, &result);
        sfp_races_finish(detector, &counter, result.run.status == SFP_RUN_DONE);
    }
    sfp_races_free(detector);
    sfp_machine_free(own);
    return code_of(m, result.run.status);
}

static int print_interleaved(sfpu_machine *m, const struct sfp_interleaved *result,
                             const struct sfp_interleaving_options *options, bool json, sfpu_write *write,
                             void *context)
{
    FILE *stream = lib_stream(m, write, context);
    bool printed;

    if (!stream)
        return lib_no_memory(m);
    if (json)
        printed = sfp_interleaved_print_json(result, options, stream);
    else
        printed = sfp_interleaved_print(result, options, m->policy.most, stream);
    fclose(stream);
    if (!printed)
        return lib_no_memory(m);
    return result->count ? SFPU_DIFFERENT : SFPU_OK;
}

/* Looks for races in the first runs that change Dst, until one has some. Returns a code. */
static int find_races_of_changes(sfpu_machine *m, struct sfp_interleaving_options *options,
                                 const struct sfp_interleaved *result)
{
    enum { MOST_RUNS = 16 };
    unsigned runs = 0;
    int code = SFPU_OK;

    for (size_t i = 0; code == SFPU_OK && !options->races && i < result->count && runs < MOST_RUNS; i++) {
        const struct sfp_interleaving *how = &result->list[i].interleaving;
        struct sfp_threads threads = *options->threads;

        if (how->late || result->list[i].status != SFP_RUN_DONE)
            continue;
        threads.arbiter = how->arbiter;
        threads.seed = how->seed;
        memcpy(threads.start, how->start, sizeof threads.start);
        code = find_races(m, options->start, &threads, &options->races);
        runs++;
    }
    return code;
}

/* Tries interleavings of the program's threads. */
static int try_interleavings(sfpu_machine *m, const struct sfpu_perturbing *what, sfpu_write *write, void *context)
{
    struct sfp_interleaving_options options = {
        .kernel = &m->kernel, .gaps = lib_gaps(m), .ignore_waits = m->running.ignore_waits, .most = what->most,
        .random = what->pairs, .workers = what->each ? what->workers : 1, .progress = &m->progress, .each = what->each,
        .each_context = what->each_context};
    struct sfp_interleaved result;
    struct sfp_machine *start;
    int code = lib_begin_threads(m, &options.threads);

    if (code != SFPU_OK)
        return code;
    start = start_of(m, what->draw, &options.data);
    if (!start)
        return lib_no_memory(m);
    options.start = start;
    code = find_races(m, start, options.threads, &options.races);
    if (code == SFPU_OK) {
        lib_tell_begin(m); /* `each` is a callback */
        code = code_of(m, sfp_interleave(&options, &result));
        lib_tell_end(m);
    }
    if (code == SFPU_OK) {
        code = find_races_of_changes(m, &options, &result);
        if (code == SFPU_OK)
            code = print_interleaved(m, &result, &options, what->json, write, context);
        sfp_interleaved_free(&result);
    }
    sfp_machine_free(start);
    return code;
}

/* ---- Late words ---- */

static int try_late_words(sfpu_machine *m, unsigned long passes, const struct sfpu_perturbing *what, sfpu_write *write,
                          void *context)
{
    struct pushed pushed = {0};
    struct sfp_perturb_options options;
    enum sfp_perturb_data data;
    struct sfp_machine *start = start_of(m, what->draw, &data);
    int code = SFPU_OK;

    if (!start)
        return lib_no_memory(m);
    options = (struct sfp_perturb_options){
        .start = start, .data = data, .kernel = &m->kernel, .progress = &m->progress, .gaps = lib_gaps(m),
        .passes = passes, .ignore_waits = m->running.ignore_waits, .most = what->most, .pairs = what->pairs,
        .workers = what->each ? what->workers : 1, .each = what->each, .each_context = what->each_context};
    if (m->compiled) {
        code = take_pushed(m, passes, start, &pushed);
        options.kernel = &pushed.kernel;
        options.gaps = pushed.gaps;
        options.passes = 1; /* the core has run all passes */
        options.ignore_waits = true; /* the awaited events are not among the words */
    }
    if (code == SFPU_OK)
        code = try_gaps(m, &options, what, write, context);
    pushed_free(&pushed);
    sfp_machine_free(start);
    return code;
}

int sfpu_perturb(sfpu_machine *m, unsigned long passes, const struct sfpu_perturbing *perturbing, sfpu_write *write,
                 void *context)
{
    struct sfpu_perturbing what = {0};
    const char *why;
    int code;

    if (!m || !passes || !perturbing || !write)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the number of passes is 0, or an argument is NULL");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!lib_take(&what, sizeof what, perturbing))
        return lib_given(m, false);
    if (!m->has_program)
        return lib_fail(m, SFPU_NO_PROGRAM, "%s", sfpu_code_text(SFPU_NO_PROGRAM));
    why = find_perturb_objection(m, &what);
    if (why)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%s", why);
    if ((code = lib_pace(m)) != SFPU_OK)
        return code;
    atomic_store(&m->progress.ends, false);
    if (!lib_has_threads(m))
        return try_late_words(m, passes, &what, write, context);
    if (lib_has_cores(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "interleavings are of words: a compiled kernel's core pushes its own");
    if (passes != 1)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "interleavings of several threads are tried in one pass, not %lu",
                        passes);
    return try_interleavings(m, &what, write, context);
}
