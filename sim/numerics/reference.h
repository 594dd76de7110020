/*
 * References: the correct results of kernels. A reference is f(x) or f(x, y) in a format, rounded to nearest, ties to
 * even. As in the hardware, floats have no denormals: a result that rounds to a denormal is a zero of its sign.
 * Integers saturate at their limits.
 */
#ifndef SFP_NUMERICS_REFERENCE_H
#define SFP_NUMERICS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "functions.h"
#include "number.h"

/* ---- Results ---- */

/* Kinds of references, correctly rounded to the results' format. */
enum expectation {
    EXPECT_NUMBER,    /* the reference is a finite number, in `expected` */
    EXPECT_UNDERFLOW, /* f(x) is not zero, but rounds to zero or to a denormal; `expected` is a zero with f(x)'s sign */
    EXPECT_OVERFLOW,  /* the reference is infinity, or an integer's limit where f(x) rounds beyond the limit */
    EXPECT_NAN,       /* f has no value for this input */
    EXPECT_SPECIAL,   /* special input, which reports list separately and no other count includes; `expected` is any
                       * of the above */
    EXPECT_NOTHING,   /* the input is left out of the measurement */
    EXPECT_SPECIAL_NAN, /* special input for which f has no value */
};

/*
 * A stretch: consecutive inputs of a sweep, with results and references. In a sweep over one operand |x| never falls,
 * except at specials. In a sweep over signed values, -m follows +m, so that a value's neighbour of equal sign stands
 * `stride` places earlier. Values are the bits of their format, in the low bits of a word.
 */
struct results {
    const uint32_t *x, *y; /* y: second operands, or NULL */
    const uint32_t *got, *expected;
    const uint8_t *expectation; /* expectations of the results, values of enum expectation */
    size_t count;
    size_t before; /* number of leading inputs from the stretch before, which serve as neighbours only: 0 or `stride` */
    size_t stride; /* distance between neighbours, 1 or 2; 0: inputs without neighbours, as in samples and in sweeps
                    * over two operands */
};

/* ---- References ---- */

/*
 * Computes references. For each input x[i], and y[i] if f has two operands, as bits in the format `in`: stores the
 * reference's bits in the format `out`, and its kind, which is NUMBER, UNDERFLOW, OVERFLOW or NAN. `in` must be a
 * format that f takes. NaN is stored as the quiet NaN without payload, or as 0 in an integer format. Integers are in
 * two's complement, without bits beyond their width. Denormal operands count as zeros of their sign. Inputs whose
 * expectation is EXPECT_NOTHING on entry are skipped: `expected` and `expectation` stay.
 *
 * Returns false if the highest precision does not prove which number is nearest. *unproven is then the index of the
 * first such input; results at higher indices are not valid. Threads may call this function at the same time if MPFR
 * was built for threads (mpfr_buildopt_tls_p).
 */
bool reference_fill(const struct function *f, const struct number_format *in, const struct number_format *out,
                    const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation,
                    size_t *unproven);

/* Works like reference_fill(), without the shortcut by double precision, and so a hundred times slower. */
bool reference_prove(const struct function *f, const struct number_format *in, const struct number_format *out,
                     const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation,
                     size_t *unproven);

/*
 * Returns the distance of f from the finite reference `expected`, in ULP: (f - expected) / ulp, from -1/2 to 1/2. The
 * result is exact, except for rounding to a double and an error of up to 2^-64.
 */
double reference_offset(const struct function *f, const struct number_format *in, const struct number_format *out,
                        uint32_t x, uint32_t y, uint32_t expected);

/* Computes reference_offset() for many inputs, in double precision: to within 2^-16 for floats and 2^-8 for
 * integers. Falls back to the exact value where double precision gives no bound. */
void reference_offsets(const struct function *f, const struct number_format *in, const struct number_format *out,
                       const uint32_t *x, const uint32_t *y, const uint32_t *expected, size_t count, double *offset);

/* Frees what MPFR caches for the calling thread. A thread calls this after its last call of the functions above. */
void reference_thread_end(void);

/*
 * ---- Stretches with one result ----
 *
 * Where a function levels off, many consecutive inputs have one result. A monotone function needs evaluation at both
 * ends only: the values between, and their roundings, lie between those of the ends.
 */

/* Inputs with bits from `low` up to, but without, `end`, and their common reference. All members 0: nothing is
 * known. */
struct stretch {
    uint32_t low, end, expected;
    uint8_t expectation;
};

/* [0]: positive inputs; [1]: negative inputs */
struct stretches {
    struct stretch of_sign[2];
};

/*
 * Works like reference_fill() for one operand, with equal results. *known keeps results that later inputs may reuse,
 * for the next call with the same f and formats. Calls are faster if the inputs of each sign are consecutive, and
 * continue the last call's inputs.
 */
bool stretch_fill(struct stretches *known, const struct function *f, const struct number_format *in,
                  const struct number_format *out, const uint32_t *x, size_t count, uint32_t *expected,
                  uint8_t *expectation, size_t *unproven);

#endif
