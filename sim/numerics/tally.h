/*
 * Tallies: a sweep's results in counts, histograms and extremes, without the inputs themselves. Tallies are exact and
 * associative: a sweep may be cut into stretches, and the stretches into parts with tallies of their own; merging the
 * parts in the sweep's order always gives the same tally.
 */
#ifndef SFP_NUMERICS_TALLY_H
#define SFP_NUMERICS_TALLY_H

#include <jansson.h>

#include "number.h"
#include "reference.h"
#include "base/json_writer.h"

/* ---- A result's outcome, compared with the reference ---- */

enum outcome {
    OUTCOME_EXACT,     /* the result is the reference */
    OUTCOME_INEXACT,   /* the result is another number; only exact and inexact results have ULP */
    OUTCOME_FLUSHED,   /* the result is zero; the reference underflows */
    OUTCOME_ZEROED,    /* the result is zero; the reference is another number */
    OUTCOME_UNFLUSHED, /* the result is a number other than zero; the reference underflows or is zero */
    OUTCOME_OVERFLOW,  /* the result is infinity or an integer's limit, as the reference is */
    OUTCOME_UNDEFINED, /* the reference is NaN */
    OUTCOME_MISMATCH,  /* the result is finite and the reference is not, or the reverse, or the result is the wrong
                        * limit */
    OUTCOME_SPECIAL,   /* a special input, which reports list separately and no other count includes */
    OUTCOMES,
};

/* Returns an outcome's name in reports and files, such as "inexact". */
const char *outcome_name(enum outcome outcome);

/* Classifies a result. `expected` and `got` are bits of the format; denormal results count as zeros. `expectation`
 * is not EXPECT_NOTHING. */
enum outcome outcome_of(const struct number_format *format, enum expectation expectation, uint32_t expected,
                        uint32_t got);

/* Returns the outcome that a special would have as an ordinary input. `undefined`: the reference is NaN. */
enum outcome outcome_of_special(const struct number_format *format, bool undefined, uint32_t expected, uint32_t got);

/* ---- Tallies ---- */

enum {
    USABLE_ULP = 2,       /* largest ULP that usable_to accepts */
    TALLY_BINS = 32,      /* number of bins of the first operand, uniform in asinh x from the lowest to the largest
                           * number */
    TALLY_BEYOND,         /* number of bins with the bin of infinities and NaNs */
    TALLY_SPECIALS = 256, /* most listed specials, the sweep's first */

    /*
     * A bucket of a histogram holds values above its lower end, up to and including its upper end. Octaves are divided
     * evenly. ULP are at least 2^-1, and less than 2^278; relative errors are at least 2^-32, for integers.
     */
    TALLY_OCTAVE_BITS = 8,
    TALLY_OCTAVE = 1 << TALLY_OCTAVE_BITS,
    TALLY_ULP_LINEAR = 1024, /* ULP up to which buckets are half an ULP wide, to separate each half */
    TALLY_ULP_OCTAVES = 270,
    TALLY_ULP_BUCKETS = 2 * TALLY_ULP_LINEAR + 1 + TALLY_ULP_OCTAVES * TALLY_OCTAVE,
    TALLY_REL_LEAST = -34, /* relative errors are above 2 to this power */
    TALLY_REL_OCTAVES = 292,
    TALLY_REL_BUCKETS = TALLY_REL_OCTAVES * TALLY_OCTAVE,

    TALLY_SUM_LEAST = -1, /* ULP are at least 2 to this power */
    TALLY_SUM_OCTAVES = 280,
    TALLY_SUM_BITS = 30, /* number of bits after the binary point */
    TALLY_REGIONS = TALLY_BINS + 1,

    TALLY_OFFENDERS = 10,
    TALLY_REAL_LEAST = -3, /* real ULP of inexact results are at least 1/4 */
    TALLY_REAL_OCTAVES = TALLY_SUM_OCTAVES + TALLY_SUM_LEAST - TALLY_REAL_LEAST,
};

/* An input with result and reference, as bits of the formats. y is 0 with one operand. */
struct tally_point {
    uint32_t x, y, got, expected;
};

struct tally_extreme {
    double value; /* the largest value; 0: no value yet */
    struct tally_point at; /* the earliest point with this value */
};

/*
 * Real ULP: |result - f| in units of the reference's last place, where f is the function's value before rounding. The
 * real ULP of an exact result is at most 1/2, and matters only while no inexact result has a larger real ULP.
 */
struct tally_real {
    struct tally_extreme exact; /* over exact results; value 0 once an offender's value is as large */
    struct tally_extreme offenders[TALLY_OFFENDERS]; /* inexact results, by falling value; value 0 ends the list */
    uint64_t faithful;          /* number of inexact results next to their reference, with f between the two */
    uint64_t rounded;           /* number of inexact results within half an ULP of f */
    uint64_t sums[2][TALLY_REAL_OCTAVES]; /* [0]: inexact results below f; [1]: above f; sums as in struct tally_bin */
};

/* Inputs whose reference is NaN, and how many results are numbers. Counted only if the results' format has NaN. */
struct tally_undefined {
    uint64_t inputs, numbers;
    struct tally_point first; /* the first input whose result is a number; valid if `numbers` is not 0 */
};

/* Counts of special inputs. No other count includes specials. */
struct tally_specials {
    uint64_t wrong; /* number of specials whose result is not the reference, or is a number although the reference is
                     * NaN */
    uint64_t far;   /* number of wrong specials whose reference is not NaN and whose result is more than USABLE_ULP
                     * off */
};

struct tally_bin {
    uint64_t inputs, scored, inexact, defects; /* numbers of inputs without specials; scored: with ULP; defects:
                                                * zeroed, mismatch */
    double max_ulp;
    uint64_t sums[TALLY_SUM_OCTAVES]; /* sums over inexact results, by ULP's octave, in 2^(octave - TALLY_SUM_BITS) */
};

/* Regions of the magnitudes of one sign, ascending: region i spans first[i] to last[i], and falls into bin[i]. */
struct tally_regions {
    uint32_t first[TALLY_REGIONS], last[TALLY_REGIONS];
    uint8_t bin[TALLY_REGIONS];
    unsigned count;
};

struct tally {
    const struct number_format *in, *out;
    unsigned operands;
    struct tally_regions regions[2]; /* [0]: positive x; [1]: negative x */

    bool unordered; /* inputs are not ordered by |x| */
    uint64_t outcomes[OUTCOMES];
    uint64_t ulp[TALLY_ULP_BUCKETS], rel[TALLY_REL_BUCKETS]; /* rel: over inexact results whose reference is not 0 */
    struct tally_extreme max_ulp, max_abs, max_rel;
    struct tally_real real;
    struct tally_undefined of_nan, of_numbers; /* counts of undefined results with a NaN operand, and without */
    uint64_t breaks;
    struct tally_point first_break; /* the later of the two neighbours */
    struct tally_point first_defect, first_unflushed; /* first points of these outcomes; valid if the outcome's count
                                                       * is not 0 */
    int64_t unusable;  /* the first |x|, as bits of `in`, with an unusable result; -1: no such |x|; specials too */
    int64_t usable[2]; /* the two largest |x| with ULP before `unusable`, largest first; -1: none; specials too */
    struct tally_point specials[TALLY_SPECIALS];
    bool undefined[TALLY_SPECIALS]; /* by special: the reference of specials[i] is NaN */
    struct tally_specials special_counts; /* counts over all specials, listed or not */
    struct tally_bin bins[TALLY_BEYOND];
};

/* Clears a tally for inputs and results in these formats, with 1 or 2 operands. The formats must outlive the tally. */
void tally_start(struct tally *t, const struct number_format *in, const struct number_format *out, unsigned operands);

/*
 * Adds the sweep's next stretch. `expected` under EXPECT_NUMBER must not be a denormal. Denormal results count as zeros
 * in every measure.
 */
void tally_add(struct tally *t, const struct results *results);

/*
 * tally_add_real() adds a stretch's real ULP, after tally_add() for this stretch. f is the inputs' function; NULL: the
 * references equal f. The largest real ULP are found in double precision (reference_offsets() in reference.h).
 * tally_settle_real() then makes their values exact.
 */
void tally_add_real(struct tally *t, const struct results *results, const struct function *f);
void tally_settle_real(struct tally *t, const struct function *f);

/* Returns the largest real ULP with its point; value 0 if the tally has no real ULP. */
const struct tally_extreme *tally_max_real(const struct tally *t);

/* Appends a later part of a sweep to an earlier part. */
void tally_merge(struct tally *into, const struct tally *later);

/* Stores where a format's bins begin, and where the last bin ends. */
void tally_edges(const struct number_format *f, double edges[TALLY_BINS + 1]);

/* Counts: inputs with specials, results with ULP, and results that are zeroed or a mismatch. */
uint64_t tally_inputs(const struct tally *t);
uint64_t tally_scored(const struct tally *t);
uint64_t tally_defects(const struct tally *t);

/* Writes the whole tally as JSON. */
void tally_write(struct sfp_json *j, const char *name, const struct tally *t);

/*
 * Reads a tally. *t was started by tally_start() for the formats that the JSON must have. On failure, returns false,
 * clears the tally, and sets *error to a message, which the caller frees, or to NULL if memory ran out.
 */
bool tally_from_json(struct tally *t, const json_t *json, char **error);

#endif
