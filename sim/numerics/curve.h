/*
 * A sweep's errors over the first operand, for a picture: one column for each quarter octave of |x|, for each sign.
 * Curves are exact, and equal however a sweep is cut into parts.
 */
#ifndef SFP_NUMERICS_CURVE_H
#define SFP_NUMERICS_CURVE_H

#include "number.h"
#include "reference.h"
#include "base/json_writer.h"

enum {
    CURVE_PARTS = 4,     /* number of columns in an octave, of equal width */
    CURVE_LEAST = -126,  /* exponent of the first octave's start */
    CURVE_OCTAVES = 254,
    CURVE_COLUMNS = CURVE_PARTS * CURVE_OCTAVES,
};

struct curve_column {
    uint64_t inputs, inexact, defects; /* counts of inputs in the column, as in struct tally_bin */
    double max_ulp;
    uint32_t worst; /* bits of the first x with max_ulp; valid if max_ulp is not 0 */
};

struct curve {
    const struct number_format *in, *out;
    struct curve_column columns[2][CURVE_COLUMNS]; /* [0]: positive x; [1]: negative x */
    struct curve_column subnormal;                 /* denormal x of both signs */
};

/* Clears the curve. `in` and `out`, the formats of x and of the results, must outlive the curve. */
void curve_start(struct curve *c, const struct number_format *in, const struct number_format *out);

/* Adds a sweep's next stretch (see tally_add()). */
void curve_add(struct curve *c, const struct results *results);

/* Adds the curve of a later part to the earlier part's curve. */
void curve_merge(struct curve *into, const struct curve *later);

/* Writes the curve as an object: the columns with errors, ordered by x, and the denormal inputs' column. */
void curve_write(struct sfp_json *j, const char *name, const struct curve *c);

#endif
