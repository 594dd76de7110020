/* Runs with gaps. */
#include "trial.h"

#include <stdlib.h>

#include "pipeline/pipeline.h"

struct sfp_trial {
    const struct sfp_perturb_options *options;
    struct sfp_machine *m;
    uint32_t *late;
    uint64_t course;
};

struct sfp_trial *sfp_trial_new(const struct sfp_perturb_options *options)
{
    const size_t words = options->kernel->program.count;
    struct sfp_trial *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->options = options;
    t->m = sfp_machine_new(options->start->s.arch, options->start->semantics);
    t->late = calloc(words ? words : 1, sizeof *t->late);
    if (!t->m || !t->late) {
        sfp_trial_free(t);
        return NULL;
    }
    return t;
}

void sfp_trial_free(struct sfp_trial *t)
{
    if (!t)
        return;
    sfp_machine_free(t->m);
    free(t->late);
    free(t);
}

/* Makes the words late, or, with `on` false, in time again. */
static void delay(struct sfp_trial *t, const struct sfp_late *late, bool on)
{
    for (unsigned i = 0; i < late->count; i++)
        t->late[late->index[i]] = on ? late->cycles[i] : 0;
}

enum sfp_run_status sfp_trial_run(struct sfp_trial *t, const struct sfp_late *late, struct sfp_findings_log *log)
{
    const struct sfp_perturb_options *o = t->options;
    const struct sfp_timing_options timing = {
        .run = {.repeat = o->passes, .ignore_waits = o->ignore_waits}, .gaps = o->gaps, .late = t->late,
        .results_only = !log};
    struct sfp_timing_result result;

    t->m->s = o->start->s;
    t->m->reporter = log ? sfp_findings_log_reporter(log) : (struct sfp_reporter){0};
    delay(t, late, true);
    sfp_run_timed(t->m, o->kernel->program.words, o->kernel->program.count, &timing, &result);
    delay(t, late, false);
    t->m->reporter = (struct sfp_reporter){0};
    t->course = result.course;
    return result.run.status;
}

const struct sfp_state *sfp_trial_state(const struct sfp_trial *t)
{
    return &t->m->s;
}

uint64_t sfp_trial_course(const struct sfp_trial *t)
{
    return t->course;
}
