/*
 * What a sweep's results amount to, gathered as they come: counts, histograms and extremes, nothing of the inputs
 * themselves. All of it is exact and associative: however the inputs are cut into stretches, and these into parts whose
 * tallies are merged in the sweep's order, the same tally comes of it.
 */
#ifndef SFP_NUMERICS_TALLY_H
#define SFP_NUMERICS_TALLY_H

#include <jansson.h>

#include "number.h"
#include "reference.h"
#include "base/json_writer.h"

/* ---- What a result is, measured by what is expected ---- */

enum outcome {
    OUTCOME_EXACT,     /* the reference */
    OUTCOME_INEXACT,   /* another number: ULP is defined for these two alone */
    OUTCOME_FLUSHED,   /* zero, where the reference underflows */
    OUTCOME_ZEROED,    /* zero, where it does not */
    OUTCOME_UNFLUSHED, /* a number, where the reference underflows or is zero */
    OUTCOME_OVERFLOW,  /* infinity, or an integer's limit, as the reference */
    OUTCOME_UNDEFINED, /* the reference is NaN */
    OUTCOME_MISMATCH,  /* one is finite, the other not; or the wrong limit */
    OUTCOME_SPECIAL,   /* of an input that is shown by itself, and counts nowhere else */
    OUTCOMES,
};

const char *outcome_name(enum outcome outcome);

/* Of bits of a format, and any expectation but EXPECT_NOTHING; got's denormals are zeros. */
enum outcome outcome_of(const struct number_format *format, enum expectation expectation, uint32_t expected,
                        uint32_t got);

/* The outcome that a special would have had as an ordinary input. `undefined`: the reference is NaN. */
enum outcome outcome_of_special(const struct number_format *format, bool undefined, uint32_t expected, uint32_t got);

/* ---- Tallies ---- */

enum {
    USABLE_ULP = 2,       /* what usable_to accepts */
    TALLY_BINS = 32,      /* of the first operand, uniform in asinh x from the lowest to the largest number */
    TALLY_BEYOND,         /* bins, with that of infinities and NaNs */
    TALLY_SPECIALS = 256, /* that are listed: the sweep's first so many */

    /*
     * Histograms have buckets of a range above its lower end, up to and with its upper end. An octave is divided
     * evenly; ULP have 2^-1 as their least, and less than 2^278; relative errors, of integers, 2^-32.
     */
    TALLY_OCTAVE_BITS = 8,
    TALLY_OCTAVE = 1 << TALLY_OCTAVE_BITS,
    TALLY_ULP_LINEAR = 1024, /* up to so many ULP buckets are half an ULP wide, so that each half is told apart */
    TALLY_ULP_OCTAVES = 270,
    TALLY_ULP_BUCKETS = 2 * TALLY_ULP_LINEAR + 1 + TALLY_ULP_OCTAVES * TALLY_OCTAVE,
    TALLY_REL_LEAST = -34, /* relative errors are above 2 to this */
    TALLY_REL_OCTAVES = 292,
    TALLY_REL_BUCKETS = TALLY_REL_OCTAVES * TALLY_OCTAVE,

    TALLY_SUM_LEAST = -1, /* ULP are 2 to this and more */
    TALLY_SUM_OCTAVES = 280,
    TALLY_SUM_BITS = 30, /* behind the point */
    TALLY_REGIONS = TALLY_BINS + 1,

    TALLY_OFFENDERS = 10,
    TALLY_REAL_LEAST = -3, /* the least real ULP of a result that is not the reference is 1/4 */
    TALLY_REAL_OCTAVES = TALLY_SUM_OCTAVES + TALLY_SUM_LEAST - TALLY_REAL_LEAST,
};

/* Bits of formats. y: 0 if there is one operand. */
struct tally_point {
    uint32_t x, y, got, expected;
};

struct tally_extreme {
    double value; /* 0: none */
    struct tally_point at; /* the earliest */
};

/*
 * ULP against the function itself, as a real: |result - f| in units of the reference's last place. That of a result that
 * is the reference is 1/2 at most, and only looked at as long as none of another one is as large.
 */
struct tally_real {
    struct tally_extreme exact; /* of results that are the reference; none if an offender's is as large */
    struct tally_extreme offenders[TALLY_OFFENDERS]; /* of inexact ones, the largest first; value 0: no more of them */
    uint64_t faithful;          /* inexact ones that f lies between with the reference, their neighbour */
    uint64_t rounded;           /* inexact ones within half an ULP of f */
    uint64_t sums[2][TALLY_REAL_OCTAVES]; /* of inexact ones below f, and above it, as those of bins */
};

/* Inputs whose reference is NaN, and those of them whose result is none: where results have a format that has NaN. */
struct tally_undefined {
    uint64_t inputs, numbers;
    struct tally_point first; /* number, if there is one */
};

/* Special inputs, which have no other count. */
struct tally_specials {
    uint64_t wrong; /* the result is not the reference; where that is NaN, the result is a number */
    uint64_t far;   /* of these: the reference is no NaN, and the result is not within USABLE_ULP of it */
};

struct tally_bin {
    uint64_t inputs, scored, inexact, defects; /* specials are in none; scored: with ULP; defects: zeroed, mismatch */
    double max_ulp;
    uint64_t sums[TALLY_SUM_OCTAVES]; /* of the inexact ones' ULP from 2^octave on, in 2^(octave - TALLY_SUM_BITS) */
};

/* Of numbers of one sign, from one magnitude to the next region's first: their bin. */
struct tally_regions {
    uint32_t first[TALLY_REGIONS], last[TALLY_REGIONS];
    uint8_t bin[TALLY_REGIONS];
    unsigned count;
};

struct tally {
    const struct number_format *in, *out;
    unsigned operands;
    struct tally_regions regions[2]; /* of x from 0 up, and of those with a sign */

    bool unordered; /* inputs came in no order of |x| */
    uint64_t outcomes[OUTCOMES];
    uint64_t ulp[TALLY_ULP_BUCKETS], rel[TALLY_REL_BUCKETS]; /* rel: of inexact ones whose reference is not 0 */
    struct tally_extreme max_ulp, max_abs, max_rel;
    struct tally_real real;
    struct tally_undefined of_nan, of_numbers; /* where an operand is NaN, and where none is */
    uint64_t breaks;
    struct tally_point first_break; /* of the two neighbours that which came later */
    struct tally_point first_defect, first_unflushed; /* if there are any */
    int64_t unusable;  /* the first |x|, as bits of `in`, where a result is of no use; -1: none; a special counts */
    int64_t usable[2]; /* the two largest |x| with an ULP up to there, the larger one first; -1: none; likewise */
    struct tally_point specials[TALLY_SPECIALS];
    bool undefined[TALLY_SPECIALS]; /* the function is, of these */
    struct tally_specials special_counts; /* of all, listed or not */
    struct tally_bin bins[TALLY_BEYOND];
};

/* Nothing gathered yet. Formats of the inputs and of the results, which must outlive the tally; 1 or 2 operands. */
void tally_start(struct tally *t, const struct number_format *in, const struct number_format *out, unsigned operands);

/*
 * The next stretch. `expected` of EXPECT_NUMBER is a number of the format, no denormal; what the results' denormals are
 * in outcomes, zeros, they are in all else.
 */
void tally_add(struct tally *t, const struct results *results);

/*
 * The same stretch once more, for what is real. `f` is that of the inputs; NULL: the references are f. Which ULP are the
 * largest is found in double precision (reference_offsets in reference.h); tally_settle_real makes their values exact.
 */
void tally_add_real(struct tally *t, const struct results *results, const struct function *f);
void tally_settle_real(struct tally *t, const struct function *f);

/* The largest real ULP, and where; value 0: there is none. */
const struct tally_extreme *tally_max_real(const struct tally *t);

/* Appends what a later part of the same sweep gathered. */
void tally_merge(struct tally *into, const struct tally *later);

/* Where the bins of a format begin, and where the last one ends. */
void tally_edges(const struct number_format *f, double edges[TALLY_BINS + 1]);

uint64_t tally_inputs(const struct tally *t);
uint64_t tally_scored(const struct tally *t);
uint64_t tally_defects(const struct tally *t); /* zeroed, mismatch */

/* Writes all of it. */
void tally_write(struct sfp_json *j, const char *name, const struct tally *t);

/*
 * Into a tally that is started for the same formats. False: the JSON is that of no such tally, or of none at all; then
 * the tally has nothing in it, and *error says what is wrong, to be freed, or is NULL if memory ran out.
 */
bool tally_from_json(struct tally *t, const json_t *json, char **error);

#endif
