/* The tables of findings as data. */
#include "finding.h"

#include <string.h>

static const struct sfp_finding_info infos[SFP_FINDINGS] = {
#define FINDING(id, name_, severity_, text_, source_) \
    [SFP_FIND_##id] = {.name = name_, .text = text_, .source = source_, .severity = SFP_##severity_},
#include "findings.def"
#undef FINDING
#define RISCV_FINDING(id, name_, severity_, stops, provenance, text_, source_) \
    [SFP_FIND_RISCV_##id] = {.name = name_, .text = text_, .source = source_, .severity = SFP_##severity_},
#include "riscv_findings.def"
#undef RISCV_FINDING
};

static const char *const formers[SFP_FINDINGS] = {
#define FORMER(id, name) [SFP_FIND_##id] = name,
#include "findings.def"
#undef FORMER
};

static const char *const remarks[SFP_FINDINGS] = {
#define REMARK(id, text) [SFP_FIND_##id] = text,
#include "findings.def"
#undef REMARK
};

static const struct sfp_finding_example examples[SFP_FINDINGS] = {
#define EXPLAINED(id, options, source, mended_options, mended_source) \
    [SFP_FIND_##id] = {.shown = {options, source}, .mended = {mended_options, mended_source}},
#include "explained.def"
#undef EXPLAINED
};

/* Severity plus 1 of each finding's graver case; 0: no other severity. */
static const uint8_t graver_cases[SFP_FINDINGS] = {
#define GRAVER(id, severity) [SFP_FIND_##id] = SFP_##severity + 1,
#include "findings.def"
#undef GRAVER
};

const struct sfp_finding_example *sfp_finding_example(enum sfp_finding finding)
{
    return &examples[finding];
}

const struct sfp_finding_info *sfp_finding_info(enum sfp_finding finding)
{
    return &infos[finding];
}

const char *sfp_finding_former(enum sfp_finding finding)
{
    return formers[finding];
}

const char *sfp_finding_remark(enum sfp_finding finding)
{
    return remarks[finding];
}

const char *sfp_finding_kind(enum sfp_finding finding)
{
    return formers[finding] ? formers[finding] : infos[finding].name;
}

const char *sfp_severity_name(enum sfp_severity severity)
{
    static const char *const names[] = {
        [SFP_INFO] = "info", [SFP_ADVICE] = "advice", [SFP_WARNING] = "warning", [SFP_ERROR] = "error"};

    return names[severity];
}

void sfp_findings_policy_init(struct sfp_findings_policy *policy, bool verbose)
{
    memset(policy, 0, sizeof *policy);
    for (unsigned f = 0; f < SFP_FINDINGS; f++) {
        policy->level[f] = infos[f].severity;
        policy->graver[f] = graver_cases[f] ? (enum sfp_severity)(graver_cases[f] - 1) : infos[f].severity;
    }
    policy->least = verbose ? SFP_INFO : SFP_ADVICE;
    policy->most = SFP_FINDINGS_PRINTED;
}

bool sfp_finding_named(const char *name, enum sfp_finding *finding)
{
    for (unsigned f = 0; f < SFP_FINDINGS; f++) {
        if (strcmp(infos[f].name, name) == 0 || (formers[f] && strcmp(formers[f], name) == 0)) {
            *finding = (enum sfp_finding)f;
            return true;
        }
    }
    return false;
}

/* Returns the rest of `text` after `prefix`, or NULL without that prefix. */
static const char *text_after_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

bool sfp_findings_policy_set(struct sfp_findings_policy *policy, const char *argument)
{
    const char *off = text_after_prefix(argument, "no-"), *error = text_after_prefix(argument, "error=");
    enum sfp_finding finding;

    if (sfp_finding_named(argument, &finding)) {
        policy->off[finding] = false;
        if (policy->level[finding] < SFP_ADVICE)
            policy->level[finding] = SFP_WARNING;
        if (policy->graver[finding] < policy->level[finding])
            policy->graver[finding] = policy->level[finding];
        return true;
    }
    if (off && sfp_finding_named(off, &finding)) {
        policy->off[finding] = true;
        return true;
    }
    if (error && sfp_finding_named(error, &finding)) {
        policy->off[finding] = false;
        policy->level[finding] = policy->graver[finding] = SFP_ERROR;
        policy->fatal[finding] = true;
        return true;
    }
    return false;
}

enum sfp_severity sfp_findings_level(const struct sfp_findings_policy *policy, enum sfp_finding finding, bool graver)
{
    const enum sfp_severity level = graver ? policy->graver[finding] : policy->level[finding];

    if (!policy->judges || policy->fatal[finding])
        return level;
    if ((int)level >= policy->failing)
        return SFP_ERROR;
    return level < SFP_WARNING ? level : SFP_WARNING;
}
