/*
 * What a kernel should give: f(x) or f(x, y) in a format, to nearest, ties to even. A float's denormals are none of
 * its numbers, as in the hardware: a result that rounds to one of them is a zero of its sign. Integers stop at their
 * limits.
 */
#ifndef SFP_NUMERICS_REFERENCE_H
#define SFP_NUMERICS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "functions.h"
#include "number.h"

/* ---- Results ---- */

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
 * followed by -m, so that each value's neighbour of its sign is `stride` before it. Values are the bits of their format,
 * in the low bits of a word.
 */
struct results {
    const uint32_t *x, *y; /* y: second operands, or NULL */
    const uint32_t *got, *expected;
    const uint8_t *expectation; /* enum expectation */
    size_t count;
    size_t before; /* the first so many belong to the stretch before, and are here as neighbours only; 0 or `stride` */
    size_t stride; /* 1 or 2; 0: neighbours mean nothing, as in samples and in sweeps of two operands */
};

/* ---- References ---- */

/*
 * Of each operand x[i], and y[i] if f has two, bits of the format `in`, which f takes: the bits in the format `out` of
 * what is expected, and its enum expectation: NUMBER, UNDERFLOW, OVERFLOW or NAN. Bits of a NaN are those
 * of the quiet one without payload, or 0 of an integer; integers are in two's complement, without bits beyond their
 * width.
 * Denormal operands count as zeros of their sign. What is EXPECT_NOTHING before stays as it is, and so does its
 * `expected`.
 *
 * False if no precision tried proves which number is nearest; *unproven is the first such index, and nothing is known
 * of what is behind it. Any number of threads may call this at a time, if MPFR was built for threads
 * (mpfr_buildopt_tls_p).
 */
bool reference_fill(const struct function *f, const struct number_format *in, const struct number_format *out,
                    const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation,
                    size_t *unproven);

/* The same, but not in double precision where that is proof enough: a hundred times as slow. */
bool reference_prove(const struct function *f, const struct number_format *in, const struct number_format *out,
                     const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation,
                     size_t *unproven);

/*
 * How far f is from a finite number that is expected of it, in units of that one's last place: (f - expected) / ulp,
 * from -1/2 to 1/2. Exact, but that it is rounded to a double, and may be 2^-64 off.
 */
double reference_offset(const struct function *f, const struct number_format *in, const struct number_format *out,
                        uint32_t x, uint32_t y, uint32_t expected);

/* The same of many, from double precision: within 2^-16 of it where the results are floats, and 2^-8 for integers;
 * exact where that says nothing. */
void reference_offsets(const struct function *f, const struct number_format *in, const struct number_format *out,
                       const uint32_t *x, const uint32_t *y, const uint32_t *expected, size_t count, double *offset);

/* Gives back what a thread that has called any of these holds. */
void reference_thread_end(void);

/*
 * ---- Stretches ----
 *
 * Inputs in a row that have one result, as most of a function that levels off have: it is worked out at the two ends
 * only, since between them a monotone function lies between, and so does what it is rounded to.
 */

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
