/* What the simulator reports about a program: findings.def, and of a core's code riscv_findings.def. */
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

/* Those from SFP_ADVICE on are reported by default, and --hazards=error fails on those from SFP_WARNING on. */
enum sfp_severity { SFP_INFO, SFP_ADVICE, SFP_WARNING, SFP_ERROR };

enum { SFP_FINDINGS_PRINTED = 50 }; /* groups, unless the user says otherwise */

struct sfp_finding_info {
    const char *name;   /* as -W options and reports spell it */
    const char *text;   /* one line */
    const char *source; /* where the rule comes from */
    enum sfp_severity severity;
};

const struct sfp_finding_info *sfp_finding_info(enum sfp_finding finding);

/* A kernel, in source, and the options of sfpsim that it is run with. */
struct sfp_finding_kernel {
    const char *options, *source;
};

/* What has a finding, and the same without it: include/explained.def. */
struct sfp_finding_example {
    struct sfp_finding_kernel shown, mended;
};

const struct sfp_finding_example *sfp_finding_example(enum sfp_finding finding);

/* The finding of this name, or of this former name. False: there is none. */
bool sfp_finding_named(const char *name, enum sfp_finding *finding);

/* What it was called before, which -W takes too; or NULL. */
const char *sfp_finding_former(enum sfp_finding finding);

/* What else there is to say of it, in sentences; or NULL. */
const char *sfp_finding_remark(enum sfp_finding finding);

/* The name that does not change, for JSON: the first that it had. */
const char *sfp_finding_kind(enum sfp_finding finding);

const char *sfp_severity_name(enum sfp_severity severity);

/* What the user wants of each finding (-W options). */
struct sfp_findings_policy {
    /* At first the table's severity. Graver: of a finding's graver case. */
    enum sfp_severity level[SFP_FINDINGS], graver[SFP_FINDINGS];
    bool judges; /* what is of level `failing` or more, or fatal, is an error, as it fails the run, and nothing else is */
    int failing;
    bool off[SFP_FINDINGS];                /* not reported at all */
    bool fatal[SFP_FINDINGS];              /* fails the run whatever --hazards says */
    enum sfp_severity least;               /* levels below are not reported */
    size_t most;                           /* groups that are printed, 0: all */
};

/* The table's severities, nothing off, SFP_FINDINGS_PRINTED groups; info is reported only if `verbose`. */
void sfp_findings_policy_init(struct sfp_findings_policy *policy, bool verbose);

/*
 * Applies what follows -W: NAME (report it, info as a warning), no-NAME, or
 * error=NAME (as an error that fails the run). False if there is no such finding.
 */
bool sfp_findings_policy_set(struct sfp_findings_policy *policy, const char *argument);

/* As it is reported; `graver`: in the finding's graver case. */
enum sfp_severity sfp_findings_level(const struct sfp_findings_policy *policy, enum sfp_finding finding, bool graver);

static inline bool sfp_findings_reported(const struct sfp_findings_policy *policy, enum sfp_finding finding, bool graver)
{
    return !policy->off[finding] && sfp_findings_level(policy, finding, graver) >= policy->least;
}

struct sfp_op;

/* What is known of a finding beyond the instruction, mostly by a timed run. */
struct sfp_finding_detail {
    uint64_t cycle;   /* as it is reported: when; 0 until then is the present one */
    size_t other;     /* index of the other instruction, or SFP_NO_INDEX */
    const struct sfp_op *by; /* the other as it executes, or NULL; valid during the report */
    uint64_t lands;   /* the cycle at whose end the other's result lands, or 0: not said */
    int lreg;         /* the register at stake, or -1 */
    uint32_t lanes;   /* lanes affected, bit l = lane l */
    bool possible;    /* none is in this run, but with other data some could be */
    bool close;       /* possible: it would be if words that a core pushed apart had come back to back */
    bool compared;    /* `differs` is known */
    uint32_t differs; /* lanes in which the value differed */
    bool graver;      /* it is the graver case of the finding: GRAVER of findings.def */
    const char *relation; /* how the other is called, a literal; NULL: that they were at it together */
    bool timeless;    /* nothing is known of cycles and registers: those members do not count */
    const char *text; /* what else there is to say, a line, or NULL; valid during the report */
};

#define SFP_NO_INDEX SIZE_MAX

/*
 * Where findings about an instruction go. `op` is valid during the call; `detail`
 * is NULL if nothing beyond that is known, as without time. Called during execution; must not longjmp.
 */
struct sfp_reporter {
    void (*report)(void *context, enum sfp_finding finding, const struct sfp_op *op,
                   const struct sfp_finding_detail *detail);
    void *context;
    /* What was reported, as `possible` or not, came so many times more, in passes that were not looked at: they went as
     * one before. Or NULL. */
    void (*again)(void *context, enum sfp_finding finding, const struct sfp_op *op, bool possible, uint64_t times);
};

#endif
