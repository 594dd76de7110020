/* Runs with gaps, and what they end as. */
#ifndef SFP_TRIAL_H
#define SFP_TRIAL_H

#include "perturb.h"
#include "views/findings/findings_log.h"

/* Words that come late to the wait gate. */
struct sfp_late {
    unsigned count;
    size_t index[2];
    unsigned cycles[2];
};

/* What a worker needs for itself. */
struct sfp_trial;

/* NULL without memory. `options` must outlive it. */
struct sfp_trial *sfp_trial_new(const struct sfp_perturb_options *options);
void sfp_trial_free(struct sfp_trial *t);

/* Runs with `late` words, and adds what is found to `log` unless that is NULL. */
enum sfp_run_status sfp_trial_run(struct sfp_trial *t, const struct sfp_late *late, struct sfp_findings_log *log);

/* The state that the last run left. */
const struct sfp_state *sfp_trial_state(const struct sfp_trial *t);

/* When what the last run issued passed the gate: runs that have the same were alike in time. */
uint64_t sfp_trial_course(const struct sfp_trial *t);

#endif
