/* What a result is, measured by what is expected. */
#ifndef SFP_NUMERICS_OUTCOME_H
#define SFP_NUMERICS_OUTCOME_H

#include "number.h"
#include "results.h"

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

/* Of bits of a format, and any expectation but EXPECT_NOTHING; got's denormals are zeros. */
enum outcome outcome_of(const struct number_format *format, enum expectation expectation, uint32_t expected,
                        uint32_t got);

#endif
