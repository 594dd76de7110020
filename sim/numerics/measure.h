/*
 * How results compare with what they should be. Terms and names are those of Tenstorrent's eltwise accuracy reports
 * (tt-eltwise-accuracy-report, analyze-report/contract.md), with the correctly rounded value as the reference.
 */
#ifndef SFP_NUMERICS_MEASURE_H
#define SFP_NUMERICS_MEASURE_H

#include <stddef.h>

#include "reference.h"

enum outcome {
    OUTCOME_EXACT,     /* the reference */
    OUTCOME_INEXACT,   /* another number: ULP is defined for these two alone */
    OUTCOME_FLUSHED,   /* zero, where the reference underflows */
    OUTCOME_ZEROED,    /* zero, where it does not */
    OUTCOME_UNFLUSHED, /* a number, where the reference underflows or is zero */
    OUTCOME_OVERFLOW,  /* infinity, or an integer's limit, as the reference */
    OUTCOME_UNDEFINED, /* the reference is NaN */
    OUTCOME_MISMATCH,  /* one is finite, the other not; or the wrong limit */
    OUTCOME_SPECIAL,   /* of an input that is shown by itself, and counts nowhere else */
    OUTCOMES,
};

const char *outcome_name(enum outcome outcome);

/* What the number `got` is, of no special input; got's denormals are zeros. */
enum outcome outcome_of(const struct number_format *format, const struct expected *expected, double got);

/* |got - expected| in units of the reference's last place. */
double ulp_error(const struct number_format *format, double expected, double got);

/* An input and its result. */
struct point {
    double x, got;
    struct expected expected;
    enum outcome outcome;
    double ulp; /* of EXACT and INEXACT */
};

struct measures {
    size_t inputs, outcomes[OUTCOMES];
    size_t scored;       /* with ULP */
    double max_ulp, mean_ulp, p50_ulp, p95_ulp, p99_ulp; /* mean: of those that are not exact */
    double max_abs, max_rel;
    double exact_frac;
    double usable_to;    /* NaN: nothing is */
    size_t monotonicity_breaks;
    const struct point *worst;    /* the first of max_ulp; NULL: all are exact */
    const struct point *break_at; /* the upper one of the first break, or NULL */
};

enum { USABLE_ULP = 2 }; /* what usable_to accepts */

/* Sorts points by x, NaNs last, gives each its outcome, unless that is SPECIAL, and its ULP, and sums up. False: memory
 * ran out. The points must outlive the measures. */
bool measure(const struct number_format *format, struct point *points, size_t count, struct measures *measures);

#endif
