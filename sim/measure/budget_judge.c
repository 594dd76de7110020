/* Judges a budget line: compares its limits with the measures of its sweep. */
#include "budget.h"

#include <math.h>

const char *budget_verdict_name(enum budget_verdict verdict)
{
    static const char *const names[] = {
        [BUDGET_WITHIN] = "within", [BUDGET_BETTER] = "better", [BUDGET_OPEN] = "open", [BUDGET_EXCEEDED] = "exceeded"};

    return names[verdict];
}

/* Returns the allowed error of results in ULP, or the measured error if the limit is "?". */
static double get_most_ulp(const struct judged_line *judged)
{
    const struct judged_limit *j = &judged->limits[BUDGET_MAX_ULP];

    return j->verdict == BUDGET_OPEN ? j->measured : j->allowed;
}

static const struct measured_point *find_wrong_special(const struct judged_line *judged, const struct measures *m)
{
    for (size_t i = 0; i < m->special_count; i++)
        if (measured_is_far(m, &m->specials[i], get_most_ulp(judged)))
            return &m->specials[i];
    return NULL;
}

/* Returns the value of a measure in `m`: the line's measures, or an exclusion's. */
static double read_measure(const struct judged_line *judged, const struct measures *m, enum budget_measure measure)
{
    switch (measure) {
    case BUDGET_MAX_ULP:
        return m->max_ulp;
    case BUDGET_MAX_REAL_ULP:
        return m->max_real_ulp;
    case BUDGET_MAX_ABS:
        return m->max_abs;
    case BUDGET_MAX_REL:
        return m->max_rel;
    case BUDGET_DEFECTS:
        return (double)m->defects;
    case BUDGET_UNFLUSHED:
        return (double)m->outcomes[OUTCOME_UNFLUSHED];
    case BUDGET_SPECIALS:
        return (double)measured_far_specials(m, get_most_ulp(judged));
    case BUDGET_NUMBERS:
        return (double)measured_numbers(m);
    case BUDGET_BREAKS:
        return (double)m->breaks;
    case BUDGET_CYCLES:
        return judged->cycles.run;
    case BUDGET_STEADY_CYCLES:
        return judged->cycles.steady;
    case BUDGET_MEASURES:
        break;
    }
    return 0;
}

const struct measured_point *budget_point(const struct judged_line *judged, enum budget_measure measure)
{
    const struct measures *m = &judged->measures;

    switch (measure) {
    case BUDGET_MAX_ULP:
        return m->has_worst ? &m->worst : NULL;
    case BUDGET_MAX_REAL_ULP:
        return m->has_real_worst ? &m->real_worst : NULL;
    case BUDGET_MAX_ABS:
        return m->has_worst ? &m->worst_abs : NULL;
    case BUDGET_MAX_REL:
        return m->max_rel > 0 ? &m->worst_rel : NULL;
    case BUDGET_SPECIALS:
        return find_wrong_special(judged, m);
    case BUDGET_NUMBERS:
        return measured_first_number(m);
    case BUDGET_BREAKS:
        return m->has_break ? &m->break_at : NULL;
    case BUDGET_DEFECTS:
        return m->has_defect ? &m->first_defect : NULL;
    case BUDGET_UNFLUSHED:
        return m->has_unflushed ? &m->first_unflushed : NULL;
    case BUDGET_CYCLES:
    case BUDGET_STEADY_CYCLES:
    case BUDGET_MEASURES:
        break;
    }
    return NULL;
}

/* Judges a limit. Numbers are first rounded as budget texts spell them. */
static void judge_limit(struct judged_line *judged, enum budget_measure measure, double value)
{
    struct judged_limit *j = &judged->limits[measure];
    struct budget_limit *limit = &judged->line->limits[measure];

    j->measured = budget_rounded(value);
    j->allowed = limit->given ? limit->value : budget_measure_otherwise(measure);
    if (limit->open)
        j->verdict = BUDGET_OPEN;
    else if (j->measured > j->allowed)
        j->verdict = BUDGET_EXCEEDED;
    else
        j->verdict = limit->given && j->measured < j->allowed ? BUDGET_BETTER : BUDGET_WITHIN;
    limit->renewed = j->verdict != BUDGET_WITHIN;
    limit->measured = j->measured;
    if (j->verdict > judged->verdict)
        judged->verdict = j->verdict;
}

void budget_judge(struct judged_line *judged)
{
    judged->verdict = BUDGET_WITHIN;
    for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++)
        judge_limit(judged, i, read_measure(judged, &judged->measures, i));
}

bool budget_exceeds(const struct judged_line *judged, const struct measures *excluded)
{
    for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++) {
        const struct judged_limit *j = &judged->limits[i];

        if (!budget_measure_is_of_run(i)
            && budget_rounded(read_measure(judged, excluded, i)) > (j->verdict == BUDGET_OPEN ? j->measured
                                                                    : j->allowed))
            return true;
    }
    return false;
}
