/*
 * Inputs in a row that have one result, as most of a function that levels off have: it is worked out at the two ends
 * only, since between them a monotone function lies between, and so does what it is rounded to.
 */
#ifndef SFP_NUMERICS_STRETCH_H
#define SFP_NUMERICS_STRETCH_H

#include "reference.h"

/* Bits of inputs, from `low` to before `end`, and what is expected of all of them; all 0: none is known. */
struct stretch {
    uint32_t low, end, expected;
    uint8_t expectation;
};

/* Those of positive inputs, and of negative ones. */
struct stretches {
    struct stretch of_sign[2];
};

/*
 * As reference_fill, of one operand, with the same results. What is learnt of inputs further from zero is kept in
 * *known, for the next call with the same f and formats; it is of use where those of a sign are in a row, and go on
 * where the last call's ended.
 */
bool stretch_fill(struct stretches *known, const struct function *f, const struct number_format *in,
                  const struct number_format *out, const uint32_t *x, size_t count, uint32_t *expected,
                  uint8_t *expectation, size_t *unproven);

#endif
