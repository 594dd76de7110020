/* Runs with gaps, and what they end as. */
#ifndef SFP_PERTURBATION_PARTS_H
#define SFP_PERTURBATION_PARTS_H

#include "perturbation.h"
#include "findings_log.h"

/* Words that come late to the wait gate, or one that is pushed so many cycles earlier, within its own gap. */
struct sfp_late {
    unsigned count;
    size_t index[2];
    unsigned cycles[2];
    bool early;
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

/* ---- What was found in one run and not, or not as often, in another ---- */

/* The findings of a run. */
struct sfp_causes;

/* NULL without memory. */
struct sfp_causes *sfp_causes_of(struct sfp_findings_log *log);
void sfp_causes_free(struct sfp_causes *causes);

/* The gravest that is new in one, or happened more or less often. */
struct sfp_perturb_cause sfp_causes_compare(const struct sfp_causes *was, const struct sfp_causes *is);

#endif
