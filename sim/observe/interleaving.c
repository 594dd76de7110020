/* Runs the interleavings of several threads, and compares their Dst. */
#include "interleaving.h"

#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/random_bits.h"
#include "model/model.h"

/* ---- Which interleavings ---- */

/* The threads that run, in order. */
struct running {
    unsigned thread[SFP_THREADS], count;
};

static struct running find_running(const struct sfp_threads *threads)
{
    struct running running = {.count = 0};

    for (unsigned t = 0; t < SFP_THREADS; t++) {
        bool runs = false;

        for (size_t i = 0; i < threads->stream_count; i++)
            runs |= threads->streams[i].thread == t;
        if (runs)
            running.thread[running.count++] = t;
    }
    return running;
}

/* The trials, by number: the base, skews, arbiters, random. */
struct plan {
    const struct sfp_interleaving_options *options;
    struct running running;
    size_t skews, arbiters, random;
};

enum { ARBITERS = 2 }; /* low and high; round robin has the skews */

static struct plan make_plan(const struct sfp_interleaving_options *options)
{
    const struct running running = find_running(options->threads);

    return (struct plan){.options = options, .running = running,
                         .skews = (size_t)running.count * options->most,
                         .arbiters = ARBITERS, .random = options->random};
}

static size_t count_trials(const struct plan *plan)
{
    return 1 + plan->skews + plan->arbiters + plan->random;
}

/* Chooses starts, a seed and up to two late words by the number `n` alone, so that a run can be made again. */
static void choose_random(const struct plan *plan, size_t n, struct sfp_interleaving *to)
{
    enum { LATE_CYCLES = 8 };
    const size_t words = plan->options->kernel->program.count;
    uint64_t state = n;

    to->arbiter = SFP_ARBITER_RANDOM;
    to->seed = n;
    for (unsigned i = 0; i < plan->running.count; i++)
        to->start[plan->running.thread[i]] = (uint32_t)(random_draw(&state) % (plan->options->most + 1));
    to->late = (unsigned)(random_draw(&state) % (SFP_MOST_LATE_WORDS + 1));
    for (unsigned i = 0; i < to->late; i++) {
        to->index[i] = (size_t)(random_draw(&state) % words);
        to->cycles[i] = 1 + (uint32_t)(random_draw(&state) % LATE_CYCLES);
    }
    if (to->late == SFP_MOST_LATE_WORDS && to->index[0] == to->index[1])
        to->late = 1;
}

/* Returns interleaving number `i`. The skews come from the shortest on, each thread in turn. */
static struct sfp_interleaving interleaving_of(const struct plan *plan, size_t i)
{
    const struct sfp_threads *threads = plan->options->threads;
    struct sfp_interleaving to = {.arbiter = threads->arbiter, .seed = threads->seed};

    memcpy(to.start, threads->start, sizeof to.start);
    if (i-- == 0)
        return to;
    to.arbiter = SFP_ARBITER_RR;
    to.seed = 0;
    memset(to.start, 0, sizeof to.start);
    if (i < plan->skews)
        to.start[plan->running.thread[i % plan->running.count]] = 1 + (uint32_t)(i / plan->running.count);
    else if (i - plan->skews < plan->arbiters)
        to.arbiter = i == plan->skews ? SFP_ARBITER_LOW : SFP_ARBITER_HIGH;
    else
        choose_random(plan, i - plan->skews - plan->arbiters + 1, &to);
    return to;
}

/* ---- Runs ---- */

/* A run's end. */
struct ending {
    bool ran;
    enum sfp_run_status status;
    uint64_t image; /* checksum of Dst */
    struct sfp_difference difference;
};

/* A worker's machine and gaps. */
struct hand {
    struct sfp_machine *m;
    uint32_t *gaps;
};

struct search {
    struct plan plan;
    struct hand *hands;
    struct ending *endings;
    struct sfp_state *base; /* the base run's end; NULL until it has ended */
};

/* Sets the gaps of the interleaving's late words, or the options' gaps again if `on` is false. */
static void set_late_words(const struct sfp_interleaving_options *options, struct hand *hand,
                           const struct sfp_interleaving *how, bool on)
{
    for (unsigned i = 0; i < how->late; i++)
        hand->gaps[how->index[i]] = options->gaps ? options->gaps[how->index[i]] : 0;
    for (unsigned i = 0; on && i < how->late; i++)
        hand->gaps[how->index[i]] += how->cycles[i];
}

static enum sfp_run_status run_interleaving(const struct sfp_interleaving_options *options, struct hand *hand,
                                            const struct sfp_interleaving *how)
{
    const struct sfp_program *program = &options->kernel->program;
    struct sfp_threads threads = *options->threads;
    const struct sfp_timing_options timing = {
        .run = {.repeat = 1, .ignore_waits = options->ignore_waits}, .threads = &threads, .gaps = hand->gaps,
        .tables = program, .results_only = true};
    struct sfp_timing_result result;

    threads.arbiter = how->arbiter;
    threads.seed = how->seed;
    memcpy(threads.start, how->start, sizeof threads.start);
    if (!sfp_machine_copy(hand->m, options->start))
        return SFP_RUN_NO_MEMORY;
    set_late_words(options, hand, how, true);
    sfp_run_timed(hand->m, program->words, program->count, &timing, &result);
    set_late_words(options, hand, how, false);
    return result.run.status;
}

static uint64_t sum_dst(const struct sfp_state *s)
{
    const unsigned char *bytes = (const unsigned char *)s->dst;
    uint64_t sum = CHECKSUM_START;

    for (size_t i = 0; i < sizeof s->dst; i++)
        sum = checksum_add(sum, bytes[i]);
    return sum;
}

/* Returns the first cell of Dst that differs. */
static struct sfp_difference compare_dst(const struct sfp_state *was, const struct sfp_state *is)
{
    const struct sfp_difference difference = sfp_state_difference(was, is);

    return difference.row >= 0 ? difference : (struct sfp_difference){0};
}

/* Runs trial `i`, a job. */
static void run_trial(void *jobs, size_t i, unsigned worker)
{
    struct search *search = jobs;
    const struct sfp_interleaving_options *options = search->plan.options;
    const struct sfp_interleaving how = interleaving_of(&search->plan, i + 1);
    struct ending *ending = &search->endings[i + 1];
    struct hand *hand = &search->hands[worker];

    if (sfp_progress_ends(options->progress))
        return;
    ending->status = run_interleaving(options, hand, &how);
    ending->ran = true;
    if (ending->status != SFP_RUN_DONE)
        return;
    ending->image = sum_dst(&hand->m->s);
    ending->difference = compare_dst(search->base, &hand->m->s);
}

static enum sfp_run_status run_base(struct search *search)
{
    const struct sfp_interleaving how = interleaving_of(&search->plan, 0);
    struct ending *ending = &search->endings[0];

    ending->status = run_interleaving(search->plan.options, &search->hands[0], &how);
    ending->ran = true;
    *search->base = search->hands[0].m->s;
    ending->image = sum_dst(search->base);
    return ending->status;
}

/* ---- The result ---- */

static int compare_images(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Counts the different images. Returns false without memory. */
static bool count_images(const struct search *search, size_t trials, size_t *count)
{
    uint64_t *images = calloc(trials, sizeof *images);
    size_t ended = 0;

    if (!images)
        return false;
    for (size_t i = 0; i < trials; i++)
        if (search->endings[i].status == SFP_RUN_DONE)
            images[ended++] = search->endings[i].image;
    qsort(images, ended, sizeof *images, compare_images);
    *count = 0;
    for (size_t i = 0; i < ended; i++)
        *count += i == 0 || images[i] != images[i - 1];
    free(images);
    return true;
}

static bool is_change(const struct ending *ending)
{
    return ending->ran && (ending->status != SFP_RUN_DONE || ending->difference.any);
}

/* Fills the result. Returns false without memory. */
static bool gather_changes(const struct search *search, struct sfp_interleaved *result)
{
    const struct plan *plan = &search->plan;
    const size_t trials = count_trials(plan);

    result->skews = plan->skews;
    result->arbiters = plan->arbiters;
    result->random = plan->random;
    result->list = calloc(trials, sizeof *result->list);
    if (!result->list || !count_images(search, trials, &result->images))
        return false;
    for (size_t i = 1; i < trials; i++) {
        const struct ending *ending = &search->endings[i];

        if (!is_change(ending))
            continue;
        result->deadlocks += ending->status == SFP_RUN_DEADLOCK;
        result->list[result->count++] = (struct sfp_interleaved_change){
            .interleaving = interleaving_of(plan, i), .status = ending->status, .difference = ending->difference,
            .image = ending->image};
    }
    return true;
}

/* Makes the workers' machines and gaps. Returns false without memory. */
static bool make_hands(struct search *search)
{
    const struct sfp_interleaving_options *options = search->plan.options;
    const size_t words = options->kernel->program.count;

    for (unsigned i = 0; i < options->workers; i++) {
        struct hand *hand = &search->hands[i];

        hand->m = sfp_machine_new(options->start->s.arch, options->start->semantics);
        hand->gaps = calloc(words ? words : 1, sizeof *hand->gaps);
        if (!hand->m || !hand->gaps)
            return false;
        if (options->gaps)
            memcpy(hand->gaps, options->gaps, words * sizeof *hand->gaps);
    }
    return true;
}

static void free_search(struct search *search)
{
    for (unsigned i = 0; search->hands && i < search->plan.options->workers; i++) {
        sfp_machine_free(search->hands[i].m);
        free(search->hands[i].gaps);
    }
    free(search->hands);
    free(search->endings);
    free(search->base);
}

static void run_trials(struct search *search, size_t count)
{
    const struct sfp_interleaving_options *options = search->plan.options;

    if (options->each) {
        options->each(options->each_context, count, run_trial, search);
        return;
    }
    for (size_t i = 0; i < count; i++)
        run_trial(search, i, 0);
}

enum sfp_run_status sfp_interleave(const struct sfp_interleaving_options *options, struct sfp_interleaved *result)
{
    struct search search = {.plan = make_plan(options)};
    const size_t trials = count_trials(&search.plan);
    enum sfp_run_status status = SFP_RUN_NO_MEMORY;

    *result = (struct sfp_interleaved){0};
    search.hands = calloc(options->workers, sizeof *search.hands);
    search.endings = calloc(trials, sizeof *search.endings);
    search.base = aligned_alloc(_Alignof(struct sfp_state), sizeof *search.base);
    if (search.hands && search.endings && search.base && make_hands(&search))
        status = run_base(&search);
    if (status == SFP_RUN_DONE) {
        run_trials(&search, trials - 1);
        status = sfp_progress_ends(options->progress) ? SFP_RUN_ENDED
                 : gather_changes(&search, result)    ? SFP_RUN_DONE
                                                      : SFP_RUN_NO_MEMORY;
    }
    if (status != SFP_RUN_DONE)
        sfp_interleaved_free(result);
    free_search(&search);
    return status;
}

void sfp_interleaved_free(struct sfp_interleaved *result)
{
    free(result->list);
    *result = (struct sfp_interleaved){0};
}
