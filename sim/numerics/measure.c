/* Measures of a tally. */
#include "measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tally_parts.h"

double ulp_class_end(unsigned i)
{
    if (i == ULP_CLASSES - 1)
        return (double)INFINITY;
    return i == 0 ? 0 : ldexp(0.5, (int)i - 1);
}

/* ---- Histograms ---- */

/* Returns the first bucket at which the number of values, counted from the smallest, reaches `rank`. */
static size_t bucket_of_rank(const uint64_t *buckets, uint64_t rank)
{
    size_t i = 0;

    for (uint64_t below = buckets[0]; below < rank; below += buckets[i])
        i++;
    return i;
}

/* Returns the rank of a percentile: `percent` % of `count`, rounded up. */
static uint64_t rank_of(uint64_t count, unsigned percent)
{
    return (count * percent + 99) / 100;
}

static double ulp_percentile(const struct tally *t, unsigned percent)
{
    const uint64_t count = tally_scored(t);

    if (!count)
        return 0;
    return fmin(ulp_bucket_end(bucket_of_rank(t->ulp, rank_of(count, percent))), t->max_ulp.value);
}

static double rel_median(const struct tally *t)
{
    uint64_t count = 0;

    for (size_t i = 0; i < TALLY_REL_BUCKETS; i++)
        count += t->rel[i];
    if (!count)
        return 0;
    return fmin(rel_bucket_end(bucket_of_rank(t->rel, rank_of(count, 50))), t->max_rel.value);
}

static void classify_ulps(const struct tally *t, struct measures *m)
{
    unsigned class = 0;

    for (size_t i = 0; i < TALLY_ULP_BUCKETS; i++) {
        const double ulp = ulp_bucket_end(i);

        while (ulp > ulp_class_end(class))
            class++;
        m->ulp_classes[class] += t->ulp[i];
        if (ulp > (double)CLIPPED_ULP)
            m->ulp_clipped += t->ulp[i];
    }
}

/* ---- Means ---- */

/* Returns the sum of an octave that starts at 2^exponent. */
static double octave_sum(uint64_t sum, int exponent)
{
    return ldexp((double)sum, exponent - TALLY_SUM_BITS);
}

/* Returns the mean ULP over inexact results. Adds the small octaves first. */
static double mean_of(const struct tally_bin *bins, size_t count)
{
    uint64_t inexact = 0;
    double sum = 0;

    for (size_t octave = 0; octave < TALLY_SUM_OCTAVES; octave++) {
        uint64_t in_octave = 0; /* cannot overflow: at most 2^32 inputs */

        for (size_t i = 0; i < count; i++)
            in_octave += bins[i].sums[octave];
        sum += octave_sum(in_octave, (int)octave + TALLY_SUM_LEAST);
    }
    for (size_t i = 0; i < count; i++)
        inexact += bins[i].inexact;
    return inexact ? sum / (double)inexact : 0;
}

/* Rounds to 10^-6, because processors differ in the last bits of double precision. */
static double to_millionths(double value)
{
    const double millionths = 1e6;

    return isfinite(value * millionths) ? nearbyint(value * millionths) / millionths : value;
}

static void measure_real_means(const struct tally *t, struct measures *m)
{
    const double inexact = (double)t->outcomes[OUTCOME_INEXACT];
    double sums[2] = {0, 0};

    for (int side = 0; side < 2; side++)
        for (int octave = 0; octave < TALLY_REAL_OCTAVES; octave++)
            sums[side] += octave_sum(t->real.sums[side][octave], octave + TALLY_REAL_LEAST);
    if (inexact == 0)
        return;
    m->mean_real_ulp = to_millionths((sums[0] + sums[1]) / inexact);
    m->bias_ulp = to_millionths((sums[0] - sums[1]) / inexact);
}

static void measure_bins(const struct tally *t, struct measures *m)
{
    double edges[TALLY_BINS + 1];

    tally_edges(t->in, edges);
    for (unsigned i = 0; i < TALLY_BINS; i++) {
        const struct tally_bin *bin = &t->bins[i];

        m->bins[i] = (struct measured_bin){
            .low = edges[i], .high = edges[i + 1], .inputs = bin->inputs, .scored = bin->scored,
            .inexact = bin->inexact, .defects = bin->defects, .max_ulp = bin->max_ulp, .mean_ulp = mean_of(bin, 1)};
    }
}

/* ---- Points ---- */

static struct measured_point measured_point_of(const struct tally *t, const struct tally_point *p)
{
    return (struct measured_point){number_of(t->in, p->x), t->operands == 2 ? number_of(t->in, p->y) : 0,
                                   number_of(t->out, p->got), number_of(t->out, p->expected), p->x, p->y};
}

static int by_value_and_bits(double a, double b, uint32_t a_bits, uint32_t b_bits)
{
    if (isnan(a) && isnan(b))
        return (a_bits > b_bits) - (a_bits < b_bits);
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return a == b ? !!signbit(b) - !!signbit(a) : (a > b) - (a < b);
}

static int by_operands(const void *a, const void *b)
{
    const struct measured_point *p = a, *q = b;
    const int order = by_value_and_bits(p->x, q->x, p->x_bits, q->x_bits);

    return order ? order : by_value_and_bits(p->y, q->y, p->y_bits, q->y_bits);
}

static void measure_specials(const struct tally *t, struct measures *m)
{
    while (m->special_count < t->outcomes[OUTCOME_SPECIAL] && m->special_count < TALLY_SPECIALS) {
        m->specials[m->special_count] = measured_point_of(t, &t->specials[m->special_count]);
        if (t->undefined[m->special_count])
            m->specials[m->special_count].expected = (double)NAN;
        m->special_count++;
    }
    qsort(m->specials, m->special_count, sizeof m->specials[0], by_operands);
}

/* Returns the larger of the two |x| that is below the first unusable |x|, or NaN. */
static double usable_to(const struct tally *t)
{
    for (int i = 0; i < 2 && !t->unordered; i++)
        if (t->usable[i] >= 0 && (t->unusable < 0 || t->usable[i] < t->unusable))
            return number_of(t->in, (uint32_t)t->usable[i]);
    return (double)NAN;
}

static struct measured_undefined undefined_of(const struct tally *t, const struct tally_undefined *u)
{
    return (struct measured_undefined){u->inputs, u->numbers, measured_point_of(t, &u->first)};
}

/* Returns a result, with a denormal as zero. */
static double got_of(const struct measures *m, const struct measured_point *p)
{
    return number_is_denormal(m->out, p->got) ? 0 : p->got;
}

bool measured_as_expected(const struct measures *m, const struct measured_point *p)
{
    if (isnan(p->expected))
        return isnan(p->got) || !m->out->mantissa_bits;
    return got_of(m, p) == p->expected;
}

const struct measured_point *measured_wrong_special(const struct measures *m)
{
    for (size_t i = 0; i < m->special_count; i++)
        if (!measured_as_expected(m, &m->specials[i]))
            return &m->specials[i];
    return NULL;
}

bool measured_is_far(const struct measures *m, const struct measured_point *p, double most_ulp)
{
    if (isnan(p->expected) || measured_as_expected(m, p))
        return false;
    return !isfinite(p->got) || !isfinite(p->expected)
           || fabs(got_of(m, p) - p->expected) > most_ulp * number_ulp(m->out, p->expected);
}

uint64_t measured_far_specials(const struct measures *m, double most_ulp)
{
    uint64_t far = 0, wrong = 0;

    for (size_t i = 0; i < m->special_count; i++) {
        far += measured_is_far(m, &m->specials[i], most_ulp);
        wrong += !measured_as_expected(m, &m->specials[i]);
    }
    return far + (m->special_counts.wrong - wrong);
}

/* Specials that are numbers where the reference is NaN are wrong, but not far, since they have no distance. */
uint64_t measured_numbers(const struct measures *m)
{
    return m->of_nan.numbers + m->of_numbers.numbers + (m->special_counts.wrong - measured_far_specials(m, 0));
}

const struct measured_point *measured_first_number(const struct measures *m)
{
    if (m->of_nan.numbers)
        return &m->of_nan.first;
    if (m->of_numbers.numbers)
        return &m->of_numbers.first;
    for (size_t i = 0; i < m->special_count; i++)
        if (isnan(m->specials[i].expected) && !measured_as_expected(m, &m->specials[i]))
            return &m->specials[i];
    return NULL;
}

static void measure_points(const struct tally *t, struct measures *m)
{
    m->has_worst = t->outcomes[OUTCOME_INEXACT] != 0;
    m->has_break = t->breaks != 0;
    m->has_defect = tally_defects(t) != 0;
    m->has_unflushed = t->outcomes[OUTCOME_UNFLUSHED] != 0;
    m->worst = measured_point_of(t, &t->max_ulp.at);
    m->worst_abs = measured_point_of(t, &t->max_abs.at);
    m->worst_rel = measured_point_of(t, &t->max_rel.at);
    m->break_at = measured_point_of(t, &t->first_break);
    m->first_defect = measured_point_of(t, &t->first_defect);
    m->first_unflushed = measured_point_of(t, &t->first_unflushed);
    measure_specials(t, m);
}

static void measure_real(const struct tally *t, struct measures *m)
{
    const struct tally_extreme *max = tally_max_real(t);
    const uint64_t rounded = t->outcomes[OUTCOME_EXACT] + t->real.rounded;

    m->max_real_ulp = max->value;
    m->has_real_worst = max->value > 0;
    m->real_worst = measured_point_of(t, &max->at);
    m->faithful = t->real.faithful;
    m->rounded_frac = m->scored ? (double)rounded / (double)m->scored : 0;
    measure_real_means(t, m);
    for (size_t i = 0; i < TALLY_OFFENDERS && t->real.offenders[i].value > 0; i++)
        m->offenders[m->offender_count++] =
            (struct measured_offender){t->real.offenders[i].value, measured_point_of(t, &t->real.offenders[i].at)};
}

static double bits_right(double rel)
{
    return rel > 0 ? -log2(rel) : (double)NAN;
}

void tally_measures(const struct tally *t, struct measures *m)
{
    *m = (struct measures){.operands = t->operands, .in = t->in, .out = t->out, .ordered = !t->unordered,
                           .inputs = tally_inputs(t),
                           .scored = tally_scored(t), .max_ulp = t->max_ulp.value, .max_abs = t->max_abs.value,
                           .max_rel = t->max_rel.value, .breaks = t->breaks, .special_counts = t->special_counts,
                           .of_nan = undefined_of(t, &t->of_nan), .of_numbers = undefined_of(t, &t->of_numbers)};
    for (unsigned i = 0; i < OUTCOMES; i++)
        m->outcomes[i] = t->outcomes[i];
    m->defects = tally_defects(t);
    m->mean_ulp = mean_of(t->bins, TALLY_BEYOND);
    m->p50_ulp = ulp_percentile(t, 50);
    m->p95_ulp = ulp_percentile(t, 95);
    m->p99_ulp = ulp_percentile(t, 99);
    m->median_rel = rel_median(t);
    m->bits_worst = bits_right(m->max_rel);
    m->bits_median = bits_right(m->median_rel);
    m->exact_frac = m->scored ? (double)m->outcomes[OUTCOME_EXACT] / (double)m->scored : 0;
    m->usable_to = usable_to(t);
    classify_ulps(t, m);
    measure_real(t, m);
    measure_bins(t, m);
    measure_points(t, m);
}

/* ---- Verdict ---- */

/* Returns whether a wrong special, or a number where the reference is NaN, rules out the verdict "exact". */
static bool has_exceptions(const struct measures *m)
{
    return m->special_counts.wrong || m->of_nan.numbers || m->of_numbers.numbers;
}

/* Judges ordinary inputs, which have no defects, by their ULP. */
static void judge_ulp(const struct measures *m, bool sampled, char verdict[VERDICT_SIZE])
{
    enum { DIGITS = 6 };
    const char *const where = sampled ? " in this sample" : "";

    if (m->max_ulp == 0 && !has_exceptions(m))
        snprintf(verdict, VERDICT_SIZE, "exact%s", where);
    else if (m->max_ulp == 0)
        snprintf(verdict, VERDICT_SIZE, "ordinary inputs are exact%s", where);
    else if (m->max_ulp <= (double)USABLE_ULP)
        snprintf(verdict, VERDICT_SIZE, "nowhere more than %d ulp off%s", USABLE_ULP, where);
    else if (!isnan(m->usable_to))
        snprintf(verdict, VERDICT_SIZE, "within %d ulp for |x| up to %.*g, beyond that up to %.*g ulp off", USABLE_ULP,
                 DIGITS, m->usable_to, DIGITS, m->max_ulp);
    else if (m->ordered)
        snprintf(verdict, VERDICT_SIZE, "more than %d ulp off from the smallest |x| on: %.*g in the mean, at most %.*g",
                 USABLE_ULP, DIGITS, m->mean_ulp, DIGITS, m->max_ulp);
    else
        snprintf(verdict, VERDICT_SIZE, "up to %.*g ulp off%s, %.*g in the mean", DIGITS, m->max_ulp, where, DIGITS,
                 m->mean_ulp);
}

/* Returns whether the specials are the first thing that the verdict must mention. */
static bool is_wrong_at_specials(const struct measures *m)
{
    return m->special_counts.far && !m->defects && !m->outcomes[OUTCOME_UNFLUSHED];
}

static void judge_results(const struct measures *m, bool sampled, char verdict[VERDICT_SIZE])
{
    const unsigned long long inputs = m->inputs;

    if (m->defects)
        snprintf(verdict, VERDICT_SIZE, "wrong about zero, infinity or NaN: %llu of %llu inputs",
                 (unsigned long long)m->defects, inputs);
    else if (m->outcomes[OUTCOME_UNFLUSHED])
        snprintf(verdict, VERDICT_SIZE, "not zero where it should be: %llu of %llu inputs",
                 (unsigned long long)m->outcomes[OUTCOME_UNFLUSHED], inputs);
    else if (is_wrong_at_specials(m))
        snprintf(verdict, VERDICT_SIZE, "wrong at special inputs: %llu of %llu",
                 (unsigned long long)m->special_counts.wrong, (unsigned long long)m->outcomes[OUTCOME_SPECIAL]);
    else if (!m->scored)
        snprintf(verdict, VERDICT_SIZE, "no result has an ulp");
    else
        judge_ulp(m, sampled, verdict);
}

/* Adds a clause, as far as it fits. */
__attribute__((format(printf, 2, 3))) static void add_clause(char verdict[VERDICT_SIZE], const char *format, ...)
{
    const size_t length = strlen(verdict);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(verdict + length, VERDICT_SIZE - length, format, arguments);
    va_end(arguments);
}

static void add_numbers(const struct measured_undefined *u, const char *what, char verdict[VERDICT_SIZE])
{
    if (u->numbers)
        add_clause(verdict, "; %llu %s, %llu gave a number", (unsigned long long)u->inputs, what,
                   (unsigned long long)u->numbers);
}

static void add_wrong_specials(const struct measures *m, char verdict[VERDICT_SIZE])
{
    const struct tally_specials *counts = &m->special_counts;

    if (counts->wrong && !is_wrong_at_specials(m))
        add_clause(verdict, "; %llu of %llu special inputs wrong", (unsigned long long)counts->wrong,
                   (unsigned long long)m->outcomes[OUTCOME_SPECIAL]);
}

void verdict_of(const struct measures *m, bool sampled, char verdict[VERDICT_SIZE])
{
    judge_results(m, sampled, verdict);
    add_numbers(&m->of_nan, "NaN inputs", verdict);
    add_numbers(&m->of_numbers, "undefined", verdict);
    add_wrong_specials(m, verdict);
}

/* ---- Marks ---- */

bool measures_pass(const struct measures *m, double most_ulp, char why[MARK_SIZE])
{
    const uint64_t specials = measured_far_specials(m, most_ulp);
    const uint64_t numbers = measured_numbers(m);

    if (m->max_ulp > most_ulp)
        snprintf(why, MARK_SIZE, "a result is %.9g ulp off, and --max-ulp is %.9g", m->max_ulp, most_ulp);
    else if (m->defects)
        snprintf(why, MARK_SIZE, "%llu results are wrong about zero, infinity or NaN", (unsigned long long)m->defects);
    else if (m->outcomes[OUTCOME_UNFLUSHED])
        snprintf(why, MARK_SIZE, "%llu results are not zero where they should be",
                 (unsigned long long)m->outcomes[OUTCOME_UNFLUSHED]);
    else if (specials)
        snprintf(why, MARK_SIZE, "%llu of %llu special inputs have results that are not within %.9g ulp",
                 (unsigned long long)specials, (unsigned long long)m->outcomes[OUTCOME_SPECIAL], most_ulp);
    else if (numbers)
        snprintf(why, MARK_SIZE, "%llu results are numbers where the function is NaN", (unsigned long long)numbers);
    else
        return true;
    return false;
}
