/* The simulator's findings about a program: findings.def, and riscv_findings.def for a core's code. */
#ifndef SFP_FINDING_H
#define SFP_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sfp_finding {
#define FINDING(id, name, severity, text, source) SFP_FIND_##id,
#include "findings.def"
#undef FINDING
#define RISCV_FINDING(id, ...) SFP_FIND_RISCV_##id,
#include "riscv_findings.def"
#undef RISCV_FINDING
    SFP_FINDINGS,
};

/* Severities from SFP_ADVICE on are reported by default. --hazards=error fails on severities from SFP_WARNING on. */
enum sfp_severity { SFP_INFO, SFP_ADVICE, SFP_WARNING, SFP_ERROR };

enum { SFP_FINDINGS_PRINTED = 50 }; /* default limit of groups printed */

struct sfp_finding_info {
    const char *name;   /* name in -W options and reports */
    const char *text;   /* description in one line */
    const char *source; /* source of the rule */
    enum sfp_severity severity;
};

const struct sfp_finding_info *sfp_finding_info(enum sfp_finding finding);

/* A kernel's source, and the options of sfpsim for it. */
struct sfp_finding_kernel {
    const char *options, *source;
};

/* A kernel that has a finding, and a mended one without it: include/explained.def. */
struct sfp_finding_example {
    struct sfp_finding_kernel shown, mended;
};

const struct sfp_finding_example *sfp_finding_example(enum sfp_finding finding);

/* Finds a finding by its name or its former name. Returns false for an unknown name. */
bool sfp_finding_named(const char *name, enum sfp_finding *finding);

/* Returns the finding's former name, which -W takes too, or NULL. */
const char *sfp_finding_former(enum sfp_finding finding);

/* Returns a remark about the finding, in sentences, or NULL. */
const char *sfp_finding_remark(enum sfp_finding finding);

/* Returns the finding's name in JSON, which never changes: its first name. */
const char *sfp_finding_kind(enum sfp_finding finding);

const char *sfp_severity_name(enum sfp_severity severity);

/* The user's wishes about findings (-W options). */
struct sfp_findings_policy {
    /* Initially the table's severity. `graver`: severity of the finding's graver case. */
    enum sfp_severity level[SFP_FINDINGS], graver[SFP_FINDINGS];
    bool judges; /* findings that fail the run (level `failing` or more, or fatal) are reported as errors, and all
                  * others as warnings at most */
    int failing;
    bool off[SFP_FINDINGS];                /* by finding: the finding is not reported at all */
    bool fatal[SFP_FINDINGS];              /* by finding: the finding fails the run whatever --hazards says */
    enum sfp_severity least;               /* least severity that is reported */
    size_t most;                           /* limit of groups printed; 0: all */
};

/* Sets the policy to the table's severities, nothing off, SFP_FINDINGS_PRINTED groups; info is reported only if
 * `verbose`. */
void sfp_findings_policy_init(struct sfp_findings_policy *policy, bool verbose);

/*
 * Applies the argument of -W: NAME (report the finding, an info as a warning), no-NAME (do not report), or error=NAME
 * (report as an error that fails the run). Returns false for an unknown finding.
 */
bool sfp_findings_policy_set(struct sfp_findings_policy *policy, const char *argument);

/* Returns the severity with which to report a finding; `graver`: in its graver case. */
enum sfp_severity sfp_findings_level(const struct sfp_findings_policy *policy, enum sfp_finding finding, bool graver);

static inline bool sfp_findings_reported(const struct sfp_findings_policy *policy, enum sfp_finding finding, bool graver)
{
    return !policy->off[finding] && sfp_findings_level(policy, finding, graver) >= policy->least;
}

struct sfp_op;

/* Facts about a finding besides the instruction, mostly from a timed run. */
struct sfp_finding_detail {
    uint64_t cycle;   /* cycle of the finding; the run fills in the present cycle for 0 */
    size_t other;     /* index of the other instruction, or SFP_NO_INDEX */
    const struct sfp_op *by; /* the other instruction as executed, or NULL; valid during the report */
    uint64_t lands;   /* cycle at whose end the other instruction's result lands; 0: not stated */
    int lreg;         /* the register at stake, or -1 */
    uint32_t lanes;   /* lanes affected, bit l = lane l */
    bool possible;    /* no lane is affected in this run, but some could be with other data */
    bool close;       /* possible: would happen if words that a core pushed apart had come back to back */
    bool compared;    /* `differs` is valid */
    uint32_t differs; /* set of lanes in which the value differed */
    bool graver;      /* the report is the finding's graver case: GRAVER of findings.def */
    const char *relation; /* relation of the other instruction, as words that come before its name, a literal; NULL:
                           * both acted together */
    uint16_t matter;  /* which of several things that one finding says of one instruction; each is reported by itself */
    bool timeless;    /* cycles and registers are unknown: members about them are not valid */
    const char *text; /* further explanation in one line, or NULL; valid during the report */
};

#define SFP_NO_INDEX SIZE_MAX

/*
 * Receiver of findings about an instruction. `op` is valid during the call. `detail` is NULL if only the instruction is
 * known, as without time. Called during execution; must not longjmp.
 */
struct sfp_reporter {
    void (*report)(void *context, enum sfp_finding finding, const struct sfp_op *op,
                   const struct sfp_finding_detail *detail);
    void *context;
    /* Called when a finding, `possible` or not, came `times` more times, in passes that were not simulated because
     * they equal an earlier pass. Or NULL. */
    void (*again)(void *context, enum sfp_finding finding, const struct sfp_op *op, bool possible, uint64_t times);
};

#endif
