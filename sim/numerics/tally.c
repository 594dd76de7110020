/* Tallies: bins, and merging of a sweep's parts. */
#include "tally.h"

#include "bits.h"
#include "tally_parts.h"

/* ---- Bins ---- */

void tally_edges(const struct number_format *f, double edges[TALLY_BINS + 1])
{
    const double low = asinh(f->lowest), high = asinh(f->largest);

    for (unsigned k = 1; k < TALLY_BINS; k++)
        edges[k] = sinh(low + k * (high - low) / (double)TALLY_BINS);
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

/* Returns the last magnitude, up to `end`, in the bin that contains `first`. */
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

uint32_t tally_last_number(const struct number_format *f, bool negative)
{
    if (f->mantissa_bits)
        return ((2u * (unsigned)f->largest_exponent + 1) << f->mantissa_bits) - 1;
    return (uint32_t)fabs(negative ? f->lowest : f->largest);
}

static void divide_into_regions(struct tally_regions *r, const struct number_format *f, const double edges[],
                                bool negative)
{
    const uint32_t end = tally_last_number(f, negative);
    uint32_t first = 0, last;

    do {
        last = last_in_bin(f, edges, first, end, negative);
        add_region(r, first, last, bin_of_bits(f, edges, signed_bits(f, first, negative)));
        first = last + 1;
    } while (last != end);
    if (end != UINT32_MAX)
        add_region(r, end + 1, UINT32_MAX, TALLY_BEYOND - 1);
}

unsigned tally_region_of(const struct tally_regions *r, uint32_t magnitude)
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
    const struct tally_regions *r = &t->regions[bits_have_sign(t->in, x)];

    return r->bin[tally_region_of(r, magnitude_of(t->in, x))];
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
    divide_into_regions(&t->regions[false], in, edges, false);
    if (kind_of_format(in) != KIND_UNSIGNED)
        divide_into_regions(&t->regions[true], in, edges, true);
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

uint64_t tally_defects(const struct tally *t)
{
    return t->outcomes[OUTCOME_ZEROED] + t->outcomes[OUTCOME_MISMATCH];
}

void tally_note_usable(struct tally *t, int64_t magnitude)
{
    if (magnitude > t->usable[0]) {
        t->usable[1] = t->usable[0];
        t->usable[0] = magnitude;
    } else if (magnitude < t->usable[0] && magnitude > t->usable[1]) {
        t->usable[1] = magnitude;
    }
}

/* ---- Real ULP ---- */

void tally_keep_offender(struct tally_extreme list[TALLY_OFFENDERS], const struct tally_extreme *e)
{
    size_t at = TALLY_OFFENDERS;

    while (at > 0 && e->value > list[at - 1].value)
        at--;
    if (at == TALLY_OFFENDERS)
        return;
    memmove(&list[at + 1], &list[at], (TALLY_OFFENDERS - 1 - at) * sizeof *list);
    list[at] = *e;
}

void tally_drop_exact(struct tally_real *r)
{
    if (r->exact.value <= r->offenders[0].value)
        r->exact = (struct tally_extreme){0};
}

const struct tally_extreme *tally_max_real(const struct tally *t)
{
    const struct tally_real *r = &t->real;

    return r->exact.value > r->offenders[0].value ? &r->exact : &r->offenders[0];
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

static void merge_real(struct tally_real *into, const struct tally_real *later)
{
    for (size_t i = 0; i < TALLY_OFFENDERS; i++)
        tally_keep_offender(into->offenders, &later->offenders[i]);
    merge_extreme(&into->exact, &later->exact);
    tally_drop_exact(into);
    into->faithful += later->faithful;
    into->rounded += later->rounded;
    for (size_t side = 0; side < 2; side++)
        merge_counts(into->sums[side], later->sums[side], TALLY_REAL_OCTAVES);
}

static void merge_usable(struct tally *into, const struct tally *later)
{
    into->unordered |= later->unordered;
    if (into->unusable >= 0)
        return;
    for (int i = 1; i >= 0; i--)
        tally_note_usable(into, later->usable[i]);
    into->unusable = later->unusable;
}

static void merge_specials(struct tally *into, const struct tally *later)
{
    for (uint64_t i = 0; i < later->outcomes[OUTCOME_SPECIAL] && i < TALLY_SPECIALS; i++) {
        const uint64_t number = into->outcomes[OUTCOME_SPECIAL] + i;

        if (number < TALLY_SPECIALS) {
            into->specials[number] = later->specials[i];
            into->undefined[number] = later->undefined[i];
        }
    }
}

static void merge_special_counts(struct tally_specials *into, const struct tally_specials *later)
{
    into->wrong += later->wrong;
    into->far += later->far;
}

static void merge_undefined(struct tally_undefined *into, const struct tally_undefined *later)
{
    if (!into->numbers)
        into->first = later->first;
    into->inputs += later->inputs;
    into->numbers += later->numbers;
}

static void merge_firsts(struct tally *into, const struct tally *later)
{
    if (!tally_defects(into))
        into->first_defect = later->first_defect;
    if (!into->outcomes[OUTCOME_UNFLUSHED])
        into->first_unflushed = later->first_unflushed;
}

void tally_merge(struct tally *into, const struct tally *later)
{
    merge_specials(into, later); /* merge_specials() and merge_firsts() must run before outcomes are added */
    merge_firsts(into, later);
    merge_counts(into->outcomes, later->outcomes, OUTCOMES);
    merge_counts(into->ulp, later->ulp, TALLY_ULP_BUCKETS);
    merge_counts(into->rel, later->rel, TALLY_REL_BUCKETS);
    merge_extreme(&into->max_ulp, &later->max_ulp);
    merge_extreme(&into->max_abs, &later->max_abs);
    merge_extreme(&into->max_rel, &later->max_rel);
    merge_real(&into->real, &later->real);
    merge_special_counts(&into->special_counts, &later->special_counts);
    merge_undefined(&into->of_nan, &later->of_nan);
    merge_undefined(&into->of_numbers, &later->of_numbers);
    if (into->breaks == 0)
        into->first_break = later->first_break;
    into->breaks += later->breaks;
    merge_usable(into, later);
    for (unsigned i = 0; i < TALLY_BEYOND; i++)
        merge_bin(&into->bins[i], &later->bins[i]);
}

/* ---- A result's outcome, compared with the reference ---- */

static const char *const names[OUTCOMES] = {
    [OUTCOME_EXACT] = "exact", [OUTCOME_INEXACT] = "inexact", [OUTCOME_FLUSHED] = "flushed",
    [OUTCOME_ZEROED] = "zeroed", [OUTCOME_UNFLUSHED] = "unflushed", [OUTCOME_OVERFLOW] = "overflow",
    [OUTCOME_UNDEFINED] = "undefined", [OUTCOME_MISMATCH] = "mismatch", [OUTCOME_SPECIAL] = "special",
};

const char *outcome_name(enum outcome outcome) { return names[outcome]; }

static enum outcome outcome_of_number(bool same, bool zero, bool expected_zero, bool underflows)
{
    if (expected_zero && !zero)
        return OUTCOME_UNFLUSHED;
    if (expected_zero)
        return underflows ? OUTCOME_FLUSHED : OUTCOME_EXACT;
    if (zero)
        return OUTCOME_ZEROED;
    return same ? OUTCOME_EXACT : OUTCOME_INEXACT;
}

enum outcome outcome_of(const struct number_format *f, enum expectation expectation, uint32_t expected,
                        uint32_t got)
{
    if (expectation == EXPECT_SPECIAL || expectation == EXPECT_SPECIAL_NAN)
        return OUTCOME_SPECIAL;
    if (expectation == EXPECT_NAN)
        return OUTCOME_UNDEFINED;
    if (expectation == EXPECT_OVERFLOW)
        return got == expected ? OUTCOME_OVERFLOW : OUTCOME_MISMATCH;
    if (kind_of_format(f) != KIND_FLOAT)
        return got == expected ? OUTCOME_EXACT : OUTCOME_INEXACT;
    if (!is_finite(f, got))
        return OUTCOME_MISMATCH;
    return outcome_of_number(got == expected, is_zero(f, got), is_zero(f, expected), expectation == EXPECT_UNDERFLOW);
}

enum outcome outcome_of_special(const struct number_format *f, bool undefined, uint32_t expected, uint32_t got)
{
    if (undefined)
        return OUTCOME_UNDEFINED;
    if (kind_of_format(f) == KIND_FLOAT && !is_finite(f, expected))
        return outcome_of(f, EXPECT_OVERFLOW, expected, got);
    return outcome_of(f, EXPECT_NUMBER, expected, got);
}
