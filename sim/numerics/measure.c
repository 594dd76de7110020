/* How results compare with what they should be. */
#include "measure.h"

#include <math.h>
#include <stdlib.h>

static const char *const names[OUTCOMES] = {
    [OUTCOME_EXACT] = "exact", [OUTCOME_INEXACT] = "inexact", [OUTCOME_FLUSHED] = "flushed",
    [OUTCOME_ZEROED] = "zeroed", [OUTCOME_UNFLUSHED] = "unflushed", [OUTCOME_OVERFLOW] = "overflow",
    [OUTCOME_UNDEFINED] = "undefined", [OUTCOME_MISMATCH] = "mismatch", [OUTCOME_SPECIAL] = "special",
};

const char *outcome_name(enum outcome outcome) { return names[outcome]; }

enum outcome outcome_of(const struct number_format *format, const struct expected *expected, double got)
{
    const bool is_float = format->mantissa_bits != 0;
    const bool zero = got == 0 || number_is_denormal(format, got);

    if (isnan(expected->value))
        return OUTCOME_UNDEFINED;
    if (expected->overflows)
        return got == expected->value ? OUTCOME_OVERFLOW : OUTCOME_MISMATCH;
    if (!isfinite(got))
        return OUTCOME_MISMATCH;
    if (is_float && expected->value == 0) {
        if (!zero)
            return OUTCOME_UNFLUSHED;
        return expected->underflows ? OUTCOME_FLUSHED : OUTCOME_EXACT;
    }
    if (is_float && zero)
        return OUTCOME_ZEROED;
    return got == expected->value ? OUTCOME_EXACT : OUTCOME_INEXACT;
}

double ulp_error(const struct number_format *format, double expected, double got)
{
    return fabs(got - expected) / number_ulp(format, expected);
}

static bool is_scored(const struct point *p)
{
    return p->outcome == OUTCOME_EXACT || p->outcome == OUTCOME_INEXACT;
}

static void score(const struct number_format *format, struct point *p)
{
    if (p->outcome != OUTCOME_SPECIAL)
        p->outcome = outcome_of(format, &p->expected, p->got);
    p->ulp = p->outcome == OUTCOME_INEXACT ? ulp_error(format, p->expected.value, p->got) : 0;
}

static int by_number(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

/* -0 is before 0. */
static int by_x(const void *a, const void *b)
{
    const double x = ((const struct point *)a)->x, y = ((const struct point *)b)->x;
    const int order = by_number(x, y);

    return order || isnan(x) ? order : !!signbit(y) - !!signbit(x);
}

static int by_value(const void *a, const void *b)
{
    return by_number(*(const double *)a, *(const double *)b);
}

/* The smallest value that so many percent are not above; of sorted values. */
static double percentile(const double *sorted, size_t count, unsigned percent)
{
    return count ? sorted[(count * percent + 99) / 100 - 1] : 0;
}

static bool sum_percentiles(const struct point *points, size_t count, struct measures *m)
{
    double *ulps = malloc((m->scored + 1) * sizeof *ulps);
    size_t n = 0;

    if (!ulps)
        return false;
    for (size_t i = 0; i < count; i++)
        if (is_scored(&points[i]))
            ulps[n++] = points[i].ulp;
    qsort(ulps, n, sizeof *ulps, by_value);
    m->p50_ulp = percentile(ulps, n, 50);
    m->p95_ulp = percentile(ulps, n, 95);
    m->p99_ulp = percentile(ulps, n, 99);
    free(ulps);
    return true;
}

static void add(const struct point *p, struct measures *m)
{
    const double error = fabs(p->got - p->expected.value);

    m->outcomes[p->outcome]++;
    if (!is_scored(p))
        return;
    m->scored++;
    if (p->outcome == OUTCOME_EXACT)
        return;
    m->mean_ulp += p->ulp;
    m->max_abs = fmax(m->max_abs, error);
    if (p->expected.value != 0)
        m->max_rel = fmax(m->max_rel, error / fabs(p->expected.value));
    if (p->ulp > m->max_ulp) {
        m->max_ulp = p->ulp;
        m->worst = p;
    }
}

/* Of neighbours, with ULP both: does the result move against the reference? */
static void find_breaks(const struct point *points, size_t count, struct measures *m)
{
    for (size_t i = 1; i < count; i++) {
        const struct point *a = &points[i - 1], *b = &points[i];

        if (is_scored(a) && is_scored(b)
            && by_number(a->expected.value, b->expected.value) * by_number(a->got, b->got) < 0
            && m->monotonicity_breaks++ == 0)
            m->break_at = b;
    }
}

/* More than is usable, or wrong without an ULP to it? */
static bool is_unusable(const struct point *p)
{
    return p->outcome == OUTCOME_ZEROED || p->outcome == OUTCOME_MISMATCH || p->outcome == OUTCOME_UNFLUSHED
        || p->ulp > (double)USABLE_ULP;
}

static void find_usable(const struct point *points, size_t count, struct measures *m)
{
    double limit = INFINITY;

    for (size_t i = 0; i < count; i++)
        if (is_unusable(&points[i]))
            limit = fmin(limit, fabs(points[i].x));
    m->usable_to = NAN;
    for (size_t i = 0; i < count; i++)
        if (is_scored(&points[i]) && fabs(points[i].x) < limit && !(fabs(points[i].x) <= m->usable_to))
            m->usable_to = fabs(points[i].x);
}

bool measure(const struct number_format *format, struct point *points, size_t count, struct measures *m)
{
    *m = (struct measures){.inputs = count};
    qsort(points, count, sizeof *points, by_x);
    for (size_t i = 0; i < count; i++) {
        score(format, &points[i]);
        add(&points[i], m);
    }
    if (m->outcomes[OUTCOME_INEXACT])
        m->mean_ulp /= (double)m->outcomes[OUTCOME_INEXACT];
    m->exact_frac = m->scored ? (double)m->outcomes[OUTCOME_EXACT] / (double)m->scored : 0;
    find_breaks(points, count, m);
    find_usable(points, count, m);
    return sum_percentiles(points, count, m);
}
