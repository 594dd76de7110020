/*
 * A tally as JSON: counts and bits as integers, other numbers as hexadecimal text, so that reading gives back exactly
 * the tally that was written. pass_tally() lists a tally's members once: a pass over them writes the JSON or reads it.
 *
 * A reading pass trusts nothing: it checks types and ranges member by member; tally_check() then checks that the counts
 * add up. The values of extremes are computed again from their points.
 */
#include "tally.h"

#include <stdio.h>
#include <string.h>

#include "tally_parts.h"
#include "base/json_pass.h"

#define SCHEMA "sfpsim-tally"
enum { VERSION = 3, POINT_SIZE = 4, PAIR_SIZE = 2, FORMAT_SIZE = 3, HEXADECIMAL_SIZE = 64 };

/* ---- Points ---- */

static json_int_t largest_bits(const struct number_format *f)
{
    return (json_int_t)(UINT32_MAX >> spare_bits(f));
}

/* Writes a point. `undefined`: the function has no value at this point, and the reference is null. */
static void put_tally_point(struct sfp_json *j, const char *name, const struct tally_point *p, bool undefined)
{
    json_list(j, name);
    json_count(j, NULL, p->x);
    json_count(j, NULL, p->y);
    json_count(j, NULL, p->got);
    json_count_if(j, !undefined, NULL, p->expected);
    json_list_end(j);
}

/* Reads a point. Sets *undefined if the reference is null. If `undefined` is NULL, the reference must be a number. */
static void read_point(struct json_pass *p, const struct tally *t, const json_t *array, const char *name,
                       struct tally_point *point, bool *undefined)
{
    const json_int_t in = largest_bits(t->in), out = largest_bits(t->out);
    json_int_t x, y, got, expected = 0;

    if (undefined)
        *undefined = json_is_null(json_array_get(array, 3));
    if (!pass_is_list(p, array, name, POINT_SIZE) || !pass_to_integer(p, json_array_get(array, 0), name, 0, in, &x)
        || !pass_to_integer(p, json_array_get(array, 1), name, 0, t->operands == 2 ? in : 0, &y)
        || !pass_to_integer(p, json_array_get(array, 2), name, 0, out, &got)
        || (!(undefined && *undefined) && !pass_to_integer(p, json_array_get(array, 3), name, 0, out, &expected)))
        return;
    *point = (struct tally_point){(uint32_t)x, (uint32_t)y, (uint32_t)got, (uint32_t)expected};
}

/* Writes or reads a point, as `p` directs: the first of `count` inputs found. The JSON value is null if `count` is
 * 0. */
static void pass_first(struct json_pass *p, const struct tally *t, const char *name, uint64_t count,
                       struct tally_point *first)
{
    if (p->j && count)
        put_tally_point(p->j, name, first, false);
    else if (p->j)
        json_nothing(p->j, name);
    else if (count)
        read_point(p, t, pass_member(p, name), name, first, NULL);
    else if (!json_is_null(pass_member(p, name)))
        pass_fail(p, "'%s' is not null, although its count is 0", name);
}

static bool has_outcome(const struct number_format *out, const struct tally_point *p, enum outcome outcome)
{
    return outcome_of(out, EXPECT_NUMBER, p->expected, p->got) == outcome
           && (kind_of_format(out) != KIND_FLOAT || is_finite(out, p->expected));
}

typedef double measure_point(const struct number_format *f, const struct tally_point *p);

static void read_extreme(struct json_pass *p, const struct tally *t, const char *name, measure_point *measure,
                         struct tally_extreme *e)
{
    if (json_is_null(pass_member(p, name)))
        return;
    read_point(p, t, pass_member(p, name), name, &e->at, NULL);
    if (p->failed)
        return;
    if (!has_outcome(t->out, &e->at, OUTCOME_INEXACT))
        pass_fail(p, "'%s' is not an inexact result", name);
    else
        e->value = measure(t->out, &e->at);
}

/* Passes an extreme as its point, from which the value follows; null if the value is 0. */
static void pass_extreme(struct json_pass *p, const struct tally *t, const char *name, measure_point *measure,
                         struct tally_extreme *e)
{
    if (p->j)
        pass_first(p, t, name, e->value > 0, &e->at);
    else
        read_extreme(p, t, name, measure, e);
}

/* ---- Real ULP ---- */

/* Writes the value, which does not follow from the point, and the point. */
static void put_real_extreme(struct sfp_json *j, const char *name, const struct tally_extreme *e)
{
    json_list(j, name);
    pass_put_hexadecimal(j, NULL, e->value);
    put_tally_point(j, NULL, &e->at, false);
    json_list_end(j);
}

/* Reads a real extreme. A result's ULP and real ULP differ by at most 1. */
static void read_real_extreme(struct json_pass *p, const struct tally *t, const json_t *array, const char *name,
                              enum outcome outcome, struct tally_extreme *e)
{
    if (!pass_is_list(p, array, name, PAIR_SIZE) || !pass_to_number(p, json_array_get(array, 0), name, &e->value))
        return;
    read_point(p, t, json_array_get(array, 1), name, &e->at, NULL);
    if (p->failed)
        return;
    if (!has_outcome(t->out, &e->at, outcome))
        pass_fail(p, "'%s' is not an %s result", name, outcome_name(outcome));
    else if (!(e->value > 0) || !(fabs(e->value - ulp_of(t->out, &e->at)) <= 1))
        pass_fail(p, "'%s' is not the ULP of its result", name);
}

static void pass_exact(struct json_pass *p, const struct tally *t, const char *name, struct tally_extreme *exact)
{
    if (p->j && exact->value > 0)
        put_real_extreme(p->j, name, exact);
    else if (p->j)
        json_nothing(p->j, name);
    else if (!json_is_null(pass_member(p, name)))
        read_real_extreme(p, t, pass_member(p, name), name, OUTCOME_EXACT, exact);
}

static void put_real_offenders(struct sfp_json *j, const struct tally_extreme *offenders)
{
    json_list(j, "offenders");
    for (size_t i = 0; i < TALLY_OFFENDERS && offenders[i].value > 0; i++)
        put_real_extreme(j, NULL, &offenders[i]);
    json_list_end(j);
}

static void read_offenders(struct json_pass *p, const struct tally *t, const json_t *array,
                           struct tally_extreme *offenders)
{
    const size_t count = json_array_size(array);

    if (!json_is_array(array) || count > TALLY_OFFENDERS || count > t->outcomes[OUTCOME_INEXACT])
        pass_fail(p, "'offenders' is not an array, or has too many results");
    for (size_t i = 0; !p->failed && i < count; i++) {
        read_real_extreme(p, t, json_array_get(array, i), "offenders", OUTCOME_INEXACT, &offenders[i]);
        if (i && offenders[i].value > offenders[i - 1].value)
            pass_fail(p, "'offenders' are not in order");
    }
}

static void pass_real(struct json_pass *p, const struct tally *t, const char *name, struct tally_real *real)
{
    const json_t *around = pass_enter_object(p, name);

    pass_exact(p, t, "exact", &real->exact);
    if (p->j)
        put_real_offenders(p->j, real->offenders);
    else
        read_offenders(p, t, pass_member(p, "offenders"), real->offenders);
    pass_count(p, "faithful", &real->faithful, TALLY_MOST_INPUTS);
    pass_count(p, "rounded", &real->rounded, TALLY_MOST_INPUTS);
    pass_sparse(p, "below", real->sums[0], TALLY_REAL_OCTAVES, INT64_MAX);
    pass_sparse(p, "above", real->sums[1], TALLY_REAL_OCTAVES, INT64_MAX);
    pass_leave_object(p, around);
}

/* ---- Counts by outcome, and the rest ---- */

static void pass_ordered(struct json_pass *p, const char *name, bool *unordered)
{
    if (p->j) {
        json_bool(p->j, name, !*unordered);
        return;
    }
    if (!json_is_boolean(pass_member(p, name)))
        pass_fail(p, "'%s' is neither true nor false", name);
    *unordered = json_is_false(pass_member(p, name));
}

static void pass_outcomes(struct json_pass *p, const char *name, uint64_t outcomes[OUTCOMES])
{
    const json_t *around = pass_enter_object(p, name);

    for (unsigned i = 0; i < OUTCOMES; i++)
        pass_count(p, outcome_name((enum outcome)i), &outcomes[i], TALLY_MOST_INPUTS);
    pass_leave_object(p, around);
}

static void pass_undefined(struct json_pass *p, const struct tally *t, const char *name, struct tally_undefined *u)
{
    const json_t *around = pass_enter_object(p, name);

    pass_count(p, "inputs", &u->inputs, TALLY_MOST_INPUTS);
    pass_count(p, "numbers", &u->numbers, TALLY_MOST_INPUTS);
    pass_first(p, t, "first", u->numbers, &u->first);
    pass_leave_object(p, around);
}

/* Reads |x| as bits, or -1. */
static void read_bound(struct json_pass *p, const struct tally *t, const json_t *value, const char *name,
                       int64_t *bound)
{
    json_int_t integer;

    pass_to_integer(p, value, name, -1, largest_bits(t->in), &integer);
    *bound = integer;
}

static void pass_bound(struct json_pass *p, const struct tally *t, const char *name, int64_t *bound)
{
    if (p->j)
        json_signed(p->j, name, *bound);
    else
        read_bound(p, t, pass_member(p, name), name, bound);
}

static void pass_bounds(struct json_pass *p, const struct tally *t, const char *name, int64_t bounds[PAIR_SIZE])
{
    if (!pass_enter_list(p, name, PAIR_SIZE))
        return;
    for (unsigned i = 0; i < PAIR_SIZE; i++) {
        if (p->j)
            json_signed(p->j, NULL, bounds[i]);
        else
            read_bound(p, t, json_array_get(pass_member(p, name), i), name, &bounds[i]);
    }
    pass_leave_list(p);
}

static void pass_specials(struct json_pass *p, struct tally *t, const char *name)
{
    const uint64_t count = t->outcomes[OUTCOME_SPECIAL];
    const size_t listed = count < TALLY_SPECIALS ? (size_t)count : TALLY_SPECIALS;

    if (!pass_enter_list(p, name, listed))
        return;
    for (size_t i = 0; i < listed; i++) {
        if (p->j)
            put_tally_point(p->j, NULL, &t->specials[i], t->undefined[i]);
        else
            read_point(p, t, json_array_get(pass_member(p, name), i), name, &t->specials[i], &t->undefined[i]);
    }
    pass_leave_list(p);
}

static void pass_bin(struct json_pass *p, struct tally_bin *bin)
{
    pass_count(p, "inputs", &bin->inputs, TALLY_MOST_INPUTS);
    pass_count(p, "scored", &bin->scored, TALLY_MOST_INPUTS);
    pass_count(p, "inexact", &bin->inexact, TALLY_MOST_INPUTS);
    pass_count(p, "defects", &bin->defects, TALLY_MOST_INPUTS);
    pass_hexadecimal(p, "max_ulp", &bin->max_ulp);
    pass_sparse(p, "sums", bin->sums, TALLY_SUM_OCTAVES, INT64_MAX);
}

static void pass_bins(struct json_pass *p, const char *name, struct tally_bin bins[TALLY_BEYOND])
{
    const json_t *tally = p->object, *array = pass_member(p, name);

    if (!pass_enter_list(p, name, TALLY_BEYOND))
        return;
    for (unsigned i = 0; i < TALLY_BEYOND; i++) {
        p->object = json_array_get(array, i);
        if (p->j)
            json_begin(p->j, NULL);
        pass_bin(p, &bins[i]);
        pass_leave_object(p, tally);
    }
    pass_leave_list(p);
}

/* ---- The tally ---- */

/* Passes every member, in the file's order. Outcomes come first, because other members are read by these counts. */
static void pass_tally(struct json_pass *p, struct tally *t)
{
    pass_ordered(p, "ordered", &t->unordered);
    pass_outcomes(p, "outcomes", t->outcomes);
    pass_sparse(p, "ulp", t->ulp, TALLY_ULP_BUCKETS, TALLY_MOST_INPUTS);
    pass_sparse(p, "rel", t->rel, TALLY_REL_BUCKETS, TALLY_MOST_INPUTS);
    pass_extreme(p, t, "max_ulp", ulp_of, &t->max_ulp);
    pass_extreme(p, t, "max_abs", abs_error_of, &t->max_abs);
    pass_extreme(p, t, "max_rel", rel_error_of, &t->max_rel);
    pass_real(p, t, "real", &t->real);
    pass_undefined(p, t, "of_nan", &t->of_nan);
    pass_undefined(p, t, "of_numbers", &t->of_numbers);
    pass_count(p, "breaks", &t->breaks, TALLY_MOST_INPUTS);
    pass_first(p, t, "first_break", t->breaks, &t->first_break);
    pass_first(p, t, "first_defect", tally_defects(t), &t->first_defect);
    pass_first(p, t, "first_unflushed", t->outcomes[OUTCOME_UNFLUSHED], &t->first_unflushed);
    pass_bound(p, t, "unusable", &t->unusable);
    pass_bounds(p, t, "usable", t->usable);
    pass_specials(p, t, "specials");
    pass_count(p, "wrong_specials", &t->special_counts.wrong, TALLY_MOST_INPUTS);
    pass_count(p, "far_specials", &t->special_counts.far, TALLY_MOST_INPUTS);
    pass_bins(p, "bins", t->bins);
}

static void put_format(struct sfp_json *j, const char *name, const struct number_format *f)
{
    json_list(j, name);
    json_count(j, NULL, f->bits);
    json_count(j, NULL, f->mantissa_bits);
    pass_put_hexadecimal(j, NULL, f->lowest);
    json_list_end(j);
}

static bool is_format_array(const struct number_format *f, const json_t *array)
{
    char lowest[HEXADECIMAL_SIZE];

    snprintf(lowest, sizeof lowest, "%a", f->lowest);
    return json_array_size(array) == FORMAT_SIZE && json_integer_value(json_array_get(array, 0)) == f->bits
        && json_integer_value(json_array_get(array, 1)) == f->mantissa_bits
        && json_is_string(json_array_get(array, 2))
        && strcmp(json_string_value(json_array_get(array, 2)), lowest) == 0;
}

void tally_write(struct sfp_json *j, const char *name, const struct tally *tally)
{
    struct tally *t = (struct tally *)(uintptr_t)tally; /* a writing pass does not change the tally */

    json_begin(j, name);
    json_text(j, "schema", SCHEMA);
    json_count(j, "version", VERSION);
    put_format(j, "in", tally->in);
    put_format(j, "out", tally->out);
    json_count(j, "operands", tally->operands);
    pass_tally(&(struct json_pass){.j = j}, t);
    json_end(j);
}

static void read_heading(struct json_pass *p, const struct tally *t, const json_t *root)
{
    const json_t *schema = json_object_get(root, "schema"), *version = json_object_get(root, "version");

    if (!json_is_string(schema) || strcmp(json_string_value(schema), SCHEMA) != 0)
        pass_fail(p, "is not a tally of a sweep: its 'schema' is not \"%s\"", SCHEMA);
    if (json_integer_value(version) != VERSION)
        pass_fail(p, "'version' is not %d", VERSION);
    if (!is_format_array(t->in, json_object_get(root, "in")) || !is_format_array(t->out, json_object_get(root, "out"))
        || json_integer_value(json_object_get(root, "operands")) != t->operands)
        pass_fail(p, "has other formats or operands");
}

bool tally_from_json(struct tally *t, const json_t *root, char **error)
{
    struct json_pass p = {.object = root};

    *error = NULL;
    if (!json_is_object(root))
        pass_fail(&p, "is not an object");
    read_heading(&p, t, root);
    pass_tally(&p, t);
    if (!p.failed && tally_check(t, error))
        return true;
    if (p.failed)
        *error = p.error;
    tally_start(t, t->in, t->out, t->operands);
    return false;
}
