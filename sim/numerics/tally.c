/*
 * Gathering results, 64 inputs at a time. What they all have in common is found on bit patterns, as masks with a bit for
 * each; those that are not what is expected are then looked at one by one.
 */
#include "tally.h"

#include "measure.h"
#include "tally_parts.h"

enum {
    LOT = 64, /* inputs looked at together: the bits of a mask */
    BYTE = 8,
    MOST_STRIDE = 2,
};

typedef uint64_t mask;

/* Inputs in a row; MOST_STRIDE results before them can be read too. */
struct lot {
    const uint32_t *x, *y, *got, *expected;
    const uint8_t *expectation;
    size_t stride;
};

/* Of a lot, and the lot before. */
struct outcomes {
    mask scored, inexact;
};

/* ---- Bins ---- */

void tally_edges(const struct number_format *f, double edges[TALLY_BINS + 1])
{
    const double low = asinh(f->lowest), high = asinh(f->largest);

    for (unsigned k = 1; k < TALLY_BINS; k++)
        edges[k] = sinh(low + k * (high - low) / TALLY_BINS);
    edges[0] = f->lowest;
    edges[TALLY_BINS] = f->largest;
}

static uint8_t bin_of_value(const double edges[], double x)
{
    uint8_t bin = 0;

    while (bin < TALLY_BINS - 1 && x >= edges[bin + 1])
        bin++;
    return bin;
}

static uint32_t signed_bits(const struct number_format *f, uint32_t magnitude, bool negative)
{
    const uint32_t sign = UINT32_C(1) << (f->bits - 1);

    if (!negative)
        return magnitude;
    return f->mantissa_bits ? magnitude | sign : (~magnitude + 1) & (sign | (sign - 1));
}

static uint8_t bin_of_bits(const struct number_format *f, const double edges[], uint32_t bits)
{
    return bin_of_value(edges, number_of(f, bits));
}

/* The last magnitude in the bin that `first` is in, up to `end`. */
static uint32_t last_in_bin(const struct number_format *f, const double edges[], uint32_t first, uint32_t end,
                            bool negative)
{
    const uint8_t bin = bin_of_bits(f, edges, signed_bits(f, first, negative));
    uint32_t low = first, high = end;

    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;

        if (bin_of_bits(f, edges, signed_bits(f, middle, negative)) == bin)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void add_region(struct tally_regions *r, uint32_t first, uint32_t last, uint8_t bin)
{
    r->first[r->count] = first;
    r->last[r->count] = last;
    r->bin[r->count++] = bin;
}

/* The magnitudes of numbers; those above them are infinite or NaN, or none of an integer's. */
static uint32_t last_number(const struct number_format *f, bool negative)
{
    if (f->mantissa_bits)
        return ((2u * (unsigned)f->largest_exponent + 1) << f->mantissa_bits) - 1;
    return (uint32_t)fabs(negative ? f->lowest : f->largest);
}

static void divide(struct tally_regions *r, const struct number_format *f, const double edges[], bool negative)
{
    const uint32_t end = last_number(f, negative);
    uint32_t first = 0, last;

    do {
        last = last_in_bin(f, edges, first, end, negative);
        add_region(r, first, last, bin_of_bits(f, edges, signed_bits(f, first, negative)));
        first = last + 1;
    } while (last != end);
    if (end != UINT32_MAX)
        add_region(r, end + 1, UINT32_MAX, TALLY_BEYOND - 1);
}

/* Of those of the sign, the one that a magnitude is in. */
static unsigned region_of(const struct tally_regions *r, uint32_t magnitude)
{
    unsigned low = 0, high = r->count - 1;

    while (low < high) {
        const unsigned middle = (low + high + 1) / 2;

        if (r->first[middle] <= magnitude)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

unsigned tally_bin_of(const struct tally *t, uint32_t x)
{
    const struct tally_regions *r = &t->regions[has_sign(t->in, x)];

    return r->bin[region_of(r, magnitude_of(t->in, x))];
}

void tally_start(struct tally *t, const struct number_format *in, const struct number_format *out, unsigned operands)
{
    double edges[TALLY_BINS + 1];

    memset(t, 0, sizeof *t);
    t->in = in;
    t->out = out;
    t->operands = operands;
    t->unusable = t->usable[0] = t->usable[1] = -1;
    tally_edges(in, edges);
    divide(&t->regions[false], in, edges, false);
    if (kind_of(in) != KIND_UNSIGNED)
        divide(&t->regions[true], in, edges, true);
}

uint64_t tally_inputs(const struct tally *t)
{
    uint64_t inputs = 0;

    for (unsigned i = 0; i < OUTCOMES; i++)
        inputs += t->outcomes[i];
    return inputs;
}

uint64_t tally_scored(const struct tally *t)
{
    return t->outcomes[OUTCOME_EXACT] + t->outcomes[OUTCOME_INEXACT];
}

/* ---- Masks ---- */

static inline unsigned first_of(mask m)
{
    return (unsigned)__builtin_ctzll(m);
}

static inline unsigned last_of(mask m)
{
    return LOT - 1 - (unsigned)__builtin_clzll(m);
}

static inline uint64_t count_of(mask m)
{
    return (uint64_t)__builtin_popcountll(m);
}

/* Of bytes that are 0 or 1. */
static inline mask gather(const uint8_t flags[LOT])
{
    const uint64_t nth_to_bit = 0x0102040810204080; /* moves byte n's bit to bit n of the highest byte */
    mask m = 0;

    for (unsigned i = 0; i < LOT; i += BYTE) {
        uint64_t word;

        memcpy(&word, flags + i, sizeof word);
        m |= (word * nth_to_bit >> (LOT - BYTE)) << i;
    }
    return m;
}

/* Of the bytes of enum expectation: one for each of its bits. */
static void gather_expectations(const uint8_t expectation[LOT], mask bits[3])
{
    uint8_t flags[LOT];

    for (unsigned bit = 0; bit < 3; bit++) {
        for (unsigned i = 0; i < LOT; i++)
            flags[i] = expectation[i] >> bit & 1;
        bits[bit] = gather(flags);
    }
}

static inline mask with(const mask bits[3], enum expectation e)
{
    return (e & 1 ? bits[0] : ~bits[0]) & (e & 2 ? bits[1] : ~bits[1]) & (e & 4 ? bits[2] : ~bits[2]);
}

/* A number that orders as the values do, in which zeros and denormals are one. */
static inline int32_t order_of(enum kind kind, unsigned spare, uint32_t least, uint32_t bits)
{
    const uint32_t high = bits << spare, magnitude = high & INT32_MAX;

    if (kind == KIND_SIGNED)
        return (int32_t)high;
    if (kind == KIND_UNSIGNED)
        return (int32_t)(high ^ (uint32_t)INT32_MIN);
    return magnitude < least ? 0 : (int32_t)high < 0 ? -(int32_t)magnitude : (int32_t)magnitude;
}

/* The least normal number of a float, as order_of() has it. */
static inline uint32_t least_of(const struct number_format *f)
{
    return UINT32_C(1) << f->mantissa_bits << spare_bits(f);
}

static inline __attribute__((always_inline)) mask equal_in(enum kind kind, const struct lot *l, unsigned spare,
                                                           uint32_t least)
{
    uint32_t differing = 0;
    uint8_t flags[LOT];

    for (unsigned i = 0; i < LOT; i++)
        differing |= l->got[i] ^ l->expected[i];
    if (!differing)
        return ~(mask)0;
    for (unsigned i = 0; i < LOT; i++)
        flags[i] = order_of(kind, spare, least, l->got[i]) == order_of(kind, spare, least, l->expected[i]);
    return gather(flags);
}

/* Where the result falls as the reference rises, or the other way round, from the one `stride` before. */
static inline __attribute__((always_inline)) mask breaks_in(enum kind kind, const struct lot *l, unsigned spare,
                                                            uint32_t least)
{
    int32_t got[MOST_STRIDE + LOT], expected[MOST_STRIDE + LOT];
    uint8_t flags[LOT];

    for (unsigned i = 0; i < MOST_STRIDE + LOT; i++) {
        got[i] = order_of(kind, spare, least, l->got[(ptrdiff_t)i - MOST_STRIDE]);
        expected[i] = order_of(kind, spare, least, l->expected[(ptrdiff_t)i - MOST_STRIDE]);
    }
    for (unsigned i = 0; i < LOT; i++) {
        const int32_t *g = got + i + MOST_STRIDE, *e = expected + i + MOST_STRIDE;
        const int32_t *g0 = g - l->stride, *e0 = e - l->stride;

        flags[i] = ((*e > *e0) & (*g < *g0)) | ((*e < *e0) & (*g > *g0));
    }
    return gather(flags);
}

static mask find_equal(const struct tally *t, const struct lot *l)
{
    const unsigned spare = spare_bits(t->out);

    switch (kind_of(t->out)) {
    case KIND_FLOAT:
        return equal_in(KIND_FLOAT, l, spare, least_of(t->out));
    case KIND_SIGNED:
        return equal_in(KIND_SIGNED, l, spare, 0);
    default:
        return equal_in(KIND_UNSIGNED, l, spare, 0);
    }
}

static mask find_breaks(const struct tally *t, const struct lot *l)
{
    const unsigned spare = spare_bits(t->out);

    switch (kind_of(t->out)) {
    case KIND_FLOAT:
        return breaks_in(KIND_FLOAT, l, spare, least_of(t->out));
    case KIND_SIGNED:
        return breaks_in(KIND_SIGNED, l, spare, 0);
    default:
        return breaks_in(KIND_UNSIGNED, l, spare, 0);
    }
}

/* ---- A lot ---- */

static struct tally_point point_of(const struct lot *l, unsigned i)
{
    return (struct tally_point){l->x[i], l->y ? l->y[i] : 0, l->got[i], l->expected[i]};
}

static inline void raise_to(struct tally_extreme *e, double value, const struct lot *l, unsigned i)
{
    if (value > e->value)
        *e = (struct tally_extreme){value, point_of(l, i)};
}

/* The leading bits of ULP, of which 2^32 have room in a sum. */
static inline void add_ulp(struct tally_bin *bin, double ulp)
{
    const uint64_t bits = bits_of_double(ulp), hidden = UINT64_C(1) << TALLY_SUM_BITS;
    const size_t octave = (size_t)(bits >> DOUBLE_MANTISSA) - DOUBLE_BIAS - (size_t)(ptrdiff_t)TALLY_SUM_LEAST;

    bin->inexact++;
    bin->sums[octave] += hidden | (bits >> (DOUBLE_MANTISSA - TALLY_SUM_BITS) & (hidden - 1));
    if (ulp > bin->max_ulp)
        bin->max_ulp = ulp;
}

static void add_inexact(struct tally *t, struct tally_bin *bin, const struct lot *l, unsigned i)
{
    const double expected = value_of(t->out, l->expected[i]);
    const double error = fabs(value_of(t->out, l->got[i]) - expected);
    const double ulp = error * places_of(t->out, l->expected[i]), rel = error / fabs(expected);

    add_ulp(bin, ulp);
    t->ulp[ulp_bucket(ulp)]++;
    raise_to(&t->max_ulp, ulp, l, i);
    raise_to(&t->max_abs, error, l, i);
    if (expected == 0)
        return;
    t->rel[rel_bucket(rel)]++;
    raise_to(&t->max_rel, rel, l, i);
}

/* Looks at those that are not what is expected; returns the inexact ones, and those of no use. */
static mask add_unequal(struct tally *t, const struct lot *l, mask unequal, struct tally_bin *const bins[2], mask *useless)
{
    mask inexact = 0;

    for (; unequal; unequal &= unequal - 1) {
        const unsigned i = first_of(unequal);
        const enum outcome outcome =
            outcome_of(t->out, (enum expectation)l->expectation[i], l->expected[i], l->got[i]);
        struct tally_bin *bin = bins[0] ? bins[has_sign(t->in, l->x[i])] : &t->bins[tally_bin_of(t, l->x[i])];

        t->outcomes[outcome]++;
        if (outcome == OUTCOME_INEXACT) {
            inexact |= (mask)1 << i;
            add_inexact(t, bin, l, i);
            continue;
        }
        bin->defects += outcome != OUTCOME_UNFLUSHED;
        *useless |= (mask)1 << i;
    }
    return inexact;
}

/* magnitude_of(), of many. */
static inline uint32_t magnitude_in(enum kind kind, unsigned spare, uint32_t bits)
{
    const int32_t value = (int32_t)(bits << spare) >> spare, negative = value >> (INT32_WIDTH - 1);

    if (kind == KIND_SIGNED)
        return (uint32_t)(value ^ negative) - (uint32_t)negative;
    return kind == KIND_FLOAT ? (bits << spare & INT32_MAX) >> spare : bits;
}

static inline __attribute__((always_inline)) bool all_within(enum kind kind, unsigned spare, const uint32_t x[LOT],
                                                             uint32_t low, uint32_t high)
{
    uint32_t outside = 0;

    for (unsigned i = 0; i < LOT; i++)
        outside |= magnitude_in(kind, spare, x[i]) - low > high - low;
    return !outside;
}

static bool lot_within(const struct number_format *f, const uint32_t x[LOT], uint32_t low, uint32_t high)
{
    switch (kind_of(f)) {
    case KIND_FLOAT:
        return all_within(KIND_FLOAT, spare_bits(f), x, low, high);
    case KIND_SIGNED:
        return all_within(KIND_SIGNED, spare_bits(f), x, low, high);
    default:
        return all_within(KIND_UNSIGNED, spare_bits(f), x, low, high);
    }
}

/* If all inputs of a lot are in the same bin, or in the same two, by their sign: these. */
static bool find_bins(struct tally *t, const struct lot *l, struct tally_bin *bins[2])
{
    const uint32_t first = magnitude_of(t->in, l->x[0]);
    uint32_t low = 0, high = UINT32_MAX;

    for (int sign = 0; sign < 2; sign++) {
        const struct tally_regions *r = &t->regions[sign];
        const unsigned region = r->count ? region_of(r, first) : 0;

        if (!r->count)
            continue;
        low = r->first[region] > low ? r->first[region] : low;
        high = r->last[region] < high ? r->last[region] : high;
        bins[sign] = &t->bins[r->bin[region]];
    }
    return lot_within(t->in, l->x, low, high);
}

static mask find_signs(const struct tally *t, const struct lot *l)
{
    const unsigned sign = t->in->bits - 1u;
    uint8_t flags[LOT];

    if (kind_of(t->in) == KIND_UNSIGNED)
        return 0;
    for (unsigned i = 0; i < LOT; i++)
        flags[i] = l->x[i] >> sign & 1;
    return gather(flags);
}

/* Inputs, and which have an ULP, by bins. */
static void count_in_bins(struct tally *t, const struct lot *l, mask counted, mask scored, struct tally_bin *const bins[2])
{
    if (bins[0]) {
        const mask negative = find_signs(t, l);

        bins[0]->inputs += count_of(counted & ~negative);
        bins[0]->scored += count_of(scored & ~negative);
        if (!negative)
            return;
        bins[1]->inputs += count_of(counted & negative);
        bins[1]->scored += count_of(scored & negative);
        return;
    }
    for (; counted; counted &= counted - 1) {
        struct tally_bin *bin = &t->bins[tally_bin_of(t, l->x[first_of(counted)])];

        bin->inputs++;
        bin->scored += scored >> first_of(counted) & 1;
    }
}

static void add_specials(struct tally *t, const struct lot *l, mask specials)
{
    for (; specials; specials &= specials - 1) {
        const uint64_t number = t->outcomes[OUTCOME_SPECIAL]++;

        if (number < TALLY_SPECIALS)
            t->specials[number] = point_of(l, first_of(specials));
    }
}

static void note_usable(struct tally *t, int64_t magnitude)
{
    if (magnitude > t->usable[0]) {
        t->usable[1] = t->usable[0];
        t->usable[0] = magnitude;
    } else if (magnitude < t->usable[0] && magnitude > t->usable[1]) {
        t->usable[1] = magnitude;
    }
}

/* |x| never falls: the last ones are the largest. */
static void find_usable(struct tally *t, const struct lot *l, mask scored, mask useless)
{
    const uint32_t finite = last_number(t->in, false);
    int64_t last = -1;

    if (t->unusable >= 0 || t->unordered)
        return;
    if (useless) {
        t->unusable = magnitude_of(t->in, l->x[first_of(useless)]);
        scored &= ((mask)1 << first_of(useless)) - 1;
    }
    while (scored) {
        const unsigned i = last_of(scored);
        const uint32_t magnitude = magnitude_of(t->in, l->x[i]);

        scored &= ~((mask)1 << i);
        if ((magnitude > finite && t->in->mantissa_bits) || magnitude == last)
            continue;
        note_usable(t, magnitude);
        if (last >= 0)
            break;
        last = magnitude;
    }
}

static void add_breaks(struct tally *t, const struct lot *l, struct outcomes now, struct outcomes before)
{
    const unsigned s = (unsigned)l->stride;
    const mask pairs = now.scored & (now.scored << s | before.scored >> (LOT - s));
    mask breaks = pairs & (now.inexact | now.inexact << s | before.inexact >> (LOT - s));

    if (!breaks || !(breaks &= find_breaks(t, l)))
        return;
    if (t->breaks == 0)
        t->first_break = point_of(l, first_of(breaks));
    t->breaks += count_of(breaks);
}

/* Those of a result of which more is wrong than is usable. */
static mask too_wrong(const struct tally *t, const struct lot *l, mask inexact)
{
    mask wrong = 0;

    if (t->unusable >= 0)
        return 0;
    for (; inexact; inexact &= inexact - 1) {
        const struct tally_point p = point_of(l, first_of(inexact));

        if (ulp_of(t->out, &p) > USABLE_ULP)
            return wrong | (inexact & -inexact);
    }
    return wrong;
}

static struct outcomes add_lot(struct tally *t, const struct lot *l, struct outcomes before)
{
    const mask equal = find_equal(t, l);
    struct tally_bin *bins[2] = {NULL, NULL};
    struct outcomes now;
    mask bits[3], unequal, useless = 0;

    gather_expectations(l->expectation, bits);
    if (!find_bins(t, l, bins))
        bins[0] = NULL;
    unequal = ~equal & (with(bits, EXPECT_NUMBER) | with(bits, EXPECT_UNDERFLOW) | with(bits, EXPECT_OVERFLOW));
    now.scored = equal & with(bits, EXPECT_NUMBER);
    t->outcomes[OUTCOME_EXACT] += count_of(now.scored);
    t->ulp[0] += count_of(now.scored);
    t->outcomes[OUTCOME_FLUSHED] += count_of(equal & with(bits, EXPECT_UNDERFLOW));
    t->outcomes[OUTCOME_OVERFLOW] += count_of(equal & with(bits, EXPECT_OVERFLOW));
    t->outcomes[OUTCOME_UNDEFINED] += count_of(with(bits, EXPECT_NAN));
    now.inexact = unequal ? add_unequal(t, l, unequal, bins, &useless) : 0;
    now.scored |= now.inexact;
    count_in_bins(t, l, ~(with(bits, EXPECT_SPECIAL) | with(bits, EXPECT_NOTHING)), now.scored, bins);
    add_specials(t, l, with(bits, EXPECT_SPECIAL));
    find_usable(t, l, now.scored, useless | too_wrong(t, l, now.inexact));
    if (l->stride)
        add_breaks(t, l, now, before);
    return now;
}

/* ---- A stretch ---- */

/* A copy of up to LOT inputs from `first` on, and of those before that there are. */
struct copy {
    uint32_t x[LOT], y[LOT], got[MOST_STRIDE + LOT], expected[MOST_STRIDE + LOT];
    uint8_t expectation[LOT];
};

static void copy_lot(struct copy *c, const struct results *r, size_t first, struct lot *l)
{
    const size_t count = r->count - first < LOT ? r->count - first : LOT;
    const size_t before = first < MOST_STRIDE ? first : MOST_STRIDE;

    memset(c, 0, sizeof *c);
    memset(c->expectation, EXPECT_NOTHING, sizeof c->expectation);
    memcpy(c->x, r->x + first, count * sizeof *c->x);
    if (r->y)
        memcpy(c->y, r->y + first, count * sizeof *c->y);
    memcpy(c->got + MOST_STRIDE - before, r->got + first - before, (before + count) * sizeof *c->got);
    memcpy(c->expected + MOST_STRIDE - before, r->expected + first - before, (before + count) * sizeof *c->expected);
    memcpy(c->expectation, r->expectation + first, count);
    for (size_t i = count; i < LOT; i++)
        c->x[i] = c->x[0]; /* in its bin */
    *l = (struct lot){c->x, c->y, c->got + MOST_STRIDE, c->expected + MOST_STRIDE, c->expectation, r->stride};
}

static struct lot lot_of(const struct results *r, size_t first)
{
    return (struct lot){r->x + first, r->y ? r->y + first : NULL, r->got + first, r->expected + first,
                        r->expectation + first, r->stride};
}

/* Those before a stretch, as the end of a lot. */
static struct outcomes outcomes_before(const struct tally *t, const struct results *r)
{
    struct outcomes o = {0, 0};

    for (size_t i = 0; i < r->before; i++) {
        const mask bit = (mask)1 << (LOT - r->before + i);
        const enum outcome outcome =
            outcome_of(t->out, (enum expectation)r->expectation[i], r->expected[i], r->got[i]);

        if (r->expectation[i] == EXPECT_NOTHING)
            continue;
        if (outcome == OUTCOME_INEXACT)
            o.inexact |= bit;
        if (outcome == OUTCOME_INEXACT || outcome == OUTCOME_EXACT)
            o.scored |= bit;
    }
    return o;
}

void tally_add(struct tally *t, const struct results *r)
{
    struct outcomes before = outcomes_before(t, r);
    struct copy copy;

    if (!r->stride)
        t->unordered = true;
    for (size_t i = r->before; i < r->count; i += LOT) {
        struct lot lot;

        if (i < MOST_STRIDE || r->count - i < LOT)
            copy_lot(&copy, r, i, &lot);
        else
            lot = lot_of(r, i);
        before = add_lot(t, &lot, before);
    }
}

/* ---- Parts ---- */

static void merge_extreme(struct tally_extreme *into, const struct tally_extreme *later)
{
    if (later->value > into->value)
        *into = *later;
}

static void merge_counts(uint64_t *into, const uint64_t *later, size_t count)
{
    for (size_t i = 0; i < count; i++)
        into[i] += later[i];
}

static void merge_bin(struct tally_bin *into, const struct tally_bin *later)
{
    into->inputs += later->inputs;
    into->scored += later->scored;
    into->inexact += later->inexact;
    into->defects += later->defects;
    into->max_ulp = fmax(into->max_ulp, later->max_ulp);
    if (later->inexact)
        merge_counts(into->sums, later->sums, TALLY_SUM_OCTAVES);
}

static void merge_usable(struct tally *into, const struct tally *later)
{
    into->unordered |= later->unordered;
    if (into->unusable >= 0)
        return;
    for (int i = 1; i >= 0; i--)
        note_usable(into, later->usable[i]);
    into->unusable = later->unusable;
}

static void merge_specials(struct tally *into, const struct tally *later)
{
    for (uint64_t i = 0; i < later->outcomes[OUTCOME_SPECIAL] && i < TALLY_SPECIALS; i++) {
        const uint64_t number = into->outcomes[OUTCOME_SPECIAL] + i;

        if (number < TALLY_SPECIALS)
            into->specials[number] = later->specials[i];
    }
}

void tally_merge(struct tally *into, const struct tally *later)
{
    merge_specials(into, later); /* before these are counted */
    merge_counts(into->outcomes, later->outcomes, OUTCOMES);
    merge_counts(into->ulp, later->ulp, TALLY_ULP_BUCKETS);
    merge_counts(into->rel, later->rel, TALLY_REL_BUCKETS);
    merge_extreme(&into->max_ulp, &later->max_ulp);
    merge_extreme(&into->max_abs, &later->max_abs);
    merge_extreme(&into->max_rel, &later->max_rel);
    if (into->breaks == 0)
        into->first_break = later->first_break;
    into->breaks += later->breaks;
    merge_usable(into, later);
    for (unsigned i = 0; i < TALLY_BEYOND; i++)
        merge_bin(&into->bins[i], &later->bins[i]);
}
