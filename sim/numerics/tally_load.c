/*
 * A tally from JSON, of which nothing is believed: types and ranges are looked at as members are read, and then whether
 * the counts add up. Extremes are worked out again from their points.
 */
#include "tally.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tally_parts.h"

enum { MOST_INPUTS_BITS = 32, POINT_SIZE = 4, PAIR_SIZE = 2, FORMAT_SIZE = 3 };
static const json_int_t most_inputs = INT64_C(1) << MOST_INPUTS_BITS;

struct reader {
    struct tally *t;
    char *error;
    bool failed;
};

/* The first error of all is the one. */
__attribute__((format(printf, 2, 3))) static bool fail(struct reader *r, const char *format, ...)
{
    va_list arguments;

    if (r->failed)
        return false;
    r->failed = true;
    va_start(arguments, format);
    if (vasprintf(&r->error, format, arguments) < 0)
        r->error = NULL;
    va_end(arguments);
    return false;
}

/* ---- Members ---- */

static bool to_integer(struct reader *r, const json_t *value, const char *name, json_int_t low, json_int_t high,
                       json_int_t *integer)
{
    *integer = low;
    if (!json_is_integer(value) || json_integer_value(value) < low || json_integer_value(value) > high)
        return fail(r, "'%s' is no integer from %lld to %lld", name, (long long)low, (long long)high);
    *integer = json_integer_value(value);
    return true;
}

static bool to_count(struct reader *r, const json_t *value, const char *name, json_int_t most, uint64_t *count)
{
    json_int_t integer;
    const bool is_count = to_integer(r, value, name, 0, most, &integer);

    *count = (uint64_t)integer;
    return is_count;
}

static uint64_t count_in(struct reader *r, const json_t *object, const char *name)
{
    uint64_t count;

    to_count(r, json_object_get(object, name), name, most_inputs, &count);
    return count;
}

static bool is_array_of(struct reader *r, const json_t *value, const char *name, size_t size)
{
    return (json_is_array(value) && json_array_size(value) == size) || fail(r, "'%s' is no array of %zu", name, size);
}

/* A text as %a prints numbers, which are 0 or more. */
static bool to_number(struct reader *r, const json_t *value, const char *name, double *number)
{
    const char *text = json_string_value(value);
    char again[64] = "", *end = NULL;

    *number = text ? strtod(text, &end) : 0;
    if (text && end != text && !*end)
        snprintf(again, sizeof again, "%a", *number);
    return (text && strcmp(text, again) == 0) || fail(r, "'%s' is no hexadecimal number", name);
}

static void read_sparse(struct reader *r, const json_t *object, const char *name, uint64_t *counts, size_t size,
                        json_int_t most)
{
    const json_t *array = json_object_get(object, name), *pair;
    json_int_t next = 0;
    size_t i;

    if (!json_is_array(array)) {
        fail(r, "'%s' is no array", name);
        return;
    }
    json_array_foreach (array, i, pair) {
        json_int_t index;
        uint64_t count;

        if (!is_array_of(r, pair, name, PAIR_SIZE)
            || !to_integer(r, json_array_get(pair, 0), name, next, (json_int_t)size - 1, &index)
            || !to_count(r, json_array_get(pair, 1), name, most, &count))
            return;
        if (!count)
            fail(r, "'%s' has a count of 0", name);
        counts[index] = count;
        next = index + 1;
    }
}

static json_int_t largest_bits(const struct number_format *f)
{
    return (json_int_t)(UINT32_MAX >> spare_bits(f));
}

/* `undefined`: may a reference be null, and is it? */
static void read_point(struct reader *r, const json_t *array, const char *name, struct tally_point *p, bool *undefined)
{
    const json_int_t in = largest_bits(r->t->in), out = largest_bits(r->t->out);
    json_int_t x, y, got, expected = 0;

    if (undefined)
        *undefined = json_is_null(json_array_get(array, 3));
    if (!is_array_of(r, array, name, POINT_SIZE) || !to_integer(r, json_array_get(array, 0), name, 0, in, &x)
        || !to_integer(r, json_array_get(array, 1), name, 0, r->t->operands == 2 ? in : 0, &y)
        || !to_integer(r, json_array_get(array, 2), name, 0, out, &got)
        || (!(undefined && *undefined) && !to_integer(r, json_array_get(array, 3), name, 0, out, &expected)))
        return;
    *p = (struct tally_point){(uint32_t)x, (uint32_t)y, (uint32_t)got, (uint32_t)expected};
}

/* Null, or a point that is inexact and what makes it an extreme. */
static void read_extreme(struct reader *r, const json_t *root, const char *name,
                         double (*measure)(const struct number_format *, const struct tally_point *),
                         struct tally_extreme *e)
{
    const json_t *value = json_object_get(root, name);

    if (json_is_null(value))
        return;
    read_point(r, value, name, &e->at, NULL);
    if (r->failed)
        return;
    if (outcome_of(r->t->out, EXPECT_NUMBER, e->at.expected, e->at.got) != OUTCOME_INEXACT
        || (kind_of(r->t->out) == KIND_FLOAT && !is_finite(r->t->out, e->at.expected)))
        fail(r, "'%s' is no inexact result", name);
    else
        e->value = measure(r->t->out, &e->at);
}

/* Of a result that is the reference, or of another number: the steps between them are the ULP, but for half a one. */
static void read_real_extreme(struct reader *r, const json_t *array, const char *name, enum outcome outcome,
                              struct tally_extreme *e)
{
    const struct number_format *out = r->t->out;

    if (!is_array_of(r, array, name, PAIR_SIZE) || !to_number(r, json_array_get(array, 0), name, &e->value))
        return;
    read_point(r, json_array_get(array, 1), name, &e->at, NULL);
    if (r->failed)
        return;
    if (outcome_of(out, EXPECT_NUMBER, e->at.expected, e->at.got) != outcome
        || (kind_of(out) == KIND_FLOAT && !is_finite(out, e->at.expected)))
        fail(r, "'%s' is no %s result", name, outcome_name(outcome));
    else if (!(e->value > 0) || !(fabs(e->value - ulp_of(out, &e->at)) <= 1))
        fail(r, "'%s' is no ULP of its result", name);
}

static void read_offenders(struct reader *r, const json_t *array)
{
    struct tally_extreme *offenders = r->t->real.offenders;
    const size_t count = json_array_size(array);

    if (!json_is_array(array) || count > TALLY_OFFENDERS || count > r->t->outcomes[OUTCOME_INEXACT])
        fail(r, "'offenders' is no array of so many inexact results");
    for (size_t i = 0; !r->failed && i < count; i++) {
        read_real_extreme(r, json_array_get(array, i), "offenders", OUTCOME_INEXACT, &offenders[i]);
        if (i && offenders[i].value > offenders[i - 1].value)
            fail(r, "'offenders' are not in order");
    }
}

static void read_real(struct reader *r, const json_t *root)
{
    const json_t *object = json_object_get(root, "real"), *exact = json_object_get(object, "exact");
    struct tally_real *real = &r->t->real;

    if (!json_is_object(object))
        fail(r, "'real' is no object");
    read_offenders(r, json_object_get(object, "offenders"));
    if (exact && !json_is_null(exact))
        read_real_extreme(r, exact, "exact", OUTCOME_EXACT, &real->exact);
    if (real->exact.value > 0 && real->exact.value <= real->offenders[0].value)
        fail(r, "'exact' is below the first of 'offenders'");
    real->faithful = count_in(r, object, "faithful");
    real->rounded = count_in(r, object, "rounded");
    if (real->faithful > r->t->outcomes[OUTCOME_INEXACT] || real->rounded > r->t->outcomes[OUTCOME_INEXACT])
        fail(r, "'faithful' or 'rounded' are more than there are inexact results");
    read_sparse(r, object, "below", real->sums[0], TALLY_REAL_OCTAVES, INT64_MAX);
    read_sparse(r, object, "above", real->sums[1], TALLY_REAL_OCTAVES, INT64_MAX);
}

static void read_outcomes(struct reader *r, const json_t *root)
{
    const json_t *object = json_object_get(root, "outcomes");

    if (!json_is_object(object))
        fail(r, "'outcomes' is no object");
    for (unsigned i = 0; i < OUTCOMES; i++)
        r->t->outcomes[i] = count_in(r, object, outcome_name((enum outcome)i));
}

static void read_specials(struct reader *r, const json_t *root)
{
    const uint64_t count = r->t->outcomes[OUTCOME_SPECIAL];
    const size_t listed = count < TALLY_SPECIALS ? (size_t)count : TALLY_SPECIALS;
    const json_t *array = json_object_get(root, "specials");

    if (is_array_of(r, array, "specials", listed))
        for (size_t i = 0; i < listed; i++)
            read_point(r, json_array_get(array, i), "specials", &r->t->specials[i], &r->t->undefined[i]);
    r->t->special_counts.wrong = count_in(r, root, "wrong_specials");
    r->t->special_counts.far = count_in(r, root, "far_specials");
    if (r->t->special_counts.far > r->t->special_counts.wrong || r->t->special_counts.wrong > count)
        fail(r, "'far_specials' and 'wrong_specials' are more than there are specials");
}

static void read_order(struct reader *r, const json_t *root)
{
    const json_t *usable = json_object_get(root, "usable"), *ordered = json_object_get(root, "ordered");
    const json_int_t most = largest_bits(r->t->in);
    json_int_t integer;

    if (!json_is_boolean(ordered))
        fail(r, "'ordered' is neither true nor false");
    r->t->unordered = json_is_false(ordered);
    to_integer(r, json_object_get(root, "unusable"), "unusable", -1, most, &integer);
    r->t->unusable = integer;
    if (!is_array_of(r, usable, "usable", 2))
        return;
    for (unsigned i = 0; i < 2; i++) {
        to_integer(r, json_array_get(usable, i), "usable", -1, most, &integer);
        r->t->usable[i] = integer;
    }
}

/* The first of so many; null if there is none. */
static void read_first(struct reader *r, const json_t *root, const char *name, uint64_t count, struct tally_point *p)
{
    const json_t *first = json_object_get(root, name);

    if (count)
        read_point(r, first, name, p, NULL);
    else if (!json_is_null(first))
        fail(r, "'%s' is not null, and there is none", name);
}

static void read_undefined(struct reader *r, const json_t *root, const char *name, struct tally_undefined *u)
{
    const json_t *object = json_object_get(root, name);

    if (!json_is_object(object))
        fail(r, "'%s' is no object", name);
    u->inputs = count_in(r, object, "inputs");
    u->numbers = count_in(r, object, "numbers");
    read_first(r, object, "first", u->numbers, &u->first);
    if (u->numbers > u->inputs || u->inputs > r->t->outcomes[OUTCOME_UNDEFINED])
        fail(r, "'%s' has more than are undefined", name);
}

static void read_firsts(struct reader *r, const json_t *root)
{
    struct tally *t = r->t;

    t->breaks = count_in(r, root, "breaks");
    read_first(r, root, "first_break", t->breaks, &t->first_break);
    read_first(r, root, "first_defect", tally_defects(t), &t->first_defect);
    read_first(r, root, "first_unflushed", t->outcomes[OUTCOME_UNFLUSHED], &t->first_unflushed);
}

static void read_bins(struct reader *r, const json_t *root)
{
    const json_t *array = json_object_get(root, "bins");

    if (!is_array_of(r, array, "bins", TALLY_BEYOND))
        return;
    for (unsigned i = 0; i < TALLY_BEYOND; i++) {
        const json_t *object = json_array_get(array, i);
        struct tally_bin *bin = &r->t->bins[i];

        bin->inputs = count_in(r, object, "inputs");
        bin->scored = count_in(r, object, "scored");
        bin->inexact = count_in(r, object, "inexact");
        bin->defects = count_in(r, object, "defects");
        to_number(r, json_object_get(object, "max_ulp"), "max_ulp", &bin->max_ulp);
        read_sparse(r, object, "sums", bin->sums, TALLY_SUM_OCTAVES, INT64_MAX);
    }
}

static bool same_format(const struct number_format *f, const json_t *array)
{
    char lowest[64];

    snprintf(lowest, sizeof lowest, "%a", f->lowest);
    return json_array_size(array) == FORMAT_SIZE && json_integer_value(json_array_get(array, 0)) == f->bits
        && json_integer_value(json_array_get(array, 1)) == f->mantissa_bits
        && json_is_string(json_array_get(array, 2))
        && strcmp(json_string_value(json_array_get(array, 2)), lowest) == 0;
}

static void read_heading(struct reader *r, const json_t *root)
{
    const json_t *schema = json_object_get(root, "schema"), *version = json_object_get(root, "version");

    if (!json_is_string(schema) || strcmp(json_string_value(schema), TALLY_SCHEMA) != 0)
        fail(r, "is no tally of a sweep: its 'schema' is not \"%s\"", TALLY_SCHEMA);
    if (json_integer_value(version) != TALLY_VERSION)
        fail(r, "'version' is not %d", TALLY_VERSION);
    if (!same_format(r->t->in, json_object_get(root, "in")) || !same_format(r->t->out, json_object_get(root, "out"))
        || json_integer_value(json_object_get(root, "operands")) != r->t->operands)
        fail(r, "is of other formats or operands");
}

/* ---- Do they add up? ---- */

static uint64_t sum_of(const uint64_t *counts, size_t size)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < size; i++)
        sum += counts[i];
    return sum;
}

static size_t last_of(const uint64_t *counts, size_t size)
{
    while (size > 0 && !counts[size - 1])
        size--;
    return size ? size - 1 : 0;
}

static void check_histograms(struct reader *r)
{
    const struct tally *t = r->t;
    const uint64_t inexact = t->outcomes[OUTCOME_INEXACT], rel = sum_of(t->rel, TALLY_REL_BUCKETS);

    if (tally_inputs(t) > (uint64_t)most_inputs)
        fail(r, "'outcomes' are more than %lld", (long long)most_inputs);
    if (t->ulp[0] != t->outcomes[OUTCOME_EXACT] || sum_of(t->ulp, TALLY_ULP_BUCKETS) != tally_scored(t))
        fail(r, "'ulp' does not add up to 'outcomes'");
    if (rel > inexact || (rel < inexact && kind_of(t->out) == KIND_FLOAT))
        fail(r, "'rel' does not add up to 'outcomes'");
    if (ulp_bucket(t->max_ulp.value) != last_of(t->ulp, TALLY_ULP_BUCKETS))
        fail(r, "'max_ulp' is not the largest in 'ulp'");
    if ((t->max_abs.value > 0) != (inexact > 0))
        fail(r, "'max_abs' does not go with 'outcomes'");
    if ((t->max_rel.value > 0) != (rel > 0)
        || (rel > 0 && rel_bucket(t->max_rel.value) != last_of(t->rel, TALLY_REL_BUCKETS)))
        fail(r, "'max_rel' is not the largest in 'rel'");
}

/* As many mantissas, from 1 up to 2, as there are inexact results. */
static bool sums_add_up(const struct tally_bin *bin)
{
    const uint64_t least = bin->inexact << TALLY_SUM_BITS, most = 2 * least;
    uint64_t sum = 0;

    for (size_t i = 0; i < TALLY_SUM_OCTAVES; i++) {
        if (bin->sums[i] > most - sum)
            return false;
        sum += bin->sums[i];
    }
    return sum >= least;
}

static void check_bin(struct reader *r, const struct tally_bin *bin)
{
    if (bin->scored > bin->inputs || bin->inexact > bin->scored || bin->defects > bin->inputs - bin->scored)
        fail(r, "a bin's counts do not add up");
    if ((bin->max_ulp > 0) != (bin->inexact > 0) || !(bin->max_ulp <= r->t->max_ulp.value) || !sums_add_up(bin))
        fail(r, "a bin's ULP do not go with its counts");
}

static void check_bins(struct reader *r)
{
    const struct tally *t = r->t;
    struct tally_bin all = {0};

    for (unsigned i = 0; i < TALLY_BEYOND; i++) {
        const struct tally_bin *bin = &t->bins[i];

        check_bin(r, bin);
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
        fail(r, "'bins' do not add up to 'outcomes'");
}

static void check_order(struct reader *r)
{
    const struct tally *t = r->t;

    if (t->breaks > tally_scored(t) || (t->unordered && t->breaks))
        fail(r, "'breaks' are more than there are neighbours");
    if (t->usable[1] > t->usable[0] || (t->usable[1] >= 0 && t->usable[1] == t->usable[0])
        || (t->unusable >= 0 && t->usable[0] > t->unusable) || (t->usable[0] >= 0 && !tally_scored(t) && !t->outcomes[OUTCOME_SPECIAL]))
        fail(r, "'usable' is no |x| of this sweep");
}

bool tally_from_json(struct tally *t, const json_t *root, char **error)
{
    struct reader r = {.t = t};

    *error = NULL;
    if (!json_is_object(root))
        fail(&r, "is no object");
    read_heading(&r, root);
    read_outcomes(&r, root);
    read_sparse(&r, root, "ulp", t->ulp, TALLY_ULP_BUCKETS, most_inputs);
    read_sparse(&r, root, "rel", t->rel, TALLY_REL_BUCKETS, most_inputs);
    read_extreme(&r, root, "max_ulp", ulp_of, &t->max_ulp);
    read_extreme(&r, root, "max_abs", abs_of, &t->max_abs);
    read_extreme(&r, root, "max_rel", rel_of, &t->max_rel);
    read_real(&r, root);
    read_undefined(&r, root, "of_nan", &t->of_nan);
    read_undefined(&r, root, "of_numbers", &t->of_numbers);
    read_firsts(&r, root);
    read_order(&r, root);
    read_bins(&r, root);
    read_specials(&r, root);
    if (!r.failed) {
        check_histograms(&r);
        check_bins(&r);
        check_order(&r);
    }
    if (!r.failed)
        return true;
    *error = r.error;
    tally_start(t, t->in, t->out, t->operands);
    return false;
}
