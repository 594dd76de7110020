/*
 * Results in the same binade as what is expected, of all 64 inputs of a lot at once: so many ULP off are as many steps
 * of their bits, and the relative error is that over the mantissa.
 */
#ifndef SFP_NUMERICS_TALLY_NEAR_H
#define SFP_NUMERICS_TALLY_NEAR_H

#include "tally_masks.h"
#include "tally_parts.h"

struct near {
    mask all, one;                         /* these results; and those that are 1 ULP off */
    uint32_t distance[LOT], bucket[LOT];   /* ULP, 0 of all others; of the histogram of relative errors */
    uint32_t most[2], exponent, rel;       /* the largest: distances by x's sign; exponent; relative error, as bits */
};

enum { FLOAT_MANTISSA = 23, FLOAT_BIAS = 127 };

INLINE uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

INLINE uint32_t bits_of_float(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

INLINE void find_distances(const struct number_format *f, const struct lot *l, struct near *n)
{
    const unsigned spare = spare_bits(f), above = f->mantissa_bits;
    const uint32_t hidden = UINT32_C(1) << above, magnitudes = (UINT32_C(1) << (f->bits - 1)) - 1;
    uint32_t exponent = 0;

    for (unsigned i = 0; i < LOT; i++) {
        const uint32_t g = l->got[i], e = l->expected[i], at = (e & magnitudes) >> above;
        const uint32_t near = 0u - (((g ^ e) << spare >> spare >> above == 0) & (at != 0)
                                    & (l->expectation[i] == EXPECT_NUMBER));
        const int32_t steps = (int32_t)(g - e), below = steps >> (INT32_WIDTH - 1);

        n->distance[i] = ((uint32_t)(steps ^ below) - (uint32_t)below) & near;
        n->bucket[i] = (e & (hidden - 1)) | hidden;
        exponent = larger(exponent, at & near);
    }
    n->exponent = exponent;
}

/* From mantissas to buckets. */
INLINE void find_rels(struct near *n)
{
    const uint32_t base = (uint32_t)(FLOAT_BIAS + TALLY_REL_LEAST) << TALLY_OCTAVE_BITS;
    uint32_t most = 0;

    for (unsigned i = 0; i < LOT; i++) {
        const uint32_t rel = bits_of_float((float)(int32_t)n->distance[i] / (float)(int32_t)n->bucket[i]);

        most = larger(most, rel);
        n->bucket[i] = ((rel - 1) >> (FLOAT_MANTISSA - TALLY_OCTAVE_BITS)) - base;
    }
    n->rel = most;
}

INLINE void find_most(const struct number_format *in, const uint32_t x[LOT], struct near *n)
{
    const unsigned sign = in->bits - 1u;
    const uint32_t is_signed = kind_of(in) != KIND_UNSIGNED;
    uint32_t positive = 0, negative = 0;

    for (unsigned i = 0; i < LOT; i++) {
        const uint32_t minus = 0 - (x[i] >> sign & is_signed);

        positive = larger(positive, n->distance[i] & ~minus);
        negative = larger(negative, n->distance[i] & minus);
    }
    n->most[0] = positive;
    n->most[1] = negative;
}

INLINE void find_near(const struct tally *t, const struct lot *l, struct near *n)
{
    uint8_t any[LOT], one[LOT];

    find_distances(t->out, l, n);
    find_rels(n);
    find_most(t->in, l->x, n);
    for (unsigned i = 0; i < LOT; i++) {
        any[i] = n->distance[i] != 0;
        one[i] = n->distance[i] == 1;
    }
    n->all = gather(any);
    n->one = gather(one);
}

#endif
