/* What a kernel should give: f(x), correctly rounded. */
#ifndef SFP_NUMERICS_REFERENCE_H
#define SFP_NUMERICS_REFERENCE_H

#include "bounds.h"
#include "number.h"

/*
 * f(x) in a format, to nearest, ties to even. A float's denormals are none of its numbers, as in the hardware: a result
 * that rounds to one of them is a zero of its sign. Integers stop at their limits.
 */
struct expected {
    double value;
    bool underflows; /* a zero that f(x) is not */
    bool overflows;  /* infinite, or the limit of an integer, where f(x) rounds to something beyond */
};

/* False if no precision tried proves which number is nearest. x is a number as it is, no denormal. */
bool reference_of(const struct function *f, const struct number_format *format, double x, struct expected *expected);

#endif
