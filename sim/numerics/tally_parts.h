/* Where a tally has what. */
#ifndef SFP_NUMERICS_TALLY_PARTS_H
#define SFP_NUMERICS_TALLY_PARTS_H

#include <math.h>

#include "bits.h"
#include "tally.h"

static inline double ulp_of(const struct number_format *f, const struct tally_point *p)
{
    return fabs(value_of(f, p->got) - value_of(f, p->expected)) * places_of(f, p->expected);
}

/* From the reference to the result, in ULP. */
static inline double steps_of(const struct number_format *f, const struct tally_point *p)
{
    return (value_of(f, p->got) - value_of(f, p->expected)) * places_of(f, p->expected);
}

static inline double abs_of(const struct number_format *f, const struct tally_point *p)
{
    return fabs(value_of(f, p->got) - value_of(f, p->expected));
}

/* 0 of a reference that is 0: there is none. */
static inline double rel_of(const struct number_format *f, const struct tally_point *p)
{
    const double expected = fabs(value_of(f, p->expected));

    return expected == 0 ? 0 : abs_of(f, p) / expected;
}

/* One operand of 32 bits has so many values, and so have two of 16. */
#define TALLY_MOST_INPUTS (INT64_C(1) << 32)

/* Do the counts of a tally that was read add up? False with a message in *error, to be freed; NULL: no memory. */
bool tally_check(const struct tally *t, char **error);

/* ---- Sums ---- */

/* Adds the leading bits of a number to the sum of its octave, in which 2^32 of them have room. */
static inline void add_to_octaves(uint64_t *sums, double value, int least)
{
    const uint64_t bits = bits_of_double(value), hidden = UINT64_C(1) << TALLY_SUM_BITS;
    const size_t octave = (size_t)(bits >> DOUBLE_MANTISSA) - (size_t)(DOUBLE_BIAS + least);

    sums[octave] += hidden | (bits >> (DOUBLE_MANTISSA - TALLY_SUM_BITS) & (hidden - 1));
}

/* ---- Buckets ---- */

/* Octave and part of a positive number, counted from 2^least, its upper end being its own. */
static inline size_t log_bucket(double value, int least)
{
    return (size_t)((bits_of_double(value) - 1) >> (DOUBLE_MANTISSA - TALLY_OCTAVE_BITS))
        - ((size_t)(DOUBLE_BIAS + least) << TALLY_OCTAVE_BITS);
}

static inline double log_bucket_end(size_t bucket, int least)
{
    return double_of_bits((uint64_t)(bucket + 1 + ((size_t)(DOUBLE_BIAS + least) << TALLY_OCTAVE_BITS))
                          << (DOUBLE_MANTISSA - TALLY_OCTAVE_BITS));
}

enum { ULP_LINEAR_BITS = 10, ULP_LINEAR_END = 2 * TALLY_ULP_LINEAR + 1 };
_Static_assert(TALLY_ULP_LINEAR == 1 << ULP_LINEAR_BITS, "where the octaves begin");

static inline size_t ulp_bucket(double ulp)
{
    if (ulp <= (double)TALLY_ULP_LINEAR) {
        const size_t halves = (size_t)(2 * ulp);

        return halves + ((double)halves < 2 * ulp);
    }
    return ULP_LINEAR_END + log_bucket(ulp, ULP_LINEAR_BITS);
}

static inline double ulp_bucket_end(size_t bucket)
{
    return bucket < ULP_LINEAR_END ? (double)bucket / 2 : log_bucket_end(bucket - ULP_LINEAR_END, ULP_LINEAR_BITS);
}

/* Of an fp32 number as near as there is, for the sake of speed: the quotient of two of its mantissas is one. */
static inline size_t rel_bucket(double rel)
{
    const double most = 0x1p+64;

    return log_bucket(rel < most ? (double)(float)rel : rel, TALLY_REL_LEAST);
}

static inline double rel_bucket_end(size_t bucket)
{
    return log_bucket_end(bucket, TALLY_REL_LEAST);
}

/* Of those of a sign, the region that a magnitude is in; and the bin of bits x. */
unsigned tally_region_of(const struct tally_regions *regions, uint32_t magnitude);
unsigned tally_bin_of(const struct tally *t, uint32_t x);

/* The largest magnitude of a number; those above are infinite or NaN, or none of an integer's. */
uint32_t tally_last_number(const struct number_format *f, bool negative);

/* Keeps one that is larger than one of them; the earlier of two that are alike stands in front. */
void tally_keep_offender(struct tally_extreme list[TALLY_OFFENDERS], const struct tally_extreme *e);

/* Has no exact result where an offender's ULP is as large. */
void tally_drop_exact(struct tally_real *real);

/* A finite |x| with an ULP, below the first one that is of no use. */
void tally_note_usable(struct tally *t, int64_t magnitude);

#endif
