/* Functions in double precision, a block of operands at a time, and how far off they may be. */
#ifndef SFP_NUMERICS_KERNELS_H
#define SFP_NUMERICS_KERNELS_H

#include "doubles.h"

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
