/* Parts of tallies that several sources use: errors of a point, sums, buckets. */
#ifndef SFP_NUMERICS_TALLY_PARTS_H
#define SFP_NUMERICS_TALLY_PARTS_H

#include <math.h>

#include "bits.h"
#include "tally.h"

static inline double ulp_of(const struct number_format *f, const struct tally_point *p)
{
    return fabs(value_of_bits(f, p->got) - value_of_bits(f, p->expected)) * places_of(f, p->expected);
}

/* Returns the distance from the reference to the result, in ULP. */
static inline double steps_of(const struct number_format *f, const struct tally_point *p)
{
    return (value_of_bits(f, p->got) - value_of_bits(f, p->expected)) * places_of(f, p->expected);
}

static inline double abs_error_of(const struct number_format *f, const struct tally_point *p)
{
    return fabs(value_of_bits(f, p->got) - value_of_bits(f, p->expected));
}

/* Returns the relative error; 0 if the reference is 0, which has no relative error. */
static inline double rel_error_of(const struct number_format *f, const struct tally_point *p)
{
    const double expected = fabs(value_of_bits(f, p->expected));

    return expected == 0 ? 0 : abs_error_of(f, p) / expected;
}

/* A sweep's largest number of inputs: one 32-bit operand, or pairs of 16-bit operands. */
#define TALLY_MOST_INPUTS (INT64_C(1) << 32)

/* Returns whether the counts of a tally read from a file add up. On failure, *error is a message, which the caller
 * frees, or NULL if memory ran out. */
bool tally_check(const struct tally *t, char **error);

/* ---- Sums ---- */

/* Adds the leading bits of a positive number to its octave's sum. A sum has room for 2^32 numbers. */
static inline void add_to_octaves(uint64_t *sums, double value, int least)
{
    const uint64_t bits = bits_of_double(value), hidden = UINT64_C(1) << TALLY_SUM_BITS;
    const size_t octave = (size_t)(bits >> DOUBLE_MANTISSA) - (size_t)(DOUBLE_BIAS + least);

    sums[octave] += hidden | (bits >> (DOUBLE_MANTISSA - TALLY_SUM_BITS) & (hidden - 1));
}

/* ---- Buckets ---- */

/* Returns the bucket of a positive number: octaves from 2^least, divided into parts. A bucket includes its upper
 * end. */
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

/* Returns a relative error's bucket. Rounds to fp32 first, because find_rels() computes in fp32, for speed, and must
 * find the same bucket. */
static inline size_t rel_bucket(double rel)
{
    const double most = 0x1p+64;

    return log_bucket(rel < most ? (double)(float)rel : rel, TALLY_REL_LEAST);
}

static inline double rel_bucket_end(size_t bucket)
{
    return log_bucket_end(bucket, TALLY_REL_LEAST);
}

/* tally_region_of() returns the index of the region that contains a magnitude. tally_bin_of() returns the bin of x,
 * as bits. */
unsigned tally_region_of(const struct tally_regions *regions, uint32_t magnitude);
unsigned tally_bin_of(const struct tally *t, uint32_t x);

/* Returns the largest magnitude of a finite number. Larger magnitudes are infinities or NaNs, or no integer's. */
uint32_t tally_last_number(const struct number_format *f, bool negative);

/* Inserts an offender if its value is larger than one in the list. Of two equal offenders the earlier stays in
 * front. */
void tally_keep_offender(struct tally_extreme list[TALLY_OFFENDERS], const struct tally_extreme *e);

/* Clears real->exact if an offender's ULP is as large. */
void tally_drop_exact(struct tally_real *real);

/* Notes a finite |x| whose result has ULP and which is below the first unusable |x|. */
void tally_note_usable(struct tally *t, int64_t magnitude);

#endif
