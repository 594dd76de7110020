/* Checks whether the counts of a tally read from a file add up. */
#include "base/fail.h"
#include "tally_parts.h"

/* Returns whether the sums may belong to `inexact` results: each adds a mantissa from 1 up to 2. */
static bool sums_add_up(const uint64_t *sums, size_t size, uint64_t inexact)
{
    const uint64_t least = inexact << TALLY_SUM_BITS, most = 2 * least;
    uint64_t sum = 0;

    for (size_t i = 0; i < size; i++) {
        if (sums[i] > most - sum)
            return false;
        sum += sums[i];
    }
    return sum >= least;
}

static bool check_real(const struct tally *t, char **error)
{
    const struct tally_real *real = &t->real;
    const uint64_t inexact = t->outcomes[OUTCOME_INEXACT];
    const bool has_real = real->offenders[0].value > 0; /* real ULP were counted; false without tally_add_real(),
                                                         * when the sums are 0 too */

    if (real->exact.value > 0 && real->exact.value <= real->offenders[0].value)
        return fail_with(error, "'exact' is below the first of 'offenders'");
    if (real->faithful > inexact || real->rounded > inexact)
        return fail_with(error, "'faithful' or 'rounded' exceeds the number of inexact results");
    if (!sums_add_up(real->sums[0], sizeof real->sums / sizeof real->sums[0][0], has_real ? inexact : 0))
        return fail_with(error, "'below' and 'above' do not add up to 'outcomes'");
    return true;
}

static bool check_undefined(const struct tally *t, const char *name, const struct tally_undefined *u, char **error)
{
    return (u->numbers <= u->inputs && u->inputs <= t->outcomes[OUTCOME_UNDEFINED])
           || fail_with(error, "'%s' has more inputs than are undefined", name);
}

static bool check_specials(const struct tally *t, char **error)
{
    const struct tally_specials *counts = &t->special_counts;

    return (counts->far <= counts->wrong && counts->wrong <= t->outcomes[OUTCOME_SPECIAL])
           || fail_with(error, "'far_specials' or 'wrong_specials' exceeds the number of specials");
}

static uint64_t sum_of(const uint64_t *counts, size_t size)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < size; i++)
        sum += counts[i];
    return sum;
}

static size_t last_counted(const uint64_t *counts, size_t size)
{
    while (size > 0 && !counts[size - 1])
        size--;
    return size ? size - 1 : 0;
}

static bool check_histograms(const struct tally *t, char **error)
{
    const uint64_t inexact = t->outcomes[OUTCOME_INEXACT], rel = sum_of(t->rel, TALLY_REL_BUCKETS);

    if (tally_inputs(t) > (uint64_t)TALLY_MOST_INPUTS)
        return fail_with(error, "'outcomes' are more than %lld", (long long)TALLY_MOST_INPUTS);
    if (t->ulp[0] != t->outcomes[OUTCOME_EXACT] || sum_of(t->ulp, TALLY_ULP_BUCKETS) != tally_scored(t))
        return fail_with(error, "'ulp' does not add up to 'outcomes'");
    if (rel > inexact || (rel < inexact && kind_of_format(t->out) == KIND_FLOAT))
        return fail_with(error, "'rel' does not add up to 'outcomes'");
    if (ulp_bucket(t->max_ulp.value) != last_counted(t->ulp, TALLY_ULP_BUCKETS))
        return fail_with(error, "'max_ulp' is not the largest in 'ulp'");
    if ((t->max_abs.value > 0) != (inexact > 0))
        return fail_with(error, "'max_abs' does not match 'outcomes'");
    if ((t->max_rel.value > 0) != (rel > 0)
        || (rel > 0 && rel_bucket(t->max_rel.value) != last_counted(t->rel, TALLY_REL_BUCKETS)))
        return fail_with(error, "'max_rel' is not the largest in 'rel'");
    return true;
}

static bool check_bin(const struct tally *t, const struct tally_bin *bin, char **error)
{
    if (bin->scored > bin->inputs || bin->inexact > bin->scored || bin->defects > bin->inputs - bin->scored)
        return fail_with(error, "a bin's counts do not add up");
    if ((bin->max_ulp > 0) != (bin->inexact > 0) || !(bin->max_ulp <= t->max_ulp.value)
        || !sums_add_up(bin->sums, TALLY_SUM_OCTAVES, bin->inexact))
        return fail_with(error, "a bin's ULP do not match its counts");
    return true;
}

static bool check_bins(const struct tally *t, char **error)
{
    struct tally_bin all = {0};

    for (unsigned i = 0; i < TALLY_BEYOND; i++) {
        const struct tally_bin *bin = &t->bins[i];

        if (!check_bin(t, bin, error))
            return false;
        all.inputs += bin->inputs;
        all.scored += bin->scored;
        all.inexact += bin->inexact;
        all.defects += bin->defects;
        all.max_ulp = fmax(all.max_ulp, bin->max_ulp);
    }
    if (all.inputs != tally_inputs(t) - t->outcomes[OUTCOME_SPECIAL] || all.scored != tally_scored(t)
        || all.inexact != t->outcomes[OUTCOME_INEXACT]
        || all.defects != tally_defects(t)
        || all.max_ulp != t->max_ulp.value)
        return fail_with(error, "'bins' do not add up to 'outcomes'");
    return true;
}

static bool check_order(const struct tally *t, char **error)
{
    if (t->breaks > tally_scored(t) || (t->unordered && t->breaks))
        return fail_with(error, "'breaks' exceeds the number of neighbours");
    if (t->usable[1] > t->usable[0] || (t->usable[1] >= 0 && t->usable[1] == t->usable[0])
        || (t->unusable >= 0 && t->usable[0] > t->unusable)
        || (t->usable[0] >= 0 && !tally_scored(t) && !t->outcomes[OUTCOME_SPECIAL]))
        return fail_with(error, "'usable' is not an |x| of this sweep");
    return true;
}

bool tally_check(const struct tally *t, char **error)
{
    return check_real(t, error) && check_undefined(t, "of_nan", &t->of_nan, error)
           && check_undefined(t, "of_numbers", &t->of_numbers, error) && check_specials(t, error)
           && check_histograms(t, error) && check_bins(t, error) && check_order(t, error);
}
