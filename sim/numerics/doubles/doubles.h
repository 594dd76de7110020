/*
 * References in double precision, compiled once for each SIMD level: f as a double with an error bound, rounded to the
 * format wherever every value within the bound rounds to one result.
 */
#ifndef SFP_NUMERICS_DOUBLES_H
#define SFP_NUMERICS_DOUBLES_H

#include <stddef.h>
#include <stdint.h>

#include "numerics/functions.h"

enum { DOUBLES_MOST = 256 }; /* largest block, in operands */

/* Computes a block of at most DOUBLES_MOST references, like reference_fill() (numerics/reference.h). References that
 * double precision does not prove get EXPECT_NOTHING. */
typedef void doubles_fill(const struct function *f, const struct number_format *in, const struct number_format *out,
                          const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation);

/* Computes f for a block of at most DOUBLES_MOST inputs, to within the kernel's error bound. values[i] is NaN if f
 * is not known. */
typedef void doubles_values(const struct function *f, const struct number_format *in, const uint32_t *x,
                            const uint32_t *y, size_t count, double *values);

enum { DOUBLES_LEVELS = 2 }; /* most SIMD levels */

struct doubles {
    doubles_fill *fill;
    doubles_values *values;
};

/* Stores the SIMD levels that the processor has, the fastest first, and returns their number. Defined in
 * reference.c. */
size_t doubles_list(struct doubles list[DOUBLES_LEVELS]);

#endif
