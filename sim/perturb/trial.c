/* Runs with gaps. */
#include "trial.h"

#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline.h"

struct sfp_trial {
    const struct sfp_perturb_options *options;
    struct sfp_machine *m;
    uint32_t *gaps;
};

struct sfp_trial *sfp_trial_new(const struct sfp_perturb_options *options)
{
    const size_t words = options->kernel->program.count;
    struct sfp_trial *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->options = options;
    t->m = sfp_machine_new(options->start->s.arch, options->start->semantics);
    t->gaps = calloc(words ? words : 1, sizeof *t->gaps);
    if (!t->m || !t->gaps) {
        sfp_trial_free(t);
        return NULL;
    }
    if (options->gaps)
        memcpy(t->gaps, options->gaps, words * sizeof *t->gaps);
    return t;
}

void sfp_trial_free(struct sfp_trial *t)
{
    if (!t)
        return;
    sfp_machine_free(t->m);
    free(t->gaps);
    free(t);
}

/* Makes the words later, or, with `later` false, as they were. */
static void delay(struct sfp_trial *t, const struct sfp_late *late, bool later)
{
    for (unsigned i = 0; i < late->count; i++)
        t->gaps[late->index[i]] += later ? late->cycles[i] : -late->cycles[i];
}

enum sfp_run_status sfp_trial_run(struct sfp_trial *t, const struct sfp_late *late, struct sfp_findings_log *log)
{
    const struct sfp_perturb_options *o = t->options;
    const struct sfp_timing_options timing = {
        .run = {.repeat = o->passes, .ignore_waits = o->ignore_waits}, .gaps = t->gaps, .results_only = !log};
    struct sfp_timing_result result;

    t->m->s = o->start->s;
    t->m->reporter = log ? sfp_findings_log_reporter(log) : (struct sfp_reporter){0};
    delay(t, late, true);
    sfp_run_timed(t->m, o->kernel->program.words, o->kernel->program.count, &timing, &result);
    delay(t, late, false);
    t->m->reporter = (struct sfp_reporter){0};
    return result.run.status;
}

const struct sfp_state *sfp_trial_state(const struct sfp_trial *t)
{
    return &t->m->s;
}
