/* Findings: selection, counting and printing. */
#include "lib.h"

#include <stdlib.h>

_Static_assert((int)SFPU_NOTE == (int)SFP_INFO && (int)SFPU_ADVICE == (int)SFP_ADVICE
                   && (int)SFPU_WARNING == (int)SFP_WARNING && (int)SFPU_ERROR == (int)SFP_ERROR,
               "severities");

int sfpu_check_warning(const char *argument)
{
    struct sfp_findings_policy policy;

    sfp_findings_policy_init(&policy, false);
    return argument && sfp_findings_policy_set(&policy, argument) ? SFPU_OK : SFPU_BAD_ARGUMENT;
}

const char *sfpu_finding_named(const char *name)
{
    enum sfp_finding finding;

    return name && sfp_finding_named(name, &finding) ? sfp_finding_info(finding)->name : NULL;
}

int sfpu_get_finding_kind(size_t i, struct sfpu_finding_kind *kind)
{
    const struct sfp_finding_info *info;
    const struct sfp_finding_example *example;
    struct sfpu_finding_kind own;

    if (i >= SFP_FINDINGS || !kind)
        return SFPU_BAD_ARGUMENT;
    info = sfp_finding_info((enum sfp_finding)i);
    example = sfp_finding_example((enum sfp_finding)i);
    own = (struct sfpu_finding_kind){.name = info->name, .text = info->text, .source = info->source,
                                     .severity = (int)info->severity,
                                     .options = example->shown.options, .shown = example->shown.source,
                                     .mended_options = example->mended.options, .mended = example->mended.source,
                                     .remark = sfp_finding_remark((enum sfp_finding)i)};
    return lib_given(NULL, lib_give(kind, &own, sizeof own));
}

int sfpu_warn(sfpu_machine *m, const char *argument)
{
    if (!m || !argument)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no finding is named");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!sfp_findings_policy_set(&m->policy, argument))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "-W%s: no such finding", argument);
    return SFPU_OK;
}

int sfpu_limit_findings(sfpu_machine *m, int least, size_t most)
{
    if (!m || least < SFPU_NOTE || least > SFPU_ERROR)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a severity", least);
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    m->policy.least = (enum sfp_severity)least;
    m->policy.most = most;
    return SFPU_OK;
}

int sfpu_fail_findings(sfpu_machine *m, int least)
{
    if (!m || least < SFPU_NOTE || least > SFPU_ERROR + 1)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a severity", least);
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    m->policy.judges = true;
    m->policy.failing = least;
    return SFPU_OK;
}

void lib_locate(const sfpu_machine *m, struct sfpu_finding *f)
{
    struct sfp_where where;

    f->thread = (int)sfp_thread_of_word(&m->kernel.program, f->index);
    if (!m->kernel.has_source || !sfp_program_where(&m->kernel.program, f->index, &where))
        return;
    f->file = where.file;
    f->line = where.line;
    f->column = where.column;
    f->source_line = where.text;
    f->source_length = where.length;
    f->made_from = where.from_file;
    f->made_from_line = where.from_line;
}

/* A visit of all findings by a caller's function. */
struct visit {
    sfpu_machine *m;
    sfpu_visit *visit;
    void *context;
};

static void show_finding(void *context, const struct sfp_finding_seen *seen)
{
    const struct visit *v = context;
    const struct sfp_finding_info *info = sfp_finding_info(seen->finding);
    const struct sfp_findings_policy *policy = &v->m->policy;
    struct sfpu_finding shown = {.size = sizeof shown,
                                 .name = info->name,
                                 .text = info->text,
                                 .source = info->source,
                                 .severity = (int)sfp_findings_level(policy, seen->finding, seen->graver),
                                 .index = seen->index,
                                 .times = seen->times,
                                 .cycle = seen->detail ? seen->detail->cycle : 0,
                                 .fatal = policy->fatal[seen->finding],
                                 .scheduled = seen->scheduled,
                                 .possible = seen->detail && seen->detail->possible};

    if (!sfp_findings_reported(policy, seen->finding, seen->graver))
        return;
    lib_locate(v->m, &shown);
    lib_tell_begin(v->m);
    v->visit(v->context, &shown);
    lib_tell_end(v->m);
}

int sfpu_visit_findings(sfpu_machine *m, sfpu_visit *visit, void *context)
{
    if (!m || !visit)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no function to show findings to");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    sfp_findings_log_visit(m->log, show_finding, &(struct visit){m, visit, context});
    return SFPU_OK;
}

/* A search for the finding with a given number, by a visit of all findings. */
struct search {
    size_t wanted, at;
    struct sfpu_finding found;
    bool is_found;
};

static void match_finding_number(void *context, const struct sfpu_finding *finding)
{
    struct search *s = context;

    if (s->at++ != s->wanted)
        return;
    s->is_found = true;
    s->found = *finding;
}

int sfpu_get_finding(sfpu_machine *m, size_t i, struct sfpu_finding *finding)
{
    struct search s = {.wanted = i};

    if (!m || !finding)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the finding");
    if (sfpu_visit_findings(m, match_finding_number, &s) != SFPU_OK)
        return SFPU_BAD_ARGUMENT;
    if (!s.is_found)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there are %zu findings", s.at);
    return lib_given(m, lib_give(finding, &s.found, sizeof s.found));
}

void sfpu_clear_findings(sfpu_machine *m)
{
    if (m && lib_may_change(m))
        sfp_findings_log_clear(m->log);
}

int sfpu_get_race(sfpu_machine *m, size_t i, struct sfpu_race *race)
{
    const struct sfp_race *found;
    struct sfpu_race own;

    if (!m || !race)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the race");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    if (!m->races || i >= sfp_races_count(m->races))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there are %zu races", m->races ? sfp_races_count(m->races) : 0);
    found = sfp_races_get(m->races, i);
    own = (struct sfpu_race){.item = found->item, .row = found->row, .count = found->count};
    for (unsigned p = 0; p < 2; p++) {
        own.thread[p] = (int)found->place[p].thread;
        own.index[p] = found->place[p].index;
        own.write[p] = found->place[p].write;
        own.scheduled[p] = found->place[p].scheduled;
    }
    return lib_given(m, lib_give(race, &own, sizeof own));
}

int sfpu_count_findings(sfpu_machine *m, size_t *warnings, size_t *fatal)
{
    if (!m || !warnings || !fatal)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the counts");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    *warnings = sfp_findings_log_count(m->log, &m->policy);
    *fatal = sfp_findings_log_fatal(m->log, &m->policy);
    return SFPU_OK;
}

int sfpu_print_findings(sfpu_machine *m, int hidden, sfpu_write *write, void *context)
{
    FILE *stream;

    if (!m || !write)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no function to write with");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    if (!m->has_program)
        return SFPU_OK;
    stream = lib_stream(m, write, context);
    if (!stream)
        return lib_no_memory(m);
    if (hidden)
        sfp_findings_log_print_hidden(m->log, &m->kernel, &m->policy, stream);
    else
        sfp_findings_log_print(m->log, &m->kernel, &m->policy, stream);
    fclose(stream);
    return sfp_findings_log_lost(m->log) ? lib_no_memory(m) : SFPU_OK;
}
