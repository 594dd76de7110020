/* What a result is, measured by what is expected. */
#include "outcome.h"

#include "bits.h"

static const char *const names[OUTCOMES] = {
    [OUTCOME_EXACT] = "exact", [OUTCOME_INEXACT] = "inexact", [OUTCOME_FLUSHED] = "flushed",
    [OUTCOME_ZEROED] = "zeroed", [OUTCOME_UNFLUSHED] = "unflushed", [OUTCOME_OVERFLOW] = "overflow",
    [OUTCOME_UNDEFINED] = "undefined", [OUTCOME_MISMATCH] = "mismatch", [OUTCOME_SPECIAL] = "special",
};

const char *outcome_name(enum outcome outcome) { return names[outcome]; }

static enum outcome outcome_of_number(bool same, bool zero, bool expected_zero, bool underflows)
{
    if (expected_zero && !zero)
        return OUTCOME_UNFLUSHED;
    if (expected_zero)
        return underflows ? OUTCOME_FLUSHED : OUTCOME_EXACT;
    if (zero)
        return OUTCOME_ZEROED;
    return same ? OUTCOME_EXACT : OUTCOME_INEXACT;
}

enum outcome outcome_of(const struct number_format *f, enum expectation expectation, uint32_t expected,
                        uint32_t got)
{
    if (expectation == EXPECT_SPECIAL || expectation == EXPECT_SPECIAL_NAN)
        return OUTCOME_SPECIAL;
    if (expectation == EXPECT_NAN)
        return OUTCOME_UNDEFINED;
    if (expectation == EXPECT_OVERFLOW)
        return got == expected ? OUTCOME_OVERFLOW : OUTCOME_MISMATCH;
    if (kind_of(f) != KIND_FLOAT)
        return got == expected ? OUTCOME_EXACT : OUTCOME_INEXACT;
    if (!is_finite(f, got))
        return OUTCOME_MISMATCH;
    return outcome_of_number(got == expected, is_zero(f, got), is_zero(f, expected), expectation == EXPECT_UNDERFLOW);
}
