/* Collects what a run reports: one entry for each finding and instruction, with a count. */
#ifndef SFP_FINDINGS_LOG_H
#define SFP_FINDINGS_LOG_H

#include <stdbool.h>
#include <stdio.h>

#include "time/kernel.h"
#include "model/finding.h"

struct sfp_findings_log;

/* NULL without memory. */
struct sfp_findings_log *sfp_findings_log_new(void);
void sfp_findings_log_free(struct sfp_findings_log *log);

/* Makes it empty; its reporters stay valid. */
void sfp_findings_log_clear(struct sfp_findings_log *log);

/* A log with the same findings, which is nobody's reporter; NULL without memory. And two exchange what is in them. */
struct sfp_findings_log *sfp_findings_log_copy(const struct sfp_findings_log *log);
void sfp_findings_log_swap(struct sfp_findings_log *a, struct sfp_findings_log *b);

/* What it takes, about. */
size_t sfp_findings_log_bytes(const struct sfp_findings_log *log);

/* Findings to come are about `program`, which must outlive them, or NULL: which of them its schedules mean is known. */
void sfp_findings_log_of(struct sfp_findings_log *log, const struct sfp_program *program);

/* A reporter that adds to `log`, which must outlive it. */
struct sfp_reporter sfp_findings_log_reporter(struct sfp_findings_log *log);

/* An entry. */
struct sfp_finding_seen {
    enum sfp_finding finding;
    size_t index;
    bool scheduled; /* it is about an item of the SFPLOADMACRO at `index` */
    bool graver;    /* it is the graver case of the finding */
    uint64_t times;
    const struct sfp_finding_detail *detail; /* of the first time, or NULL */
};

typedef void sfp_finding_visitor(void *context, const struct sfp_finding_seen *seen);

/* Shows each report to come to `hear` as it is counted; NULL: to nobody. */
void sfp_findings_log_tell(struct sfp_findings_log *log, sfp_finding_visitor *hear, void *context);

/* How many different (finding, instruction) pairs `policy` reports as warnings or errors, and how many it makes
 * fatal. */
size_t sfp_findings_log_count(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy);
size_t sfp_findings_log_fatal(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy);

/* How many different pairs there are in all. */
size_t sfp_findings_log_entries(const struct sfp_findings_log *log);

/* Was there no memory for a report, or to print it? */
bool sfp_findings_log_lost(const struct sfp_findings_log *log);

/*
 * Prints those that `policy` reports, in program order. Those of one name at
 * one place of the source are one group, with a count; of more groups than
 * policy->most the graver ones are printed, and a line says how many are left.
 * Without memory for that nothing is printed, and sfp_findings_log_lost() says so.
 */
void sfp_findings_log_print(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                            const struct sfp_findings_policy *policy, FILE *stream);

/* Prints a line on the groups that only policy->least keeps from being printed, if there are any. */
void sfp_findings_log_print_hidden(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                                   const struct sfp_findings_policy *policy, FILE *stream);

/* Visits all entries in program order. */
void sfp_findings_log_visit(struct sfp_findings_log *log, sfp_finding_visitor *visit, void *context);

#endif
