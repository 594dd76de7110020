/*
 * Inputs of a kernel, what it made of them, and what it should have. Values are the bits of their format, in the low bits
 * of a word.
 */
#ifndef SFP_NUMERICS_RESULTS_H
#define SFP_NUMERICS_RESULTS_H

#include <stddef.h>
#include <stdint.h>

/* What is known of f(x), correctly rounded to the results' format. */
enum expectation {
    EXPECT_NUMBER,    /* a finite number: `expected` */
    EXPECT_UNDERFLOW, /* a float's zero of its sign, which f(x) itself is not: it rounds to a denormal or to zero */
    EXPECT_OVERFLOW,  /* infinity; or an integer's limit, where f(x) rounds to something beyond */
    EXPECT_NAN,       /* the function is not defined there */
    EXPECT_SPECIAL,   /* any of these, of an input that is shown by itself and counts nowhere else */
    EXPECT_NOTHING,   /* no part of what is measured */
    EXPECT_SPECIAL_NAN, /* a special, where the function is not defined */
};

/*
 * A stretch of a sweep. In a sweep of one operand |x| never falls, but for specials; in one of signed values +m is
 * followed by -m, so that each value's neighbour of its sign is `stride` before it.
 */
struct results {
    const uint32_t *x, *y; /* y: second operands, or NULL */
    const uint32_t *got, *expected;
    const uint8_t *expectation; /* enum expectation */
    size_t count;
    size_t before; /* the first so many belong to the stretch before, and are here as neighbours only; 0 or `stride` */
    size_t stride; /* 1 or 2; 0: neighbours mean nothing, as in samples and in sweeps of two operands */
};

#endif
