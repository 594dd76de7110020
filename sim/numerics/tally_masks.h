/* Lots of 64 inputs, and masks with one bit for each input. */
#ifndef SFP_NUMERICS_TALLY_MASKS_H
#define SFP_NUMERICS_TALLY_MASKS_H

#include <stddef.h>

#include "bits.h"
#include "reference.h"
#include "tally_parts.h"

enum {
    LOT = 64,
    BYTE = 8, /* bits in a byte; also bytes in a mask */
    MOST_STRIDE = 2,
    EXPECTATION_BITS = 3,
};

typedef uint64_t mask;

/* 64 consecutive inputs. The MOST_STRIDE results before the lot can be read too. */
struct lot {
    const uint32_t *x, *y, *got, *expected;
    const uint8_t *expectation;
    size_t stride;
};

#define EACH_BYTE(byte) ((byte) * UINT64_C(0x0101010101010101))

static inline unsigned first_bit(mask m)
{
    return (unsigned)__builtin_ctzll(m);
}

static inline unsigned last_bit(mask m)
{
    return LOT - 1 - (unsigned)__builtin_clzll(m);
}

/* Returns the number of set bits, without the instruction popcnt, which some processors lack. */
static inline uint64_t count_bits(mask m)
{
    m -= m >> 1 & EACH_BYTE(0x55);
    m = (m & EACH_BYTE(0x33)) + (m >> 2 & EACH_BYTE(0x33));
    return ((m + (m >> 4)) & EACH_BYTE(0x0F)) * EACH_BYTE(1) >> (LOT - BYTE);
}

/* Packs 8 bytes, each 0 or 1, into 8 bits: byte n of `bytes` lands in bit n of the product's highest byte. */
static inline mask bits_of_bytes(uint64_t bytes)
{
    return bytes * UINT64_C(0x0102040810204080) >> (LOT - BYTE);
}

static inline uint64_t eight_bytes_at(const uint8_t *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Packs 64 bytes, each 0 or 1, into a mask. */
static inline mask gather_mask(const uint8_t flags[LOT])
{
    mask m = 0;

    for (unsigned i = 0; i < LOT; i += BYTE)
        m |= bits_of_bytes(eight_bytes_at(flags + i)) << i;
    return m;
}

static inline bool are_bytes_equal(const uint8_t bytes[LOT])
{
    const uint64_t first = EACH_BYTE(bytes[0]);
    uint64_t differing = 0;

    for (unsigned i = 0; i < LOT; i += BYTE)
        differing |= eight_bytes_at(bytes + i) ^ first;
    return !differing;
}

/* Turns 64 values of enum expectation into masks, one mask for each bit of the enum. */
static inline void gather_expectations(const uint8_t expectation[LOT], mask bits[EXPECTATION_BITS])
{
    const bool uniform = are_bytes_equal(expectation);

    for (unsigned bit = 0; bit < EXPECTATION_BITS; bit++)
        bits[bit] = uniform && expectation[0] >> bit & 1 ? ~(mask)0 : 0;
    for (unsigned i = 0; i < LOT && !uniform; i += BYTE)
        for (unsigned bit = 0; bit < EXPECTATION_BITS; bit++)
            bits[bit] |= bits_of_bytes(eight_bytes_at(expectation + i) >> bit & EACH_BYTE(1)) << i;
}

static inline mask mask_of_expectation(const mask bits[EXPECTATION_BITS], enum expectation e)
{
    return (e & 1 ? bits[0] : ~bits[0]) & (e & 2 ? bits[1] : ~bits[1]) & (e & 4 ? bits[2] : ~bits[2]);
}

/* ---- Functions over a lot, by kind of format, so that each kind has its own loop ---- */

#define INLINE static inline __attribute__((always_inline))

/* Returns an integer that orders like the value; zeros and denormals give the same integer. `least` is the least
 * normal number, shifted left by `spare`. */
INLINE int32_t order_of(enum kind kind, unsigned spare, uint32_t least, uint32_t bits)
{
    const uint32_t high = bits << spare, magnitude = high & INT32_MAX;

    if (kind == KIND_SIGNED)
        return (int32_t)high;
    if (kind == KIND_UNSIGNED)
        return (int32_t)(high ^ (uint32_t)INT32_MIN);
    return magnitude < least ? 0 : (int32_t)high < 0 ? -(int32_t)magnitude : (int32_t)magnitude;
}

INLINE uint32_t least_of(const struct number_format *f)
{
    return UINT32_C(1) << f->mantissa_bits << spare_bits(f);
}

INLINE mask are_equal(enum kind kind, const struct number_format *f, const struct lot *l)
{
    const unsigned spare = spare_bits(f);
    const uint32_t least = least_of(f);
    uint32_t differing = 0;
    uint8_t flags[LOT];

    for (unsigned i = 0; i < LOT; i++)
        differing |= l->got[i] ^ l->expected[i];
    if (!differing)
        return ~(mask)0;
    for (unsigned i = 0; i < LOT; i++)
        flags[i] = order_of(kind, spare, least, l->got[i]) == order_of(kind, spare, least, l->expected[i]);
    return gather_mask(flags);
}

INLINE mask find_equal(enum kind kind, const struct number_format *f, const struct lot *l)
{
    switch (kind) {
    case KIND_FLOAT:
        return are_equal(KIND_FLOAT, f, l);
    case KIND_SIGNED:
        return are_equal(KIND_SIGNED, f, l);
    case KIND_UNSIGNED:
        break;
    }
    return are_equal(KIND_UNSIGNED, f, l);
}

/* Marks breaks: results that fall where the reference rises, or rise where the reference falls, against the input
 * `stride` places earlier. */
INLINE mask are_breaks(enum kind kind, const struct number_format *f, const struct lot *l)
{
    const unsigned spare = spare_bits(f);
    const uint32_t least = least_of(f), *got = l->got - MOST_STRIDE, *expected = l->expected - MOST_STRIDE;
    int32_t g[MOST_STRIDE + LOT], e[MOST_STRIDE + LOT];
    const int32_t *g0 = g + MOST_STRIDE - l->stride, *e0 = e + MOST_STRIDE - l->stride;
    uint8_t flags[LOT];

    for (unsigned i = 0; i < MOST_STRIDE + LOT; i++) {
        g[i] = order_of(kind, spare, least, got[i]);
        e[i] = order_of(kind, spare, least, expected[i]);
    }
    for (unsigned i = 0; i < LOT; i++) {
        const int32_t g1 = g[MOST_STRIDE + i], e1 = e[MOST_STRIDE + i];

        flags[i] = ((e1 > e0[i]) & (g1 < g0[i])) | ((e1 < e0[i]) & (g1 > g0[i]));
    }
    return gather_mask(flags);
}

INLINE mask find_breaks(enum kind kind, const struct number_format *f, const struct lot *l)
{
    switch (kind) {
    case KIND_FLOAT:
        return are_breaks(KIND_FLOAT, f, l);
    case KIND_SIGNED:
        return are_breaks(KIND_SIGNED, f, l);
    case KIND_UNSIGNED:
        break;
    }
    return are_breaks(KIND_UNSIGNED, f, l);
}

/* See magnitude_of(). */
INLINE uint32_t magnitude_in(enum kind kind, unsigned spare, uint32_t bits)
{
    const int32_t value = (int32_t)(bits << spare) >> spare, negative = value >> (INT32_WIDTH - 1);

    if (kind == KIND_SIGNED)
        return (uint32_t)(value ^ negative) - (uint32_t)negative;
    return kind == KIND_FLOAT ? (bits << spare & INT32_MAX) >> spare : bits;
}

INLINE bool are_within(enum kind kind, unsigned spare, const uint32_t x[LOT], uint32_t low, uint32_t high)
{
    uint32_t outside = 0;

    for (unsigned i = 0; i < LOT; i++)
        outside |= magnitude_in(kind, spare, x[i]) - low > high - low;
    return !outside;
}

/* Returns whether every magnitude in the lot is from `low` to `high`. */
INLINE bool all_within(const struct number_format *f, const uint32_t x[LOT], uint32_t low, uint32_t high)
{
    switch (kind_of_format(f)) {
    case KIND_FLOAT:
        return are_within(KIND_FLOAT, spare_bits(f), x, low, high);
    case KIND_SIGNED:
        return are_within(KIND_SIGNED, spare_bits(f), x, low, high);
    case KIND_UNSIGNED:
        break;
    }
    return are_within(KIND_UNSIGNED, 0, x, low, high);
}

INLINE mask find_signs(const struct number_format *f, const uint32_t x[LOT])
{
    const unsigned sign = f->bits - 1u;
    uint8_t flags[LOT];

    if (kind_of_format(f) == KIND_UNSIGNED)
        return 0;
    for (unsigned i = 0; i < LOT; i++)
        flags[i] = x[i] >> sign & 1;
    return gather_mask(flags);
}

INLINE mask find_nans(const struct number_format *f, const uint32_t values[LOT])
{
    const uint32_t infinity = (2u * (unsigned)f->largest_exponent + 1) << f->mantissa_bits;
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);
    uint8_t flags[LOT];

    if (kind_of_format(f) != KIND_FLOAT)
        return 0;
    for (unsigned i = 0; i < LOT; i++)
        flags[i] = (values[i] & (sign - 1)) > infinity;
    return gather_mask(flags);
}

/*
 * ---- Near results ----
 *
 * A near result is a finite number in its reference's binade. For near results, the distance in ULP is the difference
 * of the bits, and the relative error is the distance over the reference's mantissa. All 64 inputs of a lot are
 * computed at once.
 */

struct near {
    mask all, one;                         /* near results except exact ones; near results 1 ULP off */
    uint32_t distance[LOT], bucket[LOT];   /* distance in ULP, or 0; bucket of the relative error */
    uint32_t most[2], exponent, rel;       /* largest distances by x's sign, exponent, relative error (as fp32 bits) */
};

enum { FLOAT_MANTISSA = 23, FLOAT_BIAS = 127 };

INLINE uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
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

/* Replaces each reference's mantissa in n->bucket by the bucket of the relative error. */
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
    const uint32_t is_signed = kind_of_format(in) != KIND_UNSIGNED;
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
    n->all = gather_mask(any);
    n->one = gather_mask(one);
}

#endif
