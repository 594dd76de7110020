/* A log of the findings that a run reports: one entry for each pair of finding and instruction, with a count. */
#ifndef SFP_FINDINGS_LOG_H
#define SFP_FINDINGS_LOG_H

#include <stdbool.h>
#include <stdio.h>

#include "time/kernel.h"
#include "model/finding.h"

struct sfp_findings_log;

/* Returns an empty log, or NULL if memory runs out. */
struct sfp_findings_log *sfp_findings_log_new(void);
void sfp_findings_log_free(struct sfp_findings_log *log);

/* Empties the log. Its reporters stay valid. */
void sfp_findings_log_clear(struct sfp_findings_log *log);

/* Copy returns a log with the same findings, to which no reporter adds, or NULL if memory runs out. Swap exchanges
 * the contents of two logs. */
struct sfp_findings_log *sfp_findings_log_copy(const struct sfp_findings_log *log);
void sfp_findings_log_swap(struct sfp_findings_log *a, struct sfp_findings_log *b);

/* Returns the log's approximate size in bytes. */
size_t sfp_findings_log_bytes(const struct sfp_findings_log *log);

/* Tells the log which program later findings are about, or NULL. The program must outlive them. Its schedules decide
 * which store-load findings are the graver case. */
void sfp_findings_log_of(struct sfp_findings_log *log, const struct sfp_program *program);

/* Returns a reporter that adds to `log`, which must outlive the reporter. */
struct sfp_reporter sfp_findings_log_reporter(struct sfp_findings_log *log);

/* An entry of the log, as visitors see it. */
struct sfp_finding_seen {
    enum sfp_finding finding;
    size_t index;
    bool scheduled; /* the finding is about an item of the SFPLOADMACRO at `index` */
    bool graver;    /* the report is the finding's graver case */
    uint64_t times;
    const struct sfp_finding_detail *detail; /* detail of the first report, or NULL */
};

typedef void sfp_finding_visitor(void *context, const struct sfp_finding_seen *seen);

/* Sets the listener: `hear` gets each later report when the log counts it. NULL: no listener. */
void sfp_findings_log_tell(struct sfp_findings_log *log, sfp_finding_visitor *hear, void *context);

/* Return the number of different (finding, instruction) pairs that `policy` reports as warnings or errors, and that
 * `policy` makes fatal. */
size_t sfp_findings_log_count(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy);
size_t sfp_findings_log_fatal(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy);

/* Returns the number of different (finding, instruction) pairs. */
size_t sfp_findings_log_entries(const struct sfp_findings_log *log);

/* Returns whether a report was lost, or could not be printed, because memory ran out. */
bool sfp_findings_log_lost(const struct sfp_findings_log *log);

/*
 * Prints the findings that `policy` reports, in program order. Findings with one name at one place of the source form a
 * group, printed once with a count. If there are more than policy->most groups, the graver groups are printed, and a
 * last line counts the rest. If memory runs out, prints nothing, and sfp_findings_log_lost() returns true.
 */
void sfp_findings_log_print(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                            const struct sfp_findings_policy *policy, FILE *stream);

/* Prints one line about the groups hidden only by policy->least, if any. */
void sfp_findings_log_print_hidden(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                                   const struct sfp_findings_policy *policy, FILE *stream);

/* A group of findings, as sfp_findings_log_print() prints it. */
struct sfp_finding_group {
    enum sfp_finding finding;
    enum sfp_severity severity; /* as the policy reports it; of the graver case, if a finding of the group is in it */
    size_t index;               /* word of the printed finding */
    struct sfp_where where;     /* place of that word; file NULL: no source */
    size_t words;
    uint64_t times;
    bool possible;              /* every finding of the group is only possible */
};

typedef void sfp_finding_group_visitor(void *context, const struct sfp_finding_group *group);

/* Visits the groups of the findings that `policy` reports, in program order, without regard to policy->most. Returns
 * false if memory runs out. */
bool sfp_findings_log_visit_groups(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                                   const struct sfp_findings_policy *policy, sfp_finding_group_visitor *visit,
                                   void *context);

/* Visits all entries in program order. */
void sfp_findings_log_visit(struct sfp_findings_log *log, sfp_finding_visitor *visit, void *context);

#endif
