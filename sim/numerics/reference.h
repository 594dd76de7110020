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

/*
 * Of each operand x[i], and y[i] if f has two, bits of the format `in`, which f takes: the bits in the format `out` of
 * what is expected, and its enum expectation (results.h): NUMBER, UNDERFLOW, OVERFLOW or NAN. Bits of a NaN are those
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

#endif
