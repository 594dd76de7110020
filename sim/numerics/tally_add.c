/*
 * Adding results to a tally. Lots of 64 consecutive inputs are compared as bit patterns, with masks; only results that
 * are not their reference are then handled one by one.
 */
#include "measure.h"
#include "tally_masks.h"

#ifdef SFP_TALLY_CLONES
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

/* Outcomes of the current lot, or of the lot before. */
struct lot_outcomes {
    mask scored, inexact;
};

/* A range of |x|, from `low` to `high`, with its bins by sign. bins[0] NULL: the range is not known. */
struct bin_place {
    uint32_t low, high;
    struct tally_bin *bins[2];
};

/* State of a stretch under way. */
struct progress {
    struct bin_place place;     /* range of the last lot */
    struct lot_outcomes before; /* outcomes of the last lot */
    struct lot usable;      /* the last lot that is usable as a whole and not yet noted; x NULL: no such lot */
    uint32_t finite;        /* the largest finite |x| */
};

/* ---- Single results ---- */

static struct tally_point lot_point(const struct lot *l, unsigned i)
{
    return (struct tally_point){l->x[i], l->y ? l->y[i] : 0, l->got[i], l->expected[i]};
}

INLINE void raise_to(struct tally_extreme *e, double value, const struct lot *l, unsigned i)
{
    if (value > e->value)
        *e = (struct tally_extreme){value, lot_point(l, i)};
}

INLINE struct tally_bin *bin_of(struct tally *t, const struct bin_place *place, uint32_t x)
{
    return place->bins[0] ? place->bins[bits_have_sign(t->in, x)] : &t->bins[tally_bin_of(t, x)];
}

/* Updates the largest errors from inexact results. */
static void raise_extremes(struct tally *t, const struct lot *l, mask inexact, const struct bin_place *place)
{
    for (; inexact; inexact &= inexact - 1) {
        const unsigned i = first_bit(inexact);
        const struct tally_point p = lot_point(l, i);
        const double ulp = ulp_of(t->out, &p);
        struct tally_bin *bin = bin_of(t, place, l->x[i]);

        bin->max_ulp = ulp > bin->max_ulp ? ulp : bin->max_ulp;
        raise_to(&t->max_ulp, ulp, l, i);
        raise_to(&t->max_abs, abs_error_of(t->out, &p), l, i);
        raise_to(&t->max_rel, rel_error_of(t->out, &p), l, i);
    }
}

INLINE void add_ulp(struct tally *t, struct tally_bin *bin, double ulp)
{
    t->ulp[ulp_bucket(ulp)]++;
    add_to_octaves(bin->sums, ulp, TALLY_SUM_LEAST);
}

/* Adds an inexact result. Returns whether its ULP is more than usable. */
INLINE bool add_inexact(struct tally *t, const struct number_format *f, struct tally_bin *bin, const struct lot *l,
                        unsigned i)
{
    const double expected = value_of_bits(f, l->expected[i]), error = fabs(value_of_bits(f, l->got[i]) - expected);
    const double ulp = error * places_of(f, l->expected[i]);

    add_ulp(t, bin, ulp);
    bin->inexact++;
    if (expected != 0)
        t->rel[rel_bucket(error / fabs(expected))]++;
    return ulp > (double)USABLE_ULP;
}

/* Returns whether reference and result are both finite numbers other than zero. */
INLINE bool are_inexact(enum kind kind, const struct number_format *f, enum expectation e, uint32_t expected,
                        uint32_t got)
{
    return e == EXPECT_NUMBER
        && (kind != KIND_FLOAT || (!is_zero(f, got) && is_finite(f, got) && !is_zero(f, expected)));
}

/* Adds an unflushed result or a defect. Returns true for an unflushed result, false for a defect. */
static bool add_useless(struct tally *t, enum outcome outcome, const struct lot *l, unsigned i)
{
    const bool unflushed = outcome == OUTCOME_UNFLUSHED;

    if (unflushed && !t->outcomes[OUTCOME_UNFLUSHED])
        t->first_unflushed = lot_point(l, i);
    if (!unflushed && !tally_defects(t))
        t->first_defect = lot_point(l, i);
    t->outcomes[outcome]++;
    return unflushed;
}

/* Adds results that are not their references. Returns the inexact results, and adds unusable results to *useless. */
INLINE mask add_unequal(enum kind kind, struct tally *t, const struct lot *l, mask unequal,
                        const struct bin_place *place, mask *useless)
{
    const struct number_format *f = t->out;
    mask inexact = 0;

    for (; unequal; unequal &= unequal - 1) {
        const unsigned i = first_bit(unequal);
        const enum expectation e = (enum expectation)l->expectation[i];
        struct tally_bin *bin = bin_of(t, place, l->x[i]);

        if (are_inexact(kind, f, e, l->expected[i], l->got[i])) {
            inexact |= (mask)1 << i;
            *useless |= (mask)add_inexact(t, f, bin, l, i) << i;
        } else {
            const bool unflushed = add_useless(t, outcome_of(f, e, l->expected[i], l->got[i]), l, i);

            bin->defects += !unflushed;
            *useless |= (mask)1 << i;
        }
    }
    return inexact;
}

/* ---- Many results of a lot ---- */

/* Returns whether a near result may exceed a maximum of the tally. Two relative errors may differ although they are
 * equal as fp32, except for mantissas of at most half fp32's length. */
INLINE bool may_raise(const struct tally *t, const struct near *n, const struct bin_place *place)
{
    const double most = larger(n->most[0], n->most[1]);
    const uint32_t top = n->exponent << t->out->mantissa_bits, max_rel = bits_of_float((float)t->max_rel.value);
    const bool one_is_one = 2 * t->out->mantissa_bits < FLOAT_MANTISSA;

    return most > t->max_ulp.value || most > t->max_abs.value * places_of(t->out, top)
        || n->rel > max_rel || (n->rel == max_rel && !one_is_one)
        || n->most[0] > place->bins[0]->max_ulp || (place->bins[1] && n->most[1] > place->bins[1]->max_ulp);
}

/* Adds the near results. Returns their mask, adds unusable results to *useless, and sets *raises if a result may
 * exceed a maximum. */
INLINE mask add_near(struct tally *t, const struct lot *l, const struct bin_place *place, mask negative, mask *useless,
                     bool *raises)
{
    struct near n;

    find_near(t, l, &n);
    for (mask m = n.all; m; m &= m - 1)
        t->rel[n.bucket[first_bit(m)]]++;
    for (mask m = n.all & ~n.one; m; m &= m - 1) {
        const unsigned i = first_bit(m);

        add_ulp(t, place->bins[negative >> i & 1], n.distance[i]);
        *useless |= (mask)(n.distance[i] > USABLE_ULP) << i;
    }
    t->ulp[ulp_bucket(1)] += count_bits(n.one);
    for (int sign = 0; sign < 2 && place->bins[sign]; sign++) {
        const mask of_sign = sign ? negative : ~negative;

        place->bins[sign]->inexact += count_bits(n.all & of_sign);
        place->bins[sign]->sums[-TALLY_SUM_LEAST] += count_bits(n.one & of_sign) << TALLY_SUM_BITS;
    }
    *raises = may_raise(t, &n, place);
    return n.all;
}

/* Adds every result that differs from the reference. */
INLINE mask add_all_unequal(enum kind kind, struct tally *t, const struct lot *l, mask unequal,
                            const struct bin_place *place, mask negative, mask *useless)
{
    const unsigned few = 4;
    bool raises = false;
    mask near = 0, far;

    if (kind == KIND_FLOAT && place->bins[0] && count_bits(unequal) > few)
        near = add_near(t, l, place, negative, useless, &raises);
    far = add_unequal(kind, t, l, unequal & ~near, place, useless);
    if (far || raises)
        raise_extremes(t, l, near | far, place);
    t->outcomes[OUTCOME_INEXACT] += count_bits(near | far);
    return near | far;
}

/* ---- A lot ---- */

/* Finds the place of the first input. Returns whether the other inputs have the same place. */
static bool find_lot_place(struct tally *t, const struct lot *l, struct bin_place *place)
{
    const uint32_t first = magnitude_of(t->in, l->x[0]);

    *place = (struct bin_place){.low = 0, .high = UINT32_MAX};
    for (int sign = 0; sign < 2 && t->regions[sign].count; sign++) {
        const struct tally_regions *r = &t->regions[sign];
        const unsigned region = tally_region_of(r, first);

        place->low = r->first[region] > place->low ? r->first[region] : place->low;
        place->high = r->last[region] < place->high ? r->last[region] : place->high;
        place->bins[sign] = &t->bins[r->bin[region]];
    }
    if (all_within(t->in, l->x, place->low, place->high))
        return true;
    place->bins[0] = NULL;
    return false;
}

static void count_each(struct tally *t, const struct lot *l, mask counted, mask scored)
{
    for (; counted; counted &= counted - 1) {
        struct tally_bin *bin = &t->bins[tally_bin_of(t, l->x[first_bit(counted)])];

        bin->inputs++;
        bin->scored += scored >> first_bit(counted) & 1;
    }
}

/* Counts inputs, and inputs with ULP, in their bins. */
INLINE void count_in_bins(struct tally *t, const struct lot *l, mask counted, mask scored,
                          const struct bin_place *place, mask negative)
{
    if (!place->bins[0]) {
        count_each(t, l, counted, scored);
        return;
    }
    place->bins[0]->inputs += count_bits(counted & ~negative);
    place->bins[0]->scored += count_bits(scored & ~negative);
    if (!negative)
        return;
    place->bins[1]->inputs += count_bits(counted & negative);
    place->bins[1]->scored += count_bits(scored & negative);
}

static void add_undefined_of(struct tally_undefined *u, const struct lot *l, mask inputs, mask numbers)
{
    if (!u->numbers && (inputs & numbers))
        u->first = lot_point(l, first_bit(inputs & numbers));
    u->inputs += count_bits(inputs);
    u->numbers += count_bits(inputs & numbers);
}

/* Adds inputs whose reference is NaN. */
static void add_undefined(struct tally *t, const struct lot *l, mask undefined)
{
    const mask nans = find_nans(t->in, l->x) | (l->y ? find_nans(t->in, l->y) : 0), numbers = ~find_nans(t->out, l->got);

    t->outcomes[OUTCOME_UNDEFINED] += count_bits(undefined);
    if (kind_of_format(t->out) != KIND_FLOAT)
        return;
    add_undefined_of(&t->of_nan, l, undefined & nans, numbers);
    add_undefined_of(&t->of_numbers, l, undefined & ~nans, numbers);
}

/* Specials that decide usable_to: `usable` specials are within USABLE_ULP of the reference, `useless` specials are
 * not. */
struct judged_specials {
    mask usable, useless;
};

/*
 * Returns whether a correct special has ULP, for usable_to. A special's zero reference may come from underflow, which
 * is not recorded, so that zero counts at x = 0 only.
 */
static bool has_ulp(const struct tally *t, const struct tally_point *p)
{
    return kind_of_format(t->out) != KIND_FLOAT || !is_zero(t->out, p->expected) || magnitude_of(t->in, p->x) == 0;
}

static void judge_special(struct tally *t, const struct lot *l, unsigned i, struct judged_specials *judged)
{
    const bool undefined = l->expectation[i] == EXPECT_SPECIAL_NAN;
    const enum outcome outcome = outcome_of_special(t->out, undefined, l->expected[i], l->got[i]);
    const struct tally_point p = lot_point(l, i);
    const bool is_near = outcome == OUTCOME_EXACT
                         || (outcome == OUTCOME_INEXACT && ulp_of(t->out, &p) <= (double)USABLE_ULP);

    if (outcome == OUTCOME_UNDEFINED) {
        t->special_counts.wrong += kind_of_format(t->out) == KIND_FLOAT && !isnan(number_of(t->out, l->got[i]));
    } else if (outcome != OUTCOME_OVERFLOW) {
        t->special_counts.wrong += outcome != OUTCOME_EXACT;
        t->special_counts.far += !is_near;
        judged->usable |= (mask)(is_near && has_ulp(t, &p)) << i;
        judged->useless |= (mask)!is_near << i;
    }
}

static void add_specials(struct tally *t, const struct lot *l, mask specials, struct judged_specials *judged)
{
    for (; specials; specials &= specials - 1) {
        const unsigned i = first_bit(specials);
        const uint64_t number = t->outcomes[OUTCOME_SPECIAL]++;

        judge_special(t, l, i, judged);
        if (number < TALLY_SPECIALS) {
            t->specials[number] = lot_point(l, i);
            t->undefined[number] = l->expectation[i] == EXPECT_SPECIAL_NAN;
        }
    }
}

/*
 * Returns the specials that count for usable_to: those that stand where their |x| belongs in the sweep. An integer's
 * lowest number does not, and infinities and NaNs do not count.
 */
static mask find_placed(const struct number_format *in, const struct lot *l, mask specials)
{
    const uint32_t last = tally_last_number(in, false);
    mask placed = 0;

    for (; specials; specials &= specials - 1)
        if (magnitude_of(in, l->x[first_bit(specials)]) <= last)
            placed |= specials & -specials;
    return placed;
}

/* Notes the lot's largest usable |x|. |x| never falls, so that the last inputs have the largest |x|. */
static void find_usable(struct tally *t, const struct lot *l, mask scored, mask useless)
{
    const uint32_t finite = t->in->mantissa_bits ? tally_last_number(t->in, false) : UINT32_MAX;
    int64_t last = -1;

    if (useless) {
        t->unusable = magnitude_of(t->in, l->x[first_bit(useless)]);
        scored &= ((mask)1 << first_bit(useless)) - 1;
    }
    for (; scored; scored &= ~((mask)1 << last_bit(scored))) {
        const uint32_t magnitude = magnitude_of(t->in, l->x[last_bit(scored)]);

        if (magnitude > finite || magnitude == last)
            continue;
        tally_note_usable(t, magnitude);
        if (last >= 0)
            break;
        last = magnitude;
    }
}

static void end_usable(struct tally *t, struct progress *p)
{
    if (p->usable.x)
        find_usable(t, &p->usable, ~(mask)0, 0);
    p->usable.x = NULL;
}

/* A lot with ULP at every input, as most have, and with two different |x|, replaces every lot before; the last such
 * lot is kept. */
INLINE void add_usable(struct tally *t, const struct lot *l, mask scored, mask useless, struct progress *p)
{
    if (t->unusable >= 0 || t->unordered)
        return;
    if (scored == ~(mask)0 && !useless && magnitude_of(t->in, l->x[0]) != magnitude_of(t->in, l->x[LOT - 1])
        && magnitude_of(t->in, l->x[LOT - 1]) <= p->finite) {
        p->usable = *l;
        return;
    }
    end_usable(t, p);
    find_usable(t, l, scored, useless);
}

INLINE void add_breaks(enum kind kind, struct tally *t, const struct lot *l, struct lot_outcomes now,
                       struct lot_outcomes before)
{
    const unsigned s = (unsigned)l->stride;
    const mask pairs = now.scored & (now.scored << s | before.scored >> (LOT - s));
    mask breaks = pairs & (now.inexact | now.inexact << s | before.inexact >> (LOT - s));

    if (!breaks || !(breaks &= find_breaks(kind, t->out, l)))
        return;
    if (t->breaks == 0)
        t->first_break = lot_point(l, first_bit(breaks));
    t->breaks += count_bits(breaks);
}

INLINE void add_lot(enum kind kind, struct tally *t, const struct lot *l, struct progress *p)
{
    struct bin_place *place = &p->place;
    const mask equal = find_equal(kind, t->out, l);
    struct lot_outcomes now;
    const mask negative = find_signs(t->in, l->x);
    mask e[EXPECTATION_BITS], unequal, specials, useless = 0, placed = 0;
    struct judged_specials judged = {0, 0};

    gather_expectations(l->expectation, e);
    if (!place->bins[0] || !all_within(t->in, l->x, place->low, place->high))
        find_lot_place(t, l, place);
    unequal = ~equal & (mask_of_expectation(e, EXPECT_NUMBER) | mask_of_expectation(e, EXPECT_UNDERFLOW)
                        | mask_of_expectation(e, EXPECT_OVERFLOW));
    now.scored = equal & mask_of_expectation(e, EXPECT_NUMBER);
    t->outcomes[OUTCOME_EXACT] += count_bits(now.scored);
    t->ulp[0] += count_bits(now.scored);
    t->outcomes[OUTCOME_FLUSHED] += count_bits(equal & mask_of_expectation(e, EXPECT_UNDERFLOW));
    t->outcomes[OUTCOME_OVERFLOW] += count_bits(equal & mask_of_expectation(e, EXPECT_OVERFLOW));
    if (mask_of_expectation(e, EXPECT_NAN))
        add_undefined(t, l, mask_of_expectation(e, EXPECT_NAN));
    now.inexact = unequal ? add_all_unequal(kind, t, l, unequal, place, negative, &useless) : 0;
    now.scored |= now.inexact;
    specials = mask_of_expectation(e, EXPECT_SPECIAL) | mask_of_expectation(e, EXPECT_SPECIAL_NAN);
    count_in_bins(t, l, ~(specials | mask_of_expectation(e, EXPECT_NOTHING)), now.scored, place, negative);
    if (specials) {
        add_specials(t, l, specials, &judged);
        placed = find_placed(t->in, l, specials);
    }
    add_usable(t, l, now.scored | (judged.usable & placed), useless | (judged.useless & placed), p);
    if (l->stride)
        add_breaks(kind, t, l, now, p->before);
    p->before = now;
}

/* ---- A stretch ---- */

/* A copy of up to LOT inputs from `first` on, and of the results before them, as far as they exist. */
struct lot_copy {
    uint32_t x[LOT], y[LOT], got[MOST_STRIDE + LOT], expected[MOST_STRIDE + LOT];
    uint8_t expectation[LOT];
};

static void copy_lot(struct lot_copy *c, const struct results *r, size_t first, struct lot *l)
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
        c->x[i] = c->x[0]; /* a magnitude in the lot's place */
    *l = (struct lot){c->x, c->y, c->got + MOST_STRIDE, c->expected + MOST_STRIDE, c->expectation, r->stride};
}

static struct lot lot_of(const struct results *r, size_t first)
{
    return (struct lot){r->x + first, r->y ? r->y + first : NULL, r->got + first, r->expected + first,
                        r->expectation + first, r->stride};
}

/* Returns the outcomes of the inputs before a stretch, in a mask's highest bits. */
static struct lot_outcomes outcomes_before(const struct tally *t, const struct results *r)
{
    struct lot_outcomes o = {0, 0};

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

INLINE void add_lots(enum kind kind, struct tally *t, const struct results *r)
{
    struct progress progress = {.before = outcomes_before(t, r),
                                .finite = t->in->mantissa_bits ? tally_last_number(t->in, false) : UINT32_MAX};
    struct lot_copy copy;

    for (size_t i = r->before; i < r->count; i += LOT) {
        struct lot lot = lot_of(r, i);

        if (i < MOST_STRIDE || r->count - i < LOT) {
            end_usable(t, &progress); /* since progress.usable may point into the copy */
            copy_lot(&copy, r, i, &lot);
        }
        add_lot(kind, t, &lot, &progress);
    }
    end_usable(t, &progress);
}

FOR_EACH_PROCESSOR void tally_add(struct tally *t, const struct results *r)
{
    if (!r->stride)
        t->unordered = true;
    add_lots(kind_of_format(t->out), t, r);
}
