/* A tally as JSON: counts and bits as integers, other numbers as hexadecimal text, so that all are read as written. */
#include "tally.h"

#include <stdio.h>

#include "tally_parts.h"

enum { TEXT_SIZE = 32 };

/* Building. A step that fails leaves a mark and the rest goes on; the tree is then thrown away. */
struct tree {
    bool failed;
};

static void set(struct tree *t, json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value) != 0)
        t->failed = true;
}

static void append(struct tree *t, json_t *array, json_t *element)
{
    if (json_array_append_new(array, element) != 0)
        t->failed = true;
}

static json_t *integer(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *hexadecimal(double value)
{
    char text[TEXT_SIZE];

    snprintf(text, sizeof text, "%a", value);
    return json_string(text);
}

static json_t *format(struct tree *t, const struct number_format *f)
{
    json_t *array = json_array();

    append(t, array, integer(f->bits));
    append(t, array, integer(f->mantissa_bits));
    append(t, array, hexadecimal(f->lowest));
    return array;
}

/* Those that are not 0, each behind its index. */
static json_t *sparse(struct tree *t, const uint64_t *counts, size_t size)
{
    json_t *array = json_array();

    for (size_t i = 0; i < size; i++) {
        json_t *pair;

        if (!counts[i])
            continue;
        pair = json_array();
        append(t, pair, integer(i));
        append(t, pair, integer(counts[i]));
        append(t, array, pair);
    }
    return array;
}

static json_t *point(struct tree *t, const struct tally_point *p)
{
    json_t *array = json_array();

    append(t, array, integer(p->x));
    append(t, array, integer(p->y));
    append(t, array, integer(p->got));
    append(t, array, integer(p->expected));
    return array;
}

static json_t *point_if(bool there, struct tree *t, const struct tally_point *p)
{
    return there ? point(t, p) : json_null();
}

static json_t *extreme(struct tree *t, const struct tally_extreme *e)
{
    return point_if(e->value > 0, t, &e->at);
}

static json_t *outcomes(struct tree *t, const struct tally *tally)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < OUTCOMES; i++)
        set(t, object, outcome_name((enum outcome)i), integer(tally->outcomes[i]));
    return object;
}

static json_t *specials(struct tree *t, const struct tally *tally)
{
    json_t *array = json_array();

    for (size_t i = 0; i < tally->outcomes[OUTCOME_SPECIAL] && i < TALLY_SPECIALS; i++)
        append(t, array, point(t, &tally->specials[i]));
    return array;
}

static json_t *usable(struct tree *t, const struct tally *tally)
{
    json_t *array = json_array();

    append(t, array, json_integer(tally->usable[0]));
    append(t, array, json_integer(tally->usable[1]));
    return array;
}

static json_t *bin(struct tree *t, const struct tally_bin *b)
{
    json_t *object = json_object();

    set(t, object, "inputs", integer(b->inputs));
    set(t, object, "scored", integer(b->scored));
    set(t, object, "inexact", integer(b->inexact));
    set(t, object, "defects", integer(b->defects));
    set(t, object, "max_ulp", hexadecimal(b->max_ulp));
    set(t, object, "sums", sparse(t, b->sums, TALLY_SUM_OCTAVES));
    return object;
}

static json_t *bins(struct tree *t, const struct tally *tally)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < TALLY_BEYOND; i++)
        append(t, array, bin(t, &tally->bins[i]));
    return array;
}

json_t *tally_to_json(const struct tally *tally)
{
    json_t *root = json_object();
    struct tree t = {false};

    set(&t, root, "schema", json_string(TALLY_SCHEMA));
    set(&t, root, "version", json_integer(TALLY_VERSION));
    set(&t, root, "in", format(&t, tally->in));
    set(&t, root, "out", format(&t, tally->out));
    set(&t, root, "operands", integer(tally->operands));
    set(&t, root, "ordered", json_boolean(!tally->unordered));
    set(&t, root, "outcomes", outcomes(&t, tally));
    set(&t, root, "ulp", sparse(&t, tally->ulp, TALLY_ULP_BUCKETS));
    set(&t, root, "rel", sparse(&t, tally->rel, TALLY_REL_BUCKETS));
    set(&t, root, "max_ulp", extreme(&t, &tally->max_ulp));
    set(&t, root, "max_abs", extreme(&t, &tally->max_abs));
    set(&t, root, "max_rel", extreme(&t, &tally->max_rel));
    set(&t, root, "breaks", integer(tally->breaks));
    set(&t, root, "first_break", point_if(tally->breaks, &t, &tally->first_break));
    set(&t, root, "first_defect", point_if(tally_defects(tally), &t, &tally->first_defect));
    set(&t, root, "first_unflushed", point_if(tally->outcomes[OUTCOME_UNFLUSHED], &t, &tally->first_unflushed));
    set(&t, root, "unusable", json_integer(tally->unusable));
    set(&t, root, "usable", usable(&t, tally));
    set(&t, root, "specials", specials(&t, tally));
    set(&t, root, "bins", bins(&t, tally));
    if (!t.failed)
        return root;
    json_decref(root);
    return NULL;
}
