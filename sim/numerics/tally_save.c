/* A tally as JSON: counts and bits as integers, other numbers as hexadecimal text, so that all are read as written. */
#include "tally.h"

#include "tally_parts.h"

static void put_hexadecimal(struct sfp_json *j, const char *name, double value)
{
    json_format(j, name, "%a", value);
}

static void put_format(struct sfp_json *j, const char *name, const struct number_format *f)
{
    json_list(j, name);
    json_count(j, NULL, f->bits);
    json_count(j, NULL, f->mantissa_bits);
    put_hexadecimal(j, NULL, f->lowest);
    json_list_end(j);
}

/* Those that are not 0, each behind its index. */
static void put_sparse(struct sfp_json *j, const char *name, const uint64_t *counts, size_t size)
{
    json_list(j, name);
    for (size_t i = 0; i < size; i++) {
        if (!counts[i])
            continue;
        json_list(j, NULL);
        json_count(j, NULL, i);
        json_count(j, NULL, counts[i]);
        json_list_end(j);
    }
    json_list_end(j);
}

/* The function is undefined of some. */
static void put_point_of(struct sfp_json *j, const char *name, const struct tally_point *p, bool undefined)
{
    json_list(j, name);
    json_count(j, NULL, p->x);
    json_count(j, NULL, p->y);
    json_count(j, NULL, p->got);
    json_count_if(j, !undefined, NULL, p->expected);
    json_list_end(j);
}

static void put_point_if(struct sfp_json *j, bool there, const char *name, const struct tally_point *p)
{
    if (there)
        put_point_of(j, name, p, false);
    else
        json_nothing(j, name);
}

static void put_extreme(struct sfp_json *j, const char *name, const struct tally_extreme *e)
{
    put_point_if(j, e->value > 0, name, &e->at);
}

/* A value that its point does not tell, and the point. */
static void put_real_extreme(struct sfp_json *j, const char *name, const struct tally_extreme *e)
{
    json_list(j, name);
    put_hexadecimal(j, NULL, e->value);
    put_point_of(j, NULL, &e->at, false);
    json_list_end(j);
}

static void put_offenders(struct sfp_json *j, const struct tally_real *r)
{
    json_list(j, "offenders");
    for (size_t i = 0; i < TALLY_OFFENDERS && r->offenders[i].value > 0; i++)
        put_real_extreme(j, NULL, &r->offenders[i]);
    json_list_end(j);
}

static void put_real(struct sfp_json *j, const struct tally_real *r)
{
    json_begin(j, "real");
    if (r->exact.value > 0)
        put_real_extreme(j, "exact", &r->exact);
    else
        json_nothing(j, "exact");
    put_offenders(j, r);
    json_count(j, "faithful", r->faithful);
    json_count(j, "rounded", r->rounded);
    put_sparse(j, "below", r->sums[0], TALLY_REAL_OCTAVES);
    put_sparse(j, "above", r->sums[1], TALLY_REAL_OCTAVES);
    json_end(j);
}

static void put_undefined(struct sfp_json *j, const char *name, const struct tally_undefined *u)
{
    json_begin(j, name);
    json_count(j, "inputs", u->inputs);
    json_count(j, "numbers", u->numbers);
    put_point_if(j, u->numbers, "first", &u->first);
    json_end(j);
}

static void put_outcomes(struct sfp_json *j, const struct tally *tally)
{
    json_begin(j, "outcomes");
    for (unsigned i = 0; i < OUTCOMES; i++)
        json_count(j, outcome_name((enum outcome)i), tally->outcomes[i]);
    json_end(j);
}

static void put_specials(struct sfp_json *j, const struct tally *tally)
{
    json_list(j, "specials");
    for (size_t i = 0; i < tally->outcomes[OUTCOME_SPECIAL] && i < TALLY_SPECIALS; i++)
        put_point_of(j, NULL, &tally->specials[i], tally->undefined[i]);
    json_list_end(j);
    json_count(j, "wrong_specials", tally->special_counts.wrong);
    json_count(j, "far_specials", tally->special_counts.far);
}

static void put_usable(struct sfp_json *j, const struct tally *tally)
{
    json_signed(j, "unusable", tally->unusable);
    json_list(j, "usable");
    json_signed(j, NULL, tally->usable[0]);
    json_signed(j, NULL, tally->usable[1]);
    json_list_end(j);
}

static void put_bins(struct sfp_json *j, const struct tally *tally)
{
    json_list(j, "bins");
    for (const struct tally_bin *b = tally->bins; b < tally->bins + TALLY_BEYOND; b++) {
        json_begin(j, NULL);
        json_count(j, "inputs", b->inputs);
        json_count(j, "scored", b->scored);
        json_count(j, "inexact", b->inexact);
        json_count(j, "defects", b->defects);
        put_hexadecimal(j, "max_ulp", b->max_ulp);
        put_sparse(j, "sums", b->sums, TALLY_SUM_OCTAVES);
        json_end(j);
    }
    json_list_end(j);
}

void tally_write(struct sfp_json *j, const char *name, const struct tally *tally)
{
    json_begin(j, name);
    json_text(j, "schema", TALLY_SCHEMA);
    json_count(j, "version", TALLY_VERSION);
    put_format(j, "in", tally->in);
    put_format(j, "out", tally->out);
    json_count(j, "operands", tally->operands);
    json_bool(j, "ordered", !tally->unordered);
    put_outcomes(j, tally);
    put_sparse(j, "ulp", tally->ulp, TALLY_ULP_BUCKETS);
    put_sparse(j, "rel", tally->rel, TALLY_REL_BUCKETS);
    put_extreme(j, "max_ulp", &tally->max_ulp);
    put_extreme(j, "max_abs", &tally->max_abs);
    put_extreme(j, "max_rel", &tally->max_rel);
    put_real(j, &tally->real);
    put_undefined(j, "of_nan", &tally->of_nan);
    put_undefined(j, "of_numbers", &tally->of_numbers);
    json_count(j, "breaks", tally->breaks);
    put_point_if(j, tally->breaks, "first_break", &tally->first_break);
    put_point_if(j, tally_defects(tally), "first_defect", &tally->first_defect);
    put_point_if(j, tally->outcomes[OUTCOME_UNFLUSHED], "first_unflushed", &tally->first_unflushed);
    put_usable(j, tally);
    put_specials(j, tally);
    put_bins(j, tally);
    json_end(j);
}
