/* Lists and finds the names that `sfpsim explain` explains. Each kind of name has a table: findings, failures that end
 * a run, the assembler's classes of warnings, rules of schedules, checks, sfpsched's refusals, and the hardware's
 * faults. */
#include "explain_names.h"

#include <string.h>

#include "errata.h"

static bool fetch_finding_name(size_t i, struct sfpu_finding_kind *named)
{
    return sfpu_get_finding_kind(i, named) == SFPU_OK;
}

static bool fetch_erratum_name(size_t i, struct sfpu_finding_kind *named)
{
    const struct erratum *e = erratum_at(i);

    if (!e)
        return false;
    named->name = e->name;
    named->text = e->text;
    named->source = e->source;
    return true;
}

static bool fetch_warning_name(size_t i, struct sfpu_finding_kind *named)
{
    struct sfpu_warning_class class = {.size = sizeof class};

    if (sfpu_get_warning_class(i, &class) != SFPU_OK)
        return false;
    named->name = class.name;
    named->text = class.help;
    named->source = class.on ? "on without options" : "off without options";
    return true;
}

/* A row of a table: name, text, and the page that the text comes from, or NULL. */
struct row {
    const char *name, *text, *source;
};

static bool fetch_row_name(const struct row *rows, size_t count, size_t i, struct sfpu_finding_kind *named)
{
    if (i >= count)
        return false;
    named->name = rows[i].name;
    named->text = rows[i].text;
    named->source = rows[i].source;
    return true;
}

static bool fetch_failure_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define FAILURE(id, name, text, source) {name, text, source},
#include "failures.def"
#undef FAILURE
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

static bool fetch_rule_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define RULE(id, name, severity, text, mends, source, provenance) \
        {name, text " What helps: " mends, source "; " provenance},
#include "schedule_rules.def"
#undef RULE
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

static bool fetch_check_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define CHECK(id, name, text, source) {name, text, source},
#include "action/checks.def"
#undef CHECK
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

static bool fetch_refusal_name(size_t i, struct sfpu_finding_kind *named)
{
    static const struct row rows[] = {
#define REFUSAL(id, name, what, help) {name, what ". What helps: " help, NULL},
#include "refusals.def"
    };

    return fetch_row_name(rows, sizeof rows / sizeof rows[0], i, named);
}

const struct name_kind name_kinds[NAME_KINDS] = {
    [KIND_OF_FINDINGS] = {"Findings of runs", "finding", "sfpu-findings(7)", "finding", fetch_finding_name},
    [KIND_OF_FAILURES] = {"What ends a run", "end of a run", "sfpsim(1), Reports", "failure", fetch_failure_name},
    [KIND_OF_WARNINGS] = {"Classes of the assembler's warnings", "class of warnings", "sfpasm(1)", "warning",
                          fetch_warning_name},
    [KIND_OF_RULES] = {"Rules of schedules", "rule of schedules", "sfpu-schedules(7)", "schedule", fetch_rule_name},
    [KIND_OF_CHECKS] = {"Checks of runs and comparisons", "check", "sfpsim(1), Reports", "check", fetch_check_name},
    [KIND_OF_REFUSALS] = {"Refusals of sfpsched", "refusal of sfpsched: the instruction or register named",
                          "sfpsched(1), Refusals", "refusal", fetch_refusal_name},
    [KIND_OF_ERRATA] = {"Faults of the hardware", "fault of the hardware", "sfpu-errata(7)", "erratum",
                        fetch_erratum_name},
};

const char *name_strip(const char *name)
{
    static const char option[] = "-W", error[] = "error=";
    const char *today;

    if (strncmp(name, option, strlen(option)) == 0)
        name += strlen(option);
    if (strncmp(name, error, strlen(error)) == 0)
        name += strlen(error);
    today = sfpu_finding_named(name);
    return today ? today : name;
}

bool name_find(const struct name_kind *kind, const char *name, struct sfpu_finding_kind *named)
{
    *named = (struct sfpu_finding_kind){.size = sizeof *named};
    for (size_t i = 0; kind->take(i, named); i++)
        if (strcmp(named->name, name) == 0)
            return true;
    return false;
}
