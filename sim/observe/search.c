/* Searches for gaps that change a run's end: single gaps, then pairs. */
#include <stdlib.h>
#include <string.h>

#include "perturbation_parts.h"
#include "base/array.h"

/* Maximum distance between the words of a pair. Neither a macro's items nor the front end's queues reach farther. */
enum { NEAR = 64 };

/* Effect of late words on a run. */
enum outcome {
    KEEPS,   /* the end is as in time */
    HIDDEN,  /* every instruction issued when it would have issued in time, so the gap had no effect */
    CHANGES,
};

/* Two late words, tried together. */
struct pair {
    struct sfp_late late;
    enum outcome outcome;
};

struct search {
    const struct sfp_perturb_options *options;
    size_t words;
    struct sfp_trial **trials; /* by worker */
    bool *lost;                /* by worker: memory ran out */
    struct sfp_state *end;     /* final state of the run without gaps */
    uint64_t course;           /* sfp_trial_course() of the run without gaps */
    struct sfp_causes *causes; /* findings of the run without gaps */
    uint64_t *changing;        /* by word: gaps that change the end, bit i for a gap of i + 1 cycles */
    uint64_t *early;           /* by word: advances that change the end, bit i for i + 1 cycles earlier */
    uint64_t *hidden;          /* by word: gaps that are hidden */
    struct pair *pairs;        /* pairs of the gap lengths under trial */
    size_t pair_count;
    struct sfp_perturbed *result;
};

/* ---- Runs ---- */

/* Returns whether the search must end. The results of later trials are then unused. */
static bool is_ended(const struct search *s)
{
    return sfp_progress_ends(s->options->progress);
}

static enum outcome try_late_words(struct search *s, unsigned worker, const struct sfp_late *late)
{
    struct sfp_trial *trial = s->trials[worker];
    enum sfp_run_status status;

    if (is_ended(s))
        return KEEPS;
    status = sfp_trial_run(trial, late, NULL);
    s->lost[worker] |= status == SFP_RUN_NO_MEMORY;
    if (status != SFP_RUN_DONE || sfp_state_difference(s->end, sfp_trial_state(trial)).any)
        return CHANGES;
    return sfp_trial_course(trial) == s->course ? HIDDEN : KEEPS;
}

/* Returns how many cycles earlier the word can come, at most. */
static unsigned most_early(const struct search *s, size_t word)
{
    const uint32_t gap = s->options->gaps ? s->options->gaps[word] : 0;

    return gap < s->options->most ? (unsigned)gap : s->options->most;
}

static void try_early(struct search *s, size_t word, unsigned worker)
{
    for (unsigned by = 1; by <= most_early(s, word); by++)
        if (try_late_words(s, worker, &(struct sfp_late){.count = 1, .index = {word}, .cycles = {by}, .early = true})
            == CHANGES)
            s->early[word] |= UINT64_C(1) << (by - 1);
}

static void try_word(void *search, size_t word, unsigned worker)
{
    struct search *s = search;

    try_early(s, word, worker);
    for (unsigned gap = 1; gap <= s->options->most; gap++) {
        const struct sfp_late late = {.count = 1, .index = {word}, .cycles = {gap}};
        const enum outcome outcome = try_late_words(s, worker, &late);
        const uint64_t bit = UINT64_C(1) << (gap - 1);

        s->changing[word] |= outcome == CHANGES ? bit : 0;
        s->hidden[word] |= outcome == HIDDEN ? bit : 0;
    }
}

static void try_pair(void *search, size_t i, unsigned worker)
{
    struct search *s = search;

    s->pairs[i].outcome = try_late_words(s, worker, &s->pairs[i].late);
}

/* Compares the findings of a run with gaps with those of the run without. Returns false if memory runs out. */
static bool find_cause(const struct search *s, struct sfp_findings_log *log, struct sfp_perturb_cause *cause)
{
    struct sfp_causes *causes = sfp_causes_of(log);

    if (causes)
        *cause = sfp_causes_compare(s->causes, causes);
    sfp_causes_free(causes);
    return causes && !sfp_findings_log_lost(log);
}

static void explain_change(void *search, size_t i, unsigned worker)
{
    struct search *s = search;
    struct sfp_perturbation *perturbation = &s->result->list[i];
    const struct sfp_late late = {
        .count = perturbation->count, .index = {perturbation->index[0], perturbation->index[1]},
        .cycles = {perturbation->cycles[0], perturbation->cycles[1]}, .early = perturbation->early};
    struct sfp_findings_log *log;
    enum sfp_run_status status;

    if (is_ended(s))
        return;
    log = sfp_findings_log_new();
    if (!log) {
        s->lost[worker] = true;
        return;
    }
    status = sfp_trial_run(s->trials[worker], &late, log);
    if (status == SFP_RUN_DONE)
        perturbation->difference = sfp_state_difference(s->end, sfp_trial_state(s->trials[worker]));
    else        perturbation->difference = (struct sfp_difference){
            .any = true, .ends = true, .name = "end", .index = -1, .lane = -1, .row = -1, .column = -1};
    s->lost[worker] |= status == SFP_RUN_NO_MEMORY || !find_cause(s, log, &perturbation->cause);
    sfp_findings_log_free(log);
}

static bool run_each_job(struct search *s, size_t count, sfp_job *job)
{
    const struct sfp_perturb_options *options = s->options;
    bool lost = false;

    if (options->each) {
        options->each(options->each_context, count, job, s);
    } else {
        for (size_t i = 0; i < count; i++)
            job(s, i, 0);
    }
    for (unsigned w = 0; w < options->workers; w++)
        lost |= s->lost[w];
    return !lost;
}

/* ---- Changes found ---- */

/* Returns a new element at the list's end, or NULL if memory runs out. */
static struct sfp_perturbation *append_perturbation(struct sfp_perturbed *result)
{
    struct sfp_perturbation *bigger;

    if ((result->count & (result->count + 1)) == 0) { /* the list is full: capacities are 1, 3, 7, ... */
        bigger = array_resized(result->list, 2 * result->count + 1, sizeof *result->list);
        if (!bigger)
            return NULL;
        result->list = bigger;
    }
    return &result->list[result->count++];
}

static bool add_change(struct search *s, const struct sfp_late *late, uint64_t gaps)
{
    struct sfp_perturbation *perturbation = append_perturbation(s->result);

    if (perturbation)
        *perturbation = (struct sfp_perturbation){.count = late->count, .index = {late->index[0], late->index[1]},
                                                  .cycles = {late->cycles[0], late->cycles[1]}, .gaps = gaps,
                                                  .early = late->early};
    return perturbation != NULL;
}

/* Adds a change for the word's `gaps`, as delays or advances, unless `gaps` is empty. Returns false if memory runs
 * out. */
static bool add_word_changes(struct search *s, size_t word, uint64_t gaps, bool early)
{
    const struct sfp_late late = {.count = 1, .index = {word}, .early = early,
                                  .cycles = {gaps ? (unsigned)__builtin_ctzll(gaps) + 1 : 0}};

    return !gaps || add_change(s, &late, gaps);
}

static bool search_singles(struct search *s)
{
    s->result->singles = s->words * s->options->most;
    if (!run_each_job(s, s->words, try_word))
        return false;
    for (size_t word = 0; word < s->words; word++) {
        s->result->hidden_singles += (unsigned)__builtin_popcountll(s->hidden[word]);
        s->result->earlier += most_early(s, word);
        if (!add_word_changes(s, word, s->changing[word], false) || !add_word_changes(s, word, s->early[word], true))
            return false;
    }
    return true;
}

static bool keeps_end_alone(const struct search *s, size_t word, unsigned cycles)
{
    return !(s->changing[word] >> (cycles - 1) & 1);
}

/* Lists pairs with these gaps, nearest words first, as many as `room` allows. */
static void list_pairs(struct search *s, unsigned first, unsigned second, size_t room)
{
    s->pair_count = 0;
    for (size_t apart = 1; apart < s->words && apart <= NEAR; apart++) {
        for (size_t word = 0; word + apart < s->words && s->pair_count < room; word++)
            if (keeps_end_alone(s, word, first) && keeps_end_alone(s, word + apart, second))
                s->pairs[s->pair_count++] = (struct pair){.late = {2, {word, word + apart}, {first, second}}};
        if (s->pair_count == room)
            return;
    }
}

/* Tries the listed pairs, and adds those that change the end to the result. Returns false if memory runs out. */
static bool try_pairs(struct search *s)
{
    if (!run_each_job(s, s->pair_count, try_pair))
        return false;
    s->result->pairs += s->pair_count;
    for (size_t i = 0; i < s->pair_count; i++) {
        s->result->hidden_pairs += s->pairs[i].outcome == HIDDEN;
        if (s->pairs[i].outcome == CHANGES && !add_change(s, &s->pairs[i].late, 0))
            return false;
    }
    return true;
}

/* Compares by words, then by total cycles, then by the first word's cycles. */
static int compare_pair_words(const void *a, const void *b)
{
    const struct sfp_perturbation *x = a, *y = b;

    for (unsigned i = 0; i < 2; i++)
        if (x->index[i] != y->index[i])
            return x->index[i] < y->index[i] ? -1 : 1;
    if (x->cycles[0] + x->cycles[1] != y->cycles[0] + y->cycles[1])
        return x->cycles[0] + x->cycles[1] < y->cycles[0] + y->cycles[1] ? -1 : 1;
    return (x->cycles[0] > y->cycles[0]) - (x->cycles[0] < y->cycles[0]);
}

/* Keeps only the shortest gaps of each pair of words, from index `from` on. */
static void keep_shortest(struct sfp_perturbed *result, size_t from)
{
    size_t kept = from;

    if (result->count == from)
        return;
    qsort(result->list + from, result->count - from, sizeof *result->list, compare_pair_words);
    for (size_t i = from; i < result->count; i++)
        if (kept == from
            || memcmp(result->list[kept - 1].index, result->list[i].index, sizeof result->list[i].index) != 0)
            result->list[kept++] = result->list[i];
    result->count = kept;
}

static bool search_pairs(struct search *s)
{
    const unsigned most = s->options->most;
    const size_t from = s->result->count;
    size_t left = s->options->pairs;

    for (unsigned sum = 2; sum <= 2 * most && !is_ended(s); sum++) {
        for (unsigned first = sum > most ? sum - most : 1; first <= most && first < sum; first++) {
            list_pairs(s, first, sum - first, left);
            if (!try_pairs(s))
                return false;
            left -= s->pair_count;
        }
    }
    keep_shortest(s->result, from);
    return true;
}

/* ---- The search ---- */

/* Runs without gaps, and keeps the end, the course and the findings. */
static enum sfp_run_status run_plainly(struct search *s)
{
    struct sfp_findings_log *log = sfp_findings_log_new();
    enum sfp_run_status status = SFP_RUN_NO_MEMORY;

    if (log)
        status = sfp_trial_run(s->trials[0], &(struct sfp_late){0}, log);
    *s->end = *sfp_trial_state(s->trials[0]);
    s->course = sfp_trial_course(s->trials[0]);
    s->causes = log ? sfp_causes_of(log) : NULL;
    if (!s->causes || sfp_findings_log_lost(log))
        status = SFP_RUN_NO_MEMORY;
    sfp_findings_log_free(log);
    return status;
}

static bool prepare_search(struct search *s)
{
    const struct sfp_perturb_options *options = s->options;
    const size_t places = s->words * NEAR;

    s->trials = calloc(options->workers, sizeof *s->trials);
    s->lost = calloc(options->workers, sizeof *s->lost);
    s->end = aligned_alloc(_Alignof(struct sfp_state), sizeof *s->end);
    s->changing = calloc(s->words + 1, sizeof *s->changing);
    s->early = calloc(s->words + 1, sizeof *s->early);
    s->hidden = calloc(s->words + 1, sizeof *s->hidden);
    s->pairs = calloc((options->pairs < places ? options->pairs : places) + 1, sizeof *s->pairs);
    if (!s->trials || !s->lost || !s->end || !s->changing || !s->early || !s->hidden || !s->pairs)
        return false;
    for (unsigned w = 0; w < options->workers; w++)
        if (!(s->trials[w] = sfp_trial_new(options)))
            return false;
    return true;
}

static void search_free(struct search *s)
{
    for (unsigned w = 0; s->trials && w < s->options->workers; w++)
        sfp_trial_free(s->trials[w]);
    free(s->trials);
    free(s->lost);
    free(s->end);
    free(s->changing);
    free(s->early);
    free(s->hidden);
    free(s->pairs);
    sfp_causes_free(s->causes);
}

enum sfp_run_status sfp_perturb(const struct sfp_perturb_options *options, struct sfp_perturbed *result)
{
    struct search s = {.options = options, .words = options->kernel->program.count, .result = result};
    enum sfp_run_status status = SFP_RUN_NO_MEMORY;

    *result = (struct sfp_perturbed){0};
    if (prepare_search(&s))
        status = run_plainly(&s);
    if (status == SFP_RUN_DONE
        && (!search_singles(&s) || !search_pairs(&s) || !run_each_job(&s, result->count, explain_change)))
        status = SFP_RUN_NO_MEMORY;
    if (status == SFP_RUN_DONE && is_ended(&s))
        status = SFP_RUN_ENDED;
    search_free(&s);
    if (status != SFP_RUN_DONE)
        sfp_perturbed_free(result);
    return status;
}

void sfp_perturbed_free(struct sfp_perturbed *result)
{
    free(result->list);
    *result = (struct sfp_perturbed){0};
}
