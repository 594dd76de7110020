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

#endif
