/*
 * References in double precision, compiled once a SIMD level: f in double with an error bound, and what that rounds to,
 * wherever nothing within the bound rounds to anything else.
 */
#ifndef SFP_NUMERICS_DOUBLES_H
#define SFP_NUMERICS_DOUBLES_H

#include <stddef.h>
#include <stdint.h>

#include "numerics/functions.h"

enum { DOUBLES_MOST = 256 }; /* at a time */

/* As reference_fill (numerics/reference.h), of at most so many; what is not proven becomes EXPECT_NOTHING. */
typedef void doubles_fill(const struct function *f, const struct number_format *in, const struct number_format *out,
                          const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation);

/* f of at most so many: within the error bound of values[i], unless that is NaN, which says nothing of f. */
typedef void doubles_values(const struct function *f, const struct number_format *in, const uint32_t *x,
                            const uint32_t *y, size_t count, double *values);

enum { DOUBLES_LEVELS = 2 }; /* at most */

struct doubles {
    doubles_fill *fill;
    doubles_values *values;
};

/* reference.c: those that this processor can run, the fastest first; how many. */
size_t doubles_list(struct doubles list[DOUBLES_LEVELS]);

/* ---- Functions in double precision, a block of operands at a time, and how far off they may be ---- */

/* The name that something has at the SIMD level that it is compiled for. */
#define PASTE_EXPANDED(name, level) name##_##level
#define PASTE(name, level) PASTE_EXPANDED(name, level)
#define LEVELLED(name) PASTE(name, SFP_LEVEL)

#define EACH for (int i = 0; i < DOUBLES_MOST; i++)

/* What a result r says of f. */
enum trust {
    TRUST_EXACT,   /* r is f; or the odd one of the two doubles that f lies between, which rounds as f does */
    TRUST_SPECIAL, /* so if r is a zero, infinite or NaN; if not, f is within the margin */
    TRUST_MARGIN,  /* f is NaN outside of the domain, and there only; else within the margin of r, but that nothing is
                      known of x at the domain's ends, nor if r is 0 */
};

struct kernel {
    void (*one)(const double *x, double *r);
    void (*two)(const double *x, const double *y, double *r); /* the other one is NULL */
    enum trust trust;
    int64_t margin;   /* a power of two: |r - f| is below |r| 2^-53 times it, unless f is far from all formats */
    double low, high; /* the domain, of TRUST_MARGIN */
};

/* That of a function for operands of so many significant bits, or NULL: there is none. */
const struct kernel *LEVELLED(kernel_of)(enum function_kernel kernel, unsigned bits);

#endif
