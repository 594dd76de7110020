/* A tally as JSON: counts and bits as integers, other numbers as hexadecimal text, so that all are read as written. */
#include "tally.h"

#include <stdio.h>

#include "tally_parts.h"
#include "util/json.h"

enum { TEXT_SIZE = 32 };

static json_t *hexadecimal(double value)
{
    char text[TEXT_SIZE];

    snprintf(text, sizeof text, "%a", value);
    return json_string(text);
}

static json_t *format(struct json_tree *t, const struct number_format *f)
{
    json_t *array = json_array();

    tree_append(t, array, tree_integer(f->bits));
    tree_append(t, array, tree_integer(f->mantissa_bits));
    tree_append(t, array, hexadecimal(f->lowest));
    return array;
}

/* Those that are not 0, each behind its index. */
static json_t *sparse(struct json_tree *t, const uint64_t *counts, size_t size)
{
    json_t *array = json_array();

    for (size_t i = 0; i < size; i++) {
        json_t *pair;

        if (!counts[i])
            continue;
        pair = json_array();
        tree_append(t, pair, tree_integer(i));
        tree_append(t, pair, tree_integer(counts[i]));
        tree_append(t, array, pair);
    }
    return array;
}

static json_t *point_with(struct json_tree *t, const struct tally_point *p, json_t *expected)
{
    json_t *array = json_array();

    tree_append(t, array, tree_integer(p->x));
    tree_append(t, array, tree_integer(p->y));
    tree_append(t, array, tree_integer(p->got));
    tree_append(t, array, expected);
    return array;
}

static json_t *point(struct json_tree *t, const struct tally_point *p)
{
    return point_with(t, p, tree_integer(p->expected));
}

static json_t *point_if(bool there, struct json_tree *t, const struct tally_point *p)
{
    return there ? point(t, p) : json_null();
}

static json_t *extreme(struct json_tree *t, const struct tally_extreme *e)
{
    return point_if(e->value > 0, t, &e->at);
}

/* A value that its point does not tell, and the point. */
static json_t *real_extreme(struct json_tree *t, const struct tally_extreme *e)
{
    json_t *array = json_array();

    tree_append(t, array, hexadecimal(e->value));
    tree_append(t, array, point(t, &e->at));
    return array;
}

static json_t *offenders(struct json_tree *t, const struct tally_real *r)
{
    json_t *array = json_array();

    for (size_t i = 0; i < TALLY_OFFENDERS && r->offenders[i].value > 0; i++)
        tree_append(t, array, real_extreme(t, &r->offenders[i]));
    return array;
}

static json_t *real(struct json_tree *t, const struct tally_real *r)
{
    json_t *object = json_object();

    tree_set(t, object, "exact", r->exact.value > 0 ? real_extreme(t, &r->exact) : json_null());
    tree_set(t, object, "offenders", offenders(t, r));
    tree_set(t, object, "faithful", tree_integer(r->faithful));
    tree_set(t, object, "rounded", tree_integer(r->rounded));
    tree_set(t, object, "below", sparse(t, r->sums[0], TALLY_REAL_OCTAVES));
    tree_set(t, object, "above", sparse(t, r->sums[1], TALLY_REAL_OCTAVES));
    return object;
}

static json_t *undefined(struct json_tree *t, const struct tally_undefined *u)
{
    json_t *object = json_object();

    tree_set(t, object, "inputs", tree_integer(u->inputs));
    tree_set(t, object, "numbers", tree_integer(u->numbers));
    tree_set(t, object, "first", point_if(u->numbers, t, &u->first));
    return object;
}

static json_t *outcomes(struct json_tree *t, const struct tally *tally)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < OUTCOMES; i++)
        tree_set(t, object, outcome_name((enum outcome)i), tree_integer(tally->outcomes[i]));
    return object;
}

static json_t *specials(struct json_tree *t, const struct tally *tally)
{
    json_t *array = json_array();

    for (size_t i = 0; i < tally->outcomes[OUTCOME_SPECIAL] && i < TALLY_SPECIALS; i++)
        tree_append(t, array, tally->undefined[i] ? point_with(t, &tally->specials[i], json_null())
                                                  : point(t, &tally->specials[i]));
    return array;
}

static json_t *usable(struct json_tree *t, const struct tally *tally)
{
    json_t *array = json_array();

    tree_append(t, array, json_integer(tally->usable[0]));
    tree_append(t, array, json_integer(tally->usable[1]));
    return array;
}

static json_t *bin(struct json_tree *t, const struct tally_bin *b)
{
    json_t *object = json_object();

    tree_set(t, object, "inputs", tree_integer(b->inputs));
    tree_set(t, object, "scored", tree_integer(b->scored));
    tree_set(t, object, "inexact", tree_integer(b->inexact));
    tree_set(t, object, "defects", tree_integer(b->defects));
    tree_set(t, object, "max_ulp", hexadecimal(b->max_ulp));
    tree_set(t, object, "sums", sparse(t, b->sums, TALLY_SUM_OCTAVES));
    return object;
}

static json_t *bins(struct json_tree *t, const struct tally *tally)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < TALLY_BEYOND; i++)
        tree_append(t, array, bin(t, &tally->bins[i]));
    return array;
}

json_t *tally_to_json(const struct tally *tally)
{
    json_t *root = json_object();
    struct json_tree t = {false};

    tree_set(&t, root, "schema", json_string(TALLY_SCHEMA));
    tree_set(&t, root, "version", json_integer(TALLY_VERSION));
    tree_set(&t, root, "in", format(&t, tally->in));
    tree_set(&t, root, "out", format(&t, tally->out));
    tree_set(&t, root, "operands", tree_integer(tally->operands));
    tree_set(&t, root, "ordered", json_boolean(!tally->unordered));
    tree_set(&t, root, "outcomes", outcomes(&t, tally));
    tree_set(&t, root, "ulp", sparse(&t, tally->ulp, TALLY_ULP_BUCKETS));
    tree_set(&t, root, "rel", sparse(&t, tally->rel, TALLY_REL_BUCKETS));
    tree_set(&t, root, "max_ulp", extreme(&t, &tally->max_ulp));
    tree_set(&t, root, "max_abs", extreme(&t, &tally->max_abs));
    tree_set(&t, root, "max_rel", extreme(&t, &tally->max_rel));
    tree_set(&t, root, "real", real(&t, &tally->real));
    tree_set(&t, root, "of_nan", undefined(&t, &tally->of_nan));
    tree_set(&t, root, "of_numbers", undefined(&t, &tally->of_numbers));
    tree_set(&t, root, "breaks", tree_integer(tally->breaks));
    tree_set(&t, root, "first_break", point_if(tally->breaks, &t, &tally->first_break));
    tree_set(&t, root, "first_defect", point_if(tally_defects(tally), &t, &tally->first_defect));
    tree_set(&t, root, "first_unflushed", point_if(tally->outcomes[OUTCOME_UNFLUSHED], &t, &tally->first_unflushed));
    tree_set(&t, root, "unusable", json_integer(tally->unusable));
    tree_set(&t, root, "usable", usable(&t, tally));
    tree_set(&t, root, "specials", specials(&t, tally));
    tree_set(&t, root, "bins", bins(&t, tally));
    if (!t.failed)
        return root;
    json_decref(root);
    return NULL;
}
