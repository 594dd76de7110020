/*
 * Errors over the first operand for a picture of a sweep: a column for each quarter of an octave of |x|, of either
 * sign. What is gathered is exact, and the same however a sweep is cut.
 */
#ifndef SFP_NUMERICS_CURVE_H
#define SFP_NUMERICS_CURVE_H

#include "number.h"
#include "reference.h"
#include "base/json_writer.h"

enum {
    CURVE_PARTS = 4,     /* columns of an octave, of equal width */
    CURVE_LEAST = -126,  /* octaves begin at 2 to this */
    CURVE_OCTAVES = 254,
    CURVE_COLUMNS = CURVE_PARTS * CURVE_OCTAVES,
};

struct curve_column {
    uint64_t inputs, inexact, defects; /* as of a tally's bins */
    double max_ulp;
    uint32_t worst; /* bits of the first x that has it, if it is not 0 */
};

struct curve {
    const struct number_format *in, *out;
    struct curve_column columns[2][CURVE_COLUMNS]; /* of x from 0 up, and of those below */
    struct curve_column subnormal;                 /* of both signs */
};

/* Nothing gathered yet; the formats must outlive it. */
void curve_start(struct curve *c, const struct number_format *in, const struct number_format *out);

/* The next stretch, as tally_add() has it. */
void curve_add(struct curve *c, const struct results *results);

/* Appends what a later part of the sweep gathered. */
void curve_merge(struct curve *into, const struct curve *later);

/* An object: the columns with errors, by x, and the subnormal inputs. */
void curve_write(struct sfp_json *j, const char *name, const struct curve *c);

#endif
