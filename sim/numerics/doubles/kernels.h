/* Kernels: functions in double precision, a block of operands at a time, with error bounds. */
#ifndef SFP_NUMERICS_KERNELS_H
#define SFP_NUMERICS_KERNELS_H

#include "doubles.h"

/* The name of a function or object at the SIMD level for which it is compiled. */
#define PASTE_EXPANDED(name, level) name##_##level
#define PASTE(name, level) PASTE_EXPANDED(name, level)
#define LEVELLED(name) PASTE(name, SFP_LEVEL)

#define EACH for (int i = 0; i < DOUBLES_MOST; i++)

/* Meanings of a kernel's result r for f. */
enum trust {
    TRUST_EXACT,   /* r is f, or the odd double of the two around f, which rounds like f */
    TRUST_SPECIAL, /* zero, infinity or NaN: r is f; other r: f is within the margin */
    TRUST_MARGIN,  /* f is NaN outside the domain, and only there; inside, f is within the margin of r. f is unknown
                    * at the domain's ends, and if r is 0 */
};

struct kernel {
    void (*one)(const double *x, double *r);
    void (*two)(const double *x, const double *y, double *r); /* `one` or `two` is NULL */
    enum trust trust;
    int64_t margin;   /* a power of two: |r - f| is below margin |r| 2^-53, except where f is far beyond the formats */
    double low, high; /* domain, for TRUST_MARGIN */
};

/* Returns a function's kernel for operands with `bits` significant bits, or NULL if the function has no kernel. */
const struct kernel *LEVELLED(kernel_of)(enum function_kernel kernel, unsigned bits);

#endif
