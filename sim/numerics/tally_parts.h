/* Values of formats from their bits, fast; and where a tally has what. */
#ifndef SFP_NUMERICS_TALLY_PARTS_H
#define SFP_NUMERICS_TALLY_PARTS_H

#include <math.h>
#include <string.h>

#include "tally.h"

enum { DOUBLE_MANTISSA = 52, DOUBLE_BIAS = 1023 };

enum kind { KIND_FLOAT, KIND_SIGNED, KIND_UNSIGNED };

static inline enum kind kind_of(const struct number_format *f)
{
    if (f->mantissa_bits)
        return KIND_FLOAT;
    return f->is_signed ? KIND_SIGNED : KIND_UNSIGNED;
}

/* Bits above the values of a format, in words. */
static inline unsigned spare_bits(const struct number_format *f)
{
    return 32u - f->bits;
}

static inline bool has_sign(const struct number_format *f, uint32_t bits)
{
    return kind_of(f) != KIND_UNSIGNED && bits >> (f->bits - 1) & 1;
}

/* |x|: of floats the bits without the sign. */
static inline uint32_t magnitude_of(const struct number_format *f, uint32_t bits)
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);

    if (!has_sign(f, bits))
        return bits;
    return f->mantissa_bits ? bits ^ sign : (~bits + 1) & (sign | (sign - 1));
}

static inline double double_of_bits(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t bits_of_double(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A finite number as number_of() has it, but that denormals are zeros. */
static inline double value_of(const struct number_format *f, uint32_t bits)
{
    const unsigned spare = spare_bits(f);
    const uint32_t magnitude = bits & ((UINT32_C(1) << (f->bits - 1)) - 1), exponent = magnitude >> f->mantissa_bits;
    const uint64_t sign = (uint64_t)(bits >> (f->bits - 1)) << 63;

    if (!f->mantissa_bits)
        return f->is_signed ? (double)((int32_t)(bits << spare) >> spare) : (double)bits;
    if (exponent == 0)
        return double_of_bits(sign);
    return double_of_bits(sign | (((uint64_t)magnitude << (DOUBLE_MANTISSA - f->mantissa_bits))
                                  + ((uint64_t)(DOUBLE_BIAS - f->largest_exponent) << DOUBLE_MANTISSA)));
}

/* 1 / number_ulp(), a power of 2. */
static inline double places_of(const struct number_format *f, uint32_t bits)
{
    const uint32_t exponent = (bits & ((UINT32_C(1) << (f->bits - 1)) - 1)) >> f->mantissa_bits;
    const int place = (int)(exponent ? exponent : 1) - f->largest_exponent - f->mantissa_bits;

    if (!f->mantissa_bits)
        return 1;
    return double_of_bits((uint64_t)(DOUBLE_BIAS - place) << DOUBLE_MANTISSA);
}

static inline double ulp_of(const struct number_format *f, const struct tally_point *p)
{
    return fabs(value_of(f, p->got) - value_of(f, p->expected)) * places_of(f, p->expected);
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
    if (ulp <= TALLY_ULP_LINEAR) {
        const size_t halves = (size_t)(2 * ulp);

        return halves + ((double)halves < 2 * ulp);
    }
    return ULP_LINEAR_END + log_bucket(ulp, ULP_LINEAR_BITS);
}

static inline double ulp_bucket_end(size_t bucket)
{
    return bucket < ULP_LINEAR_END ? (double)bucket / 2 : log_bucket_end(bucket - ULP_LINEAR_END, ULP_LINEAR_BITS);
}

static inline size_t rel_bucket(double rel)
{
    return log_bucket(rel, TALLY_REL_LEAST);
}

static inline double rel_bucket_end(size_t bucket)
{
    return log_bucket_end(bucket, TALLY_REL_LEAST);
}

/* ---- What results are ---- */

static inline bool is_zero(const struct number_format *f, uint32_t bits)
{
    return (bits & ((UINT32_C(1) << (f->bits - 1)) - 1)) >> f->mantissa_bits == 0;
}

/* Of a float. */
static inline bool is_finite(const struct number_format *f, uint32_t bits)
{
    const uint32_t exponent = (bits & ((UINT32_C(1) << (f->bits - 1)) - 1)) >> f->mantissa_bits;

    return exponent <= (uint32_t)(2 * f->largest_exponent);
}

/* As outcome_of(). */
static inline enum outcome outcome_of_bits(const struct number_format *f, enum expectation expectation, uint32_t expected,
                                           uint32_t got)
{
    if (expectation == EXPECT_SPECIAL)
        return OUTCOME_SPECIAL;
    if (expectation == EXPECT_NAN)
        return OUTCOME_UNDEFINED;
    if (expectation == EXPECT_OVERFLOW)
        return got == expected ? OUTCOME_OVERFLOW : OUTCOME_MISMATCH;
    if (!f->mantissa_bits)
        return got == expected ? OUTCOME_EXACT : OUTCOME_INEXACT;
    if (!is_finite(f, got))
        return OUTCOME_MISMATCH;
    if (is_zero(f, expected)) {
        if (!is_zero(f, got))
            return OUTCOME_UNFLUSHED;
        return expectation == EXPECT_UNDERFLOW ? OUTCOME_FLUSHED : OUTCOME_EXACT;
    }
    if (is_zero(f, got))
        return OUTCOME_ZEROED;
    return got == expected ? OUTCOME_EXACT : OUTCOME_INEXACT;
}

/* The bin of a number x, as the regions have it. */
unsigned tally_bin_of(const struct tally *t, uint32_t x);

#endif
