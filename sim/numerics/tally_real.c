/*
 * Real ULP: errors against the function itself. Few results differ from their reference, as a rule: these are gathered,
 * and the function is evaluated for them once more, as a double.
 */
#include <math.h>

#include "doubles/doubles.h"
#include "reference.h"
#include "tally_masks.h"
#include "tally_parts.h"

static const double half = 0.5;

/* Offsets below this bound are zero within double precision's error: f does not lie between the reference and
 * another number. */
static const double nearest_between = 0x1p-16;

/* A batch of results for which the function is evaluated at once. */
struct gathered {
    size_t count;
    uint32_t x[DOUBLES_MOST], y[DOUBLES_MOST], got[DOUBLES_MOST], expected[DOUBLES_MOST];
    double offset[DOUBLES_MOST]; /* (f - expected) / ulp */
};

static struct tally_point gathered_point(const struct gathered *g, size_t i)
{
    return (struct tally_point){g->x[i], g->y[i], g->got[i], g->expected[i]};
}

/* ---- Inexact results ---- */

/* Returns whether result and reference are adjacent numbers of one sign. */
static bool are_neighbours(const struct number_format *f, const struct tally_point *p)
{
    const uint32_t steps = p->got - p->expected;

    return f->mantissa_bits ? steps == 1 || steps == UINT32_MAX : fabs(steps_of(f, p)) == 1;
}

static void add_inexact_real(struct tally *t, const struct gathered *g, size_t i)
{
    const struct tally_point p = gathered_point(g, i);
    const double offset = g->offset[i], steps = steps_of(t->out, &p), real = fabs(offset - steps);
    struct tally_real *r = &t->real;

    if (real > r->offenders[TALLY_OFFENDERS - 1].value)
        tally_keep_offender(r->offenders, &(struct tally_extreme){real, p});
    r->rounded += real <= half;
    r->faithful += offset * steps > 0 && fabs(offset) > nearest_between && are_neighbours(t->out, &p);
    add_to_octaves(r->sums[offset < steps], real, TALLY_REAL_LEAST);
}

/* ---- Gathering ---- */

static void find_offsets(const struct tally *t, struct gathered *g, const struct function *f)
{
    if (f)
        reference_offsets(f, t->in, t->out, g->x, t->operands == 2 ? g->y : NULL, g->expected, g->count, g->offset);
    else
        memset(g->offset, 0, sizeof g->offset);
}

static void gather_one(struct gathered *g, const struct results *r, size_t i)
{
    g->x[g->count] = r->x[i];
    g->y[g->count] = r->y ? r->y[i] : 0;
    g->got[g->count] = r->got[i];
    g->expected[g->count++] = r->expected[i];
}

static void flush_inexact(struct tally *t, struct gathered *g, const struct function *f)
{
    find_offsets(t, g, f);
    for (size_t i = 0; i < g->count; i++)
        add_inexact_real(t, g, i);
    g->count = 0;
}

/* Adds exact results. Double precision may give slightly more than 1/2, which is the limit. */
static void flush_exact(struct tally *t, struct gathered *g, const struct function *f)
{
    find_offsets(t, g, f);
    for (size_t i = 0; i < g->count; i++) {
        const double off = fabs(g->offset[i]), real = off < half ? off : half;

        if (real > t->real.exact.value)
            t->real.exact = (struct tally_extreme){real, gathered_point(g, i)};
    }
    g->count = 0;
}

/* Returns whether a result that differs from its reference, a number, is inexact: both are finite and not zero. */
static inline bool is_inexact(const struct number_format *f, uint32_t expected, uint32_t got)
{
    return !f->mantissa_bits || (!is_zero(f, got) && is_finite(f, got) && !is_zero(f, expected));
}

static void add_all_inexact(struct tally *t, const struct results *r, const struct function *f)
{
    struct gathered g;

    g.count = 0;
    for (size_t first = r->before; first < r->count; first += LOT) {
        const size_t end = r->count - first < LOT ? r->count : first + LOT;

        if (memcmp(r->got + first, r->expected + first, (end - first) * sizeof *r->got) == 0)
            continue;
        for (size_t i = first; i < end; i++) {
            if (r->got[i] == r->expected[i] || r->expectation[i] != EXPECT_NUMBER
                || !is_inexact(t->out, r->expected[i], r->got[i]))
                continue;
            gather_one(&g, r, i);
            if (g.count == DOUBLES_MOST)
                flush_inexact(t, &g, f);
        }
    }
    flush_inexact(t, &g, f);
}

static void add_all_exact(struct tally *t, const struct results *r, const struct function *f)
{
    struct gathered g;

    g.count = 0;
    for (size_t i = r->before; i < r->count; i++) {
        if (r->expectation[i] != EXPECT_NUMBER || r->got[i] != r->expected[i])
            continue;
        gather_one(&g, r, i);
        if (g.count == DOUBLES_MOST)
            flush_exact(t, &g, f);
    }
    flush_exact(t, &g, f);
}

void tally_add_real(struct tally *t, const struct results *r, const struct function *f)
{
    add_all_inexact(t, r, f);
    if (f && tally_max_real(t)->value < half)
        add_all_exact(t, r, f);
}

/* ---- Exact values ---- */

static void settle_extreme(const struct tally *t, struct tally_extreme *e, const struct function *f)
{
    const struct tally_point *p = &e->at;

    if (f && e->value > 0)
        e->value = fabs(reference_offset(f, t->in, t->out, p->x, p->y, p->expected) - steps_of(t->out, p));
}

/* Restores the order. Equal offenders keep their order. */
static void sort_offenders(struct tally_extreme list[TALLY_OFFENDERS])
{
    struct tally_extreme sorted[TALLY_OFFENDERS] = {0};

    for (size_t i = 0; i < TALLY_OFFENDERS; i++)
        tally_keep_offender(sorted, &list[i]);
    memcpy(list, sorted, sizeof sorted);
}

void tally_settle_real(struct tally *t, const struct function *f)
{
    settle_extreme(t, &t->real.exact, f);
    for (size_t i = 0; i < TALLY_OFFENDERS; i++)
        settle_extreme(t, &t->real.offenders[i], f);
    sort_offenders(t->real.offenders);
    tally_drop_exact(&t->real);
}
