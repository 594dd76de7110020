/* A sweep's errors over the first operand, by quarters of octaves. */
#include "curve.h"

#include "tally_parts.h"

enum { PART_BITS = 2, FIRST = (DOUBLE_BIAS + CURVE_LEAST) * CURVE_PARTS };
_Static_assert(CURVE_PARTS == 1 << PART_BITS, "parts are the highest bits of a mantissa");

void curve_start(struct curve *c, const struct number_format *in, const struct number_format *out)
{
    *c = (struct curve){.in = in, .out = out};
}

/* ---- Gathering ---- */

/* Returns the column of x, or NULL if x is a zero, an infinity or a NaN. */
static struct curve_column *curve_column_of(struct curve *c, uint32_t x)
{
    const double value = number_of(c->in, x);

    if (value == 0 || !isfinite(value))
        return NULL;
    if (number_is_denormal(c->in, value))
        return &c->subnormal;
    return &c->columns[value < 0][(bits_of_double(fabs(value)) >> (DOUBLE_MANTISSA - PART_BITS)) - FIRST];
}

static void add_inexact_to_column(struct curve *c, struct curve_column *column, const struct tally_point *p)
{
    const double ulp = ulp_of(c->out, p);

    column->inexact++;
    if (ulp <= column->max_ulp)
        return;
    column->max_ulp = ulp;
    column->worst = p->x;
}

static void add_to_curve(struct curve *c, const struct results *r, size_t i)
{
    const struct tally_point p = {.x = r->x[i], .got = r->got[i], .expected = r->expected[i]};
    const enum outcome outcome = outcome_of(c->out, r->expectation[i], p.expected, p.got);
    struct curve_column *const column = outcome == OUTCOME_SPECIAL ? NULL : curve_column_of(c, p.x);

    if (!column)
        return;
    column->inputs++;
    if (outcome == OUTCOME_INEXACT)
        add_inexact_to_column(c, column, &p);
    column->defects += outcome == OUTCOME_ZEROED || outcome == OUTCOME_MISMATCH;
}

void curve_add(struct curve *c, const struct results *r)
{
    for (size_t i = r->before; i < r->count; i++)
        if (r->expectation[i] != EXPECT_NOTHING)
            add_to_curve(c, r, i);
}

/* ---- Joining ---- */

static void merge_columns(struct curve_column *into, const struct curve_column *later)
{
    into->inputs += later->inputs;
    into->inexact += later->inexact;
    into->defects += later->defects;
    if (later->max_ulp > into->max_ulp) {
        into->max_ulp = later->max_ulp;
        into->worst = later->worst;
    }
}

void curve_merge(struct curve *into, const struct curve *later)
{
    for (unsigned sign = 0; sign < 2; sign++)
        for (unsigned i = 0; i < CURVE_COLUMNS; i++)
            merge_columns(&into->columns[sign][i], &later->columns[sign][i]);
    merge_columns(&into->subnormal, &later->subnormal);
}

/* ---- JSON ---- */

static void put_curve_counts(struct sfp_json *j, const struct curve *c, const struct curve_column *column)
{
    json_count(j, "inputs", column->inputs);
    json_count(j, "inexact", column->inexact);
    json_count(j, "defects", column->defects);
    json_double(j, "max_ulp", column->max_ulp);
    if (column->max_ulp > 0)
        json_double(j, "worst", number_of(c->in, column->worst));
    else
        json_nothing(j, "worst");
}

/* Returns the lower end of a column, which is the upper end of the column before. */
static double curve_column_edge(unsigned column)
{
    return double_of_bits((uint64_t)(FIRST + column) << (DOUBLE_MANTISSA - PART_BITS));
}

static void put_curve_column(struct sfp_json *j, const struct curve *c, unsigned sign, unsigned i)
{
    const struct curve_column *column = &c->columns[sign][i];

    if (!column->inexact && !column->defects)
        return;
    json_begin(j, NULL);
    json_double(j, "low", sign ? -curve_column_edge(i + 1) : curve_column_edge(i));
    json_double(j, "high", sign ? -curve_column_edge(i) : curve_column_edge(i + 1));
    put_curve_counts(j, c, column);
    json_end(j);
}

void curve_write(struct sfp_json *j, const char *name, const struct curve *c)
{
    json_begin(j, name);
    json_list(j, "columns");
    for (unsigned i = CURVE_COLUMNS; i-- > 0;)
        put_curve_column(j, c, 1, i);
    for (unsigned i = 0; i < CURVE_COLUMNS; i++)
        put_curve_column(j, c, 0, i);
    json_list_end(j);
    json_begin(j, "subnormal");
    put_curve_counts(j, c, &c->subnormal);
    json_end(j);
    json_end(j);
}
