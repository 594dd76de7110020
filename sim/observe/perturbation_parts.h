/* Runs with gaps, and comparison of their ends. */
#ifndef SFP_PERTURBATION_PARTS_H
#define SFP_PERTURBATION_PARTS_H

#include "perturbation.h"
#include "findings_log.h"

/* One or two words that come late to the wait gate, or one word that is pushed earlier within its own gap; with the
 * cycles for each. */
struct sfp_late {
    unsigned count;
    size_t index[2];
    unsigned cycles[2];
    bool early;
};

/* A worker's own machine and gaps. */
struct sfp_trial;

/* Returns a trial, or NULL if memory runs out. `options` must outlive the trial. */
struct sfp_trial *sfp_trial_new(const struct sfp_perturb_options *options);
void sfp_trial_free(struct sfp_trial *t);

/* Runs the kernel with the words of `late` late, adds the findings to `log` unless NULL, and returns the run's
 * status. */
enum sfp_run_status sfp_trial_run(struct sfp_trial *t, const struct sfp_late *late, struct sfp_findings_log *log);

/* Returns the state that the last run left. */
const struct sfp_state *sfp_trial_state(const struct sfp_trial *t);

/* Returns a hash of the cycles in which the last run's instructions passed the gate. Runs with equal hashes had the
 * same timing. */
uint64_t sfp_trial_course(const struct sfp_trial *t);

/* ---- Comparison of the findings of two runs ---- */

/* The findings of a run. */
struct sfp_causes;

/* Returns the findings of `log`, or NULL if memory runs out. */
struct sfp_causes *sfp_causes_of(struct sfp_findings_log *log);
void sfp_causes_free(struct sfp_causes *causes);

/* Returns the gravest finding that is new in `is`, or happened more or less often. */
struct sfp_perturb_cause sfp_causes_compare(const struct sfp_causes *was, const struct sfp_causes *is);

#endif
